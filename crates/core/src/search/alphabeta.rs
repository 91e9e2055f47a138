//! ALPHA-BETA-SEARCH: the same value as minimax, without looking at what cannot matter.
//!
//! The contract of MAX-VALUE and MIN-VALUE with a window `alpha..beta` (fail-soft): a value returned inside the
//! window is the minimax value; a value at or below alpha is an upper bound on it, and a value at or above beta a
//! lower bound. With the open window of the root it is the minimax value.
//!
//! The steps are numbered as in [`search`](crate::search).

use super::decision::decide;
use super::walk::{Entered, Expansion, SearchResult, Walk, Walked};
use super::{CutoffRule, Decision, Settings};
use crate::limits::Cause;
use crate::rules::sort::sort_by_key;
use crate::trace::{CutBy, Edge, RootChild, Silent, Trace, Window, Witness};
use crate::{Deterministic, Evaluate, PerfectInformation, Role, Score};

/// ALPHA-BETA-SEARCH(state): an action that is proven to have the root's value, and that value.
///
/// A child of the root that was cut has only a bound, so [`Decision::best`] holds the action found first, unless
/// [`Settings::all_best`] asks for all of them.
///
/// # Errors
/// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
/// limit is no error: the decision then says so.
pub fn alphabeta<G, E, T>(
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
    let mut search = AlphaBeta { walk: Walk::new(game, settings, trace), witness: Witness::new() };
    let value = search.value(state, None, Score::NEG_INFINITY, Score::INFINITY);
    let AlphaBeta { walk, witness } = search;
    let mut decision = decide(&walk, &witness, state, value.map(f64::from))?;
    if let Ok(value) = value {
        let search = AlphaBeta { walk: walk.listened_to_by(Silent), witness: Witness::new() };
        decision.best = proven_best(search, &witness, state, value);
    }
    Ok(decision)
}

/// The actions that are proven to have the root's value.
///
/// One that improved on all before it had the whole window above them, so its value is exact. One that came back
/// equal has only a bound, and is searched again with a window that tells equal from worse.
fn proven_best<G, E>(
    mut search: AlphaBeta<'_, G, E, Silent>,
    witness: &Witness<G::Action>,
    state: &G::State,
    value: Score,
) -> Vec<G::Action>
where
    G: Deterministic + PerfectInformation,
    E: Evaluate<G>,
{
    let (game, all) = (search.walk.game, search.walk.settings.all_best);
    let mut is_best = |child: &&RootChild<G::Action>| {
        if child.value != f64::from(value) || child.improved || !all {
            return child.value == f64::from(value) && child.improved;
        }
        let edge = Edge { action: child.action, number: child.number, probability: None };
        let below = game.result(state, child.action);
        search.walk.start_below_root(state);
        // What cannot be found out, for want of a leaf's value or of time, is not proven.
        if game.role(state) == Role::Max {
            search.value(&below, Some(edge), value.below(), value).is_ok_and(|found| found >= value)
        } else {
            search.value(&below, Some(edge), value, value.above()).is_ok_and(|found| found <= value)
        }
    };
    let mut best: Vec<_> = witness.children().iter().filter(|child| is_best(child)).collect();
    sort_by_key(&mut best, |child| child.number.into());
    best.iter().map(|child| child.action).collect()
}

struct AlphaBeta<'a, G: Deterministic, E, T> {
    walk: Walk<'a, G, E, T>,
    /// What a decision needs is told here, rather than heard with the other events: nothing lands inside the window at
    /// most nodes, and so most cost nothing.
    witness: Witness<G::Action>,
}

impl<G: Deterministic, E: Evaluate<G>, T: Trace<G>> AlphaBeta<'_, G, E, T> {
    /// The value of a state as far as the window `alpha..beta` needs it.
    #[inline(always)]
    fn value(&mut self, state: &G::State, via: Option<Edge<G::Action>>, alpha: Score, beta: Score) -> Walked<Score> {
        debug_assert!(alpha < beta || self.walk.settings.cutoff == CutoffRule::Gt && alpha == beta);
        // 1. Enter the state.
        let v = match self.walk.enter(state, via, Window::new(alpha, beta))? {
            // 2. A leaf has its utility or its evaluation.
            Entered::Terminal => self.walk.utility(state)?,
            Entered::Horizon => self.walk.evaluation(state)?,
            // 3. Otherwise the side to move chooses. The sides need not alternate.
            Entered::Node(Role::Max) => self.max_value(state, alpha, beta)?,
            Entered::Node(Role::Min) => self.min_value(state, alpha, beta)?,
            Entered::Node(Role::Chance) => return Err(self.walk.halt(Cause::UndeclaredChance)),
        };
        // 4. Leave the state.
        self.walk.exit(v);
        Ok(v)
    }

    /// The value of RESULT(state, action), in the same sense.
    #[inline(always)]
    fn value_behind(
        &mut self,
        state: &G::State,
        actions: &Expansion,
        index: usize,
        alpha: Score,
        beta: Score,
    ) -> Walked<Score> {
        let edge = self.walk.edge(actions, index);
        let below = self.walk.game.result(state, edge.action);
        let found = self.value(&below, Some(edge), alpha, beta);
        let v = self.walk.behind(index, actions.count, found)?;
        if self.walk.is_below_root() {
            self.note_child(actions, index, v);
        }
        Ok(v)
    }

    /// Notes that the search has finished with an action of the root.
    #[cold]
    fn note_child(&mut self, actions: &Expansion, index: usize, value: Score) {
        self.witness.note_child(self.walk.edge(actions, index), value);
    }

    /// Notes that an action has a value inside the window: the line goes on with it.
    #[cold]
    fn note_best(&mut self, state: &G::State, actions: &Expansion, index: usize) {
        let action = self.walk.edge(actions, index).action;
        let leaf = self.walk.is_leaf(&self.walk.game.result(state, action), action);
        self.witness.note_best(action, self.walk.ply(), leaf);
    }

    /// MAX-VALUE(state, alpha, beta): stops as soon as MIN, higher up, would not let it come to this.
    fn max_value(&mut self, state: &G::State, mut alpha: Score, beta: Score) -> Walked<Score> {
        let mut v = Score::NEG_INFINITY;
        let actions = self.walk.expand(state)?;
        for index in actions.indices() {
            let child = self.value_behind(state, &actions, index, alpha, beta)?;
            if child <= v {
                continue;
            }
            v = child;
            if self.walk.settings.cutoff.cuts(v, beta) {
                self.walk.update(v, Window::new(alpha, beta));
                self.walk.cut(CutBy::Beta, v, Window::new(alpha, beta), &actions, index);
                break;
            }
            if v > alpha {
                alpha = v;
                self.note_best(state, &actions, index);
            }
            self.walk.update(v, Window::new(alpha, beta));
        }
        self.walk.pop_actions(&actions);
        Ok(v)
    }

    /// MIN-VALUE(state, alpha, beta): stops as soon as MAX, higher up, would not let it come to this.
    fn min_value(&mut self, state: &G::State, alpha: Score, mut beta: Score) -> Walked<Score> {
        let mut v = Score::INFINITY;
        let actions = self.walk.expand(state)?;
        for index in actions.indices() {
            let child = self.value_behind(state, &actions, index, alpha, beta)?;
            if child >= v {
                continue;
            }
            v = child;
            if self.walk.settings.cutoff.cuts(-v, -alpha) {
                self.walk.update(v, Window::new(alpha, beta));
                self.walk.cut(CutBy::Alpha, v, Window::new(alpha, beta), &actions, index);
                break;
            }
            if v < beta {
                beta = v;
                self.note_best(state, &actions, index);
            }
            self.walk.update(v, Window::new(alpha, beta));
        }
        self.walk.pop_actions(&actions);
        Ok(v)
    }
}
