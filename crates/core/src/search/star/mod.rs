//! Star1 and Star2: expectiminimax that prunes (Ballard, "The *-Minimax Search Procedure for Trees Containing Chance
//! Nodes", Artificial Intelligence 21, 1983).
//!
//! MAX and MIN cut as in [`alphabeta`](super::alphabeta()). A chance node takes the mean of its outcomes, so that no
//! single outcome can cut it by its value alone: but what the others can be worth is bounded by the game, and with that
//! every outcome has a window of its own (see `chances`).
//!
//! - **Star1** visits one outcome after the other, and gives those that are still to come the benefit of the doubt.
//! - **Star2** probes first. An outcome at which MIN moves is worth at most what *one* of MIN's actions is worth, which
//!   takes a fraction of the time. If all outcomes together come to no more than alpha with that, the node is cut;
//!   otherwise the bounds stay, and the search goes on as Star1 where the probes left off, so that nothing is searched
//!   twice. With MAX and beta it is the other way round.
//!
//! The contract is that of alpha-beta: a value inside the window is the value of
//! [`expectiminimax`](super::expectiminimax()); a value at or below alpha is an upper bound on it, and a value at or
//! above beta a lower bound. With the open window of the root it is the value, to rounding.
//!
//! The steps are numbered as in [`search`](crate::search), and those of a chance node, within step 3, in `chance`.

mod chance;
pub(crate) mod chances;
#[cfg(test)]
pub(crate) mod tests;

use super::decision::{decide, tolerance};
use super::walk::{Entered, Expansion, SearchResult, Walk, Walked};
use super::{CutoffRule, Decision, Settings};
use crate::limits::Cause;
use crate::rules::sort::sort_by_key;
use crate::trace::{CutBy, Edge, RootChild, Silent, Trace, Window, Witness};
use crate::{ChanceNodes, Evaluate, Oracle, PerfectInformation, Role};

/// Star1 at the root: an action that is proven to have the best expectation, and that expectation.
///
/// A child of the root that was cut has only a bound, so [`Decision::best`] holds the action found first, unless
/// [`Settings::all_best`] asks for all of them.
///
/// # Errors
/// If the game breaks its contract (ends outside of its bounds, say), a value that is needed is unknown, or the
/// recursion is too deep. Reaching a limit is no error: the decision then says so.
pub fn star1<G, E, T, O>(
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
    search(game, state, settings, trace, false)
}

/// Star2 at the root: the same answer as [`star1`], with probes.
///
/// # Errors
/// As [`star1`].
pub fn star2<G, E, T, O>(
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
    search(game, state, settings, trace, true)
}

fn search<G, E, T, O>(
    game: &G,
    state: &G::State,
    settings: &Settings<E, O>,
    trace: &mut T,
    probes: bool,
) -> SearchResult<Decision<G::Action>>
where
    G: ChanceNodes + PerfectInformation,
    E: Evaluate<G>,
    T: Trace<G>,
    O: Oracle<G> + ?Sized,
{
    let mut search = Star { walk: Walk::new(game, settings, (Witness::new(), trace)), probes };
    let value = search.value(state, None, Window::OPEN);
    let witness = std::mem::take(&mut search.walk.trace.0);
    let mut decision = decide(&search.walk, &witness, state, value)?;
    if let Ok(value) = value {
        let search = Star { walk: search.walk.listened_to_by(Silent), probes };
        decision.best = proven_best(search, &witness, state, value);
    }
    Ok(decision)
}

/// The actions that are proven to have the root's value, as in alpha-beta. Expectations that differ by rounding alone
/// count as equal.
fn proven_best<G, E, O>(
    mut search: Star<'_, G, E, Silent, O>,
    witness: &Witness<G::Action>,
    state: &G::State,
    value: f64,
) -> Vec<G::Action>
where
    G: ChanceNodes,
    E: Evaluate<G>,
    O: Oracle<G> + ?Sized,
{
    let (game, all) = (search.walk.game, search.walk.settings.all_best);
    if search.walk.is_leaf_at_root(state) || game.role(state) == Role::Chance {
        return Vec::new();
    }
    let margin = tolerance(value);
    let mut is_best = |child: &&RootChild<G::Action>| {
        if (child.value - value).abs() > margin || child.improved && child.value == value || !all {
            return child.improved && child.value == value;
        }
        let edge = Edge { action: child.action, number: child.number, probability: None };
        let below = game.result(state, child.action);
        search.walk.start_below_root(state);
        // What cannot be found out, for want of a leaf's value or of time, is not proven.
        if game.role(state) == Role::Max {
            let window = Window { alpha: value - margin, beta: value };
            search.value(&below, Some(edge), window).is_ok_and(|found| found > window.alpha)
        } else {
            let window = Window { alpha: value, beta: value + margin };
            search.value(&below, Some(edge), window).is_ok_and(|found| found < window.beta)
        }
    };
    let mut best: Vec<_> = witness.children().iter().filter(|child| is_best(child)).collect();
    sort_by_key(&mut best, |child| child.number.into());
    best.iter().map(|child| child.action).collect()
}

/// The search: a walk, and whether it probes.
struct Star<'a, G: ChanceNodes, E, T, O: ?Sized> {
    walk: Walk<'a, G, E, T, O>,
    probes: bool,
}

impl<G, E, T, O> Star<'_, G, E, T, O>
where
    G: ChanceNodes,
    E: Evaluate<G>,
    T: Trace<G>,
    O: Oracle<G> + ?Sized,
{
    /// The value of a state as far as the window needs it.
    fn value(&mut self, state: &G::State, via: Option<Edge<G::Action>>, window: Window) -> Walked<f64> {
        self.value_from(state, via, window, None)
    }

    /// The value of a state where a probe has found out what the first action is worth.
    fn value_from(
        &mut self,
        state: &G::State,
        via: Option<Edge<G::Action>>,
        window: Window,
        probed: Option<f64>,
    ) -> Walked<f64> {
        let rule = self.walk.settings.cutoff;
        debug_assert!(window.alpha < window.beta || rule == CutoffRule::Gt && window.alpha == window.beta);
        // 1. Enter the state.
        let v = match self.walk.enter(state, via, window)? {
            // 2. A leaf has its utility or its evaluation.
            Entered::Terminal => self.utility(state)?,
            Entered::Horizon => self.walk.expectation(state)?,
            // 3. Otherwise the side to move chooses, or chance decides.
            Entered::Node(Role::Max) => self.max_value(state, window, probed)?,
            Entered::Node(Role::Min) => self.min_value(state, window, probed)?,
            Entered::Node(Role::Chance) => self.chance_value(state, window)?,
        };
        // 4. Leave the state.
        self.walk.exit(v);
        Ok(v)
    }

    /// Step 2: UTILITY(s), which must be within the bounds that chance nodes are cut by.
    fn utility(&mut self, state: &G::State) -> Walked<f64> {
        let utility = self.walk.utility(state)?;
        if self.walk.game.bounds_of(state).contain(utility) {
            Ok(utility.into())
        } else {
            Err(self.walk.halt(Cause::OutsideBounds(utility)))
        }
    }

    /// The value behind the `index`-th action, in the same sense.
    fn value_behind(&mut self, state: &G::State, actions: &Expansion, index: usize, window: Window) -> Walked<f64> {
        let edge = self.walk.edge(actions, index);
        let found = self.value(&self.walk.game.result(state, edge.action), Some(edge), window);
        self.walk.behind(index, actions.count, found)
    }

    /// MAX-VALUE(state, alpha, beta).
    fn max_value(&mut self, state: &G::State, mut window: Window, probed: Option<f64>) -> Walked<f64> {
        let mut v = f64::NEG_INFINITY;
        let actions = self.walk.expand(state)?;
        for index in actions.indices() {
            let child = match probed {
                Some(value) if index == 0 => value,
                _ => self.value_behind(state, &actions, index, window)?,
            };
            if child <= v {
                continue;
            }
            v = child;
            if self.walk.settings.cutoff.cuts(v, window.beta) {
                self.walk.update(v, window);
                self.walk.cut(CutBy::Beta, v, window, &actions, index);
                break;
            }
            window.alpha = window.alpha.max(v);
            self.walk.update(v, window);
        }
        self.walk.pop_actions(&actions);
        Ok(v)
    }

    /// MIN-VALUE(state, alpha, beta).
    fn min_value(&mut self, state: &G::State, mut window: Window, probed: Option<f64>) -> Walked<f64> {
        let mut v = f64::INFINITY;
        let actions = self.walk.expand(state)?;
        for index in actions.indices() {
            let child = match probed {
                Some(value) if index == 0 => value,
                _ => self.value_behind(state, &actions, index, window)?,
            };
            if child >= v {
                continue;
            }
            v = child;
            if self.walk.settings.cutoff.cuts(-v, -window.alpha) {
                self.walk.update(v, window);
                self.walk.cut(CutBy::Alpha, v, window, &actions, index);
                break;
            }
            window.beta = window.beta.min(v);
            self.walk.update(v, window);
        }
        self.walk.pop_actions(&actions);
        Ok(v)
    }
}
