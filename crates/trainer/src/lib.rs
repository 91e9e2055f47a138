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
//! Equal seeds give equal weights, on any number of threads: each game has a seed of its own, and stages are fitted
//! apart.

mod checkpoint;
mod course;
mod duel;
mod parallel;
mod regression;
mod selfplay;
mod temporal;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use counterplay_core::engine::Keys;
use counterplay_core::features::{Ties, fingerprint};
use counterplay_core::{
    ChanceNodes, Deterministic, Evaluate, Features, Halt, Key, Knowledge, Learned, LearnedOr, Limits,
    PerfectInformation, Seeded,
};

pub use checkpoint::CheckpointError;
use course::in_parts;
pub use course::{Strength, TrainingRun};
pub use duel::{Duel, Tally};
use parallel::in_parallel;
use regression::Regression;
pub use selfplay::Style;
use selfplay::{Record, SelfPlayer};
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
    /// Match that measures the strength after a round. With no games there is none.
    pub duel: Duel,
}

impl Default for Plan {
    fn default() -> Plan {
        let (style, duel) = (Style::default(), Duel::default());
        Plan { seed: 1, threads: 1, games: None, time: None, stop: None, style, duel }
    }
}

/// Linear trainer: a game with all that training needs to know of it.
#[derive(Clone, Copy, Debug)]
pub struct LinearTrainer<'a, G, F, K, U, E> {
    /// Game that is trained.
    pub game: &'a G,
    /// Name of the game.
    pub name: &'a str,
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

impl<G, F, K, U, E> LinearTrainer<'_, G, F, K, U, E>
where
    G: Deterministic + PerfectInformation + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    F: Features<G> + Clone + Sync,
    K: Keys<G> + Clone + Sync,
    U: Knowledge<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    /// Starts a training run, in which nothing is known.
    #[must_use]
    pub fn begin(&self, seed: u64) -> TrainingRun {
        let LinearTrainer { game, features, .. } = self;
        let free = Ties::new(*game, features).free;
        let bounds = game.bounds();
        // Fine enough that 4096 of them span what is possible.
        let span = u64::from(bounds.high.get().abs_diff(bounds.low.get())).max(1);
        let parts = (4096 / span).max(1) as u32;
        TrainingRun {
            name: self.name.to_owned(),
            fingerprint: fingerprint(*game, features),
            seed,
            weights: vec![0.0; features.stages(game) * free],
            memory: Vec::new(),
            parts,
            rounds: VecDeque::from([Vec::new()]),
            finished: 0,
            games: 0,
            pending: 0,
            positions: 0,
            time: Duration::ZERO,
            error: None,
            strengths: Vec::new(),
        }
    }

    /// Runs the training from where it has got to, until the plan's limits are reached, or it is stopped. `on_progress`
    /// is called every few games.
    ///
    /// # Errors
    /// If the game breaks its contract.
    pub fn run(
        &self,
        course: &mut TrainingRun,
        plan: &Plan,
        on_progress: &mut dyn FnMut(&TrainingRun),
    ) -> Result<(), Box<Halt>> {
        let (start, before) = (Instant::now(), course.time);
        let ties = Ties::new(self.game, &self.features);
        let is_stopped = || plan.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let spent = || before + start.elapsed();
        let learned = |weights: &[f32], parts| {
            let learned = Learned::with(self.game, self.features.clone(), &ties, &in_parts(weights, parts), parts);
            LearnedOr { before: self.rival.clone(), learned: Some(learned) }
        };
        let rival = LearnedOr { before: self.rival.clone(), learned: None };
        while course.missing(plan, spent()).is_some() || course.is_in_a_round() {
            // 1. Play the games of the round that are missing, and 2. label them.
            let player = learned(&course.weights, course.parts);
            while let Some(missing) = course.missing(plan, spent()) {
                let records = self.play(course, &player, plan, missing)?;
                if is_stopped() {
                    // What was cut short is played again when the training goes on.
                    return Ok(());
                }
                course.take(records);
                course.time = spent();
                on_progress(course);
            }
            // 3. Fit the weights.
            let regression = Regression { game: self.game, features: &self.features, ties: &ties };
            let rounds = course.rounds.iter().flatten();
            let fitted = regression.fit(rounds, &course.weights, course.parts, plan.threads, plan.stop.as_ref());
            let Some((weights, error)) = fitted else { return Ok(()) };
            // 4. Measure the strength.
            let tally = self.duel(&learned(&weights, course.parts), &rival, plan)?;
            if is_stopped() {
                // The round is finished as a whole, or it is as if it had not been.
                return Ok(());
            }
            course.time = spent();
            course.finish_round(weights, error, tally);
            on_progress(course);
        }
        Ok(())
    }

    /// Plays the next games of a round.
    fn play(
        &self,
        course: &TrainingRun,
        learned: &LearnedOr<E, Learned<F>>,
        plan: &Plan,
        games: u64,
    ) -> Result<Vec<Record>, Box<Halt>> {
        let limits = Limits { stop: plan.stop.clone(), ..Limits::default() };
        let style = plan.style.in_round(course.finished);
        let opening = (f64::from(self.usual_length()) * style.opening).round() as u64;
        let player = SelfPlayer { trainer: self, learned, style, opening, limits, parts: course.parts };
        let numbers: Vec<u64> = (course.games..course.games + games).collect();
        in_parallel(plan.threads, &numbers, |&number| {
            player.play(&mut Seeded::new(Key::mix(course.seed ^ Key::mix(number).0).0))
        })
        .into_iter()
        .collect()
    }
}

impl<G: Deterministic, F, K, U, E> LinearTrainer<'_, G, F, K, U, E> {
    /// Mean length in plies of a random game.
    fn usual_length(&self) -> u32 {
        const GAMES: u32 = 32;
        const LONGEST: u32 = 1000;
        let length = |seed: u32| {
            let (mut state, mut random) = (self.game.initial(), Seeded::new(seed.into()));
            (0..LONGEST).take_while(|_| selfplay::random_step(self.game, &mut state, &mut random).is_some()).count()
                as u32
        };
        (0..GAMES).map(length).sum::<u32>() / GAMES
    }
}
