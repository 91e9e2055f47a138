//! Retrograde moves: the predecessors of a position, by the game itself or from the moves that were recorded.

use std::sync::Mutex;

use counterplay_core::indexed::{Before, Indexed, Retrograde};

use super::group::Group;
use crate::tables::side;

/// Retrograde move generator: finds the predecessors of a position.
pub(super) trait Retromoves<G: Indexed>: Sync {
    /// Whether it must see every action while positions are initialized.
    const RECORDS: bool;

    /// Records an action from the position `from` to `child`, in the same group, while positions are initialized.
    fn record(&self, group: &Group<'_, G>, from: (usize, u64), child: &G::State);

    /// Prepares the recorded moves after all positions are initialized.
    fn prepare(&mut self);

    /// Visits the predecessors of a position.
    fn before(&self, group: &Group<'_, G>, place: (usize, u64), found: impl FnMut(Before));
}

/// Retrograde moves by the game itself.
pub(super) struct GameRetromoves;

impl<G> Retromoves<G> for GameRetromoves
where
    G: Retrograde + Sync,
    G::State: Send + Sync,
{
    const RECORDS: bool = false;

    fn record(&self, _: &Group<'_, G>, _: (usize, u64), _: &G::State) {}

    fn prepare(&mut self) {}

    #[inline]
    fn before(&self, group: &Group<'_, G>, (at, index): (usize, u64), found: impl FnMut(Before)) {
        group.game.predecessors_of(group.slices[at], index, found);
    }
}

/// Recorded moves of a group, sorted by where they lead: for games without retrograde moves.
#[derive(Default)]
pub(super) struct RecordedMoves {
    seen: Mutex<Vec<Edge>>,
    sorted: Vec<Edge>,
}

/// Move of the recorded graph: where to, and where from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    to: (u32, u64),
    from: (u32, u64),
    same_side: bool,
}

impl<G> Retromoves<G> for RecordedMoves
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    const RECORDS: bool = true;

    fn record(&self, group: &Group<'_, G>, from: (usize, u64), child: &G::State) {
        let Some(to) = group.place(child) else { return };
        let parent = group.game.unrank(group.slices[from.0], from.1);
        let same_side = parent.is_some_and(|parent| side(group.game, &parent) == side(group.game, child));
        let edge = Edge { to: (to.0 as u32, to.1), from: (from.0 as u32, from.1), same_side };
        self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(edge);
    }

    fn prepare(&mut self) {
        self.sorted = std::mem::take(self.seen.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner));
        self.sorted.sort_unstable();
    }

    fn before(&self, group: &Group<'_, G>, (at, index): (usize, u64), found: impl FnMut(Before)) {
        let to = (at as u32, index);
        let first = self.sorted.partition_point(|edge| edge.to < to);
        let moves = self.sorted[first..].iter().take_while(|edge| edge.to == to);
        let before = |edge: &Edge| Before {
            slice: group.slices[edge.from.0 as usize],
            index: edge.from.1,
            same_side: edge.same_side,
        };
        moves.map(before).for_each(found);
    }
}
