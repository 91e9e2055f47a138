//! What a network sees of pig, from the viewpoint of whoever is to roll or to hold.

use counterplay_core::network::NetworkInputs;
use counterplay_core::{Features, Game, Side};

use super::{Pig, State};

/// What the network sees: how far each player is from the goal, and what the turn would bring, each in steps of a tenth
/// of the goal and as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inputs;

/// How many steps a number is seen in.
const STEPS: u32 = 10;
/// Counts are in parts of this.
const UNIT: u32 = 1000;

impl Features<Pig> for Inputs {
    fn count(&self, _: &Pig) -> usize {
        4 * (STEPS as usize + 1)
    }

    /// Own points, the other's, the turn total, and what one would have by holding.
    fn each(&self, game: &Pig, state: &State, mut see: impl FnMut(u32, i32)) {
        let (own, other) = (state.score(state.seat), state.score(state.seat.other()));
        let held = own + state.turn_total;
        for (from, points) in (0..).step_by(STEPS as usize + 1).zip([own, other, state.turn_total, held]) {
            let share = (u64::from(points) * u64::from(UNIT * STEPS) / u64::from(game.goal)) as u32;
            see(from, (share / STEPS) as i32);
            // Each step is filled before the next one begins, so that the network has a bend wherever it may need one.
            for step in 0..STEPS {
                match share.saturating_sub(step * UNIT).min(UNIT) {
                    0 => break,
                    part => see(from + 1 + step, part as i32),
                }
            }
        }
    }
}

impl NetworkInputs<Pig> for Inputs {
    fn hidden(&self) -> usize {
        32
    }

    /// Who always holds never learns what rolling is worth.
    fn curiosity(&self) -> f64 {
        0.1
    }

    fn unit(&self) -> u32 {
        UNIT
    }

    fn ends(&self, _: &Pig) -> Vec<i32> {
        vec![0, 1]
    }

    fn viewpoint(&self, game: &Pig, state: &State) -> Side {
        game.side(state.seat)
    }

    fn applies_to(&self, _: &Pig, state: &State) -> bool {
        !state.rolling
    }
}
