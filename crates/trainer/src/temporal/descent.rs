//! Learning from labels: gradient descent on the cross entropy, by Adam (Kingma and Ba, 2015), with an average of the last parameters.

use counterplay_core::network::Sight;
use counterplay_core::network::layers::{Active, Hidden, MOST_HIDDEN, Shape};
use counterplay_core::network::see;
use counterplay_core::{Game, Key, Random, Seeded};

use super::selfplay::Labelled;

/// How many states make one step.
const BATCH: usize = 128;
/// The average takes note of one step in so many: of every single one it would take less than rounding leaves.
const NOTED: u32 = 16;
/// Over how many of those that it takes note of it reaches back at the most.
const LONGEST: f32 = 4000.0;
/// How long the first and the second moment of the gradient are remembered.
const MOMENTS: (f32, f32) = (0.9, 0.999);
/// How large the first steps are, and how small they become with the games.
const RATE: (f32, f32) = (2e-3, 3e-5);
const HALVED_AFTER: f32 = 250_000.0;

/// The parameters as they are learned, and what the descent remembers of its steps.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// The parameters that played the games which come next.
    player: Vec<f32>,
    /// The parameters at the last step.
    current: Vec<f32>,
    /// An average over the last steps: what plays.
    average: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// How many steps each stage has taken: one that is seldom seen has taken few.
    steps: Vec<u32>,
}

impl Memory {
    pub(super) fn new(parameters: &[f32], stages: usize) -> Memory {
        let zeros = vec![0.0; parameters.len()];
        Memory {
            player: parameters.to_vec(),
            current: parameters.to_vec(),
            average: parameters.to_vec(),
            mean: zeros.clone(),
            square: zeros,
            steps: vec![0; stages],
        }
    }

    /// The same, with those who played the games that come next.
    pub(super) fn played_by(self, player: &[f32]) -> Memory {
        Memory { player: player.to_vec(), ..self }
    }

    pub(super) fn player(&self) -> &[f32] {
        &self.player
    }

    pub(super) fn average(&self) -> &[f32] {
        &self.average
    }

    /// As one list.
    pub(super) fn write(&self) -> Vec<f32> {
        let Memory { player, current, average, mean, square, steps } = self;
        let mut all = [&player[..], current, average, mean, square].concat();
        // The bits of a number are kept as they are.
        all.extend(steps.iter().map(|&steps| f32::from_bits(steps)));
        all
    }

    pub(super) fn read(all: &[f32], length: usize) -> Memory {
        let part = |at: usize| all[at * length..(at + 1) * length].to_vec();
        let steps = all[5 * length..].iter().map(|steps| steps.to_bits()).collect();
        Memory { player: part(0), current: part(1), average: part(2), mean: part(3), square: part(4), steps }
    }
}

/// What is learned, and of what.
pub(super) struct Descent<'a, G, S> {
    pub(super) game: &'a G,
    pub(super) sight: &'a S,
    pub(super) shape: Shape,
}

impl<G: Game, S: Sight<G>> Descent<'_, G, S> {
    /// Learns from each state once, in an order drawn at random; says how far the network was from the labels, before it learned them.
    pub(super) fn learn(&self, lesson: &[Labelled<G>], memory: &Memory, games: u64) -> (Memory, Option<f64>) {
        let mut memory = memory.clone();
        let length = self.shape.parameters();
        let mut stages: Vec<Vec<&Labelled<G>>> = vec![Vec::new(); self.sight.stages(self.game)];
        for labelled in lesson {
            stages[self.sight.stage(self.game, &labelled.state)].push(labelled);
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

    /// Adds the gradient of one state; says how far the network was off, squared.
    fn add_gradient(&self, labelled: &Labelled<G>, parameters: &[f32], gradient: &mut [f32]) -> f64 {
        let Shape { inputs, hidden: h, outputs } = self.shape;
        let mut active = Active::new();
        see(self.sight, self.game, &labelled.state, &mut active);
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
        // The slope of softsign is the square of what is left to its limit.
        back.iter_mut().zip(hidden).for_each(|(back, unit)| *back *= (1.0 - unit.abs()) * (1.0 - unit.abs()));
        for &(input, value) in active.as_slice().iter().chain(&[(inputs as u32, 1.0)]) {
            let row = input as usize * h;
            gradient[row..row + h].iter_mut().zip(&*back).for_each(|(slope, back)| *slope += value * back);
        }
        error
    }
}

impl Memory {
    /// A step of Adam for the parameters of one stage.
    fn step(&mut self, stage: usize, gradient: &[f32], batch: usize, rate: f32) {
        let steps = self.steps[stage].saturating_add(1);
        self.steps[stage] = steps;
        let (first, second) = MOMENTS;
        let grown = |kept: f32| 1.0 / (1.0 - kept.powi(steps.min(1 << 20) as i32));
        let (mean_scale, square_scale) = (grown(first), grown(second));
        // The average reaches back over a tenth of the stage's steps.
        let noted = steps.is_multiple_of(NOTED);
        let share = noted.then(|| ((10 * NOTED) as f32 / (steps as f32 + 10.0)).clamp(1.0 / LONGEST, 1.0));
        let scale = 1.0 / batch as f32;
        let range = stage * gradient.len()..(stage + 1) * gradient.len();
        let own = self.current[range.clone()].iter_mut().zip(&mut self.average[range.clone()]);
        let moments = self.mean[range.clone()].iter_mut().zip(&mut self.square[range]);
        for (((current, average), (mean, square)), slope) in own.zip(moments).zip(gradient) {
            let slope = slope * scale;
            *mean = first * *mean + (1.0 - first) * slope;
            *square = second * *square + (1.0 - second) * slope * slope;
            *current -= rate * (*mean * mean_scale) / ((*square * square_scale).sqrt() + 1e-8);
            if let Some(share) = share {
                *average += share * (*current - *average);
            }
        }
    }
}

fn shuffle<T>(list: &mut [T], random: &mut Seeded) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a stage has learned in so many steps, after another has taken others.
    fn learned(steps: u32, of_another: u32) -> (f32, f32) {
        let mut memory = Memory::new(&[0.0, 0.0], 2);
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
        let mut memory = Memory::new(&[0.5, -0.5, 0.25, 1.0], 2);
        memory.step(1, &[1.0, -1.0], 1, 1e-3);
        let again = Memory::read(&memory.write(), 4);
        assert_eq!((again.write(), &again.steps[..]), (memory.write(), &[0, 1][..]));
    }
}
