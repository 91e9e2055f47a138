//! Games of checkers in PDN, the format of most programs and collections: tags, then the moves with whatever is said
//! about them.
//!
//! ```text
//! [Event "Match"]
//! [GameType "21"]
//! [Result "1/2-1/2"]
//!
//! 1. 11-15 23-19 {the usual answer} (1... 22-18 15x22 2. 25x18) 2. 8-11 1/2-1/2
//! ```
//!
//! `FEN` is the position that the game begins with, if not the usual one. A file may have several games: [`Pdn::parse`]
//! reads the first one, [`Pdn::parse_all`] all of them.

mod collection;
mod tokens;

use counterplay_core::{Game, Heading, Notation, Note, NoteKind, Seat, TextError};

use super::{Board, Checkers, Move};
pub use collection::PdnGame;
#[cfg(test)]
use tokens::RESULTS;

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pdn {
    /// The names and values of the tags, but for those that say what is said here otherwise: `GameType`, `SetUp`,
    /// `FEN`, `Result`.
    pub tags: Vec<(String, String)>,
    /// The board that the game begins with.
    pub start: Board,
    /// The moves that were played.
    pub line: Line,
    /// How the game ended, as it is written, `1-0` or `1/2-1/2` or another; `*` if it did not.
    pub result: String,
}

/// Moves, one after the other, and what is said before them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A move, and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub action: Move,
    /// Marks by their numbers in PGN: 1 for `!`, 2 for `?`, and so on.
    pub marks: Vec<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// What might have been played instead.
    pub variations: Vec<Line>,
}

/// Variations may be so deep inside one another.
const DEEPEST: usize = 64;
/// No line of a text is longer, unless a comment is.
const WIDTH: usize = 80;
/// The number of English draughts among the kinds of draughts.
const KIND: &str = "21";

impl Pdn {
    /// Whether a text is meant to be a game in PDN: it begins with a tag, with a number, or with a comment. A file that
    /// names its `Game` is one of our own.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let ours = text.contains("[Game \"");
        text.starts_with(|sign: char| sign.is_ascii_digit() || "[{;%".contains(sign)) && !ours
    }

    /// Reads the first game of a text. What [`Pdn::parse_all`] remarks on is passed over.
    ///
    /// # Errors
    /// What is wrong with the text, and where: a move that is not legal, a position that is not possible, another kind
    /// of draughts.
    pub fn parse(game: &Checkers, text: &str) -> Result<Pdn, TextError> {
        let PdnGame { pdn, fault, .. } = collection::read(game, text, 0).0;
        fault.map_or(Ok(pdn), Err)
    }

    /// Reads every game of a text, each as far as it can be read: what is wrong with one does not keep the next ones
    /// from being read.
    #[must_use]
    pub fn parse_all(game: &Checkers, text: &str) -> Vec<PdnGame> {
        collection::read_all(game, text)
    }

    /// The moves that were played.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.moves.iter().map(|played| played.action)
    }

    /// The game that was played, with what is told about it. Variations are left out.
    #[must_use]
    pub fn of_game(start: Board, actions: &[Move], heading: &Heading, notes: &[Note]) -> Pdn {
        let at = |ply: usize| notes.iter().filter(move |note| note.ply == ply);
        let comments = |ply: usize| -> Vec<String> {
            let said = |note: &Note| match note.kind {
                NoteKind::Comment => Some(note.text.clone()),
                NoteKind::Clock => Some(format!("[%clk {}]", note.text)),
                NoteKind::Mark | NoteKind::Variation => None,
            };
            at(ply).filter_map(said).collect()
        };
        let mark = |note: &Note| match note.text.strip_prefix('$') {
            Some(number) => number.parse().ok(),
            None => tokens::MARKS.iter().find(|(sign, _)| *sign == note.text).map(|(_, number)| *number),
        };
        let played = |(action, ply): (&Move, usize)| Played {
            action: *action,
            marks: at(ply).filter(|note| note.kind == NoteKind::Mark).filter_map(mark).collect(),
            comments: comments(ply),
            variations: Vec::new(),
        };
        let players = ["Black", "White"].into_iter().zip(&heading.players);
        let players = players.filter_map(|(name, player)| Some((name.to_owned(), player.clone()?)));
        // These are written where the game says so.
        let others =
            heading.tags.iter().filter(|(name, _)| !["GameType", "FEN", "SetUp", "Result"].contains(&&name[..]));
        Pdn {
            tags: players.chain(others.cloned()).collect(),
            start,
            line: Line { comments: comments(0), moves: actions.iter().zip(1..).map(played).collect() },
            result: heading.result.clone().unwrap_or_else(|| "*".to_owned()),
        }
    }

    /// Who played, Black first, the result, and the other tags.
    #[must_use]
    pub fn heading(&self) -> Heading {
        let player = |name: &str| {
            let found = self.tags.iter().find(|(tag, _)| tag == name);
            found.map(|(_, value)| value.clone()).filter(|value| !matches!(value.as_str(), "" | "?"))
        };
        let others =
            self.tags.iter().filter(|(tag, value)| !matches!(tag.as_str(), "Black" | "White") && !value.is_empty());
        Heading {
            players: [player("Black"), player("White")],
            result: Some(self.result.clone()).filter(|result| result != "*"),
            tags: others.cloned().collect(),
        }
    }

    /// Notes on the moves; variations as their moves.
    #[must_use]
    pub fn notes(&self, game: &Checkers) -> Vec<Note> {
        let mut notes: Vec<Note> = self.line.comments.iter().flat_map(|text| Note::of_comment(0, text)).collect();
        let mut board = self.start;
        for (played, ply) in self.line.moves.iter().zip(1..) {
            let mark = |&number: &u8| match tokens::MARKS.iter().find(|(_, known)| *known == number) {
                Some((sign, _)) if *sign != "*" => Note::new(ply, NoteKind::Mark, *sign),
                _ => Note::new(ply, NoteKind::Mark, format!("${number}")),
            };
            notes.extend(played.marks.iter().map(mark));
            notes.extend(played.comments.iter().flat_map(|text| Note::of_comment(ply, text)));
            for variation in &played.variations {
                let mut words = Vec::new();
                write_line(game, variation, board, ply - 1, &mut words);
                notes.push(Note::new(ply, NoteKind::Variation, words.join(" ")));
            }
            game.apply(&mut board, played.action);
        }
        notes
    }

    /// The game as [`Pdn::parse`] reads it. In a comment `}` becomes a round bracket, for a comment ends there.
    #[must_use]
    pub fn to_text(&self, game: &Checkers) -> String {
        let mut text = String::new();
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
        let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{}\"]\n", escaped(value));
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        tag("GameType", KIND);
        if self.start != game.initial() {
            tag("SetUp", "1");
            tag("FEN", &game.position_text(&self.start));
        }
        tag("Result", &self.result);
        let mut words = Vec::new();
        write_line(game, &self.line, self.start, 0, &mut words);
        words.push(self.result.clone());
        let mut width = 0;
        for word in words {
            let length = word.chars().count();
            text.push(if width == 0 || width + 1 + length > WIDTH { '\n' } else { ' ' });
            width = if text.ends_with('\n') { length } else { width + 1 + length };
            text += &word;
        }
        text + "\n"
    }
}

/// Writes a line as words: what stands between two of them is a blank or the end of a line.
fn write_line(game: &Checkers, line: &Line, start: Board, ply: usize, words: &mut Vec<String>) {
    let comment = |text: &String| format!("{{{}}}", text.replace('}', ")"));
    words.extend(line.comments.iter().map(comment));
    let (mut board, mut numbered) = (start, false);
    for (played, ply) in line.moves.iter().zip(ply..) {
        // Black's moves have a number, and White's where something stands before them.
        if board.mover == Seat::FIRST {
            words.push(format!("{}.", ply / 2 + 1));
        } else if !numbered {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(game.action_text(&board, played.action));
        words.extend(played.marks.iter().map(|mark| format!("${mark}")));
        words.extend(played.comments.iter().map(comment));
        for variation in &played.variations {
            words.push("(".to_owned());
            write_line(game, variation, board, ply, words);
            words.push(")".to_owned());
        }
        numbered = played.comments.is_empty() && played.variations.is_empty();
        game.apply(&mut board, played.action);
    }
}

#[cfg(test)]
mod tests;
