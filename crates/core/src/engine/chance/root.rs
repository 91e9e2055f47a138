//! The root: iterative deepening, several lines, all best actions.
//!
//! 1. List the actions of the root.
//! 2. Look further each time, for as long as there is time, the best of before first, and with a filter those alone
//!    that came near it. A depth at which the evaluation has no word, because dice have been thrown and not been
//!    played, is passed over: the next one looks at the same states.
//! 3. For each line asked for, search again without the actions of the lines before it.
//! 4. If the value is proven, find the other actions that have it.

use super::ChanceEngine;
use super::worker::{Location, Move, SearchResult, TO_THE_END, Worker};
use crate::engine::keys::Keys;
use crate::engine::root::limit_of;
use crate::engine::smp::Shared;
use crate::engine::{Analysis, Iteration, Task, Variation};
use crate::limits::{Halt, Limits};
use crate::rules::sort::{fraction, sort_by_key};
use crate::search::decision::tolerance;
use crate::search::{Decision, Statistics, Value};
use crate::trace::Window;
use crate::{ChanceNodes, Depth, Evaluate, Outcomes, Proof, Role};

/// An action of the root.
struct RootAction<A> {
    it: Move<A>,
    /// The last that was found of it, from the side to move's point of view; nothing yet.
    value: Option<f64>,
    /// Whether a guess entered into that.
    guess: bool,
    line: Vec<A>,
}

/// The value that an iteration found, for the side to move, and whether a guess entered into it.
#[derive(Clone, Copy)]
struct RootValue {
    value: f64,
    guess: bool,
}

impl<G: ChanceNodes, E: Evaluate<G>, K: Keys<G>> ChanceEngine<'_, G, E, K> {
    /// Searches for the best action by iterative deepening: it looks further each time, until the value is exact, the
    /// limits are used up, or the depth is reached. `on_progress` is called with each depth that is finished. Where it
    /// is chance's turn, there is a value and no action.
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
        self.analyse(state, task, &task.limits, None, on_progress)
    }

    /// [`ChanceEngine::search`] on one thread, which may be one of several.
    pub(super) fn analyse(
        &self,
        state: &G::State,
        task: &Task,
        limits: &Limits,
        shared: Option<&Shared>,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> SearchResult<Analysis<G::Action>> {
        let mut worker = Worker::new(self, state, limits, shared);
        worker.analyse(task, on_progress).map_err(in_order)
    }
}

/// Reverses the path of a halt, which was noted from the state up.
fn in_order(mut halt: Box<Halt>) -> Box<Halt> {
    halt.path.reverse();
    halt
}

impl<G: ChanceNodes, E: Evaluate<G>, K: Keys<G>> Worker<'_, G, E, K> {
    fn analyse(
        &mut self,
        task: &Task,
        on_progress: &mut dyn FnMut(&Iteration<G::Action>),
    ) -> SearchResult<Analysis<G::Action>> {
        let game = self.engine.game;
        // 1. List the actions of the root.
        let over = game.is_terminal(self.root);
        let sign = if over || game.role(self.root) != Role::Min { 1.0 } else { -1.0 };
        let chooses = !over && game.role(self.root) != Role::Chance;
        let mut actions = if chooses { self.root_actions()? } else { Vec::new() };
        let lines = task.lines.max(1).min(actions.len());
        // 2. Look further each time.
        let evaluates = self.engine.evaluation.guesses() && !over;
        let deepest = if evaluates { task.depth.map_or(TO_THE_END - 1, |depth| depth.0) } else { TO_THE_END };
        let deepens = self.engine.techniques.deepening && evaluates && task.depth != Some(Depth(0));
        let mut depth = if deepens { 1 } else { deepest };
        let mut last = Iteration { depth: Depth(0), lines: Vec::new(), statistics: Statistics::default(), nodes: 0 };
        let (mut found, mut stopped, mut filtered) = (None, None, false);
        while stopped.is_none() {
            while deepens && depth < deepest && !self.is_judged_at(depth) {
                depth += 1;
            }
            match self.iteration(&mut actions, lines, depth, sign) {
                Ok(value) => {
                    found = Some(RootValue { guess: value.guess || filtered, ..value });
                    last = self.report(&actions[..lines], depth, sign);
                    self.reported = self.statistics;
                    on_progress(&last);
                    let is_exact = !value.guess && actions[..lines].iter().all(|action| !action.guess);
                    if is_exact || depth >= deepest {
                        break;
                    }
                    depth += 1;
                    filtered |= self.filter_root(&mut actions, lines);
                }
                Err(halt) => stopped = Some(limit_of(halt)?),
            }
        }
        let finished = if last.depth.0 == 0 { depth } else { last.depth.0 };
        let value = self.value_of(&actions, found, stopped.is_some(), sign);
        if stopped.is_some() && chooses {
            // What was found when the limit came is better than what was found before.
            last = Iteration { nodes: last.nodes, ..self.report(&actions[..lines], last.depth.0, sign) };
            last.lines.truncate(if found.is_some() { lines } else { 1 });
        }
        if let Some(first) = last.lines.first_mut() {
            first.value = value;
        }
        // 4. The other actions that have a proven value.
        let mut best: Vec<Move<G::Action>> = actions.first().map(|action| action.it).into_iter().collect();
        if stopped.is_none() && task.all_best && value.proof == Proof::Exact && chooses {
            stopped = match self.as_good(&actions[1..], sign * value.score, finished, sign, &mut best) {
                Ok(()) => None,
                Err(halt) => limit_of(halt).ok(),
            };
        }
        sort_by_key(&mut best, |it| it.number.into());
        let statistics = Statistics { nodes: self.statistics.nodes, ..last.statistics };
        let line = last.lines.first().map(|variation| variation.line.clone()).unwrap_or_default();
        let best = best.into_iter().map(|it| it.action).collect();
        let decision = Decision { action: line.first().copied(), best, value, line, statistics, stopped };
        let depth = Depth(if finished == TO_THE_END { self.statistics.deepest } else { last.depth.0 });
        Ok(Analysis { decision, depth, lines: last.lines })
    }

    /// The value of the root for MAX, as far as it is known.
    fn value_of(
        &self,
        actions: &[RootAction<G::Action>],
        found: Option<RootValue>,
        is_stopped: bool,
        sign: f64,
    ) -> Value {
        let first = actions.first().and_then(|action| Some(RootValue { value: action.value?, guess: action.guess }));
        match (found, first) {
            (Some(RootValue { value, guess }), _) if !is_stopped || !guess || first.is_none() => {
                let proof = if guess { Proof::Estimate } else { Proof::Exact };
                Value { score: sign * value + 0.0, proof }
            }
            (_, Some(RootValue { value, guess })) => {
                // The actions that were not looked at may be better.
                let bound = if sign > 0.0 { Proof::Lower } else { Proof::Upper };
                Value { score: sign * value + 0.0, proof: if guess { Proof::Estimate } else { bound } }
            }
            _ => {
                let bounds = self.engine.game.bounds_of(self.root);
                let (worst, proof) = if sign > 0.0 { (bounds.low, Proof::Lower) } else { (bounds.high, Proof::Upper) };
                Value { score: worst.into(), proof }
            }
        }
    }

    /// Lists the actions of the root, step 1.
    fn root_actions(&mut self) -> SearchResult<Vec<RootAction<G::Action>>> {
        let moves = self.list(self.root)?;
        let action = |&it: &Move<G::Action>| RootAction { it, value: None, guess: false, line: vec![it.action] };
        let actions = self.moves[moves.start..].iter().map(action).collect();
        self.moves.clear();
        Ok(actions)
    }

    /// Whether the evaluation can judge the states so far from the root, as the first line of play tells.
    fn is_judged_at(&self, depth: u32) -> bool {
        let game = self.engine.game;
        let mut state = self.root.clone();
        for _ in 0..depth {
            if game.is_terminal(&state) {
                return true;
            }
            let next = if game.role(&state) == Role::Chance {
                let mut outcomes = Outcomes::new();
                game.chance_outcomes(&state, &mut outcomes);
                outcomes.as_slice().first().map(|&(action, _)| action)
            } else {
                game.action_list(&state).first().copied()
            };
            let Some(action) = next else { return true };
            game.apply(&mut state, action);
        }
        game.is_terminal(&state) || self.engine.evaluation.applies_to(game, &state)
    }

    /// Step 2: one depth, for each of the lines asked for. The value is that of the first.
    fn iteration(
        &mut self,
        actions: &mut [RootAction<G::Action>],
        lines: usize,
        depth: u32,
        sign: f64,
    ) -> SearchResult<RootValue> {
        self.moves.clear();
        let at = Location { depth, ply: 0, roll: 0, on_line: true };
        if actions.is_empty() {
            let guesses = self.guesses;
            let value = self.value(self.root, at, Window::OPEN)?;
            return Ok(RootValue { value, guess: self.guesses > guesses });
        }
        self.enter(at)?;
        let is_first = actions.iter().all(|action| action.value.is_none());
        let found = self.search_root(actions, at, sign)?;
        if is_first && self.engine.techniques.deepening {
            // The first look is cheap, and so the order that it gives is that of all actions.
            let value = |action: &RootAction<G::Action>| action.value.unwrap_or(f64::NEG_INFINITY);
            sort_by_key(&mut actions[1..], |action| -fraction(value(action)));
        }
        // 3. For each other line, the best of what is left.
        for from in 1..lines {
            self.search_root(&mut actions[from..], at, sign)?;
        }
        Ok(found)
    }

    /// Leaves the actions that the filter does, and one for each line; says whether there were others. Of those that
    /// were not the best a bound is known, which is not below what they are worth: who is left out by it would be by
    /// the value.
    fn filter_root(&self, actions: &mut Vec<RootAction<G::Action>>, lines: usize) -> bool {
        let Some(filter) = self.engine.techniques.filter else { return false };
        let (all, worth) = (actions.len(), |action: &RootAction<G::Action>| action.value.unwrap_or(f64::INFINITY));
        // A bound tells no order: that is the first look's.
        let least = actions.first().map_or(f64::NEG_INFINITY, worth) - filter.within;
        let mut place = 0..;
        actions.retain(|action| place.next() < Some(lines) || worth(action) >= least);
        actions.truncate(filter.keep.max(lines));
        actions.len() < all
    }

    /// The best of some actions of the root, which comes to their front. The others keep their order, but each thread
    /// has its own.
    fn search_root(
        &mut self,
        actions: &mut [RootAction<G::Action>],
        at: Location,
        sign: f64,
    ) -> SearchResult<RootValue> {
        let bounds = self.engine.game.bounds_of(self.root);
        let most = if sign > 0.0 { f64::from(bounds.high) } else { -f64::from(bounds.low) };
        let (thread, threads) = self.thread;
        let part = (actions.len() - 1) * thread as usize / threads.max(1) as usize;
        actions[1..].rotate_left(part);
        let (mut v, mut best, all) = (f64::NEG_INFINITY, 0, self.guesses);
        let mut searched = Ok(());
        for (index, action) in actions.iter_mut().enumerate() {
            let guesses = self.guesses;
            let value = match self.value_behind(self.root, at, action.it, sign, v, f64::INFINITY) {
                Ok(value) => sign * value,
                Err(halt) => {
                    searched = Err(halt);
                    break;
                }
            };
            let line = self.line().collect::<Vec<_>>();
            action.value = Some(value);
            if value > v {
                (v, best) = (value, index);
                action.guess = self.guesses > guesses;
                action.line.truncate(1);
                action.line.extend(line);
                if v >= most {
                    break;
                }
            }
        }
        actions[..=best].rotate_right(1);
        searched?;
        Ok(RootValue { value: v, guess: self.guesses > all })
    }

    /// Reports what an iteration has found.
    fn report(&self, actions: &[RootAction<G::Action>], depth: u32, sign: f64) -> Iteration<G::Action> {
        let variation = |action: &RootAction<G::Action>| {
            let proof = if action.guess { Proof::Estimate } else { Proof::Exact };
            let score = sign * action.value.unwrap_or(f64::NEG_INFINITY) + 0.0;
            Variation { line: action.line.clone(), value: Value { score, proof }, distance: None, is_shortest: false }
        };
        Iteration {
            depth: Depth(depth),
            lines: actions.iter().map(variation).collect(),
            statistics: self.statistics.since(&self.reported),
            nodes: self.statistics.nodes,
        }
    }

    /// Step 4: adds the actions that are proven to have the root's value, but for rounding.
    fn as_good(
        &mut self,
        actions: &[RootAction<G::Action>],
        value: f64,
        depth: u32,
        sign: f64,
        best: &mut Vec<Move<G::Action>>,
    ) -> SearchResult<()> {
        let at = Location { depth, ply: 0, roll: 0, on_line: true };
        let least = value - tolerance(value);
        for &RootAction { it, .. } in actions {
            self.moves.clear();
            let guesses = self.guesses;
            let found = sign * self.value_behind(self.root, at, it, sign, least, value)?;
            // Beside a value that is exact, a guess is not as good.
            if found > least && self.guesses == guesses {
                best.push(it);
            }
        }
        Ok(())
    }
}
