//! An evaluation that was learned, or else the one of before.
//!
//! Training uses the same type as play, so that an engine is compiled once for both.

use crate::network::accumulators::Accumulators;
use crate::{Evaluate, Game, Remark, Score};

/// A learned evaluation, where there is one for the game with its options; the one of before elsewhere.
#[derive(Clone, Debug)]
pub struct LearnedOr<E, L> {
    /// The evaluation of before.
    pub before: E,
    /// What was learned, if anything was.
    pub learned: Option<L>,
}

/// What was learned says, if there is anything, or else the evaluation of before.
macro_rules! learned_or {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match &$self.learned {
            Some(learned) => learned.$method($($argument),*),
            None => $self.before.$method($($argument),*),
        }
    };
}

impl<G: Game, E: Evaluate<G>, L: Evaluate<G>> Evaluate<G> for LearnedOr<E, L> {
    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        learned_or!(self.evaluate(game, state))
    }
    #[inline]
    fn evaluate_incrementally(&self, game: &G, state: &G::State, ply: usize, accumulators: &mut Accumulators) -> Score {
        learned_or!(self.evaluate_incrementally(game, state, ply, accumulators))
    }
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        learned_or!(self.expectation(game, state))
    }
    fn applies_to(&self, game: &G, state: &G::State) -> bool {
        learned_or!(self.applies_to(game, state))
    }
    fn guesses(&self) -> bool {
        self.learned.is_some() || self.before.guesses()
    }
}

impl<G: Game, E: Remark<G>, L: Remark<G>> Remark<G> for LearnedOr<E, L> {
    fn remark(&self, game: &G, state: &G::State, worths: &[(G::Action, f64)]) -> Option<String> {
        learned_or!(self.remark(game, state, worths))
    }
}
