//! Training of evaluations from self-play, for any game with [`Features`] that can be counted in its states.
//!
//! Training goes in *rounds*, each longer than the one before. In a round
//!
//! 1. games are played by what was learned so far, with random openings and now and then a random action (`selfplay`);
//! 2. each state of a game gets a *label*: near the end its exact value, which the engine proves; before that what a
//!    short search says, mixed with what came of it: temporal differences;
//! 3. the weights are fitted to the labels of the last rounds by linear regression (`regression`);
//! 4. a short match against the evaluation that the game had before measures the strength (`duel`).
//!
//! So knowledge spreads from the end of the game to its beginning. In the first round nothing is known, and only the
//! results count.
//!
//! A network on top of a linear evaluation is learned in much the same way ([`ResidualTrainer`]), and so are networks
//! alone, where dice and doubling matter ([`NetworkTrainer`]).
//!
//! Equal seeds give equal weights, on any number of threads: each game has a seed of its own, and stages are fitted
//! apart.

mod adam;
mod checkpoint;
mod course;
mod duel;
mod parallel;
mod regression;
mod residual;
mod rounds;
mod selfplay;
mod temporal;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_core::engine::Keys;
use counterplay_core::features::{Ties, fingerprint};
use counterplay_core::{
    ChanceNodes, Deterministic, Evaluate, Features, Game, Halt, Key, Knowledge, Learned, LearnedOr, Limits,
    PerfectInformation, Seeded,
};

pub use checkpoint::CheckpointError;
use course::{Begin, in_steps};
pub use course::{Strength, TrainingRun};
pub use duel::{Duel, Tally};
use parallel::in_parallel;
use regression::Regression;
pub use residual::ResidualTrainer;
use rounds::{Fitted, Rounds, run_rounds};
pub use selfplay::Style;
use selfplay::{Record, SelfPlayer, usual_length};
pub use temporal::NetworkTrainer;

/// Training plan: how long to train, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Seed of everything that is random.
    pub seed: u64,
    /// Number of threads.
    pub threads: usize,
    /// Number of games to play in all.
    pub games: Option<u64>,
    /// Time limit, earlier parts of the same training included.
    pub time: Option<Duration>,
    /// Stop flag: somebody else raises it to end the training.
    pub stop: Option<Arc<AtomicBool>>,
    /// Style of self-play.
    pub style: Style,
    /// Rounds in which the linear part learns, where a network is to come on top of it.
    pub linear_rounds: u32,
    /// Match that measures the strength after a round. With no games there is none.
    pub duel: Duel,
}

impl Default for Plan {
    fn default() -> Plan {
        let (style, duel) = (Style::default(), Duel::default());
        Plan { seed: 1, threads: 1, games: None, time: None, stop: None, style, linear_rounds: LINEAR_ROUNDS, duel }
    }
}

/// Usual rounds of a linear part: about 14,000 games.
const LINEAR_ROUNDS: u32 = 13;

/// Trainer of a game's evaluation.
pub trait Trainer<G> {
    /// Starts a training run, in which nothing is known.
    fn begin(&self, game: &G, seed: u64) -> TrainingRun;

    /// Runs the training from where it has got to, until the plan's limits are reached, or it is stopped. `on_progress`
    /// is called now and then.
    ///
    /// # Errors
    /// If the game breaks its contract.
    fn run(
        &self,
        game: &G,
        course: &mut TrainingRun,
        plan: &Plan,
        on_progress: &mut dyn FnMut(&TrainingRun),
    ) -> Result<(), Box<Halt>>;
}

/// Linear trainer: what training needs to know beside the game.
#[derive(Clone, Debug)]
pub struct LinearTrainer<F, K, U, E> {
    /// Name of the game.
    pub name: String,
    /// Features of its states.
    pub features: F,
    /// Keys for the engine's table.
    pub keys: K,
    /// Knowledge of the game for the engine.
    pub knowledge: U,
    /// Baseline evaluation, which the game had before, to be measured against.
    pub rival: E,
}

/// Games between two calls of the progress callback, which are also checks of the stop flag.
const BATCH: u64 = 64;

impl<G, F, K, U, E> Trainer<G> for LinearTrainer<F, K, U, E>
where
    G: Deterministic + PerfectInformation + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    F: Features<G> + Clone + Sync,
    K: Keys<G> + Clone + Sync,
    U: Knowledge<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    fn begin(&self, game: &G, seed: u64) -> TrainingRun {
        let LinearTrainer { name, features, .. } = self;
        let free = Ties::new(game, features).free;
        let bounds = game.bounds();
        // Fine enough that 4096 of them span what is possible.
        let span = u64::from(bounds.high.get().abs_diff(bounds.low.get())).max(1);
        let parts = (4096 / span).max(1) as u32;
        TrainingRun::start(Begin {
            name: name.clone(),
            fingerprint: fingerprint(game, features),
            seed,
            weights: vec![0.0; features.stages(game) * free],
            memory: Vec::new(),
            parts,
            steps: Vec::new(),
        })
    }

    fn run(
        &self,
        game: &G,
        course: &mut TrainingRun,
        plan: &Plan,
        on_progress: &mut dyn FnMut(&TrainingRun),
    ) -> Result<(), Box<Halt>> {
        let ties = Ties::new(game, &self.features);
        run_rounds(&LinearRounds { trainer: self, game, ties }, course, plan, on_progress)
    }
}

/// Rounds of a linear training.
struct LinearRounds<'a, G, F, K, U, E> {
    trainer: &'a LinearTrainer<F, K, U, E>,
    game: &'a G,
    ties: Ties,
}

impl<G: Game, F: Features<G> + Clone, K, U, E: Clone> LinearRounds<'_, G, F, K, U, E> {
    /// The evaluation with these weights.
    fn learned(&self, weights: &[f32], parts: u32) -> LearnedOr<E, Learned<F>> {
        let LinearTrainer { features, rival, .. } = self.trainer;
        let free = in_steps(weights, parts, &[]);
        let learned = Learned::with(self.game, features.clone(), &self.ties, &free, parts);
        LearnedOr { before: rival.clone(), learned: Some(learned) }
    }
}

impl<G, F, K, U, E> Rounds for LinearRounds<'_, G, F, K, U, E>
where
    G: Deterministic + PerfectInformation + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    F: Features<G> + Clone + Sync,
    K: Keys<G> + Clone + Sync,
    U: Knowledge<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    fn play(&self, course: &TrainingRun, plan: &Plan, games: u64) -> Result<Vec<Record>, Box<Halt>> {
        let LinearRounds { trainer, game, .. } = *self;
        let learned = self.learned(&course.weights, course.parts);
        let limits = Limits { stop: plan.stop.clone(), ..Limits::default() };
        let style = plan.style.in_round(course.finished);
        let opening = (f64::from(usual_length(game)) * style.opening).round() as u64;
        let player = SelfPlayer { trainer, game, learned: &learned, style, opening, limits, parts: course.parts };
        let numbers: Vec<u64> = (course.games..course.games + games).collect();
        in_parallel(plan.threads, &numbers, |&number| {
            player.play(&mut Seeded::new(Key::mix(course.seed ^ Key::mix(number).0).0))
        })
        .into_iter()
        .collect()
    }

    fn fit(&self, course: &TrainingRun, plan: &Plan) -> Option<Fitted> {
        let regression = Regression { game: self.game, features: &self.trainer.features, ties: &self.ties };
        let rounds = course.rounds.iter().flatten();
        let fitted = regression.fit(rounds, &course.weights, course.parts, plan.threads, plan.stop.as_ref());
        fitted.map(|(weights, error)| Fitted { weights, memory: Vec::new(), error })
    }

    fn measure(&self, course: &TrainingRun, weights: &[f32], plan: &Plan) -> Result<Tally, Box<Halt>> {
        let rival = LearnedOr { before: self.trainer.rival.clone(), learned: None };
        self.trainer.duel(self.game, &self.learned(weights, course.parts), &rival, plan)
    }
}
