//! ALPHA-BETA-SEARCH: the same value as minimax, without looking at what cannot matter.
//!
//! The contract of MAX-VALUE and MIN-VALUE with a window `alpha..beta` (fail-soft): a value returned inside the
//! window is the minimax value; a value at or below alpha is an upper bound on it, and a value at or above beta a
//! lower bound. With the open window of the root it is the minimax value.
//!
//! The steps are numbered as in [`search`](crate::search).

use super::decision::decide;
use super::walk::{Answer, Entered, Walk};
use super::{CutoffRule, Decision, Settings};
use crate::limits::Cause;
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
) -> Answer<Decision<G::Action>>
where
    G: Deterministic + PerfectInformation,
    E: Evaluate<G>,
    T: Trace<G>,
{
    let mut search = AlphaBeta(Walk::new(game, settings, (Witness::new(), trace)));
    let value = search.value(state, None, Score::NEG_INFINITY, Score::INFINITY);
    let mut decision = decide(&search.0, &search.0.trace.0, state, value.clone().map(f64::from))?;
    if let Ok(value) = value {
        let (walk, (witness, _)) = search.0.listened_to_by(Silent);
        decision.best = proven_best(AlphaBeta(walk), &witness, state, value);
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
    let (game, all) = (search.0.game, search.0.settings.all_best);
    let mut is_best = |child: &&RootChild<G::Action>| {
        if child.value != f64::from(value) || child.improved || !all {
            return child.value == f64::from(value) && child.improved;
        }
        let edge = Edge { action: child.action, number: child.number, probability: None };
        let below = game.result(state, child.action);
        search.0.start_below_root();
        // What cannot be found out, for want of a leaf's value or of time, is not proven.
        if game.role(state) == Role::Max {
            search.value(&below, Some(edge), value.below(), value).is_ok_and(|found| found >= value)
        } else {
            search.value(&below, Some(edge), value, value.above()).is_ok_and(|found| found <= value)
        }
    };
    let mut best: Vec<_> = witness.children().iter().filter(|child| is_best(child)).collect();
    best.sort_by_key(|child| child.number);
    best.iter().map(|child| child.action).collect()
}

struct AlphaBeta<'a, G: Deterministic, E, T>(Walk<'a, G, E, T>);

impl<G: Deterministic, E: Evaluate<G>, T: Trace<G>> AlphaBeta<'_, G, E, T> {
    /// The value of a state as far as the window `alpha..beta` needs it.
    fn value(&mut self, state: &G::State, via: Option<Edge<G::Action>>, alpha: Score, beta: Score) -> Answer<Score> {
        debug_assert!(alpha < beta || self.0.settings.cutoff == CutoffRule::Gt && alpha == beta);
        // 1. Enter the state.
        let v = match self.0.enter(state, via, Window::new(alpha, beta))? {
            // 2. A leaf has its utility or its evaluation.
            Entered::Terminal => self.0.utility(state)?,
            Entered::Horizon => self.0.evaluation(state)?,
            // 3. Otherwise the side to move chooses. The sides need not alternate.
            Entered::Node(Role::Max) => self.max_value(state, alpha, beta)?,
            Entered::Node(Role::Min) => self.min_value(state, alpha, beta)?,
            Entered::Node(Role::Chance) => return Err(self.0.halt(Cause::UndeclaredChance)),
        };
        // 4. Leave the state.
        self.0.exit(v);
        Ok(v)
    }

    /// MAX-VALUE(state, alpha, beta): stops as soon as MIN, higher up, would not let it come to this.
    fn max_value(&mut self, state: &G::State, mut alpha: Score, beta: Score) -> Answer<Score> {
        let mut v = Score::NEG_INFINITY;
        let actions = self.0.expand(state)?;
        for index in actions.indices() {
            let edge = self.0.edge(&actions, index);
            let child = self.value(&self.0.game.result(state, edge.action), Some(edge), alpha, beta)?;
            if child <= v {
                continue;
            }
            v = child;
            if self.0.settings.cutoff.cuts(v, beta) {
                self.0.update(v, Window::new(alpha, beta));
                self.0.cut(CutBy::Beta, v, Window::new(alpha, beta), &actions, index);
                break;
            }
            alpha = alpha.max(v);
            self.0.update(v, Window::new(alpha, beta));
        }
        self.0.fold(&actions);
        Ok(v)
    }

    /// MIN-VALUE(state, alpha, beta): stops as soon as MAX, higher up, would not let it come to this.
    fn min_value(&mut self, state: &G::State, alpha: Score, mut beta: Score) -> Answer<Score> {
        let mut v = Score::INFINITY;
        let actions = self.0.expand(state)?;
        for index in actions.indices() {
            let edge = self.0.edge(&actions, index);
            let child = self.value(&self.0.game.result(state, edge.action), Some(edge), alpha, beta)?;
            if child >= v {
                continue;
            }
            v = child;
            if self.0.settings.cutoff.cuts(-v, -alpha) {
                self.0.update(v, Window::new(alpha, beta));
                self.0.cut(CutBy::Alpha, v, Window::new(alpha, beta), &actions, index);
                break;
            }
            beta = beta.min(v);
            self.0.update(v, Window::new(alpha, beta));
        }
        self.0.fold(&actions);
        Ok(v)
    }
}
