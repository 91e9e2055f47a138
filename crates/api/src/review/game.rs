//! Review of a game: every action of its line.

use counterplay_core::Seat;

use super::known::{Known, prove};
use super::luck::{Luck, luck_of_line};
use super::{Effort, Judgement, Proofs, ReviewScale, equilibrium, judge_with};
use crate::{AnyPosition, Declined, Drawn, SearchError, TurnWord};

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

/// Review of a game: its actions, judged, and its luck.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Review {
    /// The actions that a seat chose, from the first to the last.
    pub judged: Vec<Judged>,
    /// What chance gave and took, where there is any and nothing is secret.
    pub luck: Vec<Luck>,
    /// The scale of the game.
    pub scale: ReviewScale,
}

/// How a review is getting on.
#[derive(Clone, Copy, Debug)]
pub enum ReviewEvent<'a> {
    /// So many positions of so many have been tried to be proven.
    Proving {
        /// How many have been tried.
        done: usize,
        /// How many there are.
        of: usize,
    },
    /// An action has been judged.
    Judged(&'a Judged),
}

/// Every action of a position's line that a seat chose, from the first to the last; `on_event` hears of each.
///
/// When the stop flag is raised, it ends with those that it has.
///
/// # Errors
/// As [`judge`](super::judge).
pub fn review(
    position: &dyn AnyPosition,
    effort: &Effort,
    on_event: &mut dyn FnMut(ReviewEvent<'_>),
) -> Result<Review, SearchError> {
    judge_line(position, None, effort, on_event, &mut Err)
}

/// The actions of a position's line as [`review`] judges them: those of one seat, or of all. An action for which the
/// limits are too narrow is left out.
///
/// # Errors
/// As [`judge`](super::judge); that the limits are too narrow, if they are so for every action.
pub fn review_within_limits(
    position: &dyn AnyPosition,
    seat: Option<Seat>,
    effort: &Effort,
    on_event: &mut dyn FnMut(ReviewEvent<'_>),
) -> Result<Review, SearchError> {
    let mut late = None;
    let mut leave_out = |error| {
        late = Some(error);
        Ok(())
    };
    let review = judge_line(position, seat, effort, on_event, &mut leave_out)?;
    late.filter(|_| review.judged.is_empty()).map_or(Ok(review), Err)
}

/// Judges the actions of a line. `on_late` decides about one for which the limits were too narrow: an error ends it.
fn judge_line(
    position: &dyn AnyPosition,
    seat: Option<Seat>,
    effort: &Effort,
    on_event: &mut dyn FnMut(ReviewEvent<'_>),
    on_late: &mut dyn FnMut(SearchError) -> Result<(), SearchError>,
) -> Result<Review, SearchError> {
    let mut review = Review { judged: Vec::new(), luck: Vec::new(), scale: position.review_scale() };
    let knowledge = Knowledge::of_line(position, effort, on_event)?;
    for (ply, action) in position.line().iter().enumerate() {
        if effort.is_stopped() {
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
        match knowledge.judge(before.as_ref(), ply, by, action, effort) {
            // What was cut short is no judgement.
            _ if effort.is_stopped() => break,
            Err(late @ SearchError::Stopped(_)) => on_late(late)?,
            judgement => {
                let judged = Judged { ply: ply + 1, by, unclaimed: before.unclaimed(), judgement: judgement? };
                on_event(ReviewEvent::Judged(&judged));
                review.judged.push(judged);
            }
        }
    }
    review.luck = luck_of_line(position, effort)?;
    Ok(review)
}

/// Knowledge of the positions of a line, before its actions are judged.
enum Knowledge {
    /// An equilibrium, for every position or, if there is none, for each anew.
    Equilibrium(Option<equilibrium::Solved>),
    /// One solution of the whole game is in the cache, if it could be found.
    Whole,
    /// What was proven of each position, with whose value it is.
    Proven(Vec<Tried>),
}

/// What came of the proof of a position.
enum Tried {
    Not,
    InVain,
    Proven(Seat, Known),
}

impl Knowledge {
    fn of_line(
        position: &dyn AnyPosition,
        effort: &Effort,
        on_event: &mut dyn FnMut(ReviewEvent<'_>),
    ) -> Result<Knowledge, SearchError> {
        let (root, plies) = (position.at(0), position.plies());
        if position.has_secrets() {
            let for_all = root.turn() == TurnWord::Chance;
            let solved = for_all.then(|| equilibrium::solve(root.as_ref(), &effort.for_all(plies))).transpose()?;
            return Ok(Knowledge::Equilibrium(solved));
        }
        if position.solves_whole_game() && plies > 0 && effort.prove().is_some() {
            on_event(ReviewEvent::Proving { done: 0, of: 1 });
            root.solve(&effort.for_all(plies), &mut |_| {})?;
            on_event(ReviewEvent::Proving { done: 1, of: 1 });
            return Ok(Knowledge::Whole);
        }
        Ok(Knowledge::Proven(prove_line(position, effort, on_event)?))
    }

    /// Judges the action that leads from one position of the line to the next.
    fn judge(
        &self,
        before: &dyn AnyPosition,
        ply: usize,
        by: Seat,
        action: &str,
        effort: &Effort,
    ) -> Result<Judgement, SearchError> {
        let proofs = match self {
            Knowledge::Equilibrium(Some(solved)) => return equilibrium::judge(before, action, solved),
            Knowledge::Equilibrium(None) => {
                return equilibrium::judge(before, action, &equilibrium::solve(before, effort.whole())?);
            }
            Knowledge::Whole => Proofs::default(),
            Knowledge::Proven(tried) => {
                let after = match &tried[ply + 1] {
                    Tried::Proven(whose, known) => Some(known.after(action, *whose, by, before.even())),
                    _ => None,
                };
                let (mut known, mut in_vain) = (None, false);
                match &tried[ply] {
                    Tried::Proven(_, before) => known = Some(before.clone()),
                    Tried::InVain => in_vain = true,
                    Tried::Not => {}
                }
                Proofs { before: known, after, tried: in_vain }
            }
        };
        judge_with(before, action, effort, &proofs)
    }
}

/// Proves the positions of a line, the last first: each is nearer to the end than the one before, and warms the table for
/// it. After two in a row that resisted, those before them are not tried.
fn prove_line(
    position: &dyn AnyPosition,
    effort: &Effort,
    on_event: &mut dyn FnMut(ReviewEvent<'_>),
) -> Result<Vec<Tried>, SearchError> {
    const PATIENCE: usize = 2;
    let plies = position.plies();
    let mut tried: Vec<Tried> = (0..=plies).map(|_| Tried::Not).collect();
    let Some(request) = effort.prove() else { return Ok(tried) };
    if (0..plies).any(|ply| position.at(ply).turn() == TurnWord::Chance) {
        return Ok(tried);
    }
    let mut in_vain = 0;
    for ply in (0..=plies).rev() {
        if effort.is_stopped() || in_vain == PATIENCE {
            break;
        }
        on_event(ReviewEvent::Proving { done: plies - ply, of: plies + 1 });
        tried[ply] = match prove(position.at(ply).as_ref(), request)? {
            Some((whose, known)) => Tried::Proven(whose, known),
            None => Tried::InVain,
        };
        in_vain = if matches!(tried[ply], Tried::InVain) { in_vain + 1 } else { 0 };
    }
    Ok(tried)
}
