//! Whether things happen as often as they should.

/// How many times something is drawn to see how often it comes.
pub(super) const DRAWS: u32 = 10_000;

/// In how many places such a test is made: it takes long, and a wrong draw is wrong almost everywhere.
pub(super) const PLACES: u32 = 8;

/// How often an honest game may be blamed.
const ERROR: f64 = 1e-12;

/// How often an outcome may come in [`DRAWS`] draws, at the least and at the most, if it is as probable as said.
///
/// By Bernstein's inequality (1924) a fair draw is further off than `t` with a probability of at most `2 exp(-t^2 / (2
/// v + 2 t / 3))`, where `v = n p (1 - p)`. The limits are where that is one in 10^12, so that no honest game is ever
/// blamed; with 10,000 draws a die whose six comes with 0.20 instead of 0.17 is found out.
pub(super) fn plausible(probability: f64) -> std::ops::RangeInclusive<f64> {
    let draws = f64::from(DRAWS);
    let (mean, variance) = (draws * probability, draws * probability * (1.0 - probability));
    let bits = (2.0 / ERROR).ln();
    let off = bits / 3.0 + (bits * bits / 9.0 + 2.0 * bits * variance).sqrt();
    mean - off..=mean + off
}

/// How far from zero a sum may be whose terms are above zero as often as below, whatever their size: `squares` is the
/// sum of their squares.
///
/// By Hoeffding's inequality (1963) for random signs, given the sizes, it is further off than `t` with a probability of
/// at most `2 exp(-t^2 / (2 squares))`. The limit is where that is one in 10^12.
pub(super) fn drift(squares: f64) -> f64 {
    (2.0 * (2.0 / ERROR).ln() * squares).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, Seeded};

    #[test]
    fn a_fair_die_passes_and_a_loaded_one_does_not() {
        let count = |limit: f64| {
            let mut random = Seeded::new(5);
            f64::from((0..DRAWS).filter(|_| random.unit() < limit).count() as u32)
        };
        for probability in [0.0, 1e-6, 0.01, 1.0 / 6.0, 0.5, 0.999, 1.0] {
            assert!(plausible(probability).contains(&count(probability)), "{probability}");
        }
        for (said, true_one) in [(1.0 / 6.0, 0.20), (0.5, 0.54), (1.0, 0.99), (0.0, 0.01)] {
            assert!(!plausible(said).contains(&count(true_one)), "{said} {true_one}");
        }
    }

    #[test]
    fn fair_signs_do_not_drift_and_loaded_ones_do() {
        let mut random = Seeded::new(6);
        let mut drifts = |up: f64| {
            let (mut sum, mut squares) = (0.0f64, 0.0);
            for size in (0..2_000).map(|number| f64::from(number % 7)) {
                sum += if random.unit() < up { size } else { -size };
                squares += size * size;
            }
            sum.abs() > drift(squares)
        };
        assert!((0..100).all(|_| !drifts(0.5)));
        assert!((0..100).all(|_| drifts(0.65) && drifts(0.35)));
        assert_eq!(drift(0.0), 0.0);
    }
}
