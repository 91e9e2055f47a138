//! A guess at how a game of connect four will end, for play.
//!
//! What is left when the columns fill up decides: if the number of rows is even, the first player comes to play in the
//! odd rows and the second in the even ones, and a threat there is worth waiting for. Before there are threats, there
//! are lines that may become some.

use counterplay_core::{Evaluate, Score};

use super::{Board, Connect4};

/// Estimates the score by threats, their rows, and lines that are half there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospects;

/// A point.
const UNIT: i32 = 8;
/// A threat in a row that comes to its side in the end.
const IN_TIME: i32 = 3 * UNIT;
/// A threat in another row: the opponent must not play below it.
const THREAT: i32 = UNIT;
/// A line that has half of its stones.
const HALF_LINE: i32 = 2;

impl Evaluate<Connect4> for Prospects {
    fn evaluate(&self, game: &Connect4, board: &Board) -> Score {
        let empty = game.cells ^ board.all;
        let rows_are_even = game.height.is_multiple_of(2);
        let [first, second] = board.sides().map(|stones| game.completing(stones) & empty);
        let worth = |threats: u64, rows: u64| {
            let in_time = (threats & rows).count_ones() as i32;
            THREAT * threats.count_ones() as i32 + if rows_are_even { (IN_TIME - THREAT) * in_time } else { 0 }
        };
        let turned = Board { own: board.other(), ..*board };
        let [moved, to_move] = [board, &turned].map(|board| HALF_LINE * game.half_lines(board) as i32);
        let lines = if board.mover() == counterplay_core::Seat::FIRST { to_move - moved } else { moved - to_move };
        let worth = worth(first, game.cells ^ game.even) - worth(second, game.even) + lines;
        // A guess is never as much as a win on the spot.
        let most = game.worth(board.stones()) - 1;
        Score::new((worth / UNIT).clamp(-most.max(0), most.max(0)))
    }
}
