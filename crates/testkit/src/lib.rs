//! What the tests of the workspace share: random trees, one naive copy of each algorithm as the oracle, and a count of
//! what there is in a game with secrets.
//!
//! Nothing here uses the searches or the trees of the product. A [`Plain`] tree is a recursive enum, and each algorithm
//! on it is its definition, written down once more in the plainest way, without a trace, a window object or a shared
//! helper.

mod census;
mod dealt;
pub mod garbage;
mod generate;
pub mod ko;
pub mod laws;
mod merged;
mod oracle;
mod quiz;

pub use census::{Census, census};
pub use dealt::{Behaviour, Dealt, Seen, Table};
pub use generate::{Shape, ordered_uniform, random_tree};
pub use merged::{Merged, hashed_evaluation, woven, woven_and_grown};
pub use oracle::Visits;
pub use quiz::Answers;

/// A tree as a recursive type.
#[derive(Clone, PartialEq, Debug)]
pub enum Plain {
    /// A finished game.
    Leaf(i32),
    /// MAX chooses.
    Max(Vec<Plain>),
    /// MIN chooses.
    Min(Vec<Plain>),
    /// Chance decides, by these probabilities.
    Chance(Vec<(f64, Plain)>),
}

impl Plain {
    /// The tree in the notation of the product.
    #[must_use]
    pub fn to_text(&self) -> String {
        let list = |trees: &[Plain]| trees.iter().map(Plain::to_text).collect::<Vec<_>>().join(",");
        match self {
            Plain::Leaf(value) => value.to_string(),
            Plain::Max(below) => format!("max[{}]", list(below)),
            Plain::Min(below) => format!("min[{}]", list(below)),
            Plain::Chance(below) => {
                let branches = below.iter().map(|(p, tree)| format!("{p}:{}", tree.to_text()));
                format!("chance[{}]", branches.collect::<Vec<_>>().join(","))
            }
        }
    }

    /// The number of nodes and the number of leaves.
    #[must_use]
    pub fn size(&self) -> (u64, u64) {
        let sum = |sizes: &mut dyn Iterator<Item = (u64, u64)>| sizes.fold((1, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        match self {
            Plain::Leaf(_) => (1, 1),
            Plain::Max(below) | Plain::Min(below) => sum(&mut below.iter().map(Plain::size)),
            Plain::Chance(below) => sum(&mut below.iter().map(|(_, tree)| tree.size())),
        }
    }
}
