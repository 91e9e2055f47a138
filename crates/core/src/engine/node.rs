//! A node of the engine: principal variation search, fail-soft, on what the table and the game know.
//!
//! The contract of [`Worker::value`] at a [`Node`] with a window `alpha..beta`, in the point of view of the side to
//! move: a value returned inside the window is the minimax value as far as the search looks; one at or below alpha is
//! an upper bound on it, and one at or above beta a lower bound. Where the game knows bounds of its own, minimax is
//! that of a tree in which every state's value is held within them.
//!
//! 1. Enter the state.
//! 2. At a leaf, return its value: a finished game, a state of which enough is known on sight, or the horizon.
//! 3. Let the side to move choose, by a plainer search close to the end of the game (`endgame`), and otherwise:
//!    1. a position that comes again is a draw, where the game says so;
//!    2. ask the table;
//!    3. see whether passing is good enough, where the game allows it;
//!    4. in an open window, find an order by a search that looks less far, where nothing is known;
//!    5. list the children, with what the oracle and the game know of each on sight; or, where the game wants that,
//!       make the child that the table advises, and the others only if it does not cut;
//!    6. visit them, those that promise most first: the first with the whole window, the others with a null window
//!       unless they turn out better;
//!    7. tell the table.
//! 4. Leave the state.

use super::Engine;
use super::children::{Child, Expansion, Purpose, usable};
use super::keys::{Keys, TableSlot};
use super::node_value::NodeValue;
use super::selective::Placed;
use super::table::Entry;
use super::worker::{NodeInfo, SearchResult, TO_THE_END, Worker};
use crate::trace::Trace;
use crate::{Depth, Evaluate, Game, Inspect, Key, Knowledge, MoveClass, Repetition, Score, Side};

/// A node of the search: a state, what is known of it on sight, and what it is searched for.
pub(super) struct Node<'n, S, I> {
    pub state: &'n S,
    pub info: &'n NodeInfo<I>,
    /// The remaining depth: how many plies the search looks ahead from here.
    pub depth: u32,
    /// The window, for the side to move.
    pub alpha: Score,
    pub beta: Score,
}

/// A node of a game, with what its knowledge works out.
pub(super) type NodeOf<'n, G, U> = Node<'n, <G as Game>::State, <U as Inspect<G>>::Facts>;

impl<S, I> Clone for Node<'_, S, I> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, I> Copy for Node<'_, S, I> {}

impl<'n, S, I> Node<'n, S, I> {
    /// A node with an open window: its value is wanted whatever it is.
    #[inline]
    pub(super) fn open(state: &'n S, info: &'n NodeInfo<I>, depth: u32) -> Self {
        Node { state, info, depth, alpha: Score::NEG_INFINITY, beta: Score::INFINITY }
    }

    /// The node in another window.
    #[inline]
    pub(super) fn with_window(&self, alpha: Score, beta: Score) -> Self {
        Node { alpha, beta, ..*self }
    }

    /// The node in the part of its window that its bounds allow.
    #[inline]
    pub(super) fn within_bounds(&self) -> Self {
        self.with_window(self.alpha.max(self.info.low), self.beta.min(self.info.high))
    }
}

/// The value of a node by its children; and its best action, if there is one that was looked at, with its place in the
/// game's order.
pub(super) type Visited<A> = (NodeValue, Option<(A, usize)>);

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// The value of a node, as far as its window needs it.
    pub(super) fn value(&mut self, node: &NodeOf<'_, G, U>) -> SearchResult<NodeValue> {
        debug_assert!(node.alpha < node.beta);
        // 1. Enter the state.
        self.enter(node)?;
        // 2. A leaf has its value.
        let found = if node.info.over {
            let found = self.utility(node.info)?;
            self.distances(node.depth).map_or(found, |distances| distances.at_end(found, self.distance_to_root()))
        } else if self.counts_idle && self.is_idle_draw() {
            // A fact of this search, whose keys have the count in them. Proofs to be kept leave the limit out.
            self.leaf(node.info, NodeValue::exact(Score::DRAW));
            NodeValue::exact(Score::DRAW)
        } else if let Some(found) = self.known(node) {
            self.distances(node.depth).map_or(found, |distances| distances.known(found, self.distance_to_root()))
        } else if let Some(uses) = self.selects(node.depth) {
            match node.depth {
                0 => self.selective_quiescence(node, uses)?,
                _ => self.selective_value(node, uses)?,
            }
        } else if node.depth == 0 {
            self.quiescence(node)?
        } else if let Some(plies) = self.endgame_plies(node) {
            self.endgame(node, plies)?
        } else {
            // 3. Otherwise the side to move chooses.
            self.choice(node)?
        };
        // 4. Leave the state.
        self.exit(node.info.side, found);
        Ok(found)
    }

    /// Step 2: whether there has been no progress for so long that the game is a draw.
    #[cold]
    fn is_idle_draw(&self) -> bool {
        self.ply() > 0 && self.engine.line.idle_limit.is_some_and(|limit| self.idle_plies() >= limit)
    }

    /// Step 3: the side to move chooses.
    pub(super) fn choice(&mut self, node: &NodeOf<'_, G, U>) -> SearchResult<NodeValue> {
        let Node { state, info, depth, alpha, beta } = *node;
        // 3.1. A position that comes again is a draw.
        if matches!(self.engine.line.repetition, Repetition::Draw(_))
            && let Some(draw) = self.repeats(state, info)
        {
            return Ok(draw);
        }
        // 3.2. Ask the table.
        let slot = if self.engine.techniques.table { info.slot.or_else(|| self.table_slot(state)) } else { None };
        let entry = slot.and_then(|slot| self.probe(slot));
        if let Some(found) = entry.and_then(|entry| self.recall(&entry, depth, alpha, beta)) {
            let known = NodeValue { low: found.score > alpha, high: found.score < beta, ..found };
            self.tell_known(info.side, known, !found.low && !found.high);
            return Ok(found);
        }
        // 3.3. See whether passing is good enough.
        if let Some(found) = self.pass_is_enough(node)? {
            return Ok(found);
        }
        // 3.4. Find an order by a search that looks less far. A null window is cheaper without: 4.4 million nodes to
        // depth 24 of connect four instead of 5.2.
        let mut first = entry.and_then(|entry| entry.action);
        if first.is_none() && alpha.above() < beta && self.wants_order(depth, slot) {
            self.value(&Node { depth: depth - 2, ..*node })?;
            first = slot.and_then(|slot| self.probe(slot)).and_then(|entry| entry.action);
        }
        // 3.5. List the children. 3.6. Visit them.
        let ply = self.ply();
        let deepest_elsewhere = std::mem::replace(&mut self.deepest, ply);
        let depends_elsewhere = std::mem::replace(&mut self.depends_on, u32::MAX);
        let mut children = self.expand(&node.within_bounds(), &Purpose { first, noisy: false, all: false })?;
        let (found, best) = match (&self.thread, slot) {
            (Some(_), Some(TableSlot { key, local: false })) => {
                self.part(&children);
                self.watch(node, key, |worker| worker.visit(node, &mut children))?
            }
            _ => self.visit(node, &mut children)?,
        };
        // 3.7. Tell the table, unless what was found holds only on this path.
        if let Some(slot) = slot
            && self.depends_on >= ply
        {
            let action = best.map(|(action, place)| self.engine.keys.name(self.engine.game, state, action, place));
            self.remember(slot, node, found, action);
        }
        self.pop_children(&children);
        self.deepest = self.deepest.max(deepest_elsewhere);
        let depends = if self.depends_on < ply { self.depends_on } else { u32::MAX };
        self.depends_on = depends.min(depends_elsewhere);
        Ok(found)
    }

    /// Visits the children (step 3.6), one after the other, until one cuts. Says which was best, and its place in the
    /// game's order.
    pub(super) fn visit(
        &mut self,
        node: &NodeOf<'_, G, U>,
        children: &mut Expansion,
    ) -> SearchResult<Visited<G::Action>> {
        let (info, side) = (node.info, node.info.side);
        // What is known of the state on sight, and of the actions that were left out, need not be searched for.
        let mut found = NodeValue { score: info.low, low: true, high: true };
        if let Some(rest) = children.rest {
            found.score = found.score.max(rest);
        }
        let (asked, beta) = (node.beta, node.beta.min(info.high));
        let mut alpha = node.alpha.max(found.score);
        let mut best = None;
        let mut index = 0;
        while alpha < beta
            && (index < children.count || self.expand_pending(&node.with_window(alpha, beta), children, index)?)
        {
            if self.defer(children, index) {
                continue;
            }
            let child = self.nth(children, index).clone();
            let value = match self.settled(side, &child, alpha)? {
                Some(value) => value,
                None => self.child_value(&node.with_window(alpha, beta), &child, index)?,
            };
            found.high &= value.high;
            if value.score > found.score || best.is_none() && value.score == found.score {
                best = Some((child.action, child.place));
            }
            if value.score == found.score {
                found.low |= value.low;
            }
            if value.score > found.score {
                found = NodeValue { score: value.score, low: value.low, ..found };
                if value.score > alpha {
                    if value.score < beta {
                        self.take_line(self.path.len(), child.action);
                        alpha = value.score;
                        self.update(side, value.score, alpha, beta);
                    } else {
                        // What is as much as there can be is the value, and of the rest of its line nothing was asked.
                        if value.score < asked {
                            self.clear_line(self.path.len());
                            self.lines[self.path.len()].push(child.action);
                        }
                        self.update(side, value.score, alpha, beta);
                        self.cut(side, value.score, (alpha, beta), index, children.listed);
                        self.learn(node, children, index);
                        found.high = false;
                        break;
                    }
                }
            }
            index += 1;
        }
        if alpha >= beta && (index < children.count || children.made_first.is_some()) {
            found.high = false;
        }
        if found.score >= info.high {
            found = NodeValue { score: info.high, high: true, ..found };
        }
        Ok((found, best))
    }

    /// The value of a child that is known on sight to be no better than what there is: a leaf that need not be gone
    /// down to.
    #[inline]
    fn settled(&mut self, side: Side, child: &Child<G, U::Facts>, alpha: Score) -> SearchResult<Option<NodeValue>> {
        let NodeInfo { over, low, high, .. } = child.info;
        let other = child.info.side != side;
        let most = if other { -low } else { high };
        if T::LISTENS || over || most > alpha {
            return Ok(None);
        }
        self.count_leaf()?;
        Ok(Some(NodeValue { score: most, low: low == high, high: true }))
    }

    /// The value of a child for the side that chooses it, in the window of the parent.
    pub(super) fn child_value(
        &mut self,
        parent: &NodeOf<'_, G, U>,
        child: &Child<G, U::Facts>,
        index: usize,
    ) -> SearchResult<NodeValue> {
        let Node { alpha, beta, .. } = *parent;
        let above = alpha.above();
        if index == 0 || !self.engine.techniques.null_windows || above >= beta {
            return self.descend(parent, child, child.depth);
        }
        let reduced = self.reduced(child, index);
        let null_window = parent.with_window(alpha, above);
        let mut value = self.descend(&null_window, child, reduced)?;
        if value.score > alpha && reduced < child.depth {
            value = self.descend(&null_window, child, child.depth)?;
        }
        if value.score > alpha && value.score < beta {
            value = self.descend(parent, child, child.depth)?;
        }
        Ok(value)
    }

    /// Searches a child in the window of the parent, and comes back.
    pub(super) fn descend(
        &mut self,
        parent: &NodeOf<'_, G, U>,
        child: &Child<G, U::Facts>,
        depth: u32,
    ) -> SearchResult<NodeValue> {
        self.push(parent.state, child.action);
        // The sides need not alternate.
        let other = child.info.side != parent.info.side;
        let (alpha, beta) = if other { (-parent.beta, -parent.alpha) } else { (parent.alpha, parent.beta) };
        let value = self.value(&Node { state: &child.state, info: &child.info, depth, alpha, beta })?;
        self.pop();
        Ok(value.flipped_if(other))
    }

    /// Pushes an action of a state on the path.
    #[inline]
    pub(super) fn push(&mut self, state: &G::State, action: G::Action) {
        let game = self.engine.game;
        if self.engine.line.repetition != Repetition::Ignored {
            self.repeated.push(game.repetition_key(state));
        }
        if self.watches_line() {
            self.idle.push(self.idle_after(state, action));
        }
        if T::LISTENS {
            let number = game.action_list(state).iter().position(|&legal| legal == action);
            self.numbers.push(number.map_or(0, |place| place as u32 + 1));
        }
        if U::PRUNES {
            self.placements.push(Placed::Action(self.engine.keys.placement(game, state, action)));
        }
        self.path.push(action);
    }

    /// Pops the last action off the path.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.path.pop();
        if U::PRUNES {
            self.placements.pop();
        }
        self.numbers.pop();
        self.repeated.pop();
        self.idle.pop();
    }

    /// A draw by repetition (step 3.1), if the state was there before on the path.
    pub(super) fn repeats(&mut self, state: &G::State, info: &NodeInfo<U::Facts>) -> Option<NodeValue> {
        let key = self.engine.game.repetition_key(state)?;
        let before = self.repeated.iter().rposition(|&earlier| earlier == Some(key))?;
        self.depends_on = self.depends_on.min(before as u32);
        let found = NodeValue::exact(Score::DRAW);
        self.statistics.leaves += 1;
        self.tell_known(info.side, found, false);
        Some(found)
    }

    /// The table slot of a state, unless that does not pay, or it must not be used elsewhere.
    #[inline]
    pub(super) fn table_slot(&self, state: &G::State) -> Option<TableSlot> {
        // Where no position may come again, a state is worth what the path leaves of it.
        if self.engine.line.repetition == Repetition::Forbidden {
            return None;
        }
        self.slot_when_idle(state, self.idle_plies())
    }

    /// Where to remember a child of the current state.
    #[inline]
    pub(super) fn child_slot(&self, state: &G::State, child: &Child<G, U::Facts>) -> Option<TableSlot> {
        if self.engine.line.repetition == Repetition::Forbidden {
            return None;
        }
        let idle = if self.counts_idle { self.idle_after(state, child.action) } else { 0 };
        self.slot_when_idle(&child.state, idle)
    }

    /// Where to remember a state in which there has been no progress for so many plies.
    #[inline]
    fn slot_when_idle(&self, state: &G::State, idle: u32) -> Option<TableSlot> {
        let Engine { game, keys, line, .. } = self.engine;
        let TableSlot { key, local } = keys.table_slot(*game, state)?;
        let key = line.salted(key);
        // Where the limit is near, a state is worth what the plies before it leave of it.
        let key = if self.counts_idle { Key::mix(key.0 ^ u64::from(idle)) } else { key };
        Some(TableSlot { key, local })
    }

    /// The value of a table entry (step 3.2), if it answers for the window.
    pub(super) fn recall(&mut self, entry: &Entry, depth: u32, alpha: Score, beta: Score) -> Option<NodeValue> {
        let found = answer(entry, depth, alpha, beta)?;
        self.statistics.table_hits += 1;
        self.deepest = self.deepest.max(self.ply().saturating_add(entry.depth.0));
        Some(found)
    }

    /// Whether to deepen internally (step 3.4).
    fn wants_order(&self, depth: u32, slot: Option<TableSlot>) -> bool {
        // Closer to the horizon the children cost less than the order would.
        const LEAST: u32 = 5;
        self.engine.techniques.deepening && slot.is_some() && depth != TO_THE_END && depth >= LEAST
    }

    /// Stores in the table (step 3.7) what the window and the facts say of the value.
    fn remember(&mut self, slot: TableSlot, node: &NodeOf<'_, G, U>, found: NodeValue, action: Option<u16>) {
        let Node { depth, alpha, beta, .. } = *node;
        let low = found.low || found.score > alpha;
        let high = found.high || found.score < beta;
        // What rests on facts alone holds wherever its games end in time.
        let proven = (found.low || !low) && (found.high || !high);
        let depth = if proven { self.deepest - self.ply() } else { depth };
        let entry = Entry {
            low: if low { found.score } else { Score::NEG_INFINITY },
            high: if high { found.score } else { Score::INFINITY },
            low_proven: found.low,
            high_proven: found.high,
            depth: Depth(depth),
            action,
        };
        self.store(slot, &entry);
    }

    /// Updates killers and history: an action that cut may cut elsewhere too.
    fn learn(&mut self, node: &NodeOf<'_, G, U>, children: &Expansion, index: usize) {
        let Node { info, depth, .. } = *node;
        let Engine { game, keys, techniques, .. } = self.engine;
        let action = self.nth(children, index).action;
        if techniques.killers {
            self.history.add_killer(self.path.len(), action);
        }
        if techniques.history
            && let Some(code) = keys.code(game, action)
        {
            let gain = (depth.min(20) * depth.min(20)) as i32;
            self.history.learn(info.side as usize, code, gain);
            for at in 0..index {
                if let Some(code) = keys.code(game, self.nth(children, at).action) {
                    self.history.learn(info.side as usize, code, -gain);
                }
            }
            if let Some(&last) = self.path.last()
                && let Some(last) = keys.code(game, last)
            {
                self.history.add_counter(last, action);
            }
        }
    }

    /// The reduced depth of a child: less at one that comes late and changes little, where the game says so.
    fn reduced(&self, child: &Child<G, U::Facts>, index: usize) -> u32 {
        const FIRST_ONES: usize = 3;
        if self.selects(child.depth).is_some() {
            let reduces = self.engine.techniques.selective.reductions && child.move_class == MoveClass::Quiet;
            let spared = !reduces || self.is_threat(child);
            return if spared { child.depth } else { self.reduced_at_root(child.depth, index) };
        }
        let late = index >= FIRST_ONES && child.move_class == MoveClass::Quiet;
        if self.engine.techniques.selective.reductions && late && child.depth != TO_THE_END && child.depth >= 2 {
            child.depth - 1
        } else {
            child.depth
        }
    }

    /// The null move (step 3.3): a side that is still well off after a pass is so after its best action.
    fn pass_is_enough(&mut self, node: &NodeOf<'_, G, U>) -> SearchResult<Option<NodeValue>> {
        const REDUCTION: u32 = 3;
        let Node { state, info, depth, alpha, beta } = *node;
        let Engine { game, knowledge, techniques, .. } = self.engine;
        if !techniques.selective.null_move || depth == TO_THE_END || depth <= REDUCTION || alpha.above() < beta {
            return Ok(None);
        }
        let Some(facts) = &info.facts else { return Ok(None) };
        let Some(passed) = knowledge.pass(game, state, facts) else { return Ok(None) };
        let after = self.inspect_with_bounds(&passed)?;
        if after.over || after.side == info.side {
            return Ok(None);
        }
        let value = -self.value(&Node {
            state: &passed,
            info: &after,
            depth: depth - REDUCTION,
            alpha: -beta,
            beta: -alpha,
        })?;
        Ok((value.score >= beta).then_some(NodeValue::guess(beta)))
    }
}

/// The value of a table entry, if it answers for this depth and window.
#[inline]
pub(super) fn answer(entry: &Entry, depth: u32, alpha: Score, beta: Score) -> Option<NodeValue> {
    match usable(entry, depth) {
        (Some(low), _) if low >= beta => Some(NodeValue { score: low, low: entry.low_proven, high: false }),
        (_, Some(high)) if high <= alpha => Some(NodeValue { score: high, low: false, high: entry.high_proven }),
        (Some(low), Some(high)) if low == high => {
            Some(NodeValue { score: low, low: entry.low_proven, high: entry.high_proven })
        }
        _ => None,
    }
}
