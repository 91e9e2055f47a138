//! Correction history: where the evaluation errs, it errs in like states too.
//!
//! When a node has been searched, the difference between its value and its evaluation is learned for the side to move
//! and for each of the state's [correction keys](crate::Keyed::correction_keys). The evaluation of the next state with
//! such a key is corrected by it.

/// The corrections learned, by the side to move, which key it is, and the key.
///
/// They are counted in shares of the game's margin, so that one set of numbers serves every scale.
#[derive(Debug, Default)]
pub(in super::super) struct Corrections(Vec<i16>);

impl Corrections {
    const KEYS: usize = 3;
    const SIZE: usize = 1 << 14;
    /// No number gets greater than this, which stands for so much that all keys together correct by 3 margins.
    const MOST: i32 = 1024;
    /// One update counts for a quarter of that at most.
    const MOST_AT_ONCE: i32 = Corrections::MOST / 4;

    /// What to add to the evaluation of a state.
    #[inline]
    pub(super) fn of(&self, side: usize, keys: [u16; 3], margin: i32) -> i32 {
        let learned = |at| self.0.get(at).copied().map_or(0, i32::from);
        places(side, keys).map(learned).iter().sum::<i32>() * margin / Corrections::MOST
    }

    /// Learns that an evaluation was off by so much, as a search to a depth has found.
    pub(super) fn learn(&mut self, side: usize, keys: [u16; 3], margin: i32, (off, depth): (i32, u32)) {
        /// A difference of a margin, found by a search of a ply, counts for so much.
        const WEIGHT: i64 = 11;
        if self.0.is_empty() {
            self.0.resize(2 * Corrections::KEYS * Corrections::SIZE, 0);
        }
        let most = i64::from(Corrections::MOST_AT_ONCE);
        let wanted = i64::from(off) * i64::from(depth) * WEIGHT / i64::from(margin.max(1));
        let bonus = wanted.clamp(-most, most) as i32;
        for place in places(side, keys) {
            let learned = i32::from(self.0[place]);
            self.0[place] = (learned + bonus - learned * bonus.abs() / Corrections::MOST) as i16;
        }
    }
}

/// The places of three keys for a side.
#[inline]
fn places(side: usize, keys: [u16; 3]) -> [usize; 3] {
    let place = |number: usize| (side * Corrections::KEYS + number) * Corrections::SIZE;
    [0, 1, 2].map(|number| place(number) + usize::from(keys[number]) % Corrections::SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_evaluation_missed_is_learned_for_the_side_and_bounded() {
        let (keys, margin) = ([1, 2, u16::MAX], 90);
        let mut corrections = Corrections::default();
        assert_eq!(corrections.of(0, keys, margin), 0);
        corrections.learn(0, keys, margin, (45, 8));
        let once = corrections.of(0, keys, margin);
        assert!(once > 0 && corrections.of(1, keys, margin) == 0);
        // A state that shares one key of three has a third of it.
        assert_eq!(corrections.of(0, [1, 3, 3], margin), once / 3);
        for _ in 0..1000 {
            corrections.learn(0, keys, margin, (i32::MAX, 10_000));
        }
        let most = corrections.of(0, keys, margin);
        assert!(most > 2 * margin && most <= 3 * margin, "{most}");
        corrections.learn(1, keys, margin, (-1, 100));
        assert!(corrections.of(1, keys, margin) < 0);
    }
}
