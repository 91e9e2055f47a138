//! How a game learns its evaluation, and how it uses what it has learned.

use std::sync::OnceLock;

use counterplay_core::engine::Keys;
use counterplay_core::features::fingerprint;
use counterplay_core::{
    ChanceNodes, Deterministic, Evaluate, Features, Game, Halt, Knowledge, Learned, PerfectInformation, Score, Weights,
    WeightsError,
};
use counterplay_trainer::{Course, Plan, Trainer};

/// The evaluation that was learned, where there is one for the game with its options; the one of before elsewhere.
#[derive(Clone, Debug)]
pub struct Schooled<E, F> {
    pub(crate) before: E,
    pub(crate) learned: Option<Learned<F>>,
}

impl<G: Game, E: Evaluate<G>, F: Features<G>> Evaluate<G> for Schooled<E, F> {
    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        match &self.learned {
            Some(learned) => learned.evaluate(game, state),
            None => self.before.evaluate(game, state),
        }
    }
    fn guesses(&self) -> bool {
        self.learned.is_some() || self.before.guesses()
    }
    fn judges(&self, game: &G, state: &G::State) -> bool {
        match &self.learned {
            Some(learned) => learned.judges(game, state),
            None => self.before.judges(game, state),
        }
    }
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        match &self.learned {
            Some(learned) => learned.expectation(game, state),
            None => self.before.expectation(game, state),
        }
    }
}

/// Fits an evaluation to a game that was made with its options: with these weights, or else with those of the entry.
pub(crate) type Fit<G, E> = dyn Fn(&G, E, Option<&[u8]>) -> Result<E, WeightsError> + Send + Sync;

/// Where the entry's weights were learned for the game with its options, they are used. Weights that somebody brings must be for it.
/// A file that is damaged, or of another game, is a fault.
pub(crate) fn with_weights<G, E, F>(name: String, features: F, file: &'static [u8]) -> Box<Fit<G, Schooled<E, F>>>
where
    G: ChanceNodes,
    F: Features<G> + Clone + Send + Sync + 'static,
{
    // The file takes some milliseconds to be read, and games are made often.
    let known: OnceLock<(u64, Learned<F>)> = OnceLock::new();
    let known_features = features.clone();
    let read = move |game: &G, file: &[u8]| {
        let weights = Weights::read(file)?;
        Ok((weights.fingerprint, Learned::new(game, &name, features.clone(), &weights)?))
    };
    Box::new(move |game, schooled, brought| {
        if let Some(file) = brought {
            return Ok(Schooled { learned: Some(read(game, file)?.1), ..schooled });
        }
        let learned = match known.get() {
            Some((print, learned)) if *print == fingerprint(game, &known_features) => Some(learned.clone()),
            // Nothing has been learned yet.
            _ if file.is_empty() => None,
            _ => match read(game, file) {
                Ok(found) => Some(known.get_or_init(|| found).1.clone()),
                Err(WeightsError::OtherFeatures) => None,
                Err(error) => return Err(error),
            },
        };
        Ok(Schooled { learned, ..schooled })
    })
}

/// The trainer of one game, with its types forgotten.
pub(crate) trait Teacher<G>: Send + Sync {
    /// See [`Trainer::begin`].
    fn begin(&self, game: &G, seed: u64) -> Course;
    /// See [`Trainer::run`].
    fn run(&self, game: &G, course: &mut Course, plan: &Plan, told: &mut dyn FnMut(&Course)) -> Result<(), Box<Halt>>;
}

/// What a trainer needs besides the game.
pub(crate) struct School<F, K, U, E> {
    pub(crate) name: String,
    pub(crate) features: F,
    pub(crate) keys: K,
    pub(crate) knowledge: U,
    pub(crate) rival: E,
}

impl<F: Clone, K: Clone, U: Clone, E: Clone> School<F, K, U, E> {
    fn trainer<'a, G>(&'a self, game: &'a G) -> Trainer<'a, G, F, K, U, E> {
        let School { name, features, keys, knowledge, rival } = self;
        let (features, keys, knowledge, rival) = (features.clone(), keys.clone(), knowledge.clone(), rival.clone());
        Trainer { game, name, features, keys, knowledge, rival }
    }
}

impl<G, F, K, U, E> Teacher<G> for School<F, K, U, E>
where
    G: Deterministic + PerfectInformation + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    F: Features<G> + Clone + Send + Sync,
    K: Keys<G> + Clone + Send + Sync,
    U: Knowledge<G> + Clone + Send + Sync,
    E: Evaluate<G> + Clone + Send + Sync,
{
    fn begin(&self, game: &G, seed: u64) -> Course {
        self.trainer(game).begin(seed)
    }
    fn run(&self, game: &G, course: &mut Course, plan: &Plan, told: &mut dyn FnMut(&Course)) -> Result<(), Box<Halt>> {
        self.trainer(game).run(course, plan, told)
    }
}
