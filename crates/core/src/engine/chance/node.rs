//! The search: the value of a state as far as a window needs it.
//!
//! The contract is that of [`star2`](crate::search::star2): a value inside the window is what plain expectiminimax
//! finds to the same depth, to rounding; a value at or below alpha is an upper bound on it, and a value at or above
//! beta a lower bound. All values are MAX's.
//!
//! 1. Enter the state.
//! 2. At a leaf, return its utility, or its evaluation where the depth is reached.
//! 3. Ask the table.
//! 4. Let a side choose: the action to begin with, then the others in order, until one of them cuts. Or let chance
//!    decide (see `outcomes`).
//! 5. Tell the table.

use super::table::Expectation;
use super::worker::{Location, Move, Moves, SearchResult, Worker, below};
use crate::engine::keys::Keys;
use crate::trace::Window;
use crate::{ChanceNodes, Evaluate, Key, Role};

/// A state of which probes have looked at some actions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub moves: Moves,
    /// How many of them have been looked at: they stand in front.
    pub tried: usize,
    /// The place of the best of those.
    pub best: usize,
    /// What it is worth, for MAX.
    pub value: f64,
    /// Whether a guess entered into that.
    pub guess: bool,
}

/// What is known of a state when its search begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    pub key: Option<Key>,
    /// The name of the action that the table has.
    pub action: Option<u16>,
    pub begun: Option<Begun>,
}

impl<G: ChanceNodes, E: Evaluate<G>, K: Keys<G>> Worker<'_, G, E, K> {
    /// The value of a state.
    pub(super) fn value(&mut self, state: &G::State, at: Location, window: Window) -> SearchResult<f64> {
        debug_assert!(window.alpha < window.beta);
        // 1. Enter. 2. A leaf.
        self.enter(at)?;
        if let Some(value) = self.leaf(state, at)? {
            return Ok(value);
        }
        // 3. The table.
        let key = self.key(state);
        let entry = key.and_then(|key| self.engine.table.expectation(key));
        if let Some(value) = entry.and_then(|entry| self.answered(&entry, at, window)) {
            self.line_from_table(state, at, entry.and_then(|entry| entry.action));
            return Ok(value);
        }
        let action = entry.and_then(|entry: Expectation| entry.action);
        self.search(state, at, window, Known { key, action, begun: None })
    }

    /// Searches a state (steps 4 and 5) that is no leaf and that the table does not answer for.
    pub(super) fn search(&mut self, state: &G::State, at: Location, window: Window, known: Known) -> SearchResult<f64> {
        let guesses = self.guesses;
        // 4. Choose, or let chance decide.
        let (value, best) = match self.engine.game.role(state) {
            Role::Max => self.choice(state, at, window, 1.0, &known)?,
            Role::Min => self.choice(state, at, window, -1.0, &known)?,
            Role::Chance => (self.chance(state, at, window)?, None),
        };
        // 5. Tell the table.
        let guess = self.guesses > guesses || known.begun.is_some_and(|begun| begun.guess);
        let action = best.map(|it| self.name(state, it));
        self.remember(known.key, at, window, value, guess, action);
        Ok(value)
    }

    /// A choice node, step 4. `sign` is 1 for MAX and -1 for MIN: inside, all is seen from the side's point of view.
    /// The best action is told where it is known to be: not where all that is known is that none is good enough.
    fn choice(
        &mut self,
        state: &G::State,
        at: Location,
        window: Window,
        sign: f64,
        known: &Known,
    ) -> SearchResult<(f64, Option<Move<G::Action>>)> {
        let bounds = self.engine.game.bounds_of(state);
        let (mut alpha, beta, most) = if sign > 0.0 {
            (window.alpha, window.beta, f64::from(bounds.high))
        } else {
            (-window.beta, -window.alpha, -f64::from(bounds.low))
        };
        let start = self.moves.len();
        // The action to begin with, or what the probes have found.
        let (moves, tried, unordered) = match known.begun {
            Some(begun) => (begun.moves, begun.tried, begun.tried),
            None => {
                let moves = self.expand(state, at, sign)?;
                (moves, 0, usize::from(self.pick(state, at, moves, 0, known.action)))
            }
        };
        let (mut v, mut best, mut is_cut) = (f64::NEG_INFINITY, None, false);
        for index in tried.saturating_sub(1)..moves.count {
            // The others are put in order when it comes to them.
            if index == unordered {
                self.rank(state, at, sign, moves, index)?;
            }
            let (it, child) = match known.begun {
                Some(begun) if index < tried => (self.nth(moves, begun.best), sign * begun.value),
                _ => {
                    let it = self.nth(moves, index);
                    (it, sign * self.value_behind(state, at, it, sign, alpha, beta)?)
                }
            };
            self.moves[moves.start + index].rank = child;
            if child <= v {
                continue;
            }
            v = child;
            if v > alpha {
                (alpha, best) = (v, Some(it));
                if at.on_line {
                    self.extend_line(at.ply, it.action);
                }
            }
            // Nothing is better than what the game can end with.
            if v >= beta || v >= most {
                self.cut(it, index, moves.count);
                is_cut = true;
                break;
            }
        }
        if let Some(it) = best
            && self.engine.techniques.killers
        {
            let list = &mut self.moves[moves.start + tried..moves.start + moves.count];
            self.history.were_best(at, it.action, if is_cut { &mut [] } else { list });
        }
        self.moves.truncate(start);
        Ok((sign * v, best))
    }

    /// The value behind an action, for MAX, in a window that is seen from the side that chooses it.
    pub(super) fn value_behind(
        &mut self,
        state: &G::State,
        at: Location,
        it: Move<G::Action>,
        sign: f64,
        alpha: f64,
        beta: f64,
    ) -> SearchResult<f64> {
        let child = self.engine.game.result(state, it.action);
        let window = if sign > 0.0 { Window { alpha, beta } } else { Window { alpha: -beta, beta: -alpha } };
        below(it.number, self.value(&child, at.below(0), window))
    }

    /// Counts a cut-off.
    fn cut(&mut self, it: Move<G::Action>, index: usize, count: usize) {
        if index + 1 < count {
            self.statistics.cutoffs += 1;
            self.statistics.first_action_cutoffs += u64::from(index == 0);
        }
        if self.engine.techniques.history
            && let Some(code) = self.engine.keys.code(self.engine.game, it.action)
        {
            self.history.has_cut(code);
        }
    }

    /// The name under which the table keeps an action.
    fn name(&self, state: &G::State, it: Move<G::Action>) -> u16 {
        self.engine.keys.name(self.engine.game, state, it.action, it.number as usize - 1)
    }

    /// Extends the line by the action of the table, where the table answers and has one.
    fn line_from_table(&mut self, state: &G::State, at: Location, named: Option<u16>) {
        let Some(name) = named.filter(|_| at.on_line) else { return };
        if let Ok(moves) = self.list(state) {
            let found = (0..moves.count).map(|index| self.nth(moves, index)).find(|&it| self.name(state, it) == name);
            self.moves.truncate(moves.start);
            if let Some(it) = found {
                self.begin_line(at.ply, it.action);
            }
        }
    }
}
