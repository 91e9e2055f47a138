//! Tic-tac-toe as text.
//!
//! A cell is its column and its row: `a1` is the top left corner, `c1` the top right one of three columns. A
//! position is its cells row by row, `XO--X----`: X, O, and `-` for an empty cell.

use counterplay_core::picture::{self, Drawing, Mark, Picture, Piece};
use counterplay_core::{Notation, Seat, SetUp, Side, TextError};

use counterplay_core::marks;

use super::{Board, Cell, TicTacToe};

impl Notation for TicTacToe {
    fn sides(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    /// The name of a cell: `b3`.
    fn action_text(&self, _: &Board, cell: Cell) -> String {
        self.cell_name(cell)
    }

    /// The cells row by row: `XO--X----`.
    fn position_text(&self, board: &Board) -> String {
        let mark = |cell| match board.owner(Cell(cell)) {
            Some(Seat::FIRST) => 'X',
            Some(_) => 'O',
            None => '-',
        };
        (0..self.size * self.size).map(mark).collect()
    }

    /// Reads a position that can arise in play, and no other.
    ///
    /// Small letters will do, and `.` or `_` for an empty cell; there may be `/` between rows, white space
    /// anywhere, and a byte order mark before it all.
    fn parse_position(&self, text: &str) -> Result<Board, TextError> {
        let board = self.parse_cells(text)?;
        match self.broken_rule(&board) {
            Some(rule) => Err(TextError::new(0, rule)),
            None => Ok(board),
        }
    }
}

impl Picture for TicTacToe {
    fn picture(&self, board: &Board, last: Option<Cell>) -> Drawing {
        let size = usize::from(self.size);
        let winning = self.winning_cells(board);
        let cell = |number: u8| {
            let (column, row) = (u16::from(number % self.size), u16::from(number / self.size));
            let empty = picture::Cell::new(self.cell_name(Cell(number)), column, row);
            let cell = match board.owner(Cell(number)) {
                None => empty,
                Some(Seat::FIRST) => empty.piece("X", Side::Max),
                Some(_) => empty.piece("O", Side::Min),
            };
            match last {
                _ if winning >> number & 1 == 1 => cell.mark(Mark::Winning),
                Some(last) if last == Cell(number) => cell.mark(Mark::Last),
                _ => cell,
            }
        };
        Drawing {
            cells: (0..self.size * self.size).map(cell).collect(),
            columns: ('a'..).take(size).map(String::from).collect(),
            rows: (1..=size).map(|row| row.to_string()).collect(),
            ..Drawing::default()
        }
    }
}

impl SetUp for TicTacToe {
    fn example(&self) -> Board {
        Board { x: 1, o: 2 }
    }

    fn arranged(&self, pieces: &[(&str, &Piece)], _: Seat) -> String {
        let sign = |cell: u8| {
            let name = self.cell_name(Cell(cell));
            let standing = pieces.iter().find(|(at, _)| *at == name);
            standing.map_or('-', |(_, piece)| if piece.side == Side::Max { 'X' } else { 'O' })
        };
        (0..self.size * self.size).map(sign).collect()
    }
}

impl TicTacToe {
    fn cell_name(&self, Cell(cell): Cell) -> String {
        let column = char::from(b'a' + cell % self.size);
        format!("{column}{}", cell / self.size + 1)
    }

    /// Reads the marks, whether or not they can arise in play.
    fn parse_cells(&self, text: &str) -> Result<Board, TextError> {
        let size = usize::from(self.size);
        let expected = size * size;
        let (x, o) = marks::read(text, expected, size, &format!("{size} rows of {size}"))?;
        Ok(Board { x, o })
    }

    /// The rule by which a board cannot arise in play.
    ///
    /// There is no other: if nobody had a line before the last move, nobody had one at any time before, so that the
    /// marks can have been made in any order.
    fn broken_rule(&self, board: &Board) -> Option<String> {
        let (x, o, align) = (board.x.count_ones(), board.o.count_ones(), self.align);
        if x != o && x != o + 1 {
            return Some(format!("X begins, so X must have as many cells as O, or one more; here X has {x} and O {o}"));
        }
        let (last, last_mark, mover, mover_mark) =
            if board.mover() == Seat::FIRST { (board.o, 'O', board.x, 'X') } else { (board.x, 'X', board.o, 'O') };
        if self.has_line(mover) {
            return Some(if self.has_line(last) {
                format!("X and O both have {align} in a row, but the first line ends the game")
            } else {
                format!("{mover_mark} has {align} in a row, but {last_mark} moved after that: a line ends the game")
            });
        }
        let without = |cell: u8| last & !(1 << cell);
        let one_move_made_all = || (0..64).any(|cell| !self.has_line(without(cell)));
        (self.has_line(last) && !one_move_made_all())
            .then(|| format!("{last_mark} has lines of {align} that no single move completes: the first ends the game"))
    }
}
