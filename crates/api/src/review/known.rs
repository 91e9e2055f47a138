//! Positions of a game that are proven.

use counterplay_core::{Outcome, Proof, Seat};

use super::{Effort, Proofs};
use crate::{AnyPosition, Request, SearchError, TurnWord, Value, Variation};

/// A position that is proven, as a seat counts it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// What it is worth to the seat.
    pub(super) value: Variation,
    /// The best actions in it, as far as they are known.
    pub(super) best: Vec<String>,
}

impl Known {
    /// What was proven of the position, for the other seat.
    fn flipped(&self, even: f64) -> Known {
        let before = self.value.value;
        let outcome = before.outcome.map(|outcome| match outcome {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        });
        let value = Value { score: 2.0 * even - before.score, outcome, ..before };
        Known { value: Variation { value, line: self.value.line.clone() }, best: self.best.clone() }
    }

    /// What was proven of the position, as the one counts it who came there by an action.
    pub(super) fn after(&self, action: &str, whose: Seat, by: Seat, even: f64) -> Known {
        let mut known = if whose == by { self.clone() } else { self.flipped(even) };
        known.value.line.insert(0, action.to_owned());
        known.value.value.plies = known.value.value.plies.map(|plies| plies + 1);
        known
    }
}

/// Proves a position, as the seat to move counts it, or the first where the game is over; nothing if the limits are too
/// narrow, or no solver suits it.
pub(super) fn prove(position: &dyn AnyPosition, request: &Request) -> Result<Option<(Seat, Known)>, SearchError> {
    let whose = match position.turn() {
        TurnWord::Seat(seat) => seat,
        TurnWord::Chance => return Ok(None),
        TurnWord::Over => return Ok(over(position).map(|known| (Seat::FIRST, known))),
    };
    let report = match position.solve(request, &mut |_| {}) {
        Ok(report) => report,
        Err(SearchError::Declined(_) | SearchError::Stopped(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    if report.value.proof != Proof::Exact {
        return Ok(None);
    }
    let value = Variation { line: report.line, value: report.value };
    Ok(Some((whose, Known { value, best: report.best })))
}

/// The result of a finished game, for the first seat.
fn over(position: &dyn AnyPosition) -> Option<Known> {
    let (score, even) = (position.result(Seat::FIRST)?, position.even());
    let outcome = match score {
        score if score > even => Outcome::Win,
        score if score < even => Outcome::Loss,
        _ => Outcome::Draw,
    };
    let value = Value { score, proof: Proof::Exact, outcome: Some(outcome), plies: Some(0), within: None };
    Some(Known { value: Variation { line: Vec::new(), value }, best: Vec::new() })
}

/// Proves the positions before and after an action. Where chance decides, there are other ways.
pub(super) fn around(position: &dyn AnyPosition, action: &str, effort: &Effort) -> Result<Proofs, SearchError> {
    let TurnWord::Seat(by) = position.turn() else { return Ok(Proofs::default()) };
    let Some(request) = effort.prove().filter(|_| !position.solves_whole_game()) else { return Ok(Proofs::default()) };
    let mut after = position.copy();
    after.play(action).map_err(SearchError::Illegal)?;
    if after.turn() == TurnWord::Chance {
        return Ok(Proofs::default());
    }
    // What comes later is nearer to the end, and warms the table.
    let after = prove(after.as_ref(), request)?;
    let Some((whose, after)) = after else { return Ok(Proofs { tried: true, ..Proofs::default() }) };
    let after = Some(after.after(action, whose, by, position.even()));
    let before = prove(position, request)?.map(|(_, before)| before);
    Ok(Proofs { before, after, tried: true })
}
