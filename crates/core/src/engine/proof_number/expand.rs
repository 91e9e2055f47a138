//! Step 2: the children of a state, and what is known of each before it is searched.

use super::numbers::{Claim, DISPROVEN, MOST, NOTHING, Numbers, Outcome, is_settled};
use super::search::{Branch, Prover, WAY};
use crate::engine::Engine;
use crate::engine::keys::{Keys, TableSlot};
use crate::engine::worker::{NodeInfo, SearchResult};
use crate::limits::Cause;
use crate::rules::sort::sort_by_key;
use crate::{Actions, Evaluate, Game, Key, Knowledge, Repetition, Role, Score, Side};

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Prover<'_, G, E, K, U> {
    /// Expands a state (step 2): puts the children on the stack. Says whether what is known of an action that was left
    /// out settles the state for the side to move.
    pub(super) fn expand(
        &mut self,
        state: &G::State,
        info: &NodeInfo<U::Facts>,
        way: Key,
        own: usize,
    ) -> SearchResult<bool> {
        let Engine { game, .. } = self.worker.engine;
        let repetition = self.worker.engine.line.repetition;
        let here = if repetition == Repetition::Ignored { None } else { game.repetition_key(state) };
        let (start, open) = (self.branches.len(), self.worker.actions.open());
        let rest = self.list(state, info)?;
        let count = self.worker.actions.as_slice().len() - open;
        for place in 0..count {
            let action = self.worker.actions.as_slice()[open + place];
            let mut branch = self.branch(state, action)?;
            branch.way = Key::mix(way.0 ^ (place as u64 + 1));
            if repetition == Repetition::Forbidden && self.worker.engine.line.ends(game, &branch.state) {
                continue;
            }
            if branch.outcome.is_none()
                && repetition != Repetition::Ignored
                && let Some(before) = self.repeats(&branch.state, here)
            {
                if repetition == Repetition::Forbidden {
                    continue;
                }
                self.worker.statistics.leaves += 1;
                branch.outcome = Some(Outcome { numbers: DISPROVEN, depends_on: before });
            }
            let settles = branch.outcome.is_some_and(|outcome| outcome.numbers[own] == 0);
            self.branches.push(branch);
            // Of the others nothing need be known.
            if settles {
                break;
            }
        }
        self.worker.actions.close(open);
        if self.branches.len() == start && rest.is_none() {
            return Err(self.worker.halt(Cause::NoActions));
        }
        let settled = rest.is_some_and(|score| self.claim.settled(Side::Max, score, score) == Some(own == 0));
        if !settled && !self.is_settled_by_last(start, own) {
            self.look_up(state, start, own)?;
        }
        Ok(settled)
    }

    /// Step 2: whether the last of the children from `start` on settles their parent.
    fn is_settled_by_last(&self, start: usize, own: usize) -> bool {
        let last = self.branches[start..].last();
        last.and_then(|branch| branch.outcome).is_some_and(|outcome| outcome.numbers[own] == 0)
    }

    /// Step 2: lists the actions to look at. Says what the best of the others is worth for MAX, if there are any.
    fn list(&mut self, state: &G::State, info: &NodeInfo<U::Facts>) -> SearchResult<Option<Score>> {
        let Engine { game, knowledge, .. } = self.worker.engine;
        // The root needs the action itself.
        let trusts = self.worker.engine.line.is_empty();
        let Some(facts) = info.facts.as_ref().filter(|_| self.worker.ply() > 0 && trusts) else {
            game.actions(state, &mut self.worker.actions);
            return if self.worker.actions.overflowed() {
                Err(self.worker.halt(Cause::TooManyActions))
            } else {
                Ok(None)
            };
        };
        let rest = knowledge.candidates(game, state, facts, &mut self.worker.actions);
        if self.worker.actions.overflowed() { Err(self.worker.halt(Cause::TooManyActions)) } else { Ok(rest) }
    }

    /// Step 2: a child, with its outcome if its game is over.
    #[inline]
    fn branch(&mut self, state: &G::State, action: G::Action) -> SearchResult<Branch<G, U::Facts>> {
        let child = self.worker.engine.game.result(state, action);
        // If the game breaks its contract there, the error tells where.
        self.worker.path.push(action);
        let info = self.worker.inspect(&child, None)?;
        if info.over {
            self.worker.utility(&info)?;
        }
        self.worker.path.pop();
        let settled = if info.over { self.claim.settled(info.side, info.low, info.high) } else { None };
        Ok(Branch { action, state: child, info, way: WAY, outcome: settled.map(Outcome::settled) })
    }

    /// Step 2: the ply of the position on the path that the state is, if it is one. `here` is that of its parent.
    fn repeats(&self, state: &G::State, here: Option<Key>) -> Option<u32> {
        let Engine { game, .. } = self.worker.engine;
        let key = Some(game.repetition_key(state)?);
        if key == here {
            return Some(self.worker.ply());
        }
        self.worker.repeated.iter().rposition(|&earlier| earlier == key).map(|ply| ply as u32)
    }

    /// Step 2: gives the children from `start` on their outcomes, until one settles their parent.
    fn look_up(&mut self, state: &G::State, start: usize, own: usize) -> SearchResult<()> {
        // First the keys, and a touch of the memory behind each: the waits for it then pass side by side.
        for at in start..self.branches.len() {
            if self.branches[at].outcome.is_none() {
                let slot = self.table_slot(at);
                slot.inspect(|slot| self.table.touch(slot.key));
                self.branches[at].info.slot = slot;
            }
        }
        self.merge_images(start);
        self.rank(state, start);
        // What is known costs nothing, and may be enough.
        for at in start..self.branches.len() {
            if self.branches[at].outcome.is_none() {
                self.branches[at].outcome = self.remembered(at);
                if self.branches[at].outcome.is_some_and(|outcome| outcome.numbers[own] == 0) {
                    return Ok(());
                }
            }
        }
        for at in start..self.branches.len() {
            if self.branches[at].outcome.is_some() {
                continue;
            }
            let numbers = self.first_look(at)?;
            self.branches[at].outcome = Some(Outcome { numbers, depends_on: NOTHING });
            if let Some(TableSlot { key, .. }) = self.branches[at].info.slot {
                self.table.store(key, numbers, 1);
            }
            if numbers[own] == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Step 2: keeps one of the children that have one key, for they would be counted as often as there are. Where a
    /// disproof may rest on the path, each has its own.
    fn merge_images(&mut self, start: usize) {
        if matches!(self.worker.engine.line.repetition, Repetition::Draw(_)) {
            return;
        }
        let mut kept = start;
        for at in start..self.branches.len() {
            let slot = self.branches[at].info.slot;
            let known = |earlier: &Branch<G, U::Facts>| slot.is_some() && earlier.info.slot == slot;
            if !self.branches[start..kept].iter().any(known) {
                self.branches.swap(kept, at);
                kept += 1;
            }
        }
        self.branches.truncate(kept);
    }

    /// Step 2: puts the children first that promise most.
    fn rank(&mut self, state: &G::State, start: usize) {
        let engine = self.worker.engine;
        sort_by_key(&mut self.branches[start..], |Branch { action, state: child, info, .. }| {
            -i128::from(engine.ordering(state, *action, child, info.facts.as_ref()))
        });
    }

    /// Step 2: what the table knows of a child.
    fn remembered(&mut self, at: usize) -> Option<Outcome> {
        let Branch { ref info, way, .. } = self.branches[at];
        let known = self.table.probe(info.slot?.key);
        if known.is_none_or(|numbers| !is_settled(numbers))
            && matches!(self.worker.engine.line.repetition, Repetition::Draw(_))
            && let Some([depends_on, _]) = self.table.probe(way)
        {
            self.worker.statistics.table_hits += 1;
            return Some(Outcome { numbers: DISPROVEN, depends_on });
        }
        let numbers = known?;
        self.worker.statistics.table_hits += u64::from(is_settled(numbers));
        Some(Outcome { numbers, depends_on: NOTHING })
    }

    /// Initial proof numbers of a child (step 2).
    fn first_look(&mut self, at: usize) -> SearchResult<Numbers> {
        let look = self.worker.engine.first_look(self.claim, &self.branches[at].state, &mut self.worker.actions);
        let Some(numbers) = look else {
            self.worker.path.push(self.branches[at].action);
            return Err(self.worker.halt(Cause::TooManyActions));
        };
        self.worker.statistics.leaves += u64::from(is_settled(numbers));
        Ok(numbers)
    }

    /// The table slot of a child, where there is a table.
    #[inline]
    fn table_slot(&self, at: usize) -> Option<TableSlot> {
        self.worker.table_slot(&self.branches[at].state).filter(|_| self.worker.engine.techniques.table)
    }
}

impl<G: Game, E, K, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Initial proof numbers of a state whose game is not over: what is known on sight; else one for the side to move,
    /// and the number of its actions for the other side, or what the game guesses instead. Nothing if it has too many.
    pub(in crate::engine) fn first_look(
        &self,
        claim: Claim,
        state: &G::State,
        actions: &mut Actions<G::Action>,
    ) -> Option<Numbers> {
        let side = if self.game.role(state) == Role::Min { Side::Min } else { Side::Max };
        // What the game knows leaves out the line of play.
        let trusts = self.techniques.knowledge && self.line.is_empty();
        let facts = trusts.then(|| self.knowledge.facts(self.game, state));
        let (low, high) = (Score::NEG_INFINITY, Score::INFINITY);
        let mut info = NodeInfo { over: false, side, low, high, facts, slot: None };
        self.bound(state, &mut info, None);
        if let Some(holds) = claim.settled(info.side, info.low, info.high) {
            return Some(Outcome::settled(holds).numbers);
        }
        let open = actions.open();
        let rest = match &info.facts {
            Some(facts) => self.knowledge.candidates(self.game, state, facts, actions),
            None => {
                self.game.actions(state, actions);
                None
            }
        };
        if actions.overflowed() {
            return None;
        }
        let count = actions.as_slice().len() - open;
        actions.close(open);
        let attacks = info.side == claim.attacker;
        if let Some(score) = rest
            && let Some(holds) = claim.settled(Side::Max, score, score)
            && (holds == attacks || count == 0)
        {
            return Some(Outcome::settled(holds).numbers);
        }
        let proof_effort = match &info.facts {
            Some(facts) => self.knowledge.proof_effort(self.game, state, facts, count, rest),
            None => count as u32,
        };
        let proof_effort = proof_effort.clamp(1, MOST);
        Some(if attacks { [1, proof_effort] } else { [proof_effort, 1] })
    }
}
