//! Linear regression: the weights whose sums are nearest to the labels.
//!
//! It is solved by conjugate gradients (Hestenes and Stiefel 1952), scaled by how often each weight counts, from the
//! weights of before. A small penalty on large weights keeps those near zero that were hardly ever seen. Stages share
//! no weight, so each is fitted on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use counterplay_core::features::Ties;
use counterplay_core::{Features, Game};

use crate::parallel::in_parallel;
use crate::selfplay::Record;

/// Steps of conjugate gradients. From the weights of the round before it is not far.
const STEPS: u32 = 12;

/// Penalty on large weights: as if each had been seen so many times more where it was worth nothing.
///
/// PERF: with 9,000 games of Othello the held-out error is 6.1 discs at 2, 5.8 at 8, 6.0 at 32 and 6.5 at 100.
const PENALTY: f32 = 8.0;

/// Held-out share: one game out of so many is not fitted to, but measures the error.
const HELD_OUT: usize = 16;

/// Regression problem: a game, and the features that are fitted.
pub(crate) struct Regression<'a, G, F> {
    pub(crate) game: &'a G,
    pub(crate) features: &'a F,
    pub(crate) ties: &'a Ties,
}

/// Sample: a state and its label.
type Sample<S> = (S, f32);

/// Samples of one stage.
struct Stage<S> {
    number: usize,
    fitted: Vec<Sample<S>>,
    held_out: Vec<Sample<S>>,
}

impl<G, F> Regression<'_, G, F>
where
    G: Game + Sync,
    G::State: Send + Sync,
    F: Features<G> + Sync,
{
    /// Fits the weights to these games. Returns them, and the root of their mean square error on held-out states.
    /// `None` if it was stopped.
    pub(crate) fn fit<'r>(
        &self,
        records: impl Iterator<Item = &'r Record>,
        before: &[f32],
        parts: u32,
        threads: usize,
        stop: Option<&Arc<AtomicBool>>,
    ) -> Option<(Vec<f32>, f64)> {
        let stages = self.stages(records, parts);
        let is_stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let fitted = in_parallel(threads, &stages, |stage| {
            let free = self.ties.free;
            let weights = before[stage.number * free..(stage.number + 1) * free].to_vec();
            let weights = self.fit_stage(&stage.fitted, weights, &is_stopped);
            let errors: f64 = stage.held_out.iter().map(|sample| f64::from(self.error(sample, &weights)).powi(2)).sum();
            (weights, errors)
        });
        let held_out: usize = stages.iter().map(|stage| stage.held_out.len()).sum();
        let errors: f64 = fitted.iter().map(|(_, errors)| errors).sum();
        let weights = fitted.into_iter().flat_map(|(weights, _)| weights).collect();
        (!is_stopped()).then(|| (weights, (errors / held_out.max(1) as f64).sqrt()))
    }

    /// Replays the games, and sorts their states by stage.
    fn stages<'r>(&self, records: impl Iterator<Item = &'r Record>, parts: u32) -> Vec<Stage<G::State>> {
        let stages = 0..self.features.stages(self.game);
        let mut stages: Vec<_> =
            stages.map(|number| Stage { number, fitted: Vec::new(), held_out: Vec::new() }).collect();
        for (number, record) in records.enumerate() {
            let mut state = self.game.initial();
            for (ply, &place) in record.actions.iter().enumerate() {
                if let Some(label) = ply.checked_sub(record.unlabelled).and_then(|at| record.labels.get(at)) {
                    let stage = &mut stages[self.features.stage(self.game, &state)];
                    let samples = if number % HELD_OUT == 0 { &mut stage.held_out } else { &mut stage.fitted };
                    samples.push((state.clone(), *label as f32 / parts as f32));
                }
                let Some(&action) = self.game.action_list(&state).get(usize::from(place)) else { break };
                self.game.apply(&mut state, action);
            }
        }
        stages
    }

    /// Visits each free weight that counts in a state.
    #[inline]
    fn each(&self, state: &G::State, mut see: impl FnMut(usize, f32)) {
        self.features.each(self.game, state, |weight, times| {
            see(self.ties.places[weight as usize] as usize, times as f32);
        });
    }

    fn sum(&self, state: &G::State, weights: &[f32]) -> f32 {
        let mut sum = 0.0;
        self.each(state, |weight, times| sum += weights[weight] * times);
        sum
    }

    fn error(&self, (state, label): &Sample<G::State>, weights: &[f32]) -> f32 {
        label - self.sum(state, weights)
    }

    /// Conjugate gradients on the normal equations.
    fn fit_stage(&self, samples: &[Sample<G::State>], before: Vec<f32>, is_stopped: &impl Fn() -> bool) -> Vec<f32> {
        let mut weights = before;
        let count = weights.len();
        // How much each weight counts, and how the error changes with it.
        let mut scale = vec![PENALTY; count];
        let mut residual: Vec<f32> = weights.iter().map(|weight| -PENALTY * weight).collect();
        for sample in samples {
            let error = self.error(sample, &weights);
            self.each(&sample.0, |weight, times| {
                residual[weight] += error * times;
                scale[weight] += times * times;
            });
        }
        let scaled = |residual: &[f32]| -> Vec<f32> { residual.iter().zip(&scale).map(|(r, s)| r / s).collect() };
        let mut direction = scaled(&residual);
        let mut length = product(&residual, &direction);
        for _ in 0..STEPS {
            if length <= 0.0 || is_stopped() {
                break;
            }
            let mut change: Vec<f32> = direction.iter().map(|d| PENALTY * d).collect();
            for (state, _) in samples {
                let sum = self.sum(state, &direction);
                self.each(state, |weight, times| change[weight] += sum * times);
            }
            let step = (length / product(&direction, &change)) as f32;
            for place in 0..count {
                weights[place] += step * direction[place];
                residual[place] -= step * change[place];
            }
            let next = scaled(&residual);
            let next_length = product(&residual, &next);
            let turn = (next_length / length) as f32;
            direction.iter_mut().zip(next).for_each(|(d, n)| *d = n + turn * *d);
            length = next_length;
        }
        weights
    }
}

fn product(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
