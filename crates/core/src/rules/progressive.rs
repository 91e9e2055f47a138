//! Games in which every turn brings the end nearer, so that a table can hold what each position is worth on average.
//!
//! Where play can go round in a circle, a table is made backwards, in rounds. Where it cannot, as when men are borne
//! off, the positions are numbered so that play leads to smaller numbers only; then one pass over them is enough, dice
//! or no dice: each value is the EXPECTIMINIMAX of values that are known by then.
//!
//! Not every state needs a number. Between two positions before a throw are those with dice to be played: they follow
//! at once from what their actions lead to, and are found so when somebody asks.

use std::ops::Range;

use crate::{Bounds, Game, Indexed, Side, Slice};

/// A game whose numbered positions lead to smaller numbers only, or to earlier groups, or to the end of the game.
///
/// The numbered positions may be chance's turns or somebody's. There are few turns without a number between one
/// numbered position and the next.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say that play never comes back",
    note = "`.expected()` needs that: add `impl Progressive for {Self}` with its `viewpoint`"
)]
pub trait Progressive: Indexed {
    /// The side for which the value of a numbered position is told: positions that differ only by the names of the
    /// sides may then share a number. At chance's turn the rules do not say, so the game does.
    fn viewpoint(&self, state: &Self::State) -> Side;

    /// The span of the values of a slice, for the side for which they are told, and for a stake of 1. The closer these
    /// are, the finer is what a table tells.
    fn span(&self, _slice: Slice) -> Bounds {
        self.bounds()
    }

    /// The stake of this position, where positions share a number that differ in nothing else: the value is so many
    /// times that of the table.
    fn stake(&self, _state: &Self::State) -> f64 {
        1.0
    }

    /// How many layers a group has. From a position of a layer, play leads to lower layers of its group, or to earlier
    /// groups; so the positions of a layer can be solved at the same time.
    fn layers(&self, group: &[Slice]) -> u64 {
        group.iter().map(|&slice| self.size(slice)).max().unwrap_or(0)
    }

    /// The value of a numbered position for the side for which it is told and for a stake of 1, where that can be found
    /// sooner than by way of all the states that follow: `told` is the value of another numbered position, told in the
    /// same way. Nothing if it cannot, or something is not told. A builder asks this; who verifies does not.
    fn shortcut(&self, _state: &Self::State, _told: &mut impl FnMut(Slice, u64) -> Option<f64>) -> Option<f64>
    where
        Self: Sized,
    {
        None
    }

    /// The numbers of a slice that a layer of its group has: those of the layers follow one another.
    fn layer(&self, slice: Slice, layer: u64) -> Range<u64> {
        let size = self.size(slice);
        layer.min(size)..(layer + 1).min(size)
    }
}

/// A race: from some point on the sides are no longer in each other's way, and whoever first comes home wins.
///
/// How many turns each side needs is then a question of its own, a game for one, which has far fewer positions than the
/// game for two. The answer is not exact: who is behind may do better to play for luck than for speed. It comes close.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how it comes down to a race",
    note = "`.expected()` needs that: add `impl Race for {Self}` with its `Alone`, `alone` and `lanes`"
)]
pub trait Race: Game {
    /// The game for one, in which only the number of throws counts.
    type Alone: Progressive;

    /// The game for one that this game comes down to.
    fn alone(&self) -> Self::Alone;

    /// The two games for one that a position has come down to; nothing as long as the sides can meet, and unless it is
    /// before a throw.
    fn lanes(&self, state: &Self::State) -> Option<Lanes<<Self::Alone as Game>::State>>;
}

/// The lanes of a race: what each side has before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lanes<S> {
    /// The lane of the side that throws next.
    pub own: Lane<S>,
    /// The lane of the other side.
    pub other: Lane<S>,
}

/// The lane of one side of a race: what it has before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane<S> {
    /// The game for one that ends when it comes home.
    pub home: S,
    /// Where it may lose twice as much: the game for one that ends when it no longer can.
    pub saved: Option<S>,
}
