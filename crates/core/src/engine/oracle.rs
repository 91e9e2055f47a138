//! Oracles: what is known of some states without a search, beyond what the game itself knows.
//!
//! Endgame tables are one, a certificate of a solved game is another. An oracle has a slot of its own in the engines
//! and in the settings of the book's searches for games of chance, and is asked in a step of its own: neither the game
//! nor its knowledge or evaluation need to know of it.

use std::fmt;
use std::sync::Arc;

use crate::{Bounds, Game, Score, Truth};

/// An oracle: it knows the values of some states. Everything has a default that knows nothing.
pub trait Oracle<G: Game>: Send + Sync {
    /// Bounds on the value of a state whose game is not over, for MAX; nothing if it knows nothing of it. They must be
    /// *true*: a proof rests on them.
    fn bounds(&self, _game: &G, _state: &G::State) -> Option<Bounds> {
        None
    }

    /// The expectation of a state for MAX, in a game of chance, if it is known exactly. A search looks no further than
    /// such a state, unless it is the root, and its value is no estimate.
    fn expectation(&self, _game: &G, _state: &G::State) -> Option<f64> {
        None
    }

    /// The distance in plies to the end of a game that is won or lost.
    fn distance(&self, _game: &G, _state: &G::State) -> Option<u32> {
        None
    }

    /// The action that wins soonest, or where the game is lost lasts longest.
    fn advice(&self, _game: &G, _state: &G::State) -> Option<G::Action> {
        None
    }

    /// The ordering score that a child has besides what the game says: the more of it, the sooner it is visited.
    fn ordering(&self, _game: &G, _child: &G::State) -> i32 {
        0
    }

    /// An oracle that makes progress: one that forgets enough for a search to find the way from a state of which this
    /// one knows the value. Where each action that wins looks like any other, play could go on for ever. Nothing if the
    /// way is known as well, or the value is not.
    fn for_progress(&self, _game: &G, _root: &G::State) -> Option<Arc<dyn Oracle<G>>> {
        None
    }
}

impl<G: Game> fmt::Debug for dyn Oracle<G> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an oracle")
    }
}

/// The distance in plies to the end of a game that is won with this value: by the oracle, or by the game's knowledge.
pub fn distance<G: Game, U: Truth<G>>(
    game: &G,
    state: &G::State,
    value: Score,
    knowledge: &U,
    oracle: Option<&dyn Oracle<G>>,
) -> Option<u32> {
    let told = oracle.and_then(|oracle| oracle.distance(game, state));
    told.or_else(|| knowledge.distance(game, state, value))
}

/// Static bounds of a state whose game is not over, for MAX: what the oracle knows, and what the game knows where the
/// oracle leaves anything open; or only as far as they answer whether the value is at least what is `asked`.
pub fn bounds<G: Game, U: Truth<G>>(
    game: &G,
    state: &G::State,
    facts: &U::Facts,
    asked: Option<Score>,
    knowledge: &U,
    oracle: Option<&dyn Oracle<G>>,
) -> Bounds {
    let told = oracle.and_then(|oracle| oracle.bounds(game, state));
    match told {
        Some(told) if told.low == told.high => told,
        _ => {
            let own = knowledge.bounds(game, state, facts, asked);
            told.map_or(own, |told| Bounds { low: told.low.max(own.low), high: told.high.min(own.high) })
        }
    }
}

/// No oracle: all that is known is found out by searching.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl<G: Game> Oracle<G> for NoOracle {}
