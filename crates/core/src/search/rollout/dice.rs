//! The dice of a rollout: what chance does in a game, drawn by a seed of its own, and spread evenly over the first
//! turns.
//!
//! In backgammon one rolls out 1296 games so that each pair of first throws comes up once. The same can be had for any
//! game and any number of games. A game has a *place* between 0 and 1, and the outcomes of the first turn of chance
//! share this line among themselves by their probabilities: where the place lies, that is the outcome. Its part of the
//! line, stretched to the whole, decides the next turn in the same way, and so on. If the places of N games lie evenly,
//! one in each N-th of the line, then the first turn has each outcome as often as its probability says, the second turn
//! has so after each outcome of the first, and so on as long as more than one game falls into a part. From there on
//! each game has random numbers of its own.
//!
//! Each game alone is drawn by the right probabilities, so that the mean is not biased.

use crate::{Key, Random, Seeded};

/// The dice of one game.
pub(super) struct Dice {
    random: Seeded,
    /// Where in what is left of the line the game lies.
    place: f64,
    /// How much of the line is left.
    share: f64,
    /// The part of the line that is the game's alone.
    own: f64,
}

impl Dice {
    /// The dice of the game with this number, of so many.
    pub(super) fn new(seed: u64, number: u64, games: u64) -> Dice {
        let mut random = Seeded::new(Key::of(&(seed, number)).0);
        let own = 1.0 / games as f64;
        let place = (stratum(seed, number, games) as f64 + random.unit()) * own;
        Dice { random, place, share: 1.0, own }
    }

    /// The place of what is drawn among things with these probabilities.
    pub(super) fn draw(&mut self, probabilities: impl Iterator<Item = f64> + Clone) -> usize {
        let is_spread = self.share > self.own * (1.0 + 1e-9);
        let place = if is_spread { self.place } else { self.random.unit() };
        let mut left = place;
        let mut last = 0;
        for (at, probability) in probabilities.enumerate().filter(|&(_, probability)| probability > 0.0) {
            if left < probability {
                if is_spread {
                    (self.place, self.share) = (left / probability, self.share * probability);
                }
                return at;
            }
            (left, last) = (left - probability, at);
        }
        // Rounding may leave a hair: it belongs to the last one, and says nothing about what comes then.
        self.share = 0.0;
        last
    }

    /// A generator for what cannot be listed.
    pub(super) fn random(&mut self) -> &mut Seeded {
        self.share = 0.0;
        &mut self.random
    }
}

/// Which part of the line is the game's. The parts are taken in steps of the golden section, so that the first games of
/// a rollout that is stopped lie evenly too.
fn stratum(seed: u64, number: u64, games: u64) -> u64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let step = ((games as f64 * GOLDEN) as u64..).find(|&step| step > 0 && divisor(step, games) == 1).unwrap_or(1);
    let first = Key::of(&(seed, "strata")).0 % games;
    ((u128::from(number) * u128::from(step) + u128::from(first)) % u128::from(games)) as u64
}

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIE: [f64; 6] = [1.0 / 6.0; 6];

    #[test]
    fn each_part_of_the_line_is_one_games() {
        for games in [1, 2, 7, 36, 100, 1296] {
            let mut taken: Vec<u64> = (0..games).map(|number| stratum(7, number, games)).collect();
            taken.sort_unstable();
            assert_eq!(taken, (0..games).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_turns_come_as_often_as_they_should() {
        let mut pairs = [[0; 6]; 6];
        let mut thirds = [0; 6];
        for number in 0..72 {
            let mut dice = Dice::new(3, number, 72);
            let [first, second, third] = [(); 3].map(|()| dice.draw(DIE.into_iter()));
            pairs[first][second] += 1;
            thirds[third] += 1;
        }
        assert_eq!(pairs, [[2; 6]; 6]);
        // The third turn is left to the random numbers, but for which half of the line it is.
        assert!(thirds.iter().all(|&often| (4..=22).contains(&often)), "{thirds:?}");
        // A rollout that is stopped after a sixth has seen each first throw about as often.
        let mut early = [0; 6];
        (0..12).for_each(|number| early[Dice::new(3, number, 72).draw(DIE.into_iter())] += 1);
        assert!(early.iter().all(|&often| (1..=3).contains(&often)), "{early:?}");
    }

    #[test]
    fn what_cannot_happen_does_not() {
        for number in 0..1000 {
            let mut dice = Dice::new(1, number, 10);
            assert_eq!([(); 9].map(|()| dice.draw([0.0, 0.5, 0.0, 0.5, 0.0].into_iter()) % 2), [1; 9]);
        }
    }
}
