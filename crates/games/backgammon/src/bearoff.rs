//! Bearing off, as numbers: positions in which both sides have few men, and all of them at home.
//!
//! A slice is all positions in which the side on roll has `a` men and the other `b`. The men of each side have
//! [numbers](super::bearoff_index) of their own, `i` and `j`, and the positions are numbered along the diagonals on
//! which `i + j` is the same:
//!
//! ```text
//!         j  0  1  2
//!   i  0     0  1  3
//!      1     2  4  6
//!      2     5  7  9        six ways to have one man; three of them are drawn for the other
//!      …     8 10 …
//! ```
//!
//! A turn makes `i` smaller and exchanges the two, so that it comes to a lower diagonal, or to fewer men. Hence the
//! positions of a diagonal can be solved together.
//!
//! Both sides have borne off men, so nobody can lose a gammon, and a game is worth 1 or -1, times the cube. With a cube
//! there are three slices where there is one without: nobody has turned it, or the side on roll owns it, or the other.
//! What it shows does not matter, for the values are told in its unit; they are those of a cube that is not stopped at
//! 64. In a match everything depends on the score, and there are no tables of it.

use std::ops::Range;

use counterplay_core::{Bounds, Game, Indexed, Progressive, Seat, Side, Slice};

use super::bearoff_index::{at_home, rank, unrank, ways};
use super::stakes::{Cube, Stakes};
use super::turns::{MOST, turns};
use super::{Backgammon, Stage, State};

/// As many as there are usually.
const USUAL: u32 = 6;

/// Who may turn the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    /// There is none.
    Nobody = 0,
    /// Both sides.
    Both = 1,
    /// The side on roll.
    Own = 2,
    /// The other side.
    Other = 3,
}

/// The men of each side, that on roll first, and the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Class {
    own: u8,
    other: u8,
    owner: Owner,
}

impl Class {
    const fn of(Slice(number): Slice) -> Class {
        let owner = match number >> 8 {
            0 => Owner::Nobody,
            1 => Owner::Both,
            2 => Owner::Own,
            _ => Owner::Other,
        };
        Class { own: (number >> 4 & 15) as u8, other: (number & 15) as u8, owner }
    }

    const fn slice(self) -> Slice {
        Slice((self.owner as u32) << 8 | (self.own as u32) << 4 | self.other as u32)
    }

    /// The rows and columns of the numbers.
    fn shape(self) -> (u64, u64) {
        (ways(self.own), ways(self.other))
    }

    /// How many positions are on the diagonals before one.
    fn before(self, diagonal: u64) -> u64 {
        let (rows, columns) = self.shape();
        let below = |diagonal: u64| diagonal * (diagonal + 1) / 2;
        let diagonal = diagonal.min(rows + columns - 1);
        below(diagonal) - below(diagonal.saturating_sub(rows)) - below(diagonal.saturating_sub(columns))
    }

    /// The number of a position by its row and its column.
    fn place(self, row: u64, column: u64) -> u64 {
        self.before(row + column) + row - self.first_row(row + column)
    }

    /// The row in which a diagonal begins.
    fn first_row(self, diagonal: u64) -> u64 {
        (diagonal + 1).saturating_sub(self.shape().1)
    }
}

impl Backgammon {
    /// Who may turn the cube in a position where a turn begins: nobody if there is none, and nothing if the turn has
    /// begun, the score matters, or the cube cannot be turned any more.
    fn owner(&self, state: &State) -> Option<Owner> {
        let owner = match (self.stakes(), state.cube.owner) {
            (Stakes::Points, _) => Owner::Nobody,
            (Stakes::Match(_), _) => return None,
            (Stakes::Money, _) if state.cube.exponent >= Cube::MOST => return None,
            (Stakes::Money, None) => Owner::Both,
            (Stakes::Money, Some(owner)) if owner == state.seat => Owner::Own,
            (Stakes::Money, Some(_)) => Owner::Other,
        };
        let begins = if matches!(owner, Owner::Both | Owner::Own) { Stage::Cube } else { Stage::Roll };
        (state.stage == begins).then_some(owner)
    }
}

impl Indexed for Backgammon {
    fn pieces(&self) -> (Range<u32>, u32) {
        let most = if matches!(self.stakes(), Stakes::Match(_)) { 0 } else { u32::from(MOST) };
        (1..most + 1, USUAL)
    }

    /// All with the same two numbers of men, whoever is on roll and owns the cube; those with fewer men in all come
    /// first.
    fn groups(&self, pieces: u32) -> Vec<Vec<Slice>> {
        let most = pieces.min(MOST.into()) as u8;
        let owners: &[Owner] = match self.stakes() {
            Stakes::Points => &[Owner::Nobody],
            Stakes::Money => &[Owner::Both, Owner::Own, Owner::Other],
            Stakes::Match(_) => &[],
        };
        let mut pairs: Vec<(u8, u8)> = (1..=most).flat_map(|more| (1..=more).map(move |less| (more, less))).collect();
        pairs.sort_by_key(|&(more, less)| more + less);
        let group = |&(more, less): &(u8, u8)| {
            let mut turns = vec![(more, less), (less, more)];
            turns.dedup();
            let slices = turns.iter().flat_map(|&(own, other)| owners.iter().map(move |&owner| (own, other, owner)));
            slices.map(|(own, other, owner)| Class { own, other, owner }.slice()).collect()
        };
        pairs.iter().map(group).collect()
    }

    fn slice_name(&self, slice: Slice) -> String {
        let Class { own, other, owner } = Class::of(slice);
        let cube = match owner {
            Owner::Nobody => "",
            Owner::Both => " centred",
            Owner::Own => " owned",
            Owner::Other => " given",
        };
        format!("{own} v {other}{cube}")
    }

    fn size(&self, slice: Slice) -> u64 {
        let (rows, columns) = Class::of(slice).shape();
        rows * columns
    }

    #[inline]
    fn slice(&self, state: &State) -> Option<Slice> {
        let few = |men| at_home(men).filter(|men| (1..=MOST).contains(men));
        let (own, other) = (few(state.men(state.seat))?, few(state.men(state.seat.other()))?);
        let owner = self.owner(state)?;
        Some(Class { own, other, owner }.slice())
    }

    #[inline]
    fn rank(&self, state: &State) -> u64 {
        let (own, other) = (state.men(state.seat), state.men(state.seat.other()));
        let (row, column) = (rank(own), rank(other));
        let few = |men| at_home(men).unwrap_or(0);
        let class = Class { own: few(own), other: few(other), owner: Owner::Nobody };
        class.place(row, column)
    }

    /// The first seat is on roll. A cube that somebody owns shows 2.
    fn unrank(&self, slice: Slice, index: u64) -> Option<State> {
        let class = Class::of(slice);
        if index >= self.size(slice) {
            return None;
        }
        // The last diagonal before which there are not more.
        let (rows, columns) = class.shape();
        let (mut low, mut high) = (0, rows + columns - 1);
        while high - low > 1 {
            let middle = u64::midpoint(low, high);
            if class.before(middle) <= index { low = middle } else { high = middle }
        }
        let row = index - class.before(low) + class.first_row(low);
        let men = [unrank(class.own, row)?, unrank(class.other, low - row)?];
        let seat = Seat::FIRST;
        let cube = match class.owner {
            Owner::Nobody | Owner::Both => Cube::default(),
            Owner::Own => Cube { exponent: 1, owner: Some(seat) },
            Owner::Other => Cube { exponent: 1, owner: Some(seat.other()) },
        };
        let mut state = State { men, cube, ..self.blank() };
        self.begin_turn(&mut state, seat);
        Some(state)
    }
}

impl Progressive for Backgammon {
    fn viewpoint(&self, state: &State) -> Side {
        self.side(state.seat)
    }

    fn span(&self, _: Slice) -> Bounds {
        Bounds::WIN_DRAW_LOSS
    }

    fn stake(&self, state: &State) -> f64 {
        state.cube.value().into()
    }

    fn shortcut(&self, state: &State, told: &mut impl FnMut(Slice, u64) -> Option<f64>) -> Option<f64> {
        let class = Class::of(self.slice(state)?);
        let Class { own, other, owner } = class;
        let column = rank(state.men(state.seat.other()));
        // Whoever is on roll next sees the cube from the other side.
        let next = match owner {
            Owner::Own => Owner::Other,
            Owner::Other => Owner::Own,
            same => same,
        };
        let mut rolled = 0.0;
        for throw in turns(state.men(state.seat))? {
            let mut best = -1.0;
            for &(left, number) in &throw.after {
                let after = Class { own: other, other: left, owner: next };
                let worth = if left == 0 { 1.0 } else { -told(after.slice(), after.place(column, number.into()))? };
                best = f64::max(best, worth);
            }
            rolled += throw.probability * best;
        }
        if matches!(owner, Owner::Nobody | Owner::Other) {
            return Some(rolled);
        }
        let given = Class { own, other, owner: Owner::Other };
        let doubled = 2.0 * told(given.slice(), self.rank(state))?;
        Some(rolled.max(doubled.min(1.0)))
    }

    /// Two for each diagonal: who doubles and is taken stays on it, and has given the cube away.
    fn layers(&self, group: &[Slice]) -> u64 {
        group.first().map_or(0, |&slice| {
            let (rows, columns) = Class::of(slice).shape();
            2 * (rows + columns - 1)
        })
    }

    fn layer(&self, slice: Slice, layer: u64) -> Range<u64> {
        let class = Class::of(slice);
        let (start, end) = (class.before(layer / 2), class.before(layer / 2 + 1));
        match (class.owner == Owner::Other, layer % 2) {
            (true, 0) | (false, 1) => start..end,
            (true, _) => end..end,
            (false, _) => start..start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::*;

    fn games() -> [Backgammon; 2] {
        [Backgammon::default(), Backgammon::new(Stakes::Money, false)]
    }

    #[test]
    fn every_number_is_that_of_its_position_and_the_layers_have_each_once() {
        for game in games() {
            let mut all = 0;
            for group in game.groups(4) {
                for &slice in &group {
                    for index in 0..game.size(slice) {
                        let state = game.unrank(slice, index).expect("there are no holes");
                        assert_eq!((game.slice(&state), game.rank(&state)), (Some(slice), index), "{state:?}");
                        all += 1;
                    }
                    assert_eq!(game.unrank(slice, game.size(slice)), None);
                    let layers = (0..game.layers(&group)).flat_map(|layer| game.layer(slice, layer));
                    assert!(layers.eq(0..game.size(slice)), "{}", game.slice_name(slice));
                }
            }
            assert_eq!(all, 209 * 209 * if game.stakes().has_cube() { 3 } else { 1 });
        }
        let six: u64 = games()[0].groups(6).into_iter().flatten().map(|slice| games()[0].size(slice)).sum();
        assert_eq!(six, 923 * 923);
    }

    #[test]
    fn a_position_has_the_same_number_whoever_is_on_roll() {
        let game = Backgammon::default();
        let slice = Class { own: 3, other: 2, owner: Owner::Nobody }.slice();
        for index in 0..game.size(slice) {
            let state = game.unrank(slice, index).unwrap();
            let turned = State { men: [state.men[1], state.men[0]], seat: Seat::SECOND, ..state };
            assert_eq!((game.slice(&turned), game.rank(&turned)), (Some(slice), index));
            assert_ne!(game.viewpoint(&turned), game.viewpoint(&state));
        }
    }

    #[test]
    fn only_positions_at_the_beginning_of_a_turn_have_numbers() {
        let [points, money] = games();
        assert_eq!(points.slice(&points.initial()), None);
        let state = points.unrank(Class { own: 2, other: 2, owner: Owner::Nobody }.slice(), 7).unwrap();
        let thrown = points.result(&state, Action::Throw(2, 1));
        assert_eq!(points.slice(&thrown), None);
        let centred = money.unrank(Class { own: 2, other: 2, owner: Owner::Both }.slice(), 7).unwrap();
        let rolled = money.result(&centred, Action::Roll);
        assert_eq!(money.slice(&rolled), None);
        let doubled = money.result(&centred, Action::Double);
        assert_eq!(money.slice(&doubled), None);
        // Who has given the cube away has nothing to decide before the throw.
        let taken = money.result(&doubled, Action::Take);
        assert_eq!(money.slice(&taken), Some(Class { own: 2, other: 2, owner: Owner::Other }.slice()));
        assert_eq!((money.stake(&taken), money.rank(&taken)), (2.0, money.rank(&centred)));
    }
}
