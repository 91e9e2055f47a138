//! A network with two perspectives: what each side sees of a state, side by side.
//!
//! ```text
//!   what the mover sees  ─ first layer ─ hidden units ┐
//!                                                     ├ outputs of the bucket ─ worth for the mover
//!   what the other sees  ─ first layer ─ hidden units ┘
//! ```
//!
//! Both perspectives share the first layer. A hidden unit gives the square of what comes to it, clipped to 0..1 before.
//! All weights are whole numbers: [`UNIT`] steps make a one in the first layer, [`OUTPUT_UNIT`] in the second, and
//! [`BIAS_UNIT`] in its biases. The sums of the first layer follow what an action changes
//! ([`accumulators`](super::accumulators)).

use std::sync::Arc;

use super::accumulators::{Accumulators, FirstLayer};
use crate::{Game, Role, Side};

/// Steps of a one in the first layer.
pub const UNIT: i32 = 255;
/// Steps of a one in the weights of the outputs.
pub const OUTPUT_UNIT: i32 = 64;
/// Steps of a one in the biases of the outputs.
pub const BIAS_UNIT: i32 = 1024;
/// The largest weight: a hidden unit times its weight fits 16 bits, and the sums of the first layer do as well.
pub const MOST_WEIGHT: f32 = 127.0 / OUTPUT_UNIT as f32;
/// The most hidden units of a perspective.
pub const MOST_UNITS: usize = 256;

/// The perspectives of the two sides on the states of a game: which inputs of a network each of them sees.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what each side sees in the states of `{G}`",
    note = "`.learned_with_network(…)` needs that: add `impl Perspectives<{G}> for {Self}` with its `inputs`, `scale` \
            and `view`"
)]
pub trait Perspectives<G: Game> {
    /// How many inputs a perspective has.
    fn inputs(&self) -> usize;

    /// How many hidden units a perspective has: a multiple of 16, at most [`MOST_UNITS`].
    fn hidden(&self) -> usize {
        64
    }

    /// How many buckets there are, each with outputs of its own.
    fn buckets(&self) -> usize {
        1
    }

    /// The bucket that a state belongs to, counted from 0: by how many pieces are left, say.
    fn bucket(&self, _game: &G, _state: &G::State) -> usize {
        0
    }

    /// The scale of the logistic curve by which a worth is a share of the points: a side that is ahead by so much
    /// scores 73 %, by twice as much 88 %.
    fn scale(&self, game: &G) -> f64;

    /// Sets the bits of the inputs that a side sees in a state. The set is empty before.
    fn view(&self, game: &G, state: &G::State, side: Side, set: &mut [u64]);
}

/// The size of a network with perspectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerspectiveShape {
    /// The inputs of a perspective.
    pub inputs: usize,
    /// The hidden units of a perspective.
    pub hidden: usize,
    /// The buckets of outputs.
    pub buckets: usize,
}

impl PerspectiveShape {
    /// The size of a game's network.
    ///
    /// # Panics
    /// If the number of hidden units is no multiple of 16, or too large.
    #[must_use]
    pub fn new<G: Game>(perspectives: &impl Perspectives<G>) -> PerspectiveShape {
        let (inputs, hidden, buckets) = (perspectives.inputs(), perspectives.hidden(), perspectives.buckets());
        assert!(hidden <= MOST_UNITS && hidden.is_multiple_of(16), "{hidden} hidden units");
        PerspectiveShape { inputs, hidden, buckets }
    }

    /// How many words a set of inputs has.
    #[must_use]
    pub fn words(&self) -> usize {
        self.inputs.div_ceil(64)
    }

    /// Where the biases of the hidden units begin; before them are the weights, one input after the other.
    #[must_use]
    pub fn biases(&self) -> usize {
        self.inputs * self.hidden
    }

    /// Where the weights of a bucket's output begin: the mover's hidden units, then the other side's.
    #[must_use]
    pub fn outputs(&self, bucket: usize) -> usize {
        self.biases() + self.hidden + bucket * 2 * self.hidden
    }

    /// Where the biases of the outputs begin.
    #[must_use]
    pub fn output_biases(&self) -> usize {
        self.outputs(self.buckets)
    }

    /// How many parameters there are.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.output_biases() + self.buckets
    }

    /// How many steps make a one in a parameter.
    #[must_use]
    pub fn unit(&self, parameter: usize) -> f32 {
        (if parameter < self.outputs(0) {
            UNIT
        } else if parameter < self.output_biases() {
            OUTPUT_UNIT
        } else {
            BIAS_UNIT
        }) as f32
    }
}

/// A network with two perspectives.
#[derive(Clone, Debug)]
pub struct PerspectiveNetwork<P> {
    perspectives: P,
    shape: PerspectiveShape,
    parameters: Arc<[i16]>,
    /// The scale in parts of a unit of utility.
    scale: i64,
}

impl<P> PerspectiveNetwork<P> {
    /// The network with these parameters, whose outputs are in so many parts to the unit of utility.
    ///
    /// # Panics
    /// If there are too few parameters, or too many.
    #[must_use]
    pub fn with<G: Game>(game: &G, perspectives: P, parameters: &[i16], parts: u32) -> Self
    where
        P: Perspectives<G>,
    {
        let shape = PerspectiveShape::new(&perspectives);
        assert_eq!(parameters.len(), shape.parameters(), "parameters of {shape:?}");
        let scale = (perspectives.scale(game) * f64::from(parts)).round() as i64;
        PerspectiveNetwork { perspectives, shape, parameters: parameters.into(), scale }
    }

    /// The worth of a state for the side to move, in parts of a unit of utility; `ply` plies from the root of a search.
    #[inline]
    pub fn worth<G: Game>(&self, game: &G, state: &G::State, ply: usize, accumulators: &mut Accumulators) -> i32
    where
        P: Perspectives<G>,
    {
        let PerspectiveNetwork { perspectives, shape, parameters, scale } = self;
        let layer = FirstLayer {
            weights: &parameters[..shape.biases()],
            biases: &parameters[shape.biases()..shape.outputs(0)],
            words: shape.words(),
        };
        let side = |perspective: usize| if perspective == 0 { Side::Max } else { Side::Min };
        let sums = accumulators.update(layer, ply, |perspective, set| {
            perspectives.view(game, state, side(perspective), set);
        });
        let [own, other] = if game.role(state) == Role::Min { [sums[1], sums[0]] } else { sums };
        let bucket = perspectives.bucket(game, state);
        let outputs = &parameters[shape.outputs(bucket)..shape.outputs(bucket + 1)];
        let (for_own, for_other) = outputs.split_at(shape.hidden);
        let bias = i64::from(parameters[shape.output_biases() + bucket]);
        let one = i64::from(UNIT * UNIT * OUTPUT_UNIT);
        let sum = i64::from(output(own, for_own)) + i64::from(output(other, for_other));
        ((sum + bias * one / i64::from(BIAS_UNIT)) * scale / one) as i32
    }
}

/// The sum of what the hidden units of a perspective give: the square of each, clipped, times its weight.
#[inline]
fn output(sums: &[i16], weights: &[i16]) -> i32 {
    let mut total = 0;
    for (sum, weight) in sums.iter().zip(weights) {
        let clipped = (*sum).clamp(0, UNIT as i16);
        // At most 255 times 127: 16 bits are enough, and processors multiply those eight at a time.
        total += i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped);
    }
    total
}
