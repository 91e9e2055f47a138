//! Playing on where a line of best play stops before its end because the table knew the rest.

use super::children::{Child, Purpose};
use super::keys::Keys;
use super::node::{Node, NodeOf};
use super::node_value::for_side;
use super::root::Variation;
use super::worker::{SearchResult, TO_THE_END, Worker};
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, Repetition, Score};

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// Completes a line, as far as the limits allow.
    pub(super) fn complete(&mut self, variation: &mut Variation<G::Action>, horizon: u32) {
        // A line that could not be completed is still best play, as far as it goes.
        let _ = self.play_on(&mut variation.line, Score::rounded(variation.value.score), horizon);
        self.back_to_root();
    }

    /// Extends a line by actions that keep a value, which is MAX's, to the end of the game or of the search.
    pub(super) fn play_on(&mut self, line: &mut Vec<G::Action>, value: Score, horizon: u32) -> SearchResult<()> {
        let game = self.engine.game;
        self.back_to_root();
        let mut state = self.root.clone();
        for &action in line.iter() {
            self.push(&state, action);
            game.apply(&mut state, action);
        }
        while self.ply() < horizon {
            let info = self.inspect_with_bounds(&state)?;
            if info.over || self.path.len() > line.len() {
                break;
            }
            let depth = if horizon == TO_THE_END { TO_THE_END } else { horizon - self.ply() };
            let node = Node::open(&state, &info, depth);
            let mut next = None;
            for child in self.all_children(&node)? {
                let least = for_side(value, info.side);
                if self.worth(&node, &child, least)?.score >= least {
                    next = Some(child.action);
                    break;
                }
            }
            // If no action keeps the value, two states had the same key by accident, and the line ends here.
            let Some(action) = next else { break };
            line.push(action);
            self.push(&state, action);
            game.apply(&mut state, action);
            // A position that came again has ended the game.
            if self.engine.line.repetition != Repetition::Ignored
                && let Some(key) = game.repetition_key(&state)
                && self.repeated.contains(&Some(key))
            {
                break;
            }
        }
        Ok(())
    }

    /// The children of a state that has all its actions looked at, in a list of their own, the most promising first.
    pub(super) fn all_children(&mut self, node: &NodeOf<'_, G, U>) -> SearchResult<Vec<Child<G, U::Facts>>> {
        let first = self.table_slot(node.state).and_then(|slot| self.probe(slot)).and_then(|entry| entry.action);
        let expansion = self.expand(&Node::open(node.state, node.info, node.depth), &Purpose::all(first))?;
        let children = (0..expansion.count).map(|index| self.nth(&expansion, index).clone()).collect();
        self.pop_children(&expansion);
        Ok(children)
    }
}
