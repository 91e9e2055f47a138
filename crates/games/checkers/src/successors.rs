//! Where the steps of a position lead, by number: for tables.
//!
//! The board is turned once so that White is to move, and Black after each step: then no position there need be turned
//! to be numbered. A step of a king changes the last part of the number alone, so that all of them share the rest.

use std::ops::ControlFlow;

use counterplay_core::Seat;
use counterplay_core::indexed::Successor;

use super::board::{Board, KING_STEPS, crown_row};
use super::index::{Material, Parts};

/// Hands out what the steps of a board lead to on which nothing can be captured.
#[inline]
pub(super) fn by_steps(board: &Board, mut found: impl FnMut(Successor<Board>) -> ControlFlow<()>) -> ControlFlow<()> {
    let turned = if board.mover == Seat::FIRST { board.flipped() } else { *board };
    let empty = turned.empty();
    let parts = Parts::of(&turned);
    let slice = Material::of(&turned).flipped().slice();
    let others = parts.first_rank();
    let place = |index| Successor::Place { slice, index, same_side: false };
    let mut kings = parts.other_kings;
    while kings != 0 {
        let rest = parts.other_kings & !(kings & kings.wrapping_neg());
        let mut steps = KING_STEPS[kings.trailing_zeros() as usize] & empty;
        kings &= kings - 1;
        while steps != 0 {
            let to = steps & steps.wrapping_neg();
            steps &= steps - 1;
            found(place(others + parts.last_rank(rest | to)))?;
        }
    }
    let mut men = parts.other_men;
    while men != 0 {
        let from = men & men.wrapping_neg();
        let mut steps = KING_STEPS[men.trailing_zeros() as usize] & (from - 1) & empty;
        men &= men - 1;
        while steps != 0 {
            let to = steps & steps.wrapping_neg();
            steps &= steps - 1;
            if to & crown_row(Seat::SECOND) == 0 {
                found(place(Parts { other_men: parts.other_men ^ from ^ to, ..parts }.rank()))?;
            } else {
                let (white, kings) = (turned.white ^ from ^ to, turned.kings | to);
                let after = Board { white, kings, mover: Seat::FIRST, ..turned };
                found(Successor::State(if board.mover == Seat::FIRST { after.flipped() } else { after }))?;
            }
        }
    }
    ControlFlow::Continue(())
}
