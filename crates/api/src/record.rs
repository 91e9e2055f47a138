//! Games as files: tags in brackets, then the moves, in the manner of PGN.
//!
//! ```text
//! [Game "connect4"]
//! [Width "7"]
//! [First "person"]
//! [Second "level 5"]
//! [Result "*"]
//!
//! 1. 4 4 2. 5 *
//! ```
//!
//! `Game` is the one tag that must be there. `Position` is where the moves begin, if not at the start of the game;
//! `First` and `Second` are who played; `Result` is as at the end. Any other tag whose value is a whole number is an
//! option of the game, by its name with a capital letter, unless PGN has a tag of that name; what is left is kept, and
//! written again.
//!
//! Moves are words between blanks. Their numbers are passed over. Comments in braces or from `;` to the end of the line,
//! variations in round brackets, marks such as `$1` and `!?`, and clocks, `{[%clk 0:05:00]}`, are kept as notes on the
//! move before them. Brackets inside a word belong to it, as in `Deal(3,1)`; a word that would be taken for something
//! else is written in quotes.

mod parsed;
mod reader;
#[cfg(test)]
mod tests;
mod writing;

use std::fmt;
use std::sync::Arc;

use counterplay_core::{Heading, Note, Seat, TextError};

use crate::{AnyGame, AnyPosition, Catalog, FileGame, OptionError, PlayError};
use parsed::Parsed;
use reader::{Moves, Reader, Tag, is_of_name};
use writing::{canonical, capital};

/// The longest text that is read.
const MOST_BYTES: usize = 1 << 20;

/// What a game may end with: the first wins, the second wins, nobody does, it is not over.
pub(crate) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNFINISHED];
const UNFINISHED: &str = "*";

/// How the tag begins that names the game: no record goes on beyond that of the next one.
const GAME_TAG: &str = "[Game \"";

/// How a tag of another file begins that has a number and is no option.
const FILE_TAG: &str = "File-";

/// Tags of PGN that may have a number and are no options.
const FOREIGN: [&str; 8] =
    ["Round", "Board", "PlyCount", "SetUp", "WhiteElo", "BlackElo", "WhiteFideId", "BlackFideId"];

/// A game as it is written down.
///
/// ```
/// use counterplay_api::Catalog;
/// use counterplay_api::record::Record;
///
/// let record = Record::parse("[Game \"tictactoe\"]\n[Size \"3\"]\n\n1. b2 {the middle} a1 2. c3 *")?;
/// assert_eq!(record.moves, ["b2", "a1", "c3"]);
/// let (_, position) = record.open(&counterplay_standard::catalog())?;
/// assert_eq!(position.turn().to_string(), "second");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game's name in the catalog.
    pub game: String,
    /// Its options, by their names.
    pub options: Vec<(String, String)>,
    /// Where the moves begin; empty for the start of the game.
    pub position: String,
    /// The actions played, those of chance among them.
    pub moves: Vec<String>,
    /// Who played first and second.
    pub players: [Option<String>; 2],
    /// `1-0`, `0-1` or `1/2-1/2`; nothing if the game is not over.
    pub result: Option<String>,
    /// The tags that mean nothing here.
    pub other: Vec<(String, String)>,
    /// Notes on the moves: comments, variations, marks and clocks.
    pub notes: Vec<Note>,
}

/// The game of a record, and the position after its moves.
pub type Opened = (Arc<dyn AnyGame>, Box<dyn AnyPosition>);

/// Why a record cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// There is no such game, or not with these options.
    Game(OptionError),
    /// Its position cannot be read.
    Position(TextError),
    /// A move is not legal.
    Move {
        /// It is the so-manieth, from 1.
        number: usize,
        /// What is wrong with it.
        error: PlayError,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Game(error) => error.fmt(f),
            RecordError::Position(error) => write!(f, "the position of the file: {error}"),
            RecordError::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// The record of a position and of the line that led to it, with nothing hidden.
    #[must_use]
    pub fn of(
        game: &str,
        options: &[(String, String)],
        position: &dyn AnyPosition,
        players: [Option<String>; 2],
    ) -> Record {
        let result = position.result(Seat::FIRST).map(|first| match first.total_cmp(&position.even()) {
            std::cmp::Ordering::Greater => RESULTS[0],
            std::cmp::Ordering::Less => RESULTS[1],
            std::cmp::Ordering::Equal => RESULTS[2],
        });
        Record {
            game: game.to_owned(),
            options: options.to_vec(),
            position: position.start_text(None).unwrap_or_default(),
            moves: position.line(),
            players,
            result: result.map(str::to_owned),
            other: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The record of a game of a file, with who played, the other tags and what is said about the moves. The result is
    /// that of the position, or else the one of the file, if it is one of ours.
    #[must_use]
    pub fn of_file(game: &str, options: &[(String, String)], file: &FileGame) -> Option<Record> {
        let position = file.position.as_deref()?;
        let mut record = Record::of(game, options, position, file.heading.players.clone());
        record.annotate(&file.heading, &file.notes);
        Some(record)
    }

    /// Adds what a file says about the game: its tags, its result if the game has come to no other, and its notes.
    pub fn annotate(&mut self, heading: &Heading, notes: &[Note]) {
        let result = heading.result.clone().filter(|result| RESULTS.contains(&result.as_str()) && result != UNFINISHED);
        self.result = self.result.take().or(result);
        for (name, value) in &heading.tags {
            let name: String = name.chars().filter(|&sign| is_of_name(sign)).collect();
            // A number would be taken for an option of the game.
            let name = if option_name(&name, value).is_some() { format!("{FILE_TAG}{name}") } else { capital(&name) };
            let is_ours = ["Game", "Position", "Result", "First", "Second"].contains(&name.as_str());
            if !name.is_empty() && !is_ours && self.other.iter().all(|(other, _)| *other != name) {
                self.other.push((name, value.clone()));
            }
        }
        self.notes.extend(notes.iter().filter(|note| note.ply <= self.moves.len()).cloned());
    }

    /// Who played, the result and the other tags, as a heading.
    #[must_use]
    pub fn heading(&self) -> Heading {
        Heading { players: self.players.clone(), result: self.result.clone(), tags: self.other.clone() }
    }

    /// The game with its options, and the position after all moves, from where it can be played on: a draw by the line
    /// of play ends it. [`Record::read_games`] follows a record beyond.
    ///
    /// # Errors
    /// If the catalog has no such game, or it cannot be played; the move that is not legal is named.
    pub fn open(&self, catalog: &Catalog) -> Result<Opened, RecordError> {
        let (game, mut position) = self.begin(catalog)?;
        for (number, word) in (1..).zip(&self.moves) {
            position.play(word).map_err(|error| RecordError::Move { number, error })?;
        }
        Ok((game, position))
    }

    /// Reads a record and opens it, so that whatever is wrong has its place in the text: [`Record::parse`] and
    /// [`Record::open`] in one.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(text: &str, catalog: &Catalog) -> Result<(Record, Opened), TextError> {
        let (record, places) = Record::placed(text)?;
        let opened = record.open(catalog).map_err(|error| placed_error(&error, text, 0, &places))?;
        Ok((record, opened))
    }

    /// Reads a record.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<Record, TextError> {
        Record::placed(text).map(|(record, _)| record)
    }

    /// Reads every game of a file, each as far as it can be read, with its record: what is wrong with one does not keep
    /// the next ones from being read. Where a record goes on after a draw by the line of play, nobody claimed it.
    #[must_use]
    pub fn read_games(text: &str, catalog: &Catalog) -> Vec<(Record, FileGame)> {
        let (mut games, mut next) = (Vec::new(), Some(0));
        while let Some(at) = next {
            let parsed = Parsed::read(text, at);
            next = parsed.next;
            games.push(parsed.open(text, catalog));
        }
        games
    }

    /// A record, and where its moves stand in the text.
    fn placed(text: &str) -> Result<(Record, Vec<usize>), TextError> {
        if text.len() > MOST_BYTES {
            let message = format!("the file is longer than {} MiB", MOST_BYTES >> 20);
            return Err(TextError::new(MOST_BYTES, message));
        }
        match Parsed::read(text, 0) {
            Parsed { fault: Some(fault), .. } => Err(fault),
            Parsed { next: Some(next), .. } => Err(TextError::new(next, SECOND)),
            Parsed { record, places, .. } => Ok((record, places)),
        }
    }

    /// The game with its options, and where the moves begin.
    fn begin(&self, catalog: &Catalog) -> Result<Opened, RecordError> {
        let options: Vec<(&str, &str)> =
            self.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let game = catalog.game(&self.game, &options).map_err(RecordError::Game)?;
        let position = match self.position.as_str() {
            "" => game.start(),
            text => game.read(text).map_err(RecordError::Position)?,
        };
        Ok((game, position))
    }

    /// Sorts the tags of a record that begins at an offset; gives the result that they tell. Of a tag that is there
    /// twice the first one counts, which is a remark.
    fn take_tags(
        &mut self,
        tags: Vec<Tag>,
        begin: usize,
        remarks: &mut Vec<TextError>,
    ) -> Result<Option<String>, TextError> {
        let (mut game, mut position, mut result) = (None, None, None);
        let mut seen: Vec<String> = Vec::new();
        for Tag { offset, name, value } in tags {
            if seen.contains(&name) {
                let message = format!("the tag {name} is there twice: the first one counts");
                remarks.push(TextError::new(offset, message));
                continue;
            }
            seen.push(name.clone());
            let place = match name.as_str() {
                "Game" => &mut game,
                "Position" => &mut position,
                "Result" => &mut result,
                "First" => &mut self.players[0],
                "Second" => &mut self.players[1],
                _ => {
                    match option_name(&name, &value) {
                        Some(option) => self.options.push((option, value)),
                        None => self.other.push((name, value)),
                    }
                    continue;
                }
            };
            if name == "Result" && !RESULTS.contains(&value.as_str()) {
                return Err(TextError::new(offset, format!("the result is one of {}", RESULTS.join(", "))));
            }
            *place = Some(value);
        }
        self.game =
            game.ok_or_else(|| TextError::new(begin, "a game file names its game first, as in [Game \"tictactoe\"]"))?;
        self.position = position.unwrap_or_default();
        Ok(result)
    }

    /// The record as text, which [`Record::parse`] reads again.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_string()
    }
}

/// Whether a text is a record of our own: a line of it names the game.
pub(crate) fn names_its_game(text: &str) -> bool {
    text.lines().any(|line| line.trim_start_matches('\u{feff}').trim_start().starts_with(GAME_TAG))
}

/// The moves of a text that names no game.
pub(crate) struct BareMoves {
    /// The words, each with its place.
    pub(crate) words: Vec<(String, usize)>,
    /// Who played and the other tags, if there are any before the moves.
    pub(crate) heading: Heading,
    /// Notes on them.
    pub(crate) notes: Vec<Note>,
    /// Why they end before the text does.
    pub(crate) fault: Option<TextError>,
}

/// Reads the moves of a text that names no game, from an offset on.
pub(crate) fn bare_moves(text: &str, begin: usize) -> BareMoves {
    let mark = if text[begin..].starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (mut reader, mut moves) = (Reader::new(text, begin + mark), Moves::default());
    let (mut tags, mut record) = (Vec::new(), Record::default());
    let mut read = || {
        while reader.skip_to_token()? && reader.rest().starts_with('[') {
            tags.push(reader.tag()?);
        }
        reader.moves(&mut moves)
    };
    let fault = read().err();
    // That no game is named is no fault here.
    let _ = record.take_tags(tags, begin, &mut Vec::new());
    record.result = moves.result.filter(|result| result != UNFINISHED);
    let words = moves.words.into_iter().zip(moves.places).collect();
    BareMoves { words, heading: record.heading(), notes: canonical(moves.notes), fault }
}

/// Plays a word of a record. Where the line of play has made a draw, nobody claimed it; but the draw is left unclaimed
/// by a move, not by a word that is none.
pub(crate) fn play_on(position: &mut Box<dyn AnyPosition>, word: &str) -> Result<(), PlayError> {
    let drawn = position.drawn().map(|_| position.copy());
    position.leave_draw_unclaimed();
    let played = position.play(word);
    if let (Err(_), Some(drawn)) = (&played, drawn) {
        *position = drawn;
    }
    played
}

/// The message where a file may have one game only.
const SECOND: &str = "expected a move, found a second game; here a file has one";

/// The fault of a record that begins at an offset, at its place in the text.
fn placed_error(error: &RecordError, text: &str, begin: usize, places: &[usize]) -> TextError {
    let tag = |name: &str| text[begin..].find(name).map_or(begin, |at| begin + at);
    let offset = match error {
        RecordError::Move { number, .. } => places.get(number - 1).copied().unwrap_or(text.len()),
        RecordError::Position(_) => tag("[Position"),
        RecordError::Game(_) => tag("["),
    };
    TextError::new(offset, error.to_string())
}

/// The option that a tag is, if it is one.
fn option_name(name: &str, value: &str) -> Option<String> {
    let number = value.parse::<i64>().is_ok();
    let mut letters = name.chars();
    let is_option =
        |first: &char| first.is_ascii_uppercase() && !name.starts_with(FILE_TAG) && !FOREIGN.contains(&name);
    let first = letters.next().filter(|first| number && is_option(first))?;
    Some(format!("{}{}", first.to_ascii_lowercase(), letters.as_str()))
}
