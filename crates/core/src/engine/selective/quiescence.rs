//! Quiescence of a selective search: noisy actions only, with the table.

use super::super::keys::Keys;
use super::super::node::{Node, NodeOf};
use super::super::node_value::NodeValue;
use super::super::worker::{SearchResult, Worker};
use super::super::{Engine, Selective};
use super::recalled;
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
    /// Quiescence: the side to move may stop at the evaluation, or go on with what is noisy and does not lose an
    /// exchange; under threat it must go on.
    pub(in super::super) fn selective_quiescence(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
    ) -> SearchResult<NodeValue> {
        let Node { state, info, alpha: asked, beta, .. } = *node;
        let Engine { game, knowledge, techniques, .. } = self.engine;
        let Some(facts) = &info.facts else { return self.evaluation(node) };
        if self.ply() >= self.farthest {
            return self.evaluation(node);
        }
        let slot = if techniques.table { info.slot.or_else(|| self.table_slot(state)) } else { None };
        let entry = self.entry(slot);
        if let Some(found) = entry.and_then(|entry| recalled(&entry, 0, asked, beta)) {
            self.statistics.table_hits += 1;
            return Ok(found);
        }
        let threatened = knowledge.is_threatened(game, state, facts);
        let bounds = self.bounds;
        let mut found = NodeValue::guess(bounds.low);
        let mut guess = 0;
        if !threatened {
            guess = self.guess(node, entry.as_ref())?;
            found = NodeValue::guess(Score::new(guess));
            if found.score >= beta {
                return Ok(found);
            }
        }
        let mut alpha = asked.max(found.score);
        let first = entry.and_then(|entry| entry.action);
        let mut picks = self.list_picks(&Node { depth: 0, ..*node }, first, !threatened);
        let mut best = None;
        while let Some(pick) = self.next_pick(node, uses, &mut picks) {
            let at = picks.at - 1;
            if found.score.get() > bounds.low.get() / 2 {
                // Among answers to a threat, quiet ones need not be tried once one of them does not lose.
                if threatened && !pick.noisy || uses.exchanges && self.exchange_gain(node, at) < 0 {
                    continue;
                }
                if !threatened && uses.margins && guess + self.exchange_gain(node, at) + 2 * U::MARGIN <= alpha.get() {
                    continue;
                }
            }
            let child = self.picked(node, &pick)?;
            let value = self.descend(&node.with_window(alpha, beta), &child, 0)?;
            if value.score > found.score || best.is_none() && threatened {
                found = NodeValue::guess(value.score);
                best = Some((pick.action, usize::from(pick.place)));
                if value.score > alpha {
                    alpha = value.score;
                    if value.score < beta {
                        self.take_line(self.path.len(), pick.action);
                    } else {
                        break;
                    }
                }
            }
        }
        self.picks.truncate(picks.start);
        if let Some(slot) = slot {
            let name = best.map(|(action, place)| self.engine.keys.name(game, state, action, place));
            self.keep(slot, found, (asked, beta), (0, entry.as_ref()), name);
        }
        Ok(found)
    }
}
