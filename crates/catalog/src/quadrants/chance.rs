//! Games of chance and perfect information: expectiminimax, and value iteration where states can be listed.

use std::time::Instant;

use counterplay_core::check::Battery;
use counterplay_core::search::{Decision, Settings, deepening, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Cause, Chance, Depth, Game, Halt, Limits, Proof, Random, Role, With, Without};

use super::Quadrant;
use crate::rules::{Iterate, Rules};
use crate::{Comparison, Progress, Report, Request, Row, SearchError};

/// How close the two bounds of a value must come to call it solved.
const TOLERANCE: f64 = 1e-10;

/// As many states as value iteration lists unless it is told otherwise: they take a gigabyte and a half.
const MOST_STATES: u64 = 10_000_000;

impl<G: Chance + Game<Luck = With, Secrets = Without>> Quadrant<G> for (With, Without) {
    /// Deepens until the limits are used up.
    fn best(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        let search = |depth: Depth, limits: Limits| {
            let settings = Settings::new().limits(limits).to_depth(depth, rules.evaluation());
            expectiminimax(&rules.game, state, &settings, &mut Silent)
        };
        let told = |nodes, depth: Depth| progress(&Progress { nodes, depth: depth.0, ..Progress::default() });
        let (decision, _) = deepening(&request.limits, request.depth.map(Depth), search, told)
            .map_err(|halt| rules.halted(state, &halt))?;
        let mut report = rules.report(state, &decision, "expectiminimax");
        if rules.abilities.iterate.is_some() && report.proof == Proof::Estimate {
            report.note = Some("`solve` gives the exact value, if the states are few enough to be listed".to_owned());
        }
        Ok(report)
    }

    /// By value iteration where the states can be listed, else by expectiminimax to the end of every game.
    fn solve(
        rules: &Rules<G>,
        state: &G::State,
        request: &Request,
        _: &mut dyn FnMut(&Progress),
    ) -> Result<Report, SearchError> {
        if let Some(iterate) = rules.abilities.iterate {
            return by_iteration(rules, state, request, iterate);
        }
        let settings = Settings::new().limits(request.limits.clone());
        let decision = expectiminimax(&rules.game, state, &settings, &mut Silent);
        let decision = decision.map_err(|halt| rules.halted(state, &halt))?;
        Ok(rules.report(state, &decision, "expectiminimax"))
    }

    fn compare(rules: &Rules<G>, state: &G::State, request: &Request) -> Result<Comparison, SearchError> {
        let start = Instant::now();
        let decision = to_depth(rules, state, request, Settings::new().limits(request.limits.clone()));
        let decision = decision.map_err(|halt| rules.halted(state, &halt))?;
        let row = Row::new("expectiminimax", request.depth, &decision, rules.game.scale(), start.elapsed());
        Ok(Comparison { rows: vec![row], minimal: None })
    }

    fn laws(battery: Battery<'_, G>) -> Battery<'_, G> {
        battery.chance()
    }

    fn draw(rules: &Rules<G>, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        rules.game.draw(state, random)
    }
}

fn to_depth<G: Chance + Game<Luck = With, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    settings: Settings,
) -> Result<Decision<G::Action>, Box<Halt>> {
    match request.depth {
        None => expectiminimax(&rules.game, state, &settings, &mut Silent),
        Some(depth) => {
            let settings = settings.to_depth(Depth(depth), rules.evaluation());
            expectiminimax(&rules.game, state, &settings, &mut Silent)
        }
    }
}

/// Solves the states that can be reached and reads the answer off their values.
fn by_iteration<G: Chance + Game<Luck = With, Secrets = Without>>(
    rules: &Rules<G>,
    state: &G::State,
    request: &Request,
    iterate: Iterate<G>,
) -> Result<Report, SearchError> {
    let game = &rules.game;
    let limits = Limits { nodes: Some(request.limits.nodes.unwrap_or(MOST_STATES)), ..request.limits.clone() };
    let found = match iterate(game, state, TOLERANCE, &limits) {
        Ok(found) => found,
        // What was listed so far says nothing about the value yet.
        Err(halt) => match halt.cause {
            Cause::Limit(limit) => {
                let bounds = game.bounds();
                let worst = if game.role(state) == Role::Min { bounds.high } else { bounds.low };
                let first = rules
                    .edges(state)
                    .first()
                    .filter(|(_, p)| p.is_none())
                    .map(|&(action, _)| rules.word(state, action));
                return Ok(Report {
                    best: first.clone().into_iter().collect(),
                    line: first.clone().into_iter().collect(),
                    action: first,
                    score: rules.score(state, worst.into()),
                    proof: Proof::Lower,
                    outcome: None,
                    plies: None,
                    depth: 0,
                    nodes: limits.nodes.unwrap_or(0),
                    method: "value iteration",
                    threads: 1,
                    lines: Vec::new(),
                    stopped: Some(limit),
                    averages: Vec::new(),
                    note: None,
                });
            }
            _ => return Err(rules.halted(state, &halt)),
        },
    };
    let over = game.is_terminal(state);
    let best: Vec<String> = found.best.iter().map(|&action| rules.word(state, action)).collect();
    Ok(Report {
        action: best.first().cloned(),
        line: best.first().cloned().into_iter().collect(),
        best,
        score: rules.score(state, found.value),
        proof: if found.proven { Proof::Exact } else { Proof::Estimate },
        outcome: over.then(|| rules.outcome(state, found.value)),
        plies: over.then_some(0),
        depth: 0,
        nodes: found.states as u64,
        method: "value iteration",
        threads: 1,
        lines: Vec::new(),
        stopped: None,
        averages: Vec::new(),
        note: Some(format!("all {} states that can be reached, in at most {} sweeps", found.states, found.sweeps)),
    })
}
