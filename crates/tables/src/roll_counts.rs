//! Roll counts: how many rolls a one-player game takes, in which only the number of chance turns counts.
//!
//! The player wants the fewest rolls on average. A position keeps the probability of each number of rolls. With the
//! roll counts of the other side, that tells who comes home first.

use std::path::Path;

use counterplay_core::{Lane, Progressive, Race, Slice};

use crate::format::Content;
use crate::{BuildError, Tables, build};

/// Probability 1, in steps.
pub(crate) const ALWAYS: u32 = u32::MAX;

/// Probability distribution of the number of throws.
#[derive(Clone, PartialEq, Debug)]
pub struct Throws(Vec<f64>);

impl Throws {
    /// No throws: the game is over already.
    #[must_use]
    pub fn none() -> Throws {
        Throws(vec![1.0])
    }

    fn of_row(row: &[u8]) -> Throws {
        let steps = row.chunks_exact(4).map(|four| u32::from_le_bytes(four.try_into().expect("four bytes")));
        Throws(std::iter::once(0.0).chain(steps.map(|steps| f64::from(steps) / f64::from(ALWAYS))).collect())
    }

    /// Probability of exactly this many throws.
    #[must_use]
    pub fn chance(&self, throws: usize) -> f64 {
        self.0.get(throws).copied().unwrap_or(0.0)
    }

    /// Probabilities of no throw, one, two and so on.
    #[must_use]
    pub fn chances(&self) -> &[f64] {
        &self.0
    }

    /// Mean number of throws.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.0.iter().zip(0u32..).map(|(chance, throws)| f64::from(throws) * chance).sum()
    }

    /// Probability of needing no more throws than the other side, which throws after us.
    #[must_use]
    pub fn ahead_of(&self, other: &Throws) -> f64 {
        // The part of the other side's distribution that is left: as many throws as ours, or more.
        let mut left = 1.0;
        let mut sum = 0.0;
        for (throws, chance) in self.0.iter().enumerate() {
            sum += chance * left;
            left -= other.chance(throws);
        }
        sum
    }

    /// Probability of needing fewer throws than the other side, which throws before us.
    #[must_use]
    pub fn ahead_although_behind(&self, other: &Throws) -> f64 {
        1.0 - other.ahead_of(self)
    }
}

/// Win probabilities of a race, for the side that throws next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Probability of a win, single or double.
    pub win: f64,
    /// Probability of a double win.
    pub win_double: f64,
    /// Probability of a double loss.
    pub lose_double: f64,
}

impl Chances {
    /// Expected gain, if a single win counts 1.
    #[must_use]
    pub fn equity(&self) -> f64 {
        2.0 * self.win - 1.0 + self.win_double - self.lose_double
    }
}

impl Tables {
    /// Opens the throw tables of a one-player game, in addition to these tables.
    pub fn open_throws<A: Progressive>(&mut self, alone: &A, name: &str, folder: &Path) {
        self.add(alone, name, folder, Content::Throws(0), None);
    }

    /// Solves a one-player game with up to so many pieces, and keeps the probabilities in memory.
    ///
    /// # Errors
    /// If play comes to a position that has no number.
    pub fn solve_throws<A>(&mut self, alone: &A, pieces: u32, threads: usize) -> Result<(), BuildError>
    where
        A: Progressive + Sync,
        A::State: Send + Sync,
    {
        build::throws_in_memory(alone, pieces, threads, self)
    }

    /// Throw distribution of a one-player game, from a position before a throw. `None` if no table tells.
    pub fn throws<A: Progressive>(&self, alone: &A, state: &A::State) -> Option<Throws> {
        if alone.is_terminal(state) {
            return Some(Throws::none());
        }
        self.stored_throws(alone.slice(state)?, alone.rank(state))
    }

    pub(crate) fn stored_throws(&self, slice: Slice, index: u64) -> Option<Throws> {
        self.row(slice, index, Throws::of_row)
    }

    /// Win probabilities of a race in which each side plays for the fewest throws. `None` if the position is no race,
    /// or no table tells.
    pub fn race<G: Race>(&self, game: &G, state: &G::State) -> Option<Chances> {
        type State<G> = <<G as Race>::Alone as counterplay_core::Game>::State;
        let (alone, lanes) = (game.alone(), game.lanes(state)?);
        let home = |lane: &Lane<State<G>>| self.throws(&alone, &lane.home);
        let (own, other) = (home(&lanes.own)?, home(&lanes.other)?);
        let win_double = match &lanes.other.saved {
            Some(saved) => own.ahead_of(&self.throws(&alone, saved)?),
            None => 0.0,
        };
        let lose_double = match &lanes.own.saved {
            Some(saved) => other.ahead_although_behind(&self.throws(&alone, saved)?),
            None => 0.0,
        };
        Some(Chances { win: own.ahead_of(&other), win_double, lose_double })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_throws_first_wins_if_both_need_as_many() {
        let (two, three) = (Throws(vec![0.0, 0.0, 1.0]), Throws(vec![0.0, 0.0, 0.0, 1.0]));
        assert_eq!((two.ahead_of(&two), two.ahead_of(&three), three.ahead_of(&two)), (1.0, 1.0, 0.0));
        assert_eq!((two.ahead_although_behind(&two), two.ahead_although_behind(&three)), (0.0, 1.0));
        let either = Throws(vec![0.0, 0.25, 0.75]);
        assert_eq!(either.mean(), 1.75);
        assert_eq!(either.ahead_of(&either), 0.25 + 0.75 * 0.75);
        assert_eq!(Throws::none().ahead_of(&either), 1.0);
    }

    #[test]
    fn a_double_win_counts_twice() {
        let chances = Chances { win: 0.75, win_double: 0.25, lose_double: 0.125 };
        assert_eq!(chances.equity(), 0.5 * 1.0 + 0.25 * 2.0 - 0.125 * 1.0 - 0.125 * 2.0);
    }
}
