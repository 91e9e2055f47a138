//! Threats in the cube: a line that lacks one mark.

use counterplay_core::{Bounds, Forcing, Key, Side, Threat};

use super::cube::Cube;
use super::{Board, Cell, POINT, Qubic, cells, seat_of};

/// The lines as an attacker sees them who is about to move.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    own: Marks,
    other: Marks,
}

/// The marks of one side, and how many of them there are in each line.
///
/// ```text
///   line         75  …   3   2   1   0
///   twos      |   0  …   1   0   1   0       the second digit of the count
///   ones      |   1  …   1   0   0   1       the first digit
///   count         1  …   3   0   2   1       up to three: whoever makes the fourth has won
/// ```
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    cells: u64,
    ones: u128,
    twos: u128,
}

impl Marks {
    fn of(cube: &Cube, marks: u64) -> Marks {
        cells(marks).fold(Marks::default(), |all, cell| all.with(cube, cell))
    }

    /// With one mark more: all counters of its lines at once.
    #[inline]
    fn with(self, cube: &Cube, Cell(cell): Cell) -> Marks {
        let lines = cube.through[usize::from(cell)];
        Marks { cells: self.cells | 1 << cell, ones: self.ones ^ lines, twos: self.twos ^ (self.ones & lines) }
    }

    /// The lines with so many marks: 1, 2 or 3.
    #[inline]
    fn counting(&self, count: u8) -> u128 {
        match count {
            1 => self.ones & !self.twos,
            2 => !self.ones & self.twos,
            _ => self.ones & self.twos,
        }
    }

    #[inline]
    fn nowhere(&self) -> u128 {
        !(self.ones | self.twos)
    }
}

impl Lines {
    /// The lines in which a side lacks so many marks and the other has none.
    #[inline]
    fn lacking(cube: &Cube, side: &Marks, other: &Marks, missing: u8) -> u128 {
        side.counting(cube.size - missing) & other.nowhere()
    }

    #[inline]
    fn empty(&self, cube: &Cube) -> u64 {
        cube.cells & !(self.own.cells | self.other.cells)
    }
}

/// The cells of some lines, and those that are in at least two of them; all within `among`.
#[inline]
fn cells_of(cube: &Cube, mut lines: u128, among: u64) -> (u64, u64) {
    let (mut once, mut twice) = (0, 0);
    while lines != 0 {
        let line = cube.lines[lines.trailing_zeros() as usize] & among;
        twice |= once & line;
        once |= line;
        lines &= lines - 1;
    }
    (once, twice)
}

impl Forcing for Qubic {
    type Field = Lines;

    fn field(&self, board: &Board, attacker: Side) -> Lines {
        let seat = seat_of(attacker);
        let [own, other] = [seat, seat.other()].map(|seat| Marks::of(self.cube, board.of(seat)));
        Lines { own, other }
    }

    fn threats(&self, field: &Lines, out: &mut Vec<Threat<Cell>>) {
        let cube = self.cube;
        let (own, other) = (&field.own, &field.other);
        let empty = field.empty(cube);
        let win = |cells: u64| Threat { action: Cell(cells.trailing_zeros() as u8), answer: None };
        // A line that lacks one mark is won.
        let (winning, _) = cells_of(cube, Lines::lacking(cube, own, other, 1), empty);
        if winning != 0 {
            out.push(win(winning));
            return;
        }
        // One such line of the opponent leaves one action, two leave none.
        let (danger, _) = cells_of(cube, Lines::lacking(cube, other, own, 1), empty);
        if danger & danger.wrapping_sub(1) != 0 {
            return;
        }
        let allowed = if danger == 0 { empty } else { danger };
        // A cell on two lines that lack two marks makes two threats at once.
        let pairs = Lines::lacking(cube, own, other, 2);
        let (_, twice) = cells_of(cube, pairs, empty);
        if twice & allowed != 0 {
            out.push(win(twice & allowed));
            return;
        }
        // What opens most lines comes first. In the cube of three every line is open.
        let singles = if cube.size > 3 { Lines::lacking(cube, own, other, 3) } else { 0 };
        let opens = |Cell(cell): Cell| (cube.through[usize::from(cell)] & singles).count_ones() as u8;
        // PERF: there are few, and the library's sort with keys takes memory each time: a tenth of the whole proof.
        let (start, mut opened, mut left) = (out.len(), [0; 2 * Cube::LINES], pairs);
        while left != 0 {
            let pair = cube.lines[left.trailing_zeros() as usize] & empty;
            left &= left - 1;
            for action in cells(pair & allowed) {
                let threat = Threat { action, answer: Some(Cell((pair & !(1 << action.0)).trailing_zeros() as u8)) };
                let (own, mut to) = (opens(action), out.len() - start);
                out.push(threat);
                let sorted = &mut out[start..];
                while to > 0 && opened[to - 1] < own {
                    (sorted[to], opened[to]) = (sorted[to - 1], opened[to - 1]);
                    to -= 1;
                }
                (sorted[to], opened[to]) = (threat, own);
            }
        }
    }

    #[inline]
    fn exchange(&self, field: &mut Lines, action: Cell, answer: Cell) {
        field.own = field.own.with(self.cube, action);
        field.other = field.other.with(self.cube, answer);
    }

    #[inline]
    fn field_key(&self, field: &Lines) -> Key {
        // PERF: half of the time of two full mixtures, and this is asked at every node of every hunt.
        let spread = field.own.cells.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ field.other.cells.rotate_left(32);
        let mixed = spread.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Key(mixed ^ mixed >> 32)
    }

    fn worth(&self) -> Bounds {
        Bounds::new(POINT, POINT)
    }

    /// Lines that lack two marks, and a quarter for those that lack three.
    fn prospects(&self, field: &Lines) -> i32 {
        let count =
            |side: &Marks, other: &Marks, missing| Lines::lacking(self.cube, side, other, missing).count_ones() as i32;
        let (own, other) = (&field.own, &field.other);
        let worth = |side, other| 4 * count(side, other, 2) + if self.size() > 3 { count(side, other, 3) } else { 0 };
        (worth(own, other) - worth(other, own)) / 2
    }

    /// The cells of the lines that make the threat, and those by which the opponent could complete a line, or get one
    /// that lacks one mark: nothing else can come in time.
    fn spoilers(&self, field: &Lines, threat: &Threat<Cell>, out: &mut Vec<Cell>) -> bool {
        let (cube, empty) = (self.cube, field.empty(self.cube));
        let through = cube.through[usize::from(threat.action.0)];
        let near = |side, other| Lines::lacking(cube, side, other, 1) | Lines::lacking(cube, side, other, 2);
        let (own, counter) = (near(&field.own, &field.other), near(&field.other, &field.own));
        let (zone, _) = cells_of(cube, own & through | counter, empty);
        out.extend(cells(zone | 1 << threat.action.0));
        true
    }
}
