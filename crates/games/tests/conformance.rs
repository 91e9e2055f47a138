//! Every game keeps the laws of games, whatever its options: one line each.

use counterplay_core::check::Battery;
use counterplay_core::{Chance, Draw, DrawView, Keyed, Notation, Ply, Symmetric};
use counterplay_games::backgammon::{Backgammon, Match, Stakes};
use counterplay_games::battleships::Battleships;
use counterplay_games::checkers::Checkers;
use counterplay_games::connect4::Connect4;
use counterplay_games::hog::Hog;
use counterplay_games::kuhn::Kuhn;
use counterplay_games::leduc::Leduc;
use counterplay_games::othello::{Empties, Othello};
use counterplay_games::pig::Pig;
use counterplay_games::qubic::Qubic;
use counterplay_games::tictactoe::TicTacToe;
use counterplay_games::tree::Tree;

fn symmetric<G: Symmetric + Notation + Draw>(game: &G) {
    Battery::new(game).keyed().symmetric().notation().drawing().run().unwrap_or_else(|violation| panic!("{violation}"));
}

fn chance<G: Keyed + Notation + Chance + Draw>(game: &G) {
    Battery::new(game).chance().keyed().notation().drawing().run().unwrap_or_else(|violation| panic!("{violation}"));
}

fn hidden<G: Keyed + Notation + Chance + DrawView>(game: &G) {
    let battery = Battery::new(game).chance().hidden().keyed().notation().drawing_of_views();
    battery.run().unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn tictactoe_keeps_the_laws() {
    for (size, align) in [(1, 1), (2, 1), (2, 2), (3, 3), (4, 3), (8, 5)] {
        symmetric(&TicTacToe::new(size, align).unwrap());
    }
}

#[test]
fn qubic_keeps_the_laws() {
    for size in Qubic::SIZES {
        symmetric(&Qubic::new(size).unwrap());
    }
}

#[test]
fn connect4_keeps_the_laws() {
    for (width, height) in [(1, 1), (1, 63), (4, 4), (5, 3), (7, 6), (8, 7), (32, 1)] {
        symmetric(&Connect4::new(width, height).unwrap());
    }
}

#[test]
fn othello_keeps_the_laws() {
    for size in Othello::SIZES {
        for empties in [Empties::Winner, Empties::Nobody] {
            symmetric(&Othello::new(size, empties).unwrap());
        }
    }
}

#[test]
fn checkers_keeps_the_laws() {
    let game = Checkers::default();
    let battery = Battery::new(&game).keyed().notation().drawing();
    battery.run().unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn pig_keeps_the_laws() {
    for goal in [2, 10, 100, 1000] {
        chance(&Pig::new(goal).unwrap());
    }
}

#[test]
fn hog_keeps_the_laws() {
    for (goal, dice) in [(1, 1), (8, 2), (100, 10)] {
        chance(&Hog::new(goal, dice).unwrap());
    }
}

#[test]
fn backgammon_keeps_the_laws() {
    let of = |length| Stakes::Match(Match { length });
    for (stakes, opening, jacoby) in [
        (Stakes::Points, false, false),
        (Stakes::Points, true, false),
        (Stakes::Money, false, false),
        (Stakes::Money, true, true),
        (of(1), true, false),
        (of(3), false, false),
        (of(64), true, false),
    ] {
        let game = Backgammon::new(stakes, opening).with_jacoby(jacoby);
        let battery = Battery::new(&game).chance().keyed().notation().drawing();
        // A game is long, and has many plays.
        battery.states(200).playouts(2).plies(Ply(2000)).run().unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn kuhn_keeps_the_laws() {
    hidden(&Kuhn);
}

#[test]
fn leduc_keeps_the_laws() {
    hidden(&Leduc);
}

#[test]
fn battleships_keeps_the_laws() {
    for (size, fleet, solo) in [(5, 1, false), (5, 32, true), (6, 4332, false), (10, 54332, false), (10, 54332, true)] {
        let game = Battleships::new(size, fleet, solo).unwrap();
        let battery = Battery::new(&game).hidden().keyed().notation().drawing_of_views();
        // Each state has many actions and many states that look like it: fewer of them will do.
        battery.states(40).playouts(1).run().unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn explicit_trees_keep_the_laws() {
    let parse = |text| Tree::parse(text, counterplay_core::Side::Max).unwrap();
    let tree = parse("[[3,12,8],[2,4,6],max[14,5,[2,1]]]");
    Battery::new(&tree.deterministic().unwrap()).run().unwrap_or_else(|violation| panic!("{violation}"));
    let tree = parse("chance[1/3:[3,5],2/3:chance[9,-4]]");
    Battery::new(&tree.stochastic()).chance().run().unwrap_or_else(|violation| panic!("{violation}"));
    let tree = parse("chance[1/4:max@coin[1,8,-8],3/4:max@coin[1,-8,8]]");
    Battery::new(&tree.veiled()).chance().hidden().run().unwrap_or_else(|violation| panic!("{violation}"));
}
