//! A tree from its shape and its leaves.

use std::fmt::Write;

use counterplay_core::{Side, TextError};

use super::{MOST_NODES, Tree};

impl Tree {
    /// A tree from a list of branches and the values of its leaves from left to right.
    ///
    /// The list says how many branches the nodes of each level have (`3,2` is a root with three children of two leaves
    /// each); or, for a tree that is not uniform, how many each node has, level by level from left to right, 0 or
    /// nothing for a leaf (`2,3,0,2`). The number of leaves tells which is meant; the first, where both would do.
    ///
    /// # Errors
    /// Why no such tree exists.
    pub fn from_shape(branches: &[u32], leaves: &[String], root: Side) -> Result<Tree, TextError> {
        let fail = |message: String| Err(TextError::new(0, message));
        if branches.is_empty() || branches[0] == 0 {
            return fail("the shape needs the number of the root's branches first, such as 3,2".into());
        }
        if let Some(leaf) =
            leaves.iter().find(|leaf| leaf.trim().is_empty() || leaf.contains(['[', ']', '(', ')', ',', ':', '@', '#']))
        {
            return fail(format!("a leaf is a number or a name, not {leaf:?}"));
        }
        let by_level = if branches.contains(&0) {
            None
        } else {
            branches.iter().try_fold(1usize, |product, &count| product.checked_mul(count as usize))
        };
        let by_node = node_by_node(branches);
        let text = match (by_level, &by_node) {
            (Some(count), _) if count == leaves.len() && count <= MOST_NODES => level_by_level(branches),
            (_, Some(text)) if text.matches('*').count() == leaves.len() => text.clone(),
            _ => {
                let by_node = by_node.map(|text| format!("{} node by node", text.matches('*').count()));
                let counts: Vec<String> =
                    by_level.map(|count| format!("{count} level by level")).into_iter().chain(by_node).collect();
                let expected = if counts.is_empty() { "no tree at all".into() } else { counts.join(", or ") };
                return fail(format!("there are {} leaves, and the shape takes {expected}", leaves.len()));
            }
        };
        let mut values = leaves.iter();
        let mut filled = String::new();
        for c in text.chars() {
            match c {
                '*' => filled.push_str(values.next().map_or("?", String::as_str)),
                c => filled.push(c),
            }
        }
        Tree::parse(&filled, root)
    }
}

/// The brackets of a tree whose nodes have as many branches as their level says, a star for each leaf.
fn level_by_level(branches: &[u32]) -> String {
    branches.iter().rev().fold("*".to_owned(), |below, &count| format!("[{}]", vec![below; count as usize].join(",")))
}

/// The brackets of a tree whose nodes have these numbers of branches, level by level; nothing if a number is left over
/// or the tree would be too large.
fn node_by_node(branches: &[u32]) -> Option<String> {
    let mut children: Vec<std::ops::Range<usize>> = Vec::new();
    let mut count = 1usize;
    let mut at = 0;
    while at < count {
        let own = branches.get(at).copied().unwrap_or(0) as usize;
        children.push(count..count + own);
        count += own;
        at += 1;
        if count > MOST_NODES {
            return None;
        }
    }
    if branches.len() > count {
        return None;
    }
    // Depth first, with closing brackets on the stack between the nodes.
    let mut text = String::new();
    let mut stack = vec![Some(0)];
    while let Some(next) = stack.pop() {
        match next {
            None => text.push(']'),
            Some(node) => {
                if text.ends_with(['*', ']']) {
                    text.push(',');
                }
                let below = children[node].clone();
                if below.is_empty() {
                    text.push('*');
                } else {
                    let _ = write!(text, "[");
                    stack.push(None);
                    stack.extend(below.rev().map(Some));
                }
            }
        }
    }
    Some(text)
}
