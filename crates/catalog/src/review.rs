//! How good an action was, and every action of a game.
//!
//! An action is judged by one search with a line for every legal action, so that all of them are compared at the same depth. What it
//! *lost* is what the best of them has and it has not, in the game's own points; never less than nothing.
//!
//! | what is known | best | good | inaccuracy | mistake | blunder |
//! |---|---|---|---|---|---|
//! | how the game ends, for both | nothing lost | the same end, less than 3 % lost | the same end, 3 % or more | a win became a draw, or a draw a loss | a win became a loss |
//! | anything else | nothing lost | less than 3 % | 3 % or more | 10 % or more | 30 % or more |
//!
//! The shares are of the span of values that the game can end with. In a game with secrets each action is judged by what the one who
//! chose it could see, so that bad luck is no blunder.
//!
//! ```
//! use counterplay_catalog::review::{Grade, judge};
//! use counterplay_catalog::{Catalog, Request};
//!
//! let position = Catalog::standard().game("tictactoe", &[])?.read("XX-OO----")?;
//! let judgement = judge(position.as_ref(), "a3", &Request::default())?;
//! assert_eq!((judgement.grade, judgement.loss, judgement.exact), (Grade::Blunder, 2.0, true));
//! assert_eq!(judgement.best, ["c1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::sync::atomic::Ordering;

use counterplay_core::{Limit, Limits, Proof, Seat};

use crate::{AnyPosition, Outcome, Progress, Report, Request, SearchError, TurnWord, Variation};

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
    /// How good it was.
    pub judgement: Judgement,
}

/// How good an action is in a position.
///
/// # Errors
/// If the action is not legal, nobody has a choice, the limits are too narrow for one look at every action, or the search could
/// not go on.
pub fn judge(position: &dyn AnyPosition, action: &str, request: &Request) -> Result<Judgement, SearchError> {
    let by = match position.turn() {
        TurnWord::Seat(seat) => seat,
        TurnWord::Chance => return Err(SearchError::Declined("chance is to move: nobody chooses".to_owned())),
        TurnWord::Over => return Err(SearchError::Declined("the game is over: nobody chooses".to_owned())),
    };
    let words: Vec<String> = position.actions().into_iter().map(|action| action.word).collect();
    let action = word_of(position, action, &words)?;
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
    let (low, high) = position.bounds();
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

/// Every action of a position's line that a seat chose, from the first to the last; `told` hears of each.
///
/// When the stop flag of the request is raised, it ends with those that it has. The limits are those of one position.
///
/// # Errors
/// As [`judge`].
pub fn review(
    position: &dyn AnyPosition,
    request: &Request,
    told: &mut dyn FnMut(&Judged),
) -> Result<Vec<Judged>, SearchError> {
    let mut all = Vec::new();
    for (ply, action) in position.line().iter().enumerate() {
        if is_stopped(&request.limits) {
            break;
        }
        let before = position.at(ply);
        let TurnWord::Seat(by) = before.turn() else { continue };
        let judgement = match judge(before.as_ref(), action, request) {
            // What was cut short is no judgement.
            _ if is_stopped(&request.limits) => break,
            judgement => judgement?,
        };
        let judged = Judged { ply: ply + 1, by, judgement };
        told(&judged);
        all.push(judged);
    }
    Ok(all)
}

/// Values closer than this share of the span are the same: sums of probabilities differ in their last digits, and value iteration
/// leaves as much open.
fn is_tie(share: f64) -> bool {
    share <= 1e-9
}

fn is_stopped(limits: &Limits) -> bool {
    limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// The word of a legal action, however it was written.
fn word_of(position: &dyn AnyPosition, action: &str, words: &[String]) -> Result<String, SearchError> {
    if let Some(word) = words.iter().find(|word| *word == action) {
        return Ok(word.clone());
    }
    let mut after = position.copy();
    after.play(action).map_err(SearchError::Illegal)?;
    after.line().pop().ok_or_else(|| SearchError::Halted("what was played is not in the line".to_owned()))
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
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use counterplay_core::{Random, Seeded};

    use super::*;
    use crate::Catalog;

    /// A table of the usual size would take longer to lay out than these searches take.
    fn small() -> Request {
        Request { memory: 1 << 20, ..Request::default() }
    }

    fn read(game: &str, text: &str) -> Box<dyn AnyPosition> {
        Catalog::standard().game(game, &[]).unwrap().read(text).unwrap()
    }

    fn after(game: &str, moves: &[&str]) -> Box<dyn AnyPosition> {
        let mut position = Catalog::standard().game(game, &[]).unwrap().start();
        moves.iter().for_each(|word| position.play(word).unwrap());
        position
    }

    /// What the seat to move has after an action, by the solver.
    fn solved_after(position: &dyn AnyPosition, action: &str) -> f64 {
        let mut after = position.copy();
        after.play(action).unwrap();
        let report = after.solve(&small(), &mut |_| {}).unwrap();
        let (low, high) = position.bounds();
        // Whose value it is: the mover's, or the first seat's where nobody is to move.
        let whose = if let TurnWord::Seat(seat) = after.turn() { seat } else { Seat::FIRST };
        if TurnWord::Seat(whose) == position.turn() { report.score } else { low + high - report.score }
    }

    #[test]
    fn a_loss_is_what_the_solver_says_of_it() {
        let mut random = Seeded::new(3);
        for game in ["tictactoe", "hog"] {
            let mut judged = 0;
            while judged < 12 {
                let mut position = Catalog::standard().game(game, &[]).unwrap().start();
                for _ in 0..2 + random.below(5) {
                    let actions = position.actions();
                    let Some(at) = random.index(actions.len()) else { break };
                    position.play(&actions[at].word).unwrap();
                }
                if !matches!(position.turn(), TurnWord::Seat(_)) {
                    continue;
                }
                judged += 1;
                let words: Vec<String> = position.actions().into_iter().map(|action| action.word).collect();
                let worths: Vec<f64> = words.iter().map(|word| solved_after(position.as_ref(), word)).collect();
                let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                for (word, worth) in words.iter().zip(&worths) {
                    let found = judge(position.as_ref(), word, &small()).unwrap();
                    assert!((found.loss - (best - worth)).abs() < 1e-9, "{game} {} {found:?}", position.text());
                    assert!((found.value.score - best).abs() < 1e-9 && found.exact);
                    assert_eq!(found.grade == Grade::Best, best - worth < 1e-9);
                    assert_eq!(found.best.contains(word), found.grade == Grade::Best);
                    assert_eq!((&found.played.line[0], TurnWord::Seat(found.by)), (word, position.turn()));
                }
            }
        }
    }

    #[test]
    fn grades_go_by_what_was_lost() {
        let grade = |game: &str, moves: &[&str], action: &str| {
            let found = judge(after(game, moves).as_ref(), action, &small()).unwrap();
            (found.grade, found.exact)
        };
        assert_eq!(grade("tictactoe", &["a1"], "b2"), (Grade::Best, true));
        // Only the middle holds the draw against a corner.
        assert_eq!(grade("tictactoe", &["a1"], "b1"), (Grade::Mistake, true));
        // Two in a row, and the third is left to the other, who has two as well.
        assert_eq!(grade("tictactoe", &["a1", "a2", "b1", "b2"], "a3"), (Grade::Blunder, true));
        assert_eq!(grade("tictactoe", &["a1", "a2", "b1", "b2"], "c2"), (Grade::Mistake, true));
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

    #[test]
    fn an_unfinished_search_compares_at_one_depth() {
        let position = after("connect4", &["4", "4", "4"]);
        let limits = Limits { nodes: Some(5_000), ..Limits::default() };
        let found = judge(position.as_ref(), "1", &Request { limits, ..small() }).unwrap();
        assert!(!found.exact && found.loss >= 0.0 && !found.best.is_empty(), "{found:?}");
        // Not even a look at every action: there is nothing to say.
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let found = judge(position.as_ref(), "1", &Request { limits, ..small() });
        assert_eq!(found, Err(SearchError::Stopped(Limit::Nodes)));
    }

    #[test]
    fn in_a_game_of_secrets_one_is_judged_by_what_one_saw() {
        let [jack, king] = ["QJ", "QK"].map(|deal| {
            let position = after("kuhn", &[deal]);
            judge(position.as_ref(), "bet", &small()).unwrap()
        });
        assert_eq!(jack, king);
        // The averages of `move kuhn -p Q?`: nothing for a pass, half a point less for a bet.
        assert_eq!((jack.loss, jack.exact, jack.grade), (0.5, false, Grade::Mistake));
        assert_eq!(jack.best, ["pass"]);
    }

    #[test]
    fn what_cannot_be_judged_is_refused() {
        let refused = |position: &dyn AnyPosition, action: &str| judge(position, action, &small()).unwrap_err();
        let start = after("tictactoe", &["b2"]);
        let error = refused(start.as_ref(), "b2");
        assert!(matches!(&error, SearchError::Illegal(error) if error.word == "b2"), "{error}");
        assert!(error.to_string().contains("expected one of a1"), "{error}");
        assert!(matches!(refused(after("kuhn", &[]).as_ref(), "QJ"), SearchError::Declined(_)));
        assert!(matches!(refused(read("tictactoe", "XXXOO----").as_ref(), "c3"), SearchError::Declined(_)));
        // However it is written, it is told by its word.
        assert_eq!(judge(start.as_ref(), "A1", &small()).unwrap().action, "a1");
    }

    #[test]
    fn a_review_passes_chance_over_and_stops_when_it_is_told() {
        let position = after("kuhn", &["QJ", "bet", "bet"]);
        let mut told = Vec::new();
        let all = review(position.as_ref(), &small(), &mut |judged| told.push(judged.clone())).unwrap();
        assert_eq!(all, told);
        let short: Vec<_> = all.iter().map(|judged| (judged.ply, judged.by, judged.judgement.grade)).collect();
        assert_eq!(short, [(2, Seat::FIRST, Grade::Mistake), (3, Seat::SECOND, Grade::Mistake)]);
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() };
        let request = Request { limits, ..small() };
        let position = after("tictactoe", &["a1", "b2", "c3", "a3"]);
        let some = review(position.as_ref(), &request, &mut |judged| stop.store(judged.ply == 2, Ordering::Relaxed));
        assert_eq!(some.unwrap().len(), 2);
    }

    #[test]
    fn a_long_game_is_reviewed() {
        let turns = ["roll", "1"].repeat(200);
        let position = after("pig", &turns);
        let all = review(position.as_ref(), &Request { depth: Some(2), ..small() }, &mut |_| {}).unwrap();
        assert_eq!((all.len(), all[199].ply), (200, 399));
        assert!(all.iter().all(|judged| judged.judgement.grade == Grade::Best));
    }
}
