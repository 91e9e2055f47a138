//! How far a training has got.

use std::collections::VecDeque;
use std::time::Duration;

use counterplay_core::Weights;

use crate::selfplay::Record;
use crate::{BATCH, Plan, Tally};

/// The strength at a moment of the training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How long the training had taken.
    pub time: Duration,
    /// How many games had been played.
    pub games: u64,
    /// How the match against the evaluation of before ended.
    pub tally: Tally,
}

/// How far the training has got: all that there is to go on from.
#[derive(Clone, Debug)]
pub struct Course {
    pub(crate) name: String,
    pub(crate) fingerprint: u64,
    pub(crate) seed: u64,
    /// The free weights of all stages, in units of utility.
    pub(crate) weights: Vec<f32>,
    /// What gradient descent remembers of its steps; nothing where weights are fitted by regression.
    pub(crate) memory: Vec<f32>,
    /// How many parts make one unit of utility in a file.
    pub(crate) parts: u32,
    /// The games of the last rounds, the one that is being played last.
    pub(crate) rounds: VecDeque<Vec<Record>>,
    /// How many rounds have been finished.
    pub(crate) finished: u32,
    /// How many games have been played, and how many states have been labelled.
    pub(crate) games: u64,
    pub(crate) positions: u64,
    /// How many of the games are still to be learned from, where they are not kept.
    pub(crate) pending: u64,
    pub(crate) time: Duration,
    /// How far the weights were from the labels of states that they were not fitted to: root of the mean square.
    pub(crate) error: Option<f64>,
    pub(crate) strengths: Vec<Strength>,
}

/// How many games the first round has; each one after it has a quarter more.
const FIRST_ROUND: u64 = 200;

fn round_length(round: u32) -> u64 {
    // Nobody will play as many games as the hundredth round has.
    (0..round.min(100)).fold(FIRST_ROUND, |games, _| games + games / 4)
}

/// Weights as whole parts of a unit.
pub(crate) fn in_parts(weights: &[f32], parts: u32) -> Vec<i16> {
    weights.iter().map(|weight| (weight * parts as f32).round() as i16).collect()
}

impl Course {
    /// The weights as they are kept in a file.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let (values, parts) = (in_parts(&self.weights, self.parts), self.parts);
        Weights { game: self.name.clone(), fingerprint: self.fingerprint, parts, values }
    }

    /// How many games to play next; nothing if the round is over, or all of it.
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

    pub(crate) fn finish_round(&mut self, weights: Vec<f32>, error: f64, tally: Tally) {
        (self.weights, self.error) = (weights, Some(error));
        if tally.games() > 0 {
            self.strengths.push(Strength { time: self.time, games: self.games, tally });
        }
        self.finished += 1;
        // The weights are fitted to the last half of all games, in whole rounds: less was known when the others were labelled.
        let mut kept: u64 = self.rounds.iter().map(|round| round.len() as u64).sum();
        while let Some(oldest) = self.rounds.front().map(|round| round.len() as u64)
            && 2 * (kept - oldest) >= self.games
        {
            kept -= oldest;
            self.rounds.pop_front();
        }
        self.rounds.push_back(Vec::new());
    }

    /// How many rounds have been finished.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.finished
    }

    /// How many games have been played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many states have been labelled.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How long it has taken.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The seed that it began with.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How far the weights are from the labels of states that they were not fitted to, in units of utility: the root of the mean
    /// square. Nothing before the first round is over.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        self.error
    }

    /// The strength after each round.
    #[must_use]
    pub fn strengths(&self) -> &[Strength] {
        &self.strengths
    }
}
