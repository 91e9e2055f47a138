//! Reports of averaging over deals.

use counterplay_api::{Average, HiddenSearch, Report, Request, Value, Variation};
use counterplay_core::search::{ActionAverage, Averages};
use counterplay_core::{Depth, Proof, Seat};

use crate::point_of_view::PointOfView;
use crate::to_report::{best_first, report_of};
use crate::to_words::NamedAction;

/// The action with the best average over the deals that the seat to move may be facing.
pub(super) fn report(mover: &PointOfView, found: &Averages<(), NamedAction>, seat: Seat, request: &Request) -> Report {
    let average = |entry: &ActionAverage<NamedAction>| Average {
        action: entry.action.word.clone(),
        score: mover.score(entry.average),
        error: Some(entry.error / mover.scale).filter(|error| error.is_finite()),
        visits: None,
    };
    let averages: Vec<Average> = found.actions.iter().map(average).collect();
    let (action, score) = (found.choice.clone(), mover.score(found.average));
    let best = averages.iter().filter(|entry| (entry.score - score).abs() <= 1e-12);
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action.word, request.lines);
    let (best, line) = (best.map(|entry| entry.action.clone()).collect(), vec![action.word.clone()]);
    let mut report = report_of(HiddenSearch::Averaging.as_str(), Some(action));
    (report.value.score, report.value.proof) = (score, Proof::Estimate);
    (report.best, report.line) = (best, line);
    report.depth = found.depth.map_or(request.depth.unwrap_or(0), |Depth(plies)| plies);
    (report.statistics.nodes, report.threads, report.stopped) = (found.nodes, request.threads, found.stopped);
    (report.lines, report.averages) = (lines, averages);
    (report.confidence, report.note) = (Some(found.confidence), Some(note(found, seat)));
    report
}

/// An action as a line of play, with its mean.
pub(super) fn line(entry: &Average) -> Variation {
    Variation { line: vec![entry.action.clone()], value: Value { score: entry.score, ..Value::default() } }
}

/// What was averaged over, and what that means.
fn note(found: &Averages<(), NamedAction>, seat: Seat) -> String {
    let count = found.states.len();
    if count == 0 {
        return "the limits are not enough for a single deal: this is a guess".to_owned();
    }
    let how = if found.all { "all" } else { "a sample of" };
    let states = if count == 1 { "1 state".to_owned() } else { format!("{count} states") };
    format!(
        "averaged over {how} {states} that {seat} may be in, as if they were known; this is no proven value of the game"
    )
}
