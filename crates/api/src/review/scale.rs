//! Review scale of a game: how much a loss is, in the game's own unit.

use std::fmt;

use counterplay_core::Outcome;

use super::Grade;
use crate::Variation;

/// Review scale of a game: the unit in which its values are told, and from which loss on an action is an inaccuracy, a
/// mistake or a blunder.
///
/// A proven change of the outcome is graded as such, whatever the scale: a win that became a loss is a blunder, and a
/// win that became a draw, or a draw that became a loss, at least a mistake.
///
/// ```
/// use counterplay_api::review::{Grade, ReviewScale};
///
/// let discs = ReviewScale::margin("disc", "discs", [2.0, 4.0, 8.0], "ours");
/// assert_eq!(discs.grade_of(1.0), Grade::Good);
/// assert_eq!(discs.grade_of(4.0), Grade::Mistake);
/// assert_eq!(discs.words(1.0), "1 disc");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ReviewScale {
    /// The unit, for one of them: `disc`.
    pub unit: &'static str,
    /// The unit, for several: `discs`.
    pub units: &'static str,
    /// How a score becomes so many of the unit.
    pub measure: Measure,
    /// From which loss on, in the unit, it is an inaccuracy, a mistake and a blunder.
    pub steps: [f64; 3],
    /// The lead, in points, that is as good as won.
    pub decisive: f64,
    /// The source of the steps: who grades so.
    pub source: &'static str,
}

/// How a score becomes so many of a unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Measure {
    /// A point is so many of the unit. With `counts` the margin is what is played for, and otherwise only an estimate
    /// is told in the unit: one who wins has won.
    Points {
        /// How many of the unit a point is.
        units: f64,
        /// Whether it counts by how much one wins.
        counts: bool,
    },
    /// The unit is the chance to win, in per cent: half of them where a score is even, and as a hyperbolic tangent of
    /// the lead.
    Chance,
}

impl ReviewScale {
    /// Steps of the chance to win, in per cent. They are those of lichess, which grades a loss of 0.1, 0.2 and 0.3 on a
    /// scale from -1 to 1 (`lichess-org/lila` #5337).
    const CHANCE_STEPS: [f64; 3] = [5.0, 10.0, 15.0];

    /// Scale of a game in which the margin counts, a point being one of the unit.
    #[must_use]
    pub const fn margin(unit: &'static str, units: &'static str, steps: [f64; 3], source: &'static str) -> ReviewScale {
        let measure = Measure::Points { units: 1.0, counts: true };
        ReviewScale { unit, units, measure, steps, decisive: 2.0 * steps[2], source }
    }

    /// Scale of a game that is won or lost, and whose estimates are told in a unit of which a point has so many.
    #[must_use]
    pub const fn material(
        unit: &'static str,
        units: &'static str,
        in_a_point: f64,
        steps: [f64; 3],
        source: &'static str,
    ) -> ReviewScale {
        let measure = Measure::Points { units: in_a_point, counts: false };
        ReviewScale { unit, units, measure, steps, decisive: 2.0 * steps[2] / in_a_point, source }
    }

    /// Scale of a game that is won or lost: the chance to win, in per cent. At `decisive` points of lead it is 88.
    #[must_use]
    pub const fn chance(decisive: f64) -> ReviewScale {
        ReviewScale {
            unit: "% of the chance to win",
            units: "% of the chance to win",
            measure: Measure::Chance,
            steps: ReviewScale::CHANCE_STEPS,
            decisive,
            source: "lichess: 0.1, 0.2 and 0.3 of the winning chances from -1 to 1",
        }
    }

    /// Scale of a game whose values are chances to win, from 0 to 1.
    #[must_use]
    pub const fn probability() -> ReviewScale {
        let measure = Measure::Points { units: 100.0, counts: true };
        ReviewScale { measure, ..ReviewScale::chance(0.5) }
    }

    /// Scale of a game that says nothing: shares of the span of its values.
    #[must_use]
    pub fn of_span(span: f64) -> ReviewScale {
        let steps = [0.03 * span, 0.10 * span, 0.30 * span];
        let source = "none of the game's own: 3, 10 and 30 % of the span of its values";
        ReviewScale { decisive: span / 4.0, ..ReviewScale::margin("point", "points", steps, source) }
    }

    /// The scale with so many of the unit in a point.
    #[must_use]
    pub const fn per_point(self, units: f64) -> ReviewScale {
        ReviewScale { measure: Measure::Points { units, counts: self.margin_counts() }, ..self }
    }

    /// The scale with another lead that is as good as won, in points.
    #[must_use]
    pub const fn decisive(self, decisive: f64) -> ReviewScale {
        ReviewScale { decisive, ..self }
    }

    /// The scale with other steps, and who grades so.
    #[must_use]
    pub const fn steps(self, steps: [f64; 3], source: &'static str) -> ReviewScale {
        ReviewScale { steps, source, ..self }
    }

    /// Whether it counts by how much one wins.
    #[must_use]
    pub const fn margin_counts(&self) -> bool {
        matches!(self.measure, Measure::Points { counts: true, .. })
    }

    /// The chance to win that a score stands for, from 0 to 1; `even` is the score of an even game.
    #[must_use]
    pub fn win_chance(&self, score: f64, outcome: Option<Outcome>, even: f64) -> f64 {
        match outcome {
            Some(Outcome::Win) => 1.0,
            Some(Outcome::Draw) => 0.5,
            Some(Outcome::Loss) => 0.0,
            None => 0.5 + 0.5 * ((score - even) / self.decisive).tanh(),
        }
    }

    /// What was lost between the worth of the best and of the action played, in the unit; nothing if that is an outcome
    /// and no amount.
    #[must_use]
    pub fn lost(&self, best: &Variation, played: &Variation, even: f64) -> Option<f64> {
        let chance = |line: &Variation| self.win_chance(line.value.score, line.value.outcome, even);
        let outcome_changed = best.value.outcome.is_some()
            && played.value.outcome.is_some()
            && best.value.outcome != played.value.outcome;
        match self.measure {
            Measure::Chance => Some((100.0 * (chance(best) - chance(played))).max(0.0)),
            Measure::Points { counts: false, .. } if outcome_changed => None,
            Measure::Points { units, .. } => Some((units * (best.value.score - played.value.score)).max(0.0)),
        }
    }

    /// The grade of a loss in the unit, of an action that is not the best.
    #[must_use]
    pub fn grade_of(&self, lost: f64) -> Grade {
        // The last digit of a sum must not decide.
        let lost = lost * (1.0 + 1e-9);
        match self.steps {
            [_, _, blunder] if lost >= blunder => Grade::Blunder,
            [_, mistake, _] if lost >= mistake => Grade::Mistake,
            [inaccuracy, ..] if lost >= inaccuracy => Grade::Inaccuracy,
            _ => Grade::Good,
        }
    }

    /// The grade of an action that is not as good as the best.
    #[must_use]
    pub fn grade(&self, best: &Variation, played: &Variation, even: f64) -> Grade {
        let by_amount = self.lost(best, played, even).map_or(Grade::Good, |lost| self.grade_of(lost));
        match (best.value.outcome, played.value.outcome) {
            (Some(before), Some(after)) if before == after && !self.margin_counts() => Grade::Good,
            (Some(before), Some(after)) if before == after => by_amount,
            (Some(before), Some(after)) => {
                let change =
                    if (before, after) == (Outcome::Win, Outcome::Loss) { Grade::Blunder } else { Grade::Mistake };
                if self.margin_counts() { change.max(by_amount) } else { change }
            }
            _ => by_amount,
        }
    }

    /// So many of the unit, without the unit.
    #[must_use]
    pub fn number(&self, amount: f64) -> String {
        Amount(amount).to_string()
    }

    /// The unit, for so many of them.
    #[must_use]
    pub fn unit_of(&self, amount: f64) -> &'static str {
        if amount == 1.0 { self.unit } else { self.units }
    }

    /// So many of the unit, in words.
    #[must_use]
    pub fn words(&self, amount: f64) -> String {
        format!("{} {}", Amount(amount), self.unit_of(amount))
    }
}

/// An amount for people: two digits that tell something, and no more than the unit can bear.
struct Amount(f64);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.0.abs() >= 10.0 {
            0
        } else if self.0.abs() >= 1.0 {
            1
        } else {
            3
        };
        let text = format!("{:.digits$}", self.0);
        let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        f.pad(short)
    }
}
