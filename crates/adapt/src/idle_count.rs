//! The count of plies without progress, and what of a report holds under it. Nothing here is generic.

use counterplay_api::{Outcome, Report};
use counterplay_core::Proof;

use crate::to_report::joined;

/// The count of plies without progress, of a game in which so many are a draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdleCount {
    pub(crate) idle: u32,
    pub(crate) limit: u32,
}

impl IdleCount {
    /// Whether a proven end comes before the limit, or is a draw, which the limit makes no other.
    fn allows(self, outcome: Option<Outcome>, plies: Option<u32>) -> bool {
        let left = self.limit.saturating_sub(self.idle);
        outcome.is_none_or(|outcome| outcome == Outcome::Draw) || plies.is_some_and(|plies| plies <= left)
    }

    /// Whether an end that is not allowed is an estimate: the count is running, or it is known that the end comes too
    /// late.
    fn is_doubtful(self, plies: Option<u32>) -> bool {
        self.idle > 0 || plies.is_some()
    }

    /// Holds a report to the limit, which tables and proofs leave out. At the beginning of the count that is said; later
    /// a win or a loss that may come too late is an estimate. Says whether it is one.
    pub(crate) fn hold(self, report: &mut Report) -> bool {
        let IdleCount { idle, limit } = self;
        for line in &mut report.lines {
            if self.is_doubtful(line.value.plies) && !self.allows(line.value.outcome, line.value.plies) {
                (line.value.proof, line.value.outcome, line.value.plies) = (Proof::Estimate, None, None);
            }
        }
        if self.allows(report.value.outcome, report.value.plies) {
            return false;
        }
        let mut note = "without the limit on moves that change nothing".to_owned();
        let is_doubtful = self.is_doubtful(report.value.plies);
        if is_doubtful {
            (report.value.proof, report.value.outcome, report.value.plies) = (Proof::Estimate, None, None);
            (report.best_complete, note) =
                (true, format!("proven {note}: {idle} plies of {limit} are over, and it may come too late"));
        }
        report.note = joined(report.note.take(), Some(note));
        is_doubtful
    }

    /// Tells how soon a proven draw comes, where whatever is played makes it one.
    pub(crate) fn tell_draw(self, report: &mut Report, is_last_ply: impl FnOnce() -> bool) {
        let is_draw = report.value.proof == Proof::Exact
            && report.value.outcome == Some(Outcome::Draw)
            && report.value.plies.is_none();
        if is_draw && self.idle + 1 >= self.limit && is_last_ply() {
            report.value.plies = Some(1);
            report.line.truncate(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(outcome: Outcome, plies: Option<u32>) -> Report {
        let mut report = Report::default();
        (report.value.proof, report.value.outcome, report.value.plies) = (Proof::Exact, Some(outcome), plies);
        report
    }

    /// What a report says after so many of ten plies: its proof, and whether there is a note.
    fn held(idle: u32, outcome: Outcome, plies: Option<u32>) -> (Proof, bool) {
        let mut report = report(outcome, plies);
        let is_estimate = IdleCount { idle, limit: 10 }.hold(&mut report);
        assert_eq!((is_estimate, report.value.outcome.is_none()), (report.value.proof == Proof::Estimate, is_estimate));
        (report.value.proof, report.note.is_some())
    }

    #[test]
    fn a_win_that_may_come_too_late_is_an_estimate() {
        assert_eq!(held(0, Outcome::Win, None), (Proof::Exact, true));
        assert_eq!(held(0, Outcome::Win, Some(10)), (Proof::Exact, false));
        assert_eq!(held(0, Outcome::Win, Some(11)), (Proof::Estimate, true));
        assert_eq!(held(3, Outcome::Loss, Some(7)), (Proof::Exact, false));
        assert_eq!(held(3, Outcome::Loss, Some(8)), (Proof::Estimate, true));
        assert_eq!(held(3, Outcome::Win, None), (Proof::Estimate, true));
        assert_eq!(held(9, Outcome::Draw, None), (Proof::Exact, false));
    }
}
