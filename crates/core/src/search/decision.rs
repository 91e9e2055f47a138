//! The answer at the root.

use super::Order;
use super::walk::{SearchResult, Walk, Walked};
use crate::limits::{Cause, Limit};
use crate::rules::sort::sort_by_key;
use crate::trace::{Trace, Witness};
use crate::{Evaluate, Game, Oracle, Proof, Role};

/// The value of a state that a search found, for MAX and in the game's own unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The number: a whole one, except where chance or averages enter.
    pub score: f64,
    /// What it says.
    pub proof: Proof,
}

/// Statistics of a search. A *node* is a state that it entered, the root, the leaves and table hits
/// included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// States entered.
    pub nodes: u64,
    /// Leaves: finished games and evaluations.
    pub leaves: u64,
    /// The leaves that were evaluations, and the table hits that rest on evaluations.
    pub evaluated: u64,
    /// States that the table answered for. They are no leaves.
    pub table_hits: u64,
    /// Nodes where a value met the window and something was left to cut.
    pub cutoffs: u64,
    /// Cut-offs by the first action.
    pub first_action_cutoffs: u64,
    /// The longest line looked at, in plies.
    pub deepest: u32,
}

impl Statistics {
    /// Adds the statistics of another search.
    pub fn add(&mut self, more: &Statistics) {
        self.nodes += more.nodes;
        self.leaves += more.leaves;
        self.evaluated += more.evaluated;
        self.table_hits += more.table_hits;
        self.cutoffs += more.cutoffs;
        self.first_action_cutoffs += more.first_action_cutoffs;
        self.deepest = self.deepest.max(more.deepest);
    }

    /// The statistics since earlier ones were taken.
    #[must_use]
    pub fn since(&self, before: &Statistics) -> Statistics {
        Statistics {
            nodes: self.nodes - before.nodes,
            leaves: self.leaves - before.leaves,
            evaluated: self.evaluated - before.evaluated,
            table_hits: self.table_hits - before.table_hits,
            cutoffs: self.cutoffs - before.cutoffs,
            first_action_cutoffs: self.first_action_cutoffs - before.first_action_cutoffs,
            deepest: self.deepest,
        }
    }
}

/// The decision of a search: what to do, and what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<A> {
    /// An action that is proven to have the root's value: of several the first one visited. Nothing where there
    /// is no choice: the game is over, or it is chance's turn.
    pub action: Option<A>,
    /// Actions proven to have the root's value, in the game's order: all of them after minimax and expectiminimax
    /// and where [`Settings::all_best`](super::Settings::all_best) asks for it, else at least `action`.
    pub best: Vec<A>,
    /// The value of the root.
    pub value: Value,
    /// The principal line: best play of both sides, to the end of the search or to a chance node.
    pub line: Vec<A>,
    /// What it took.
    pub statistics: Statistics,
    /// Why the search ended early, if it did: then the value is a bound, from the actions it had finished with.
    pub stopped: Option<Limit>,
}

/// Values that differ less than this, in relation to their size, are ties: sums of products of probabilities
/// differ in the last digits for no better reason than their order.
const TIE: f64 = 1e-12;

fn tied(a: f64, b: f64) -> bool {
    (a - b).abs() <= tolerance(a).max(tolerance(b))
}

/// How far from a value one that is tied with it may be.
pub(crate) fn tolerance(value: f64) -> f64 {
    TIE * value.abs().max(1.0)
}

/// Turns what a search returned for the root into a decision. A limit is an answer too; every other halt is an
/// error.
pub(super) fn decide<G, E, T, O>(
    walk: &Walk<'_, G, E, T, O>,
    witness: &Witness<G::Action>,
    state: &G::State,
    found: Walked<f64>,
) -> SearchResult<Decision<G::Action>>
where
    G: Game,
    E: Evaluate<G>,
    T: Trace<G>,
    O: Oracle<G> + ?Sized,
{
    let role = (!walk.game.is_terminal(state)).then(|| walk.game.role(state));
    let chooses = matches!(role, Some(Role::Max | Role::Min));
    let statistics = walk.statistics();
    let line = if chooses { witness.line() } else { Vec::new() };
    match walk.answer(found).map_err(|halt| (halt.cause.clone(), halt)) {
        Ok(score) => {
            let mut best: Vec<_> =
                witness.children().iter().filter(|child| chooses && tied(child.value, score)).collect();
            sort_by_key(&mut best, |child| child.number.into());
            let proof = if statistics.evaluated == 0 { Proof::Exact } else { Proof::Estimate };
            Ok(Decision {
                action: line.first().copied(),
                best: best.into_iter().map(|child| child.action).collect(),
                // -0 and 0 are the same worth.
                value: Value { score: score + 0.0, proof },
                line,
                statistics,
                stopped: None,
            })
        }
        // The best so far: MAX has at least what it has found, MIN at most.
        Err((Cause::Limit(limit), _)) => {
            let found = witness.children().iter().rfind(|child| child.improved);
            let (nothing, bound) = match role {
                Some(Role::Min) => (walk.game.bounds().high, Proof::Upper),
                _ => (walk.game.bounds().low, Proof::Lower),
            };
            let action = match found {
                Some(child) => Some(child.action),
                None if chooses => first_action(walk, state),
                None => None,
            };
            let proof = if found.is_some() && statistics.evaluated > 0 { Proof::Estimate } else { bound };
            Ok(Decision {
                action,
                best: action.into_iter().collect(),
                value: Value { score: found.map_or(nothing.into(), |child| child.value), proof },
                line: if found.is_some() { line } else { action.into_iter().collect() },
                statistics,
                stopped: Some(limit),
            })
        }
        Err((_, halt)) => Err(halt),
    }
}

/// The first action in the order of visits, to answer with when there was no time for one.
fn first_action<G: Game, E, T, O: ?Sized>(walk: &Walk<'_, G, E, T, O>, state: &G::State) -> Option<G::Action> {
    let actions = walk.game.action_list(state);
    match walk.settings.order {
        Order::LeftToRight => actions.first().copied(),
        Order::RightToLeft => actions.last().copied(),
    }
}
