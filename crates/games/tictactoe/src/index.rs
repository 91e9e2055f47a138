//! The positions numbered, for tables: a slice for each number of marks. Boards on which somebody has a line are left
//! out, for there the game is over.

use std::ops::Range;

use counterplay_core::indexed::{Indexed, Slice};

use super::{Board, TicTacToe};
use counterplay_core::sets::{choose, number, set_of, spread};

impl TicTacToe {
    fn count(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }
}

/// The marks of the first side and of the second when there are so many.
fn marks(Slice(all): Slice) -> (u32, u32) {
    (all.div_ceil(2), all / 2)
}

/// Tables of larger boards would not fit.
const MOST_CELLS: u32 = 16;

impl Indexed for TicTacToe {
    /// What counts here are the cells that are empty: with all of them the game is solved whole.
    fn pieces(&self) -> (Range<u32>, u32) {
        let most = if self.count() <= MOST_CELLS { self.count() } else { 0 };
        (1..most + 1, most)
    }

    fn groups(&self, pieces: u32) -> Vec<Vec<Slice>> {
        let all = self.count();
        if all > MOST_CELLS {
            Vec::new()
        } else {
            (1..=pieces.min(all)).map(|empty| vec![Slice(all - empty)]).collect()
        }
    }

    fn slice_name(&self, slice: Slice) -> String {
        format!("{} marks", slice.0)
    }

    fn size(&self, slice: Slice) -> u64 {
        let (x, o) = marks(slice);
        choose(self.count(), x) * choose(self.count() - x, o)
    }

    fn slice(&self, board: &Board) -> Option<Slice> {
        let open = self.count() <= MOST_CELLS && !counterplay_core::Game::is_terminal(self, board);
        open.then(|| Slice((board.x | board.o).count_ones()))
    }

    fn rank(&self, board: &Board) -> u64 {
        let (x, o) = (board.x as u32, board.o as u32);
        number(x, !0) * choose(self.count() - x.count_ones(), o.count_ones()) + number(o, !x)
    }

    fn unrank(&self, slice: Slice, index: u64) -> Option<Board> {
        let (x, o) = marks(slice);
        let of_o = choose(self.count() - x, o);
        let x = set_of(index / of_o, x);
        let o = spread(set_of(index % of_o, o), x);
        let (x, o) = (u64::from(x), u64::from(o));
        let over = self.has_line(x) || self.has_line(o);
        (!over).then_some(Board { x, o })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_that_of_its_board() {
        let game = TicTacToe::default();
        let mut boards = 0;
        for slice in game.groups(9).into_iter().flatten() {
            for index in 0..Indexed::size(&game, slice) {
                if let Some(board) = game.unrank(slice, index) {
                    assert_eq!((game.slice(&board), game.rank(&board)), (Some(slice), index));
                    boards += 1;
                }
            }
        }
        // Those that can be reached, and are not over: every board without a line can be.
        assert_eq!(boards, 4520);
    }
}
