//! How a game learns its evaluation, and how it uses what it has learned.

use std::sync::OnceLock;

use counterplay_core::features::fingerprint;
use counterplay_core::network::perspectives::Perspectives;
use counterplay_core::network::{Network, NetworkInputs};
use counterplay_core::{ChanceNodes, Features, Learned, LearnedOr, Residual, Weights, WeightsError};

/// Fits an evaluation to a game that was made with its options: with these weights, or else with those of the entry.
pub(crate) type Fit<G, E> = dyn Fn(&G, E, Option<&[u8]>) -> Result<E, WeightsError> + Send + Sync;

/// What can be learned of a game: which features, and what becomes of their weights.
pub(crate) trait Lessons<G>: Clone + Send + Sync + 'static {
    /// The evaluation.
    type Learned: Clone + Send + Sync + 'static;
    /// A number that changes when the features, the rules or their options do.
    fn fingerprint(&self, game: &G) -> u64;
    /// The evaluation with these weights.
    fn learned(&self, game: &G, name: &str, weights: &Weights) -> Result<Self::Learned, WeightsError>;
}

/// The weights of a sum of features.
#[derive(Clone)]
pub(crate) struct Linear<F>(pub(crate) F);

impl<G: ChanceNodes, F: Features<G> + Clone + Send + Sync + 'static> Lessons<G> for Linear<F> {
    type Learned = Learned<F>;
    fn fingerprint(&self, game: &G) -> u64 {
        fingerprint(game, &self.0)
    }
    fn learned(&self, game: &G, name: &str, weights: &Weights) -> Result<Learned<F>, WeightsError> {
        Learned::new(game, name, self.0.clone(), weights)
    }
}

/// The weights of a sum of features, and the parameters of a network on top.
#[derive(Clone)]
pub(crate) struct WithResidual<F, P>(pub(crate) F, pub(crate) P);

impl<G, F, P> Lessons<G> for WithResidual<F, P>
where
    G: ChanceNodes,
    F: Features<G> + Clone + Send + Sync + 'static,
    P: Perspectives<G> + Clone + Send + Sync + 'static,
{
    type Learned = Residual<F, P>;
    fn fingerprint(&self, game: &G) -> u64 {
        Residual::fingerprint(game, &self.0, &self.1)
    }
    fn learned(&self, game: &G, name: &str, weights: &Weights) -> Result<Residual<F, P>, WeightsError> {
        Residual::new(game, name, (self.0.clone(), self.1.clone()), weights)
    }
}

/// The parameters of a network.
pub(crate) struct Networked<G, S, L> {
    pub(crate) encoding: S,
    /// The game by which it is learned, for a game with its options: a network may serve several.
    pub(crate) learned_game: fn(&G) -> G,
    /// The evaluation that is made of the network.
    pub(crate) evaluation: fn(Network<S>) -> L,
}

impl<G, S: Clone, L> Clone for Networked<G, S, L> {
    fn clone(&self) -> Self {
        Networked { encoding: self.encoding.clone(), ..*self }
    }
}

impl<G, S, L> Lessons<G> for Networked<G, S, L>
where
    G: ChanceNodes + 'static,
    S: NetworkInputs<G> + Clone + Send + Sync + 'static,
    L: Clone + Send + Sync + 'static,
{
    type Learned = L;
    fn fingerprint(&self, game: &G) -> u64 {
        Network::fingerprint(&(self.learned_game)(game), &self.encoding)
    }
    fn learned(&self, game: &G, name: &str, weights: &Weights) -> Result<L, WeightsError> {
        Network::new(&(self.learned_game)(game), name, self.encoding.clone(), weights).map(self.evaluation)
    }
}

/// Where the entry's weights were learned for the game with its options, they are used. Weights that somebody brings
/// must be for it. A file that is damaged, or of another game, is a fault.
pub(crate) fn with_weights<G, E, T>(
    name: String,
    lessons: T,
    file: &'static [u8],
) -> Box<Fit<G, LearnedOr<E, T::Learned>>>
where
    G: ChanceNodes,
    T: Lessons<G>,
{
    // The file takes some milliseconds to be read, and games are made often.
    let known: OnceLock<(u64, T::Learned)> = OnceLock::new();
    let known_lessons = lessons.clone();
    let read = move |game: &G, file: &[u8]| {
        let weights = Weights::read(file)?;
        Ok((weights.fingerprint, lessons.learned(game, &name, &weights)?))
    };
    Box::new(move |game, learned_or, brought| {
        if let Some(file) = brought {
            return Ok(LearnedOr { learned: Some(read(game, file)?.1), ..learned_or });
        }
        let learned = match known.get() {
            Some((print, learned)) if *print == known_lessons.fingerprint(game) => Some(learned.clone()),
            // Nothing has been learned yet.
            _ if file.is_empty() => None,
            _ => match read(game, file) {
                Ok(found) => Some(known.get_or_init(|| found).1.clone()),
                Err(WeightsError::OtherFeatures) => None,
                Err(error) => return Err(error),
            },
        };
        Ok(LearnedOr { learned, ..learned_or })
    })
}
