//! The sea: its cells, and where a ship can lie.
//!
//! ```text
//!      a  b  c  d  e          A set of cells is a number with a bit for each cell,
//!  1   0  1  2  3  4          row by row from the corner a1. A ship lies along a row
//!  2   5  6  7  8  9          or along a column, and a placement is the set of its
//!  3  10 11 12 13 14          cells. On the largest sea that is 100 bits of 128.
//! ```

/// A set of cells.
pub type Cells = u128;

/// The number of a cell, row by row from the corner `a1`.
pub type Cell = u8;

/// A square sea.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sea {
    size: u8,
}

impl Sea {
    /// The smallest side.
    pub const SMALLEST: u8 = 5;
    /// The largest side: more cells would not fit into a set.
    pub const LARGEST: u8 = 10;

    /// A sea of `size` rows and columns, if it is neither too small nor too large.
    #[must_use]
    pub fn new(size: u8) -> Option<Sea> {
        (Sea::SMALLEST..=Sea::LARGEST).contains(&size).then_some(Sea { size })
    }

    /// How many rows and columns it has.
    #[must_use]
    pub fn size(self) -> u8 {
        self.size
    }

    /// How many cells it has.
    #[must_use]
    pub fn area(self) -> u8 {
        self.size * self.size
    }

    /// All its cells.
    #[must_use]
    pub fn cells(self) -> Cells {
        (1 << self.area()) - 1
    }

    /// The cell in a row and a column, both counted from 0.
    #[must_use]
    pub fn cell(self, row: u8, column: u8) -> Cell {
        debug_assert!(row < self.size && column < self.size, "the cell is not on the sea");
        row * self.size + column
    }

    /// All placements of a ship of this length: those along a row first, then those along a column. A ship of one cell
    /// has no direction, and each placement once.
    #[must_use]
    pub fn placements(self, length: u8) -> Vec<Cells> {
        let starts = |along: u8, across: u8| {
            let line: Cells = (0..length).map(|step| 1 << (step * along)).sum();
            let room = if length <= self.size { self.size - length + 1 } else { 0 };
            (0..self.size).flat_map(move |lane| (0..room).map(move |start| line << (lane * across + start * along)))
        };
        let rows = starts(1, self.size);
        if length == 1 { rows.collect() } else { rows.chain(starts(self.size, 1)).collect() }
    }
}

/// The set of one cell.
#[must_use]
pub fn only(cell: Cell) -> Cells {
    1 << cell
}

/// The cells of a set, the lowest first.
pub fn each(mut cells: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as Cell);
        cells &= cells.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_placements_of_a_length_are_all_different_lines() {
        for size in Sea::SMALLEST..=Sea::LARGEST {
            let sea = Sea::new(size).unwrap();
            for length in 1..=size {
                let mut placements = sea.placements(length);
                let ways = usize::from(size) * usize::from(size - length + 1);
                assert_eq!(placements.len(), if length == 1 { ways } else { 2 * ways });
                assert!(placements.iter().all(|ship| ship.count_ones() == length.into() && ship & !sea.cells() == 0));
                placements.sort_unstable();
                placements.dedup();
                assert_eq!(placements.len(), if length == 1 { ways } else { 2 * ways });
            }
            assert!(sea.placements(size + 1).is_empty());
        }
        assert!(Sea::new(4).is_none() && Sea::new(11).is_none());
    }

    #[test]
    fn a_line_does_not_go_over_the_edge() {
        let sea = Sea::new(5).unwrap();
        let placements = sea.placements(3);
        assert_eq!(placements.iter().filter(|&&ship| ship & only(sea.cell(0, 4)) != 0).count(), 2);
        assert!(placements.contains(&0b111) && placements.contains(&(1 | 1 << 5 | 1 << 10)));
        assert!(!placements.contains(&(0b111 << 3)));
        assert_eq!(each(0b10110).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
