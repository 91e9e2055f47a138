//! An evaluation for pig.

use counterplay_core::{Evaluate, Score, Seat};

use super::{Pig, State};

/// The chance to win, guessed from the lead alone.
///
/// The lead is the difference of the scores, with the turn total counted for whoever rolls it, in parts of the goal; a
/// logistic curve makes a chance of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead;

impl Lead {
    /// How steep the curve is: fitted to the true values of all 960,894 decisions in the game to 100, which it misses
    /// by 0.061 in the root mean square.
    const STEEPNESS: f64 = 4.3;
}

impl Evaluate<Pig> for Lead {
    /// The winner that the lead promises: 1 or 0.
    fn evaluate(&self, game: &Pig, state: &State) -> Score {
        Score::rounded(self.expectation(game, state))
    }

    fn expectation(&self, game: &Pig, state: &State) -> f64 {
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let at_stake = if state.seat() == seat { state.turn_total() } else { 0 };
            f64::from(state.score(seat) + at_stake)
        });
        let lead = (first - second) / f64::from(game.goal());
        1.0 / (1.0 + (-Self::STEEPNESS * lead).exp())
    }
}
