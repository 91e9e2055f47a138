//! Training of a linear evaluation and, on top of it, a network with perspectives, for deterministic games.
//!
//! Training goes in *rounds*, each longer than the one before. In a round
//!
//! 1. games are played by what was learned so far, by searches of some hundred nodes, and each quiet state gets a
//!    *label*: the share of the points that the search expects, mixed with what came of the game (`selfplay`);
//! 2. the weights of the features take steps towards the labels of the last rounds (`descent`), and, when they have
//!    learned for some rounds, the network after them, for what they leave over;
//! 3. a short match against the evaluation that the game had before measures the strength.
//!
//! In the first round nothing is known, and only the results count. Where the labels are shares of the points, what is
//! won anyway counts little, and what is even counts most.

mod descent;
mod samples;
mod selfplay;

use counterplay_core::engine::Keys;
use counterplay_core::features::Ties;
use counterplay_core::network::perspectives::{PerspectiveShape, Perspectives};
use counterplay_core::{
    ChanceNodes, Deterministic, Evaluate, Features, Halt, Key, Knowledge, LearnedOr, Limits, PerfectInformation,
    Random, Residual, Seeded,
};

use crate::course::{Begin, in_steps};
use crate::duel::Players;
use crate::parallel::in_parallel;
use crate::rounds::{Fitted, Rounds, run_rounds};
use crate::selfplay::{Record, usual_length};
use crate::{Plan, Tally, Trainer, TrainingRun};
use descent::Descent;
use selfplay::{LabelStyle, SelfPlayer};

/// Trainer of a linear evaluation with a network on top: what training needs to know beside the game.
#[derive(Clone, Debug)]
pub struct ResidualTrainer<F, P, K, U, E> {
    /// Name of the game.
    pub name: String,
    /// Features of its states.
    pub features: F,
    /// Perspectives on its states.
    pub perspectives: P,
    /// Keys for the engine's table.
    pub keys: K,
    /// Knowledge of the game for the engine.
    pub knowledge: U,
    /// Baseline evaluation, which the game had before, to be measured against.
    pub rival: E,
}

/// Steps of a file to the scale of the logistic curve: weights that count up to 24 times are kept to a thousandth.
const STEPS_PER_SCALE: f64 = 32_768.0;

/// What plays: what was learned so far, or the evaluation of before.
type Player<E, F, P> = LearnedOr<E, Residual<F, P>>;

impl<G, F, P, K, U, E> Trainer<G> for ResidualTrainer<F, P, K, U, E>
where
    G: Deterministic + PerfectInformation + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    F: Features<G> + Clone + Sync,
    P: Perspectives<G> + Clone + Sync,
    K: Keys<G> + Clone + Sync,
    U: Knowledge<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    fn begin(&self, game: &G, seed: u64) -> TrainingRun {
        let shape = PerspectiveShape::new(&self.perspectives);
        let linear = self.features.stages(game) * Ties::new(game, &self.features).free;
        let count = linear + shape.parameters();
        let parts = (STEPS_PER_SCALE / self.perspectives.scale(game)).round().max(1.0) as u32;
        TrainingRun::start(Begin {
            name: self.name.clone(),
            fingerprint: Residual::fingerprint(game, &self.features, &self.perspectives),
            seed,
            weights: vec![0.0; count],
            memory: vec![0.0; 2 * count + descent::COUNTERS],
            parts,
            steps: (0..shape.parameters()).map(|parameter| shape.unit(parameter)).collect(),
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
        let opening = (u64::from(usual_length(game)) / 25).clamp(2, 12);
        run_rounds(&ResidualRounds { trainer: self, game, ties, opening }, course, plan, on_progress)
    }
}

/// Rounds of such a training.
struct ResidualRounds<'a, G, F, P, K, U, E> {
    trainer: &'a ResidualTrainer<F, P, K, U, E>,
    game: &'a G,
    ties: Ties,
    /// Most random plies at the beginning of a game.
    opening: u64,
}

impl<G, F, P, K, U, E> ResidualRounds<'_, G, F, P, K, U, E>
where
    G: Deterministic + PerfectInformation + ChanceNodes + Sync,
    F: Features<G> + Clone + Sync,
    P: Perspectives<G> + Clone + Sync,
    E: Clone,
{
    /// The evaluation with weights as they are in a training.
    fn player(&self, course: &TrainingRun, weights: &[f32]) -> Player<E, F, P> {
        let ResidualTrainer { features, perspectives, rival, .. } = self.trainer;
        let steps = in_steps(weights, course.parts, &course.steps);
        let (free, parameters) = steps.split_at(weights.len() - course.steps.len());
        let both = (features.clone(), perspectives.clone());
        let learned = Residual::with(self.game, both, &self.ties, free, parameters, course.parts);
        LearnedOr { before: rival.clone(), learned: Some(learned) }
    }
}

impl<G, F, P, K, U, E> Rounds for ResidualRounds<'_, G, F, P, K, U, E>
where
    G: Deterministic + PerfectInformation + ChanceNodes + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    F: Features<G> + Clone + Sync,
    P: Perspectives<G> + Clone + Sync,
    K: Keys<G> + Clone + Sync,
    U: Knowledge<G> + Clone + Sync,
    E: Evaluate<G> + Clone + Sync,
{
    /// A network has more to learn than a sum, and more games are worth more to it than better labels.
    const KEPT: (u64, u64) = (3, 4);

    fn play(&self, course: &TrainingRun, plan: &Plan, games: u64) -> Result<Vec<Record>, Box<Halt>> {
        let ResidualTrainer { perspectives, keys, knowledge, .. } = self.trainer;
        let game = self.game;
        let evaluation = self.player(course, &course.weights);
        let player = SelfPlayer {
            game,
            keys,
            knowledge,
            evaluation: &evaluation,
            scale: perspectives.scale(game),
            style: LabelStyle::in_round(course.finished, plan.linear_rounds),
            opening: self.opening,
            longest: plan.style.longest,
            limits: Limits { stop: plan.stop.clone(), ..Limits::default() },
        };
        let numbers: Vec<u64> = (course.games..course.games + games).collect();
        in_parallel(plan.threads, &numbers, |&number| {
            player.play(&mut Seeded::new(Key::mix(course.seed ^ Key::mix(number).0).0))
        })
        .into_iter()
        .collect()
    }

    fn fit(&self, course: &TrainingRun, plan: &Plan) -> Option<Fitted> {
        let ResidualTrainer { features, perspectives, .. } = self.trainer;
        let shape = PerspectiveShape::new(perspectives);
        let linear = course.weights.len() - shape.parameters();
        let with_network = course.finished >= plan.linear_rounds;
        let mut weights = course.weights.clone();
        if course.finished == plan.linear_rounds {
            weights.truncate(linear);
            weights.extend(unlearned(shape, course.seed));
        }
        let descent = |with_network: bool| Descent {
            game: self.game,
            features,
            perspectives,
            ties: &self.ties,
            shape,
            linear,
            with_network,
        };
        // The linear part follows the games as they get better, and the network learns what that leaves over.
        let fitted = descent(false).fit(course, (weights, &course.memory), plan)?;
        if !with_network {
            return Some(fitted);
        }
        descent(true).fit(course, (fitted.weights, &fitted.memory), plan)
    }

    fn measure(&self, course: &TrainingRun, weights: &[f32], plan: &Plan) -> Result<Tally, Box<Halt>> {
        let ResidualTrainer { keys, knowledge, rival, .. } = self.trainer;
        let one = &self.player(course, weights);
        let other = &LearnedOr { before: rival.clone(), learned: None };
        Players { game: self.game, keys, knowledge, one, other }.tally(plan)
    }
}

/// Parameters of a network that knows nothing: small random numbers, so that the hidden units differ, and outputs that
/// change nothing at first.
fn unlearned(shape: PerspectiveShape, seed: u64) -> Vec<f32> {
    /// What comes to a hidden unit without any input, so that all of them learn from the beginning.
    const BIAS: f32 = 0.25;
    let mut random = Seeded::new(Key::mix(seed).0);
    // What is hardly ever seen stays as it begins: the less that is, the less it disturbs.
    let spread = |inputs: usize| (1.0 / inputs as f64).sqrt();
    (0..shape.parameters())
        .map(|at| {
            if (shape.biases()..shape.outputs(0)).contains(&at) {
                return BIAS;
            }
            let most = if at < shape.biases() {
                spread(shape.inputs)
            } else if at < shape.output_biases() {
                spread(2 * shape.hidden)
            } else {
                0.0
            };
            ((2.0 * random.unit() - 1.0) * most) as f32
        })
        .collect()
}
