//! What a search knows at one moment: at its end, or after so many steps.
//!
//! Pictures are drawn from a moment, so that a slide of step 7 and the final picture differ in nothing else. A moment
//! is read from the recorded steps alone.

use counterplay_core::trace::{CutBy, SearchTree, Status, StepKind, Window};
use counterplay_core::{Proof, Role};

/// What has become of a node so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// The search has not come here yet.
    Ahead,
    /// The search is in it or below it.
    Open,
    /// The search has left it again.
    Left,
    /// It was cut, or lies below a cut.
    Pruned,
    /// The search ended before it came here.
    NotReached,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub fate: Fate,
    /// The value so far; for a leaf its utility, visited or not.
    pub value: Option<f64>,
    pub proof: Option<Proof>,
    /// Of an open node the window now, of one that was left the window that it was entered with.
    pub window: Option<Window>,
}

/// What is known of all nodes.
pub(crate) struct Moment {
    pub nodes: Vec<Known>,
    /// The node of the last step, if this is not the end.
    pub current: Option<usize>,
    /// Whether the search has come to its end, so that its principal line is known.
    pub finished: bool,
}

impl Moment {
    /// The end of the search.
    pub(crate) fn end(tree: &SearchTree) -> Moment {
        let mut moment = Moment::after(tree, tree.steps.len());
        for (known, node) in moment.nodes.iter_mut().zip(&tree.nodes) {
            match node.status {
                Status::Pruned => known.fate = Fate::Pruned,
                Status::NotReached => known.fate = Fate::NotReached,
                Status::Visited => known.window = node.window,
            }
        }
        moment.current = None;
        moment
    }

    /// The moment after the first `steps` steps; all of them if there are fewer.
    pub(crate) fn after(tree: &SearchTree, steps: usize) -> Moment {
        let unseen = tree.nodes.iter().map(|node| {
            // The leaves are the question: they are known from the start.
            let value = node.value.filter(|_| node.role.is_none());
            Known { fate: Fate::Ahead, value, proof: None, window: None }
        });
        let mut nodes: Vec<Known> = unseen.collect();
        let taken = &tree.steps[..steps.min(tree.steps.len())];
        let mut probed = None;
        for step in taken {
            let (known, node) = (&mut nodes[step.node], &tree.nodes[step.node]);
            known.window = Some(step.window);
            known.value = step.value.or(known.value);
            match &step.kind {
                StepKind::Enter => known.fate = Fate::Open,
                StepKind::Leaf { estimate } => known.proof = estimate.then_some(Proof::Estimate),
                StepKind::Update { .. } => known.proof = so_far(node.role),
                StepKind::Exit if probed.take() == Some(step.node) => known.fate = Fate::Left,
                StepKind::Exit => {
                    known.fate = Fate::Left;
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
        Moment { nodes, current: taken.last().map(|step| step.node), finished }
    }
}

/// What the value so far of an open node says: MAX can only get more, MIN only less.
fn so_far(role: Option<Role>) -> Option<Proof> {
    match role? {
        Role::Max => Some(Proof::Lower),
        Role::Min => Some(Proof::Upper),
        Role::Chance => None,
    }
}

/// Marks a whole subtree. In preorder it is what follows its root at a greater ply.
fn prune(tree: &SearchTree, nodes: &mut [Known], root: usize) {
    let ply = tree.nodes[root].ply;
    let below = tree.nodes[root + 1..].iter().take_while(|node| node.ply > ply).count();
    nodes[root..=root + below].iter_mut().for_each(|known| known.fate = Fate::Pruned);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book};

    #[test]
    fn values_and_windows_grow_with_the_steps() {
        let tree = book();
        let moment = Moment::after(&tree, 0);
        assert!(moment.nodes.iter().all(|known| known.fate == Fate::Ahead));
        assert_eq!(moment.current, None);
        assert_eq!(moment.nodes[2].value, Some(3.0), "a leaf is known from the start");
        // Enter the root, enter B, and its first leaf: enter, leaf, exit; update B.
        let moment = Moment::after(&tree, 6);
        assert_eq!((moment.current, moment.nodes[1].fate), (Some(1), Fate::Open));
        assert_eq!((moment.nodes[1].value, moment.nodes[1].proof), (Some(3.0), Some(Proof::Upper)));
        assert_eq!(moment.nodes[1].window, Some(Window { beta: 3.0, ..Window::OPEN }));
        assert!(!moment.finished);
    }

    #[test]
    fn what_is_pruned_is_seen_when_it_is_cut() {
        let tree = book();
        let cut = tree.steps.iter().position(|step| matches!(step.kind, StepKind::Cutoff { .. })).unwrap();
        assert_eq!(Moment::after(&tree, cut).nodes[7].fate, Fate::Ahead);
        assert_eq!(Moment::after(&tree, cut + 1).nodes[7].fate, Fate::Pruned);
        assert_eq!(Moment::after(&tree, cut + 1).nodes[9].fate, Fate::Ahead);
        let end = Moment::end(&tree);
        assert_eq!((end.nodes[7].fate, end.nodes[0].value, end.finished), (Fate::Pruned, Some(3.0), true));
        assert_eq!(end.nodes[9].window, Some(Window { alpha: 3.0, ..Window::OPEN }), "the window on entry");
    }

    #[test]
    fn a_search_that_was_halted_left_something_out() {
        let tree = Literal::new("[[3,x],[2,1]]").alphabeta();
        let end = Moment::end(&tree);
        assert_eq!(end.nodes[0].fate, Fate::Open);
        assert_eq!(end.nodes.last().unwrap().fate, Fate::NotReached);
    }
}
