//! Judgements in games with secrets, by an equilibrium.
//!
//! What an action is worth depends on the strategies that led to it, so nothing less than the whole game will do:
//! averages over deals are no measure (`docs/hidden.md`). Every action that an equilibrium takes is worth the same there,
//! and what another loses is what it is worth less, against an opponent who plays the equilibrium.

use counterplay_core::{Proof, Seat};

use super::{Compared, Judgement, graded};
use crate::{AnyPosition, Declined, Equilibrium, Mixed, Report, Request, SearchError, TurnWord, Value, Variation};

/// An equilibrium that a best reply gains more on than this share of the least inaccuracy is none to grade by.
const NEAR: f64 = 0.1;

/// An equilibrium of the game.
pub(super) struct Solved {
    found: Equilibrium,
    is_exact: bool,
}

/// Solves the game for one position, or for all of them where chance begins.
///
/// # Errors
/// If no equilibrium can be had within the limits.
pub(super) fn solve(position: &dyn AnyPosition, request: &Request) -> Result<Solved, SearchError> {
    let report: Report = match position.solve(request, &mut |_| {}) {
        Ok(report) => report,
        Err(SearchError::Declined(_)) => return Err(Declined::NotGraded.into()),
        Err(error) => return Err(error),
    };
    let is_exact = report.value.proof == Proof::Exact;
    let found = *report.equilibrium.ok_or(Declined::NotGraded)?;
    let near = NEAR * position.review_scale().steps[0];
    if found.exploitability > near {
        return Err(report.stopped.map_or(Declined::NotGraded.into(), SearchError::Stopped));
    }
    Ok(Solved { found, is_exact })
}

/// Judges an action by an equilibrium that has the information set of the seat to move.
pub(super) fn judge(position: &dyn AnyPosition, action: &str, solved: &Solved) -> Result<Judgement, SearchError> {
    let TurnWord::Seat(by) = position.turn() else { return Err(Declined::ChanceToMove.into()) };
    let action = position.find(action).map_err(SearchError::Illegal)?.word;
    let mixed = set_of(position, by, solved).ok_or(Declined::NotGraded)?;
    let proof = if solved.is_exact && mixed.met { Proof::Exact } else { Proof::Estimate };
    let line = |word: &str, score: f64| Variation {
        line: vec![word.to_owned()],
        value: Value { score, proof, ..Value::default() },
    };
    let worth = |word: &str| mixed.actions.iter().find(|share| share.action == word).map(|share| share.worth);
    let played = worth(&action).ok_or(Declined::NotGraded)?;
    let best = mixed.actions.iter().max_by(|a, b| a.worth.total_cmp(&b.worth)).ok_or(Declined::NotGraded)?;
    // Worths of regrets come as near to one another as the strategies to an equilibrium.
    let tolerance = solved.found.exploitability.max(1e-9) * 10.0;
    let is_best = |worth: f64| best.worth - worth <= tolerance;
    let words = mixed.actions.iter().filter(|share| is_best(share.worth)).map(|share| share.action.clone()).collect();
    let played = line(&action, if is_best(played) { best.worth } else { played });
    let compared = Compared { best: line(&best.action, best.worth), played, words, exact: proof == Proof::Exact };
    Ok(graded(position, &action, compared, mixed.actions.len() == 1))
}

/// The information set that the seat to move is in.
fn set_of<'s>(position: &dyn AnyPosition, by: Seat, solved: &'s Solved) -> Option<&'s Mixed> {
    let view = position.text_for(Some(by));
    solved.found.strategy.iter().find(|mixed| mixed.seat == by && mixed.view == view)
}
