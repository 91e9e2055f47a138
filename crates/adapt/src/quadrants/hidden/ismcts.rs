//! What is reported of information-set Monte Carlo tree search.

use counterplay_core::search::ActionVisits;
use counterplay_core::{ChanceNodes, Hidden, Proof, Seat};

use super::Dealer;
use super::averaging::line;
use crate::quadrants::words::best_first;
use crate::rules::Rules;
use counterplay_api::{Average, HiddenSearch, Report, Request, SearchError, Variation};

/// The action that was tried most.
pub(super) fn report<G: Hidden + ChanceNodes>(
    rules: &Rules<G>,
    dealer: &dyn Dealer<G>,
    state: &G::State,
    seat: Seat,
    request: &Request,
) -> Result<Report, SearchError> {
    let found = dealer.simulate(&rules.game, state, seat, request);
    // Where a search halted is not said: the position would tell what the seat may not know.
    let found = found.map_err(|halt| SearchError::Halted(halt.to_string()))?;
    let average = |entry: &ActionVisits<G::Action>| Average {
        action: rules.word(state, entry.action),
        score: rules.score(state, entry.mean),
        error: None,
        visits: Some(entry.visits),
    };
    let averages: Vec<Average> = found.actions.iter().map(average).collect();
    let action = rules.word(state, found.choice);
    let mut lines: Vec<Variation> = averages.iter().map(line).collect();
    best_first(&mut lines, &action, request.lines);
    let full = if found.full { ", which is all that the memory holds" } else { "" };
    let note = format!(
        "{} games simulated from states that {seat} may be in, with a tree of {} views{full}; this is no proven value of the game",
        found.deals, found.views
    );
    Ok(Report {
        best: vec![action.clone()],
        action: Some(action.clone()),
        score: rules.score(state, found.mean),
        proof: Proof::Estimate,
        outcome: None,
        plies: None,
        line: vec![action],
        depth: request.depth.unwrap_or(0),
        nodes: found.nodes,
        method: HiddenSearch::Ismcts.as_str(),
        threads: request.threads,
        lines,
        stopped: found.stopped,
        averages,
        note: Some(note),
        ..Report::default()
    })
}
