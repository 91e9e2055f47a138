//! Collapsed search trees, for trees that are too large to look at as a whole.

use counterplay_core::trace::{Node, SearchTree, Step, StepKind};

/// Collapsed search tree, without what lies below the collapsed nodes.
#[derive(Debug)]
pub struct CollapsedTree {
    /// Search tree that is left. It has as many steps as the whole: what happens below a collapsed node happens at the
    /// leaf that stands there.
    pub seen: SearchTree,
    /// Original index of each node that is left; for a leaf that stands for others, that of the collapsed node.
    pub nodes: Vec<usize>,
}

/// Collapses what lies below these nodes: below each there is one leaf, which says how many nodes are hidden. What is
/// no inner node of the tree is left as it is.
///
/// The sentences of a collapsed search are not those of the whole: take them from there.
#[must_use]
pub fn collapse(seen: &SearchTree, collapsed: &[usize]) -> CollapsedTree {
    let mut is_collapsed = vec![false; seen.nodes.len()];
    for &at in collapsed.iter().filter(|&&at| seen.nodes.get(at).is_some_and(|node| !node.is_leaf())) {
        is_collapsed[at] = true;
    }
    // 1. The new place of each node: that of the leaf which stands for it, if it is hidden.
    let mut places: Vec<usize> = Vec::with_capacity(seen.nodes.len());
    let mut hidden = vec![false; seen.nodes.len()];
    let mut nodes: Vec<usize> = Vec::new();
    let mut left: Vec<Node> = Vec::new();
    for (at, node) in seen.nodes.iter().enumerate() {
        if let Some(parent) = node.parent.filter(|&parent| hidden[parent] || is_collapsed[parent]) {
            hidden[at] = true;
            places.push(if hidden[parent] { places[parent] } else { places[parent] + 1 });
            continue;
        }
        let place = left.len();
        places.push(place);
        nodes.push(at);
        left.push(Node { parent: node.parent.map(|parent| places[parent]), children: Vec::new(), ..node.clone() });
        if is_collapsed[at] {
            nodes.push(at);
            left.push(stand_in(node, place));
        }
    }
    // 2. How many each leaf stands for, and the children of each node.
    let mut count = vec![0_usize; left.len()];
    places.iter().zip(&hidden).filter(|(_, hidden)| **hidden).for_each(|(&place, _)| count[place] += 1);
    for place in 1..left.len() {
        if count[place] > 0 {
            left[place].label = Some(format!("+{}", count[place]));
        }
        if let Some(parent) = left[place].parent {
            left[parent].children.push(place);
        }
    }
    // 3. The steps. One that is hidden is a visit to the leaf that stands there.
    let steps = seen.steps.iter().map(|step| moved(step, &places, &hidden)).collect();
    CollapsedTree { seen: SearchTree { nodes: left, steps, scale: seen.scale, truncated: seen.truncated }, nodes }
}

/// Placeholder leaf for what is below a collapsed node. Its value is unknown, so that it is called by its label.
fn stand_in(collapsed: &Node, parent: usize) -> Node {
    Node {
        parent: Some(parent),
        children: Vec::new(),
        ply: collapsed.ply + 1,
        number: 1,
        action: None,
        probability: None,
        label: None,
        information_set: None,
        role: None,
        status: collapsed.status,
        order: None,
        window: None,
        value: Some(f64::NAN),
        proof: None,
        estimate: false,
        table_hit: false,
        principal: collapsed.principal,
    }
}

fn moved(step: &Step, places: &[usize], hidden: &[bool]) -> Step {
    let node = places[step.node];
    if hidden[step.node] {
        return Step { node, kind: StepKind::Enter, value: None, window: step.window };
    }
    let kind = match &step.kind {
        StepKind::Update { child } => StepKind::Update { child: places[*child] },
        StepKind::Cutoff { by, cut, holder } => {
            let cut = cut.iter().filter(|&&child| !hidden[child]).map(|&child| places[child]).collect();
            StepKind::Cutoff { by: *by, cut, holder: places[*holder] }
        }
        kind => kind.clone(),
    };
    Step { node, kind, ..*step }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Choices, Direction, Rule, study};
    use counterplay_core::Side;
    use counterplay_render::{Show, svg_at_step};
    use counterplay_tree::Tree;

    fn seen(text: &str) -> SearchTree {
        let tree = Tree::parse(text, Side::Max).unwrap();
        let choices = Choices { algorithm: Algorithm::Alphabeta, direction: Direction::Ltr, cutoff: Rule::Ge };
        study(&tree, choices, 1 << 20).seen
    }

    #[test]
    fn what_is_below_a_collapsed_node_is_one_leaf_and_all_steps_are_there() {
        let whole = seen("[[3,12,8],C:[2,4,6],[14,[5,1],2]]");
        let CollapsedTree { seen, nodes } = collapse(&whole, &[1, 5, 11, 2, 99]);
        assert_eq!(nodes, [0, 1, 1, 5, 5, 9, 10, 11, 11, 14]);
        let children: Vec<_> = seen.nodes.iter().map(|node| node.children.clone()).collect();
        assert_eq!((&children[0][..], &children[1][..], &children[5][..]), (&[1, 3, 5][..], &[2][..], &[6, 7, 9][..]));
        let labels: Vec<_> = [2, 3, 4, 8].map(|at| seen.nodes[at].label.as_deref()).into();
        assert_eq!(labels, [Some("+3"), Some("C"), Some("+3"), Some("+2")]);
        assert_eq!(seen.nodes[3].value, whole.nodes[5].value);
        assert_eq!(seen.steps.len(), whole.steps.len());
        for (step, before) in seen.steps.iter().zip(&whole.steps) {
            let at = nodes[step.node];
            assert!(at == before.node || [1, 5, 11].contains(&at));
        }
        for step in 0..=seen.steps.len() {
            assert_eq!(svg_at_step(&seen, &Show::ALL, step).matches("data-node=").count(), 10);
        }
    }

    #[test]
    fn nothing_collapsed_is_the_whole_and_below_a_collapsed_root_is_one_leaf() {
        let whole = seen("[[3,12,8],[2,4,6]]");
        assert_eq!(collapse(&whole, &[]).seen, whole);
        let root = collapse(&whole, &[0, 1]);
        assert_eq!((root.nodes, root.seen.nodes[1].label.as_deref()), (vec![0, 0], Some("+8")));
    }
}
