//! Rollouts of games of chance and perfect information, in words.

use counterplay_core::search::{Candidates, Rolled, Rollout, Rollouts, Settings, rollout};
use counterplay_core::{Chance, Depth, Game, Limit, With, Without};

use crate::rules::Rules;
use crate::{PlayError, Request, SearchError};

/// What to say where nothing is left to chance.
const NO_CHANCE: &str =
    "a rollout plays a position out with many throws, and in this game nothing is left to chance: `move` searches it";

/// What to say where there are secrets.
const SECRETS: &str =
    "a rollout is for games in which everybody sees everything: in one with secrets `move` averages over what could be";

/// What is rolled out, and how often. How far each side looks (a ply unless something is said), the seed, the threads and the limits are those of the [`Request`].
#[derive(Clone, PartialEq, Debug)]
pub struct RolloutPlan {
    /// How many games for each action.
    pub games: usize,
    /// After how many turns of chance a game is broken off and judged by the evaluation; to its end if nothing is said.
    pub plies: Option<u32>,
    /// Whether the luck in the games is removed.
    pub luck_removed: bool,
    /// These actions, where a seat is to move; if there are none, the best few by the evaluation.
    pub actions: Vec<String>,
    /// How many the best few are.
    pub most: usize,
}

impl Default for RolloutPlan {
    fn default() -> RolloutPlan {
        RolloutPlan { games: Rollout::USUAL, plies: None, luck_removed: true, actions: Vec::new(), most: 3 }
    }
}

/// What came of the games after an action. All values are for the side to move (MAX's where chance is), in the game's own points.
#[derive(Clone, PartialEq, Debug)]
pub struct RolledAction {
    /// The action; nothing if the position itself was rolled out.
    pub action: Option<String>,
    /// The mean.
    pub value: f64,
    /// Its standard error; infinity if nothing can be said about it.
    pub error: f64,
    /// The mean with the luck left in.
    pub raw_value: f64,
    /// The standard error of that.
    pub raw_error: f64,
    /// What the evaluation says without any game.
    pub first_sight: f64,
    /// How the games ended, and how often.
    pub ends: Vec<(f64, u64)>,
    /// How many were broken off before their end.
    pub broken_off: u64,
}

/// What a rollout has found.
#[derive(Clone, PartialEq, Debug)]
pub struct RolloutReport {
    /// What was rolled out, the best first.
    pub actions: Vec<RolledAction>,
    /// With what probability, at the least, none is better than the first.
    pub confidence: f64,
    /// How many games each was rolled out with.
    pub games: usize,
    /// The part of the variance that was luck and has been removed; nothing if luck was left in, or the games did not differ.
    pub luck_share: Option<f64>,
    /// The states that were entered.
    pub nodes: u64,
    /// Why it ended early, if it did.
    pub stopped: Option<Limit>,
}

/// Whether positions of a game can be rolled out: its quadrant decides.
pub trait Rolls<G: Game> {
    /// See [`AnyPosition::rollout`](crate::AnyPosition::rollout).
    ///
    /// # Errors
    /// If the game has no chance, or has secrets, an action is not legal, or the games could not go on.
    fn rollout(
        rules: &Rules<G>,
        state: &G::State,
        plan: &RolloutPlan,
        request: &Request,
        progress: &mut dyn FnMut(&RolloutReport),
    ) -> Result<RolloutReport, SearchError>
    where
        G: Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync;
}

impl<G: Game> Rolls<G> for (Without, Without) {
    fn rollout(
        _: &Rules<G>,
        _: &G::State,
        _: &RolloutPlan,
        _: &Request,
        _: &mut dyn FnMut(&RolloutReport),
    ) -> Result<RolloutReport, SearchError> {
        Err(SearchError::Declined(NO_CHANCE.to_owned()))
    }
}

impl<G: Game, L> Rolls<G> for (L, With) {
    fn rollout(
        _: &Rules<G>,
        _: &G::State,
        _: &RolloutPlan,
        _: &Request,
        _: &mut dyn FnMut(&RolloutReport),
    ) -> Result<RolloutReport, SearchError> {
        Err(SearchError::Declined(SECRETS.to_owned()))
    }
}

impl<G: Chance + Game<Luck = With, Secrets = Without>> Rolls<G> for (With, Without) {
    fn rollout(
        rules: &Rules<G>,
        state: &G::State,
        plan: &RolloutPlan,
        request: &Request,
        progress: &mut dyn FnMut(&RolloutReport),
    ) -> Result<RolloutReport, SearchError>
    where
        G: Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync,
    {
        let find = |word: &String| {
            let failed = |error| SearchError::Illegal(PlayError { word: word.clone(), error });
            rules.find(state, word).map_err(failed)
        };
        let mut actions: Vec<G::Action> = Vec::new();
        for action in plan.actions.iter().map(find) {
            let action = action?;
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        let candidates = if actions.is_empty() { Candidates::Best(plan.most) } else { Candidates::These(actions) };
        let depth = Depth(request.depth.unwrap_or(1));
        let settings = Settings::new().limits(request.limits.clone()).to_depth(depth, rules.evaluation());
        let games = Rollout::new()
            .games(plan.games)
            .turns(plan.plies)
            .luck_removed(plan.luck_removed)
            .seed(request.seed)
            .threads(request.threads);
        let mut told = |so_far: &Rollouts<G::Action>| progress(&in_words(rules, state, so_far));
        let found = rollout(&rules.game, state, &candidates, &games, &settings, &mut told);
        found.map(|found| in_words(rules, state, &found)).map_err(|halt| rules.halted(state, &halt))
    }
}

/// What was found, as the side to move counts it.
fn in_words<G>(rules: &Rules<G>, state: &G::State, found: &Rollouts<G::Action>) -> RolloutReport
where
    G: Chance + Game<Luck = With, Secrets = Without>,
{
    let scale = f64::from(rules.game.scale());
    let score = |value: f64| rules.score(state, value);
    let rolled = |rolled: &Rolled<G::Action>| {
        let mut ends: Vec<(f64, u64)> = rolled.ends.iter().map(|&(end, often)| (score(end.into()), often)).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        RolledAction {
            action: rolled.action.map(|action| rules.word(state, action)),
            value: score(rolled.mean),
            error: rolled.error / scale,
            raw_value: score(rolled.raw_mean),
            raw_error: rolled.raw_error / scale,
            first_sight: score(rolled.first_sight),
            ends,
            broken_off: rolled.broken_off,
        }
    };
    let mut actions: Vec<RolledAction> = found.actions.iter().map(rolled).collect();
    if found.choice < actions.len() {
        actions[..=found.choice].rotate_right(1);
    }
    actions[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
    RolloutReport {
        actions,
        confidence: found.confidence,
        games: found.games,
        luck_share: found.luck_share(),
        nodes: found.nodes,
        stopped: found.stopped,
    }
}
