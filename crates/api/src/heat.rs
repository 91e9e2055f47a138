//! What each action is worth, painted on the board.

use std::collections::HashMap;

use counterplay_core::{Drawing, Seat};

use crate::{AnyPosition, Declined, Progress, Report, Request, SearchError, TurnWord};

/// The board as a seat sees it, with the worth of each action of the seat to move that is made by pointing at one cell.
/// See [`Cell::heat`](counterplay_core::picture::Cell::heat).
///
/// # Errors
/// If the search could not go on, or there is nothing to paint.
pub fn heated(
    position: &dyn AnyPosition,
    seat: Option<Seat>,
    request: &Request,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(Drawing, Report), SearchError> {
    let actions = position.actions();
    // A search that does not average says what each action is worth if it is asked for a line that begins with each.
    let report = position.best(&Request { lines: actions.len().max(1), ..request.clone() }, progress)?;
    let mover = if let TurnWord::Seat(mover) = position.turn() { mover } else { Seat::FIRST };
    let worths = worths(&report, position.bounds(mover));
    let mut drawing = position.board(seat);
    let mut painted = false;
    for (action, paths) in actions.iter().zip(position.paths()) {
        let cell = paths.iter().find_map(|path| match path.as_slice() {
            [name] => drawing.cells.iter().position(|cell| cell.name == *name),
            _ => None,
        });
        if let (Some(cell), Some(&worth)) = (cell, worths.get(action.word.as_str())) {
            drawing.cells[cell].heat = Some((worth.clamp(0.0, 1.0) * 1000.0).round() as u16);
            painted = true;
        }
    }
    if painted { Ok((drawing, report)) } else { Err(Declined::NothingToPaint.into()) }
}

/// What each action is worth, from 0 for the worst that can happen to 1 for the best; what a game advises it has so
/// already.
fn worths(report: &Report, (low, high): (f64, f64)) -> HashMap<&str, f64> {
    let share = |score: f64| match report.method {
        Report::ADVICE => score,
        _ => (score - low) / (high - low),
    };
    let averages = report.averages.iter().map(|entry| (entry.action.as_str(), share(entry.score)));
    let lines = report.lines.iter().filter(|_| report.averages.is_empty());
    averages.chain(lines.filter_map(|line| Some((line.line.first()?.as_str(), share(line.value.score))))).collect()
}
