//! Connect four as text.
//!
//! A column is a digit, from 1 at the left, and after 9 a small letter: a, b, c and so on, without o and x, which are
//! stones. A position is the columns of the moves that led to it, `4455`, or its cells row by row from the top, X, O
//! and `.` for an empty cell: `......./......./......./......./...OO../...XX..`.
//!
//! A board does not tell in which order its stones were played, so that it is written by its cells. The empty one is
//! written as no moves at all.

use std::collections::HashSet;

use counterplay_core::notation::find_action;
use counterplay_core::picture::{self, Drawing, Figure, Mark, Material, Path, Picture, Piece, Stuff};
use counterplay_core::{Game, Notation, Seat, SetUp, Side, TextError};

use super::{Board, Column, Connect4};

/// The signs of the columns, from the left.
const COLUMNS: &[u8; Connect4::WIDEST as usize] = b"123456789abcdefghijklmnpqrstuvwy";

/// The signs that only a text of cells has.
const CELLS: [char; 8] = ['X', 'x', 'O', 'o', '.', '-', '_', '/'];

impl Notation for Connect4 {
    fn sides(&self) -> [&'static str; 2] {
        ["Red", "Yellow"]
    }

    /// The sign of the column: `4`.
    fn action_text(&self, _: &Board, column: Column) -> String {
        self.sign(column).to_string()
    }

    fn parse_action(&self, board: &Board, text: &str, legal: &[Column]) -> Result<Column, TextError> {
        match self.column_of(text.trim()) {
            Some(column) if legal.contains(&column) => Ok(column),
            Some(column) if !legal.is_empty() => Err(TextError::new(0, self.full(board, column))),
            _ => find_action(text, legal, |column| self.action_text(board, column)),
        }
    }

    /// The cells row by row from the top; nothing for the empty board.
    fn position_text(&self, board: &Board) -> String {
        if *board == Board::EMPTY {
            return String::new();
        }
        let sign = |row, at| match self.owner(board, Column(at), row) {
            Some(Seat::FIRST) => 'X',
            Some(_) => 'O',
            None => '.',
        };
        let rows = (0..self.height).rev().map(|row| (0..self.width).map(|at| sign(row, at)).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    /// Reads a position that can arise in play, and no other.
    ///
    /// Small letters will do for the stones, capitals for the columns, `-` or `_` for an empty cell, `/` between rows
    /// or none; there may be white space anywhere, commas between moves, and a byte order mark before it all.
    fn parse_position(&self, text: &str) -> Result<Board, TextError> {
        if !text.contains(CELLS) {
            return self.parse_moves(text);
        }
        let sides = self.parse_cells(text)?;
        let board = self.board_of(sides).map_err(|rule| TextError::new(0, rule))?;
        match self.broken_rule(&board) {
            Some(rule) => Err(TextError::new(0, rule)),
            None => Ok(board),
        }
    }

    /// Each sign by itself: `4455` is four moves.
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        let signs = moves.char_indices().map(|(at, sign)| &moves[at..at + sign.len_utf8()]);
        signs.filter(|sign| !is_space(sign.chars().next().unwrap_or(' '))).collect()
    }
}

/// A cell is called by its column and its row, `4.1` at the bottom.
impl Picture for Connect4 {
    fn picture(&self, board: &Board, last: Option<Column>) -> Drawing {
        let winning = self.line_cells(board.other());
        // The last stone is the highest one of its column.
        let tops = (board.all + self.floor) >> 1 & board.all;
        let last = last.map_or(0, |column| tops & self.column(column));
        let cell = |row: u8, at: u8| {
            let column = Column(at);
            let empty =
                picture::Cell::new(self.cell_name(column, row), u16::from(at), u16::from(self.height - 1 - row));
            let cell = match self.owner(board, column, row) {
                None => empty,
                Some(Seat::FIRST) => empty.figure("X", Side::Max, Figure::Disc),
                Some(_) => empty.figure("O", Side::Min, Figure::Disc),
            };
            match self.cell(column, row) {
                bit if bit & winning != 0 => cell.mark(Mark::Winning),
                bit if bit & last != 0 => cell.mark(Mark::Last),
                _ => cell,
            }
        };
        Drawing {
            cells: (0..self.height).rev().flat_map(|row| (0..self.width).map(move |at| cell(row, at))).collect(),
            columns: (0..self.width).map(|at| self.sign(Column(at)).to_string()).collect(),
            board: Material::Frame,
            pieces: [Stuff::Red, Stuff::Yellow],
            ..Drawing::default()
        }
    }

    /// Any cell of the column will do; the one to point at is where the stone comes to lie.
    fn clicks(&self, board: &Board, column: Column) -> Vec<Path> {
        let landing = (0..self.height).find(|&row| self.owner(board, column, row).is_none()).unwrap_or(0);
        let others = (0..self.height).filter(|&row| row != landing);
        std::iter::once(landing).chain(others).map(|row| vec![self.cell_name(column, row)]).collect()
    }
}

impl SetUp for Connect4 {
    fn example(&self) -> Board {
        let second = if self.height > 1 { 2 } else { 1 << self.stride() };
        Board { own: 1, all: 1 | second }
    }

    fn arranged(&self, pieces: &[(&str, &Piece)], _: Seat) -> String {
        if pieces.is_empty() {
            return String::new();
        }
        let sign = |row: u8, at: u8| {
            let name = self.cell_name(Column(at), row);
            let standing = pieces.iter().find(|(cell, _)| *cell == name);
            standing.map_or('.', |(_, piece)| if piece.side == Side::Max { 'X' } else { 'O' })
        };
        let rows = (0..self.height).rev().map(|row| (0..self.width).map(|at| sign(row, at)).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }
}

/// What may stand between moves.
fn is_space(sign: char) -> bool {
    sign.is_whitespace() || sign == ','
}

impl Connect4 {
    fn cell_name(&self, column: Column, row: u8) -> String {
        format!("{}.{}", self.sign(column), row + 1)
    }

    fn sign(&self, Column(at): Column) -> char {
        char::from(COLUMNS[usize::from(at)])
    }

    /// The column that a text is the sign of.
    fn column_of(&self, text: &str) -> Option<Column> {
        let signs = COLUMNS[..usize::from(self.width)].iter();
        signs
            .zip(0..)
            .find(|(sign, _)| text.as_bytes() == [sign.to_ascii_uppercase()] || text.as_bytes() == [**sign])
            .map(|(_, at)| Column(at))
    }

    /// The columns, for a message: `1 to 7`.
    fn range(&self) -> String {
        format!("{} to {}", self.sign(Column(0)), self.sign(Column(self.width - 1)))
    }

    /// Says that a column is full, and which are not.
    fn full(&self, board: &Board, column: Column) -> String {
        let open: Vec<String> = self.action_list(board).iter().map(|&open| self.sign(open).to_string()).collect();
        format!("column {} is full; expected one of {}", self.sign(column), open.join(", "))
    }

    /// Plays the moves from the start.
    fn parse_moves(&self, text: &str) -> Result<Board, TextError> {
        let mut board = self.initial();
        for (offset, sign) in text.char_indices() {
            if is_space(sign) || sign == '\u{feff}' && offset == 0 {
                continue;
            }
            let wrong = |message: String| Err(TextError::new(offset, message));
            let Some(column) = self.column_of(sign.encode_utf8(&mut [0; 4])) else {
                return wrong(format!("expected a column, {}, found {sign:?}", self.range()));
            };
            if self.is_terminal(&board) {
                let how = match (self.is_won(&board), board.mover()) {
                    (false, _) => "the board is full",
                    (true, Seat::FIRST) => "O has won",
                    (true, _) => "X has won",
                };
                return wrong(format!("the game is over after {} moves: {how}", board.stones()));
            }
            if self.playable(&board) & self.column(column) == 0 {
                return wrong(self.full(&board, column));
            }
            self.apply(&mut board, column);
        }
        Ok(board)
    }

    /// Reads the stones of X and of O, whether or not they can arise in play.
    fn parse_cells(&self, text: &str) -> Result<[u64; 2], TextError> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let expected = width * height;
        let mut sides = [0; 2];
        let (mut found, mut first_beyond, mut row_ended) = (0, None, false);
        for (offset, sign) in text.char_indices() {
            match sign {
                '/' if found > 0 && found < expected && found % width == 0 && !row_ended => row_ended = true,
                '/' => return Err(TextError::new(offset, format!("`/` may only stand between rows of {width} cells"))),
                _ if CELLS.contains(&sign) => {
                    if found >= expected {
                        first_beyond.get_or_insert(offset);
                    } else {
                        let cell = self.cell(Column((found % width) as u8), (height - 1 - found / width) as u8);
                        match sign {
                            'X' | 'x' => sides[0] |= cell,
                            'O' | 'o' => sides[1] |= cell,
                            _ => {}
                        }
                    }
                    found += 1;
                    row_ended = false;
                }
                '\u{feff}' if offset == 0 => {}
                space if space.is_whitespace() => {}
                other => return Err(TextError::new(offset, format!("expected a cell, X, O or ., found {other:?}"))),
            }
        }
        match first_beyond {
            None if found == expected => Ok(sides),
            beyond => {
                let message =
                    format!("expected {expected} cells, X, O or ., in {height} rows of {width}; found {found}");
                Err(TextError::new(beyond.unwrap_or(text.len()), message))
            }
        }
    }

    /// The board with these stones, if none floats and their numbers are right.
    fn board_of(&self, [x, o]: [u64; 2]) -> Result<Board, String> {
        let all = x | o;
        // A stone floats if the cell below it is empty; below the lowest cell there is none.
        let floating = all & !self.floor & !(all << 1);
        if floating != 0 {
            let at = floating.trailing_zeros();
            let (column, row) = (Column((at / self.stride()) as u8), at % self.stride() + 1);
            return Err(format!(
                "the stone in column {}, row {row} from below, has nothing under it",
                self.sign(column)
            ));
        }
        match (x.count_ones(), o.count_ones()) {
            (xs, os) if xs == os => Ok(Board { own: x, all }),
            (xs, os) if xs == os + 1 => Ok(Board { own: o, all }),
            (xs, os) => {
                Err(format!("X begins, so X must have as many stones as O, or one more; here X has {xs} and O {os}"))
            }
        }
    }

    /// The rule by which a board cannot arise in play, though its stones lie well.
    fn broken_rule(&self, board: &Board) -> Option<String> {
        let [mover, last] = if board.mover() == Seat::FIRST { ['X', 'O'] } else { ['O', 'X'] };
        if self.has_line(board.own) {
            return Some(if self.has_line(board.other()) {
                "X and O both have four in a row, but the first line ends the game".to_owned()
            } else {
                format!("{mover} has four in a row, but {last} moved after that: a line ends the game")
            });
        }
        let won = self.has_line(board.other());
        let before = self.before(board).filter(|before| !won || !self.has_line(before.own)).collect::<Vec<_>>();
        if won && before.is_empty() {
            return Some(format!("{last} has lines of four that no single move completes: the first ends the game"));
        }
        let can_arise = *board == Board::EMPTY || self.some_can_arise(before);
        (!can_arise).then(|| "no order of moves by turns makes this board: its columns do not fit together".to_owned())
    }

    /// The boards from which one move leads to this one.
    fn before(&self, board: &Board) -> impl Iterator<Item = Board> {
        let Board { own, all } = *board;
        let last = own ^ all;
        let mut tops = (all + self.floor) >> 1 & last;
        std::iter::from_fn(move || {
            let top = tops & tops.wrapping_neg();
            tops ^= top;
            (top != 0).then_some(Board { own: last ^ top, all: all ^ top })
        })
    }

    /// Whether one of the boards can arise by turns from the empty one, by taking stones back in every order. None of
    /// them has a line, so that no order ends the game.
    ///
    /// A position in which each column has so and so many stones is looked at once. There are at most 7^7 of them on
    /// the usual board. On larger ones an unusual board may have too many to look at, and then has the benefit of the
    /// doubt.
    fn some_can_arise(&self, mut boards: Vec<Board>) -> bool {
        const MOST: usize = 1 << 20;
        let mut seen: HashSet<u64> = HashSet::new();
        while let Some(board) = boards.pop() {
            if board == Board::EMPTY || seen.len() > MOST {
                return true;
            }
            if seen.insert(board.all) {
                boards.extend(self.before(&board));
            }
        }
        false
    }
}
