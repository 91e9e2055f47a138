//! The arithmetic of a small network: one hidden layer between what is seen and what is foretold.
//!
//! ```text
//!   inputs x  ->  hidden h = softsign(b + sum of x * row)  ->  outputs p = logistic(c + sum of h * column)
//! ```
//!
//! The parameters of one network lie in one slice:
//!
//! ```text
//!   hidden numbers for each input, one input after the other     the rows
//!   hidden numbers                                                b
//!   hidden numbers for each output, one output after the other   the columns
//!   a number for each output                                      c
//! ```
//!
//! Everything is made of additions, multiplications and divisions in a fixed order, so that the same parameters give
//! the same bits on every machine: no fused operations, and no exponential of the system's library.

/// The most hidden units.
pub const MOST_HIDDEN: usize = 256;
/// The most inputs that can be other than zero in one state.
pub const MOST_ACTIVE: usize = 128;
/// The most outputs.
pub const MOST_OUTPUTS: usize = 8;

/// How many sums are made side by side: what the compiler turns into vectors.
const LANES: usize = 8;

/// The size of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many inputs there are.
    pub inputs: usize,
    /// How many hidden units: a multiple of eight.
    pub hidden: usize,
    /// How many outputs.
    pub outputs: usize,
}

/// The inputs of one state that are not zero.
#[derive(Clone, Debug)]
pub struct Active {
    list: [(u32, f32); MOST_ACTIVE],
    count: usize,
}

/// The values of the hidden units.
pub type Hidden = [f32; MOST_HIDDEN];
/// The values of the outputs.
pub type Outputs = [f32; MOST_OUTPUTS];

impl Active {
    /// No inputs.
    #[must_use]
    pub const fn new() -> Active {
        Active { list: [(0, 0.0); MOST_ACTIVE], count: 0 }
    }

    /// Clears the inputs.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// An input with its value. Those beyond [`MOST_ACTIVE`] are dropped.
    #[inline]
    pub fn push(&mut self, input: u32, value: f32) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = (input, value);
            self.count += 1;
        }
    }

    /// All inputs that are not zero.
    #[must_use]
    pub fn as_slice(&self) -> &[(u32, f32)] {
        &self.list[..self.count]
    }
}

impl Default for Active {
    fn default() -> Active {
        Active::new()
    }
}

impl Shape {
    /// How many parameters a network of this size has.
    #[must_use]
    pub const fn parameters(self) -> usize {
        (self.inputs + 1 + self.outputs) * self.hidden + self.outputs
    }

    /// Where the columns begin.
    #[must_use]
    pub const fn columns(self) -> usize {
        (self.inputs + 1) * self.hidden
    }

    /// Where the last numbers begin, one for each output.
    #[must_use]
    pub const fn ends(self) -> usize {
        self.columns() + self.outputs * self.hidden
    }

    /// The forward pass: from the inputs to the outputs, from 0 to 1. The hidden units are left as they were needed for
    /// it.
    #[must_use]
    #[inline]
    pub fn forward(self, parameters: &[f32], active: &[(u32, f32)], hidden: &mut Hidden) -> Outputs {
        let h = self.hidden;
        hidden[..h].copy_from_slice(&parameters[self.inputs * h..][..h]);
        self.add(parameters, active, hidden);
        self.outputs(parameters, hidden)
    }

    /// Adds inputs, or changes of inputs, to what comes to the hidden units.
    ///
    /// PERF: four rows at a time, so that the sums are loaded and stored once for four inputs.
    #[inline]
    pub fn add(self, parameters: &[f32], inputs: &[(u32, f32)], sums: &mut Hidden) {
        debug_assert_eq!(parameters.len(), self.parameters());
        let h = self.hidden;
        let sums = &mut sums[..h];
        let row = |input: u32| &parameters[input as usize * h..][..h];
        let (fours, rest) = inputs.as_chunks::<4>();
        for [a, b, c, d] in fours {
            let rows = row(a.0).iter().zip(row(b.0)).zip(row(c.0).iter().zip(row(d.0)));
            for (sum, ((w0, w1), (w2, w3))) in sums.iter_mut().zip(rows) {
                *sum += (a.1 * w0 + b.1 * w1) + (c.1 * w2 + d.1 * w3);
            }
        }
        for &(input, value) in rest {
            sums.iter_mut().zip(row(input)).for_each(|(sum, weight)| *sum += value * weight);
        }
    }

    /// What the network makes of what has come to the hidden units, which then have their values.
    #[must_use]
    #[inline]
    pub fn outputs(self, parameters: &[f32], sums: &mut Hidden) -> Outputs {
        let h = self.hidden;
        let sums = &mut sums[..h];
        sums.iter_mut().for_each(|sum| *sum = softsign(*sum));
        let mut outputs = [0.0; MOST_OUTPUTS];
        let (columns, ends) = (self.columns(), self.ends());
        for (at, output) in outputs[..self.outputs].iter_mut().enumerate() {
            let column = &parameters[columns + at * h..][..h];
            *output = parameters[ends + at] + dot(sums, column);
        }
        outputs.map(logistic)
    }
}

/// The sum of the products, in lanes.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    for (a, b) in a.iter().zip(b) {
        sums = std::array::from_fn(|lane| sums[lane] + a[lane] * b[lane]);
    }
    let fours: [f32; 4] = std::array::from_fn(|lane| sums[lane] + sums[lane + 4]);
    (fours[0] + fours[2]) + (fours[1] + fours[3])
}

/// The softsign function, from -1 to 1 as the hyperbolic tangent, for one division.
#[inline]
fn softsign(x: f32) -> f32 {
    x / (1.0 + x.abs())
}

/// The logistic function, from 0 to 1: `1 / (1 + exp(-x))`.
#[must_use]
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The exponential function to seven digits, of numbers that are not large.
#[inline]
fn exp(x: f32) -> f32 {
    // 2^whole times e^rest, with the rest between -ln(2)/2 and ln(2)/2, where the series is short.
    let x = x.clamp(-80.0, 80.0);
    let whole = (x * std::f32::consts::LOG2_E).round_ties_even();
    let rest = (x - whole * 0.693_359_4) + whole * 2.121_944_4e-4;
    let series = 1.0
        + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest / 720.0)))));
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outputs_are_what_the_formula_says() {
        let shape = Shape { inputs: 7, hidden: 16, outputs: 2 };
        let parameters: Vec<f32> = (0..shape.parameters()).map(|at| ((at * 37 % 101) as f32 - 50.0) / 60.0).collect();
        for count in 0..=7 {
            let active: Vec<(u32, f32)> = (0..count).map(|at| (at, 0.5 + at as f32 / 4.0)).collect();
            let mut hidden = [0.0; MOST_HIDDEN];
            let outputs = shape.forward(&parameters, &active, &mut hidden);
            for output in 0..2 {
                let mut sum = f64::from(parameters[shape.ends() + output]);
                for unit in 0..16 {
                    let mut z = f64::from(parameters[7 * 16 + unit]);
                    for &(input, value) in &active {
                        z += f64::from(value) * f64::from(parameters[input as usize * 16 + unit]);
                    }
                    let h = z / (1.0 + z.abs());
                    assert!((f64::from(hidden[unit]) - h).abs() < 1e-5);
                    sum += h * f64::from(parameters[shape.columns() + output * 16 + unit]);
                }
                assert!((f64::from(outputs[output]) - 1.0 / (1.0 + (-sum).exp())).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn the_exponential_is_near_that_of_the_library() {
        for step in -800..=800 {
            let x = step as f32 / 10.0;
            let (ours, theirs) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((ours / theirs - 1.0).abs() < 2e-6, "{x}: {ours} {theirs}");
        }
        assert!(logistic(f32::INFINITY) == 1.0 && logistic(f32::NEG_INFINITY) < 1e-30);
    }

    #[test]
    fn inputs_beyond_the_most_are_dropped() {
        let mut active = Active::new();
        (0..2 * MOST_ACTIVE as u32).for_each(|input| active.push(input, 1.0));
        assert_eq!(active.as_slice().len(), MOST_ACTIVE);
        active.clear();
        assert!(active.as_slice().is_empty());
    }
}
