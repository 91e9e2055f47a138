//! Sea of the benchmark: where a fleet lies, and the results of shots.
//!
//! It shares no code with the program that is measured: a judge that made the same mistake would not see it.

/// Number of rows and of columns.
pub(super) const SIZE: usize = 10;
/// Number of cells of the sea.
pub(super) const CELLS: usize = SIZE * SIZE;
/// The ships of the fleet, by their lengths.
pub(super) const LENGTHS: [usize; 5] = [5, 4, 3, 3, 2];
/// Letter by which the program calls each ship.
const LETTERS: [char; 5] = ['A', 'B', 'C', 'S', 'D'];

/// Fleet: which ship has each cell.
pub(super) type Fleet = [Option<usize>; CELLS];

/// SplitMix64, of Steele, Lea and Flood.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// Random number below `limit`.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * limit as u128) >> 64) as usize
    }
}

/// Placements of a ship of this length, each by its cells.
pub(super) fn placements(length: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for lane in 0..SIZE {
        for start in 0..=SIZE - length {
            all.push((start..start + length).map(|at| lane * SIZE + at).collect());
            all.push((start..start + length).map(|at| at * SIZE + lane).collect());
        }
    }
    all
}

/// Random fleet, each equally often: all ships are put somewhere, until none shares a cell with another.
pub(super) fn random_fleet(placements: &[Vec<Vec<usize>>], dice: &mut Dice) -> Fleet {
    'again: loop {
        let mut fleet = [None; CELLS];
        for (ship, placements) in placements.iter().enumerate() {
            for &cell in &placements[dice.below(placements.len())] {
                if fleet[cell].replace(ship).is_some() {
                    continue 'again;
                }
            }
        }
        return fleet;
    }
}

/// Result of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Miss,
    Hit,
    Sunk(usize),
}

/// Results of a shooter's shots, in their order.
#[derive(Clone, Default)]
pub(super) struct Told {
    pub(super) shots: Vec<(usize, Answer)>,
}

impl Told {
    /// Result of the shot at a cell, if there was one.
    pub(super) fn at(&self, cell: usize) -> Option<Answer> {
        self.shots.iter().find(|(shot, _)| *shot == cell).map(|(_, answer)| *answer)
    }

    /// The ships that are sunk.
    pub(super) fn sunk(&self) -> impl Iterator<Item = usize> {
        self.shots.iter().filter_map(|(_, answer)| if let Answer::Sunk(ship) = answer { Some(*ship) } else { None })
    }

    /// Shoots, and records the result.
    pub(super) fn shoot(&mut self, fleet: &Fleet, cell: usize) {
        let hits = |ship| self.shots.iter().filter(|(shot, _)| fleet[*shot] == Some(ship)).count();
        let answer = match fleet[cell] {
            None => Answer::Miss,
            Some(ship) if hits(ship) + 1 == LENGTHS[ship] => Answer::Sunk(ship),
            Some(_) => Answer::Hit,
        };
        self.shots.push((cell, answer));
    }

    /// View of the first player of a solo game, as the program reads it: `- ? a1,d2*,a4*,a5*D -`.
    pub(super) fn view(&self) -> String {
        let shot = |&(cell, answer): &(usize, Answer)| match answer {
            Answer::Miss => cell_name(cell),
            Answer::Hit => format!("{}*", cell_name(cell)),
            Answer::Sunk(ship) => format!("{}*{}", cell_name(cell), LETTERS[ship]),
        };
        let shots: Vec<String> = self.shots.iter().map(shot).collect();
        if shots.is_empty() { "- ? - -".to_owned() } else { format!("- ? {} -", shots.join(",")) }
    }
}

fn cell_name(cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell % SIZE) as u8), cell / SIZE + 1)
}

/// The cell of a name such as `c10`.
pub(super) fn cell_named(name: &str) -> Option<usize> {
    let column = usize::from(name.bytes().next()?.checked_sub(b'a')?);
    let row: usize = name.get(1..)?.parse().ok()?;
    (column < SIZE && (1..=SIZE).contains(&row)).then(|| (row - 1) * SIZE + column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cells_are_read_as_they_are_written() {
        assert!((0..CELLS).all(|cell| cell_named(&cell_name(cell)) == Some(cell)));
        assert_eq!(["k1", "a0", "a11", "", "é1"].map(cell_named), [None; 5]);
    }

    #[test]
    fn a_ship_is_sunk_by_its_last_cell_and_the_view_says_no_more_than_was_told() {
        let mut fleet = [None; CELLS];
        fleet[40] = Some(4);
        fleet[41] = Some(4);
        let mut told = Told::default();
        assert_eq!(told.view(), "- ? - -");
        [0, 40, 41].into_iter().for_each(|cell| told.shoot(&fleet, cell));
        assert_eq!(told.view(), "- ? a1,a5*,b5*D -");
        assert_eq!((told.at(41), told.at(1), told.sunk().collect::<Vec<_>>()), (Some(Answer::Sunk(4)), None, vec![4]));
    }

    #[test]
    fn fleets_have_all_their_ships() {
        let placements = LENGTHS.map(placements);
        let mut dice = Dice(1);
        for _ in 0..100 {
            let fleet = random_fleet(&placements, &mut dice);
            assert_eq!(fleet.iter().flatten().count(), LENGTHS.iter().sum());
        }
    }
}
