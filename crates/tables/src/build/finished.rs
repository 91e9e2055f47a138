//! Finished groups in memory, with every value, also those that the files leave out.

use counterplay_core::indexed::Slice;

use crate::{Outcome, Packed};

/// Finished slices, by their numbers.
#[derive(Default)]
pub(super) struct Finished(Vec<Option<Known>>);

/// Known values of a slice.
pub(super) struct Known {
    pub(super) outcomes: Packed,
    /// Distances in plies, where they are wanted.
    pub(super) plies: Option<Vec<u16>>,
}

impl Finished {
    pub(super) fn insert(&mut self, slice: Slice, known: Known) {
        let at = slice.0 as usize;
        if self.0.len() <= at {
            self.0.resize_with(at + 1, || None);
        }
        self.0[at] = Some(known);
    }

    /// Value of a position, and its distance where distances are wanted.
    #[inline]
    pub(super) fn get(&self, Slice(slice): Slice, index: u64) -> Option<(Outcome, u16)> {
        let known = self.0.get(slice as usize)?.as_ref()?;
        let plies = known.plies.as_ref().map_or(0, |plies| plies[index as usize]);
        known.outcomes.get(index).map(|outcome| (outcome, plies))
    }
}
