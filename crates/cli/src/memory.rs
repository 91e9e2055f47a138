//! Memory of a table: what was asked for, or the usual, and never more than there is.

use std::path::Path;

use crate::failure::Failure;

/// Least memory of a table.
const LEAST: u64 = 1 << 20;

/// Usual memory of a table, if nothing is said and there is enough.
const USUAL: u64 = counterplay_core::engine::Table::USUAL as u64;

/// Memory budget of a table, in bytes, and what a user should know about it.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(crate) bytes: u64,
    pub(crate) note: Option<String>,
}

/// Budget of a table on this machine; refused before anything is allocated if there is not so much. What is to be known
/// about it goes to stderr.
pub(crate) fn budget(asked: Option<u64>) -> Result<usize, Failure> {
    let Budget { bytes, note } = decide(asked, available()).map_err(Failure::resource)?;
    if let Some(note) = note {
        eprintln!("{note}");
    }
    Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
}

/// Share of each of so many tables that may be there at the same time: all of them take at most a quarter of what there
/// is.
pub(crate) fn share(tables: usize) -> usize {
    share_of(available(), tables)
}

fn share_of(available: Option<u64>, tables: usize) -> usize {
    let each = available.map_or(USUAL, |bytes| bytes / 4 / tables.max(1) as u64).clamp(LEAST, USUAL);
    usize::try_from(each).unwrap_or(usize::MAX)
}

/// Budget when so much was asked for and so much is available, both in bytes.
fn decide(asked: Option<u64>, available: Option<u64>) -> Result<Budget, String> {
    let mebibytes = |bytes: u64| bytes >> 20;
    match (asked, available) {
        (Some(asked), Some(available)) if asked > available => {
            let (asked, available) = (mebibytes(asked), mebibytes(available));
            Err(format!("--memory asks for {asked} MiB, and {available} MiB are available"))
        }
        // Where the system does not say how much there is, nothing is as large as this.
        (Some(asked), None) if asked > isize::MAX as u64 / 2 => {
            Err(format!("--memory asks for {} MiB, which no machine has", mebibytes(asked)))
        }
        (Some(asked), _) if asked < LEAST => {
            Ok(Budget { bytes: LEAST, note: Some("warning: --memory is raised to its least, 1M".to_owned()) })
        }
        (Some(asked), _) => Ok(Budget { bytes: asked, note: None }),
        (None, Some(available)) if available / 4 < USUAL => {
            let bytes = (available / 4).max(LEAST);
            let (taken, available) = (mebibytes(bytes), mebibytes(available));
            let note = format!("note: the table takes {taken} MiB, for only {available} MiB are available (--memory)");
            Ok(Budget { bytes, note: Some(note) })
        }
        (None, _) => Ok(Budget { bytes: USUAL, note: None }),
    }
}

/// Memory that this process may still take: of the machine, or of the container it runs in, whichever is less.
pub(crate) fn available() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_machine(&text));
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = groups.lines().filter_map(of_group).min();
    machine.into_iter().chain(container).min()
}

/// Available memory by `/proc/meminfo`, in bytes.
fn of_machine(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Memory that a line of `/proc/self/cgroup` leaves to this process: a limit holds for everything below the folder that
/// has it. Inside of a container the path may be the host's, and what holds is then found at the top.
fn of_group(line: &str) -> Option<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?);
    let (root, limit, used) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max", "anon"),
        names if names.split(',').any(|name| name == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "total_rss")
        }
        _ => return None,
    };
    let folder = Path::new(root).join(path.trim_start_matches('/'));
    let folders = folder.ancestors().take_while(|folder| folder.starts_with(root));
    folders
        .filter_map(|folder| {
            let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
            left_of(&read(limit)?, &read("memory.stat").unwrap_or_default(), used)
        })
        .min()
}

/// Limit less what is in use. `None` where there is no limit. The cache of files is not counted: it makes room.
fn left_of(limit: &str, statistics: &str, used: &str) -> Option<u64> {
    let limit = limit.trim().parse::<u64>().ok()?;
    let used = statistics.lines().find_map(|line| line.strip_prefix(used)?.trim().parse::<u64>().ok());
    Some(limit.saturating_sub(used.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn bytes(asked: Option<u64>, available: Option<u64>) -> (u64, bool) {
        let Budget { bytes, note } = decide(asked, available).unwrap();
        (bytes, note.is_some())
    }

    #[test]
    fn what_is_asked_for_is_given_or_refused_before_it_is_taken() {
        assert_eq!(bytes(Some(256 * MIB), Some(1024 * MIB)), (256 * MIB, false));
        assert_eq!(bytes(Some(1024 * MIB), Some(1024 * MIB)), (1024 * MIB, false));
        assert_eq!(bytes(Some(256 * MIB), None), (256 * MIB, false));
        for little in [0, 1, MIB - 1] {
            assert_eq!(bytes(Some(little), Some(1024 * MIB)), (MIB, true));
        }
        let refused = decide(Some(1025 * MIB), Some(1024 * MIB)).unwrap_err();
        assert_eq!(refused, "--memory asks for 1025 MiB, and 1024 MiB are available");
        for much in [1 << 60, u64::MAX] {
            assert!(decide(Some(much), Some(1024 * MIB)).is_err());
        }
        assert!(decide(Some(u64::MAX), None).is_err());
    }

    #[test]
    fn the_usual_table_is_at_most_a_quarter_of_what_there_is() {
        assert_eq!(bytes(None, None), (64 * MIB, false));
        assert_eq!(bytes(None, Some(256 * MIB)), (64 * MIB, false));
        assert_eq!(bytes(None, Some(128 * MIB)), (32 * MIB, true));
        assert_eq!(bytes(None, Some(0)), (MIB, true));
    }

    #[test]
    fn several_tables_share_what_one_would_have() {
        let share = |available, tables| share_of(available, tables) as u64;
        assert_eq!((share(None, 8), share(Some(64 * 1024 * MIB), 8)), (64 * MIB, 64 * MIB));
        assert_eq!((share(Some(512 * MIB), 8), share(Some(0), 8), share(Some(MIB), 0)), (16 * MIB, MIB, MIB));
    }

    #[test]
    fn what_the_system_says_is_understood() {
        assert_eq!(of_machine("MemTotal: 9 kB\nMemAvailable:    2048 kB\n"), Some(2 * MIB));
        assert_eq!(of_machine("MemTotal: 9 kB\n"), None);
        assert_eq!(left_of("1048576\n", "anon 48576\nfile 9\n", "anon"), Some(1_000_000));
        assert_eq!(left_of("4096\n", "", "anon"), Some(4096));
        assert_eq!(left_of("4096\n", "anon 9999\n", "anon"), Some(0));
        assert_eq!(left_of("max\n", "anon 9\n", "anon"), None);
        assert_eq!((of_group("3:cpu,cpuacct:/a"), of_group("nonsense"), of_group("")), (None, None, None));
    }
}
