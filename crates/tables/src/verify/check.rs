//! Check of a group against the rules, pass by pass.
//!
//! 1. The tables are probed for every position.
//! 2. Every position is checked once: its value must follow from its successors'.
//! 3. Wins and losses that are not founded yet are checked again, until nothing more comes.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use counterplay_core::Actions;
use counterplay_core::indexed::{Indexed, Slice};
use counterplay_core::threads::on_threads;

use super::Fault;
use super::foundation::Foundation;
use super::position_check::{Parent, PositionCheck};
use crate::{Counts, Outcome, Tables};

/// Positions that a thread takes at once.
const CHUNK: u64 = 1 << 13;

/// Threshold of a patient pass: it is worth while if it founds one position of so many that are open.
const PATIENCE: u64 = 32;

/// Check of a group against the rules.
pub(super) struct Check<'a, G> {
    pub(super) game: &'a G,
    pub(super) tables: &'a Tables,
    pub(super) slices: &'a [Slice],
    /// Foundation of each slice: what the tables say, and what of it is founded.
    pub(super) foundations: Vec<Foundation>,
    /// Whether distances show the foundation by themselves.
    pub(super) distances: bool,
    threads: usize,
    stop: Option<&'a AtomicBool>,
    positions: AtomicU64,
    faults: Mutex<Vec<Fault>>,
}

impl<'a, G> Check<'a, G>
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    pub(super) fn new(
        game: &'a G,
        tables: &'a Tables,
        slices: &'a [Slice],
        threads: usize,
        stop: Option<&'a AtomicBool>,
    ) -> Check<'a, G> {
        let distances = slices.iter().all(|&slice| tables.opened(slice).is_some_and(|opened| opened.has_distances()));
        let foundations = slices.iter().map(|&slice| Foundation::new(game.size(slice), distances)).collect();
        let (positions, faults) = (AtomicU64::new(0), Mutex::default());
        Check { game, tables, slices, foundations, distances, threads, stop, positions, faults }
    }

    /// Number of positions checked against the rules.
    pub(super) fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Checks every position. Returns the faults.
    pub(super) fn run(&self) -> Vec<Fault> {
        let all = 0..self.slices.len();
        all.clone().for_each(|at| self.ask(at));
        all.clone().for_each(|at| self.first_pass(at));
        let mut patient = true;
        while !self.distances && self.is_right() {
            let (mut founded, mut open) = (0, 0);
            for at in all.clone() {
                let pass = self.next_pass(at, patient);
                founded += pass.0;
                open += pass.1;
            }
            if open == 0 || founded == 0 && !patient {
                break;
            }
            patient = founded * PATIENCE > open;
        }
        if self.is_right() {
            all.for_each(|at| self.unfounded(at));
        }
        std::mem::take(&mut self.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_right(&self) -> bool {
        let stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        !stopped && self.faults.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    fn fault(&self, slice: Slice, what: String) {
        let place = self.game.slice_name(slice);
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if faults.iter().all(|fault| fault.place != place) {
            faults.push(Fault { place, what });
        }
    }

    /// Probes every position of a slice, and counts them.
    fn ask(&self, at: usize) {
        let slice = self.slices[at];
        let counts = Mutex::new(Counts::default());
        self.share(slice, |range| {
            let (mut mine, mut asked, mut actions) = (Counts::default(), 0, Actions::new());
            self.each(slice, range, |index, state| {
                let derived = state.filter(|state| self.game.is_derived(state));
                let outcome = match derived {
                    Some(state) => self.tables.derived(self.game, state, &mut actions),
                    None => self.tables.stored(slice, index),
                };
                let known = outcome.and_then(|outcome| {
                    let plies = match derived {
                        _ if !self.distances || outcome == Outcome::Draw => 0,
                        Some(state) => self.tables.plies(self.game, state)?,
                        None => self.tables.stored_plies(slice, index)?,
                    };
                    Some((outcome, u16::try_from(plies).ok()?))
                });
                let Some((outcome, plies)) = known else {
                    return self.fault(slice, format!("the value of {} is unknown", self.text(slice, index)));
                };
                asked += 1;
                mine.add_many(outcome, self.game.weight(slice, index));
                self.foundations[at].put(index, outcome, derived.is_some(), plies);
            });
            self.positions.fetch_add(asked, Ordering::Relaxed);
            *counts.lock().unwrap_or_else(PoisonError::into_inner) += mine;
        });
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let claimed = self.tables.heads(slice).map(|(head, _)| head.counts);
        if self.is_right() && claimed != Some(counts) {
            self.fault(slice, format!("it counts {claimed:?}, and has {counts:?}"));
        }
    }

    /// First pass over a slice: checks every position, but for those whose values were derived from their successors
    /// just now.
    fn first_pass(&self, at: usize) {
        let (slice, foundation) = (self.slices[at], &self.foundations[at]);
        self.share(slice, |range| {
            let mut actions = Actions::new();
            self.each_there(at, range, |index, state| {
                let Some(outcome) = foundation.stored(index) else { return };
                match self.check_position(Parent { place: (at, index), state }, outcome, &mut actions) {
                    PositionCheck::Founded => foundation.found(index),
                    PositionCheck::Resting(on) => foundation.wait(index, on),
                    PositionCheck::Wrong(what) => {
                        let state = self.text(slice, index);
                        self.fault(slice, format!("{state} is called a {outcome:?}: {what}"));
                    }
                }
            });
        });
    }

    /// Next pass over a slice: checks again what is not founded yet, unless it waits for what is not founded either. A
    /// loss cannot be founded before that; a win might, and only a patient pass waits with it. Returns how many are
    /// founded now, and how many are not.
    fn next_pass(&self, at: usize, patient: bool) -> (u64, u64) {
        let (slice, foundation) = (self.slices[at], &self.foundations[at]);
        let (founded, open) = (AtomicU64::new(0), AtomicU64::new(0));
        self.share(slice, |range| {
            let (mut now, mut later, mut actions) = (0, 0, Actions::new());
            for index in range {
                let Some(outcome) = foundation.open(index) else { continue };
                later += 1;
                let waits =
                    || foundation.waits_for(index).is_some_and(|(at, child)| !self.foundations[at].is_founded(child));
                if (patient || outcome == Outcome::Loss) && waits() {
                    continue;
                }
                let state = if G::BY_NUMBER { None } else { self.game.unrank(slice, index) };
                let parent = Parent { place: (at, index), state: state.as_ref() };
                match self.recheck(parent, outcome, &mut actions) {
                    Some(on) => foundation.wait(index, on),
                    None => {
                        foundation.found(index);
                        (now, later) = (now + 1, later - 1);
                    }
                }
            }
            founded.fetch_add(now, Ordering::Relaxed);
            open.fetch_add(later, Ordering::Relaxed);
        });
        (founded.into_inner(), open.into_inner())
    }

    /// Reports a position that is left without foundation, if there is one.
    fn unfounded(&self, at: usize) {
        let slice = self.slices[at];
        let open = |&index: &u64| !self.foundations[at].is_founded(index);
        let state = (0..self.game.size(slice)).filter(open).find_map(|index| self.game.unrank(slice, index));
        if let Some(state) = state {
            self.fault(slice, format!("the value of {state:?} rests on itself: its wins go round in a circle"));
        }
    }

    /// Visits the positions of a slice, with their states unless the game does without.
    fn each(&self, slice: Slice, range: Range<u64>, mut visit: impl FnMut(u64, Option<&G::State>)) {
        if G::BY_NUMBER {
            range.filter(|&index| self.game.has_position(slice, index)).for_each(|index| visit(index, None));
        } else {
            self.game.each(slice, range, |index, state| visit(index, Some(state)));
        }
    }

    /// Visits the positions that the tables were asked about.
    fn each_there(&self, at: usize, range: Range<u64>, mut visit: impl FnMut(u64, Option<&G::State>)) {
        if G::BY_NUMBER {
            range.for_each(|index| visit(index, None));
        } else {
            self.game.each(self.slices[at], range, |index, state| visit(index, Some(state)));
        }
    }

    /// Text of a position.
    fn text(&self, slice: Slice, index: u64) -> String {
        self.game.unrank(slice, index).map_or_else(|| format!("number {index}"), |state| format!("{state:?}"))
    }

    /// Distributes the indices of a slice over all threads.
    fn share(&self, slice: Slice, each: impl Fn(Range<u64>) + Sync) {
        let size = self.game.size(slice);
        let next = AtomicU64::new(0);
        let work = || {
            while self.is_right() {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= size {
                    break;
                }
                each(start..(start + CHUNK).min(size));
            }
        };
        let threads = if size < 4 * CHUNK { 1 } else { self.threads as u32 };
        on_threads(threads, &work);
    }
}
