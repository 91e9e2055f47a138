//! Strategies, what they are worth against each other, and the best reply to one.

use super::form::{Choices, SequenceForm, Sparse, place};
use crate::Side;

/// A mixed strategy of one side: the weight of each of its sequences, which is the product of the probabilities of the
/// actions in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan(pub(super) Vec<f64>);

/// A strategy for each side.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile {
    /// MAX's.
    pub max: Plan,
    /// MIN's.
    pub min: Plan,
}

/// The best reply of a side to the other's strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct Response {
    /// What the side wins by it.
    pub worth: f64,
    /// What it does in each of its sets: the number of the action.
    pub actions: Vec<usize>,
}

impl Plan {
    /// The strategy that takes each action of a set as often as is said for it.
    ///
    /// # Panics
    /// If a set has not a probability for each action.
    #[must_use]
    pub fn of<V, A>(choices: &Choices<V, A>, mut behaviour: impl FnMut(usize) -> Vec<f64>) -> Plan {
        let mut weights = vec![1.0; choices.sequences()];
        for set in 0..choices.sets.len() {
            let (before, probabilities) = (weights[choices.before(set)], behaviour(set));
            assert_eq!(probabilities.len(), choices.of_set(set).len(), "a probability for each action");
            for (sequence, probability) in choices.of_set(set).zip(probabilities) {
                weights[sequence] = before * probability;
            }
        }
        Plan(weights)
    }

    /// The strategy that always takes the action that is chosen for a set.
    #[must_use]
    pub fn pure<V, A: PartialEq>(choices: &Choices<V, A>, mut choose: impl FnMut(usize) -> A) -> Plan {
        Plan::of(choices, |set| {
            let chosen = choose(set);
            choices.sets[set].actions.iter().map(|action| f64::from(u8::from(*action == chosen))).collect()
        })
    }

    /// The strategy that takes all actions equally often.
    #[must_use]
    pub fn uniform<V, A>(choices: &Choices<V, A>) -> Plan {
        Plan::of(choices, |set| vec![1.0 / choices.of_set(set).len() as f64; choices.of_set(set).len()])
    }

    /// How likely the side's own choices make it that a set comes up.
    #[must_use]
    pub fn reach<V, A>(&self, choices: &Choices<V, A>, set: usize) -> f64 {
        self.0[choices.before(set)]
    }

    /// How often each action of a set is taken, once it is the side's turn there. Where the strategy never goes, all
    /// are equal.
    #[must_use]
    pub fn behaviour<V, A>(&self, choices: &Choices<V, A>, set: usize) -> Vec<f64> {
        let weights = &self.0[choices.of_set(set)];
        let sum: f64 = weights.iter().sum();
        let share = |weight: &f64| if sum > 0.0 { weight / sum } else { 1.0 / weights.len() as f64 };
        weights.iter().map(share).collect()
    }
}

impl Profile {
    /// Trembling-hand strategies: once in so many games they do anything, and so everything comes up (Selten 1975).
    #[must_use]
    pub fn trembling<V, A>(&self, form: &SequenceForm<V, A>, share: f64) -> Profile {
        let tremble = |side: Side| {
            let any = Plan::uniform(form.choices(side)).0;
            Plan(self.of(side).0.iter().zip(any).map(|(weight, any)| (1.0 - share) * weight + share * any).collect())
        };
        Profile { max: tremble(Side::Max), min: tremble(Side::Min) }
    }

    /// A side's strategy.
    #[must_use]
    pub fn of(&self, side: Side) -> &Plan {
        match side {
            Side::Max => &self.max,
            Side::Min => &self.min,
        }
    }
}

impl<V, A> SequenceForm<V, A> {
    /// The value of a pair of strategies: what MAX wins on average if both play so.
    #[must_use]
    pub fn value(&self, profile: &Profile) -> f64 {
        let mut won = vec![0.0; profile.max.0.len()];
        self.payoffs[0].times(&profile.min.0, &mut won);
        won.iter().zip(&profile.max.0).map(|(won, weight)| won * weight).sum()
    }

    /// The best response of a side: what `side` does best against the other's strategy, and what it wins by it, as the
    /// side counts it.
    #[must_use]
    pub fn best_response(&self, side: Side, other: &Plan) -> Response {
        let (choices, payoffs) = (&self.sides[place(side)], &self.payoffs[place(side)]);
        let mut worths = worths(choices, payoffs, other);
        let mut actions = vec![0; choices.sets.len()];
        for set in (0..choices.sets.len()).rev() {
            let of_set = choices.of_set(set);
            let best = of_set.clone().reduce(|best, next| if worths[next] > worths[best] { next } else { best });
            let best = best.unwrap_or(of_set.start);
            actions[set] = best - of_set.start;
            worths[choices.before(set)] += worths[best];
        }
        Response { worth: worths[0], actions }
    }

    /// Bounds between which the value of the game is proven to lie, for MAX: what each of the two strategies is sure
    /// of.
    #[must_use]
    pub fn bounds(&self, profile: &Profile) -> (f64, f64) {
        (-self.best_response(Side::Min, &profile.max).worth, self.best_response(Side::Max, &profile.min).worth)
    }

    /// The exploitability: what a best reply gains against these strategies, on average over the two sides: zero in
    /// equilibrium.
    #[must_use]
    pub fn exploitability(&self, profile: &Profile) -> f64 {
        let (low, high) = self.bounds(profile);
        ((high - low) / 2.0).max(0.0)
    }

    /// What each action is worth in each set of a side if both play so, as the side counts it; nothing where chance and
    /// the other never let it come.
    #[must_use]
    pub fn action_worths(&self, side: Side, profile: &Profile) -> Vec<Option<Vec<f64>>> {
        let (choices, payoffs) = (&self.sides[place(side)], &self.payoffs[place(side)]);
        let (own, other) = (profile.of(side), profile.of(side.other()));
        let mut worths = worths(choices, payoffs, other);
        for set in (0..choices.sets.len()).rev() {
            let of_set = choices.of_set(set);
            let mean: f64 =
                of_set.zip(own.behaviour(choices, set)).map(|(sequence, share)| share * worths[sequence]).sum();
            worths[choices.before(set)] += mean;
        }
        let of_set = |set: usize| {
            let reached = choices.arrivals.row_times(set, &other.0);
            (reached > 0.0).then(|| worths[choices.of_set(set)].iter().map(|worth| worth / reached).collect())
        };
        (0..choices.sets.len()).map(of_set).collect()
    }
}

/// What each sequence wins by the games that end with it.
fn worths<V, A>(choices: &Choices<V, A>, payoffs: &Sparse, other: &Plan) -> Vec<f64> {
    let mut worths = vec![0.0; choices.sequences()];
    payoffs.times(&other.0, &mut worths);
    worths
}
