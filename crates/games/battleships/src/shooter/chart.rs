//! The placements of each ship, and which of them share cells.

use super::super::evidence::Evidence;
use super::super::sea::{Cells, each};

/// A set of placements of one length: a bit for each place in the list. There are at most 180, of length 2 on the
/// largest sea.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Set([u64; 3]);

impl Set {
    pub(super) fn add(&mut self, place: u8) {
        self.0[usize::from(place >> 6)] |= 1 << (place & 63);
    }

    pub(super) fn or(self, other: Set) -> Set {
        Set([0, 1, 2].map(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn without(self, other: Set) -> Set {
        Set([0, 1, 2].map(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> {
        let [low, middle, high] = self.0;
        let low = each(Cells::from(low) | Cells::from(middle) << 64);
        low.chain(each(high.into()).map(|place| place + 128))
    }
}

/// All placements of one length.
pub(super) struct Kind {
    pub(super) placements: Vec<Cells>,
    /// For each cell the placements that have it.
    on: Vec<Set>,
    /// Those on cells that were not shot at.
    pub(super) free: Set,
}

/// The placements of the ships that the evidence is about. Ships of the same length share a kind.
pub(super) struct Chart<'e> {
    pub(super) evidence: &'e Evidence,
    pub(super) kinds: Vec<Kind>,
    /// The kind of each ship.
    pub(super) kind_of: Vec<usize>,
    /// `crossing[a][b][p]`: the placements of kind `b` that share a cell with the placement `p` of kind `a`.
    crossing: Vec<Vec<Vec<Set>>>,
}

impl<'e> Chart<'e> {
    pub(super) fn new(evidence: &'e Evidence) -> Chart<'e> {
        let mut lengths = evidence.lengths.clone();
        lengths.sort_unstable();
        lengths.dedup();
        let kinds: Vec<Kind> = lengths.iter().map(|&length| Kind::new(evidence, length)).collect();
        let kind_of = (evidence.lengths.iter())
            .map(|length| lengths.binary_search(length).expect("the length is in the list"))
            .collect();
        let crossing = (kinds.iter())
            .map(|a| kinds.iter().map(|b| a.placements.iter().map(|&ship| b.crossed_by(ship)).collect()).collect())
            .collect();
        Chart { evidence, kinds, kind_of, crossing }
    }

    /// The placements of kind `other` that share a cell with this one.
    pub(super) fn crossed(&self, kind: usize, place: u8, other: usize) -> Set {
        self.crossing[kind][other][usize::from(place)]
    }

    /// The cells of a placement of a ship.
    pub(super) fn cells(&self, ship: usize, place: u8) -> Cells {
        self.kinds[self.kind_of[ship]].placements[usize::from(place)]
    }
}

impl Kind {
    fn new(evidence: &Evidence, length: u8) -> Kind {
        let placements = evidence.sea.placements(length);
        let mut on = vec![Set::default(); evidence.sea.area().into()];
        let mut free = Set::default();
        for (place, &cells) in (0..).zip(&placements) {
            each(cells).for_each(|cell| on[usize::from(cell)].add(place));
            if cells & evidence.shots == 0 {
                free.add(place);
            }
        }
        Kind { placements, on, free }
    }

    fn crossed_by(&self, ship: Cells) -> Set {
        each(ship).fold(Set::default(), |all, cell| all.or(self.on[usize::from(cell)]))
    }
}
