//! Threats on a square board: so many in a row but one, as in gomoku.

use counterplay_core::{Bounds, Forcing, Key, Side, Threat};

use super::{Board, Cell, Direction, TicTacToe};

/// The board as an attacker sees it who is about to move.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    own: u64,
    other: u64,
}

impl TicTacToe {
    /// The cells of which one alone would complete a line.
    fn completing(&self, marks: u64) -> u64 {
        let in_direction = |&Direction { step, starts }: &Direction| {
            (0..self.align).fold(0, |cells, missing| {
                let others = (0..self.align).filter(|&cell| cell != missing);
                let from = others.fold(starts, |run, cell| run & (marks >> (cell * step)));
                cells | from << (missing * step)
            })
        };
        self.directions.iter().map(in_direction).fold(0, |all, cells| all | cells) & !marks
    }
}

impl Forcing for TicTacToe {
    type Field = Field;

    fn field(&self, board: &Board, attacker: Side) -> Field {
        let (own, other) = if attacker == Side::Max { (board.x, board.o) } else { (board.o, board.x) };
        Field { own, other }
    }

    fn threats(&self, &Field { own, other }: &Field, out: &mut Vec<Threat<Cell>>) {
        let empty = self.cells & !(own | other);
        let cell = |cells: u64| Cell(cells.trailing_zeros() as u8);
        let winning = self.completing(own) & empty;
        if winning != 0 {
            out.push(Threat { action: cell(winning), answer: None });
            return;
        }
        // One cell that the opponent threatens leaves one action, two leave none.
        let danger = self.completing(other) & empty;
        if danger.count_ones() > 1 {
            return;
        }
        let mut allowed = if danger == 0 { empty } else { danger };
        while allowed != 0 {
            let action = allowed & allowed.wrapping_neg();
            allowed ^= action;
            let next = self.completing(own | action) & (empty ^ action);
            if next != 0 {
                let answer = (next.count_ones() == 1).then(|| cell(next));
                out.push(Threat { action: cell(action), answer });
            }
        }
    }

    fn exchange(&self, field: &mut Field, Cell(action): Cell, Cell(answer): Cell) {
        field.own |= 1 << action;
        field.other |= 1 << answer;
    }

    fn field_key(&self, field: &Field) -> Key {
        Key::mix(Key::mix(field.own).0 ^ field.other)
    }

    fn worth(&self) -> Bounds {
        Bounds::new(1, 1)
    }

    /// The cells that complete a line.
    fn prospects(&self, field: &Field) -> i32 {
        let open = |marks: u64, other: u64| (self.completing(marks) & !other).count_ones() as i32;
        open(field.own, field.other) - open(field.other, field.own)
    }
}
