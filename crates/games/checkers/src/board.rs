//! The board: where the pieces are, and the steps from square to square.

use counterplay_core::{Score, Seat};

/// The pieces on the board, a bit for each dark square: that of square 1 is the lowest.
///
/// ```text
///       .  1  .  2  .  3  .  4       Black's men begin on 1 to 12, and go down.
///       5  .  6  .  7  .  8  .
///       .  9  . 10  . 11  . 12       bit = square - 1.
///      13  . 14  . 15  . 16  .
///       . 17  . 18  . 19  . 20       A step down is one of 4 bits to the left and 5 to the right; in rows that
///      21  . 22  . 23  . 24  .       begin with a dark square, one less. Two steps are 7 and 9 bits in all rows.
///       . 25  . 26  . 27  . 28
///      29  . 30  . 31  . 32  .       White's men begin on 21 to 32, and go up.
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// All pieces of Black, men and kings.
    pub(crate) black: u32,
    /// All pieces of White.
    pub(crate) white: u32,
    /// The kings of both.
    pub(crate) kings: u32,
    /// Who is to move.
    pub(crate) mover: Seat,
}

/// A step to a square that touches another one at a corner. They are numbered as they are drawn, so that the opposite
/// of one is 3 less its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    DownLeft,
    DownRight,
    UpLeft,
    UpRight,
}

impl Direction {
    /// In the order of their numbers.
    pub(crate) const ALL: [Direction; 4] =
        [Direction::DownLeft, Direction::DownRight, Direction::UpLeft, Direction::UpRight];

    #[inline]
    pub(crate) const fn opposite(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    /// Where these squares are after a step each; those that it leads off the board are gone.
    #[inline]
    pub(crate) const fn step(self, squares: u32) -> u32 {
        match self {
            Direction::DownLeft => (squares & INDENTED) << 4 | (squares & FLUSH & !LEFT) << 3,
            Direction::DownRight => (squares & FLUSH) << 4 | (squares & INDENTED & !RIGHT) << 5,
            Direction::UpLeft => (squares & INDENTED) >> 4 | (squares & FLUSH & !LEFT) >> 5,
            Direction::UpRight => (squares & FLUSH) >> 4 | (squares & INDENTED & !RIGHT) >> 3,
        }
    }

    /// The bit number of the square next to one, which must not be off the board.
    #[inline]
    pub(crate) const fn next(self, square: u32) -> u32 {
        let flush = square >> 2 & 1;
        square.wrapping_add_signed([4, 5, -4, -3][self as usize]) - flush
    }

    /// The bit number of the square behind that.
    #[inline]
    pub(crate) const fn behind(self, square: u32) -> u32 {
        square.wrapping_add_signed([7, 9, -9, -7][self as usize])
    }

    /// The pieces that a step leads to one of these squares.
    #[inline]
    pub(crate) const fn back(self, squares: u32) -> u32 {
        self.opposite().step(squares)
    }
}

/// Where a king can step to from each square. Black's men step to the higher ones of these, White's to the lower.
pub(crate) const KING_STEPS: [u32; 32] = {
    let mut steps = [0; 32];
    let mut square = 0;
    while square < 32 {
        let bit = 1 << square;
        let down = Direction::DownLeft.step(bit) | Direction::DownRight.step(bit);
        steps[square] = down | Direction::UpLeft.step(bit) | Direction::UpRight.step(bit);
        square += 1;
    }
    steps
};

/// The rows that begin with a light square.
const INDENTED: u32 = 0x0f0f_0f0f;
/// The rows that begin with a dark one.
const FLUSH: u32 = 0xf0f0_f0f0;
/// The squares at the left edge, and at the right.
const LEFT: u32 = 0x1010_1010;
const RIGHT: u32 = 0x0808_0808;

/// The row on which a seat's men are crowned: the other's back row.
#[inline]
pub(crate) const fn crown_row(seat: Seat) -> u32 {
    if seat.0 == 0 { 0xf000_0000 } else { 0x0000_000f }
}

impl Board {
    /// A board with these men and kings, a bit for each square: that of square 1 is the lowest. Nothing if two pieces
    /// are on one square, or a man is where he would have been crowned, or there are more than twelve pieces of a side.
    #[must_use]
    pub fn new(black_men: u32, black_kings: u32, white_men: u32, white_kings: u32, mover: Seat) -> Option<Board> {
        let sets = [black_men, black_kings, white_men, white_kings];
        let all = sets.iter().fold(0, |all, set| all | set);
        let apart = sets.iter().map(|set| set.count_ones()).sum::<u32>() == all.count_ones();
        let crowned = black_men & crown_row(Seat::FIRST) | white_men & crown_row(Seat::SECOND);
        let (black, white) = (black_men | black_kings, white_men | white_kings);
        let few = black.count_ones().max(white.count_ones()) <= 12;
        (apart && crowned == 0 && few).then_some(Board { black, white, kings: black_kings | white_kings, mover })
    }

    /// Who is to move.
    #[must_use]
    #[inline]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The pieces of a seat, men and kings.
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat) -> u32 {
        if seat == Seat::FIRST { self.black } else { self.white }
    }

    /// The men of a seat.
    #[must_use]
    #[inline]
    pub fn men(&self, seat: Seat) -> u32 {
        self.pieces(seat) & !self.kings
    }

    /// The kings of a seat.
    #[must_use]
    #[inline]
    pub fn kings(&self, seat: Seat) -> u32 {
        self.pieces(seat) & self.kings
    }

    /// The squares without a piece.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> u32 {
        !(self.black | self.white)
    }

    /// The number for the side to move, as MAX sees it.
    #[inline]
    pub(crate) fn for_max(&self, value: i32) -> Score {
        Score::new(if self.mover == Seat::FIRST { value } else { -value })
    }

    /// The board as the side to move sees it, whose men go down: Black's as it is, White's
    /// [flipped](Board::flipped).
    #[inline]
    pub(crate) fn own_view(&self) -> Board {
        if self.mover == Seat::FIRST { *self } else { self.flipped() }
    }

    /// The board seen from the other side: the colours are exchanged, the mover too, and it is turned around.
    #[must_use]
    #[inline]
    pub fn flipped(&self) -> Board {
        Board {
            black: self.white.reverse_bits(),
            white: self.black.reverse_bits(),
            kings: self.kings.reverse_bits(),
            mover: self.mover.other(),
        }
    }
}
