//! Games of Othello in GGF, the format of the servers and of most programs: properties with their values in brackets.
//!
//! ```text
//! (;GM[Othello]PC[NBoard]PB[anna]PW[ben]RE[?]TI[15:00]TY[8]BO[8 ---- … ---- *]B[F5/0.50/2.1]W[D6]B[C3];)
//! ```
//!
//! `BO` is the board that the game begins with: its size, its squares row by row, `*` for Black and `O` for White, and
//! who is to move. A move may have an evaluation and a time behind it, which are kept as notes; every property that is
//! not named here is kept as a tag. A pass is `PA`.

use std::fmt::Write;

use counterplay_core::{Game, Heading, Notation, Note, NoteKind, Seat, TextError};

use super::notation::is_pass;
use super::{Board, Move, Othello};

/// How a game begins and how it ends.
const OPEN: &str = "(;";
const CLOSE: &str = ";)";

/// The properties that are told otherwise than as tags.
const KNOWN: [&str; 8] = ["GM", "PB", "PW", "RE", "BO", "TY", "B", "W"];

/// A game as GGF has it.
///
/// ```
/// use counterplay_othello::{Ggf, Othello};
///
/// let game = Othello::default();
/// let read = Ggf::parse(&game, "(;GM[Othello]PB[anna]PW[ben]RE[+2.00]TY[8]B[F5/0.5/2.1]W[D6];)")?;
/// assert_eq!(read.players, [Some("anna".to_owned()), Some("ben".to_owned())]);
/// assert_eq!((read.result, read.moves.len()), (Some(2.0), 2));
/// assert_eq!(Ggf::parse(&game, &read.to_text(&game))?, read);
/// # Ok::<(), counterplay_core::TextError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ggf {
    /// Who plays Black, and who White.
    pub players: [Option<String>; 2],
    /// What Black has won by; nothing if the game is not over.
    pub result: Option<f64>,
    /// The board that the game begins with.
    pub start: Board,
    /// The moves from there, with every pass.
    pub moves: Vec<Move>,
}

/// A game of a text in GGF, as far as it could be read.
#[derive(Clone, PartialEq, Debug)]
pub struct GgfGame {
    /// Where it begins in the text.
    pub offset: usize,
    /// The game, up to its fault.
    pub ggf: Ggf,
    /// Who played, and every other property of the game.
    pub heading: Heading,
    /// The evaluations and the times behind its moves.
    pub notes: Vec<Note>,
    /// Where each of its moves stands; a pass that was left out, where the move after it does.
    pub places: Vec<usize>,
    /// What is odd and keeps nobody from reading on: a property that is there twice.
    pub remarks: Vec<TextError>,
    /// Why the rest of it could not be read.
    pub fault: Option<TextError>,
}

/// A property: its name, and its value as it is written.
struct Property<'t> {
    name: &'t str,
    value: &'t str,
    /// Where the value begins.
    inside: usize,
}

impl Ggf {
    /// Whether a text is meant to be a game in GGF. A server writes the number of the games before it.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.trim_start_matches(is_number).starts_with(OPEN)
    }

    /// Reads one game.
    ///
    /// # Errors
    /// What is wrong with the text, and where: a move that is not legal, a board of another size, a game without an
    /// end.
    pub fn parse(game: &Othello, text: &str) -> Result<Ggf, TextError> {
        let at = text.find(OPEN).ok_or_else(|| TextError::new(0, "a game in GGF begins with (;"))?;
        let (GgfGame { ggf, fault, .. }, end) = GgfGame::read(game, text, at);
        let extra = text.len() - text[end..].trim_start().len();
        match fault {
            Some(fault) => Err(fault),
            None if extra < text.len() => Err(TextError::new(extra, "expected one game alone")),
            None => Ok(ggf),
        }
    }

    /// Reads every game of a text, each as far as it can be read: what is wrong with one does not keep the next ones
    /// from being read.
    #[must_use]
    pub fn parse_all(game: &Othello, text: &str) -> Vec<GgfGame> {
        let (mut games, mut at) = (Vec::new(), 0);
        while let Some(next) = text[at..].find(OPEN) {
            let between = text[at..next + at].trim_matches(is_number);
            let (mut read, end) = GgfGame::read(game, text, at + next);
            // Behind a fault the rest of its game stands there.
            let after_fault = games.last().is_some_and(|last: &GgfGame| last.fault.is_some());
            if !between.is_empty() && !after_fault {
                let offset = between.as_ptr().addr() - text.as_ptr().addr();
                read.remarks.insert(0, TextError::new(offset, "what stands before this game belongs to none"));
            }
            games.push(read);
            at = end;
        }
        let rest = text[at..].trim_matches(is_number);
        if let Some(last) = games.last_mut().filter(|last| last.fault.is_none() && !rest.is_empty()) {
            let offset = rest.as_ptr().addr() - text.as_ptr().addr();
            last.remarks.push(TextError::new(offset, "what stands behind the last game belongs to none"));
        }
        games
    }

    /// The game on one line, as [`Ggf::parse`] reads it.
    #[must_use]
    pub fn to_text(&self, game: &Othello) -> String {
        let mut text = format!("{OPEN}GM[Othello]PC[Counterplay]");
        for (name, player) in ["PB", "PW"].into_iter().zip(&self.players) {
            let player = player.as_deref().unwrap_or_default();
            let _ = write!(text, "{name}[{}]", player.replace('\\', "\\\\").replace(']', "\\]"));
        }
        let result = self.result.map_or("?".to_owned(), |result| format!("{result:+.2}"));
        let squares = game.position_text(&self.start).replace('X', "*");
        let _ = write!(text, "RE[{result}]TY[{0}]BO[{0} {squares}]", game.size());
        let mut board = self.start;
        for &at in &self.moves {
            let name = if board.mover == Seat::FIRST { "B" } else { "W" };
            let word = if at == Move::PASS { "PA".to_owned() } else { game.action_text(&board, at).to_uppercase() };
            let _ = write!(text, "{name}[{word}]");
            game.apply(&mut board, at);
        }
        text + CLOSE
    }

    /// The board after the last move.
    #[must_use]
    pub fn last(&self, game: &Othello) -> Board {
        self.moves.iter().fold(self.start, |board, &at| game.result(&board, at))
    }
}

/// Whether a sign may stand before a game: the number of the games, and blanks.
fn is_number(sign: char) -> bool {
    sign.is_ascii_digit() || sign.is_whitespace() || sign == '\u{feff}'
}

impl GgfGame {
    /// Reads the game that begins at an offset, and finds where what is left of the text begins.
    fn read(game: &Othello, text: &str, at: usize) -> (GgfGame, usize) {
        let ggf = Ggf { players: [None, None], result: None, start: game.initial(), moves: Vec::new() };
        let mut read = GgfGame {
            offset: at,
            ggf,
            heading: Heading::default(),
            notes: Vec::new(),
            places: Vec::new(),
            remarks: Vec::new(),
            fault: None,
        };
        let (properties, cut) = properties(text, at);
        let end = match &cut {
            Ok(end) => *end,
            Err(fault) => fault.offset.max(at + OPEN.len()),
        };
        let played = read.take(game, text, &properties);
        // What comes first in the text is told first.
        read.fault = played.err().or(cut.err());
        (read, end)
    }

    fn take(&mut self, game: &Othello, text: &str, properties: &[Property<'_>]) -> Result<(), TextError> {
        for (at, property) in properties.iter().enumerate() {
            let Property { name, inside, .. } = *property;
            if !["B", "W"].contains(&name) && properties[..at].iter().any(|earlier| earlier.name == name) {
                let message = format!("the property {name} is there twice: the first one counts");
                self.remarks.push(TextError::new(inside, message));
            }
        }
        let find = |name: &str| properties.iter().find(|property| property.name == name);
        if let Some(other) = find("GM").filter(|found| !found.value.trim().eq_ignore_ascii_case("othello")) {
            return Err(TextError::new(other.inside, "expected a game of Othello, GM[Othello]"));
        }
        // `8r20`: eight rows, twenty discs put at random. Who has fewer discs wins with an `a`.
        if let Some(anti) = find("TY").filter(|kind| kind.value.contains('a')) {
            return Err(TextError::new(anti.inside, "this is anti-Othello, in which the fewer discs win"));
        }
        let start = match (find("BO"), find("TY")) {
            (Some(board), _) => game.parse_board(text, board)?,
            (None, Some(kind)) => {
                sized(game, kind)?;
                game.initial()
            }
            (None, None) => game.initial(),
        };
        let player = |name: &str| find(name).map(|found| unescaped(found.value)).filter(|player| !player.is_empty());
        self.ggf.players = [player("PB"), player("PW")];
        self.ggf.start = start;
        let result = find("RE").and_then(|result| result.value.split(':').next()?.trim().parse().ok());
        self.ggf.result = result.filter(|result: &f64| result.is_finite());
        let said = |property: &&Property<'_>| !property.value.trim().is_empty();
        let result = find("RE").filter(said).map(|result| result.value.trim().to_owned());
        let others = properties.iter().filter(|property| !KNOWN.contains(&property.name)).filter(said);
        self.heading = Heading {
            players: self.ggf.players.clone(),
            result: result.filter(|result| result != "?"),
            tags: others.map(|property| (property.name.to_owned(), unescaped(property.value))).collect(),
        };
        let mut board = start;
        for property in properties {
            match property.name {
                "B" => self.play(game, &mut board, Seat::FIRST, property)?,
                "W" => self.play(game, &mut board, Seat::SECOND, property)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Plays a move of the text, and the pass before it if that was left out.
    fn play(
        &mut self,
        game: &Othello,
        board: &mut Board,
        seat: Seat,
        property: &Property<'_>,
    ) -> Result<(), TextError> {
        let wrong = |message: String| Err(TextError::new(property.inside, message));
        let word = property.value.trim().split(['/', ' ']).next().unwrap_or_default();
        let mut play = |board: &mut Board, at: Move| {
            game.apply(board, at);
            self.ggf.moves.push(at);
            self.places.push(property.inside);
        };
        if board.over {
            return wrong("the game is over: neither side can play".to_owned());
        }
        if board.moves == 0 && board.mover != seat {
            play(board, Move::PASS);
        }
        if board.mover != seat {
            return wrong(format!("it is the turn of {}", colour(board.mover)));
        }
        if board.moves == 0 && !is_pass(word) {
            return wrong(format!("{} has to pass: PA", colour(seat)));
        }
        match game.parse_action(board, word, &game.action_list(board)) {
            Ok(at) => play(board, at),
            Err(error) => return wrong(error.message),
        }
        let (ply, mut behind) = (self.ggf.moves.len(), property.value.trim().split('/').skip(1).map(str::trim));
        let evaluation = behind.next().filter(|text| !text.is_empty());
        let time = behind.next().filter(|text| !text.is_empty());
        self.notes.extend(time.map(|time| Note::new(ply, NoteKind::Clock, time)));
        let said = evaluation.map(|evaluation| format!("evaluation {evaluation}"));
        self.notes.extend(said.map(|said| Note::new(ply, NoteKind::Comment, said)));
        Ok(())
    }
}

impl Othello {
    /// `8 ---- … ---- *`: the size, the squares, who is to move.
    fn parse_board(&self, text: &str, property: &Property<'_>) -> Result<Board, TextError> {
        let digits = sized(self, property)?;
        self.parse_squares(&text[..property.inside + property.value.len()], property.inside + digits)
    }
}

/// The number at the beginning of a value is the size of the board; gives where it ends.
fn sized(game: &Othello, property: &Property<'_>) -> Result<usize, TextError> {
    let before = property.value.len() - property.value.trim_start_matches(|sign: char| !sign.is_ascii_digit()).len();
    let number = &property.value[before..];
    let digits = number.len() - number.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    let (name, size) = (property.name, game.size());
    match number[..digits].parse::<u8>() {
        Ok(found) if found == size => Ok(before + digits),
        Ok(found) => {
            let message = format!("expected a board of {size} rows, found {found} (its size is an option of the game)");
            Err(TextError::new(property.inside, message))
        }
        Err(_) => Err(TextError::new(property.inside, format!("expected the size of the board first, as in {name}[8"))),
    }
}

/// The properties of the game that begins at an offset, and where it ends, or why they end before that.
fn properties(text: &str, at: usize) -> (Vec<Property<'_>>, Result<usize, TextError>) {
    let mut at = at + OPEN.len();
    let mut found = Vec::new();
    let end = loop {
        at = text.len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if rest.starts_with(CLOSE) {
            break Ok(at + CLOSE.len());
        }
        let length = rest.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if rest.is_empty() || length == 0 {
            break Err(TextError::new(at, "expected a property, such as B[F5], or ;) at the end of the game"));
        }
        let inside = at + length + 1;
        if !rest[length..].starts_with('[') {
            break Err(TextError::new(at + length, format!("expected the value of {} in brackets", &rest[..length])));
        }
        let value = value_end(&text[inside..]).map(|end| &text[inside..inside + end]);
        // One that has the end of this game and the beginning of another one in it would swallow that game.
        let swallows = |value: &str| value.find(CLOSE).is_some_and(|end| value[end..].contains(OPEN));
        let Some(value) = value.filter(|value| !swallows(value)) else {
            break Err(TextError::new(inside - 1, "the bracket is not closed"));
        };
        found.push(Property { name: &rest[..length], value, inside });
        at = inside + value.len() + 1;
    };
    (found, end)
}

/// Where the bracket closes. One behind a backslash belongs to the value.
fn value_end(text: &str) -> Option<usize> {
    let mut signs = text.char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            ']' => return Some(at),
            '\\' => drop(signs.next()),
            _ => {}
        }
    }
    None
}

/// A value without its backslashes, but for those that are meant.
fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut signs = value.chars().peekable();
    while let Some(sign) = signs.next() {
        let escaped = if sign == '\\' { signs.next_if(|next| matches!(next, ']' | '\\')) } else { None };
        text.push(escaped.unwrap_or(sign));
    }
    text
}

fn colour(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "Black" } else { "White" }
}

#[cfg(test)]
mod tests;
