//! What a game says of itself, as the answer of a search.

use counterplay_api::{Average, Report, Request, Variation};
use counterplay_core::advice::Advice;

use super::averaging::line;
use crate::point_of_view::PointOfView;
use crate::to_report::{best_first, report_of};
use crate::to_words::NamedAction;

/// The report of an advice. How good an action is says nothing about who will win: the score is that of a draw.
pub(super) fn report(mover: &PointOfView, advice: Advice<NamedAction>, request: &Request) -> Report {
    let Advice { action, shares, nodes, note } = advice;
    let average =
        |(action, score): (NamedAction, f64)| Average { action: action.word, score, error: None, visits: None };
    let averages: Vec<Average> = shares.into_iter().map(average).collect();
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action.word, request.lines);
    let (best, line) = (vec![action.word.clone()], vec![action.word.clone()]);
    let mut report = report_of(Report::ADVICE, Some(action));
    report.value.score = mover.sum.half() / mover.scale;
    (report.best, report.line, report.statistics.nodes) = (best, line, nodes);
    (report.lines, report.averages, report.note) = (lines, averages, Some(note));
    report
}
