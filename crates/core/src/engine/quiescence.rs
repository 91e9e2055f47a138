//! Quiescence search: what a state at the horizon is worth.
//!
//! An evaluation is not trusted where an action is noisy, which the game says ([`move_class`], [`quiescence`]). There the search goes on with the noisy actions alone, until the state is quiet.
//!
//! [`move_class`]: crate::Selectivity::move_class
//! [`quiescence`]: crate::Selectivity::quiescence

use super::Engine;
use super::children::Purpose;
use super::keys::Keys;
use super::node::{Node, NodeOf};
use super::node_value::NodeValue;
use super::worker::{SearchResult, Worker};
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, Quiescence, Score};

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// Quiescence search, at the horizon of step 2. Where an action is noisy no evaluation is trusted before it: the
    /// side to move may stop here, or go on with what is noisy; and it must go on where there is nothing else.
    pub(super) fn quiescence(&mut self, node: &NodeOf<'_, G, U>) -> SearchResult<NodeValue> {
        let Node { state, info, alpha, beta, .. } = *node;
        let Engine { game, knowledge, .. } = self.engine;
        let quiescence = match &info.facts {
            Some(facts) if U::HAS_MOVE_CLASSES && self.ply() < self.farthest => {
                knowledge.quiescence(game, state, facts)
            }
            _ => Quiescence::Still,
        };
        let driven = quiescence == Quiescence::Driven;
        let mut found = if driven { NodeValue::guess(Score::NEG_INFINITY) } else { self.evaluation(node)? };
        if quiescence == Quiescence::Still || found.score >= beta {
            return Ok(found);
        }
        let children = self.expand(node, &Purpose { first: None, noisy: !driven, all: false })?;
        for index in 0..children.count {
            let child = self.nth(&children, index).clone();
            let value = self.descend(&node.with_window(alpha.max(found.score), beta), &child, 0)?;
            if value.score > found.score {
                found = NodeValue { score: value.score, low: value.low, high: found.high };
            }
            if found.score >= beta {
                break;
            }
        }
        self.pop_children(&children);
        Ok(NodeValue { high: found.score == info.high, ..found })
    }
}
