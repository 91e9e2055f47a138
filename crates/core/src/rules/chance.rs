//! Chance: its outcomes, and their probabilities.

use crate::{Game, Random};

/// A game in which dice, cards or a bag decide something.
pub trait Chance: Game {
    /// Pushes each outcome with its probability. Asked at chance's turn only; the probabilities sum to 1.
    ///
    /// Where the outcomes are too many to list (the deal of a bridge hand), call [`Outcomes::too_many`]
    /// instead, and write [`Chance::draw`].
    fn outcomes(&self, state: &Self::State, out: &mut Outcomes<Self::Action>);

    /// Draws one outcome, by its probability. `None` only where nothing can be drawn: then the game breaks
    /// its contract.
    fn draw(&self, state: &Self::State, random: &mut dyn Random) -> Option<Self::Action> {
        let mut outcomes = Outcomes::new();
        self.outcomes(state, &mut outcomes);
        let mut left = random.unit();
        for &(action, probability) in outcomes.as_slice() {
            left -= probability;
            if left < 0.0 {
                return Some(action);
            }
        }
        // Rounding may leave a hair: it belongs to the last outcome.
        outcomes.as_slice().last().map(|&(action, _)| action)
    }

    /// Whether a rollout ends in a state, since the evaluation says as much of it as games played from there would: at
    /// the start of a further game of a match, say.
    fn ends_rollout(&self, _state: &Self::State) -> bool {
        false
    }
}

impl<G: Chance> Chance for &G {
    fn outcomes(&self, state: &Self::State, out: &mut Outcomes<Self::Action>) {
        (**self).outcomes(state, out);
    }
    fn draw(&self, state: &Self::State, random: &mut dyn Random) -> Option<Self::Action> {
        (**self).draw(state, random)
    }
    fn ends_rollout(&self, state: &Self::State) -> bool {
        (**self).ends_rollout(state)
    }
}

/// The buffer that a game pushes the outcomes of chance into.
#[derive(Clone, Debug)]
pub struct Outcomes<A> {
    list: Vec<(A, f64)>,
    too_many: bool,
}

impl<A: Copy> Outcomes<A> {
    /// How far from 1 the probabilities of a chance node may sum up, for the sake of rounding.
    pub const TOLERANCE: f64 = 1e-9;

    /// An empty buffer.
    #[must_use]
    pub const fn new() -> Self {
        Outcomes { list: Vec::new(), too_many: false }
    }

    /// Takes all outcomes out, so that those of another state can follow.
    pub fn clear(&mut self) {
        self.list.clear();
        self.too_many = false;
    }

    /// Adds an outcome.
    #[inline]
    pub fn push(&mut self, action: A, probability: f64) {
        self.list.push((action, probability));
    }

    /// Says that there are more outcomes than a list should hold.
    pub fn too_many(&mut self) {
        self.too_many = true;
    }

    /// Whether the game said so.
    #[must_use]
    pub fn are_too_many(&self) -> bool {
        self.too_many
    }

    /// The outcomes and their probabilities.
    #[must_use]
    pub fn as_slice(&self) -> &[(A, f64)] {
        &self.list
    }

    /// The sum of the probabilities, if it is 1 within [`Outcomes::TOLERANCE`] and none is negative or not a
    /// number.
    ///
    /// # Errors
    /// The sum that is not 1; NaN where a single probability is not one.
    pub fn check(&self) -> Result<(), f64> {
        let sound = |p: f64| (0.0..=1.0 + Self::TOLERANCE).contains(&p);
        let sum: f64 = self.list.iter().map(|&(_, p)| if sound(p) { p } else { f64::NAN }).sum();
        if (sum - 1.0).abs() <= Self::TOLERANCE { Ok(()) } else { Err(sum) }
    }
}

impl<A: Copy> Default for Outcomes<A> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_must_be_probabilities_and_sum_to_one() {
        let check = |list: &[f64]| {
            let mut outcomes = Outcomes::new();
            for &p in list {
                outcomes.push((), p);
            }
            outcomes.check()
        };
        assert_eq!(check(&[1.0 / 3.0; 3]), Ok(()));
        assert_eq!(check(&[0.5, 0.49]), Err(0.99));
        assert_eq!(check(&[]), Err(0.0));
        assert!(check(&[1.5, -0.5]).unwrap_err().is_nan());
        assert!(check(&[f64::NAN, 1.0]).unwrap_err().is_nan());
    }
}
