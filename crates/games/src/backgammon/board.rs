//! The men of one side.

use super::Step;

/// The number of points, as each side counts them: from its ace point, 1, to the other's, 24.
pub const POINTS: usize = 24;
/// Where a man is that was borne off.
pub const OFF: u8 = 0;
/// Where a man is that was hit: one step behind the last point.
pub const BAR: u8 = 25;
/// The last point of a side's home.
pub const HOME: u8 = 6;
/// How many men a side has.
pub const MEN: u8 = 15;

/// How many men of a side are off, on each of its points, and on the bar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Men([u8; 26]);

impl Men {
    /// The men at the start of a game.
    pub const START: Men = {
        let mut men = [0; 26];
        (men[6], men[8], men[13], men[24]) = (5, 3, 5, 2);
        Men(men)
    };

    /// So many men on the points from 1 to 24 and on the bar; the others are off. Nothing if they are more than fifteen.
    #[must_use]
    pub fn new(on: &[u8; 25]) -> Option<Men> {
        let count = on.iter().try_fold(0, |sum: u8, &men| sum.checked_add(men)).filter(|&sum| sum <= MEN)?;
        let mut men = [0; 26];
        men[usize::from(OFF)] = MEN - count;
        men[1..].copy_from_slice(on);
        Some(Men(men))
    }

    /// How many are on a point, or off, or on the bar.
    #[must_use]
    #[inline]
    pub fn on(&self, point: u8) -> u8 {
        self.0[usize::from(point)]
    }

    /// How many are on each point, from the ace point to the bar.
    #[must_use]
    pub fn points(&self) -> &[u8] {
        &self.0[1..]
    }

    /// The point that is furthest from home among those that men are on; 0 if all are off.
    #[must_use]
    pub fn last(&self) -> u8 {
        (1..=BAR).rev().find(|&point| self.on(point) > 0).unwrap_or(OFF)
    }

    /// How many pips the men need to be borne off.
    #[must_use]
    pub fn pips(&self) -> u32 {
        self.0.iter().zip(0..).map(|(&men, point)| u32::from(men) * point).sum()
    }

    /// The points and the bar that have at least so many men, as bits.
    #[inline]
    pub(super) fn with_at_least(&self, men: u8) -> u32 {
        self.0.iter().zip(0..).skip(1).fold(0, |bits, (&here, point)| bits | u32::from(here >= men) << point)
    }

    #[inline]
    pub(super) fn step(&mut self, Step { from, to }: Step) {
        self.0[usize::from(from)] -= 1;
        self.0[usize::from(to)] += 1;
    }

    /// The other side comes to one of its points: a man who is alone there is hit.
    #[inline]
    pub(super) fn hit(&mut self, theirs: u8) {
        let own = usize::from(BAR - theirs);
        if theirs != OFF && self.0[own] == 1 {
            self.0[own] = 0;
            self.0[usize::from(BAR)] += 1;
        }
    }

    /// What it has won against the men of the other side; nothing if not all of its own are off.
    #[inline]
    pub(super) fn points_won(&self, other: &Men) -> Option<u8> {
        if self.on(OFF) < MEN {
            None
        } else if other.on(OFF) > 0 {
            Some(1)
        } else if other.0[19..].iter().any(|&men| men > 0) {
            Some(3)
        } else {
            Some(2)
        }
    }

    /// All of it, in words.
    #[inline]
    pub(super) fn words(&self) -> [u64; 4] {
        let mut bytes = [0; 32];
        bytes[..26].copy_from_slice(&self.0);
        let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        [word(0), word(8), word(16), word(24)]
    }
}
