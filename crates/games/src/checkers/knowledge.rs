//! What checkers teaches the search.
//!
//! **Temper.** A capture changes much, and no evaluation should be trusted before it. The only move of a position costs no depth. A step that
//! neither crowns a man nor offers anything changes little.
//!
//! **Promise.** Captures are all that can be played where there are any, and the more is taken the better. A step to the king row is
//! good, and one that lets the opponent jump mostly is not.

use counterplay_core::{Knowledge, Temper};

use super::board::crown_row;
use super::{Board, Checkers, Move};

/// Knows captures, crowns and forced moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shots;

impl Knowledge<Checkers> for Shots {
    /// How many moves there are.
    type Insight = u32;

    #[inline]
    fn insight(&self, _: &Checkers, board: &Board) -> u32 {
        board.count_moves() as u32
    }

    const TEMPERS: bool = true;

    #[inline]
    fn temper(&self, _: &Checkers, board: &Board, &moves: &u32, action: Move) -> Temper {
        if moves == 1 {
            Temper::Forced
        } else if action.is_capture() {
            Temper::Noisy
        } else {
            let child = board.after(action);
            let quiet = child.kings == board.kings && !child.must_capture();
            if quiet { Temper::Quiet } else { Temper::Plain }
        }
    }

    #[inline]
    fn promise(&self, _: &Checkers, board: &Board, action: Move, child: &Board, _: Option<&u32>) -> i32 {
        let other = board.mover.other();
        let taken = board.pieces(other) & !child.pieces(other);
        let kings = (taken & board.kings).count_ones();
        let crowned = board.men(board.mover) & !child.men(board.mover) != 0
            && child.kings(board.mover) & crown_row(board.mover) & !board.kings != 0;
        let offered = child.must_capture();
        100 * (action.jumps() + kings) as i32 + if crowned { 80 } else { 0 } - if offered { 60 } else { 0 }
    }
}
