//! One thread of a search: what it counts, what it keeps on its stacks, its leaves and its words with the table.

use std::sync::Arc;

use super::ChanceEngine;
use super::ordering::MoveHistory;
use super::outcomes::Outlook;
use super::table::Expectation;
use crate::engine::keys::Keys;
use crate::engine::smp::Shared;
use crate::limits::{Cause, Halt, Limits, Meter};
use crate::search::Statistics;
use crate::search::walk::within;
use crate::trace::Window;
use crate::{Actions, ChanceNodes, Evaluate, Game, Key, Score};

/// The result of a search: a value, or where and why it could not go on.
pub(super) type SearchResult<V> = Result<V, Box<Halt>>;

/// The depth of a search to the end of every game. It does not grow less on the way.
pub(super) const TO_THE_END: u32 = u32::MAX;

/// The location of a state in the search tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    /// The remaining depth.
    pub depth: u32,
    /// The distance from the root.
    pub ply: usize,
    /// The number of the outcome that led here, from 1; 0 if somebody chose.
    pub roll: usize,
    /// Whether only choices led here, so that the principal line may come through.
    pub on_line: bool,
}

impl Location {
    /// The location one ply further, by an outcome of chance or by a choice.
    pub(super) fn below(self, roll: usize) -> Location {
        let depth = if self.depth == TO_THE_END { TO_THE_END } else { self.depth.saturating_sub(1) };
        Location { depth, ply: self.ply + 1, roll, on_line: self.on_line && roll == 0 }
    }
}

/// An action of a state, with its number as the game lists them, from 1, and how much it promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move<A> {
    pub action: A,
    pub number: u32,
    pub rank: f64,
}

/// The actions of one state, on the stack of the worker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    pub start: usize,
    pub count: usize,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Game, E, K> {
    pub engine: &'a ChanceEngine<'a, G, E, K>,
    pub root: &'a G::State,
    meter: Meter,
    pub statistics: Statistics,
    /// The statistics when the last iteration was told.
    pub reported: Statistics,
    /// How often something entered into a value that is not a fact: an evaluation, what the table has from one, a
    /// filter.
    pub guesses: u64,
    /// The actions of the states on the path, and of those that were probed beside it: one stack, so that a node costs
    /// no allocation.
    pub moves: Vec<Move<G::Action>>,
    buffer: Actions<G::Action>,
    /// For each ply the best line from there on, last action first.
    lines: Vec<Vec<G::Action>>,
    pub history: MoveHistory<G::Action>,
    /// Buffers of chance nodes that were left, to be used again.
    pub outlooks: Vec<Outlook<G::Action>>,
    /// The number of this thread, and how many there are.
    pub thread: (u32, u32),
}

impl<'a, G: ChanceNodes, E: Evaluate<G>, K: Keys<G>> Worker<'a, G, E, K> {
    pub(super) fn new(
        engine: &'a ChanceEngine<'a, G, E, K>,
        root: &'a G::State,
        limits: &Limits,
        shared: Option<&Shared>,
    ) -> Self {
        let mut meter = Meter::new(limits);
        let mut thread = (0, 1);
        if let Some(shared) = shared {
            thread = shared.join();
            meter.stop_with(Arc::clone(&shared.finished));
        }
        Worker {
            engine,
            root,
            meter,
            statistics: Statistics::default(),
            reported: Statistics::default(),
            guesses: 0,
            moves: Vec::new(),
            buffer: Actions::new(),
            lines: Vec::new(),
            history: MoveHistory::new(),
            outlooks: Vec::new(),
            thread,
        }
    }

    /// Counts a state that is entered.
    #[inline]
    pub(super) fn enter(&mut self, at: Location) -> SearchResult<()> {
        self.meter.spend().map_err(Cause::at_root)?;
        self.statistics.nodes += 1;
        self.statistics.deepest = self.statistics.deepest.max(at.ply as u32);
        if at.on_line {
            self.clear_line(at.ply);
        }
        Ok(())
    }

    /// Whether the search looks no further.
    pub(super) fn is_leaf(&self, state: &G::State, at: Location) -> bool {
        self.engine.game.is_terminal(state) || self.is_horizon(state, at)
    }

    fn is_horizon(&self, state: &G::State, at: Location) -> bool {
        at.depth == 0 && self.engine.evaluation.applies_to(self.engine.game, state) || self.known(state, at).is_some()
    }

    /// The value of a state that the oracle knows. At the root somebody wants to know what to do.
    #[inline]
    fn known(&self, state: &G::State, at: Location) -> Option<f64> {
        let oracle = self.engine.oracle.filter(|_| at.ply > 0)?;
        oracle.expectation(self.engine.game, state)
    }

    /// The value of a state that is entered, if it is a leaf: UTILITY(s) or EVAL(s).
    #[inline]
    pub(super) fn leaf(&mut self, state: &G::State, at: Location) -> SearchResult<Option<f64>> {
        let game = self.engine.game;
        if game.is_terminal(state) {
            self.statistics.leaves += 1;
            let utility = game.utility(state);
            return match utility {
                Score::UNKNOWN => Err(Cause::Unknown.at_root()),
                _ if !game.bounds_of(state).contain(utility) => Err(Cause::OutsideBounds(utility).at_root()),
                _ => Ok(Some(utility.into())),
            };
        }
        if let Some(value) = self.known(state, at) {
            self.statistics.leaves += 1;
            return Ok(Some(value));
        }
        if !self.is_horizon(state, at) {
            return Ok(None);
        }
        self.statistics.leaves += 1;
        self.statistics.evaluated += 1;
        self.guesses += 1;
        let value = self.engine.evaluation.expectation(game, state);
        if value.is_nan() { Err(Cause::Unknown.at_root()) } else { Ok(Some(within(value, game.bounds_of(state)))) }
    }

    /// The key of a state, where there is a table.
    #[inline]
    pub(super) fn key(&self, state: &G::State) -> Option<Key> {
        if self.engine.techniques.table { self.engine.keys.key(self.engine.game, state) } else { None }
    }

    /// The value of a table entry, if it answers for the window.
    pub(super) fn answered(&mut self, entry: &Expectation, at: Location, window: Window) -> Option<f64> {
        if !entry.holds(at.depth) {
            return None;
        }
        let value = if entry.high <= window.alpha {
            entry.high
        } else if entry.low >= window.beta || entry.low == entry.high {
            entry.low
        } else {
            return None;
        };
        self.statistics.table_hits += 1;
        self.relied_on(entry);
        Some(value)
    }

    /// Counts that something rests on an entry.
    pub(super) fn relied_on(&mut self, entry: &Expectation) {
        if entry.guess {
            self.statistics.evaluated += 1;
            self.guesses += 1;
        }
    }

    /// Tells the table what was found of a state in a window, and whether a guess entered into it.
    pub(super) fn remember(
        &mut self,
        key: Option<Key>,
        at: Location,
        window: Window,
        value: f64,
        guess: bool,
        action: Option<u16>,
    ) {
        let Some(key) = key else { return };
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        if value > window.alpha {
            low = value;
        }
        if value < window.beta {
            high = value;
        }
        self.engine.table.store_expectation(key, &Expectation { low, high, guess, depth: at.depth, action });
    }

    /// Lists ACTIONS(s) on the stack.
    pub(super) fn list(&mut self, state: &G::State) -> SearchResult<Moves> {
        let from = self.buffer.open();
        self.engine.game.actions(state, &mut self.buffer);
        let (start, count) = (self.moves.len(), self.buffer.as_slice().len() - from);
        if self.buffer.overflowed() {
            return Err(Cause::TooManyActions.at_root());
        }
        if count == 0 {
            return Err(Cause::NoActions.at_root());
        }
        let numbered = self.buffer.as_slice()[from..].iter().zip(1..);
        self.moves.extend(numbered.map(|(&action, number)| Move { action, number, rank: 0.0 }));
        self.buffer.close(from);
        Ok(Moves { start, count })
    }

    /// The `index`-th action in the order of visits.
    #[inline]
    pub(super) fn nth(&self, moves: Moves, index: usize) -> Move<G::Action> {
        self.moves[moves.start + index]
    }

    pub(super) fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// The line at a ply begins with this action, and goes on as below it.
    pub(super) fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clone_from(&below[0]);
        above[ply].push(action);
    }

    /// The line at a ply is this action alone.
    pub(super) fn begin_line(&mut self, ply: usize, action: G::Action) {
        self.lines[ply].clear();
        self.lines[ply].push(action);
    }

    /// The line below the root.
    pub(super) fn line(&self) -> impl Iterator<Item = G::Action> + '_ {
        self.lines.get(1).into_iter().flatten().rev().copied()
    }
}

/// Notes the number of the action below which a search was halted.
pub(super) fn below<V>(number: u32, found: SearchResult<V>) -> SearchResult<V> {
    found.map_err(|mut halt| {
        halt.path.push(number);
        halt
    })
}
