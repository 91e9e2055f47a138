//! Games of chance and perfect information: expectiminimax that prunes, and value iteration where states can be listed.

mod iteration;
mod rollout;
mod search;

use std::sync::Arc;

use counterplay_api::{
    Comparison, Declined, PlayError, Progress, Report, Request, RolloutPlan, RowEvent, SearchError, SolutionCache,
};
use counterplay_core::check::Battery;
use counterplay_core::engine::{self, Analysis, ChanceTechniques, Filter, Keys, Table, Task};
use counterplay_core::search::{
    Candidates, Decision, Rolled, Rollout, Rollouts, Settings, expectiminimax, star1, star2,
};
use counterplay_core::trace::Silent;
use counterplay_core::{Chance, Depth, Game, Limits, Proof, Random, With, Without};

use super::{Quadrant, Searches, row};
use crate::point_of_view::PointOfView;
use crate::root::Root;
use crate::rules::{BoxedEvaluation, Iterated, Rules};
use crate::to_report::joined;
use crate::to_words::{NamedAction, Remarked};

pub(super) use self::rollout::rollout;
pub(crate) use self::search::AnyChanceSearch;
use self::search::{ChanceConfig, ChanceSearch};

/// What the search is called.
const STAR2: &str = "expectiminimax, star2";

impl<G: Chance + Game<Luck = With, Secrets = Without>> Quadrant<G> for (With, Without) {
    fn searches<'a>(root: Root<'a, G>) -> Searches<'a>
    where
        G: Send + Sync,
        G::State: Send + Sync,
        G::Action: Send + Sync,
    {
        Searches::Chance(Box::new(root))
    }

    fn chance_search<K>(keys: K) -> Option<Arc<dyn AnyChanceSearch<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
    {
        Some(Arc::new(ChanceSearch(keys)))
    }

    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery.chance()
    }

    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        rules.game.draw(state, random)
    }
}

/// A search of the textbook for games of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookSearch {
    /// Every state.
    Expectiminimax,
    /// Windows at chance nodes.
    Star1,
    /// Windows and probes.
    Star2,
}

/// The searches for games of chance on one position, answering in words.
#[doc(hidden)]
pub trait ChancePosition {
    /// The point of view of the side to move.
    fn point_of_view(&self) -> PointOfView;
    /// Whether the states have keys.
    fn is_keyed(&self) -> bool;
    /// Whether the states can be listed.
    fn is_listed(&self) -> bool;
    /// The first action of the seat to move.
    fn first_action(&self) -> Option<NamedAction>;
    /// See [`engine::ChanceEngine::search_on`].
    fn search(
        &self,
        config: ChanceConfig<'_>,
        task: &Task,
        on_iteration: &mut dyn FnMut(&engine::Iteration<NamedAction>),
    ) -> Result<Remarked, SearchError>;
    /// A search of the textbook, to the depth of the request, or to the end of every game.
    fn by_the_book(&self, search: BookSearch, request: &Request) -> Result<Decision<NamedAction>, SearchError>;
    /// Value iteration over the states that can be reached; or what is kept of one that has reached this state.
    fn iterate(
        &self,
        tolerance: f64,
        limits: &Limits,
        cache: Option<&SolutionCache>,
    ) -> Result<Iterated<NamedAction>, SearchError>;
    /// See [`rollout`](counterplay_core::search::rollout).
    fn rollout(
        &self,
        plan: &RolloutPlan,
        request: &Request,
        progress: &mut dyn FnMut(&Rollouts<String>),
    ) -> Result<Rollouts<String>, SearchError>;
}

impl<G> ChancePosition for Root<'_, G>
where
    G: Chance + Game<Luck = With, Secrets = Without, State: Send + Sync, Action: Send + Sync> + Sync,
{
    fn point_of_view(&self) -> PointOfView {
        Root::point_of_view(self)
    }
    fn is_keyed(&self) -> bool {
        self.rules.capabilities.key.is_some()
    }
    fn is_listed(&self) -> bool {
        self.rules.capabilities.iterate.is_some()
    }
    fn first_action(&self) -> Option<NamedAction> {
        let edges = self.rules.legal(self.line);
        let first = edges.first().filter(|(_, probability)| probability.is_none());
        first.map(|&(action, _)| self.chosen(action))
    }
    fn search(
        &self,
        config: ChanceConfig<'_>,
        task: &Task,
        on_iteration: &mut dyn FnMut(&engine::Iteration<NamedAction>),
    ) -> Result<Remarked, SearchError> {
        let (rules, state) = (self.rules, self.line.state());
        let search = rules.capabilities.chance_search.as_deref().ok_or(Declined::NoChanceSearch)?;
        let mut in_words = |found: &engine::Iteration<G::Action>| on_iteration(&self.iteration(found));
        let found = search.search(rules, state, config, task, &mut in_words);
        found.map(|found| self.analysis(&found)).map_err(|halt| self.halted(halt))
    }
    fn by_the_book(&self, search: BookSearch, request: &Request) -> Result<Decision<NamedAction>, SearchError> {
        let (rules, state) = (self.rules, self.line.state());
        let settings = Settings::new().limits(request.limits.clone()).before_root(self.line.before_root());
        let settings = match request.depth {
            Some(depth) => {
                settings.oracle(rules.capabilities.oracle.clone()).to_depth(Depth(depth), rules.evaluation())
            }
            None => settings.oracle(None).evaluation(BoxedEvaluation::NONE),
        };
        let found = match search {
            BookSearch::Expectiminimax => expectiminimax(&rules.game, state, &settings, &mut Silent),
            BookSearch::Star1 => star1(&rules.game, state, &settings, &mut Silent),
            BookSearch::Star2 => star2(&rules.game, state, &settings, &mut Silent),
        };
        found.map(|found| self.decision(&found)).map_err(|halt| self.halted(halt))
    }
    fn iterate(
        &self,
        tolerance: f64,
        limits: &Limits,
        cache: Option<&SolutionCache>,
    ) -> Result<Iterated<NamedAction>, SearchError> {
        let (rules, state) = (self.rules, self.line.state());
        let iterate = rules.capabilities.iterate.ok_or(Declined::StatesNotListed)?;
        let found = iterate(&rules.game, state, tolerance, limits, cache).map_err(|halt| rules.halted(state, halt))?;
        Ok(Iterated {
            value: found.value,
            best: found.best.iter().map(|&action| self.chosen(action)).collect(),
            worths: found.worths.iter().map(|&(action, worth)| (self.named(action), worth)).collect(),
            proven: found.proven,
            states: found.states,
            sweeps: found.sweeps,
        })
    }
    fn rollout(
        &self,
        plan: &RolloutPlan,
        request: &Request,
        progress: &mut dyn FnMut(&Rollouts<String>),
    ) -> Result<Rollouts<String>, SearchError> {
        let (rules, state) = (self.rules, self.line.state());
        let mut actions: Vec<G::Action> = Vec::new();
        for word in &plan.actions {
            let failed = |error| SearchError::Illegal(PlayError::new(word, error));
            let action = rules.find(self.line, word).map_err(failed)?;
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
        let candidates = if actions.is_empty() { Candidates::Best(plan.most) } else { Candidates::These(actions) };
        let depth = Depth(request.depth.unwrap_or(1));
        let settings = Settings::new().limits(request.limits.clone()).to_depth(depth, rules.evaluation());
        let settings = settings.oracle(rules.capabilities.oracle.clone());
        let games = Rollout::new()
            .games(plan.games)
            .turns(plan.plies)
            .luck_removed(plan.luck_removed)
            .seed(request.seed)
            .threads(request.threads);
        let in_words = |found: &Rollouts<G::Action>| {
            let rolled = |rolled: &Rolled<G::Action>| {
                let &Rolled { action, first_sight, mean, error, raw_mean, raw_error, broken_off, .. } = rolled;
                let (action, ends) = (action.map(|action| rules.word(state, action)), rolled.ends.clone());
                Rolled { action, first_sight, mean, error, raw_mean, raw_error, ends, broken_off }
            };
            let &Rollouts { choice, confidence, games, luck_removed, nodes, stopped, .. } = found;
            let actions = found.actions.iter().map(rolled).collect();
            Rollouts { actions, choice, confidence, games, luck_removed, nodes, stopped }
        };
        let mut so_far = |found: &Rollouts<G::Action>| progress(&in_words(found));
        let found = counterplay_core::search::rollout(&rules.game, state, &candidates, &games, &settings, &mut so_far);
        found.map(|found| in_words(&found)).map_err(|halt| rules.halted(state, halt))
    }
}

/// Deepens until the value is exact or the limits are used up.
pub(super) fn best(
    position: &dyn ChancePosition,
    request: &Request,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    let (mut report, remark) = with_lines(position, request, false, progress)?;
    if position.is_listed() && report.value.proof == Proof::Estimate {
        report.note = Some("`solve` gives the exact value, if the states are few enough to be listed".to_owned());
    }
    if let Some(Filter { keep, within }) = request.filter {
        let near = if within < f64::INFINITY { format!(", within {within} of the best") } else { String::new() };
        report.note = Some(format!(
            "a filter left only {keep} of each side's actions, the best at first sight{near}: a heuristic, so that \
             every score is an estimate"
        ));
    }
    report.note = joined(report.note, remark);
    Ok(report)
}

/// Solves by value iteration where the states can be listed, else by a search to the end of every game.
pub(super) fn solve(
    position: &dyn ChancePosition,
    request: &Request,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    if position.is_listed() {
        return iteration::solve(position, request);
    }
    with_lines(position, request, true, progress).map(|(report, _)| report)
}

/// Compares the textbook's searches, then the one that plays, with one technique more in each row.
pub(super) fn compare(
    position: &dyn ChancePosition,
    request: &Request,
    progress: &mut dyn FnMut(RowEvent<'_>),
) -> Result<Comparison, SearchError> {
    let scale = position.point_of_view().scale;
    let mut rows = Vec::new();
    for (name, search) in
        [("expectiminimax", BookSearch::Expectiminimax), ("star1", BookSearch::Star1), ("star2", BookSearch::Star2)]
    {
        rows.push(row(name, request, scale, progress, &mut || position.by_the_book(search, request))?);
    }
    let to_the_end = request.depth.is_none();
    for (name, techniques) in ChanceTechniques::LADDER.into_iter().filter(|_| position.is_keyed()) {
        let table = Table::new(request.memory);
        let config = ChanceConfig { table: &table, techniques, threads: 1, to_the_end };
        let task = Task { all_best: false, lines: 1, ..request.task() };
        let mut search = || Ok(position.search(config, &task, &mut |_| {})?.analysis.decision);
        rows.push(row(name, request, scale, progress, &mut search)?);
    }
    Ok(Comparison { rows, minimal: None })
}

/// The pruning search, with the lines asked for, and a remark about them.
fn with_lines(
    position: &dyn ChancePosition,
    request: &Request,
    to_the_end: bool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Report, Option<String>), SearchError> {
    let (table, mover) = (request.table(), position.point_of_view());
    let techniques = ChanceTechniques { filter: request.filter, ..ChanceTechniques::EXACT };
    let config = ChanceConfig { table: &table, techniques, threads: request.threads, to_the_end };
    let mut before = None;
    let mut on_iteration = |found: &engine::Iteration<NamedAction>| {
        let iteration = mover.iteration(found, before.replace((found.depth, found.statistics.nodes)), None);
        // Where nobody has a choice there is a depth, and nothing to show of it.
        let iteration = Some(iteration).filter(|iteration| !iteration.lines.is_empty());
        let mut now = Progress::default();
        (now.nodes, now.depth, now.load) = (found.nodes, found.depth.0, Some(table.load()));
        now.iteration = iteration;
        progress(&now);
    };
    let Remarked { analysis, remark } = position.search(config, &request.task(), &mut on_iteration)?;
    let Analysis { decision, depth, lines } = analysis;
    let mut report = mover.report(decision, STAR2);
    (report.depth, report.threads) = (depth.0, request.threads);
    report.lines = lines.iter().map(|line| mover.variation(line, None)).collect();
    Ok((report, remark))
}
