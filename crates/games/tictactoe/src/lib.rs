//! Tic-tac-toe: a square board, and so many in a row.
//!
//! X is MAX and begins. Whoever first has `align` cells in a row, a column or a diagonal has won; a full board
//! without such a line is a draw.
//!
//! ```
//! use counterplay_core::Notation;
//! use counterplay_core::search::{Settings, alphabeta};
//! use counterplay_core::trace::Silent;
//! use counterplay_tictactoe::TicTacToe;
//!
//! let game = TicTacToe::default();
//! let board = game.parse_position("XX- OO- ---")?;
//! let decision = alphabeta(&game, &board, &Settings::new(), &mut Silent)?;
//! let action = decision.action.expect("X has a move");
//! assert_eq!(game.action_text(&board, action), "c1");
//! assert_eq!(decision.value.score, 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
mod forcing;
mod index;
#[cfg(test)]
mod laws;
mod notation;
#[cfg(test)]
mod tests;

use std::fmt;

use counterplay_core::{Actions, Game, Key, Keyed, Score, Seat, Symmetric, Turn, Without};

#[cfg(not(test))]
pub use entry::entry;
pub use forcing::Field;

/// The rules for one size of the board and one length of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TicTacToe {
    size: u8,
    align: u8,
    /// The bits of all cells.
    cells: u64,
    /// The four ways a line can run.
    directions: [Direction; 4],
}

/// The lines that run one way: from one of the `starts`, by `step` bits from cell to cell.
///
/// A line exists only from a start, so a run of bits that wraps around the edge of the board is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Direction {
    step: u8,
    starts: u64,
}

/// A cell of the board, by its number row by row; as an action, to put one's mark there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

/// The marks on the board, a bit for each cell: row by row from the top, each row from the left.
///
/// ```text
///      a  b  c                a  b  c  d
///   1  0  1  2             1  0  1  2  3
///   2  3  4  5             2  4  5  6  7       bit = size * (row - 1) + column, a being column 0
///   3  6  7  8             3  8  9 10 11
///                          4 12 13 14 15
/// ```
///
/// Who is to move follows from the number of marks. A board is only made by the rules and the parser, so that
/// no cell has two marks and at most one side has a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    x: u64,
    o: u64,
}

/// Options that make no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// A board of this size does not fit into 64 bits, or has no cells.
    Size(u32),
    /// A line of this length does not fit on the board.
    Align {
        /// The length.
        align: u32,
        /// The size of the board.
        size: u32,
    },
}

impl TicTacToe {
    /// The largest board: its 64 cells fill a word.
    pub const LARGEST: u32 = 8;

    /// A board of `size` times `size` cells, on which `align` in a row win.
    ///
    /// # Errors
    /// If `size` is not from 1 to [`TicTacToe::LARGEST`], or `align` not from 1 to `size`.
    pub fn new(size: u32, align: u32) -> Result<TicTacToe, OptionError> {
        if !(1..=Self::LARGEST).contains(&size) {
            Err(OptionError::Size(size))
        } else if !(1..=size).contains(&align) {
            Err(OptionError::Align { align, size })
        } else {
            Ok(Self::within_range(size as u8, align as u8))
        }
    }

    fn within_range(size: u8, align: u8) -> TicTacToe {
        let side = i32::from(size);
        let reach = i32::from(align) - 1;
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right)| {
            let ends_on_board = |cell: &i32| {
                let (row, column) = (cell / side + down * reach, cell % side + right * reach);
                (0..side).contains(&row) && (0..side).contains(&column)
            };
            let starts = (0..side * side).filter(ends_on_board).fold(0, |starts, cell| starts | 1 << cell);
            Direction { step: (down * side + right) as u8, starts }
        });
        TicTacToe { size, align, cells: u64::MAX >> (64 - side * side), directions }
    }

    /// The number of rows, and of columns.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// How many in a row win.
    #[must_use]
    pub fn align(&self) -> u8 {
        self.align
    }

    /// Whether somebody with these marks has a line.
    ///
    /// PERF: against a mask for each line, a whole search takes as long on 3x3, and 2.5 times less on 8x8 for three in
    /// a row, which has 168 lines.
    fn has_line(&self, marks: u64) -> bool {
        self.directions.iter().any(|&Direction { step, starts }| {
            // What is left of the starts after each cell: those whose line has been complete so far.
            (1..self.align).fold(starts & marks, |run, cell| run & (marks >> (cell * step))) != 0
        })
    }

    /// The cells of all lines that somebody has.
    fn winning_cells(&self, board: &Board) -> u64 {
        let lines = |marks: u64| {
            let in_direction = |&Direction { step, starts }: &Direction| {
                let from = (1..self.align).fold(starts & marks, |run, cell| run & (marks >> (cell * step)));
                (0..self.align).fold(0, |cells, cell| cells | from << (cell * step))
            };
            self.directions.iter().map(in_direction).fold(0, |all, cells| all | cells)
        };
        lines(board.x) | lines(board.o)
    }

    /// Whether the last move made a line. The side to move cannot have one: the game would have ended before.
    fn is_won(&self, board: &Board) -> bool {
        self.has_line(if board.mover() == Seat::FIRST { board.o } else { board.x })
    }
}

impl Default for TicTacToe {
    /// Three in a row on three by three.
    fn default() -> TicTacToe {
        TicTacToe::within_range(3, 3)
    }
}

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
}

impl Game for TicTacToe {
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

    /// The empty cells, row by row.
    fn actions(&self, board: &Board, out: &mut Actions<Cell>) {
        if self.is_won(board) {
            return;
        }
        let mut empty = self.cells & !(board.x | board.o);
        while empty != 0 {
            out.push(Cell(empty.trailing_zeros() as u8));
            empty &= empty - 1;
        }
    }

    fn apply(&self, board: &mut Board, Cell(cell): Cell) {
        debug_assert!((self.cells & !(board.x | board.o)) >> cell & 1 == 1, "the cell is not empty");
        match board.mover() {
            Seat::FIRST => board.x |= 1 << cell,
            _ => board.o |= 1 << cell,
        }
    }

    fn is_terminal(&self, board: &Board) -> bool {
        board.x | board.o == self.cells || self.is_won(board)
    }

    fn utility(&self, board: &Board) -> Score {
        match (self.is_won(board), board.mover()) {
            (false, _) => Score::DRAW,
            (true, Seat::FIRST) => Score::LOSS,
            (true, _) => Score::WIN,
        }
    }
}

impl Keyed for TicTacToe {
    fn key(&self, board: &Board) -> Key {
        Key::mix(Key::mix(board.x).0 ^ board.o)
    }

    fn code(&self, Cell(cell): Cell) -> Option<u16> {
        Some(cell.into())
    }
}

/// The eight ways to lay a square on itself: 4 exchanges rows and columns, then 2 turns the board upside down and 1
/// left to right, and their sums do several of these.
impl Symmetric for TicTacToe {
    fn symmetries(&self) -> u32 {
        8
    }

    fn image(&self, board: &Board, symmetry: u32) -> Board {
        let image = |mut marks: u64| {
            let mut moved = 0;
            while marks != 0 {
                let Cell(cell) = self.image_of_action(Cell(marks.trailing_zeros() as u8), symmetry);
                moved |= 1 << cell;
                marks &= marks - 1;
            }
            moved
        };
        Board { x: image(board.x), o: image(board.o) }
    }

    fn image_of_action(&self, Cell(cell): Cell, symmetry: u32) -> Cell {
        let (mut row, mut column) = (cell / self.size, cell % self.size);
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        if symmetry & 2 != 0 {
            row = self.size - 1 - row;
        }
        if symmetry & 1 != 0 {
            column = self.size - 1 - column;
        }
        Cell(row * self.size + column)
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Size(size) => write!(f, "size must be from 1 to {}, not {size}", TicTacToe::LARGEST),
            OptionError::Align { align, size } => {
                write!(f, "align must be from 1 to {size}, the size of the board, not {align}")
            }
        }
    }
}

impl std::error::Error for OptionError {}
