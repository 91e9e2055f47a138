//! Dead positions: neither side can be mated by any line of play.

use cozy_chess::{BitBoard, Board, Piece};

/// Whether it is plain from the pieces that nobody can be mated: two kings, one of them perhaps with a knight, or with
/// bishops that all stand on one colour. Walls of pawns that nothing can open are not looked for.
#[inline]
pub(crate) fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match knights.len() {
        0 => bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES),
        1 => bishops.is_empty(),
        _ => false,
    }
}
