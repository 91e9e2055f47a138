//! Battleships: two fleets on two seas, and neither player sees the other's.
//!
//! First places the ships one by one, in the order of the fleet, then second does. They may touch and not overlap. Then
//! they shoot in turns, and first begins. A shot is answered by *miss*, by *hit*, or by *hit* and the name of the ship
//! that it sank; where that ship lies is not said. Whoever sinks all ships of the other wins.
//!
//! A solo game is for the shooter alone: second places, then first shoots until all is sunk, and loses a point by each
//! shot.
//!
//! Neither player needs to remember in which order the shots were made, but for which hits came before each sinking:
//! see [`Evidence`].
//!
//! ```
//! use counterplay_core::{Game, Hidden, Notation, Seat};
//! use counterplay_battleships::Battleships;
//!
//! let game = Battleships::new(5, 32, true)?;
//! let mut state = game.initial();
//! for word in ["b2h", "a4v", "d2", "a1", "a4", "a5"] {
//!     let action = game.parse_action(&state, word, &game.action_list(&state))?;
//!     game.apply(&mut state, action);
//! }
//! // The ship of two is sunk, and one cell of the other is hit; but not even the sunken one is shown.
//! assert_eq!(game.view_text(&game.view(&state, Seat::FIRST)), "- ? a1,d2*,a4*,a5*B -");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod drawing;
// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
pub mod evidence;
#[cfg(test)]
mod laws;
mod notation;
mod options;
pub mod sea;
pub mod shooter;
#[cfg(test)]
mod tests;
mod view;

use std::fmt;

use counterplay_core::{Actions, Bounds, Draws, Game, Key, Keyed, Score, Seat, Turn, With, Without};

#[cfg(not(test))]
pub use entry::entry;
use evidence::MOST_SHIPS as MOST;
pub use evidence::{Answer, Evidence, Sinking};
pub use options::FleetError;
use sea::{Cell, Cells, Sea, each, only};
pub use view::{Seen, View};

/// The rules, for a sea and a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battleships {
    sea: Sea,
    lengths: [u8; MOST],
    ships: usize,
    solo: bool,
}

/// Where a ship begins, at its left or upper end, and whether it lies along a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Its first cell.
    pub bow: Cell,
    /// Along a column, not along a row.
    pub down: bool,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Places the next ship of the fleet.
    Place(Placement),
    /// Shoots at a cell of the other's sea.
    Shoot(Cell),
}

/// The ships that a seat has placed, in the order of the fleet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ships {
    cells: [Cells; MOST],
    placed: usize,
}

/// The shots of a seat, and how they were answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Answers {
    /// The cells that it shot at.
    pub shots: Cells,
    /// Those among them that were hit.
    pub hits: Cells,
    /// How each ship of the other was sunk, if it was.
    pub sunk: [Option<Sinking>; MOST],
}

/// The fleet of each seat, and the shots of each seat at the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    fleets: [Ships; 2],
    answers: [Answers; 2],
}

impl Ships {
    /// Where the ships lie that have been placed.
    #[must_use]
    pub fn placed(&self) -> &[Cells] {
        &self.cells[..self.placed]
    }

    fn push(&mut self, ship: Cells) {
        self.cells[self.placed] = ship;
        self.placed += 1;
    }

    fn all(&self) -> Cells {
        self.placed().iter().fold(0, |all, ship| all | ship)
    }

    /// What a shot does that comes after these hits.
    fn answer(&self, hits: Cells, cell: Cell) -> Answer {
        match self.placed().iter().position(|ship| ship & only(cell) != 0) {
            None => Answer::Miss,
            Some(ship) if self.cells[ship] & !(hits | only(cell)) == 0 => Answer::Sunk(ship),
            Some(_) => Answer::Hit,
        }
    }
}

impl Answers {
    /// Takes in the answer to a shot.
    fn tell(&mut self, cell: Cell, answer: Answer) {
        self.shots |= only(cell);
        if answer != Answer::Miss {
            self.hits |= only(cell);
        }
        if let Answer::Sunk(ship) = answer {
            self.sunk[ship] = Some(Sinking { cell, hits: self.hits });
        }
    }

    fn count(&self) -> u32 {
        self.shots.count_ones()
    }
}

/// The cells of each ship: short, for whoever tells thousands of states apart by this.
impl fmt::Debug for Ships {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.placed().iter().try_for_each(|ship| write!(f, "{ship:x};"))
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}/{:x}", self.hits, self.shots)?;
        let sunk = self.sunk.iter().enumerate().filter_map(|(ship, sunk)| Some((ship, (*sunk)?)));
        sunk.into_iter().try_for_each(|(ship, Sinking { cell, hits })| write!(f, ", {ship} at {cell} of {hits:x}"))
    }
}

/// A seat's place in a pair.
fn at(seat: Seat) -> usize {
    usize::from(seat.0)
}

impl Battleships {
    /// The sea of each player.
    #[must_use]
    pub fn sea(&self) -> Sea {
        self.sea
    }

    /// The lengths of the ships, in the order in which they are placed.
    #[must_use]
    pub fn lengths(&self) -> &[u8] {
        &self.lengths[..self.ships]
    }

    /// Whether first shoots alone.
    #[must_use]
    pub fn is_solo(&self) -> bool {
        self.solo
    }

    /// The cells of a ship of this length.
    fn cells_of(&self, Placement { bow, down }: Placement, length: u8) -> Cells {
        let step = if down { self.sea.size() } else { 1 };
        (0..length).fold(0, |cells, at| cells | only(bow + at * step))
    }

    /// How a ship lies. One of a single cell lies along its row.
    fn placement_of(&self, ship: Cells) -> Placement {
        let bow = ship.trailing_zeros() as Cell;
        Placement { bow, down: ship.count_ones() > 1 && ship & only(bow + 1) == 0 }
    }

    /// Where a ship of this length can lie: along each row, then along each column.
    fn placements(&self, length: u8) -> impl Iterator<Item = Placement> {
        let (sea, last) = (self.sea, self.sea.size() - length);
        [false, true].into_iter().filter(move |&down| !down || length > 1).flat_map(move |down| {
            let (rows, columns) = if down { (last, sea.size() - 1) } else { (sea.size() - 1, last) };
            (0..=rows)
                .flat_map(move |row| (0..=columns).map(move |column| Placement { bow: sea.cell(row, column), down }))
        })
    }

    /// How many ships a seat has to place.
    fn ships_of(&self, seat: usize) -> usize {
        if self.solo && seat == at(Seat::FIRST) { 0 } else { self.ships }
    }

    /// Whose turn it is to place or to shoot, by the ships that are placed and the shots that were made.
    fn mover(&self, placed: [usize; 2], shots: [u32; 2]) -> Seat {
        match (0..2).find(|&seat| placed[seat] < self.ships_of(seat)) {
            Some(seat) => Seat::PAIR[seat],
            None if self.solo || shots[0] <= shots[1] => Seat::FIRST,
            None => Seat::SECOND,
        }
    }

    fn has_sunk_all(&self, answers: &Answers) -> bool {
        answers.sunk[..self.ships].iter().all(Option::is_some)
    }
}

impl State {
    fn placed(&self) -> [usize; 2] {
        [0, 1].map(|seat| self.fleets[seat].placed)
    }

    fn shots(&self) -> [u32; 2] {
        [0, 1].map(|seat| self.answers[seat].count())
    }
}

impl Game for Battleships {
    type State = State;
    type Action = Action;
    type Luck = Without;
    type Secrets = With;

    fn initial(&self) -> State {
        State { fleets: [Ships::default(); 2], answers: [Answers::default(); 2] }
    }

    fn turn(&self, state: &State) -> Turn {
        Turn::Seat(self.mover(state.placed(), state.shots()))
    }

    /// The placements of the next ship, or the cells that were not shot at yet.
    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        let mover = at(self.mover(state.placed(), state.shots()));
        let fleet = &state.fleets[mover];
        if fleet.placed < self.ships_of(mover) {
            let (taken, length) = (fleet.all(), self.lengths[fleet.placed]);
            let free = self.placements(length).filter(|&place| self.cells_of(place, length) & taken == 0);
            out.extend(free.map(Action::Place));
        } else if !self.is_terminal(state) {
            out.extend(each(self.sea.cells() & !state.answers[mover].shots).map(Action::Shoot));
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        let mover = at(self.mover(state.placed(), state.shots()));
        match action {
            Action::Place(placement) => {
                let fleet = &mut state.fleets[mover];
                let ship = self.cells_of(placement, self.lengths[fleet.placed]);
                debug_assert!(ship & fleet.all() == 0, "ships do not overlap");
                fleet.push(ship);
            }
            Action::Shoot(cell) => {
                let (fleet, answers) = (&state.fleets[1 - mover], &mut state.answers[mover]);
                debug_assert!(answers.shots & only(cell) == 0, "each cell is shot at once");
                answers.tell(cell, fleet.answer(answers.hits, cell));
            }
        }
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.answers.iter().any(|answers| self.has_sunk_all(answers))
    }

    /// A win for whoever has sunk all; in a solo game a point less for each shot.
    fn utility(&self, state: &State) -> Score {
        let [first, _] = &state.answers;
        match (self.solo, self.has_sunk_all(first)) {
            (true, _) => Score::new(-(first.count() as i32)),
            (false, true) => Score::WIN,
            (false, false) => Score::LOSS,
        }
    }

    fn bounds(&self) -> Bounds {
        if self.solo {
            let fewest: u8 = self.lengths().iter().sum();
            return Bounds::new(-i32::from(self.sea.area()), -i32::from(fewest));
        }
        Bounds::WIN_DRAW_LOSS
    }

    /// Alone nobody wins or loses: what counts is how many shots it took.
    fn draws(&self) -> Draws {
        if self.solo { Draws::Never } else { Draws::Unsaid }
    }
}

impl Keyed for Battleships {
    fn key(&self, state: &State) -> Key {
        let sinking =
            |sunk: &Option<Sinking>| sunk.map_or(0, |Sinking { cell, hits }| (hits << 8) | (Cells::from(cell) + 1));
        let fleets = state.fleets.iter().flat_map(|fleet| fleet.cells);
        let answers = (state.answers.iter())
            .flat_map(|answers| [answers.shots, answers.hits].into_iter().chain(answers.sunk.iter().map(sinking)));
        fleets.chain(answers).fold(Key(0), |key, part| Key::mix(Key::mix(key.0 ^ part as u64).0 ^ (part >> 64) as u64))
    }
}
