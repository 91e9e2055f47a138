//! Moves: what they are, which there are, and what they do.

use counterplay_core::Seat;

use super::board::{Board, Direction, crown_row};

/// A move: a step, or a capture with all its jumps. Two ways to jump are two moves, even if they end on the same square.
///
/// ```text
///   bits  0 to  4   the square that it begins on, less 1
///   bits  5 to  8   the number of jumps; 0 for a step
///   bits  9 to 26   the directions of the jumps, or of the step, two bits each, the first one lowest
/// ```
///
/// No move has more than nine jumps: there are no more squares that one piece can jump over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u32);

const JUMPS: u32 = 5;
const PATH: u32 = 9;

impl Move {
    #[inline]
    fn step(from: u32, direction: Direction) -> Move {
        Move(from | (direction as u32) << PATH)
    }

    /// A capture without its jumps, to which they are then [added](Move::jump).
    #[inline]
    fn capture(from: u32) -> Move {
        Move(from)
    }

    #[inline]
    fn jump(self, direction: Direction) -> Move {
        let jumps = self.jumps();
        Move(self.0 + (1 << JUMPS) | (direction as u32) << (PATH + 2 * jumps))
    }

    /// The bit number of the square that it begins on.
    #[inline]
    pub(crate) fn from(self) -> u32 {
        self.0 & 31
    }

    /// How many pieces it takes.
    #[must_use]
    #[inline]
    pub fn jumps(self) -> u32 {
        self.0 >> JUMPS & 15
    }

    /// Whether it takes anything.
    #[must_use]
    #[inline]
    pub fn is_capture(self) -> bool {
        self.jumps() > 0
    }

    /// The direction of a step, or of the jump of this number, from 0.
    #[inline]
    fn direction(self, number: u32) -> Direction {
        Direction::ALL[(self.0 >> (PATH + 2 * number) & 3) as usize]
    }

    /// The bits of the squares that it stands on, from the first to the last.
    pub(crate) fn path(self) -> impl Iterator<Item = u32> {
        let mut at = 1 << self.from();
        let steps = (0..self.jumps().max(1)).map(move |number| {
            let direction = self.direction(number);
            let next = direction.step(at);
            at = if self.is_capture() { direction.step(next) } else { next };
            at
        });
        std::iter::once(at).chain(steps)
    }

    /// A small number: another one for each move of a position. A capture of more than five pieces has none.
    pub(crate) fn code(self) -> Option<u16> {
        let path = match self.jumps() {
            0 => self.0 >> PATH,
            // The one before the directions tells how many they are.
            jumps @ 1..=5 => 1 << (2 * jumps) | self.0 >> PATH,
            _ => return None,
        };
        Some((path << 5 | self.from()) as u16)
    }
}

/// The pieces of the side to move that can go down, and that can go up.
struct Movers {
    down: u32,
    up: u32,
}

impl Movers {
    #[inline]
    fn of(board: &Board) -> Movers {
        let own = board.pieces(board.mover);
        let kings = own & board.kings;
        if board.mover == Seat::FIRST { Movers { down: own, up: kings } } else { Movers { down: kings, up: own } }
    }

    #[inline]
    fn in_direction(&self, direction: Direction) -> u32 {
        match direction {
            Direction::DownLeft | Direction::DownRight => self.down,
            Direction::UpLeft | Direction::UpRight => self.up,
        }
    }
}

impl Board {
    /// For each direction the pieces that can step.
    #[inline]
    fn steppers(&self) -> [u32; 4] {
        let (movers, empty) = (Movers::of(self), self.empty());
        Direction::ALL.map(|direction| movers.in_direction(direction) & direction.back(empty))
    }

    /// For each direction the pieces that can jump.
    #[inline]
    fn jumpers(&self) -> [u32; 4] {
        let (movers, empty) = (Movers::of(self), self.empty());
        let other = self.pieces(self.mover.other());
        Direction::ALL.map(|direction| movers.in_direction(direction) & direction.back(other & direction.back(empty)))
    }

    /// Whether the side to move can capture, and so must.
    #[must_use]
    #[inline]
    pub fn must_capture(&self) -> bool {
        union(self.jumpers()) != 0
    }

    /// Whether a piece of the side to move has a free square to step to.
    #[must_use]
    #[inline]
    pub fn can_step(&self) -> bool {
        union(self.steppers()) != 0
    }

    /// Hands out the legal moves, one after the other.
    #[inline]
    pub(crate) fn each_move(&self, mut found: impl FnMut(Move)) {
        let jumpers = self.jumpers();
        if union(jumpers) != 0 {
            self.each_capture(jumpers, &mut found);
            return;
        }
        for (direction, steppers) in Direction::ALL.into_iter().zip(self.steppers()) {
            each_bit(steppers, |from| found(Move::step(from, direction)));
        }
    }

    /// How many legal moves there are: steps need not be listed to be counted.
    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let jumpers = self.jumpers();
        if union(jumpers) == 0 {
            return self.steppers().map(|steppers| u64::from(steppers.count_ones())).iter().sum();
        }
        let mut count = 0;
        self.each_capture(jumpers, &mut |_| count += 1);
        count
    }

    /// Hands out the captures that begin with a jump of these pieces.
    #[inline]
    fn each_capture(&self, jumpers: [u32; 4], found: &mut impl FnMut(Move)) {
        for (direction, jumpers) in Direction::ALL.into_iter().zip(jumpers) {
            each_bit(jumpers, |from| {
                let bit = 1 << from;
                let jumping = Jumping {
                    // The square that the piece comes from is free, and may be jumped to.
                    empty: self.empty() | bit,
                    crown: if self.kings & bit == 0 { crown_row(self.mover) } else { 0 },
                    forward: if self.mover == Seat::FIRST { &Direction::ALL[..2] } else { &Direction::ALL[2..] },
                };
                jumping.jump(bit, self.pieces(self.mover.other()), Move::capture(from), direction, found);
            });
        }
    }

    /// The board after a move, which must be legal.
    #[inline]
    pub(crate) fn after(&self, action: Move) -> Board {
        let from = 1 << action.from();
        let (mut to, mut taken) = (from, 0);
        if action.is_capture() {
            for number in 0..action.jumps() {
                let direction = action.direction(number);
                let over = direction.step(to);
                taken |= over;
                to = direction.step(over);
            }
        } else {
            to = action.direction(0).step(from);
        }
        let Board { black, white, kings, mover } = *self;
        debug_assert!(self.pieces(mover) & from != 0 && (self.empty() | from) & to != 0, "{self:?} {action:?}");
        debug_assert_eq!(self.pieces(mover.other()) & taken, taken, "{self:?} {action:?}");
        let crowned = if kings & from != 0 { to } else { to & crown_row(mover) };
        let moved = |pieces: u32| pieces & !from | to;
        let (black, white) =
            if mover == Seat::FIRST { (moved(black), white & !taken) } else { (black & !taken, moved(white)) };
        Board { black, white, kings: kings & !(from | taken) | crowned, mover: mover.other() }
    }
}

/// A piece on its way through a capture.
struct Jumping {
    /// Where it can land.
    empty: u32,
    /// Where it is crowned, which ends the move; nowhere for a king.
    crown: u32,
    /// Where a man can go.
    forward: &'static [Direction],
}

impl Jumping {
    /// Jumps from a square in a direction, in which there is something to jump, and then on while it can.
    fn jump(&self, at: u32, others: u32, path: Move, direction: Direction, found: &mut impl FnMut(Move)) {
        let over = direction.step(at);
        let (to, others, path) = (direction.step(over), others & !over, path.jump(direction));
        let mut ends = true;
        if to & self.crown == 0 {
            let directions = if self.crown == 0 { &Direction::ALL } else { self.forward };
            for &direction in directions {
                if direction.step(direction.step(to) & others) & self.empty != 0 {
                    ends = false;
                    self.jump(to, others, path, direction, found);
                }
            }
        }
        if ends {
            found(path);
        }
    }
}

#[inline]
fn union([a, b, c, d]: [u32; 4]) -> u32 {
    a | b | c | d
}

/// The numbers of the bits of a set, the lowest first.
#[inline]
fn each_bit(mut set: u32, mut found: impl FnMut(u32)) {
    while set != 0 {
        found(set.trailing_zeros());
        set &= set - 1;
    }
}
