//! Grading of visits: the leaves in the order of visits.
//!
//! What stands in the right order counts, as in a comparison of two texts: one leaf left out does not make all later
//! ones wrong. A leaf out of place costs its point once; a leaf that is not visited costs a point.

use std::collections::{HashMap, VecDeque};

use serde_json::{Value, json};

use super::sheet::Sheet;
use super::{Item, Verdict, better, read};

/// Naming of leaves: by path or by value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Path,
    Value,
}

pub(super) fn grade(sheet: &Sheet<'_>, entries: &[Value]) -> Vec<Item> {
    better(judged(sheet, entries, By::Path), judged(sheet, entries, By::Value))
}

fn judged(sheet: &Sheet<'_>, entries: &[Value], by: By) -> Vec<Item> {
    // 1. What was written, and what is right.
    let (mut items, mut given) = (Vec::new(), Vec::new());
    for entry in entries.iter().filter(|entry| !read::is_silent(entry)) {
        match named(sheet, entry, by) {
            Ok(name) => given.extend(name.map(|name| (name, entry))),
            Err(problem) => items.push(sheet.unreadable(&read::shown(entry), entry, problem)),
        }
    }
    let mut leaves: Vec<usize> = (0..sheet.seen.nodes.len()).filter(|&at| sheet.seen.nodes[at].is_leaf()).collect();
    leaves.sort_by_key(|&at| sheet.seen.nodes[at].order.unwrap_or(u32::MAX));
    let visited: Vec<usize> = leaves.iter().copied().filter(|&at| sheet.is_visited(at)).collect();
    // 2. What is in order, then what is there but out of order.
    let right: Vec<i64> = visited.iter().map(|&leaf| name(sheet, leaf, by)).collect();
    let written: Vec<i64> = given.iter().map(|&(name, _)| name).collect();
    let in_order = in_order(&right, &written);
    let mut left: HashMap<i64, VecDeque<usize>> = HashMap::new();
    let mut used = vec![false; given.len()];
    in_order.iter().flatten().for_each(|&place| used[place] = true);
    (0..given.len()).filter(|&at| !used[at]).for_each(|at| left.entry(written[at]).or_default().push_back(at));
    for ((&leaf, right), in_order) in visited.iter().zip(&right).zip(in_order) {
        let elsewhere = if in_order.is_none() { left.get_mut(right).and_then(VecDeque::pop_front) } else { None };
        elsewhere.iter().for_each(|&place| used[place] = true);
        let entry = in_order.or(elsewhere).map(|place| given[place].1);
        items.push(judged_leaf(sheet, leaf, entry, in_order.is_some()));
    }
    // 3. What is too much. Of leaves with the same name one that is not visited is meant.
    let by_name: HashMap<i64, usize> = leaves.iter().map(|&leaf| (name(sheet, leaf, by), leaf)).collect();
    let rest = given.iter().zip(used).filter(|(_, used)| !used);
    items.extend(rest.map(|(&(name, entry), _)| extra(sheet, by_name.get(&name).copied(), entry)));
    items
}

fn judged_leaf(sheet: &Sheet<'_>, leaf: usize, entry: Option<&Value>, in_order: bool) -> Item {
    let verdict = match entry {
        Some(_) if in_order => Verdict::Right,
        Some(_) => Verdict::Wrong,
        None => Verdict::Missing,
    };
    let reasons = sheet.enter[leaf].into_iter().flat_map(|enter| [enter.saturating_sub(1), enter]);
    let item = sheet.item(leaf, verdict, reasons);
    let note = (verdict == Verdict::Wrong).then(|| "it is visited, but not in this place".to_owned());
    let expected = (verdict != Verdict::Wrong).then(|| json!(crate::json::path(sheet.seen, leaf)));
    Item { given: entry.cloned(), expected, points: u32::from(in_order), of: 1, note, ..item }
}

/// Item of an entry that is not visited, or not so often.
fn extra(sheet: &Sheet<'_>, leaf: Option<usize>, entry: &Value) -> Item {
    match leaf {
        Some(leaf) if sheet.is_visited(leaf) => {
            let note = Some("it is visited once, and named more often".to_owned());
            Item { given: Some(entry.clone()), note, ..sheet.item(leaf, Verdict::Extra, sheet.exit[leaf]) }
        }
        Some(leaf) => sheet.pruned(leaf, entry),
        None => sheet.unreadable(&read::shown(entry), entry, "no leaf has this value".to_owned()),
    }
}

/// Name of a leaf as a number: equal for equal names.
fn name(sheet: &Sheet<'_>, leaf: usize, by: By) -> i64 {
    match by {
        By::Path => leaf as i64,
        By::Value => sheet.seen.nodes[leaf].value.map_or(i64::MAX, |units| read::rounded(sheet.points(units))),
    }
}

/// Name that an entry means. `None` where it names a node that is no leaf, which is no mistake: it is only not asked
/// for.
fn named(sheet: &Sheet<'_>, entry: &Value, by: By) -> Result<Option<i64>, String> {
    if by == By::Value
        && let Ok(number) = read::number(entry)
    {
        return Ok(Some(read::rounded(number.value)));
    }
    let Value::String(text) = entry else { return Err("the path of a leaf is expected, such as \"2.3\"".to_owned()) };
    let node = sheet.node(text)?;
    Ok(sheet.seen.nodes[node].is_leaf().then(|| name(sheet, node, by)))
}

/// Largest table that is made to compare two lists.
const MOST_CELLS: usize = 1 << 24;

/// Longest common subsequence: for each leaf the index where it is named, so that as many as can be are in order. Of
/// lists that are too long for that, what they have in common at their beginning.
fn in_order(right: &[i64], written: &[i64]) -> Vec<Option<usize>> {
    let mut places = vec![None; right.len()];
    let begin = right.iter().zip(written).take_while(|(a, b)| a == b).count();
    (0..begin).for_each(|at| places[at] = Some(at));
    let (right, written) = (&right[begin..], &written[begin..]);
    if (right.len() + 1).saturating_mul(written.len() + 1) > MOST_CELLS {
        return places;
    }
    // From the end, so that the way back is a way forward.
    let mut longest = vec![vec![0u32; written.len() + 1]; right.len() + 1];
    for row in (0..right.len()).rev() {
        for column in (0..written.len()).rev() {
            longest[row][column] = if right[row] == written[column] {
                longest[row + 1][column + 1] + 1
            } else {
                longest[row + 1][column].max(longest[row][column + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < right.len() && column < written.len() {
        if right[row] == written[column] {
            places[begin + row] = Some(begin + column);
            (row, column) = (row + 1, column + 1);
        } else if longest[row + 1][column] >= longest[row][column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    places
}
