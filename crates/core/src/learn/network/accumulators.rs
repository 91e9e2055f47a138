//! Accumulators of a network with perspectives: what came to its hidden units in the states of a search.
//!
//! The states that a search evaluates one after the other differ little. A set of inputs is a set of bits, so that what
//! has changed is found by exclusive or, and only the weights of that are added or taken away (*efficiently updatable*
//! networks, Nasu 2018). There is a slot for each ply: the state above is one action away, and the state that was last
//! evaluated at the same ply, two.

/// The accumulators of one evaluation in one thread of a search.
#[derive(Clone, Debug, Default)]
pub struct Accumulators {
    /// For each ply and each of the two perspectives the set of inputs.
    sets: Vec<u64>,
    /// For each ply and each of the two perspectives the sums of the hidden units.
    sums: Vec<i16>,
    /// The set that is being looked at.
    set: Vec<u64>,
    /// The inputs that differ: where the weights of each begin, and whether it has come (1) or gone (-1).
    changes: Vec<(usize, i8)>,
}

/// Hidden units whose sums are added to at a time. Every network has a multiple of them.
const UNITS: usize = 16;

/// The first layer of a network: for each input the weights to the hidden units, one input after the other, and what
/// comes to them without any.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstLayer<'a> {
    pub weights: &'a [i16],
    pub biases: &'a [i16],
    /// How many words a set of inputs has.
    pub words: usize,
}

impl Accumulators {
    /// The sums of both perspectives at a ply, the first one's first, when `view` tells the inputs of each.
    #[inline]
    pub(super) fn update(
        &mut self,
        layer: FirstLayer<'_>,
        ply: usize,
        mut view: impl FnMut(usize, &mut [u64]),
    ) -> [&[i16]; 2] {
        let (hidden, words) = (layer.biases.len(), layer.words);
        self.grow(layer, ply + 1);
        for perspective in 0..2 {
            let slot = 2 * ply + perspective;
            self.set.clear();
            self.set.resize(words, 0);
            view(perspective, &mut self.set);
            let from = self.nearest(slot, words);
            self.changes.clear();
            for word in 0..words {
                let now = self.set[word];
                let before = self.sets[from * words + word];
                self.sets[slot * words + word] = now;
                for_each_bit(now & !before, word, |input| self.changes.push((input * hidden, 1)));
                for_each_bit(before & !now, word, |input| self.changes.push((input * hidden, -1)));
            }
            self.add_changes(layer, from * hidden, slot * hidden);
        }
        let sums = &self.sums[2 * ply * hidden..2 * (ply + 1) * hidden];
        let (first, second) = sums.split_at(hidden);
        [first, second]
    }

    /// Adds what the changed inputs weigh to the sums that begin at one place, for another: some hidden units at a
    /// time, so that they stay in registers until all is added.
    #[inline]
    fn add_changes(&mut self, layer: FirstLayer<'_>, from: usize, to: usize) {
        for unit in (0..layer.biases.len()).step_by(UNITS) {
            let mut sums: [i16; UNITS] = [0; UNITS];
            sums.copy_from_slice(&self.sums[from + unit..from + unit + UNITS]);
            for &(input, sign) in &self.changes {
                let weights = &layer.weights[input + unit..input + unit + UNITS];
                if sign > 0 {
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                } else {
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
            self.sums[to + unit..to + unit + UNITS].copy_from_slice(&sums);
        }
    }

    /// Makes slots for so many plies. In a new one there is no input.
    fn grow(&mut self, layer: FirstLayer<'_>, plies: usize) {
        while self.sets.len() < 2 * plies * layer.words {
            self.sets.resize(self.sets.len() + 2 * layer.words, 0);
            self.sums.extend_from_slice(layer.biases);
            self.sums.extend_from_slice(layer.biases);
        }
    }

    /// The slot with the fewest inputs that differ: the one itself, as it was, or that of the ply above.
    #[inline]
    fn nearest(&self, slot: usize, words: usize) -> usize {
        let Some(above) = slot.checked_sub(2) else { return slot };
        let differing = |slot: usize| -> u32 {
            let set = &self.sets[slot * words..(slot + 1) * words];
            set.iter().zip(&self.set).map(|(before, now)| (before ^ now).count_ones()).sum()
        };
        if differing(above) <= differing(slot) { above } else { slot }
    }
}

/// Calls with the number of each bit of a word of a set.
#[inline]
pub(super) fn for_each_bit(mut bits: u64, word: usize, mut see: impl FnMut(usize)) {
    while bits != 0 {
        see(64 * word + bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, Seeded};

    #[test]
    fn sums_that_follow_what_changes_are_those_of_the_whole() {
        const HIDDEN: usize = 16;
        const WORDS: usize = 2;
        let mut random = Seeded::new(5);
        let mut numbers = |count: usize| -> Vec<i16> { (0..count).map(|_| random.below(1000) as i16 - 500).collect() };
        let (weights, biases) = (numbers(64 * WORDS * HIDDEN), numbers(HIDDEN));
        let layer = FirstLayer { weights: &weights, biases: &biases, words: WORDS };
        let mut accumulators = Accumulators::default();
        let mut sets = [[random.bits(), random.bits()], [random.bits(), random.bits()]];
        for step in 0..200 {
            // Small changes, and now and then a great one; the ply goes up and down as in a search.
            for set in &mut sets {
                set[step % WORDS] ^= if step % 17 == 0 { random.bits() } else { 1 << random.below(64) };
            }
            let ply = random.below(6) as usize;
            let found = accumulators.update(layer, ply, |perspective, set| set.copy_from_slice(&sets[perspective]));
            for (set, found) in sets.iter().zip(found) {
                let mut sums = biases.clone();
                for (word, &bits) in set.iter().enumerate() {
                    for_each_bit(bits, word, |input| {
                        (0..HIDDEN)
                            .for_each(|unit| sums[unit] = sums[unit].wrapping_add(weights[input * HIDDEN + unit]));
                    });
                }
                assert_eq!(found, sums, "step {step}");
            }
        }
    }
}
