//! The settings of the textbook's searches.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::{BeforeRoot, Depth, Limits, NoOracle, ToTheEnd};

/// The cut-off rule: when a value that meets the limit of the window cuts. It changes what is visited, never the value.
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

/// The order in which the actions of a state are visited. They keep their numbers.
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

/// The settings of a search.
///
/// ```
/// # use counterplay_core::search::{CutoffRule, Order, Settings};
/// let book = Settings::new(); // to the end of every game, left to right, cut at an equal value
/// let other = Settings::new().order(Order::RightToLeft).cutoff(CutoffRule::Gt).all_best(true);
/// ```
#[derive(Debug)]
pub struct Settings<E = ToTheEnd, O: ?Sized = NoOracle> {
    pub(crate) cutoff: CutoffRule,
    pub(crate) order: Order,
    pub(crate) all_best: bool,
    pub(crate) limits: Limits,
    /// How far it looks; set together with an evaluation.
    pub(crate) depth: Option<Depth>,
    pub(crate) evaluation: E,
    /// The oracle, for searches that take expectations.
    pub(crate) oracle: Option<Arc<O>>,
    /// What happened before the root.
    pub(crate) before_root: BeforeRoot,
}

impl Settings {
    /// The book's settings.
    #[must_use]
    pub fn new() -> Settings {
        Settings {
            cutoff: CutoffRule::default(),
            order: Order::default(),
            all_best: false,
            limits: Limits::default(),
            depth: None,
            evaluation: ToTheEnd,
            oracle: None,
            before_root: BeforeRoot::default(),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::new()
    }
}

impl<E: Clone, O: ?Sized> Clone for Settings<E, O> {
    fn clone(&self) -> Self {
        let Settings { cutoff, order, all_best, depth, .. } = *self;
        let (limits, before_root) = (self.limits.clone(), self.before_root.clone());
        let (evaluation, oracle) = (self.evaluation.clone(), self.oracle.clone());
        Settings { cutoff, order, all_best, limits, depth, evaluation, oracle, before_root }
    }
}

impl<E, O: ?Sized> Settings<E, O> {
    /// Sets when a value cuts.
    #[must_use]
    pub fn cutoff(self, cutoff: CutoffRule) -> Self {
        Settings { cutoff, ..self }
    }

    /// Sets the order in which the actions of a state are visited.
    #[must_use]
    pub fn order(self, order: Order) -> Self {
        Settings { order, ..self }
    }

    /// Sets whether to find *all* actions that have the root's value. After alpha-beta each other candidate has only a
    /// bound, so this takes further searches; they are not in the statistics and not in the trace.
    #[must_use]
    pub fn all_best(self, all_best: bool) -> Self {
        Settings { all_best, ..self }
    }

    /// Sets what the search may spend.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Settings { limits, ..self }
    }

    /// What happened before the root, where the rules of the game look at the line of play.
    #[must_use]
    pub fn before_root(self, before_root: BeforeRoot) -> Self {
        Settings { before_root, ..self }
    }

    /// EVAL alone, for a search that finds out itself how far it can look.
    #[must_use]
    pub fn evaluation<F>(self, evaluation: F) -> Settings<F, O> {
        let Settings { cutoff, order, all_best, limits, depth, oracle, before_root, .. } = self;
        Settings { cutoff, order, all_best, limits, depth, evaluation, oracle, before_root }
    }

    /// Sets CUTOFF-TEST and EVAL: the search looks `depth` plies ahead, and asks the evaluation for the worth of what
    /// it finds there.
    #[must_use]
    pub fn to_depth<F>(self, depth: Depth, evaluation: F) -> Settings<F, O> {
        Settings { depth: Some(depth), ..self.evaluation(evaluation) }
    }

    /// Sets the oracle, for searches that take expectations: what it knows is a leaf.
    #[must_use]
    pub fn oracle<P: ?Sized>(self, oracle: Option<Arc<P>>) -> Settings<E, P> {
        let Settings { cutoff, order, all_best, limits, depth, evaluation, before_root, .. } = self;
        Settings { cutoff, order, all_best, limits, depth, evaluation, oracle, before_root }
    }
}
