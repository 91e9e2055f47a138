//! Solution of a whole game, kept from one position to the next.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Cache for the solution of a whole game, where a solver finds one: it answers for every other position of the game
/// that it has reached. The first is kept. One cache is for one game with the same options.
#[derive(Default)]
pub struct SolutionCache(OnceLock<Arc<dyn Any + Send + Sync>>);

impl SolutionCache {
    /// The solution that is kept, if it is of this type.
    #[must_use]
    pub fn get<S: Any + Send + Sync>(&self) -> Option<Arc<S>> {
        self.0.get().cloned()?.downcast().ok()
    }

    /// Keeps a solution, if there is none yet.
    pub fn put<S: Any + Send + Sync>(&self, solution: Arc<S>) {
        self.0.get_or_init(|| solution);
    }
}

impl fmt::Debug for SolutionCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolutionCache").field("is_full", &self.0.get().is_some()).finish()
    }
}
