//! Solutions of whole games, kept from one position to the next.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Cache for the solution of a whole game, where a solver finds one: it answers for every other position of the game
/// that it has reached. One cache is for one game with the same options.
#[derive(Default)]
pub struct SolutionCache(Mutex<Option<Arc<dyn Any + Send + Sync>>>);

impl SolutionCache {
    /// The solution that is kept, if it is of this type.
    #[must_use]
    pub fn get<S: Any + Send + Sync>(&self) -> Option<Arc<S>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        kept.downcast().ok()
    }

    /// Keeps a solution in place of the one before.
    pub fn put<S: Any + Send + Sync>(&self, solution: Arc<S>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(solution);
    }
}

impl fmt::Debug for SolutionCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_full = self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        f.debug_struct("SolutionCache").field("is_full", &is_full).finish()
    }
}
