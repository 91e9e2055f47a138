//! Plain search: the tables must agree with the textbook's alpha-beta within nine plies.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use counterplay_checkers::{Board, Checkers};
use counterplay_core::search::{Settings, alphabeta};
use counterplay_core::trace::Silent;
use counterplay_core::{Depth, Game, Role, Score};
use counterplay_tables::{Outcome, Plan, build};

use crate::{NAME, Setup};

const POSITIONS: usize = 100_000;
const PLIES: u32 = 9;
/// Most pieces of tables with distances, which take far longer to build.
const TIMED: u32 = 4;

pub(crate) fn check(setup: &Setup) -> Result<String, String> {
    let (tables, timed) = (setup.open(&setup.whole()), setup.folder.join("timed"));
    let pieces = setup.pieces.min(TIMED);
    let plan = Plan { name: NAME, pieces, folder: &timed, distances: true, threads: setup.threads, stop: None };
    build(&setup.game, &plan, &mut |_| ()).map_err(|error| error.to_string())?;
    let timed = setup.open(&timed);
    let boards = setup.random_boards(&tables.slices().collect::<Vec<_>>(), POSITIONS);
    let [next, found, with_plies] = [const { AtomicUsize::new(0) }; 3];
    let work = || -> Result<(), String> {
        while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
            let seen = plain(&setup.game, board)?;
            let claimed = tables.outcome(&setup.game, board).ok_or_else(|| format!("{board:?} is unknown"))?;
            let plies = timed.probe(&setup.game, board).and_then(|found| found.plies);
            if let Some((outcome, after)) = seen {
                if claimed != outcome || plies.is_some_and(|plies| plies != after) {
                    return Err(format!("{board:?} is a {outcome:?} in {after}, not a {claimed:?} in {plies:?}"));
                }
                found.fetch_add(1, Ordering::Relaxed);
                with_plies.fetch_add(plies.is_some().into(), Ordering::Relaxed);
            } else if plies.is_some_and(|plies| plies <= PLIES) {
                return Err(format!("{board:?} is said to end in {plies:?}, and does not"));
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (0..setup.threads).map(|_| scope.spawn(work)).collect();
        helpers.into_iter().try_for_each(|helper| helper.join().map_err(|_| "a helper panicked".to_owned())?)
    })?;
    let (found, with_plies) = (found.into_inner(), with_plies.into_inner());
    Ok(format!(
        "{POSITIONS} positions, {found} won or lost within {PLIES} plies, {with_plies} of them with their distances"
    ))
}

/// Outcome for the side to move if it is decided within nine plies, and in how many.
fn plain(game: &Checkers, board: &Board) -> Result<Option<(Outcome, u32)>, String> {
    for plies in 0..=PLIES {
        let settings = Settings::new().to_depth(Depth(plies), |_: &Checkers, _: &Board| Score::DRAW);
        let found = alphabeta(game, board, &settings, &mut Silent).map_err(|halt| halt.to_string())?;
        let mine = if game.role(board) == Role::Min { -found.value.score } else { found.value.score };
        if mine != 0.0 {
            return Ok(Some((if mine > 0.0 { Outcome::Win } else { Outcome::Loss }, plies)));
        }
    }
    Ok(None)
}
