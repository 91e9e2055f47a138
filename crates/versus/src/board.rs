//! Connect four as the crate `minimax` wants it, in the form that suits it best: a board of seven columns and six rows
//! known to the compiler, and no more in a state than the rules need.

use std::cell::Cell;
use std::marker::PhantomData;

use counterplay_connect4::Column;
use counterplay_core::Key;
use minimax::{Evaluation, Evaluator, Game, Winner};

const COLUMNS: u8 = 7;
const ROWS: u32 = 6;
/// Bits from one column to the next; the one above a column is never set.
const STRIDE: u32 = ROWS + 1;
/// The lowest cell of each column.
const FLOOR: u64 = 0x0000_0408_1020_4081;
/// All cells.
const CELLS: u64 = FLOOR * ((1 << ROWS) - 1);

/// The stones, laid out as in [`counterplay_connect4::Board`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Stones {
    /// Stones of the side to move.
    own: u64,
    /// Stones of both sides.
    all: u64,
}

impl Stones {
    /// The board after these moves.
    pub(crate) fn after(moves: &[Column]) -> Stones {
        moves.iter().fold(Stones::default(), |stones, &column| stones.drop(column))
    }

    fn drop(self, Column(at): Column) -> Stones {
        let Stones { own, all } = self;
        Stones { own: own ^ all, all: all | (all + (1 << (u32::from(at) * STRIDE))) }
    }

    /// Whether the last move made a line.
    fn is_won(self) -> bool {
        let last = self.own ^ self.all;
        let has_line = |step: u32| {
            let pairs = last & last >> step;
            pairs & pairs >> (2 * step) != 0
        };
        has_line(1) || has_line(STRIDE) || has_line(STRIDE + 1) || has_line(STRIDE - 1)
    }
}

/// Order in which the columns are listed, which is all that the crate takes from a game to order its moves by.
pub(crate) trait Listing {
    /// Columns in their order.
    const ORDER: [u8; COLUMNS as usize];
}

/// Columns as our own rules list them.
pub(crate) struct FromTheLeft;

impl Listing for FromTheLeft {
    const ORDER: [u8; COLUMNS as usize] = [0, 1, 2, 3, 4, 5, 6];
}

/// Columns with the best first, as far as an order that is always the same can be good.
pub(crate) struct FromTheCentre;

impl Listing for FromTheCentre {
    const ORDER: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];
}

/// The rules.
pub(crate) struct Rules<L>(PhantomData<L>);

impl<L: Listing> Game for Rules<L> {
    type S = Stones;
    type M = Column;

    fn generate_moves(stones: &Stones, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = Self::get_winner(stones);
        if winner.is_none() {
            let playable = (stones.all + FLOOR) & CELLS;
            let is_open = |at: u8| playable >> (u32::from(at) * STRIDE) & ((1 << ROWS) - 1) != 0;
            moves.extend(L::ORDER.into_iter().filter(|&at| is_open(at)).map(Column));
        }
        winner
    }

    fn apply(stones: &mut Stones, column: Column) -> Option<Stones> {
        Some(stones.drop(column))
    }

    fn get_winner(stones: &Stones) -> Option<Winner> {
        if stones.is_won() { Some(Winner::PlayerJustMoved) } else { (stones.all == CELLS).then_some(Winner::Draw) }
    }

    fn zobrist_hash(stones: &Stones) -> u64 {
        // In each column a bit for the first empty cell, and below it the stones of the side to move.
        Key::mix((stones.all + FLOOR) | stones.own).0
    }
}

thread_local! {
    static VISITS: Cell<u64> = const { Cell::new(0) };
}

/// Game that counts the states that are entered, and is a little slower for it.
pub(crate) struct Counted<G>(PhantomData<G>);

impl<G: Game> Counted<G> {
    /// Runs a search from one root and returns the states that it entered, root and leaves included.
    pub(crate) fn count(search: impl FnOnce()) -> u64 {
        VISITS.set(1);
        search();
        VISITS.get()
    }
}

impl<G: Game> Game for Counted<G> {
    type S = G::S;
    type M = G::M;

    fn generate_moves(state: &G::S, moves: &mut Vec<G::M>) -> Option<Winner> {
        G::generate_moves(state, moves)
    }

    fn apply(state: &mut G::S, action: G::M) -> Option<G::S> {
        VISITS.set(VISITS.get() + 1);
        G::apply(state, action)
    }

    fn get_winner(state: &G::S) -> Option<Winner> {
        G::get_winner(state)
    }
}

/// Evaluation 0.
pub(crate) struct Zero<G>(PhantomData<G>);

impl<G> Zero<G> {
    pub(crate) fn new() -> Zero<G> {
        Zero(PhantomData)
    }
}

impl<G: Game> Evaluator for Zero<G> {
    type G = G;

    fn evaluate(&self, _: &G::S) -> Evaluation {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use counterplay_connect4::Connect4;
    use counterplay_core::{Game as _, Random, Score, Seeded};

    /// Random games, to their ends, by both rules.
    #[test]
    fn the_rules_are_ours() {
        let (ours, mut random) = (Connect4::default(), Seeded::new(1));
        for _ in 0..500 {
            let (mut board, mut stones) = (ours.initial(), Stones::default());
            loop {
                let mut moves = Vec::new();
                let winner = Rules::<FromTheLeft>::generate_moves(&stones, &mut moves);
                assert_eq!(moves, ours.action_list(&board));
                assert_eq!(winner.is_some(), ours.is_terminal(&board));
                let Some(index) = random.index(moves.len()) else {
                    assert_eq!(winner == Some(Winner::Draw), ours.utility(&board) == Score::DRAW);
                    break;
                };
                ours.apply(&mut board, moves[index]);
                stones = Rules::<FromTheLeft>::apply(&mut stones, moves[index]).unwrap();
            }
        }
    }

    #[test]
    fn the_centre_comes_first_and_a_full_column_not_at_all() {
        let mut moves = Vec::new();
        Rules::<FromTheCentre>::generate_moves(&Stones::after(&[Column(3); 6]), &mut moves);
        assert_eq!(moves, [2, 4, 1, 5, 0, 6].map(Column));
    }
}
