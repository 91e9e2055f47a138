//! The tree for Graphviz: `dot -Tsvg tree.dot`.
//!
//! MAX is a box, MIN an ellipse, chance a diamond, a leaf its value alone. Pruned edges are dashed, and marked `||`
//! where they were cut; edges that the search did not reach are dotted; the principal line is bold.

use std::fmt::Write;

use counterplay_core::Role;
use counterplay_core::trace::SearchTree;

use crate::moment::{Fate, Moment};
use crate::show::Show;
use crate::words::{Wording, is_box};

/// The tree as a `digraph`.
#[must_use]
pub fn dot(tree: &SearchTree, show: &Show) -> String {
    let wording = Wording::new(tree, show);
    let show = wording.show;
    let moment = Moment::end(tree);
    let mut out = String::from(
        "digraph tree {\n  rankdir=TB;\n  ordering=out;\n  node [fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", arrowhead=none];\n",
    );
    for (at, node) in tree.nodes.iter().enumerate() {
        let known = &moment.nodes[at];
        let words = wording.words(at, known);
        let shape = match node.role.filter(|_| !is_box(node)) {
            Some(Role::Max) => "box",
            Some(Role::Min) => "ellipse",
            Some(Role::Chance) => "diamond",
            None => "plaintext",
        };
        let order = if words.order.is_empty() { String::new() } else { format!("#{}", words.order) };
        let set = if words.set.is_empty() { String::new() } else { format!("{{{}}}", words.set) };
        let rows = [&words.label, &words.value, &words.window, &set, &order];
        let label: Vec<String> = rows.into_iter().filter(|row| !row.is_empty()).map(|row| escaped(row)).collect();
        let fate = if show.pruned { known.fate } else { Fate::Left };
        let is_bold = show.line && node.principal;
        let _ = write!(out, "  n{at} [shape={shape}, label=\"{}\"", label.join("\\n"));
        out.push_str(line(fate, is_bold));
        if matches!(fate, Fate::Pruned | Fate::NotReached) {
            out.push_str(", color=gray50, fontcolor=gray40");
        }
        out.push_str("];\n");
        let Some(parent) = node.parent else { continue };
        let is_cut = fate == Fate::Pruned && tree.is_cut(at);
        let marks = [escaped(&words.edge), if is_cut { "||".to_owned() } else { String::new() }];
        let marks: Vec<String> = marks.into_iter().filter(|mark| !mark.is_empty()).collect();
        let _ = writeln!(out, "  n{parent} -> n{at} [label=\"{}\"{}];", marks.join(" "), line(fate, is_bold));
    }
    out.push_str("}\n");
    out
}

/// How a node or an edge is drawn.
fn line(fate: Fate, is_bold: bool) -> &'static str {
    match fate {
        Fate::Pruned => ", style=dashed",
        Fate::NotReached => ", style=dotted",
        _ if is_bold => ", style=bold, penwidth=2.5",
        _ => "",
    }
}

/// A text inside double quotes. A backslash would begin an escape such as `\N`, the name of the node.
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
