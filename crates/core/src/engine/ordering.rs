//! Move ordering: which child of a state is visited first.
//!
//! 1. The action that the table advises.
//! 2. What the game says that an action promises, and what its evaluation says of the child, where it is trusted.
//! 3. The killers of the ply, the counter-move, the history.
//! 4. The game's order.
//!
//! Children that are known on sight to be no better than what there is come last. One that the table knows to cut comes
//! before all.

use super::Engine;
use super::children::{Child, Expansion, usable};
use super::keys::Keys;
use super::node::{Node, NodeOf};
use super::smp::ThreadView;
use super::worker::{NodeInfo, Worker};
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, Score, Side};

/// A child's place in the order of visits.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    /// The higher, the sooner it is visited.
    rank: i64,
    /// Which one it is, on the worker's stack.
    number: u32,
}

/// The inputs of a ranking that all children of a state share.
struct Ranking<A> {
    /// The name of the action that the table advises.
    first: Option<u16>,
    /// How much a point of the evaluation counts.
    ordering_weight: i32,
    /// The actions that cut last at other states of the ply.
    killers: [Option<A>; 2],
    /// The action that refuted the one before elsewhere.
    counter: Option<A>,
}

/// The parts of a rank, the greatest first: the table's action, what the game says the action promises, killers,
/// counter-moves, history. A game's own word is worth more than what was good elsewhere: with killers before it, 50
/// positions of connect four took 17.8 million nodes instead of 5.2.
mod rank {
    /// The most that an evaluation can count.
    pub(super) const GUESS: f64 = 1e6;
    pub(super) const TABLE: i64 = 1 << 61;
    pub(super) const ORDERING: i64 = 1 << 28;
    pub(super) const KILLERS: [i64; 2] = [1 << 27, 1 << 26];
    pub(super) const COUNTER: i64 = 1 << 20;
    pub(super) const NO_BETTER: i64 = i64::MIN;
}

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// Puts the children from `start` on in the order of visits.
    pub(super) fn rank_all(&mut self, start: usize, node: &NodeOf<'_, G, U>, first: Option<u16>, alpha: Score) {
        let Node { state, info, .. } = *node;
        let ranking = self.ranking(node, first);
        for number in start..self.children.len() {
            let child = &self.children[number];
            let rank = if self.engine.is_no_better(&child.info, info.side, alpha) {
                rank::NO_BETTER
            } else {
                self.rank(state, info.side, &ranking, child)
            };
            self.enlist(number, rank, start);
        }
    }

    /// Puts the child of the table's action first, before the others are made.
    pub(super) fn rank_first(&mut self, number: usize) {
        self.order.push(Ranked { rank: rank::TABLE, number: number as u32 });
    }

    /// The rank of a child: the higher, the sooner it is visited.
    #[inline]
    fn rank(&self, state: &G::State, side: Side, ranking: &Ranking<G::Action>, child: &Child<G, U::Facts>) -> i64 {
        let Engine { game, keys, techniques, evaluation, .. } = self.engine;
        let Ranking { first, ordering_weight, killers, counter } = *ranking;
        let Child { action, state: after, info, place, .. } = child;
        let (action, place) = (*action, *place);
        let mut rank = 0;
        if let Some(name) = first
            && keys.name(game, state, action, place) == name
        {
            rank += rank::TABLE;
        }
        if techniques.knowledge {
            let ordering = self.engine.ordering(state, action, after, info.facts.as_ref());
            rank += i64::from(ordering) * rank::ORDERING;
        }
        if ordering_weight != 0 && !info.over {
            // Not rounded, for of two equal guesses one is better.
            let guess = evaluation.expectation(game, after) * f64::from(ordering_weight);
            let guess = if side == Side::Max { guess } else { -guess };
            rank += (guess.clamp(-rank::GUESS, rank::GUESS) * rank::ORDERING as f64) as i64;
        }
        if killers[0] == Some(action) {
            rank += rank::KILLERS[0];
        } else if killers[1] == Some(action) {
            rank += rank::KILLERS[1];
        }
        if techniques.history
            && let Some(code) = keys.code(game, action)
        {
            rank += i64::from(self.history.score(side as usize, code));
            if counter == Some(action) {
                rank += rank::COUNTER;
            }
        }
        rank
    }

    /// The inputs of the ranking at a node.
    #[inline]
    fn ranking(&self, node: &NodeOf<'_, G, U>, first: Option<u16>) -> Ranking<G::Action> {
        let Node { state, info, depth, .. } = *node;
        let Engine { game, keys, knowledge, techniques, evaluation, .. } = self.engine;
        let ordering_weight = match &info.facts {
            // The children of the last ply are evaluated anyhow. PERF: a ply before that the order costs more than it
            // saves: FFO 40 to 44 take 4.9 s instead of 5.4 without.
            Some(facts) if depth > 2 && evaluation.guesses() => knowledge.ordering_weight(game, state, facts),
            _ => 0,
        };
        let killers = if techniques.killers { self.history.killers(self.path.len()) } else { [None; 2] };
        let last = self.path.last().filter(|_| techniques.history).and_then(|&last| keys.code(game, last));
        let counter = last.and_then(|last| self.history.counter(last));
        Ranking { first, ordering_weight, killers, counter }
    }

    /// Enhanced transposition cut-off: looks for the children from `start` on in the table, for what it knows of one
    /// may cut at their parent.
    pub(super) fn look_up(&mut self, start: usize, side: Side, beta: Score) {
        for index in start..self.order.len() {
            let child = &self.children[self.order[index].number as usize];
            let Some(entry) = child.info.slot.and_then(|slot| self.probe(slot)) else { continue };
            let (low, high) = usable(&entry, child.depth);
            let cuts = match child.info.side == side {
                true => low.is_some_and(|low| low >= beta),
                false => high.is_some_and(|high| -high >= beta),
            };
            if cuts {
                self.order[start..=index].rotate_right(1);
                break;
            }
        }
    }

    /// Inserts a child into the order of visits, after all that rank as high: of equal ones the first in the game's
    /// order comes first.
    #[inline]
    fn enlist(&mut self, number: usize, rank: i64, start: usize) {
        let ranked = Ranked { rank, number: number as u32 };
        self.order.push(ranked);
        let order = &mut self.order[start..];
        let mut at = order.len() - 1;
        while at > 0 && order[at - 1].rank < rank {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = ranked;
    }

    /// The child to visit as the `index`-th.
    #[inline]
    pub(super) fn nth(&self, expansion: &Expansion, index: usize) -> &Child<G, U::Facts> {
        &self.children[self.order[expansion.start + index].number as usize]
    }

    /// Defers the `index`-th child, if another thread is searching it and it has not been deferred before.
    pub(super) fn defer(&mut self, expansion: &Expansion, index: usize) -> bool {
        let Some(ThreadView { shared, .. }) = self.thread else { return false };
        let (start, end) = (expansion.start + index, expansion.start + expansion.count);
        let child = &mut self.children[self.order[start].number as usize];
        let at = index > 0
            && !child.defer
            && child.info.slot.is_some_and(|slot| !slot.local && shared.in_progress.is_at(slot.key));
        if at {
            child.defer = true;
            self.order[start..end].rotate_left(1);
        }
        at
    }
}

impl<G: Game, E, K, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Whether a child is known on sight to be no better than what there is, so that it need not be searched.
    #[inline]
    pub(super) fn is_no_better<I>(&self, child: &NodeInfo<I>, side: Side, alpha: Score) -> bool {
        let most = if child.side == side { child.high } else { -child.low };
        self.techniques.knowledge && !child.over && most <= alpha
    }
}
