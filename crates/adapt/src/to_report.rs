//! From what a search found, in words, to a report. Nothing here is generic, so that it is compiled once.

use counterplay_api::{Iteration, Report, Variation};
use counterplay_core::engine::{self, Verdict};
use counterplay_core::search::{Decision, Statistics, Value};
use counterplay_core::{Depth, Proof};

use crate::point_of_view::PointOfView;
use crate::to_words::{NamedAction, words};

/// The note on a game that is over.
pub(crate) const OVER: &str = "the game is over";

/// The note on a value of which nothing is known but what the rules say.
pub(crate) const NOTHING_PROVEN: &str =
    "nothing is proven within the limits; `move` and `analyze` estimate the value, and a larger --time may prove it";

impl PointOfView {
    /// The report of a search that made a decision.
    pub(crate) fn report(&self, decision: Decision<NamedAction>, method: &'static str) -> Report {
        let mut report = report_of(method, decision.action);
        let Value { score, proof } = decision.value;
        (report.value.score, report.value.proof) = (self.score(score), self.proof(proof));
        report.value.outcome = self.is_over.then(|| self.outcome(score));
        report.value.plies = self.is_over.then_some(0);
        (report.best, report.line) = (words(decision.best), words(decision.line));
        (report.depth, report.statistics) = (decision.statistics.deepest, decision.statistics);
        report.stopped = decision.stopped;
        report.best_complete = report.value.proof != Proof::Exact || report.stopped.is_none();
        report.note = self.is_over.then(|| OVER.to_owned());
        report
    }

    /// The report of a solver.
    pub(crate) fn solved(&self, verdict: Verdict<NamedAction>, method: &'static str, threads: u32) -> Report {
        // While the value is not proven, what the mover has for certain is.
        let (certain, possible) = self.interval(verdict.low, verdict.high);
        let value = verdict.value();
        let is_news = (verdict.low, verdict.high) != (self.bounds.low, self.bounds.high);
        let note = match value {
            Some(_) => self.is_over.then(|| OVER.to_owned()),
            None if !is_news => Some(NOTHING_PROVEN.to_owned()),
            None => Some(format!("proven so far: at least {certain}, at most {possible}")),
        };
        let mut report = report_of(method, verdict.action);
        report.best_complete = value.is_none() || verdict.best_complete;
        (report.value.score, report.value.proof) = (certain, if value.is_some() { Proof::Exact } else { Proof::Lower });
        report.value.outcome = value.map(|value| self.outcome(value.into()));
        report.value.plies = if self.is_over { Some(0) } else { verdict.plies };
        (report.best, report.line) = (words(verdict.best), words(verdict.line));
        (report.depth, report.statistics) = (verdict.statistics.deepest, verdict.statistics);
        (report.threads, report.stopped, report.note) = (threads, verdict.stopped, note);
        report
    }

    /// A line of play with its worth for the side to move. A value that is exact is an outcome where nothing is left to
    /// chance; `plies` says after how many plies, if that is known of such a value.
    pub(crate) fn variation(
        &self,
        found: &engine::Variation<NamedAction>,
        plies: Option<&dyn Fn(f64) -> Option<u32>>,
    ) -> Variation {
        let Value { score, proof } = found.value;
        let plies = plies.filter(|_| proof == Proof::Exact);
        let shortest = found.distance.filter(|_| found.is_shortest);
        Variation {
            line: words(found.line.clone()),
            value: counterplay_api::Value {
                score: self.score(score),
                proof: self.proof(proof),
                outcome: plies.map(|_| self.outcome(score)),
                plies: plies.and_then(|plies| shortest.or_else(|| plies(score))),
                within: found.distance,
            },
        }
    }

    /// What an iteration found and took; `before` are the depth and the nodes of the one before it.
    pub(crate) fn iteration(
        &self,
        found: &engine::Iteration<NamedAction>,
        before: Option<(Depth, u64)>,
        plies: Option<&dyn Fn(f64) -> Option<u32>>,
    ) -> Iteration {
        let Statistics { nodes, table_hits, cutoffs, first_action_cutoffs, .. } = found.statistics;
        let mut iteration = Iteration::default();
        iteration.lines = found.lines.iter().map(|line| self.variation(line, plies)).collect();
        (iteration.nodes, iteration.table_hits) = (nodes, table_hits);
        iteration.branching = before.filter(|&(_, nodes)| nodes > 0).map(|(depth, before)| {
            let plies = found.depth.0.saturating_sub(depth.0).max(1);
            (nodes as f64 / before as f64).powf(1.0 / f64::from(plies))
        });
        iteration.first_action_cutoffs = (cutoffs > 0).then(|| first_action_cutoffs as f64 / cutoffs as f64);
        iteration
    }
}

/// The report of a method with the action that it chose, of which it says nothing yet.
pub(crate) fn report_of(method: &'static str, action: Option<NamedAction>) -> Report {
    let mut report = Report::default();
    report.method = method;
    choose(&mut report, action);
    report
}

/// Gives a report its action, with the handle of that.
pub(crate) fn choose(report: &mut Report, action: Option<NamedAction>) {
    (report.action, report.action_id) = action.map_or((None, None), |NamedAction { word, id }| (Some(word), id));
}

/// A note with a remark added to it.
pub(crate) fn joined(note: Option<String>, remark: Option<String>) -> Option<String> {
    [note, remark].into_iter().flatten().reduce(|before, more| format!("{before}; {more}"))
}

/// The lines from the best to the worst, as many as are wanted. Of those that are as good, the one that begins with
/// `action` is the first, and the others keep their order.
pub(crate) fn best_first(lines: &mut Vec<Variation>, action: &str, most: usize) {
    let other = |line: &Variation| line.line.first().is_none_or(|first| first != action);
    lines.sort_by(|a, b| b.value.score.total_cmp(&a.value.score).then(other(a).cmp(&other(b))));
    lines.truncate(most.max(1));
}
