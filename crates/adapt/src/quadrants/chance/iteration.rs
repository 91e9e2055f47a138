//! Value iteration, where the states of a game can be listed.

use counterplay_api::{Report, Request, SearchError, Value, Variation};
use counterplay_core::{Limits, Proof};

use super::ChancePosition;
use crate::to_report::{NOTHING_PROVEN, best_first, report_of};
use crate::to_words::{NamedAction, words};

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
    let found = match position.iterate(TOLERANCE, &limits, request.solution.as_deref()) {
        Ok(found) => found,
        // What was listed so far says nothing about the value yet.
        Err(SearchError::Stopped(limit)) => {
            let first = position.first_action();
            let words = words(first.clone().into_iter().collect());
            let mut report = report_of(METHOD, first);
            (report.best, report.line) = (words.clone(), words);
            (report.value.score, report.value.proof) =
                (mover.interval(mover.bounds.low, mover.bounds.high).0, Proof::Lower);
            (report.statistics.nodes, report.stopped) = (limits.nodes.unwrap_or(0), Some(limit));
            report.note = Some(NOTHING_PROVEN.to_owned());
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    let proof = if found.proven { Proof::Exact } else { Proof::Estimate };
    let line = |(action, worth): &(NamedAction, f64)| Variation {
        line: vec![action.word.clone()],
        value: Value { score: mover.score(*worth), proof, ..Value::default() },
    };
    let mut lines: Vec<Variation> = found.worths.iter().map(line).collect();
    let action = found.best.first().cloned();
    if let Some(action) = &action {
        best_first(&mut lines, &action.word, request.lines);
    }
    let line = words(action.clone().into_iter().collect());
    let mut report = report_of(METHOD, action);
    (report.value.score, report.value.proof) = (mover.score(found.value), proof);
    report.value.outcome = mover.is_over.then(|| mover.outcome(found.value));
    report.value.plies = mover.is_over.then_some(0);
    (report.best, report.line, report.lines) = (words(found.best), line, lines);
    report.statistics.nodes = found.states as u64;
    let note = format!("all {} states that can be reached, in at most {} sweeps", found.states, found.sweeps);
    report.note = Some(note);
    Ok(report)
}
