//! The fleets that could be the true one: all of them where they are few, else a sample.

use counterplay_core::Random;

use super::super::evidence::{Evidence, MOST_SHIPS};
use super::super::sea::{Cell, Cells, each, only};
use super::count::list;
use super::sample::Explanations;

/// The cells of no ship: so many that they are never all hit.
const ABSENT: Cells = Cells::MAX;

/// One fleet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Afloat {
    /// The cells of all its ships.
    pub(super) all: Cells,
    /// The cells of each ship; [`ABSENT`] for a ship that the fleet does not have.
    pub(super) ships: [Cells; MOST_SHIPS],
}

impl Afloat {
    fn new(fleet: &[Cells]) -> Afloat {
        let mut ships = [ABSENT; MOST_SHIPS];
        ships[..fleet.len()].copy_from_slice(fleet);
        Afloat { all: fleet.iter().fold(0, |all, ship| all | ship), ships }
    }

    /// The ships of which no cell is in `open`, a bit for each.
    pub(super) fn sunk(&self, open: Cells) -> u32 {
        (0..MOST_SHIPS).map(|ship| u32::from(self.ships[ship] & open == 0) << ship).sum()
    }
}

/// Fleets that could be the true one.
pub(super) struct Fleets {
    pub(super) list: Vec<Afloat>,
    /// Whether these are all.
    pub(super) complete: bool,
    /// How many there are in all, by an estimate if these are not all.
    pub(super) total: f64,
}

impl Fleets {
    /// All fleets if they are few enough for that, else `samples` of them.
    pub(super) fn of(evidence: &Evidence, few: usize, samples: usize, random: &mut dyn Random) -> Fleets {
        let explanations = Explanations::of(evidence, random);
        let are_few = explanations.complete && explanations.weight() <= few as f64;
        if let Some(fleets) = are_few.then(|| list(evidence, few)).flatten() {
            let list: Vec<Afloat> = fleets.iter().map(|fleet| Afloat::new(fleet)).collect();
            let total = list.len() as f64;
            return Fleets { list, complete: true, total };
        }
        let mut list = Vec::with_capacity(samples);
        let (mut tries, mut fleet) = (0u32, vec![0; evidence.lengths.len()]);
        while list.len() < samples && tries < Explanations::TRIES && explanations.weight() > 0.0 {
            tries += 1;
            if explanations.draw(random, &mut fleet) {
                list.push(Afloat::new(&fleet));
            }
        }
        // Where fleets without shared cells are rare, they are found one by one.
        if list.is_empty() {
            list.extend(explanations.sample(random).map(|fleet| Afloat::new(&fleet)));
        }
        let total = explanations.weight() * list.len() as f64 / f64::from(tries.max(1));
        Fleets { list, complete: false, total }
    }
}

/// How the fleets answer a shot at each cell.
pub(super) struct Tally {
    hits: [u32; 128],
    sinks: [[u32; 128]; MOST_SHIPS],
    fleets: u32,
}

impl Tally {
    pub(super) fn of(fleets: &Fleets, open: Cells) -> Tally {
        let mut tally = Tally { hits: [0; 128], sinks: [[0; 128]; MOST_SHIPS], fleets: fleets.list.len() as u32 };
        for fleet in &fleets.list {
            each(fleet.all & open).for_each(|cell| tally.hits[usize::from(cell)] += 1);
            for (ship, sinks) in fleet.ships.iter().zip(&mut tally.sinks) {
                let left = ship & open;
                if left.is_power_of_two() && *ship != ABSENT {
                    sinks[left.trailing_zeros() as usize] += 1;
                }
            }
        }
        tally
    }

    /// In which share of the fleets a shot there hits.
    pub(super) fn share(&self, cell: Cell) -> f64 {
        self.part(self.hits[usize::from(cell)])
    }

    /// Whether a shot there hits in all fleets.
    pub(super) fn is_sure(&self, cell: Cell) -> bool {
        self.hits[usize::from(cell)] == self.fleets
    }

    /// How many bits the answer to a shot tells, on average.
    pub(super) fn information(&self, cell: Cell) -> f64 {
        let at = usize::from(cell);
        let sinks = self.sinks.iter().map(|sinks| sinks[at]);
        let afloat = self.hits[at] - sinks.clone().sum::<u32>();
        let answers = sinks.chain([afloat, self.fleets - self.hits[at]]);
        answers.filter(|&fleets| fleets > 0).map(|fleets| -self.part(fleets) * self.part(fleets).log2()).sum()
    }

    fn part(&self, fleets: u32) -> f64 {
        f64::from(fleets) / f64::from(self.fleets)
    }
}

/// The cells that a search for the shortest ship afloat had better keep to: of the diagonals that are as far apart as
/// it is long, so that each placement has a cell of them, those with the fewest cells left where it can lie.
pub(super) fn diagonals(evidence: &Evidence) -> Cells {
    let size = evidence.sea.size();
    let afloat = evidence.lengths.iter().zip(&evidence.sunk).filter(|(_, sunk)| sunk.is_none());
    let Some(length) = afloat.map(|(&length, _)| length).min() else { return 0 };
    let free = evidence.sea.placements(length).into_iter().filter(|cells| cells & evidence.shots == 0);
    let useful = free.fold(0, |all, cells| all | cells);
    let rising = |cell: Cell| (cell / size + cell % size) % length;
    let falling = |cell: Cell| (cell / size + size - 1 - cell % size) % length;
    let of = |phase: u8, diagonal: &dyn Fn(Cell) -> u8| -> Cells {
        each(evidence.sea.cells()).filter(|&cell| diagonal(cell) == phase).map(only).sum()
    };
    let patterns = (0..length).flat_map(|phase| [of(phase, &rising), of(phase, &falling)]);
    patterns.min_by_key(|pattern| (pattern & useful).count_ones()).unwrap_or(0)
}
