//! Which positions come before one: by the game's own un-moves, or from the moves that were seen on the way.

use std::sync::Mutex;

use counterplay_core::indexed::{Before, Indexed, Retrograde};

use super::group::Group;
use crate::tables::side;

/// Finds the positions before one.
pub(super) trait Unmoves<G: Indexed>: Sync {
    /// Whether it wants to see every action in the first look.
    const NOTES: bool;

    /// In the first look at the position `from`, an action was seen that leads to `child`, in the same group.
    fn note(&self, group: &Group<'_, G>, from: (usize, u64), child: &G::State);

    /// The first look is over.
    fn prepare(&mut self);

    /// Hands out the positions before one.
    fn before(&self, group: &Group<'_, G>, place: (usize, u64), found: impl FnMut(Before));
}

/// The game takes actions back by itself.
pub(super) struct ByGame;

impl<G> Unmoves<G> for ByGame
where
    G: Retrograde + Sync,
    G::State: Send + Sync,
{
    const NOTES: bool = false;

    fn note(&self, _: &Group<'_, G>, _: (usize, u64), _: &G::State) {}

    fn prepare(&mut self) {}

    #[inline]
    fn before(&self, group: &Group<'_, G>, (at, index): (usize, u64), found: impl FnMut(Before)) {
        if let Some(state) = group.game.unrank(group.slices[at], index) {
            group.game.predecessors(&state, found);
        }
    }
}

/// Every move of the group is remembered, with where it leads to first: for games that do not take actions back.
#[derive(Default)]
pub(super) struct Remembered {
    seen: Mutex<Vec<Edge>>,
    sorted: Vec<Edge>,
}

/// A move: where to, and where from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    to: (u32, u64),
    from: (u32, u64),
    same_side: bool,
}

impl<G> Unmoves<G> for Remembered
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    const NOTES: bool = true;

    fn note(&self, group: &Group<'_, G>, from: (usize, u64), child: &G::State) {
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
