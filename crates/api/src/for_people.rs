//! Reports as people read them: with the short forms of actions, where the game has them, instead of their words.
//!
//! Programs are told the words, which are read anywhere. Whoever prints for people takes the copy that `for_people`
//! makes, and prints it in the same way; [`AnyPosition::short_line`] is all that it asks of the game.

use crate::review::{Judged, Judgement, Review};
use crate::{AnyPosition, Report, Variation};

/// The line of play from a position, as people read it.
fn line(position: &dyn AnyPosition, line: &[String]) -> Vec<String> {
    position.short_line(line).unwrap_or_else(|| line.to_vec())
}

/// The actions of a position, each as people read it.
fn each(position: &dyn AnyPosition, actions: &[String]) -> Vec<String> {
    actions.iter().map(|action| one(position, action)).collect()
}

/// An action of a position, as people read it.
fn one(position: &dyn AnyPosition, action: &str) -> String {
    position.short(action).unwrap_or_else(|| action.to_owned())
}

impl Variation {
    /// Line of play from a position, as people read it.
    #[must_use]
    pub fn for_people(&self, position: &dyn AnyPosition) -> Variation {
        Variation { line: line(position, &self.line), ..self.clone() }
    }
}

impl Report {
    /// Report about a position, as people read it.
    #[must_use]
    pub fn for_people(&self, position: &dyn AnyPosition) -> Report {
        let mut report = self.clone();
        report.action = self.action.as_deref().map(|action| one(position, action));
        report.best = each(position, &self.best);
        report.line = line(position, &self.line);
        report.lines = self.lines.iter().map(|line| line.for_people(position)).collect();
        for average in &mut report.averages {
            average.action = one(position, &average.action);
        }
        report
    }
}

impl Judgement {
    /// Judgement of an action in a position, as people read it.
    #[must_use]
    pub fn for_people(&self, position: &dyn AnyPosition) -> Judgement {
        Judgement {
            action: one(position, &self.action),
            value: self.value.for_people(position),
            played: self.played.for_people(position),
            best: each(position, &self.best),
            ..self.clone()
        }
    }
}

impl Review {
    /// Review of the game that led to a position, as people read it.
    #[must_use]
    pub fn for_people(&self, position: &dyn AnyPosition) -> Review {
        let mut review = self.clone();
        if position.at(0).short_line(&[]).is_none() {
            return review;
        }
        for Judged { ply, judgement, .. } in &mut review.judged {
            *judgement = judgement.for_people(position.at(*ply - 1).as_ref());
        }
        review
    }
}
