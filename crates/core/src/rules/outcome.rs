//! The outcome of a game: win, draw or loss.

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
    fn a_win_is_the_best_and_the_other_side_s_loss() {
        assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
        assert_eq!(Outcome::Win.flipped().flipped(), Outcome::Win);
    }
}
