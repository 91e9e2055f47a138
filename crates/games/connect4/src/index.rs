//! The positions of a small board numbered, for tables: by the number that the stones make as bits, all in one slice.
//! Most numbers have no position, which is why the board must be small.

use std::ops::Range;

use counterplay_core::Game;
use counterplay_core::indexed::{Indexed, Slice};

use super::{Board, Connect4};

/// The most bits of a board.
const MOST_BITS: u32 = 25;

impl Connect4 {
    fn bits(&self) -> u32 {
        u32::from(self.width) * (u32::from(self.height) + 1)
    }
}

impl Indexed for Connect4 {
    /// An earlier win is worth more.
    const GRADED: bool = true;

    fn pieces(&self) -> (Range<u32>, u32) {
        let all = u32::from(self.width) * u32::from(self.height);
        if self.bits() <= MOST_BITS { (all..all + 1, all) } else { (0..0, 0) }
    }

    fn groups(&self, _: u32) -> Vec<Vec<Slice>> {
        if self.bits() <= MOST_BITS { vec![vec![Slice(0)]] } else { Vec::new() }
    }

    fn slice_name(&self, _: Slice) -> String {
        format!("{}x{}", self.width, self.height)
    }

    fn size(&self, _: Slice) -> u64 {
        1 << self.bits()
    }

    fn slice(&self, board: &Board) -> Option<Slice> {
        (self.bits() <= MOST_BITS && !self.is_terminal(board)).then_some(Slice(0))
    }

    fn rank(&self, board: &Board) -> u64 {
        self.number(board)
    }

    fn unrank(&self, _: Slice, index: u64) -> Option<Board> {
        // The highest bit of a column is the first cell above its stones, the others are the stones of the side to
        // move.
        let column_bits = u32::from(self.height) + 1;
        let (mut own, mut all) = (0, 0);
        for column in 0..u32::from(self.width) {
            let bits = index >> (column * column_bits) & ((1 << column_bits) - 1);
            let top = bits.checked_ilog2()?;
            own |= (bits ^ 1 << top) << (column * column_bits);
            all |= ((1 << top) - 1) << (column * column_bits);
        }
        let board = Board { own, all };
        let stones = |bits: u64| bits.count_ones();
        let fair = stones(own) == stones(all) / 2;
        let ends = |stones: u64| self.is_terminal(&Board { own: all ^ stones, all });
        let open = fair && !ends(own) && !self.is_terminal(&board);
        (open && self.number(&board) == index).then_some(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position that the play comes to has its number.
    #[test]
    fn every_number_is_that_of_its_board() {
        let game = Connect4::new(4, 4).expect("a board");
        let (mut found, mut left) = (std::collections::HashSet::new(), vec![game.initial()]);
        while let Some(board) = left.pop() {
            let Some(slice) = game.slice(&board) else { continue };
            if found.insert(game.rank(&board)) {
                assert_eq!(game.unrank(slice, game.rank(&board)), Some(board));
                left.extend(game.action_list(&board).into_iter().map(|action| game.result(&board, action)));
            }
        }
        for index in 0..Indexed::size(&game, Slice(0)) {
            if let Some(board) = game.unrank(Slice(0), index) {
                assert_eq!((game.slice(&board), game.rank(&board)), (Some(Slice(0)), index));
            }
        }
        assert!(found.len() > 100_000, "{}", found.len());
        assert_eq!(Connect4::default().groups(0), Vec::<Vec<Slice>>::new());
    }
}
