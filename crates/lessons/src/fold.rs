//! A search with parts of its tree folded up, for trees that are too large to look at as a whole.

use counterplay_core::trace::{SearchTree, Step, StepKind};

/// A search without what lies below the folded nodes.
#[derive(Debug)]
pub struct Folded {
    /// What is left. It has as many steps as the whole: what happens below a folded node happens at the node.
    pub seen: SearchTree,
    /// For each node that is left, its place in the whole.
    pub nodes: Vec<usize>,
}

/// Folds up what lies below these nodes; the label of each says how many are hidden. What is no inner node of the tree is left as it is.
///
/// The sentences of a folded search are not those of the whole: take them from there.
#[must_use]
pub fn fold(seen: &SearchTree, folded: &[usize]) -> Folded {
    // 1. For each node the one that stands for it: itself, unless an ancestor is folded.
    let mut is_folded = vec![false; seen.nodes.len()];
    for &at in folded.iter().filter(|&&at| seen.nodes.get(at).is_some_and(|node| !node.is_leaf())) {
        is_folded[at] = true;
    }
    let mut heads: Vec<usize> = Vec::with_capacity(seen.nodes.len());
    for (at, node) in seen.nodes.iter().enumerate() {
        let hidden = node.parent.filter(|&parent| heads[parent] != parent || is_folded[parent]);
        heads.push(hidden.map_or(at, |parent| heads[parent]));
    }
    // 2. The nodes that are left, and their new places.
    let nodes: Vec<usize> = (0..seen.nodes.len()).filter(|&at| heads[at] == at).collect();
    let mut places = vec![0; seen.nodes.len()];
    nodes.iter().enumerate().for_each(|(place, &at)| places[at] = place);
    let mut below = vec![0_usize; seen.nodes.len()];
    heads.iter().enumerate().filter(|&(at, &head)| at != head).for_each(|(_, &head)| below[head] += 1);
    let kept = nodes.iter().map(|&at| {
        let mut node = seen.nodes[at].clone();
        node.parent = node.parent.map(|parent| places[parent]);
        if is_folded[at] {
            node.children.clear();
            let name = node.label.map(|label| label + " ").unwrap_or_default();
            node.label = Some(format!("{name}+{}", below[at]));
        }
        node.children.iter_mut().for_each(|child| *child = places[*child]);
        node
    });
    let kept = kept.collect();
    // 3. The steps. One that is hidden leaves its head as it is, with the window that this had last.
    let mut windows = vec![None; seen.nodes.len()];
    let step = |step: &Step| {
        let head = heads[step.node];
        let place = |at: usize| places[heads[at]];
        if head != step.node {
            let window = windows[head].unwrap_or(step.window);
            return Step { node: places[head], kind: StepKind::Enter, value: None, window };
        }
        windows[head] = Some(step.window);
        let kind = match &step.kind {
            StepKind::Update { child } => StepKind::Update { child: place(*child) },
            StepKind::Cutoff { by, cut, holder } => {
                let cut = cut.iter().filter(|&&child| heads[child] == child).map(|&child| place(child)).collect();
                StepKind::Cutoff { by: *by, cut, holder: place(*holder) }
            }
            kind => kind.clone(),
        };
        Step { node: places[head], kind, ..*step }
    };
    let steps = seen.steps.iter().map(step).collect();
    Folded { seen: SearchTree { nodes: kept, steps, scale: seen.scale, truncated: seen.truncated }, nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Choices, Direction, Rule, study};
    use counterplay_core::Side;
    use counterplay_games::tree::Tree;
    use counterplay_render::{Show, svg_at_step};

    fn seen(text: &str) -> SearchTree {
        let tree = Tree::parse(text, Side::Max).unwrap();
        let choices = Choices { algorithm: Algorithm::Alphabeta, direction: Direction::Ltr, cutoff: Rule::Ge };
        study(&tree, choices, 1 << 20).seen
    }

    #[test]
    fn what_is_below_a_folded_node_is_gone_and_all_steps_are_there() {
        let whole = seen("[[3,12,8],C:[2,4,6],[14,[5,1],2]]");
        let Folded { seen, nodes } = fold(&whole, &[1, 5, 11, 2, 99]);
        assert_eq!(nodes, [0, 1, 5, 9, 10, 11, 14]);
        assert_eq!(seen.nodes[0].children, [1, 2, 3]);
        assert_eq!(seen.nodes[1].label.as_deref(), Some("+3"));
        assert_eq!(seen.nodes[2].label.as_deref(), Some("C +3"));
        assert_eq!(seen.nodes[2].value, whole.nodes[5].value);
        assert_eq!(seen.steps.len(), whole.steps.len());
        for (step, before) in seen.steps.iter().zip(&whole.steps) {
            let at = nodes[step.node];
            assert!(at == before.node || [1, 5, 11].contains(&at));
        }
        for step in 0..=seen.steps.len() {
            assert_eq!(svg_at_step(&seen, &Show::ALL, step).matches("data-node=").count(), 7);
        }
    }

    #[test]
    fn nothing_folded_is_the_whole_and_a_folded_root_is_alone() {
        let whole = seen("[[3,12,8],[2,4,6]]");
        assert_eq!(fold(&whole, &[]).seen, whole);
        let root = fold(&whole, &[0, 1]);
        assert_eq!((root.nodes, root.seen.nodes[0].label.as_deref()), (vec![0], Some("+8")));
    }
}
