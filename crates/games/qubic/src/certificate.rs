//! Strategies for the cube as text: a letter for each cell.

use counterplay_core::{Certified, Game, Seat, TextError};

use super::{Board, Cell, Qubic, cells};

/// The letters of the cells, in their order.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A strategy that wins for the first player, made by `cargo xtask certificate`.
pub const CERTIFICATE: &str = include_str!("certificate.txt");

impl Certified for Qubic {
    fn headline(&self) -> String {
        let size = self.size();
        format!(
            "counterplay: qubic --size {size}, X wins. A line for each position in which X must choose: the cells of X and O in turns, then the \
             move of X, A to {} for 1a1 to {}",
            char::from(LETTERS[self.cube.cells.count_ones() as usize - 1]),
            self.cell_name(Cell(size.pow(3) - 1))
        )
    }

    fn plies(&self, board: &Board) -> u32 {
        (board.x | board.o).count_ones()
    }

    /// The marks of X and O in turns, then the action.
    fn entry_text(&self, board: &Board, Cell(action): Cell) -> String {
        let pairs = cells(board.x).zip(cells(board.o)).flat_map(|(x, o)| [x.0, o.0]);
        pairs.chain([action]).map(|cell| char::from(LETTERS[usize::from(cell)])).collect()
    }

    fn parse_entry(&self, text: &str) -> Result<(Board, Cell), TextError> {
        let mut board = self.initial();
        let mut last = None;
        for (offset, letter) in text.bytes().enumerate() {
            if let Some(action) = last {
                self.apply(&mut board, action);
            }
            let cell = LETTERS.iter().position(|&own| own == letter).map(|cell| Cell(cell as u8));
            let cell = cell.filter(|&Cell(cell)| self.empty(&board) >> cell & 1 == 1);
            let taken = || TextError::new(offset, format!("{:?} is no cell that is empty", char::from(letter)));
            last = Some(cell.ok_or_else(taken)?);
        }
        match last {
            Some(action) if board.mover() == Seat::FIRST => Ok((board, action)),
            _ => Err(TextError::new(text.len(), "an entry ends with a move of X")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let game = Qubic::default();
        let board = Board { x: 0b101, o: 0b1010 };
        let text = game.entry_text(&board, Cell(63));
        assert_eq!((text.as_str(), game.parse_entry(&text)), ("ABCD/", Ok((board, Cell(63)))));
        for wrong in ["", "AB", "AA", "A!C"] {
            assert!(game.parse_entry(wrong).is_err(), "{wrong}");
        }
        assert!(game.headline().contains("A to / for 1a1 to 4d4"));
    }
}
