//! Strategies: what a proof that somebody wins comes down to, and solving by proof numbers.
//!
//! The winner needs one action in each state that the opponent can bring about, and nothing in the states that are
//! won on sight. A strategy lists those actions, for one state of all that mirror each other. It is the proof without
//! the search: whoever has it wins at once, and can be checked by somebody who has never heard of the search.

use std::collections::{HashMap, HashSet, VecDeque};

use super::keys::Keys;
use super::proof_number::{Claim, NEVER, PROVEN, ProofTable, Proofs, Proven, Prover, WAY};
use super::root::limit_of;
use super::solve::{Progress, Verdict};
use super::worker::SearchResult;
use super::{Engine, Task};
use crate::limits::Limits;
use crate::rules::sort::sort_by_key;
use crate::search::Statistics;
use crate::{Actions, Bounds, Evaluate, Game, Key, Knowledge, Role, Score, Side, Symmetric};

/// A strategy: the states in which the winner needs to be told what to do, and what that is: in the order in which they
/// can be met.
pub type Strategy<S, A> = Vec<(S, A)>;

/// The verdict on a state, and a strategy if somebody wins and it was asked for.
type Solved<G> = (Verdict<<G as Game>::Action>, Strategy<<G as Game>::State, <G as Game>::Action>);

/// A prover: whoever answers a question about a state, on however many threads.
type Prove<'e, G> = &'e dyn Fn(
    &<G as Game>::State,
    Claim,
    &ProofTable,
    &Limits,
    &mut dyn FnMut(&Progress),
) -> SearchResult<Proven<<G as Game>::Action>>;

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Proves the value of a state of a game that ends in a win, a draw or a loss, worth as much as the bounds of the
    /// game and 0: by proof numbers, and so without the distance; and then which other actions have it, if all are
    /// asked for. If somebody wins, there is a strategy, where that is asked for. It goes on from what is known by
    /// `proofs`, and tells them what it finds out.
    ///
    /// # Errors
    /// As [`Engine::prove`].
    pub fn solve_by_numbers(
        &self,
        state: &G::State,
        task: &Task,
        wants_strategy: bool,
        proofs: &Proofs,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Solved<G>> {
        self.solve_with(state, task, wants_strategy, proofs, progress, &|state, claim, table, limits, progress| {
            self.prove_within(state, claim, table, limits, None, progress)
        })
    }

    /// [`Engine::solve_by_numbers`] on several threads.
    ///
    /// # Errors
    /// As [`Engine::prove`].
    pub fn solve_by_numbers_on(
        &self,
        threads: u32,
        state: &G::State,
        task: &Task,
        wants_strategy: bool,
        proofs: &Proofs,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Solved<G>>
    where
        G: Sync,
        G::State: Sync,
        G::Action: Send,
        E: Sync,
        K: Sync,
        U: Sync,
    {
        self.solve_with(state, task, wants_strategy, proofs, progress, &|state, claim, table, limits, progress| {
            self.prove_together(threads, state, claim, table, limits, progress)
        })
    }

    /// Solves a state by questions to a prover.
    fn solve_with(
        &self,
        state: &G::State,
        task: &Task,
        wants_strategy: bool,
        proofs: &Proofs,
        progress: &mut dyn FnMut(&Progress),
        prove: Prove<'_, G>,
    ) -> SearchResult<Solved<G>> {
        let Bounds { low, high } = self.game.bounds();
        let actions = self.game.action_list(state);
        let (best, line) = (Vec::new(), Vec::new());
        let (action, statistics) = (actions.first().copied(), Statistics::default());
        let (plies, best_complete) = (None, false);
        let mut verdict = Verdict { low, high, action, best, best_complete, line, plies, statistics, stopped: None };
        let mut strategy = Strategy::new();
        let is_max = actions.is_empty() || self.game.role(state) == Role::Max;
        // Whether the side to move wins comes first: that is what it is played for.
        let questions = if is_max { [high, Score::DRAW] } else { [Score::DRAW, high] };
        let mut spent = Statistics::default();
        // The question that the side to move was answered as it likes.
        let mut liked = None;
        let left = |spent: &Statistics| Limits {
            nodes: task.limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes)),
            ..task.limits.clone()
        };
        for (least, table) in questions.into_iter().zip(&proofs.tables) {
            if verdict.low >= least || verdict.high < least {
                continue;
            }
            let limits = left(&spent);
            let mut report = |now: &Progress| {
                progress(&Progress {
                    nodes: spent.nodes + now.nodes,
                    low: verdict.low,
                    high: verdict.high,
                    load: now.load,
                });
            };
            // If it was settled before, it is found anew from what is known of its children, and the action with it.
            if let Some(key) = self.keys.key(self.game, state) {
                table.forget(self.line.salted(key));
            }
            let claim = Claim::new(least);
            let mut proven = prove(state, claim, table, &limits, &mut report)?;
            let claimed = proven.answer.is_some_and(|answer| answer == (claim.attacker == Side::Max));
            if wants_strategy && claimed {
                let mut prover = Prover::new(self, state, claim, table, &limits);
                match prover.strategy() {
                    Ok(found) => strategy = found,
                    Err(halt) => proven.stopped = Some(limit_of(halt)?),
                }
                proven.statistics.nodes += prover.worker.statistics.nodes;
            }
            spent.add(&proven.statistics);
            match proven.answer {
                Some(true) => verdict.low = least,
                Some(false) => verdict.high = if least == high { Score::DRAW } else { low },
                None => {}
            }
            if proven.answer == Some(is_max) {
                liked = Some((claim, table));
            }
            verdict.action = proven.action.or(verdict.action);
            verdict.stopped = proven.stopped;
            if proven.stopped.is_some() {
                break;
            }
        }
        verdict.line = verdict.action.into_iter().collect();
        if verdict.value().is_some() {
            verdict.best.clone_from(&verdict.line);
            match liked {
                // Where the game is lost, every action is as good.
                None => (verdict.best, verdict.best_complete) = (actions, true),
                Some((claim, table)) if task.all_best && verdict.stopped.is_none() => {
                    for action in actions.into_iter().filter(|action| verdict.action != Some(*action)) {
                        let child = self.game.result(state, action);
                        let proven = prove(&child, claim, table, &left(&spent), &mut |_| {})?;
                        spent.add(&proven.statistics);
                        verdict.best.extend((proven.answer == Some(is_max)).then_some(action));
                        verdict.stopped = verdict.stopped.or(proven.stopped);
                    }
                    verdict.best_complete = verdict.stopped.is_none();
                    let order = self.game.action_list(state);
                    sort_by_key(&mut verdict.best, |action| {
                        order.iter().position(|listed| listed == action).map_or(0, |place| place as i128)
                    });
                }
                Some(_) => {}
            }
        }
        verdict.statistics = spent;
        Ok((verdict, strategy))
    }
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Prover<'_, G, E, K, U> {
    /// The strategy by which the attacker wins from the root, of which that is proven.
    fn strategy(&mut self) -> SearchResult<Strategy<G::State, G::Action>> {
        let Engine { game, knowledge, .. } = self.worker.engine;
        let mut strategy = Strategy::new();
        let mut met = HashSet::new();
        // Breadth first, so that an entry comes before all that it leads to.
        let mut open = VecDeque::from([self.worker.root.clone()]);
        while let Some(state) = open.pop_front() {
            let is_new = self.worker.table_slot(&state).is_none_or(|slot| met.insert(slot.key));
            let info = self.worker.inspect_with_bounds(&state)?;
            if !is_new || self.claim.settled(info.side, info.low, info.high) == Some(true) {
                continue;
            }
            if info.side == self.claim.attacker {
                let action = self.winning(&state)?;
                open.push_back(game.result(&state, action));
                strategy.push((state, action));
            } else {
                // The actions that are left out lose on sight.
                let mut actions = Actions::new();
                match &info.facts {
                    Some(facts) => drop(knowledge.candidates(game, &state, facts, &mut actions)),
                    None => game.actions(&state, &mut actions),
                }
                open.extend(actions.as_slice().iter().map(|&action| game.result(&state, action)));
            }
        }
        Ok(strategy)
    }

    /// An action that wins, of a state of which that is proven.
    fn winning(&mut self, state: &G::State) -> SearchResult<G::Action> {
        let Engine { game, .. } = self.worker.engine;
        for action in game.action_list(state) {
            let child = game.result(state, action);
            let info = self.worker.inspect(&child, None)?;
            let won = self.claim.settled(info.side, info.low, info.high) == Some(true);
            let slot = self.worker.table_slot(&child).filter(|_| !info.over);
            if won || slot.is_some_and(|slot| self.table.probe(slot.key) == Some(PROVEN)) {
                return Ok(action);
            }
        }
        // The table has forgotten it.
        let mut info = self.worker.inspect_with_bounds(state)?;
        info.slot = self.worker.table_slot(state);
        self.settling = None;
        self.search(state, &info, Key::mix(WAY.0), [NEVER, NEVER])?;
        let none = || self.worker.halt(crate::limits::Cause::NoActions);
        self.settling.ok_or_else(none)
    }
}

impl<G: Symmetric, E, K, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// A strategy that wins as well, with fewer entries.
    ///
    /// What this engine's knowledge sees to be won needs no entry. And where another action leads to entries that are
    /// needed anyway, or to fewer, it is taken instead: it wins as well, since all that the opponent can do then is
    /// answered.
    #[must_use]
    pub fn shortened(&self, strategy: &Strategy<G::State, G::Action>) -> Strategy<G::State, G::Action> {
        let key = |state: &G::State| self.game.representative(state).0;
        let places: HashMap<Key, usize> = strategy.iter().map(|(state, _)| key(state)).zip(0..).collect();
        // What each entry leads to, and how much there is below it: from the last one up.
        let mut weights = vec![1u64; strategy.len()];
        for (at, (state, action)) in strategy.iter().enumerate().rev() {
            let below = self.needed(&self.game.result(state, *action), &places, true).unwrap_or_default();
            weights[at] = below.iter().fold(1, |weight, &entry| weight.saturating_add(weights[entry]));
        }
        // Depth first: between an entry and the next one that is as near to the start stands what is needed below it.
        let (mut wanted, mut listed) = (vec![false; strategy.len()], vec![false; strategy.len()]);
        let mut open: Vec<usize> = (0..strategy.len().min(1)).collect();
        let mut shortened = Strategy::new();
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut listed[at], true) {
                continue;
            }
            let (state, action) = &strategy[at];
            let (mut best, mut below, mut least) = (*action, Vec::new(), u64::MAX);
            let others = self.game.action_list(state).into_iter().filter(|other| other != action);
            for other in std::iter::once(*action).chain(others) {
                let child = self.game.result(state, other);
                let Some(needed) = self.needed(&child, &places, other == *action) else { continue };
                let fresh = needed.iter().filter(|&&entry| !wanted[entry]);
                let cost = fresh.fold(0u64, |cost, &entry| cost.saturating_add(weights[entry]));
                if cost < least {
                    (best, below, least) = (other, needed, cost);
                }
                if least == 0 {
                    break;
                }
            }
            shortened.push((state.clone(), best));
            below.iter().for_each(|&entry| wanted[entry] = true);
            open.append(&mut below);
        }
        shortened
    }

    /// The entries that the loser, who is to move, can lead to; nothing if there may be a way out. After an action of
    /// the strategy there is none: what is no entry was seen to be won when the strategy was made.
    fn needed(&self, state: &G::State, places: &HashMap<Key, usize>, is_entry: bool) -> Option<Vec<usize>> {
        let game = self.game;
        if game.is_terminal(state) {
            return Some(Vec::new());
        }
        let mut actions = Actions::new();
        self.knowledge.candidates(game, state, &self.knowledge.facts(game, state), &mut actions);
        let mut needed = Vec::new();
        for &action in actions.as_slice() {
            let next = game.result(state, action);
            if game.is_terminal(&next) {
                return None;
            }
            match places.get(&game.representative(&next).0) {
                Some(&entry) if !needed.contains(&entry) => needed.push(entry),
                Some(_) => {}
                None if is_entry || self.is_won(&next) => {}
                None => return None,
            }
        }
        Some(needed)
    }

    /// Whether the side to move is seen to win.
    fn is_won(&self, state: &G::State) -> bool {
        let Bounds { low, high } = self.game.bounds();
        let known = self.bounds(state, &self.knowledge.facts(self.game, state), None);
        if self.game.role(state) == Role::Max { known.low == high } else { known.high == low }
    }
}
