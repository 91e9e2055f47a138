//! What chess teaches the search.
//!
//! **Noisy** are captures and promotions that lose nothing in the exchange. A check is *forced*: who is in check cannot
//! stop there. **Ordering**: what a capture takes first and the least piece that can, captures that lose last.

use counterplay_core::{
    Actions, Bounds, Inspect, MoveClass, MoveOrdering, Proving, Quiescence, Score, Selectivity, Truth,
};
use cozy_chess::{Move, Piece};

use super::board::piece_number;
use super::evaluation::attacks;
use super::exchange::{self, WORTH};
use super::{Board, Chess, dead};

/// Knows captures, checks and dead positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tactics;

/// What is plain about a position.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// Whether the side to move is in check.
    in_check: bool,
    /// Whether nobody can be mated any more.
    dead: bool,
}

impl Inspect<Chess> for Tactics {
    type Facts = Plain;

    #[inline]
    fn facts(&self, _: &Chess, board: &Board) -> Plain {
        Plain { in_check: !board.checkers().is_empty(), dead: dead::is_dead(board) }
    }
}

impl Truth<Chess> for Tactics {
    #[inline]
    fn bounds(&self, _: &Chess, _: &Board, facts: &Plain, _: Option<Score>) -> Bounds {
        if facts.dead { Bounds::new(0, 0) } else { Bounds::new(-Chess::WIN, Chess::WIN) }
    }

    #[inline]
    fn candidates(&self, _: &Chess, board: &Board, _: &Plain, out: &mut Actions<Move>) -> Option<Score> {
        board.generate_moves(|moves| {
            out.extend(moves);
            false
        });
        None
    }
}

impl MoveOrdering<Chess> for Tactics {
    /// Captures by what they take, with the least piece first; those that lose after everything else.
    #[inline]
    fn ordering(&self, _: &Chess, board: &Board, action: Move, _: &Board, _: Option<&Plain>) -> i32 {
        if !exchange::is_noisy(board, action) {
            return 0;
        }
        let mover = piece_number(board, action.from);
        let taken = exchange::taken(board, action);
        // A piece that takes one of at least its own worth loses nothing: no need to look further.
        let surely = taken >= WORTH[mover];
        if surely || exchange::gain(board, action) >= 0 { 10 * taken - mover as i32 } else { taken - 100_000 }
    }
}

impl Selectivity<Chess> for Tactics {
    const HAS_MOVE_CLASSES: bool = true;

    #[inline]
    fn move_class(&self, _: &Chess, board: &Board, facts: &Plain, action: Move) -> MoveClass {
        if facts.in_check {
            return MoveClass::Plain;
        }
        if !exchange::is_noisy(board, action) {
            return MoveClass::Quiet;
        }
        let wins = exchange::gain(board, action) >= 0;
        if wins { MoveClass::Noisy } else { MoveClass::Plain }
    }

    #[inline]
    fn quiescence(&self, _: &Chess, _: &Board, facts: &Plain) -> Quiescence {
        if facts.in_check { Quiescence::Driven } else { Quiescence::Mixed }
    }

    const PRUNES: bool = true;

    /// Nine tenths of a pawn.
    const MARGIN: i32 = 90;

    const WIN_DISTANCES: i32 = 2_000;

    #[inline]
    fn is_threatened(&self, _: &Chess, _: &Board, facts: &Plain) -> bool {
        facts.in_check
    }

    #[inline]
    fn threatens(&self, _: &Chess, board: &Board, _: &Plain, action: Move) -> bool {
        gives_check(board, action)
    }

    #[inline]
    fn is_noisy(&self, _: &Chess, board: &Board, _: &Plain, action: Move) -> bool {
        exchange::is_noisy(board, action)
    }

    fn noisy_actions(&self, _: &Chess, board: &Board, _: &Plain, out: &mut Actions<Move>) {
        exchange::each_noisy(board, |action| out.push(action));
    }

    #[inline]
    fn exchange(&self, _: &Chess, board: &Board, _: &Plain, action: Move) -> i32 {
        exchange::gain(board, action)
    }

    /// What is taken, and the least piece that can.
    #[inline]
    fn promise(&self, _: &Chess, board: &Board, _: &Plain, action: Move) -> i32 {
        10 * exchange::taken(board, action) - piece_number(board, action.from) as i32
    }

    /// A pass is never better where there are pieces: with pawns alone there is zugzwang.
    #[inline]
    fn pass(&self, _: &Chess, board: &Board, _: &Plain) -> Option<Board> {
        let own = board.colors(board.side_to_move());
        let pieces = own & !(board.pieces(Piece::Pawn) | board.pieces(Piece::King));
        if pieces.is_empty() { None } else { board.null_move().map(Board::new) }
    }
}

/// Whether a move gives check: by the piece that moves, or by one behind it.
fn gives_check(board: &Board, action: Move) -> bool {
    let side = board.side_to_move();
    let own = board.colors(side);
    // Where more than one piece goes, the move is made.
    if own.has(action.to) || exchange::is_en_passant(board, action) {
        let mut after = board.clone();
        after.play(action);
        return !after.checkers().is_empty();
    }
    let king = board.king(!side);
    let occupied = (board.occupied() ^ action.from.bitboard()) | action.to.bitboard();
    let piece = action.promotion.unwrap_or_else(|| Piece::ALL[piece_number(board, action.from)]);
    let reached = match piece {
        Piece::Pawn => cozy_chess::get_pawn_attacks(action.to, side),
        piece => attacks(piece, action.to, occupied),
    };
    let behind = own & !action.from.bitboard();
    let queens = board.pieces(Piece::Queen);
    let uncovers_diagonal = || {
        let sliders = behind & (board.pieces(Piece::Bishop) | queens);
        cozy_chess::get_bishop_rays(king).has(action.from)
            && !(cozy_chess::get_bishop_moves(king, occupied) & sliders).is_empty()
    };
    let uncovers_straight = || {
        let sliders = behind & (board.pieces(Piece::Rook) | queens);
        cozy_chess::get_rook_rays(king).has(action.from)
            && !(cozy_chess::get_rook_moves(king, occupied) & sliders).is_empty()
    };
    reached.has(king) || uncovers_diagonal() || uncovers_straight()
}

impl Proving<Chess> for Tactics {
    const PROVES_SOON_WINS: bool = true;
}

#[cfg(test)]
mod tests {
    use counterplay_core::{Game, Notation, Random, Seeded};

    use super::*;

    #[test]
    fn a_check_is_seen_before_the_move_is_made() {
        let game = Chess::default();
        let mut random = Seeded::new(7);
        let (mut checks, mut others) = (0, 0);
        // Games at random, and two positions with what is rare: en passant and castling with check, promotions.
        for begin in ["", "8/8/8/KPpk4/8/8/4P1P1/R3K2R w K c6 0 1", "3k4/P6P/8/8/8/8/8/R3K3 w Q - 0 1"].repeat(12) {
            let mut board = game.parse_position(begin).unwrap_or_else(|_| game.initial());
            for _ in 0..150 {
                let legal = game.action_list(&board);
                for &action in &legal {
                    let gives = !game.result(&board, action).checkers().is_empty();
                    assert_eq!(gives_check(&board, action), gives, "{board:?} {action}");
                    *(if gives { &mut checks } else { &mut others }) += 1;
                }
                let Some(place) = random.index(legal.len()) else { break };
                game.apply(&mut board, legal[place]);
            }
        }
        assert!(checks > 500 && others > 10_000, "{checks} {others}");
    }
}
