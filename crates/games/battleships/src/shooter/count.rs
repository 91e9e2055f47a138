//! The fleets that explain what was told, counted or listed one by one.

use std::ops::ControlFlow;

use super::super::evidence::{Evidence, Fleet};
use super::super::sea::Cells;
use super::chart::{Chart, Set};
use super::explain::{Explainer, Explanation};

/// How many fleets could be the true one, if no more than `work` placements have to be looked at.
pub fn count(evidence: &Evidence, work: u64) -> Option<u64> {
    let chart = Chart::new(evidence);
    let (mut total, mut work) = (0, work);
    let flow = Explainer::new(&chart).visit(&mut |explanation| {
        let mut free: Vec<(usize, Set)> =
            (explanation.free(&chart)).map(|ship| (chart.kind_of[ship], explanation.left(&chart, ship))).collect();
        // The last ship is counted without looking at its placements, so it is the one with the most.
        free.sort_by_key(|(_, left)| left.len());
        match arrangements(&chart, &free, &mut work) {
            Some(ways) => {
                total += ways;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    });
    flow.is_continue().then_some(total)
}

/// In how many ways free ships can lie where they are left to lie, without sharing cells.
fn arrangements(chart: &Chart<'_>, free: &[(usize, Set)], work: &mut u64) -> Option<u64> {
    *work = work.checked_sub(1)?;
    let Some(((kind, left), rest)) = free.split_first() else { return Some(1) };
    if rest.is_empty() {
        return Some(left.len().into());
    }
    let mut total = 0;
    for place in left.iter() {
        let narrow = |&(other, left): &(usize, Set)| left.without(chart.crossed(*kind, place, other));
        total += match rest {
            [last] => u64::from(narrow(last).len()),
            _ => {
                let rest: Vec<(usize, Set)> = rest.iter().map(|ship| (ship.0, narrow(ship))).collect();
                arrangements(chart, &rest, work)?
            }
        };
    }
    Some(total)
}

/// All fleets that could be the true one, if they are at most `most`.
pub fn list(evidence: &Evidence, most: usize) -> Option<Vec<Fleet>> {
    let chart = Chart::new(evidence);
    let mut fleets = Vec::new();
    let flow = Explainer::new(&chart).visit(&mut |explanation| {
        let mut fleet: Fleet = (0..evidence.lengths.len())
            .map(|ship| explanation.place(ship).map_or(0, |place| chart.cells(ship, place)))
            .collect();
        let taken = explanation.cells(&chart);
        complete(&chart, explanation, 0, taken, &mut fleet, &mut |fleet| {
            fleets.push(fleet.to_vec());
            if fleets.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
    flow.is_continue().then_some(fleets)
}

/// Visits each fleet that has the free ships from `ship` on somewhere on the open sea.
fn complete(
    chart: &Chart<'_>,
    explanation: &Explanation,
    ship: usize,
    taken: Cells,
    fleet: &mut [Cells],
    visitor: &mut impl FnMut(&[Cells]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(ship) = explanation.free(chart).find(|&free| free >= ship) else { return visitor(fleet) };
    let kind = &chart.kinds[chart.kind_of[ship]];
    for place in kind.free.iter() {
        let cells = kind.placements[usize::from(place)];
        if cells & taken == 0 {
            fleet[ship] = cells;
            complete(chart, explanation, ship + 1, taken | cells, fleet, visitor)?;
        }
    }
    ControlFlow::Continue(())
}
