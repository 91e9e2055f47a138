//! The two seas side by side, the player's own on the left.

use counterplay_core::picture::{self, Drawing, Figure, Material, Path, PictureOfView};
use counterplay_core::{Seat, Side};

use super::sea::{Cell, only};
use super::{Action, Answers, Battleships, Seen, Sinking, View, at};

/// A fleet as far as it is seen, and the shots at it.
struct Waters<'v> {
    fleet: &'v Seen,
    shots: &'v Answers,
    side: Side,
}

impl PictureOfView for Battleships {
    fn picture_of_view(&self, view: &View) -> Drawing {
        // In a solo game there is one sea.
        let seas: Vec<Seat> =
            [view.seat, view.seat.other()].into_iter().filter(|&seat| self.ships_of(at(seat)) > 0).collect();
        let size = u16::from(self.sea.size());
        let mut cells = Vec::new();
        for (&seat, left) in seas.iter().zip([0, size + 1]) {
            let (fleet, shots) = (&view.fleets[at(seat)], &view.answers[at(seat.other())]);
            let side = if seat == Seat::FIRST { Side::Max } else { Side::Min };
            let waters = Waters { fleet, shots, side };
            cells.extend((0..self.sea.area()).map(|cell| {
                let (row, column) = (u16::from(cell) / size, u16::from(cell) % size);
                let name = self.place_name(cell, seat == view.seat);
                self.fill(picture::Cell::new(name, left + column, row), cell, &waters)
            }));
        }
        // In reading order: a row of one sea and then the same row of the other.
        cells.sort_by_key(|cell| (cell.row, cell.column));
        let letters = (0..size).map(|column| char::from(b'a' + column as u8).to_string());
        let columns: Vec<String> = match seas.len() {
            1 => letters.collect(),
            _ => letters.clone().chain([String::new()]).chain(letters).collect(),
        };
        let rows = (1..=size).map(|row| row.to_string()).collect();
        Drawing { cells, columns, rows, notes: self.notes(view, &seas), board: Material::Sea, ..Drawing::default() }
    }

    /// A shot is a cell of the other's sea; a ship is its two ends, in either order, on the player's own.
    fn clicks_in_view(&self, view: &View, action: Action) -> Vec<Path> {
        let placement = match action {
            Action::Shoot(cell) => return vec![vec![self.place_name(cell, false)]],
            Action::Place(placement) => placement,
        };
        let length = self.lengths().get(view.fleets[at(view.seat)].placed()).copied().unwrap_or(1);
        let ship = self.cells_of(placement, length);
        let ends = [ship.trailing_zeros() as Cell, ship.ilog2() as Cell].map(|cell| self.place_name(cell, true));
        match ends {
            [bow, stern] if bow == stern => vec![vec![bow]],
            [bow, stern] => vec![vec![bow.clone(), stern.clone()], vec![stern, bow]],
        }
    }
}

impl Battleships {
    /// What a cell is called: those of the player's own sea say so.
    fn place_name(&self, cell: Cell, own: bool) -> String {
        let name = self.cell_text(cell);
        if own { format!("own-{name}") } else { name }
    }

    /// What is seen of a cell: a ship with its letter, `o` a miss, `X` a hit, and `#` the hit that sank a ship.
    fn fill(&self, cell: picture::Cell, place: Cell, Waters { fleet, shots, side }: &Waters<'_>) -> picture::Cell {
        let (set, side) = (only(place), *side);
        let ship = match fleet {
            Seen::Open(ships) => ships.placed().iter().position(|ship| ship & set != 0),
            Seen::Hidden(_) => None,
        };
        let sinks = shots.sunk.iter().flatten().any(|sinking| sinking.cell == place);
        match ship {
            _ if sinks => cell.figure("#", side, Figure::Wreck),
            Some(_) if shots.hits & set != 0 => cell.figure("X", side, Figure::Wreck),
            None if shots.hits & set != 0 => cell.figure("X", side, Figure::Hit),
            None if shots.shots & set != 0 => cell.figure("o", side, Figure::Miss),
            Some(ship) => cell.figure(self.ship_letter(ship), side, Figure::Ship),
            None => cell,
        }
        .joined(ship.map_or([false; 4], |ship| self.joins(fleet, ship, place)))
    }

    /// Whether a ship goes on above, to the right, below and to the left of one of its cells.
    fn joins(&self, fleet: &Seen, ship: usize, place: Cell) -> [bool; 4] {
        let Seen::Open(ships) = fleet else { return [false; 4] };
        let (size, cells) = (self.sea.size(), ships.placed()[ship]);
        let (row, column) = (place / size, place % size);
        let has = |is_there: bool, next: Cell| is_there && cells & only(next) != 0;
        [
            has(row > 0, place.wrapping_sub(size)),
            has(column + 1 < size, place.wrapping_add(1)),
            has(row + 1 < size, place.wrapping_add(size)),
            has(column > 0, place.wrapping_sub(1)),
        ]
    }

    /// Whose seas they are, what is to be placed, and the shots of each with the ships that they sank.
    fn notes(&self, view: &View, seas: &[Seat]) -> Vec<String> {
        let mut notes = Vec::new();
        if let [own, other] = seas {
            notes.push(format!("left the sea of {own}, right that of {other}"));
        }
        for (at, &seat) in Seat::PAIR.iter().enumerate().filter(|&(at, _)| self.ships_of(at) > 0) {
            let placed = view.fleets[at].placed();
            if placed < self.ships {
                let (name, length) = (self.ship_name(placed), self.lengths[placed]);
                notes.push(format!("{seat} is to place the {name}, {length} long"));
                return notes;
            }
        }
        for (at, &seat) in Seat::PAIR.iter().enumerate().filter(|&(at, _)| self.ships_of(1 - at) > 0) {
            notes.push(format!("{seat}: {}", self.account(&view.answers[at])));
        }
        notes
    }

    /// How many shots there were, and what they sank.
    fn account(&self, answers: &Answers) -> String {
        let shots = answers.count();
        let sunk = (0..self.ships).filter_map(|ship| {
            let Sinking { cell, .. } = answers.sunk[ship]?;
            Some(format!("{} at {}", self.ship_name(ship), self.cell_text(cell)))
        });
        let sunk: Vec<String> = sunk.collect();
        let sunk = if sunk.is_empty() { "nothing".to_owned() } else { sunk.join(", ") };
        format!("{shots} shot{}, {} hit, sunk {sunk}", if shots == 1 { "" } else { "s" }, answers.hits.count_ones())
    }
}
