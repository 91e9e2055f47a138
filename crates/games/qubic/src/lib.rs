//! Qubic, three-dimensional tic-tac-toe: a cube of cells, and a whole line of them wins.
//!
//! X is MAX and begins. Whoever first has all cells of a line, along an edge, a diagonal of a plane or a diagonal of
//! the cube, has won; a full cube without such a line is a draw. The cube of four has 76 lines, that of three has 49.
//!
//! ```
//! use counterplay_core::{Game, Notation};
//! use counterplay_qubic::Qubic;
//!
//! let game = Qubic::default();
//! let mut board = game.initial();
//! for word in ["1a1", "1a2", "2b2", "1a3", "3c3", "1b1", "4d4"] {
//!     let action = game.parse_action(&board, word, &game.action_list(&board))?;
//!     game.apply(&mut board, action);
//! }
//! assert!(game.is_terminal(&board)); // X has the diagonal of the cube
//! # Ok::<(), counterplay_core::TextError>(())
//! ```

mod certificate;
mod cube;
// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
mod evaluation;
mod forcing;
#[cfg(test)]
mod laws;
mod notation;
#[cfg(test)]
mod tests;

use std::fmt;

use counterplay_core::{Actions, Bounds, Game, Key, Keyed, Score, Seat, Side, Symmetric, Turn, Without};

pub use certificate::CERTIFICATE;
use cube::Cube;
#[cfg(not(test))]
pub use entry::entry;
pub use evaluation::OpenLines;
pub use forcing::Lines;

/// The rules for one size of the cube.
#[derive(Clone, Copy, Debug)]
pub struct Qubic {
    cube: &'static Cube,
}

/// A cell of the cube, by its number: layer by layer, row by row; as an action, to put one's mark there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

/// The marks in the cube, a bit for each cell: bit = size² · layer + size · row + column, all from 0.
///
/// ```text
///    layer 1             layer 2             layer 3             layer 4
///      1  2  3  4          1  2  3  4          1  2  3  4          1  2  3  4
///   a  0  1  2  3       a 16 17 18 19       a 32 33 34 35       a 48 49 50 51
///   b  4  5  6  7       b 20 21 22 23       b 36 37 38 39       b 52 53 54 55
///   c  8  9 10 11       c 24 25 26 27       c 40 41 42 43       c 56 57 58 59
///   d 12 13 14 15       d 28 29 30 31       d 44 45 46 47       d 60 61 62 63
/// ```
///
/// Who is to move follows from the number of marks. A board is only made by the rules and the parser, so that
/// no cell has two marks and at most one side has a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    x: u64,
    o: u64,
}

/// There is no cube of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeError(pub u32);

/// What a win is worth: one point, in so many parts, so that an evaluation can say less.
const POINT: i32 = 1000;

impl Qubic {
    /// The sizes that there are.
    pub const SIZES: [u32; 2] = [3, 4];

    /// A cube of `size` cells each way.
    ///
    /// # Errors
    /// If `size` is neither 3 nor 4.
    pub fn new(size: u32) -> Result<Qubic, SizeError> {
        Cube::of(size).map(|cube| Qubic { cube }).ok_or(SizeError(size))
    }

    /// How many cells a line has.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.cube.size
    }

    /// Whether somebody with these marks has a line.
    fn has_line(&self, marks: u64) -> bool {
        self.cube.lines.iter().any(|line| line & !marks == 0)
    }

    /// Whether the last move made a line. The side to move cannot have one: the game would have ended before.
    fn is_won(&self, board: &Board) -> bool {
        self.has_line(board.of(board.mover().other()))
    }

    /// The cells of all lines that somebody has.
    fn winning_cells(&self, board: &Board) -> u64 {
        let whole = self.cube.lines.iter().filter(|&&line| board.x & line == line || board.o & line == line);
        whole.fold(0, |cells, line| cells | line)
    }

    fn empty(&self, board: &Board) -> u64 {
        self.cube.cells & !(board.x | board.o)
    }
}

impl Default for Qubic {
    /// Four in a row.
    fn default() -> Qubic {
        Qubic { cube: &cube::FOUR }
    }
}

impl PartialEq for Qubic {
    fn eq(&self, other: &Qubic) -> bool {
        self.size() == other.size()
    }
}

impl Eq for Qubic {}

impl Board {
    const EMPTY: Board = Board { x: 0, o: 0 };

    /// Whose mark is in the cell: X is the first seat's.
    #[must_use]
    pub fn owner(&self, Cell(cell): Cell) -> Option<Seat> {
        let holds = |marks: u64| marks >> cell & 1 == 1;
        if holds(self.x) { Some(Seat::FIRST) } else { holds(self.o).then_some(Seat::SECOND) }
    }

    fn mover(&self) -> Seat {
        if self.x.count_ones() == self.o.count_ones() { Seat::FIRST } else { Seat::SECOND }
    }

    fn of(&self, seat: Seat) -> u64 {
        if seat == Seat::FIRST { self.x } else { self.o }
    }
}

/// The cells of a set, in their order.
fn cells(mut set: u64) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| Cell(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        first
    })
}

impl Game for Qubic {
    type State = Board;
    type Action = Cell;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        Board::EMPTY
    }

    fn turn(&self, board: &Board) -> Turn {
        Turn::Seat(board.mover())
    }

    /// The empty cells, layer by layer.
    fn actions(&self, board: &Board, out: &mut Actions<Cell>) {
        if !self.is_won(board) {
            out.extend(cells(self.empty(board)));
        }
    }

    fn apply(&self, board: &mut Board, Cell(cell): Cell) {
        debug_assert!(self.empty(board) >> cell & 1 == 1, "the cell is not empty");
        match board.mover() {
            Seat::FIRST => board.x |= 1 << cell,
            _ => board.o |= 1 << cell,
        }
    }

    fn is_terminal(&self, board: &Board) -> bool {
        self.empty(board) == 0 || self.is_won(board)
    }

    fn utility(&self, board: &Board) -> Score {
        match (self.is_won(board), board.mover()) {
            (false, _) => Score::DRAW,
            (true, Seat::FIRST) => Score::new(-POINT),
            (true, _) => Score::new(POINT),
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-POINT, POINT)
    }

    fn scale(&self) -> u32 {
        POINT as u32
    }
}

impl Keyed for Qubic {
    fn key(&self, board: &Board) -> Key {
        Key::mix(Key::mix(board.x).0 ^ board.o)
    }

    fn code(&self, Cell(cell): Cell) -> Option<u16> {
        Some(cell.into())
    }
}

/// The 192 ways to lay the cube of four on its own lines, and the 48 of the cube of three: see `cube.rs`.
impl Symmetric for Qubic {
    fn symmetries(&self) -> u32 {
        self.cube.symmetries.len() as u32
    }

    fn image(&self, board: &Board, symmetry: u32) -> Board {
        let to = &self.cube.symmetries[symmetry as usize];
        let image = |marks| cells(marks).fold(0, |image, Cell(cell)| image | 1 << to[usize::from(cell)]);
        Board { x: image(board.x), o: image(board.o) }
    }

    fn image_of_action(&self, Cell(cell): Cell, symmetry: u32) -> Cell {
        Cell(self.cube.symmetries[symmetry as usize][usize::from(cell)])
    }

    /// The image with the least numbers, of those that take a certain mark to the first cell: see `Cube::anchors`.
    fn representative(&self, board: &Board) -> (Key, u32) {
        let images = self.cube.anchors(board.x, board.o).map(|symmetry| (self.image(board, symmetry), symmetry));
        let least = images.min_by_key(|&(Board { x, o }, symmetry)| (x, o, symmetry));
        let (image, symmetry) = least.unwrap_or((*board, 0));
        (self.key(&image), symmetry)
    }
}

/// The side of a seat: the first is MAX.
fn seat_of(side: Side) -> Seat {
    if side == Side::Max { Seat::FIRST } else { Seat::SECOND }
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size must be 3 or 4, not {}", self.0)
    }
}

impl std::error::Error for SizeError {}
