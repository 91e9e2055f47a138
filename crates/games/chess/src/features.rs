//! What a learned evaluation of chess counts: pieces on squares, and a few things that a player would name.
//!
//! Everything counts twice, once for the middle game and once for the endgame: as many times as the pieces that are
//! left say, [`WHOLE`] times in all. What the other side has counts against, seen from its own side of the board, so
//! that a position and the same one with the colours exchanged are worth the same.
//!
//! ```text
//!   0                  384                            390             398               404      410      411
//!   | pieces on        | two bishops, doubled and     | passed pawns, | squares attacked, | pieces | to be  |
//!   | squares, a pawn  | isolated pawns, open files,  | by row        | by piece          |        | on     |
//!   | on a1 first      | cover and siege of a king    |               |                   |        | move   |
//! ```

use counterplay_core::Features;
use cozy_chess::{Color, Piece, Square};

use crate::evaluation::{PHASE, WHOLE, ahead, attacks};
use crate::{Board, Chess};

/// The weights that were learned: made by `cargo xtask weights chess`.
pub const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// Counts pieces on squares, pawns that are passed, doubled or isolated, mobility, and what covers a king.
#[derive(Clone, Copy, Debug, Default)]
pub struct PiecesOnSquares;

/// Where each kind of thing begins.
const PAIR: u32 = 6 * 64;
const DOUBLED: u32 = PAIR + 1;
const ISOLATED: u32 = DOUBLED + 1;
const OPEN_FILE: u32 = ISOLATED + 1;
const COVER: u32 = OPEN_FILE + 1;
/// Squares beside the king that the other side attacks.
const SIEGE: u32 = COVER + 1;
const PASSED: u32 = SIEGE + 1;
/// What a knight, a bishop, a rook and a queen attack.
const MOBILITY: u32 = PASSED + 8;
/// The pieces wherever they stand: what squares share need not be learned for each of them.
const PIECES: u32 = MOBILITY + 6;
const TURN: u32 = PIECES + 6;
/// The things that count, for one part of the game.
const THINGS: u32 = TURN + 1;

impl Features<Chess> for PiecesOnSquares {
    fn count(&self, _: &Chess) -> usize {
        2 * THINGS as usize
    }

    #[inline]
    fn each(&self, _: &Chess, board: &Board, mut see: impl FnMut(u32, i32)) {
        let count = |piece: Piece| PHASE[piece as usize] * board.pieces(piece).len() as i32;
        let middle = Piece::ALL.into_iter().map(count).sum::<i32>().min(WHOLE);
        let mut both = |thing: u32, times: i32| {
            if middle > 0 {
                see(thing, times * middle);
            }
            if middle < WHOLE {
                see(THINGS + thing, times * (WHOLE - middle));
            }
        };
        let side = board.side_to_move();
        see_side(board, side, 1, &mut both);
        see_side(board, !side, -1, &mut both);
        both(TURN, 1);
    }
}

/// Tells what a side has; `sign` is 1 for the side to move.
#[inline]
fn see_side(board: &Board, side: Color, sign: i32, see: &mut impl FnMut(u32, i32)) {
    let (own, occupied) = (board.colors(side), board.occupied());
    let (own_pawns, other_pawns) = (board.colored_pieces(side, Piece::Pawn), board.colored_pieces(!side, Piece::Pawn));
    let ring = cozy_chess::get_king_moves(board.king(!side));
    let mut siege = 0;
    for piece in Piece::ALL {
        let mut mobility = 0;
        for square in own & board.pieces(piece) {
            see(64 * piece as u32 + square.relative_to(side) as u32, sign);
            let attacked = attacks(piece, square, occupied);
            mobility += (attacked & !own).len() as i32;
            siege += (attacked & ring).len() as i32;
            match piece {
                Piece::Pawn if (other_pawns & ahead(square, side, true)).is_empty() => {
                    see(PASSED + square.rank().relative_to(side) as u32, sign);
                }
                Piece::Rook if (own_pawns & square.file().bitboard()).is_empty() => see(OPEN_FILE, sign),
                _ => {}
            }
        }
        let pieces = own & board.pieces(piece);
        if piece != Piece::King && !pieces.is_empty() {
            see(PIECES + piece as u32, sign * pieces.len() as i32);
        }
        if mobility > 0 {
            see(MOBILITY + piece as u32, sign * mobility);
        }
    }
    let mut see_many = |thing: u32, count: u32| {
        if count > 0 {
            see(thing, sign * count as i32);
        }
    };
    see_many(SIEGE, siege as u32);
    see_many(PAIR, u32::from((own & board.pieces(Piece::Bishop)).len() > 1));
    let king = board.king(side);
    let near = cozy_chess::get_king_moves(king) & (king.file().adjacent() | king.file().bitboard());
    see_many(COVER, (near & own_pawns).len());
    let is_isolated = |square: &Square| (own_pawns & square.file().adjacent()).is_empty();
    see_many(ISOLATED, own_pawns.iter().filter(is_isolated).count() as u32);
    let behind = |square: &Square| !(own_pawns & ahead(*square, side, false)).is_empty();
    see_many(DOUBLED, own_pawns.iter().filter(behind).count() as u32);
}
