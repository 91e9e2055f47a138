//! The children of a state: listed, and with what is known of each on sight.

use super::Engine;
use super::keys::Keys;
use super::node::{Node, NodeOf};
use super::node_value::for_side;
use super::table::Entry;
use super::worker::{NodeInfo, SearchResult, TO_THE_END, Worker};
use crate::limits::Cause;
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, MoveClass, Repetition, Score, Side};

/// A child of a state on the path.
pub(super) struct Child<G: Game, I> {
    pub action: G::Action,
    pub state: G::State,
    pub info: NodeInfo<I>,
    pub move_class: MoveClass,
    /// The remaining depth.
    pub depth: u32,
    /// The place of its action in the list.
    pub place: usize,
    /// Whether it was deferred because another thread is searching it.
    pub defer: bool,
}

impl<G: Game, I: Clone> Clone for Child<G, I> {
    fn clone(&self) -> Self {
        Child { state: self.state.clone(), info: self.info.clone(), ..*self }
    }
}

/// The children of one state, on the worker's stack.
pub(super) struct Expansion {
    pub start: usize,
    pub count: usize,
    /// Where the actions of the node begin, on the worker's stack of actions.
    open: usize,
    /// How many actions were listed: more, if one of them is known to cut, or is tried before the others are made.
    pub listed: usize,
    /// What the best of the actions that were left out is worth, for the side that chooses.
    pub rest: Option<Score>,
    /// The place of the one action whose child is made, while all others are pending.
    pub made_first: Option<usize>,
}

/// The purpose of an expansion: which children are wanted.
pub(super) struct Purpose {
    /// The name of the action that the table advises.
    pub first: Option<u16>,
    /// Whether only noisy actions are wanted.
    pub noisy: bool,
    /// Whether all actions are wanted, those included that need not be looked at for the value.
    pub all: bool,
}

impl Purpose {
    /// The purpose of listing all children, whatever they are worth.
    pub(super) fn all(first: Option<u16>) -> Purpose {
        Purpose { first, noisy: false, all: true }
    }
}

impl<S, I> Node<'_, S, I> {
    /// What the window asks of MAX's value, if it asks only for that: whether it is at least so much.
    #[inline]
    fn asked(&self) -> Option<Score> {
        let least = if self.info.side == Side::Max { self.beta } else { (-self.beta).above() };
        (self.alpha.above() >= self.beta).then_some(least)
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
    /// Expands a node: lists its children and puts them in order, or first makes the one that the table advises, where
    /// the game wants that. Every `expand` has its `pop_children`.
    pub(super) fn expand(&mut self, node: &NodeOf<'_, G, U>, purpose: &Purpose) -> SearchResult<Expansion> {
        let (open, rest) = self.list_actions(node, purpose.all)?;
        let (start, listed) = (self.children.len(), self.actions.as_slice().len() - open);
        let mut expansion = Expansion { start, count: 0, open, listed, rest, made_first: None };
        let staged = U::STAGED_DEPTH > 0 && node.depth <= U::STAGED_DEPTH && self.engine.techniques.staged;
        if staged && self.make_first(node, purpose, open)? {
            expansion.made_first = Some(self.children[start].place);
            expansion.count = 1;
            return Ok(expansion);
        }
        self.make_all(node, purpose, None, &mut expansion)?;
        Ok(expansion)
    }

    /// Makes the children that are pending and puts them in order, if there are any. The window of the node is what is
    /// left of it. Says whether there are children after the `index`-th.
    #[inline]
    pub(super) fn expand_pending(
        &mut self,
        node: &NodeOf<'_, G, U>,
        expansion: &mut Expansion,
        index: usize,
    ) -> SearchResult<bool> {
        if U::STAGED_DEPTH > 0
            && let Some(made) = expansion.made_first.take()
        {
            self.make_pending(node, expansion, made)?;
        }
        Ok(index < expansion.count)
    }

    /// Makes the children that are pending. It is no part of the code for a node that is not staged: inlined there, it
    /// made proofs of connect four slower by a twentieth.
    #[inline(never)]
    fn make_pending(&mut self, node: &NodeOf<'_, G, U>, expansion: &mut Expansion, made: usize) -> SearchResult<()> {
        let purpose = Purpose { first: None, noisy: false, all: false };
        self.make_all(node, &purpose, Some(made), expansion)?;
        self.part(expansion);
        Ok(())
    }

    /// Lists the actions of a node. Says where they begin on the worker's stack, and what the best of those that were
    /// left out is worth for the side that chooses.
    #[inline]
    pub(super) fn list_actions(&mut self, node: &NodeOf<'_, G, U>, all: bool) -> SearchResult<(usize, Option<Score>)> {
        let Node { state, info, .. } = *node;
        let Engine { game, knowledge, .. } = self.engine;
        let open = self.actions.open();
        let rest = match &info.facts {
            Some(facts) if !all && self.trusts_facts() => knowledge.candidates(game, state, facts, &mut self.actions),
            _ => {
                game.actions(state, &mut self.actions);
                None
            }
        };
        if self.actions.overflowed() {
            return Err(self.halt(Cause::TooManyActions));
        }
        if rest.is_some() {
            self.deepest = self.deepest.max(self.ply() + 1);
        } else if self.actions.as_slice().len() == open {
            return Err(self.halt(Cause::NoActions));
        }
        Ok((open, rest.map(|score| for_side(score, info.side))))
    }

    /// Makes the child of the table's action alone, if there is one. The actions of the node stay listed.
    #[inline(never)]
    fn make_first(&mut self, node: &NodeOf<'_, G, U>, purpose: &Purpose, open: usize) -> SearchResult<bool> {
        let Engine { game, keys, .. } = self.engine;
        let Some(first) = purpose.first.filter(|_| !purpose.all && !purpose.noisy) else { return Ok(false) };
        let is_first = |&(place, &action): &(usize, &G::Action)| keys.name(game, node.state, action, place) == first;
        let found = self.actions.as_slice()[open..].iter().enumerate().find(is_first);
        let Some((place, action)) = found.map(|(place, &action)| (place, action)) else { return Ok(false) };
        let number = self.children.len();
        let is_made = self.make(node, purpose, action, place)?;
        if is_made {
            self.rank_first(number);
        }
        Ok(is_made)
    }

    /// Makes the children of the node's actions, but for the one at the place that is made already, and puts them in
    /// order.
    #[inline(always)]
    fn make_all(
        &mut self,
        node: &NodeOf<'_, G, U>,
        purpose: &Purpose,
        made: Option<usize>,
        expansion: &mut Expansion,
    ) -> SearchResult<()> {
        let (open, from) = (expansion.open, self.children.len());
        let count = self.actions.as_slice().len() - open;
        let alpha = expansion.rest.map_or(node.alpha, |rest| node.alpha.max(rest));
        let lookahead = self.engine.techniques.lookahead;
        for place in 0..count {
            if made == Some(place) {
                continue;
            }
            let action = self.actions.as_slice()[open + place];
            if !self.make(node, purpose, action, place)? {
                expansion.listed -= 1;
                continue;
            }
            // If one is known to cut, nothing more need be known of the others.
            let last = self.children.len() - 1;
            if lookahead && cuts_on_sight(&self.children[last].info, node.info.side, node.beta) {
                self.children.swap(from, last);
                self.children.truncate(from + 1);
                break;
            }
        }
        self.actions.close(open);
        let looks_up = lookahead && self.engine.techniques.table && self.touch(from, node, alpha);
        self.rank_all(from, node, purpose.first, alpha);
        if looks_up {
            self.look_up(from, node.info.side, node.beta);
        }
        expansion.count = self.children.len() - expansion.start;
        Ok(())
    }

    /// Makes a child and pushes it, with what is known of it on sight: by the oracle, and by the game. Says whether
    /// there is one: its action may be forbidden, or not wanted.
    #[inline(always)]
    fn make(
        &mut self,
        node: &NodeOf<'_, G, U>,
        purpose: &Purpose,
        action: G::Action,
        place: usize,
    ) -> SearchResult<bool> {
        let Node { state, info, .. } = *node;
        let Engine { game, knowledge, .. } = self.engine;
        let move_class = match &info.facts {
            Some(facts) if U::HAS_MOVE_CLASSES => knowledge.move_class(game, state, facts, action),
            _ => MoveClass::Plain,
        };
        if purpose.noisy && move_class != MoveClass::Noisy || self.is_forbidden(state, action) {
            return Ok(false);
        }
        let child_state = game.result(state, action);
        let mut child_info = self.inspect(&child_state, Some((state, info, action)))?;
        if self.counts_idle && !child_info.over && self.ends_idle(state, action) {
            (child_info.low, child_info.high) = (Score::DRAW, Score::DRAW);
        } else if self.trusts_facts() || game.is_progress(state, action) {
            self.engine.bound(&child_state, &mut child_info, node.asked());
        }
        let depth = self.child_depth(node.depth, move_class);
        self.children.push(Child {
            action,
            state: child_state,
            info: child_info,
            move_class,
            depth,
            place,
            defer: false,
        });
        Ok(true)
    }

    /// Whether an action leads back to where the path has been, and must not.
    #[inline]
    fn is_forbidden(&self, state: &G::State, action: G::Action) -> bool {
        let Engine { game, line, .. } = self.engine;
        if line.repetition != Repetition::Forbidden {
            return false;
        }
        let next = game.repetition_key(&game.result(state, action));
        next.is_some() && (self.repeated.contains(&next) || game.repetition_key(state) == next || line.is_among(next))
    }

    /// The remaining depth of a child.
    #[inline]
    fn child_depth(&self, depth: u32, move_class: MoveClass) -> u32 {
        match depth {
            TO_THE_END => TO_THE_END,
            depth if move_class == MoveClass::Forced && self.ply() < self.farthest => depth,
            depth => depth.saturating_sub(1),
        }
    }

    /// Prefetches the table slots of the children: finds out where the children from `start` on are remembered, and
    /// whether any is, and touches the memory behind each: the waits for it pass side by side, and while they are
    /// ranked.
    #[inline]
    fn touch(&mut self, start: usize, parent: &NodeOf<'_, G, U>, alpha: Score) -> bool {
        let mut any = false;
        for number in start..self.children.len() {
            let child = &self.children[number];
            if child.info.over || child.depth == 0 || self.engine.is_no_better(&child.info, parent.info.side, alpha) {
                continue;
            }
            let Some(slot) = self.child_slot(parent.state, child) else { continue };
            if !slot.local {
                self.engine.table.touch(slot.key);
            }
            self.children[number].info.slot = Some(slot);
            any = true;
        }
        any
    }

    /// Takes the children of a state off the stack, and its actions, with what a search that was given up in the middle
    /// has left above them.
    #[inline]
    pub(super) fn pop_children(&mut self, expansion: &Expansion) {
        self.actions.close(expansion.open);
        self.children.truncate(expansion.start);
        self.order.truncate(expansion.start);
    }
}

/// Whether what is known of a child on sight cuts at its parent.
#[inline]
fn cuts_on_sight<I>(child: &NodeInfo<I>, side: Side, beta: Score) -> bool {
    match child.side == side {
        true => child.low >= beta && child.low.is_finite(),
        false => -child.high >= beta && child.high.is_finite(),
    }
}

/// The bounds of an entry that hold for a search that looks so many plies ahead.
///
/// A bound that rests on evaluations serves only where as many plies are left as it looked ahead: a deeper one may be a
/// better guess, but it is not the minimax value of the tree that is asked about. A bound that rests on finished games
/// alone serves wherever they end within the depth.
#[inline]
pub(super) fn usable(entry: &Entry, depth: u32) -> (Option<Score>, Option<Score>) {
    let serves = |proven: bool| match (proven, depth) {
        (true, TO_THE_END) => true,
        (false, TO_THE_END) => false,
        (true, depth) => entry.depth.0 <= depth,
        (false, depth) => entry.depth.0 == depth,
    };
    let low = (entry.low != Score::NEG_INFINITY && serves(entry.low_proven)).then_some(entry.low);
    let high = (entry.high != Score::INFINITY && serves(entry.high_proven)).then_some(entry.high);
    (low, high)
}
