//! What chess teaches the search.
//!
//! **Noisy** are captures and promotions that lose nothing in the exchange. A check is *forced*: who is in check cannot
//! stop there. **Ordering**: what a capture takes first and the least piece that can, captures that lose last.

use counterplay_core::{
    Actions, Bounds, Inspect, MoveClass, MoveOrdering, Proving, Quiescence, Score, Selectivity, Truth,
};
use cozy_chess::{Move, Piece};

use super::exchange::{self, WORTH};
use super::{Board, Chess, dead};

/// Knows captures, checks and dead positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tactics;

/// What is plain about a position.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// Whether the side to move is in check.
    in_check: bool,
    /// Whether nobody can be mated any more.
    dead: bool,
}

impl Inspect<Chess> for Tactics {
    type Facts = Plain;

    #[inline]
    fn facts(&self, _: &Chess, board: &Board) -> Plain {
        Plain { in_check: !board.checkers().is_empty(), dead: dead::is_dead(board) }
    }
}

impl Truth<Chess> for Tactics {
    #[inline]
    fn bounds(&self, _: &Chess, _: &Board, facts: &Plain, _: Option<Score>) -> Bounds {
        if facts.dead { Bounds::new(0, 0) } else { Bounds::new(-Chess::WIN, Chess::WIN) }
    }

    #[inline]
    fn candidates(&self, _: &Chess, board: &Board, _: &Plain, out: &mut Actions<Move>) -> Option<Score> {
        board.generate_moves(|moves| {
            out.extend(moves);
            false
        });
        None
    }
}

impl MoveOrdering<Chess> for Tactics {
    /// Captures by what they take, with the least piece first; those that lose after everything else.
    #[inline]
    fn ordering(&self, _: &Chess, board: &Board, action: Move, _: &Board, _: Option<&Plain>) -> i32 {
        if !exchange::is_noisy(board, action) {
            return 0;
        }
        let mover = board.piece_on(action.from).map_or(0, |piece| piece as i32);
        let taken = exchange::taken(board, action);
        // A piece that takes one of at least its own worth loses nothing: no need to look further.
        let surely = board.piece_on(action.from).is_some_and(|piece| taken >= WORTH[piece as usize]);
        if surely || exchange::gain(board, action) >= 0 { 10 * taken - mover } else { taken - 100_000 }
    }
}

impl Selectivity<Chess> for Tactics {
    const HAS_MOVE_CLASSES: bool = true;

    #[inline]
    fn move_class(&self, _: &Chess, board: &Board, facts: &Plain, action: Move) -> MoveClass {
        if facts.in_check {
            return MoveClass::Plain;
        }
        if !exchange::is_noisy(board, action) {
            return MoveClass::Quiet;
        }
        let wins = exchange::gain(board, action) >= 0;
        if wins { MoveClass::Noisy } else { MoveClass::Plain }
    }

    #[inline]
    fn quiescence(&self, _: &Chess, _: &Board, facts: &Plain) -> Quiescence {
        if facts.in_check { Quiescence::Driven } else { Quiescence::Mixed }
    }

    const PRUNES: bool = true;

    /// Nine tenths of a pawn.
    const MARGIN: i32 = 90;

    const WIN_DISTANCES: i32 = 2_000;

    #[inline]
    fn is_threatened(&self, _: &Chess, _: &Board, facts: &Plain) -> bool {
        facts.in_check
    }

    #[inline]
    fn is_noisy(&self, _: &Chess, board: &Board, _: &Plain, action: Move) -> bool {
        exchange::is_noisy(board, action)
    }

    fn noisy_actions(&self, _: &Chess, board: &Board, _: &Plain, out: &mut Actions<Move>) {
        exchange::each_noisy(board, |action| out.push(action));
    }

    #[inline]
    fn exchange(&self, _: &Chess, board: &Board, _: &Plain, action: Move) -> i32 {
        exchange::gain(board, action)
    }

    /// What is taken, and the least piece that can.
    #[inline]
    fn promise(&self, _: &Chess, board: &Board, _: &Plain, action: Move) -> i32 {
        10 * exchange::taken(board, action) - board.piece_on(action.from).map_or(0, |piece| piece as i32)
    }

    /// A pass is never better where there are pieces: with pawns alone there is zugzwang.
    #[inline]
    fn pass(&self, _: &Chess, board: &Board, _: &Plain) -> Option<Board> {
        let own = board.colors(board.side_to_move());
        let pieces = own & !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        if pieces.is_empty() { None } else { board.null_move().map(Board::new) }
    }
}

impl Proving<Chess> for Tactics {
    const PROVES_SOON_WINS: bool = true;
}
