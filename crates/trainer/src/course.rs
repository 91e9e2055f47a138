//! Training run: how far it has got.

use std::collections::VecDeque;
use std::time::Duration;

use counterplay_core::Weights;

use crate::rounds::Fitted;
use crate::selfplay::Record;
use crate::{BATCH, Plan, Tally};

/// Strength measured at some point of the training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Time that the training had taken.
    pub time: Duration,
    /// Number of games that had been played.
    pub games: u64,
    /// Tally of the match against the baseline evaluation.
    pub tally: Tally,
}

/// Training run: all that there is to go on from.
#[derive(Clone, Debug)]
pub struct TrainingRun {
    pub(crate) name: String,
    pub(crate) fingerprint: u64,
    pub(crate) seed: u64,
    /// Free weights of all stages, in units of utility.
    pub(crate) weights: Vec<f32>,
    /// Optimizer state of gradient descent. Empty where weights are fitted by regression.
    pub(crate) memory: Vec<f32>,
    /// Parts of a unit of utility in a file.
    pub(crate) parts: u32,
    /// Steps of a one in a file, for each of the last weights: parameters of a network that have units of their own.
    pub(crate) steps: Vec<f32>,
    /// Games of the last rounds. The last round is the one that is being played.
    pub(crate) rounds: VecDeque<Vec<Record>>,
    /// Number of finished rounds.
    pub(crate) finished: u32,
    /// Number of games played, and of states labelled.
    pub(crate) games: u64,
    pub(crate) positions: u64,
    /// Number of games still to be learned from, where they are not kept.
    pub(crate) pending: u64,
    pub(crate) time: Duration,
    /// Root mean square error of the weights on held-out states.
    pub(crate) error: Option<f64>,
    pub(crate) strengths: Vec<Strength>,
}

/// Games of the first round; each one after it has a quarter more.
const FIRST_ROUND: u64 = 200;

fn round_length(round: u32) -> u64 {
    // Nobody will play as many games as the hundredth round has.
    (0..round.min(100)).fold(FIRST_ROUND, |games, _| games + games / 4)
}

/// Rounds weights to the steps of a file: parts of a unit, but for the last ones, which have steps of their own.
pub(crate) fn in_steps(weights: &[f32], parts: u32, steps: &[f32]) -> Vec<i16> {
    let in_parts = weights.len() - steps.len();
    let steps = std::iter::repeat_n(parts as f32, in_parts).chain(steps.iter().copied());
    weights.iter().zip(steps).map(|(weight, steps)| (weight * steps).round() as i16).collect()
}

/// Beginning of a training run: what it knows before the first game.
pub(crate) struct Begin {
    pub(crate) name: String,
    pub(crate) fingerprint: u64,
    pub(crate) seed: u64,
    pub(crate) weights: Vec<f32>,
    pub(crate) memory: Vec<f32>,
    pub(crate) parts: u32,
    pub(crate) steps: Vec<f32>,
}

impl TrainingRun {
    /// Starts a training run.
    pub(crate) fn start(begin: Begin) -> TrainingRun {
        let Begin { name, fingerprint, seed, weights, memory, parts, steps } = begin;
        TrainingRun {
            name,
            fingerprint,
            seed,
            weights,
            memory,
            parts,
            steps,
            rounds: VecDeque::from([Vec::new()]),
            finished: 0,
            games: 0,
            pending: 0,
            positions: 0,
            time: Duration::ZERO,
            error: None,
            strengths: Vec::new(),
        }
    }

    /// Weights as they are kept in a file.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let (values, parts) = (in_steps(&self.weights, self.parts, &self.steps), self.parts);
        Weights { game: self.name.clone(), fingerprint: self.fingerprint, parts, values }
    }

    /// Weights of the linear part alone, where a network is learned on top of it.
    #[must_use]
    pub fn linear_part(&self) -> Option<Weights> {
        let mut weights = self.weights();
        let linear = weights.values.len() - self.steps.len();
        weights.values[linear..].fill(0);
        (!self.steps.is_empty()).then_some(weights)
    }

    /// Number of games to play next. `None` if the round is over, or all of it.
    pub(crate) fn missing(&self, plan: &Plan, spent: Duration) -> Option<u64> {
        let played = self.rounds.back().map_or(0, |round| round.len() as u64);
        let of_round = round_length(self.finished).saturating_sub(played);
        let of_all = plan.games.map_or(u64::MAX, |games| games.saturating_sub(self.games));
        let is_late = plan.time.is_some_and(|time| spent >= time);
        Some(of_round.min(of_all).min(BATCH)).filter(|&games| games > 0 && !is_late)
    }

    /// Whether games have been played that nothing has been learned from.
    pub(crate) fn is_in_a_round(&self) -> bool {
        self.rounds.back().is_some_and(|round| !round.is_empty())
    }

    pub(crate) fn take(&mut self, records: Vec<Record>) {
        self.games += records.len() as u64;
        self.positions += records.iter().map(|record| record.labels.len() as u64).sum::<u64>();
        if let Some(round) = self.rounds.back_mut() {
            round.extend(records);
        }
    }

    /// Finishes a round. The games of whole rounds are forgotten as long as this share of all is left.
    pub(crate) fn finish_round(&mut self, fitted: Fitted, tally: Tally, (kept_of, all): (u64, u64)) {
        (self.weights, self.memory, self.error) = (fitted.weights, fitted.memory, Some(fitted.error));
        if tally.games() > 0 {
            self.strengths.push(Strength { time: self.time, games: self.games, tally });
        }
        self.finished += 1;
        // Less was known when the first games were labelled.
        let mut kept: u64 = self.rounds.iter().map(|round| round.len() as u64).sum();
        while let Some(oldest) = self.rounds.front().map(|round| round.len() as u64)
            && all * (kept - oldest) >= kept_of * self.games
        {
            kept -= oldest;
            self.rounds.pop_front();
        }
        self.rounds.push_back(Vec::new());
    }

    /// Number of finished rounds.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.finished
    }

    /// Number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of states labelled.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Time taken so far.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Seed of the run.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Root mean square error of the weights on held-out states, in units of utility. `None` before the first round is
    /// over.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        self.error
    }

    /// Strength after each round.
    #[must_use]
    pub fn strengths(&self) -> &[Strength] {
        &self.strengths
    }
}
