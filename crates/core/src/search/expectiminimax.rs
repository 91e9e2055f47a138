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

use super::decision::decide;
use super::walk::{Answer, Entered, Found, Walk};
use super::{Decision, Settings};
use crate::limits::Cause;
use crate::trace::{Edge, Trace, Window, Witness};
use crate::{ChanceNodes, Evaluate, Outcomes, PerfectInformation, Role};

/// EXPECTIMINIMAX at the root: an action with the best expectation, all of them, and that expectation.
///
/// A game without chance is a special case: its value is that of [`minimax`](super::minimax()).
///
/// # Errors
/// If the game breaks its contract (probabilities that do not sum to 1, say), a value that is needed is unknown, or
/// the recursion is too deep. Reaching a limit is no error: the decision then says so.
pub fn expectiminimax<G, E, T>(
    game: &G,
    state: &G::State,
    settings: &Settings<E>,
    trace: &mut T,
) -> Answer<Decision<G::Action>>
where
    G: ChanceNodes + PerfectInformation,
    E: Evaluate<G>,
    T: Trace<G>,
{
    let mut search = Expectiminimax(Walk::new(game, settings, (Witness::new(), trace)));
    let value = search.value(state, None);
    decide(&search.0, &search.0.trace.0, state, value)
}

struct Expectiminimax<'a, G: ChanceNodes, E, T>(Walk<'a, G, E, T>);

impl<G: ChanceNodes, E: Evaluate<G>, T: Trace<G>> Expectiminimax<'_, G, E, T> {
    /// EXPECTIMINIMAX(state).
    fn value(&mut self, state: &G::State, via: Option<Edge<G::Action>>) -> Found<f64> {
        // 1. Enter the state.
        let v = match self.0.enter(state, via, Window::OPEN)? {
            // 2. A leaf has its utility or its evaluation.
            Entered::Terminal => self.0.utility(state)?.into(),
            Entered::Horizon => self.0.expectation(state)?,
            // 3. Otherwise the side to move chooses, or chance decides.
            Entered::Node(Role::Max) => self.max_value(state)?,
            Entered::Node(Role::Min) => self.min_value(state)?,
            Entered::Node(Role::Chance) => self.chance_value(state)?,
        };
        // 4. Leave the state.
        self.0.exit(v);
        Ok(v)
    }

    /// The highest value among the actions.
    fn max_value(&mut self, state: &G::State) -> Found<f64> {
        let mut v = f64::NEG_INFINITY;
        let actions = self.0.expand(state)?;
        for index in actions.indices() {
            let edge = self.0.edge(&actions, index);
            let child = self.value(&self.0.game.result(state, edge.action), Some(edge));
            let child = self.0.behind(index, actions.count, child)?;
            if child > v {
                v = child;
                self.0.update(v, Window::OPEN);
            }
        }
        self.0.fold(&actions);
        Ok(v)
    }

    /// The lowest value among the actions.
    fn min_value(&mut self, state: &G::State) -> Found<f64> {
        let mut v = f64::INFINITY;
        let actions = self.0.expand(state)?;
        for index in actions.indices() {
            let edge = self.0.edge(&actions, index);
            let child = self.value(&self.0.game.result(state, edge.action), Some(edge));
            let child = self.0.behind(index, actions.count, child)?;
            if child < v {
                v = child;
                self.0.update(v, Window::OPEN);
            }
        }
        self.0.fold(&actions);
        Ok(v)
    }

    /// The mean over what chance can do, by its probabilities.
    fn chance_value(&mut self, state: &G::State) -> Found<f64> {
        let mut outcomes = Outcomes::new();
        self.0.game.chance_outcomes(state, &mut outcomes);
        if outcomes.are_too_many() {
            return Err(self.0.halt(Cause::TooManyOutcomes));
        }
        outcomes.check().map_err(|sum| self.0.halt(Cause::Probabilities(sum)))?;
        self.0.descend()?;
        let count = outcomes.as_slice().len();
        let mut v = 0.0;
        for index in 0..count {
            let number = self.0.settings.order.number(index, count);
            let (action, probability) = outcomes.as_slice()[number as usize - 1];
            let edge = Edge { action, number, probability: Some(probability) };
            let child = self.value(&self.0.game.result(state, action), Some(edge));
            v += probability * self.0.behind(index, count, child)?;
        }
        self.0.ascend();
        Ok(v)
    }
}
