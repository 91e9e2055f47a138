//! A placement: up to four pieces on the board, as the side to move sees them.

use counterplay_core::indexed::Slice;
use cozy_chess::{
    BitBoard, BoardBuilder, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use super::material::{MOST, Shape, kind, piece, slice};
use super::symmetry::{IMAGES, RANKS, kings, own_pair};
use crate::Board;
use crate::board::en_passant_square;

/// A placement with the side to move below, going up.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    pub(super) shape: &'static Shape,
    /// The king of the side to move, and the other.
    pub(super) kings: [Square; 2],
    /// Where the pieces are, in the order of the shape.
    pub(super) squares: [Square; MOST],
    /// Whether the pawn of the side to move may capture the other en passant.
    pub(super) en_passant: bool,
}

/// What a piece attacks. A pawn of the other side goes down.
#[inline]
pub(super) fn attacks(piece: Piece, is_others: bool, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Knight => get_knight_moves(square),
        Piece::Pawn => get_pawn_attacks(square, if is_others { Color::Black } else { Color::White }),
        Piece::King => BitBoard::EMPTY,
    }
}

impl Placement {
    /// The placement of a number that has a position.
    #[inline]
    pub(super) fn at(slice: Slice, index: u64) -> Placement {
        let shape = Shape::of(slice);
        let (number, rest) = (index as u32 / shape.rests, index as u32 % shape.rests);
        let kings = kings(number as usize, shape.pawns);
        let en_passant = rest >= shape.placements;
        let squares = if en_passant { Shape::en_passant_squares(rest - shape.placements) } else { shape.squares(rest) };
        Placement { shape, kings, squares, en_passant }
    }

    /// The placement of a number, unless it has no position: pieces share a square, the number of its image is lower,
    /// or the other king is in check.
    #[inline]
    pub(super) fn unrank(slice: Slice, index: u64) -> Option<Placement> {
        let placement = Placement::at(slice, index);
        let Placement { shape, kings, squares, en_passant } = placement;
        let occupied = placement.occupied();
        if occupied.len() as usize != 2 + shape.count {
            return None;
        }
        let behind = || [8, 16].map(|up| Square::ALL[squares[1] as usize + up]);
        if en_passant && behind().into_iter().any(|square| occupied.has(square)) {
            return None;
        }
        if !shape.pawns && shape.index(own_pair(kings, false), squares) != index {
            return None;
        }
        let checks = placement
            .men()
            .any(|(piece, is_others, square)| !is_others && attacks(piece, false, square, occupied).has(kings[1]));
        (!checks).then_some(placement)
    }

    /// The number of the position.
    #[inline]
    pub(super) fn rank(&self) -> u64 {
        let pair = own_pair(self.kings, self.shape.pawns);
        if self.en_passant {
            self.shape.en_passant_index(pair, self.squares)
        } else {
            self.shape.index(pair, self.squares)
        }
    }

    /// How many placements of the whole board the number stands for. A right to capture en passant is none by itself.
    pub(super) fn weight(&self) -> u64 {
        match (self.shape.pawns, self.en_passant) {
            (true, true) => 0,
            (true, false) => 2,
            (false, _) if self.shape.is_fixed(own_pair(self.kings, false), self.squares) => 4,
            (false, _) => 8,
        }
    }

    /// The pieces beside the kings: what they are, whether the other side has them, and where they stand.
    #[inline]
    pub(super) fn men(&self) -> impl Iterator<Item = (Piece, bool, Square)> + use<> {
        let (kinds, squares) = (self.shape.kinds, self.squares);
        (0..self.shape.count).map(move |at| {
            let (piece, is_others) = piece(kinds[at]);
            (piece, is_others, squares[at])
        })
    }

    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        let kings = self.kings[0].bitboard() | self.kings[1].bitboard();
        self.men().fold(kings, |occupied, (_, _, square)| occupied | square.bitboard())
    }

    /// The slice of a board, unless it has too many pieces, or somebody may castle.
    #[inline]
    pub(super) fn slice_of(board: &Board) -> Option<Slice> {
        if board.occupied().len() as usize > 2 + MOST {
            return None;
        }
        let castles = Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        });
        (!castles).then(|| slice(Placement::men_of(board).0).0)
    }

    /// The kinds of the pieces of a board beside the kings, and their squares.
    fn men_of(board: &Board) -> ([u8; MOST], [Square; MOST]) {
        let (mut kinds, mut squares) = ([0; MOST], [Square::A1; MOST]);
        let others = board.colors(!board.side_to_move());
        let men = board.occupied() & !board.pieces(Piece::King);
        for (at, square) in men.into_iter().take(MOST).enumerate() {
            let piece = board.piece_on(square).unwrap_or(Piece::Pawn);
            (kinds[at], squares[at]) = (kind(piece, others.has(square)), square);
        }
        (kinds, squares)
    }

    /// The placement of a board.
    pub(super) fn of(board: &Board) -> Placement {
        let (kinds, mut squares) = Placement::men_of(board);
        let (slice, is_swapped) = slice(kinds);
        if is_swapped {
            squares.swap(0, 1);
        }
        let mover = board.side_to_move();
        let turn = if mover == Color::White { 0 } else { RANKS };
        let image = |square: Square| IMAGES[turn][square as usize];
        let kings = [image(board.king(mover)), image(board.king(!mover))];
        let en_passant = en_passant_square(board).is_some();
        Placement { shape: Shape::of(slice), kings, squares: squares.map(image), en_passant }
    }

    /// The board with White to move.
    pub(super) fn board(&self) -> Option<Board> {
        let mut builder = BoardBuilder::empty();
        for (king, color) in [(self.kings[0], Color::White), (self.kings[1], Color::Black)] {
            *builder.square_mut(king) = Some((Piece::King, color));
        }
        for (piece, is_others, square) in self.men() {
            let color = if is_others { Color::Black } else { Color::White };
            *builder.square_mut(square) = Some((piece, color));
        }
        if self.en_passant {
            builder.en_passant = Some(Square::ALL[self.squares[1] as usize + 8]);
        }
        builder.build().ok().map(Board::new)
    }
}

/// Whether two squares are next to one another on a rank.
#[inline]
pub(super) fn is_beside(one: Square, other: Square) -> bool {
    one as usize / 8 == other as usize / 8 && (one as usize).abs_diff(other as usize) == 1
}
