//! The endgame search: the last plies of a game, at the least cost for a node.
//!
//! Most states of a search to the end are near the end, where what a node costs matters more than the order of its
//! children. Where a game says that little is left ([`plies_left`]), the children are ranked by what they promise and
//! nothing else, and none is looked up before its turn. What is known on sight or remembered decides here as it does
//! elsewhere, and every state counts. The very end a game may play out by itself ([`ending`]).
//!
//! [`plies_left`]: crate::MoveOrdering::plies_left
//! [`ending`]: crate::Truth::ending

use std::cmp::Reverse;

use super::Engine;
use super::keys::Keys;
use super::node::{Node, NodeOf};
use super::node_value::{NodeValue, for_side};
use super::table::Entry;
use super::worker::{SearchResult, TO_THE_END, Worker};
use crate::knowledge::Ending;
use crate::limits::Cause;
use crate::trace::Trace;
use crate::{Bounds, Depth, Evaluate, Game, Knowledge, Repetition, Score, Side};

/// A node close to the end of the game. Its window is a null window.
struct EndgameNode<'n, S, I> {
    state: &'n S,
    facts: &'n I,
    side: Side,
    /// How many plies the game still has at the most.
    plies: u32,
    alpha: Score,
    beta: Score,
}

/// A child of an endgame node.
pub(super) struct EndgameChild<G: Game, I> {
    action: G::Action,
    /// Its place in the list.
    number: usize,
    state: G::State,
    side: Side,
    facts: I,
    ordering: i32,
}

impl<G: Game, I: Clone> Clone for EndgameChild<G, I> {
    fn clone(&self) -> Self {
        EndgameChild { state: self.state.clone(), facts: self.facts.clone(), ..*self }
    }
}

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// The most plies that the game still has, if the endgame search is to take over: the game is close to its end, and
    /// the window is a null window.
    #[inline]
    pub(super) fn endgame_plies(&self, node: &NodeOf<'_, G, U>) -> Option<u32> {
        let Node { state, info, depth, alpha, beta } = *node;
        let Engine { game, knowledge, line, .. } = self.engine;
        // Those who listen want to be told of everything, and rules about the line of play look at the path.
        if T::LISTENS || line.repetition != Repetition::Ignored || self.counts_idle || alpha.above() < beta {
            return None;
        }
        knowledge.plies_left(game, state, info.facts.as_ref()?).filter(|&plies| plies <= depth)
    }

    /// The endgame search, in place of step 3: whether the state is worth as much as beta.
    pub(super) fn endgame(&mut self, node: &NodeOf<'_, G, U>, plies: u32) -> SearchResult<NodeValue> {
        let Node { state, info, alpha, beta, .. } = *node;
        let Some(facts) = &info.facts else { return Ok(NodeValue { score: info.low, low: true, high: false }) };
        let node = EndgameNode { state, facts, side: info.side, plies, alpha, beta };
        let score = self.endgame_value(&node)?;
        Ok(NodeValue { score, low: score >= beta, high: score <= alpha })
    }

    /// The value of a state whose game ends within so many plies: at least beta, or at most alpha.
    fn endgame_value(&mut self, node: &EndgameNode<'_, G::State, U::Facts>) -> SearchResult<Score> {
        let EndgameNode { state, facts, side, plies, alpha, beta } = *node;
        let Engine { game, knowledge, .. } = self.engine;
        let asked = if side == Side::Max { beta } else { -alpha };
        if let Some(Ending { bounds: Bounds { low, high }, states }) = knowledge.ending(game, state, facts, asked) {
            self.count_all(states)?;
            self.statistics.leaves += 1;
            self.deepest = self.deepest.max(self.ply() + plies);
            let (low, high) = if side == Side::Max { (low, high) } else { (-high, -low) };
            // What does not answer is no answer: a proof rests on it.
            if low >= beta || high <= alpha {
                return Ok(if low >= beta { low } else { high });
            }
        }
        self.deepest = self.deepest.max(self.ply() + 1);
        let slot = if self.engine.techniques.table { self.table_slot(state) } else { None };
        // The action that the table advises.
        let mut first = None;
        if let Some(entry) = slot.and_then(|slot| self.probe(slot)) {
            if let Some(found) = self.recall(&entry, TO_THE_END, alpha, beta) {
                return Ok(found.score);
            }
            first = entry.action;
        }
        let start = self.endgame_children.len();
        let mut best = self.list(node, first)?;
        let mut chosen = None;
        let mut at = start;
        while best < beta && at < self.endgame_children.len() {
            self.bring_best(at);
            let EndgameChild { action, number, state: child, side: next, facts, .. } =
                self.endgame_children[at].clone();
            self.count()?;
            self.path.push(action);
            let (state, facts, plies) = (&child, &facts, plies.saturating_sub(1));
            let value = if next == side {
                self.endgame_value(&EndgameNode { state, facts, side: next, plies, alpha, beta })?
            } else {
                let (alpha, beta) = (-beta, -alpha);
                -self.endgame_value(&EndgameNode { state, facts, side: next, plies, alpha, beta })?
            };
            self.path.pop();
            if value > best {
                (best, chosen) = (value, Some((action, number)));
            }
            at += 1;
        }
        if at < self.endgame_children.len() {
            self.statistics.cutoffs += 1;
            self.statistics.first_action_cutoffs += u64::from(at == start + 1);
        }
        self.endgame_children.truncate(start);
        if let Some(slot) = slot {
            let Engine { game, keys, .. } = self.engine;
            let (low, high) = if best >= beta { (best, Score::INFINITY) } else { (Score::NEG_INFINITY, best) };
            let action = chosen.map(|(action, number)| keys.name(game, state, action, number));
            let entry =
                Entry { low, high, low_proven: best >= beta, high_proven: best < beta, depth: Depth(plies), action };
            self.store(slot, &entry);
        }
        Ok(best)
    }

    /// Selects the next child: swaps the one with the highest ordering score to `at`. Few are visited before one cuts:
    /// to sort them all costs more.
    #[inline]
    fn bring_best(&mut self, at: usize) {
        // Of equal ones the first in the game's order comes first.
        let best = (at..self.endgame_children.len())
            .max_by_key(|&place| (self.endgame_children[place].ordering, Reverse(self.endgame_children[place].number)));
        if let Some(best) = best {
            self.endgame_children.swap(at, best);
        }
    }

    /// Lists the children that need to be searched, and says what the others are worth for the side that chooses; if
    /// one of these is enough, that is all.
    #[inline]
    fn list(&mut self, node: &EndgameNode<'_, G::State, U::Facts>, first: Option<u16>) -> SearchResult<Score> {
        let EndgameNode { state, facts, side, alpha, beta, .. } = *node;
        let Engine { game, knowledge, keys, .. } = self.engine;
        let open = self.actions.open();
        let rest = knowledge.candidates(game, state, facts, &mut self.actions);
        if self.actions.overflowed() {
            return Err(self.halt(Cause::TooManyActions));
        }
        let end = self.actions.as_slice().len();
        if end == open && rest.is_none() {
            return Err(self.halt(Cause::NoActions));
        }
        let asked = if side == Side::Max { beta } else { -alpha };
        let start = self.endgame_children.len();
        let mut best = rest.map_or(Score::NEG_INFINITY, |rest| for_side(rest, side));
        let mut at = open;
        while at < end && best < beta {
            let (action, number) = (self.actions.as_slice()[at], at - open);
            at += 1;
            let child = game.result(state, action);
            if game.is_terminal(&child) {
                let utility = game.utility(&child);
                self.path.push(action);
                self.check_utility(utility)?;
                self.path.pop();
                self.count_leaf()?;
                best = best.max(for_side(utility, side));
                continue;
            }
            let next = self.side_to_move(&child)?;
            let facts = knowledge.next_facts(game, state, facts, action, &child);
            let Bounds { low, high } = self.engine.bounds(&child, &facts, Some(asked));
            let (low, high) = if side == Side::Max { (low, high) } else { (-high, -low) };
            if low >= beta || high <= alpha {
                self.count_leaf()?;
                best = best.max(if low >= beta { low } else { high });
                continue;
            }
            let is_first = first.is_some_and(|name| keys.name(game, state, action, number) == name);
            let ordering = if is_first { i32::MAX } else { self.engine.ordering(state, action, &child, Some(&facts)) };
            self.endgame_children.push(EndgameChild { action, number, state: child, side: next, facts, ordering });
        }
        if best >= beta {
            self.endgame_children.truncate(start);
        }
        self.actions.close(open);
        Ok(best)
    }
}
