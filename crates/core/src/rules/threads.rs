//! Threads that share a piece of work.
//!
//! They are started in one place, which is not generic: to start a thread takes much code, and each game would have it
//! compiled anew for each kind of work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::limits::Limits;

/// The work of one thread.
type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Runs work on several threads, each with `stack` bytes for recursion: `first` on this one, and each of the others on
/// one of its own. A panic is passed on when all of them are done. A system that gives fewer threads gets a slower
/// search.
fn run(stack: usize, first: &mut dyn FnMut(), others: Vec<Work<'_>>) {
    thread::scope(|scope| {
        let stack = stack.saturating_add(Limits::DEFAULT_STACK);
        let help = |work| thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        let helpers: Vec<_> = others.into_iter().map_while(|work| help(work).ok()).collect();
        first();
        for helper in helpers {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Runs the same work on so many threads, of which this one is the first.
pub fn on_threads(threads: u32, work: &(dyn Fn() + Sync)) {
    let others = (1..threads).map(|_| -> Work<'_> { Box::new(work) }).collect();
    run(Limits::DEFAULT_STACK, &mut || work(), others);
}

/// Runs work on so many threads, each with `stack` bytes for recursion, and returns what they found: `first` on this
/// one, which comes first, and `other` on each of the others, which is told its number, from 1.
pub fn gather<R: Send>(
    threads: u32,
    stack: usize,
    first: impl FnOnce() -> R,
    other: impl Fn(u32) -> R + Sync,
) -> Vec<R> {
    let (mut first, mut own, other) = (Some(first), None, &other);
    let mut found: Vec<Option<R>> = (1..threads).map(|_| None).collect();
    let fill = |(thread, slot): (u32, _)| -> Work<'_> {
        let slot: &mut Option<R> = slot;
        Box::new(move || *slot = Some(other(thread)))
    };
    let others = (1..).zip(&mut found).map(fill).collect();
    run(stack, &mut || own = first.take().map(|first| first()), others);
    std::iter::once(own).chain(found).flatten().collect()
}

/// A guard that tells the other threads to end when the rules of the game panic.
pub(crate) struct StopOnPanic<'a>(pub(crate) &'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_answers_and_the_first_comes_first() {
        for threads in [0, 1, 3] {
            let found = gather(threads, 1 << 16, || 0, |thread| thread * 10);
            assert_eq!(found, (0..threads.max(1)).map(|thread| thread * 10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panic_of_another_thread_is_passed_on() {
        let panicked = std::panic::catch_unwind(|| gather(2, 1 << 16, || 0, |_| -> u32 { panic!("as it must") }));
        assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"as it must"));
    }
}
