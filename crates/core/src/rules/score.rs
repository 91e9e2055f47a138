//! Scores: what a position is worth, and how sure that is.
//!
//! Every score in `core` is MAX's. The edges turn it to the mover's point of view with
//! [`ConstantSum::flip`], in one place, when they print it.

use std::fmt;
use std::ops::Neg;

use crate::{Outcome, Side};

/// An integer worth of a position for MAX, in the game's own unit.
///
/// ```text
///  i32:  MIN      -MAX          -MAX+1 … MAX-1          MAX
///        unknown  -infinity     the finite scores       infinity
/// ```
///
/// Negation never overflows, for `MIN` is not a score. The two infinities bound a window and are never
/// the worth of a state; [`Score::UNKNOWN`] is to scores what NaN is to floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Below every finite score: alpha before anything is known.
    pub const NEG_INFINITY: Score = Score(-i32::MAX);
    /// Above every finite score: beta before anything is known.
    pub const INFINITY: Score = Score(i32::MAX);
    /// A worth that nobody knows: the leaf `x` of an explicit tree, or an evaluation that is not a
    /// number. A search that needs it stops and says where it is.
    pub const UNKNOWN: Score = Score(i32::MIN);
    /// A win for MAX where the game counts only wins.
    pub const WIN: Score = Score(1);
    /// Neither side wins.
    pub const DRAW: Score = Score(0);
    /// A win for MIN where the game counts only wins.
    pub const LOSS: Score = Score(-1);

    /// A finite score. What does not fit is moved to the nearest finite score.
    #[must_use]
    #[inline]
    pub const fn new(value: i32) -> Score {
        const NEGATIVE_MAX: i32 = -i32::MAX;
        match value {
            i32::MAX => Score(i32::MAX - 1),
            i32::MIN..=NEGATIVE_MAX => Score(-i32::MAX + 1),
            finite => Score(finite),
        }
    }

    /// The nearest integer score; NaN is [`Score::UNKNOWN`], and an infinity the nearest finite score.
    #[must_use]
    #[inline]
    pub fn rounded(value: f64) -> Score {
        if value.is_nan() { Score::UNKNOWN } else { Score::new(value.round() as i32) }
    }

    /// The integer, for arithmetic and printing.
    #[must_use]
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The next lower score: a window that opens here asks whether a value is at least this.
    #[must_use]
    #[inline]
    pub fn below(self) -> Score {
        let next = Score::new(self.0.saturating_sub(1));
        if next < self { next } else { Score::NEG_INFINITY }
    }

    /// The next higher score: a window that closes here asks whether a value is at most this.
    #[must_use]
    #[inline]
    pub fn above(self) -> Score {
        -(-self).below()
    }

    /// Whether this is the worth of a state rather than a limit of a window or an unknown.
    #[must_use]
    #[inline]
    pub const fn is_finite(self) -> bool {
        self.0 > -i32::MAX && self.0 < i32::MAX
    }
}

impl From<i32> for Score {
    #[inline]
    fn from(value: i32) -> Score {
        Score::new(value)
    }
}

impl From<Score> for f64 {
    #[inline]
    fn from(score: Score) -> f64 {
        match score {
            Score::UNKNOWN => f64::NAN,
            Score::NEG_INFINITY => f64::NEG_INFINITY,
            Score::INFINITY => f64::INFINITY,
            Score(finite) => f64::from(finite),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(self.0.wrapping_neg())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::UNKNOWN => f.write_str("?"),
            Score::NEG_INFINITY => f.write_str("-inf"),
            Score::INFINITY => f.write_str("inf"),
            Score(finite) => fmt::Display::fmt(&finite, f),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The least and the greatest utility that a game can end with, for MAX. What they are for MIN, and who wins with which,
/// is for the game's [`ConstantSum`] to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The worst end for MAX.
    pub low: Score,
    /// The best end for MAX.
    pub high: Score,
}

impl Bounds {
    /// A win, a draw or a loss.
    pub const WIN_DRAW_LOSS: Bounds = Bounds { low: Score::LOSS, high: Score::WIN };

    /// The bounds `low..=high`.
    ///
    /// # Panics
    /// If `low` is above `high`.
    #[must_use]
    #[inline]
    pub fn new(low: i32, high: i32) -> Bounds {
        assert!(low <= high, "the lower bound of the utility is above the upper bound");
        Bounds { low: Score::new(low), high: Score::new(high) }
    }

    /// Whether they are alike on both sides of zero, so that nothing more need be said of a zero-sum game.
    #[must_use]
    #[inline]
    pub fn are_symmetric(self) -> bool {
        self.low == -self.high
    }

    /// Whether a finished game can have this utility.
    #[must_use]
    #[inline]
    pub fn contain(self, score: Score) -> bool {
        self.low <= score && score <= self.high
    }
}

/// The draws of a game: what one is worth to MAX, or that there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// Nothing is said: a draw is worth the middle of the bounds. Where these are not alike on both sides of zero the
    /// game has to say more, and `check` holds it to that.
    Unsaid,
    /// A drawn game is worth this to MAX.
    Worth(Score),
    /// No game is drawn. What one side has of the bounds the other lacks: 0.3 for MAX is 0.7 for MIN where a win counts
    /// 1 and a loss 0.
    Never,
}

/// The constant sum of a game: what a finished game is worth to MAX and to MIN together. It is zero in a zero-sum game,
/// and 1 where a win counts 1 and a loss 0. Whoever has more than half of it wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstantSum(i64);

impl ConstantSum {
    /// The sum of a zero-sum game.
    pub const ZERO: ConstantSum = ConstantSum(0);

    /// The sum of a game with these bounds and draws.
    #[must_use]
    #[inline]
    pub fn of(bounds: Bounds, draws: Draws) -> ConstantSum {
        match draws {
            Draws::Worth(draw) => ConstantSum(2 * i64::from(draw.get())),
            Draws::Unsaid | Draws::Never => ConstantSum(i64::from(bounds.low.get()) + i64::from(bounds.high.get())),
        }
    }

    /// The sum as a number.
    #[must_use]
    #[inline]
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Half of the sum: what a draw is worth to each side, and less than what a win is.
    #[must_use]
    #[inline]
    pub fn half(self) -> f64 {
        self.0 as f64 / 2.0
    }

    /// A value seen from the other side.
    #[must_use]
    #[inline]
    pub fn flip(self, value: f64) -> f64 {
        self.0 as f64 - value
    }

    /// The side that wins with this value for MAX, if one does.
    #[must_use]
    #[inline]
    pub fn winner(self, value: Score) -> Option<Side> {
        match (2 * i64::from(value.get())).cmp(&self.0) {
            std::cmp::Ordering::Greater => Some(Side::Max),
            std::cmp::Ordering::Less => Some(Side::Min),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The outcome for the side that has this value.
    #[must_use]
    pub fn outcome(self, own: f64) -> Outcome {
        match own.total_cmp(&self.half()) {
            std::cmp::Ordering::Greater => Outcome::Win,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Loss,
        }
    }
}

/// The proof of a value, what a search may say of it: all of it, one side of it, or a guess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It is the minimax value (or the expectation).
    Exact,
    /// The minimax value is at least this.
    Lower,
    /// The minimax value is at most this.
    Upper,
    /// An evaluation or a sample entered into it.
    Estimate,
}

impl Proof {
    /// The word of the command line's JSON.
    #[must_use]
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            Proof::Exact => "exact",
            Proof::Lower => "lower",
            Proof::Upper => "upper",
            Proof::Estimate => "estimate",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_saturate_and_negate_without_overflow() {
        assert_eq!(Score::new(i32::MIN), -Score::new(i32::MAX));
        assert!(Score::new(i32::MIN).is_finite());
        assert!(Score::NEG_INFINITY < Score::new(i32::MIN));
        assert_eq!(-Score::INFINITY, Score::NEG_INFINITY);
        assert_eq!(-Score::UNKNOWN, Score::UNKNOWN);
    }

    #[test]
    fn rounding_keeps_nan_apart_and_clamps_infinities() {
        assert_eq!(Score::rounded(f64::NAN), Score::UNKNOWN);
        assert!(Score::rounded(f64::INFINITY).is_finite());
        assert_eq!(Score::rounded(-0.0), Score::DRAW);
        assert!(f64::from(Score::UNKNOWN).is_nan());
    }

    #[test]
    fn every_score_has_neighbours() {
        for value in [0, 5, i32::MAX, i32::MIN].map(Score::new) {
            assert!(value.below() < value && value < value.above());
        }
        assert_eq!((Score::WIN.below(), Score::WIN.above()), (Score::DRAW, Score::new(2)));
    }

    #[test]
    fn whoever_has_more_than_a_draw_is_worth_wins() {
        let winner = |bounds, draws, value| ConstantSum::of(bounds, draws).winner(Score::new(value));
        let (even, lopsided) = (Bounds::WIN_DRAW_LOSS, Bounds::new(0, 1));
        assert_eq!(winner(even, Draws::Unsaid, 0), None);
        assert_eq!(winner(lopsided, Draws::Never, 0), Some(Side::Min));
        assert_eq!(winner(lopsided, Draws::Worth(Score::DRAW), 0), None);
        assert_eq!(winner(lopsided, Draws::Worth(Score::DRAW), 1), Some(Side::Max));
        assert_eq!(winner(Bounds::new(-3, 4), Draws::Worth(Score::new(2)), 1), Some(Side::Min));
        assert_eq!(ConstantSum::of(lopsided, Draws::Never).outcome(0.5), Outcome::Draw);
        assert_eq!(ConstantSum::ZERO.outcome(-0.1), Outcome::Loss);
    }

    #[test]
    fn the_other_side_has_the_rest_of_the_sum() {
        let flip = |bounds, draws| ConstantSum::of(bounds, draws).flip(0.25);
        assert_eq!(flip(Bounds::WIN_DRAW_LOSS, Draws::Unsaid), -0.25);
        assert_eq!(flip(Bounds::new(0, 1), Draws::Never), 0.75);
        assert_eq!(flip(Bounds::new(0, 1), Draws::Worth(Score::DRAW)), -0.25);
    }
}
