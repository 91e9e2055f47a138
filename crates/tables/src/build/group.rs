//! Retrograde analysis of a group of slices.
//!
//! 1. Initial values: every position gets what the rules and the earlier groups say of it.
//! 2. Propagation: in rounds, each new win or loss is passed to its predecessors. A loss makes them wins. A win takes
//!    away one of their actions; a position with none left is lost.
//! 3. Draws: when nothing is new any more, what is still open is a draw.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use counterplay_core::indexed::{Before, Indexed, Slice, Successor};
use counterplay_core::threads::gather;
use counterplay_core::{Actions, Limits, Side};

use super::BuildError;
use super::finished::Finished;
use super::positions::{CHUNK, Positions, Start};
use super::retromoves::Retromoves;
use crate::Outcome;
use crate::tables::{end, side};

/// Group of slices that is being solved.
pub(super) struct Group<'a, G: Indexed> {
    pub(super) game: &'a G,
    pub(super) slices: &'a [Slice],
    pub(super) positions: Vec<Positions>,
    pub(super) finished: &'a Finished,
    pub(super) threads: usize,
}

/// State of the work: whether to stop early, how far it is, and whom to tell.
pub(super) struct Work<'a> {
    pub(super) stop: Option<&'a AtomicBool>,
    /// Positions visited so far.
    pub(super) visited: &'a AtomicU64,
    pub(super) on_progress: &'a mut dyn FnMut(),
}

/// Tally of a position's actions.
#[derive(Default)]
struct Tally {
    /// Number of actions that stay in the group.
    stay: usize,
    /// Whether an action that leaves the group reaches a draw, and the quickest win and the longest loss of those.
    draw: bool,
    quickest: Option<u16>,
    longest: u16,
}

impl Tally {
    /// Takes in the value and the distance of a child outside of the group.
    fn take(&mut self, (outcome, plies): (Outcome, u16), same_side: bool) {
        let plies = plies.saturating_add(1);
        match if same_side { outcome } else { outcome.flipped() } {
            Outcome::Win => self.quickest = Some(self.quickest.map_or(plies, |quickest| quickest.min(plies))),
            Outcome::Draw => self.draw = true,
            Outcome::Loss => self.longest = self.longest.max(plies),
        }
    }

    /// Initial value of the position.
    fn start(self) -> Start {
        let Tally { stay, draw, quickest, longest } = self;
        match quickest {
            Some(plies) => Start::Known(Outcome::Win, plies),
            None if stay > 0 => Start::Open { inside: stay, draw, longest },
            None => Start::Known(if draw { Outcome::Draw } else { Outcome::Loss }, longest),
        }
    }
}

impl<'a, G> Group<'a, G>
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    pub(super) fn new(
        game: &'a G,
        slices: &'a [Slice],
        finished: &'a Finished,
        threads: usize,
        timed: bool,
    ) -> Group<'a, G> {
        let positions = slices.iter().map(|&slice| Positions::new(game.size(slice), timed)).collect();
        Group { game, slices, positions, finished, threads }
    }

    /// Solves the group.
    pub(super) fn solve(&self, retromoves: &mut impl Retromoves<G>, work: &mut Work<'_>) -> Result<(), BuildError> {
        self.initialize(retromoves, work)?;
        retromoves.prepare();
        let retromoves = &*retromoves;
        let mut round = 0;
        loop {
            self.share(work, |at, chunk| {
                let mut open = Vec::new();
                self.positions[at].take_new(chunk, round, |index, outcome| {
                    self.notify_predecessors(retromoves, (at, index), outcome, round + 1, &mut open);
                });
                Ok(())
            })?;
            let next = self.positions.iter().filter_map(|positions| positions.next_round(round)).min();
            match next {
                Some(next) if next == u16::MAX => return Err(BuildError::TooLong),
                Some(next) => round = next,
                None => return Ok(()),
            }
        }
    }

    /// Initializes every position.
    fn initialize<U: Retromoves<G>>(&self, retromoves: &U, work: &mut Work<'_>) -> Result<(), BuildError> {
        let visited = work.visited;
        self.share(work, |at, chunk| {
            let (slice, positions) = (self.slices[at], &self.positions[at]);
            let end = ((chunk + 1) * CHUNK).min(self.game.size(slice));
            let mut actions = Actions::new();
            let mut failed = Ok(());
            if G::BY_NUMBER && !U::RECORDS {
                let there = (chunk * CHUNK..end).filter(|&index| self.game.has_position(slice, index));
                for index in there {
                    positions.begin(index, self.initial_value_of(slice, index, &mut actions)?, false);
                }
                visited.fetch_add(end - chunk * CHUNK, Ordering::Relaxed);
                return Ok(());
            }
            self.game.each(slice, chunk * CHUNK..end, |index, state| {
                let derived = self.game.is_derived(state);
                match self.initial_value::<U>(state, &mut actions, |child| retromoves.record(self, (at, index), child))
                {
                    Ok(start) => positions.begin(index, start, derived),
                    Err(error) if failed.is_ok() => failed = Err(error),
                    Err(_) => {}
                }
            });
            visited.fetch_add(end - chunk * CHUNK, Ordering::Relaxed);
            failed
        })
    }

    /// Initial value of a position: what the rules and the earlier groups say of it.
    fn initial_value<U: Retromoves<G>>(
        &self,
        state: &G::State,
        actions: &mut Actions<G::Action>,
        mut inside: impl FnMut(&G::State),
    ) -> Result<Start, BuildError> {
        if !U::RECORDS
            && let Some(inside) = self.game.staying(state).filter(|&inside| inside > 0)
        {
            return Ok(Start::Open { inside, draw: false, longest: 0 });
        }
        let mover = side(self.game, state);
        actions.clear();
        self.game.actions(state, actions);
        if actions.as_slice().is_empty() {
            return Ok(Start::Known(end(self.game, state, mover), 0));
        }
        let mut tally = Tally::default();
        for &action in actions.as_slice() {
            let child = self.game.result(state, action);
            match self.game.slice(&child) {
                Some(slice) if self.slices.contains(&slice) => {
                    inside(&child);
                    tally.stay += 1;
                }
                Some(_) | None => self.tally_state(&mut tally, &child, mover)?,
            }
        }
        Ok(tally.start())
    }

    /// Initial value of the position with this number.
    fn initial_value_of(
        &self,
        slice: Slice,
        index: u64,
        actions: &mut Actions<G::Action>,
    ) -> Result<Start, BuildError> {
        let (mut tally, mut failed, mut is_over) = (Tally::default(), None, true);
        // The state is needed only where the numbers do not tell.
        let state = || self.game.unrank(slice, index).ok_or_else(|| BuildError::Gap(format!("{slice:?} {index}")));
        let walked = self.game.successors_of(slice, index, actions, |successor| {
            is_over = false;
            let taken = match successor {
                Successor::Place { slice, .. } if self.slices.contains(&slice) => {
                    tally.stay += 1;
                    return ControlFlow::Continue(());
                }
                Successor::Place { slice, index, same_side } => {
                    let found = self.finished.get(slice, index).map(|found| tally.take(found, same_side));
                    found.ok_or_else(|| BuildError::Gap(format!("{:?}", self.game.unrank(slice, index))))
                }
                Successor::State(child) => match self.place(&child) {
                    Some(_) => {
                        tally.stay += 1;
                        Ok(())
                    }
                    None => state().and_then(|state| self.tally_state(&mut tally, &child, side(self.game, &state))),
                },
            };
            failed = taken.err();
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if is_over && walked.is_continue() {
            let state = state()?;
            return Ok(Start::Known(end(self.game, &state, side(self.game, &state)), 0));
        }
        failed.map_or_else(|| Ok(tally.start()), Err)
    }

    /// Takes in a child in an earlier group, or at the end of the game.
    fn tally_state(&self, tally: &mut Tally, child: &G::State, mover: Side) -> Result<(), BuildError> {
        match self.game.slice(child) {
            Some(slice) => {
                let known = self.finished.get(slice, self.game.rank(child)).ok_or_else(|| self.gap(child))?;
                tally.take(known, side(self.game, child) == mover);
            }
            None if self.game.is_terminal(child) => tally.take((end(self.game, child, mover), 0), true),
            None => return Err(self.gap(child)),
        }
        Ok(())
    }

    /// Error for a position of the play that the numbering leaves out.
    fn gap(&self, state: &G::State) -> BuildError {
        BuildError::Gap(format!("{state:?}"))
    }

    /// Passes a position's value to its predecessors. A first pass collects those that are still `open`: so their bytes
    /// are fetched from memory all at once, and not each after the one before it was changed.
    fn notify_predecessors(
        &self,
        retromoves: &impl Retromoves<G>,
        place: (usize, u64),
        outcome: Outcome,
        round: u16,
        open: &mut Vec<(usize, u64, bool)>,
    ) {
        open.clear();
        retromoves.before(self, place, |Before { slice, index, same_side }| {
            let at = self.slices.iter().position(|&one| one == slice);
            open.extend(at.filter(|&at| self.positions[at].is_open(index)).map(|at| (at, index, same_side)));
        });
        for &(at, index, same_side) in open.iter() {
            let for_them = if same_side { outcome } else { outcome.flipped() };
            if for_them == Outcome::Win {
                self.positions[at].win(index, round);
            } else if self.positions[at].lose_one(index, round) && self.all_lose((at, index)) {
                self.positions[at].lose_all(index, round);
            }
        }
    }

    /// Whether all actions of a position lose, as far as is known. Only for positions with too many actions to count.
    fn all_lose(&self, (at, index): (usize, u64)) -> bool {
        let Some(state) = self.game.unrank(self.slices[at], index) else { return false };
        let mover = side(self.game, &state);
        self.game.action_list(&state).into_iter().all(|action| {
            let child = self.game.result(&state, action);
            let Some((at, index)) = self.place(&child) else { return true };
            let same = side(self.game, &child) == mover;
            let worst = if same { Outcome::Loss } else { Outcome::Win };
            self.positions[at].announced(index) == Some(worst)
        })
    }

    /// Slice and index of a position in the group.
    #[inline]
    pub(super) fn place(&self, state: &G::State) -> Option<(usize, u64)> {
        let slice = self.game.slice(state)?;
        let at = self.slices.iter().position(|&one| one == slice)?;
        Some((at, self.game.rank(state)))
    }

    /// Runs a task for each chunk of each slice, on all threads.
    fn share(
        &self,
        work: &mut Work<'_>,
        each: impl Fn(usize, u64) -> Result<(), BuildError> + Sync,
    ) -> Result<(), BuildError> {
        for (at, positions) in self.positions.iter().enumerate() {
            share(positions.chunks(), self.threads, work, |chunk| each(at, chunk))?;
        }
        Ok(())
    }
}

/// Distributes pieces of work over all threads. The calling thread works too, and reports the progress.
pub(super) fn share(
    pieces: u64,
    threads: usize,
    work: &mut Work<'_>,
    each: impl Fn(u64) -> Result<(), BuildError> + Sync,
) -> Result<(), BuildError> {
    /// Fewest pieces that are worth starting a thread for.
    const WORTH_A_THREAD: u64 = 8;
    let next = AtomicU64::new(0);
    let stop = work.stop;
    let one = |on_progress: &mut dyn FnMut()| -> Result<(), BuildError> {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                return Ok(());
            }
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(BuildError::Stopped);
            }
            if let Err(error) = each(piece) {
                next.store(pieces, Ordering::Relaxed);
                return Err(error);
            }
            on_progress();
        }
    };
    let threads = if pieces < WORTH_A_THREAD { 1 } else { threads as u32 };
    // Every thread is waited for, whatever became of the others.
    let done = gather(threads, Limits::DEFAULT_STACK, || one(work.on_progress), |_| one(&mut || ()));
    done.into_iter().collect()
}
