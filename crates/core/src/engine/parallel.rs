//! Several threads: each runs the same search on the same table, and keeps out of the others' way (see `smp`).
//!
//! The thread that is done first has the answer for all: the others find what is left for them in the table, or are
//! told to stop.

use std::sync::atomic::Ordering;

use super::keys::Keys;
use super::proof_number::{Claim, ProofTable, Proven};
use super::root::{Analysis, Iteration};
use super::smp::Shared;
use super::solve::{Progress, Verdict};
use super::worker::SearchResult;
use super::{Engine, Task};
use crate::limits::{Allowance, Limits};
use crate::threads::{StopOnPanic, gather};
use crate::trace::Silent;
use crate::{Evaluate, Game, Knowledge, Score};

impl<G, E, K, U> Engine<'_, G, E, K, U>
where
    G: Game<State: Sync, Action: Send> + Sync,
    E: Evaluate<G> + Sync,
    K: Keys<G> + Sync,
    U: Knowledge<G> + Sync,
{
    /// [`Engine::search`] on several threads. It is not repeatable to the node, for the threads meet as it happens.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub fn search_on(
        &self,
        threads: u32,
        state: &G::State,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> SearchResult<Analysis<G::Action>> {
        if threads <= 1 {
            return self.search(state, task, on_progress);
        }
        self.table.new_search();
        let allowance = Allowance::new(&task.limits);
        let (mut best, others) = race(
            threads,
            &task.limits,
            |limits, shared| self.analyse(state, task, limits, Some(shared), on_progress, Silent),
            |limits, shared| self.analyse(state, task, limits, Some(shared), &mut |_| {}, Silent),
            |found| found.decision.stopped.is_none(),
        )?;
        let mut nodes = best.decision.statistics.nodes;
        for other in others {
            nodes += other.decision.statistics.nodes;
            if best.decision.stopped.is_some() && other.depth > best.depth {
                best = other;
            }
        }
        best.decision.statistics.nodes = nodes;
        self.prove_shortest(state, task, &allowance.left(0), &mut best);
        Ok(best)
    }

    /// [`Engine::solve`] on several threads.
    ///
    /// # Errors
    /// As [`Engine::solve`].
    pub fn solve_on(
        &self,
        threads: u32,
        state: &G::State,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Verdict<G::Action>> {
        if threads <= 1 {
            return self.solve(state, task, progress);
        }
        self.table.new_search();
        let (mut best, others) = race(
            threads,
            &task.limits,
            |limits, shared| self.verdict(state, task, limits, Some(shared), progress),
            |limits, shared| self.verdict(state, task, limits, Some(shared), &mut |_| {}),
            |found| found.stopped.is_none(),
        )?;
        let width = |verdict: &Verdict<G::Action>| i64::from(verdict.high.get()) - i64::from(verdict.low.get());
        let mut statistics = best.statistics;
        for other in others {
            statistics.add(&other.statistics);
            // Each bound is proven, whoever found it.
            if best.stopped.is_some() && width(&other) < width(&best) {
                best = other;
            }
        }
        best.statistics = statistics;
        Ok(best)
    }

    /// [`Engine::prove`] on several threads.
    ///
    /// # Errors
    /// As [`Engine::prove`].
    pub fn prove_on(
        &self,
        threads: u32,
        state: &G::State,
        least: Score,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Proven<G::Action>> {
        let table = ProofTable::new(self.table.bytes());
        self.prove_together(threads, state, Claim::new(least), &table, &task.limits, progress)
    }

    /// [`Engine::prove_on`] with a table that is given.
    pub(super) fn prove_together(
        &self,
        threads: u32,
        state: &G::State,
        claim: Claim,
        table: &ProofTable,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Proven<G::Action>> {
        // Without keys there is nothing to share.
        if threads <= 1 || !self.techniques.table || self.keys.key(self.game, state).is_none() {
            return self.prove_within(state, claim, table, limits, None, progress);
        }
        let (mut best, others) = race(
            threads,
            limits,
            |limits, shared| self.prove_within(state, claim, table, limits, Some(shared), progress),
            |limits, shared| self.prove_within(state, claim, table, limits, Some(shared), &mut |_| {}),
            |found| found.stopped.is_none(),
        )?;
        others.iter().for_each(|other| best.statistics.add(&other.statistics));
        Ok(best)
    }
}

/// Races threads: each runs one search, this one being the first. The answer that is done comes first, or else that of
/// this thread; the others follow.
pub(super) fn race<R: Send>(
    threads: u32,
    limits: &Limits,
    first: impl FnOnce(&Limits, &Shared) -> SearchResult<R>,
    other: impl Fn(&Limits, &Shared) -> SearchResult<R> + Sync,
    is_done: impl Fn(&R) -> bool + Sync,
) -> SearchResult<(R, Vec<R>)> {
    let shared = Shared::new(threads);
    // The nodes are divided, so that all threads together keep to the limit.
    let share = |thread: u32| {
        let (thread, threads) = (u64::from(thread), u64::from(threads));
        let nodes = limits.nodes.map(|nodes| nodes / threads + u64::from(thread < nodes % threads));
        Limits { nodes, ..limits.clone() }
    };
    let told = |answer: SearchResult<R>| {
        if answer.as_ref().map_or(true, &is_done) {
            shared.finished.store(true, Ordering::Relaxed);
        }
        answer
    };
    let first = || {
        let _guard = StopOnPanic(&shared.finished);
        told(first(&share(0), &shared))
    };
    let other = |thread| {
        let _guard = StopOnPanic(&shared.finished);
        told(other(&share(thread), &shared))
    };
    let mut answers = gather(threads, limits.stack, first, other);
    // An error of one thread is an error of the search.
    let at = answers.iter().position(Result::is_err).unwrap_or(0);
    answers.swap(0, at);
    let mut found: Vec<R> = answers.into_iter().collect::<SearchResult<_>>()?;
    let at = found.iter().position(is_done).unwrap_or(0);
    found.swap(0, at);
    let best = found.remove(0);
    Ok((best, found))
}
