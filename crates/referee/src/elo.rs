//! Elo difference of two players, with its error.
//!
//! The two games of a pair have the same opening, so they are no independent trials, and the pair is the unit: it
//! brings 0, ½, 1, 1½ or 2 points. What varies is measured between pairs (the *pentanomial* variance).

use counterplay_core::random::normal;

/// Number of pairs that brought the first player 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// Share of the points of a pair, for each of its results.
pub(crate) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Elo difference, with the interval that contains it in 95 of 100 matches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Difference that explains the score best; infinite if every game was won or lost.
    pub difference: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Probability that the first player is the stronger one.
    pub superiority: f64,
}

/// Standard deviations that contain 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_963_985;

/// Probability on each side of the interval.
const TAIL: f64 = 0.025;

impl Pairs {
    /// Adds a pair, by its points times two: 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Share of the points that the first player got; one half where there is no pair.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.count() == 0 { 0.5 } else { self.mean(|share| share) }
    }

    fn mean(&self, of: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = self.0.iter().zip(SHARES).map(|(&count, share)| count as f64 * of(share)).sum();
        sum / self.count() as f64
    }

    /// Elo difference. `None` where there is no pair.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let share = self.share();
        let error = (self.mean(|other| (other - share).powi(2)) / (count - 1.0).max(1.0)).sqrt();
        let (low, high) = if error > 0.0 {
            (share - DEVIATIONS * error, share + DEVIATIONS * error)
        } else {
            // All pairs were alike. Were another result more frequent than this, one of them would hardly have been
            // missed.
            let missed = 1.0 - TAIL.powf(1.0 / count);
            (share * (1.0 - missed), share * (1.0 - missed) + missed)
        };
        let superiority = if error > 0.0 {
            normal((share - 0.5) / error)
        } else {
            // Laplace: had every share of won pairs been as likely before the match.
            let doubt = 0.5f64.powf(count + 1.0);
            match share.total_cmp(&0.5) {
                std::cmp::Ordering::Less => doubt,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0 - doubt,
            }
        };
        Some(Elo { difference: elo_of(share), low: elo_of(low), high: elo_of(high), superiority })
    }
}

/// Elo difference at which this share of the points is expected.
#[must_use]
pub fn elo_of(share: f64) -> f64 {
    // Half of the points are no difference, and no negative one either.
    -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// Share of the points that is expected at this difference in Elo.
#[must_use]
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn a_share_of_the_points_is_a_difference_in_elo() {
        for (share, elo) in [(0.5, 0.0), (0.75, 190.848_502), (0.25, -190.848_502), (0.640_065, 100.0)] {
            close(elo_of(share), elo, 1e-3);
            close(share_of(elo), share, 1e-6);
        }
        assert_eq!((elo_of(1.0), elo_of(0.0), elo_of(2.0)), (f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY));
    }

    /// The expected numbers are from another program, written from the definitions.
    #[test]
    fn the_error_is_measured_between_pairs() {
        let elo = Pairs([5, 10, 40, 25, 20]).elo().unwrap();
        close(elo.difference, 79.533_8, 1e-3);
        close(elo.low, 41.715_8, 1e-3);
        close(elo.high, 119.308_0, 1e-3);
        close(elo.superiority, 0.999_985, 2e-6);
        // The same games, had each pair been a win and a loss: nothing varies, and hardly anything is left open.
        assert!(Pairs([0, 0, 100, 0, 0]).elo().unwrap().high < 15.0);
    }

    #[test]
    fn a_match_that_goes_all_one_way_has_a_bound() {
        let won = Pairs([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((won.difference, won.high), (f64::INFINITY, f64::INFINITY));
        // 0.025^(1/10) = 0.6915
        close(won.low, elo_of(0.691_503), 1e-2);
        close(won.superiority, 1.0 - 1.0 / 2048.0, 1e-12);
        let lost = Pairs([10, 0, 0, 0, 0]).elo().unwrap();
        assert_eq!((lost.difference, lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        close(lost.high, -won.low, 1e-9);
        close(lost.superiority, 1.0 / 2048.0, 1e-12);
        let even = Pairs([0, 0, 3, 0, 0]).elo().unwrap();
        close(even.low, -even.high, 1e-9);
        assert_eq!((even.difference, even.superiority), (0.0, 0.5));
        assert_eq!((Pairs::default().elo(), Pairs::default().share()), (None, 0.5));
    }

    #[test]
    fn the_normal_distribution() {
        for (deviations, share) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (1.96, 0.975_002), (9.0, 1.0)] {
            close(normal(deviations), share, 1e-6);
        }
    }
}
