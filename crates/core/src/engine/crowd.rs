//! Several threads for one proof: the first looks at the children of a node are shared out.
//!
//! Where a game knows much, proof-number search spends nearly all its time on first looks, and hardly any on deciding where to go. So one thread
//! decides, as it would alone, and the others help it to look. The proof stays the same; only what is looked at after one child has
//! settled the matter depends on who is faster.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};

use super::Engine;
use super::proof_number::{Claim, Numbers};
use crate::{Actions, Game, Knowledge};

/// What a first look found; nothing if the state has too many actions.
pub(super) type Look = Option<Numbers>;

/// Whoever looks at many states at once.
pub(super) trait Crowd<G: Game> {
    /// The first numbers of some states, in their order, until one of them has none left to settle for its parent, whose side to move has the
    /// `own`-th number: what was not looked at then is missing.
    fn look(&self, claim: Claim, own: usize, states: Vec<G::State>) -> Vec<Option<Look>>;
}

/// States to look at.
struct Job<S> {
    claim: Claim,
    own: usize,
    states: Vec<S>,
    /// The next one to take.
    next: AtomicUsize,
    finished: AtomicUsize,
    settled: AtomicBool,
    looks: Vec<OnceLock<Look>>,
}

/// Counts a state as looked at when it goes.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

/// How many jobs there have been, and the newest.
type Newest<S> = (u64, Option<Arc<Job<S>>>);

/// Where jobs are put for the helpers. Nobody holds the lock while the rules of a game run, so that none of them can poison it.
pub(super) struct Desk<'e, G: Game, E, K, U> {
    engine: &'e Engine<'e, G, E, K, U>,
    newest: Mutex<Newest<G::State>>,
    news: Condvar,
    over: AtomicBool,
}

impl<'e, G: Game, E, K, U: Knowledge<G>> Desk<'e, G, E, K, U> {
    pub(super) fn new(engine: &'e Engine<'e, G, E, K, U>) -> Self {
        Desk { engine, newest: Mutex::new((0, None)), news: Condvar::new(), over: AtomicBool::new(false) }
    }

    /// Helps until the proof is over.
    pub(super) fn help(&self) {
        let mut seen = 0;
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.over.load(Ordering::Acquire) {
            match &*newest {
                (number, Some(job)) if *number != seen => {
                    seen = *number;
                    let job = Arc::clone(job);
                    drop(newest);
                    self.work(&job);
                    newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
                }
                _ => newest = self.news.wait(newest).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Sends the helpers home.
    pub(super) fn close(&self) {
        let _newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        self.over.store(true, Ordering::Release);
        self.news.notify_all();
    }

    /// Looks at states for as long as there are any.
    fn work(&self, job: &Job<G::State>) {
        let mut actions = Actions::new();
        while !job.settled.load(Ordering::Relaxed) {
            let at = job.next.fetch_add(1, Ordering::AcqRel);
            let Some(state) = job.states.get(at) else { return };
            // Also if the game's rules panic: the others wait for nobody who is gone.
            let _done = Done(&job.finished);
            let look = self.engine.first_look(job.claim, state, &mut actions);
            if look.is_some_and(|numbers| numbers[job.own] == 0) {
                job.settled.store(true, Ordering::Relaxed);
            }
            let _ = job.looks[at].set(look);
        }
    }
}

impl<G: Game, E, K, U: Knowledge<G>> Crowd<G> for Desk<'_, G, E, K, U> {
    fn look(&self, claim: Claim, own: usize, states: Vec<G::State>) -> Vec<Option<Look>> {
        let count = states.len();
        let looks = (0..count).map(|_| OnceLock::new()).collect();
        let (next, finished, settled) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        let job = Arc::new(Job { claim, own, states, next, finished, settled, looks });
        {
            let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            *newest = (newest.0 + 1, Some(Arc::clone(&job)));
            self.news.notify_all();
        }
        self.work(&job);
        // Nobody takes another one; those that were taken are waited for, each for less than a millisecond.
        let taken = job.next.swap(count, Ordering::AcqRel).min(count);
        while job.finished.load(Ordering::Acquire) < taken {
            std::thread::yield_now();
        }
        job.looks.iter().map(|look| look.get().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use crate::engine::{Engine, OwnKeys, Table, Task};
    use crate::{Actions, Game, Key, Keyed, Score, Seat, Turn, Without};

    /// Take one, two or three matches; nobody can tell what to do with five.
    struct Faulty;

    impl Game for Faulty {
        type State = (u32, Seat);
        type Action = u32;
        type Luck = Without;
        type Secrets = Without;

        fn initial(&self) -> (u32, Seat) {
            (40, Seat::FIRST)
        }
        fn turn(&self, &(_, seat): &(u32, Seat)) -> Turn {
            Turn::Seat(seat)
        }
        fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) {
            assert_ne!(left, 5, "five matches");
            out.extend(1..=left.min(3));
        }
        fn apply(&self, (left, seat): &mut (u32, Seat), taken: u32) {
            *left -= taken;
            *seat = seat.other();
        }
        fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool {
            left == 0
        }
        fn utility(&self, &(_, seat): &(u32, Seat)) -> Score {
            if seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
        }
    }

    impl Keyed for Faulty {
        fn key(&self, state: &(u32, Seat)) -> Key {
            Key::of(state)
        }
    }

    #[test]
    fn rules_that_panic_in_a_helper_end_the_proof_with_their_words() {
        let table = Table::new(1 << 20);
        for threads in 1..4 {
            let engine = Engine::new(&Faulty, &table).keys(OwnKeys);
            let solved = catch_unwind(AssertUnwindSafe(|| {
                engine.solve_by_numbers_on(threads, &Faulty.initial(), &Task::default(), false, &mut |_| {}).is_ok()
            }));
            let panic = solved.expect_err("five matches are come to");
            let text = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
            assert!(text.contains("five matches"), "{threads} threads: {text}");
        }
    }
}
