//! The positions numbered, for tables: a slice for each set of pieces.
//!
//! Black is to move; a position with White to move is [turned](Board::flipped). The number of a position is put
//! together from four:
//!
//! ```text
//!   which of the 28 squares that they can be on Black's men have
//!   which White's men have
//!   which of the squares that are left Black's kings have
//!   which of those that are left then White's have
//! ```
//!
//! Men of both sides may get the same square by their numbers: such a number has no position. A set of k squares among
//! n is the number of such sets that come before it when they are ordered by their highest squares.

use std::ops::{ControlFlow, Range};

use counterplay_core::indexed::{Before, Indexed, Retrograde, Slice, Successor};
use counterplay_core::{Actions, Seat};

use super::board::{Board, KING_STEPS};
use super::moves::each_bit;
use super::{Checkers, Move, successors};
use counterplay_core::sets::{choose, next_set, number, set_of, spread};

/// How many squares a man can be on.
const MEN_SQUARES: u32 = 28;
/// Where White's men begin: four squares further than Black's.
const WHITE_SHIFT: u32 = 4;
/// More pieces of one side, or of one kind, than there can be.
const RADIX: u32 = 13;
/// Tables of more pieces would not fit on any disk of today.
const MOST_PIECES: u32 = 10;

/// The pieces of both sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Material {
    men: u32,
    kings: u32,
    other_men: u32,
    other_kings: u32,
}

impl Material {
    #[inline]
    pub(super) fn of(board: &Board) -> Material {
        let (own, other) = (board.pieces(board.mover), board.pieces(board.mover.other()));
        let (kings, other_kings) = ((own & board.kings).count_ones(), (other & board.kings).count_ones());
        Material { men: own.count_ones() - kings, kings, other_men: other.count_ones() - other_kings, other_kings }
    }

    #[inline]
    pub(super) fn slice(self) -> Slice {
        Slice(((self.men * RADIX + self.kings) * RADIX + self.other_men) * RADIX + self.other_kings)
    }

    fn from(Slice(number): Slice) -> Material {
        let digit = |power: u32| number / RADIX.pow(power) % RADIX;
        Material { men: digit(3), kings: digit(2), other_men: digit(1), other_kings: digit(0) }
    }

    pub(super) fn flipped(self) -> Material {
        let Material { men, kings, other_men, other_kings } = self;
        Material { men: other_men, kings: other_kings, other_men: men, other_kings: kings }
    }

    /// How many numbers the four parts have.
    fn parts(self) -> [u64; 4] {
        let left = 32 - self.men - self.other_men;
        [
            choose(MEN_SQUARES, self.men),
            choose(MEN_SQUARES, self.other_men),
            choose(left, self.kings),
            choose(left - self.kings, self.other_kings),
        ]
    }
}

/// Black's pieces and White's, by what the number of a position is put together from.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub(super) men: u32,
    pub(super) other_men: u32,
    pub(super) kings: u32,
    pub(super) other_kings: u32,
}

impl Parts {
    #[inline]
    pub(super) fn of(board: &Board) -> Parts {
        let Board { black, white, kings, .. } = *board;
        Parts { men: black & !kings, other_men: white & !kings, kings: black & kings, other_kings: white & kings }
    }

    /// The number of the position with Black to move.
    #[inline]
    pub(super) fn rank(self) -> u64 {
        self.rank_with(self.rank_of_men())
    }

    /// What the men give.
    #[inline]
    fn rank_of_men(self) -> u64 {
        let of_other_men = choose(MEN_SQUARES, self.other_men.count_ones());
        number(self.men, !0) * of_other_men + number(self.other_men >> WHITE_SHIFT, !0)
    }

    /// The whole, if the men give this.
    #[inline]
    fn rank_with(self, men: u64) -> u64 {
        self.rank_without_last(men) + self.last_rank(self.other_kings)
    }

    /// The number without what White's kings add.
    #[inline]
    fn rank_without_last(self, men: u64) -> u64 {
        let left = !(self.men | self.other_men);
        let (count, other_count) = (self.kings.count_ones(), self.other_kings.count_ones());
        let rank = men * choose(left.count_ones(), count) + number(self.kings, left);
        rank * choose(left.count_ones() - count, other_count)
    }

    /// What White's kings add, if they are on these squares.
    #[inline]
    pub(super) fn last_rank(self, other_kings: u32) -> u64 {
        number(other_kings, !(self.men | self.other_men | self.kings))
    }

    /// What all but White's kings add.
    #[inline]
    pub(super) fn first_rank(self) -> u64 {
        self.rank_without_last(self.rank_of_men())
    }
}

/// The board from Black's and White's men and kings, Black to move.
#[inline]
fn board(men: u32, kings: u32, other_men: u32, other_kings: u32) -> Board {
    Board { black: men | kings, white: other_men | other_kings, kings: kings | other_kings, mover: Seat::FIRST }
}

impl Indexed for Checkers {
    fn pieces(&self) -> (Range<u32>, u32) {
        (2..MOST_PIECES + 1, 4)
    }

    /// By the number of pieces, which captures lower; of as many, those with fewer men first, for men become kings. A
    /// slice and that with the sides exchanged lead to one another.
    fn groups(&self, pieces: u32) -> Vec<Vec<Slice>> {
        let mut materials = Vec::new();
        let pieces = pieces.min(MOST_PIECES);
        for total in 2..=pieces {
            for own in 1..total {
                for men in 0..=own {
                    let other = total - own;
                    let with =
                        |other_men| Material { men, kings: own - men, other_men, other_kings: other - other_men };
                    materials.extend((0..=other).map(with));
                }
            }
        }
        materials.retain(|material| *material <= material.flipped());
        materials.sort_by_key(|material| {
            let men = material.men + material.other_men;
            (men + material.kings + material.other_kings, men, *material)
        });
        let group = |material: Material| {
            let mut group = vec![material.slice(), material.flipped().slice()];
            group.dedup();
            group
        };
        materials.into_iter().map(group).collect()
    }

    fn slice_name(&self, slice: Slice) -> String {
        let Material { men, kings, other_men, other_kings } = Material::from(slice);
        let side = |kings: u32, men: u32| {
            let part = |count: u32, kind| if count > 0 { format!("{count}{kind}") } else { String::new() };
            part(kings, 'K') + &part(men, 'M')
        };
        format!("{} v {}", side(kings, men), side(other_kings, other_men))
    }

    fn size(&self, slice: Slice) -> u64 {
        Material::from(slice).parts().iter().product()
    }

    #[inline]
    fn slice(&self, board: &Board) -> Option<Slice> {
        let total = board.black.count_ones() + board.white.count_ones();
        let both = board.black != 0 && board.white != 0;
        (both && total <= MOST_PIECES).then(|| Material::of(board).slice())
    }

    #[inline]
    fn rank(&self, board: &Board) -> u64 {
        let turned = if board.mover == Seat::FIRST { *board } else { board.flipped() };
        Parts::of(&turned).rank()
    }

    fn unrank(&self, slice: Slice, index: u64) -> Option<Board> {
        let material = Material::from(slice);
        let [_, of_other_men, of_kings, of_other_kings] = material.parts();
        let (rest, other_kings) = (index / of_other_kings, index % of_other_kings);
        let (rest, kings) = (rest / of_kings, rest % of_kings);
        let men = set_of(rest / of_other_men, material.men);
        let other_men = set_of(rest % of_other_men, material.other_men) << WHITE_SHIFT;
        if men & other_men != 0 {
            return None;
        }
        let taken = men | other_men;
        let kings = spread(set_of(kings, material.kings), taken);
        let other_kings = spread(set_of(other_kings, material.other_kings), taken | kings);
        Some(board(men, kings, other_men, other_kings))
    }

    /// One set of squares follows upon the other, which is far cheaper than to find each by its number.
    #[inline]
    fn each(&self, slice: Slice, range: Range<u64>, mut visit: impl FnMut(u64, &Board)) {
        let material = Material::from(slice);
        let [_, of_other_men, of_kings, of_other_kings] = material.parts();
        let all_kings = of_kings * of_other_kings;
        let mut index = range.start;
        while index < range.end {
            let (both_men, rest) = (index / all_kings, index % all_kings);
            let men = set_of(both_men / of_other_men, material.men);
            let other_men = set_of(both_men % of_other_men, material.other_men) << WHITE_SHIFT;
            if men & other_men != 0 {
                index += all_kings - rest;
                continue;
            }
            let taken = men | other_men;
            let end = range.end.min(index + (all_kings - rest));
            let mut kings = spread(set_of(rest / of_other_kings, material.kings), taken);
            let mut first = rest % of_other_kings;
            while index < end {
                let left = !(taken | kings);
                let mut other_kings = spread(set_of(first, material.other_kings), !left);
                let row_end = end.min(index + (of_other_kings - first));
                while index < row_end {
                    visit(index, &board(men, kings, other_men, other_kings));
                    other_kings = next_set(other_kings, left);
                    index += 1;
                }
                kings = next_set(kings, !taken);
                first = 0;
            }
        }
    }

    #[inline]
    fn is_derived(&self, board: &Board) -> bool {
        board.must_capture()
    }

    #[inline]
    fn successors(
        &self,
        board: &Board,
        _: &mut Actions<Move>,
        found: impl FnMut(Successor<Board>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        successors::by_steps(board, found)
    }

    /// Where no man can be crowned.
    #[inline]
    fn staying(&self, board: &Board) -> Option<usize> {
        let men = board.men(board.mover);
        let before_last = if board.mover == Seat::FIRST { 0x0f00_0000 } else { 0x0000_00f0 };
        (men & before_last == 0 && !board.must_capture()).then(|| board.count_moves() as usize)
    }
}

impl Retrograde for Checkers {
    /// A step back of a king, or of a man. Who was crowned was in another slice before.
    #[inline]
    fn predecessors(&self, board: &Board, mut found: impl FnMut(Before)) {
        // Turned so that it was Black who moved: the positions before then need not be turned one by one.
        let board = if board.mover == Seat::FIRST { board.flipped() } else { *board };
        let slice = Material::of(&board).flipped().slice();
        let parts = Parts::of(&board);
        let empty = board.empty();
        let mut found = |index| found(Before { slice, index, same_side: false });
        let of_men = parts.rank_of_men();
        each_bit(parts.kings, |to| {
            let rest = parts.kings & !(1 << to);
            each_bit(KING_STEPS[to as usize] & empty, |from| {
                found(Parts { kings: rest | 1 << from, ..parts }.rank_with(of_men));
            });
        });
        each_bit(parts.men, |to| {
            let (rest, above) = (parts.men & !(1 << to), (1 << to) - 1);
            each_bit(KING_STEPS[to as usize] & above & empty, |from| {
                found(Parts { men: rest | 1 << from, ..parts }.rank());
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use counterplay_core::Game;

    use super::*;

    #[test]
    fn every_number_of_the_smaller_slices_is_that_of_its_position() {
        let game = Checkers::default();
        for slice in game.groups(3).into_iter().flatten() {
            let mut seen = Vec::new();
            game.each(slice, 0..game.size(slice), |index, board| seen.push((index, *board)));
            let listed: Vec<_> =
                (0..game.size(slice)).filter_map(|index| Some((index, game.unrank(slice, index)?))).collect();
            assert_eq!(seen, listed, "{}", game.slice_name(slice));
            for (index, board) in seen {
                assert_eq!((game.slice(&board), game.rank(&board)), (Some(slice), index), "{board:?}");
                assert_eq!((game.slice(&board.flipped()), game.rank(&board.flipped())), (Some(slice), index));
            }
        }
    }

    #[test]
    fn ranges_of_larger_slices_are_visited_from_anywhere() {
        let game = Checkers::default();
        for slice in game.groups(6).into_iter().flatten() {
            let start = game.size(slice) / 3;
            let end = (start + 5000).min(game.size(slice));
            let mut seen = Vec::new();
            game.each(slice, start..end, |index, board| seen.push((index, *board)));
            let listed: Vec<_> = (start..end).filter_map(|index| Some((index, game.unrank(slice, index)?))).collect();
            assert_eq!(seen, listed, "{}", game.slice_name(slice));
        }
    }

    #[test]
    fn there_are_as_many_positions_as_were_published() {
        let game = Checkers::default();
        let count = |slice| {
            let mut count = 0;
            game.each(slice, 0..game.size(slice), |_, _| count += 1);
            count
        };
        let by_pieces = |pieces: u32| -> u64 {
            let before = game.groups(pieces - 1).len();
            game.groups(pieces)[before..].iter().flatten().map(|&slice| count(slice)).sum()
        };
        assert_eq!((by_pieces(2), by_pieces(3), by_pieces(4)), (3488, 196_032, 6_209_316));
    }

    /// The positions that steps lead to have the numbers that are handed out for them.
    #[test]
    fn successors_are_those_of_the_rules() {
        let game = Checkers::default();
        let place = |board: &Board| (game.slice(board), game.rank(board));
        for slice in game.groups(5).into_iter().flatten() {
            let size = game.size(slice);
            for index in (0..size).step_by((size / 400).max(1) as usize) {
                let Some(board) = game.unrank(slice, index).filter(|board| !game.is_derived(board)) else { continue };
                for board in [board, board.flipped()] {
                    let mut found = Vec::new();
                    let walked = game.successors(&board, &mut Actions::new(), |successor| {
                        found.push(match successor {
                            Successor::Place { slice, index, same_side: false } => (Some(slice), index),
                            Successor::State(after) if after.mover != board.mover => place(&after),
                            other => panic!("{board:?} leads to {other:?} with the same side to move"),
                        });
                        ControlFlow::Continue(())
                    });
                    let actions = game.action_list(&board);
                    let mut expected: Vec<_> = actions.iter().map(|&action| place(&board.after(action))).collect();
                    found.sort_unstable();
                    expected.sort_unstable();
                    assert_eq!((found, walked), (expected, ControlFlow::Continue(())), "{board:?}");
                }
            }
        }
    }

    /// A step is taken back to where it came from, and nowhere else.
    #[test]
    fn steps_are_taken_back_once_each() {
        let game = Checkers::default();
        for slice in game.groups(4).into_iter().flatten() {
            let size = game.size(slice);
            let step = (size / 300).max(1);
            for index in (0..size).step_by(step as usize) {
                let Some(board) = game.unrank(slice, index) else { continue };
                let place = |board: &Board| Some((game.slice(board)?, game.rank(board)));
                let before_of = |board: &Board| {
                    let mut before = Vec::new();
                    game.predecessors(board, |one| before.push((one.slice, one.index)));
                    before
                };
                for (slice, index) in before_of(&board) {
                    let before = game.unrank(slice, index).expect("a position");
                    let leads = game.action_list(&before).into_iter().map(|a| place(&game.result(&before, a)));
                    let leads = leads.filter(|&after| after == place(&board)).count();
                    assert!(leads == 1 || game.is_derived(&before), "{before:?} to {board:?}");
                }
                if game.is_derived(&board) {
                    continue;
                }
                for action in game.action_list(&board) {
                    let after = game.result(&board, action);
                    let back = before_of(&after).into_iter().any(|before| Some(before) == place(&board));
                    let same_pieces = Material::of(&after) == Material::of(&board).flipped();
                    assert_eq!(back, same_pieces, "{board:?} to {after:?}");
                }
            }
        }
    }
}
