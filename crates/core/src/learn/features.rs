//! Features, which a linear evaluation counts, and the evaluation that is made of them.
//!
//! A game says what can be counted in a state: patterns of cells, pieces on squares, moves. Each thing that is counted
//! has a *weight*, and what a state is worth is the sum of the weights of what is there. The weights are learned from
//! self-play, and kept in a [file](crate::weights).

use std::sync::Arc;

use crate::weights::{Weights, WeightsError};
use crate::{Actions, Bounds, ChanceNodes, ConstantSum, Evaluate, Game, Key, Outcomes, Random, Role, Score, Seeded};

/// The features that a linear evaluation counts in the states of a game.
///
/// A game may be cut into *stages*, by the stones on the board, say, each with weights of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what to count in the states of `{G}`",
    note = "`.learned(…)` needs that: add `impl Features<{G}> for {Self}` with its `count` and `each`"
)]
pub trait Features<G: Game> {
    /// How many stages there are.
    fn stages(&self, _game: &G) -> usize {
        1
    }

    /// The stage that a state belongs to, counted from 0.
    fn stage(&self, _game: &G, _state: &G::State) -> usize {
        0
    }

    /// How many weights there are in each stage.
    fn count(&self, game: &G) -> usize;

    /// Tells each weight that counts in a state, and how many times, as the side to move sees it. It is asked at every
    /// leaf of a search.
    fn each(&self, game: &G, state: &G::State, see: impl FnMut(u32, i32));

    /// For each weight the least of those that must be equal to it, because one state is the mirror image of another:
    /// itself if there are none. Only that one is learned and kept.
    fn ties(&self, game: &G) -> Vec<u32> {
        (0..self.count(game) as u32).collect()
    }
}

/// An evaluation that was learned: features and their weights.
#[derive(Clone, Debug)]
pub struct Learned<F> {
    features: F,
    /// The weights of each stage, one stage after the other.
    weights: Arc<[i16]>,
    /// How many weights a stage has.
    count: usize,
    /// How many parts make one unit of utility.
    parts: i32,
    bounds: Bounds,
    both: ConstantSum,
}

impl<F> Learned<F> {
    /// The evaluation with weights from a file.
    ///
    /// # Errors
    /// If they were not learned for this game, its options and these features.
    pub fn new<G: ChanceNodes>(game: &G, name: &str, features: F, weights: &Weights) -> Result<Self, WeightsError>
    where
        F: Features<G>,
    {
        if weights.game != name {
            return Err(WeightsError::OtherGame { found: weights.game.clone(), expected: name.to_owned() });
        }
        let ties = Ties::new(game, &features);
        let stages = features.stages(game);
        if weights.fingerprint != fingerprint(game, &features) || weights.values.len() != stages * ties.free {
            return Err(WeightsError::OtherFeatures);
        }
        Ok(Learned::with(game, features, &ties, &weights.values, weights.parts))
    }

    /// The evaluation with these weights: the [free](Ties) ones of each stage, so many parts to the unit of utility.
    #[must_use]
    pub fn with<G: Game>(game: &G, features: F, ties: &Ties, free: &[i16], parts: u32) -> Self
    where
        F: Features<G>,
    {
        let mut weights = Vec::with_capacity(features.stages(game) * ties.places.len());
        for stage in free.chunks(ties.free.max(1)) {
            weights.extend(ties.places.iter().map(|&place| stage[place as usize]));
        }
        let parts = i32::try_from(parts).unwrap_or(i32::MAX);
        Learned {
            count: features.count(game),
            features,
            weights: weights.into(),
            parts,
            bounds: game.bounds(),
            both: game.sum(),
        }
    }

    /// The worth of a state to the side to move above a draw, in parts of a unit: finer than a score.
    #[inline]
    pub fn sum<G: Game>(&self, game: &G, state: &G::State) -> i32
    where
        F: Features<G>,
    {
        let from = self.features.stage(game, state) * self.count;
        let weights = &self.weights[from..from + self.count];
        let mut sum = 0;
        self.features.each(game, state, |weight, times| sum += i32::from(weights[weight as usize]) * times);
        sum
    }
}

impl<F> Learned<F> {
    /// The score of a sum for MAX: rounded, and less than any game can be won by.
    #[inline]
    pub(crate) fn score<G: Game>(&self, game: &G, state: &G::State, sum: i32) -> Score {
        let [low, high] = [self.bounds.low, self.bounds.high].map(|bound| i64::from(bound.get()));
        let (parts, both) = (i64::from(self.parts), self.both.get());
        // Twice the sum, for a draw may be worth a half.
        let own = (both * parts + 2 * i64::from(sum) + parts).div_euclid(2 * parts);
        let value = if game.role(state) == Role::Min { both - own } else { own };
        Score::new(value.clamp((low + 1).min(high), (high - 1).max(low)) as i32)
    }

    /// The value of a sum for MAX, without rounding.
    pub(crate) fn value<G: Game>(&self, game: &G, state: &G::State, sum: i32) -> f64 {
        let (low, high) = (f64::from(self.bounds.low), f64::from(self.bounds.high));
        let own = self.both.half() + f64::from(sum) / f64::from(self.parts);
        (if game.role(state) == Role::Min { self.both.flip(own) } else { own }).clamp(low, high)
    }
}

impl<G: Game, F: Features<G>> Evaluate<G> for Learned<F> {
    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        self.score(game, state, self.sum(game, state))
    }

    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        self.value(game, state, self.sum(game, state))
    }
}

/// The ties of weights: which of a stage are free, and which are tied to one of those.
#[derive(Clone, Debug)]
pub struct Ties {
    /// For each weight the place of the one that stands for it, among the free ones.
    pub places: Vec<u32>,
    /// How many are free.
    pub free: usize,
}

impl Ties {
    /// The ties of a game's features.
    #[must_use]
    pub fn new<G: Game>(game: &G, features: &impl Features<G>) -> Ties {
        let tied = features.ties(game);
        let mut places = Vec::with_capacity(tied.len());
        let mut free = 0;
        for (weight, tied) in (0..).zip(tied) {
            debug_assert!(tied <= weight, "weight {weight} is tied to {tied}, and the least stands for all");
            places.push(if tied == weight { free } else { places[tied as usize] });
            free += u32::from(tied == weight);
        }
        Ties { places, free: free as usize }
    }
}

/// The fingerprint of features: a number that changes when the features, the rules or their options do: what the
/// features see along a few games that are played at random, and how those end.
pub fn fingerprint<G: ChanceNodes>(game: &G, features: &impl Features<G>) -> u64 {
    fingerprint_with(game, features, |_, _| {})
}

/// The fingerprint of features and of what else is `seen` in the states of those games.
pub(crate) fn fingerprint_with<G: ChanceNodes>(
    game: &G,
    features: &impl Features<G>,
    mut seen: impl FnMut(&G::State, &mut dyn FnMut(i64)),
) -> u64 {
    const GAMES: u64 = 16;
    const PLIES: u32 = 200;
    let Bounds { low, high } = game.bounds();
    let mut key = 0;
    let mut take = |number: i64| key = Key::mix(key ^ number as u64).0;
    take(features.stages(game) as i64);
    take(features.count(game) as i64);
    take(low.get().into());
    take(high.get().into());
    for seed in 0..GAMES {
        let (mut state, mut random) = (game.initial(), Seeded::new(seed));
        for _ in 0..PLIES {
            if game.is_terminal(&state) {
                take(game.utility(&state).get().into());
                break;
            }
            take(features.stage(game, &state) as i64);
            features.each(game, &state, |weight, times| {
                take(weight.into());
                take(times.into());
            });
            seen(&state, &mut take);
            let Some(action) = any_action(game, &state, &mut random) else { break };
            game.apply(&mut state, action);
        }
    }
    key
}

/// An action or outcome at random; nothing where there is none.
fn any_action<G: ChanceNodes>(game: &G, state: &G::State, random: &mut Seeded) -> Option<G::Action> {
    if game.role(state) == Role::Chance {
        let mut outcomes = Outcomes::new();
        game.chance_outcomes(state, &mut outcomes);
        let place = random.index(outcomes.as_slice().len())?;
        return Some(outcomes.as_slice()[place].0);
    }
    let mut actions = Actions::new();
    game.actions(state, &mut actions);
    random.index(actions.as_slice().len()).map(|place| actions.as_slice()[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seat, Turn, Without};

    /// Each side in turn takes one or two of ten matches; whoever took more wins by the difference and a bonus.
    struct Take {
        bonus: i32,
    }

    /// What both have taken, and who is to move.
    type Taken = ([u32; 2], Seat);

    impl Game for Take {
        type State = Taken;
        type Action = u32;
        type Luck = Without;
        type Secrets = Without;
        fn initial(&self) -> Taken {
            ([0, 0], Seat::FIRST)
        }
        fn turn(&self, &(_, seat): &Taken) -> Turn {
            Turn::Seat(seat)
        }
        fn actions(&self, &([a, b], _): &Taken, out: &mut Actions<u32>) {
            out.extend(1..=(10 - a - b).min(2));
        }
        fn apply(&self, (taken, seat): &mut Taken, action: u32) {
            taken[usize::from(seat.0)] += action;
            *seat = seat.other();
        }
        fn is_terminal(&self, &([a, b], _): &Taken) -> bool {
            a + b == 10
        }
        fn utility(&self, &([a, b], _): &Taken) -> Score {
            let difference = a as i32 - b as i32;
            Score::new(difference + self.bonus * difference.signum())
        }
        fn bounds(&self) -> Bounds {
            Bounds::new(-10, 10)
        }
    }

    /// Counts what both sides have taken: as it is, and once more by the parity of it. The parities of both sides are
    /// tied.
    #[derive(Clone, Debug)]
    struct Counts;

    impl Features<Take> for Counts {
        fn count(&self, _: &Take) -> usize {
            6
        }
        fn each(&self, _: &Take, &(taken, seat): &Taken, mut see: impl FnMut(u32, i32)) {
            let own = usize::from(seat.0);
            for (half, count) in [taken[own], taken[1 - own]].into_iter().enumerate() {
                see(3 * half as u32, count as i32);
                see(3 * half as u32 + 1 + count % 2, 1);
            }
        }
        fn ties(&self, _: &Take) -> Vec<u32> {
            vec![0, 1, 2, 3, 1, 2]
        }
    }

    const TAKE: Take = Take { bonus: 1 };

    fn learned(values: [i16; 4], parts: u32) -> Learned<Counts> {
        Learned::with(&TAKE, Counts, &Ties::new(&TAKE, &Counts), &values, parts)
    }

    #[test]
    fn the_worth_of_a_state_is_the_sum_of_what_is_there() {
        // Three parts for each own match, two off for each of the other's, one if a number is even, five if it is odd.
        let learned = learned([3, 1, 5, -2], 2);
        let state = ([4, 1], Seat::FIRST);
        assert_eq!(learned.sum(&TAKE, &state), 4 * 3 + 1 - 2 + 5);
        assert_eq!(learned.evaluate(&TAKE, &state), Score::new(8));
        assert_eq!(learned.expectation(&TAKE, &state), 8.0);
        // The same for the other side, as MAX sees it.
        let mirrored = ([1, 4], Seat::SECOND);
        assert_eq!(learned.evaluate(&TAKE, &mirrored), Score::new(-8));
        assert_eq!(learned.expectation(&TAKE, &mirrored), -8.0);
    }

    #[test]
    fn a_guess_is_rounded_and_stays_inside_of_what_can_be_won() {
        let value = |own: i16| learned([own, 0, 0, 0], 4).evaluate(&TAKE, &([1, 0], Seat::FIRST)).get();
        assert_eq!([5, 6, 7, -5, -7].map(value), [1, 2, 2, -1, -2]);
        assert_eq!([i16::MAX, i16::MIN].map(value), [9, -9]);
    }

    #[test]
    fn the_fingerprint_tells_rules_and_features_apart() {
        struct Others;
        impl Features<Take> for Others {
            fn count(&self, _: &Take) -> usize {
                6
            }
            fn each(&self, game: &Take, state: &Taken, mut see: impl FnMut(u32, i32)) {
                Counts.each(game, state, |weight, times| see(5 - weight, times));
            }
        }
        let print = fingerprint(&TAKE, &Counts);
        assert_eq!(fingerprint(&Take { bonus: 1 }, &Counts), print);
        assert_ne!(fingerprint(&Take { bonus: 2 }, &Counts), print);
        assert_ne!(fingerprint(&TAKE, &Others), print);
    }

    #[test]
    fn weights_for_something_else_are_refused() {
        let weights =
            Weights { game: "take".to_owned(), fingerprint: fingerprint(&TAKE, &Counts), parts: 2, values: vec![1; 4] };
        let new = |name, weights: &Weights| Learned::new(&TAKE, name, Counts, weights).map(|learned| learned.weights);
        assert_eq!(new("take", &weights).unwrap()[..], [1; 6]);
        let other_game = WeightsError::OtherGame { found: "take".to_owned(), expected: "give".to_owned() };
        assert_eq!(new("give", &weights), Err(other_game));
        assert_eq!(new("take", &Weights { fingerprint: 0, ..weights.clone() }), Err(WeightsError::OtherFeatures));
        assert_eq!(new("take", &Weights { values: vec![1; 6], ..weights }), Err(WeightsError::OtherFeatures));
    }
}
