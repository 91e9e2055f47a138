//! Explicit trees: a game that is nothing but its tree, as the textbook draws it.
//!
//! ```
//! use counterplay_core::search::{Settings, alphabeta};
//! use counterplay_core::trace::Silent;
//! use counterplay_core::{Game, Side};
//! use counterplay_tree::Tree;
//!
//! let tree = Tree::parse("[[3,12,8],[2,4,6],[14,5,2]]", Side::Max)?;
//! let game = tree.deterministic().expect("no chance nodes");
//! let decision = alphabeta(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
//! assert_eq!((decision.value.score, decision.statistics.leaves), (3.0, 7));
//! # Ok::<(), counterplay_core::TextError>(())
//! ```
//!
//! One tree can be seen as a game in three ways, and the type says which, so that a search that does not suit the tree
//! does not compile: [`Tree::deterministic`] (no chance nodes), [`Tree::stochastic`] (chance nodes, if there are any)
//! and [`Tree::veiled`] (a seat sees only which information set it is in).

mod game;
#[cfg(test)]
mod laws;
mod parse;
mod settle;
mod shape;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use counterplay_core::{Role, Score, Side, TextError};

pub use game::{Branch, Names, NodeId, TreeGame, View};

/// The most nodes that a tree may have: about half a gigabyte of them with their search written down.
pub const MOST_NODES: usize = 2_000_000;

/// A tree with values at its leaves. Its nodes are in preorder; the root is the first.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<TreeNode>,
    /// The children of all nodes, each node's one after the other.
    children: Vec<u32>,
    /// The names of the information sets.
    sets: Vec<String>,
    scale: u32,
}

#[derive(Clone, Debug)]
struct TreeNode {
    kind: Kind,
    /// Where it stands in the text that it was read from.
    offset: usize,
    /// Where its children begin in [`Tree::children`], and how many they are.
    first: u32,
    branches: u32,
    parent: Option<u32>,
    label: Option<Box<str>>,
    /// How often chance goes here, below a chance node.
    probability: Option<f64>,
    /// Its place in [`Tree::sets`].
    set: Option<u32>,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Inner(Role),
    Leaf(Score),
    /// A leaf whose value nobody knows.
    Unknown(Box<str>),
}

impl Tree {
    /// Reads a tree; `root` moves at the root unless the text says otherwise. The grammar is in `docs/trees.md`.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str, root: Side) -> Result<Tree, TextError> {
        settle::settle(parse::read(text)?, root)
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Who moves at the root; nothing if it is a leaf.
    #[must_use]
    pub fn root_role(&self) -> Option<Role> {
        match self.nodes[0].kind {
            Kind::Inner(role) => Some(role),
            _ => None,
        }
    }

    /// Whether chance has a turn anywhere.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| node.kind == Kind::Inner(Role::Chance))
    }

    /// Whether the value of a leaf is unknown.
    #[must_use]
    pub fn has_unknown(&self) -> bool {
        self.nodes.iter().any(|node| matches!(node.kind, Kind::Unknown(_)))
    }

    /// The names of the information sets, in the order in which the text has them.
    #[must_use]
    pub fn information_sets(&self) -> &[String] {
        &self.sets
    }

    /// A node of the information set at this place of the list.
    #[must_use]
    pub fn member(&self, set: usize) -> Option<NodeId> {
        let at = self.nodes.iter().position(|node| node.set.is_some_and(|of| of as usize == set))?;
        Some(NodeId(at as u32))
    }

    /// The node at this place of the preorder, which is how a trace has them too.
    #[must_use]
    pub fn at(&self, place: usize) -> Option<NodeId> {
        u32::try_from(place).ok().filter(|_| place < self.nodes.len()).map(NodeId)
    }

    /// The place of a node in the preorder.
    #[must_use]
    pub const fn place(&self, node: NodeId) -> usize {
        node.index()
    }

    /// How many units make one point: 10 if a leaf has one decimal, 1 if all are whole.
    #[must_use]
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// The name of an unknown leaf, if the node is one.
    #[must_use]
    pub fn unknown(&self, node: NodeId) -> Option<&str> {
        match &self.nodes[node.index()].kind {
            Kind::Unknown(name) => Some(name),
            _ => None,
        }
    }

    /// Where a node stands in the text that the tree was read from, in bytes.
    #[must_use]
    pub fn offset(&self, node: NodeId) -> usize {
        self.nodes[node.index()].offset
    }

    /// The node that a path of action numbers leads to, if there is one.
    #[must_use]
    pub fn node_at(&self, path: &[u32]) -> Option<NodeId> {
        path.iter().try_fold(NodeId::ROOT, |node, &number| self.child(node, number))
    }

    fn child(&self, node: NodeId, number: u32) -> Option<NodeId> {
        let children = self.children_of(node.index());
        children.get((number as usize).checked_sub(1)?).map(|&child| NodeId(child))
    }

    fn children_of(&self, node: usize) -> &[u32] {
        let TreeNode { first, branches, .. } = self.nodes[node];
        &self.children[first as usize..(first + branches) as usize]
    }

    /// The text of the tree, which reads back as the same tree.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut open: Vec<(usize, u32)> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            if let Some((_, left)) = open.last_mut() {
                *left -= 1;
            }
            if at > 0 && !text.ends_with('[') {
                text.push(',');
            }
            if let Some(probability) = node.probability {
                let _ = write!(text, "{probability}:");
            }
            if let Some(label) = &node.label {
                let _ = write!(text, "{}:", quoted(label));
            }
            match &node.kind {
                Kind::Inner(role) => {
                    text.push_str(match role {
                        Role::Max => "max",
                        Role::Min => "min",
                        Role::Chance => "chance",
                    });
                    if let Some(set) = node.set {
                        let _ = write!(text, "@{}", quoted(&self.sets[set as usize]));
                    }
                    text.push('[');
                    open.push((at, node.branches));
                }
                Kind::Leaf(score) => {
                    let _ = write!(text, "{}", f64::from(*score) / f64::from(self.scale));
                }
                Kind::Unknown(name) => text.push_str(&quoted(name)),
            }
            while open.last().is_some_and(|&(_, left)| left == 0) {
                open.pop();
                text.push(']');
            }
        }
        text
    }
}

/// A name in quotation marks.
fn quoted(name: &str) -> String {
    let mut text = String::from('"');
    for c in name.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    text
}
