//! What checkers teaches the search.
//!
//! **Temper.** A capture changes much, and no evaluation should be trusted before it: who can capture must, and cannot
//! stop there. The only move of a position costs no depth. A step that neither crowns a man nor offers anything changes
//! little.
//!
//! **Promise.** Captures are all that can be played where there are any, and the more is taken the better. A step to
//! the king row is good.

use counterplay_core::{Actions, Inspect, MoveClass, MoveOrdering, Proving, Quiescence, Selectivity, Truth};

use super::board::crown_row;
use super::{Board, Checkers, Move};

/// Knows captures, crowns and forced moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shots;

/// What the side to move has to choose from.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// How many moves there are.
    moves: u32,
    /// Whether they are captures.
    captures: bool,
}

impl Inspect<Checkers> for Shots {
    type Facts = Choice;

    #[inline]
    fn facts(&self, _: &Checkers, board: &Board) -> Choice {
        Choice { moves: board.count_moves() as u32, captures: board.must_capture() }
    }
}

impl MoveOrdering<Checkers> for Shots {
    const STAGED_DEPTH: u32 = 3;

    #[inline]
    fn ordering(&self, _: &Checkers, board: &Board, action: Move, child: &Board, _: Option<&Choice>) -> i32 {
        let other = board.mover.other();
        let taken = board.pieces(other) & !child.pieces(other);
        let kings = (taken & board.kings).count_ones();
        let crowned = board.men(board.mover) & !child.men(board.mover) != 0
            && child.kings(board.mover) & crown_row(board.mover) & !board.kings != 0;
        100 * (action.jumps() + kings) as i32 + if crowned { 80 } else { 0 }
    }
}

impl Selectivity<Checkers> for Shots {
    const HAS_MOVE_CLASSES: bool = true;

    #[inline]
    fn move_class(&self, _: &Checkers, board: &Board, choice: &Choice, action: Move) -> MoveClass {
        if choice.moves == 1 {
            MoveClass::Forced
        } else if action.is_capture() {
            MoveClass::Noisy
        } else {
            let child = board.after(action);
            let quiet = child.kings == board.kings && !child.must_capture();
            if quiet { MoveClass::Quiet } else { MoveClass::Plain }
        }
    }

    #[inline]
    fn quiescence(&self, _: &Checkers, _: &Board, choice: &Choice) -> Quiescence {
        if choice.captures { Quiescence::Driven } else { Quiescence::Still }
    }

    const PRUNES: bool = true;

    /// Three tenths of a man.
    const MARGIN: i32 = 30;

    const WIN_DISTANCES: i32 = 300;

    /// Who can capture must, and cannot stop there.
    #[inline]
    fn is_threatened(&self, _: &Checkers, _: &Board, choice: &Choice) -> bool {
        choice.captures
    }

    #[inline]
    fn threatens(&self, _: &Checkers, board: &Board, _: &Choice, action: Move) -> bool {
        board.after(action).must_capture()
    }

    #[inline]
    fn is_noisy(&self, _: &Checkers, _: &Board, _: &Choice, action: Move) -> bool {
        action.is_capture()
    }

    fn noisy_actions(&self, _: &Checkers, board: &Board, choice: &Choice, out: &mut Actions<Move>) {
        if choice.captures {
            board.each_move(|action| out.push(action));
        }
    }

    /// Promise of a capture: the pieces that it takes, kings twice.
    #[inline]
    fn promise(&self, _: &Checkers, board: &Board, _: &Choice, action: Move) -> i32 {
        let other = board.mover.other();
        let taken = board.pieces(other) & !board.after(action).pieces(other);
        (taken.count_ones() + (taken & board.kings).count_ones()) as i32
    }
}

impl Truth<Checkers> for Shots {}
impl Proving<Checkers> for Shots {}
