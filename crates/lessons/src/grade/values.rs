//! Grading of values: the value of each inner node, as the search returns it.

use counterplay_core::Proof;
use serde_json::{Map, Value};

use super::read::{self, Number};
use super::sheet::Sheet;
use super::{Item, Verdict};

pub(super) fn grade(sheet: &Sheet<'_>, entries: &Map<String, Value>) -> Vec<Item> {
    let (given, mut items) = sheet.by_node(entries);
    for (at, node) in sheet.seen.nodes.iter().enumerate().filter(|(_, node)| !node.is_leaf()) {
        let entry = given.get(&at).copied();
        match (node.value, sheet.exit[at]) {
            (Some(value), Some(exit)) => {
                let reasons = sheet.change[at].into_iter().chain([exit]);
                let item = sheet.item(at, Verdict::Missing, reasons);
                let item = Item { of: 1, expected: Some(sheet.number(value)), given: entry.cloned(), ..item };
                items.push(judged(sheet, item, entry, value, node.proof));
            }
            _ => items.extend(entry.map(|entry| sheet.pruned(at, entry))),
        }
    }
    items
}

fn judged(sheet: &Sheet<'_>, item: Item, entry: Option<&Value>, value: f64, proof: Option<Proof>) -> Item {
    let Some(entry) = entry else { return item };
    match read::number(entry) {
        Err(problem) => Item { verdict: Verdict::Unreadable, note: Some(problem), ..item },
        Ok(number) if !is_near(sheet, number.value, value) => Item { verdict: Verdict::Wrong, ..item },
        Ok(number) if contradicts(number, proof) => {
            let is = if proof == Some(Proof::Upper) { "at most" } else { "at least" };
            Item { verdict: Verdict::Wrong, note: Some(format!("it is {is} this")), ..item }
        }
        Ok(_) => Item { verdict: Verdict::Right, points: 1, ..item },
    }
}

/// Whether a number is right. Where chance makes means of values, two decimals will do.
fn is_near(sheet: &Sheet<'_>, given: f64, units: f64) -> bool {
    let tolerance = if sheet.has_chance { 0.005_000_001 } else { 1e-9 };
    (given - sheet.points(units)).abs() <= tolerance
}

/// Whether the number is written as a bound on the wrong side. No bound is needed.
fn contradicts(number: Number, proof: Option<Proof>) -> bool {
    matches!((number.bound, proof), (Some(Proof::Upper), Some(Proof::Lower)) | (Some(Proof::Lower), Some(Proof::Upper)))
}
