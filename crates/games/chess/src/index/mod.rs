//! The positions of up to four pieces numbered, for tables: a slice for each set of pieces, such as `KQ v KR`.
//!
//! The side to move is below and goes up. A position with Black to move is seen from the other side, which makes White
//! and Black one. The number of a position is put together from three:
//!
//! ```text
//!   which pair of squares the kings have, symmetrical ones being one: 462 without pawns, 1806 with
//!   the square of the first piece, of the side to move before the other: 64, or 48 for a pawn
//!   the square of the second; two pieces of a kind have one number for both, 64 * 63 / 2 or 48 * 47 / 2
//! ```
//!
//! Numbers in which pieces share a square, or the side that is not to move is in check, have no position. If both kings
//! stand on the diagonal, the lower of the numbers of a placement and of its image counts.
//!
//! A pawn that may be captured en passant makes another position. With four pieces there is such a right with one pawn on
//! each side only; then 14 numbers follow for each pair of kings, one for every way in which the pawns can be side by
//! side. They stand for no placement of their own where placements are counted. Whoever may still castle has no number.

mod material;
mod moves;
mod placement;
mod symmetry;
#[cfg(test)]
mod tests;

use std::ops::{ControlFlow, Range};

use counterplay_core::Actions;
use counterplay_core::indexed::{Before, Indexed, Retrograde, Slice, Successor};

use crate::{Board, Chess, Move};

use material::{MOST, OTHER_PAWN, OWN_PAWN, Shape, slice};
use placement::Placement;

impl Indexed for Chess {
    const BY_NUMBER: bool = true;

    fn pieces(&self) -> (Range<u32>, u32) {
        (2..MOST as u32 + 3, MOST as u32 + 2)
    }

    /// By the number of pieces, which captures lower; of as many, those with fewer pawns first, for pawns become pieces.
    /// A slice and that with the sides exchanged lead to one another.
    fn groups(&self, pieces: u32) -> Vec<Vec<Slice>> {
        let kinds = 0..=OTHER_PAWN;
        let mut slices: Vec<Slice> =
            kinds.clone().flat_map(|one| kinds.clone().map(move |other| slice([one, other]).0)).collect();
        slices.sort_unstable();
        slices.dedup();
        slices.retain(|&slice| {
            let shape = Shape::of(slice);
            shape.count as u32 + 2 <= pieces && slice <= shape.flipped
        });
        let pawns = |shape: &Shape| shape.kinds.iter().filter(|&&kind| [OWN_PAWN, OTHER_PAWN].contains(&kind)).count();
        slices.sort_by_key(|&slice| {
            let shape = Shape::of(slice);
            (shape.count, pawns(shape), slice)
        });
        let group = |slice: Slice| {
            let mut group = vec![slice, Shape::of(slice).flipped];
            group.dedup();
            group
        };
        slices.into_iter().map(group).collect()
    }

    fn slice_name(&self, slice: Slice) -> String {
        Shape::of(slice).name()
    }

    fn size(&self, slice: Slice) -> u64 {
        Shape::of(slice).size()
    }

    #[inline]
    fn slice(&self, board: &Board) -> Option<Slice> {
        Placement::slice_of(board)
    }

    fn rank(&self, board: &Board) -> u64 {
        Placement::of(board).rank()
    }

    fn unrank(&self, slice: Slice, index: u64) -> Option<Board> {
        Placement::unrank(slice, index)?.board()
    }

    fn weight(&self, slice: Slice, index: u64) -> u64 {
        Placement::at(slice, index).weight()
    }

    #[inline]
    fn has_position(&self, slice: Slice, index: u64) -> bool {
        Placement::unrank(slice, index).is_some()
    }

    #[inline]
    fn successors_of(
        &self,
        slice: Slice,
        index: u64,
        _: &mut Actions<Move>,
        found: impl FnMut(Successor<Board>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Placement::at(slice, index).successors(found)
    }
}

impl Retrograde for Chess {
    fn predecessors(&self, board: &Board, found: impl FnMut(Before)) {
        if let Some(slice) = self.slice(board) {
            self.predecessors_of(slice, self.rank(board), found);
        }
    }

    #[inline]
    fn predecessors_of(&self, slice: Slice, index: u64, found: impl FnMut(Before)) {
        Placement::at(slice, index).predecessors(found);
    }
}
