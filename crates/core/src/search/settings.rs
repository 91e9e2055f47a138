//! What the textbook's searches can be told.

use std::ops::RangeInclusive;

use crate::{Depth, Limits, ToTheEnd};

/// When a value that meets the limit of the window cuts. It changes what is visited, never the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CutoffRule {
    /// An equal value cuts: MAX stops at `v >= beta`, MIN at `v <= alpha`. The textbook's rule.
    #[default]
    Ge,
    /// Only a better value cuts: MAX stops at `v > beta`, MIN at `v < alpha`.
    Gt,
}

impl CutoffRule {
    /// Whether `value` is so high that it cuts at `limit`, seen from the side that wants it high.
    pub(crate) fn cuts<V: PartialOrd + Copy>(self, value: V, limit: V) -> bool {
        match self {
            CutoffRule::Ge => value >= limit,
            CutoffRule::Gt => value > limit,
        }
    }
}

/// In which order the actions of a state are visited. They keep their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As the game lists them.
    #[default]
    LeftToRight,
    /// The last one first.
    RightToLeft,
}

impl Order {
    /// The number, from 1, of the action visited as the `index`-th of `count`.
    pub(crate) fn number(self, index: usize, count: usize) -> u32 {
        match self {
            Order::LeftToRight => index as u32 + 1,
            Order::RightToLeft => (count - index) as u32,
        }
    }

    /// The numbers of the actions that would be visited after the `index`-th of `count`.
    pub(crate) fn numbers_after(self, index: usize, count: usize) -> RangeInclusive<u32> {
        self.numbers_from(index + 1, count)
    }

    /// The numbers of the actions that would be visited from the `index`-th of `count` on.
    pub(crate) fn numbers_from(self, index: usize, count: usize) -> RangeInclusive<u32> {
        match self {
            Order::LeftToRight => index as u32 + 1..=count as u32,
            Order::RightToLeft => 1..=(count - index) as u32,
        }
    }
}

/// What a search is told.
///
/// ```
/// # use counterplay_core::search::{CutoffRule, Order, Settings};
/// let book = Settings::new(); // to the end of every game, left to right, cut at an equal value
/// let other = Settings::new().order(Order::RightToLeft).cutoff(CutoffRule::Gt).all_best(true);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Settings<E = ToTheEnd> {
    pub(crate) cutoff: CutoffRule,
    pub(crate) order: Order,
    pub(crate) all_best: bool,
    pub(crate) limits: Limits,
    /// How far it looks; set together with an evaluation.
    pub(crate) depth: Option<Depth>,
    pub(crate) evaluation: E,
}

impl Settings {
    /// The book's settings.
    #[must_use]
    pub fn new() -> Settings {
        Settings::default()
    }
}

impl<E> Settings<E> {
    /// When a value cuts.
    #[must_use]
    pub fn cutoff(self, cutoff: CutoffRule) -> Self {
        Settings { cutoff, ..self }
    }

    /// In which order the actions of a state are visited.
    #[must_use]
    pub fn order(self, order: Order) -> Self {
        Settings { order, ..self }
    }

    /// Whether to find *all* actions that have the root's value. After alpha-beta each other candidate has only a bound,
    /// so this takes further searches; they are not in the statistics and not in the trace.
    #[must_use]
    pub fn all_best(self, all_best: bool) -> Self {
        Settings { all_best, ..self }
    }

    /// What the search may spend.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Settings { limits, ..self }
    }

    /// EVAL alone, for a search that finds out itself how far it can look.
    #[must_use]
    pub fn evaluation<F>(self, evaluation: F) -> Settings<F> {
        let Settings { cutoff, order, all_best, limits, depth, .. } = self;
        Settings { cutoff, order, all_best, limits, depth, evaluation }
    }

    /// CUTOFF-TEST and EVAL: the search looks `depth` plies ahead, and asks the evaluation for the worth of what it finds
    /// there.
    #[must_use]
    pub fn to_depth<F>(self, depth: Depth, evaluation: F) -> Settings<F> {
        let Settings { cutoff, order, all_best, limits, .. } = self;
        Settings { cutoff, order, all_best, limits, depth: Some(depth), evaluation }
    }
}
