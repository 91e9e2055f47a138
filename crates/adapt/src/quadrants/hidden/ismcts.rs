//! Reports of information-set Monte Carlo tree search.

use counterplay_api::{Average, HiddenSearch, Report, Request, Variation};
use counterplay_core::search::{ActionVisits, Simulated};
use counterplay_core::{Proof, Seat};

use super::averaging::line;
use crate::point_of_view::PointOfView;
use crate::to_report::{best_first, report_of};
use crate::to_words::NamedAction;

/// The action that was tried most.
pub(super) fn report(mover: &PointOfView, found: &Simulated<NamedAction>, seat: Seat, request: &Request) -> Report {
    let average = |entry: &ActionVisits<NamedAction>| Average {
        action: entry.action.word.clone(),
        score: mover.score(entry.mean),
        error: None,
        visits: Some(entry.visits),
    };
    let averages: Vec<Average> = found.actions.iter().map(average).collect();
    let action = found.choice.clone();
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action.word, request.lines);
    let full = if found.full { ", which is all that the memory holds" } else { "" };
    let note = format!(
        "{} games simulated from states that {seat} may be in, with a tree of {} views{full}; this is no proven value \
         of the game",
        found.deals, found.views
    );
    let (best, line) = (vec![action.word.clone()], vec![action.word.clone()]);
    let mut report = report_of(HiddenSearch::Ismcts.as_str(), Some(action));
    (report.value.score, report.value.proof) = (mover.score(found.mean), Proof::Estimate);
    (report.best, report.line) = (best, line);
    (report.depth, report.statistics.nodes) = (request.depth.unwrap_or(0), found.nodes);
    (report.threads, report.stopped, report.note) = (request.threads, found.stopped, Some(note));
    (report.lines, report.averages) = (lines, averages);
    report
}
