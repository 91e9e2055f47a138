//! Gradient descent on the cross entropy, by Adam, with an average of the last parameters.

use counterplay_core::network::NetworkInputs;
use counterplay_core::network::active_inputs;
use counterplay_core::network::layers::{Active, Hidden, MOST_HIDDEN, Shape};
use counterplay_core::{Game, Key, Seeded};

use crate::adam::{AdamStep, shuffle};

use super::selfplay::Labelled;

/// States per step.
const BATCH: usize = 128;
/// Steps between two updates of the average: a single step would change it by less than rounding.
const AVERAGE_EVERY: u32 = 16;
/// Longest reach of the average, in updates.
const LONGEST: f32 = 4000.0;
/// Learning rate of the first steps, and what it falls to with the games.
const RATE: (f32, f32) = (2e-3, 3e-5);
const HALVED_AFTER: f32 = 250_000.0;

/// Optimizer state: the parameters, and the moments of the gradient.
#[derive(Clone, Debug)]
pub(super) struct OptimizerState {
    /// Parameters that played the games to be learned from next.
    player: Vec<f32>,
    /// Parameters at the last step.
    current: Vec<f32>,
    /// Average over the last steps: the parameters that are saved.
    average: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// Number of steps of each stage. A stage that is seldom seen has taken few.
    steps: Vec<u32>,
}

impl OptimizerState {
    pub(super) fn new(parameters: &[f32], stages: usize) -> OptimizerState {
        let zeros = vec![0.0; parameters.len()];
        OptimizerState {
            player: parameters.to_vec(),
            current: parameters.to_vec(),
            average: parameters.to_vec(),
            mean: zeros.clone(),
            square: zeros,
            steps: vec![0; stages],
        }
    }

    /// Optimizer state with the parameters that played the games to be learned from next.
    pub(super) fn played_by(self, player: &[f32]) -> OptimizerState {
        OptimizerState { player: player.to_vec(), ..self }
    }

    pub(super) fn player(&self) -> &[f32] {
        &self.player
    }

    pub(super) fn average(&self) -> &[f32] {
        &self.average
    }

    /// Writes everything as one list.
    pub(super) fn write(&self) -> Vec<f32> {
        let OptimizerState { player, current, average, mean, square, steps } = self;
        let mut all = [&player[..], current, average, mean, square].concat();
        // The bits of an integer are kept as they are.
        all.extend(steps.iter().map(|&steps| f32::from_bits(steps)));
        all
    }

    pub(super) fn read(all: &[f32], length: usize) -> OptimizerState {
        let part = |at: usize| all[at * length..(at + 1) * length].to_vec();
        let steps = all[5 * length..].iter().map(|steps| steps.to_bits()).collect();
        OptimizerState { player: part(0), current: part(1), average: part(2), mean: part(3), square: part(4), steps }
    }
}

/// Gradient descent of a network for a game.
pub(super) struct Descent<'a, G, S> {
    pub(super) game: &'a G,
    pub(super) encoding: &'a S,
    pub(super) shape: Shape,
}

impl<G: Game, S: NetworkInputs<G>> Descent<'_, G, S> {
    /// Learns from each state once, in random order. Returns the error of the network before it learned them.
    pub(super) fn learn(
        &self,
        lesson: &[Labelled<G>],
        memory: &OptimizerState,
        games: u64,
    ) -> (OptimizerState, Option<f64>) {
        let mut memory = memory.clone();
        let length = self.shape.parameters();
        let mut stages: Vec<Vec<&Labelled<G>>> = vec![Vec::new(); self.encoding.stages(self.game)];
        for labelled in lesson {
            stages[self.encoding.stage(self.game, &labelled.state)].push(labelled);
        }
        let (mut gradient, mut errors) = (vec![0.0; length], 0.0);
        let rate = (RATE.0 / (1.0 + games as f32 / HALVED_AFTER)).max(RATE.1);
        for (stage, states) in stages.iter_mut().enumerate() {
            shuffle(states, &mut Seeded::new(Key::mix(games).0));
            for batch in states.chunks(BATCH) {
                let from = stage * length;
                gradient.fill(0.0);
                for labelled in batch {
                    errors += self.add_gradient(labelled, &memory.current[from..from + length], &mut gradient);
                }
                memory.step(stage, &gradient, batch.len(), rate);
            }
        }
        let count = lesson.len().max(1) as f64;
        (memory, (!lesson.is_empty()).then(|| (errors / count).sqrt()))
    }

    /// Adds the gradient of one state. Returns the squared error of the network.
    fn add_gradient(&self, labelled: &Labelled<G>, parameters: &[f32], gradient: &mut [f32]) -> f64 {
        let Shape { inputs, hidden: h, outputs } = self.shape;
        let mut active = Active::new();
        active_inputs(self.encoding, self.game, &labelled.state, &mut active);
        let mut hidden: Hidden = [0.0; MOST_HIDDEN];
        let found = self.shape.forward(parameters, active.as_slice(), &mut hidden);
        let (columns, ends) = (self.shape.columns(), self.shape.ends());
        let mut back = [0.0; MOST_HIDDEN];
        let back = &mut back[..h];
        let hidden = &hidden[..h];
        let mut error = 0.0;
        for at in 0..outputs {
            let off = found[at] - labelled.label.as_slice()[at];
            error += f64::from(off) * f64::from(off);
            gradient[ends + at] += off;
            let column = columns + at * h;
            let own = gradient[column..column + h].iter_mut().zip(hidden);
            own.for_each(|(slope, unit)| *slope += off * unit);
            back.iter_mut().zip(&parameters[column..column + h]).for_each(|(back, weight)| *back += off * weight);
        }
        // The slope of softsign is the square of the distance to its limit.
        back.iter_mut().zip(hidden).for_each(|(back, unit)| *back *= (1.0 - unit.abs()) * (1.0 - unit.abs()));
        for &(input, value) in active.as_slice().iter().chain(&[(inputs as u32, 1.0)]) {
            let row = input as usize * h;
            gradient[row..row + h].iter_mut().zip(&*back).for_each(|(slope, back)| *slope += value * back);
        }
        error
    }
}

impl OptimizerState {
    /// Takes a step of Adam for the parameters of one stage.
    fn step(&mut self, stage: usize, gradient: &[f32], batch: usize, rate: f32) {
        let steps = self.steps[stage].saturating_add(1);
        self.steps[stage] = steps;
        let step = AdamStep::new(steps, batch, rate);
        // The average reaches back over a tenth of the stage's steps.
        let noted = steps.is_multiple_of(AVERAGE_EVERY);
        let share = noted.then(|| ((10 * AVERAGE_EVERY) as f32 / (steps as f32 + 10.0)).clamp(1.0 / LONGEST, 1.0));
        let range = stage * gradient.len()..(stage + 1) * gradient.len();
        let own = self.current[range.clone()].iter_mut().zip(&mut self.average[range.clone()]);
        let moments = self.mean[range.clone()].iter_mut().zip(&mut self.square[range]);
        for (((current, average), (mean, square)), slope) in own.zip(moments).zip(gradient) {
            step.apply(current, mean, square, *slope);
            if let Some(share) = share {
                *average += share * (*current - *average);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parameter after so many steps of one stage, when another stage has taken others.
    fn learned(steps: u32, of_another: u32) -> (f32, f32) {
        let mut memory = OptimizerState::new(&[0.0, 0.0], 2);
        (0..of_another).for_each(|_| memory.step(0, &[1.0], 1, 1e-3));
        (0..steps).for_each(|_| memory.step(1, &[1.0], 1, 1e-3));
        (memory.current[1], memory.average[1])
    }

    #[test]
    fn a_stage_learns_alike_whatever_another_has_learned() {
        let alone = learned(640, 0);
        assert!(alone.0 < alone.1 && alone.1 < 0.0, "{alone:?}");
        assert_eq!(learned(640, 5000), alone);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut memory = OptimizerState::new(&[0.5, -0.5, 0.25, 1.0], 2);
        memory.step(1, &[1.0, -1.0], 1, 1e-3);
        let again = OptimizerState::read(&memory.write(), 4);
        assert_eq!((again.write(), &again.steps[..]), (memory.write(), &[0, 1][..]));
    }
}
