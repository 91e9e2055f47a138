//! Grading of cuts: the edges that are cut.
//!
//! An edge is found if it is named, or if everything below it is: whoever marks each pruned leaf means the same. What
//! is marked below an edge that was marked already says nothing new, right or wrong.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::sheet::Sheet;
use super::{Item, Verdict, better, read};

pub(super) fn grade(sheet: &Sheet<'_>, entries: &[Value]) -> Vec<Item> {
    let by_path = judged(sheet, entries, &|entry, _| path(sheet, entry));
    let leaves = leaves(sheet);
    let by_value = judged(sheet, entries, &|entry, named| leaf(sheet, &leaves, entry, named));
    better(by_path, by_value)
}

type Reading<'a> = dyn Fn(&Value, &HashSet<usize>) -> Result<usize, String> + 'a;

fn judged(sheet: &Sheet<'_>, entries: &[Value], reading: &Reading<'_>) -> Vec<Item> {
    // 1. What was named.
    let (mut named, mut items) = (HashSet::new(), Vec::new());
    let mut wrong = Vec::new();
    for entry in entries.iter().filter(|entry| !read::is_silent(entry)) {
        match reading(entry, &named) {
            Ok(node) if !named.insert(node) => {}
            Ok(node) if sheet.is_visited(node) => wrong.push(node),
            Ok(_) => {}
            Err(problem) => items.push(sheet.unreadable(&read::shown(entry), entry, problem)),
        }
    }
    // 2. What was cut.
    let edges: Vec<usize> = sheet.seen.cut_edges().collect();
    for &edge in &edges {
        let found = is_covered(sheet, edge, &named);
        let verdict = if found { Verdict::Right } else { Verdict::Missing };
        let given = found.then(|| json!("cut"));
        let item = sheet.item(edge, verdict, sheet.cutoff(edge));
        let part = !found && is_touched(sheet, edge, &named);
        let note = part.then(|| "only a part of what lies below it was marked".to_owned());
        items.push(Item { given, expected: Some(json!("cut")), points: u32::from(found), of: 1, note, ..item });
    }
    // 3. What was not.
    if edges.is_empty() {
        let right = wrong.is_empty() && items.is_empty();
        let verdict = if right { Verdict::Right } else { Verdict::Wrong };
        let last = sheet.seen.steps.len().checked_sub(1);
        let item = Item { name: "no edge".to_owned(), path: None, ..sheet.item(0, verdict, last) };
        items.push(Item { expected: Some(json!("none")), points: u32::from(right), of: 1, ..item });
    }
    for node in wrong {
        let above = std::iter::successors(sheet.seen.nodes[node].parent, |&at| sheet.seen.nodes[at].parent);
        if above.into_iter().any(|at| named.contains(&at)) {
            continue;
        }
        let reasons = sheet.enter[node].into_iter().flat_map(|enter| [enter.saturating_sub(1), enter]);
        let item = sheet.item(node, Verdict::Extra, reasons);
        items.push(Item { given: Some(json!("cut")), note: Some("the search comes here".to_owned()), ..item });
    }
    items
}

/// Node of a path.
fn path(sheet: &Sheet<'_>, entry: &Value) -> Result<usize, String> {
    let Value::String(text) = entry else { return Err("the path of a node is expected, such as \"2.3\"".to_owned()) };
    match sheet.node(text)? {
        0 => Err("no edge leads to the root".to_owned()),
        node => Ok(node),
    }
}

/// Leaves by their values.
fn leaves(sheet: &Sheet<'_>) -> HashMap<i64, Vec<usize>> {
    let mut leaves: HashMap<i64, Vec<usize>> = HashMap::new();
    for (at, node) in sheet.seen.nodes.iter().enumerate().filter(|(_, node)| node.is_leaf()) {
        let value = node.value.map_or(i64::MAX, |units| read::rounded(sheet.points(units)));
        leaves.entry(value).or_default().push(at);
    }
    leaves
}

/// Leaf of a value: of several that have it, a pruned one that was not named yet.
fn leaf(
    sheet: &Sheet<'_>,
    leaves: &HashMap<i64, Vec<usize>>,
    entry: &Value,
    named: &HashSet<usize>,
) -> Result<usize, String> {
    let found = leaves.get(&read::rounded(read::number(entry)?.value)).into_iter().flatten().copied();
    let found = found.min_by_key(|at| (sheet.is_visited(*at), named.contains(at)));
    found.ok_or_else(|| format!("no leaf has the value {}", read::shown(entry)))
}

/// Nodes of a subtree. In preorder it is what follows its root at a greater ply.
fn subtree<'s>(sheet: &'s Sheet<'_>, root: usize) -> impl Iterator<Item = usize> + 's {
    let nodes = &sheet.seen.nodes;
    let ply = nodes[root].ply;
    (root..nodes.len()).take_while(move |&at| at == root || nodes[at].ply > ply)
}

/// Whether each way down from a node, itself included, meets a named one.
fn is_covered(sheet: &Sheet<'_>, root: usize, named: &HashSet<usize>) -> bool {
    let mut at = root;
    let end = root + subtree(sheet, root).count();
    while at < end {
        if named.contains(&at) {
            at += subtree(sheet, at).count();
        } else if sheet.seen.nodes[at].is_leaf() {
            return false;
        } else {
            at += 1;
        }
    }
    true
}

fn is_touched(sheet: &Sheet<'_>, root: usize, named: &HashSet<usize>) -> bool {
    subtree(sheet, root).any(|at| named.contains(&at))
}
