//! Othello: discs that are bracketed change their colour, and the more discs win.
//!
//! Black is MAX, written X, and begins. A move must bracket discs of the opponent's in at least one direction, and
//! turns over all that it brackets. Who has no move must pass; when neither side has one, the game is over. It is worth
//! the difference of the discs, the empty squares being given to the winner, as the field counts; by an option they are
//! given to nobody.
//!
//! ```
//! use counterplay_core::{Game, Notation};
//! use counterplay_othello::Othello;
//!
//! let game = Othello::default();
//! let board = game.parse_position("f5d6c3")?; // the moves so far, or the squares row by row and who is to move
//! let words: Vec<String> = game.action_list(&board).into_iter().map(|at| game.action_text(&board, at)).collect();
//! assert_eq!(words, ["d3", "f3", "f4", "g5"]); // what White can play
//! # Ok::<(), counterplay_core::TextError>(())
//! ```

// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
mod evaluation;
mod ggf;
mod knowledge;
#[cfg(test)]
mod laws;
mod lines;
mod notation;
mod patterns;
#[cfg(test)]
mod tests;

use std::fmt;

use counterplay_core::{Actions, Bounds, Game, Key, Keyed, Remembered, Score, Seat, Symmetric, Turn, Without};

#[cfg(not(test))]
pub use entry::entry;
pub use evaluation::Prospects;
pub use ggf::{Ggf, GgfGame};
pub use knowledge::Mobility;
pub use patterns::{Patterns, WEIGHTS};

/// The rules for one size of the board and one way to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello {
    size: u8,
    /// Who gets the squares that are empty at the end.
    empties: Empties,
    /// The bits of all squares.
    cells: u64,
    /// Those that are not at the edge.
    inside: u64,
    /// The four corners.
    corners: u64,
    /// For each line those from which a step leads off the board.
    edges: [u64; 4],
}

/// Who gets the squares that are empty at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Empties {
    /// Whoever has more discs, as tournaments count.
    #[default]
    Winner,
    /// Nobody: only discs count.
    Nobody,
}

/// A move: the bit of the square that a disc is put on, or [`Move::PASS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// No disc is put anywhere.
    pub const PASS: Move = Move(64);

    /// The bit of the square, unless it is a pass.
    #[inline]
    fn bit(self) -> Option<u64> {
        1u64.checked_shl(self.0.into())
    }
}

/// The discs on the board, a bit for each square.
///
/// ```text
///       a  b  c  d  e  f  g  h
///   1   0  1  2  3  4  5  6  7       bit = 8 * row + column, both counted from 0.
///   2   8  9 10 11 12 13 14 15
///   3  16 17 18 19 20 21 22 23       A smaller board is in the middle: that of 4x4 is
///   4  24 25 26 O  X  29 30 31       18 to 21, 26 to 29, 34 to 37 and 42 to 45. So all
///   5  32 33 34 X  O  37 38 39       begin on the same squares, have the same mirror images,
///   6  40 41 42 43 44 45 46 47       and what is around them is empty, and ends every line.
///   7  48 49 50 51 52 53 54 55
///   8  56 57 58 59 60 61 62 63
/// ```
///
/// What can be played is found when a board is made, for everything else needs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The discs of the side to move.
    own: u64,
    /// The discs of the other side.
    other: u64,
    /// The squares that the side to move can play.
    moves: u64,
    mover: Seat,
    /// Neither side can play.
    over: bool,
}

/// From how many empty squares on it pays to remember a board.
const REMEMBERED: u32 = 6;
/// From how many on it pays to remember it for long.
const FAR: u32 = 11;

/// Options that make no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// A board of another size than 4, 6 or 8.
    Size(u32),
}

impl Othello {
    /// The sizes that there are.
    pub const SIZES: [u32; 3] = [4, 6, 8];

    /// A board of so many rows and columns: 4, 6 or 8.
    ///
    /// # Errors
    /// If it is another number.
    pub fn new(size: u32, empties: Empties) -> Result<Othello, OptionError> {
        if !Self::SIZES.contains(&size) {
            return Err(OptionError::Size(size));
        }
        Ok(Self::of_size(size as u8, empties))
    }

    fn of_size(size: u8, empties: Empties) -> Othello {
        let edge = u32::from(8 - size) / 2;
        // All squares that are so far from the edge of the largest board.
        let within = |edge: u32| {
            let row = (0xff >> (2 * edge)) << edge;
            (edge..8 - edge).fold(0, |cells, at| cells | row << (8 * at))
        };
        let row = (1 << edge) | (0x80 >> edge);
        let corners = row << (8 * edge) | row << (8 * (7 - edge));
        let cells = within(edge);
        Othello { size, empties, cells, inside: within(edge + 1), corners, edges: lines::edges(cells) }
    }

    /// The number of rows, and of columns.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whose disc is on a square; columns and rows count from 0 at the top left.
    #[must_use]
    pub fn owner(&self, board: &Board, column: u8, row: u8) -> Option<Seat> {
        let bit = self.bit(column, row);
        let [black, white] = board.sides();
        if black & bit != 0 { Some(Seat::FIRST) } else { (white & bit != 0).then_some(Seat::SECOND) }
    }

    /// The bit of a square; columns and rows count from 0 at the top left.
    fn bit(&self, column: u8, row: u8) -> u64 {
        let edge = (8 - self.size) / 2;
        1 << (8 * (row + edge) + column + edge)
    }

    /// The board with these discs, and what can be played on it.
    #[inline]
    fn board(&self, own: u64, other: u64, mover: Seat) -> Board {
        let moves = lines::moves(own, other) & self.cells;
        let over = moves == 0 && lines::moves(other, own) & self.cells == 0;
        Board { own, other, moves, mover, over }
    }

    #[inline]
    fn empty(&self, board: &Board) -> u64 {
        self.cells & !(board.own | board.other)
    }

    /// How many squares there are.
    #[inline]
    fn squares(&self) -> i32 {
        i32::from(self.size) * i32::from(self.size)
    }

    /// What a finished game is worth to a side, by the discs.
    #[inline]
    fn worth(&self, own: u32, other: u32) -> i32 {
        let difference = own as i32 - other as i32;
        match self.empties {
            Empties::Winner => difference + difference.signum() * (self.squares() - (own + other) as i32),
            Empties::Nobody => difference,
        }
    }
}

impl Default for Othello {
    /// Eight rows and columns, the empty squares to the winner.
    fn default() -> Othello {
        Othello::of_size(8, Empties::Winner)
    }
}

impl Board {
    /// The discs of Black, and of White.
    fn sides(&self) -> [u64; 2] {
        if self.mover == Seat::FIRST { [self.own, self.other] } else { [self.other, self.own] }
    }

    /// The number for the side to move, as MAX sees it.
    #[inline]
    fn for_max(&self, value: i32) -> Score {
        Score::new(if self.mover == Seat::FIRST { value } else { -value })
    }
}

impl Game for Othello {
    type State = Board;
    type Action = Move;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        const BLACK: u64 = 1 << 28 | 1 << 35;
        const WHITE: u64 = 1 << 27 | 1 << 36;
        self.board(BLACK, WHITE, Seat::FIRST)
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        Turn::Seat(board.mover)
    }

    /// The squares that bracket something, row by row; a pass if there is none.
    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Move>) {
        if board.moves == 0 && !board.over {
            out.push(Move::PASS);
        }
        push(board.moves, out);
    }

    #[inline]
    fn apply(&self, board: &mut Board, at: Move) {
        *board = self.result(board, at);
    }

    #[inline]
    fn result(&self, board: &Board, at: Move) -> Board {
        debug_assert!(at.bit().map_or(board.moves == 0 && !board.over, |bit| board.moves & bit != 0), "{at:?}");
        let Board { own, other, mover, .. } = *board;
        let (flips, bit) = at.bit().map_or((0, 0), |bit| (lines::flips(at.0.into(), own, other), bit));
        self.board(other ^ flips, own | flips | bit, mover.other())
    }

    #[inline]
    fn is_terminal(&self, board: &Board) -> bool {
        board.over
    }

    #[inline]
    fn utility(&self, board: &Board) -> Score {
        board.for_max(self.worth(board.own.count_ones(), board.other.count_ones()))
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-self.squares(), self.squares())
    }
}

/// Pushes the moves to these squares, row by row.
#[inline]
fn push(mut squares: u64, out: &mut Actions<Move>) {
    while squares != 0 {
        out.push(Move(squares.trailing_zeros() as u8));
        squares &= squares - 1;
    }
}

impl Keyed for Othello {
    /// A product of the two sides' discs, folded: each bit of it hangs on all of them.
    #[inline]
    fn key(&self, board: &Board) -> Key {
        const SALT: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x8cb9_2ba7_2f3d_8dd7];
        let product = u128::from(board.own ^ SALT[0]) * u128::from(board.other ^ SALT[1]);
        let folded = product as u64 ^ (product >> 64) as u64;
        Key(folded ^ if board.mover == Seat::FIRST { 0 } else { SALT[2] })
    }

    #[inline]
    fn remembered(&self, board: &Board) -> Remembered {
        match self.empty(board).count_ones() {
            ..REMEMBERED => Remembered::Not,
            REMEMBERED..FAR => Remembered::Briefly,
            _ => Remembered::Long,
        }
    }

    fn code(&self, Move(at): Move) -> Option<u16> {
        Some(u16::from(at))
    }

    /// The side, and the square.
    fn placement(&self, board: &Board, Move(at): Move) -> Option<u16> {
        Some(u16::from(board.mover.0) << 7 | u16::from(at))
    }
}

/// The eight images of a square board: mirrored at the diagonal (1), left and right (2), above and below (4), in this
/// order.
impl Symmetric for Othello {
    fn symmetries(&self) -> u32 {
        8
    }

    fn image(&self, board: &Board, symmetry: u32) -> Board {
        let [own, other, moves] = [board.own, board.other, board.moves].map(|cells| lines::image(cells, symmetry));
        Board { own, other, moves, ..*board }
    }

    fn image_of_action(&self, at: Move, symmetry: u32) -> Move {
        at.bit().map_or(Move::PASS, |bit| Move(lines::image(bit, symmetry).trailing_zeros() as u8))
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OptionError::Size(size) = self;
        write!(f, "size must be 4, 6 or 8, not {size}")
    }
}

impl std::error::Error for OptionError {}
