//! Claims about a state, and the two proof numbers that say how far the proof has got.

use crate::{Score, Side};

/// A claim that a side gets at least so much, which is more than a draw.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Claim {
    pub attacker: Side,
    /// The least value for the attacker.
    least: Score,
}

impl Claim {
    /// The claim to prove or to disprove where MAX's value is asked to be at least this.
    pub(in crate::engine) fn new(least: Score) -> Claim {
        debug_assert!(least != Score::UNKNOWN);
        if least > Score::DRAW {
            Claim { attacker: Side::Max, least }
        } else {
            Claim { attacker: Side::Min, least: (-least).above() }
        }
    }

    /// Whether MAX's value is what it was asked to be at least, if the claim holds or not.
    pub(super) fn answer(self, holds: bool) -> bool {
        holds == (self.attacker == Side::Max)
    }

    /// Whether the claim holds, if bounds that are those of `side` tell it.
    #[inline]
    pub(in crate::engine) fn settled(self, side: Side, low: Score, high: Score) -> Option<bool> {
        let (low, high) = if side == self.attacker { (low, high) } else { (-high, -low) };
        if low >= self.least {
            Some(true)
        } else if high < self.least {
            Some(false)
        } else {
            None
        }
    }
}

/// The two numbers of a state: how many leaves have yet to be settled at least to prove the claim, and to disprove it.
pub(in crate::engine) type Numbers = [u32; 2];

/// Infinity: above every number.
pub(in crate::engine) const NEVER: u32 = (1 << 29) - 1;
/// The greatest number.
pub(super) const MOST: u32 = NEVER - 1;
pub(in crate::engine) const PROVEN: Numbers = [0, NEVER];
pub(super) const DISPROVEN: Numbers = [NEVER, 0];
/// No dependence: what rests on no position above a state.
pub(super) const NOTHING: u32 = u32::MAX;

pub(super) fn is_settled(numbers: Numbers) -> bool {
    numbers.contains(&0)
}

/// The numbers of a state, and the least ply above it that a disproof rests on.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Outcome {
    pub numbers: Numbers,
    pub(super) depends_on: u32,
}

impl Outcome {
    pub(super) fn settled(holds: bool) -> Outcome {
        Outcome { numbers: if holds { PROVEN } else { DISPROVEN }, depends_on: NOTHING }
    }
}

/// A sum that ends at the greatest number, unless a part of it cannot be.
#[inline]
pub(super) fn add(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER { NEVER } else { (a + b).min(MOST) }
}
