//! Recognition of texts: which game of the catalog a file is of, and all games in it.
//!
//! A text is read in four ways, and the first that fits a game counts for it: records of our own, which name their
//! game; files in the format of the game's field; moves from the start, with or without numbers, comments and tags, one
//! game or one on each line; a position. Every game of the catalog is asked; nothing here knows one.

use std::fmt;

use counterplay_core::TextError;

use crate::record::{BareMoves, Record, bare_moves, names_its_game, play_on};
use crate::{AnyGame, Catalog, FileGame, Item, Options, SearchError, guarded};

/// A position is no longer than this; a longer text is not tried as one.
const LONGEST_POSITION: usize = 4096;

/// Lines of moves, one game on each, are at most so many.
const MOST_LINES: usize = 10_000;

/// The way in which a text was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// Records of our own.
    Record,
    /// A format of the game's field, by its name: `PDN`.
    Field(String),
    /// Moves alone.
    Moves,
    /// A position.
    Position,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Record => "game record",
            Form::Field(name) => name,
            Form::Moves => "list of moves",
            Form::Position => "position",
        })
    }
}

/// A game of a text, with the game of the catalog that it is of.
pub struct FoundGame {
    /// The game's name in the catalog.
    pub game: String,
    /// Its options, by their names.
    pub options: Vec<(String, String)>,
    /// What was read of it.
    pub file: FileGame,
}

/// One way to read a text: the games that are in it. There is at least one.
pub struct Reading {
    /// How it was read.
    pub form: Form,
    /// The games, in the order of the text.
    pub games: Vec<FoundGame>,
}

impl Reading {
    /// The name of the game that all games of the text are of; nothing if they are of several.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        let first = self.games.first()?;
        self.games.iter().all(|found| found.game == first.game).then_some(first.game.as_str())
    }

    /// How many actions were read in all.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.games.iter().map(|found| plies(&found.file)).sum()
    }

    fn is_whole(&self) -> bool {
        self.games.iter().any(|found| found.file.fault.is_none())
    }
}

fn plies(game: &FileGame) -> usize {
    game.position.as_ref().map_or(0, |position| position.plies())
}

/// A refusal of a text by all games that were asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unrecognized {
    /// The title of each game, and why it cannot read the text; who got furthest comes first.
    pub tried: Vec<(String, TextError)>,
}

impl Unrecognized {
    /// The message of a text that nobody can read, with the place in the text of each reason.
    #[must_use]
    pub fn describe(&self, text: &str) -> String {
        let reason = |(title, error): &(String, TextError)| {
            let (line, column) = error.position(text);
            format!("\n  {title}: line {line}, column {column}: {error}")
        };
        let reasons: String = self.tried.iter().map(reason).collect();
        format!("{self}{reasons}")
    }
}

impl fmt::Display for Unrecognized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tried.as_slice() {
            [(title, error)] => write!(f, "{title}: {error}"),
            tried => {
                let titles: Vec<&str> = tried.iter().map(|(title, _)| title.as_str()).collect();
                write!(f, "no game reads this text, not as a file, as moves or as a position; tried ")?;
                write!(f, "{}", titles.join(", "))
            }
        }
    }
}

impl std::error::Error for Unrecognized {}

impl Catalog {
    /// Finds out which game a text is of, by asking every game: all that fit equally well, the one that reads most of
    /// it first. More than one is an ambiguity, which is the caller's to settle.
    ///
    /// # Errors
    /// What each game says, if none can read it.
    ///
    /// ```
    /// let catalog = counterplay_standard::catalog();
    /// let readings = catalog.recognize("f5d6c3d3c4")?;
    /// assert_eq!((readings.len(), readings[0].game(), readings[0].plies()), (1, Some("othello"), 5));
    /// assert!(catalog.recognize("no game at all").is_err());
    /// # Ok::<(), counterplay_api::Unrecognized>(())
    /// ```
    pub fn recognize(&self, text: &str) -> Result<Vec<Reading>, Unrecognized> {
        if let Some(refusal) = refuse_at_once(text) {
            return Err(refusal);
        }
        if names_its_game(text) {
            return self.records(text).map(|reading| vec![reading]);
        }
        let (mut readings, mut tried) = (Vec::new(), Vec::new());
        for item in self.items() {
            match read_by(item, &[], text) {
                Ok(reading) => readings.push(reading),
                Err(error) => tried.push((item.title().to_owned(), error)),
            }
        }
        // What was read to its end leaves no doubt; what was not may be another game that begins in the same way.
        if readings.iter().any(Reading::is_whole) {
            readings.retain(Reading::is_whole);
        }
        readings.sort_by_key(|reading| std::cmp::Reverse(reading.plies()));
        if let Some(most) = readings.first().filter(|best| !best.is_whole()).map(Reading::plies) {
            readings.retain(|reading| reading.plies() == most);
        }
        if !readings.is_empty() {
            return Ok(readings);
        }
        tried.sort_by_key(|(_, error)| std::cmp::Reverse(error.offset));
        Err(Unrecognized { tried })
    }

    /// Reads a text as games of the game of this name, in whatever way fits. A record may be of another game: then that
    /// is its fault. Options that were given go before those that the text tells.
    ///
    /// # Errors
    /// Why it cannot be read so.
    pub fn read_as(&self, name: &str, given: &[(String, String)], text: &str) -> Result<Reading, Unrecognized> {
        if let Some(refusal) = refuse_at_once(text) {
            return Err(refusal);
        }
        let refused = |title: &str, error| Unrecognized { tried: vec![(title.to_owned(), error)] };
        let Some(item) = self.find(name) else {
            return Err(refused(name, TextError::new(0, "there is no such game")));
        };
        if !names_its_game(text) {
            return read_by(item, given, text).map_err(|error| refused(item.title(), error));
        }
        let mut reading = self.records(text)?;
        for found in reading.games.iter_mut().filter(|found| found.game != name && found.file.position.is_some()) {
            let message = format!("this is a game of {}, not of {name}", found.game);
            (found.file.position, found.file.fault) = (None, Some(TextError::new(found.file.offset, message)));
        }
        Ok(reading)
    }

    /// Reads records of our own.
    fn records(&self, text: &str) -> Result<Reading, Unrecognized> {
        let games = Record::read_games(text, self).into_iter();
        let games: Vec<FoundGame> =
            games.map(|(record, file)| FoundGame { game: record.game, options: record.options, file }).collect();
        if games.iter().any(|found| found.file.position.is_some()) {
            return Ok(Reading { form: Form::Record, games });
        }
        let fault = games.into_iter().find_map(|found| found.file.fault);
        let fault = fault.unwrap_or_else(|| TextError::new(0, "there is no game in it"));
        Err(Unrecognized { tried: vec![(Form::Record.to_string(), fault)] })
    }
}

/// The refusal of a text in which nothing can be found.
fn refuse_at_once(text: &str) -> Option<Unrecognized> {
    let nul = text.find('\0').map(|at| TextError::new(at, "the file is no text: it has a NUL in it"));
    let is_empty = text.trim_start_matches('\u{feff}').trim().is_empty();
    let error = nul.or_else(|| is_empty.then(|| TextError::new(0, "there is nothing in it")))?;
    Some(Unrecognized { tried: vec![("the text".to_owned(), error)] })
}

/// Reads a text as one game of the catalog would. A panic in its rules is an error like others.
fn read_by(item: &dyn Item, given: &[(String, String)], text: &str) -> Result<Reading, TextError> {
    let read = || Ok::<_, SearchError>(read_unguarded(item, given, text));
    guarded(read).unwrap_or_else(|error| Err(TextError::new(0, error.to_string())))
}

fn read_unguarded(item: &dyn Item, given: &[(String, String)], text: &str) -> Result<Reading, TextError> {
    let told = item.told_by(text).into_iter().map(|(name, value)| (name.to_owned(), value.to_string()));
    let told = told.filter(|(option, _)| given.iter().all(|(name, _)| name != option));
    let options: Vec<(String, String)> = given.iter().cloned().chain(told).collect();
    let pairs: Vec<(&str, &str)> = options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let built = Options::read(item.options(), &pairs).and_then(|read| item.build(&read));
    let game = built.map_err(|error| TextError::new(0, error.to_string()))?;
    let reading = |form: Form, games: Vec<FileGame>| {
        let found = |file| FoundGame { game: item.name().to_owned(), options: options.clone(), file };
        Reading { form, games: games.into_iter().map(found).collect() }
    };
    let mut errors = Vec::new();
    if let Some(games) = game.read_games(text) {
        if games.iter().any(says_something) {
            let name = item.formats().first().map_or("game file", |format| format.name);
            return Ok(reading(Form::Field(name.to_owned()), games));
        }
        let fault = games.into_iter().find_map(|game| game.fault);
        errors.push(fault.unwrap_or_else(|| TextError::new(0, "there are no moves in it")));
    }
    let (moves, count) = moves(game.as_ref(), text);
    if moves.iter().all(|read| read.fault.is_none() && plies(read) > 0) {
        return Ok(reading(Form::Moves, moves));
    }
    // A file without moves is none, and neither is a comment: both would be read as the start of the game.
    let body = text.trim_start_matches('\u{feff}').trim();
    let may_be_position = errors.is_empty() && !body.starts_with([';', '%', '{']) && text.len() <= LONGEST_POSITION;
    if game.reads_positions() && may_be_position {
        match game.read(body) {
            Ok(position) => return Ok(reading(Form::Position, vec![FileGame::new(0, Some(position))])),
            Err(error) => errors.push(error),
        }
    }
    // Where most words are moves, it is a game with a mistake in it.
    if 2 * moves.iter().map(plies).sum::<usize>() > count {
        return Ok(reading(Form::Moves, moves));
    }
    errors.extend(moves.into_iter().find_map(|read| read.fault));
    let furthest = errors.into_iter().max_by_key(|error| error.offset);
    Err(furthest.unwrap_or_else(|| TextError::new(0, "there are no moves in it")))
}

/// Whether a game of a file tells more than that there was one.
fn says_something(game: &FileGame) -> bool {
    let begins_elsewhere = || game.position.as_ref().is_some_and(|position| position.start_text(None).is_some());
    plies(game) > 0 || game.fault.is_none() && begins_elsewhere()
}

/// Reads moves from the start of a game, and how many words there are: each line a game of its own, if every one of
/// several lines can be one.
fn moves(game: &dyn AnyGame, text: &str) -> (Vec<FileGame>, usize) {
    let lines = || text.split_inclusive('\n').scan(0, |at, line| Some((std::mem::replace(at, *at + line.len()), line)));
    let lines = || lines().filter(|(_, line)| !line.trim().is_empty());
    let is_listed = |count: usize| (2..=MOST_LINES).contains(&count);
    // A second line that begins with a number above one goes on with the game of the first.
    let goes_on = lines().skip(1).any(|(_, line)| {
        let number = line.trim_start().split('.').next().filter(|number| number.len() < line.trim_start().len());
        number.and_then(|number| number.parse::<u32>().ok()).is_some_and(|number| number > 1)
    });
    if !text.contains(['[', '{', '(']) && !goes_on && is_listed(lines().take(MOST_LINES + 1).count()) {
        let each = lines().map(|(at, line)| (line_of_moves(game, &text[..at + line.len()], at), at));
        let mut games = Vec::new();
        for ((mut read, _), at) in each {
            // A line of one move says little: a game may be written so, a move on each line.
            if read.fault.is_some() || plies(&read) < 2 {
                games.clear();
                break;
            }
            read.offset = at;
            games.push(read);
        }
        if !games.is_empty() {
            let remark = TextError::new(games[0].offset, "each line is read as a game of its own, for each can be one");
            games[0].remarks.push(remark);
            let count = games.len();
            return (games, count);
        }
    }
    let (read, count) = line_of_moves(game, text, 0);
    (vec![read], count)
}

/// Plays the moves of a text from an offset on, as far as they can be played; and how many words there are.
fn line_of_moves(game: &dyn AnyGame, text: &str, begin: usize) -> (FileGame, usize) {
    let BareMoves { words, heading, notes, fault } = bare_moves(text, begin);
    // The game knows where one of its words ends; the numbers and comments between them are gone.
    let (mut joined, mut places) = (String::new(), Vec::new());
    for (word, place) in &words {
        places.push((joined.len(), *place));
        joined.push_str(word);
        joined.push(' ');
    }
    let split = game.split_moves(&joined);
    let count = split.len();
    let mut position = game.start();
    let mut read = FileGame::new(begin, None);
    // What is said stands behind a word, which may be several actions: then it is not known behind which.
    read.heading = heading;
    if words.len() == count {
        read.notes = notes;
    }
    for (number, word) in (1..).zip(split) {
        let at = word.as_ptr().addr() - joined.as_ptr().addr();
        let place = places[places.partition_point(|&(start, _)| start <= at).saturating_sub(1)];
        let played = match position.find(word) {
            // The number of an action among the legal ones says nothing about the game.
            Ok(found) if found.word != word && word.bytes().all(|sign| sign.is_ascii_digit()) => {
                Err(format!("{word} is no move of this game"))
            }
            _ => play_on(&mut position, word).map_err(|error| error.to_string()),
        };
        if let Err(message) = played {
            let offset = (place.1 + at - place.0).min(text.len());
            read.fault = Some(TextError::new(offset, format!("move {number}: {message}")));
            break;
        }
    }
    read.fault = read.fault.or(fault);
    read.position = Some(position);
    (read, count)
}
