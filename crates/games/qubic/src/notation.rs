//! Qubic as text.
//!
//! A cell is its layer, its row and its column: `1a1` is the first of all, `1a4` the last of the first row, `4d4` the
//! last of all. A position is its cells layer by layer and row by row, X, O, and `-` for an empty cell, with `/`
//! between the layers.

use counterplay_core::picture::{self, Drawing, Mark, Picture, Piece};
use counterplay_core::{Notation, Seat, SetUp, Side, TextError};

use counterplay_core::marks;

use super::{Board, Cell, Qubic};

impl Notation for Qubic {
    fn sides(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    /// The name of a cell: `2b3`.
    fn action_text(&self, _: &Board, cell: Cell) -> String {
        self.cell_name(cell)
    }

    /// The layers: `X--O------------/----------------/…`.
    fn position_text(&self, board: &Board) -> String {
        let layer = usize::from(self.size()).pow(2);
        let mark = |cell| match board.owner(Cell(cell)) {
            Some(Seat::FIRST) => 'X',
            Some(_) => 'O',
            None => '-',
        };
        let marks: Vec<char> = (0..self.size().pow(3)).map(mark).collect();
        let layers: Vec<String> = marks.chunks(layer).map(|layer| layer.iter().collect()).collect();
        layers.join("/")
    }

    /// Reads a position that can arise in play, and no other.
    ///
    /// Small letters will do, and `.` or `_` for an empty cell; there may be `/` or white space between rows and
    /// layers, and a byte order mark before it all.
    fn parse_position(&self, text: &str) -> Result<Board, TextError> {
        let board = self.parse_cells(text)?;
        match self.broken_rule(&board) {
            Some(rule) => Err(TextError::new(0, rule)),
            None => Ok(board),
        }
    }
}

impl Picture for Qubic {
    /// The layers beside one another, with a gap between them.
    fn picture(&self, board: &Board, last: Option<Cell>) -> Drawing {
        let size = u16::from(self.size());
        let winning = self.winning_cells(board);
        let cell = |number: u8| {
            let (layer, row, column) = self.coordinates(Cell(number));
            let across = u16::from(layer) * (size + 1) + u16::from(column);
            let empty = picture::Cell::new(self.cell_name(Cell(number)), across, row.into());
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
        let columns = (0..size * (size + 1) - 1).map(|across| match across % (size + 1) + 1 {
            gap if gap > size => String::new(),
            column => column.to_string(),
        });
        Drawing {
            cells: (0..self.size().pow(3)).map(cell).collect(),
            columns: columns.collect(),
            rows: ('a'..).take(usize::from(size)).map(String::from).collect(),
            layers: usize::from(size),
            ..Drawing::default()
        }
    }
}

impl SetUp for Qubic {
    fn example(&self) -> Board {
        Board { x: 1, o: 2 }
    }

    fn arranged(&self, pieces: &[(&str, &Piece)], _: Seat) -> String {
        let sign = |cell: u8| {
            let name = self.cell_name(Cell(cell));
            let standing = pieces.iter().find(|(at, _)| *at == name);
            standing.map_or('-', |(_, piece)| if piece.side == Side::Max { 'X' } else { 'O' })
        };
        (0..self.size().pow(3)).map(sign).collect()
    }
}

impl Qubic {
    fn coordinates(&self, Cell(cell): Cell) -> (u8, u8, u8) {
        let size = self.size();
        (cell / size / size, cell / size % size, cell % size)
    }

    pub(super) fn cell_name(&self, cell: Cell) -> String {
        let (layer, row, column) = self.coordinates(cell);
        format!("{}{}{}", layer + 1, char::from(b'a' + row), column + 1)
    }

    /// Reads the marks, whether or not they can arise in play.
    fn parse_cells(&self, text: &str) -> Result<Board, TextError> {
        let size = usize::from(self.size());
        let expected = size.pow(3);
        let (x, o) = marks::read(text, expected, size, &format!("{size} layers of {}", size * size))?;
        Ok(Board { x, o })
    }

    /// The rule by which a board cannot arise in play. There is no other: see tic-tac-toe.
    fn broken_rule(&self, board: &Board) -> Option<String> {
        let (x, o) = (board.x.count_ones(), board.o.count_ones());
        if x != o && x != o + 1 {
            return Some(format!("X begins, so X must have as many cells as O, or one more; here X has {x} and O {o}"));
        }
        let mover = board.mover();
        let (own, last) = (board.of(mover), board.of(mover.other()));
        let [own_mark, last_mark] = if mover == Seat::FIRST { ['X', 'O'] } else { ['O', 'X'] };
        if self.has_line(own) {
            return Some(if self.has_line(last) {
                "X and O both have a line, but the first line ends the game".to_owned()
            } else {
                format!("{own_mark} has a line, but {last_mark} moved after that: a line ends the game")
            });
        }
        let one_move_made_all = || super::cells(last).any(|Cell(cell)| !self.has_line(last & !(1 << cell)));
        (self.has_line(last) && !one_move_made_all())
            .then(|| format!("{last_mark} has lines that no single move can have made: a line ends the game"))
    }
}
