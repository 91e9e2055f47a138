//! The sequence form: a whole game as two lists of choices and one sparse matrix.
//!
//! A *sequence* of a side is what it has done on the way to some state: the empty one, or an action in an information
//! set. A side that remembers its own moves has exactly one sequence for each action of each of its sets. For a pair of
//! sequences, `A` holds the utilities of the games that end there, times the probability of what chance had to do. The
//! value of two strategies, given as the weight of each sequence, is `x' A y`; everything in this module is a product
//! with `A` and a walk over the sets.

use std::collections::HashMap;

use crate::limits::{Cause, Halt, Meter};
use crate::{Actions, ChanceNodes, Hidden, Limits, Outcomes, Score, Seat, Side, Turn};

/// An information set: the states that look the same to the seat to move.
#[derive(Clone, Debug)]
pub struct InformationSet<V, A> {
    /// What the seat sees.
    pub view: V,
    /// The seat.
    pub seat: Seat,
    /// What it can do.
    pub actions: Vec<A>,
}

/// The choices of one side, from the first choice to the last.
///
/// Sequence 0 is the empty one; those of a set follow one another in the order of its actions, and a set comes after
/// the sequence that leads to it.
#[derive(Clone, Debug)]
pub struct Choices<V, A> {
    /// The information sets.
    pub sets: Vec<InformationSet<V, A>>,
    /// The sequence of the first action of each set, and one place beyond.
    pub(super) first: Vec<u32>,
    /// The sequence that leads to each set.
    pub(super) parent: Vec<u32>,
    /// For each set, how chance and the other side can get there.
    pub(super) arrivals: Sparse,
}

impl<V, A> Choices<V, A> {
    /// How many sequences there are, the empty one included.
    #[must_use]
    pub fn sequences(&self) -> usize {
        self.first[self.sets.len()] as usize
    }

    /// The sequences of a set, one for each action.
    #[must_use]
    pub fn of_set(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }

    /// The sequence that leads to a set.
    #[must_use]
    pub fn before(&self, set: usize) -> usize {
        self.parent[set] as usize
    }
}

/// A game that ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// What MAX and MIN had done.
    pub sequences: [u32; 2],
    /// The probability of what chance did.
    pub probability: f64,
    pub utility: Score,
}

/// A matrix of which most is zero, row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Sparse {
    starts: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Sparse {
    /// From entries in any order; those of one place are added up.
    fn new(rows: usize, mut entries: Vec<(u32, u32, f64)>) -> Sparse {
        entries.sort_by_key(|&(row, column, _)| (row, column));
        entries.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            kept.2 += if same { next.2 } else { 0.0 };
            same
        });
        entries.retain(|&(.., value)| value != 0.0);
        let mut starts = vec![0; rows + 1];
        entries.iter().for_each(|&(row, ..)| starts[row as usize + 1] += 1);
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let (columns, values) = entries.into_iter().map(|(_, column, value)| (column, value)).unzip();
        Sparse { starts, columns, values }
    }

    /// The matrix times a vector.
    pub(super) fn times(&self, vector: &[f64], out: &mut [f64]) {
        let mut at = 0;
        for (sum, &end) in out.iter_mut().zip(&self.starts[1..]) {
            let (columns, values) = (&self.columns[at..end as usize], &self.values[at..end as usize]);
            *sum = columns.iter().zip(values).map(|(&column, value)| value * vector[column as usize]).sum();
            at = end as usize;
        }
    }

    /// One row of it times a vector.
    pub(super) fn row_times(&self, row: usize, vector: &[f64]) -> f64 {
        let range = self.starts[row] as usize..self.starts[row + 1] as usize;
        self.columns[range.clone()]
            .iter()
            .zip(&self.values[range])
            .map(|(&column, value)| value * vector[column as usize])
            .sum()
    }
}

/// A whole game in its sequence form.
#[derive(Clone, Debug)]
pub struct SequenceForm<V, A> {
    /// MAX's choices and MIN's.
    pub(super) sides: [Choices<V, A>; 2],
    /// What each sequence of a side wins for it, for each sequence of the other: for MAX and for MIN.
    pub(super) payoffs: [Sparse; 2],
    pub(super) endings: Vec<Ending>,
    /// The states of the game's tree.
    pub nodes: u64,
}

/// A side's place in a pair.
pub(super) const fn place(side: Side) -> usize {
    match side {
        Side::Max => 0,
        Side::Min => 1,
    }
}

impl<V, A> SequenceForm<V, A> {
    /// Walks the whole tree below a state, which everybody knows to be the beginning.
    ///
    /// # Errors
    /// If the game breaks its contract, a side forgets what it has done, or a limit is reached.
    pub fn of<G>(game: &G, root: &G::State, limits: &Limits) -> Result<SequenceForm<V, A>, Box<Halt>>
    where
        G: Hidden<View = V, Action = A> + ChanceNodes,
    {
        let mut walk = Walk {
            game,
            meter: Meter::new(limits),
            places: HashMap::new(),
            sides: [Gathered::new(), Gathered::new()],
            endings: Vec::new(),
            path: Vec::new(),
        };
        walk.enter(root, [0, 0], 1.0).map_err(|cause| Box::new(Halt { cause, path: walk.path.clone() }))?;
        let nodes = walk.meter.spent();
        let Walk { sides, endings, .. } = walk;
        let rows = sides.each_ref().map(|side| side.first[side.sets.len()] as usize);
        let matrix = |own: usize, sign: f64| {
            let entry = |end: &Ending| {
                (end.sequences[own], end.sequences[1 - own], sign * end.probability * f64::from(end.utility))
            };
            Sparse::new(rows[own], endings.iter().map(entry).collect())
        };
        let payoffs = [matrix(0, 1.0), matrix(1, -1.0)];
        Ok(SequenceForm { sides: sides.map(Gathered::settle), payoffs, endings, nodes })
    }
}

impl<V, A> SequenceForm<V, A> {
    /// The choices of a side.
    #[must_use]
    pub fn choices(&self, side: Side) -> &Choices<V, A> {
        &self.sides[place(side)]
    }

    /// How many information sets there are.
    #[must_use]
    pub fn information_sets(&self) -> usize {
        self.sides.iter().map(|side| side.sets.len()).sum()
    }

    /// How many games can be played.
    #[must_use]
    pub fn games(&self) -> usize {
        self.endings.len()
    }
}

/// The choices of a side, as far as they have been met.
struct Gathered<V, A> {
    sets: Vec<InformationSet<V, A>>,
    first: Vec<u32>,
    parent: Vec<u32>,
    arrivals: Vec<(u32, u32, f64)>,
}

impl<V, A> Gathered<V, A> {
    fn new() -> Self {
        Gathered { sets: Vec::new(), first: vec![1], parent: Vec::new(), arrivals: Vec::new() }
    }

    fn settle(self) -> Choices<V, A> {
        let Gathered { sets, first, parent, arrivals } = self;
        let arrivals = Sparse::new(sets.len(), arrivals);
        Choices { sets, first, parent, arrivals }
    }
}

struct Walk<'g, G: Hidden> {
    game: &'g G,
    meter: Meter,
    /// Where the set of a view is, among those of its side.
    places: HashMap<G::View, usize>,
    sides: [Gathered<G::View, G::Action>; 2],
    endings: Vec<Ending>,
    /// The numbers of the actions that led here; after a halt, to where it happened.
    path: Vec<u32>,
}

impl<G: Hidden + ChanceNodes> Walk<'_, G> {
    fn enter(&mut self, state: &G::State, sequences: [u32; 2], probability: f64) -> Result<(), Cause> {
        self.meter.spend()?;
        let game = self.game;
        if game.is_terminal(state) {
            let utility = game.utility(state);
            match utility {
                Score::UNKNOWN => return Err(Cause::Unknown),
                _ if !game.bounds().contain(utility) => return Err(Cause::OutsideBounds(utility)),
                _ => self.endings.push(Ending { sequences, probability, utility }),
            }
            return Ok(());
        }
        match game.turn(state) {
            Turn::Chance => self.chance(state, sequences, probability),
            Turn::Seat(seat) => self.choice(state, seat, sequences, probability),
        }
    }

    fn chance(&mut self, state: &G::State, sequences: [u32; 2], probability: f64) -> Result<(), Cause> {
        let mut outcomes = Outcomes::new();
        self.game.chance_outcomes(state, &mut outcomes);
        if outcomes.are_too_many() {
            return Err(Cause::TooManyOutcomes);
        }
        outcomes.check().map_err(Cause::Probabilities)?;
        for (number, &(action, share)) in (1..).zip(outcomes.as_slice()) {
            if share > 0.0 {
                self.follow(number, state, action, sequences, probability * share)?;
            }
        }
        Ok(())
    }

    fn choice(&mut self, state: &G::State, seat: Seat, sequences: [u32; 2], probability: f64) -> Result<(), Cause> {
        let mut actions = Actions::new();
        self.game.actions(state, &mut actions);
        if actions.overflowed() {
            return Err(Cause::TooManyActions);
        }
        if actions.as_slice().is_empty() {
            return Err(Cause::NoActions);
        }
        let own = place(self.game.side(seat));
        let (before, other) = (sequences[own], sequences[1 - own]);
        let first = self.set(state, seat, actions.as_slice(), before).map(|set| {
            let side = &mut self.sides[own];
            side.arrivals.push((set as u32, other, probability));
            side.first[set]
        })?;
        for (number, &action) in (0..).zip(actions.as_slice()) {
            let mut next = sequences;
            next[own] = first + number;
            self.follow(number + 1, state, action, next, probability)?;
        }
        Ok(())
    }

    fn follow(
        &mut self,
        number: u32,
        state: &G::State,
        action: G::Action,
        sequences: [u32; 2],
        probability: f64,
    ) -> Result<(), Cause> {
        self.path.push(number);
        self.enter(&self.game.result(state, action), sequences, probability)?;
        self.path.pop();
        Ok(())
    }

    /// The information set of a state, new or known. Where it is known, the side has done the same before, and can do
    /// the same now.
    fn set(&mut self, state: &G::State, seat: Seat, actions: &[G::Action], before: u32) -> Result<usize, Cause> {
        let view = self.game.view(state, seat);
        let side = &mut self.sides[place(self.game.side(seat))];
        if let Some(&set) = self.places.get(&view) {
            return match () {
                () if side.sets.get(set).is_none_or(|known| known.actions != actions) => Err(Cause::ActionsTell),
                () if side.parent[set] != before => Err(Cause::Forgets),
                () => Ok(set),
            };
        }
        let set = side.sets.len();
        self.places.insert(view.clone(), set);
        side.sets.push(InformationSet { view, seat, actions: actions.to_vec() });
        side.parent.push(before);
        side.first.push(side.first[set] + actions.len() as u32);
        Ok(set)
    }
}
