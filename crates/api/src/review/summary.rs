//! Summary of a review: what a seat has done, in one line.

use counterplay_core::Seat;

use super::{Grade, Measure, Review};

/// Summary of a seat's actions in a review.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// Whose they are.
    pub seat: Seat,
    /// How many actions have each grade, in the order of [`Grade::ALL`].
    pub grades: [usize; 5],
    /// How many actions were chosen among several.
    pub choices: usize,
    /// What they have lost in all, in the unit of the scale. Proven changes of the outcome that are no amount are left
    /// out.
    pub lost: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// What chance gave the seat, in the unit of the scale, where there is any.
    pub luck: Option<f64>,
}

impl Summary {
    /// The error rate: what was lost per choice, in the unit of the scale.
    #[must_use]
    pub fn error_rate(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.lost / self.choices as f64)
    }
}

impl Review {
    /// The summary of a seat's actions.
    #[must_use]
    pub fn summary(&self, seat: Seat) -> Summary {
        let own = || self.judged.iter().filter(|judged| judged.by == seat).map(|judged| &judged.judgement);
        let count = |grade: Grade| own().filter(|found| found.grade == grade).count();
        let sign = if seat == Seat::FIRST { 1.0 } else { -1.0 };
        let in_a_point = if let Measure::Points { units, .. } = self.scale.measure { units } else { 1.0 };
        let gains: f64 = self.luck.iter().map(|luck| luck.gain).sum();
        Summary {
            seat,
            grades: Grade::ALL.map(count),
            choices: own().filter(|found| !found.forced).count(),
            lost: own().filter_map(|found| found.lost).sum(),
            exact: own().all(|found| found.exact),
            luck: (!self.luck.is_empty()).then_some(sign * in_a_point * gains + 0.0),
        }
    }

    /// The summary of a seat's actions in words: how many of which grade, what they lost in all and per choice, and the
    /// luck; `nothing chosen` if there are none.
    #[must_use]
    pub fn summary_words(&self, seat: Seat) -> String {
        let summary = self.summary(seat);
        let graded: Vec<String> = (Grade::ALL.iter().zip(summary.grades))
            .filter(|&(_, count)| count > 0)
            .map(|(grade, count)| format!("{count} {grade}"))
            .collect();
        if graded.is_empty() {
            return "nothing chosen".to_owned();
        }
        let about = if summary.exact { "" } else { "~" };
        let mut words = graded.join(", ");
        if let Some(rate) = summary.error_rate().filter(|_| summary.lost > 0.0) {
            let (all, each) = (self.scale.words(summary.lost), self.scale.number(rate));
            words.push_str(&format!("; lost {about}{all} in all, {about}{each} a choice"));
        }
        if let Some(luck) = summary.luck {
            let sign = if luck > 0.0 { "+" } else { "" };
            words.push_str(&format!("; luck {sign}{}", self.scale.words(luck)));
        }
        words
    }
}
