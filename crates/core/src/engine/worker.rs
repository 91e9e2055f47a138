//! One thread of the search: where it is, what it may spend, and what it tells.

use std::cell::OnceCell;
use std::sync::Arc;

use super::Engine;
use super::children::Child;
use super::endgame::EndgameChild;
use super::history::MoveHistory;
use super::keys::{Keys, TableSlot};
use super::local_table::LocalTable;
use super::node::{Node, NodeOf};
use super::node_value::{NodeValue, for_side};
use super::ordering::Ranked;
use super::selective::{Pick, Placed, PlyNote, Reductions};
use super::smp::{Shared, ThreadView};
use super::table::Entry;
use crate::limits::{Cause, Halt, Limit, Limits, Meter};
use crate::network::accumulators::Accumulators;
use crate::search::Statistics;
use crate::trace::{CutBy, Edge, Event, Trace, Window};
use crate::{Actions, Bounds, Evaluate, Game, Key, Knowledge, Ply, Proof, Repetition, Role, Score, Side, Turn};

/// The result of a search: a value, or where and why it could not go on.
pub(super) type SearchResult<V> = Result<V, Box<Halt>>;

/// The depth of a search to the end of every game.
pub(super) const TO_THE_END: u32 = u32::MAX;

/// The number of nodes between two progress calls: about a hundredth of a second in a small game.
const PROGRESS_NODES: u64 = 1 << 16;

/// A progress callback, told now and then how many nodes there were.
pub(super) type OnProgress<'a> = &'a mut dyn FnMut(u64);

/// Static facts of a node: what is known of a state on sight.
#[derive(Clone)]
pub(super) struct NodeInfo<I> {
    pub over: bool,
    /// Who chooses; MAX in a finished game, so that its value is MAX's.
    pub side: Side,
    /// The bounds of the value, for that side.
    pub low: Score,
    pub high: Score,
    /// What the game knows of it, if that is wanted.
    pub facts: Option<I>,
    /// The table slot, if that has been asked for.
    pub slot: Option<TableSlot>,
}

impl<G: Game, E, K, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Asks the oracle and the game for the bounds of a state, or only as far as they answer whether MAX's value is at least so much.
    #[inline]
    pub(super) fn bound(&self, state: &G::State, info: &mut NodeInfo<U::Facts>, asked: Option<Score>) {
        if let Some(facts) = &info.facts {
            let Bounds { low, high } = self.bounds(state, facts, asked);
            (info.low, info.high) = if info.side == Side::Max { (low, high) } else { (-high, -low) };
        }
    }
}

/// The step that led to a state: from which one, what was seen in that, and by which action.
pub(super) type Step<'s, G, I> = (&'s <G as Game>::State, &'s NodeInfo<I>, <G as Game>::Action);

/// One thread of the search.
pub(super) struct Worker<'a, G: Game, E, K, U: Knowledge<G>, T> {
    pub engine: &'a Engine<'a, G, E, K, U>,
    pub trace: T,
    /// Whether the listener is not told of what is searched now.
    pub muted: bool,
    pub statistics: Statistics,
    pub root: &'a G::State,
    /// The actions that lead from the root to the current state.
    pub path: Vec<G::Action>,
    /// The numbers that they have in the game's lists, if somebody listens.
    pub numbers: Vec<u32>,
    /// What the states on the path look like to the rule of repetition, where there is one.
    pub repeated: Vec<Option<Key>>,
    /// For how many plies there was no progress, after each action of the path; where that matters.
    pub idle: Vec<u32>,
    /// Whether positions of before the root can end the game, or must not come again.
    line_ends: bool,
    /// Whether the limit of plies without progress can be reached. A proof leaves it out.
    pub counts_idle: bool,
    /// Whether it is left out.
    pub leaves_out_idle: bool,
    /// The children of all states on the path: one stack, so that a node costs no allocation.
    pub children: Vec<Child<G, U::Facts>>,
    /// The children in the order of visits.
    pub order: Vec<Ranked>,
    /// The children of endgame nodes: one stack as well.
    pub endgame_children: Vec<EndgameChild<G, U::Facts>>,
    pub actions: Actions<G::Action>,
    /// The actions of all states on the path in the order of visits, in a selective search.
    pub picks: Vec<Pick<G::Action>>,
    /// What the actions of the path put where, passes included, in a selective search.
    pub placements: Vec<Placed>,
    /// What a selective search notes of the states on the path, passes included.
    pub notes: Vec<PlyNote>,
    /// Whether a null move is being verified.
    pub verifying: bool,
    pub reductions: &'static Reductions,
    pub history: MoveHistory<G::Action>,
    /// What the evaluation has kept of the states of the path, if it is incremental.
    accumulators: Accumulators,
    /// The thread's own small table; made when there is something to store.
    local_table: OnceCell<LocalTable>,
    /// Best play below each ply of the path, last action first, where the window was open.
    pub lines: Vec<Vec<G::Action>>,
    /// The farthest from the root that the search has got below the current state.
    pub deepest: u32,
    /// The least ply whose state was met again below the current state: what was found out there holds on this path
    /// only.
    pub depends_on: u32,
    /// How far from the root actions that do not count against the depth, and noisy ones, may lead.
    pub farthest: u32,
    /// What has been reported of the statistics.
    pub reported: Statistics,
    /// The view of the search that is shared, if there are several threads.
    pub thread: Option<ThreadView<'a>>,
    /// How many nodes there are when the next round or progress call is due.
    pub next_round: u64,
    /// How many nodes there are when the search is interrupted for something else.
    interrupt_at: u64,
    /// How many nodes there are when no further depth is begun.
    pub soft_limit: u64,
    /// When the next progress call is due, and how many nodes lie between two of them.
    next_progress: u64,
    progress_every: u64,
    pub on_progress: Option<OnProgress<'a>>,
    pub meter: Meter,
    pub bounds: Bounds,
}

impl<'a, G, E, K, U, T> Worker<'a, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    pub(super) fn new(engine: &'a Engine<'a, G, E, K, U>, root: &'a G::State, limits: &Limits, trace: T) -> Self {
        Worker {
            engine,
            trace,
            muted: false,
            statistics: Statistics::default(),
            root,
            path: Vec::new(),
            numbers: Vec::new(),
            repeated: Vec::new(),
            idle: Vec::new(),
            line_ends: !engine.line.is_empty(),
            counts_idle: false,
            leaves_out_idle: false,
            children: Vec::new(),
            order: Vec::new(),
            endgame_children: Vec::new(),
            actions: Actions::new(),
            picks: Vec::new(),
            placements: Vec::new(),
            notes: Vec::new(),
            verifying: false,
            reductions: Reductions::of_all(),
            history: MoveHistory::new(),
            accumulators: Accumulators::default(),
            local_table: OnceCell::new(),
            lines: Vec::new(),
            deepest: 0,
            depends_on: u32::MAX,
            farthest: u32::MAX,
            reported: Statistics::default(),
            thread: None,
            next_round: PROGRESS_NODES,
            interrupt_at: u64::MAX,
            soft_limit: u64::MAX,
            next_progress: PROGRESS_NODES,
            progress_every: PROGRESS_NODES,
            on_progress: None,
            meter: Meter::new(limits),
            bounds: engine.game.bounds(),
        }
    }

    /// Searches together with others, until one of them is done.
    pub(super) fn share_with(&mut self, shared: Option<&'a Shared>) {
        if let Some(shared) = shared {
            self.thread = Some(ThreadView::new(shared));
            self.next_round = 1;
            self.meter.stop_with(Arc::clone(&shared.finished));
        }
    }

    /// Probes the table at a slot.
    #[inline]
    pub(super) fn probe(&self, TableSlot { key, local }: TableSlot) -> Option<Entry> {
        if local { self.local_table.get()?.probe(key) } else { self.engine.table.probe(key) }
    }

    /// Stores an entry at a slot.
    pub(super) fn store(&mut self, TableSlot { key, local }: TableSlot, entry: &Entry) {
        if !local {
            self.engine.table.store(key, entry);
            return;
        }
        self.local_table.get_or_init(LocalTable::new);
        if let Some(table) = self.local_table.get_mut() {
            table.store(key, entry);
        }
    }

    /// How far the current state is from the root.
    #[inline]
    pub(super) fn ply(&self) -> u32 {
        self.path.len() as u32
    }

    /// Inspects a state without entering it: its static facts, with its bounds.
    pub(super) fn inspect_with_bounds(&self, state: &G::State) -> SearchResult<NodeInfo<U::Facts>> {
        let mut info = self.inspect(state, None)?;
        if self.trusts_facts() {
            self.engine.bound(state, &mut info, None);
        }
        Ok(info)
    }

    /// Inspects a state for who is to move and what the game sees in it, but not yet for its bounds. If it is known how
    /// the state came about, the insight is carried on from there.
    #[inline]
    pub(super) fn inspect(
        &self,
        state: &G::State,
        from: Option<Step<'_, G, U::Facts>>,
    ) -> SearchResult<NodeInfo<U::Facts>> {
        let Engine { game, knowledge, techniques, line, .. } = self.engine;
        if game.is_terminal(state) {
            let utility = game.utility(state);
            return Ok(NodeInfo { over: true, side: Side::Max, low: utility, high: utility, facts: None, slot: None });
        }
        // The line of play makes it a draw.
        if self.line_ends && line.repetition != Repetition::Forbidden && line.ends(game, state) {
            let (low, high) = (Score::DRAW, Score::DRAW);
            return Ok(NodeInfo { over: true, side: Side::Max, low, high, facts: None, slot: None });
        }
        let side = self.side_to_move(state)?;
        let facts = techniques.knowledge.then(|| match from {
            Some((parent, NodeInfo { facts: Some(facts), .. }, action)) => {
                knowledge.next_facts(game, parent, facts, action, state)
            }
            _ => knowledge.facts(game, state),
        });
        Ok(NodeInfo { over: false, side, low: Score::NEG_INFINITY, high: Score::INFINITY, facts, slot: None })
    }

    /// For how many plies there has been no progress in the current state.
    #[inline]
    pub(super) fn idle_plies(&self) -> u32 {
        self.idle.last().copied().unwrap_or(self.engine.line.idle)
    }

    /// For how many plies there has been no progress after an action of the current state.
    #[inline]
    pub(super) fn idle_after(&self, state: &G::State, action: G::Action) -> u32 {
        if self.engine.game.is_progress(state, action) { 0 } else { self.idle_plies() + 1 }
    }

    /// Whether an action of the current state makes the game a draw, for there was no progress for too long.
    #[cold]
    pub(super) fn ends_idle(&self, state: &G::State, action: G::Action) -> bool {
        self.engine.line.idle_limit.is_some_and(|limit| self.idle_after(state, action) >= limit)
    }

    /// Whether the rules about the line of play follow the path.
    #[inline]
    pub(super) fn watches_line(&self) -> bool {
        self.counts_idle || self.line_ends
    }

    /// Whether what the game knows of the current state holds: it knows nothing of the line of play. Positions of
    /// before the root cannot come again once there was progress.
    #[inline]
    pub(super) fn trusts_facts(&self) -> bool {
        !self.line_ends || (self.idle_plies() as usize) < self.engine.line.idle as usize + self.path.len()
    }

    /// The side that chooses in a state whose game is not over.
    #[inline]
    pub(super) fn side_to_move(&self, state: &G::State) -> SearchResult<Side> {
        match self.engine.game.turn(state) {
            Turn::Seat(seat) => Ok(self.engine.game.side(seat)),
            Turn::Chance => Err(self.halt(Cause::UndeclaredChance)),
        }
    }

    /// Step 1: enters a state.
    #[inline]
    pub(super) fn enter(&mut self, node: &NodeOf<'_, G, U>) -> SearchResult<()> {
        let Node { state, info, alpha, beta, .. } = *node;
        self.count()?;
        let ply = self.ply();
        self.deepest = self.deepest.max(ply);
        if self.statistics.nodes >= self.next_round {
            self.round()?;
        }
        if beta > alpha.above() {
            self.clear_line(ply as usize);
        }
        if T::LISTENS {
            let role = (!info.over).then_some(Role::from(info.side));
            let (via, window) = (self.edge(), self.window(info.side, alpha, beta));
            self.tell(&Event::Enter { state, ply: Ply(ply), via, role, window });
        }
        Ok(())
    }

    /// Does what is due now and then, between two nodes.
    #[cold]
    fn round(&mut self) -> SearchResult<()> {
        let nodes = self.statistics.nodes;
        if nodes >= self.next_progress {
            self.next_progress = nodes + self.progress_every;
            if let Some(on_progress) = &mut self.on_progress {
                on_progress(nodes);
            }
        }
        if self.is_interrupted() {
            return Err(self.halt(Cause::Limit(Limit::Stop)));
        }
        self.next_round = self.next_progress.min(self.interrupt_at);
        self.exchange()
    }

    /// Sets how many nodes lie between two progress calls.
    pub(super) fn progress_every(&mut self, nodes: u64) {
        (self.progress_every, self.next_progress, self.next_round) = (nodes, nodes, self.next_round.min(nodes));
    }

    /// Interrupts the search after so many nodes more, or never.
    pub(super) fn interrupt_after(&mut self, nodes: Option<u64>) {
        self.interrupt_at = nodes.map_or(u64::MAX, |nodes| self.statistics.nodes.saturating_add(nodes));
        self.next_round = self.next_round.min(self.interrupt_at);
    }

    /// Whether the search is to be interrupted.
    pub(super) fn is_interrupted(&self) -> bool {
        self.statistics.nodes >= self.interrupt_at
    }

    /// Steps 1, 2 and 4 at a child of the current state that is known on sight.
    #[inline]
    pub(super) fn count_leaf(&mut self) -> SearchResult<()> {
        self.count()?;
        self.statistics.leaves += 1;
        self.deepest = self.deepest.max(self.ply() + 1);
        Ok(())
    }

    /// Accounts for one more state.
    #[inline]
    pub(super) fn count(&mut self) -> SearchResult<()> {
        self.meter.spend().map_err(|cause| self.halt(cause))?;
        self.statistics.nodes += 1;
        Ok(())
    }

    /// Accounts for states that the game has looked at itself.
    #[inline]
    pub(super) fn count_all(&mut self, states: u32) -> SearchResult<()> {
        self.meter.count_all(states).map_err(|cause| self.halt(cause))?;
        self.statistics.nodes += u64::from(states);
        Ok(())
    }

    /// Step 4: leaves a state.
    #[inline]
    pub(super) fn exit(&mut self, side: Side, found: NodeValue) {
        if T::LISTENS {
            self.tell(&Event::Exit { value: for_side(found.score, side).into() });
        }
    }

    /// Step 2: UTILITY(s) of a finished game.
    pub(super) fn utility(&mut self, info: &NodeInfo<U::Facts>) -> SearchResult<NodeValue> {
        self.check_utility(info.low)?;
        self.leaf(info, NodeValue::exact(info.low));
        Ok(NodeValue::exact(info.low))
    }

    /// Whether a utility is known, and within the bounds of the game.
    #[inline]
    pub(super) fn check_utility(&self, utility: Score) -> SearchResult<()> {
        if utility == Score::UNKNOWN {
            return Err(self.halt(Cause::Unknown));
        }
        if self.engine.techniques.knowledge && !self.bounds.contain(utility) {
            return Err(self.halt(Cause::OutsideBounds(utility)));
        }
        Ok(())
    }

    /// EVAL(s), with the accumulators of the states above and beside it.
    #[inline]
    pub(super) fn evaluate(&mut self, state: &G::State) -> Score {
        let Engine { game, evaluation, .. } = self.engine;
        evaluation.evaluate_incrementally(game, state, self.path.len(), &mut self.accumulators)
    }

    /// Step 2: EVAL(s) where the depth is reached. What is known of the state corrects it.
    pub(super) fn evaluation(&mut self, node: &NodeOf<'_, G, U>) -> SearchResult<NodeValue> {
        let Node { state, info, .. } = *node;
        let score = self.evaluate(state);
        if score == Score::UNKNOWN {
            return Err(self.halt(Cause::Unknown));
        }
        let score = for_side(score, info.side).clamp(info.low, info.high);
        let found = NodeValue { score, low: score == info.low, high: score == info.high };
        self.statistics.evaluated += 1;
        self.leaf(info, found);
        Ok(found)
    }

    /// The value by static bounds (step 2), if they answer for the window.
    #[inline]
    pub(super) fn known(&mut self, node: &NodeOf<'_, G, U>) -> Option<NodeValue> {
        let Node { info, alpha, beta, .. } = *node;
        let found = if info.low >= beta || info.low == info.high {
            NodeValue { score: info.low, low: true, high: info.low == info.high }
        } else if info.high <= alpha {
            NodeValue { score: info.high, low: false, high: true }
        } else {
            return None;
        };
        if found.is_exact() {
            self.leaf(info, found);
        } else {
            self.statistics.leaves += 1;
            self.tell_known(info.side, found, false);
        }
        Some(found)
    }

    pub(super) fn leaf(&mut self, info: &NodeInfo<U::Facts>, found: NodeValue) {
        self.statistics.leaves += 1;
        if T::LISTENS {
            let value = for_side(found.score, info.side).into();
            self.tell(&Event::Leaf { value, estimate: !found.is_exact() });
        }
    }

    /// Step 2: tells that a state need not be searched for what is known of it already.
    pub(super) fn tell_known(&mut self, side: Side, found: NodeValue, estimate: bool) {
        if T::LISTENS {
            let proof = match (found.low, found.high) {
                (true, true) => Proof::Exact,
                (low, _) if low == (side == Side::Max) => Proof::Lower,
                _ => Proof::Upper,
            };
            self.tell(&Event::TableHit { value: for_side(found.score, side).into(), proof, estimate });
        }
    }

    /// Tells that the child just left is the best so far.
    pub(super) fn update(&mut self, side: Side, score: Score, alpha: Score, beta: Score) {
        if T::LISTENS {
            let window = self.window(side, alpha, beta);
            self.tell(&Event::Update { value: for_side(score, side).into(), window });
        }
    }

    /// Tells that the actions after the `index`-th of `count` are left out.
    pub(super) fn cut(&mut self, side: Side, score: Score, window: (Score, Score), index: usize, count: usize) {
        if index + 1 < count {
            self.statistics.cutoffs += 1;
            self.statistics.first_action_cutoffs += u64::from(index == 0);
        }
        if T::LISTENS {
            let by = if side == Side::Max { CutBy::Beta } else { CutBy::Alpha };
            let window = self.window(side, window.0, window.1);
            // The order of visits is the engine's own: of all actions, those are left out that were not visited.
            let last = if index + 1 < count { Actions::<G::Action>::MOST as u32 } else { 0 };
            self.tell(&Event::Cutoff { by, value: for_side(score, side).into(), window, cut: 1..=last });
        }
    }

    /// Ends the search where it is.
    #[cold]
    pub(super) fn halt(&self, cause: Cause) -> Box<Halt> {
        let game = self.engine.game;
        let mut state = self.root.clone();
        let mut path = Vec::with_capacity(self.path.len());
        // A limit is no mistake that somebody would have to look for.
        if !matches!(cause, Cause::Limit(_) | Cause::Stack(_)) {
            for &action in &self.path {
                let number = game.action_list(&state).iter().position(|&legal| legal == action);
                path.push(number.map_or(0, |place| place as u32 + 1));
                game.apply(&mut state, action);
            }
        } else {
            path.resize(self.path.len(), 0);
        }
        Box::new(Halt { cause, path })
    }

    /// Begins again at the root, with what is left of the limits.
    pub(super) fn back_to_root(&mut self) {
        self.path.clear();
        self.numbers.clear();
        self.repeated.clear();
        self.idle.clear();
        self.children.clear();
        self.order.clear();
        self.endgame_children.clear();
        self.actions.close(0);
        self.picks.clear();
        self.placements.clear();
        self.notes.clear();
        self.verifying = false;
        self.depends_on = u32::MAX;
        if let Some(thread) = &mut self.thread {
            thread.clear();
        }
    }

    /// Clears the line below a ply.
    pub(super) fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// Sets the line below a ply to an action, and best play after it.
    pub(super) fn take_line(&mut self, ply: usize, action: G::Action) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let (Some(above), Some(below)) = (above.last_mut(), below.first_mut()) else { return };
        std::mem::swap(above, below);
        above.push(action);
    }

    fn window(&self, side: Side, alpha: Score, beta: Score) -> Window {
        if side == Side::Max { Window::new(alpha, beta) } else { Window::new(-beta, -alpha) }
    }

    /// The edge by which the current state was reached.
    fn edge(&self) -> Option<Edge<G::Action>> {
        let (&action, &number) = self.path.last().zip(self.numbers.last())?;
        Some(Edge { action, number, probability: None })
    }

    fn tell(&mut self, event: &Event<'_, G>) {
        if self.muted {
            return;
        }
        self.trace.event(self.engine.game, event);
    }
}
