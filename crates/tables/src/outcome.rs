//! Outcomes (win, loss, draw), and packed arrays of them.

use counterplay_core::Outcome;

/// Code of an outcome, in two bits.
const fn code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win => 1,
        Outcome::Loss => 2,
    }
}

/// Decodes two bits.
#[inline]
pub(crate) const fn decoded(code: u8) -> Option<Outcome> {
    match code {
        0 => Some(Outcome::Draw),
        1 => Some(Outcome::Win),
        2 => Some(Outcome::Loss),
        _ => None,
    }
}

/// Outcome counts of a slice: positions that are won, lost and drawn for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won positions.
    pub win: u64,
    /// Lost positions.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
}

impl Counts {
    /// Counts one more position of this outcome.
    pub fn add(&mut self, outcome: Outcome) {
        self.add_many(outcome, 1);
    }

    /// Counts so many more positions of this outcome.
    pub fn add_many(&mut self, outcome: Outcome, positions: u64) {
        match outcome {
            Outcome::Win => self.win += positions,
            Outcome::Loss => self.loss += positions,
            Outcome::Draw => self.draw += positions,
        }
    }

    /// Total number of positions.
    #[must_use]
    pub fn total(self) -> u64 {
        self.win + self.loss + self.draw
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.win += other.win;
        self.loss += other.loss;
        self.draw += other.draw;
    }
}

/// Packed outcomes, in two bits each, four to a byte. What was never set is a draw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed(Vec<u8>);

impl Packed {
    /// Packed outcomes of so many positions, all draws.
    #[must_use]
    pub fn new(positions: u64) -> Packed {
        Packed(vec![0; positions.div_ceil(4) as usize])
    }

    /// Packed outcomes from bytes, as many as there are bytes for.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Packed {
        Packed(bytes)
    }

    /// Bytes that hold the outcomes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Outcome at an index. `None` beyond the end, or where the bits mean nothing.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Outcome> {
        let byte = *self.0.get((index / 4) as usize)?;
        decoded(byte >> (2 * (index % 4)) & 3)
    }

    /// Sets the outcome at an index.
    #[inline]
    pub fn set(&mut self, index: u64, outcome: Outcome) {
        set(&mut self.0, index, outcome);
    }
}

/// Sets an outcome in a packed slice of bytes.
#[inline]
pub(crate) fn set(packed: &mut [u8], index: u64, outcome: Outcome) {
    let shift = 2 * (index % 4);
    let byte = &mut packed[(index / 4) as usize];
    *byte = *byte & !(3 << shift) | code(outcome) << shift;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_comes_back() {
        let mut packed = Packed::new(9);
        let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Draw];
        for index in 0..9 {
            packed.set(index, Outcome::Loss);
            packed.set(index, outcomes[index as usize % 3]);
        }
        assert_eq!(packed.bytes().len(), 3);
        for index in 0..9 {
            assert_eq!(packed.get(index), Some(outcomes[index as usize % 3]));
        }
        assert_eq!(packed.get(12), None);
        assert_eq!(Packed::from_bytes(vec![0b1100]).get(1), None);
    }

    #[test]
    fn a_loss_of_one_side_is_a_win_of_the_other() {
        for outcome in [Outcome::Win, Outcome::Loss, Outcome::Draw] {
            assert_eq!(outcome.flipped().flipped(), outcome);
        }
        assert_eq!(Outcome::Win.flipped(), Outcome::Loss);
        assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
    }
}
