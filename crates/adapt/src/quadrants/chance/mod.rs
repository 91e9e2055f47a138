//! Games of chance and perfect information: expectiminimax that prunes, and value iteration where states can be listed.

mod compare;
mod iteration;
mod roller;

use std::sync::Arc;

use counterplay_core::check::Battery;
use counterplay_core::engine::{self, ChanceTechniques, Filter, Keys};
use counterplay_core::search::Statistics;
use counterplay_core::{Chance, Depth, Evaluate, Game, Knowledge, Proof, Random, With, Without};

use super::Quadrant;
use crate::mind::Mind;
use crate::rules::Rules;
use counterplay_api::{Comparison, Iteration, Progress, Report, Request, RowEvent, SearchError, Variation};

pub(crate) use self::roller::Roller;
use self::roller::{Dice, Gaze};

/// What the search is called.
const STAR2: &str = "expectiminimax, star2";

impl<G: Chance + Game<Luck = With, Secrets = Without>> Quadrant<G> for (With, Without) {
    fn roller<K, U, E>(mind: Mind<K, U, E>) -> Option<Arc<dyn Roller<G>>>
    where
        G: Send + Sync + 'static,
        G::State: Send + Sync,
        G::Action: Send + Sync,
        K: Keys<G> + Clone + Send + Sync + 'static,
        U: Knowledge<G> + Clone + Send + Sync + 'static,
        E: Evaluate<G> + Clone + Send + Sync + 'static,
    {
        Some(Arc::new(mind))
    }

    /// Deepens until the value is exact or the limits are used up.
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        let mut report = with_lines(rules, state, request, Gaze::Evaluation, progress)?;
        if rules.abilities.iterate.is_some() && report.proof == Proof::Estimate {
            report.note = Some("`solve` gives the exact value, if the states are few enough to be listed".to_owned());
        }
        if let Some(Filter { keep, within }) = request.filter {
            let near = if within < f64::INFINITY { format!(", within {within} of the best") } else { String::new() };
            report.note = Some(format!(
                "a filter left only {keep} of each side's actions, the best at first sight{near}: a heuristic, so that every score is an estimate"
            ));
        }
        Ok(report)
    }

    /// By value iteration where the states can be listed, else by a search to the end of every game.
    fn solve(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        match rules.abilities.iterate {
            Some(iterate) => iteration::by_iteration(rules, state, request, iterate),
            None => with_lines(rules, state, request, Gaze::ToTheEnd, progress),
        }
    }

    fn compare(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(RowEvent<'_>),
    ) -> Result<Comparison, SearchError> {
        compare::compare(rules, roller(rules)?, state, request, progress).map_err(|halt| rules.halted(state, &halt))
    }

    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery.chance()
    }

    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        rules.game.draw(state, random)
    }
}

/// The pruning search of a game. Every entry of this quadrant has one.
fn roller<G: Game>(rules: &Rules<G>) -> Result<&dyn Roller<G>, SearchError> {
    let none = || SearchError::Declined("the search for games of chance is not there for this game".to_owned());
    rules.abilities.roller.as_deref().ok_or_else(none)
}

/// The pruning search, with the lines asked for.
fn with_lines<G: Chance + Game<Luck = With, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    gaze: Gaze,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Report, SearchError> {
    let table = request.table();
    let techniques = ChanceTechniques { filter: request.filter, ..ChanceTechniques::EXACT };
    let dice = Dice { table: &table, techniques, threads: request.threads, gaze };
    let mut before = None;
    let mut told = |iteration: &engine::Iteration<G::Action>| {
        let found =
            rules.finished_depth(state, iteration, before.replace((iteration.depth, iteration.statistics.nodes)));
        // Where nobody has a choice there is a depth, and nothing to show of it.
        let iteration_found = Some(found).filter(|found| !found.lines.is_empty());
        let (nodes, depth, load) = (iteration.nodes, iteration.depth.0, Some(table.load()));
        progress(&Progress { nodes, depth, load, iteration: iteration_found, bounds: None });
    };
    let found = roller(rules)?.search(&rules.game, state, dice, &request.task(), &mut told);
    let found = found.map_err(|halt| rules.halted(state, &halt))?;
    let lines = found.lines.iter().map(|line| rules.line_of(state, line)).collect();
    let report = rules.report(state, &found.decision, STAR2);
    Ok(Report { depth: found.depth.0, threads: request.threads, lines, ..report })
}

impl<G: Chance + Game<Luck = With, Secrets = Without>> Rules<G> {
    /// A line in words, with its worth for the side to move.
    fn line_of(&self, state: &G::State, found: &engine::Variation<G::Action>) -> Variation {
        Variation {
            line: self.line_words(state, &found.line),
            score: self.score(state, found.value.score),
            proof: self.seen_from(state, found.value.proof),
            outcome: None,
            plies: None,
        }
    }

    /// What a depth that is finished has found and taken; `before` are the depth and the nodes of the one before it.
    fn finished_depth(
        &self,
        state: &G::State,
        found: &engine::Iteration<G::Action>,
        before: Option<(Depth, u64)>,
    ) -> Iteration {
        let Statistics { nodes, table_hits, cutoffs, first_action_cutoffs, .. } = found.statistics;
        Iteration {
            lines: found.lines.iter().map(|line| self.line_of(state, line)).collect(),
            nodes,
            table_hits,
            branching: before.filter(|&(_, nodes)| nodes > 0).map(|(depth, before)| {
                let plies = found.depth.0.saturating_sub(depth.0).max(1);
                (nodes as f64 / before as f64).powf(1.0 / f64::from(plies))
            }),
            first_action_cutoffs: (cutoffs > 0).then(|| first_action_cutoffs as f64 / cutoffs as f64),
        }
    }
}
