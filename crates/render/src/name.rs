//! Names of nodes.
//!
//! A node that has a label is called by it. Any other is called by the numbers of the actions that lead to it from the
//! nearest labelled node above, or from the root: `B.2`, `2.3`, `the root`. A long path is shortened in the middle, as
//! [`Halt::place`](counterplay_core::Halt::place) does it, so that a name takes constant time however deep the node is.

use counterplay_core::Role;
use counterplay_core::trace::SearchTree;

/// Names of the nodes of a tree. Made in linear time; each name is then found in constant time.
pub struct Names<'a> {
    tree: &'a SearchTree,
    /// Anchor of each node: the last labelled one on its path, itself included; else the root.
    anchors: Vec<usize>,
    /// Head of each node's path: the node that is [`Names::KEPT`] plies below its anchor; itself if it is nearer.
    heads: Vec<usize>,
}

impl<'a> Names<'a> {
    /// Longest path that is written in full.
    const FULL: u32 = 24;
    /// Plies that are kept at each end of a longer path.
    const KEPT: u32 = 8;

    /// Prepares the names of a tree.
    #[must_use]
    pub fn new(tree: &'a SearchTree) -> Names<'a> {
        let mut anchors: Vec<usize> = Vec::with_capacity(tree.nodes.len());
        let mut heads: Vec<usize> = Vec::with_capacity(tree.nodes.len());
        for (at, node) in tree.nodes.iter().enumerate() {
            let anchor = match node.parent {
                Some(parent) if node.label.is_none() => anchors[parent],
                _ => at,
            };
            let near = node.ply - tree.nodes[anchor].ply <= Self::KEPT;
            heads.push(node.parent.filter(|_| !near).map_or(at, |parent| heads[parent]));
            anchors.push(anchor);
        }
        Names { tree, anchors, heads }
    }

    /// The name of a node.
    #[must_use]
    pub fn name(&self, node: usize) -> String {
        let anchor = self.anchors[node];
        let plies = self.tree.nodes[node].ply - self.tree.nodes[anchor].ply;
        let mut name = self.tree.nodes[anchor].label.as_deref().map(plain).unwrap_or_default();
        if plies > 0 {
            if !name.is_empty() {
                name.push('.');
            }
            if plies <= Self::FULL {
                name.push_str(&self.numbers(node, plies));
            } else {
                let (head, tail) = (self.numbers(self.heads[node], Self::KEPT), self.numbers(node, Self::KEPT));
                name.push_str(&format!("{head}. … .{tail} ({plies} plies)"));
            }
        } else if name.is_empty() {
            name.push_str("the root");
        }
        name
    }

    /// The numbers of the last `plies` actions before a node.
    fn numbers(&self, node: usize, plies: u32) -> String {
        let path = std::iter::successors(Some(node), |&at| self.tree.nodes[at].parent);
        let mut numbers: Vec<String> =
            path.take(plies as usize).map(|at| self.tree.nodes[at].number.to_string()).collect();
        numbers.reverse();
        numbers.join(".")
    }
}

/// Name of a role in the book.
#[must_use]
pub const fn role(role: Role) -> &'static str {
    match role {
        Role::Max => "MAX",
        Role::Min => "MIN",
        Role::Chance => "CHANCE",
    }
}

/// Plain one-line text of a name: control characters, which could move a terminal's cursor or break a line, become
/// spaces.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Clips a name to `most` characters; it ends in `…` if something was left out.
#[must_use]
pub fn clipped(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return plain(text);
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    plain(&kept) + "…"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book, book_with_names, chain};

    #[test]
    fn a_node_is_called_by_its_label_or_by_its_path() {
        let tree = book();
        let names = Names::new(&tree);
        assert_eq!([0, 1, 7].map(|at| names.name(at)), ["the root", "1", "2.2"]);
        let tree = book_with_names();
        let names = Names::new(&tree);
        assert_eq!([0, 1, 7].map(|at| names.name(at)), ["A", "B", "C.2"]);
        let tree = Literal::new("[[3,12]]").label("", "A\n").alphabeta();
        assert_eq!(Names::new(&tree).name(3), "A .1.2");
    }

    #[test]
    fn a_long_path_is_shortened_in_the_middle() {
        let tree = chain(100_000);
        let names = Names::new(&tree);
        assert_eq!(names.name(24), ["1"; 24].join("."));
        assert_eq!(names.name(99_999), "1.1.1.1.1.1.1.1. … .1.1.1.1.1.1.1.1 (99999 plies)");
    }

    #[test]
    fn long_names_are_clipped() {
        assert_eq!(clipped("abc", 3), "abc");
        assert_eq!(clipped("abcd", 3), "ab…");
        assert_eq!(clipped("\u{1b}[2Jx", 9), " [2Jx");
    }
}
