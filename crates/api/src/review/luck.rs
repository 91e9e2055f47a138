//! Luck of a game: what chance gave and took.

use counterplay_core::{Proof, Seat};

use super::Effort;
use crate::{AnyPosition, Request, SearchError, TurnWord};

/// An outcome of chance, and what it was worth.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Luck {
    /// It was the so-manieth ply of the line, from 1.
    pub ply: usize,
    /// The outcome.
    pub outcome: String,
    /// What the first seat has more after it than it had on average before it, in the game's points; the other seat has
    /// as much less.
    pub gain: f64,
    /// Whether that is proven.
    pub exact: bool,
}

/// More outcomes than this are not looked at one by one.
const MOST_OUTCOMES: usize = 64;

/// The luck of a line: at each turn of chance what its outcome is worth, less the average of all outcomes. Each is looked
/// at in the same way, so that no difference in depth is taken for luck.
pub(super) fn luck_of_line(position: &dyn AnyPosition, effort: &Effort) -> Result<Vec<Luck>, SearchError> {
    let mut luck = Vec::new();
    if position.has_secrets() {
        return Ok(luck);
    }
    for (ply, word) in position.line().into_iter().enumerate() {
        if effort.is_stopped() {
            break;
        }
        let before = position.at(ply);
        let outcomes = if before.turn() == TurnWord::Chance { before.actions() } else { continue };
        if outcomes.len() > MOST_OUTCOMES {
            continue;
        }
        let (mut mean, mut here, mut exact) = (0.0, None, true);
        for outcome in outcomes {
            let mut after = before.copy();
            after.play(&outcome.word).map_err(SearchError::Illegal)?;
            let Some((worth, proven)) = worth(after.as_ref(), effort)? else { return Ok(luck) };
            mean += outcome.probability.unwrap_or(0.0) * worth;
            exact &= proven;
            if outcome.word == word {
                here = Some(worth);
            }
        }
        luck.extend(here.map(|worth| Luck { ply: ply + 1, outcome: word, gain: worth - mean, exact }));
    }
    Ok(luck)
}

/// What a position is worth to the first seat, by the solution of the game or at first sight, and whether that is proven.
fn worth(position: &dyn AnyPosition, effort: &Effort) -> Result<Option<(f64, bool)>, SearchError> {
    if let Some(result) = position.result(Seat::FIRST) {
        return Ok(Some((result, true)));
    }
    let solved = position.solves_whole_game() && effort.prove().is_some();
    let report = if solved {
        position.solve(effort.whole(), &mut |_| {})
    } else {
        position.best(&Request { depth: Some(1), ..effort.whole().clone() }, &mut |_| {})
    };
    let report = match report {
        Ok(report) => report,
        Err(SearchError::Stopped(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    if solved && report.value.proof != Proof::Exact {
        return Ok(None);
    }
    let own = position.turn() != TurnWord::Seat(Seat::SECOND);
    let score = if own { report.value.score } else { 2.0 * position.even() - report.value.score };
    Ok(Some((score, report.value.proof == Proof::Exact)))
}
