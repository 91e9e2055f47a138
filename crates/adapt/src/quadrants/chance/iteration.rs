//! Value iteration, where the states of a game can be listed.

use counterplay_api::{Report, Request, SearchError, Variation};
use counterplay_core::{Limits, Proof};

use super::ChancePosition;
use crate::to_report::best_first;

/// How close the two bounds of a value must come to call it solved.
const TOLERANCE: f64 = 1e-10;

/// As many states as value iteration lists unless it is told otherwise: they take a gigabyte and a half.
const MOST_STATES: u64 = 10_000_000;

/// What the method is called.
const METHOD: &str = "value iteration";

/// Solves the states that can be reached and reads the answer off their values.
pub(super) fn solve(position: &dyn ChancePosition, request: &Request) -> Result<Report, SearchError> {
    let mover = position.point_of_view();
    let limits = Limits { nodes: Some(request.limits.nodes.unwrap_or(MOST_STATES)), ..request.limits.clone() };
    let found = match position.iterate(TOLERANCE, &limits) {
        Ok(found) => found,
        // What was listed so far says nothing about the value yet.
        Err(SearchError::Stopped(limit)) => {
            let first = position.first_action();
            return Ok(Report {
                best: first.clone().into_iter().collect(),
                line: first.clone().into_iter().collect(),
                action: first,
                score: mover.interval(mover.bounds.low, mover.bounds.high).0,
                proof: Proof::Lower,
                nodes: limits.nodes.unwrap_or(0),
                method: METHOD,
                stopped: Some(limit),
                ..Report::default()
            });
        }
        Err(error) => return Err(error),
    };
    let proof = if found.proven { Proof::Exact } else { Proof::Estimate };
    let line = |(action, worth): &(String, f64)| Variation {
        line: vec![action.clone()],
        score: mover.score(*worth),
        proof,
        outcome: None,
        plies: None,
    };
    let mut lines: Vec<Variation> = found.worths.iter().map(line).collect();
    if let Some(action) = found.best.first() {
        best_first(&mut lines, action, request.lines);
    }
    Ok(Report {
        action: found.best.first().cloned(),
        line: found.best.first().cloned().into_iter().collect(),
        best: found.best,
        score: mover.score(found.value),
        proof,
        outcome: mover.is_over.then(|| mover.outcome(found.value)),
        plies: mover.is_over.then_some(0),
        nodes: found.states as u64,
        method: METHOD,
        lines,
        note: Some(format!("all {} states that can be reached, in at most {} sweeps", found.states, found.sweeps)),
        ..Report::default()
    })
}
