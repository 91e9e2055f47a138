//! The pieces beside the kings, of which a slice holds all placements.

use counterplay_core::indexed::Slice;
use cozy_chess::{Piece, Square};

use super::symmetry::{IMAGES, PAIRS, Pair};

/// Most pieces beside the kings.
pub(super) const MOST: usize = 2;

/// A kind of piece beside the kings, of either side: 0 for none, then queen, rook, bishop, knight and pawn of the side
/// to move, then those of the other side.
pub(super) type Kind = u8;

/// How many kinds there are, none included.
const KINDS: usize = 11;
/// How many kinds each side has.
const OF_A_SIDE: Kind = 5;
const PIECES: [Piece; OF_A_SIDE as usize] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

/// A pawn of the side to move, and of the other.
pub(super) const OWN_PAWN: Kind = 5;
pub(super) const OTHER_PAWN: Kind = 10;

/// How many ways there are for a pawn on the fifth rank to have the other pawn beside it.
const BESIDE: u32 = 14;

/// The piece of a kind, and whether the other side has it.
#[inline]
pub(super) const fn piece(kind: Kind) -> (Piece, bool) {
    let is_others = kind > OF_A_SIDE;
    (PIECES[(if is_others { kind - OF_A_SIDE } else { kind }) as usize - 1], is_others)
}

/// The kind of a piece.
#[inline]
pub(super) const fn kind(piece: Piece, is_others: bool) -> Kind {
    let own = match piece {
        Piece::Queen => 1,
        Piece::Rook => 2,
        Piece::Bishop => 3,
        Piece::Knight => 4,
        Piece::Pawn | Piece::King => OWN_PAWN,
    };
    if is_others { own + OF_A_SIDE } else { own }
}

/// The same piece as the other side sees it.
#[inline]
pub(super) const fn flipped(kind: Kind) -> Kind {
    match kind {
        0 => 0,
        own if own <= OF_A_SIDE => own + OF_A_SIDE,
        others => others - OF_A_SIDE,
    }
}

/// How the pieces of a slice make up a number.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The pieces, in their order; no piece stands last.
    pub(super) kinds: [Kind; MOST],
    pub(super) count: usize,
    /// The lowest square of each, and what a square adds to the number.
    first: [u32; MOST],
    step: [u32; MOST],
    /// Both pieces are of one kind, so that their order does not matter.
    pub(super) is_alike: bool,
    pub(super) pawns: bool,
    /// How many numbers there are without a right to capture en passant, and with.
    pub(super) placements: u32,
    pub(super) rests: u32,
    /// The slice of the same pieces with the other side to move, and whether their order is another there.
    pub(super) flipped: Slice,
    pub(super) is_swapped: bool,
}

/// The slice of these pieces, in any order; and whether they had to be exchanged.
#[inline]
pub(super) const fn slice([one, other]: [Kind; MOST]) -> (Slice, bool) {
    let is_swapped = other != 0 && (one == 0 || other < one);
    let [first, second] = if is_swapped { [other, one] } else { [one, other] };
    (Slice(first as u32 * KINDS as u32 + second as u32), is_swapped)
}

const fn shape(kinds: [Kind; MOST]) -> Shape {
    let mut shape = Shape {
        kinds,
        count: 0,
        first: [0; MOST],
        step: [0; MOST],
        is_alike: kinds[0] != 0 && kinds[0] == kinds[1],
        pawns: false,
        placements: 1,
        rests: 1,
        flipped: Slice(0),
        is_swapped: false,
    };
    let (flipped, is_swapped) = slice([flipped(kinds[0]), flipped(kinds[1])]);
    (shape.flipped, shape.is_swapped) = (flipped, is_swapped);
    let mut at = MOST;
    while at > 0 {
        at -= 1;
        if kinds[at] == 0 {
            continue;
        }
        shape.count += 1;
        shape.step[at] = shape.placements;
        let is_pawn = kinds[at] == OWN_PAWN || kinds[at] == OTHER_PAWN;
        shape.first[at] = if is_pawn { 8 } else { 0 };
        shape.placements *= if is_pawn { 48 } else { 64 };
        shape.pawns |= is_pawn;
    }
    if shape.is_alike {
        let squares = if shape.pawns { 48 } else { 64 };
        shape.placements = squares * (squares - 1) / 2;
    }
    let both = kinds[0] == OWN_PAWN && kinds[1] == OTHER_PAWN;
    shape.rests = shape.placements + if both { BESIDE } else { 0 };
    shape
}

static SHAPES: [Shape; KINDS * KINDS] = {
    let mut shapes = [shape([0, 0]); KINDS * KINDS];
    let mut at = 0;
    while at < KINDS * KINDS {
        shapes[at] = shape([(at / KINDS) as Kind, (at % KINDS) as Kind]);
        at += 1;
    }
    shapes
};

/// Two squares of a set by the number of the set, the greater first.
static SETS: [[u8; 2]; 64 * 63 / 2] = {
    let mut sets = [[0; 2]; 64 * 63 / 2];
    let (mut at, mut high) = (0, 1);
    while high < 64 {
        let mut low = 0;
        while low < high {
            sets[at] = [high, low];
            (at, low) = (at + 1, low + 1);
        }
        high += 1;
    }
    sets
};

impl Shape {
    #[inline]
    pub(super) fn of(Slice(slice): Slice) -> &'static Shape {
        &SHAPES[slice as usize]
    }

    /// How many numbers the slice has.
    pub(super) fn size(&self) -> u64 {
        PAIRS[usize::from(self.pawns)] as u64 * u64::from(self.rests)
    }

    /// The name of the slice: `KQ v KR`.
    pub(super) fn name(&self) -> String {
        let side = |is_others| {
            let of = self.kinds.iter().filter(|&&kind| kind != 0).map(|&kind| piece(kind));
            let pieces = of.filter(|&(_, others)| others == is_others);
            pieces.fold("K".to_owned(), |name, (piece, _)| name + &char::from(piece).to_uppercase().to_string())
        };
        format!("{} v {}", side(false), side(true))
    }

    /// What the squares of the pieces add to the number of a position.
    #[inline]
    fn placed(&self, squares: [u32; MOST]) -> u32 {
        let [one, other] = [squares[0] - self.first[0], squares[1] - self.first[1]];
        if self.is_alike {
            let (high, low) = if one > other { (one, other) } else { (other, one) };
            return high * high.wrapping_sub(1) / 2 + low;
        }
        one * self.step[0] + other * self.step[1]
    }

    /// The number of a position with these kings, and the pieces on these squares before the symmetry.
    #[inline]
    pub(super) fn index(&self, pair: Pair, squares: [Square; MOST]) -> u64 {
        let images = &IMAGES[usize::from(pair.symmetry)];
        let squares = squares.map(|square| images[square as usize] as u32);
        let mut placed = self.placed(squares);
        if pair.is_diagonal {
            placed = placed.min(self.placed(squares.map(exchanged)));
        }
        u64::from(u32::from(pair.number) * self.rests + placed)
    }

    /// Whether the position is its own image when files and ranks are exchanged.
    #[inline]
    pub(super) fn is_fixed(&self, pair: Pair, squares: [Square; MOST]) -> bool {
        if !pair.is_diagonal {
            return false;
        }
        let squares = squares.map(|square| IMAGES[usize::from(pair.symmetry)][square as usize] as u32);
        self.placed(squares) == self.placed(squares.map(exchanged))
    }

    /// The squares of the pieces by what they add to the number; those that are not there are on a1.
    #[inline]
    pub(super) fn squares(&self, placed: u32) -> [Square; MOST] {
        let square = |at: usize, number: u32| Square::ALL[(number + self.first[at]) as usize % 64];
        if self.is_alike {
            let [high, low] = SETS[placed as usize];
            return [square(0, low.into()), square(1, high.into())];
        }
        match self.count {
            0 => [Square::A1; MOST],
            1 => [square(0, placed), Square::A1],
            _ => [square(0, placed / self.step[0]), square(1, placed % self.step[0])],
        }
    }

    /// The number of a position in which the pawn of the side to move may capture the other en passant.
    #[inline]
    pub(super) fn en_passant_index(&self, pair: Pair, squares: [Square; MOST]) -> u64 {
        let [own, other] = squares.map(|square| IMAGES[usize::from(pair.symmetry)][square as usize] as u32 % 8);
        let beside = if other > own { own } else { 7 + other };
        u64::from(u32::from(pair.number) * self.rests + self.placements + beside)
    }

    /// The pawns of such a position.
    #[inline]
    pub(super) fn en_passant_squares(beside: u32) -> [Square; MOST] {
        let files = if beside < 7 { [beside, beside + 1] } else { [beside - 6, beside - 7] };
        files.map(|file| Square::ALL[32 + file as usize])
    }
}

/// A square with file and rank exchanged.
#[inline]
pub(super) const fn exchanged(square: u32) -> u32 {
    square % 8 * 8 + square / 8
}
