//! Foundation of a slice: what the tables say of each position, and whether that is founded. Each position is probed
//! once, for all that lead to it.
//!
//! ```text
//!   bits 0 and 1   loss, draw, win; 3 if no position has this number
//!   bit 2          its value is founded, or needs no foundation
//!   bit 3          its value is derived
//! ```

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

use crate::Outcome;

const OUTCOME: u8 = 3;
const FOUNDED: u8 = 4;
const DERIVED: u8 = 8;

#[inline]
fn outcome(byte: u8) -> Option<Outcome> {
    match byte & OUTCOME {
        0 => Some(Outcome::Loss),
        1 => Some(Outcome::Draw),
        2 => Some(Outcome::Win),
        _ => None,
    }
}

/// Foundation of a slice of the group that is checked.
pub(super) struct Foundation {
    positions: Vec<AtomicU8>,
    /// Distances, where they show the foundation by themselves.
    plies: Vec<AtomicU16>,
    /// Awaited successor of each position, where there are no distances.
    waiting: Vec<AtomicU32>,
}

/// Position of the group: which slice, and its index there.
pub(super) type Place = (usize, u64);

/// Highest bit of an awaited successor: it is in the second slice of the group.
const SECOND_SLICE: u32 = 1 << 31;
/// No awaited successor: the position is to be checked.
const NOBODY: u32 = u32::MAX;

fn many<T>(count: u64, make: impl Fn() -> T) -> Vec<T> {
    (0..count).map(|_| make()).collect()
}

impl Foundation {
    /// Slice of so many indices without positions yet.
    pub(super) fn new(size: u64, distances: bool) -> Foundation {
        let (timed, untimed) = if distances { (size, 0) } else { (0, size) };
        Foundation {
            positions: many(size, || AtomicU8::new(OUTCOME | FOUNDED)),
            plies: many(timed, || AtomicU16::new(0)),
            waiting: many(untimed, || AtomicU32::new(NOBODY)),
        }
    }

    /// Writes what the tables say of a position.
    pub(super) fn put(&self, index: u64, outcome: Outcome, derived: bool, plies: u16) {
        let founded = derived || outcome == Outcome::Draw || !self.plies.is_empty();
        let flags = if derived { DERIVED } else { 0 } | if founded { FOUNDED } else { 0 };
        self.positions[index as usize].store(outcome as u8 | flags, Ordering::Relaxed);
        if let Some(byte) = self.plies.get(index as usize) {
            byte.store(plies, Ordering::Relaxed);
        }
    }

    /// Outcome of a position, and whether it is founded. `None` if there is no such position.
    #[inline]
    pub(super) fn get(&self, index: u64) -> Option<(Outcome, bool)> {
        let byte = self.positions[index as usize].load(Ordering::Relaxed);
        Some((outcome(byte)?, byte & FOUNDED != 0))
    }

    /// Outcome of a position whose value is stored.
    #[inline]
    pub(super) fn stored(&self, index: u64) -> Option<Outcome> {
        let byte = self.positions[index as usize].load(Ordering::Relaxed);
        if byte & DERIVED == 0 { outcome(byte) } else { None }
    }

    /// Distance of a win or a loss, where there are distances.
    #[inline]
    pub(super) fn plies(&self, index: u64) -> u32 {
        self.plies.get(index as usize).map_or(0, |plies| plies.load(Ordering::Relaxed).into())
    }

    /// Outcome of a position that is not founded yet.
    #[inline]
    pub(super) fn open(&self, index: u64) -> Option<Outcome> {
        let byte = self.positions[index as usize].load(Ordering::Relaxed);
        if byte & FOUNDED == 0 { outcome(byte) } else { None }
    }

    #[inline]
    pub(super) fn is_founded(&self, index: u64) -> bool {
        self.positions[index as usize].load(Ordering::Relaxed) & FOUNDED != 0
    }

    pub(super) fn found(&self, index: u64) {
        // No other thread writes here: each position is checked by one thread.
        let byte = &self.positions[index as usize];
        byte.store(byte.load(Ordering::Relaxed) | FOUNDED, Ordering::Relaxed);
    }

    /// Lets a position wait for a successor to be founded.
    pub(super) fn wait(&self, index: u64, (at, child): Place) {
        let slice = if at == 0 { 0 } else { SECOND_SLICE };
        let place = u32::try_from(child).ok().filter(|&child| child < SECOND_SLICE - 1 && at < 2);
        let place = place.map_or(NOBODY, |child| slice | child);
        self.waiting[index as usize].store(place, Ordering::Relaxed);
    }

    /// Awaited successor of a position, if there is one.
    #[inline]
    pub(super) fn waits_for(&self, index: u64) -> Option<Place> {
        let place = self.waiting[index as usize].load(Ordering::Relaxed);
        let at = usize::from(place & SECOND_SLICE != 0);
        (place != NOBODY).then(|| (at, (place & !SECOND_SLICE).into()))
    }
}
