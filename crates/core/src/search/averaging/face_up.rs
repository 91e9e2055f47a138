//! The worth of a state with all cards face up.

use super::super::{Settings, alphabeta, expectiminimax};
use crate::engine::{Engine, Keys, Table, TableSlot, Task};
use crate::limits::{Halt, Limits};
use crate::trace::Silent;
use crate::{Chance, Depth, Evaluate, Game, Key, Proof, Revealed, Score, With, Without};

/// The worth of a state for MAX.
pub struct Worth {
    pub(super) score: f64,
    /// Whether every line was searched to its end.
    pub(super) exact: bool,
    pub(super) nodes: u64,
    /// Whether the search was done; if not, the score is only a bound.
    pub(super) done: bool,
}

/// Search parts that one thread uses for all its deals.
pub struct SearchParts<'a, E, K> {
    pub(super) evaluation: &'a E,
    pub(super) keys: &'a K,
    pub(super) table: Table,
    /// How far to look; to the end if nothing is said.
    pub(super) depth: Option<Depth>,
}

/// The search that finds the worth of a state with all cards face up. Whether there is luck decides, so it is
/// implemented for the two answers of [`Game::Luck`]: expectiminimax where chance has a turn, the engine's alpha-beta
/// where it has none.
pub trait FaceUp<G: Game> {
    /// Whether the search can make use of a table.
    const REMEMBERS: bool;

    /// MINIMAX(state), or EXPECTIMINIMAX(state).
    ///
    /// # Errors
    /// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep.
    fn worth<E: Evaluate<G>, K: Keys<G>>(
        game: &G,
        state: &G::State,
        parts: &SearchParts<'_, E, K>,
        limits: Limits,
    ) -> Result<Worth, Box<Halt>>;
}

impl<G: Chance + Game<Luck = With>> FaceUp<G> for With {
    const REMEMBERS: bool = false;

    fn worth<E: Evaluate<G>, K: Keys<G>>(
        game: &G,
        state: &G::State,
        parts: &SearchParts<'_, E, K>,
        limits: Limits,
    ) -> Result<Worth, Box<Halt>> {
        let found = match parts.depth {
            None => expectiminimax(&Revealed(game), state, &Settings::new().limits(limits), &mut Silent)?,
            Some(depth) => {
                let settings = Settings::new().limits(limits).to_depth(depth, Open(parts.evaluation));
                expectiminimax(&Revealed(game), state, &settings, &mut Silent)?
            }
        };
        Ok(found.into())
    }
}

impl<G: Game<Luck = Without>> FaceUp<G> for Without {
    const REMEMBERS: bool = true;

    fn worth<E: Evaluate<G>, K: Keys<G>>(
        game: &G,
        state: &G::State,
        parts: &SearchParts<'_, E, K>,
        limits: Limits,
    ) -> Result<Worth, Box<Halt>> {
        let revealed = Revealed(game);
        // A leaf is no work for the engine.
        if game.is_terminal(state) || parts.depth == Some(Depth(0)) {
            let settings = Settings::new().limits(limits).to_depth(Depth(0), Open(parts.evaluation));
            return Ok(alphabeta(&revealed, state, &settings, &mut Silent)?.into());
        }
        let engine = Engine::new(&revealed, &parts.table).keys(Open(parts.keys)).evaluation(Open(parts.evaluation));
        let task = Task { limits, depth: parts.depth, all_best: false, ..Task::default() };
        Ok(engine.search(state, &task, &mut |_| {})?.decision.into())
    }
}

impl<A> From<super::super::Decision<A>> for Worth {
    fn from(found: super::super::Decision<A>) -> Worth {
        Worth {
            score: found.value.score,
            exact: found.value.proof == Proof::Exact,
            nodes: found.statistics.nodes,
            done: found.stopped.is_none(),
        }
    }
}

/// Keys and evaluation of a game with secrets, for the game with all cards face up.
struct Open<T>(T);

impl<G: Game, E: Evaluate<G>> Evaluate<Revealed<&G>> for Open<&E> {
    fn evaluate(&self, game: &Revealed<&G>, state: &G::State) -> Score {
        self.0.evaluate(game.0, state)
    }
    fn guesses(&self) -> bool {
        self.0.guesses()
    }
    fn applies_to(&self, game: &Revealed<&G>, state: &G::State) -> bool {
        self.0.applies_to(game.0, state)
    }
    fn expectation(&self, game: &Revealed<&G>, state: &G::State) -> f64 {
        self.0.expectation(game.0, state)
    }
}

impl<G: Game, K: Keys<G>> Keys<Revealed<&G>> for Open<&K> {
    fn key(&self, game: &Revealed<&G>, state: &G::State) -> Option<Key> {
        self.0.key(game.0, state)
    }
    fn table_slot(&self, game: &Revealed<&G>, state: &G::State) -> Option<TableSlot> {
        self.0.table_slot(game.0, state)
    }
    fn code(&self, game: &Revealed<&G>, action: G::Action) -> Option<u16> {
        self.0.code(game.0, action)
    }
    fn name(&self, game: &Revealed<&G>, state: &G::State, action: G::Action, place: usize) -> u16 {
        self.0.name(game.0, state, action, place)
    }
}
