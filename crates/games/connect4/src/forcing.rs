//! Threats where stones fall: a cell that completes a line forces only if it can be played.

use counterplay_core::{Actions, Bounds, Forcing, Game, Key, Score, Seat, Side, Threat};

use super::{Board, Column, Connect4};

impl Connect4 {
    /// The column of the first of some cells.
    fn first_column(&self, cells: u64) -> Column {
        Column((cells.trailing_zeros() / self.stride()) as u8)
    }
}

impl Forcing for Connect4 {
    /// The attacker is the side to move.
    type Field = Board;

    fn field(&self, board: &Board, attacker: Side) -> Board {
        let mover = if board.mover() == Seat::FIRST { Side::Max } else { Side::Min };
        if mover == attacker { *board } else { Board { own: board.other(), ..*board } }
    }

    fn threats(&self, board: &Board, out: &mut Vec<Threat<Column>>) {
        let playable = self.playable(board);
        let winning = self.completing(board.own) & playable;
        if winning != 0 {
            out.push(Threat { action: self.first_column(winning), answer: None });
            return;
        }
        let mut actions = Actions::new();
        self.columns_of(playable, &mut actions);
        for &action in actions.as_slice() {
            let cell = playable & self.column(action);
            let next = Board { own: board.own | cell, all: board.all | cell };
            let open = self.playable(&next);
            // The opponent may win at once, above the new stone or where it was threatened before.
            if self.completing(board.other()) & open != 0 {
                continue;
            }
            let threats = self.completing(next.own) & open;
            if threats != 0 {
                let answer = (threats.count_ones() == 1).then(|| self.first_column(threats));
                out.push(Threat { action, answer });
            }
        }
    }

    fn exchange(&self, board: &mut Board, action: Column, answer: Column) {
        let own = self.playable(board) & self.column(action);
        *board = Board { own: board.own | own, all: board.all | own };
        board.all |= self.playable(board) & self.column(answer);
    }

    fn field_key(&self, board: &Board) -> Key {
        Key::mix(self.number(board))
    }

    /// More than a draw: how much depends on how soon.
    fn worth(&self) -> Bounds {
        Bounds { low: Score::new(1), ..self.bounds() }
    }

    /// The cells that complete a line, whether or not they can be played.
    fn prospects(&self, board: &Board) -> i32 {
        let empty = self.cells ^ board.all;
        let open = |stones: u64| (self.completing(stones) & empty).count_ones() as i32;
        open(board.own) - open(board.other())
    }
}
