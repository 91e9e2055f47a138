//! Random numbers that are the same everywhere for the same seed.
//!
//! No game and no search owns a generator: it is passed in, so that a run can be repeated.

/// A source of random numbers.
pub trait Random {
    /// The next 64 random bits.
    fn bits(&mut self) -> u64;

    /// A whole number from 0 to `limit - 1`, each equally often; 0 if `limit` is 0.
    fn below(&mut self, limit: u64) -> u64 {
        // Lemire's multiplication: the high half of the product is the number, and the few low halves that
        // would favour some of them are drawn again.
        let reject = limit.wrapping_neg().checked_rem(limit).unwrap_or(0);
        loop {
            let product = u128::from(self.bits()) * u128::from(limit);
            if product as u64 >= reject {
                return (product >> 64) as u64;
            }
        }
    }

    /// A place in a list of so many, each equally often; nothing if the list is empty.
    fn index(&mut self, length: usize) -> Option<usize> {
        (length > 0).then(|| self.below(length as u64) as usize)
    }

    /// A number from 0 up to but not including 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A seeded generator, the SplitMix64 of Steele, Lea and Flood (2014): small, fast, and good enough for games.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// A generator whose numbers depend on the seed alone.
    #[must_use]
    pub const fn new(seed: u64) -> Seeded {
        Seeded(seed)
    }
}

impl Random for Seeded {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The share of a normal distribution below so many standard deviations: Abramowitz and Stegun, 7.1.26, to 1.5e-7.
#[must_use]
pub fn normal(deviations: f64) -> f64 {
    const FACTORS: [f64; 5] = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let above = FACTORS.iter().fold(0.0, |sum, factor| (sum + factor) * t) * (-x * x).exp() / 2.0;
    if deviations < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence_of_splitmix64() {
        let mut random = Seeded::new(1_234_567);
        assert_eq!([random.bits(), random.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn numbers_below_a_limit_are_spread_evenly() {
        let mut random = Seeded::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
        assert_eq!((random.below(0), random.index(0)), (0, None));
        assert!((0..100).all(|_| random.index(3).is_some_and(|place| place < 3)));
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.unit())));
    }
}
