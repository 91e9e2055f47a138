//! Several threads for one proof: each runs the whole search, and they share the table.
//!
//! - Where the defender is to move, the attacker has to deal with all that he can do. Whoever comes second takes
//!   another child than the first, and if the claim holds, none of that is in vain. Where the attacker is to move, one
//!   child is enough, and both follow the most promising: they part below it.
//! - Whatever one has settled, the others find in the table when they next choose a child.
//! - Where a state on the path has been settled by another thread, all work below it has become useless, and is
//!   abandoned.
//!
//! PERF: qubic, two threads, nodes of both: see `docs/qubic.md`.

use super::numbers::{NEVER, NOTHING, Outcome, is_settled};
use super::search::Prover;
use crate::engine::keys::{Keys, TableSlot};
use crate::engine::worker::SearchResult;
use crate::limits::{Cause, Limit};
use crate::{Evaluate, Game, Knowledge};

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Prover<'_, G, E, K, U> {
    /// Announces a state that is searched (step 3). Says whether to withdraw that when it comes back.
    pub(super) fn begin(&mut self, slot: Option<TableSlot>) -> bool {
        let (Some(thread), Some(TableSlot { key, .. })) = (&self.worker.thread, slot) else { return false };
        self.watched.push(key);
        thread.shared.in_progress.begin(key)
    }

    /// Withdraws a state that was searched (step 3).
    pub(super) fn end(&mut self, slot: Option<TableSlot>, announced: bool) {
        let (Some(thread), Some(TableSlot { key, .. })) = (&self.worker.thread, slot) else { return };
        self.watched.pop();
        if announced {
            thread.shared.in_progress.end(key);
        }
    }

    /// Takes over from the table (step 3) what other threads have settled of the children from `start` on.
    pub(super) fn hear(&mut self, start: usize) {
        if self.worker.thread.is_none() {
            return;
        }
        for branch in &mut self.branches[start..] {
            if branch.outcome.is_some_and(|outcome| !is_settled(outcome.numbers))
                && let Some(TableSlot { key, .. }) = branch.info.slot
                && let Some(numbers) = self.table.probe_settled(key)
            {
                branch.outcome = Some(Outcome { numbers, depends_on: NOTHING });
            }
        }
    }

    /// Step 3: of the children that no other thread is at, the one with the least number, and the least number of the
    /// others; nothing if there is none, or one child is enough.
    pub(super) fn apart(&self, start: usize, own: usize) -> Option<(usize, u32)> {
        let thread = self.worker.thread.as_ref().filter(|_| own == 1)?;
        let (mut best, mut least, mut second) = (start, NEVER, NEVER);
        for (branch, at) in self.branches[start..].iter().zip(start..) {
            let Some(Outcome { numbers, .. }) = branch.outcome else { continue };
            if branch.info.slot.is_some_and(|slot| thread.shared.in_progress.is_at(slot.key)) {
                continue;
            }
            if numbers[own] < least {
                (best, least, second) = (at, numbers[own], least);
            } else {
                second = second.min(numbers[own]);
            }
        }
        (least < NEVER).then_some((best, second))
    }

    /// Step 3: whether another thread has settled a state on the path.
    pub(super) fn is_overtaken(&self) -> bool {
        self.watched.iter().any(|&key| self.table.probe_settled(key).is_some())
    }

    /// Step 4: what is known of a state in the end: by this thread, or by another one that was faster.
    ///
    /// # Errors
    /// At the root, if it was the other: that one has the answer, and the action with it.
    pub(super) fn known(&self, slot: Option<TableSlot>, outcome: Outcome) -> SearchResult<Outcome> {
        let (Some(_), Some(TableSlot { key, .. })) = (&self.worker.thread, slot) else { return Ok(outcome) };
        match self.table.probe_settled(key) {
            Some(numbers) if !is_settled(outcome.numbers) => {
                if self.worker.ply() == 0 {
                    return Err(self.worker.halt(Cause::Limit(Limit::Stop)));
                }
                Ok(Outcome { numbers, depends_on: NOTHING })
            }
            _ => Ok(outcome),
        }
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
    fn rules_that_panic_on_one_thread_end_the_proof_with_their_words() {
        let table = Table::new(1 << 20);
        for threads in 1..4 {
            let engine = Engine::new(&Faulty, &table).keys(OwnKeys);
            let solved = catch_unwind(AssertUnwindSafe(|| {
                engine.prove_on(threads, &Faulty.initial(), Score::WIN, &Task::default(), &mut |_| {}).is_ok()
            }));
            let panic = solved.expect_err("five matches are come to");
            let text = panic.downcast_ref::<String>().map(String::as_str).unwrap_or_default();
            assert!(text.contains("five matches"), "{threads} threads: {text}");
        }
    }
}
