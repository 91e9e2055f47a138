//! The root: iterative deepening, several lines, all best actions.
//!
//! 1. List the actions of the root.
//! 2. Look further each time, for as long as there is time; the best of before first, in a window about its value. It
//!    is one ply further, or two where the last one changed nothing.
//! 3. For each line asked for, search again without the actions of the lines before it.
//! 4. If the value is proven, find the other actions that have it. Beside an estimate, the action that was found is the
//!    answer: to know all that are estimated as high would cost more than the estimate did.
//! 5. Complete the lines.

use std::time::Duration;

use super::children::{Child, Purpose};
use super::distance::Goal;
use super::keys::Keys;
use super::node::{Node, NodeOf};
use super::node_value::{NodeValue, for_side};
use super::smp::{Guess, Shared};
use super::worker::{NodeInfo, SearchResult, TO_THE_END, Worker};
use super::{Engine, Task};
use crate::limits::{Cause, Halt, Limit, Limits};
use crate::rules::sort::sort_by_key;
use crate::search::{Decision, Statistics, Value};
use crate::trace::{Silent, Trace};
use crate::{Depth, Evaluate, Game, Knowledge, Proof, Score, Side};

/// The depth from which steps grow: an iteration whose value is that of the one before is followed by one that looks
/// two plies further: what changes so little is not worth an iteration of its own.
///
/// PERF: connect four with evaluation 0 to depth 24 takes 2.8 million nodes instead of 4.4.
const STILL: u32 = 8;

/// A line of play with its value for MAX.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation<A> {
    /// Best play of both sides, beginning with the action.
    pub line: Vec<A>,
    /// What it is worth.
    pub value: Value,
    /// After how many plies the game is won or lost so, if the search has seen its end. There may be a shorter way,
    /// unless [`Variation::is_shortest`].
    pub distance: Option<u32>,
    /// Whether it is proven that no way is shorter.
    pub is_shortest: bool,
}

/// An iteration of deepening: what it took, and what it found.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration<A> {
    /// How far it looked.
    pub depth: Depth,
    /// The lines asked for, the best first.
    pub lines: Vec<Variation<A>>,
    /// What this iteration took alone.
    pub statistics: Statistics,
    /// The nodes of this iteration and of all before it.
    pub nodes: u64,
}

/// The analysis of a state: the answer of the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis<A> {
    /// What to do, and what it is worth.
    pub decision: Decision<A>,
    /// The depth that was finished.
    pub depth: Depth,
    /// The lines asked for, the best first.
    pub lines: Vec<Variation<A>>,
}

/// An action of the root.
struct RootAction<G: Game, I> {
    child: Child<G, I>,
    /// Its turn in the iteration, whether it is put off or not.
    turn: usize,
    /// The last that was found of it.
    found: NodeValue,
    line: Vec<G::Action>,
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Searches for the best action by iterative deepening: it looks further each time, until the value is exact, the
    /// limits are used up, or the depth is reached. `on_progress` is called with each depth that is finished.
    ///
    /// # Errors
    /// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
    /// limit is no error: the decision then says so.
    pub fn search(
        &self,
        state: &G::State,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> SearchResult<Analysis<G::Action>> {
        self.table.new_search();
        self.analyse(state, task, &task.limits, None, on_progress, Silent)
    }

    /// [`Engine::search`] with a trace that listens to it.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub fn search_traced<T: Trace<G>>(
        &self,
        state: &G::State,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
        trace: &mut T,
    ) -> SearchResult<Analysis<G::Action>> {
        self.table.new_search();
        self.analyse(state, task, &task.limits, None, on_progress, trace)
    }

    /// [`Engine::search`] on one thread, which may be one of several.
    pub(super) fn analyse<T: Trace<G>>(
        &self,
        state: &G::State,
        task: &Task,
        limits: &Limits,
        shared: Option<&Shared>,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
        trace: T,
    ) -> SearchResult<Analysis<G::Action>> {
        let mut worker = Worker::new(self, state, limits, trace);
        worker.share_with(shared);
        // What is learned of actions outlives the search.
        let keeps = U::PRUNES && self.techniques.selective.memory;
        if let Some(histories) = self.table.take_histories().filter(|_| keeps) {
            worker.history.histories = histories.aged();
        }
        let found = worker.analyse(task, on_progress);
        if keeps {
            self.table.keep_histories(std::mem::take(&mut worker.history.histories));
        }
        let mut found = found?;
        if shared.is_none() {
            let time = limits.time.map(|time| time.saturating_sub(worker.meter.elapsed()));
            self.prove_shortest(state, task, &Limits { time, ..limits.clone() }, &mut found);
        }
        Ok(found)
    }

    /// Proves that no way to a win that was found is shorter, or finds the shortest, as far as that costs no more than
    /// the search did.
    pub(super) fn prove_shortest(
        &self,
        state: &G::State,
        task: &Task,
        limits: &Limits,
        found: &mut Analysis<G::Action>,
    ) {
        /// The nodes that it may cost at least.
        const LEAST: u64 = 1 << 16;
        if !U::PROVES_SOON_WINS || !task.only.is_empty() {
            return;
        }
        let Analysis { decision, lines, .. } = found;
        let Some(first) = lines.first_mut().filter(|line| line.value.proof == Proof::Exact) else { return };
        let Some(distance) = first.distance.filter(|&plies| plies > 0) else { return };
        let spent = decision.statistics.nodes;
        let most = spent.max(LEAST).min(limits.nodes.unwrap_or(u64::MAX).saturating_sub(spent));
        let mut worker = Worker::new(self, state, &Limits { nodes: Some(most), ..limits.clone() }, Silent);
        worker.leaves_out_idle = true;
        let soonest = worker.inspect_with_bounds(state).and_then(|info| {
            let (value, plies, best) = worker.soonest_win(&info)?;
            let winner = if value == self.game.bounds().high { Side::Max } else { Side::Min };
            let line = worker.fastest_line(Goal::new(self.game.bounds(), winner, value), plies)?;
            Ok((plies, best, line))
        });
        decision.statistics.nodes += worker.statistics.nodes;
        let Ok((plies, best, line)) = soonest else { return };
        debug_assert!(plies <= distance, "a win within {distance} plies was proven, and takes {plies}");
        (first.distance, first.is_shortest) = (Some(plies), true);
        (decision.action, first.line) = (line.first().copied(), line.clone());
        decision.line = line;
        decision.best = best;
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
    /// [`Engine::search`] with a worker that is given.
    pub(super) fn analyse(
        &mut self,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> SearchResult<Analysis<G::Action>> {
        let (root, game) = (self.root, self.engine.game);
        let info = self.inspect_with_bounds(root)?;
        if info.over {
            return self.over(&info);
        }
        // 1. List the actions of the root.
        let mut actions = self.root_actions(&info)?;
        let is_asked_for = |place: usize| task.only.iter().any(|&only| only as usize == place);
        if actions.iter().any(|action| is_asked_for(action.child.place)) {
            actions.retain(|action| is_asked_for(action.child.place));
        }
        let lines = task.lines.clamp(1, actions.len());
        let mut last = Iteration {
            depth: Depth(0),
            lines: vec![Variation {
                line: vec![actions[0].child.action],
                value: nothing(info.side, game.bounds()),
                distance: None,
                is_shortest: false,
            }],
            statistics: Statistics::default(),
            nodes: 0,
        };
        // 2. Look further each time.
        let deepest = task.depth.map_or(TO_THE_END, |depth| depth.0);
        let deepens = self.engine.techniques.deepening && self.engine.evaluation.guesses();
        let mut depth = if deepens { deepest.min(1) } else { deepest };
        let mut stopped = None;
        let mut found = None;
        let mut first = actions[0].child.action;
        while stopped.is_none() {
            self.farthest = depth.saturating_mul(2).saturating_add(16);
            let counts_idle = !self.leaves_out_idle && self.may_reach_idle_limit(depth);
            if std::mem::replace(&mut self.counts_idle, counts_idle) != counts_idle {
                // States have other keys from now on.
                actions.iter_mut().for_each(|action| action.child.info.slot = None);
            }
            self.begin_iteration(depth);
            // An odd ply goes first, so that none is left over at the end.
            let step = |before: Option<NodeValue>, score: Score| {
                let is_still = depth >= STILL && before.is_some_and(|before| before.score == score);
                if is_still && (deepest - depth).is_multiple_of(2) { 2 } else { 1 }
            };
            match self.iteration(&Node::open(root, &info, depth), &mut actions, lines, found) {
                Ok(value) => {
                    let before = found;
                    found = Some(value);
                    last = self.report(&info, &actions[..lines], depth);
                    self.reported = self.statistics;
                    on_progress(&last);
                    let is_new = !std::mem::replace(&mut first, actions[0].child.action).eq(&actions[0].child.action);
                    let fell = before.is_some_and(|before| is_worse(before.score, value.score, U::MARGIN));
                    let is_settled = |found: NodeValue| self.without_distance(found, depth).is_exact();
                    if is_settled(value) && actions[..lines].iter().all(|action| is_settled(action.found))
                        || depth >= deepest
                        || self.statistics.nodes >= self.soft_limit
                        || self.is_enough_time(task.limits.enough, is_new || fell)
                    {
                        break;
                    }
                    // Several threads go on from what the first of them has found.
                    let place = actions[0].child.place as u16;
                    let agreed = self.agree(Guess { score: value.score, first: place });
                    if agreed != (Guess { score: value.score, first: place }) {
                        found = Some(NodeValue::guess(agreed.score));
                        to_front(&mut actions, agreed.first);
                    }
                    depth += step(before, agreed.score);
                }
                Err(halt) => match self.agreed() {
                    Some(agreed) if depth < deepest && halt.cause == Cause::Limit(Limit::Stop) => {
                        depth += step(found, agreed.score);
                        found = Some(NodeValue::guess(agreed.score));
                        to_front(&mut actions, agreed.first);
                    }
                    _ => stopped = Some(limit_of(halt)?),
                },
            }
        }
        self.back_to_root();
        let value = found.or_else(|| Some(actions[0].found).filter(|found| found.score.is_finite()));
        // What was found when the limit came is better than what was found before, unless that was exact.
        let is_exact = |found: NodeValue| self.without_distance(found, depth).is_exact();
        if stopped.is_some() && actions[0].found.score.is_finite() && !found.is_some_and(is_exact) {
            let nodes = last.nodes;
            last = Iteration { nodes, ..self.report(&info, &actions[..lines], last.depth.0) };
            // The actions that were not looked at may be better.
            let bound = if info.side == Side::Max { Proof::Lower } else { Proof::Upper };
            if last.lines[0].distance.is_none() || last.lines[0].value.proof != Proof::Exact {
                last.lines[0].value.proof = if actions[0].found.low { bound } else { Proof::Estimate };
            }
        }
        self.muted = true;
        // 4. Find the other actions that have a proven value. 5. Complete the lines.
        let finished = if last.depth.0 == 0 { depth } else { last.depth.0 };
        let mut best = vec![(actions[0].child.place, actions[0].child.action)];
        if let Some(value) = value.filter(|&value| self.without_distance(value, depth).is_exact())
            && stopped.is_none()
            && task.all_best
            && let Err(halt) = self.as_good(&Node::open(root, &info, finished), &actions[1..], value.score, &mut best)
        {
            // What cannot be found out for want of a leaf's value is not proven.
            stopped = limit_of(halt).ok();
        }
        sort_by_key(&mut best, |&(place, _)| place as i128);
        let best = best.into_iter().map(|(_, action)| action).collect();
        if stopped.is_none() {
            for variation in &mut last.lines {
                self.complete(variation, finished);
            }
        }
        let statistics = Statistics { nodes: self.statistics.nodes, ..last.statistics };
        let Variation { line, value, .. } = last.lines[0].clone();
        let decision = Decision { action: line.first().copied(), best, value, line, statistics, stopped };
        let depth = Depth(if finished == TO_THE_END { self.deepest } else { last.depth.0 });
        Ok(Analysis { decision, depth, lines: last.lines })
    }

    /// Whether no further depth is to be begun. A best action that is new, or that has lost, deserves twice the time.
    fn is_enough_time(&self, enough: Option<Duration>, doubtful: bool) -> bool {
        enough.is_some_and(|enough| self.meter.elapsed() >= if doubtful { enough * 2 } else { enough })
    }

    /// Whether a search to a depth can come to where there has been no progress for too long. Elsewhere nothing need be
    /// counted, and the keys of the table are those of the states alone.
    fn may_reach_idle_limit(&self, depth: u32) -> bool {
        let line = &self.engine.line;
        let most = line.idle.saturating_add(self.farthest).saturating_add(depth);
        line.idle_limit.is_some_and(|limit| most >= limit)
    }

    /// The answer where the game is over.
    fn over(&mut self, info: &NodeInfo<U::Facts>) -> SearchResult<Analysis<G::Action>> {
        let entered = self.enter(&Node::open(self.root, info, TO_THE_END));
        let (value, stopped) = match entered.map_err(limit_of) {
            Ok(()) => {
                let found = self.utility(info)?;
                self.exit(info.side, found);
                (Value { score: found.score.into(), proof: Proof::Exact }, None)
            }
            Err(limit) => (nothing(info.side, self.engine.game.bounds()), Some(limit?)),
        };
        let statistics = self.statistics;
        let decision = Decision { action: None, best: Vec::new(), value, line: Vec::new(), statistics, stopped };
        Ok(Analysis { decision, depth: Depth(0), lines: Vec::new() })
    }

    /// Step 1: all actions of the root, those that promise most first.
    fn root_actions(&mut self, info: &NodeInfo<U::Facts>) -> SearchResult<Vec<RootAction<G, U::Facts>>> {
        let children = self.expand(&Node::open(self.root, info, TO_THE_END), &Purpose::all(None))?;
        let mut actions = Vec::with_capacity(children.count);
        for index in 0..children.count {
            let child = self.nth(&children, index).clone();
            let line = vec![child.action];
            actions.push(RootAction { child, turn: index, found: NodeValue::guess(Score::NEG_INFINITY), line });
        }
        self.pop_children(&children);
        Ok(actions)
    }

    /// Searches one depth (step 2), for each of the lines asked for. The value is that of the first.
    fn iteration(
        &mut self,
        root: &NodeOf<'_, G, U>,
        actions: &mut [RootAction<G, U::Facts>],
        lines: usize,
        before: Option<NodeValue>,
    ) -> SearchResult<NodeValue> {
        let guess = before.filter(|_| self.engine.techniques.null_windows && root.depth > 2);
        let value = self.widening(root, actions, guess)?;
        // 3. For each other line, the best of what is left.
        for from in 1..lines {
            self.search_root(root, &mut actions[from..])?;
        }
        Ok(value)
    }

    /// Aspiration windows: the value of the root, in a window about a guess that grows until the value is inside.
    fn widening(
        &mut self,
        root: &NodeOf<'_, G, U>,
        actions: &mut [RootAction<G, U::Facts>],
        guess: Option<NodeValue>,
    ) -> SearchResult<NodeValue> {
        let bounds = self.engine.game.bounds();
        let range = i64::from(bounds.high.get()) - i64::from(bounds.low.get());
        let spread = if U::PRUNES && self.engine.techniques.selective.prunes { U::MARGIN.into() } else { range };
        let mut margin = if spread < range { spread / 3 } else { range / 32 }.max(1);
        let (mut alpha, mut beta) = match guess {
            Some(NodeValue { score, .. }) => (moved(score, -margin), moved(score, margin)),
            None => (root.alpha, root.beta),
        };
        loop {
            let found = self.search_root(&root.with_window(alpha, beta), actions)?;
            margin = margin.saturating_mul(4);
            if found.score <= alpha && alpha != Score::NEG_INFINITY {
                alpha = if margin > range { Score::NEG_INFINITY } else { moved(found.score, -margin) };
            } else if found.score >= beta && beta != Score::INFINITY {
                beta = if margin > range { Score::INFINITY } else { moved(found.score, margin) };
            } else {
                return Ok(found);
            }
        }
    }

    /// Searches some actions of the root; the best comes to their front.
    fn search_root(
        &mut self,
        root: &NodeOf<'_, G, U>,
        actions: &mut [RootAction<G, U::Facts>],
    ) -> SearchResult<NodeValue> {
        let Node { info, depth, alpha, beta, .. } = *root;
        self.back_to_root();
        self.enter(root)?;
        for (turn, action) in actions.iter_mut().enumerate() {
            action.turn = turn;
            action.child.depth = if depth == TO_THE_END { TO_THE_END } else { depth - 1 };
        }
        let (mut limit, mut found, mut best) =
            (alpha, NodeValue { score: Score::NEG_INFINITY, low: false, high: true }, 0);
        // A thread of a selective search puts off what another one is at.
        let shares = self.shares(depth) && self.selects(depth).is_some();
        let mut fresh = actions.len();
        for index in 0..actions.len() {
            while shares && (1..fresh).contains(&index) && self.is_elsewhere(root.state, &mut actions[index].child) {
                actions[index..].rotate_left(1);
                fresh -= 1;
            }
            let child = &actions[index].child;
            let announced = if shares && index > 0 { self.announce(child) } else { None };
            self.expect_cut(index > 0);
            let value = self.child_value(&root.with_window(limit, beta), child, actions[index].turn);
            self.withdraw(announced);
            let value = match value {
                Ok(value) => value,
                Err(halt) => {
                    actions[..=best].rotate_right(1);
                    return Err(halt);
                }
            };
            found.high &= value.high;
            // Of two that are as good, the one is better for which it is a fact.
            if value.score == found.score && value.low && !found.low {
                (found.low, best) = (true, index);
                let action = &mut actions[index];
                action.found = value;
                action.line.truncate(1);
            }
            if value.score > found.score {
                found = NodeValue { score: value.score, low: value.low, ..found };
                if value.score > limit {
                    best = index;
                    let action = &mut actions[index];
                    action.found = value;
                    action.line.clear();
                    action.line.push(action.child.action);
                    if value.score < beta {
                        action.line.extend(self.lines.get(1).into_iter().flatten().rev());
                    }
                    self.update(info.side, value.score, limit.max(value.score), beta);
                    if value.score >= beta {
                        self.cut(info.side, value.score, (limit, beta), index, actions.len());
                        found.high = false;
                        break;
                    }
                    limit = value.score;
                }
            }
        }
        self.exit(info.side, found);
        actions[..=best].rotate_right(1);
        if found.score > alpha && found.score < beta {
            actions[0].found = found;
        }
        Ok(found)
    }

    /// Reports what an iteration has found.
    fn report(
        &self,
        info: &NodeInfo<U::Facts>,
        actions: &[RootAction<G, U::Facts>],
        depth: u32,
    ) -> Iteration<G::Action> {
        let variation = |action: &RootAction<G, U::Facts>| {
            let found = self.without_distance(action.found, depth);
            let score = for_side(found.score, info.side).into();
            let distance = self.distances(depth).and_then(|distances| distances.plies(action.found.score));
            let value = Value { score, proof: found.proof() };
            Variation { line: action.line.clone(), value, distance, is_shortest: false }
        };
        let statistics = self.statistics.since(&self.reported);
        Iteration {
            depth: Depth(depth),
            lines: actions.iter().map(variation).collect(),
            statistics,
            nodes: self.statistics.nodes,
        }
    }

    /// A value without the distance of a win in it.
    fn without_distance(&self, found: NodeValue, depth: u32) -> NodeValue {
        self.distances(depth).map_or(found, |distances| distances.without(found))
    }

    /// Step 4: adds the actions that are proven to have the root's value, each with its place in the game's order.
    fn as_good(
        &mut self,
        root: &NodeOf<'_, G, U>,
        actions: &[RootAction<G, U::Facts>],
        value: Score,
        best: &mut Vec<(usize, G::Action)>,
    ) -> SearchResult<()> {
        for RootAction { child, .. } in actions {
            self.back_to_root();
            // Beside a value that is exact, a guess is not as good.
            let found = self.worth(root, child, value)?;
            if found.low && found.score >= value {
                best.push((child.place, child.action));
            }
        }
        Ok(())
    }

    /// Whether a child is worth at least so much to the side that chooses it, in a search of its parent to a depth.
    pub(super) fn worth(
        &mut self,
        parent: &NodeOf<'_, G, U>,
        child: &Child<G, U::Facts>,
        least: Score,
    ) -> SearchResult<NodeValue> {
        self.children.clear();
        self.order.clear();
        let depth = if parent.depth == TO_THE_END { TO_THE_END } else { parent.depth.saturating_sub(1) };
        self.descend(&parent.with_window(least.below(), least), child, depth)
    }
}

/// The limit of a halt; every other halt is an error.
pub(super) fn limit_of(halt: Box<Halt>) -> SearchResult<Limit> {
    match halt.cause {
        Cause::Limit(limit) => Ok(limit),
        _ => Err(halt),
    }
}

/// The value before anything is known: the worst, for the side to move.
fn nothing(side: Side, bounds: crate::Bounds) -> Value {
    match side {
        Side::Max => Value { score: bounds.low.into(), proof: Proof::Lower },
        Side::Min => Value { score: bounds.high.into(), proof: Proof::Upper },
    }
}

/// Whether a score has become worse by more than a margin.
fn is_worse(before: Score, now: Score, margin: i32) -> bool {
    now < moved(before, -i64::from(margin / 2))
}

/// A score so much higher or lower.
fn moved(score: Score, by: i64) -> Score {
    let sum = (i64::from(score.get()) + by).clamp(i64::from(-i32::MAX), i64::from(i32::MAX));
    Score::new(sum as i32)
}

/// Moves the action at a place of the game's order to the front.
fn to_front<G: Game, F>(actions: &mut [RootAction<G, F>], place: u16) {
    if let Some(at) = actions.iter().position(|action| action.child.place == usize::from(place)) {
        actions[..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests;
