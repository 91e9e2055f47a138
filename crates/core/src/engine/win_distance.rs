//! The distance of a win in its score: a win of all there is counts a point less for each ply that it takes, so that a
//! selective search prefers the shorter way and a table entry tells how far it is.
//!
//! ```text
//!   high            the game is over, and won, at the root
//!   high - n        won in n plies from the root                         n < span / 2
//!   high - span / 2 - n     known to be won after n plies, not how soon (tables)
//!   low ...         the same for a loss
//! ```
//!
//! In the table a distance counts from the entry's own state.

use super::node_value::NodeValue;
use crate::{Bounds, Score};

/// The scores that tell how far a win or a loss is away.
#[derive(Clone, Copy)]
pub(super) struct WinDistance {
    high: i32,
    low: i32,
    span: i32,
}

impl WinDistance {
    /// The distances of a game that leaves so many points below a win for them.
    pub(super) fn new(bounds: Bounds, span: i32) -> WinDistance {
        WinDistance { high: bounds.high.get(), low: bounds.low.get(), span }
    }

    /// Whether a score is a win with its distance.
    #[inline]
    pub(super) fn is_win(self, score: Score) -> bool {
        score.get() > self.high - self.span
    }

    /// Whether a score is a loss with its distance.
    #[inline]
    pub(super) fn is_loss(self, score: Score) -> bool {
        score.get() < self.low + self.span
    }

    /// A score so many points nearer to the middle, if it is a win or a loss.
    #[inline]
    fn farther(self, score: Score, plies: i32) -> Score {
        if self.is_win(score) {
            Score::new(score.get() - plies)
        } else if self.is_loss(score) {
            Score::new(score.get() + plies)
        } else {
            score
        }
    }

    /// The value of a finished game at a ply.
    #[inline]
    pub(super) fn at_end(self, found: NodeValue, ply: u32) -> NodeValue {
        NodeValue { score: self.farther(found.score, ply as i32), ..found }
    }

    /// A value known at a ply without a distance.
    #[inline]
    pub(super) fn known(self, found: NodeValue, ply: u32) -> NodeValue {
        NodeValue { score: self.farther(found.score, self.span / 2 + ply as i32), ..found }
    }

    /// A score as the table of a state at this ply keeps it.
    #[inline]
    pub(super) fn stored(self, score: Score, ply: u32) -> Score {
        if score.is_finite() { self.farther(score, -(ply as i32)) } else { score }
    }

    /// A score of the table, at a state at this ply.
    #[inline]
    pub(super) fn restored(self, score: Score, ply: u32) -> Score {
        if score.is_finite() { self.farther(score, ply as i32) } else { score }
    }

    /// A score that is a guess: less than any win with its distance.
    #[inline]
    pub(super) fn short_of_win(self, score: Score) -> Score {
        Score::new(score.get().clamp(self.low + self.span + 1, self.high - self.span - 1))
    }

    /// The narrowest window that any win or loss below a ply can fall into.
    #[inline]
    pub(super) fn window(self, alpha: Score, beta: Score, ply: u32) -> (Score, Score) {
        let ply = ply as i32;
        (alpha.max(Score::new(self.low + ply)), beta.min(Score::new(self.high - ply - 1)))
    }

    /// The value without the distance: a win that is proven is exact, for nobody can have more.
    pub(super) fn without(self, found: NodeValue) -> NodeValue {
        if !found.score.is_finite() {
            found
        } else if self.is_win(found.score) {
            NodeValue { score: Score::new(self.high), low: found.low, high: found.low }
        } else if self.is_loss(found.score) {
            NodeValue { score: Score::new(self.low), low: found.high, high: found.high }
        } else {
            found
        }
    }

    /// After how many plies from the root a win or a loss comes, if the score tells.
    pub(super) fn plies(self, score: Score) -> Option<u32> {
        let score = score.get();
        let plies = (self.high.saturating_sub(score)).min(score.saturating_sub(self.low));
        (plies < self.span / 2).then_some(plies as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS_LIKE: WinDistance = WinDistance { high: 30_000, low: -30_000, span: 2_000 };

    #[test]
    fn a_distance_counts_from_the_root_in_the_search_and_from_the_state_in_the_table() {
        let mated = CHESS_LIKE.at_end(NodeValue::exact(Score::new(30_000)), 7);
        assert_eq!(mated.score, Score::new(29_993));
        assert_eq!(CHESS_LIKE.plies(mated.score), Some(7));
        let kept = CHESS_LIKE.stored(mated.score, 4);
        assert_eq!(kept, Score::new(29_997));
        // The state comes again at ply 10.
        assert_eq!(CHESS_LIKE.plies(CHESS_LIKE.restored(kept, 10)), Some(13));
        assert_eq!(CHESS_LIKE.restored(Score::INFINITY, 10), Score::INFINITY);
        assert_eq!(CHESS_LIKE.plies(Score::new(-29_990)), Some(10));
    }

    #[test]
    fn a_win_that_is_proven_is_exact_and_a_guess_stays_one() {
        let win = NodeValue { score: Score::new(29_993), low: true, high: false };
        assert_eq!(CHESS_LIKE.without(win), NodeValue::exact(Score::new(30_000)));
        let loss = NodeValue { score: Score::new(-29_993), low: true, high: false };
        assert_eq!(CHESS_LIKE.without(loss), NodeValue::guess(Score::new(-30_000)));
        let known = CHESS_LIKE.known(NodeValue::exact(Score::new(-30_000)), 3);
        assert_eq!((CHESS_LIKE.without(known).score, CHESS_LIKE.plies(known.score)), (Score::new(-30_000), None));
        let plain = NodeValue::guess(Score::new(120));
        assert_eq!((CHESS_LIKE.without(plain), CHESS_LIKE.plies(plain.score)), (plain, None));
    }
}
