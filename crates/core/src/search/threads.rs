//! Threads of one search, which end together.

use std::sync::atomic::AtomicBool;

use crate::threads::{StopOnPanic, gather};

/// Runs the work on so many threads, of which this one is the first, each with `stack` bytes for recursion, and returns
/// what each of them found. The work is told the number of its thread, and a flag: whoever raises it asks the others to
/// end, and a panic does.
pub(super) fn run_on_threads<R: Send>(
    threads: u32,
    stack: usize,
    work: impl Fn(u32, &AtomicBool) -> R + Sync,
) -> Vec<R> {
    let over = AtomicBool::new(false);
    let guarded = |thread: u32| {
        let _guard = StopOnPanic(&over);
        work(thread, &over)
    };
    gather(threads, stack, || guarded(0), guarded)
}
