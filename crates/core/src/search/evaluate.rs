//! EVAL(s): a guess at the worth of a state whose game is not over.

use crate::{Game, Score};

/// An evaluation: an object of its own, so that a game may have several.
///
/// A closure will do: `|game: &Nim, heap: &u32| Score::new(…)`.
pub trait Evaluate<G: Game> {
    /// The estimated utility for MAX, in the game's own unit. [`Score::UNKNOWN`] stops the search with an error.
    fn evaluate(&self, game: &G, state: &G::State) -> Score;

    /// Whether there is anything to ask: if not, a search goes on to the end of every game.
    fn guesses(&self) -> bool {
        true
    }

    /// Whether it can evaluate such a state. Where it cannot (dice have been thrown and not been played), a search that
    /// has reached its depth looks a ply further.
    fn judges(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// Whether a game that is played out to learn what a state is worth need go no further than this one: of a match a
    /// table says what the next game is worth.
    fn settles(&self, _game: &G, _state: &G::State) -> bool {
        false
    }

    /// A remark about a state, in the words of those who play the game, when a search has found some of the actions to
    /// be worth so much for the side to move: that it is time to double, say.
    fn remark(&self, _game: &G, _state: &G::State, _worths: &[(G::Action, f64)]) -> Option<String> {
        None
    }

    /// Whether it knows the value of any state.
    fn knows(&self) -> bool {
        false
    }

    /// The value of a state for MAX itself, where it is known without a search, as by a table. A search that takes
    /// expectations looks no further than such a state, unless it is the root, and the value is no estimate.
    fn known(&self, _game: &G, _state: &G::State) -> Option<f64> {
        None
    }

    /// [`Evaluate::evaluate`] without rounding, where expectations are taken; NaN stops the search with an error.
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        self.evaluate(game, state).into()
    }
}

impl<G: Game, F: Fn(&G, &G::State) -> Score> Evaluate<G> for F {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        self(game, state)
    }
}

/// No evaluation: the search goes on to the end of every game, so that it is never asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToTheEnd;

impl<G: Game> Evaluate<G> for ToTheEnd {
    fn evaluate(&self, _: &G, _: &G::State) -> Score {
        Score::UNKNOWN
    }
    fn guesses(&self) -> bool {
        false
    }
}

/// The known values of an evaluation, and nothing that it guesses: the search goes on to the end of every game, or to
/// what is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownOnly<E>(pub E);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for KnownOnly<E> {
    fn evaluate(&self, _: &G, _: &G::State) -> Score {
        Score::UNKNOWN
    }
    fn guesses(&self) -> bool {
        false
    }
    fn judges(&self, _: &G, _: &G::State) -> bool {
        false
    }
    fn knows(&self) -> bool {
        self.0.knows()
    }
    fn known(&self, game: &G, state: &G::State) -> Option<f64> {
        self.0.known(game, state)
    }
}
