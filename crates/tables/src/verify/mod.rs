//! Verification of tables against the rules of the game.
//!
//! The verifier knows nothing of how tables were made, and uses no retrograde moves. It probes every position, as any
//! search does, and follows every action. That every value follows from its successors' is not enough: positions that
//! lead to one another in a cycle could call each other won. So every win and every loss must also be *founded*: it
//! must lead, step by step, to the end of the game. Where there are distances, each step must be one ply closer. Where
//! there are none, the founded positions are found anew: first those that end at once or leave the group, then those
//! that lead to them, until nothing more comes. A position that must wait remembers one successor that it waits for. A
//! loss is not checked again before that is founded. A win might come by another successor, and is checked earlier only
//! when waiting no longer helps.

mod check;
mod expectations;
mod foundation;
mod position_check;
mod roll_counts;

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use counterplay_core::Progressive;
use counterplay_core::indexed::{Indexed, Slice};
use counterplay_core::threads::on_threads;

use crate::format::Content;
use crate::{Counts, Tables};

use check::Check;

/// Fault in tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// File or slice of the fault.
    pub place: String,
    /// Description of the fault, with the position if it is in one.
    pub what: String,
}

/// Result of a verification.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Number of slices.
    pub slices: usize,
    /// Number of positions checked against the rules.
    pub positions: u64,
    /// Faults: at most one for each slice.
    pub faults: Vec<Fault>,
    /// Number of the faults that are files refused when they were opened.
    pub refused: usize,
    /// Whether the verification was stopped before the end.
    pub stopped: bool,
}

/// Verifies the tables of a game in a folder: the checksums, and if `full` every value. `on_progress` is called after
/// each slice with its name, the positions done, and all positions.
pub fn verify<G>(
    game: &G,
    name: &str,
    folder: &Path,
    full: bool,
    threads: usize,
    stop: Option<&AtomicBool>,
    on_progress: &mut dyn FnMut(&str, u64, u64),
) -> Verified
where
    G: Indexed + Sync,
    G::State: Send + Sync,
{
    let verifier = Verifier { game, folder, full, stop };
    let open = |tables: &mut Tables| tables.add(game, name, folder, Content::Outcomes, Some(Content::Distances(1)));
    verifier.run(open, on_progress, |tables, group| {
        let check = Check::new(game, tables, group, threads, stop);
        (check.run(), check.positions())
    })
}

/// Verifies tables of [expectations](crate::build_expectations()), as [`verify`](verify()) does outcomes.
pub fn verify_expectations<G>(
    game: &G,
    name: &str,
    folder: &Path,
    full: bool,
    threads: usize,
    stop: Option<&AtomicBool>,
    on_progress: &mut dyn FnMut(&str, u64, u64),
) -> Verified
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    let open = |tables: &mut Tables| tables.add(game, name, folder, Content::Expectations, None);
    Verifier { game, folder, full, stop }.run(open, on_progress, |tables, group| {
        let pass = Pass { threads, stop, faults: Mutex::default() };
        let each = |slice, range| expectations::check(game, tables, (group, slice), range, &pass);
        pass.run(game, tables, group, each)
    })
}

/// Verifies tables of [throws](crate::build_throws()), as [`verify`](verify()) does outcomes.
pub fn verify_throws<G>(
    game: &G,
    name: &str,
    folder: &Path,
    full: bool,
    threads: usize,
    stop: Option<&AtomicBool>,
    on_progress: &mut dyn FnMut(&str, u64, u64),
) -> Verified
where
    G: Progressive + Sync,
    G::State: Send + Sync,
{
    let open = |tables: &mut Tables| tables.add(game, name, folder, Content::Throws(0), None);
    Verifier { game, folder, full, stop }.run(open, on_progress, |tables, group| {
        let pass = Pass { threads, stop, faults: Mutex::default() };
        pass.run(game, tables, group, |slice, range| roll_counts::check(game, tables, slice, range, &pass))
    })
}

/// Verifier: what to check, and how far.
struct Verifier<'a, G> {
    game: &'a G,
    folder: &'a Path,
    full: bool,
    stop: Option<&'a AtomicBool>,
}

impl<G: Indexed> Verifier<'_, G> {
    /// Checks the files of all groups, and their values by `check`.
    fn run(
        &self,
        open: impl FnOnce(&mut Tables),
        on_progress: &mut dyn FnMut(&str, u64, u64),
        check: impl Fn(&Tables, &[Slice]) -> (Vec<Fault>, u64),
    ) -> Verified {
        let &Verifier { game, folder, full, stop } = self;
        let mut tables = Tables::empty(u64::MAX, |_| ());
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
            on_progress(&names.join(", "), done, all);
        }
        let place = folder.display().to_string();
        verified.refused = tables.refused().len();
        verified.faults.extend(tables.refused().iter().map(|what| Fault { place: place.clone(), what: what.clone() }));
        verified
    }
}

/// Pass over the positions of a group, each by itself.
struct Pass<'a> {
    threads: usize,
    stop: Option<&'a AtomicBool>,
    faults: Mutex<Vec<Fault>>,
}

impl Pass<'_> {
    /// Positions that a thread takes at once.
    const PIECE: u64 = 1 << 9;

    /// Records a fault, once for each slice.
    fn fault(&self, place: String, what: String) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if faults.iter().all(|fault| fault.place != place) {
            faults.push(Fault { place, what });
        }
    }

    fn goes_on(&self) -> bool {
        !self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Checks all positions of a group. Returns the faults, and the number of positions.
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
            let threads = if size < 4 * Self::PIECE { 1 } else { self.threads as u32 };
            on_threads(threads, &work);
            let counts = all.into_inner().unwrap_or_else(PoisonError::into_inner);
            positions += counts.total();
            let claimed = tables.heads(slice).map(|(head, _)| head.counts);
            if self.goes_on() && claimed != Some(counts) {
                self.fault(game.slice_name(slice), format!("it counts {claimed:?}, and has {counts:?}"));
            }
        }
        let faults = std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner));
        (faults, positions)
    }
}
