//! The children of a state, and the order in which they are visited.

use super::Engine;
use super::busy::Share;
use super::found::for_side;
use super::keys::Keys;
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
    /// Whether it was put off because another thread is at it.
    pub put_off: bool,
}

impl<G: Game, I: Clone> Clone for Child<G, I> {
    fn clone(&self) -> Self {
        Child { state: self.state.clone(), seen: self.seen.clone(), ..*self }
    }
}

/// A child's place in the order of visits.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    /// The higher, the sooner it is visited.
    rank: i64,
    /// Which one it is, on the worker's stack.
    number: u32,
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

/// What ranks the children of a state.
struct Ranking<A> {
    /// The name of the action that the table advises.
    first: Option<u16>,
    /// How much a point of the evaluation counts.
    trust: i32,
    /// The actions that cut last at other states of the ply.
    killers: [Option<A>; 2],
    /// The action that refuted the one before elsewhere.
    counter: Option<A>,
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
        let alpha = rest.map_or(purpose.alpha, |rest| purpose.alpha.max(rest));
        let asked = purpose.asked(seen.side);
        let lookahead = self.engine.techniques.lookahead;
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
            let child_state = game.result(state, action);
            let mut child_seen = self.glance(&child_state, Some((state, seen, action)))?;
            self.engine.bound(&child_state, &mut child_seen, asked);
            let left = self.left(purpose, temper);
            // If one is known to cut, nothing more need be known of the others.
            let cuts = lookahead && cuts_on_sight(&child_seen, seen.side, purpose.beta);
            if cuts {
                self.children.truncate(start);
            }
            self.children.push(Child {
                action,
                state: child_state,
                seen: child_seen,
                temper,
                left,
                place,
                put_off: false,
            });
            if cuts {
                break;
            }
        }
        self.actions.close(open);
        let looks_up = lookahead && self.engine.techniques.table && self.touch(start, seen.side, alpha);
        self.rank_all(start, state, seen, purpose, alpha);
        if looks_up {
            self.look_up(start, seen.side, purpose.beta);
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

    /// What ranks the children of a state.
    #[inline]
    fn ranking(&self, state: &G::State, seen: &Seen<U::Insight>, purpose: &Purpose) -> Ranking<G::Action> {
        let Engine { game, keys, knowledge, techniques, evaluation, .. } = self.engine;
        let trust = match &seen.insight {
            // The children of the last ply are evaluated anyhow. PERF: a ply before that the order costs more than it saves: FFO 40 to 44
            // take 4.9 s instead of 5.4 without.
            Some(insight) if purpose.left > 2 && evaluation.guesses() => knowledge.trust(game, state, insight),
            _ => 0,
        };
        let killers = if techniques.killers { self.memory.killers(self.path.len()) } else { [None; 2] };
        let last = self.path.last().filter(|_| techniques.history).and_then(|&last| keys.code(game, last));
        let counter = last.and_then(|last| self.memory.counter(last));
        Ranking { first: purpose.first, trust, killers, counter }
    }

    /// How far to look ahead from a child.
    #[inline]
    fn left(&self, purpose: &Purpose, temper: Temper) -> u32 {
        match purpose.left {
            TO_THE_END => TO_THE_END,
            left if temper == Temper::Forced && self.ply() < self.farthest => left,
            left => left.saturating_sub(1),
        }
    }

    /// Puts the children from `start` on in the order of visits.
    fn rank_all(&mut self, start: usize, state: &G::State, seen: &Seen<U::Insight>, purpose: &Purpose, alpha: Score) {
        let ranking = self.ranking(state, seen, purpose);
        for number in start..self.children.len() {
            let child = &self.children[number];
            let rank = if self.engine.is_no_better(&child.seen, seen.side, alpha) {
                rank::NO_BETTER
            } else {
                self.rank(state, seen.side, &ranking, child)
            };
            self.enlist(number, rank, start);
        }
    }

    /// How soon to visit a child.
    #[inline]
    fn rank(&self, state: &G::State, side: Side, ranking: &Ranking<G::Action>, child: &Child<G, U::Insight>) -> i64 {
        let Engine { game, keys, knowledge, techniques, evaluation, .. } = self.engine;
        let Ranking { first, trust, killers, counter } = *ranking;
        let Child { action, state: after, seen, place, .. } = child;
        let (action, place) = (*action, *place);
        let mut rank = 0;
        if let Some(name) = first
            && keys.name(game, state, action, place) == name
        {
            rank += rank::TABLE;
        }
        if techniques.knowledge {
            let promise = knowledge.promise(game, state, action, after, seen.insight.as_ref());
            rank += i64::from(promise) * rank::PROMISE;
        }
        if trust != 0 && !seen.over {
            // Not rounded, for of two equal guesses one is better.
            let guess = evaluation.expectation(game, after) * f64::from(trust);
            let guess = if side == Side::Max { guess } else { -guess };
            rank += (guess.clamp(-rank::GUESS, rank::GUESS) * rank::PROMISE as f64) as i64;
        }
        if killers[0] == Some(action) {
            rank += rank::KILLERS[0];
        } else if killers[1] == Some(action) {
            rank += rank::KILLERS[1];
        }
        if techniques.history
            && let Some(code) = keys.code(game, action)
        {
            rank += i64::from(self.memory.history(side as usize, code));
            if counter == Some(action) {
                rank += rank::COUNTER;
            }
        }
        rank
    }

    /// Finds out where the children from `start` on are remembered, and whether any is, and touches the memory behind each: the
    /// waits for it pass side by side, and while they are ranked.
    #[inline]
    fn touch(&mut self, start: usize, side: Side, alpha: Score) -> bool {
        let mut any = false;
        for number in start..self.children.len() {
            let child = &self.children[number];
            if child.seen.over || child.left == 0 || self.engine.is_no_better(&child.seen, side, alpha) {
                continue;
            }
            let Some(place) = self.place(&child.state) else { continue };
            if !place.near {
                self.engine.table.touch(place.key);
            }
            self.children[number].seen.place = Some(place);
            any = true;
        }
        any
    }

    /// Looks for the children from `start` on in the table: what it knows of one may cut at their parent.
    fn look_up(&mut self, start: usize, side: Side, beta: Score) {
        for index in start..self.order.len() {
            let child = &self.children[self.order[index].number as usize];
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
    pub(super) fn nth(&self, expansion: &Expansion, index: usize) -> &Child<G, U::Insight> {
        &self.children[self.order[expansion.start + index].number as usize]
    }

    /// Puts the `index`-th child off, if another thread is at it and it has not been put off before.
    pub(super) fn put_off(&mut self, expansion: &Expansion, index: usize) -> bool {
        let Some(Share { crew, .. }) = self.share else { return false };
        let (start, end) = (expansion.start + index, expansion.start + expansion.count);
        let child = &mut self.children[self.order[start].number as usize];
        let at = index > 0
            && !child.put_off
            && child.seen.place.is_some_and(|place| !place.near && crew.busy.is_at(place.key));
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
