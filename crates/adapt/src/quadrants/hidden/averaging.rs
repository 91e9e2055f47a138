//! Reports of averaging over deals.

use counterplay_api::{Average, HiddenSearch, Report, Request, Variation};
use counterplay_core::search::{ActionAverage, Averages};
use counterplay_core::{Depth, Proof, Seat};

use crate::point_of_view::PointOfView;
use crate::to_report::best_first;

/// The action with the best average over the deals that the seat to move may be facing.
pub(super) fn report(mover: &PointOfView, found: &Averages<(), String>, seat: Seat, request: &Request) -> Report {
    let average = |entry: &ActionAverage<String>| Average {
        action: entry.action.clone(),
        score: mover.score(entry.average),
        error: Some(entry.error / mover.scale).filter(|error| error.is_finite()),
        visits: None,
    };
    let averages: Vec<Average> = found.actions.iter().map(average).collect();
    let (action, score) = (found.choice.clone(), mover.score(found.average));
    let best = averages.iter().filter(|entry| (entry.score - score).abs() <= 1e-12);
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action, request.lines);
    Report {
        best: best.map(|entry| entry.action.clone()).collect(),
        action: Some(action.clone()),
        score,
        proof: Proof::Estimate,
        line: vec![action],
        depth: found.depth.map_or(request.depth.unwrap_or(0), |Depth(plies)| plies),
        nodes: found.nodes,
        method: HiddenSearch::Averaging.as_str(),
        threads: request.threads,
        lines,
        stopped: found.stopped,
        averages,
        confidence: Some(found.confidence),
        note: Some(note(found, seat)),
        ..Report::default()
    }
}

/// An action as a line of play, with its mean.
pub(super) fn line(entry: &Average) -> Variation {
    let (line, score) = (vec![entry.action.clone()], entry.score);
    Variation { line, score, proof: Proof::Estimate, outcome: None, plies: None }
}

/// What was averaged over, and what that means.
fn note(found: &Averages<(), String>, seat: Seat) -> String {
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
