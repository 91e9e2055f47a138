//! Grading of windows: alpha and beta at each inner node, as the search enters it. A point for each of the two.

use counterplay_core::Role;
use counterplay_core::trace::Window;
use serde_json::{Map, Value, json};

use super::sheet::Sheet;
use super::{Item, Verdict, read};

pub(super) fn grade(sheet: &Sheet<'_>, entries: &Map<String, Value>) -> Vec<Item> {
    let (given, mut items) = sheet.by_node(entries);
    for (at, node) in sheet.seen.nodes.iter().enumerate().filter(|(_, node)| !node.is_leaf()) {
        let entry = given.get(&at).copied();
        match (node.window, sheet.enter[at]) {
            (Some(window), Some(enter)) => items.push(judged(sheet, at, entry, window, enter)),
            _ => items.extend(entry.map(|entry| sheet.pruned(at, entry))),
        }
    }
    items
}

fn judged(sheet: &Sheet<'_>, at: usize, entry: Option<&Value>, window: Window, enter: usize) -> Item {
    let limits = [window.alpha, window.beta];
    let given = entry.map(read::window);
    let right = |which: usize| {
        let given = given.as_ref().and_then(|given| given.as_ref().ok()?[which]);
        // Infinities have no difference.
        given.zip(Some(sheet.points(limits[which]))).is_some_and(|(a, b)| a == b || (a - b).abs() < 1e-9)
    };
    let points = u32::from(right(0)) + u32::from(right(1));
    let reasons = [(0, Role::Max), (1, Role::Min)].into_iter().filter(|&(which, _)| !right(which));
    let reasons = reasons.filter_map(|(which, role)| holder(sheet, at, enter, role, limits[which]));
    let expected = json!([sheet.number(window.alpha), sheet.number(window.beta)]);
    let (verdict, note) = match given {
        None => (Verdict::Missing, None),
        Some(Err(ref problem)) => (Verdict::Unreadable, Some(problem.clone())),
        Some(Ok(_)) if points == 2 => (Verdict::Right, None),
        Some(Ok(_)) => (Verdict::Wrong, None),
    };
    let item = sheet.item(at, verdict, reasons.chain([enter]).collect::<Vec<_>>());
    Item { given: entry.cloned(), expected: Some(expected), points, of: 2, note, ..item }
}

/// Step at which an ancestor came by a limit. `None` if the search began with it.
fn holder(sheet: &Sheet<'_>, at: usize, enter: usize, role: Role, limit: f64) -> Option<usize> {
    let nodes = &sheet.seen.nodes;
    let above = std::iter::successors(nodes[at].parent, |&above| nodes[above].parent);
    let last = |above: usize| {
        let before = sheet.updates[above].partition_point(|&index| index < enter);
        sheet.updates[above][..before].last().copied()
    };
    let mut steps = above.filter(|&above| nodes[above].role == Some(role)).filter_map(last);
    steps.find(|&index| sheet.seen.steps[index].value == Some(limit))
}
