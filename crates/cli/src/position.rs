//! Position arguments of a verb: the game, its options and the position.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;

use counterplay_api::OpenTables;
use counterplay_api::{AnyGame, AnyPosition, Catalog, Item, OptionError, Options, UserFiles};
use counterplay_core::TextError;

use crate::failure::Failure;
use crate::input;

/// Position arguments: the game, and where in it.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    /// The game; `games` lists them
    #[arg(value_name = "GAME", index = 1)]
    pub(crate) game: String,
    /// The position in the game's notation, @FILE, or - for stdin
    #[arg(short, long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Actions to play from there
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Text of the position, which is read once: it may come from stdin.
    #[arg(skip)]
    text: OnceCell<String>,
}

/// Most actions of a line of play.
const MOST_MOVES: usize = 200_000;

/// Options that every game has: a file of weights for its evaluation, and a folder of tables.
pub(crate) const WEIGHTS: &str = "weights";
pub(crate) const TABLES: &str = "tables";

/// Options of a game, as they were given on the command line.
pub(crate) type Given = Vec<(String, String)>;

/// Game with its options.
pub(crate) fn game(catalog: &Catalog, name: &str, given: &Given) -> Result<Arc<dyn AnyGame>, Failure> {
    let (files, given) = files_apart(given);
    let given: Vec<(&str, &str)> = given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let file = |wanted| files.iter().find(|(name, _)| name == wanted).map(|(_, path)| path.as_str());
    let weights = file(WEIGHTS).map(input::bytes).transpose()?;
    let folder = file(TABLES).map(tables_folder).transpose()?;
    let memory = crate::memory::share(1) as u64;
    let opening = |folder| OpenTables { name, folder, memory, on_warning: |word| eprintln!("{word}") };
    let tables = folder.as_deref().map(opening);
    let game = catalog.game_with(name, &given, &UserFiles { weights: weights.as_deref(), tables });
    game.map_err(|error| match error {
        OptionError::Weights(_) => {
            Failure::input(format!("{error}; without --weights the game plays by what it came with"))
        }
        _ => Failure::usage(error.to_string()),
    })
}

/// Options of a game, all that have a value: those that were given, and what the others are if they are not.
pub(crate) fn options(catalog: &Catalog, name: &str, given: &Given) -> Result<Vec<(String, i64)>, Failure> {
    let specs = catalog.find(name).map(Item::options).unwrap_or_default();
    let (_, given) = files_apart(given);
    let given: Vec<(&str, &str)> = given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let set = Options::read(specs, &given).map_err(|error| Failure::usage(error.to_string()))?;
    let all = specs.iter().filter_map(|spec| Some((spec.name.to_owned(), set.get(spec.name).or(spec.default)?)));
    Ok(all.collect())
}

/// Options that were given, and of the others those that the text of a position or a game names.
pub(crate) fn with_named_options(catalog: &Catalog, name: &str, given: &Given, text: &str) -> Given {
    let named = catalog.find(name).map_or_else(Vec::new, |item| item.told_by(text));
    let missing = named.into_iter().filter(|(option, _)| given.iter().all(|(name, _)| name != option));
    given.iter().cloned().chain(missing.map(|(option, value)| (option.to_owned(), value.to_string()))).collect()
}

/// Splits what was given into files and the options of the game.
pub(crate) fn files_apart(given: &Given) -> (Given, Given) {
    given.iter().cloned().partition(|(name, _)| [WEIGHTS, TABLES].contains(&name.as_str()))
}

/// Folder of tables, which must be there.
pub(crate) fn tables_folder(folder: &str) -> Result<PathBuf, Failure> {
    let path = PathBuf::from(folder);
    if path.is_dir() { Ok(path) } else { Err(Failure::input(format!("there is no folder {folder}"))) }
}

impl PositionArgs {
    /// Position arguments of a verb that lists its own.
    pub(crate) fn new(game: &str, position: Option<String>, moves: Option<String>) -> PositionArgs {
        PositionArgs { game: game.to_owned(), position, moves, text: OnceCell::new() }
    }

    /// Text of the position, if there is one.
    pub(crate) fn text(&self) -> Result<Option<&str>, Failure> {
        match (&self.position, self.text.get()) {
            (None, _) => Ok(None),
            (Some(_), Some(text)) => Ok(Some(text)),
            (Some(argument), None) => {
                let text = input::text(argument)?;
                Ok(Some(self.text.get_or_init(|| text)))
            }
        }
    }

    /// Options that were given, and of the others those that the position names.
    pub(crate) fn given(&self, catalog: &Catalog, given: &Given) -> Result<Given, Failure> {
        Ok(match self.text()? {
            Some(text) => with_named_options(catalog, &self.game, given, text),
            None => given.clone(),
        })
    }

    /// Game with its options, those included that the position names.
    pub(crate) fn game(&self, catalog: &Catalog, given: &Given) -> Result<Arc<dyn AnyGame>, Failure> {
        game(catalog, &self.game, &self.given(catalog, given)?)
    }

    /// Position that the arguments describe.
    pub(crate) fn read(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, Failure> {
        let position = match self.text()? {
            None => game.start(),
            Some(text) => read(game, text)?,
        };
        match &self.moves {
            None => Ok(position),
            Some(argument) => play(game, position, &input::text(argument)?),
        }
    }
}

/// Position from its text.
pub(crate) fn read(game: &dyn AnyGame, text: &str) -> Result<Box<dyn AnyPosition>, Failure> {
    if let Some(offset) = text.find('\0') {
        return Err(Failure::text(&TextError::new(offset, "a position has no NUL in it"), text));
    }
    game.read(text).map_err(|error| Failure::text(&error, text))
}

/// Position after a line of play; all of it or nothing.
fn play(game: &dyn AnyGame, mut position: Box<dyn AnyPosition>, moves: &str) -> Result<Box<dyn AnyPosition>, Failure> {
    let words = game.split_moves(moves);
    if words.len() > MOST_MOVES {
        return Err(Failure::input(format!("--moves has {} actions; at most {MOST_MOVES} are played", words.len())));
    }
    for (number, word) in (1..).zip(&words) {
        position.play(word).map_err(|error| {
            let offset = word.as_ptr().addr() - moves.as_ptr().addr();
            Failure::text(&TextError::new(offset + error.error.offset, format!("action {number}: {error}")), moves)
        })?;
    }
    Ok(position)
}
