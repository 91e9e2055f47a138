//! Which fleets there can be, and what their ships are called.

use std::fmt;
use std::ops::RangeInclusive;

use super::sea::Sea;
use super::{Battleships, MOST};

/// The fleet of the usual game: its ships by their lengths.
const STANDARD: [u8; 5] = [5, 4, 3, 3, 2];
const NAMES: [&str; 5] = ["aircraft carrier", "battleship", "cruiser", "submarine", "destroyer"];
const LETTERS: [char; 5] = ['A', 'B', 'C', 'S', 'D'];

/// Why there can be no such game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FleetError {
    /// The sea is too small or too large.
    Size(u32),
    /// There are no ships, or too many.
    Ships(usize),
    /// A ship of no length, or longer than the sea.
    Length(u8),
    /// The ships before this one could leave no room for it.
    Room {
        /// Which ship, counted from 1.
        ship: usize,
        /// Its length.
        length: u8,
        /// How many cells the ships before it have.
        taken: u32,
        /// How many of them always leave room: fewer than this.
        block: u32,
    },
}

impl Battleships {
    /// The sides that a sea can have.
    pub const SIZES: RangeInclusive<u32> = Sea::SMALLEST as u32..=Sea::LARGEST as u32;

    /// The rules for a sea of so many rows and columns, and a fleet of which each digit is the length of a ship.
    ///
    /// Whoever places ships must never find that there is no room left for the next one. A row is blocked for a ship by
    /// no fewer cells than it could lie in there side by side; so if the ships before it have fewer cells than block
    /// all rows, one row is free.
    ///
    /// # Errors
    /// If there is no such sea, or the fleet does not fit into it.
    pub fn new(size: u32, fleet: u32, solo: bool) -> Result<Battleships, FleetError> {
        let sea = u8::try_from(size).ok().and_then(Sea::new).ok_or(FleetError::Size(size))?;
        let digits = fleet.to_string().into_bytes();
        if fleet == 0 || digits.len() > MOST {
            return Err(FleetError::Ships(if fleet == 0 { 0 } else { digits.len() }));
        }
        let mut lengths = [0; MOST];
        let mut taken = 0;
        for (at, digit) in digits.iter().enumerate() {
            let length = digit - b'0';
            if length == 0 || u32::from(length) > size {
                return Err(FleetError::Length(length));
            }
            let block = size * (size / u32::from(length));
            if taken >= block {
                return Err(FleetError::Room { ship: at + 1, length, taken, block });
            }
            lengths[at] = length;
            taken += u32::from(length);
        }
        Ok(Battleships { sea, lengths, ships: digits.len(), solo })
    }

    /// The fleet for a sea of this size, as [`Battleships::new`] takes it: the usual one where it fits.
    #[must_use]
    pub fn usual_fleet(size: u32) -> u32 {
        match size {
            ..=5 => 432,
            6 => 4332,
            _ => 54332,
        }
    }

    /// What a ship is called, by its number in the fleet: as it is in the usual fleet, and otherwise by its letter.
    #[must_use]
    pub fn ship_name(&self, ship: usize) -> String {
        match NAMES.get(ship) {
            Some(name) if self.lengths() == STANDARD => (*name).to_owned(),
            _ => format!("ship {}", self.ship_letter(ship)),
        }
    }

    /// The letter of a ship in a text.
    #[must_use]
    pub fn ship_letter(&self, ship: usize) -> char {
        match LETTERS.get(ship) {
            Some(&letter) if self.lengths() == STANDARD => letter,
            _ => char::from(b'A' + ship as u8),
        }
    }
}

impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FleetError::Size(size) => {
                write!(f, "size must be from {} to {}, not {size}", Sea::SMALLEST, Sea::LARGEST)
            }
            FleetError::Ships(ships) => {
                write!(f, "a fleet has 1 to {MOST} ships, a digit for the length of each, not {ships}")
            }
            FleetError::Length(length) => {
                write!(f, "a ship of {length} cells does not fit: its length is from 1 to the size of the sea")
            }
            FleetError::Room { ship, length, taken, block } => write!(
                f,
                "ship {ship} of the fleet, {length} cells long, might find no room: the ships before it have {taken} cells, and must \
                 have fewer than {block}; take a larger sea, fewer ships, or place the longer ones first"
            ),
        }
    }
}

impl std::error::Error for FleetError {}
