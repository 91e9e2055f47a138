//! Determinisation: full states drawn from what a seat sees.

use super::walk::SearchResult;
use crate::limits::Cause;
use crate::{Hidden, Random, Turn};

/// Draws a state that a view allows, and in which its seat is to move.
pub(super) fn determinize<G: Hidden>(game: &G, view: &G::View, random: &mut dyn Random) -> SearchResult<G::State> {
    let state = game.sample(view, random).ok_or_else(|| Cause::NoState.at_root())?;
    check_state(game, view, state)
}

/// Checks a drawn state: it is returned if the seat has this view of it and is to move.
pub(super) fn check_state<G: Hidden>(game: &G, view: &G::View, state: G::State) -> SearchResult<G::State> {
    let seat = game.viewer(view);
    if game.view(&state, seat) != *view {
        return Err(Cause::WrongState.at_root());
    }
    let decides = !game.is_terminal(&state) && game.turn(&state) == Turn::Seat(seat);
    if decides { Ok(state) } else { Err(Cause::NotToMove.at_root()) }
}
