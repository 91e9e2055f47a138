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

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use counterplay_core::indexed::{Indexed, Slice};

use crate::Tables;

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
            verified.positions += check.positions();
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
