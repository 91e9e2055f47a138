//! The board, whose counters are no part of what it is.

use std::fmt;
use std::ops::Deref;

use cozy_chess::{BoardBuilder, Move, Piece, Rank, Square};

/// A board with the side to move, the rights to castle, and en passant where a pawn may capture so.
///
/// It carries the counters of a FEN. Boards that differ in them alone are the same position.
#[derive(Clone)]
pub struct Board(pub(crate) cozy_chess::Board);

impl Board {
    /// The board of cozy-chess.
    pub(crate) fn new(mut board: cozy_chess::Board) -> Board {
        forget_empty_en_passant(&mut board);
        Board(board)
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, action: Move) {
        self.0.play_unchecked(action);
        if self.0.en_passant().is_some() {
            forget_empty_en_passant(&mut self.0);
        }
    }
}

impl Deref for Board {
    type Target = cozy_chess::Board;

    #[inline]
    fn deref(&self) -> &cozy_chess::Board {
        &self.0
    }
}

/// Its FEN without the counters.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = super::fen::write(self);
        let fields: Vec<&str> = text.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))
    }
}

/// The number of the piece on a square that is not empty, in the order of `Piece::ALL`.
///
/// PERF: a search asks this of every move. No branch depends on the piece, which nobody can predict.
#[inline]
pub(crate) fn piece_number(board: &cozy_chess::Board, square: Square) -> usize {
    let is_there = |piece: Piece| (board.pieces(piece).0 >> square as u32 & 1) as usize;
    Piece::ALL.into_iter().map(|piece| piece as usize * is_there(piece)).sum()
}

/// The square behind a pawn that has just made a double step.
pub(crate) fn en_passant_square(board: &cozy_chess::Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

/// Forgets that a pawn has made a double step, if nobody can capture it en passant: the same position without that is
/// no other one. cozy-chess remembers every double step.
fn forget_empty_en_passant(board: &mut cozy_chess::Board) {
    let Some(square) = en_passant_square(board) else { return };
    let side = board.side_to_move();
    let near = cozy_chess::get_pawn_attacks(square, !side) & board.colored_pieces(side, Piece::Pawn);
    if !near.is_empty() && board.generate_moves_for(near, |moves| moves.to.has(square)) {
        return;
    }
    // Two passes leave everything else as it was; who is in check cannot pass.
    let passed = board.null_move().and_then(|passed| passed.null_move());
    let cleared = passed.or_else(|| {
        let mut builder = BoardBuilder::from_board(board);
        builder.en_passant = None;
        builder.build().ok()
    });
    if let Some(mut cleared) = cleared {
        cleared.set_halfmove_clock(board.halfmove_clock());
        cleared.set_fullmove_number(board.fullmove_number());
        *board = cleared;
    }
}
