//! How good an action was, and every action of a game.
//!
//! An action is judged by one search with a line for every legal action, so that all of them are compared at the same
//! depth. What it *lost* is what the best of them has and it has not, in the game's own points; never less than
//! nothing.
//!
//! | grade | where it is known how the game ends, for both | anywhere else |
//! |---|---|---|
//! | best | nothing lost | nothing lost |
//! | good | the same end, less than 3 % lost | less than 3 % |
//! | inaccuracy | the same end, 3 % or more | 3 % or more |
//! | mistake | a win became a draw, or a draw a loss | 10 % or more |
//! | blunder | a win became a loss | 30 % or more |
//!
//! The shares are of the span of values that the game can end with. In a game with secrets each action is judged by
//! what the one who chose it could see, so that bad luck is no blunder.
//!
//! ```
//! use counterplay_api::review::{Grade, judge};
//! use counterplay_api::{Catalog, Request};
//!
//! let position = counterplay_standard::catalog().game("tictactoe", &[])?.read("XX-OO----")?;
//! let judgement = judge(position.as_ref(), "a3", &Request::default())?;
//! assert_eq!((judgement.grade, judgement.loss, judgement.exact), (Grade::Blunder, 2.0, true));
//! assert_eq!(judgement.best, ["c1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::sync::atomic::Ordering;

use counterplay_core::{Limit, Limits, Proof, Seat};

use crate::{AnyPosition, Declined, Drawn, Outcome, Progress, Report, Request, SearchError, TurnWord, Variation};

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

    /// By the share of the span of values that was lost.
    fn of_share(share: f64) -> Grade {
        match share {
            share if share >= 0.30 => Grade::Blunder,
            share if share >= 0.10 => Grade::Mistake,
            share if share >= 0.03 => Grade::Inaccuracy,
            _ => Grade::Good,
        }
    }

    /// By the table of this module, for an action that lost something.
    fn of_loss(before: Option<Outcome>, after: Option<Outcome>, share: f64) -> Grade {
        match (before, after) {
            (Some(Outcome::Win), Some(Outcome::Loss)) => Grade::Blunder,
            (Some(before), Some(after)) if before == after => Grade::of_share(share).min(Grade::Inaccuracy),
            (Some(_), Some(_)) => Grade::Mistake,
            _ => Grade::of_share(share),
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
pub struct Judgement {
    /// The action.
    pub action: String,
    /// Who chose it.
    pub by: Seat,
    /// What the position was worth before it, with a line that has this worth.
    pub value: Variation,
    /// What the action is worth, with the line that it leads to.
    pub played: Variation,
    /// The actions of greatest worth, in the game's order.
    pub best: Vec<String>,
    /// What was lost, in the game's points.
    pub loss: f64,
    /// Whether that is proven.
    pub exact: bool,
    /// How good it was.
    pub grade: Grade,
}

/// An action of a game, judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// It was the so-manieth of the line, from 1; the turns of chance are counted.
    pub ply: usize,
    /// Who chose it.
    pub by: Seat,
    /// The draw that the line had made before it and nobody had claimed, if the game went on after one.
    pub unclaimed: Option<Drawn>,
    /// How good it was.
    pub judgement: Judgement,
}

/// How good an action is in a position.
///
/// # Errors
/// If the action is not legal, nobody has a choice, the limits are too narrow for one look at every action, or the
/// search could not go on.
pub fn judge(position: &dyn AnyPosition, action: &str, request: &Request) -> Result<Judgement, SearchError> {
    let by = match position.turn() {
        TurnWord::Seat(seat) => seat,
        TurnWord::Chance => return Err(Declined::ChanceToMove.into()),
        TurnWord::Over => return Err(Declined::GameOver.into()),
    };
    let words: Vec<String> = position.actions().into_iter().map(|action| action.word).collect();
    let action = position.find(action).map_err(SearchError::Illegal)?.word;
    let (report, lines) = lines_of_all(position, words.len(), request)?;
    let of = |word: &String| lines.iter().find(|line| line.line.first() == Some(word));
    let found: Option<Vec<&Variation>> =
        words.iter().map(of).map(|line| line.filter(|line| line.score.is_finite())).collect();
    let too_soon = || SearchError::Stopped(report.stopped.unwrap_or(Limit::Nodes));
    let found = found.ok_or_else(too_soon)?;
    // Of two that are as good, the one is taken for which it is a fact.
    let better = |a: &&Variation, b: &&Variation| a.score > b.score || a.score == b.score && a.proof == Proof::Exact;
    let best = found.iter().copied().reduce(|a, b| if better(&b, &a) { b } else { a }).ok_or_else(too_soon)?;
    let played = of(&action).ok_or_else(too_soon)?;
    let (low, high) = position.bounds(by);
    let share = |loss: f64| if high > low { loss / (high - low) } else { 0.0 };
    let best_words: Vec<String> = (words.iter().zip(&found))
        .filter(|(_, line)| is_tie(share(best.score - line.score)))
        .map(|(word, _)| word.clone())
        .collect();
    let lost = best.score - played.score;
    let loss = if is_tie(share(lost)) { 0.0 } else { lost };
    let grade = if loss == 0.0 { Grade::Best } else { Grade::of_loss(best.outcome, played.outcome, share(loss)) };
    // Another action may be better than the best of those that are exact, unless the search has said that none is.
    let proof = match (report.proof, best.proof) {
        (Proof::Exact, _) => Proof::Exact,
        (_, Proof::Exact) => Proof::Lower,
        (_, other) => other,
    };
    Ok(Judgement {
        value: Variation { proof, ..best.clone() },
        exact: proof == Proof::Exact && played.proof == Proof::Exact,
        played: played.clone(),
        best: best_words,
        action,
        by,
        loss,
        grade,
    })
}

/// Every action of a position's line that a seat chose, from the first to the last; `on_judged` hears of each.
///
/// When the stop flag of the request is raised, it ends with those that it has. The limits are those of one position.
///
/// # Errors
/// As [`judge`].
pub fn review(
    position: &dyn AnyPosition,
    request: &Request,
    on_judged: &mut dyn FnMut(&Judged),
) -> Result<Vec<Judged>, SearchError> {
    judge_line(position, None, request, on_judged, &mut Err)
}

/// The actions of a position's line as [`review`] judges them: those of one seat, or of all. An action for which the
/// limits are too narrow is left out.
///
/// # Errors
/// As [`judge`]; that the limits are too narrow, if they are so for every action.
pub fn review_within_limits(
    position: &dyn AnyPosition,
    seat: Option<Seat>,
    request: &Request,
    on_judged: &mut dyn FnMut(&Judged),
) -> Result<Vec<Judged>, SearchError> {
    let mut late = None;
    let mut leave_out = |error| {
        late = Some(error);
        Ok(())
    };
    let all = judge_line(position, seat, request, on_judged, &mut leave_out)?;
    late.filter(|_| all.is_empty()).map_or(Ok(all), Err)
}

/// Judges the actions of a line. `on_late` decides about one for which the limits were too narrow: an error ends it.
fn judge_line(
    position: &dyn AnyPosition,
    seat: Option<Seat>,
    request: &Request,
    on_judged: &mut dyn FnMut(&Judged),
    on_late: &mut dyn FnMut(SearchError) -> Result<(), SearchError>,
) -> Result<Vec<Judged>, SearchError> {
    let mut all = Vec::new();
    for (ply, action) in position.line().iter().enumerate() {
        if is_stopped(&request.limits) {
            break;
        }
        let before = position.at(ply);
        let by = match before.turn() {
            TurnWord::Seat(by) => by,
            TurnWord::Chance => continue,
            // No action is left out in silence.
            TurnWord::Over => return Err(Declined::GameOver.into()),
        };
        if seat.is_some_and(|seat| seat != by) {
            continue;
        }
        match judge(before.as_ref(), action, request) {
            // What was cut short is no judgement.
            _ if is_stopped(&request.limits) => break,
            Err(late @ SearchError::Stopped(_)) => on_late(late)?,
            judgement => {
                let judged = Judged { ply: ply + 1, by, unclaimed: before.unclaimed(), judgement: judgement? };
                on_judged(&judged);
                all.push(judged);
            }
        }
    }
    Ok(all)
}

/// Values closer than this share of the span are the same: sums of probabilities differ in their last digits, and value
/// iteration leaves as much open.
fn is_tie(share: f64) -> bool {
    share <= 1e-9
}

fn is_stopped(limits: &Limits) -> bool {
    limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// A search with a line for every action, and the lines of the last depth at which it looked at all of them.
fn lines_of_all(
    position: &dyn AnyPosition,
    actions: usize,
    request: &Request,
) -> Result<(Report, Vec<Variation>), SearchError> {
    let request = Request { lines: actions, ..request.clone() };
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
mod tests {
    use super::*;

    #[test]
    fn grades_go_by_what_was_lost() {
        use Outcome::{Draw, Loss, Win};
        for (before, after, share, expected) in [
            (Some(Win), Some(Loss), 0.01, Grade::Blunder),
            (Some(Win), Some(Draw), 0.5, Grade::Mistake),
            (Some(Draw), Some(Loss), 0.5, Grade::Mistake),
            (Some(Win), Some(Win), 0.5, Grade::Inaccuracy),
            (Some(Loss), Some(Loss), 0.03, Grade::Inaccuracy),
            (Some(Win), Some(Win), 0.029, Grade::Good),
            (Some(Win), None, 0.3, Grade::Blunder),
            (None, Some(Loss), 0.1, Grade::Mistake),
            (None, None, 0.03, Grade::Inaccuracy),
            (None, None, 0.029, Grade::Good),
        ] {
            assert_eq!(Grade::of_loss(before, after, share), expected, "{before:?} {after:?} {share}");
        }
        assert!(Grade::Best < Grade::Blunder);
        assert_eq!(format!("{:>8}|", Grade::Good), "    good|");
    }
}
