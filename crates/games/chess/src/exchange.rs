//! What an exchange wins: captures on one square, the least piece first, until it pays to stop.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};

use crate::board::piece_number;

/// What a piece is worth in an exchange, in hundredths of a pawn.
pub(crate) const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

/// The worth of what a move takes, and of what a pawn becomes by it.
#[inline]
pub(crate) fn taken(board: &Board, action: Move) -> i32 {
    let side = board.side_to_move();
    let victim = if board.colors(!side).has(action.to) {
        WORTH[piece_number(board, action.to)]
    } else if is_en_passant(board, action) {
        WORTH[Piece::Pawn as usize]
    } else {
        0
    };
    victim + action.promotion.map_or(0, |piece| WORTH[piece as usize] - WORTH[Piece::Pawn as usize])
}

/// Whether a move is a capture en passant.
#[inline]
pub(crate) fn is_en_passant(board: &Board, action: Move) -> bool {
    board.en_passant() == Some(action.to.file())
        && board.pieces(Piece::Pawn).has(action.from)
        && crate::board::en_passant_square(board) == Some(action.to)
}

/// Whether a move is a capture or a promotion.
#[inline]
pub(crate) fn is_noisy(board: &Board, action: Move) -> bool {
    board.colors(!board.side_to_move()).has(action.to) || action.promotion.is_some() || is_en_passant(board, action)
}

/// What a move wins at least, if both sides go on capturing on its square for as long as that pays them (static
/// exchange evaluation). Pins are not looked at.
pub(crate) fn gain(board: &Board, action: Move) -> i32 {
    let side = board.side_to_move();
    if board.colors(side).has(action.to) {
        return 0; // castling
    }
    let mut gains = [0; 32];
    gains[0] = taken(board, action);
    let mover = action.promotion.map_or_else(|| piece_number(board, action.from), |piece| piece as usize);
    let mut occupied = (board.occupied() ^ action.from.bitboard()) | action.to.bitboard();
    if is_en_passant(board, action) {
        occupied ^= Square::new(action.to.file(), action.from.rank()).bitboard();
    }
    let mut at_risk = WORTH[mover];
    let mut turn = !side;
    let mut depth = 0;
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let fixed = cozy_chess::get_knight_moves(action.to) & board.pieces(Piece::Knight)
        | cozy_chess::get_king_moves(action.to) & board.pieces(Piece::King)
        | cozy_chess::get_pawn_attacks(action.to, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
        | cozy_chess::get_pawn_attacks(action.to, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn);
    loop {
        let attackers = (fixed
            | cozy_chess::get_bishop_moves(action.to, occupied) & diagonal
            | cozy_chess::get_rook_moves(action.to, occupied) & straight)
            & occupied;
        let own = attackers & board.colors(turn);
        let Some((piece, square)) = least(board, own) else { break };
        // A king does not step into a capture.
        if piece == Piece::King && !(attackers & board.colors(!turn)).is_empty() {
            break;
        }
        depth += 1;
        gains[depth] = at_risk - gains[depth - 1];
        at_risk = WORTH[piece as usize];
        occupied ^= square.bitboard();
        turn = !turn;
        if depth == gains.len() - 1 {
            break;
        }
    }
    while depth > 0 {
        gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
        depth -= 1;
    }
    gains[0]
}

/// The least worthy piece of a set, and where it stands.
#[inline]
fn least(board: &Board, set: BitBoard) -> Option<(Piece, Square)> {
    Piece::ALL.into_iter().find_map(|piece| Some((piece, (set & board.pieces(piece)).next_square()?)))
}

/// Calls with each capture and each promotion to a queen.
pub(crate) fn each_noisy(board: &Board, mut push: impl FnMut(Move)) {
    let enemies = board.colors(!board.side_to_move());
    let pawns = board.pieces(Piece::Pawn);
    let last = BitBoard::from(cozy_chess::Rank::First) | BitBoard::from(cozy_chess::Rank::Eighth);
    let en_passant = crate::board::en_passant_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    board.generate_moves(|mut moves| {
        let is_pawn = pawns.has(moves.from);
        moves.to &= enemies | if is_pawn { last | en_passant } else { BitBoard::EMPTY };
        for action in moves {
            if matches!(action.promotion, None | Some(Piece::Queen)) {
                push(action);
            }
        }
        false
    });
}
