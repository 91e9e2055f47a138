//! What Othello teaches the search.
//!
//! **Promise.** Whoever leaves the opponent few replies has a good move more often than not: *fastest first*. That alone halves
//! the work; corners, the empty squares around one's own discs, and the parity of the region in which one plays add to it. The
//! last move in a region is worth having, so that one plays where an odd number of squares is empty.
//!
//! **Bounds.** A disc that can never be turned over counts at the end: with so many of the opponent's, one has at most what
//! is left. That is only looked for where it could answer what is asked. The last empty square needs no search.

use counterplay_core::{Bounds, Knowledge, Score, Seat};

use super::{Board, Move, Othello, lines};

/// Knows mobility, parity and stability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

/// From how many empty squares on it pays to look for discs that are stable.
const STABILITY: u32 = 2;

/// The four quarters of the board.
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

impl Knowledge<Othello> for Mobility {
    /// What can be played is in the board.
    type Insight = ();

    const HASTE: bool = false;

    #[inline]
    fn insight(&self, _: &Othello, _: &Board) {}

    #[inline]
    fn bounds(&self, game: &Othello, board: &Board, (): &(), asked: Option<Score>) -> Bounds {
        // For the side to move: whether the value is at most this.
        let limit = asked.map(|least| if board.mover == Seat::FIRST { least.get() - 1 } else { -least.get() });
        let (low, high) = game.outlook(board, limit);
        match board.mover {
            Seat::FIRST => Bounds { low: Score::new(low), high: Score::new(high) },
            _ => Bounds { low: Score::new(-high), high: Score::new(-low) },
        }
    }

    #[inline]
    fn promise(&self, game: &Othello, board: &Board, at: Move, child: &Board, _: Option<&()>) -> i32 {
        let Some(bit) = at.bit() else { return 0 };
        let empty = game.empty(board);
        let corners = game.corners;
        let replies = child.moves.count_ones() + (child.moves & corners).count_ones();
        let open = (lines::around(child.other) & game.empty(child)).count_ones();
        let quarter = QUARTERS.iter().fold(0, |found, quarter| if quarter & bit != 0 { *quarter } else { found });
        let odd = (empty & quarter).count_ones() % 2;
        let corner = u32::from(bit & corners != 0);
        (32 * corner + 16 * odd) as i32 - (32 * replies + 4 * open) as i32
    }
}

impl Othello {
    /// What the value is at least and at most, for the side to move; if there is a `limit`, only as far as that answers whether
    /// the value is at most this.
    #[inline]
    fn outlook(&self, board: &Board, limit: Option<i32>) -> (i32, i32) {
        let Board { own, other, .. } = *board;
        let empty = self.empty(board);
        if empty & empty.wrapping_sub(1) == 0 {
            let value = self.last(board, empty.trailing_zeros());
            return (value, value);
        }
        let most = self.squares();
        if empty.count_ones() < STABILITY {
            return (-most, most);
        }
        let least_with = |discs: u64| 2 * lines::stable(discs, !empty, self.cells).count_ones() as i32 - most;
        // Even if all of a side's discs were stable, they would have to be so many.
        let can = |discs: u64, more_than: i32| 2 * discs.count_ones() as i32 - most > more_than;
        let low = if limit.is_none_or(|limit| can(own, limit)) { least_with(own) } else { -most };
        let high = if limit.is_none_or(|limit| can(other, -limit - 1)) { -least_with(other) } else { most };
        (low, high)
    }

    /// The value for the side to move when one square is empty, and the game is not over.
    #[inline]
    fn last(&self, board: &Board, at: u32) -> i32 {
        let Board { own, other, .. } = *board;
        let difference = own.count_ones() as i32 - other.count_ones() as i32;
        if board.moves != 0 {
            difference + 1 + 2 * lines::flips(at, own, other).count_ones() as i32
        } else {
            difference - 1 - 2 * lines::flips(at, other, own).count_ones() as i32
        }
    }
}
