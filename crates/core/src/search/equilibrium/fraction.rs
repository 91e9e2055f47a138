//! Exact fractions, as far as 128 bits go.

use std::cmp::Ordering;
use std::fmt;

/// A fraction: a whole number over another, in lowest terms. What would not fit is no fraction: the operations say so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    over: i128,
    /// The denominator, which is positive.
    under: i128,
}

impl Fraction {
    /// Zero.
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };
    /// One.
    pub const ONE: Fraction = Fraction { over: 1, under: 1 };

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i64) -> Fraction {
        Fraction { over: number as i128, under: 1 }
    }

    /// The fraction of two numbers; nothing if that is zero, or they do not fit.
    #[must_use]
    pub fn new(over: i128, under: i128) -> Option<Fraction> {
        if under == 0 || over == i128::MIN || under == i128::MIN {
            return None;
        }
        let common = common_divisor(over.unsigned_abs(), under.unsigned_abs()) as i128 * under.signum();
        Some(Fraction { over: over / common, under: under / common })
    }

    /// The fraction with the smallest denominator that is this number as far as a floating-point number can tell, by
    /// continued fractions; nothing if it takes a denominator over a million.
    #[must_use]
    pub fn near(number: f64) -> Option<Fraction> {
        const CLOSE: f64 = 1e-15;
        let (mut before, mut last) = ((0i128, 1i128), (1i128, 0i128));
        let mut rest = number;
        while rest.is_finite() && rest.abs() < 1e12 {
            let digit = rest.floor() as i128;
            (before, last) = (last, (digit * last.0 + before.0, digit * last.1 + before.1));
            if last.1 > 1_000_000 {
                return None;
            }
            if (last.0 as f64 / last.1 as f64 - number).abs() <= CLOSE * number.abs().max(1.0) {
                return Fraction::new(last.0, last.1);
            }
            rest = 1.0 / (rest - rest.floor());
        }
        None
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        if self.over == 0 {
            return Some(other);
        }
        let common = common_divisor(self.under as u128, other.under as u128) as i128;
        let (own, theirs) = (other.under / common, self.under / common);
        let over = self.over.checked_mul(own)?.checked_add(other.over.checked_mul(theirs)?)?;
        Fraction::new(over, self.under.checked_mul(own)?)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Fraction) -> Option<Fraction> {
        self.plus(Fraction { over: -other.over, ..other })
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        // Shortened crosswise first, so that less of it has to fit.
        let (left, right) = (Fraction::new(self.over, other.under)?, Fraction::new(other.over, self.under)?);
        Some(Fraction { over: left.over.checked_mul(right.over)?, under: left.under.checked_mul(right.under)? })
    }

    /// The quotient; nothing if the other is zero.
    #[must_use]
    pub fn per(self, other: Fraction) -> Option<Fraction> {
        self.times(Fraction::new(other.under, other.over)?)
    }

    /// Below, at or above zero.
    #[must_use]
    pub const fn sign(self) -> i128 {
        self.over.signum()
    }

    /// Which of two is greater; nothing if that would not fit.
    #[must_use]
    pub fn against(self, other: Fraction) -> Option<Ordering> {
        Some(self.minus(other)?.sign().cmp(&0))
    }
}

impl From<Fraction> for f64 {
    fn from(fraction: Fraction) -> f64 {
        fraction.over as f64 / fraction.under as f64
    }
}

/// `-1/18`, or a whole number.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

/// The greatest common divisor, by Euclid's algorithm.
const fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        let fraction = |over, under| Fraction::new(over, under).unwrap();
        assert_eq!(fraction(-6, -4).to_string(), "3/2");
        assert_eq!(fraction(4, -2).to_string(), "-2");
        assert_eq!(fraction(1, 6).plus(fraction(-1, 3)), Some(fraction(-1, 6)));
        assert_eq!(fraction(2, 3).times(fraction(9, 4)), Some(fraction(3, 2)));
        assert_eq!(fraction(2, 3).per(fraction(-4, 9)), Some(fraction(-3, 2)));
        assert_eq!(fraction(1, 3).against(fraction(2, 6)), Some(Ordering::Equal));
        assert_eq!((Fraction::new(1, 0), Fraction::ONE.per(Fraction::ZERO)), (None, None));
    }

    #[test]
    fn what_does_not_fit_is_no_fraction() {
        let large = Fraction::new(i128::MAX, 2).unwrap();
        assert_eq!((large.times(large), large.plus(large)), (None, None));
        assert_eq!(Fraction::new(1, i128::MAX).unwrap().plus(Fraction::new(1, i128::MAX - 1).unwrap()), None);
        assert_eq!(Fraction::new(i128::MIN, 3), None);
    }

    #[test]
    fn the_fraction_that_a_probability_was_meant_to_be_is_found() {
        for (over, under) in [(1, 6), (1, 30), (4, 120), (17, 999_983), (0, 1), (1, 1), (-7, 3)] {
            assert_eq!(Fraction::near(over as f64 / under as f64), Fraction::new(over, under), "{over}/{under}");
        }
        assert_eq!(Fraction::near(0.1 + 0.2), Fraction::new(3, 10));
        for none in [std::f64::consts::PI, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(Fraction::near(none), None, "{none}");
        }
    }
}
