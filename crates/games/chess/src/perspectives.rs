//! What the network of chess sees: which piece stands where, as each side sees the board.
//!
//! A side sees the board from its own side, and in the mirror if its king is on the left half: the king is always on
//! the right, so that there are half as many positions to learn. Inputs are its own pawns, knights, bishops, rooks,
//! queens and king, 64 squares each, then those of the other side.

use counterplay_core::Side;
use counterplay_core::network::perspectives::Perspectives;
use cozy_chess::{Color, File, Piece};

use crate::{Board, Chess};

/// Sees which piece stands where.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceSets;

/// How many pieces one bucket of outputs spans.
const BUCKET: u32 = 8;

impl Perspectives<Chess> for PieceSets {
    fn inputs(&self) -> usize {
        2 * 6 * 64
    }

    fn buckets(&self) -> usize {
        4
    }

    #[inline]
    fn bucket(&self, _: &Chess, board: &Board) -> usize {
        ((board.occupied().len() - 1) / BUCKET).min(3) as usize
    }

    /// Four pawns are 73 % of the points.
    fn scale(&self, _: &Chess) -> f64 {
        400.0
    }

    #[inline]
    fn view(&self, _: &Chess, board: &Board, side: Side, set: &mut [u64]) {
        let own = if side == Side::Max { Color::White } else { Color::Black };
        let mirrored = board.king(own).file() < File::E;
        for (half, color) in [own, !own].into_iter().enumerate() {
            for piece in Piece::ALL {
                let mut bits = board.colored_pieces(color, piece).0;
                if own == Color::Black {
                    bits = bits.swap_bytes();
                }
                if mirrored {
                    // All bits turned round, and the rows put back into their order.
                    bits = bits.reverse_bits().swap_bytes();
                }
                set[6 * half + piece as usize] = bits;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use counterplay_core::features::Ties;
    use counterplay_core::network::accumulators::Accumulators;
    use counterplay_core::network::perspectives::PerspectiveShape;
    use counterplay_core::{Evaluate, Features, Game, Random, Residual, Seeded};

    use super::*;
    use crate::PiecesOnSquares;

    const GAME: Chess = Chess { start: Chess::USUAL };

    /// An evaluation with random weights, and a random network on top.
    fn any_evaluation(seed: u64) -> Residual<PiecesOnSquares, PieceSets> {
        let mut random = Seeded::new(seed);
        let ties = Ties::new(&GAME, &PiecesOnSquares);
        let mut numbers = |count: usize, most: u64| -> Vec<i16> {
            (0..count).map(|_| random.below(2 * most + 1) as i16 - most as i16).collect()
        };
        let free = numbers(PiecesOnSquares.count(&GAME), 300);
        let parameters = numbers(PerspectiveShape::new::<Chess>(&PieceSets).parameters(), 60);
        Residual::with(&GAME, (PiecesOnSquares, PieceSets), &ties, &free, &parameters, 82)
    }

    /// The boards of a game at random.
    fn any_game(seed: u64) -> Vec<Board> {
        let mut random = Seeded::new(seed);
        let mut boards = vec![GAME.initial()];
        while boards.len() < 120 {
            let board = boards.last().unwrap();
            let legal = GAME.action_list(board);
            let Some(place) = random.index(legal.len()) else { break };
            boards.push(GAME.result(board, legal[place]));
        }
        boards
    }

    #[test]
    fn what_follows_the_moves_is_what_is_found_anew() {
        let evaluation = any_evaluation(3);
        let mut random = Seeded::new(4);
        for game in 0..4 {
            let mut accumulators = Accumulators::default();
            for board in any_game(game) {
                // A search evaluates at any ply, and skips some.
                let ply = random.below(8) as usize;
                let followed = evaluation.evaluate_incrementally(&GAME, &board, ply, &mut accumulators);
                assert_eq!(followed, evaluation.evaluate(&GAME, &board), "{board:?}");
            }
        }
    }

    #[test]
    fn a_board_with_the_colours_exchanged_is_worth_as_much_to_the_side_to_move() {
        let evaluation = any_evaluation(5);
        let mut differing = 0;
        for board in any_game(6) {
            let fen = board.to_string();
            let (rows, rest) = fen.split_once(' ').unwrap();
            let rows: Vec<&str> = rows.split('/').rev().collect();
            let side = if rest.starts_with('w') { 'b' } else { 'w' };
            let exchanged: String = rows
                .join("/")
                .chars()
                .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
                .collect();
            let Ok(exchanged) = format!("{exchanged} {side} - - 0 1").parse::<cozy_chess::Board>() else { continue };
            let score = evaluation.evaluate(&GAME, &board);
            assert_eq!(evaluation.evaluate(&GAME, &Board::new(exchanged)), -score, "{board:?}");
            differing += u32::from(score.get() != 0);
        }
        assert!(differing > 50);
    }
}
