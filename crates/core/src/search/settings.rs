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
    pub(crate) fn cuts<V: PartialOrd>(self, value: V, limit: V) -> bool {
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
        match self {
            Order::LeftToRight => index as u32 + 2..=count as u32,
            Order::RightToLeft => 1..=(count - index) as u32 - 1,
        }
    }
}

/// What a search is told. The default is the book's: to the end of every game, left to right, cut at an
/// equal value.
#[derive(Clone, Debug, Default)]
pub struct Settings<E = ToTheEnd> {
    /// When a value cuts.
    pub cutoff: CutoffRule,
    /// In which order actions are visited.
    pub order: Order,
    /// Whether to find *all* actions that have the root's value. After alpha-beta each other candidate has only
    /// a bound, so this takes further searches; they are not in the statistics and not in the trace.
    pub all_best: bool,
    /// What the search may spend.
    pub limits: Limits,
    /// How far it looks; always together with an evaluation.
    pub(crate) depth: Option<Depth>,
    /// What it asks there.
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
    /// CUTOFF-TEST and EVAL: the same settings, but the search looks `depth` plies ahead, and asks the
    /// evaluation for the worth of what it finds there.
    #[must_use]
    pub fn to_depth<F>(self, depth: Depth, evaluation: F) -> Settings<F> {
        let Settings { cutoff, order, all_best, limits, .. } = self;
        Settings { cutoff, order, all_best, limits, depth: Some(depth), evaluation }
    }
}
