//! A guess at how a game of Othello will end, for play.
//!
//! Made by hand, until one is learned: room to move, corners and what leads to them, discs that can never be turned
//! over, and, towards the end, the discs themselves.

use counterplay_core::{Evaluate, Score};

use super::{Board, Othello, lines};

/// Estimates the difference of the discs at the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospects;

impl Evaluate<Othello> for Prospects {
    #[inline]
    fn evaluate(&self, game: &Othello, board: &Board) -> Score {
        let most = game.squares() - 2;
        board.for_max((game.prospects(board) / UNIT).clamp(-most, most))
    }
}

/// A disc.
const UNIT: i32 = 16;
/// A square that can be played.
const MOVE: i32 = 18;
/// An empty square next to a disc of the opponent's, which may come to be playable.
const OPEN: i32 = 7;
/// A corner that is taken, beside its being stable.
const CORNER: i32 = 70;
/// A disc from which the opponent may get to an empty corner: next to it on the diagonal, and on the edge.
const BEFORE_CORNER: [i32; 2] = [50, 18];
/// A disc that cannot be turned over.
const STABLE: i32 = 24;
/// To have the last move of all, when little is left.
const LAST_MOVE: i32 = 24;
/// From how many empty squares on the discs themselves begin to count.
const LATE: i32 = 14;

impl Othello {
    /// The worth for the side to move, in parts of a disc.
    fn prospects(&self, board: &Board) -> i32 {
        let Board { own, other, .. } = *board;
        let empty = self.empty(board);
        let left = empty.count_ones() as i32;
        let less = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
        let mut worth = MOVE * less(board.moves, lines::moves(other, own) & self.cells);
        worth += OPEN * less(lines::around(other) & empty, lines::around(own) & empty);
        let corners = self.corners;
        worth += CORNER * less(own & corners, other & corners);
        // The squares before the corners that are still empty: inside, and on the edge.
        let near = lines::around(corners & empty) & !corners;
        let edge = self.cells & !self.inside;
        for (squares, loss) in [near & !edge, near & edge].into_iter().zip(BEFORE_CORNER) {
            worth -= loss * less(own & squares, other & squares);
        }
        if (own | other) & corners != 0 {
            worth += STABLE * less(lines::stable(own, !empty, &self.edges), lines::stable(other, !empty, &self.edges));
        }
        if left <= LATE {
            worth += if left % 2 == 1 { LAST_MOVE } else { -LAST_MOVE };
            worth += UNIT * less(own, other) * (LATE - left) / LATE;
        }
        worth
    }
}
