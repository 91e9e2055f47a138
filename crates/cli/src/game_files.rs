//! Files of games: which game a file is of, where nobody says so.

use counterplay_api::{Catalog, Unrecognized};
use counterplay_core::TextError;

use crate::failure::Failure;

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
