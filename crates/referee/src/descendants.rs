//! Descendants of a player's process, those too that left its process group.
//!
//! A program that calls `setsid` and forks is in no group of ours, and its parent is soon gone, so neither says whose it
//! is. What it was started with it keeps: a mark in its environment, which no other process has. Linux shows the
//! environment of a process in `/proc`; elsewhere only the group is ended.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// Name of the environment variable that holds the mark.
const VARIABLE: &str = "COUNTERPLAY_PLAYER";

/// Number of times that the processes are listed: one that forks while it is killed is found the next time.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 20;

/// Mark of a process and all that descends from it.
#[derive(Debug)]
pub(crate) struct Mark(String);

impl Mark {
    /// Marks what a command will start.
    pub(crate) fn new(command: &mut Command) -> Mark {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // The number of our process may come again, and then the time is another.
        let started = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let value = format!("{}-{}-{started}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        command.env(VARIABLE, &value);
        Mark(format!("{VARIABLE}={value}"))
    }

    /// Kills all processes that have the mark, until there are none.
    #[cfg(target_os = "linux")]
    pub(crate) fn kill_all(&self) {
        use nix::sys::signal::{Signal, kill};
        for _ in 0..ROUNDS {
            let mut found = false;
            for pid in self.marked() {
                found |= kill(nix::unistd::Pid::from_raw(pid), Signal::SIGKILL).is_ok();
            }
            if !found {
                return;
            }
            // They take a moment to be gone.
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn kill_all(&self) {}

    /// Numbers of the processes that have the mark. One that has ended and is not waited for has no environment.
    #[cfg(target_os = "linux")]
    fn marked(&self) -> Vec<i32> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbered = entries.filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())));
        let is_marked = |path: &std::path::Path| {
            let environment = std::fs::read(path.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == self.0.as_bytes())
        };
        numbered.filter(|(_, path)| is_marked(path)).map(|(pid, _)| pid).collect()
    }
}
