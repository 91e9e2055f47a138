//! A guess at who will win, for play: the lines that are still open, by how far they have come.

use counterplay_core::{Evaluate, Score};

use super::{Board, POINT, Qubic};

/// Counts the lines in which only one side has marks.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// What a line with so many marks is worth, in parts of a point.
const WORTH: [i32; 5] = [0, 4, 16, 60, 0];

impl Evaluate<Qubic> for OpenLines {
    fn evaluate(&self, game: &Qubic, board: &Board) -> Score {
        let worth = |line: &u64| {
            let (x, o) = ((board.x & line).count_ones(), (board.o & line).count_ones());
            match (x, o) {
                (x, 0) => WORTH[x as usize],
                (0, o) => -WORTH[o as usize],
                _ => 0,
            }
        };
        let sum: i32 = game.cube.lines.iter().map(worth).sum();
        // A guess is never as much as a win.
        Score::new(sum.clamp(1 - POINT, POINT - 1))
    }
}
