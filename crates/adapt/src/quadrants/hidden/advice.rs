//! What a game says of itself, as the answer of a search.

use counterplay_api::{Average, Report, Request, Variation};
use counterplay_core::Bounds;
use counterplay_core::advice::Advice;

use super::averaging::line;
use crate::point_of_view::PointOfView;
use crate::to_report::best_first;

/// The report of an advice. How good an action is says nothing about who will win: the score is the middle of what is
/// possible.
pub(super) fn report(mover: &PointOfView, advice: Advice<String>, request: &Request) -> Report {
    let Advice { action, shares, nodes, note } = advice;
    let Bounds { low, high } = mover.bounds;
    let averages: Vec<Average> =
        shares.into_iter().map(|(action, score)| Average { action, score, error: None, visits: None }).collect();
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action, request.lines);
    Report {
        best: vec![action.clone()],
        action: Some(action.clone()),
        score: f64::midpoint(low.into(), high.into()) / mover.scale,
        line: vec![action],
        nodes,
        method: Report::ADVICE,
        lines,
        averages,
        note: Some(note),
        ..Report::default()
    }
}
