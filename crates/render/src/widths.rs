//! Text widths of each node, each as wide as it gets at any step.

use counterplay_core::Proof;
use counterplay_core::trace::Node;

use crate::labels::{Labeller, is_box};
use crate::measure::width;
use crate::size::Size;
use crate::snapshot::{NodeSnapshot, NodeStatus};

/// Text widths of a node, in pixels; 0 where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Widths {
    pub label: f64,
    pub order: f64,
    pub value: f64,
    pub window: f64,
    pub set: f64,
    /// Width of the text on the edge to the node.
    pub edge: f64,
}

/// Text widths of all nodes of a tree. The room that they take is the same at each step.
pub(crate) fn widths(labeller: &Labeller<'_>, size: &Size) -> Vec<Widths> {
    let Labeller { tree, show, numerals } = labeller;
    // The last thing known of a node has the widest of its names; of values and windows all steps count.
    let last = |(at, node): (usize, &Node)| {
        let proof = if node.estimate { Some(Proof::Estimate) } else { None };
        let labels = labeller
            .labels(at, &NodeSnapshot { status: NodeStatus::Left, value: node.value, proof, window: node.window });
        let value = if is_box(node) { width(&labels.value, size.value) } else { 0.0 };
        let [order, set, edge] = [&labels.order, &labels.set, &labels.edge].map(|text| width(text, size.small));
        Widths { label: width(&labels.label, size.label), order, value, window: 0.0, set, edge }
    };
    let mut widths: Vec<Widths> = tree.nodes.iter().enumerate().map(last).collect();
    for step in tree.steps.iter().filter(|step| !is_box(&tree.nodes[step.node])) {
        let widths = &mut widths[step.node];
        if let Some(value) = step.value.filter(|_| show.values) {
            // The sign of a bound comes and goes.
            widths.value = widths.value.max(width(&numerals.bound(value, Some(Proof::Upper)), size.value));
        }
        if show.window {
            widths.window = widths.window.max(width(&numerals.window(step.window), size.small));
        }
    }
    widths
}
