//! Rollouts of games of chance and perfect information, in words.

use counterplay_core::search::{Candidates, Rolled, Rollout, Rollouts, Settings, rollout};
use counterplay_core::{Chance, Depth, Game, With, Without};

use crate::rules::Rules;
use counterplay_api::{PlayError, Request, RolledAction, RolloutPlan, RolloutReport, SearchError};

/// What to say where nothing is left to chance.
const NO_CHANCE: &str =
    "a rollout plays a position out with many throws, and in this game nothing is left to chance: `move` searches it";

/// What to say where there are secrets.
const SECRETS: &str =
    "a rollout is for games in which everybody sees everything: in one with secrets `move` averages over what could be";

/// Whether positions of a game can be rolled out: its quadrant decides.
pub trait Rolls<G: Game> {
    /// See [`AnyPosition::rollout`](counterplay_api::AnyPosition::rollout).
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
