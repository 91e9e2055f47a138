//! Connect four: stones fall into columns, and four in a row win.
//!
//! X is MAX and begins. Whoever first has four stones in a row, a column or a diagonal has won; a full board without
//! such a line is a draw. The sooner a win, the more it is worth: on the usual board 22 less the stones that the winner
//! has played.
//!
//! ```
//! use counterplay_core::{Bounds, Game, Inspect, Notation, Truth};
//! use counterplay_connect4::{Column, Connect4, Threats};
//!
//! let game = Connect4::default();
//! let board = game.parse_position("334455")?; // the columns of the moves
//! let won = game.result(&board, Column(1)); // columns count from 0
//! assert!(game.is_terminal(&won));
//! assert_eq!(game.utility(&won).get(), 18); // X has won with the fourth stone
//! // What the game teaches the search: X wins from here on.
//! let facts = Threats.facts(&game, &board);
//! assert_eq!(Threats.bounds(&game, &board, &facts, None), Bounds::new(18, 18));
//! # Ok::<(), counterplay_core::TextError>(())
//! ```

// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
mod evaluation;
mod forcing;
mod index;
mod knowledge;
#[cfg(test)]
mod laws;
mod notation;
#[cfg(test)]
mod tests;

use std::fmt;

use counterplay_core::{Actions, Bounds, Draws, Game, Key, Keyed, Score, Seat, Symmetric, Turn, Without};

#[cfg(not(test))]
pub use entry::entry;
pub use evaluation::Prospects;
pub use knowledge::{Facts, Threats};

/// How many in a row win.
const LINE: u32 = 4;

/// The rules for one size of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4 {
    width: u8,
    height: u8,
    /// The bits of all cells.
    cells: u64,
    /// The lowest cell of each column.
    floor: u64,
    /// The second row, the fourth and so on, counted from below.
    even: u64,
    /// How many bits it is from one cell of a line to the next: up, falling, level, rising.
    steps: [u32; 4],
    /// What divides a bit's number by the bits of a column, in 4096ths.
    inverse: u32,
}

/// A column of the board, counted from 0 at the left; as an action, to drop a stone into it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

/// The stones on the board, a bit for each cell: column by column from the left, each from below.
///
/// ```text
///    .  .  .  .  .  .  .      above the board: never a stone, so that no line
///    5 12 19 26 33 40 47      runs from the top of a column into the next one
///    4 11 18 25 32 39 46
///    3 10 17 24 31 38 45      bit = (height + 1) * column + row,
///    2  9 16 23 30 37 44      both counted from 0
///    1  8 15 22 29 36 43
///    0  7 14 21 28 35 42
/// ```
///
/// To add the lowest cell of a column to all its stones carries up to the first empty cell. Who is to move follows from
/// the number of stones. A board is only made by the rules and the parser, so that no stone floats and the side to move
/// has no line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// The stones of the side to move.
    own: u64,
    /// The stones of both sides.
    all: u64,
}

/// Options that make no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// A board without columns, or with too many.
    Width(u32),
    /// A board without rows, or with too many.
    Height(u32),
    /// A board of this size does not fit into 64 bits.
    Size {
        /// The columns.
        width: u32,
        /// The rows.
        height: u32,
    },
}

impl Connect4 {
    /// The greatest width: 32 columns of one row fill a word.
    pub const WIDEST: u32 = 32;
    /// The greatest height: a column of 63 rows, and what is above it, fill a word.
    pub const HIGHEST: u32 = 63;

    /// A board of so many columns and rows.
    ///
    /// # Errors
    /// If there are none of them, or if width times (height + 1) is more than 64.
    pub fn new(width: u32, height: u32) -> Result<Connect4, OptionError> {
        if !(1..=Self::WIDEST).contains(&width) {
            Err(OptionError::Width(width))
        } else if !(1..=Self::HIGHEST).contains(&height) {
            Err(OptionError::Height(height))
        } else if width * (height + 1) > u64::BITS {
            Err(OptionError::Size { width, height })
        } else {
            Ok(Self::within_range(width, height))
        }
    }

    fn within_range(width: u32, height: u32) -> Connect4 {
        let column = height + 1;
        let floor = (0..width).fold(0, |floor, at| floor | 1u64 << (at * column));
        let rows = |first, step| (first..height).step_by(step).fold(0, |cells, row| cells | floor << row);
        let steps = Self::steps(width, height);
        // Rounded up, it is exact for all 64 bits: the error is less than 64 times 64.
        let inverse = (1 << 12) / column + 1;
        let (cells, even) = (rows(0, 1), rows(1, 2));
        Connect4 { width: width as u8, height: height as u8, cells, floor, even, steps, inverse }
    }

    /// How many bits it is from one cell of a line to the next: up, falling, level, rising.
    const fn steps(width: u32, height: u32) -> [u32; 4] {
        // Where only upright lines fit, the other steps would lead out of the word.
        if width < LINE { [1; 4] } else { [1, height, height + 1, height + 2] }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Whose stone is in a cell; rows count from 0 at the bottom.
    #[must_use]
    pub fn owner(&self, board: &Board, column: Column, row: u8) -> Option<Seat> {
        let holds = |stones: u64| stones & self.cell(column, row) != 0;
        let [x, o] = board.sides();
        if holds(x) { Some(Seat::FIRST) } else { holds(o).then_some(Seat::SECOND) }
    }

    #[inline]
    fn cell(&self, Column(at): Column, row: u8) -> u64 {
        1 << (u32::from(at) * self.stride() + u32::from(row))
    }

    #[inline]
    fn size(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// All cells of a column.
    fn column(&self, Column(at): Column) -> u64 {
        ((1 << self.height) - 1) << (u32::from(at) * self.stride())
    }

    /// How many bits it is from one column to the next.
    #[inline]
    fn stride(&self) -> u32 {
        u32::from(self.height) + 1
    }

    /// The cells into which a stone can fall.
    #[inline]
    fn playable(&self, board: &Board) -> u64 {
        (board.all + self.floor) & self.cells
    }

    /// Whether there is a line within these cells.
    #[inline]
    fn has_line(&self, cells: u64) -> bool {
        self.along_lines(move |steps| {
            steps.into_iter().fold(0, |found, step| {
                let pairs = cells & cells >> step;
                found | pairs & pairs >> (2 * step)
            }) != 0
        })
    }

    /// Works something out by the steps of the board's lines.
    ///
    /// PERF: where the compiler knows the steps, to find a line takes 26 instructions instead of 48. So the work is
    /// compiled for the usual board, and once more for all others, in a call of its own, which keeps the usual way
    /// small.
    #[inline(always)]
    fn along_lines<R>(&self, work: impl Fn([u32; 4]) -> R) -> R {
        const USUAL: [u32; 4] = Connect4::steps(7, 6);
        #[inline(never)]
        fn elsewhere<R>(steps: [u32; 4], work: impl Fn([u32; 4]) -> R) -> R {
            work(steps)
        }
        // One of the steps tells the others.
        if self.steps[1] == USUAL[1] { work(USUAL) } else { elsewhere(self.steps, work) }
    }

    /// The cells of all lines within these cells.
    fn line_cells(&self, cells: u64) -> u64 {
        self.steps.iter().fold(0, |found, &step| {
            let pairs = cells & cells >> step;
            let starts = pairs & pairs >> (2 * step);
            (0..LINE).fold(found, |found, at| found | starts << (at * step))
        })
    }

    /// Whether the last move made a line. The side to move cannot have one: the game would have ended before.
    #[inline]
    fn is_won(&self, board: &Board) -> bool {
        self.has_line(board.other())
    }

    /// What a win is worth that is made with the stone of this number, counting both sides' stones from 1.
    ///
    /// The last stone of all wins 1 if it is the first player's, who has one more on a board with an odd number of
    /// cells.
    #[inline]
    fn worth(&self, stone: u32) -> i32 {
        (self.size().div_ceil(2) + 1) as i32 - stone.div_ceil(2) as i32
    }
}

impl Default for Connect4 {
    /// Seven columns and six rows.
    fn default() -> Connect4 {
        Connect4::within_range(7, 6)
    }
}

impl Board {
    const EMPTY: Board = Board { own: 0, all: 0 };

    /// The stones of the side that moved last.
    #[inline]
    fn other(&self) -> u64 {
        self.own ^ self.all
    }

    /// How many stones there are.
    #[inline]
    fn stones(&self) -> u32 {
        self.all.count_ones()
    }

    #[inline]
    fn mover(&self) -> Seat {
        Seat((self.stones() % 2) as u8)
    }

    /// The first player's stones, and the second's.
    fn sides(&self) -> [u64; 2] {
        if self.mover() == Seat::FIRST { [self.own, self.other()] } else { [self.other(), self.own] }
    }

    /// Drops a stone onto what is in the column whose lowest cell is this.
    #[inline]
    fn drop(&mut self, floor: u64) {
        *self = Board { own: self.other(), all: self.all | (self.all + floor) };
    }
}

impl Game for Connect4 {
    type State = Board;
    type Action = Column;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        Board::EMPTY
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        Turn::Seat(board.mover())
    }

    /// The columns that are not full, from the left.
    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Column>) {
        if !self.is_won(board) {
            self.columns_of(self.playable(board), out);
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, Column(at): Column) {
        debug_assert!(self.playable(board) & self.column(Column(at)) != 0, "the column is full");
        board.drop(1 << (u32::from(at) * self.stride()));
    }

    #[inline]
    fn is_terminal(&self, board: &Board) -> bool {
        self.is_won(board) || board.all == self.cells
    }

    /// Half of the cells, rounded up, and one, less the stones that the winner has played; 0 for a draw.
    #[inline]
    fn utility(&self, board: &Board) -> Score {
        // A game that is over before the board is full has been won.
        match (board.all != self.cells || self.is_won(board), board.mover()) {
            (false, _) => Score::DRAW,
            (true, Seat::FIRST) => Score::new(-self.worth(board.stones())),
            (true, _) => Score::new(self.worth(board.stones())),
        }
    }

    /// Nobody wins before the fourth stone, and nobody at all in a single column, where the colours alternate.
    fn bounds(&self) -> Bounds {
        let fits = u32::from(self.width.max(self.height)) >= LINE && self.width > 1;
        let soonest = |stone| if fits && self.size() >= stone { self.worth(stone) } else { 0 };
        Bounds::new(-soonest(2 * LINE), soonest(2 * LINE - 1))
    }

    /// A full board is worth nothing. On small boards one side alone can win, or win more.
    fn draws(&self) -> Draws {
        Draws::Worth(Score::DRAW)
    }
}

impl Connect4 {
    /// Pushes the columns of some cells, from the left.
    #[inline]
    fn columns_of(&self, mut cells: u64, out: &mut Actions<Column>) {
        while cells != 0 {
            out.push(Column(((cells.trailing_zeros() * self.inverse) >> 12) as u8));
            cells &= cells - 1;
        }
    }

    /// The whole board in one number, another one for every board: in each column a bit for the first empty cell, and
    /// below it the stones of the side to move.
    #[inline]
    fn number(&self, board: &Board) -> u64 {
        (board.all + self.floor) | board.own
    }

    /// The columns in the opposite order, with what is above them.
    #[inline]
    fn mirror(&self, cells: u64) -> u64 {
        let (width, stride) = (u32::from(self.width), self.stride());
        let column = u64::MAX >> (u64::BITS - stride);
        // Each column changes places with the one across; a middle one stays, for it is across from itself.
        (0..width.div_ceil(2)).fold(0, |image, at| {
            let (from, apart) = (column << (at * stride), (width - 1 - 2 * at) * stride);
            image | (cells & from) << apart | cells >> apart & from
        })
    }
}

impl Keyed for Connect4 {
    fn key(&self, board: &Board) -> Key {
        Key::mix(self.number(board))
    }

    fn code(&self, Column(at): Column) -> Option<u16> {
        Some(u16::from(at))
    }
}

/// The board as it is, and its mirror image.
impl Symmetric for Connect4 {
    fn symmetries(&self) -> u32 {
        2
    }

    fn image(&self, board: &Board, symmetry: u32) -> Board {
        match symmetry {
            0 => *board,
            _ => Board { own: self.mirror(board.own), all: self.mirror(board.all) },
        }
    }

    fn image_of_action(&self, Column(at): Column, symmetry: u32) -> Column {
        if symmetry == 0 { Column(at) } else { Column(self.width - 1 - at) }
    }

    /// The one of the two with the lesser number.
    fn representative(&self, board: &Board) -> (Key, u32) {
        let number = self.number(board);
        let image = self.mirror(number);
        (Key::mix(number.min(image)), u32::from(image < number))
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Width(width) => write!(f, "width must be from 1 to {}, not {width}", Connect4::WIDEST),
            OptionError::Height(height) => write!(f, "height must be from 1 to {}, not {height}", Connect4::HIGHEST),
            OptionError::Size { width, height } => {
                let cells = width * (height + 1);
                write!(f, "width times (height + 1) must be at most 64; {width} times ({height} + 1) is {cells}")
            }
        }
    }
}

impl std::error::Error for OptionError {}
