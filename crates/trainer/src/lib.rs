//! Learns an evaluation from self-play, for any game that says what can be counted in its states ([`Features`]).
//!
//! Training goes in *rounds*, each longer than the one before. In a round
//!
//! 1. games are played by what was learned so far, with random openings and now and then a random action (`selfplay`);
//! 2. each state of a game gets a *label*: near the end its exact value, which the engine proves; before that what a short search
//!    says, mixed with what came of it: temporal differences;
//! 3. the weights are fitted to the labels of the last rounds by linear regression (`regression`);
//! 4. a short match against the evaluation that the game had before measures the strength (`duel`).
//!
//! So knowledge spreads from the end of the game to its beginning. In the first round nothing is known, and only the results count.
//!
//! The same seed gives the same weights, on however many threads: each game has a seed of its own, and stages are fitted apart.

mod checkpoint;
mod duel;
mod parallel;
mod regression;
mod selfplay;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use counterplay_core::engine::Keys;
use counterplay_core::features::{Ties, fingerprint};
use counterplay_core::{
    Deterministic, Evaluate, Features, Halt, Key, Knowledge, Learned, Limits, PerfectInformation, Seeded, Weights,
};

pub use checkpoint::CheckpointError;
pub use duel::{Duel, Tally};
use parallel::in_parallel;
use regression::Regression;
pub use selfplay::Style;
use selfplay::{Player, Record};

/// How long to train, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of everything that is drawn at random.
    pub seed: u64,
    /// How many threads to use.
    pub threads: usize,
    /// How many games to play in all.
    pub games: Option<u64>,
    /// How long it may take in all, earlier parts of the same training included.
    pub time: Option<Duration>,
    /// Raised by someone else to end it.
    pub stop: Option<Arc<AtomicBool>>,
    /// How the games are played.
    pub style: Style,
    /// How the strength is measured after a round; not at all if there are no games.
    pub duel: Duel,
}

impl Default for Plan {
    fn default() -> Plan {
        let (style, duel) = (Style::default(), Duel::default());
        Plan { seed: 1, threads: 1, games: None, time: None, stop: None, style, duel }
    }
}

/// A game with all that training needs to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Trainer<'a, G, F, K, U, E> {
    /// The game.
    pub game: &'a G,
    /// Its name.
    pub name: &'a str,
    /// What can be counted in its states.
    pub features: F,
    /// Keys for the engine's table.
    pub keys: K,
    /// What the game teaches the engine.
    pub knowledge: U,
    /// The evaluation that the game had before, to be measured against.
    pub rival: E,
}

/// The strength at a moment of the training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How long the training had taken.
    pub time: Duration,
    /// How many games had been played.
    pub games: u64,
    /// How the match against the evaluation of before ended.
    pub tally: Tally,
}

/// How far the training has got: all that there is to go on from.
#[derive(Clone, Debug)]
pub struct Course {
    name: String,
    fingerprint: u64,
    seed: u64,
    /// The free weights of all stages, in units of utility.
    weights: Vec<f32>,
    /// How many parts make one unit of utility in a file.
    parts: u32,
    /// The games of the last rounds, the one that is being played last.
    rounds: VecDeque<Vec<Record>>,
    /// How many rounds have been finished.
    finished: u32,
    /// How many games have been played, and how many states have been labelled.
    games: u64,
    positions: u64,
    time: Duration,
    /// How far the weights were from the labels of states that they were not fitted to: root of the mean square.
    error: Option<f64>,
    strengths: Vec<Strength>,
}

/// How many games the first round has; each one after it has a quarter more.
const FIRST_ROUND: u64 = 200;

fn round_length(round: u32) -> u64 {
    (0..round).fold(FIRST_ROUND, |games, _| games + games / 4)
}

/// How many games are played before anybody is told, or asked to stop.
const BATCH: u64 = 64;

impl<G, F, K, U, E> Trainer<'_, G, F, K, U, E>
where
    G: Deterministic + PerfectInformation + counterplay_core::ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    F: Features<G> + Clone + Sync,
    K: Keys<G> + Clone + Sync,
    U: Knowledge<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    /// The beginning: nothing is known.
    #[must_use]
    pub fn begin(&self, seed: u64) -> Course {
        let Trainer { game, features, .. } = self;
        let free = Ties::new(*game, features).free;
        let bounds = game.bounds();
        // Fine enough that 4096 of them span what is possible.
        let span = u64::from(bounds.high.get().abs_diff(bounds.low.get())).max(1);
        let parts = (4096 / span).max(1) as u32;
        Course {
            name: self.name.to_owned(),
            fingerprint: fingerprint(*game, features),
            seed,
            weights: vec![0.0; features.stages(game) * free],
            parts,
            rounds: VecDeque::from([Vec::new()]),
            finished: 0,
            games: 0,
            positions: 0,
            time: Duration::ZERO,
            error: None,
            strengths: Vec::new(),
        }
    }

    /// Goes on from where the training has got to, until the plan says that it is enough, or to stop. `told` hears of it every few
    /// games.
    ///
    /// # Errors
    /// If the game breaks its contract.
    pub fn run(&self, course: &mut Course, plan: &Plan, told: &mut dyn FnMut(&Course)) -> Result<(), Box<Halt>> {
        let (start, before) = (Instant::now(), course.time);
        let ties = Ties::new(self.game, &self.features);
        let is_stopped = || plan.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let spent = || before + start.elapsed();
        let learned = |weights: &[f32], parts| {
            Learned::with(self.game, self.features.clone(), &ties, &in_parts(weights, parts), parts)
        };
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
                told(course);
            }
            // 3. Fit the weights.
            let regression = Regression { game: self.game, features: &self.features, ties: &ties };
            let rounds = course.rounds.iter().flatten();
            let fitted = regression.fit(rounds, &course.weights, course.parts, plan.threads, plan.stop.as_ref());
            let Some((weights, error)) = fitted else { return Ok(()) };
            // 4. Measure the strength.
            let tally = self.duel(&learned(&weights, course.parts), &self.rival, plan)?;
            if is_stopped() {
                // The round is finished as a whole, or it is as if it had not been.
                return Ok(());
            }
            course.time = spent();
            course.finish_round(weights, error, tally);
            told(course);
        }
        Ok(())
    }

    /// The next games of a round.
    fn play(&self, course: &Course, learned: &Learned<F>, plan: &Plan, games: u64) -> Result<Vec<Record>, Box<Halt>> {
        let limits = Limits { stop: plan.stop.clone(), ..Limits::default() };
        let style = plan.style.in_round(course.finished);
        let opening = (f64::from(self.usual_length()) * style.opening).round() as u64;
        let player = Player { trainer: self, learned, style, opening, limits, parts: course.parts };
        let numbers: Vec<u64> = (course.games..course.games + games).collect();
        in_parallel(plan.threads, &numbers, |&number| {
            player.play(&mut Seeded::new(Key::mix(course.seed ^ Key::mix(number).0).0))
        })
        .into_iter()
        .collect()
    }
}

impl<G: Deterministic, F, K, U, E> Trainer<'_, G, F, K, U, E> {
    /// How many plies a game has on average that is played at random.
    fn usual_length(&self) -> u32 {
        const GAMES: u32 = 32;
        const LONGEST: u32 = 1000;
        let length = |seed: u32| {
            let (mut state, mut random) = (self.game.initial(), Seeded::new(seed.into()));
            (0..LONGEST).take_while(|_| selfplay::wander(self.game, &mut state, &mut random).is_some()).count() as u32
        };
        (0..GAMES).map(length).sum::<u32>() / GAMES
    }
}

/// Weights as whole parts of a unit.
fn in_parts(weights: &[f32], parts: u32) -> Vec<i16> {
    weights.iter().map(|weight| (weight * parts as f32).round() as i16).collect()
}

impl Course {
    /// The weights as they are kept in a file.
    #[must_use]
    pub fn weights(&self) -> Weights {
        let (values, parts) = (in_parts(&self.weights, self.parts), self.parts);
        Weights { game: self.name.clone(), fingerprint: self.fingerprint, parts, values }
    }

    /// How many games to play next; nothing if the round is over, or all of it.
    fn missing(&self, plan: &Plan, spent: Duration) -> Option<u64> {
        let played = self.rounds.back().map_or(0, |round| round.len() as u64);
        let of_round = round_length(self.finished).saturating_sub(played);
        let of_all = plan.games.map_or(u64::MAX, |games| games.saturating_sub(self.games));
        let is_late = plan.time.is_some_and(|time| spent >= time);
        Some(of_round.min(of_all).min(BATCH)).filter(|&games| games > 0 && !is_late)
    }

    /// Whether games have been played that nothing has been learned from.
    fn is_in_a_round(&self) -> bool {
        self.rounds.back().is_some_and(|round| !round.is_empty())
    }

    fn take(&mut self, records: Vec<Record>) {
        self.games += records.len() as u64;
        self.positions += records.iter().map(|record| record.labels.len() as u64).sum::<u64>();
        if let Some(round) = self.rounds.back_mut() {
            round.extend(records);
        }
    }

    fn finish_round(&mut self, weights: Vec<f32>, error: f64, tally: Tally) {
        (self.weights, self.error) = (weights, Some(error));
        if tally.games() > 0 {
            self.strengths.push(Strength { time: self.time, games: self.games, tally });
        }
        self.finished += 1;
        // The weights are fitted to the last half of all games, in whole rounds: less was known when the others were labelled.
        let mut kept: u64 = self.rounds.iter().map(|round| round.len() as u64).sum();
        while let Some(oldest) = self.rounds.front().map(|round| round.len() as u64)
            && 2 * (kept - oldest) >= self.games
        {
            kept -= oldest;
            self.rounds.pop_front();
        }
        self.rounds.push_back(Vec::new());
    }

    /// How many rounds have been finished.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.finished
    }

    /// How many games have been played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many states have been labelled.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How long it has taken.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The seed that it began with.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How far the weights are from the labels of states that they were not fitted to, in units of utility: the root of the mean
    /// square. Nothing before the first round is over.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        self.error
    }

    /// The strength after each round.
    #[must_use]
    pub fn strengths(&self) -> &[Strength] {
        &self.strengths
    }
}
