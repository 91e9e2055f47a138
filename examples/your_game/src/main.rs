//! Hexapawn (Martin Gardner, 1962): three pawns against three on a board of nine squares.
//!
//! A game that is not in the catalog. Its rules are below; the one call in `main` gives it every verb. [`pursuit`] is
//! another one, which can go round in circles and is solved by tables.

mod pursuit;

use std::process::ExitCode;

use counterplay::picture::{Cell, Drawing, Path, Picture};
use counterplay::{Actions, Catalog, Entry, Game, Notation, Score, Seat, Side, Turn, Without};

/// The rules.
pub struct Hexapawn;

/// The pawns of each seat, a bit for each square, and who is to move.
///
/// ```text
///   3  6 7 8    the second seat's pawns start here and go down
///   2  3 4 5
///   1  0 1 2    the first seat's pawns start here and go up
///      a b c
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pawns: [u16; 2],
    mover: Seat,
}

/// A pawn goes from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Board {
    fn has(&self, seat: Seat, square: u8) -> bool {
        self.pawns[usize::from(seat.0)] >> square & 1 == 1
    }

    /// Whether the seat has a pawn on its last row.
    fn is_through(&self, seat: Seat) -> bool {
        self.pawns[usize::from(seat.0)] & if seat == Seat::FIRST { 0b111_000_000 } else { 0b111 } != 0
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let (board, mover) = (*self, self.mover);
        (0..9u8).filter(move |&from| board.has(mover, from)).flat_map(move |from| {
            let row = if mover == Seat::FIRST { from / 3 + 1 } else { (from / 3).wrapping_sub(1) };
            let reachable = move |&to: &u8| match (to % 3).abs_diff(from % 3) {
                0 => !board.has(Seat::FIRST, to) && !board.has(Seat::SECOND, to),
                1 => board.has(mover.other(), to),
                _ => false,
            };
            (0..9u8).filter(move |to| to / 3 == row).filter(reachable).map(move |to| Step { from, to })
        })
    }
}

impl Game for Hexapawn {
    type State = Board;
    type Action = Step;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        Board { pawns: [0b111, 0b111_000_000], mover: Seat::FIRST }
    }
    fn turn(&self, board: &Board) -> Turn {
        Turn::Seat(board.mover)
    }
    fn actions(&self, board: &Board, out: &mut Actions<Step>) {
        if !board.is_through(board.mover.other()) {
            out.extend(board.steps());
        }
    }
    fn apply(&self, board: &mut Board, step: Step) {
        let [own, other] = [board.mover, board.mover.other()].map(|seat| usize::from(seat.0));
        board.pawns[own] ^= 1 << step.from | 1 << step.to;
        board.pawns[other] &= !(1 << step.to);
        board.mover = board.mover.other();
    }
    fn is_terminal(&self, board: &Board) -> bool {
        board.is_through(board.mover.other()) || board.steps().next().is_none()
    }
    fn utility(&self, board: &Board) -> Score {
        // Whoever is to move has lost: the other is through, or there is no step left.
        if board.mover == Seat::FIRST { Score::LOSS } else { Score::WIN }
    }
}

fn square(at: u8) -> String {
    format!("{}{}", char::from(b'a' + at % 3), at / 3 + 1)
}

impl Notation for Hexapawn {
    fn action_text(&self, _: &Board, step: Step) -> String {
        square(step.from) + &square(step.to)
    }
}

impl Picture for Hexapawn {
    fn picture(&self, board: &Board, _: Option<Step>) -> Drawing {
        let cell = |at: u8| match Cell::new(square(at), u16::from(at % 3), u16::from(2 - at / 3)) {
            cell if board.has(Seat::FIRST, at) => cell.piece("X", Side::Max),
            cell if board.has(Seat::SECOND, at) => cell.piece("O", Side::Min),
            cell => cell,
        };
        Drawing { cells: (0..9).map(cell).collect(), ..Drawing::default() }
    }
    /// First the pawn, then where it goes.
    fn clicks(&self, _: &Board, step: Step) -> Vec<Path> {
        vec![vec![square(step.from), square(step.to)]]
    }
}

fn main() -> ExitCode {
    let entry = Entry::new("hexapawn", "Hexapawn", || Hexapawn).notation("steps: a1a2").drawn();
    let pursuit =
        Entry::new("pursuit", "Pursuit", || pursuit::Pursuit).notation("squares: a2").drawn().keyed().indexed();
    counterplay::run(&Catalog::new().with(entry).with(pursuit))
}
