//! Games of chess in PGN, with SAN for the moves.
//!
//! `FEN` is the position that the game begins with, if not the usual one; `Variant` may name Chess960, and no other game.

use counterplay_core::pgn::{PgnDialect, PgnWords};
use counterplay_core::{Game, Notation, TextError};
use cozy_chess::Color;

use super::{Board, Chess, fen};

/// The variants that are chess, in small letters and without blanks. They are what servers and programs write.
const VARIANTS: [&str; 13] = [
    "",
    "?",
    "chess",
    "normal",
    "standard",
    "fromposition",
    "960",
    "chess960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "freestyle",
];

impl PgnDialect for Chess {
    const WORDS: PgnWords = PgnWords {
        players: ["White", "Black"],
        roster: &["Event", "Site", "Date", "Round", "White", "Black", "Result"],
        start_tags: &["SetUp", "FEN"],
        results: &["1/2-1/2", "1-0", "0-1", "*"],
        example: "Nf3",
        star_is_mark: false,
        bare_numbers: true,
        move_length,
        begins_game,
    };

    fn read_tag(&self, name: &str, value: &str, start: &mut Board) -> Result<(), TextError> {
        match name {
            "FEN" => self.parse_fen(value).map(|board| *start = board),
            "Variant" => {
                let name: String = value.chars().filter(|sign| sign.is_alphanumeric() || *sign == '?').collect();
                let is_chess = VARIANTS.contains(&&name.to_lowercase()[..]);
                let message = || format!("expected chess or Chess960, found the variant {value:?}");
                is_chess.then_some(()).ok_or_else(|| TextError::new(0, message()))
            }
            _ => Ok(()),
        }
    }

    /// A file knows nothing of `--start`, so any beginning but the usual one is told.
    fn start_tags(&self, start: &Board) -> Vec<(&'static str, String)> {
        let position = self.position_text(start);
        if position == self.position_text(&Chess::default().initial()) {
            return Vec::new();
        }
        let variant = (!fen::castles_as_usual(start)).then(|| ("Variant", "Chess960".to_owned()));
        variant.into_iter().chain([("SetUp", "1".to_owned()), ("FEN", position)]).collect()
    }

    /// By the number of the move in the FEN.
    fn plies_before(&self, board: &Board) -> usize {
        let number = usize::from(board.fullmove_number()).max(1);
        2 * (number - 1) + usize::from(board.side_to_move() == Color::Black)
    }
}

/// The length of the word of a move that a text begins with: letters, digits and what stands between them, and `e.p.`
/// behind it.
fn move_length(text: &str) -> Option<usize> {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || "-=+#:".contains(sign);
    let length = text.find(|sign| !is_part(sign)).unwrap_or(text.len());
    let rest = &text[length..];
    let blank = rest.len() - rest.trim_start_matches(' ').len();
    let suffix = if rest[blank..].starts_with("e.p.") { blank + "e.p.".len() } else { 0 };
    let begins = text.starts_with(|sign: char| sign.is_ascii_alphabetic()) || text.starts_with("0-0");
    // Many write `--` for a move that nobody made.
    (begins || text.starts_with("--")).then_some(length + suffix)
}

/// Whether a text without tags begins with the number of a move. A FEN may begin with a digit as well.
fn begins_game(text: &str) -> bool {
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(|sign: char| sign == '.' || sign.is_whitespace())
}

#[cfg(test)]
mod tests;
