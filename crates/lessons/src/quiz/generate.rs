//! Generator of trees that meet the constraints of a quiz.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use counterplay_core::trace::{SearchTree, StepKind};
use counterplay_core::{Seeded, Side};
use counterplay_tree::Tree;

use super::draft::Draft;
use super::{QuizError, Wishes};
use crate::{Algorithm, Choices, Rule, Study, study};

/// Changes of one tree before another one is begun.
const CHANGES: u32 = 100;

/// Candidate tree and its search.
pub(super) struct Candidate {
    pub(super) text: String,
    pub(super) study: Study,
}

impl Candidate {
    pub(super) fn new(text: String, root: Side, choices: Choices, stack: usize) -> Option<Candidate> {
        let tree = Tree::parse(&text, root).ok()?;
        let study = study(&tree, choices, stack);
        Some(Candidate { text, study })
    }
}

/// Tries trees: a new one now and then, and in between small changes that do no harm.
pub(super) fn generate(
    wishes: &Wishes,
    made: &HashSet<String>,
    random: &mut Seeded,
    stack: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Candidate, QuizError> {
    let mut best: Option<(u32, Draft)> = None;
    let mut tried = Trials::default();
    let trials = wishes.trials();
    for trial in 0..trials {
        if stop() {
            return Err(QuizError::Stopped);
        }
        let draft = match &best {
            Some((_, draft)) if trial % CHANGES != 0 => draft.changed(wishes, random),
            _ => {
                best = None;
                Draft::new(wishes, random)
            }
        };
        let run = draft.as_ref().and_then(|draft| Candidate::new(draft.text(), wishes.root, wishes.choices, stack));
        let Some((draft, run)) = draft.zip(run) else {
            tried.full += 1;
            continue;
        };
        let lacks = Shortfall::of(&run, wishes, made, stack);
        let sum = lacks.sum();
        if sum == 0 {
            return Ok(run);
        }
        tried.note(&lacks);
        if best.as_ref().is_none_or(|(least, _)| sum <= *least) {
            best = Some((sum, draft));
        }
    }
    Err(QuizError::GivenUp(tried.summary(made.len() + 1, trials)))
}

/// Shortfall of a tree: how far the number of cuts is off, and 1 for each other constraint that it does not meet.
struct Shortfall([u32; 4]);

impl Shortfall {
    const WORDS: [&str; 4] = [
        "had another number of cuts",
        "had no deep cut-off",
        "had other answers under the other cut-off rule",
        "had been asked already",
    ];

    fn of(run: &Candidate, wishes: &Wishes, made: &HashSet<String>, stack: usize) -> Shortfall {
        let cuts = u32::try_from(run.study.seen.cut_edges().count()).unwrap_or(u32::MAX);
        let far =
            |range: &RangeInclusive<u32>| range.start().saturating_sub(cuts).max(cuts.saturating_sub(*range.end()));
        Shortfall([
            wishes.cuts.as_ref().map_or(0, far),
            u32::from(wishes.deep_cut && !has_deep_cut(&run.study.seen)),
            u32::from(wishes.same_under_both_rules && !is_same_under_both_rules(run, wishes, stack)),
            u32::from(made.contains(&run.text)),
        ])
    }

    fn sum(&self) -> u32 {
        self.0.iter().fold(0, |sum, &lack| sum.saturating_add(lack))
    }
}

/// Statistics of the trees that were tried.
#[derive(Default)]
struct Trials {
    /// Number of trees that fell short of each constraint.
    lacking: [u32; 4],
    /// Number of trees with more leaves than there are values, if these are all to be different.
    full: u32,
    /// Least distance of the number of cuts.
    nearest: Option<u32>,
}

impl Trials {
    fn note(&mut self, lacks: &Shortfall) {
        self.lacking.iter_mut().zip(lacks.0).for_each(|(count, lack)| *count += u32::from(lack > 0));
        self.nearest = Some(self.nearest.map_or(lacks.0[0], |nearest| nearest.min(lacks.0[0])));
    }

    fn summary(&self, tree: usize, trials: u32) -> String {
        let mut lacking: Vec<(u32, String)> =
            self.lacking.into_iter().zip(Shortfall::WORDS.map(str::to_owned)).collect();
        if let Some(nearest @ 1..) = self.nearest {
            lacking[0].1.push_str(&format!(" (the nearest was {nearest} off)"));
        }
        lacking.push((self.full, "had more leaves than there are values".to_owned()));
        lacking.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
        let lacking = lacking.iter().filter(|(count, _)| *count > 0);
        let lacking: Vec<String> = lacking.map(|(count, what)| format!("{count} {what}")).collect();
        format!(
            "no tree was found for number {tree} of the quiz: of {trials} trees that were tried, {}; \
             ask for less, for deeper trees or for more branches, or give another --seed",
            lacking.join(", ")
        )
    }
}

/// Whether an edge is cut because of a limit that is held further up than by the parent.
pub(super) fn has_deep_cut(seen: &SearchTree) -> bool {
    seen.steps.iter().any(|step| match &step.kind {
        StepKind::Cutoff { cut, holder, .. } => !cut.is_empty() && seen.nodes[step.node].parent != Some(*holder),
        _ => false,
    })
}

/// Whether the search does the same if only the cut-off rule is another one.
fn is_same_under_both_rules(run: &Candidate, wishes: &Wishes, stack: usize) -> bool {
    if wishes.choices.algorithm != Algorithm::Alphabeta {
        return true;
    }
    let cutoff = if wishes.choices.cutoff == Rule::Ge { Rule::Gt } else { Rule::Ge };
    let other = Candidate::new(run.text.clone(), wishes.root, Choices { cutoff, ..wishes.choices }, stack);
    other.is_some_and(|other| {
        let (here, there) = (&run.study.seen.nodes, &other.study.seen.nodes);
        here.iter()
            .zip(there)
            .all(|(a, b)| (a.order, a.window, a.value, a.status) == (b.order, b.window, b.value, b.status))
    })
}
