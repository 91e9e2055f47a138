//! Labels of the nodes of a picture, whatever draws it.

use std::collections::BTreeMap;

use counterplay_core::trace::{Node, SearchTree, Window};

use crate::name::clipped;
use crate::number::{Numerals, Script, probability};
use crate::show::Show;
use crate::snapshot::NodeSnapshot;

/// Labels of a node and of the edge to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    pub label: String,
    pub order: String,
    pub value: String,
    pub window: String,
    pub set: String,
    pub edge: String,
}

/// Labeller of the nodes of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Labeller<'a> {
    pub tree: &'a SearchTree,
    /// Layers that there is something to show of.
    pub show: Show,
    pub numerals: Numerals,
}

impl<'a> Labeller<'a> {
    /// The longest name of a node, and of an action, that is written in full.
    const LONGEST: (usize, usize) = (24, 16);

    pub(crate) fn new(tree: &'a SearchTree, show: &Show) -> Labeller<'a> {
        // Windows that never close say nothing: minimax and expectiminimax have none.
        let show = Show { window: show.window && narrows(tree), ..*show };
        Labeller { tree, show, numerals: Numerals::new(tree.scale, Script::Unicode) }
    }

    /// Labels of a node.
    pub(crate) fn labels(&self, at: usize, known: &NodeSnapshot) -> Labels {
        let (node, show) = (&self.tree.nodes[at], &self.show);
        let mut labels = Labels::default();
        let unknown = known.value.is_some_and(f64::is_nan);
        if show.labels {
            labels.label = node.label.as_deref().map(|label| clipped(label, Self::LONGEST.0)).unwrap_or_default();
            labels.set = node.information_set.as_deref().map(|set| clipped(set, Self::LONGEST.0)).unwrap_or_default();
            labels.edge = self.action(node).unwrap_or_default();
        }
        if let Some(p) = node.probability.filter(|_| show.probabilities) {
            let gap = if labels.edge.is_empty() { "" } else { " " };
            labels.edge = format!("{}{gap}{}", labels.edge, probability(p));
        }
        if let Some(order) = node.order.filter(|_| show.order && known.window.is_some()) {
            labels.order = order.to_string();
        }
        if show.values || is_box(node) {
            labels.value = known.value.map(|value| self.numerals.bound(value, known.proof)).unwrap_or_default();
        }
        // An unknown leaf is called by its name.
        if unknown && is_box(node) && !labels.label.is_empty() {
            labels.value = std::mem::take(&mut labels.label);
        }
        if show.window && !is_box(node) {
            labels.window = known.window.map(|window| self.numerals.window(window)).unwrap_or_default();
        }
        labels
    }

    /// The information sets that are shown and have several members, by name; the members from left to right.
    pub(crate) fn information_sets(&self) -> Vec<Vec<usize>> {
        let mut sets: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, node) in self.tree.nodes.iter().enumerate() {
            if let Some(set) = node.information_set.as_deref().filter(|_| self.show.labels) {
                sets.entry(set).or_default().push(at);
            }
        }
        sets.into_values().filter(|members| members.len() > 1).collect()
    }

    /// Name of an action, unless it is only its number.
    fn action(&self, node: &Node) -> Option<String> {
        let action = node.action.as_deref().filter(|action| *action != node.number.to_string())?;
        Some(clipped(action, Self::LONGEST.1))
    }
}

/// Whether a node is drawn as a value in a box: the game is over, or the search went no further. A node whose
/// children nobody listed keeps the shape of its role.
pub(crate) fn is_box(node: &Node) -> bool {
    node.is_leaf() && (node.role.is_none() || node.value.is_some())
}

/// Whether any window of the search is narrower than the whole line.
pub(crate) fn narrows(tree: &SearchTree) -> bool {
    tree.steps.iter().any(|step| step.window != Window::OPEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book, book_with_names};
    use crate::snapshot::Snapshot;

    #[test]
    fn words_follow_the_layers() {
        let tree = book_with_names();
        let end = Snapshot::end(&tree);
        let labeller = Labeller::new(&tree, &Show::ALL);
        let labels = labeller.labels(5, &end.nodes[5]);
        assert_eq!((&*labels.label, &*labels.order, &*labels.window, &*labels.edge), ("C", "6", "[3, +∞]", "a2"));
        let labeller = Labeller::new(&tree, &Show::NONE);
        let labels = labeller.labels(5, &end.nodes[5]);
        assert_eq!((&*labels.label, &*labels.order, &*labels.value, &*labels.edge), ("", "", "", ""));
        assert_eq!(labeller.labels(7, &end.nodes[7]).value, "4", "a leaf is part of the tree itself");
    }

    #[test]
    fn an_open_window_is_not_worth_a_word() {
        let tree = Literal::new("[[3,12,8],[2,4,6]]").minimax();
        assert!(!Labeller::new(&tree, &Show::ALL).show.window);
        assert!(Labeller::new(&book(), &Show::ALL).show.window);
    }
}
