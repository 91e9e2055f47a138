//! Text tree, for a terminal.
//!
//! ```text
//! MAX 3  [-∞, +∞]  #1 *
//! ├── 1: MIN 3  [-∞, +∞]  #2 *
//! │   ├── 1: 3  #3 *
//! │   └── 2: 12  #4
//! └── 2: MIN ≤2  [3, +∞]  #5
//!     ├── 1: 2  #6
//!     └── 2: 4  ✂ cut
//! ```
//!
//! On each line the number of the action and its word, whose turn it is, the value, the window on entry, the number of
//! the visit; `*` marks the principal line. The text is linear in what it shows: lines and plies beyond the limits are
//! counted, not written.

use std::fmt::Write;

use counterplay_core::Proof;
use counterplay_core::trace::{Node, SearchTree, Status};

use crate::labels::{is_box, narrows};
use crate::name::{self, clipped};
use crate::number::{Numerals, Script, probability};
use crate::show::Show;

/// Text options: how much text, and in which characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Script: which characters may be used.
    pub script: Script,
    /// Most lines that are written.
    pub lines: usize,
    /// Deepest ply that is written: deeper ones would be indented out of sight.
    pub plies: u32,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { script: Script::Unicode, lines: 400, plies: 60 }
    }
}

/// Writes the tree as text, a line for each node.
#[must_use]
pub fn text(tree: &SearchTree, show: &Show, options: &TextOptions) -> String {
    let page = Page {
        tree,
        show: Show { window: show.window && narrows(tree), ..*show },
        numerals: Numerals::new(tree.scale, options.script),
        signs: if options.script == Script::Unicode { UNICODE } else { ASCII },
    };
    let sizes = sizes(tree);
    let mut out = String::new();
    // For each ply of the path whether its node was the last child: what indents the lines below.
    let mut lasts: Vec<bool> = Vec::new();
    let (mut at, mut lines, mut written) = (0, 0, 0);
    while at < tree.nodes.len() && lines < options.lines {
        let node = &tree.nodes[at];
        lasts.truncate((node.ply as usize).saturating_sub(1));
        page.indent(&mut out, &lasts);
        let is_deep = node.ply > options.plies;
        if let Some(parent) = node.parent {
            let is_last = is_deep || tree.nodes[parent].children.last() == Some(&at);
            out.push_str(if is_last { page.signs.last } else { page.signs.branch });
            lasts.push(is_last);
        }
        lines += 1;
        // What is too deep is counted in place of the first node there.
        if is_deep {
            let parent = node.parent.unwrap_or(at);
            let left = sizes[parent] - (at - parent);
            let _ = writeln!(out, "{} {left} more nodes below", page.signs.more);
            (at, written) = (at + left, written + left);
        } else {
            page.line(&mut out, at);
            (at, written) = (at + 1, written + 1);
        }
    }
    if written < tree.nodes.len() {
        let left = tree.nodes.len() - written;
        let _ = writeln!(out, "{} {left} more nodes (use --json or --svg for all)", page.signs.more);
    }
    if tree.truncated {
        let _ = writeln!(out, "{} states were left out, there were too many", page.signs.more);
    }
    out
}

/// Number of nodes of each subtree.
fn sizes(tree: &SearchTree) -> Vec<usize> {
    let mut sizes = vec![1; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            sizes[parent] += sizes[at];
        }
    }
    sizes
}

struct Signs {
    branch: &'static str,
    last: &'static str,
    pass: &'static str,
    cut: &'static str,
    more: &'static str,
}

const UNICODE: Signs = Signs { branch: "├── ", last: "└── ", pass: "│   ", cut: "✂ cut", more: "…" };
const ASCII: Signs = Signs { branch: "|-- ", last: "`-- ", pass: "|   ", cut: "X cut", more: "..." };

struct Page<'a> {
    tree: &'a SearchTree,
    show: Show,
    numerals: Numerals,
    signs: Signs,
}

impl Page<'_> {
    /// The longest name that is written in full.
    const LONGEST: usize = 40;

    fn indent(&self, out: &mut String, lasts: &[bool]) {
        for &is_last in lasts {
            out.push_str(if is_last { "    " } else { self.signs.pass });
        }
    }

    fn line(&self, out: &mut String, at: usize) {
        let (node, show) = (&self.tree.nodes[at], &self.show);
        let mut words: Vec<String> = Vec::new();
        // 1. The action.
        if node.parent.is_some() {
            words.push(self.edge(node));
        }
        // 2. The node and its value.
        let label = node.label.as_deref().filter(|_| show.labels).map(|label| self.name(label));
        let value = node.value.filter(|_| show.values || is_box(node)).map(|value| {
            let proof = if is_box(node) && node.estimate { Some(Proof::Estimate) } else { node.proof };
            self.numerals.bound(value, proof)
        });
        let is_named = label.is_some();
        words.extend(label);
        if let Some(role) = node.role.filter(|_| !is_box(node)) {
            words.push(name::role(role).to_owned());
        } else if is_named && value.is_some() {
            words.push("=".to_owned());
        }
        words.extend(value);
        // 3. The search, set off by two blanks.
        if let Some(window) = node.window.filter(|_| show.window && !is_box(node)) {
            words.push(format!(" {}", self.numerals.window(window)));
        }
        if let Some(order) = node.order.filter(|_| show.order) {
            words.push(format!(" #{order}"));
        }
        if let Some(set) = node.information_set.as_deref().filter(|_| show.labels) {
            words.push(format!(" {{{}}}", self.name(set)));
        }
        if node.principal && show.line {
            words.push("*".to_owned());
        }
        if let Some(mark) = self.mark(at) {
            words.push(format!(" {mark}"));
        }
        let _ = writeln!(out, "{}", words.join(" "));
    }

    /// Label of an edge: `2:`, `2 a2:`, `2 heads (0.5):`.
    fn edge(&self, node: &Node) -> String {
        let mut edge = node.number.to_string();
        let action = node.action.as_deref().filter(|action| self.show.labels && **action != edge);
        if let Some(action) = action {
            let _ = write!(edge, " {}", self.name(action));
        }
        if let Some(p) = node.probability.filter(|_| self.show.probabilities) {
            let _ = write!(edge, " ({})", probability(p));
        }
        edge + ":"
    }

    fn mark(&self, at: usize) -> Option<&'static str> {
        match self.tree.nodes[at].status {
            _ if !self.show.pruned => None,
            Status::Visited => None,
            Status::Pruned if self.tree.is_cut(at) => Some(self.signs.cut),
            Status::Pruned => Some("pruned"),
            Status::NotReached => Some("not reached"),
        }
    }

    /// A name in the script of the page.
    fn name(&self, name: &str) -> String {
        let name = clipped(name, Self::LONGEST);
        if self.numerals.script() == Script::Unicode {
            return name;
        }
        name.chars().flat_map(char::escape_default).collect::<String>().replace("\\'", "'").replace("\\\"", "\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book, book_with_names, chain, deep, fan};

    fn draw(tree: &SearchTree) -> String {
        text(tree, &Show::ALL, &TextOptions::default())
    }

    #[test]
    fn the_book_in_unicode() {
        let expected = "\
MAX 3  [-∞, +∞]  #1 *
├── 1: MIN 3  [-∞, +∞]  #2 *
│   ├── 1: 3  #3 *
│   ├── 2: 12  #4
│   └── 3: 8  #5
├── 2: MIN ≤2  [3, +∞]  #6
│   ├── 1: 2  #7
│   ├── 2: 4  ✂ cut
│   └── 3: 6  ✂ cut
└── 3: MIN 2  [3, +∞]  #8
    ├── 1: 14  #9
    ├── 2: 5  #10
    └── 3: 2  #11
";
        assert_eq!(draw(&book()), expected);
    }

    #[test]
    fn names_and_ascii() {
        let options = TextOptions { script: Script::Ascii, ..TextOptions::default() };
        let drawn = text(&book_with_names(), &Show::ALL, &options);
        assert!(drawn.is_ascii());
        assert!(
            drawn.starts_with(
                "A MAX 3  [-inf, +inf]  #1 *\n|-- 1 a1: B MIN 3  [-inf, +inf]  #2 *\n|   |-- 1: 3  #3 *\n"
            )
        );
        assert!(drawn.contains("|-- 2 a2: C MIN <=2  [3, +inf]  #6\n"));
        assert!(drawn.contains("|   `-- 3: 6  X cut\n"));
        let odd = Literal::new("[1,2]").label("1", "\u{1b}[2Jé\n").alphabeta();
        assert!(text(&odd, &Show::ALL, &options).contains("1:  [2J\\u{e9}  = 1"));
    }

    #[test]
    fn the_bare_tree_is_a_quiz() {
        let bare = text(&book(), &Show::NONE, &TextOptions::default());
        assert!(bare.starts_with("MAX\n├── 1: MIN\n│   ├── 1: 3\n"));
        assert!(bare.contains("│   └── 3: 6\n"));
    }

    #[test]
    fn chance_halted_and_nested_pruning() {
        let tree = Literal::new("[~[3,4,5],~[1,1,1]]").expectiminimax();
        assert!(draw(&tree).contains("│   ├── 1 (1/3): 3  #3"));
        assert!(draw(&Literal::new("[[3,x],[2,1]]").alphabeta()).contains("not reached"));
        assert!(draw(&Literal::new("[[3,4],[2,[1,1]]]").alphabeta()).contains("        ├── 1: 1  pruned"));
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let drawn = draw(&fan(100_000));
        assert_eq!(drawn.lines().count(), 401);
        assert!(drawn.ends_with("\n… 99601 more nodes (use --json or --svg for all)\n"));
        for tree in [chain(100_001), deep(100_000)] {
            let drawn = draw(&tree);
            assert_eq!(drawn.lines().count(), 62);
            assert!(drawn.ends_with("└── … 99940 more nodes below\n"), "{}", &drawn[drawn.len() - 100..]);
        }
    }

    #[test]
    fn after_what_is_too_deep_the_rest_goes_on() {
        let options = TextOptions { plies: 1, ..TextOptions::default() };
        let expected = "\
MAX 3
├── 1: MIN 3
│   └── … 3 more nodes below
├── 2: MIN ≤2
│   └── … 3 more nodes below
└── 3: MIN 2
    └── … 3 more nodes below
";
        assert_eq!(text(&book(), &Show { values: true, ..Show::NONE }, &options), expected);
    }
}
