//! Sequential probability ratio test: it ends a match as soon as the result is clear.
//!
//! Wald's test (1945) between two differences in Elo, in its generalised form: each hypothesis fixes only the expected
//! score, and the most likely distribution of pairs that has it stands for the hypothesis (M. Van den Bergh's note on
//! the maximum likelihood of a multinomial distribution with a given expectation, proposition 1.1). The pairs are the
//! unit, as in [`elo`](crate::elo).

use crate::elo::{Pairs, SHARES, share_of};

/// Test parameters: the hypotheses, and the error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Lower hypothesis: the first player is stronger by this much, or by less.
    pub elo0: f64,
    /// Higher hypothesis: the first player is stronger by this much, or by more.
    pub elo1: f64,
    /// Error rate of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// Error rate of accepting `elo0` where `elo1` is true.
    pub beta: f64,
}

/// Verdict of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Undecided.
    Open,
    /// Lower hypothesis accepted: the difference is rather `elo0` than `elo1`.
    Lower,
    /// Higher hypothesis accepted: the difference is rather `elo1` than `elo0`.
    Higher,
}

impl Verdict {
    /// Name in the command line's JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Open => "open",
            Verdict::Lower => "elo0",
            Verdict::Higher => "elo1",
        }
    }
}

impl Sprt {
    /// Bounds of the ratio. Below the first the lower hypothesis is accepted, above the second the higher one.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio of the pairs, of the higher hypothesis to the lower.
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        /// Count of a result that has not come up: it is not impossible.
        const UNSEEN: f64 = 1e-3;
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [lower, higher] = [self.elo0, self.elo1].map(|elo| likeliest(&seen, share_of(elo)));
        let terms = seen.iter().zip(lower.iter().zip(&higher));
        total * terms.map(|(seen, (lower, higher))| seen * (higher / lower).ln()).sum::<f64>()
    }

    /// Verdict that the pairs give.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(pairs), self.bounds());
        if ratio <= low {
            Verdict::Lower
        } else if ratio >= high {
            Verdict::Higher
        } else {
            Verdict::Open
        }
    }
}

/// Maximum likelihood distribution of what was seen, among those with this expected share.
///
/// By Lagrange it is `p / (1 + x (share - expected))`, and `x` is where the expected value is right; the sum falls as
/// `x` grows, so that halving the interval finds it.
fn likeliest(seen: &[f64; 5], expected: f64) -> [f64; 5] {
    let weight = |x: f64, place: usize| seen[place] / (1.0 + x * (SHARES[place] - expected));
    let excess = |x: f64| (0..5).map(|place| weight(x, place) * (SHARES[place] - expected)).sum::<f64>();
    // Between these every weight is positive.
    let (mut low, mut high) = (-1.0 / (1.0 - expected), 1.0 / expected);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    std::array::from_fn(|place| weight(f64::midpoint(low, high), place))
}

#[cfg(test)]
mod tests {
    use counterplay_core::{Random, Seeded};

    use super::*;

    const USUAL: Sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = USUAL.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
    }

    /// The expected numbers are from another program, which maximises the likelihoods by Newton's method.
    #[test]
    fn the_ratio_is_that_of_the_likeliest_distributions() {
        for (pairs, expected) in EXPECTED {
            let ratio = USUAL.ratio(&Pairs(pairs));
            assert!((ratio - expected).abs() < 1e-4, "{pairs:?}: {ratio} is not {expected}");
        }
        assert_eq!(USUAL.ratio(&Pairs::default()), 0.0);
        assert_eq!(USUAL.verdict(&Pairs([0, 0, 0, 0, 1000])), Verdict::Higher);
        assert_eq!(USUAL.verdict(&Pairs([1000, 0, 0, 0, 0])), Verdict::Lower);
    }

    const EXPECTED: [([u64; 5], f64); 4] = [
        ([5, 10, 40, 25, 20], 3.345_236),
        ([20, 25, 40, 10, 5], -4.070_729),
        ([100, 400, 1000, 450, 120], -3.990_317),
        ([0, 0, 10, 5, 0], 0.838_126),
    ];

    /// Whether the test of one match accepts the higher hypothesis, where this difference is true. A third of the games
    /// are drawn.
    fn accepts_higher(elo: f64, random: &mut Seeded) -> bool {
        let win = share_of(elo) - 1.0 / 6.0;
        let mut game = || match random.unit() {
            luck if luck < win => 2,
            luck if luck < win + 1.0 / 3.0 => 1,
            _ => 0,
        };
        let mut pairs = Pairs::default();
        loop {
            pairs.add(game() + game());
            match USUAL.verdict(&pairs) {
                Verdict::Open => {}
                verdict => return verdict == Verdict::Higher,
            }
        }
    }

    #[test]
    fn the_test_errs_no_oftener_than_it_says() {
        let mut random = Seeded::new(20);
        let mut accepted = |elo| (0..200).filter(|_| accepts_higher(elo, &mut random)).count();
        let (wrongly, rightly, surely) = (accepted(0.0), accepted(20.0), accepted(60.0));
        assert!(wrongly <= 16, "{wrongly} of 200 where there is no difference");
        assert!(rightly >= 184, "{rightly} of 200 where there is one of 20");
        assert_eq!(surely, 200);
    }
}
