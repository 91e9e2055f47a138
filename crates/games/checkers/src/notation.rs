//! Checkers as text, as PDN has it.
//!
//! A step is its two squares, `11-15`. A capture is the square that it begins on and the one that it ends on, `15x22`,
//! and all squares in between where more than one capture would be called so: `7x16x23`. A position is who is to move
//! and the squares of both sides, kings with a K: `B:W18,K22:B1-3,12`. A whole game may be in PDN: see [`Pdn`](super::Pdn).

use std::fmt::Write;

use counterplay_core::notation::{ParsedGame, find_action};
use counterplay_core::pgn;
use counterplay_core::picture::{Cell, Drawing, Figure, Mark, Material, Path, Picture, Piece};
use counterplay_core::{Game, Heading, Notation, Note, Seat, SetUp, Side, TextError};

use super::board::crown_row;
use super::{Board, Checkers, Move};

impl Notation for Checkers {
    fn sides(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    /// `11-15`, `15x22`, or all squares of a capture that is not the only one between its first and its last.
    fn action_text(&self, board: &Board, action: Move) -> String {
        if action.jumps() > 1 {
            let ends = ends(action);
            let alike = self.action_list(board).into_iter().filter(|&other| self::ends(other) == ends).count();
            if alike > 1 {
                return full_text(action);
            }
        }
        let (from, to) = ends(action);
        format!("{from}{}{to}", if action.is_capture() { 'x' } else { '-' })
    }

    /// Reads the squares of a move: the first and the last, and as many of those in between as tell it from others.
    fn parse_action(&self, board: &Board, text: &str, legal: &[Move]) -> Result<Move, TextError> {
        if let Some(squares) = squares(text.trim()) {
            let meant = |action: &&Move| is_meant(action.path().map(|square| square + 1), &squares);
            let candidates: Vec<Move> = legal.iter().filter(meant).copied().collect();
            match candidates[..] {
                [action] => return Ok(action),
                [] => {}
                _ => {
                    let words: Vec<String> = candidates.into_iter().map(full_text).collect();
                    let message = format!("{} could be {}: write all squares", text.trim(), words.join(" or "));
                    return Err(TextError::new(0, message));
                }
            }
        }
        find_action(text, legal, |action| self.action_text(board, action))
    }

    /// Who is to move, White's pieces, and Black's: `B:W21-32:B1-12`.
    fn position_text(&self, board: &Board) -> String {
        let list = |seat| side_text(board.men(seat), board.kings(seat));
        format!("{}:W{}:B{}", letter(board.mover), list(Seat::SECOND), list(Seat::FIRST))
    }

    /// Reads a position: `B:W21-32:B1-12`. The sides may come in either order, and there may be white space between the
    /// parts and a dot at the end. Nothing at all is the beginning. Of a game in PDN it is the position after the last
    /// move.
    fn parse_position(&self, text: &str) -> Result<Board, TextError> {
        pgn::last_state(self, text).unwrap_or_else(|| self.parse_fen(text))
    }

    /// Reads a game in PDN, the first one if there are several.
    fn parse_game(&self, text: &str) -> Option<Result<(Board, Vec<Move>), TextError>> {
        pgn::parse_game(self, text)
    }

    /// Writes a game in PDN.
    fn game_text(&self, start: &Board, actions: &[Move], told: (&Heading, &[Note])) -> Option<String> {
        Some(pgn::game_text(self, start, actions, told))
    }

    /// Reads every game of a collection in PDN.
    fn parse_games(&self, text: &str) -> Option<Vec<ParsedGame<Board, Move>>> {
        pgn::parse_games(self, text)
    }
}

impl Checkers {
    /// Reads a position: see [`Notation::parse_position`].
    pub(super) fn parse_fen(&self, text: &str) -> Result<Board, TextError> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        if body.trim().is_empty() {
            return Ok(self.initial());
        }
        Fen { text, at: text.len() - body.len() }.read()
    }
}

/// The bit numbers of a move's first and last square, from 1.
fn ends(action: Move) -> (u32, u32) {
    (action.from() + 1, action.path().last().unwrap_or_default() + 1)
}

/// All squares of a move.
pub(super) fn full_text(action: Move) -> String {
    let squares: Vec<String> = action.path().map(|square| (square + 1).to_string()).collect();
    squares.join(if action.is_capture() { "x" } else { "-" })
}

/// The squares in the word of a move: numbers with `-`, `x` or `:` between them.
fn squares(word: &str) -> Option<Vec<u32>> {
    let numbers = word.split(['-', 'x', 'X', ':']).map(|number| number.parse().ok());
    numbers.collect::<Option<Vec<u32>>>().filter(|squares| squares.len() > 1)
}

/// Whether the squares of a path, some of those in between perhaps left out, are these.
fn is_meant(path: impl Iterator<Item = u32>, squares: &[u32]) -> bool {
    let path: Vec<u32> = path.collect();
    let mut inner = path.iter();
    path.first() == squares.first()
        && path.last() == squares.last()
        && squares.iter().all(|square| inner.any(|other| other == square))
}

fn letter(seat: Seat) -> char {
    if seat == Seat::FIRST { 'B' } else { 'W' }
}

fn colour(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "Black" } else { "White" }
}

/// The squares of a side, from the lowest: three men or more in a row as a range, kings with a K.
fn side_text(men: u32, kings: u32) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < 32 {
        let run = (!(men >> at)).trailing_zeros().min(32 - at);
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match run {
            0 if kings >> at & 1 != 0 => write!(text, "{comma}K{}", at + 1),
            0 => Ok(()),
            1 | 2 => write!(text, "{comma}{}", at + 1),
            _ => write!(text, "{comma}{}-{}", at + 1, at + run),
        };
        at += if run > 2 { run } else { 1 };
    }
    text
}

/// A reader of positions, and where it has got to.
struct Fen<'t> {
    text: &'t str,
    at: usize,
}

/// The men and the kings of a side.
type Pieces = [u32; 2];

impl Fen<'_> {
    fn read(mut self) -> Result<Board, TextError> {
        let start = self.at;
        let mover = self.side("who is to move, B or W")?;
        let mut sides: [Option<Pieces>; 2] = [None; 2];
        for _ in 0..2 {
            self.expect(':')?;
            let place = self.at;
            let side = self.side("the side whose squares follow, B or W")?;
            if sides[usize::from(side.0)].is_some() {
                return Err(TextError::new(place, format!("the squares of {} are given twice", colour(side))));
            }
            let before = sides.iter().flatten().fold(0, |all, [men, kings]| all | men | kings);
            sides[usize::from(side.0)] = Some(self.squares(side, before)?);
        }
        if self.peek() == Some('.') {
            self.at += 1;
        }
        if let Some(other) = self.peek() {
            return Err(TextError::new(self.at, format!("expected the end of the position, found {other:?}")));
        }
        let [[black_men, black_kings], [white_men, white_kings]] = sides.map(Option::unwrap_or_default);
        let board = Board::new(black_men, black_kings, white_men, white_kings, mover);
        board.ok_or_else(|| TextError::new(start, "a side has at most twelve pieces"))
    }

    /// The next sign that is no white space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn expect(&mut self, sign: char) -> Result<(), TextError> {
        match self.peek() {
            Some(found) if found == sign => self.at += sign.len_utf8(),
            found => return Err(self.wrong(&format!("{sign:?}"), found)),
        }
        Ok(())
    }

    fn wrong(&self, expected: &str, found: Option<char>) -> TextError {
        let found = found.map_or("the end".to_owned(), |sign| format!("{sign:?}"));
        TextError::new(self.at, format!("expected {expected}, found {found}; a position looks like B:W18,K22:B1-3,12"))
    }

    fn side(&mut self, expected: &str) -> Result<Seat, TextError> {
        let seat = match self.peek() {
            Some('B' | 'b') => Seat::FIRST,
            Some('W' | 'w') => Seat::SECOND,
            found => return Err(self.wrong(expected, found)),
        };
        self.at += 1;
        Ok(seat)
    }

    /// The squares of a side: numbers and ranges with commas between them, or none.
    fn squares(&mut self, side: Seat, taken: u32) -> Result<Pieces, TextError> {
        let mut pieces = [0; 2];
        if !self.peek().is_some_and(|sign| sign.is_ascii_digit() || matches!(sign, 'K' | 'k')) {
            return Ok(pieces);
        }
        loop {
            let king = matches!(self.peek(), Some('K' | 'k'));
            self.at += usize::from(king);
            let place = self.at;
            let first = self.square()?;
            let mut last = first;
            if self.peek() == Some('-') {
                self.at += 1;
                last = self.square()?;
            }
            if last < first {
                return Err(TextError::new(place, format!("the range {first}-{last} goes backward")));
            }
            for square in first..=last {
                let bit = 1u32 << (square - 1);
                if (taken | pieces[0] | pieces[1]) & bit != 0 {
                    return Err(TextError::new(place, format!("there are two pieces on square {square}")));
                }
                if !king && bit & crown_row(side) != 0 {
                    let message =
                        format!("a man of {} on square {square} would have been crowned: K{square}", colour(side));
                    return Err(TextError::new(place, message));
                }
                pieces[usize::from(king)] |= bit;
            }
            if self.peek() != Some(',') {
                return Ok(pieces);
            }
            self.at += 1;
        }
    }

    /// The number of a square, 1 to 32.
    fn square(&mut self) -> Result<u32, TextError> {
        let found = self.peek();
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.wrong("a square, 1 to 32", found));
        }
        let number = rest[..digits].parse().ok().filter(|number| (1..=32).contains(number));
        let square = number.ok_or_else(|| TextError::new(self.at, "there is no such square: they are 1 to 32"))?;
        self.at += digits;
        Ok(square)
    }
}

/// The dark squares are called by their numbers. A move is made by clicking every square that the piece comes to.
impl Picture for Checkers {
    fn picture(&self, board: &Board, last: Option<Move>) -> Drawing {
        let last: u32 = last.map_or(0, |action| action.path().fold(0, |squares, square| squares | 1 << square));
        let cell = |square: u16| {
            let (row, bit) = (square / 4, 1u32 << square);
            let empty = Cell::new((square + 1).to_string(), square % 4 * 2 + (row + 1) % 2, row).dark_and_named();
            let owner = Seat::PAIR.into_iter().find(|&seat| board.pieces(seat) & bit != 0);
            let king = board.kings & bit != 0;
            let figure = if king { Figure::King } else { Figure::Man };
            let cell = match owner {
                None => empty,
                Some(Seat::FIRST) => empty.figure(if king { "B" } else { "b" }, Side::Max, figure),
                Some(_) => empty.figure(if king { "W" } else { "w" }, Side::Min, figure),
            };
            if last & bit == 0 { cell } else { cell.mark(Mark::Last) }
        };
        let count = |seat| match (board.pieces(seat).count_ones(), board.kings(seat).count_ones()) {
            (all, 0) => format!("{all}"),
            (all, 1) => format!("{all} with a king"),
            (all, kings) => format!("{all} with {kings} kings"),
        };
        let note = format!("Black {}, White {}", count(Seat::FIRST), count(Seat::SECOND));
        let cells = (0..32).map(cell).collect();
        Drawing { cells, notes: vec![note], board: Material::Wood, ..Drawing::default() }
    }

    fn clicks(&self, _: &Board, action: Move) -> Vec<Path> {
        vec![action.path().map(|square| (square + 1).to_string()).collect()]
    }
}

impl SetUp for Checkers {
    fn example(&self) -> Board {
        Board { black: 3 << 8, white: 3 << 20, kings: 1 << 9 | 1 << 21, mover: Seat::FIRST }
    }

    fn arranged(&self, pieces: &[(&str, &Piece)], turn: Seat) -> String {
        let side = |seat: Seat, side: Side| {
            let (mut men, mut kings) = (0u32, 0u32);
            for (cell, piece) in pieces.iter().filter(|(_, piece)| piece.side == side) {
                let square: Option<u32> = cell.parse().ok().filter(|square| (1..=32).contains(square));
                let set = if piece.figure == Figure::King { &mut kings } else { &mut men };
                *set |= square.map_or(0, |square| 1 << (square - 1));
            }
            format!("{}{}", letter(seat), side_text(men, kings))
        };
        format!("{}:{}:{}", letter(turn), side(Seat::SECOND, Side::Min), side(Seat::FIRST, Side::Max))
    }

    fn has_turn(&self) -> bool {
        true
    }
}
