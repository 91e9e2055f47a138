//! A wall between the rules of a game, which may be anybody's, and the program.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::SearchError;

/// Runs a search, or whatever else calls the rules; a panic in them becomes an error with its text. Nothing of the
/// search is used after that.
///
/// # Errors
/// What the search says, or that the rules panicked.
pub fn guarded<T>(search: impl FnOnce() -> Result<T, SearchError>) -> Result<T, SearchError> {
    match catch_unwind(AssertUnwindSafe(search)) {
        Ok(result) => result,
        Err(panic) => Err(SearchError::Panicked(text(panic.as_ref()))),
    }
}

fn text(panic: &(dyn Any + Send)) -> String {
    let owned = panic.downcast_ref::<String>().cloned();
    owned.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_else(|| "without a word".into())
}
