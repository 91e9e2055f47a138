//! Othello as text.
//!
//! A square is a letter for the column and a number for the row, `a1` at the top left; a pass is `pass`. A position is
//! its squares row by row from `a1`, X for Black, O for White and `-` for none, and who is to move, as in the problem
//! files called OBF; or the moves that led to it, a *transcript*: `f5d6c3`. In a transcript passes may be left out. A
//! whole game may be in GGF: see [`Ggf`].

use counterplay_core::notation::{ParsedGame, find_action};
use counterplay_core::picture::{self, Drawing, Figure, Mark, Material, Picture, Piece};
use counterplay_core::{Game, Heading, Notation, Note, Seat, SetUp, Side, TextError};

use super::{Board, Ggf, GgfGame, Move, Othello, lines};

/// How others write a pass.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

impl Notation for Othello {
    fn sides(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }

    /// The square, `f5`, or `pass`.
    fn action_text(&self, _: &Board, at: Move) -> String {
        self.word(at)
    }

    fn parse_action(&self, _: &Board, text: &str, legal: &[Move]) -> Result<Move, TextError> {
        if is_pass(text.trim()) && legal.contains(&Move::PASS) {
            return Ok(Move::PASS);
        }
        find_action(text, legal, |at| self.word(at))
    }

    /// The squares row by row, and who is to move: X or O.
    fn position_text(&self, board: &Board) -> String {
        let squares = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        let signs = squares.map(|(column, row)| self.owner(board, column, row).map_or('-', sign));
        signs.chain([' ', sign(board.mover)]).collect()
    }

    /// Reads a position in which the four squares in the middle are taken, and all discs hang together: no others arise
    /// in play. Whether all of these do is not known.
    ///
    /// For Black `*` and `b` will do, for White `w`, for none `.` and `_`; there may be white space anywhere, and `/`
    /// between rows. What comes after `;` or `%`, such as the solutions of an OBF file, is passed over. Nothing at all
    /// is the beginning. Of a game in GGF it is the position after the last move.
    fn parse_position(&self, text: &str) -> Result<Board, TextError> {
        if Ggf::is_meant(text) {
            return Ggf::parse(self, text).map(|read| read.last(self));
        }
        let end = text.find([';', '%']).unwrap_or(text.len());
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let body = &text[..end.max(start)];
        if body[start..].trim().is_empty() {
            return Ok(self.initial());
        }
        // Only a transcript has numbers.
        match body.contains(|sign: char| sign.is_ascii_digit()) {
            true => self.parse_transcript(body, start),
            false => self.parse_squares(body, start),
        }
    }

    /// Reads a game in GGF.
    fn parse_game(&self, text: &str) -> Option<Result<(Board, Vec<Move>), TextError>> {
        Ggf::is_meant(text).then(|| Ggf::parse(self, text).map(|read| (read.start, read.moves)))
    }

    /// Reads every game of a collection in GGF.
    fn parse_games(&self, text: &str) -> Option<Vec<ParsedGame<Board, Move>>> {
        let parsed = |GgfGame { offset, ggf, heading, notes, places, remarks, fault }: GgfGame| {
            let actions = ggf.moves.into_iter().zip(places).collect();
            ParsedGame { offset, start: ggf.start, actions, heading, notes, remarks, fault }
        };
        Ggf::is_meant(text).then(|| Ggf::parse_all(self, text).into_iter().map(parsed).collect())
    }

    /// Writes a game in GGF.
    fn game_text(&self, start: &Board, actions: &[Move], (heading, _): (&Heading, &[Note])) -> Option<String> {
        let result = heading.result.as_ref().and_then(|result| result.parse().ok());
        let ggf = Ggf { players: heading.players.clone(), result, start: *start, moves: actions.to_vec() };
        Some(ggf.to_text(self) + "\n")
    }

    /// Cuts at white space and commas, and between the moves of a transcript: `f5d6` are two.
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        let mut words = Vec::new();
        for piece in moves.split(|sign: char| sign.is_whitespace() || sign == ',') {
            let mut rest = piece;
            while !rest.is_empty() {
                let (word, after) = rest.split_at(word_end(rest));
                words.push(word);
                rest = after;
            }
        }
        words
    }
}

/// The squares are called by their words, and a pass is on the board nowhere: it becomes a button.
impl Picture for Othello {
    fn picture(&self, board: &Board, last: Option<Move>) -> Drawing {
        let last = last.and_then(Move::bit).unwrap_or(0);
        let cell = |column: u8, row: u8| {
            let bit = self.bit(column, row);
            let empty = picture::Cell::new(square(column, row), column.into(), row.into());
            let cell = match self.owner(board, column, row) {
                None => empty,
                Some(Seat::FIRST) => empty.figure("X", Side::Max, Figure::Disc),
                Some(_) => empty.figure("O", Side::Min, Figure::Disc),
            };
            if bit & last == 0 { cell } else { cell.mark(Mark::Last) }
        };
        let [black, white] = board.sides().map(u64::count_ones);
        Drawing {
            cells: (0..self.size).flat_map(|row| (0..self.size).map(move |column| cell(column, row))).collect(),
            columns: (0..self.size).map(|column| char::from(b'a' + column).to_string()).collect(),
            rows: (1..=self.size).map(|row| row.to_string()).collect(),
            notes: vec![format!("Black {black}, White {white}")],
            board: Material::Felt,
            ..Drawing::default()
        }
    }
}

impl SetUp for Othello {
    fn example(&self) -> Board {
        self.initial()
    }

    fn arranged(&self, pieces: &[(&str, &Piece)], turn: Seat) -> String {
        let disc = |column: u8, row: u8| {
            let name = square(column, row);
            let standing = pieces.iter().find(|(at, _)| *at == name);
            standing.map_or('-', |(_, piece)| sign(if piece.side == Side::Max { Seat::FIRST } else { Seat::SECOND }))
        };
        let squares = (0..self.size).flat_map(|row| (0..self.size).map(move |column| disc(column, row)));
        format!("{} {}", squares.collect::<String>(), sign(turn))
    }

    fn has_turn(&self) -> bool {
        true
    }
}

fn sign(seat: Seat) -> char {
    if seat == Seat::FIRST { 'X' } else { 'O' }
}

pub(super) fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|pass| pass.eq_ignore_ascii_case(text))
}

/// The name of a square; columns and rows count from 0.
fn square(column: u8, row: u8) -> String {
    format!("{}{}", char::from(b'a' + column), row + 1)
}

/// Where the first word of a text without blanks ends: a pass, or a letter and the digits after it; else all of it.
fn word_end(text: &str) -> usize {
    let begins = |pass: &&&str| text.get(..pass.len()).is_some_and(|head| head.eq_ignore_ascii_case(pass));
    if let Some(pass) = PASSES.iter().find(begins) {
        return pass.len();
    }
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if text.as_bytes()[0].is_ascii_alphabetic() && digits > 0 { 1 + digits } else { text.len() }
}

impl Othello {
    fn word(&self, at: Move) -> String {
        let edge = (8 - self.size) / 2;
        if at == Move::PASS { PASSES[0].to_owned() } else { square(at.0 % 8 - edge, at.0 / 8 - edge) }
    }

    /// Plays the moves from the beginning.
    fn parse_transcript(&self, text: &str, start: usize) -> Result<Board, TextError> {
        let mut board = self.initial();
        for word in self.split_moves(&text[start..]) {
            let offset = word.as_ptr() as usize - text.as_ptr() as usize;
            if board.over {
                return Err(TextError::new(offset, "the game is over: neither side can play"));
            }
            if board.moves == 0 && !is_pass(word) {
                self.apply(&mut board, Move::PASS);
            }
            let legal = self.action_list(&board);
            let at = self.parse_action(&board, word, &legal);
            self.apply(&mut board, at.map_err(|error| TextError::new(offset, error.message))?);
        }
        Ok(board)
    }

    /// Reads the squares, and who is to move.
    pub(super) fn parse_squares(&self, text: &str, start: usize) -> Result<Board, TextError> {
        let expected = self.squares() as usize;
        let mut sides = [0; 2];
        let (mut found, mut mover) = (0, None);
        for (offset, sign) in text[start..].char_indices().map(|(at, sign)| (start + at, sign)) {
            let wrong = |message: String| Err(TextError::new(offset, message));
            let owner = match sign {
                'X' | 'x' | '*' | 'B' | 'b' => Some(Seat::FIRST),
                'O' | 'o' | 'W' | 'w' => Some(Seat::SECOND),
                '-' | '.' | '_' if found < expected => None,
                '/' if found < expected => continue,
                space if space.is_whitespace() => continue,
                other if found < expected => return wrong(format!("expected a square, X, O or -, found {other:?}")),
                other => return wrong(format!("expected who is to move, X or O, found {other:?}")),
            };
            if found == expected {
                if mover.is_some() {
                    return wrong(format!("expected {expected} squares and who is to move, and no more"));
                }
                mover = owner;
                continue;
            }
            if let Some(Seat(number)) = owner {
                let (column, row) = (found % usize::from(self.size), found / usize::from(self.size));
                sides[usize::from(number)] |= self.bit(column as u8, row as u8);
            }
            found += 1;
        }
        let size = self.size;
        let message = match mover {
            _ if found < expected => {
                format!("expected {expected} squares, X, O or -, in {size} rows of {size}; found {found}")
            }
            None => "expected who is to move, X or O, after the squares".to_owned(),
            Some(mover) => match broken_rule(sides[0] | sides[1]) {
                Some(rule) => return Err(TextError::new(start, rule)),
                None => {
                    let [black, white] = sides;
                    let (own, other) = if mover == Seat::FIRST { (black, white) } else { (white, black) };
                    return Ok(self.board(own, other, mover));
                }
            },
        };
        Err(TextError::new(text.len(), message))
    }
}

/// The rule by which discs cannot lie on these squares.
fn broken_rule(taken: u64) -> Option<&'static str> {
    const MIDDLE: u64 = 3 << 27 | 3 << 35;
    if taken & MIDDLE != MIDDLE {
        return Some("the four squares in the middle are taken from the beginning");
    }
    let mut reached = MIDDLE;
    loop {
        let next = lines::around(reached) & taken;
        if next == reached {
            return (reached != taken)
                .then_some("every disc is put next to another one, but these do not hang together");
        }
        reached = next;
    }
}
