//! The value of a node: a score, and which halves of it are proven.

use std::ops::Neg;

use crate::{Proof, Score, Side};

/// The value of a node from the side to move's point of view, and which of the two things it says are *facts*: true of
/// the whole game, not only as far as the search looked.
///
/// Whether a search to a limited depth claims a value, a lower or an upper bound is told by the window that it was
/// asked in. A fact needs no window: no evaluation entered into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeValue {
    pub score: Score,
    /// It is a fact that the state is worth at least the score.
    pub low: bool,
    /// It is a fact that the state is worth at most the score.
    pub high: bool,
}

impl NodeValue {
    /// A value that is known.
    pub(super) const fn exact(score: Score) -> NodeValue {
        NodeValue { score, low: true, high: true }
    }

    /// A value that is a guess.
    pub(super) const fn guess(score: Score) -> NodeValue {
        NodeValue { score, low: false, high: false }
    }

    pub(super) fn is_exact(self) -> bool {
        self.low && self.high
    }

    /// The value for the other side, if `flip`.
    #[inline]
    pub(super) fn flipped_if(self, flip: bool) -> NodeValue {
        if flip { -self } else { self }
    }

    /// The proof of the score, where it is the value in its window.
    pub(super) fn proof(self) -> Proof {
        if self.is_exact() { Proof::Exact } else { Proof::Estimate }
    }
}

impl Neg for NodeValue {
    type Output = NodeValue;
    fn neg(self) -> NodeValue {
        NodeValue { score: -self.score, low: self.high, high: self.low }
    }
}

/// A score that is MAX's, as `side` sees it; and the other way round.
#[inline]
pub(super) fn for_side(score: Score, side: Side) -> Score {
    if side == Side::Max { score } else { -score }
}
