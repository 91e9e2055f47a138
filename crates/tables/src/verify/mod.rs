//! Tables are held to the rules of the game.
//!
//! This knows nothing of how they were made, and takes no action back: it asks the tables for every position, as any search does, and looks
//! at where the actions of every position lead. That every value follows from its successors' is not enough: positions that lead to one
//! another in a circle could call each other won. So every win and every loss must also be *founded*: it must lead, step by
//! step, to the end of the game. Where there are distances, each step must be one ply closer. Where there are none, what is founded is
//! found anew: first what ends at once or leaves the group, then what leads to that, until nothing more comes. What must wait remembers
//! one successor that it waits for. A loss is not looked at again before that is founded; a win might come by another one, and is looked at
//! before only when waiting no longer helps.

mod check;
mod ground;
mod look;
mod means;
mod throws;

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use counterplay_core::Progressive;
use counterplay_core::indexed::{Indexed, Slice};

use crate::format::Content;
use crate::{Counts, Tables};

use check::Check;

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
    let checking = Checking { game, folder, full, stop };
    let open = |tables: &mut Tables| tables.add(game, name, folder, Content::Outcomes, Some(Content::Distances(1)));
    checking.run(open, told, |tables, group| {
        let check = Check::new(game, tables, group, threads, stop);
        (check.run(), check.positions())
    })
}

/// The same for tables of [expectations](crate::build_expectations()).
pub fn verify_expectations<G>(
    game: &G,
    name: &str,
    folder: &Path,
    full: bool,
    threads: usize,
    stop: Option<&AtomicBool>,
    told: &mut dyn FnMut(&str, u64, u64),
) -> Verified
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    let open = |tables: &mut Tables| tables.add(game, name, folder, Content::Expectations, None);
    Checking { game, folder, full, stop }.run(open, told, |tables, group| {
        let pass = Pass { threads, stop, faults: Mutex::default() };
        let each = |slice, range| means::check(game, tables, (group, slice), range, &pass);
        pass.run(game, tables, group, each)
    })
}

/// The same for tables of [throws](crate::build_throws()).
pub fn verify_throws<G>(
    game: &G,
    name: &str,
    folder: &Path,
    full: bool,
    threads: usize,
    stop: Option<&AtomicBool>,
    told: &mut dyn FnMut(&str, u64, u64),
) -> Verified
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    let open = |tables: &mut Tables| tables.add(game, name, folder, Content::Throws(0), None);
    Checking { game, folder, full, stop }.run(open, told, |tables, group| {
        let pass = Pass { threads, stop, faults: Mutex::default() };
        pass.run(game, tables, group, |slice, range| throws::check(game, tables, slice, range, &pass))
    })
}

/// What to check, and how far.
struct Checking<'a, G> {
    game: &'a G,
    folder: &'a Path,
    full: bool,
    stop: Option<&'a AtomicBool>,
}

impl<G: Indexed> Checking<'_, G> {
    /// Checks the files of all groups, and by `check` their values.
    fn run(
        &self,
        open: impl FnOnce(&mut Tables),
        told: &mut dyn FnMut(&str, u64, u64),
        check: impl Fn(&Tables, &[Slice]) -> (Vec<Fault>, u64),
    ) -> Verified {
        let &Checking { game, folder, full, stop } = self;
        let unusable = Arc::new(Mutex::new(Vec::new()));
        let heard = unusable.clone();
        let hear = move |what: &str| heard.lock().unwrap_or_else(PoisonError::into_inner).push(what.to_owned());
        let mut tables = Tables::empty(u64::MAX, hear);
        open(&mut tables);
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
                let (faults, positions) = check(&tables, group);
                verified.faults.extend(faults);
                verified.positions += positions;
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
}

/// A pass over the positions of a group, each by itself.
struct Pass<'a> {
    threads: usize,
    stop: Option<&'a AtomicBool>,
    faults: Mutex<Vec<Fault>>,
}

impl Pass<'_> {
    /// The positions that a thread takes at once.
    const PIECE: u64 = 1 << 9;

    /// Notes what is wrong, once for each slice.
    fn fault(&self, place: String, what: String) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if faults.iter().all(|fault| fault.place != place) {
            faults.push(Fault { place, what });
        }
    }

    fn goes_on(&self) -> bool {
        !self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Checks all positions of a group; what is wrong, and how many they are.
    fn run<G: Indexed + Sync>(
        &self,
        game: &G,
        tables: &Tables,
        group: &[Slice],
        each: impl Fn(Slice, Range<u64>) -> Counts + Sync,
    ) -> (Vec<Fault>, u64) {
        let mut positions = 0;
        for &slice in group {
            let (size, next, all) = (game.size(slice), AtomicU64::new(0), Mutex::new(Counts::default()));
            let work = || {
                while self.goes_on() {
                    let start = next.fetch_add(Self::PIECE, Ordering::Relaxed);
                    if start >= size {
                        break;
                    }
                    let counts = each(slice, start..(start + Self::PIECE).min(size));
                    *all.lock().unwrap_or_else(PoisonError::into_inner) += counts;
                }
            };
            thread::scope(|scope| {
                let others = if size < 4 * Self::PIECE { 0 } else { self.threads.saturating_sub(1) };
                (0..others).for_each(|_| {
                    scope.spawn(work);
                });
                work();
            });
            let counts = all.into_inner().unwrap_or_else(PoisonError::into_inner);
            positions += counts.total();
            let told = tables.heads(slice).map(|(head, _)| head.counts);
            if self.goes_on() && told != Some(counts) {
                self.fault(game.slice_name(slice), format!("it counts {told:?}, and has {counts:?}"));
            }
        }
        let faults = std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner));
        (faults, positions)
    }
}
