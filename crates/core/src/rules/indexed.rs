//! Positions that are numbered, so that a table can hold what is known about every one of them.
//!
//! The positions of a game are cut into *slices*, each numbered without a break: in checkers a slice is all positions
//! with the same pieces. Slices come in *groups*: from a position of a group, actions lead to positions of the same
//! group, to earlier groups, or to the end of the game. So the groups can be solved one after the other, and only
//! within a group can the play go round in circles.

use std::ops::{ControlFlow, Range};

use crate::{Actions, Answer, ChanceNodes, Key, Outcomes, PerfectInformation, Random, Role, Seeded};

/// A set of positions that are numbered together, by the number that the game gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slice(pub u32);

/// A game whose positions are numbered: `rank` and `unrank`.
///
/// What a table says of a position is said for the side to move. So positions that differ only by the names of the
/// sides may share a number, as in checkers, where White to move is Black to move on the turned board.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no numbers for its positions",
    note = "`.indexed()` needs them, and so do `.tabled()` and `.expected()`: add `impl Indexed for {Self}` with \
            its `pieces`, `groups`, `slice_name`, `size`, `slice`, `rank` and `unrank`"
)]
pub trait Indexed: PerfectInformation + ChanceNodes {
    /// Whether one win is worth more than another, so that a table of wins, losses and draws does not tell the value.
    const GRADED: bool = false;

    /// Whether what a position leads to is worked out from its number, without its state: [`successors_of`] and
    /// [`has_position`] are then asked in place of [`each`] and [`successors`]. No value may be [derived].
    ///
    /// [`successors_of`]: Indexed::successors_of
    /// [`has_position`]: Indexed::has_position
    /// [`each`]: Indexed::each
    /// [`successors`]: Indexed::successors
    /// [derived]: Indexed::is_derived
    const BY_NUMBER: bool = false;

    /// From how many pieces up to how many there can be tables, and how many there are if nobody says.
    fn pieces(&self) -> (Range<u32>, u32);

    /// The slices with at most so many pieces, in groups, each after all that its positions lead to.
    fn groups(&self, pieces: u32) -> Vec<Vec<Slice>>;

    /// The name of a slice: short, and fit for the name of a file but for blanks.
    fn slice_name(&self, slice: Slice) -> String;

    /// How many numbers the slice has.
    fn size(&self, slice: Slice) -> u64;

    /// The slice of a position. A finished game needs none; if it has one, it must say whose turn it is nevertheless.
    fn slice(&self, state: &Self::State) -> Option<Slice>;

    /// The number of a position within its slice. Not asked of a position that has none.
    fn rank(&self, state: &Self::State) -> u64;

    /// The position with this number, unless no position has it.
    fn unrank(&self, slice: Slice, index: u64) -> Option<Self::State>;

    /// Visits the positions with numbers of a range, in their order.
    fn each(&self, slice: Slice, range: Range<u64>, mut visit: impl FnMut(u64, &Self::State))
    where
        Self: Sized,
    {
        for index in range {
            if let Some(state) = self.unrank(slice, index) {
                visit(index, &state);
            }
        }
    }

    /// Whether every action of the position leads out of its group, so that its value need not be stored: it follows at
    /// once from theirs. A table then holds there whatever makes it smaller.
    fn is_derived(&self, _state: &Self::State) -> bool {
        false
    }

    /// Hands out what the actions of a position lead to, in any order, until `found` breaks off. `actions` is there to
    /// work with.
    ///
    /// A game whose actions lead to positions that have much of their numbers in common may number them together here.
    /// Not asked of a position whose value is derived.
    fn successors(
        &self,
        state: &Self::State,
        actions: &mut Actions<Self::Action>,
        mut found: impl FnMut(Successor<Self::State>) -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        Self: Sized,
    {
        actions.clear();
        self.actions(state, actions);
        actions.as_slice().iter().try_for_each(|&action| found(Successor::State(self.result(state, action))))
    }

    /// How many positions a number stands for, where symmetry gives several the same: they are counted so. Not asked of
    /// a number that no position has.
    fn weight(&self, _slice: Slice, _index: u64) -> u64 {
        1
    }

    /// Whether a position has this number.
    fn has_position(&self, slice: Slice, index: u64) -> bool {
        self.unrank(slice, index).is_some()
    }

    /// Hands out what the actions of the position with this number lead to, as [`successors`](Indexed::successors).
    /// Not asked of a number that no position has.
    fn successors_of(
        &self,
        slice: Slice,
        index: u64,
        actions: &mut Actions<Self::Action>,
        found: impl FnMut(Successor<Self::State>) -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        Self: Sized,
    {
        match self.unrank(slice, index) {
            Some(state) => self.successors(&state, actions, found),
            None => ControlFlow::Continue(()),
        }
    }

    /// How many actions the position has, where it is quickly seen that all of them stay in the group.
    fn staying(&self, _state: &Self::State) -> Option<usize> {
        None
    }
}

/// A position that an action leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Successor<S> {
    /// It is this one.
    State(S),
    /// It has this number.
    Place {
        /// Its slice.
        slice: Slice,
        /// Its number there.
        index: u64,
        /// Whether the same side is to move as before the action.
        same_side: bool,
    },
}

/// A position from which an action leads to another one: its place, and whether the same side is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Before {
    /// Its slice.
    pub slice: Slice,
    /// Its number there.
    pub index: u64,
    /// Whether the side that is to move in it is also the one that is to move after the action.
    pub same_side: bool,
}

/// A game that can take actions back: with this a builder of tables need not remember how it came to a position.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take actions back",
    note = "`.tabled()` needs that: add `impl Retrograde for {Self}` with its `predecessors`; or say `.indexed()`, \
            which does without"
)]
pub trait Retrograde: Indexed {
    /// Hands out the positions of the same group from which an action leads to this one, one for each such action.
    /// Positions that are [derived](Indexed::is_derived) may be among them: there, other actions are compulsory.
    /// So may numbers that no position has.
    fn predecessors(&self, state: &Self::State, found: impl FnMut(Before));

    /// Hands out the same for the position with this number.
    fn predecessors_of(&self, slice: Slice, index: u64, found: impl FnMut(Before))
    where
        Self: Sized,
    {
        if let Some(state) = self.unrank(slice, index) {
            self.predecessors(&state, found);
        }
    }
}

/// A number that changes with the rules and with the numbering of a slice: a table made for others is refused by it.
pub fn fingerprint<G: Indexed>(game: &G, slice: Slice) -> u64 {
    const SAMPLES: u64 = 256;
    let mut key = Key::mix(game.size(slice)).0;
    let mut take = |number: u64| key = Key::mix(key ^ number).0;
    let mut random = Seeded::new(slice.0.into());
    for _ in 0..SAMPLES {
        let index = random.below(game.size(slice).max(1));
        let Some(state) = game.unrank(slice, index) else {
            take(u64::MAX);
            continue;
        };
        take(game.rank(&state));
        take(game.is_derived(&state).into());
        if G::Luck::YES {
            follow(game, &state, TURNS, &mut take);
            continue;
        }
        for action in game.action_list(&state) {
            let child = game.result(&state, action);
            place(game, &child, &mut take);
        }
    }
    key
}

/// How many turns there are at most from a numbered position to the next: one says whether to double, the other
/// answers, chance throws, one plays.
const TURNS: u32 = 4;

/// Takes in the place of a position, or how the game has ended. Says whether it has either.
fn place<G: Indexed>(game: &G, state: &G::State, take: &mut impl FnMut(u64)) -> bool {
    match game.slice(state) {
        Some(slice) => [slice.0.into(), game.rank(state)].into_iter().for_each(take),
        None if game.is_terminal(state) => take(game.utility(state).get() as u64),
        None => {
            take(u64::MAX);
            return false;
        }
    }
    true
}

/// Takes in where a position leads to, past those without a number.
fn follow<G: Indexed>(game: &G, state: &G::State, turns: u32, take: &mut impl FnMut(u64)) {
    let mut outcomes = Outcomes::new();
    if game.role(state) == Role::Chance {
        game.chance_outcomes(state, &mut outcomes);
    } else {
        game.action_list(state).into_iter().for_each(|action| outcomes.push(action, 1.0));
    }
    for &(action, probability) in outcomes.as_slice() {
        take(probability.to_bits());
        let child = game.result(state, action);
        if !place(game, &child, take) && turns > 1 {
            follow(game, &child, turns - 1, take);
        }
    }
}
