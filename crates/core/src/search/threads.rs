//! Threads that share a piece of work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::limits::Limits;

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
    let guarded = &guarded;
    thread::scope(|scope| {
        let stack = stack.saturating_add(Limits::DEFAULT_STACK);
        let help = |thread: u32| thread::Builder::new().stack_size(stack).spawn_scoped(scope, move || guarded(thread));
        // A system that gives fewer threads gets a slower search.
        let helpers: Vec<_> = (1..threads).map_while(|thread| help(thread).ok()).collect();
        let mut found = vec![guarded(0)];
        for helper in helpers {
            found.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        found
    })
}

/// A guard that tells the other threads to end when the rules of the game panic.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
