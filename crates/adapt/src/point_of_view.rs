//! The point of view of the side to move: MAX's values as that side counts them.

use counterplay_api::Outcome;
use counterplay_core::{Bounds, ConstantSum, Proof, Score};

/// A point of view on the values of one state.
#[derive(Clone, Copy, Debug)]
pub struct PointOfView {
    /// Whether the game is over; its value is then MAX's.
    pub(crate) is_over: bool,
    /// Whether MIN is to move.
    pub(crate) is_min: bool,
    /// The least and the greatest value of the game.
    pub(crate) bounds: Bounds,
    /// The sum of a value of MAX's and the same of MIN's.
    pub(crate) sum: ConstantSum,
    /// How many units make a point.
    pub(crate) scale: f64,
}

impl PointOfView {
    /// A value of MAX's, in units, as the side to move counts it, in points.
    pub(crate) fn score(&self, value: f64) -> f64 {
        self.own(value) / self.scale + 0.0
    }

    /// How the game ends for the side to move, if it ends with this value of MAX's.
    pub(crate) fn outcome(&self, value: f64) -> Outcome {
        self.sum.outcome(self.own(value))
    }

    /// The proof as the side to move has it: a lower bound of MAX's is an upper one of MIN's.
    pub(crate) fn proof(&self, proof: Proof) -> Proof {
        match proof {
            Proof::Lower if self.is_min => Proof::Upper,
            Proof::Upper if self.is_min => Proof::Lower,
            other => other,
        }
    }

    /// An interval of MAX's values for the side to move: what it has for certain, and what it may have.
    pub(crate) fn interval(&self, low: Score, high: Score) -> (f64, f64) {
        let (low, high) = if self.is_min { (high, low) } else { (low, high) };
        (self.score(low.into()), self.score(high.into()))
    }

    fn own(&self, value: f64) -> f64 {
        if self.is_min { self.sum.flip(value) } else { value }
    }
}
