//! What Othello teaches the search.
//!
//! **Promise.** Whoever leaves the opponent few replies has a good move more often than not: *fastest first*. That alone halves
//! the work; corners, the empty squares around one's own discs, and the parity of the region in which one plays add to it. The
//! last move in a region is worth having, so that one plays where an odd number of squares is empty.
//!
//! **Bounds.** A disc that can never be turned over counts at the end: with so many of the opponent's, one has at most what
//! is left. That is only looked for where it is likely to answer what is asked. The last two empty squares need no search.
//!
//! **The last plies.** With few empty squares a move is sooner tried than ranked.

use counterplay_core::{Actions, Bounds, Game, Knowledge, Score, Seat};

use super::{Board, Move, Othello, lines, push};

/// Knows mobility, parity and stability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

/// From how many empty squares on it pays to look for discs that are stable.
const STABILITY: i32 = 4;

/// How many stable discs, together with the empty squares, can be hoped for: to look for more is mostly in vain.
const LIKELY: i32 = 32;

/// From how many empty squares on it pays to rank the moves.
const RANKED: u32 = 8;

/// From how many empty squares on it pays to evaluate the moves for their order.
const TRUSTED: u32 = 12;

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

    /// Where moves are not ranked, those in regions with an odd number of empty squares come first, and of these the corners.
    #[inline]
    fn candidates(&self, game: &Othello, board: &Board, (): &(), out: &mut Actions<Move>) -> Option<Score> {
        let empty = game.empty(board);
        if board.moves != 0 && empty.count_ones() < RANKED {
            let odd = odd_quarters(empty);
            for squares in [board.moves & odd, board.moves & !odd] {
                push(squares & game.corners, out);
                push(squares & !game.corners, out);
            }
        } else {
            game.actions(board, out);
        }
        None
    }

    /// A side may have to pass after every move.
    #[inline]
    fn plies_left(&self, game: &Othello, board: &Board, (): &()) -> Option<u32> {
        let empty = game.empty(board).count_ones();
        (empty < RANKED).then_some(2 * empty)
    }

    /// A disc is worth half a reply.
    #[inline]
    fn trust(&self, game: &Othello, board: &Board, (): &()) -> i32 {
        if game.empty(board).count_ones() >= TRUSTED { 14 } else { 0 }
    }

    #[inline]
    fn promise(&self, game: &Othello, board: &Board, at: Move, child: &Board, _: Option<&()>) -> i32 {
        let Some(bit) = at.bit() else { return 0 };
        let empty = game.empty(board);
        let corners = game.corners;
        let replies = child.moves.count_ones() + (child.moves & corners).count_ones();
        let open = (lines::around(child.other) & game.empty(child)).count_ones();
        let odd = u32::from(odd_quarters(empty) & bit != 0);
        let corner = u32::from(bit & corners != 0);
        (32 * corner + 16 * odd) as i32 - (32 * replies + 4 * open) as i32
    }
}

/// The quarters of the board in which an odd number of squares is empty.
///
/// Each quarter is folded onto its first square, and what is left there spread over it again.
#[inline]
fn odd_quarters(empty: u64) -> u64 {
    const FIRST_SQUARES: u64 = 0x0000_0011_0000_0011;
    let halves = empty ^ empty >> 16;
    let rows = halves ^ halves >> 8;
    let pairs = rows ^ rows >> 2;
    ((pairs ^ pairs >> 1) & FIRST_SQUARES) * lines::QUARTERS[0]
}

impl Othello {
    /// What the value is at least and at most, for the side to move; if there is a `limit`, only as far as that answers whether
    /// the value is at most this.
    #[inline]
    fn outlook(&self, board: &Board, limit: Option<i32>) -> (i32, i32) {
        let Board { own, other, .. } = *board;
        let empty = self.empty(board);
        let (most, left) = (self.squares(), empty.count_ones() as i32);
        match left {
            1 => {
                let value = self.last(own, other, empty.trailing_zeros());
                return (value, value);
            }
            2 => return self.last_two(board, empty, limit),
            ..STABILITY => return (-most, most),
            _ => {}
        }
        let least_with = |discs: u64| 2 * lines::stable(discs, !empty, &self.edges).count_ones() as i32 - most;
        // Whether a side may have enough stable discs to be worth more than this: the more squares are empty, the fewer there are.
        let can = |discs: u64, more_than: i32| {
            let needed = (more_than + most) / 2 + 1;
            needed <= discs.count_ones() as i32 && needed + left <= LIKELY
        };
        let low = if limit.is_none_or(|limit| can(own, limit)) { least_with(own) } else { -most };
        let high = if limit.is_none_or(|limit| can(other, -limit - 1)) { -least_with(other) } else { most };
        (low, high)
    }

    /// The value for the side to move when one square is empty.
    #[inline]
    fn last(&self, own: u64, other: u64, at: u32) -> i32 {
        let (discs, others) = (own.count_ones(), other.count_ones());
        let difference = discs as i32 - others as i32;
        match (lines::last_flips(at, own), lines::last_flips(at, other)) {
            (0, 0) => self.worth(discs, others),
            (0, flips) => difference - 1 - 2 * flips as i32,
            (flips, _) => difference + 1 + 2 * flips as i32,
        }
    }

    /// The same as [`Othello::outlook`] when two squares are empty: a move, and what it leaves to the last square.
    fn last_two(&self, board: &Board, empty: u64, limit: Option<i32>) -> (i32, i32) {
        // Who cannot move passes; then the other can, for the game is not over.
        let passes = board.moves == 0;
        let (own, other) = if passes { (board.other, board.own) } else { (board.own, board.other) };
        let most = self.squares();
        let mut best = -most;
        let (first, second) = (empty.trailing_zeros(), 63 - empty.leading_zeros());
        for (at, last) in [(first, second), (second, first)] {
            let flips = lines::flips(at, own, other);
            if flips == 0 {
                continue;
            }
            best = best.max(-self.last(other ^ flips, own | flips | 1 << at, last));
            // One move may be enough of an answer.
            match limit {
                Some(limit) if passes && -best <= limit => return (-most, -best),
                Some(limit) if !passes && best > limit => return (best, most),
                _ => {}
            }
        }
        if passes { (-best, -best) } else { (best, best) }
    }
}
