//! The leaves in the order of visits.
//!
//! What stands in the right order counts, as in a comparison of two texts: one leaf left out does not make all later ones
//! wrong. A leaf out of place costs its point once; a leaf that is not visited costs a point.

use serde_json::{Value, json};

use super::sheet::Sheet;
use super::{Item, Verdict, better, read};

/// An entry that was understood.
#[derive(Clone, Copy, PartialEq)]
enum Token {
    Leaf(usize),
    Value(f64),
}

pub(super) fn grade(sheet: &Sheet<'_>, entries: &[Value]) -> Vec<Item> {
    let by_path = judged(sheet, entries, &|entry| path(sheet, entry));
    let by_value = judged(sheet, entries, &|entry| value(sheet, entry));
    better(by_path, by_value)
}

/// What an entry names; nothing where it is not about leaves.
type Reading<'a> = dyn Fn(&Value) -> Result<Option<Token>, String> + 'a;

fn judged(sheet: &Sheet<'_>, entries: &[Value], reading: &Reading<'_>) -> Vec<Item> {
    // 1. What was written, and what is right.
    let (mut items, mut given) = (Vec::new(), Vec::new());
    for entry in entries.iter().filter(|entry| !read::is_silent(entry)) {
        match reading(entry) {
            Ok(token) => given.extend(token.map(|token| (token, entry))),
            Err(problem) => items.push(sheet.unreadable(&read::shown(entry), entry, problem)),
        }
    }
    let mut leaves: Vec<(u32, usize)> = (sheet.seen.nodes.iter().enumerate())
        .filter_map(|(at, node)| Some((node.order.filter(|_| node.is_leaf())?, at)))
        .collect();
    leaves.sort_unstable();
    let leaves: Vec<usize> = leaves.into_iter().map(|(_, at)| at).collect();
    // 2. What is in order, then what is there but out of order.
    let tokens: Vec<Token> = given.iter().map(|&(token, _)| token).collect();
    let mut places = in_order(sheet, &leaves, &tokens);
    let mut used = vec![false; given.len()];
    places.iter().flatten().for_each(|&place| used[place] = true);
    let right: Vec<bool> = places.iter().map(Option::is_some).collect();
    for (&leaf, place) in leaves.iter().zip(&mut places).filter(|(_, place)| place.is_none()) {
        *place = (0..given.len()).find(|&at| !used[at] && names(sheet, tokens[at], leaf));
        place.iter().for_each(|&place| used[place] = true);
    }
    for ((&leaf, place), right) in leaves.iter().zip(places).zip(right) {
        let verdict = match place {
            _ if right => Verdict::Right,
            Some(_) => Verdict::Wrong,
            None => Verdict::Missing,
        };
        let reasons = sheet.enter[leaf].into_iter().flat_map(|enter| [enter.saturating_sub(1), enter]);
        let note = (verdict == Verdict::Wrong).then(|| "it is visited, but not in this place".to_owned());
        let expected = (verdict != Verdict::Wrong).then(|| json!(crate::json::path(sheet.seen, leaf)));
        let entry = place.map(|place| given[place].1.clone());
        let item = sheet.item(leaf, verdict, reasons);
        items.push(Item { given: entry, expected, points: u32::from(right), of: 1, note, ..item });
    }
    // 3. What is too much.
    let rest = given.iter().zip(used).filter(|(_, used)| !used);
    items.extend(rest.map(|(&(token, entry), _)| extra(sheet, token, entry)));
    items
}

/// An entry that is not visited, or not so often.
fn extra(sheet: &Sheet<'_>, token: Token, entry: &Value) -> Item {
    let named = (0..sheet.seen.nodes.len()).filter(|&at| sheet.seen.nodes[at].is_leaf() && names(sheet, token, at));
    match named.min_by_key(|&at| sheet.is_visited(at)) {
        Some(leaf) if sheet.is_visited(leaf) => {
            let note = Some("it is visited once, and named more often".to_owned());
            Item { given: Some(entry.clone()), note, ..sheet.item(leaf, Verdict::Extra, sheet.exit[leaf]) }
        }
        Some(leaf) => sheet.pruned(leaf, entry),
        None => sheet.unreadable(&read::shown(entry), entry, "no leaf has this value".to_owned()),
    }
}

/// A leaf by its path. A node that is no leaf is no mistake: it is only not asked for.
fn path(sheet: &Sheet<'_>, entry: &Value) -> Result<Option<Token>, String> {
    let Value::String(text) = entry else { return Err("the path of a leaf is expected, such as \"2.3\"".to_owned()) };
    let node = sheet.node(text)?;
    Ok(sheet.seen.nodes[node].is_leaf().then_some(Token::Leaf(node)))
}

/// A leaf by its value.
fn value(sheet: &Sheet<'_>, entry: &Value) -> Result<Option<Token>, String> {
    match (read::number(entry), entry) {
        (Ok(number), _) => Ok(Some(Token::Value(number.value))),
        (Err(problem), _) => path(sheet, entry).map_err(|_| problem),
    }
}

fn names(sheet: &Sheet<'_>, token: Token, leaf: usize) -> bool {
    match token {
        Token::Leaf(node) => node == leaf,
        Token::Value(value) => {
            sheet.seen.nodes[leaf].value.is_some_and(|units| (sheet.points(units) - value).abs() < 1e-9)
        }
    }
}

/// The largest table that is made to compare two lists.
const MOST_CELLS: usize = 1 << 24;

/// For each leaf the place where it is named, so that as many as can be are in order: the longest common subsequence. Of lists
/// that are too long for that, what they have in common at their beginning.
fn in_order(sheet: &Sheet<'_>, leaves: &[usize], given: &[Token]) -> Vec<Option<usize>> {
    let mut places = vec![None; leaves.len()];
    let begin = leaves.iter().zip(given).take_while(|&(&leaf, &token)| names(sheet, token, leaf)).count();
    (0..begin).for_each(|at| places[at] = Some(at));
    let (rows, columns) = (leaves.len() - begin, given.len() - begin);
    if (rows + 1).saturating_mul(columns + 1) > MOST_CELLS {
        return places;
    }
    // From the end, so that the way back is a way forward.
    let mut longest = vec![vec![0u32; columns + 1]; rows + 1];
    let same = |row: usize, column: usize| names(sheet, given[begin + column], leaves[begin + row]);
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            longest[row][column] = if same(row, column) {
                longest[row + 1][column + 1] + 1
            } else {
                longest[row + 1][column].max(longest[row][column + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        if same(row, column) {
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
