//! Moves: what they are, which there are, and what they do.

use counterplay_core::Seat;

use super::board::{Board, Direction, crown_row};

/// A move: a step, or a capture with all its jumps. Two ways to jump are two moves, even if they end on the same
/// square.
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
        Move((self.0 + (1 << JUMPS)) | (direction as u32) << (PATH + 2 * jumps))
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

    /// The bit numbers of the squares that it stands on, from the first to the last.
    pub(crate) fn path(self) -> impl Iterator<Item = u32> {
        let mut at = self.from();
        let steps = (0..self.jumps().max(1)).map(move |number| {
            let direction = self.direction(number);
            at = if self.is_capture() { direction.behind(at) } else { direction.next(at) };
            at
        });
        std::iter::once(self.from()).chain(steps)
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

/// What the side to move can do.
struct Chances {
    /// Its pieces that can go down, and that can go up.
    down: u32,
    up: u32,
    empty: u32,
    /// The pieces of the other side.
    others: u32,
}

impl Chances {
    #[inline]
    fn of(board: &Board) -> Chances {
        let Board { black, white, kings, mover } = *board;
        let empty = board.empty();
        match mover {
            Seat::FIRST => Chances { down: black, up: black & kings, empty, others: white },
            _ => Chances { down: white & kings, up: white, empty, others: black },
        }
    }

    /// For each direction the pieces that can step.
    #[inline]
    fn steppers(&self) -> [u32; 4] {
        self.movers(|direction| direction.back(self.empty))
    }

    /// For each direction the pieces that can jump.
    #[inline]
    fn jumpers(&self) -> [u32; 4] {
        self.movers(|direction| self.jumping_squares(direction))
    }

    /// The squares from which there is something to jump in a direction.
    #[inline]
    fn jumping_squares(&self, direction: Direction) -> u32 {
        direction.back(self.others & direction.back(self.empty))
    }

    /// For each direction the pieces that can go there and are on the right squares. Mostly all go the same way, and it
    /// is quicker to see that than to look both ways.
    #[inline]
    fn movers(&self, squares: impl Fn(Direction) -> u32) -> [u32; 4] {
        let mut movers = [0; 4];
        if self.down != 0 {
            movers[0] = self.down & squares(Direction::DownLeft);
            movers[1] = self.down & squares(Direction::DownRight);
        }
        if self.up != 0 {
            movers[2] = self.up & squares(Direction::UpLeft);
            movers[3] = self.up & squares(Direction::UpRight);
        }
        movers
    }

    /// Hands out the captures that begin with a jump of these pieces.
    #[inline]
    fn each_capture(&self, jumpers: [u32; 4], crown: u32, found: &mut impl FnMut(Move)) {
        let both = |[one, other]: [Direction; 2]| self.jumping_squares(one) | self.jumping_squares(other);
        let down = if self.down == 0 { 0 } else { both([Direction::DownLeft, Direction::DownRight]) };
        let up = if self.up == 0 { 0 } else { both([Direction::UpLeft, Direction::UpRight]) };
        for (direction, jumpers) in Direction::ALL.into_iter().zip(jumpers) {
            each_bit(jumpers, |from| {
                let (bit, to) = (1 << from, 1 << direction.behind(from));
                let [goes_down, goes_up] = [self.down & bit != 0, self.up & bit != 0];
                let first = Move::capture(from).jump(direction);
                // Where the second jump can go hangs neither on the piece taken nor on the square that is now free.
                if to & (if goes_down { down } else { 0 } | if goes_up { up } else { 0 }) == 0 {
                    return found(first);
                }
                let piece = Jumper {
                    // The square that it comes from is free, and may be jumped to.
                    empty: self.empty | bit,
                    crown: if goes_down && goes_up { 0 } else { crown },
                    down: if goes_down { u32::MAX } else { 0 },
                    up: if goes_up { u32::MAX } else { 0 },
                };
                piece.go_on(direction.behind(from), self.others & !(1 << direction.next(from)), first, found);
            });
        }
    }
}

/// A piece on its way through a capture.
struct Jumper {
    /// Where it can land.
    empty: u32,
    /// Where it is crowned, which ends the move; nowhere for a king.
    crown: u32,
    /// The squares to which it can go down, and up: all of them, or none.
    down: u32,
    up: u32,
}

impl Jumper {
    /// Jumps on from a square while it can, and hands out each way to do so.
    fn go_on(&self, at: u32, others: u32, path: Move, found: &mut impl FnMut(Move)) {
        let bit = 1 << at;
        let mut ends = true;
        if bit & self.crown == 0 {
            let (down, up) = (self.empty & self.down, self.empty & self.up);
            for (direction, empty) in Direction::ALL.into_iter().zip([down, down, up, up]) {
                let over = direction.step(bit) & others;
                if direction.step(over) & empty != 0 {
                    ends = false;
                    self.go_on(direction.behind(at), others & !over, path.jump(direction), found);
                }
            }
        }
        if ends {
            found(path);
        }
    }
}

impl Board {
    /// Whether the side to move can capture, and so must.
    #[must_use]
    #[inline]
    pub fn must_capture(&self) -> bool {
        union(Chances::of(self).jumpers()) != 0
    }

    /// Whether a piece of the side to move has a free square to step to.
    #[must_use]
    #[inline]
    pub fn can_step(&self) -> bool {
        union(Chances::of(self).steppers()) != 0
    }

    /// Hands out the legal moves, one after the other.
    #[inline]
    pub(crate) fn each_move(&self, mut found: impl FnMut(Move)) {
        let chances = Chances::of(self);
        let jumpers = chances.jumpers();
        if union(jumpers) != 0 {
            return chances.each_capture(jumpers, crown_row(self.mover), &mut found);
        }
        for (direction, steppers) in Direction::ALL.into_iter().zip(chances.steppers()) {
            each_bit(steppers, |from| found(Move::step(from, direction)));
        }
    }

    /// How many legal moves there are: steps need not be listed to be counted.
    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let chances = Chances::of(self);
        let jumpers = chances.jumpers();
        if union(jumpers) == 0 {
            return self.count_steps().into();
        }
        let mut count = 0;
        chances.each_capture(jumpers, crown_row(self.mover), &mut |_| count += 1);
        count
    }

    /// How many steps there are, whether or not there is something to capture.
    #[inline]
    pub(crate) fn count_steps(&self) -> u32 {
        Chances::of(self).steppers().map(u32::count_ones).iter().sum()
    }

    /// The board after a move, which must be legal.
    #[inline]
    pub(crate) fn after(&self, action: Move) -> Board {
        let (mut at, mut taken) = (action.from(), 0);
        for number in 0..action.jumps() {
            let direction = action.direction(number);
            taken |= 1 << direction.next(at);
            at = direction.behind(at);
        }
        if !action.is_capture() {
            at = action.direction(0).next(at);
        }
        let (from, to) = (1 << action.from(), 1 << at);
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

#[inline]
fn union([a, b, c, d]: [u32; 4]) -> u32 {
    a | b | c | d
}

/// The numbers of the bits of a set, the lowest first.
#[inline]
pub(super) fn each_bit(mut set: u32, mut found: impl FnMut(u32)) {
    while set != 0 {
        found(set.trailing_zeros());
        set &= set - 1;
    }
}
