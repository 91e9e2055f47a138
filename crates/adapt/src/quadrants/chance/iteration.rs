//! Value iteration, where the states of a game can be listed.

use counterplay_core::{Cause, Chance, Game, Limits, Proof, Role, With, Without};

use crate::quadrants::words::best_first;
use crate::rules::{Iterate, Rules};
use counterplay_api::{Report, Request, SearchError, Variation};

/// How close the two bounds of a value must come to call it solved.
const TOLERANCE: f64 = 1e-10;

/// As many states as value iteration lists unless it is told otherwise: they take a gigabyte and a half.
const MOST_STATES: u64 = 10_000_000;

/// Solves the states that can be reached and reads the answer off their values.
pub(super) fn by_iteration<G: Chance + Game<Luck = With, Secrets = Without>>(
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
                    note: None,
                    ..Report::default()
                });
            }
            _ => return Err(rules.halted(state, &halt)),
        },
    };
    let over = game.is_terminal(state);
    let proof = if found.proven { Proof::Exact } else { Proof::Estimate };
    let line = |&(action, worth): &(G::Action, f64)| Variation {
        line: vec![rules.word(state, action)],
        score: rules.score(state, worth),
        proof,
        outcome: None,
        plies: None,
    };
    let mut lines: Vec<Variation> = found.worths.iter().map(line).collect();
    let best: Vec<String> = found.best.iter().map(|&action| rules.word(state, action)).collect();
    if let Some(action) = best.first() {
        best_first(&mut lines, action, request.lines);
    }
    Ok(Report {
        action: best.first().cloned(),
        line: best.first().cloned().into_iter().collect(),
        best,
        score: rules.score(state, found.value),
        proof,
        outcome: over.then(|| rules.outcome(state, found.value)),
        plies: over.then_some(0),
        depth: 0,
        nodes: found.states as u64,
        method: "value iteration",
        threads: 1,
        lines,
        stopped: None,
        note: Some(format!("all {} states that can be reached, in at most {} sweeps", found.states, found.sweeps)),
        ..Report::default()
    })
}
