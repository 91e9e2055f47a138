//! Checkers, or English draughts: men and kings that capture by jumping, and whoever cannot move loses.
//!
//! Black is MAX and begins. A man steps forward to a free square that touches his at a corner, a king backward too. A
//! piece of the opponent's with a free square behind it is jumped and taken; who can jump must, and must jump on while
//! the same piece can. A man who comes to the last row is crowned, which ends his move. A position that occurs for the
//! third time is a draw; so is a game in which nothing is taken and no man moves for long: see [`Checkers::new`].
//!
//! ```
//! use counterplay_core::{Game, Notation};
//! use counterplay_checkers::Checkers;
//!
//! let game = Checkers::default();
//! let board = game.parse_position("B:W18,19,27:B11,15")?; // who is to move, and the squares of each side
//! let words: Vec<String> = game.action_list(&board).into_iter().map(|action| game.action_text(&board, action)).collect();
//! assert_eq!(words, ["15x22", "15x31"]); // the second takes two men
//! # Ok::<(), counterplay_core::TextError>(())
//! ```

mod board;
// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
mod evaluation;
mod index;
mod knowledge;
#[cfg(test)]
mod laws;
mod moves;
mod notation;
mod patterns;
mod pdn;
mod successors;
#[cfg(test)]
mod tests;

use counterplay_core::{Actions, Bounds, Game, Key, Keyed, Repetition, Score, Seat, Turn, Without};

pub use board::Board;
#[cfg(not(test))]
pub use entry::entry;
pub use evaluation::Material;
pub use knowledge::Shots;
pub use moves::Move;
pub use patterns::{Patterns, WEIGHTS};
pub use pdn::{Line, Pdn, PdnGame, Played};

/// The rules, with the number of moves after which a game that gets nowhere is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkers {
    moves: u32,
}

impl Checkers {
    /// What a win is worth, in parts: guesses at a value are finer than win, draw and loss. A man is about a tenth of
    /// it.
    pub const WIN: i32 = 1_000;

    /// The most moves that an option may ask for.
    pub const MOST_MOVES: u32 = 10_000;

    /// The game is drawn after so many moves of each side in which nothing was taken and no man moved; never if that is
    /// 0.
    #[must_use]
    pub fn new(moves: u32) -> Checkers {
        Checkers { moves }
    }
}

impl Default for Checkers {
    /// Drawn after 40 moves of each side.
    fn default() -> Checkers {
        Checkers::new(40)
    }
}

impl Game for Checkers {
    type State = Board;
    type Action = Move;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        Board { black: 0x0000_0fff, white: 0xfff0_0000, kings: 0, mover: Seat::FIRST }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        Turn::Seat(board.mover)
    }

    /// The captures, if there are any, each way to go on being one; else the steps. Those to the lower left come first,
    /// then those to the lower right, the upper left and the upper right, and of each the lowest square first.
    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Move>) {
        board.each_move(|action| out.push(action));
    }

    #[inline]
    fn action_count(&self, board: &Board) -> Option<u64> {
        Some(board.count_moves())
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Move) {
        *board = board.after(action);
    }

    #[inline]
    fn result(&self, board: &Board, action: Move) -> Board {
        board.after(action)
    }

    /// The side to move cannot.
    #[inline]
    fn is_terminal(&self, board: &Board) -> bool {
        !board.must_capture() && !board.can_step()
    }

    #[inline]
    fn utility(&self, board: &Board) -> Score {
        board.for_max(-Checkers::WIN)
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-Checkers::WIN, Checkers::WIN)
    }

    /// A win is one point.
    fn scale(&self) -> u32 {
        Checkers::WIN as u32
    }
    fn repetition(&self) -> Repetition {
        Repetition::Draw(3)
    }
    fn idle_limit(&self) -> Option<u32> {
        (self.moves > 0).then(|| self.moves.saturating_mul(2))
    }
    /// Captures, and moves of men.
    fn is_progress(&self, board: &Board, action: Move) -> bool {
        action.is_capture() || board.kings & 1 << action.from() == 0
    }
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        Some(self.key(state))
    }
}

impl Keyed for Checkers {
    /// A product of the two sides and the kings, folded: each bit of it hangs on all of them.
    #[inline]
    fn key(&self, board: &Board) -> Key {
        const SALT: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];
        let sides = u64::from(board.black) << 32 | u64::from(board.white);
        let kings = u64::from(board.kings) << 1 | u64::from(board.mover.0);
        let product = u128::from(sides ^ SALT[0]) * u128::from(kings ^ SALT[1]);
        Key(product as u64 ^ (product >> 64) as u64)
    }

    fn code(&self, action: Move) -> Option<u16> {
        action.code()
    }

    /// Whether it is a king, its side, and where it goes.
    #[inline]
    fn placement(&self, board: &Board, action: Move) -> Option<u16> {
        let king = board.kings >> action.from() & 1;
        Some((king as u16) << 6 | u16::from(board.mover.0) << 5 | action.path().last()? as u16)
    }
}
