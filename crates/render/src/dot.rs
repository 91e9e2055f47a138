//! DOT, the format of Graphviz: `dot -Tsvg tree.dot`.
//!
//! MAX is a box, MIN an ellipse, chance a diamond, a leaf its value alone. Pruned edges are dashed, and marked `||`
//! where they were cut; edges that the search did not reach are dotted; the principal line is bold.

use std::fmt::Write;

use counterplay_core::Role;
use counterplay_core::trace::SearchTree;

use crate::labels::{Labeller, is_box};
use crate::show::Show;
use crate::snapshot::{NodeStatus, Snapshot};

/// Writes the tree as a `digraph`.
#[must_use]
pub fn dot(tree: &SearchTree, show: &Show) -> String {
    let labeller = Labeller::new(tree, show);
    let show = labeller.show;
    let snapshot = Snapshot::end(tree);
    let mut out = String::from(
        "digraph tree {\n  rankdir=TB;\n  ordering=out;\n  node [fontname=\"Helvetica\"];\n\
         \x20 edge [fontname=\"Helvetica\", arrowhead=none];\n",
    );
    for (at, node) in tree.nodes.iter().enumerate() {
        let known = &snapshot.nodes[at];
        let labels = labeller.labels(at, known);
        let shape = match node.role.filter(|_| !is_box(node)) {
            Some(Role::Max) => "box",
            Some(Role::Min) => "ellipse",
            Some(Role::Chance) => "diamond",
            None => "plaintext",
        };
        let order = if labels.order.is_empty() { String::new() } else { format!("#{}", labels.order) };
        let set = if labels.set.is_empty() { String::new() } else { format!("{{{}}}", labels.set) };
        let rows = [&labels.label, &labels.value, &labels.window, &set, &order];
        let label: Vec<String> = rows.into_iter().filter(|row| !row.is_empty()).map(|row| escaped(row)).collect();
        let status = if show.pruned { known.status } else { NodeStatus::Left };
        let is_bold = show.line && node.principal;
        let _ = write!(out, "  n{at} [shape={shape}, label=\"{}\"", label.join("\\n"));
        out.push_str(line(status, is_bold));
        if matches!(status, NodeStatus::Pruned | NodeStatus::NotReached) {
            out.push_str(", color=gray50, fontcolor=gray40");
        }
        out.push_str("];\n");
        let Some(parent) = node.parent else { continue };
        let is_cut = status == NodeStatus::Pruned && tree.is_cut(at);
        let marks = [escaped(&labels.edge), if is_cut { "||".to_owned() } else { String::new() }];
        let marks: Vec<String> = marks.into_iter().filter(|mark| !mark.is_empty()).collect();
        let _ = writeln!(out, "  n{parent} -> n{at} [label=\"{}\"{}];", marks.join(" "), line(status, is_bold));
    }
    out.push_str("}\n");
    out
}

/// Line style of a node or an edge.
fn line(status: NodeStatus, is_bold: bool) -> &'static str {
    match status {
        NodeStatus::Pruned => ", style=dashed",
        NodeStatus::NotReached => ", style=dotted",
        _ if is_bold => ", style=bold, penwidth=2.5",
        _ => "",
    }
}

/// Escapes a text for double quotes. A backslash would begin an escape such as `\N`, the name of the node.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book, book_with_names, chain, fan};

    #[test]
    fn the_book() {
        let drawn = dot(&book(), &Show::ALL);
        for line in [
            "  rankdir=TB;",
            "  n0 [shape=box, label=\"3\\n[-∞, +∞]\\n#1\", style=bold, penwidth=2.5];",
            "  n5 [shape=ellipse, label=\"≤2\\n[3, +∞]\\n#6\"];",
            "  n7 [shape=plaintext, label=\"4\", style=dashed, color=gray50, fontcolor=gray40];",
            "  n5 -> n7 [label=\"||\", style=dashed];",
            "  n0 -> n1 [label=\"\", style=bold, penwidth=2.5];",
            "  n0 -> n5 [label=\"\"];",
        ] {
            assert!(drawn.lines().any(|drawn| drawn == line), "{line}\n{drawn}");
        }
        assert!(dot(&book_with_names(), &Show::ALL).contains("  n0 -> n5 [label=\"a2\"];"));
        assert!(!dot(&book(), &Show::NONE).contains("||"));
    }

    #[test]
    fn names_cannot_break_out() {
        let tree = Literal::new("[1,2]").label("", "a\"]; \\N\n}").alphabeta();
        assert!(dot(&tree, &Show::NONE).contains("label=\"\""));
        assert!(dot(&tree, &Show::ALL).contains("label=\"a\\\"]; \\\\N }\\n2"));
    }

    #[test]
    fn chance_is_a_diamond() {
        let drawn = dot(&Literal::new("[~[3,4],~[1,2]]").expectiminimax(), &Show::ALL);
        assert!(drawn.contains("  n1 [shape=diamond, label=\"3.5\\n#2\", style=bold"));
        assert!(drawn.contains("  n1 -> n2 [label=\"0.5\"];"));
    }

    #[test]
    fn very_deep_and_very_wide_trees_are_drawn() {
        assert_eq!(dot(&chain(100_000), &Show::ALL).matches(" -> ").count(), 99_999);
        assert_eq!(dot(&fan(100_000), &Show::ALL).matches(" -> ").count(), 100_000);
    }
}
