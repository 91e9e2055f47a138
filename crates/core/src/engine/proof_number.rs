//! Proof-number search: whether a state is worth at least so much, yes or no.
//!
//! A question with two answers makes an AND/OR tree, and this search goes where the least work seems to be left: depth-first
//! proof-number search (df-pn, Nagai 2002). Each state has two numbers, the least count of leaves below it that would still
//! have to be settled to prove the claim, and to disprove it. The side to move needs one action, the other side must deal with all:
//!
//! ```text
//!                                  own number               the opponent's number
//!   at a node                      min over the children    sum over the children
//!   at a child not yet looked at   1                        how many actions it has
//!   settled for the side to move   0                        never
//! ```
//!
//! A node is left as soon as one of its numbers reaches its threshold, which says that something else has become more promising
//! higher up. The threshold is a quarter above what it must be (the 1 + epsilon trick of Pawlewicz and Lew), so that the search
//! does not jump to and fro between two children that are equally good.
//!
//! 1. Enter the state.
//! 2. List the children, with what is known of each: a finished game, a position that comes again, the table, what the game
//!    knows, or else the number of its actions or what the game guesses instead. Images of each other count once.
//! 3. Search the child with the least number, until a threshold is reached.
//! 4. Tell the table.
//!
//! # Positions that come again
//!
//! The *attacker* is the side whose claim is more than a draw: MAX's that the value is at least 1, MIN's that it is less than
//! 0. Where a position that comes again is a draw, it fails the attacker. A proof of the claim therefore never rests on a
//! repetition, and holds wherever the state is met. A disproof may rest on one. If the position that came again is the state
//! itself or below it, the defender can go round for ever, and the disproof holds everywhere too. If it is above, the
//! disproof holds on this path only, and is remembered for this path only: under a key made of the path itself.
//!
//! Numbers that are not yet final are a guess of the work to come, and may be remembered wherever they come from.
//!
//! # It comes to an end
//!
//! A node keeps the numbers of its children itself, and does not ask the table for them again. Each search of a child raises the
//! number by which it was chosen above that of the next best one, so that a threshold is reached in the end, whatever the
//! table has forgotten. Without a table, and where a position comes again in a game that does not say what that means, a
//! child is searched until it is settled: in a game that never ends, this ends with the stack.

use std::cell::Cell;

use super::crowd::{Crowd, Look};
use super::keys::{Keys, Place};
use super::root::limit_of;
use super::solve::Progress;
use super::worker::{Answer, Seen, Worker};
use super::{Engine, Task};
use crate::limits::{Cause, Limit};
use crate::search::Statistics;
use crate::trace::Silent;
use crate::{Actions, Bounds, Evaluate, Game, Key, Knowledge, Repetition, Role, Score, Side};

/// The answer to a question about a state.
#[derive(Clone, PartialEq, Debug)]
pub struct Proven<A> {
    /// Whether the value for MAX is at least what was asked; nothing if a limit was reached before it was known. An answer is
    /// proven.
    pub answer: Option<bool>,
    /// An action that proves the answer, where the side to move is the one that it helps.
    pub action: Option<A>,
    /// What it took. The states entered are those that were expanded, as often as they were.
    pub statistics: Statistics,
    /// Why the search ended early, if it did.
    pub stopped: Option<Limit>,
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Whether the value of a state for MAX is at least `least`, by proof-number search to the end of the game. `progress` hears
    /// now and then how far it is.
    ///
    /// It has a table of its own, as large as the engine's. Of the techniques it knows only the table and the knowledge.
    ///
    /// # Errors
    /// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
    /// limit is no error.
    pub fn prove(
        &self,
        state: &G::State,
        least: Score,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> Answer<Proven<G::Action>> {
        self.prove_and(state, least, task, None, progress, |_, _| Ok(())).map(|(proven, _)| proven)
    }

    /// The same, and then something more with what was found out on the way.
    pub(super) fn prove_and<T>(
        &self,
        state: &G::State,
        least: Score,
        task: &Task,
        crowd: Option<&dyn Crowd<G>>,
        progress: &mut dyn FnMut(&Progress),
        then: impl FnOnce(&mut Prover<'_, '_, G, E, K, U>, &Proven<G::Action>) -> Answer<T>,
    ) -> Answer<(Proven<G::Action>, Option<T>)> {
        debug_assert!(least != Score::UNKNOWN);
        let Bounds { low, high } = self.game.bounds();
        let load = Cell::new(0.0);
        let mut pulse = |nodes| progress(&Progress { nodes, low, high, load: load.get() });
        let mut worker = Worker::new(self, state, &task.limits, Silent);
        worker.pulse = Some(&mut pulse);
        let claim = Claim::new(least);
        let table = ProofTable::new(&load);
        let (branches, entered) = (Vec::new(), Vec::new());
        let mut prover = Prover { worker, claim, table, crowd, branches, entered, settling: None };
        let mut proven = Proven { answer: None, action: None, statistics: Statistics::default(), stopped: None };
        let result = prover.run(&mut proven).and_then(|()| then(&mut prover, &proven));
        proven.statistics = prover.worker.statistics;
        match result {
            Ok(more) => Ok((proven, Some(more))),
            Err(halt) => Ok((Proven { stopped: Some(limit_of(halt)?), ..proven }, None)),
        }
    }
}

/// That a side gets at least so much, which is more than a draw.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub attacker: Side,
    /// For the attacker.
    least: Score,
}

impl Claim {
    /// The claim to prove or to disprove where MAX's value is asked to be at least this.
    fn new(least: Score) -> Claim {
        if least > Score::DRAW {
            Claim { attacker: Side::Max, least }
        } else {
            Claim { attacker: Side::Min, least: (-least).above() }
        }
    }

    /// Whether MAX's value is what it was asked to be at least, if the claim holds or not.
    fn answer(self, holds: bool) -> bool {
        holds == (self.attacker == Side::Max)
    }

    /// Whether the claim holds, if bounds that are those of `side` tell it.
    #[inline]
    pub(super) fn settled(self, side: Side, low: Score, high: Score) -> Option<bool> {
        let (low, high) = if side == self.attacker { (low, high) } else { (-high, -low) };
        if low >= self.least {
            Some(true)
        } else if high < self.least {
            Some(false)
        } else {
            None
        }
    }
}

/// The two numbers of a state: how many leaves have yet to be settled at least to prove the claim, and to disprove it.
pub(super) type Numbers = [u32; 2];

/// What cannot be: above every number.
pub(super) const NEVER: u32 = (1 << 29) - 1;
/// The greatest number.
const MOST: u32 = NEVER - 1;
pub(super) const PROVEN: Numbers = [0, NEVER];
const DISPROVEN: Numbers = [NEVER, 0];
/// The key of the path that has no action yet: no number that a game is likely to mix its own keys from.
pub(super) const WAY: Key = Key(0x6a09_e667_f3bc_c908);
/// What rests on no position above a state.
const NOTHING: u32 = u32::MAX;

fn is_settled(numbers: Numbers) -> bool {
    numbers.contains(&0)
}

/// The numbers of a state, and the least ply above it that a disproof rests on.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub numbers: Numbers,
    depends_on: u32,
}

impl Outcome {
    fn settled(holds: bool) -> Outcome {
        Outcome { numbers: if holds { PROVEN } else { DISPROVEN }, depends_on: NOTHING }
    }
}

/// A child of a state on the path.
struct Branch<G: Game, I> {
    action: G::Action,
    state: G::State,
    seen: Seen<I>,
    /// The key of the path that leads to it.
    way: Key,
    /// Nothing if it has not been worked out yet.
    outcome: Option<Outcome>,
}

/// What a node's children say of it.
struct Outlook {
    outcome: Outcome,
    /// Where the child with the least number is.
    best: usize,
    /// The least number of the others.
    second: u32,
}

pub(super) struct Prover<'s, 'a, G: Game, E, K, U: Knowledge<G>> {
    pub worker: Worker<'a, G, E, K, U, Silent>,
    pub claim: Claim,
    pub table: ProofTable<'s>,
    /// Whoever helps to look, if there are several threads.
    crowd: Option<&'s dyn Crowd<G>>,
    /// The children of all states on the path: one stack, so that a node costs no allocation.
    branches: Vec<Branch<G, U::Insight>>,
    /// The keys of the states on the path, where the game says nothing of positions that come again.
    entered: Vec<Key>,
    /// The action that settled the last state that was settled for its side to move.
    pub settling: Option<G::Action>,
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Prover<'_, '_, G, E, K, U> {
    /// Answers, as far as it gets.
    fn run(&mut self, proven: &mut Proven<G::Action>) -> Answer<()> {
        let (root, engine, claim) = (self.worker.root, self.worker.engine, self.claim);
        let mut seen = self.worker.see(root)?;
        if seen.over {
            self.worker.enter(root, &seen, Score::DRAW, Score::WIN)?;
            self.worker.utility(&seen)?;
        }
        let helps = |holds: bool| holds == (seen.side == claim.attacker);
        if let Some(holds) = claim.settled(seen.side, seen.low, seen.high) {
            proven.answer = Some(claim.answer(holds));
            // The side that it helps wants to know how.
            if seen.over || !helps(holds) {
                return Ok(());
            }
        }
        seen.place = self.worker.place(root).filter(|_| engine.techniques.table);
        if seen.place.is_some() {
            self.table.allocate(engine.table.bytes());
        }
        let Outcome { numbers, .. } = self.search(root, &seen, WAY, [NEVER, NEVER])?;
        let holds = numbers == PROVEN;
        proven.answer = Some(claim.answer(holds));
        proven.action = self.settling.filter(|_| holds == (seen.side == claim.attacker));
        Ok(())
    }

    /// The numbers of a state, of which at least one has reached its threshold, or which is settled.
    pub(super) fn search(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        way: Key,
        most: Numbers,
    ) -> Answer<Outcome> {
        // 1. Enter the state.
        self.worker.enter(state, seen, Score::DRAW, Score::WIN)?;
        let (ply, nodes) = (self.worker.ply(), self.worker.statistics.nodes);
        let most = if self.may_be_left(seen) { most } else { [NEVER, NEVER] };
        // 2. List the children.
        let (start, own) = (self.branches.len(), usize::from(seen.side != self.claim.attacker));
        let settled = self.expand(state, seen, way, own)?;
        let mut outlook = self.outlook(start, own, ply);
        if settled {
            outlook.outcome = Outcome::settled(own == 0);
        }
        // 3. Search the child with the least number, until a threshold is reached.
        let reached = |numbers: Numbers| is_settled(numbers) || numbers[0] >= most[0] || numbers[1] >= most[1];
        while !reached(outlook.outcome.numbers) {
            let within = self.thresholds(&outlook, own, most);
            let branch = &self.branches[outlook.best];
            let (action, child, child_seen, way) =
                (branch.action, branch.state.clone(), branch.seen.clone(), branch.way);
            self.worker.go(state, action);
            let below = self.search(&child, &child_seen, way, within)?;
            self.worker.come_back();
            self.branches[outlook.best].outcome = Some(below);
            outlook = self.outlook(start, own, ply);
        }
        // 4. Tell the table.
        let outcome = outlook.outcome;
        if outcome.numbers[own] == 0 {
            self.settling = self.branches.get(outlook.best).map(|branch| branch.action);
        }
        if let Some(Place { key, .. }) = seen.place {
            let work = self.worker.statistics.nodes - nodes + 1;
            if outcome.depends_on == NOTHING {
                self.table.store(key, outcome.numbers, work);
            } else {
                self.table.store(way, [outcome.depends_on.min(MOST), 0], work);
            }
            if self.worker.engine.repetition == Repetition::Ignored {
                self.entered.pop();
            }
        }
        self.branches.truncate(start);
        Ok(outcome)
    }

    /// Step 1: whether there is a point in leaving a state before it is settled.
    fn may_be_left(&mut self, seen: &Seen<U::Insight>) -> bool {
        // Without a table nothing would be left of the work.
        let Some(Place { key, .. }) = seen.place else { return false };
        if self.worker.engine.repetition != Repetition::Ignored {
            return true;
        }
        let again = self.entered.contains(&key);
        self.entered.push(key);
        !again
    }

    /// Step 2: puts the children on the stack. Says whether what is known of an action that was left out settles the state for
    /// the side to move.
    fn expand(&mut self, state: &G::State, seen: &Seen<U::Insight>, way: Key, own: usize) -> Answer<bool> {
        let Engine { game, keys, .. } = self.worker.engine;
        let repetition = self.worker.engine.repetition;
        let here = if repetition == Repetition::Ignored { None } else { keys.repetition_key(game, state) };
        let (start, open) = (self.branches.len(), self.worker.actions.open());
        let rest = self.list(state, seen)?;
        let count = self.worker.actions.as_slice().len() - open;
        for place in 0..count {
            let action = self.worker.actions.as_slice()[open + place];
            let mut branch = self.branch(state, action)?;
            branch.way = Key::mix(way.0 ^ (place as u64 + 1));
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
    fn list(&mut self, state: &G::State, seen: &Seen<U::Insight>) -> Answer<Option<Score>> {
        let Engine { game, knowledge, .. } = self.worker.engine;
        // The root needs the action itself.
        let Some(insight) = seen.insight.as_ref().filter(|_| self.worker.ply() > 0) else {
            game.actions(state, &mut self.worker.actions);
            return if self.worker.actions.overflowed() {
                Err(self.worker.halt(Cause::TooManyActions))
            } else {
                Ok(None)
            };
        };
        let rest = knowledge.candidates(game, state, insight, &mut self.worker.actions);
        if self.worker.actions.overflowed() { Err(self.worker.halt(Cause::TooManyActions)) } else { Ok(rest) }
    }

    /// Step 2: a child, with its outcome if its game is over.
    #[inline]
    fn branch(&mut self, state: &G::State, action: G::Action) -> Answer<Branch<G, U::Insight>> {
        let child = self.worker.engine.game.result(state, action);
        // If the game breaks its contract there, the error tells where.
        self.worker.path.push(action);
        let seen = self.worker.glance(&child, None)?;
        if seen.over {
            self.worker.utility(&seen)?;
        }
        self.worker.path.pop();
        let settled = if seen.over { self.claim.settled(seen.side, seen.low, seen.high) } else { None };
        Ok(Branch { action, state: child, seen, way: WAY, outcome: settled.map(Outcome::settled) })
    }

    /// Step 2: the ply of the position on the path that the state is, if it is one. `here` is that of its parent.
    fn repeats(&self, state: &G::State, here: Option<Key>) -> Option<u32> {
        let Engine { game, keys, .. } = self.worker.engine;
        let key = Some(keys.repetition_key(game, state)?);
        if key == here {
            return Some(self.worker.ply());
        }
        self.worker.repeated.iter().rposition(|&earlier| earlier == key).map(|ply| ply as u32)
    }

    /// Step 2: gives the children from `start` on their outcomes, until one settles their parent.
    fn look_up(&mut self, state: &G::State, start: usize, own: usize) -> Answer<()> {
        // First the keys, and a touch of the memory behind each: the waits for it then pass side by side.
        for at in start..self.branches.len() {
            if self.branches[at].outcome.is_none() {
                let place = self.place(at);
                place.inspect(|place| self.table.touch(place.key));
                self.branches[at].seen.place = place;
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
        let unknown: Vec<usize> =
            (start..self.branches.len()).filter(|&at| self.branches[at].outcome.is_none()).collect();
        let mut looks = self.look_together(&unknown, own).into_iter();
        for at in unknown {
            let numbers = match looks.next() {
                Some(Some(look)) => self.first_numbers(at, look)?,
                // Another one has settled the matter.
                Some(None) => continue,
                None => {
                    let look =
                        self.worker.engine.first_look(self.claim, &self.branches[at].state, &mut self.worker.actions);
                    self.first_numbers(at, look)?
                }
            };
            self.branches[at].outcome = Some(Outcome { numbers, depends_on: NOTHING });
            if let Some(Place { key, .. }) = self.branches[at].seen.place {
                self.table.store(key, numbers, 1);
            }
            if numbers[own] == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Step 2: has several threads look at children, if there are several.
    fn look_together(&self, unknown: &[usize], own: usize) -> Vec<Option<Look>> {
        match self.crowd {
            Some(crowd) if unknown.len() > 1 => {
                let states = unknown.iter().map(|&at| self.branches[at].state.clone()).collect();
                crowd.look(self.claim, own, states)
            }
            _ => Vec::new(),
        }
    }

    /// Step 2: keeps one of the children that have one key, for they would be counted as often as there are. Where a disproof
    /// may rest on the path, each has its own.
    fn merge_images(&mut self, start: usize) {
        if matches!(self.worker.engine.repetition, Repetition::Draw(_)) {
            return;
        }
        let mut kept = start;
        for at in start..self.branches.len() {
            let place = self.branches[at].seen.place;
            let known = |earlier: &Branch<G, U::Insight>| place.is_some() && earlier.seen.place == place;
            if !self.branches[start..kept].iter().any(known) {
                self.branches.swap(kept, at);
                kept += 1;
            }
        }
        self.branches.truncate(kept);
    }

    /// Step 2: puts the children first that promise most.
    fn rank(&mut self, state: &G::State, start: usize) {
        let Engine { game, knowledge, .. } = self.worker.engine;
        self.branches[start..].sort_by_cached_key(|Branch { action, state: child, seen, .. }| {
            std::cmp::Reverse(knowledge.promise(game, state, *action, child, seen.insight.as_ref()))
        });
    }

    /// Step 2: what the table knows of a child.
    fn remembered(&mut self, at: usize) -> Option<Outcome> {
        let Branch { ref seen, way, .. } = self.branches[at];
        let known = self.table.probe(seen.place?.key);
        if known.is_none_or(|numbers| !is_settled(numbers))
            && matches!(self.worker.engine.repetition, Repetition::Draw(_))
            && let Some([depends_on, _]) = self.table.probe(way)
        {
            self.worker.statistics.table_hits += 1;
            return Some(Outcome { numbers: DISPROVEN, depends_on });
        }
        let numbers = known?;
        self.worker.statistics.table_hits += u64::from(is_settled(numbers));
        Some(Outcome { numbers, depends_on: NOTHING })
    }

    /// Step 2: what a first look at a child has found.
    fn first_numbers(&mut self, at: usize, look: Look) -> Answer<Numbers> {
        let Some(numbers) = look else {
            self.worker.path.push(self.branches[at].action);
            return Err(self.worker.halt(Cause::TooManyActions));
        };
        self.worker.statistics.leaves += u64::from(is_settled(numbers));
        Ok(numbers)
    }

    /// Step 3: what the children from `start` on say of their parent, whose side to move has the `own`-th number.
    #[inline]
    fn outlook(&self, start: usize, own: usize, ply: u32) -> Outlook {
        let (mut best, mut least, mut second) = (start, NEVER, NEVER);
        let (mut sum, mut depends_on, mut depends_best) = (0, NOTHING, NOTHING);
        for (branch, at) in self.branches[start..].iter().zip(start..) {
            // A child that settles its parent leaves the others without an outcome.
            let Some(Outcome { numbers, depends_on: depends }) = branch.outcome else { continue };
            if numbers[own] < least {
                (best, least, second, depends_best) = (at, numbers[own], least, depends);
            } else {
                second = second.min(numbers[own]);
            }
            sum = add(sum, numbers[1 - own]);
            depends_on = depends_on.min(depends);
        }
        let numbers = match (own, if least == 0 { NEVER } else { sum }) {
            (0, sum) => [least, sum],
            (_, sum) => [sum, least],
        };
        // The attacker must have been refuted everywhere, and the defender needs one way out.
        let depends_on = match numbers {
            DISPROVEN if own == 0 => depends_on,
            DISPROVEN => depends_best,
            _ => NOTHING,
        };
        let depends_on = if depends_on < ply { depends_on } else { NOTHING };
        Outlook { outcome: Outcome { numbers, depends_on }, best, second }
    }

    /// Step 3: the thresholds for the child with the least number: up to where another child becomes the best one, and a quarter
    /// more, or the parent reaches its own.
    #[inline]
    fn thresholds(&self, outlook: &Outlook, own: usize, most: Numbers) -> Numbers {
        let Outlook { outcome, best, second } = outlook;
        let child = self.branches[*best].outcome.map_or([1, 1], |outcome| outcome.numbers);
        let mut within = most;
        let slack = second.saturating_add(second / 4).saturating_add(1);
        // A number that can no longer grow would not tell that anything was done.
        within[own] = most[own].min(if slack < MOST { slack } else { NEVER });
        if most[1 - own] != NEVER {
            within[1 - own] = most[1 - own] - (outcome.numbers[1 - own] - child[1 - own]);
        }
        within
    }

    /// The place of a child, where there is a table.
    #[inline]
    fn place(&mut self, at: usize) -> Option<Place> {
        let place = self.worker.place(&self.branches[at].state).filter(|_| self.worker.engine.techniques.table)?;
        if self.table.buckets.is_empty() {
            self.table.allocate(self.worker.engine.table.bytes());
        }
        Some(place)
    }
}

impl<G: Game, E, K, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// What is known on sight of a state whose game is not over; else one for the side to move, and the number of its actions for the
    /// other side, or what the game guesses instead. Nothing if it has too many.
    pub(super) fn first_look(&self, claim: Claim, state: &G::State, actions: &mut Actions<G::Action>) -> Look {
        let side = if self.game.role(state) == Role::Min { Side::Min } else { Side::Max };
        let insight = self.techniques.knowledge.then(|| self.knowledge.insight(self.game, state));
        let (low, high) = (Score::NEG_INFINITY, Score::INFINITY);
        let mut seen = Seen { over: false, side, low, high, insight, place: None };
        self.bound(state, &mut seen, None);
        if let Some(holds) = claim.settled(seen.side, seen.low, seen.high) {
            return Some(Outcome::settled(holds).numbers);
        }
        let open = actions.open();
        let rest = match &seen.insight {
            Some(insight) => self.knowledge.candidates(self.game, state, insight, actions),
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
        let attacks = seen.side == claim.attacker;
        if let Some(score) = rest
            && let Some(holds) = claim.settled(Side::Max, score, score)
            && (holds == attacks || count == 0)
        {
            return Some(Outcome::settled(holds).numbers);
        }
        let labour = match &seen.insight {
            Some(insight) => self.knowledge.labour(self.game, state, insight, count, rest),
            None => count as u32,
        };
        let labour = labour.clamp(1, MOST);
        Some(if attacks { [1, labour] } else { [labour, 1] })
    }
}

/// A sum that ends at the greatest number, unless a part of it cannot be.
#[inline]
fn add(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER { NEVER } else { (a + b).min(MOST) }
}

/// What is remembered of states: their numbers.
///
/// ```text
///   bucket, 64 bytes     four slots of   key 64 | data 64
///
///   data, 64 bits        63    58 57             29 28            0
///                        |  work | to disprove     | to prove     |
///
///   work      how many binary digits the count of nodes has that it took; 0 in an empty slot
/// ```
///
/// Under the key of a path there is a disproof that holds on this path alone: the first number then is the ply that it rests on.
pub(super) struct ProofTable<'s> {
    buckets: Vec<Bucket>,
    filled: usize,
    load: &'s Cell<f64>,
}

/// Four slots in one line of the cache.
#[derive(Clone, Default)]
#[repr(align(64))]
struct Bucket([(u64, u64); 4]);

impl<'s> ProofTable<'s> {
    /// A table without memory.
    fn new(load: &'s Cell<f64>) -> Self {
        ProofTable { buckets: Vec::new(), filled: 0, load }
    }

    /// Gives it so much memory, but at least one bucket; less, if the system refuses so much.
    fn allocate(&mut self, bytes: usize) {
        let mut count = (bytes / size_of::<Bucket>()).max(1);
        while self.buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        self.buckets.resize(count, Bucket::default());
    }

    /// Where the bucket of a key is: see [`Table`](super::Table).
    #[inline]
    fn place(&self, key: Key) -> usize {
        let spread = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Asks the memory for the bucket of a key that will be probed soon.
    #[inline]
    fn touch(&self, key: Key) {
        std::hint::black_box(self.buckets[self.place(key)].0[0].0);
    }

    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Numbers> {
        let bucket = &self.buckets[self.place(key)];
        let &(_, data) = bucket.0.iter().find(|&&(own, data)| own == key.0 && data != 0)?;
        Some([data as u32 & NEVER, (data >> 29) as u32 & NEVER])
    }

    /// Remembers. In a full bucket, what took the least work is forgotten.
    fn store(&mut self, key: Key, numbers: Numbers, work: u64) {
        let place = self.place(key);
        let slots = &mut self.buckets[place].0;
        let mut work = u64::from(u64::BITS - work.leading_zeros()).clamp(1, 63);
        let (mut at, mut least) = (0, u64::MAX);
        for (index, &(own, data)) in slots.iter().enumerate() {
            if own == key.0 && data != 0 {
                (at, work) = (index, work.max(data >> 58));
                break;
            }
            if data >> 58 < least {
                (at, least) = (index, data >> 58);
            }
        }
        let was_empty = slots[at].1 == 0;
        slots[at] = (key.0, work << 58 | u64::from(numbers[1]) << 29 | u64::from(numbers[0]));
        if was_empty {
            self.filled += 1;
            self.load.set(self.filled as f64 / (4 * self.buckets.len()) as f64);
        }
    }
}
