//! Reports of information-set Monte Carlo tree search.

use counterplay_api::{Average, HiddenSearch, Report, Request, Variation};
use counterplay_core::search::{ActionVisits, Simulated};
use counterplay_core::{Proof, Seat};

use super::averaging::line;
use crate::point_of_view::PointOfView;
use crate::to_report::best_first;

/// The action that was tried most.
pub(super) fn report(mover: &PointOfView, found: &Simulated<String>, seat: Seat, request: &Request) -> Report {
    let average = |entry: &ActionVisits<String>| Average {
        action: entry.action.clone(),
        score: mover.score(entry.mean),
        error: None,
        visits: Some(entry.visits),
    };
    let averages: Vec<Average> = found.actions.iter().map(average).collect();
    let action = found.choice.clone();
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action, request.lines);
    let full = if found.full { ", which is all that the memory holds" } else { "" };
    let note = format!(
        "{} games simulated from states that {seat} may be in, with a tree of {} views{full}; this is no proven value \
         of the game",
        found.deals, found.views
    );
    Report {
        best: vec![action.clone()],
        action: Some(action.clone()),
        score: mover.score(found.mean),
        proof: Proof::Estimate,
        line: vec![action],
        depth: request.depth.unwrap_or(0),
        nodes: found.nodes,
        method: HiddenSearch::Ismcts.as_str(),
        threads: request.threads,
        lines,
        stopped: found.stopped,
        averages,
        note: Some(note),
        ..Report::default()
    }
}
