//! Moves of a placement, and moves taken back, straight to the numbers of the positions.

use std::ops::ControlFlow;

use counterplay_core::indexed::{Before, Slice, Successor};
use cozy_chess::{BitBoard, Piece, Rank, Square, get_between_rays, get_king_moves};

use super::material::{Kind, MOST, OTHER_PAWN, OWN_PAWN, Shape, exchanged, flipped, kind, piece, slice};
use super::placement::{Placement, attacks, is_beside};
use super::symmetry::{NO_PAIR, Pair, other_pair, own_pair};

/// What a pawn becomes.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The square so many ranks up.
#[inline]
fn up(square: Square, ranks: usize) -> Square {
    Square::ALL[(square as usize + 8 * ranks) % 64]
}

/// The placements of the same pieces with the other side to move.
#[derive(Clone, Copy)]
struct OtherSide {
    shape: &'static Shape,
    slice: Slice,
    is_swapped: bool,
}

impl OtherSide {
    #[inline]
    fn of(shape: &Shape) -> OtherSide {
        OtherSide { shape: Shape::of(shape.flipped), slice: shape.flipped, is_swapped: shape.is_swapped }
    }

    /// Squares in the order of the other side's shape.
    #[inline]
    fn ordered(&self, [one, other]: [Square; MOST]) -> [Square; MOST] {
        if self.is_swapped { [other, one] } else { [one, other] }
    }

    #[inline]
    fn index(&self, pair: Pair, squares: [Square; MOST]) -> u64 {
        self.shape.index(pair, self.ordered(squares))
    }

    #[inline]
    fn en_passant_index(&self, pair: Pair, squares: [Square; MOST]) -> u64 {
        self.shape.en_passant_index(pair, self.ordered(squares))
    }
}

/// The position after a move that changes what pieces there are, as the other side sees it.
fn changed<S>(kings: [Square; 2], men: [(Kind, Square); MOST]) -> Successor<S> {
    let (slice, is_swapped) = slice(men.map(|(kind, _)| flipped(kind)));
    let [(_, one), (_, other)] = men;
    let squares = if is_swapped { [other, one] } else { [one, other] };
    let shape = Shape::of(slice);
    let index = shape.index(other_pair(kings, shape.pawns), squares);
    Successor::Place { slice, index, same_side: false }
}

impl Placement {
    /// Hands out the positions that the moves lead to.
    #[inline]
    pub(super) fn successors<S>(&self, mut found: impl FnMut(Successor<S>) -> ControlFlow<()>) -> ControlFlow<()> {
        let &Placement { shape, kings: [king, other_king], squares, en_passant } = self;
        let occupied = self.occupied();
        let (mut own, mut attacked) = (king.bitboard(), get_king_moves(other_king));
        // Where a piece may go that answers a check; everywhere without one.
        let (mut answers, mut pins) = (!BitBoard::EMPTY, BitBoard::EMPTY);
        for (piece, is_others, square) in self.men() {
            if !is_others {
                own |= square.bitboard();
                continue;
            }
            // Nor can the king go on along the line on which it is attacked.
            attacked |= attacks(piece, true, square, occupied ^ king.bitboard());
            if attacks(piece, true, square, BitBoard::EMPTY).has(king) {
                let line = get_between_rays(square, king);
                let between = line & occupied;
                if between.is_empty() {
                    answers &= line | square.bitboard();
                } else if between.len() == 1 {
                    // If it is a piece of the other side, nothing of ours is bound by it.
                    pins = line | square.bitboard();
                }
            }
        }
        let other_side = OtherSide::of(shape);
        let men = [(shape.kinds[0], squares[0]), (shape.kinds[1], squares[1])];
        // Takes a piece off the board.
        let without = |mut men: [(Kind, Square); MOST], square: Square| {
            let taken = men.iter_mut().find(|(kind, at)| *at == square && piece_is_others(*kind));
            if let Some(man) = taken {
                *man = (0, Square::A1);
            }
            men
        };
        let quiet = |index: u64| Successor::Place { slice: other_side.slice, index, same_side: false };

        for to in get_king_moves(king) & !own & !attacked {
            if occupied.has(to) {
                found(changed([to, other_king], without(men, to)))?;
            } else {
                let pair = other_pair([to, other_king], shape.pawns);
                found(quiet(other_side.index(pair, squares)))?;
            }
        }
        let pair = other_pair([king, other_king], shape.pawns);
        for at in 0..shape.count {
            let (kind_here, from) = men[at];
            let (piece, is_others) = piece(kind_here);
            if is_others {
                continue;
            }
            let allowed = if pins.has(from) { answers & pins } else { answers };
            let moved = |kind: Kind, to: Square| {
                let mut men = without(men, to);
                men[at] = (kind, to);
                men
            };
            let stepped = |to: Square| {
                let mut squares = squares;
                squares[at] = to;
                squares
            };
            if piece != Piece::Pawn {
                for to in attacks(piece, false, from, occupied) & !own & allowed {
                    if occupied.has(to) {
                        found(changed([king, other_king], moved(kind_here, to)))?;
                    } else {
                        found(quiet(other_side.index(pair, stepped(to))))?;
                    }
                }
                continue;
            }
            let ahead = up(from, 1);
            let captures = attacks(Piece::Pawn, false, from, occupied) & occupied & !own;
            let ahead_free = !occupied.has(ahead);
            let steps = if ahead_free { ahead.bitboard() } else { BitBoard::EMPTY };
            for to in (captures | steps) & allowed {
                if to.rank() == Rank::Eighth {
                    for becomes in PROMOTIONS {
                        found(changed([king, other_king], moved(kind(becomes, false), to)))?;
                    }
                } else if occupied.has(to) {
                    found(changed([king, other_king], moved(kind_here, to)))?;
                } else {
                    found(quiet(other_side.index(pair, stepped(to))))?;
                }
            }
            let twice = up(from, 2);
            if from.rank() == Rank::Second && ahead_free && !occupied.has(twice) && allowed.has(twice) {
                let squares = stepped(twice);
                // A pawn beside it may capture it: that is another position.
                let other_pawn = men.iter().any(|&(kind, square)| kind == OTHER_PAWN && is_beside(square, twice));
                found(quiet(if other_pawn {
                    other_side.en_passant_index(pair, squares)
                } else {
                    other_side.index(pair, squares)
                }))?;
            }
            if en_passant {
                // With two pawns nothing is left that could give check afterwards.
                let mut men = without(men, squares[1]);
                men[at] = (OWN_PAWN, up(squares[1], 1));
                found(changed([king, other_king], men))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands out the positions from which a move of the other side leads to this one, once for each such move, and
    /// numbers that no position has.
    ///
    /// Where symmetry makes several positions one number, the moves of the position before must be counted, not those
    /// that are taken back here: of one that is its own image two moves lead to images of this one, and of this one, if
    /// it is its own image, two are taken back to images of the one before.
    #[inline]
    pub(super) fn predecessors(&self, mut found: impl FnMut(Before)) {
        let &Placement { shape, kings: [king, other_king], squares, en_passant } = self;
        let occupied = self.occupied();
        let before = OtherSide::of(shape);
        let is_fixed = shape.is_fixed(own_pair(self.kings, shape.pawns), squares);
        let mut taken_back = |pair: Pair, squares: [Square; MOST], from: Square, to: Square| {
            let index = before.index(pair, squares);
            let mut found = |index| found(Before { slice: before.slice, index, same_side: false });
            let was_fixed = before.shape.is_fixed(pair, before.ordered(squares));
            match (is_fixed, was_fixed) {
                (false, true) => {
                    found(index);
                    found(index);
                }
                (true, false) if is_second(to, from) => {}
                _ => found(index),
            }
            // With pawns side by side there is the same position with the right to capture en passant, if the way that
            // the pawn came in two steps is free.
            if shape.kinds == [OWN_PAWN, OTHER_PAWN] {
                let [passing, other] = squares;
                let came = passing.rank() == Rank::Fourth && is_beside(passing, other);
                let way = [8, 16].map(|down| Square::ALL[(passing as usize + 64 - down) % 64]);
                let stands = |square| square == king || square == other_king && to != other_king || square == from;
                if came && !way.into_iter().any(stands) {
                    found(before.en_passant_index(pair, squares));
                }
            }
        };
        let pair = other_pair([king, other_king], shape.pawns);
        if en_passant {
            let mut squares = squares;
            let to = squares[1];
            squares[1] = up(to, 2);
            taken_back(pair, squares, squares[1], to);
            return;
        }
        for from in get_king_moves(other_king) & !occupied {
            let pair = other_pair([king, from], shape.pawns);
            if pair.number != NO_PAIR {
                taken_back(pair, squares, from, other_king);
            }
        }
        for at in 0..shape.count {
            let (piece, is_others) = piece(shape.kinds[at]);
            if !is_others {
                continue;
            }
            let to = squares[at];
            let stepped = |from: Square| {
                let mut squares = squares;
                squares[at] = from;
                squares
            };
            if piece != Piece::Pawn {
                for from in attacks(piece, true, to, occupied) & !occupied {
                    taken_back(pair, stepped(from), from, to);
                }
                continue;
            }
            let behind = up(to, 1);
            if to.rank() >= Rank::Seventh || occupied.has(behind) {
                continue;
            }
            taken_back(pair, stepped(behind), behind, to);
            let twice = up(to, 2);
            let passed = shape.kinds == [OWN_PAWN, OTHER_PAWN] && is_beside(squares[0], to);
            if to.rank() == Rank::Fifth && !occupied.has(twice) && !passed {
                taken_back(pair, stepped(twice), twice, to);
            }
        }
    }
}

/// Whether a move taken back comes after its image, where files and ranks are exchanged.
#[inline]
fn is_second(to: Square, from: Square) -> bool {
    let (to, from) = (to as u32, from as u32);
    (to, from) > (exchanged(to), exchanged(from))
}

#[inline]
fn piece_is_others(kind: Kind) -> bool {
    kind > OWN_PAWN
}
