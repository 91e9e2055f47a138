//! Points of a game: the mean with its standard error.
//!
//! Where more can be won than the game, as with gammons, who wins more games need not be the better player. The two
//! games of a pair have the same dice. So the pair is the unit, as for the difference in Elo.

use counterplay_api::AnyPosition;
use counterplay_core::Seat;

/// Points that the pairs of a match brought the first player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Points {
    pairs: u64,
    mean: f64,
    /// Sum of the squared distances from the mean.
    squares: f64,
}

impl Points {
    /// Whether a game can bring other points than those of a win, a draw or a loss.
    #[must_use]
    pub fn tell_more(position: &dyn AnyPosition) -> bool {
        let (low, high) = position.bounds(Seat::FIRST);
        high - low > 2.0 && position.review_scale().margin_counts()
    }

    /// Adds a pair, by the points of its two games. Welford's recurrence loses nothing to rounding.
    pub fn add(&mut self, games: [f64; 2]) {
        let pair = f64::midpoint(games[0], games[1]);
        self.pairs += 1;
        let before = pair - self.mean;
        self.mean += before / self.pairs as f64;
        self.squares += before * (pair - self.mean);
    }

    /// Number of pairs.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Mean points of a game. `None` where there is no pair.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.pairs > 0).then_some(self.mean)
    }

    /// Standard error of the mean. `None` where there are not two pairs to compare.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let pairs = self.pairs as f64;
        (self.pairs > 1).then(|| (self.squares / (pairs - 1.0) / pairs).sqrt())
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    /// The expected numbers are from the definitions: the pairs bring 1, 0, -2 and 1½.
    #[test]
    fn the_error_is_measured_between_pairs() {
        let mut points = Points::default();
        assert_eq!((points.mean(), points.error()), (None, None));
        points.add([1.0, 1.0]);
        assert_eq!((points.mean(), points.error()), (Some(1.0), None));
        for pair in [[2.0, -2.0], [-3.0, -1.0], [2.0, 1.0]] {
            points.add(pair);
        }
        assert_eq!(points.pairs(), 4);
        assert!((points.mean().unwrap() - 0.125).abs() < 1e-12);
        let squares = 0.875f64.powi(2) + 0.125f64.powi(2) + 2.125f64.powi(2) + 1.375f64.powi(2);
        assert!((points.error().unwrap() - (squares / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn points_say_more_than_wins_where_there_are_several() {
        let more =
            |name: &str| Points::tell_more(counterplay_standard::catalog().game(name, &[]).unwrap().start().as_ref());
        assert!(more("othello") && more("leduc"));
        assert!(!more("tictactoe") && !more("pig") && !more("chess"));
    }
}
