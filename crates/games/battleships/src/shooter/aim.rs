//! Where to shoot.

use counterplay_core::Random;

use super::super::evidence::Evidence;
use super::super::sea::{Cell, each, only};
use super::fleets::{Fleets, Tally, diagonals};
use super::follow::misses;

/// Where to shoot, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Aim {
    /// Where to shoot.
    pub cell: Cell,
    /// For each cell that was not shot at, the probability that there is a ship.
    pub shares: Vec<(Cell, f64)>,
    /// How many fleets were looked at.
    pub fleets: usize,
    /// Whether these are all that could be the true one.
    pub exact: bool,
    /// How many could be the true one, by an estimate if not exact.
    pub total: f64,
}

/// How much a shooter looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Up to how many fleets are listed, all of them.
    pub few: usize,
    /// How many are sampled where they are more.
    pub samples: usize,
    /// How many cells are compared by what comes after them, where the fleets are listed.
    pub wide: usize,
}

impl Effort {
    /// A millisecond or two. A thousand samples instead of four thousand cost a tenth of a shot a game, sixteen
    /// thousand gain nothing; nor does it to compare more cells.
    pub const FULL: Effort = Effort { few: 8_000, samples: 4_000, wide: 8 };

    /// What may be done in so many nodes, each of them a fleet that is looked at.
    #[must_use]
    pub fn of_nodes(nodes: u64) -> Effort {
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        let Effort { few, samples, wide } = Effort::FULL;
        Effort { few: nodes.min(few), samples: nodes.clamp(10, samples), wide: (nodes / 500).clamp(1, wide) }
    }
}

/// What a bit of information is worth, in misses. From the first shot to the last about 28 shots miss, and 35 bits are
/// found out.
const BIT: f64 = 0.6;

/// What it is worth, in misses, that a shot which misses keeps to the pattern that finds the shortest ship. By hits and
/// bits alone a game takes 0.4 shots more: the last ship is the longest sought.
const COVER: f64 = 0.1;

/// Where to shoot next; nothing if no fleet fits what was told, or no cell is left.
///
/// 1. The fleets that could be the true one are listed or sampled.
/// 2. A shot is worth the probability that it hits, what its answer tells, and that it keeps to a pattern by which the
///    shortest ship is found.
/// 3. Where all fleets are listed, the best shots are compared by how many would miss after them.
#[must_use]
pub fn aim(evidence: &Evidence, effort: Effort, random: &mut dyn Random) -> Option<Aim> {
    // 1.
    let open = evidence.open();
    let mut fleets = Fleets::of(evidence, effort.few, effort.samples, random);
    if fleets.list.is_empty() {
        return None;
    }
    let tally = Tally::of(&fleets, open);
    // 2.
    let pattern = diagonals(evidence);
    let worth = |cell: Cell| {
        let (share, covers) = (tally.share(cell), f64::from(u8::from(pattern & only(cell) != 0)));
        share + BIT * tally.information(cell) + COVER * covers * (1.0 - share)
    };
    let mut cells: Vec<(Cell, f64)> = each(open).map(|cell| (cell, worth(cell))).collect();
    cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut cell = cells.first()?.0;
    // 3.
    if fleets.complete && fleets.list.len() > 1 && !tally.is_sure(cell) {
        let compared = cells.iter().take(effort.wide.max(1)).map(|&(cell, _)| cell);
        cell = compared.min_by_key(|&cell| misses(&mut fleets.list, open, cell))?;
    }
    let shares = each(open).map(|cell| (cell, tally.share(cell))).collect();
    Some(Aim { cell, shares, fleets: fleets.list.len(), exact: fleets.complete, total: fleets.total })
}
