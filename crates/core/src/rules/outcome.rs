//! The outcome of a game: win, draw or loss.

use crate::Bounds;

/// The outcome of a game for the side that it is told to, from the worst to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// It wins.
    Win,
}

impl Outcome {
    /// The outcome of a score for the side that has it: more than the middle of what is possible is a win.
    #[must_use]
    pub fn of(score: f64, bounds: Bounds) -> Outcome {
        let other = bounds.flip(score);
        match score.total_cmp(&other) {
            std::cmp::Ordering::Greater => Outcome::Win,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Loss,
        }
    }

    /// The outcome as the other side sees it.
    #[must_use]
    pub const fn flipped(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }

    /// The word of the outcome, at every edge.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_is_read_against_the_bounds() {
        assert_eq!(Outcome::of(1.0, Bounds::WIN_DRAW_LOSS), Outcome::Win);
        assert_eq!(Outcome::of(0.0, Bounds::WIN_DRAW_LOSS), Outcome::Draw);
        assert_eq!(Outcome::of(0.0, Bounds::new(0, 1)), Outcome::Loss);
        assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
        assert_eq!(Outcome::Win.flipped().flipped(), Outcome::Win);
    }
}
