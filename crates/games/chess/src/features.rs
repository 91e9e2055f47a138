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
use cozy_chess::{BitBoard, Color, File, Piece};

use crate::evaluation::{PHASE, WHOLE, attacks};
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
        let side = board.side_to_move();
        let mut things = Things { all: [(0, 0); Things::MOST], count: 0 };
        things.add_side(board, side, 1);
        things.add_side(board, !side, -1);
        things.add(TURN, 1);
        for &(thing, times) in &things.all[..things.count] {
            if middle > 0 {
                see(thing, times * middle);
            }
            if middle < WHOLE {
                see(THINGS + thing, times * (WHOLE - middle));
            }
        }
    }
}

/// List of the things that count, and how many times.
///
/// PERF: they are gathered first, so that whoever adds up their weights does it in one short loop: a tenth of the time of
/// a node is saved.
struct Things {
    all: [(u32, i32); Things::MOST],
    count: usize,
}

impl Things {
    /// More than two sides of sixteen pieces have.
    const MOST: usize = 128;

    #[inline]
    fn add(&mut self, thing: u32, times: i32) {
        self.all[self.count] = (thing, times);
        self.count += 1;
    }

    #[inline]
    fn add_if_any(&mut self, thing: u32, times: i32) {
        if times != 0 {
            self.add(thing, times);
        }
    }

    /// Adds what a side has; `sign` is 1 for the side to move.
    #[inline]
    fn add_side(&mut self, board: &Board, side: Color, sign: i32) {
        let (own, occupied) = (board.colors(side), board.occupied());
        let ring = cozy_chess::get_king_moves(board.king(!side));
        let (mut siege, mut mobility) = (0, [0; 6]);
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let pieces = own & board.pieces(piece);
            for square in pieces {
                self.add(64 * piece as u32 + square.relative_to(side) as u32, sign);
                let attacked = attacks(piece, square, occupied);
                mobility[piece as usize] += (attacked & !own).len() as i32;
                siege += (attacked & ring).len() as i32;
            }
            self.add_if_any(PIECES + piece as u32, sign * pieces.len() as i32);
            self.add_if_any(MOBILITY + piece as u32, sign * mobility[piece as usize]);
        }
        self.add_if_any(SIEGE, sign * siege);
        self.add_if_any(PAIR, sign * i32::from((own & board.pieces(Piece::Bishop)).len() > 1));
        let king = board.king(side);
        self.add(64 * Piece::King as u32 + king.relative_to(side) as u32, sign);
        let near = cozy_chess::get_king_moves(king) & (king.file().adjacent() | king.file().bitboard());
        self.add_if_any(COVER, sign * (near & board.colored_pieces(side, Piece::Pawn)).len() as i32);
        self.add_pawns(board, side, sign);
    }

    /// Adds the pawns of a side, and the files without any on which its rooks stand.
    #[inline]
    fn add_pawns(&mut self, board: &Board, side: Color, sign: i32) {
        // Seen from the side's own edge, so that its pawns go up.
        let seen = |color: Color| {
            let pawns = board.colored_pieces(color, Piece::Pawn).0;
            if side == Color::White { pawns } else { pawns.swap_bytes() }
        };
        let (own, others) = (seen(side), seen(!side));
        for square in BitBoard(own) {
            self.add(square as u32, sign);
        }
        self.add_if_any(PIECES + Piece::Pawn as u32, sign * own.count_ones() as i32);
        let guarded = below(others) | below(beside(others));
        for square in BitBoard(own & !guarded) {
            self.add(PASSED + square.rank() as u32, sign);
        }
        self.add_if_any(DOUBLED, sign * (own & below(own)).count_ones() as i32);
        let files = own | below(own) | above(own);
        self.add_if_any(ISOLATED, sign * (own & !beside(files)).count_ones() as i32);
        let rooks = board.colored_pieces(side, Piece::Rook).0;
        let open = if side == Color::White { !files } else { !files.swap_bytes() };
        self.add_if_any(OPEN_FILE, sign * (rooks & open).count_ones() as i32);
    }
}

/// The squares above those of a set, on the same files.
#[inline]
fn above(set: u64) -> u64 {
    let once = set << 8;
    let twice = once | once << 8;
    let fourfold = twice | twice << 16;
    fourfold | fourfold << 32
}

/// The squares below those of a set, on the same files.
#[inline]
fn below(set: u64) -> u64 {
    above(set.swap_bytes()).swap_bytes()
}

/// The squares beside those of a set.
#[inline]
fn beside(set: u64) -> u64 {
    let (a, h) = (File::A.bitboard().0, File::H.bitboard().0);
    (set & !h) << 1 | (set & !a) >> 1
}

#[cfg(test)]
mod tests {
    use counterplay_core::Notation;

    use super::*;

    /// What a position counts: each thing with its number, for the side to move.
    fn things(text: &str) -> Vec<(u32, i32)> {
        let board = Chess::default().parse_position(text).unwrap();
        let mut sums = std::collections::BTreeMap::new();
        PiecesOnSquares
            .each(&Chess::default(), &board, |thing, times| *sums.entry(thing % THINGS).or_insert(0) += times);
        sums.into_iter().filter(|&(_, times)| times != 0).map(|(thing, times)| (thing, times / WHOLE)).collect()
    }

    #[test]
    fn pawns_are_told_by_their_neighbours() {
        // White: a2 and a3 doubled, isolated and passed; d4 isolated, not passed; a rook on an open file. Black: e5, isolated.
        let found = things("4k3/8/8/4p3/3P4/P7/P7/4K2R w - - 0 1");
        let count = |thing: u32| found.iter().find(|&&(found, _)| found == thing).map_or(0, |&(_, times)| times);
        assert_eq!((count(DOUBLED), count(ISOLATED), count(OPEN_FILE)), (1, 3 - 1, 1));
        assert_eq!([1, 2, 3, 4].map(|row| count(PASSED + row)), [1, 1, 0, 0]);
        assert_eq!(count(PIECES), 3 - 1);
        // The same for Black, with the colours exchanged.
        assert_eq!(found, things("4k2r/p7/p7/3p4/4P3/8/8/4K3 b - - 0 1"));
    }
}
