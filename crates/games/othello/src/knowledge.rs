//! What Othello teaches the search.
//!
//! **Promise.** Whoever leaves the opponent few replies has a good move more often than not: *fastest first*. That
//! alone halves the work; corners, the empty squares around one's own discs, and the parity of the region in which one
//! plays add to it. The last move in a region is worth having, so that one plays where an odd number of squares is
//! empty.
//!
//! **Bounds.** A disc that can never be turned over counts at the end: with so many of the opponent's, one has at most
//! what is left. That is only looked for where it is likely to answer what is asked. The last two empty squares need no
//! search.
//!
//! **The last plies.** With few empty squares moves are ranked by what they promise alone; with very few, all are
//! played out.

use counterplay_core::{Bounds, Ending, Game, Inspect, MoveOrdering, Proving, Score, Seat, Selectivity, Truth};

use super::{Board, Move, Othello, lines};

/// Knows mobility, parity and stability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

/// From how many empty squares on it pays to look for discs that are stable.
const STABILITY: u32 = 4;

/// How many stable discs, together with the empty squares, can be hoped for: to look for more is mostly in vain.
const LIKELY: i32 = 32;

/// From how many empty squares on it pays to rank the moves by more than what they promise.
const WITH_CARE: u32 = 11;

/// Up to how many empty squares the game is sooner played out than searched.
///
/// PERF: FFO 40 to 44 with 4, 6 and 7, all else the same: 88, 117 and 147 million nodes; FFO 44 alone 16.5, 12.8 and
/// 12.1 thousand million instructions.
const PLAYED_OUT: u32 = 6;

/// From how many empty squares on it pays to evaluate the moves for their order.
const TRUSTED: u32 = 15;

impl Inspect<Othello> for Mobility {
    /// What can be played is in the board.
    type Facts = ();

    #[inline]
    fn facts(&self, _: &Othello, _: &Board) {}
}

impl Truth<Othello> for Mobility {
    #[inline]
    fn bounds(&self, game: &Othello, board: &Board, (): &(), asked: Option<Score>) -> Bounds {
        board.bounds_for_max(game.outlook(board, asked.map(|least| board.limit(least))))
    }

    #[inline]
    fn ending(&self, game: &Othello, board: &Board, (): &(), asked: Score) -> Option<Ending> {
        if game.empty(board).count_ones() > PLAYED_OUT {
            return None;
        }
        let (bounds, states) = game.ending(board, Some(board.limit(asked)));
        Some(Ending { bounds: board.bounds_for_max(bounds), states })
    }
}

impl MoveOrdering<Othello> for Mobility {
    const STAGED_DEPTH: u32 = 4;

    /// A side may have to pass after every move.
    #[inline]
    fn plies_left(&self, game: &Othello, board: &Board, (): &()) -> Option<u32> {
        let empty = game.empty(board).count_ones();
        (empty < WITH_CARE).then_some(2 * empty)
    }

    /// A disc is worth half a reply.
    #[inline]
    fn ordering_weight(&self, game: &Othello, board: &Board, (): &()) -> i32 {
        if game.empty(board).count_ones() >= TRUSTED { 14 } else { 0 }
    }

    #[inline]
    fn ordering(&self, game: &Othello, board: &Board, at: Move, child: &Board, _: Option<&()>) -> i32 {
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

impl Proving<Othello> for Mobility {
    const PREFERS_SHORT_WINS: bool = false;
}

impl Selectivity<Othello> for Mobility {
    const PRUNES: bool = true;

    /// Five discs.
    const MARGIN: i32 = 5;

    /// PERF: without late pruning the same search scores 57.5 % of 160 games against it, 5,000 nodes a move.
    const PRUNES_LATE: bool = false;

    /// What the move promises, a reply of the opponent's for a twelfth of a history at its best.
    #[inline]
    fn quiet_promise(&self, game: &Othello, board: &Board, (): &(), at: Move) -> i32 {
        const WEIGHT: i32 = 40;
        WEIGHT * self.ordering(game, board, at, &game.result(board, at), None)
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

impl Board {
    /// What is asked of the value for the side to move: whether it is at most this.
    #[inline]
    fn limit(&self, least: Score) -> i32 {
        if self.mover == Seat::FIRST { least.get() - 1 } else { -least.get() }
    }

    /// Bounds for the side to move, as MAX sees them.
    #[inline]
    fn bounds_for_max(&self, (low, high): (i32, i32)) -> Bounds {
        match self.mover {
            Seat::FIRST => Bounds { low: Score::new(low), high: Score::new(high) },
            _ => Bounds { low: Score::new(-high), high: Score::new(-low) },
        }
    }
}

impl Othello {
    /// What the value is at least and at most, for the side to move; if there is a `limit`, only as far as that answers
    /// whether the value is at most this.
    #[inline]
    fn outlook(&self, board: &Board, limit: Option<i32>) -> (i32, i32) {
        let most = self.squares();
        match self.empty(board).count_ones() {
            ..=2 => self.ending(board, limit).0,
            3..STABILITY => (-most, most),
            _ => self.stability(board.own, board.other, limit),
        }
    }

    /// Bounds from the discs that can never be turned over.
    #[inline]
    fn stability(&self, own: u64, other: u64, limit: Option<i32>) -> (i32, i32) {
        let empty = self.cells & !(own | other);
        let (most, left) = (self.squares(), empty.count_ones() as i32);
        let least_with = |discs: u64| 2 * lines::stable(discs, !empty, &self.edges).count_ones() as i32 - most;
        // Whether a side may have enough stable discs to be worth more than this: the more squares are empty, the fewer
        // there are.
        let can = |discs: u64, more_than: i32| {
            let needed = (more_than + most) / 2 + 1;
            needed <= discs.count_ones() as i32 && needed + left <= LIKELY
        };
        let low = if limit.is_none_or(|limit| can(own, limit)) { least_with(own) } else { -most };
        let high = if limit.is_none_or(|limit| can(other, -limit - 1)) { -least_with(other) } else { most };
        (low, high)
    }

    /// What the value is at least and at most, for the side to move, when few squares are empty; if there is a `limit`,
    /// only as far as that answers whether the value is at most this. And how many states that took.
    fn ending(&self, board: &Board, limit: Option<i32>) -> ((i32, i32), u32) {
        let Board { own, other, .. } = *board;
        let empty = self.empty(board);
        let most = self.squares();
        let (alpha, beta) = limit.map_or((-most - 1, most + 1), |limit| (limit, limit + 1));
        let mut states = 0;
        let mut rest = Rest { own, other, empty, alpha, beta, states: &mut states };
        let value = match empty.count_ones() {
            ..=1 => self.last(&mut rest),
            2 => self.last_two(&mut rest),
            few => self.last_few(&mut rest, few),
        };
        let bounds = match value {
            value if value <= alpha => (-most, value),
            value if value >= beta => (value, most),
            value => (value, value),
        };
        (bounds, states)
    }

    /// The value for the side to move when a few squares are empty, at least three.
    fn last_few(&self, rest: &mut Rest<'_>, squares: u32) -> i32 {
        match squares {
            3 => self.one_of_the_last(rest, |rest| self.last_two(rest)),
            _ => self.one_of_the_last(rest, |rest| self.last_few(rest, squares - 1)),
        }
    }

    /// The value when two squares are empty.
    fn last_two(&self, rest: &mut Rest<'_>) -> i32 {
        self.one_of_the_last(rest, |rest| self.last(rest))
    }

    /// The value for the side to move, from what each move leads to.
    #[inline(always)]
    fn one_of_the_last(&self, rest: &mut Rest<'_>, next: impl Fn(&mut Rest<'_>) -> i32) -> i32 {
        if let Some(value) = self.best_of_the_last(rest, &next) {
            return value;
        }
        // Who has no move passes; if neither side has one, the game is over.
        let Rest { own, other, empty, alpha, beta, .. } = *rest;
        let mut passed = Rest { own: other, other: own, empty, alpha: -beta, beta: -alpha, states: rest.states };
        match self.best_of_the_last(&mut passed, &next) {
            Some(value) => {
                *rest.states += 1;
                -value
            }
            None => self.worth(own.count_ones(), other.count_ones()),
        }
    }

    /// The value of the best move, or of the first that is good enough, if there is a move.
    #[inline(always)]
    fn best_of_the_last(&self, rest: &mut Rest<'_>, next: impl Fn(&mut Rest<'_>) -> i32) -> Option<i32> {
        let Rest { own, other, empty, alpha, beta, .. } = *rest;
        let mut best = None;
        let odd = odd_quarters(empty);
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let (at, bit) = (squares.trailing_zeros(), squares & squares.wrapping_neg());
                squares ^= bit;
                if !lines::touches(at, other) {
                    continue;
                }
                let flips = lines::flips(at, own, other);
                if flips == 0 {
                    continue;
                }
                *rest.states += 1;
                let value = -next(&mut Rest {
                    own: other ^ flips,
                    other: own | flips | bit,
                    empty: empty ^ bit,
                    alpha: -beta,
                    beta: -alpha,
                    states: rest.states,
                });
                if value >= beta {
                    return Some(value);
                }
                best = best.max(Some(value));
            }
        }
        best
    }

    /// The value for the side to move when one square is empty.
    #[inline]
    fn last(&self, rest: &mut Rest<'_>) -> i32 {
        let Rest { own, other, empty, .. } = *rest;
        let at = empty.trailing_zeros();
        let (discs, others) = (own.count_ones(), other.count_ones());
        let difference = discs as i32 - others as i32;
        match lines::last_flips(at, own) {
            0 => match lines::last_flips(at, other) {
                0 => self.worth(discs, others),
                flips => difference - 1 - 2 * flips as i32,
            },
            flips => difference + 1 + 2 * flips as i32,
        }
    }
}

/// The last squares of a game, and what is asked about its value for the side to move.
struct Rest<'a> {
    own: u64,
    other: u64,
    empty: u64,
    /// It is enough to know that the value is no more than this, or no less than `beta`.
    alpha: i32,
    beta: i32,
    /// How many states have been looked at.
    states: &'a mut u32,
}
