//! What a learned evaluation of checkers counts: the men in windows of eight squares, the kings by their squares, and a
//! few numbers.
//!
//! ```text
//!   two rows        four rows, two squares of each
//!   . # . # . # . #     . # . # . . . .
//!   # . # . # . # .     # . # . . . . .
//!   . . . . . . . .     . # . # . . . .
//!   . . . . . . . .     # . # . . . . .
//! ```
//!
//! The board is seen by the side to move, whose men go down, and once more by the other side, where everything counts
//! against: so a position and the same one with the colours exchanged are worth the same. Of two windows that are
//! turned into one another, one is enough. A square is a digit to the base of three: no man, a man of one's own, one of
//! the other's.

use counterplay_core::{Features, Seat};

use super::{Board, Checkers};

/// The weights that were learned: made by `cargo xtask weights checkers`.
pub const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// Counts windows, kings, and who has the move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patterns;

/// How many pieces one stage of the game spans, and how many stages there are.
const STAGE: u32 = 6;
const STAGES: usize = 4;

/// The weights of a window.
const WINDOW: u32 = 3u32.pow(8);
/// The first squares of windows of two rows, and of windows of four rows, by their bits.
const WIDE: [u32; 4] = [0, 4, 8, 12];
const HIGH: [u32; 5] = [0, 1, 2, 8, 9];

/// Where the weights of the kings begin, and those of the numbers.
const KINGS: u32 = (WIDE.len() + HIGH.len()) as u32 * WINDOW;
const MEN: u32 = KINGS + 32;
/// To be on move, and to have *the move*: an odd number of pieces in the rows of one's own back row, so that one
/// comes to face the other.
const TURN: u32 = MEN + 1;
const OPPOSITION: u32 = MEN + 2;
const OWN_ROWS: u32 = 0x0f0f_0f0f;
/// The steps that there are.
const STEPS: u32 = MEN + 3;
const COUNT: u32 = MEN + 4;

/// For each set of eight squares the number that has the digit 1 for them.
static TERNARY: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut set = 1;
    while set < 256 {
        numbers[set] = 3 * numbers[set >> 1] + (set & 1) as u16;
        set += 1;
    }
    numbers
};

/// Two neighbouring squares of each of four rows, as eight bits.
#[inline]
fn narrow(squares: u32) -> u32 {
    let pairs = squares & 0x3333;
    let pairs = (pairs | pairs >> 2) & 0x0f0f;
    (pairs | pairs >> 4) & 0xff
}

/// Tells what is there for the side whose men go down; `times` is 1 or -1.
#[inline]
fn see_side(view: &Board, times: i32, see: &mut impl FnMut(u32, i32)) {
    let (own, other) = (view.black & !view.kings, view.white & !view.kings);
    let number = |own: u32, other: u32| u32::from(TERNARY[own as usize & 0xff] + 2 * TERNARY[other as usize & 0xff]);
    let mut from = 0;
    for at in WIDE {
        see(from + number(own >> at, other >> at), times);
        from += WINDOW;
    }
    for at in HIGH {
        see(from + number(narrow(own >> at), narrow(other >> at)), times);
        from += WINDOW;
    }
    let mut kings = view.black & view.kings;
    while kings != 0 {
        see(KINGS + kings.trailing_zeros(), times);
        kings &= kings - 1;
    }
    see(MEN, times * own.count_ones() as i32);
}

impl Features<Checkers> for Patterns {
    fn stages(&self, _: &Checkers) -> usize {
        STAGES
    }

    #[inline]
    fn stage(&self, _: &Checkers, board: &Board) -> usize {
        let pieces = (board.black | board.white).count_ones();
        (pieces.saturating_sub(1) / STAGE) as usize
    }

    fn count(&self, _: &Checkers) -> usize {
        COUNT as usize
    }

    #[inline]
    fn each(&self, _: &Checkers, board: &Board, mut see: impl FnMut(u32, i32)) {
        let view = board.own_view();
        let flipped = view.flipped();
        see_side(&view, 1, &mut see);
        see_side(&flipped, -1, &mut see);
        see(TURN, 1);
        let facing = ((view.black | view.white) & OWN_ROWS).count_ones();
        see(OPPOSITION, if facing % 2 == 1 { 1 } else { -1 });
        let steps = |view: &Board| Board { mover: Seat::FIRST, ..*view }.count_steps() as i32;
        see(STEPS, steps(&view) - steps(&flipped));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use counterplay_core::{Game, Random, Seeded};

    use super::*;

    /// Boards of games played at random.
    fn boards() -> Vec<Board> {
        let (game, mut random) = (Checkers::default(), Seeded::new(3));
        let mut boards = Vec::new();
        for _ in 0..30 {
            let mut board = game.initial();
            while !game.is_terminal(&board) && boards.len() % 150 != 149 {
                boards.push(board);
                let legal = game.action_list(&board);
                game.apply(&mut board, legal[random.index(legal.len()).unwrap()]);
            }
            boards.push(board);
        }
        boards
    }

    /// How often each weight counts, those that cancel out left out.
    fn seen(board: &Board) -> HashMap<u32, i32> {
        let mut seen = HashMap::new();
        Patterns.each(&Checkers::default(), board, |weight, times| *seen.entry(weight).or_default() += times);
        seen.retain(|_, times| *times != 0);
        seen
    }

    #[test]
    fn exchanged_colours_count_the_same_and_the_other_side_the_opposite() {
        for board in boards() {
            assert_eq!(seen(&board.flipped()), seen(&board), "{board:?}");
            let other = Board { mover: board.mover.other(), ..board };
            let [mut ours, mut theirs] = [seen(&board), seen(&other)];
            for tempo in [TURN, OPPOSITION] {
                ours.remove(&tempo);
                theirs.remove(&tempo);
            }
            theirs.values_mut().for_each(|times| *times = -*times);
            assert_eq!(ours, theirs, "{board:?}");
        }
    }

    #[test]
    fn every_board_has_a_stage_and_stays_among_its_weights() {
        let game = Checkers::default();
        for board in boards() {
            assert!(Patterns.stage(&game, &board) < STAGES);
            Patterns.each(&game, &board, |weight, _| assert!(weight < COUNT));
        }
    }

    #[test]
    fn the_windows_and_what_they_are_turned_into_cover_the_board() {
        let wide = WIDE.map(|at| 0xffu32 << at);
        let high = HIGH.map(|at| 0x3333u32 << at);
        let all: Vec<u32> = wide.into_iter().chain(high).collect();
        assert!(high.iter().all(|&window| narrow(window >> window.trailing_zeros()) == 0xff));
        let turned = all.iter().map(|window| window.reverse_bits());
        assert_eq!(all.iter().copied().chain(turned).fold(0, |covered, window| covered | window), u32::MAX);
    }
}
