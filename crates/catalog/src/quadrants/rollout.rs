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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyPosition, Catalog};

    fn position(game: &str, options: &[(&str, &str)], text: &str) -> Box<dyn AnyPosition> {
        Catalog::standard().game(game, options).unwrap().read(text).unwrap()
    }

    fn rolled(position: &dyn AnyPosition, plan: &RolloutPlan) -> Result<RolloutReport, SearchError> {
        let request = Request { depth: Some(2), seed: 7, threads: 2, ..Request::default() };
        position.rollout(plan, &request, &mut |_| {})
    }

    #[test]
    fn the_best_action_is_first_and_as_its_side_counts() {
        let plan = RolloutPlan { games: 200, ..RolloutPlan::default() };
        for text in ["40 60 first 25", "60 40 second 25"] {
            let position = position("pig", &[], text);
            let report = rolled(position.as_ref(), &plan).unwrap();
            let words: Vec<&str> = report.actions.iter().filter_map(|rolled| rolled.action.as_deref()).collect();
            assert_eq!((words.len(), report.games, report.stopped), (2, 200, None), "{text}");
            assert!(report.actions[0].value >= report.actions[1].value);
            let exact = position.solve(&Request { lines: 2, ..Request::default() }, &mut |_| {}).unwrap();
            for found in &report.actions {
                let line = exact.lines.iter().find(|line| line.line.first() == found.action.as_ref()).unwrap();
                // The players are not perfect, but both err alike.
                assert!((found.value - line.score).abs() < 4.0 * found.error + 0.03, "{text} {found:?} {line:?}");
                assert_eq!(found.ends.iter().map(|&(_, often)| often).sum::<u64>(), 200);
            }
        }
    }

    #[test]
    fn what_cannot_be_rolled_out_is_declined_in_a_sentence() {
        let declined = |game: &str| {
            let start = Catalog::standard().game(game, &[]).unwrap().start();
            match rolled(start.as_ref(), &RolloutPlan::default()) {
                Err(SearchError::Declined(why)) => why,
                other => panic!("{game}: {other:?}"),
            }
        };
        assert!(declined("tictactoe").contains("nothing is left to chance"));
        assert!(declined("kuhn").contains("secrets") && declined("battleships").contains("secrets"));
        let plan = RolloutPlan { actions: vec!["hold".to_owned()], ..RolloutPlan::default() };
        let start = position("pig", &[], "0 0 first 0");
        assert!(matches!(rolled(start.as_ref(), &plan), Err(SearchError::Illegal(error)) if error.word == "hold"));
    }

    #[test]
    fn at_chances_turn_it_is_the_position_itself() {
        let plan = RolloutPlan { games: 100, plies: Some(4), ..RolloutPlan::default() };
        let report = rolled(position("pig", &[], "0 0 first 0 rolling").as_ref(), &plan).unwrap();
        assert_eq!((report.actions.len(), report.confidence), (1, 1.0));
        let RolledAction { action, broken_off, .. } = &report.actions[0];
        assert_eq!((action.as_deref(), *broken_off), (None, 100));
        // Named twice, rolled out once.
        let plan = RolloutPlan { actions: vec!["roll".to_owned(), "roll".to_owned()], ..plan };
        assert_eq!(rolled(position("pig", &[], "0 0 first 4").as_ref(), &plan).unwrap().actions.len(), 1);
    }
}
