//! What the tables say of each position of a slice, and whether that is founded: asked once, for all that lead there.
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
fn outcome(cell: u8) -> Option<Outcome> {
    match cell & OUTCOME {
        0 => Some(Outcome::Loss),
        1 => Some(Outcome::Draw),
        2 => Some(Outcome::Win),
        _ => None,
    }
}

/// A slice of the group that is checked.
pub(super) struct Ground {
    cells: Vec<AtomicU8>,
    /// Where distances show the foundation by themselves, the distances.
    plies: Vec<AtomicU16>,
    /// Where they do not, for each position the successor that it waits for.
    waiting: Vec<AtomicU32>,
}

/// A position of the group: which slice, and its number there.
pub(super) type Place = (usize, u64);

/// A successor by the number of its slice in the group, in the highest bit, and its own number.
const SECOND_SLICE: u32 = 1 << 31;
/// Nobody: to be looked at.
const NOBODY: u32 = u32::MAX;

fn many<T>(count: u64, make: impl Fn() -> T) -> Vec<T> {
    (0..count).map(|_| make()).collect()
}

impl Ground {
    /// A slice of so many numbers that have no position yet.
    pub(super) fn new(size: u64, distances: bool) -> Ground {
        let (timed, untimed) = if distances { (size, 0) } else { (0, size) };
        Ground {
            cells: many(size, || AtomicU8::new(OUTCOME | FOUNDED)),
            plies: many(timed, || AtomicU16::new(0)),
            waiting: many(untimed, || AtomicU32::new(NOBODY)),
        }
    }

    /// Writes down what the tables say of a position.
    pub(super) fn put(&self, index: u64, outcome: Outcome, derived: bool, plies: u16) {
        let founded = derived || outcome == Outcome::Draw || !self.plies.is_empty();
        let flags = if derived { DERIVED } else { 0 } | if founded { FOUNDED } else { 0 };
        self.cells[index as usize].store(outcome as u8 | flags, Ordering::Relaxed);
        if let Some(cell) = self.plies.get(index as usize) {
            cell.store(plies, Ordering::Relaxed);
        }
    }

    /// What was written down, and whether it is founded; nothing if there is no such position.
    #[inline]
    pub(super) fn get(&self, index: u64) -> Option<(Outcome, bool)> {
        let cell = self.cells[index as usize].load(Ordering::Relaxed);
        Some((outcome(cell)?, cell & FOUNDED != 0))
    }

    /// The outcome of a position whose value is stored.
    #[inline]
    pub(super) fn stored(&self, index: u64) -> Option<Outcome> {
        let cell = self.cells[index as usize].load(Ordering::Relaxed);
        if cell & DERIVED == 0 { outcome(cell) } else { None }
    }

    /// The distance of a win or a loss, where there are distances.
    #[inline]
    pub(super) fn plies(&self, index: u64) -> u32 {
        self.plies.get(index as usize).map_or(0, |plies| plies.load(Ordering::Relaxed).into())
    }

    /// The outcome of a position that is not founded yet.
    #[inline]
    pub(super) fn open(&self, index: u64) -> Option<Outcome> {
        let cell = self.cells[index as usize].load(Ordering::Relaxed);
        if cell & FOUNDED == 0 { outcome(cell) } else { None }
    }

    #[inline]
    pub(super) fn is_founded(&self, index: u64) -> bool {
        self.cells[index as usize].load(Ordering::Relaxed) & FOUNDED != 0
    }

    pub(super) fn found(&self, index: u64) {
        // Nobody else writes here: each position is looked at by one thread.
        let cell = &self.cells[index as usize];
        cell.store(cell.load(Ordering::Relaxed) | FOUNDED, Ordering::Relaxed);
    }

    /// A position waits for a successor to be founded.
    pub(super) fn wait(&self, index: u64, (at, child): Place) {
        let slice = if at == 0 { 0 } else { SECOND_SLICE };
        let place = u32::try_from(child).ok().filter(|&child| child < SECOND_SLICE - 1 && at < 2);
        let place = place.map_or(NOBODY, |child| slice | child);
        self.waiting[index as usize].store(place, Ordering::Relaxed);
    }

    /// The successor that a position waits for, if there is one.
    #[inline]
    pub(super) fn waits_for(&self, index: u64) -> Option<Place> {
        let place = self.waiting[index as usize].load(Ordering::Relaxed);
        let at = usize::from(place & SECOND_SLICE != 0);
        (place != NOBODY).then(|| (at, (place & !SECOND_SLICE).into()))
    }
}
