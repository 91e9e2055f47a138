//! Killed builds: a build is killed fifty times, spread over all its slices, and resumes each time.

use std::path::Path;
use std::time::Duration;

use counterplay_core::{Random, Seeded};

use crate::{Setup, same};

const KILLS: usize = 50;
/// Longest time in milliseconds from the awaited slice to the kill.
const LONGEST: u64 = 150;

pub(crate) fn check(setup: &Setup) -> Result<String, String> {
    let folder = setup.folder.join("killed");
    let _ = std::fs::remove_dir_all(&folder);
    let all = tables(&setup.whole());
    let mut random = Seeded::new(7);
    let mut killed = 0;
    for kill in 1..=KILLS {
        // So many tables are there when this one is killed, in the middle of the next.
        let wanted = all * kill / (KILLS + 1);
        let mut builder = setup.builder(&folder)?.spawn().map_err(|error| error.to_string())?;
        while tables(&folder) < wanted && builder.try_wait().is_ok_and(|ended| ended.is_none()) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(random.below(LONGEST)));
        killed += usize::from(builder.try_wait().is_ok_and(|ended| ended.is_none()));
        builder.kill().and_then(|()| builder.wait()).map_err(|error| error.to_string())?;
    }
    let resumed = setup.build(&folder).map_err(|error| error.to_string())?.resumed;
    same(setup, &folder)?;
    Ok(format!("killed {killed} times, the last time with {resumed} slices done: the files are the same"))
}

/// Number of tables in a folder.
fn tables(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "wld")).count()
}
