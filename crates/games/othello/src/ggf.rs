//! Games of Othello in GGF, the format of the servers and of most programs: properties with their values in brackets.
//!
//! ```text
//! (;GM[Othello]PC[NBoard]PB[anna]PW[ben]RE[?]TI[15:00]TY[8]BO[8 ---- … ---- *]B[F5/0.50/2.1]W[D6]B[C3];)
//! ```
//!
//! `BO` is the board that the game begins with: its size, its squares row by row, `*` for Black and `O` for White, and
//! who is to move. A move may have an evaluation and a time behind it, which are passed over like every property that
//! is not named here. A pass is `PA`.

use std::fmt::Write;

use counterplay_core::{Game, Notation, Seat, TextError};

use super::notation::is_pass;
use super::{Board, Move, Othello};

/// How a game begins and how it ends.
const OPEN: &str = "(;";
const CLOSE: &str = ";)";

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
        let number = |sign: char| sign.is_ascii_digit() || sign.is_whitespace() || sign == '\u{feff}';
        text.trim_start_matches(number).starts_with(OPEN)
    }

    /// Reads one game.
    ///
    /// # Errors
    /// What is wrong with the text, and where: a move that is not legal, a board of another size, a game without an
    /// end.
    pub fn parse(game: &Othello, text: &str) -> Result<Ggf, TextError> {
        let properties = properties(text)?;
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
        let mut read = Ggf { players: [player("PB"), player("PW")], result: None, start, moves: Vec::new() };
        read.result = find("RE").and_then(|result| result.value.split(':').next()?.trim().parse().ok());
        read.result = read.result.filter(|result: &f64| result.is_finite());
        let mut board = start;
        for property in &properties {
            match property.name {
                "B" => read.play(game, &mut board, Seat::FIRST, property)?,
                "W" => read.play(game, &mut board, Seat::SECOND, property)?,
                _ => {}
            }
        }
        Ok(read)
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
            self.moves.push(at);
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
        Ok(())
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

/// The properties of the one game in a text.
fn properties(text: &str) -> Result<Vec<Property<'_>>, TextError> {
    let mut at = text.find(OPEN).ok_or_else(|| TextError::new(0, "a game in GGF begins with (;"))? + OPEN.len();
    let mut found = Vec::new();
    loop {
        at = text.len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if let Some(after) = rest.strip_prefix(CLOSE) {
            let extra = text.len() - after.trim_start().len();
            return if extra == text.len() { Ok(found) } else { Err(TextError::new(extra, "expected one game alone")) };
        }
        let length = rest.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if rest.is_empty() || length == 0 {
            return Err(TextError::new(at, "expected a property, such as B[F5], or ;) at the end of the game"));
        }
        let inside = at + length + 1;
        if !rest[length..].starts_with('[') {
            return Err(TextError::new(at + length, format!("expected the value of {} in brackets", &rest[..length])));
        }
        let end = value_end(&text[inside..]).ok_or_else(|| TextError::new(inside - 1, "the bracket is not closed"))?;
        found.push(Property { name: &rest[..length], value: &text[inside..inside + end], inside });
        at = inside + end + 1;
    }
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
mod tests {
    use counterplay_core::{Random, Seeded};

    use super::super::Empties;
    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let mut random = Seeded::new(5);
        let mut passes = 0;
        for size in Othello::SIZES {
            let game = Othello::new(size, Empties::Winner).unwrap();
            for _ in 0..30 {
                let players = [Some("a]b\\".to_owned()), None];
                let mut written = Ggf { players, result: Some(-4.0), start: game.initial(), moves: Vec::new() };
                let mut board = written.start;
                while !board.over {
                    let legal = game.action_list(&board);
                    let at = legal[random.index(legal.len()).unwrap()];
                    passes += usize::from(at == Move::PASS);
                    written.moves.push(at);
                    game.apply(&mut board, at);
                }
                let text = written.to_text(&game);
                assert_eq!(Ggf::parse(&game, &text).as_ref(), Ok(&written), "{text}");
                assert_eq!(game.parse_position(&text), Ok(board));
                assert_eq!(game.parse_game(&text), Some(Ok((written.start, written.moves.clone()))));
                // Some leave passes out.
                let without = text.replace("B[PA]", "").replace("W[PA]", "");
                assert_eq!(Ggf::parse(&game, &without).map(|read| read.moves), Ok(written.moves));
            }
        }
        assert!(passes > 20);
        assert_eq!(Othello::default().parse_game("f5d6"), None);
    }

    #[test]
    fn what_programs_write_is_read() {
        let game = Othello::default();
        let board = "---------------------------O*------*O--------------------------- *";
        let text = format!(
            "1 (;GM[Othello]PC[GGS/os]DT[2003.01.11_18:20:46]PB[x\\]y]PW[]RE[+64.00:r]TI[15:00//02:00]TY[8r]\nBO[8 {board}]\
             B[f5//2.1]W[F6/-1.50]B[D3/1/2]W[ c5 ];) \r\n"
        );
        let read = Ggf::parse(&game, &text).unwrap();
        assert_eq!((read.players, read.result), ([Some("x]y".to_owned()), None], Some(64.0)));
        assert_eq!(game.parse_position(&text), game.parse_position("f5f6d3c5"));
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let refused = |text: &str, rest: &str, part: &str| {
            let error = Othello::default().parse_position(text).unwrap_err();
            assert_eq!(&text[error.offset..], rest, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        };
        refused("(;B[F5]", "", ";) at the end");
        refused("(;B[F5];", ";", ";) at the end");
        refused("(;B[F5];)(;", "(;", "one game");
        refused("(;B[F5", "[F5", "not closed");
        refused("(;PB[a\\];)", "[a\\];)", "not closed");
        refused("(;B F5;)", " F5;)", "value of B");
        refused("(;GM[Go];)", "Go];)", "Othello");
        refused("(;TY[8a];)", "8a];)", "fewer");
        refused("(;TY[6];)", "6];)", "8 rows, found 6");
        refused("(;BO[];)", "];)", "size of the board");
        refused("(;BO[8 ---*];)", "];)", "expected 64 squares");
        refused("(;B[F5]B[F6];)", "F6];)", "turn of White");
        refused("(;B[F5]W[PA];)", "PA];)", "not legal");
        refused("(;B[ä];)", "ä];)", "not legal");
    }
}
