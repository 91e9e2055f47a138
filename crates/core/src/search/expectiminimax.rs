//! EXPECTIMINIMAX: minimax where chance has a turn.
//!
//! ```text
//! EXPECTIMINIMAX(s) = UTILITY(s)                                                   if TERMINAL-TEST(s)
//!                     max over a of EXPECTIMINIMAX(RESULT(s, a))                   if PLAYER(s) = MAX
//!                     min over a of EXPECTIMINIMAX(RESULT(s, a))                   if PLAYER(s) = MIN
//!                     sum over outcomes r of P(r) * EXPECTIMINIMAX(RESULT(s, r))   if PLAYER(s) = CHANCE
//! ```
//!
//! The steps are numbered as in [`search`](crate::search).
//!
//! PERF: on backgammon to depth 3 with evaluation 0, 26 million leaves a second in place of 17 since the principal line
//! is told rather than heard from the events, and 62 in place of 49 since a child is made where it is searched rather
//! than moved there.

use super::decision::decide;
use super::walk::{Entered, Expansion, SearchResult, Walk, Walked};
use super::{Decision, Settings};
use crate::limits::Cause;
use crate::trace::{Edge, Trace, Window, Witness};
use crate::{ChanceNodes, Evaluate, Oracle, Outcomes, PerfectInformation, Role};

/// EXPECTIMINIMAX at the root: an action with the best expectation, all of them, and that expectation.
///
/// A game without chance is a special case: its value is that of [`minimax`](super::minimax()).
///
/// # Errors
/// If the game breaks its contract (probabilities that do not sum to 1, say), a value that is needed is unknown, or
/// the recursion is too deep. Reaching a limit is no error: the decision then says so.
pub fn expectiminimax<G, E, T, O>(
    game: &G,
    state: &G::State,
    settings: &Settings<E, O>,
    trace: &mut T,
) -> SearchResult<Decision<G::Action>>
where
    G: ChanceNodes + PerfectInformation,
    E: Evaluate<G>,
    T: Trace<G>,
    O: Oracle<G> + ?Sized,
{
    let mut search =
        Expectiminimax { walk: Walk::new(game, settings, trace), witness: Witness::new(), outcomes: Vec::new() };
    let value = search.value(state, None);
    decide(&search.walk, &search.witness, state, value)
}

struct Expectiminimax<'a, G: ChanceNodes, E, T, O: ?Sized> {
    walk: Walk<'a, G, E, T, O>,
    /// What a decision needs is told here, rather than heard with the other events: most leaves are not the best so
    /// far, and so cost nothing.
    witness: Witness<G::Action>,
    /// Lists for the outcomes of chance that no node on the path is using, so that a node costs no allocation.
    outcomes: Vec<Outcomes<G::Action>>,
}

impl<G, E, T, O> Expectiminimax<'_, G, E, T, O>
where
    G: ChanceNodes,
    E: Evaluate<G>,
    T: Trace<G>,
    O: Oracle<G> + ?Sized,
{
    /// EXPECTIMINIMAX(state).
    #[inline(always)]
    fn value(&mut self, state: &G::State, via: Option<Edge<G::Action>>) -> Walked<f64> {
        // 1. Enter the state.
        let v = match self.walk.enter(state, via, Window::OPEN)? {
            // 2. A leaf has its utility or its evaluation.
            Entered::Terminal => self.walk.utility(state)?.into(),
            Entered::Horizon => self.walk.expectation(state)?,
            // 3. Otherwise the side to move chooses, or chance decides.
            Entered::Node(Role::Max) => self.max_value(state)?,
            Entered::Node(Role::Min) => self.min_value(state)?,
            Entered::Node(Role::Chance) => self.chance_value(state)?,
        };
        // 4. Leave the state.
        self.walk.exit(v);
        Ok(v)
    }

    /// The value of RESULT(state, action).
    #[inline(always)]
    fn value_behind(&mut self, state: &G::State, actions: &Expansion, index: usize) -> Walked<f64> {
        let edge = self.walk.edge(actions, index);
        let mut below = state.clone();
        self.walk.game.apply(&mut below, edge.action);
        let child = self.value(&below, Some(edge));
        let v = self.walk.behind(index, actions.count, child)?;
        if self.walk.is_below_root() {
            self.witness.note_child(self.walk.edge(actions, index), v);
        }
        Ok(v)
    }

    /// Notes that an action is the best so far: the line goes on with it.
    #[cold]
    fn note_best(&mut self, state: &G::State, actions: &Expansion, index: usize) {
        let action = self.walk.edge(actions, index).action;
        let below = self.walk.game.result(state, action);
        // A line ends where chance decides, as it does at a leaf.
        let ends = self.walk.is_leaf(&below, action) || self.walk.game.role(&below) == Role::Chance;
        self.witness.note_best(action, self.walk.ply(), ends);
    }

    /// The highest value among the actions.
    fn max_value(&mut self, state: &G::State) -> Walked<f64> {
        let mut v = f64::NEG_INFINITY;
        let actions = self.walk.expand(state)?;
        for index in actions.indices() {
            let child = self.value_behind(state, &actions, index)?;
            if child > v {
                v = child;
                self.note_best(state, &actions, index);
                self.walk.update(v, Window::OPEN);
            }
        }
        self.walk.pop_actions(&actions);
        Ok(v)
    }

    /// The lowest value among the actions.
    fn min_value(&mut self, state: &G::State) -> Walked<f64> {
        let mut v = f64::INFINITY;
        let actions = self.walk.expand(state)?;
        for index in actions.indices() {
            let child = self.value_behind(state, &actions, index)?;
            if child < v {
                v = child;
                self.note_best(state, &actions, index);
                self.walk.update(v, Window::OPEN);
            }
        }
        self.walk.pop_actions(&actions);
        Ok(v)
    }

    /// The mean over what chance can do, by its probabilities.
    fn chance_value(&mut self, state: &G::State) -> Walked<f64> {
        let mut outcomes = self.outcomes.pop().unwrap_or_default();
        self.walk.game.chance_outcomes(state, &mut outcomes);
        if outcomes.are_too_many() {
            return Err(self.walk.halt(Cause::TooManyOutcomes));
        }
        outcomes.check().map_err(|sum| self.walk.halt(Cause::Probabilities(sum)))?;
        self.walk.descend()?;
        let count = outcomes.as_slice().len();
        let mut v = 0.0;
        for index in 0..count {
            let number = self.walk.settings.order.number(index, count);
            let (action, probability) = outcomes.as_slice()[number as usize - 1];
            let edge = Edge { action, number, probability: Some(probability) };
            let child = self.value(&self.walk.game.result(state, action), Some(edge));
            v += probability * self.walk.behind(index, count, child)?;
        }
        self.walk.ascend();
        outcomes.clear();
        self.outcomes.push(outcomes);
        Ok(v)
    }
}
