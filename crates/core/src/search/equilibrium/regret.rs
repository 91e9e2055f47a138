//! Counterfactual regret minimisation: each information set learns from what it regrets.
//!
//! The *regret* of an action is what it would have won more than what was done, summed up over all rounds; each set
//! takes its actions in proportion to their regrets, as far as these are positive. The strategies of a single round
//! need not be good; their average goes to an equilibrium (Zinkevich and others, 2007). Here a round is a product with
//! the game's matrix and two walks over the sets of a side: backwards for what each action is worth, forwards for the
//! weights of the new strategy.

use super::form::{Choices, SequenceForm, Sparse};
use super::plan::{Plan, Profile};
use crate::limits::{Cause, Limit, Limits, Meter};

/// A variant of CFR: what becomes of old regrets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regret {
    /// Plain CFR (2007): all rounds count alike.
    Plain,
    /// CFR+ (Tammelin 2014): a regret never falls below zero, and round t counts t times in the average.
    Plus,
    /// Discounted CFR (Brown and Sandholm 2019): old regrets fade, with the exponents 3/2 for positive and 0 for
    /// negative ones, and 2 for the average.
    Discounted,
}

impl Regret {
    /// All of them, the oldest first.
    pub const ALL: [Regret; 3] = [Regret::Plain, Regret::Plus, Regret::Discounted];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Regret::Plain => "CFR",
            Regret::Plus => "CFR+",
            Regret::Discounted => "discounted CFR",
        }
    }

    /// What the regrets of the rounds before count, positive ones and negative ones, and how many times round `t`
    /// counts in the average: by how much the sum so far shrinks, and what is added.
    fn weights(self, t: f64) -> Weights {
        match self {
            Regret::Plain => Weights { positive: 1.0, negative: 1.0, past: 1.0, present: 1.0 },
            Regret::Plus => Weights { positive: 1.0, negative: 0.0, past: 1.0, present: t },
            Regret::Discounted => {
                let before = t - 1.0;
                let positive = before.powf(1.5) / (before.powf(1.5) + 1.0);
                Weights { positive, negative: 0.5, past: (before / t).powi(2), present: 1.0 }
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Weights {
    positive: f64,
    negative: f64,
    past: f64,
    present: f64,
}

/// Counterfactual regret minimisation: regrets of both sides, round by round.
///
/// ```
/// use counterplay_core::equilibrium::{Minimiser, Regret, SequenceForm};
/// use counterplay_core::{Game, Limits};
/// # use counterplay_core::*;
/// # #[derive(Debug)] struct Pennies;
/// # impl Game for Pennies {
/// #     type State = Vec<bool>; type Action = bool; type Luck = Without; type Secrets = With;
/// #     fn initial(&self) -> Vec<bool> { Vec::new() }
/// #     fn turn(&self, said: &Vec<bool>) -> Turn { Turn::Seat(Seat(said.len() as u8)) }
/// #     fn actions(&self, said: &Vec<bool>, out: &mut Actions<bool>) {
/// #         if said.len() < 2 { out.extend([false, true]) }
/// #     }
/// #     fn apply(&self, said: &mut Vec<bool>, coin: bool) { said.push(coin) }
/// #     fn is_terminal(&self, said: &Vec<bool>) -> bool { said.len() == 2 }
/// #     // Two heads win double.
/// #     fn utility(&self, said: &Vec<bool>) -> Score {
/// #         Score::new(if said[0] != said[1] { -1 } else if said[0] { 2 } else { 1 })
/// #     }
/// #     fn bounds(&self) -> Bounds { Bounds::new(-2, 2) }
/// # }
/// # impl Hidden for Pennies {
/// #     type View = (Seat, usize);
/// #     fn view(&self, said: &Vec<bool>, seat: Seat) -> (Seat, usize) { (seat, said.len()) }
/// #     fn viewer(&self, view: &(Seat, usize)) -> Seat { view.0 }
/// #     fn observation(&self, _: &Vec<bool>, _: bool, _: Seat) -> String { String::new() }
/// #     fn sample(&self, _: &(Seat, usize), _: &mut dyn Random) -> Option<Vec<bool>> { None }
/// # }
/// // Matching pennies in which two heads win double: heads in two of five, and MAX wins a fifth.
/// let form = SequenceForm::of(&Pennies, &Pennies.initial(), &Limits::default())?;
/// let mut minimiser = Minimiser::new(&form, Regret::Plus);
/// (0..10_000).for_each(|_| minimiser.round());
/// let profile = minimiser.average();
/// assert!((form.value(&profile) - 0.2).abs() < 1e-3);
/// assert!(form.exploitability(&profile) < 1e-3);
/// # Ok::<(), Box<Halt>>(())
/// ```
pub struct Minimiser<'f, V, A> {
    form: &'f SequenceForm<V, A>,
    regret: Regret,
    rounds: u64,
    halves: [Half; 2],
}

/// The regrets and strategies of one side.
struct Half {
    /// By sequence: what it regrets not to have done.
    regrets: Vec<f64>,
    /// By sequence: how often it is done once its set is there.
    shares: Vec<f64>,
    /// By sequence: the weight in this round's strategy.
    plan: Vec<f64>,
    /// By sequence: the weights of all rounds, as each counts.
    sum: Vec<f64>,
    /// By sequence: what it was worth; a workspace.
    worths: Vec<f64>,
}

impl<'f, V, A> Minimiser<'f, V, A> {
    /// A minimiser before its first round: all actions are taken equally often.
    #[must_use]
    pub fn new(form: &'f SequenceForm<V, A>, regret: Regret) -> Self {
        let half = |choices: &Choices<V, A>| {
            let nothing = vec![0.0; choices.sequences()];
            let share = |set| vec![1.0 / choices.of_set(set).len() as f64; choices.of_set(set).len()];
            let shares = std::iter::once(1.0).chain((0..choices.sets.len()).flat_map(share)).collect();
            let (plan, sum) = (Plan::uniform(choices).0, nothing.clone());
            Half { regrets: nothing.clone(), shares, plan, sum, worths: nothing }
        };
        Minimiser { form, regret, rounds: 0, halves: form.sides.each_ref().map(half) }
    }

    /// How many rounds have been played.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Runs one more round: MAX learns, then MIN from what MAX has learned.
    pub fn round(&mut self) {
        self.rounds += 1;
        let weights = self.regret.weights(self.rounds as f64);
        let [max, min] = &mut self.halves;
        let [of_max, of_min] = &self.form.sides;
        let [to_max, to_min] = &self.form.payoffs;
        max.learn(of_max, to_max, &min.plan, weights);
        min.learn(of_min, to_min, &max.plan, weights);
    }

    /// The average strategies of all rounds; before the first, all actions are equal.
    #[must_use]
    pub fn average(&self) -> Profile {
        let [max, min] = self.halves.each_ref().map(|half| {
            let whole = half.sum[0];
            Plan(if whole > 0.0 { half.sum.iter().map(|sum| sum / whole).collect() } else { half.plan.clone() })
        });
        Profile { max, min }
    }
}

impl Half {
    fn learn<V, A>(&mut self, choices: &Choices<V, A>, payoffs: &Sparse, other: &[f64], weights: Weights) {
        let Weights { positive, negative, past, present } = weights;
        payoffs.times(other, &mut self.worths);
        // Backwards: a set is done when all that come after it are.
        for set in (0..choices.sets.len()).rev() {
            let of_set = choices.of_set(set);
            let (regrets, shares) = (&mut self.regrets[of_set.clone()], &mut self.shares[of_set.clone()]);
            let worths = &self.worths[of_set];
            let mean: f64 = shares.iter().zip(worths).map(|(share, worth)| share * worth).sum();
            let mut whole = 0.0;
            for (regret, worth) in regrets.iter_mut().zip(worths) {
                // What CFR+ forgets and what the discounted one lets fade are the same: the regrets of before, by their
                // sign.
                *regret = *regret * if *regret > 0.0 { positive } else { negative } + (worth - mean);
                whole += regret.max(0.0);
            }
            let even = 1.0 / shares.len() as f64;
            for (share, regret) in shares.iter_mut().zip(regrets) {
                *share = if whole > 0.0 { regret.max(0.0) / whole } else { even };
            }
            self.worths[choices.before(set)] += mean;
        }
        // Forwards: what was played in this round goes to the average, and the weight of a sequence is that of the one
        // before it, times the new share.
        self.sum[0] = self.sum[0] * past + present;
        for set in 0..choices.sets.len() {
            let before = self.plan[choices.before(set)];
            for sequence in choices.of_set(set) {
                self.sum[sequence] = self.sum[sequence] * past + present * self.plan[sequence];
                self.plan[sequence] = before * self.shares[sequence];
            }
        }
    }
}

/// Plays rounds until the exploitability is within `tolerance` or a limit is reached, where a node is a round.
/// `on_progress` is called with the rounds and the exploitability now and then, more often at the beginning. Says which
/// limit it was.
pub fn approach<V, A>(
    minimiser: &mut Minimiser<'_, V, A>,
    tolerance: f64,
    limits: &Limits,
    on_progress: &mut dyn FnMut(u64, f64),
) -> Option<Limit> {
    let mut meter = Meter::new(limits);
    let mut due = minimiser.rounds + 1;
    loop {
        // One look at the clock for some hundred rounds would be too few where a round takes long.
        let limit = match meter.spend().and_then(|()| meter.check()) {
            Err(Cause::Limit(limit)) => Some(limit),
            _ => None,
        };
        if limit.is_none() {
            minimiser.round();
        }
        if limit.is_some() || minimiser.rounds >= due {
            let found = minimiser.form.exploitability(&minimiser.average());
            on_progress(minimiser.rounds, found);
            if limit.is_some() || found <= tolerance {
                return limit;
            }
            due = minimiser.rounds + minimiser.rounds.div_ceil(8);
        }
    }
}
