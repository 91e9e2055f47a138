//! Deterministic games of perfect information: alpha-beta with a table, and the solver.

use std::time::Instant;

use counterplay_core::search::{
    self, CutoffRule, Decision, Keys, Order, Settings, Table, alphabeta, alphabeta_with_table, deepening, minimal_tree,
    minimax,
};
use counterplay_core::trace::Silent;
use counterplay_core::{Depth, Evaluate, Game, Halt, Key, Limits, Proof, Role, Without};

use super::Quadrant;
use crate::rules::Rules;
use crate::{Comparison, Progress, Report, Request, Row, SearchError};

/// The keys of a game that has them.
struct OwnKeys<'a, G: Game>(&'a Rules<G>);

impl<G: Game> Keys<G> for OwnKeys<'_, G> {
    fn key(&self, game: &G, state: &G::State) -> Option<Key> {
        self.0.abilities.key.and_then(|key| key(game, state))
    }
}

impl<G: Game<Luck = Without, Secrets = Without>> Quadrant<G> for (Without, Without) {
    /// Deepens until the value is exact or the limits are used up; each depth orders the next by the table.
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        let mut table = Table::new(request.memory);
        let search = |depth: Depth, limits: Limits| {
            let settings = Settings::new().limits(limits).to_depth(depth, rules.evaluation());
            alphabeta_with_table(&rules.game, state, &settings, &OwnKeys(rules), &mut table, &mut Silent)
        };
        let told = |nodes, depth: Depth| progress(&Progress { nodes, depth: depth.0 });
        let (decision, depth) = deepening(&request.limits, request.depth.map(Depth), search, told)
            .map_err(|halt| rules.halted(state, &halt))?;
        let mut report = rules.report(state, &decision, "alpha-beta");
        report.depth = depth.0;
        if decision.value.proof == Proof::Exact && decision.stopped.is_none() {
            report.outcome = Some(rules.outcome(state, decision.value.score));
        }
        Ok(report)
    }

    fn solve(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        let mut told = |now: &search::Progress| progress(&Progress { nodes: now.nodes, depth: 0 });
        let verdict = search::solve(&rules.game, state, &OwnKeys(rules), &request.limits, request.memory, &mut told);
        let verdict = verdict.map_err(|halt| rules.halted(state, &halt))?;
        let mover_is_min = !rules.game.is_terminal(state) && rules.game.role(state) == Role::Min;
        // While the value is not proven, what the mover has for certain is.
        let certain = f64::from(if mover_is_min { verdict.high } else { verdict.low });
        let words = |actions: &[G::Action]| actions.iter().map(|&action| rules.word(state, action)).collect();
        Ok(Report {
            action: verdict.action.map(|action| rules.word(state, action)),
            best: words(&verdict.best),
            score: rules.score(state, certain),
            proof: if verdict.value().is_some() { Proof::Exact } else { Proof::Lower },
            outcome: verdict.value().map(|value| rules.outcome(state, value.into())),
            plies: if rules.game.is_terminal(state) { Some(0) } else { verdict.plies },
            line: rules.line_words(state, &verdict.line),
            depth: verdict.statistics.deepest,
            nodes: verdict.statistics.nodes,
            method: "alpha-beta with a table",
            stopped: verdict.stopped,
            averages: Vec::new(),
            note: rules.game.is_terminal(state).then(|| "the game is over".to_owned()),
        })
    }

    fn compare(rules: &Rules<G>, state: &G::State, request: &Request) -> Result<Comparison, SearchError> {
        let settings = Settings::new().limits(request.limits.clone());
        let found = match request.depth {
            None => side_by_side(rules, state, request, &settings),
            Some(depth) => side_by_side(rules, state, request, &settings.to_depth(Depth(depth), rules.evaluation())),
        };
        found.map_err(|halt| rules.halted(state, &halt))
    }
}

fn side_by_side<G, E>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    settings: &Settings<E>,
) -> Result<Comparison, Box<Halt>>
where
    G: Game<Luck = Without, Secrets = Without>,
    E: Evaluate<G> + Clone,
{
    type Found<G> = Result<Decision<<G as Game>::Action>, Box<Halt>>;
    let game = &rules.game;
    let mut rows = Vec::new();
    let mut row = |name, search: &mut dyn FnMut() -> Found<G>| -> Result<(), Box<Halt>> {
        let start = Instant::now();
        let decision = search()?;
        rows.push(Row::new(name, request.depth, &decision, game.scale(), start.elapsed()));
        Ok(())
    };
    row("minimax", &mut || minimax(game, state, settings, &mut Silent))?;
    row("alphabeta", &mut || alphabeta(game, state, settings, &mut Silent))?;
    let from_right = settings.clone().order(Order::RightToLeft);
    row("alphabeta rtl", &mut || alphabeta(game, state, &from_right, &mut Silent))?;
    let better_only = settings.clone().cutoff(CutoffRule::Gt);
    row("alphabeta gt", &mut || alphabeta(game, state, &better_only, &mut Silent))?;
    if rules.abilities.key.is_some() {
        let mut table = Table::new(request.memory);
        let keys = OwnKeys(rules);
        row("alphabeta table", &mut || alphabeta_with_table(game, state, settings, &keys, &mut table, &mut Silent))?;
    }
    // Finding the minimal tree takes minimax and as much again.
    let minimal = if rows[0].stopped.is_none() { minimal_tree(game, state, settings).ok() } else { None };
    Ok(Comparison { rows, minimal })
}
