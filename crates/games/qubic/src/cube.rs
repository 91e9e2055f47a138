//! The cube: its lines and its symmetries, found and not listed.
//!
//! A cell has three coordinates. Along a line each of them stays, runs up, or runs down, and at least one of them runs;
//! a line and its reverse are one. The cube of four has (6³ - 4³) / 2 = 76:
//!
//! ```text
//!   one runs: 48             two run: 24              three run: 4
//!   x . . .   along an       x . . .   a diagonal     x  in layer 1     a diagonal
//!   x . . .   edge of the    . x . .   of a plane      x  in layer 2     of the cube
//!   x . . .   cube           . . x .                    x  in layer 3
//!   x . . .                  . . . x                     x  in layer 4
//! ```
//!
//! What takes lines to lines: the order of the coordinates (6), each coordinate upside down (8), and a relabelling of
//! all three at once that keeps opposite places opposite. Of those, in the cube of four, one may exchange the outer
//! places with one another, or the outer with the inner ones (4 ways that are not there already): 192 in all. The eight
//! corners and the eight cells in the middle have seven lines each, and any of these 16 cells can be taken to any other
//! in 12 ways.

use std::sync::LazyLock;

/// The most cells.
const CELLS: usize = 64;

/// The lines and the symmetries of one size.
#[derive(Debug)]
pub(super) struct Cube {
    pub size: u8,
    /// All cells.
    pub cells: u64,
    /// The cells of each line.
    pub lines: Vec<u64>,
    /// The lines through each cell, a bit for each.
    pub through: [u128; CELLS],
    /// Where each symmetry takes each cell; the first leaves all where they are.
    pub symmetries: Vec<[u8; CELLS]>,
    /// The cells with the most lines, all of them images of each other.
    rich: u64,
    /// The cells that share a line with a cell.
    near: [u64; CELLS],
    /// The symmetries that take a rich cell to the first cell.
    to_first: Vec<Vec<u32>>,
    all: Vec<u32>,
}

pub(super) static THREE: LazyLock<Cube> = LazyLock::new(|| Cube::new(3));
pub(super) static FOUR: LazyLock<Cube> = LazyLock::new(|| Cube::new(4));

impl Cube {
    /// The most lines.
    pub(super) const LINES: usize = 76;

    pub(super) fn of(size: u32) -> Option<&'static Cube> {
        match size {
            3 => Some(&THREE),
            4 => Some(&FOUR),
            _ => None,
        }
    }

    fn new(size: u8) -> Cube {
        let count = usize::from(size).pow(3);
        let lines = lines(size);
        let mut through = [0; CELLS];
        let mut near = [0; CELLS];
        for (number, &line) in lines.iter().enumerate() {
            for cell in (0..count).filter(|cell| line >> cell & 1 == 1) {
                through[cell] |= 1 << number;
                near[cell] |= line;
            }
        }
        let symmetries = symmetries(size);
        // The corners, and what they can be taken to. The centre of the cube of three has more lines, but is alone.
        let rich = symmetries.iter().fold(0, |cells, symmetry| cells | 1 << symmetry[0]);
        let to_first = |cell: usize| (0u32..).zip(&symmetries).filter(move |(_, to)| to[cell] == 0).map(|(at, _)| at);
        Cube {
            size,
            cells: u64::MAX >> (CELLS - count),
            through,
            near,
            rich,
            to_first: (0..CELLS).map(|cell| to_first(cell).collect()).collect(),
            all: (0..symmetries.len() as u32).collect(),
            lines,
            symmetries,
        }
    }

    /// The symmetries that need to be tried to find the one image that stands for all.
    ///
    /// Of a side's marks on rich cells, those with the most neighbours are chosen, and are taken to the first cell. An
    /// image has its marks chosen likewise, so that all images find the same.
    pub(super) fn anchors(&self, x: u64, o: u64) -> impl Iterator<Item = u32> {
        let marks = if x & self.rich != 0 { x & self.rich } else { o & self.rich };
        let neighbours = |cell: usize| {
            let near = self.near[cell];
            8 * (x & near).count_ones() + (o & near).count_ones()
        };
        let (mut chosen, mut most, mut left) = (0u64, 0, marks);
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            let count = neighbours(cell) + 1;
            if count > most {
                (chosen, most) = (0, count);
            }
            chosen |= u64::from(count == most) << cell;
            left &= left - 1;
        }
        let all: &[u32] = if chosen == 0 { &self.all } else { &[] };
        let anchored = super::cells(chosen).flat_map(|cell| &self.to_first[usize::from(cell.0)]);
        anchored.chain(all).copied()
    }
}

/// All lines: from each cell in each direction, those that fit.
fn lines(size: u8) -> Vec<u64> {
    let side = i32::from(size);
    let mut lines = Vec::new();
    for direction in 0..27 {
        let steps = [direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1];
        // Of a line and its reverse, the one whose first step that is none goes up.
        if steps.iter().find(|&&step| step != 0) != Some(&1) {
            continue;
        }
        for start in 0..side.pow(3) {
            let from = [start / side / side, start / side % side, start % side];
            let begins = |at: usize| steps[at] == 0 || from[at] == if steps[at] > 0 { 0 } else { side - 1 };
            if (0..3).all(begins) {
                let cell = |place: i32| (0..3).fold(0, |cell, at| cell * side + from[at] + place * steps[at]);
                lines.push((0..side).fold(0, |line, place| line | 1 << cell(place)));
            }
        }
    }
    lines
}

/// All symmetries, the one that changes nothing first.
fn symmetries(size: u8) -> Vec<[u8; CELLS]> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    // The places of a coordinate: as they are; the outer exchanged; outer and inner exchanged; both.
    let labels: &[[u8; 4]] =
        if size == 4 { &[[0, 1, 2, 3], [3, 1, 2, 0], [1, 0, 3, 2], [1, 3, 0, 2]] } else { &[[0, 1, 2, 3]] };
    let mut symmetries = Vec::new();
    for label in labels {
        for order in ORDERS {
            for turned in 0..8 {
                let mut to = [0; CELLS];
                for cell in 0..size.pow(3) {
                    let from = [cell / size / size, cell / size % size, cell % size];
                    let place = |at: usize| {
                        let place = label[usize::from(from[order[at]])];
                        if turned >> at & 1 == 1 { size - 1 - place } else { place }
                    };
                    to[usize::from(cell)] = (0..3).fold(0, |cell, at| cell * size + place(at));
                }
                symmetries.push(to);
            }
        }
    }
    symmetries
}
