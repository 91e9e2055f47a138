//! EVAL(s): a guess at the worth of a state whose game is not over.

use crate::network::accumulators::Accumulators;
use crate::{Game, Score};

/// An evaluation: an object of its own, so that a game may have several.
///
/// A closure will do: `|game: &Nim, heap: &u32| Score::new(…)`. It is a guess: what is known for certain is told by the
/// game's [`Knowledge`](crate::Knowledge) or by an [`Oracle`](crate::Oracle).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no evaluation of the states of `{G}`",
    note = "a closure with its types written out is one: `|game: &{G}, state: &State| Score::new(…)`; or add `impl \
            Evaluate<{G}> for {Self}` with its `evaluate`"
)]
pub trait Evaluate<G: Game> {
    /// The estimated utility for MAX, in the game's own unit. [`Score::UNKNOWN`] stops the search with an error.
    fn evaluate(&self, game: &G, state: &G::State) -> Score;

    /// [`Evaluate::evaluate`] so many plies from the root of a search, with what the evaluation has kept of the states
    /// that were evaluated before: an evaluation that follows what an action changes needs no more than that.
    #[inline]
    fn evaluate_incrementally(
        &self,
        game: &G,
        state: &G::State,
        _ply: usize,
        _accumulators: &mut Accumulators,
    ) -> Score {
        self.evaluate(game, state)
    }

    /// [`Evaluate::evaluate`] without rounding, where expectations are taken; NaN stops the search with an error.
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        self.evaluate(game, state).into()
    }

    /// Whether it can evaluate such a state. Where it cannot (dice have been thrown and not been played), a search that
    /// has reached its depth looks a ply further.
    fn applies_to(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// Whether there is anything to ask: if not, a search goes on to the end of every game.
    fn guesses(&self) -> bool {
        true
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

/// Remarks about a state in the words of those who play the game: that it is time to double, say.
#[diagnostic::on_unimplemented(
    message = "the evaluation `{Self}` makes no remarks about `{G}`",
    note = "`.remarked()` needs them: add `impl Remark<{G}> for {Self}` with its `remark`, and say `.remarked()` \
            after `.evaluation(…)`"
)]
pub trait Remark<G: Game> {
    /// A remark about a state, when a search has found some of the actions to be worth so much for the side to move.
    fn remark(&self, game: &G, state: &G::State, worths: &[(G::Action, f64)]) -> Option<String>;
}
