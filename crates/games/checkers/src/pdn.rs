//! Games of checkers in PDN, the format of most programs and collections: PGN with the words of draughts.
//!
//! ```text
//! [Event "Match"]
//! [GameType "21"]
//! [Result "1/2-1/2"]
//!
//! 1. 11-15 23-19 {the usual answer} (1... 22-18 15x22 2. 25x18) 2. 8-11 1/2-1/2
//! ```
//!
//! `FEN` is the position that the game begins with, if not the usual one.

use counterplay_core::pgn::{Pgn, PgnDialect, PgnGame, PgnLine, PgnMove, PgnWords, digits};
use counterplay_core::{Game, Notation, TextError};

use super::{Board, Checkers, Move};

/// A game as PDN has it.
///
/// ```
/// use counterplay_checkers::{Checkers, Pdn};
///
/// let game = Checkers::default();
/// let read = Pdn::parse(&game, "[Black \"anna\"] 1. 11-15! {good} 23-19 (1... 22-18 15x22) 1/2-1/2")?;
/// assert_eq!(read.tags, [("Black".to_owned(), "anna".to_owned())]);
/// assert_eq!((read.line.moves.len(), read.result.as_str()), (2, "1/2-1/2"));
/// assert_eq!(Pdn::parse(&game, &read.to_text(&game))?, read);
/// # Ok::<(), counterplay_core::TextError>(())
/// ```
pub type Pdn = Pgn<Board, Move>;

/// A game of a file in PDN, as far as it could be read.
pub type PdnGame = PgnGame<Board, Move>;

/// Moves, one after the other, and what is said before them.
pub type Line = PgnLine<Move>;

/// A move, and what is said about it.
pub type Played = PgnMove<Move>;

/// The number of English draughts among the kinds of draughts.
const KIND: &str = "21";

impl PgnDialect for Checkers {
    const WORDS: PgnWords = PgnWords {
        players: ["Black", "White"],
        roster: &[],
        start_tags: &["GameType", "SetUp", "FEN"],
        results: &["1/2-1/2", "1-0", "0-1", "2-0", "1-1", "0-2", "0-0", "*"],
        example: "11-15",
        star_is_mark: true,
        bare_numbers: false,
        move_length,
        begins_game: |text| text.starts_with(|sign: char| sign.is_ascii_digit()),
    };

    fn read_tag(&self, name: &str, value: &str, start: &mut Board) -> Result<(), TextError> {
        match name {
            "GameType" if value.split(',').next().map(str::trim) != Some(KIND) => {
                Err(TextError::new(0, format!("expected English draughts, GameType {KIND}, found {value:?}")))
            }
            "FEN" => self.parse_fen(value).map(|board| *start = board),
            _ => Ok(()),
        }
    }

    fn start_tags(&self, start: &Board) -> Vec<(&'static str, String)> {
        let mut tags = vec![("GameType", KIND.to_owned())];
        if *start != self.initial() {
            tags.extend([("SetUp", "1".to_owned()), ("FEN", self.position_text(start))]);
        }
        tags
    }
}

/// The length of the word of a move that a text begins with: numbers with `-`, `x` or `:` between them.
fn move_length(text: &str) -> Option<usize> {
    let mut end = digits(text);
    while end > 0 && text[end..].starts_with(['-', 'x', 'X', ':']) && digits(&text[end + 1..]) > 0 {
        end += 1 + digits(&text[end + 1..]);
    }
    (end > digits(text)).then_some(end)
}

#[cfg(test)]
mod tests;
