//! Several threads: each runs the same search on the same table, from another outcome and from another action of the
//! root on, and finds what the others have found in the table. Whoever is done first has the answer for all.

use super::ChanceEngine;
use super::worker::SearchResult;
use crate::engine::keys::Keys;
use crate::engine::parallel::race;
use crate::engine::{Analysis, Iteration, Task};
use crate::{ChanceNodes, Evaluate, Game};

impl<G, E, K> ChanceEngine<'_, G, E, K>
where
    G: ChanceNodes + Game<State: Sync, Action: Send> + Sync,
    E: Evaluate<G> + Sync,
    K: Keys<G> + Sync,
{
    /// [`ChanceEngine::search`] on several threads. It is not repeatable to the node, for the threads meet as it
    /// happens.
    ///
    /// # Errors
    /// As [`ChanceEngine::search`].
    pub fn search_on(
        &self,
        threads: u32,
        state: &G::State,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> SearchResult<Analysis<G::Action>> {
        // Without keys there is nothing to share.
        if threads <= 1 || !self.techniques.table || self.keys.key(self.game, state).is_none() {
            return self.search(state, task, on_progress);
        }
        self.table.new_search();
        let (mut best, others) = race(
            threads,
            &task.limits,
            |limits, shared| self.analyse(state, task, limits, Some(shared), on_progress),
            |limits, shared| self.analyse(state, task, limits, Some(shared), &mut |_| {}),
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
        Ok(best)
    }
}
