//! The minimal tree: the fewest nodes that establish the root's value.
//!
//! Knuth and Moore (1975): whoever claims that a state is worth `v` must show one action of the side that profits and
//! every action of the other side. On a tree of uniform branching `b` and depth `d` with perfect ordering that is
//! `b^ceil(d/2) + b^floor(d/2) - 1` leaves, which is what alpha-beta visits there. Here each branch is shown by its
//! cheapest proof, so that no ordering can do with less.

use super::walk::{Entered, SearchResult, Walk, Walked};
use super::{Settings, minimax};
use crate::limits::Cause;
use crate::trace::{Edge, Silent, Window};
use crate::{Deterministic, Evaluate, PerfectInformation, Role, Score};

/// The size of a proof: nodes first, for of two proofs the one with fewer nodes is the cheaper.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct MinimalTree {
    /// The states in it, the root and the leaves included.
    pub nodes: u64,
    /// Those that are leaves.
    pub leaves: u64,
}

impl MinimalTree {
    fn plus(self, other: MinimalTree) -> MinimalTree {
        let nodes = self.nodes.saturating_add(other.nodes);
        MinimalTree { nodes, leaves: self.leaves.saturating_add(other.leaves) }
    }

    fn minus(self, other: MinimalTree) -> MinimalTree {
        MinimalTree { nodes: self.nodes - other.nodes, leaves: self.leaves - other.leaves }
    }
}

/// The minimal tree of a state: it takes minimax to know the value, and as much again to find the tree.
///
/// # Errors
/// As [`minimax`](super::minimax()); here a limit that is reached is an error too, for there is no answer then.
pub fn minimal_tree<G, E>(game: &G, state: &G::State, settings: &Settings<E>) -> SearchResult<MinimalTree>
where
    G: Deterministic + PerfectInformation,
    E: Evaluate<G>,
{
    let decision = minimax(game, state, settings, &mut Silent)?;
    let mut walk = Walk::new(game, settings, Silent);
    let root = match decision.stopped {
        Some(limit) => Err(walk.halt(Cause::Limit(limit))),
        None => proofs(&mut walk, state, None, Score::rounded(decision.value.score)),
    };
    let root = walk.answer(root)?;
    Ok(root.exact.unwrap_or_default())
}

/// The cheapest proofs of three claims about a state; nothing where the claim is wrong.
#[derive(Clone, Copy)]
struct Proofs {
    /// It is worth at least the root's value.
    least: Option<MinimalTree>,
    /// It is worth at most the root's value.
    most: Option<MinimalTree>,
    /// Both.
    exact: Option<MinimalTree>,
}

/// An exchange of proofs: one child's value exactly instead of its bound. That never takes fewer nodes, but it may take
/// fewer leaves, so the two are kept apart rather than subtracted.
#[derive(Clone, Copy)]
struct Exchange {
    exact: MinimalTree,
    bound: MinimalTree,
}

impl Exchange {
    /// The one that adds less; the first of equals.
    fn cheaper(self, other: Exchange) -> Exchange {
        if other.exact.plus(self.bound) < self.exact.plus(other.bound) { other } else { self }
    }
}

fn proofs<G, E>(
    walk: &mut Walk<'_, G, E, Silent>,
    state: &G::State,
    via: Option<Edge<G::Action>>,
    root: Score,
) -> Walked<Proofs>
where
    G: Deterministic,
    E: Evaluate<G>,
{
    let role = match walk.enter(state, via, Window::OPEN)? {
        Entered::Node(role) => role,
        leaf => {
            let value = if matches!(leaf, Entered::Terminal) { walk.utility(state)? } else { walk.evaluation(state)? };
            walk.exit(value);
            let one = MinimalTree { nodes: 1, leaves: 1 };
            return Ok(Proofs {
                least: (value >= root).then_some(one),
                most: (value <= root).then_some(one),
                exact: (value == root).then_some(one),
            });
        }
    };
    // For MAX: `one` action that is worth at least the root's value shows `least`, `every` action at most shows `most`,
    // and `exact` takes both: every action at most, one of them exactly. For MIN the claims change places.
    let mut one: Option<MinimalTree> = None;
    let mut every = Some(MinimalTree::default());
    let mut exchange: Option<Exchange> = None;
    let actions = walk.expand(state)?;
    for index in actions.indices() {
        let edge = walk.edge(&actions, index);
        let child = proofs(walk, &walk.game.result(state, edge.action), Some(edge), root);
        let child = walk.behind(index, actions.count, child)?;
        let (one_of, each_of) = match role {
            Role::Max => (child.least, child.most),
            Role::Min => (child.most, child.least),
            Role::Chance => return Err(walk.halt(Cause::UndeclaredChance)),
        };
        one = cheaper(one, one_of);
        every = every.zip(each_of).map(|(sum, cost)| sum.plus(cost));
        let candidate = child.exact.zip(each_of).map(|(exact, bound)| Exchange { exact, bound });
        exchange = exchange.into_iter().chain(candidate).reduce(Exchange::cheaper);
    }
    walk.pop_actions(&actions);
    walk.exit(0.0);
    let node = MinimalTree { nodes: 1, leaves: 0 };
    let one = one.map(|cost| cost.plus(node));
    let every = every.map(|cost| cost.plus(node));
    let exact = every.zip(exchange).map(|(every, child)| every.plus(child.exact).minus(child.bound));
    Ok(match role {
        Role::Max => Proofs { least: one, most: every, exact },
        _ => Proofs { least: every, most: one, exact },
    })
}

fn cheaper(a: Option<MinimalTree>, b: Option<MinimalTree>) -> Option<MinimalTree> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
