//! Snapshot of a search: what it knows at its end, or after so many steps.
//!
//! Pictures are drawn from a snapshot, so that a slide of step 7 and the final picture differ in nothing else. A
//! snapshot is read from the recorded steps alone.

use counterplay_core::trace::{CutBy, SearchTree, Status, StepKind, Window};
use counterplay_core::{Proof, Role};

/// Status of a node so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NodeStatus {
    /// Not visited yet.
    Ahead,
    /// Open: the search is in it or below it.
    Open,
    /// Left: the search is done with it.
    Left,
    /// Pruned: it was cut, or lies below a cut.
    Pruned,
    /// Not reached before the search ended.
    NotReached,
}

/// Snapshot of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSnapshot {
    pub status: NodeStatus,
    /// Value so far; for a leaf its utility, visited or not.
    pub value: Option<f64>,
    pub proof: Option<Proof>,
    /// Window: of an open node the present one, of one that was left the one that it was entered with.
    pub window: Option<Window>,
}

/// Snapshot of all nodes.
pub(crate) struct Snapshot {
    pub nodes: Vec<NodeSnapshot>,
    /// Node of the last step, if this is not the end.
    pub current: Option<usize>,
    /// Whether the search has come to its end, so that its principal line is known.
    pub finished: bool,
}

impl Snapshot {
    /// Snapshot at the end of the search.
    pub(crate) fn end(tree: &SearchTree) -> Snapshot {
        let mut snapshot = Snapshot::after(tree, tree.steps.len());
        for (known, node) in snapshot.nodes.iter_mut().zip(&tree.nodes) {
            match node.status {
                Status::Pruned => known.status = NodeStatus::Pruned,
                Status::NotReached => known.status = NodeStatus::NotReached,
                Status::Visited => known.window = node.window,
            }
        }
        snapshot.current = None;
        snapshot
    }

    /// Snapshot after the first `steps` steps; all of them if there are fewer.
    pub(crate) fn after(tree: &SearchTree, steps: usize) -> Snapshot {
        let unseen = tree.nodes.iter().map(|node| {
            // The leaves are the question: they are known from the start.
            let value = node.value.filter(|_| node.role.is_none());
            NodeSnapshot { status: NodeStatus::Ahead, value, proof: None, window: None }
        });
        let mut nodes: Vec<NodeSnapshot> = unseen.collect();
        let taken = &tree.steps[..steps.min(tree.steps.len())];
        let mut probed = None;
        for step in taken {
            let (known, node) = (&mut nodes[step.node], &tree.nodes[step.node]);
            known.window = Some(step.window);
            known.value = step.value.or(known.value);
            match &step.kind {
                StepKind::Enter => known.status = NodeStatus::Open,
                StepKind::Leaf { estimate } => known.proof = estimate.then_some(Proof::Estimate),
                StepKind::Update { .. } => known.proof = so_far(node.role),
                StepKind::Exit if probed.take() == Some(step.node) => known.status = NodeStatus::Left,
                StepKind::Exit => {
                    known.status = NodeStatus::Left;
                    known.window = node.window;
                    if known.proof != Some(Proof::Estimate) {
                        known.proof = node.proof;
                    }
                }
                StepKind::Cutoff { by, cut, .. } => {
                    probed = (*by == CutBy::Probe).then_some(step.node);
                    for &child in cut {
                        prune(tree, &mut nodes, child);
                    }
                }
            }
        }
        let finished = steps >= tree.steps.len();
        Snapshot { nodes, current: taken.last().map(|step| step.node), finished }
    }
}

/// Bound that the value of an open node is: MAX can only get more, MIN only less.
fn so_far(role: Option<Role>) -> Option<Proof> {
    match role? {
        Role::Max => Some(Proof::Lower),
        Role::Min => Some(Proof::Upper),
        Role::Chance => None,
    }
}

/// Marks a whole subtree as pruned. In preorder it is what follows its root at a greater ply.
fn prune(tree: &SearchTree, nodes: &mut [NodeSnapshot], root: usize) {
    let ply = tree.nodes[root].ply;
    let below = tree.nodes[root + 1..].iter().take_while(|node| node.ply > ply).count();
    nodes[root..=root + below].iter_mut().for_each(|known| known.status = NodeStatus::Pruned);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book};

    #[test]
    fn values_and_windows_grow_with_the_steps() {
        let tree = book();
        let snapshot = Snapshot::after(&tree, 0);
        assert!(snapshot.nodes.iter().all(|known| known.status == NodeStatus::Ahead));
        assert_eq!(snapshot.current, None);
        assert_eq!(snapshot.nodes[2].value, Some(3.0), "a leaf is known from the start");
        // Enter the root, enter B, and its first leaf: enter, leaf, exit; update B.
        let snapshot = Snapshot::after(&tree, 6);
        assert_eq!((snapshot.current, snapshot.nodes[1].status), (Some(1), NodeStatus::Open));
        assert_eq!((snapshot.nodes[1].value, snapshot.nodes[1].proof), (Some(3.0), Some(Proof::Upper)));
        assert_eq!(snapshot.nodes[1].window, Some(Window { beta: 3.0, ..Window::OPEN }));
        assert!(!snapshot.finished);
    }

    #[test]
    fn what_is_pruned_is_seen_when_it_is_cut() {
        let tree = book();
        let cut = tree.steps.iter().position(|step| matches!(step.kind, StepKind::Cutoff { .. })).unwrap();
        assert_eq!(Snapshot::after(&tree, cut).nodes[7].status, NodeStatus::Ahead);
        assert_eq!(Snapshot::after(&tree, cut + 1).nodes[7].status, NodeStatus::Pruned);
        assert_eq!(Snapshot::after(&tree, cut + 1).nodes[9].status, NodeStatus::Ahead);
        let end = Snapshot::end(&tree);
        assert_eq!((end.nodes[7].status, end.nodes[0].value, end.finished), (NodeStatus::Pruned, Some(3.0), true));
        assert_eq!(end.nodes[9].window, Some(Window { alpha: 3.0, ..Window::OPEN }), "the window on entry");
    }

    #[test]
    fn a_search_that_was_halted_left_something_out() {
        let tree = Literal::new("[[3,x],[2,1]]").alphabeta();
        let end = Snapshot::end(&tree);
        assert_eq!(end.nodes[0].status, NodeStatus::Open);
        assert_eq!(end.nodes.last().unwrap().status, NodeStatus::NotReached);
    }
}
