//! Temporal difference learning of networks, for any game of perfect information, with chance or without.
//!
//! Training goes in *rounds* of games. In a round
//!
//! 1. games are played by what was learned so far: each side takes the action that the network values most one ply
//!    ahead (`selfplay`);
//! 2. each state that the network evaluates gets a *label*: the network's value of the next one, mixed with what came
//!    later, up to the end (TD(lambda));
//! 3. the parameters take a step towards the labels for every few states (`descent`).
//!
//! The games of one round are played while the parameters learn from the round before: neither waits for the other. On
//! any number of threads, the same seed gives the same parameters.

mod descent;
mod duel;
mod selfplay;

use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use counterplay_core::network::{Network, NetworkInputs};
use counterplay_core::{ChanceNodes, Evaluate, Game, Halt, Key, PerfectInformation, Random, Seeded};

use crate::course::Begin;
use crate::parallel::in_parallel;
use crate::{Plan, Strength, Trainer, TrainingRun};
use descent::{Descent, OptimizerState};
use selfplay::{Labelled, SelfPlay};

/// Network trainer: what training needs to know beside the game.
#[derive(Clone, Debug)]
pub struct NetworkTrainer<G, S, E> {
    /// Name of the game.
    pub name: String,
    /// Inputs of the network.
    pub encoding: S,
    /// The game by which it is learned, for a game with its options: a network may serve several.
    pub learned_game: fn(&G) -> G,
    /// Baseline evaluation, which the game had before, to be measured against.
    pub rival: E,
}

/// Parts of a unit in a file of parameters: they are kept to four digits, up to 16.
const PARTS: u32 = 2048;

/// Least and most games of a round.
const ROUND: (u64, u64) = (64, 4096);

impl<G, S, E> Trainer<G> for NetworkTrainer<G, S, E>
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    S: NetworkInputs<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    /// Starts a training run. The parameters are small random numbers, so that the hidden units differ.
    fn begin(&self, game: &G, seed: u64) -> TrainingRun {
        let game = &(self.learned_game)(game);
        let shape = Network::shape(game, &self.encoding);
        let mut random = Seeded::new(Key::mix(seed).0);
        let mut weights = Vec::new();
        for _ in 0..self.encoding.stages(game) {
            let spread = |inputs: usize| (1.0 / inputs as f64).sqrt();
            let first = 2.0 * spread(40.min(shape.inputs));
            let second = spread(shape.hidden);
            for at in 0..shape.parameters() {
                let most = if at < shape.inputs * shape.hidden {
                    first
                } else if at < shape.columns() || at >= shape.ends() {
                    0.0
                } else {
                    second
                };
                weights.push(((2.0 * random.unit() - 1.0) * most) as f32);
            }
        }
        TrainingRun::start(Begin {
            name: self.name.clone(),
            fingerprint: Network::fingerprint(game, &self.encoding),
            seed,
            memory: OptimizerState::new(&weights, self.encoding.stages(game)).write(),
            weights,
            parts: PARTS,
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
        let game = &(self.learned_game)(game);
        let (start, before) = (Instant::now(), course.time);
        let spent = || before + start.elapsed();
        let is_stopped = || plan.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let mut memory = OptimizerState::read(&course.memory, course.weights.len());
        // The games that nothing has been learned from yet are not in a checkpoint, but the parameters that played them
        // are: they are played again.
        let pending = course.games - course.pending..course.games;
        let (_, mut lesson) = self.round(game, memory.player(), pending, &[], &memory, (course.seed, plan.threads))?;
        loop {
            let games = next_round(course, plan, spent());
            if games == 0 && lesson.is_empty() || is_stopped() {
                return Ok(());
            }
            // Neither waits for the other: games are played while those of the round before are learned from.
            let numbers = course.games..course.games + games;
            let ((learned, error), played) =
                self.round(game, &course.weights, numbers, &lesson, &memory, (course.seed, plan.threads))?;
            (memory, lesson) = (learned.played_by(&course.weights), played);
            course.error = error.or(course.error);
            course.weights.copy_from_slice(memory.average());
            course.memory = memory.write();
            course.games += games;
            course.pending = games;
            course.positions += lesson.len() as u64;
            course.finished += 1;
            if course.strengths.last().is_none_or(|last| course.games >= last.games + last.games / 4 + ROUND.1) {
                let tally = self.duel(game, &self.network(game, &course.weights), &self.rival, plan)?;
                course.strengths.push(Strength { time: spent(), games: course.games, tally });
            }
            course.time = spent();
            on_progress(course);
        }
    }
}

impl<G, S, E> NetworkTrainer<G, S, E>
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    S: NetworkInputs<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    /// Runs a round: learns from labelled states, and plays the games of these numbers.
    fn round(
        &self,
        game: &G,
        player: &[f32],
        numbers: Range<u64>,
        lesson: &[Labelled<G>],
        memory: &OptimizerState,
        (seed, threads): (u64, usize),
    ) -> Result<(StepResult, Vec<Labelled<G>>), Box<Halt>> {
        let descent = Descent { game, encoding: &self.encoding, shape: Network::shape(game, &self.encoding) };
        let network = self.network(game, player);
        let player = SelfPlay::new(game, &self.encoding, &network);
        let games = numbers.start;
        // Learning comes first, for it takes longest.
        let jobs: Vec<Option<u64>> = std::iter::once(None).chain(numbers.map(Some)).collect();
        let done = in_parallel(threads, &jobs, |job| match *job {
            None => TaskResult::Learned(Box::new(descent.learn(lesson, memory, games))),
            Some(number) => TaskResult::Played(player.play(&mut Seeded::new(Key::mix(seed ^ Key::mix(number).0).0))),
        });
        let (mut learned, mut played) = (None, Vec::new());
        for done in done {
            match done {
                TaskResult::Learned(lesson) => learned = Some(*lesson),
                TaskResult::Played(states) => played.extend(states?),
            }
        }
        Ok((learned.expect("the first job is the lesson"), played))
    }

    fn network(&self, game: &G, parameters: &[f32]) -> Network<S> {
        Network::with(game, self.encoding.clone(), parameters.to_vec())
    }
}

/// Number of games to play next: a tenth of those before, so that they are played by what was learned lately.
fn next_round(course: &TrainingRun, plan: &Plan, spent: Duration) -> u64 {
    let (least, most) = ROUND;
    let is_late = plan.time.is_some_and(|time| spent >= time);
    let left = plan.games.map_or(u64::MAX, |games| games.saturating_sub(course.games));
    if is_late { 0 } else { (course.games / 10).clamp(least, most).min(left) }
}

/// Result of learning: the parameters, and the error before.
type StepResult = (OptimizerState, Option<f64>);

/// Result of a thread.
enum TaskResult<G: Game> {
    Learned(Box<StepResult>),
    Played(Result<Vec<Labelled<G>>, Box<Halt>>),
}
