//! What a shooter has been told, and the fleets that it leaves possible.
//!
//! An answer to a shot is *miss*, *hit*, or the name of the ship that it sank; where a sunken ship lies is not said.
//! What the answers tell, and all that they tell, is this:
//!
//! 1. no ship has a cell where a shot missed, and each cell that was hit belongs to a ship;
//! 2. a ship that was sunk has the cell of the shot that sank it, and its other cells had been hit *before* that shot;
//! 3. a ship that was not sunk has a cell that was not hit.
//!
//! So of the order of the shots it matters only which hits came before each sinking.

use counterplay_core::Random;

use super::sea::{Cell, Cells, Sea, only};
use super::shooter::{Explanations, count, list};

/// The most ships that a fleet may have.
pub const MOST_SHIPS: usize = 6;

/// Where each ship of a fleet lies, in the order of the fleet's lengths.
pub type Fleet = Vec<Cells>;

/// The answer to a shot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// There is no ship.
    Miss,
    /// There is a ship, and it still has a cell that was not hit.
    Hit,
    /// The last cell of the ship with this number was hit.
    Sunk(usize),
}

/// How a ship was sunk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sinking {
    /// Where it was hit last.
    pub cell: Cell,
    /// All cells that had been hit by then, this one among them; the whole ship lies on them.
    pub hits: Cells,
}

/// What a shooter has been told about a fleet.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Evidence {
    /// Where the fleet lies.
    pub sea: Sea,
    /// The lengths of its ships.
    pub lengths: Vec<u8>,
    /// The cells that were shot at.
    pub shots: Cells,
    /// Those among them that were hit.
    pub hits: Cells,
    /// How each ship was sunk, if it was.
    pub sunk: Vec<Option<Sinking>>,
}

impl Evidence {
    /// What is known before the first shot.
    #[must_use]
    pub fn new(sea: Sea, lengths: &[u8]) -> Evidence {
        Evidence { sea, lengths: lengths.to_vec(), shots: 0, hits: 0, sunk: vec![None; lengths.len()] }
    }

    /// Takes in the answer to a shot.
    pub fn tell(&mut self, cell: Cell, answer: Answer) {
        debug_assert!(self.shots & only(cell) == 0, "each cell is shot at once");
        self.shots |= only(cell);
        if answer != Answer::Miss {
            self.hits |= only(cell);
        }
        if let Answer::Sunk(ship) = answer {
            self.sunk[ship] = Some(Sinking { cell, hits: self.hits });
        }
    }

    /// The truth about a shot, if this is the fleet.
    #[must_use]
    pub fn answer(&self, fleet: &[Cells], cell: Cell) -> Answer {
        let hits = self.hits | only(cell);
        match fleet.iter().position(|ship| ship & only(cell) != 0) {
            None => Answer::Miss,
            Some(ship) if fleet[ship] & !hits == 0 => Answer::Sunk(ship),
            Some(_) => Answer::Hit,
        }
    }

    /// The cells that were not shot at.
    #[must_use]
    pub fn open(&self) -> Cells {
        self.sea.cells() & !self.shots
    }

    /// Whether all ships are sunk.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.sunk.iter().all(Option::is_some)
    }

    /// Whether a ship may lie there, as far as it alone is concerned.
    #[must_use]
    pub fn allows(&self, ship: usize, placement: Cells) -> bool {
        match self.sunk[ship] {
            Some(Sinking { cell, hits }) => placement & only(cell) != 0 && placement & !hits == 0,
            None => placement & self.shots & !self.hits == 0 && placement & !self.hits != 0,
        }
    }

    /// Whether a fleet could be the true one. It lies on the sea and its ships do not overlap; that is not checked.
    #[must_use]
    pub fn admits(&self, fleet: &[Cells]) -> bool {
        let all = fleet.iter().fold(0, |all, ship| all | ship);
        self.hits & !all == 0 && fleet.iter().enumerate().all(|(ship, &placement)| self.allows(ship, placement))
    }

    /// One of the fleets that could be the true one, each equally often; `None` if there is none.
    #[must_use]
    pub fn sample(&self, random: &mut dyn Random) -> Option<Fleet> {
        Explanations::of(self, random).sample(random)
    }

    /// All fleets that could be the true one, if they are at most `most`.
    #[must_use]
    pub fn list(&self, most: usize) -> Option<Vec<Fleet>> {
        list(self, most)
    }

    /// How many fleets could be the true one, if no more than `work` steps are needed to count them.
    #[must_use]
    pub fn count(&self, work: u64) -> Option<u64> {
        count(self, work)
    }
}
