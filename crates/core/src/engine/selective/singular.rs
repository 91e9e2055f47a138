//! Singular extension (step 6): the table's action is searched a ply deeper where it is the only good one.
//!
//! Where the table says, by a search nearly as deep, that an action is worth so much at least, the others are searched
//! half as deep, and it is asked whether any of them comes near (Anantharaman, Campbell and Hsu 1990, in the form of
//! today's chess programs).

use super::super::Selective;
use super::super::keys::Keys;
use super::super::node::{Node, NodeOf};
use super::super::node_value::NodeValue;
use super::super::table::Entry;
use super::super::worker::{SearchResult, Worker};
use super::Visit;
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, Score};

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// Step 6: notes whether all actions but the table's are much worse. Gives the value of the node where even they are
    /// good enough to cut it.
    pub(super) fn look_at_others(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        visit: &mut Visit,
        entry: &Entry,
    ) -> SearchResult<Option<NodeValue>> {
        let Node { depth, beta, .. } = *node;
        let Some(near) = self.near(depth, entry) else { return Ok(None) };
        let others = Node { depth: (depth - 1) / 2, alpha: near.below(), beta: near, ..*node };
        let (found, _) = self.visit_selectively(&others, uses, &Visit { without_first: true, ..*visit })?;
        visit.singular = found.score < near;
        Ok((!visit.singular && !visit.open && near >= beta).then(|| NodeValue::guess(near)))
    }

    /// The score that comes near to that of the table's action, if it is worth asking.
    fn near(&self, depth: u32, entry: &Entry) -> Option<Score> {
        /// The least depth, and how much less deep the table's search may have been.
        const DEPTH: u32 = 7;
        const LESS: u32 = 3;
        let low = entry.low.get();
        let asks = depth >= DEPTH
            && entry.depth.0 + LESS >= depth
            && entry.action.is_some()
            && entry.low != Score::NEG_INFINITY
            && 2 * low.abs() < self.bounds.high.get()
            && self.ply() < self.farthest;
        asks.then(|| Score::new(low - U::MARGIN * depth as i32 / 64))
    }
}
