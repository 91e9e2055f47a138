//! Keys of states, and names of actions, for the transposition table.

use std::hash::Hash;

use super::table::Table;
use crate::{Game, Key, Keyed, Remembered, Symmetric};

/// A slot of a transposition table: where something about a state is remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSlot {
    /// The key of the state.
    pub key: Key,
    /// Whether it is in the thread's own small table, not in the shared one.
    pub local: bool,
}

/// Where a search finds the keys of states.
pub trait Keys<G: Game> {
    /// The key of a state; nothing if what is found out about it must not be used elsewhere.
    fn key(&self, game: &G, state: &G::State) -> Option<Key>;

    /// The table slot of a state; nothing if that does not pay.
    #[inline]
    fn table_slot(&self, game: &G, state: &G::State) -> Option<TableSlot> {
        self.key(game, state).map(|key| TableSlot { key, local: false })
    }

    /// The code of an action, one number wherever it is legal: see [`Keyed::code`].
    fn code(&self, _game: &G, _action: G::Action) -> Option<u16> {
        None
    }

    /// The placement of an action: see [`Keyed::placement`].
    fn placement(&self, _game: &G, _state: &G::State, _action: G::Action) -> Option<u16> {
        None
    }

    /// The correction keys of a state: see [`Keyed::correction_keys`].
    fn correction_keys(&self, _game: &G, _state: &G::State) -> Option<[u16; 3]> {
        None
    }

    /// The name under which the table remembers an action of a state, by its code or by its place among the state's
    /// actions.
    fn name(&self, game: &G, _state: &G::State, action: G::Action, place: usize) -> u16 {
        self.code(game, action).unwrap_or(place.min(usize::from(Table::NAMES)) as u16)
    }
}

/// No keys: the table is not used.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKeys;

impl<G: Game> Keys<G> for NoKeys {
    fn key(&self, _: &G, _: &G::State) -> Option<Key> {
        None
    }
}

/// The game's own keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnKeys;

impl<G: Keyed> Keys<G> for OwnKeys {
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> Option<Key> {
        Some(game.key(state))
    }
    #[inline]
    fn table_slot(&self, game: &G, state: &G::State) -> Option<TableSlot> {
        table_slot(game, state, |game, state| game.key(state))
    }
    #[inline]
    fn code(&self, game: &G, action: G::Action) -> Option<u16> {
        game.code(action)
    }
    #[inline]
    fn placement(&self, game: &G, state: &G::State, action: G::Action) -> Option<u16> {
        game.placement(state, action)
    }
    #[inline]
    fn correction_keys(&self, game: &G, state: &G::State) -> Option<[u16; 3]> {
        game.correction_keys(state)
    }
}

/// The table slot of a state, in the table that the game says.
#[inline]
fn table_slot<G: Keyed>(game: &G, state: &G::State, key: impl FnOnce(&G, &G::State) -> Key) -> Option<TableSlot> {
    let local = match game.remembered(state) {
        Remembered::Long => false,
        Remembered::Briefly => true,
        Remembered::Not => return None,
    };
    Some(TableSlot { key: key(game, state), local })
}

/// One key for all mirror images of a state. An action is remembered as the image that it has in the state that stands
/// for all.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedKeys;

impl<G: Symmetric> Keys<G> for SharedKeys {
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> Option<Key> {
        Some(game.representative(state).0)
    }
    #[inline]
    fn table_slot(&self, game: &G, state: &G::State) -> Option<TableSlot> {
        table_slot(game, state, |game, state| game.representative(state).0)
    }
    #[inline]
    fn code(&self, game: &G, action: G::Action) -> Option<u16> {
        game.code(action)
    }
    #[inline]
    fn placement(&self, game: &G, state: &G::State, action: G::Action) -> Option<u16> {
        game.placement(state, action)
    }
    #[inline]
    fn correction_keys(&self, game: &G, state: &G::State) -> Option<[u16; 3]> {
        game.correction_keys(state)
    }
    fn name(&self, game: &G, state: &G::State, action: G::Action, place: usize) -> u16 {
        let (_, symmetry) = game.representative(state);
        // Without a code, an action is known again only in the very image that it was stored from.
        game.code(game.image_of_action(action, symmetry)).unwrap_or(place.min(usize::from(Table::NAMES)) as u16)
    }
}

/// Keys from the states' own [`Hash`], for a game that has no [`Keyed`].
///
/// These keys do not differ from run to run. Only what std hashes as raw memory, such as a slice of numbers, depends on
/// the machine's byte order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed;

impl<G: Game<State: Hash>> Keys<G> for Hashed {
    fn key(&self, _: &G, state: &G::State) -> Option<Key> {
        Some(Key::of(state))
    }
}
