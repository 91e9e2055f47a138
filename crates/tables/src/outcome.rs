//! A win, a loss or a draw, and many of them in little memory.

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Whatever the other side does, it loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// There is an action after which the other side loses.
    Win,
}

impl Outcome {
    /// The same for the other side.
    #[must_use]
    pub const fn flipped(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// Two bits for it.
    const fn code(self) -> u8 {
        match self {
            Outcome::Draw => 0,
            Outcome::Win => 1,
            Outcome::Loss => 2,
        }
    }

    /// What two bits mean.
    #[inline]
    pub(crate) const fn decoded(code: u8) -> Option<Outcome> {
        match code {
            0 => Some(Outcome::Draw),
            1 => Some(Outcome::Win),
            2 => Some(Outcome::Loss),
            _ => None,
        }
    }
}

/// How many positions of a slice are won, lost and drawn for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Won.
    pub win: u64,
    /// Lost.
    pub loss: u64,
    /// Neither.
    pub draw: u64,
}

impl Counts {
    /// One more of these.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.win += 1,
            Outcome::Loss => self.loss += 1,
            Outcome::Draw => self.draw += 1,
        }
    }

    /// All positions.
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

/// Outcomes in two bits each, four to a byte. What was never set is a draw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed(Vec<u8>);

impl Packed {
    /// Room for so many.
    #[must_use]
    pub fn new(positions: u64) -> Packed {
        Packed(vec![0; positions.div_ceil(4) as usize])
    }

    /// As many as there are bytes for.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Packed {
        Packed(bytes)
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// One of them; nothing beyond the end, or where the bits mean nothing.
    #[inline]
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Outcome> {
        let byte = *self.0.get((index / 4) as usize)?;
        Outcome::decoded(byte >> (2 * (index % 4)) & 3)
    }

    /// Sets one of them.
    #[inline]
    pub fn set(&mut self, index: u64, outcome: Outcome) {
        set(&mut self.0, index, outcome);
    }
}

/// Sets an outcome among packed ones.
#[inline]
pub(crate) fn set(packed: &mut [u8], index: u64, outcome: Outcome) {
    let shift = 2 * (index % 4);
    let byte = &mut packed[(index / 4) as usize];
    *byte = *byte & !(3 << shift) | outcome.code() << shift;
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
