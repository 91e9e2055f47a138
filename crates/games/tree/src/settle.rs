//! What the text of a tree leaves open: whose turn it is, equal probabilities, and the unit of the values.

use std::collections::HashMap;

use counterplay_core::{Outcomes, Role, Score, Side, TextError};

use super::{Kind, Tree, TreeNode};

/// A node as it was read.
pub(super) struct Draft {
    /// Where it stands in the text.
    pub offset: usize,
    pub parent: Option<u32>,
    pub label: Option<Box<str>>,
    pub probability: Option<f64>,
    pub set: Option<Box<str>>,
    pub body: Body,
}

pub(super) enum Body {
    /// An inner node and the kind that the text gives it.
    Node(Option<Role>),
    /// A number: its digits, and how many of them stand behind the point.
    Leaf(i64, u32),
    Unknown(Box<str>),
}

type Read<T> = Result<T, TextError>;

/// Makes a tree of what was read; `root` moves at the root unless the text says otherwise.
pub(super) fn settle(drafts: Vec<Draft>, root: Side) -> Read<Tree> {
    let mut tree = Tree { nodes: Vec::with_capacity(drafts.len()), children: Vec::new(), sets: Vec::new(), scale: 1 };
    // 1. The children of each node, in order.
    let mut branches = vec![0u32; drafts.len()];
    drafts.iter().filter_map(|draft| draft.parent).for_each(|parent| branches[parent as usize] += 1);
    let mut firsts = Vec::with_capacity(drafts.len());
    let mut next = 0;
    for &count in &branches {
        firsts.push(next);
        next += count;
    }
    tree.children = vec![0; next as usize];
    let mut filled = firsts.clone();
    for (at, draft) in drafts.iter().enumerate() {
        if let Some(parent) = draft.parent {
            tree.children[filled[parent as usize] as usize] = at as u32;
            filled[parent as usize] += 1;
        }
    }
    // 2. One unit for all values.
    let decimals = drafts.iter().map(|draft| if let Body::Leaf(_, decimals) = draft.body { decimals } else { 0 }).max();
    tree.scale = 10u32.pow(decimals.unwrap_or(0));
    // 3. Each node after its parent, so that whose turn it would be next is known.
    let mut next_side = Vec::with_capacity(drafts.len());
    let mut sets: HashMap<Box<str>, (u32, Role, u32)> = HashMap::new();
    let offsets: Vec<usize> = drafts.iter().map(|draft| draft.offset).collect();
    let given: Vec<Option<f64>> = drafts.iter().map(|draft| draft.probability).collect();
    for (at, draft) in drafts.into_iter().enumerate() {
        let children = &tree.children[firsts[at] as usize..][..branches[at] as usize];
        let turn = draft.parent.map_or(root, |parent| next_side[parent as usize]);
        let with_probability = children.iter().filter(|&&child| given[child as usize].is_some()).count();
        let kind = match draft.body {
            Body::Leaf(digits, decimals) => Kind::Leaf(score(digits, decimals, tree.scale, draft.offset)?),
            Body::Unknown(name) => Kind::Unknown(name),
            Body::Node(Some(role)) => Kind::Inner(role),
            Body::Node(None) if with_probability == children.len() => Kind::Inner(Role::Chance),
            Body::Node(None) => Kind::Inner(turn.into()),
        };
        if kind == Kind::Inner(Role::Chance) {
            check_probabilities(children, &given, draft.offset)?;
        } else if let Some(&child) = children.iter().find(|&&child| given[child as usize].is_some()) {
            let message = "only the branches of a chance node have probabilities, and then all of them";
            return Err(TextError::new(offsets[child as usize], message));
        }
        next_side.push(match kind {
            Kind::Inner(Role::Max) => Side::Min,
            Kind::Inner(Role::Min) => Side::Max,
            _ => turn,
        });
        let probability = draft.probability.or_else(|| {
            let parent: &TreeNode = &tree.nodes[draft.parent? as usize];
            (parent.kind == Kind::Inner(Role::Chance)).then(|| 1.0 / f64::from(parent.branches))
        });
        let set = match (draft.set, &kind) {
            (Some(name), &Kind::Inner(role)) => {
                Some(join(&mut tree.sets, &mut sets, name, role, branches[at], draft.offset)?)
            }
            _ => None,
        };
        tree.nodes.push(TreeNode {
            kind,
            offset: draft.offset,
            first: firsts[at],
            branches: branches[at],
            parent: draft.parent,
            label: draft.label,
            probability,
            set,
        });
    }
    check_recall(&tree, &offsets)?;
    Ok(tree)
}

/// The value of a leaf in units of the tree.
fn score(digits: i64, decimals: u32, scale: u32, offset: usize) -> Read<Score> {
    let most = i64::from(i32::MAX) - 1;
    let units = i64::from(scale) / 10i64.pow(decimals);
    match digits.checked_mul(units).filter(|units| (-most..=most).contains(units)) {
        Some(units) => Ok(Score::new(units as i32)),
        None => {
            let range = most / i64::from(scale);
            let message = format!("the value is out of range: in this tree, from -{range} to {range}");
            Err(TextError::new(offset, message))
        }
    }
}

fn check_probabilities(children: &[u32], given: &[Option<f64>], offset: usize) -> Read<()> {
    let known: Vec<f64> = children.iter().filter_map(|&child| given[child as usize]).collect();
    if known.is_empty() {
        return Ok(());
    }
    if known.len() < children.len() {
        return Err(TextError::new(offset, "either all branches of a chance node have probabilities, or none"));
    }
    let mut outcomes = Outcomes::new();
    known.into_iter().for_each(|probability| outcomes.push((), probability));
    outcomes.check().map_err(|sum| {
        let sum = (sum * 1e9).round() / 1e9;
        TextError::new(offset, format!("the probabilities of this chance node sum to {sum}, not to 1"))
    })
}

/// Puts a node into its information set, where all have the same player and as many branches.
fn join(
    names: &mut Vec<String>,
    sets: &mut HashMap<Box<str>, (u32, Role, u32)>,
    name: Box<str>,
    role: Role,
    branches: u32,
    offset: usize,
) -> Read<u32> {
    if role == Role::Chance {
        return Err(TextError::new(offset, "a chance node is in no information set: chance sees nothing"));
    }
    let (set, of, count) = *sets.entry(name).or_insert_with_key(|name| {
        names.push(name.to_string());
        (names.len() as u32 - 1, role, branches)
    });
    if of != role {
        let message = format!("the information set {} belongs to the other player", names[set as usize]);
        return Err(TextError::new(offset, message));
    }
    if count != branches {
        let message = format!(
            "the nodes of the information set {} have {count} branches, and this one has {branches}",
            names[set as usize]
        );
        return Err(TextError::new(offset, message));
    }
    Ok(set)
}

/// A player who has moved knows that: no node is in the information set of its own ancestor.
fn check_recall(tree: &Tree, offsets: &[usize]) -> Read<()> {
    let mut on_path = vec![0u32; tree.sets.len()];
    let mut path: Vec<usize> = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        while path.last().map(|&last| last as u32) != node.parent {
            let left = path.pop().and_then(|left| tree.nodes[left].set);
            left.into_iter().for_each(|set| on_path[set as usize] -= 1);
        }
        if let Some(set) = node.set {
            if on_path[set as usize] > 0 {
                let message =
                    format!("the information set {} holds this node and an ancestor of it", tree.sets[set as usize]);
                return Err(TextError::new(offsets[at], message));
            }
            on_path[set as usize] += 1;
        }
        path.push(at);
    }
    Ok(())
}
