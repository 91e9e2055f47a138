//! Quizzes: trees made under constraints, a sheet to print and a key to grade by.
//!
//! Equal constraints and equal seeds make equal quizzes. What is impossible is said to be so: some of it is shown by
//! arithmetic before any tree is made, and for the rest the maker gives up after a stated number of trees.

mod draft;
mod feasibility;
mod generate;
mod key;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use counterplay_core::{Seeded, Side};

use crate::grade::Question;
use crate::{Choices, Study};
use generate::{Candidate, generate};

pub use feasibility::{most_cuts, suits};
pub use key::{FORMAT, Key, Player, Problem, Task, right_answer};
pub use sheet::{html, text};

/// Constraints of a quiz.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// Depth of each tree: every leaf lies so many plies below the root.
    pub depth: u32,
    /// Branches that a node may have.
    pub branching: RangeInclusive<u32>,
    /// Values that leaves may have. By default from 0 to 20, or further where all are to be different.
    pub leaves: Option<RangeInclusive<i32>>,
    /// Number of edges that are cut.
    pub cuts: Option<RangeInclusive<u32>>,
    /// Deep cut: at least one edge is cut because of a limit that is held further up than by the parent.
    pub deep_cut: bool,
    /// No ties: no two leaves have the same value.
    pub no_ties: bool,
    /// Indifference to the cut-off rule: it does not matter whether an equal value cuts.
    pub same_under_both_rules: bool,
    /// Questions about each tree.
    pub questions: Vec<Question>,
    /// Choices of the search.
    pub choices: Choices,
    /// Side that moves at the root.
    pub root: Side,
    /// Seed of the random choices.
    pub seed: u64,
    /// Number of trees.
    pub count: u32,
}

/// Quiz that was made.
pub struct Quiz {
    /// Key to grade by.
    pub key: Key,
    /// Trees of the quiz, in order.
    pub pictures: Vec<Picture>,
}

/// Tree that is asked about.
pub struct Picture {
    /// Tree as text.
    pub text: String,
    /// Side that moves at the root.
    pub root: Side,
    /// Search of the tree.
    pub study: Study,
}

impl Quiz {
    /// Questions about each tree.
    fn by_picture(&self) -> impl Iterator<Item = (&[Task], &Study)> {
        self.key.tasks.chunk_by(|a, b| a.picture == b.picture).zip(self.pictures.iter().map(|picture| &picture.study))
    }
}

/// Error: why there is no quiz.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuizError {
    /// Impossible: there is no such tree, and why.
    Impossible(String),
    /// Given up: how many trees were tried, and what they lacked.
    GivenUp(String),
    /// Stopped on request.
    Stopped,
}

/// Most leaves of a tree of a quiz.
pub const MOST_LEAVES: u64 = 2_000;
/// Most trees of a quiz.
pub const MOST_TREES: u32 = 10_000;
/// Most trees that are tried for one that is wanted, if they are small.
pub const MOST_TRIALS: u32 = 20_000;

impl Wishes {
    /// Values of leaves: those that were asked for, or enough of them.
    fn values(&self) -> RangeInclusive<i32> {
        let most = i32::try_from(self.most_leaves()).unwrap_or(i32::MAX).min(4_999);
        let enough = if self.no_ties { (2 * most).max(20) } else { 20 };
        self.leaves.clone().unwrap_or(0..=enough)
    }

    /// Most leaves that a tree can have.
    fn most_leaves(&self) -> u64 {
        u64::from(*self.branching.end()).saturating_pow(self.depth)
    }

    /// Trials for a tree. Large trees are tried less often, so that the time stays bounded.
    fn trials(&self) -> u32 {
        let most = 4_000_000 / self.most_leaves().max(1);
        u32::try_from(most).unwrap_or(u32::MAX).clamp(1_000, MOST_TRIALS)
    }
}

/// Makes a quiz. `stop` is asked now and then, and `stack` is what a search may use of it.
///
/// # Errors
/// See [`QuizError`].
pub fn make(wishes: &Wishes, stack: usize, stop: &dyn Fn() -> bool) -> Result<Quiz, QuizError> {
    feasibility::check(wishes).map_err(QuizError::Impossible)?;
    let mut random = Seeded::new(wishes.seed);
    let (mut made, mut pictures) = (HashSet::new(), Vec::new());
    for _ in 0..wishes.count {
        let Candidate { text, study } = generate(wishes, &made, &mut random, stack, stop)?;
        made.insert(text.clone());
        pictures.push(Picture { text, root: wishes.root, study });
    }
    Ok(about(pictures, &wishes.questions, wishes.seed))
}

/// Quiz of these trees, each with the questions.
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
