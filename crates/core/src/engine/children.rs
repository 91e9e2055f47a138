//! The children of a state, and the order in which they are visited.

use super::Engine;
use super::busy::Share;
use super::found::for_side;
use super::keys::{Keys, Place};
use super::table::Entry;
use super::worker::{Answer, Seen, TO_THE_END, Worker};
use crate::limits::Cause;
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge, Repetition, Score, Side, Temper};

/// A child of a state on the path.
pub(super) struct Child<G: Game, I> {
    pub action: G::Action,
    pub state: G::State,
    pub seen: Seen<I>,
    pub temper: Temper,
    /// How many plies may be looked ahead from it.
    pub left: u32,
    /// The place of its action in the list.
    pub place: usize,
    /// The higher, the sooner it is visited.
    pub rank: i64,
    /// Whether it was put off because another thread is at it.
    pub put_off: bool,
}

impl<G: Game, I: Clone> Clone for Child<G, I> {
    fn clone(&self) -> Self {
        Child { state: self.state.clone(), seen: self.seen.clone(), ..*self }
    }
}

/// The children of one state, on the worker's stack.
pub(super) struct Expansion {
    pub start: usize,
    pub count: usize,
    /// How many actions were listed: more, if one of them is known to cut.
    pub listed: usize,
    /// What the best of the actions that were left out is worth, for the side that chooses.
    pub rest: Option<Score>,
}

/// What a state's children are looked at for.
pub(super) struct Purpose {
    pub left: u32,
    /// The name of the action that the table advises.
    pub first: Option<u16>,
    /// The window of the state.
    pub alpha: Score,
    pub beta: Score,
    /// Whether only noisy actions are wanted.
    pub noisy: bool,
    /// Whether all actions are wanted, those included that need not be looked at for the value.
    pub all: bool,
}

impl Purpose {
    /// All children of a state, for whatever they are worth.
    pub(super) fn all(left: u32, first: Option<u16>) -> Purpose {
        Purpose { left, first, alpha: Score::NEG_INFINITY, beta: Score::INFINITY, noisy: false, all: true }
    }

    /// What the window asks of MAX's value, if it asks only for that: whether it is at least so much.
    #[inline]
    fn asked(&self, side: Side) -> Option<Score> {
        let least = if side == Side::Max { self.beta } else { (-self.beta).above() };
        (self.alpha.above() >= self.beta).then_some(least)
    }
}

/// The parts of a rank, the greatest first: the table's action, what the game says the action promises, killers, counter-moves,
/// history. A game's own word is worth more than what was good elsewhere: with killers before it, 50
/// positions of connect four took 17.8 million nodes instead of 5.2.
mod rank {
    /// What a guess can count.
    pub(super) const GUESS: f64 = 1e6;
    pub(super) const TABLE: i64 = 1 << 61;
    pub(super) const PROMISE: i64 = 1 << 28;
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
    /// The children of a state. Every `expand` has its `fold`.
    pub(super) fn expand(&mut self, state: &G::State, seen: &Seen<U::Insight>, purpose: &Purpose) -> Answer<Expansion> {
        let Engine { game, knowledge, .. } = self.engine;
        let open = self.actions.open();
        let rest = match &seen.insight {
            Some(insight) if !purpose.all => knowledge.candidates(game, state, insight, &mut self.actions),
            _ => {
                game.actions(state, &mut self.actions);
                None
            }
        };
        if self.actions.overflowed() {
            return Err(self.halt(Cause::TooManyActions));
        }
        let (start, count) = (self.children.len(), self.actions.as_slice().len() - open);
        if rest.is_some() {
            self.deepest = self.deepest.max(self.ply() + 1);
        }
        if count == 0 && rest.is_none() {
            return Err(self.halt(Cause::NoActions));
        }
        let rest = rest.map(|score| for_side(score, seen.side));
        let asked = purpose.asked(seen.side);
        let mut listed = count;
        for place in 0..count {
            let action = self.actions.as_slice()[open + place];
            let temper = match &seen.insight {
                Some(insight) if U::TEMPERS => knowledge.temper(game, state, insight, action),
                _ => Temper::Plain,
            };
            if purpose.noisy && temper != Temper::Noisy || self.is_forbidden(state, action) {
                listed -= 1;
                continue;
            }
            let child = self.child(state, seen, purpose, action, place, temper, asked)?;
            // If one is known to cut, nothing more need be known of the others.
            if self.engine.techniques.lookahead && cuts_on_sight(&child.seen, seen.side, purpose.beta) {
                self.actions.close(open);
                self.children.truncate(start);
                self.children.push(child);
                self.order.push(start as u32);
                return Ok(Expansion { start, count: 1, listed, rest });
            }
            self.children.push(child);
        }
        self.actions.close(open);
        let alpha = rest.map_or(purpose.alpha, |rest| purpose.alpha.max(rest));
        let trust = match &seen.insight {
            // The children of the last ply are evaluated anyhow.
            Some(insight) if purpose.left > 1 && self.engine.evaluation.guesses() => {
                knowledge.trust(game, state, insight)
            }
            _ => 0,
        };
        for at in start..self.children.len() {
            let rank = if self.engine.is_no_better(&self.children[at].seen, seen.side, alpha) {
                rank::NO_BETTER
            } else {
                self.rank(state, seen, purpose, at, trust)
            };
            self.enlist(at, rank, start);
        }
        if self.engine.techniques.lookahead && self.engine.techniques.table {
            self.look_up(start, seen.side, alpha, purpose.beta);
        }
        Ok(Expansion { start, count: self.children.len() - start, listed, rest })
    }

    /// Whether an action leads back to where the path has been, and must not.
    #[inline]
    fn is_forbidden(&self, state: &G::State, action: G::Action) -> bool {
        let Engine { game, keys, repetition, .. } = self.engine;
        if *repetition != Repetition::Forbidden {
            return false;
        }
        let next = keys.repetition_key(game, &game.result(state, action));
        next.is_some() && (self.repeated.contains(&next) || keys.repetition_key(game, state) == next)
    }

    /// One child, with what is known of it on sight.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "one call, in the loop above")]
    fn child(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        purpose: &Purpose,
        action: G::Action,
        place: usize,
        temper: Temper,
        asked: Option<Score>,
    ) -> Answer<Child<G, U::Insight>> {
        let child_state = self.engine.game.result(state, action);
        let mut child_seen = self.glance(&child_state, Some((state, seen, action)))?;
        self.engine.bound(&child_state, &mut child_seen, asked);
        let left = match purpose.left {
            TO_THE_END => TO_THE_END,
            left if temper == Temper::Forced && self.ply() < self.farthest => left,
            left => left.saturating_sub(1),
        };
        Ok(Child { action, state: child_state, seen: child_seen, temper, left, place, rank: 0, put_off: false })
    }

    /// How soon to visit a child.
    #[inline]
    fn rank(&self, state: &G::State, seen: &Seen<U::Insight>, purpose: &Purpose, at: usize, trust: i32) -> i64 {
        let Engine { game, keys, knowledge, techniques, evaluation, .. } = self.engine;
        let child = &self.children[at];
        let action = child.action;
        let mut rank = 0;
        if let Some(name) = purpose.first
            && keys.name(game, state, action, child.place) == name
        {
            rank += rank::TABLE;
        }
        if techniques.knowledge {
            let promise = knowledge.promise(game, state, action, &child.state, child.seen.insight.as_ref());
            rank += i64::from(promise) * rank::PROMISE;
        }
        if trust != 0 && !child.seen.over {
            // Not rounded, for of two equal guesses one is better.
            let guess = evaluation.expectation(game, &child.state) * f64::from(trust);
            let guess = if seen.side == Side::Max { guess } else { -guess };
            rank += (guess.clamp(-rank::GUESS, rank::GUESS) * rank::PROMISE as f64) as i64;
        }
        if techniques.killers {
            let killers = self.memory.killers(self.path.len());
            let killer = killers.iter().zip(rank::KILLERS).find(|&(&killer, _)| killer == Some(action));
            rank += killer.map_or(0, |(_, bonus)| bonus);
        }
        if techniques.history
            && let Some(code) = keys.code(game, action)
        {
            rank += i64::from(self.memory.history(seen.side as usize, code));
            if let Some(&last) = self.path.last()
                && let Some(last) = keys.code(game, last)
                && self.memory.counter(last) == Some(action)
            {
                rank += rank::COUNTER;
            }
        }
        rank
    }

    /// Finds the children from `start` on in the table: what it knows of one may cut at their parent.
    fn look_up(&mut self, start: usize, side: Side, alpha: Score, beta: Score) {
        // First all keys, then a touch of the memory behind each: the waits for it pass side by side.
        for at in start..self.children.len() {
            let child = &self.children[at];
            if !child.seen.over && child.left > 0 && !self.engine.is_no_better(&child.seen, side, alpha) {
                self.children[at].seen.place = self.place(&child.state);
            }
        }
        for child in &self.children[start..] {
            if let Some(Place { key, near: false }) = child.seen.place {
                self.engine.table.touch(key);
            }
        }
        for index in start..self.order.len() {
            let child = &self.children[self.order[index] as usize];
            let Some(entry) = child.seen.place.and_then(|place| self.probe(place)) else { continue };
            let (low, high) = usable(&entry, child.left);
            let cuts = match child.seen.side == side {
                true => low.is_some_and(|low| low >= beta),
                false => high.is_some_and(|high| -high >= beta),
            };
            if cuts {
                self.order[start..=index].rotate_right(1);
                break;
            }
        }
    }

    /// Gives a child its turn, after all that rank as high: of equal ones the first in the game's order comes first.
    #[inline]
    fn enlist(&mut self, number: usize, rank: i64, start: usize) {
        self.children[number].rank = rank;
        self.order.push(number as u32);
        let mut at = self.order.len() - 1;
        while at > start && self.children[self.order[at - 1] as usize].rank < rank {
            self.order[at] = self.order[at - 1];
            at -= 1;
        }
        self.order[at] = number as u32;
    }

    /// The child to visit as the `index`-th.
    #[inline]
    pub(super) fn nth(&self, expansion: &Expansion, index: usize) -> &Child<G, U::Insight> {
        &self.children[self.order[expansion.start + index] as usize]
    }

    /// Puts the `index`-th child off, if another thread is at it and it has not been put off before.
    pub(super) fn put_off(&mut self, expansion: &Expansion, index: usize) -> bool {
        let Some(Share { busy, .. }) = self.share else { return false };
        let (start, end) = (expansion.start + index, expansion.start + expansion.count);
        let child = &mut self.children[self.order[start] as usize];
        let at =
            index > 0 && !child.put_off && child.seen.place.is_some_and(|place| !place.near && busy.is_at(place.key));
        if at {
            child.put_off = true;
            self.order[start..end].rotate_left(1);
        }
        at
    }

    /// Takes the children of a state off the stack.
    #[inline]
    pub(super) fn fold(&mut self, expansion: &Expansion) {
        self.children.truncate(expansion.start);
        self.order.truncate(expansion.start);
    }
}

impl<G: Game, E, K, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Whether a child is known on sight to be no better than what there is, so that it need not be searched.
    #[inline]
    fn is_no_better<I>(&self, child: &Seen<I>, side: Side, alpha: Score) -> bool {
        let most = if child.side == side { child.high } else { -child.low };
        self.techniques.knowledge && !child.over && most <= alpha
    }
}

/// Whether what is known of a child on sight cuts at its parent.
#[inline]
fn cuts_on_sight<I>(child: &Seen<I>, side: Side, beta: Score) -> bool {
    match child.side == side {
        true => child.low >= beta && child.low.is_finite(),
        false => -child.high >= beta && child.high.is_finite(),
    }
}

/// The bounds of an entry that hold for a search that looks so many plies ahead.
///
/// A bound that rests on evaluations serves only where as many plies are left as it looked ahead: a deeper one may be a better
/// guess, but it is not the minimax value of the tree that is asked about. A bound that rests on finished games alone serves
/// wherever they end within the depth.
#[inline]
pub(super) fn usable(entry: &Entry, left: u32) -> (Option<Score>, Option<Score>) {
    let serves = |proven: bool| match (proven, left) {
        (true, TO_THE_END) => true,
        (false, TO_THE_END) => false,
        (true, left) => entry.depth.0 <= left,
        (false, left) => entry.depth.0 == left,
    };
    let low = (entry.low != Score::NEG_INFINITY && serves(entry.low_proven)).then_some(entry.low);
    let high = (entry.high != Score::INFINITY && serves(entry.high_proven)).then_some(entry.high);
    (low, high)
}
