//! Symmetries of the board, and the pairs of kings that they leave.
//!
//! Without pawns a board that is mirrored or turned is worth the same: eight make one. The king of the side to move
//! then stands in the triangle a1, d1, d4, and the other king not above the diagonal if the first is on it: 462 pairs.
//! With pawns only left and right can be exchanged: the king stands on the files a to d, 1806 pairs. No pair has kings
//! next to one another.

use cozy_chess::Square;

/// Mirrors the files.
pub(super) const FILES: usize = 1;
/// Mirrors the ranks.
pub(super) const RANKS: usize = 2;
/// Exchanges files and ranks, after the other two.
const DIAGONAL: usize = 4;

/// How many pairs of kings there are, without pawns and with them.
pub(super) const PAIRS: [usize; 2] = [462, 1806];

const fn image(symmetry: usize, square: usize) -> usize {
    let file = if symmetry & FILES != 0 { 7 - square % 8 } else { square % 8 };
    let rank = if symmetry & RANKS != 0 { 7 - square / 8 } else { square / 8 };
    if symmetry & DIAGONAL != 0 { file * 8 + rank } else { rank * 8 + file }
}

/// Where each symmetry puts each square.
pub(super) static IMAGES: [[Square; 64]; 8] = {
    let mut images = [[Square::A1; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        images[at / 64][at % 64] = Square::index_const(image(at / 64, at % 64));
        at += 1;
    }
    images
};

/// A pair of kings: its number, and the symmetry that makes it one of those that are numbered.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    pub(super) number: u16,
    pub(super) symmetry: u8,
    /// Both kings stand on the diagonal, which exchanging files and ranks leaves as they are.
    pub(super) is_diagonal: bool,
}

/// The number of kings that stand next to one another: none.
pub(super) const NO_PAIR: u16 = u16::MAX;

const fn is_apart(one: usize, other: usize) -> bool {
    (one % 8).abs_diff(other % 8) > 1 || (one / 8).abs_diff(other / 8) > 1
}

/// The symmetry that makes a pair one of those that are numbered.
const fn symmetry(own: usize, other: usize, pawns: bool) -> usize {
    let files = if own % 8 > 3 { FILES } else { 0 };
    if pawns {
        return files;
    }
    let both = files | if own / 8 > 3 { RANKS } else { 0 };
    let (own, other) = (image(both, own), image(both, other));
    let is_above = own / 8 > own % 8 || own / 8 == own % 8 && other / 8 > other % 8;
    if is_above { both | DIAGONAL } else { both }
}

/// Pairs by the squares of the side to move and of the other, without pawns and with them.
type Pairs = [[Pair; 64 * 64]; 2];

const fn pairs() -> Pairs {
    let mut pairs = [[Pair { number: NO_PAIR, symmetry: 0, is_diagonal: false }; 64 * 64]; 2];
    let mut pawns = 0;
    while pawns < 2 {
        // First those that are numbered, then those that are like them.
        let (mut at, mut number) = (0, 0);
        while at < 64 * 64 {
            let (own, other) = (at / 64, at % 64);
            if is_apart(own, other) && symmetry(own, other, pawns == 1) == 0 {
                pairs[pawns][at].number = number;
                number += 1;
            }
            at += 1;
        }
        assert!(number as usize == PAIRS[pawns]);
        at = 0;
        while at < 64 * 64 {
            let symmetry = symmetry(at / 64, at % 64, pawns == 1);
            let (own, other) = (image(symmetry, at / 64), image(symmetry, at % 64));
            let number = pairs[pawns][own * 64 + other].number;
            let is_diagonal = pawns == 0 && own / 8 == own % 8 && other / 8 == other % 8;
            pairs[pawns][at] = Pair { number, symmetry: symmetry as u8, is_diagonal };
            at += 1;
        }
        pawns += 1;
    }
    pairs
}

static OWN_PAIRS: Pairs = pairs();

/// The pairs that the other side sees: it has the other king, and with pawns it looks from the other end of the board.
static OTHER_PAIRS: Pairs = {
    let (own, mut pairs) = (&OWN_PAIRS, OWN_PAIRS);
    let mut at = 0;
    while at < 2 * 64 * 64 {
        let (pawns, first, second) = (at / (64 * 64), at / 64 % 64, at % 64);
        let turn = if pawns == 1 { RANKS } else { 0 };
        let pair = own[pawns][image(turn, second) * 64 + image(turn, first)];
        let symmetry = pair.symmetry ^ turn as u8;
        pairs[pawns][first * 64 + second] = Pair { symmetry, ..pair };
        at += 1;
    }
    pairs
};

/// The pair of the kings of the side to move and of the other, as the side to move sees it.
#[inline]
pub(super) fn own_pair([own, other]: [Square; 2], pawns: bool) -> Pair {
    OWN_PAIRS[usize::from(pawns)][own as usize * 64 + other as usize]
}

/// The same kings as the other side sees them when it is to move.
#[inline]
pub(super) fn other_pair([own, other]: [Square; 2], pawns: bool) -> Pair {
    OTHER_PAIRS[usize::from(pawns)][own as usize * 64 + other as usize]
}

/// Kings by their number.
const fn listed<const COUNT: usize>(pawns: usize) -> [[Square; 2]; COUNT] {
    let pairs = &OWN_PAIRS;
    let mut listed = [[Square::A1; 2]; COUNT];
    let mut at = 0;
    while at < 64 * 64 {
        let Pair { number, symmetry, .. } = pairs[pawns][at];
        if number != NO_PAIR && symmetry == 0 {
            listed[number as usize] = [Square::index_const(at / 64), Square::index_const(at % 64)];
        }
        at += 1;
    }
    listed
}

static KINGS: [[Square; 2]; PAIRS[0]] = listed(0);
static KINGS_WITH_PAWNS: [[Square; 2]; PAIRS[1]] = listed(1);

/// The kings of a pair by its number.
#[inline]
pub(super) fn kings(number: usize, pawns: bool) -> [Square; 2] {
    if pawns { KINGS_WITH_PAWNS[number] } else { KINGS[number] }
}
