//! A guess at how a game of checkers will end, for play.
//!
//! Made by hand, until one is learned: men and kings, how far the men have come, the guards of the back row, and that
//! whoever is ahead is the better for it the fewer pieces are left.

use counterplay_core::{Evaluate, Score};

use super::{Board, Checkers};

/// Counts men and kings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluate<Checkers> for Material {
    #[inline]
    fn evaluate(&self, _: &Checkers, board: &Board) -> Score {
        let view = board.own_view();
        let (own, other) = (Side::of(&view), Side::of(&view.flipped()));
        let lead = own.material - other.material;
        let left = (board.black | board.white).count_ones() as i32;
        let worth = lead + lead * (24 - left) / ENDING + own.place - other.place + MOVE;
        board.for_max(worth.clamp(-MOST, MOST))
    }
}

/// A man, and a king.
const MAN: i32 = 100;
const KING: i32 = 130;
/// What each row adds that a man has behind him.
const ROW: i32 = 2;
/// A man on the back row where he guards it best.
const GUARD: i32 = 8;
/// A king away from the edge.
const MIDDLE: i32 = 6;
/// To be on move.
const MOVE: i32 = 3;
/// The lead counts twice as much when so many pieces are gone.
const ENDING: i32 = 40;
/// No guess is as much as a win.
const MOST: i32 = Checkers::WIN - 50;

/// What a side has, and where.
struct Side {
    material: i32,
    place: i32,
}

impl Side {
    /// The side whose men go down.
    #[inline]
    fn of(board: &Board) -> Side {
        /// Squares 1 and 3, from which two men keep the back row.
        const GUARDS: u32 = 0b101;
        const INNER: u32 = 0x0066_6600;
        let (men, kings) = (board.black & !board.kings, board.black & board.kings);
        let count = |set: u32| set.count_ones() as i32;
        // A man of the fourth row is in three of these sets.
        let rows: i32 = (1..8).map(|row| count(men >> (4 * row))).sum();
        Side {
            material: MAN * count(men) + KING * count(kings),
            place: ROW * rows + GUARD * count(men & GUARDS) + MIDDLE * count(kings & INNER),
        }
    }
}
