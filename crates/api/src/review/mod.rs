//! How good an action was, and every action of a game.
//!
//! What can be proven is proven first: the position before the action and the one after it, within a share of the
//! limits. Where that fails, all actions are compared by one search with a line for each of them, at the same depth. In
//! a game with secrets an action is held to an equilibrium of the whole game, by what the one who chose it could see;
//! where no equilibrium can be had, nothing is graded.
//!
//! What an action *lost* is what the best has and it has not, never less than nothing.
//!
//! | grade | both are proven, and the outcome is another | anything else |
//! |---|---|---|
//! | best | | nothing lost |
//! | good | | less than an inaccuracy, or a win that comes later |
//! | inaccuracy | | by the [scale](ReviewScale) of the game |
//! | mistake | a win became a draw, or a draw a loss | by the scale |
//! | blunder | a win became a loss | by the scale |
//!
//! ```
//! use counterplay_api::review::{Effort, Grade, judge};
//! use counterplay_api::{Catalog, Request};
//!
//! let position = counterplay_standard::catalog().game("tictactoe", &[])?.read("XX-OO----")?;
//! let judgement = judge(position.as_ref(), "a3", &Effort::within(&Request::default()))?;
//! assert_eq!((judgement.grade, judgement.loss, judgement.exact), (Grade::Blunder, 2.0, true));
//! assert_eq!(judgement.best, ["c1"]);
//! assert_eq!(judgement.sentence(), "a3 turns a win into a loss, proven; c1 wins");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod effort;
mod equilibrium;
mod game;
mod known;
mod luck;
mod scale;
mod sentence;
mod summary;

use std::fmt;

use counterplay_core::{Limit, Proof, Seat};

pub use self::effort::Effort;
pub use self::game::{Judged, Review, ReviewEvent, review, review_within_limits};
pub use self::luck::Luck;
pub use self::scale::{Measure, ReviewScale};
pub use self::summary::Summary;

use self::known::Known;
use crate::{AnyPosition, Declined, Progress, Report, Request, SearchError, TurnWord, Value, Variation};

/// How good an action was, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// None is better.
    Best,
    /// Hardly anything was lost.
    Good,
    /// Something was lost.
    Inaccuracy,
    /// Much was lost.
    Mistake,
    /// The game was, or nearly.
    Blunder,
}

impl Grade {
    /// All of them, the best first.
    pub const ALL: [Grade; 5] = [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// Its word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// The sign that annotators write behind the action.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Grade::Best | Grade::Good => "",
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What was found out about an action. All values are those of the seat that chose it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// The action.
    pub action: String,
    /// Who chose it.
    pub by: Seat,
    /// What the position was worth before it, with a line that has this worth.
    pub value: Variation,
    /// What the action is worth, with the line that it leads to.
    pub played: Variation,
    /// The actions of greatest worth, in the game's order, as far as they are known.
    pub best: Vec<String>,
    /// What was lost, in the game's points.
    pub loss: f64,
    /// What was lost, in the unit of the scale; nothing if that is an outcome and no amount.
    pub lost: Option<f64>,
    /// Whether that is proven.
    pub exact: bool,
    /// How good it was.
    pub grade: Grade,
    /// Whether there was nothing else to choose.
    pub forced: bool,
    /// The scale that it was graded by.
    pub scale: ReviewScale,
}

/// How good an action is in a position.
///
/// # Errors
/// If the action is not legal, nobody has a choice, the limits are too narrow for one look at every action, the game has
/// secrets and no equilibrium can be had, or the search could not go on.
pub fn judge(position: &dyn AnyPosition, action: &str, effort: &Effort) -> Result<Judgement, SearchError> {
    match position.turn() {
        TurnWord::Seat(_) => {}
        TurnWord::Chance => return Err(Declined::ChanceToMove.into()),
        TurnWord::Over => return Err(Declined::GameOver.into()),
    }
    if position.has_secrets() {
        let solved = equilibrium::solve(position, effort.whole())?;
        return equilibrium::judge(position, action, &solved);
    }
    let action = position.find(action).map_err(SearchError::Illegal)?.word;
    let proofs = known::around(position, &action, effort)?;
    judge_with(position, &action, effort, &proofs)
}

/// What was proven of the positions before and after an action, and whether that was tried.
#[derive(Default)]
struct Proofs {
    before: Option<Known>,
    after: Option<Known>,
    tried: bool,
}

/// The worth of the best and of the action played, before they are graded.
struct Compared {
    best: Variation,
    played: Variation,
    words: Vec<String>,
    exact: bool,
}

/// How good an action is, given what was proven.
fn judge_with(
    position: &dyn AnyPosition,
    action: &str,
    effort: &Effort,
    proofs: &Proofs,
) -> Result<Judgement, SearchError> {
    let legal: Vec<String> = position.actions().into_iter().map(|action| action.word).collect();
    let compared = match (&proofs.before, &proofs.after) {
        (Some(before), Some(after)) => proven(before, after, action, &legal, span(position)),
        _ if position.solves_whole_game() && !proofs.tried => compare(position, action, &legal, effort, proofs, true)?,
        _ => compare(position, action, &legal, effort, proofs, false)?,
    };
    Ok(graded(position, action, compared, legal.len() == 1))
}

/// The judgement of an action that was compared with the best.
fn graded(position: &dyn AnyPosition, action: &str, compared: Compared, forced: bool) -> Judgement {
    let by = if let TurnWord::Seat(seat) = position.turn() { seat } else { Seat::FIRST };
    let (scale, even) = (position.review_scale(), position.even());
    let Compared { best, played, words, exact } = compared;
    let lost = best.value.score - played.value.score;
    let loss = if is_tie(lost, span(position)) { 0.0 } else { lost };
    let grade = if loss == 0.0 { Grade::Best } else { scale.grade(&best, &played, even) };
    let lost = if loss == 0.0 { Some(0.0) } else { scale.lost(&best, &played, even) };
    Judgement {
        action: action.to_owned(),
        by,
        value: best,
        played,
        best: words,
        loss,
        lost,
        exact,
        grade,
        forced,
        scale,
    }
}

/// The comparison of an action with the best, where both are proven.
fn proven(before: &Known, after: &Known, action: &str, legal: &[String], span: f64) -> Compared {
    let mut words = before.best.clone();
    if is_tie(before.value.value.score - after.value.value.score, span) && !words.iter().any(|word| word == action) {
        words.push(action.to_owned());
        words.sort_by_key(|word| legal.iter().position(|legal| legal == word));
    }
    Compared { best: before.value.clone(), played: after.value.clone(), words, exact: true }
}

/// The comparison by a search with a line for each action, or by the solution of the `whole` game.
fn compare(
    position: &dyn AnyPosition,
    action: &str,
    legal: &[String],
    effort: &Effort,
    proofs: &Proofs,
    whole: bool,
) -> Result<Compared, SearchError> {
    let request = if whole || !proofs.tried { effort.whole() } else { effort.estimate() };
    let (report, mut lines) = lines_of_all(position, legal.len(), request, whole)?;
    let span = span(position);
    let too_soon = || SearchError::Stopped(report.stopped.unwrap_or(Limit::Nodes));
    let place = |lines: &[Variation], word: &str| {
        lines.iter().position(|line| line.line.first().is_some_and(|first| first == word))
    };
    // What is proven of the action played takes the place of what was guessed, but a proof that it is worse than guessed
    // is not held against guesses: the others may be as bad. It counts where another action is proven to be better.
    if let (Some(after), Some(at)) = (&proofs.after, place(&lines, action)) {
        let known = after.value.value.score;
        let is_better = |line: &Variation| line.value.proof == Proof::Exact && line.value.score > known;
        if known >= lines[at].value.score || lines.iter().any(is_better) {
            lines[at] = after.value.clone();
        }
    }
    let found: Option<Vec<&Variation>> = legal
        .iter()
        .map(|word| place(&lines, word).map(|at| &lines[at]).filter(|line| line.value.score.is_finite()))
        .collect();
    let found = found.ok_or_else(too_soon)?;
    // Of two that are as good, the one is taken for which it is a fact.
    let better = |a: &&Variation, b: &&Variation| {
        a.value.score > b.value.score || a.value.score == b.value.score && a.value.proof == Proof::Exact
    };
    let best = found.iter().copied().reduce(|a, b| if better(&b, &a) { b } else { a }).ok_or_else(too_soon)?;
    let played = place(&lines, action).map(|at| &lines[at]).ok_or_else(too_soon)?;
    let words = (legal.iter().zip(&found))
        .filter(|(_, line)| is_tie(best.value.score - line.value.score, span))
        .map(|(word, _)| word.clone())
        .collect();
    // Another action may be better than the best of those that are exact, unless the search has said that none is.
    let proof = match (report.value.proof, best.value.proof) {
        (Proof::Exact, _) => Proof::Exact,
        (_, Proof::Exact) => Proof::Lower,
        (_, other) => other,
    };
    let exact = proof == Proof::Exact && played.value.proof == Proof::Exact;
    Ok(Compared {
        best: Variation { value: Value { proof, ..best.value }, line: best.line.clone() },
        played: played.clone(),
        words,
        exact,
    })
}

/// The span of values that the game can end with.
fn span(position: &dyn AnyPosition) -> f64 {
    let (low, high) = position.bounds(Seat::FIRST);
    high - low
}

/// Whether a difference is none. Sums of probabilities differ in their last digits, and value iteration leaves as much
/// open.
fn is_tie(difference: f64, span: f64) -> bool {
    difference <= 1e-9 * span.max(0.0)
}

/// A search with a line for every action, and the lines of the last depth at which it looked at all of them; or the
/// solution of the whole game, as far as one is found, and else the search.
fn lines_of_all(
    position: &dyn AnyPosition,
    actions: usize,
    request: &Request,
    whole: bool,
) -> Result<(Report, Vec<Variation>), SearchError> {
    let request = Request { lines: actions, ..request.clone() };
    if whole {
        let solved = position.solve(&request, &mut |_| {})?;
        if solved.value.proof == Proof::Exact {
            let lines = solved.lines.clone();
            return Ok((solved, lines));
        }
    }
    let mut finished = None;
    let report = position.best(&request, &mut |progress: &Progress| {
        if let Some(iteration) = &progress.iteration {
            finished = Some(iteration.lines.clone());
        }
    })?;
    let lines = match finished {
        // What the limit interrupted has looked further at some actions than at others.
        Some(lines) if report.stopped.is_some() => lines,
        _ => report.lines.clone(),
    };
    Ok((report, lines))
}

#[cfg(test)]
mod tests;
