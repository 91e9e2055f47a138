//! Feasibility of a quiz, by arithmetic.

use super::{MOST_LEAVES, MOST_TREES, Wishes};
use crate::Algorithm;
use crate::grade::Question;

/// Checks feasibility: says why there is no such quiz, if that is known before any tree is made.
pub(super) fn check(wishes: &Wishes) -> Result<(), String> {
    sizes(wishes)?;
    cuts(wishes)?;
    leaves(wishes)
}

fn sizes(wishes: &Wishes) -> Result<(), String> {
    let (depth, least, most) = (wishes.depth, *wishes.branching.start(), *wishes.branching.end());
    if depth == 0 || least == 0 || least > most {
        return Err("a tree of a quiz has at least one ply, and each node at least one branch".to_owned());
    }
    // A chain has one leaf however deep it is.
    if depth > 64 || wishes.most_leaves() > MOST_LEAVES {
        return Err(format!(
            "a tree of {depth} plies with {most} branches has {} leaves; a tree of a quiz may have {MOST_LEAVES}, and \
             64 plies",
            if wishes.most_leaves() == u64::MAX { "too many".to_owned() } else { wishes.most_leaves().to_string() }
        ));
    }
    if !matches!(wishes.choices.algorithm, Algorithm::Minimax | Algorithm::Alphabeta) {
        return Err("random trees have no chance nodes; give your own with --tree".to_owned());
    }
    if wishes.count == 0 || wishes.count > MOST_TREES {
        return Err(format!("a quiz has from 1 to {MOST_TREES} trees"));
    }
    if wishes.questions.is_empty() {
        return Err("a quiz asks something".to_owned());
    }
    Ok(())
}

/// Checks the questions: says which of them cannot be asked of a search, if there is one.
///
/// # Errors
/// Windows and cuts are alpha-beta's.
pub fn suits(algorithm: Algorithm, questions: &[Question]) -> Result<(), String> {
    let asks = |question| questions.contains(&question);
    if !algorithm.prunes() && (asks(Question::Cuts) || asks(Question::Windows)) {
        return Err(without_cuts(algorithm));
    }
    Ok(())
}

fn without_cuts(algorithm: Algorithm) -> String {
    format!("{algorithm} has no windows and cuts nothing: ask for values or visits, or search by alphabeta")
}

fn cuts(wishes: &Wishes) -> Result<(), String> {
    let (depth, most) = (wishes.depth, *wishes.branching.end());
    let least_cuts = wishes.cuts.as_ref().map_or(0, |cuts| *cuts.start());
    let algorithm = wishes.choices.algorithm;
    suits(algorithm, &wishes.questions)?;
    if algorithm != Algorithm::Alphabeta {
        if least_cuts > 0 || wishes.deep_cut {
            return Err(without_cuts(algorithm));
        }
        return Ok(());
    }
    if wishes.deep_cut && (depth < 4 || most < 2) {
        return Err(format!(
            "a deep cut-off needs a node three plies or more below the one that holds the limit, and something to cut \
             below that: a depth of 4 with 2 branches at the least, and not a depth of {depth} with {most}"
        ));
    }
    if wishes.deep_cut && wishes.cuts.as_ref().is_some_and(|cuts| *cuts.end() == 0) {
        return Err("a deep cut-off is a cut: --deep-cut and --cuts 0 contradict each other".to_owned());
    }
    let feasible = most_cuts(depth, most);
    if u64::from(least_cuts) > feasible {
        return Err(format!(
            "alpha-beta cuts at most {feasible} {} of a tree of {depth} plies with {most} branches, and not \
             {least_cuts}",
            if feasible == 1 { "edge" } else { "edges" }
        ));
    }
    Ok(())
}

fn leaves(wishes: &Wishes) -> Result<(), String> {
    let values = wishes.values();
    let (low, high) = (*values.start(), *values.end());
    if low > high || low < -9_999 || high > 9_999 {
        return Err(format!("the values of leaves are from -9999 to 9999, and not from {low} to {high}"));
    }
    let many = (high - low + 1) as u64;
    let fewest = u64::from(*wishes.branching.start()).saturating_pow(wishes.depth);
    if wishes.no_ties && fewest > many {
        return Err(format!(
            "each tree has {fewest} leaves or more, and there are only {many} values from {low} to {high}: two leaves \
             are equal"
        ));
    }
    let different = different(wishes, many);
    if u64::from(wishes.count) > different {
        return Err(format!("there are only {different} different trees of this kind, and not {}", wishes.count));
    }
    Ok(())
}

/// Number of different trees, ties or not.
fn different(wishes: &Wishes, values: u64) -> u64 {
    (0..wishes.depth).fold(values, |below, _| {
        wishes.branching.clone().fold(0u64, |sum, branches| sum.saturating_add(below.saturating_pow(branches)))
    })
}

/// Most edges that alpha-beta can cut in a tree of this depth whose nodes have at most so many branches.
///
/// A node can be cut only if the limit is there: a MAX node needs beta, a MIN node alpha. A node has a limit if it came
/// with one, or if its parent has finished with a child. And the child that brings the cut about is not cut itself:
/// what a cut child returns is outside of the window on the other side.
#[must_use]
pub fn most_cuts(depth: u32, branches: u32) -> u64 {
    most(depth, u64::from(branches), [false, false]).either()
}

/// Most cut edges in a subtree, by whether the node at its top is cut.
struct Most {
    whole: u64,
    cut: Option<u64>,
}

impl Most {
    fn either(&self) -> u64 {
        self.cut.map_or(self.whole, |cut| cut.max(self.whole))
    }
}

/// Computes the most cut edges. The last argument says whether the mover's own limit and the opponent's are there: the
/// child sees them the other way round.
fn most(height: u32, branches: u64, [own, other]: [bool; 2]) -> Most {
    if height == 0 || branches == 0 {
        return Most { whole: 0, cut: None };
    }
    let first = most(height - 1, branches, [other, own]);
    let later = if own { None } else { Some(most(height - 1, branches, [other, true])) };
    let later = later.as_ref().unwrap_or(&first);
    let times = |count: u64, most: u64| count.saturating_mul(most);
    let whole = first.either().saturating_add(times(branches - 1, later.either()));
    let cut_after = |visited: u64| {
        let before = match visited {
            1 => first.whole,
            _ => first.either().saturating_add(times(visited - 2, later.either())).saturating_add(later.whole),
        };
        before.saturating_add(branches - visited)
    };
    let cut = if other { (1..branches).map(cut_after).max() } else { None };
    Most { whole, cut }
}
