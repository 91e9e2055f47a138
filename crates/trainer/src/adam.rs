//! Gradient descent by Adam (Kingma and Ba, 2015): the step of one parameter, and the order of the states.

use counterplay_core::{Random, Seeded};

/// Decay of the first and the second moment of the gradient.
const MOMENTS: (f32, f32) = (0.9, 0.999);

/// Step of Adam, the same for all parameters that have taken as many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdamStep {
    rate: f32,
    /// Share of one state in the gradient of its batch.
    scale: f32,
    mean_scale: f32,
    square_scale: f32,
}

impl AdamStep {
    /// The step of this number, for a batch of so many states.
    pub(crate) fn new(steps: u32, states: usize, rate: f32) -> AdamStep {
        let grown = |kept: f32| 1.0 / (1.0 - kept.powi(steps.min(1 << 20) as i32));
        let (mean_scale, square_scale) = (grown(MOMENTS.0), grown(MOMENTS.1));
        AdamStep { rate, scale: 1.0 / states.max(1) as f32, mean_scale, square_scale }
    }

    /// Moves a parameter against its slope, summed over the batch.
    #[inline]
    pub(crate) fn apply(&self, value: &mut f32, mean: &mut f32, square: &mut f32, slope: f32) {
        let (first, second) = MOMENTS;
        let slope = slope * self.scale;
        *mean = first * *mean + (1.0 - first) * slope;
        *square = second * *square + (1.0 - second) * slope * slope;
        *value -= self.rate * (*mean * self.mean_scale) / ((*square * self.square_scale).sqrt() + 1e-8);
    }
}

/// Puts a list into a random order.
pub(crate) fn shuffle<T>(list: &mut [T], random: &mut Seeded) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last as u64 + 1) as usize);
    }
}
