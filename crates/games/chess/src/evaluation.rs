//! A guess at how a game of chess will end, made by hand: material, where it stands, and how the kings are covered.
//!
//! It stands in where no learned weights are at hand. Each part has a value for the middle game and one for the
//! endgame, and the pieces that are left say how much of each counts.

use counterplay_core::{Evaluate, Score};
use cozy_chess::{BitBoard, Color, Piece, Square};

use super::{Board, Chess};

/// Counts material and its places.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

/// What is worth so much in the middle game, and so much in the endgame.
type Pair = [i32; 2];

/// The pieces: pawn, knight, bishop, rook, queen, king.
const WORTH: [Pair; 6] = [[85, 105], [330, 300], [345, 320], [480, 540], [980, 960], [0, 0]];
/// A square that a piece attacks and that is not its own side's.
const MOBILITY: [Pair; 6] = [[0, 0], [5, 5], [5, 5], [3, 5], [1, 4], [0, 0]];
/// To stand a step nearer to the middle of the board.
const CENTRE: [Pair; 6] = [[5, 1], [6, 5], [4, 3], [2, 0], [1, 3], [-11, 9]];
/// What a pawn that nothing can stop any more has for each row that it has come.
const PASSED: [Pair; 8] = [[0, 0], [3, 10], [5, 15], [10, 30], [25, 55], [50, 95], [80, 150], [0, 0]];
const DOUBLED: Pair = [-10, -20];
const ISOLATED: Pair = [-12, -10];
const BISHOPS: Pair = [30, 45];
/// A pawn that covers its king, and a rook on a file without pawns.
const COVER: Pair = [14, 0];
const OPEN_FILE: Pair = [22, 8];
/// To be on move.
const MOVE: i32 = 12;
/// How much each piece counts for the middle game, and all of them together.
pub(crate) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
pub(crate) const WHOLE: i32 = 24;
/// No guess is as much as a win.
const MOST: i32 = 10_000;

impl Evaluate<Chess> for Material {
    fn evaluate(&self, _: &Chess, board: &Board) -> Score {
        if super::dead::is_dead(board) {
            return Score::DRAW;
        }
        let side = board.side_to_move();
        let (own, other) = (side_sum(board, side), side_sum(board, !side));
        let count = |piece: Piece| PHASE[piece as usize] * board.pieces(piece).len() as i32;
        let phase = Piece::ALL.into_iter().map(count).sum::<i32>().min(WHOLE);
        let middle = own[0] - other[0];
        let end = own[1] - other[1];
        let worth = (middle * phase + end * (WHOLE - phase)) / WHOLE + MOVE;
        super::for_max(board, worth.clamp(-MOST, MOST))
    }
}

/// What a side has, and where.
fn side_sum(board: &Board, side: Color) -> Pair {
    let mut sum = [0, 0];
    let mut add = |pair: Pair, times: i32| {
        sum[0] += pair[0] * times;
        sum[1] += pair[1] * times;
    };
    let (own, occupied) = (board.colors(side), board.occupied());
    let (own_pawns, other_pawns) = (board.colored_pieces(side, Piece::Pawn), board.colored_pieces(!side, Piece::Pawn));
    for piece in Piece::ALL {
        for square in own & board.pieces(piece) {
            add(WORTH[piece as usize], 1);
            add(CENTRE[piece as usize], 4 - from_centre(square));
            add(MOBILITY[piece as usize], (attacks(piece, square, occupied) & !own).len() as i32);
            let file = square.file();
            match piece {
                Piece::Pawn => {
                    let row = square.rank().relative_to(side);
                    if (other_pawns & ahead(square, side, true)).is_empty() {
                        add(PASSED[row as usize], 1);
                    }
                    add(DOUBLED, (own_pawns & ahead(square, side, false)).len() as i32);
                    add(ISOLATED, i32::from((own_pawns & file.adjacent()).is_empty()));
                }
                Piece::Rook => add(OPEN_FILE, i32::from((own_pawns & file.bitboard()).is_empty())),
                Piece::King => {
                    let near = cozy_chess::get_king_moves(square) & (file.adjacent() | file.bitboard());
                    add(COVER, (near & own_pawns).len() as i32);
                }
                _ => {}
            }
        }
    }
    add(BISHOPS, i32::from((own & board.pieces(Piece::Bishop)).len() > 1));
    sum
}

/// The squares that a knight, a bishop, a rook or a queen attacks.
#[inline]
pub(crate) fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = || cozy_chess::get_bishop_moves(square, occupied);
    let straight = || cozy_chess::get_rook_moves(square, occupied);
    match piece {
        Piece::Knight => cozy_chess::get_knight_moves(square),
        Piece::Bishop => diagonal(),
        Piece::Rook => straight(),
        Piece::Queen => diagonal() | straight(),
        Piece::Pawn | Piece::King => BitBoard::EMPTY,
    }
}

/// How many steps a square is away from the middle of the board, along both sides together.
fn from_centre(square: Square) -> i32 {
    let away = |at: i32| (2 * at - 7).abs() / 2;
    away(square.file() as i32) + away(square.rank() as i32)
}

/// The squares in front of a pawn, on its file or on the two beside it as well.
pub(crate) fn ahead(square: Square, side: Color, wide: bool) -> BitBoard {
    let rank = square.rank() as usize;
    let ranks = match side {
        Color::White => u64::MAX.checked_shl(8 * (rank as u32 + 1)).unwrap_or(0),
        Color::Black => (1u64 << (8 * rank)) - 1,
    };
    let files = square.file().bitboard() | if wide { square.file().adjacent() } else { BitBoard::EMPTY };
    files & BitBoard(ranks)
}
