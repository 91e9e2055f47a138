//! Tables are held to the rules of the game.
//!
//! This knows nothing of how they were made, and takes no action back: it asks the tables, as any search does, and looks at where
//! the actions of every position lead. That every value follows from its successors' is not enough: positions that lead to one
//! another in a circle could call each other won. So every win and every loss must also be *founded*: it must lead, step by
//! step, to the end of the game. Where there are distances, each step must be one ply closer. Where there are none, what is founded is
//! found anew: first what ends at once or leaves the group, then what leads to that, until nothing more comes. A loss that must wait remembers
//! one successor that it waits for, and is not looked at again before that is founded; a win might come by any of several.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use counterplay_core::indexed::{Indexed, Slice};
use counterplay_core::{Actions, Side};

use crate::tables::{end, side};
use crate::{Counts, Outcome, Tables};

/// What is wrong with tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file, or the slice.
    pub place: String,
    /// What is wrong, and in which position if it is in one.
    pub what: String,
}

/// What was checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many slices.
    pub slices: usize,
    /// How many positions were held to the rules.
    pub positions: u64,
    /// What is wrong: at most one fault for each slice.
    pub faults: Vec<Fault>,
    /// Whether it was ended before all was checked.
    pub stopped: bool,
}

/// The positions that a thread takes at once.
const CHUNK: u64 = 1 << 13;

/// Checks the tables of a game in a folder: the checksums, and in `full` every value. `told` hears after each slice how many positions are done,
/// of how many.
pub fn verify<G>(
    game: &G,
    name: &str,
    folder: &Path,
    full: bool,
    threads: usize,
    stop: Option<&AtomicBool>,
    told: &mut dyn FnMut(&str, u64, u64),
) -> Verified
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    let unusable = std::sync::Arc::new(Mutex::new(Vec::new()));
    let heard = unusable.clone();
    let hear = move |what: &str| heard.lock().unwrap_or_else(PoisonError::into_inner).push(what.to_owned());
    let tables = Tables::open(game, name, folder, u64::MAX, hear);
    let most = game.pieces().0.end.saturating_sub(1);
    let groups: Vec<Vec<Slice>> = (game.groups(most).into_iter())
        .map(|group| group.into_iter().filter(|&slice| tables.opened(slice).is_some()).collect())
        .filter(|group: &Vec<Slice>| !group.is_empty())
        .collect();
    let all = groups.iter().flatten().map(|&slice| game.size(slice)).sum();
    let mut verified = Verified::default();
    let mut done = 0;
    for group in &groups {
        for &slice in group {
            verified.slices += 1;
            let Some(opened) = tables.opened(slice) else { continue };
            if let Err((place, error)) = opened.check() {
                verified.faults.push(Fault { place, what: error.to_string() });
            }
        }
        if full && verified.faults.is_empty() {
            let check = Check::new(game, &tables, group, threads, stop);
            verified.faults.extend(check.run());
            verified.positions += check.positions.load(Ordering::Relaxed);
        }
        verified.stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if verified.stopped {
            break;
        }
        done += group.iter().map(|&slice| game.size(slice)).sum::<u64>();
        let names: Vec<String> = group.iter().map(|&slice| game.slice_name(slice)).collect();
        told(&names.join(", "), done, all);
    }
    // What was heard when the files were opened; damaged blocks are among the faults already.
    let heard = std::mem::take(&mut *unusable.lock().unwrap_or_else(PoisonError::into_inner));
    let place = || folder.display().to_string();
    let refused = heard.into_iter().filter(|what| what.contains("is not used"));
    verified.faults.extend(refused.map(|what| Fault { place: place(), what }));
    verified
}

/// A group that is held to the rules.
struct Check<'a, G> {
    game: &'a G,
    tables: &'a Tables,
    slices: &'a [Slice],
    /// For each slice what is founded in it; nothing where distances show the foundation by themselves.
    grounds: Vec<Ground>,
    distances: bool,
    threads: usize,
    stop: Option<&'a AtomicBool>,
    positions: AtomicU64,
    faults: Mutex<Vec<Fault>>,
}

/// What is founded in a slice.
struct Ground {
    /// A bit for each position: whether its value is founded, or needs no foundation.
    founded: Vec<AtomicU64>,
    /// For each position the successor that it waits for.
    waiting: Vec<AtomicU32>,
}

/// A successor by the number of its slice in the group, in the highest bit, and its own number.
const SECOND_SLICE: u32 = 1 << 31;
/// Nobody: to be looked at.
const NOBODY: u32 = u32::MAX;

impl Ground {
    fn new(size: u64) -> Ground {
        Ground {
            founded: (0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            waiting: (0..size).map(|_| AtomicU32::new(NOBODY)).collect(),
        }
    }

    #[inline]
    fn is_founded(&self, index: u64) -> bool {
        self.founded[(index / 64) as usize].load(Ordering::Relaxed) >> (index % 64) & 1 == 1
    }

    #[inline]
    fn set_founded(&self, index: u64) {
        self.founded[(index / 64) as usize].fetch_or(1 << (index % 64), Ordering::Relaxed);
    }
}

/// What became of a look at a position.
enum Look {
    /// It is right, and founded or a draw.
    Founded,
    /// It follows from its successors, but those that it rests on are not founded yet: this one at least, if it needs all.
    Resting(Option<Place>),
    /// It is wrong.
    Wrong(String),
}

/// What an action leads to, as whoever takes it sees it.
struct Child {
    worth: Outcome,
    /// Where it is, if it is not founded yet.
    open: Option<Place>,
    /// The plies to the end from there, where distances are checked.
    plies: u32,
}

/// A position of the group: which slice, and its number there.
type Place = (usize, u64);

impl<'a, G> Check<'a, G>
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    fn new(
        game: &'a G,
        tables: &'a Tables,
        slices: &'a [Slice],
        threads: usize,
        stop: Option<&'a AtomicBool>,
    ) -> Check<'a, G> {
        let distances = slices.iter().all(|&slice| tables.opened(slice).is_some_and(|opened| opened.has_distances()));
        let ground = |&slice: &Slice| Ground::new(game.size(slice));
        let grounds = if distances { Vec::new() } else { slices.iter().map(ground).collect() };
        let (positions, faults) = (AtomicU64::new(0), Mutex::default());
        Check { game, tables, slices, grounds, distances, threads, stop, positions, faults }
    }

    /// Checks every position; what is wrong.
    fn run(&self) -> Vec<Fault> {
        for at in 0..self.slices.len() {
            self.first_pass(at);
        }
        while !self.distances && self.is_right() {
            let more: u64 = (0..self.slices.len()).map(|at| self.next_pass(at)).sum();
            if more == 0 {
                break;
            }
        }
        if !self.distances && self.is_right() {
            (0..self.slices.len()).for_each(|at| self.unfounded(at));
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

    /// Looks at every position of a slice, and counts them.
    fn first_pass(&self, at: usize) {
        let slice = self.slices[at];
        let counts = Mutex::new(Counts::default());
        self.share(slice, |range| {
            let (mut mine, mut actions) = (Counts::default(), Actions::new());
            let (mut next, end) = (range.start, range.end);
            self.game.each(slice, range, |index, state| {
                // Numbers without a position need no foundation.
                (next..index).for_each(|hole| self.found(at, hole));
                next = index + 1;
                let derived = self.game.is_derived(state);
                let outcome = if derived {
                    self.tables.derived(self.game, state, &mut actions)
                } else {
                    self.tables.stored(slice, index)
                };
                let Some(outcome) = outcome else {
                    self.fault(slice, format!("the value of {state:?} is unknown"));
                    return;
                };
                mine.add(outcome);
                // A derived value was found from the successors just now.
                if derived {
                    self.found(at, index);
                    return;
                }
                match self.look(state, outcome, &mut actions) {
                    Look::Founded => self.found(at, index),
                    Look::Resting(on) => self.wait(at, index, on),
                    Look::Wrong(what) => self.fault(slice, format!("{state:?} is called a {outcome:?}: {what}")),
                }
            });
            (next..end).for_each(|hole| self.found(at, hole));
            *counts.lock().unwrap_or_else(PoisonError::into_inner) += mine;
            self.positions.fetch_add(mine.total(), Ordering::Relaxed);
        });
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let told = self.tables.heads(slice).map(|(head, _)| head.counts);
        if self.is_right() && told != Some(counts) {
            self.fault(slice, format!("it counts {told:?}, and has {counts:?}"));
        }
    }

    /// Looks again at what is not founded yet, unless it waits for what is not founded either; how many are founded now.
    fn next_pass(&self, at: usize) -> u64 {
        let slice = self.slices[at];
        let more = AtomicU64::new(0);
        self.share(slice, |range| {
            let mut actions = Actions::new();
            for index in range {
                if self.grounds[at].is_founded(index) || self.waits(at, index) {
                    continue;
                }
                let Some(state) = self.game.unrank(slice, index) else { continue };
                let Some(outcome) = self.tables.stored(slice, index) else { continue };
                match self.look(&state, outcome, &mut actions) {
                    Look::Founded => {
                        self.found(at, index);
                        more.fetch_add(1, Ordering::Relaxed);
                    }
                    Look::Resting(on) => self.wait(at, index, on),
                    Look::Wrong(_) => {}
                }
            }
        });
        more.into_inner()
    }

    /// Names a position that is left without foundation, if there is one.
    fn unfounded(&self, at: usize) {
        let slice = self.slices[at];
        let open = |&index: &u64| !self.grounds[at].is_founded(index);
        let state = (0..self.game.size(slice)).filter(open).find_map(|index| self.game.unrank(slice, index));
        if let Some(state) = state {
            self.fault(slice, format!("the value of {state:?} rests on itself: its wins go round in a circle"));
        }
    }

    fn found(&self, at: usize, index: u64) {
        if let Some(ground) = self.grounds.get(at) {
            ground.set_founded(index);
        }
    }

    /// A position waits for a successor to be founded.
    fn wait(&self, at: usize, index: u64, on: Option<Place>) {
        let Some((child_at, child)) = on else { return };
        let slice = if child_at == 0 { 0 } else { SECOND_SLICE };
        let place = u32::try_from(child).ok().filter(|&child| child < SECOND_SLICE - 1 && child_at < 2);
        let place = place.map_or(NOBODY, |child| slice | child);
        self.grounds[at].waiting[index as usize].store(place, Ordering::Relaxed);
    }

    /// Whether the successor that a position waits for is not founded yet.
    #[inline]
    fn waits(&self, at: usize, index: u64) -> bool {
        let place = self.grounds[at].waiting[index as usize].load(Ordering::Relaxed);
        let at = usize::from(place & SECOND_SLICE != 0);
        place != NOBODY && !self.grounds[at].is_founded((place & !SECOND_SLICE).into())
    }

    /// Holds a value to the successors'.
    fn look(&self, state: &G::State, outcome: Outcome, actions: &mut Actions<G::Action>) -> Look {
        let mover = side(self.game, state);
        actions.clear();
        self.game.actions(state, actions);
        if actions.as_slice().is_empty() {
            let expected = end(self.game, state, mover);
            let right = expected == outcome && (!self.distances || self.plies(state, outcome) == 0);
            return if right { Look::Founded } else { Look::Wrong(format!("the game is over, a {expected:?}")) };
        }
        // What a loss must wait for.
        let (mut best, mut lost_by) = (Outcome::Loss, None);
        let (mut quickest, mut longest) = (u32::MAX, 0);
        for at in 0..actions.as_slice().len() {
            let child = self.game.result(state, actions.as_slice()[at]);
            let Some(child) = self.child(&child, mover, actions) else {
                return Look::Wrong("the value of a successor is unknown".to_owned());
            };
            best = best.max(child.worth);
            match child.worth {
                Outcome::Win => {
                    quickest = quickest.min(child.plies.saturating_add(1));
                    // Nothing can be better than this.
                    if outcome == Outcome::Win && child.open.is_none() && !self.distances {
                        return Look::Founded;
                    }
                }
                Outcome::Loss => {
                    lost_by = lost_by.or(child.open);
                    longest = longest.max(child.plies.saturating_add(1));
                }
                Outcome::Draw => {}
            }
        }
        if best != outcome {
            return Look::Wrong(format!("its best action makes it a {best:?}"));
        }
        if self.distances && outcome != Outcome::Draw {
            let (told, expected) =
                (self.plies(state, outcome), if outcome == Outcome::Win { quickest } else { longest });
            return if told == expected {
                Look::Founded
            } else {
                Look::Wrong(format!("it is said to take {told} plies, and takes {expected}"))
            };
        }
        match outcome {
            Outcome::Draw => Look::Founded,
            Outcome::Win => Look::Resting(None),
            Outcome::Loss if lost_by.is_some() => Look::Resting(lost_by),
            Outcome::Loss => Look::Founded,
        }
    }

    fn plies(&self, state: &G::State, outcome: Outcome) -> u32 {
        let plies = (outcome != Outcome::Draw).then(|| self.tables.plies(self.game, state));
        plies.map_or(0, |plies| plies.unwrap_or(u32::MAX))
    }

    #[inline]
    fn child(&self, child: &G::State, mover: Side, actions: &mut Actions<G::Action>) -> Option<Child> {
        let Some(slice) = self.game.slice(child) else {
            let over = self.game.is_terminal(child);
            return over.then(|| Child { worth: end(self.game, child, mover), open: None, plies: 0 });
        };
        // Earlier groups were checked before, and what is derived rests on them.
        let (outcome, open) = if self.game.is_derived(child) {
            (self.tables.derived(self.game, child, actions)?, None)
        } else {
            let index = self.game.rank(child);
            let inside = self.slices.iter().position(|&one| one == slice).filter(|_| !self.distances);
            let open = inside.filter(|&at| !self.grounds[at].is_founded(index)).map(|at| (at, index));
            (self.tables.stored(slice, index)?, open)
        };
        let worth = if side(self.game, child) == mover { outcome } else { outcome.flipped() };
        let plies = if self.distances { self.plies(child, outcome) } else { 0 };
        Some(Child { worth, open, plies })
    }

    /// Shares out the numbers of a slice to all threads.
    fn share(&self, slice: Slice, each: impl Fn(std::ops::Range<u64>) + Sync) {
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
        thread::scope(|scope| {
            let others = if size < 4 * CHUNK { 0 } else { self.threads.saturating_sub(1) };
            (0..others).for_each(|_| {
                scope.spawn(work);
            });
            work();
        });
    }
}
