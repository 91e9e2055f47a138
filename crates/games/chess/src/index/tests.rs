//! Tests of the numbers, and of moves by number against the rules.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use counterplay_core::indexed::{Indexed, Retrograde, Slice, Successor};
use counterplay_core::{Actions, Game, Notation};

use super::symmetry::{FILES, IMAGES, RANKS};
use super::*;

type Place = (Slice, u64);

/// Numbers of a slice, so many at the most.
fn some(game: &Chess, slice: Slice, count: u64) -> impl Iterator<Item = u64> + use<> {
    let size = game.size(slice);
    (0..size).step_by((size / count).max(1) as usize | 1)
}

fn place(game: &Chess, board: &Board) -> Option<Place> {
    Some((game.slice(board)?, game.rank(board)))
}

/// What the rules say a position leads to.
fn led_to(game: &Chess, board: &Board) -> Vec<Place> {
    let actions = game.action_list(board).into_iter();
    actions.map(|action| place(game, &game.result(board, action)).expect("a number")).collect()
}

/// How often each place comes.
fn counted(places: impl IntoIterator<Item = Place>) -> BTreeMap<Place, usize> {
    let mut counts = BTreeMap::new();
    places.into_iter().for_each(|place| *counts.entry(place).or_default() += 1);
    counts
}

#[test]
fn there_are_thirty_five_tables_and_two_kings() {
    let game = Chess::default();
    assert_eq!((game.groups(3).len(), game.groups(4).len()), (1 + 5, 1 + 35));
    assert_eq!(game.groups(4).concat().len(), 1 + 10 + 55);
    let names: Vec<String> = game.groups(3).concat().into_iter().map(|slice| game.slice_name(slice)).collect();
    assert_eq!(names[..4], ["K v K", "KQ v K", "K v KQ", "KR v K"]);
    assert!(game.groups(4).concat().iter().any(|&slice| game.slice_name(slice) == "KR v KP"));
}

#[test]
fn every_number_is_that_of_its_position() {
    let game = Chess::default();
    for slice in game.groups(4).concat() {
        let mut there = 0;
        for index in some(&game, slice, 5000) {
            let board = game.unrank(slice, index);
            assert_eq!(board.is_some(), game.has_position(slice, index), "{} {index}", game.slice_name(slice));
            if let Some(board) = board {
                assert_eq!(place(&game, &board), Some((slice, index)), "{board:?}");
                there += 1;
            }
        }
        assert!(there > 100, "{}", game.slice_name(slice));
    }
}

/// Mirrored and turned placements are one, and so are those with the colours exchanged.
#[test]
fn symmetrical_positions_share_a_number() {
    let game = Chess::default();
    for slice in game.groups(4).concat() {
        for index in some(&game, slice, 300) {
            let Some(placement) = Placement::unrank(slice, index) else { continue };
            let mut images = 0;
            for (symmetry, squares) in IMAGES.iter().enumerate() {
                if placement.shape.pawns && symmetry != 0 && symmetry != FILES {
                    continue;
                }
                let turned = |square| squares[square as usize];
                let image = Placement {
                    kings: placement.kings.map(turned),
                    squares: placement.squares.map(turned),
                    ..placement
                };
                assert_eq!(image.rank(), index);
                images += 1;
            }
            let weight = game.weight(slice, index);
            assert!(weight == images || weight == 4 || placement.en_passant && weight == 0);
            let board = placement.board().expect("a board");
            let exchanged = game.parse_position(&colours_exchanged(&format!("{board:?}"))).expect("a position");
            assert_eq!(place(&game, &exchanged), Some((slice, index)), "{board:?}");
        }
    }
    assert_eq!(IMAGES[RANKS][0] as usize, 56);
}

/// The FEN with the other colours, seen from the other end.
fn colours_exchanged(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let other = |sign: char| {
        if sign.is_ascii_uppercase() { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() }
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(|rank| rank.chars().map(other).collect()).collect();
    let en_passant = fields[3].replace('6', "3");
    format!("{} b - {en_passant}", ranks.join("/"))
}

#[test]
fn moves_by_number_are_those_of_the_rules() {
    let game = Chess::default();
    let mut en_passant = 0;
    for slice in game.groups(4).concat() {
        for index in some(&game, slice, 3000) {
            let Some(board) = game.unrank(slice, index) else { continue };
            en_passant += u32::from(board.en_passant().is_some());
            let mut found = Vec::new();
            let walked = game.successors_of(slice, index, &mut Actions::new(), |successor| {
                let Successor::Place { slice, index, same_side: false } = successor else { panic!("{successor:?}") };
                found.push((slice, index));
                ControlFlow::Continue(())
            });
            assert!(walked.is_continue());
            assert_eq!(counted(found), counted(led_to(&game, &board)), "{board:?}");
        }
    }
    assert!(en_passant > 3);
}

/// As often as an action leads from one position to another, it is taken back: with symmetry, and en passant.
#[test]
fn moves_are_taken_back_as_often_as_they_are_made() {
    let game = Chess::default();
    let back = |(slice, index): Place| {
        let mut before = Vec::new();
        game.predecessors_of(slice, index, |one| before.push((one.slice, one.index)));
        before
    };
    let check = |slice: Slice, index: u64| {
        let Some(board) = game.unrank(slice, index) else { return };
        for (after, times) in counted(led_to(&game, &board)) {
            let expected = if after.0 == Shape::of(slice).flipped { times } else { 0 };
            let found = back(after).into_iter().filter(|&before| before == (slice, index)).count();
            assert_eq!(found, expected, "{board:?} to {:?}", game.unrank(after.0, after.1));
        }
        for (before, times) in counted(back((slice, index))) {
            let Some(parent) = game.unrank(before.0, before.1) else { continue };
            let found = led_to(&game, &parent).into_iter().filter(|&after| after == (slice, index)).count();
            assert_eq!(found, times, "{parent:?} to {board:?}");
        }
    };
    for slice in game.groups(3).concat() {
        some(&game, slice, 4000).for_each(|index| check(slice, index));
    }
    for slice in game.groups(4).concat() {
        some(&game, slice, 200).for_each(|index| check(slice, index));
        // Kings on the diagonal, and pawns side by side.
        let shape = Shape::of(slice);
        let kings = |number: u64| symmetry::kings(number as usize, shape.pawns);
        let rests = u64::from(shape.rests);
        let diagonal =
            (0..game.size(slice) / rests).filter(|&n| !shape.pawns && symmetry::own_pair(kings(n), false).is_diagonal);
        diagonal.flat_map(|n| (n * rests..(n + 1) * rests).step_by(97)).for_each(|index| check(slice, index));
        let passing = (0..game.size(slice)).filter(|index| index % rests >= u64::from(shape.placements));
        passing.step_by(37).for_each(|index| check(slice, index));
    }
}

#[test]
fn what_castles_or_has_five_pieces_has_no_number() {
    let game = Chess::default();
    let numbered = |fen: &str| game.slice(&game.parse_position(fen).expect("a position")).is_some();
    assert!(numbered("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    assert!(!numbered("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(!numbered("4k3/8/8/8/8/8/8/NN2K2R w - - 0 1"));
    assert!(numbered("8/8/8/8/3pP3/8/8/K6k b - e3 0 1"));
}
