//! MINIMAX-DECISION: the value of every state below the root, by the definition.
//!
//! ```text
//! MINIMAX(s) = UTILITY(s)                                          if TERMINAL-TEST(s)
//!              max over a in ACTIONS(s) of MINIMAX(RESULT(s, a))   if PLAYER(s) = MAX
//!              min over a in ACTIONS(s) of MINIMAX(RESULT(s, a))   if PLAYER(s) = MIN
//! ```
//!
//! The steps are numbered as in [`search`](crate::search).

use super::decision::decide;
use super::walk::{Entered, SearchResult, Walk, Walked};
use super::{Decision, Settings};
use crate::limits::Cause;
use crate::trace::{Edge, Trace, Window, Witness};
use crate::{Deterministic, Evaluate, PerfectInformation, Role, Score};

/// MINIMAX-DECISION(state): an action with the best value, all of them, and that value.
///
/// The value is exact if the search looked to the end of every game, else an estimate.
///
/// # Errors
/// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
/// limit is no error: the decision then says so.
pub fn minimax<G, E, T>(
    game: &G,
    state: &G::State,
    settings: &Settings<E>,
    trace: &mut T,
) -> SearchResult<Decision<G::Action>>
where
    G: Deterministic + PerfectInformation,
    E: Evaluate<G>,
    T: Trace<G>,
{
    let mut search = Minimax(Walk::new(game, settings, (Witness::new(), trace)));
    let value = search.value(state, None);
    decide(&search.0, &search.0.trace.0, state, value.map(f64::from))
}

struct Minimax<'a, G: Deterministic, E, T>(Walk<'a, G, E, T>);

impl<G: Deterministic, E: Evaluate<G>, T: Trace<G>> Minimax<'_, G, E, T> {
    /// MINIMAX(state).
    fn value(&mut self, state: &G::State, via: Option<Edge<G::Action>>) -> Walked<Score> {
        // 1. Enter the state.
        let v = match self.0.enter(state, via, Window::OPEN)? {
            // 2. A leaf has its utility or its evaluation.
            Entered::Terminal => self.0.utility(state)?,
            Entered::Horizon => self.0.evaluation(state)?,
            // 3. Otherwise the side to move chooses. The sides need not alternate.
            Entered::Node(Role::Max) => self.max_value(state)?,
            Entered::Node(Role::Min) => self.min_value(state)?,
            Entered::Node(Role::Chance) => return Err(self.0.halt(Cause::UndeclaredChance)),
        };
        // 4. Leave the state.
        self.0.exit(v);
        Ok(v)
    }

    /// MAX-VALUE(state): the highest value among the actions.
    fn max_value(&mut self, state: &G::State) -> Walked<Score> {
        let mut v = Score::NEG_INFINITY;
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
        self.0.pop_actions(&actions);
        Ok(v)
    }

    /// MIN-VALUE(state): the lowest value among the actions.
    fn min_value(&mut self, state: &G::State) -> Walked<Score> {
        let mut v = Score::INFINITY;
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
        self.0.pop_actions(&actions);
        Ok(v)
    }
}
