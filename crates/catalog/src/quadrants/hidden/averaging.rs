//! Averaging over deals, and what is reported of it.

use counterplay_core::quadrant::OutcomesOf;
use counterplay_core::search::{Averages, Settings, averaging};
use counterplay_core::{ChanceNodes, Depth, Halt, Hidden, Proof, Revealed, Seeded, Turn};

use crate::quadrants::words::best_first;
use crate::rules::Rules;
use crate::{Average, Report, Request, SearchError, Variation};

/// The action with the best average over the deals that the seat to move may be facing.
pub(super) fn average<'g, G>(rules: &'g Rules<G>, state: &G::State, request: &Request) -> Result<Report, SearchError>
where
    G: Hidden + ChanceNodes,
    G::Luck: OutcomesOf<Revealed<&'g G>>,
{
    let game = &rules.game;
    let seat = match game.turn(state) {
        _ if game.is_terminal(state) => return Ok(over(rules, state)),
        Turn::Chance => {
            return Err(SearchError::Declined("it is chance's turn: there is nothing to decide".to_owned()));
        }
        Turn::Seat(seat) => seat,
    };
    let view = game.view(state, seat);
    let mut random = Seeded::new(request.seed);
    let settings = Settings::new().limits(request.limits.clone());
    let result: Result<Averages<G::State, G::Action>, Box<Halt>> = match request.depth {
        None => averaging(game, &view, request.deals, &settings, &mut random),
        Some(depth) => {
            let settings = settings.to_depth(Depth(depth.saturating_sub(1)), rules.evaluation());
            averaging(game, &view, request.deals, &settings, &mut random)
        }
    };
    // Where a search halted is not said: the position would tell what the seat may not know.
    let averages = result.map_err(|halt| SearchError::Halted(halt.to_string()))?;
    let averages_by_action: Vec<Average> = (averages.actions.iter())
        .map(|entry| Average { action: rules.word(state, entry.action), score: rules.score(state, entry.average) })
        .collect();
    let action = rules.word(state, averages.choice);
    let score = rules.score(state, averages.average);
    let best = averages_by_action
        .iter()
        .filter(|entry| (entry.score - score).abs() <= 1e-12)
        .map(|entry| entry.action.clone());
    let line = |entry: &Average| Variation {
        line: vec![entry.action.clone()],
        score: entry.score,
        proof: Proof::Estimate,
        outcome: None,
        plies: None,
    };
    let mut lines: Vec<Variation> = averages_by_action.iter().map(line).collect();
    best_first(&mut lines, &action, request.lines);
    let how = if averages.proof == Proof::Exact { "all" } else { "a sample of" };
    let note = format!(
        "averaged over {how} {} states that {seat} may be in, as if they were known; this is no proven value of the game",
        averages.states.len()
    );
    Ok(Report {
        best: best.collect(),
        action: Some(action.clone()),
        score,
        proof: Proof::Estimate,
        outcome: None,
        plies: None,
        line: vec![action],
        depth: request.depth.unwrap_or(0),
        nodes: averages.nodes,
        method: "averaging",
        threads: 1,
        lines,
        stopped: None,
        averages: averages_by_action,
        note: Some(note),
        ..Report::default()
    })
}

/// The report of a finished game.
pub(super) fn over<G: Hidden + ChanceNodes>(rules: &Rules<G>, state: &G::State) -> Report {
    let value = f64::from(rules.game.utility(state));
    Report {
        action: None,
        best: Vec::new(),
        score: rules.score(state, value),
        proof: Proof::Exact,
        outcome: Some(rules.outcome(state, value)),
        plies: Some(0),
        line: Vec::new(),
        depth: 0,
        nodes: 1,
        method: "averaging",
        threads: 1,
        lines: Vec::new(),
        stopped: None,
        averages: Vec::new(),
        note: Some("the game is over".to_owned()),
        ..Report::default()
    }
}
