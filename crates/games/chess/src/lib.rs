//! Chess: two armies, and whoever is mated has lost.
//!
//! White is MAX and begins. The rules are all there: castling, en passant, promotion, stalemate, repetition, fifty moves
//! without a capture or a pawn's move, and dead positions, in which nobody can be mated any more. Chess960 begins with
//! one of 960 arrangements of the first row ([`Chess::new`]); 518 is the usual one.
//!
//! ```
//! use counterplay_core::{Game, Notation};
//! use counterplay_chess::Chess;
//!
//! let game = Chess::default();
//! let board = game.parse_position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
//! assert!(game.is_terminal(&board)); // stalemate
//! assert_eq!(game.action_list(&game.initial()).len(), 20);
//! # Ok::<(), counterplay_core::TextError>(())
//! ```

mod board;
mod dead;
// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
mod epd;
mod evaluation;
mod exchange;
mod features;
mod fen;
mod index;
mod knowledge;
#[cfg(test)]
mod laws;
mod notation;
mod perspectives;
mod pgn;
mod picture;
mod pieces;
mod san;
#[cfg(test)]
mod tests;

use counterplay_core::{Actions, Bounds, Game, Key, Keyed, Repetition, Score, Seat, Turn, Without};
pub use cozy_chess::Move;

pub use board::Board;
use cozy_chess::{Color, Piece};

#[cfg(not(test))]
pub use entry::entry;
pub use evaluation::Material;
pub use features::{PiecesOnSquares, WEIGHTS};
pub use knowledge::Tactics;
pub use perspectives::PieceSets;

/// The rules, with the arrangement that a game begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chess {
    start: u16,
}

impl Chess {
    /// What a win is worth, in hundredths of a pawn.
    pub const WIN: i32 = 30_000;

    /// How many arrangements there are to begin with.
    pub const STARTS: u16 = 960;

    /// The usual arrangement, by its number among the 960 (Scharnagl's).
    pub const USUAL: u16 = 518;

    /// A draw after so many plies without a capture or a pawn's move: fifty moves of each side.
    pub const IDLE: u32 = 100;

    /// Chess from one of the 960 arrangements; the last for a greater number.
    #[must_use]
    pub fn new(start: u16) -> Chess {
        Chess { start: start.min(Chess::STARTS - 1) }
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new(Chess::USUAL)
    }
}

impl Game for Chess {
    type State = Board;
    type Action = Move;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        Board(cozy_chess::Board::chess960_startpos(u32::from(self.start)))
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        Turn::Seat(seat(board.side_to_move()))
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Move>) {
        board.generate_moves(|moves| {
            out.extend(moves);
            false
        });
    }

    #[inline]
    fn action_count(&self, board: &Board) -> Option<u64> {
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        Some(count)
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Move) {
        board.play(action);
    }

    /// The side to move cannot.
    #[inline]
    fn is_terminal(&self, board: &Board) -> bool {
        !board.generate_moves(|_| true)
    }

    /// Mate, or stalemate.
    #[inline]
    fn utility(&self, board: &Board) -> Score {
        if board.checkers().is_empty() { Score::DRAW } else { for_max(board, -Chess::WIN) }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-Chess::WIN, Chess::WIN)
    }

    /// A pawn is one point.
    fn scale(&self) -> u32 {
        100
    }
    fn repetition(&self) -> Repetition {
        Repetition::Draw(3)
    }
    fn idle_limit(&self) -> Option<u32> {
        Some(Chess::IDLE)
    }
    fn idle_before(&self, board: &Board) -> u32 {
        u32::from(board.halfmove_clock())
    }
    fn is_dead(&self, board: &Board) -> bool {
        dead::is_dead(board)
    }

    /// Captures, and moves of pawns. A right to castle that is lost cannot come back either, but does not count.
    #[inline]
    fn is_progress(&self, board: &Board, action: Move) -> bool {
        board.pieces(Piece::Pawn).has(action.from) || board.colors(!board.side_to_move()).has(action.to)
    }

    #[inline]
    fn repetition_key(&self, board: &Board) -> Option<Key> {
        Some(self.key(board))
    }
}

impl Keyed for Chess {
    #[inline]
    fn key(&self, board: &Board) -> Key {
        Key(board.hash())
    }

    /// Where from and where to, and what a pawn becomes.
    #[inline]
    fn code(&self, action: Move) -> Option<u16> {
        let promotion = action.promotion.map_or(0, |piece| piece as u16);
        Some(promotion << 12 | (action.from as u16) << 6 | action.to as u16)
    }

    /// The piece, its colour, and where it goes.
    #[inline]
    fn placement(&self, board: &Board, action: Move) -> Option<u16> {
        let piece = board::piece_number(board, action.from) as u16;
        Some((piece << 1 | board.side_to_move() as u16) << 6 | action.to as u16)
    }

    /// The pawns of both sides, White's pieces, and Black's.
    #[inline]
    fn correction_keys(&self, board: &Board) -> Option<[u16; 3]> {
        let of = |color: Color, pieces: &[Piece]| {
            pieces.iter().fold(color as u64 + 1, |key, &piece| mixed(key ^ board.colored_pieces(color, piece).0))
        };
        let pawns = mixed(of(Color::White, &[Piece::Pawn]) ^ board.colored_pieces(Color::Black, Piece::Pawn).0);
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
        let keys = [pawns, of(Color::White, &pieces), of(Color::Black, &pieces)];
        Some(keys.map(|key| (key >> 50) as u16))
    }
}

/// A number with its bits mixed, the upper ones best.
const fn mixed(key: u64) -> u64 {
    let key = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key ^ key >> 29
}

/// The seat of a colour.
fn seat(color: Color) -> Seat {
    if color == Color::White { Seat::FIRST } else { Seat::SECOND }
}

/// A score of the side to move, for MAX.
#[inline]
fn for_max(board: &Board, score: i32) -> Score {
    Score::new(if board.side_to_move() == Color::White { score } else { -score })
}
