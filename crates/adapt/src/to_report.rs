//! From what a search found, in words, to a report. Nothing here is generic, so that it is compiled once.

use counterplay_api::{Iteration, Report, Variation};
use counterplay_core::engine::{self, Verdict};
use counterplay_core::search::{Decision, Statistics, Value};
use counterplay_core::{Depth, Proof};

use crate::point_of_view::PointOfView;

/// The note on a game that is over.
pub(crate) const OVER: &str = "the game is over";

impl PointOfView {
    /// The report of a search that made a decision.
    pub(crate) fn report(&self, decision: Decision<String>, method: &'static str) -> Report {
        Report {
            score: self.score(decision.value.score),
            proof: self.proof(decision.value.proof),
            outcome: self.is_over.then(|| self.outcome(decision.value.score)),
            plies: self.is_over.then_some(0),
            action: decision.action,
            best: decision.best,
            line: decision.line,
            depth: decision.statistics.deepest,
            nodes: decision.statistics.nodes,
            method,
            stopped: decision.stopped,
            note: self.is_over.then(|| OVER.to_owned()),
            ..Report::default()
        }
    }

    /// The report of a solver.
    pub(crate) fn solved(&self, verdict: Verdict<String>, method: &'static str, threads: u32) -> Report {
        // While the value is not proven, what the mover has for certain is.
        let (certain, possible) = self.interval(verdict.low, verdict.high);
        let value = verdict.value();
        let note = match value {
            Some(_) => self.is_over.then(|| OVER.to_owned()),
            None => Some(format!("proven so far: at least {certain}, at most {possible}")),
        };
        Report {
            score: certain,
            proof: if value.is_some() { Proof::Exact } else { Proof::Lower },
            outcome: value.map(|value| self.outcome(value.into())),
            plies: if self.is_over { Some(0) } else { verdict.plies },
            action: verdict.action,
            best: verdict.best,
            line: verdict.line,
            depth: verdict.statistics.deepest,
            nodes: verdict.statistics.nodes,
            method,
            threads,
            stopped: verdict.stopped,
            note,
            ..Report::default()
        }
    }

    /// A line of play with its worth for the side to move. A value that is exact is an outcome where nothing is left to
    /// chance; `plies` says after how many plies, if that is known of such a value.
    pub(crate) fn variation(
        &self,
        found: &engine::Variation<String>,
        plies: Option<&dyn Fn(f64) -> Option<u32>>,
    ) -> Variation {
        let Value { score, proof } = found.value;
        let plies = plies.filter(|_| proof == Proof::Exact);
        Variation {
            line: found.line.clone(),
            score: self.score(score),
            proof: self.proof(proof),
            outcome: plies.map(|_| self.outcome(score)),
            plies: plies.and_then(|plies| plies(score)),
        }
    }

    /// What an iteration found and took; `before` are the depth and the nodes of the one before it.
    pub(crate) fn iteration(
        &self,
        found: &engine::Iteration<String>,
        before: Option<(Depth, u64)>,
        plies: Option<&dyn Fn(f64) -> Option<u32>>,
    ) -> Iteration {
        let Statistics { nodes, table_hits, cutoffs, first_action_cutoffs, .. } = found.statistics;
        Iteration {
            lines: found.lines.iter().map(|line| self.variation(line, plies)).collect(),
            nodes,
            table_hits,
            branching: before.filter(|&(_, nodes)| nodes > 0).map(|(depth, before)| {
                let plies = found.depth.0.saturating_sub(depth.0).max(1);
                (nodes as f64 / before as f64).powf(1.0 / f64::from(plies))
            }),
            first_action_cutoffs: (cutoffs > 0).then(|| first_action_cutoffs as f64 / cutoffs as f64),
        }
    }
}

/// A note with a remark added to it.
pub(crate) fn joined(note: Option<String>, remark: Option<String>) -> Option<String> {
    [note, remark].into_iter().flatten().reduce(|before, more| format!("{before}; {more}"))
}

/// The lines from the best to the worst, as many as are wanted. Of those that are as good, the one that begins with
/// `action` is the first, and the others keep their order.
pub(crate) fn best_first(lines: &mut Vec<Variation>, action: &str, most: usize) {
    let other = |line: &Variation| line.line.first().is_none_or(|first| first != action);
    lines.sort_by(|a, b| b.score.total_cmp(&a.score).then(other(a).cmp(&other(b))));
    lines.truncate(most.max(1));
}
