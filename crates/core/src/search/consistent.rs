//! States that a view allows, held to what a view is.

use super::walk::Answer;
use crate::limits::Cause;
use crate::{Hidden, Random, Turn};

/// A state that is drawn from a view, and in which its seat is to move.
pub(super) fn drawn<G: Hidden>(game: &G, view: &G::View, random: &mut dyn Random) -> Answer<G::State> {
    let state = game.sample(view, random).ok_or_else(|| Cause::NoState.at_root())?;
    held_to(game, view, state)
}

/// The state, if the seat has this view of it and is to move.
pub(super) fn held_to<G: Hidden>(game: &G, view: &G::View, state: G::State) -> Answer<G::State> {
    let seat = game.viewer(view);
    if game.view(&state, seat) != *view {
        return Err(Cause::WrongState.at_root());
    }
    let decides = !game.is_terminal(&state) && game.turn(&state) == Turn::Seat(seat);
    if decides { Ok(state) } else { Err(Cause::NotToMove.at_root()) }
}
