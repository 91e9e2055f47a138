//! The rules about the line of play, as they stand at the root of a search.
//!
//! What happened before the root is the same for the whole search. Positions in which the line ends the game at once
//! are leaves, and the keys of the table are mixed with what these positions are: what was found with one line is not
//! taken for another. What happens below the root is the business of `node`: see step 3.1 there.

use crate::rules::line::BeforeRoot;
use crate::{Game, Key, Repetition};

/// The rules about the line at the root.
#[derive(Clone, Debug)]
pub(super) struct RootLine {
    pub repetition: Repetition,
    /// The positions that would end the game if they came once more, or that must not come again; in order.
    pub ending: Vec<Key>,
    /// What the keys of the table are mixed with: nothing where there is no such position.
    salt: u64,
    /// For how many plies there has been no progress.
    pub idle: u32,
    /// After how many the game is a draw.
    pub idle_limit: Option<u32>,
}

impl RootLine {
    pub(super) fn new<G: Game>(game: &G, before: &BeforeRoot) -> RootLine {
        let repetition = game.repetition();
        let ending = before.ending_keys(repetition);
        let salt = if ending.is_empty() { 0 } else { Key::of(&ending).0 };
        RootLine { repetition, ending, salt, idle: before.idle, idle_limit: game.idle_limit() }
    }

    /// Whether the line is of no concern to a search.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.ending.is_empty()
    }

    /// Whether a position is one of those that end the game, or must not come again.
    #[inline]
    pub(super) fn ends<G: Game>(&self, game: &G, state: &G::State) -> bool {
        !self.ending.is_empty() && self.is_among(game.repetition_key(state))
    }

    /// Whether a key is that of a position that ends the game, or must not come again.
    pub(super) fn is_among(&self, key: Option<Key>) -> bool {
        key.is_some_and(|key| self.ending.binary_search_by_key(&key.0, |key| key.0).is_ok())
    }

    /// The key under which the table remembers a state of this search.
    #[inline]
    pub(super) fn salted(&self, Key(key): Key) -> Key {
        Key(key ^ self.salt)
    }
}
