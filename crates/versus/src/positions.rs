//! Random positions of connect four, made on the spot from a seed.

use counterplay_connect4::{Board, Column, Connect4};
use counterplay_core::{Game, Random, Seeded};

/// Positions of a row.
pub(crate) const COUNT: usize = 50;
/// Stones on the board of each.
pub(crate) const STONES: usize = 12;

/// Position, and the moves that led to it.
pub(crate) struct Position {
    /// Columns of the moves, counted from 0.
    pub(crate) moves: Vec<Column>,
    /// Board, by the rules of the game.
    pub(crate) board: Board,
}

impl Position {
    /// Moves as the command line takes them: the columns from 1, without anything between them.
    pub(crate) fn text(&self) -> String {
        self.moves.iter().map(|Column(at)| char::from(b'1' + at)).collect()
    }
}

/// Random positions of a row.
pub(crate) fn random(seed: u64) -> Vec<Position> {
    let mut random = Seeded::new(seed);
    std::iter::repeat_with(|| play(&mut random)).flatten().take(COUNT).collect()
}

/// Plays at random, each legal move equally often. `None` if somebody wins on the way.
fn play(random: &mut Seeded) -> Option<Position> {
    let game = Connect4::default();
    let mut position = Position { moves: Vec::new(), board: game.initial() };
    while position.moves.len() < STONES {
        let columns = game.action_list(&position.board);
        let column = columns[random.index(columns.len())?];
        game.apply(&mut position.board, column);
        position.moves.push(column);
        if game.is_terminal(&position.board) {
            return None;
        }
    }
    Some(position)
}

/// Batch of positions: a line each.
pub(crate) fn batch(positions: &[Position]) -> String {
    positions.iter().map(|position| position.text() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_positions_every_time_and_another_seed_others() {
        let texts = |seed| batch(&random(seed));
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
        assert!(texts(1).lines().all(|line| line.len() == STONES) && texts(1).lines().count() == COUNT);
    }
}
