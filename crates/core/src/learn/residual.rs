//! A linear evaluation, and a network for what it leaves over (a residual).
//!
//! The sum of [features](crate::features) says most of what a state is worth, and a little play teaches it. A network
//! with [perspectives](crate::network::perspectives) adds what no sum can say: what goes together. To learn the rest
//! alone takes a network far fewer states than to learn the whole.
//!
//! A file of [weights](crate::weights) has the weights of the features first, then the parameters of the network; all
//! zero as long as only the linear part has been learned.

use crate::features::{Learned, Ties, fingerprint_with};
use crate::network::accumulators::Accumulators;
use crate::network::perspectives::{PerspectiveNetwork, PerspectiveShape, Perspectives};
use crate::weights::{Weights, WeightsError};
use crate::{ChanceNodes, Evaluate, Features, Game, Key, Score, Side};

/// A linear evaluation with a network on top.
#[derive(Clone, Debug)]
pub struct Residual<F, P> {
    linear: Learned<F>,
    network: Option<PerspectiveNetwork<P>>,
}

impl<F, P> Residual<F, P> {
    /// The evaluation with weights from a file.
    ///
    /// # Errors
    /// If they were not learned for this game, its options, these features and these perspectives.
    pub fn new<G: ChanceNodes>(
        game: &G,
        name: &str,
        (features, perspectives): (F, P),
        weights: &Weights,
    ) -> Result<Self, WeightsError>
    where
        F: Features<G>,
        P: Perspectives<G>,
    {
        if weights.game != name {
            return Err(WeightsError::OtherGame { found: weights.game.clone(), expected: name.to_owned() });
        }
        let ties = Ties::new(game, &features);
        let linear = features.stages(game) * ties.free;
        let count = linear + PerspectiveShape::new(&perspectives).parameters();
        if weights.fingerprint != Residual::fingerprint(game, &features, &perspectives) || weights.values.len() != count
        {
            return Err(WeightsError::OtherFeatures);
        }
        let (free, parameters) = weights.values.split_at(linear);
        Ok(Residual::with(game, (features, perspectives), &ties, free, parameters, weights.parts))
    }

    /// The evaluation with these weights of features, the [free](Ties) ones of each stage, and these parameters of the
    /// network; both in so many parts to the unit of utility.
    #[must_use]
    pub fn with<G: Game>(
        game: &G,
        (features, perspectives): (F, P),
        ties: &Ties,
        free: &[i16],
        parameters: &[i16],
        parts: u32,
    ) -> Self
    where
        F: Features<G>,
        P: Perspectives<G>,
    {
        // A network of zeros is none, and takes no time.
        let has_network = parameters.iter().any(|&parameter| parameter != 0);
        Residual {
            linear: Learned::with(game, features, ties, free, parts),
            network: has_network.then(|| PerspectiveNetwork::with(game, perspectives, parameters, parts)),
        }
    }

    /// The fingerprint of features and perspectives: a number that changes when what is counted or seen does, the size
    /// of the network, the rules or their options.
    pub fn fingerprint<G: ChanceNodes>(game: &G, features: &F, perspectives: &P) -> u64
    where
        F: Features<G>,
        P: Perspectives<G>,
    {
        let PerspectiveShape { inputs, hidden, buckets } = PerspectiveShape::new(perspectives);
        let mut set = vec![0; inputs.div_ceil(64)];
        let seen = fingerprint_with(game, features, |state, take| {
            take(perspectives.bucket(game, state) as i64);
            for side in [Side::Max, Side::Min] {
                set.fill(0);
                perspectives.view(game, state, side, &mut set);
                set.iter().for_each(|&word| take(word as i64));
            }
        });
        [inputs, hidden, buckets].into_iter().fold(seen, |key, number| Key::mix(key ^ number as u64).0)
    }

    /// The worth of a state to the side to move above a draw, in parts of a unit.
    #[inline]
    fn sum<G: Game>(&self, game: &G, state: &G::State, ply: usize, accumulators: &mut Accumulators) -> i32
    where
        F: Features<G>,
        P: Perspectives<G>,
    {
        let rest = self.network.as_ref().map_or(0, |network| network.worth(game, state, ply, accumulators));
        self.linear.sum(game, state) + rest
    }
}

impl<G: Game, F: Features<G>, P: Perspectives<G>> Evaluate<G> for Residual<F, P> {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        self.evaluate_incrementally(game, state, 0, &mut Accumulators::default())
    }

    #[inline]
    fn evaluate_incrementally(&self, game: &G, state: &G::State, ply: usize, accumulators: &mut Accumulators) -> Score {
        self.linear.score(game, state, self.sum(game, state, ply, accumulators))
    }

    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        self.linear.value(game, state, self.sum(game, state, 0, &mut Accumulators::default()))
    }
}
