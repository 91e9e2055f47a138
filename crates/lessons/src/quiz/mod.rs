//! Quizzes: trees made under constraints, a sheet to print and a key to grade by.
//!
//! The same wishes and the same seed make the same quiz. What cannot be is said to be so: some of it is shown by arithmetic
//! before any tree is made, and for the rest the maker gives up after a stated number of trees.

mod draft;
mod find;
mod key;
mod possible;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use counterplay_core::{Seeded, Side};

use crate::grade::Question;
use crate::{Choices, Study};
use find::{Run, find};

pub use key::{FORMAT, Key, Player, Problem, Task, right_answer};
pub use possible::{most_cuts, suits};
pub use sheet::{html, text};

/// What a quiz is to be like.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// How deep each tree is: every leaf lies so many plies below the root.
    pub depth: u32,
    /// How many branches a node may have.
    pub branching: RangeInclusive<u32>,
    /// What the leaves may be worth. If it is not said, from 0 to 20, or further where all are to be different.
    pub leaves: Option<RangeInclusive<i32>>,
    /// How many edges are cut.
    pub cuts: Option<RangeInclusive<u32>>,
    /// At least one edge is cut because of a limit that is held further up than by the parent.
    pub deep_cut: bool,
    /// No two leaves have the same value.
    pub no_ties: bool,
    /// It does not matter whether an equal value cuts.
    pub same_under_both_rules: bool,
    /// What is asked of each tree.
    pub questions: Vec<Question>,
    /// How the trees are searched.
    pub choices: Choices,
    /// Who moves at the root.
    pub root: Side,
    /// What the random choices depend on.
    pub seed: u64,
    /// How many trees.
    pub count: u32,
}

/// A quiz that was made.
pub struct Quiz {
    /// What to grade by.
    pub key: Key,
    /// Its trees, in order.
    pub pictures: Vec<Picture>,
}

/// A tree that is asked about.
pub struct Picture {
    /// The tree as text.
    pub text: String,
    /// Who moves at the root.
    pub root: Side,
    /// Its search.
    pub study: Study,
}

impl Quiz {
    /// The questions about each tree.
    fn by_picture(&self) -> impl Iterator<Item = (&[Task], &Study)> {
        self.key.tasks.chunk_by(|a, b| a.picture == b.picture).zip(self.pictures.iter().map(|picture| &picture.study))
    }
}

/// Why there is no quiz.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such tree, and why.
    Impossible(String),
    /// None was found: how many were tried, and what they lacked.
    GivenUp(String),
    /// Somebody asked to stop.
    Stopped,
}

/// The most leaves that a tree of a quiz may have.
pub const MOST_LEAVES: u64 = 2_000;
/// The most trees of a quiz.
pub const MOST_TREES: u32 = 10_000;
/// The most trees that are tried for one that is wanted, if they are small.
pub const MOST_TRIALS: u32 = 20_000;

impl Wishes {
    /// The values of leaves: those that were asked for, or enough of them.
    fn values(&self) -> RangeInclusive<i32> {
        let most = i32::try_from(self.most_leaves()).unwrap_or(i32::MAX).min(4_999);
        let enough = if self.no_ties { (2 * most).max(20) } else { 20 };
        self.leaves.clone().unwrap_or(0..=enough)
    }

    /// The leaves that a tree has at the most.
    fn most_leaves(&self) -> u64 {
        u64::from(*self.branching.end()).saturating_pow(self.depth)
    }

    /// Large trees are tried less often, so that the time stays bounded.
    fn trials(&self) -> u32 {
        let most = 4_000_000 / self.most_leaves().max(1);
        u32::try_from(most).unwrap_or(u32::MAX).clamp(1_000, MOST_TRIALS)
    }
}

/// Makes a quiz. `stop` is asked now and then, and `stack` is what a search may use of it.
///
/// # Errors
/// See [`Refusal`].
pub fn make(wishes: &Wishes, stack: usize, stop: &dyn Fn() -> bool) -> Result<Quiz, Refusal> {
    possible::check(wishes).map_err(Refusal::Impossible)?;
    let mut random = Seeded::new(wishes.seed);
    let (mut made, mut pictures) = (HashSet::new(), Vec::new());
    for _ in 0..wishes.count {
        let Run { text, study } = find(wishes, &made, &mut random, stack, stop)?;
        made.insert(text.clone());
        pictures.push(Picture { text, root: wishes.root, study });
    }
    Ok(about(pictures, &wishes.questions, wishes.seed))
}

/// Asks the questions of each of these trees.
#[must_use]
pub fn about(pictures: Vec<Picture>, questions: &[Question], seed: u64) -> Quiz {
    let mut tasks = Vec::new();
    for (number, picture) in (1..).zip(&pictures) {
        for &question in questions {
            let next = u32::try_from(tasks.len()).unwrap_or(u32::MAX).saturating_add(1);
            tasks.push(Task::new(next, number, picture, question));
        }
    }
    Quiz { key: Key::new(seed, tasks), pictures }
}
