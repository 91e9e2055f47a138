//! Files of games: which game a file is of, where nobody says so.

use std::path::Path;

use counterplay_api::{Catalog, Unrecognized};
use counterplay_core::TextError;

use crate::failure::Failure;
use crate::limits;

/// Parses the number of a game in a file.
pub(crate) fn number(text: &str) -> Result<usize, String> {
    limits::whole(text, 1, 1_000_000_000).map(|number| number as usize)
}

/// Whether a file of so many games has the one that was asked for.
pub(crate) fn check_number(asked: Option<usize>, count: usize) -> Result<(), Failure> {
    match asked.filter(|number| *number > count) {
        None => Ok(()),
        Some(number) => {
            let games = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
            Err(Failure::usage(format!("the file has {games}: there is no game {number} in it")))
        }
    }
}

/// File of games in the arguments, if there is one: where the first argument is no game, it is the file.
pub(crate) fn file_of<'a>(
    first: &'a str,
    second: Option<&'a str>,
    catalog: &Catalog,
) -> Result<Option<&'a str>, Failure> {
    if catalog.find(first).is_some() {
        return Ok(second);
    }
    let games: Vec<&str> = catalog.items().map(|item| item.name()).collect();
    if second.is_some() {
        return Err(Failure::usage(format!("there is no game {first}; the games are {}", games.join(", "))));
    }
    if first != "-" && !Path::new(first).exists() {
        let what = format!("there is neither a game nor a file {first}; the games are {}", games.join(", "));
        return Err(Failure::usage(what));
    }
    Ok(Some(first))
}

/// Name of the game that a text is of.
pub(crate) fn name_of(text: &str, verb: &str, catalog: &Catalog) -> Result<String, Failure> {
    let readings = catalog.recognize(text).map_err(|refusal| refused(&refusal, text))?;
    let several = |why: String| Failure::input(format!("{why}: say which, as in counterplay {verb} GAME FILE"));
    let mut names = Vec::new();
    for reading in &readings {
        match reading.game() {
            Some(name) => names.push(name),
            None => return Err(several("the file has games of several kinds".to_owned())),
        }
    }
    match names[..] {
        [name] => Ok(name.to_owned()),
        _ => Err(several(format!("this may be a game of {}", names.join(" or of ")))),
    }
}

/// Failure for a text that no game can read. Where one game was asked, its reason has a place; otherwise that of each
/// is told.
pub(crate) fn refused(refusal: &Unrecognized, text: &str) -> Failure {
    match &refusal.tried[..] {
        [(_, error)] => Failure::text(error, text),
        [(_, furthest), ..] => Failure::text(&TextError::new(furthest.offset, refusal.describe(text)), text),
        [] => Failure::input(refusal.to_string()),
    }
}
