//! A state where chance decides, by Star2.
//!
//! 1. List the outcomes. If the game allows no more than alpha, or no less than beta, that is the answer.
//! 2. Look at each of them once: its value where it is a leaf, what the table knows of it, and the value of one action,
//!    where that can lead to a cut.
//! 3. Visit those that are not settled, where the probes left off, each in the window that the others leave it.
//! 4. The value is the mean.

use super::node::{Begun, Known};
use super::worker::{Location, SearchResult, Worker, below};
use crate::engine::keys::Keys;
use crate::limits::Cause;
use crate::search::star::chances::Chances;
use crate::trace::Window;
use crate::{ChanceNodes, Evaluate, Outcomes, Role};

/// The outcomes of a chance node, with what is known of each.
#[derive(Debug)]
pub(super) struct Outlook<A> {
    outcomes: Outcomes<A>,
    chances: Chances,
    /// What is known of the search of each outcome.
    known: Vec<Known>,
    /// Those that are not settled, in the order of visits, and how much each promises.
    order: Vec<(f64, usize)>,
}

impl<A: Copy> Outlook<A> {
    fn new() -> Self {
        Outlook { outcomes: Outcomes::new(), chances: Chances::default(), known: Vec::new(), order: Vec::new() }
    }
}

impl<G: ChanceNodes, E: Evaluate<G>, K: Keys<G>> Worker<'_, G, E, K> {
    /// The value of a chance node: the mean over its outcomes, as far as the window needs it.
    pub(super) fn chance(&mut self, state: &G::State, at: Location, window: Window) -> SearchResult<f64> {
        let mut node = self.outlooks.pop().unwrap_or_else(Outlook::new);
        let start = self.moves.len();
        let value = self.mean(&mut node, state, at, window);
        self.moves.truncate(start);
        self.outlooks.push(node);
        value
    }

    fn mean(
        &mut self,
        node: &mut Outlook<G::Action>,
        state: &G::State,
        at: Location,
        window: Window,
    ) -> SearchResult<f64> {
        // 1. List the outcomes.
        let game = self.engine.game;
        node.outcomes.clear();
        game.chance_outcomes(state, &mut node.outcomes);
        if node.outcomes.are_too_many() {
            return Err(Cause::TooManyOutcomes.at_root());
        }
        node.outcomes.check().map_err(|sum| Cause::Probabilities(sum).at_root())?;
        let outcomes = node.outcomes.as_slice();
        node.chances.begin(outcomes.iter().map(|&(_, probability)| probability), game.bounds_of(state));
        node.known.clear();
        node.known.resize(outcomes.len(), Known::default());
        let (low, high) = (node.chances.low(), node.chances.high());
        if high <= window.alpha || low >= window.beta {
            return Ok(if high <= window.alpha { high } else { low });
        }
        // 2. Look at each of them once.
        if let Some(bound) = self.look(node, state, at, window)? {
            return Ok(bound);
        }
        // 3. Visit those that are not settled.
        self.put_in_order(node, at);
        for place in 0..node.order.len() {
            let index = node.order[place].1;
            let limits = node.chances.limits(index, window);
            let child = game.result(state, node.outcomes.as_slice()[index].0);
            let (inner, roll) = (node.chances.window(index, limits), at.below(index + 1));
            let known = node.known[index];
            let found = match known.begun {
                Some(_) => self.search(&child, roll, inner, known),
                None => self.value(&child, roll, inner),
            };
            let value = below(index as u32 + 1, found)?;
            if let Some(bound) = self.cut_by(node, index, limits, window, (value, value)) {
                return Ok(bound);
            }
            let known = node.chances.of(index);
            node.chances.settle(index, value.clamp(known.low, known.high));
            self.history.was_worth(roll, value);
        }
        // 4. The mean.
        Ok(node.chances.low())
    }

    /// Probes each outcome once, step 2. Says what the node is worth if it is cut.
    fn look(
        &mut self,
        node: &mut Outlook<G::Action>,
        state: &G::State,
        at: Location,
        window: Window,
    ) -> SearchResult<Option<f64>> {
        let game = self.engine.game;
        let (low, high) = (node.chances.low(), node.chances.high());
        // What is likely tells most: the rest, of which only the bounds are known, counts for little soon.
        node.order.clear();
        node.order
            .extend(node.outcomes.as_slice().iter().enumerate().map(|(index, &(_, probability))| (probability, index)));
        node.order.sort_by(|a, b| b.0.total_cmp(&a.0));
        for place in 0..node.order.len() {
            let (probability, index) = node.order[place];
            let action = node.outcomes.as_slice()[index].0;
            // What never happens counts for nothing.
            if probability <= 0.0 {
                node.chances.settle(index, low);
                continue;
            }
            if !self.engine.techniques.probes {
                continue;
            }
            let limits = node.chances.limits(index, window);
            let (child, roll) = (game.result(state, action), at.below(index + 1));
            if self.is_leaf(&child, roll) {
                let value = below(index as u32 + 1, self.value(&child, roll, Window::OPEN))?;
                node.chances.settle(index, value);
            } else {
                let role = game.role(&child);
                self.consult(node, index, &child, roll);
                let tells = role == Role::Min && window.alpha > low || role == Role::Max && window.beta < high;
                let unknown = node.chances.of(index);
                let is_open = unknown.low < unknown.high && unknown.high > limits.alpha && unknown.low < limits.beta;
                if tells && is_open {
                    below(index as u32 + 1, self.begin(node, index, &child, roll, role))?;
                    below(index as u32 + 1, self.probe(node, index, &child, roll, limits, role))?;
                }
            }
            if let Some(bound) = self.cut_by_known(node, index, limits, window) {
                return Ok(Some(bound));
            }
        }
        self.look_again(node, state, at, window)
    }

    /// Probes again, in further rounds, for as long as there are killers to try. Nothing is lost by them: what a probe
    /// has looked at is not looked at again.
    fn look_again(
        &mut self,
        node: &mut Outlook<G::Action>,
        state: &G::State,
        at: Location,
        window: Window,
    ) -> SearchResult<Option<f64>> {
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for index in 0..node.known.len() {
                let Some(begun) = node.known[index].begun.filter(|begun| begun.tried < begun.moves.count) else {
                    continue;
                };
                let (action, roll) = (node.outcomes.as_slice()[index].0, at.below(index + 1));
                let child = self.engine.game.result(state, action);
                if node.chances.is_settled(index) || !self.pick(&child, roll, begun.moves, begun.tried, None) {
                    continue;
                }
                goes_on = true;
                let limits = node.chances.limits(index, window);
                let role = self.engine.game.role(&child);
                below(index as u32 + 1, self.probe(node, index, &child, roll, limits, role))?;
                if let Some(bound) = self.cut_by_known(node, index, limits, window) {
                    return Ok(Some(bound));
                }
            }
        }
        Ok(None)
    }

    /// Asks the table for an outcome.
    fn consult(&mut self, node: &mut Outlook<G::Action>, index: usize, child: &G::State, roll: Location) {
        let known = &mut node.known[index];
        known.key = self.key(child);
        let Some(entry) = known.key.and_then(|key| self.engine.table.expectation(key)) else { return };
        known.action = entry.action;
        let before = node.chances.of(index);
        if entry.holds(roll.depth) && (entry.low > before.low || entry.high < before.high) {
            node.chances.at_least(index, entry.low);
            node.chances.at_most(index, entry.high);
            self.statistics.table_hits += u64::from(entry.low == entry.high);
            self.relied_on(&entry);
        }
    }

    /// Enters an outcome, lists its actions, and puts the one to begin with in front.
    fn begin(
        &mut self,
        node: &mut Outlook<G::Action>,
        index: usize,
        child: &G::State,
        roll: Location,
        role: Role,
    ) -> SearchResult<()> {
        self.enter(roll)?;
        let sign = if role == Role::Max { 1.0 } else { -1.0 };
        let moves = self.expand(child, roll, sign)?;
        if !self.pick(child, roll, moves, 0, node.known[index].action) {
            self.rank(child, roll, sign, moves, 0)?;
        }
        node.known[index].begun = Some(Begun { moves, tried: 0, best: 0, value: -sign * f64::INFINITY, guess: false });
        Ok(())
    }

    /// Looks at the next action of an outcome that was begun. The window reaches from the limit to the best of before,
    /// so that what it finds is exact where it is better, unless it cuts.
    fn probe(
        &mut self,
        node: &mut Outlook<G::Action>,
        index: usize,
        child: &G::State,
        roll: Location,
        limits: Window,
        role: Role,
    ) -> SearchResult<()> {
        let Some(mut begun) = node.known[index].begun else { return Ok(()) };
        let bounds = self.engine.game.bounds_of(child);
        let sign = if role == Role::Max { 1.0 } else { -1.0 };
        // From the point of view of the side that chooses: above what it has, and below the limit.
        let limit =
            if role == Role::Max { limits.beta.min(bounds.high.into()) } else { -limits.alpha.max(bounds.low.into()) };
        let alpha = sign * begun.value;
        let beta = if alpha < limit { limit } else { alpha.next_up() };
        let guesses = self.guesses;
        let value = self.value_behind(child, roll, self.nth(begun.moves, begun.tried), sign, alpha, beta)?;
        begun.guess |= self.guesses > guesses;
        if sign * value > alpha {
            (begun.best, begun.value) = (begun.tried, value);
        }
        begun.tried += 1;
        node.known[index].begun = Some(begun);
        if role == Role::Min {
            node.chances.at_most(index, begun.value);
        } else {
            node.chances.at_least(index, begun.value);
        }
        Ok(())
    }

    /// The bound of the node, if what is known of an outcome meets its limits.
    fn cut_by_known(
        &mut self,
        node: &mut Outlook<G::Action>,
        index: usize,
        limits: Window,
        window: Window,
    ) -> Option<f64> {
        let known = node.chances.of(index);
        self.cut_by(node, index, limits, window, (known.low, known.high))
    }

    /// The bound of the node, if an outcome that is worth from `low` to `high` meets its limits.
    fn cut_by(
        &mut self,
        node: &mut Outlook<G::Action>,
        index: usize,
        limits: Window,
        window: Window,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let bound = if high <= limits.alpha {
            node.chances.at_most(index, high);
            node.chances.high().min(window.alpha)
        } else if low >= limits.beta {
            node.chances.at_least(index, low);
            node.chances.low().max(window.beta)
        } else {
            return None;
        };
        self.statistics.cutoffs += 1;
        Some(bound)
    }

    /// Step 3: first the outcomes where a probe was furthest from what the roll is worth elsewhere, for there the
    /// search will move the mean most. Each thread begins elsewhere, and finds what the others did in the table.
    fn put_in_order(&mut self, node: &mut Outlook<G::Action>, at: Location) {
        node.order.clear();
        for index in 0..node.known.len() {
            if !node.chances.is_settled(index) {
                let outcome = node.chances.of(index);
                let gain = match (node.known[index].begun, self.history.worth(at.below(index + 1))) {
                    (Some(begun), Some(worth)) if self.engine.techniques.killers => {
                        outcome.probability * (begun.value - worth).abs()
                    }
                    _ => 0.0,
                };
                node.order.push((gain, index));
            }
        }
        node.order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (thread, threads) = self.thread;
        let part = node.order.len() * thread as usize / threads.max(1) as usize;
        node.order.rotate_left(part);
    }
}
