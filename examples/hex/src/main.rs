//! Hex (Piet Hein, 1942; John Nash, 1948): two sides take cells of a rhombus of hexagons in turn, and each wants to join
//! its two edges. One of them always does.
//!
//! The second example of a game that is not in the catalog: hexagons, edges that belong to the sides, an option for the
//! size, positions as text, keys. The one call in `main` gives it every verb.

use std::process::ExitCode;

use counterplay::picture::{Cell, Drawing, Figure, Grid, Mark, Picture, Stuff};
use counterplay::{
    Actions, Catalog, Entry, Game, Key, Keyed, Notation, OptionSpec, Score, Seat, Side, TextError, Turn, Without,
};

/// The rules, for a board with so many cells along each edge.
pub struct Hex {
    size: u8,
}

/// The cells of each seat, a bit for each. Cell 0 is `a1`, the next one is to its right.
///
/// ```text
///      a b c
///   1  0 1 2
///    2  3 4 5     4 touches 3 and 5, 1 and 2, 6 and 7
///     3  6 7 8
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    cells: [u64; 2],
}

impl Board {
    /// Red begins, so Blue is to move if Red has one cell more.
    fn mover(&self) -> Seat {
        let [red, blue] = self.cells.map(u64::count_ones);
        if red > blue { Seat::SECOND } else { Seat::FIRST }
    }
}

impl Hex {
    fn cells(&self) -> u8 {
        self.size * self.size
    }

    /// The cells of a row or of a column.
    fn line(&self, first: u8, step: u8) -> u64 {
        (0..self.size).fold(0, |line, at| line | 1 << (first + at * step))
    }

    /// The six cells around one, as far as they are on the board.
    fn around(&self, cell: u8) -> u64 {
        let size = i16::from(self.size);
        let (column, row) = (i16::from(cell) % size, i16::from(cell) / size);
        let near =
            [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].map(|(right, down)| (column + right, row + down));
        let inside = near.into_iter().filter(|(column, row)| (0..size).contains(column) && (0..size).contains(row));
        inside.fold(0, |cells, (column, row)| cells | 1 << (row * size + column))
    }

    /// Whether a seat has joined its edges: Red the upper and the lower one, Blue the left and the right one.
    fn has_joined(&self, board: &Board, seat: Seat) -> bool {
        let (size, own) = (self.size, board.cells[usize::from(seat.0)]);
        let [from, to] = match seat {
            Seat::FIRST => [self.line(0, 1), self.line(size * (size - 1), 1)],
            _ => [self.line(0, size), self.line(size - 1, size)],
        };
        let (mut reached, mut new) = (0, own & from);
        while new != 0 {
            let cell = new.trailing_zeros() as u8;
            reached |= 1 << cell;
            new = (new | self.around(cell) & own) & !reached;
        }
        reached & to != 0
    }

    fn name(&self, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % self.size), cell / self.size + 1)
    }
}

impl Game for Hex {
    type State = Board;
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        Board { cells: [0; 2] }
    }
    fn turn(&self, board: &Board) -> Turn {
        Turn::Seat(board.mover())
    }
    fn actions(&self, board: &Board, out: &mut Actions<u8>) {
        if !self.is_terminal(board) {
            let taken = board.cells[0] | board.cells[1];
            out.extend((0..self.cells()).filter(|cell| taken >> cell & 1 == 0));
        }
    }
    fn apply(&self, board: &mut Board, cell: u8) {
        let mover = board.mover();
        board.cells[usize::from(mover.0)] |= 1 << cell;
    }
    fn is_terminal(&self, board: &Board) -> bool {
        self.has_joined(board, board.mover().other())
    }
    fn utility(&self, board: &Board) -> Score {
        // Whoever moved last has joined its edges.
        if board.mover() == Seat::SECOND { Score::WIN } else { Score::LOSS }
    }
}

impl Keyed for Hex {
    fn key(&self, board: &Board) -> Key {
        Key::of(board)
    }
}

impl Notation for Hex {
    fn sides(&self) -> [&'static str; 2] {
        ["Red", "Blue"]
    }
    fn action_text(&self, _: &Board, cell: u8) -> String {
        self.name(cell)
    }
    /// The cells row by row: R, B and `-`.
    fn position_text(&self, board: &Board) -> String {
        let sign = |cell: u8| match board.cells.map(|cells| cells >> cell & 1) {
            [1, _] => 'R',
            [_, 1] => 'B',
            _ => '-',
        };
        (0..self.cells()).map(sign).collect()
    }
    fn parse_position(&self, text: &str) -> Result<Board, TextError> {
        let mut board = self.initial();
        for (at, (offset, sign)) in text.trim_end().char_indices().enumerate() {
            match sign {
                _ if at >= usize::from(self.cells()) => return Err(TextError::new(offset, "expected no more cells")),
                'R' | 'r' => board.cells[0] |= 1 << at,
                'B' | 'b' => board.cells[1] |= 1 << at,
                '-' => {}
                _ => return Err(TextError::new(offset, "expected a cell, R, B or -")),
            }
        }
        let [red, blue] = board.cells.map(u64::count_ones);
        let wrong = |message: String| Err(TextError::new(text.len(), message));
        if text.trim_end().chars().count() < usize::from(self.cells()) {
            return wrong(format!("expected {} cells, R, B or -", self.cells()));
        }
        if red != blue && red != blue + 1 || self.has_joined(&board, board.mover()) {
            return wrong(
                "expected as many cells of Red as of Blue, or one more, and no edges joined before".to_owned(),
            );
        }
        // One stone must have joined the edges.
        let (last, ended) = (board.mover().other(), self.is_terminal(&board));
        let without = |cell: u8| Board { cells: board.cells.map(|cells| cells & !(1 << cell)) };
        if ended && (0..self.cells()).all(|cell| self.has_joined(&without(cell), last)) {
            return wrong(
                "expected one stone without which the edges are not joined: the game ends with it".to_owned(),
            );
        }
        Ok(board)
    }
}

impl Picture for Hex {
    fn picture(&self, board: &Board, last: Option<u8>) -> Drawing {
        let cell = |at: u8| {
            let empty = Cell::new(self.name(at), (at % self.size).into(), (at / self.size).into());
            let cell = match board.cells.map(|cells| cells >> at & 1) {
                [1, _] => empty.figure("R", Side::Max, Figure::Disc),
                [_, 1] => empty.figure("B", Side::Min, Figure::Disc),
                _ => empty,
            };
            if last == Some(at) { cell.mark(Mark::Last) } else { cell }
        };
        Drawing {
            cells: (0..self.cells()).map(cell).collect(),
            columns: ('a'..).take(self.size.into()).map(String::from).collect(),
            rows: (1..=self.size).map(|row| row.to_string()).collect(),
            notes: vec!["Red joins top and bottom, Blue left and right".to_owned()],
            grid: Grid::Hexagons,
            pieces: [Stuff::Red, Stuff::Blue],
            edges: [Side::Max, Side::Min, Side::Max, Side::Min].map(Some),
            ..Drawing::default()
        }
    }
}

fn main() -> ExitCode {
    let size = OptionSpec { name: "size", help: "cells along each edge", least: 2, most: 8, default: Some(5) };
    let make = |options: &counterplay::Options| Ok(Hex { size: options.or("size", 5) });
    let entry = Entry::with_options("hex", "Hex", vec![size], make).notation("cells: b3").drawn().keyed();
    counterplay::run(&Catalog::new().with(entry))
}
