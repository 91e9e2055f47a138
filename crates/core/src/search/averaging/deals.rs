//! The deals: which they are, and the searches of each of them, on several threads.
//!
//! A deal has a number, and is drawn by a seed of its own, so that it does not matter which thread searches it.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::super::confidence::Weights;
use super::super::determinize::{check_state, determinize};
use super::super::shared_limits::SharedLimits;
use super::super::threads::run_on_threads;
use super::super::walk::SearchResult;
use super::face_up::{FaceUp, SearchParts, Worth};
use crate::engine::{Keys, Table};
use crate::limits::{Cause, Limit, Limits};
use crate::rules::sort::sort_by_key;
use crate::{Bounds, Depth, Evaluate, Hidden, Key, Random, Seeded, Side};

/// The table of a thread: emptied for each deal, so that no deal depends on another.
const TABLE: usize = 1 << 20;

/// The deals of a view.
pub(super) struct Deals<'a, G: Hidden> {
    game: &'a G,
    view: &'a G::View,
    /// All states that the view allows with their probabilities, if they are listed.
    pub(super) listed: Option<Vec<(G::State, f64)>>,
    /// In which order those that are listed are visited: at random, so that the first of them are a fair sample.
    order: Vec<usize>,
    seed: u64,
    /// The actions of the seat: they depend on the view alone, so any of the states tells them.
    pub(super) actions: Vec<G::Action>,
}

/// A deal that was searched.
pub(super) struct Dealt<S> {
    pub(super) number: usize,
    pub(super) state: S,
    /// The worth of each action for MAX; of fewer than all if it came to an end before that.
    pub(super) values: Vec<f64>,
    /// Whether every line was searched to its end.
    pub(super) exact: bool,
}

/// The results of the searches of some deals.
pub(super) struct Round<S> {
    /// The deals that were searched, by their numbers.
    pub(super) dealt: Vec<Dealt<S>>,
    /// The deals in which not every action was searched.
    pub(super) broken: Vec<Dealt<S>>,
    pub(super) nodes: u64,
    pub(super) stopped: Option<Limit>,
}

impl<S> Round<S> {
    fn new() -> Round<S> {
        Round { dealt: Vec::new(), broken: Vec::new(), nodes: 0, stopped: None }
    }

    /// Adds the results of more deals.
    pub(super) fn add(&mut self, other: Round<S>) {
        self.dealt.extend(other.dealt);
        self.broken.extend(other.broken);
        self.nodes += other.nodes;
        self.stopped = self.stopped.or(other.stopped);
    }
}

/// The means by which a deal is searched.
pub(super) struct Means<'a, E, K> {
    pub(super) evaluation: &'a E,
    pub(super) keys: &'a K,
    /// How far each action is searched, itself not counted.
    pub(super) depth: Option<Depth>,
    pub(super) threads: u32,
}

impl<E, K> Clone for Means<'_, E, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, K> Copy for Means<'_, E, K> {}

impl<'a, G: Hidden> Deals<'a, G> {
    /// The deals of a view: all of them if they are listed and no more than `most`.
    pub(super) fn new(game: &'a G, view: &'a G::View, most: usize, seed: u64) -> SearchResult<Self> {
        let listed = game.consistent(view);
        if listed.as_ref().is_some_and(Vec::is_empty) {
            return Err(Cause::NoState.at_root());
        }
        let listed = listed.filter(|states| states.len() <= most);
        let order = shuffled(listed.as_ref().map_or(0, Vec::len), &mut Seeded::new(seed));
        let mut deals = Deals { game, view, listed, order, seed, actions: Vec::new() };
        let first = deals.state(0)?;
        deals.actions = game.action_list(&first);
        if deals.actions.is_empty() { Err(Cause::NoActions.at_root()) } else { Ok(deals) }
    }

    /// The side of the seat whose view it is.
    pub(super) fn side(&self) -> Side {
        self.game.side(self.game.viewer(self.view))
    }

    /// Where the deal with this number is in the list, if there is a list.
    fn place(&self, number: usize) -> usize {
        self.order.get(number).copied().unwrap_or(number)
    }

    /// The states that were searched, in the order of the list if there is one, how much each counts, and the values of
    /// each action in them. If no deal was finished, it is the one that was searched most, with the middle of what is
    /// possible where nothing was found.
    pub(super) fn table(&self, round: Round<G::State>) -> (Vec<G::State>, Weights, Vec<Vec<f64>>) {
        let Round { mut dealt, broken, .. } = round;
        if dealt.is_empty() {
            dealt.extend(broken.into_iter().max_by_key(|dealt| (dealt.values.len(), Reverse(dealt.number))));
        }
        sort_by_key(&mut dealt, |dealt| self.place(dealt.number) as i128);
        let Bounds { low, high } = self.game.bounds();
        let middle = f64::midpoint(low.into(), high.into());
        let worth = |at: usize| dealt.iter().map(|dealt| dealt.values.get(at).copied().unwrap_or(middle)).collect();
        let values = (0..self.actions.len()).map(worth).collect();
        let weight = |dealt: &Dealt<G::State>| match &self.listed {
            Some(listed) => listed[self.place(dealt.number)].1,
            None => 1.0,
        };
        let weights = Weights::new(dealt.iter().map(weight).collect());
        (dealt.into_iter().map(|dealt| dealt.state).collect(), weights, values)
    }

    /// The state that is the deal with this number.
    fn state(&self, number: usize) -> SearchResult<G::State> {
        let state = match &self.listed {
            Some(listed) => check_state(self.game, self.view, listed[self.place(number)].0.clone()),
            None => determinize(self.game, self.view, &mut Seeded::new(Key::of(&(self.seed, number)).0)),
        };
        // If it is not the first one, the view is not that of somebody who never is to move.
        state.map_err(|found| match found.cause {
            Cause::NotToMove if number > 0 => Cause::WrongState.at_root(),
            _ => found,
        })
    }
}

impl<G> Deals<'_, G>
where
    G: Hidden + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    G::View: Sync,
    G::Luck: FaceUp<G>,
{
    /// Searches each action of the deals with these numbers. It ends early when a search could not be finished within
    /// the limits, which hold for all of them together.
    pub(super) fn round<E, K>(
        &self,
        numbers: Range<usize>,
        means: Means<'_, E, K>,
        limits: &Limits,
    ) -> SearchResult<Round<G::State>>
    where
        E: Evaluate<G> + Sync,
        K: Keys<G> + Sync,
    {
        let threads = means.threads.min(u32::try_from(numbers.len()).unwrap_or(u32::MAX)).max(1);
        let shared = SharedLimits::new(limits, threads);
        let next = AtomicUsize::new(numbers.start);
        let found = run_on_threads(threads, limits.stack, |_, over| {
            let found = self.take_deals(&next, numbers.end, means, &shared, over);
            // Who has an error, or no more to spend, ends it for all.
            if found.as_ref().map_or(true, |found| found.stopped.is_some()) {
                over.store(true, Ordering::Relaxed);
            }
            found
        });
        let mut round = Round::new();
        for part in found {
            round.add(part?);
        }
        sort_by_key(&mut round.dealt, |dealt| dealt.number as i128);
        Ok(round)
    }

    /// Takes one deal after the other, for as long as there are any.
    fn take_deals<E: Evaluate<G>, K: Keys<G>>(
        &self,
        next: &AtomicUsize,
        end: usize,
        means: Means<'_, E, K>,
        shared: &SharedLimits<'_>,
        over: &AtomicBool,
    ) -> SearchResult<Round<G::State>> {
        let mut round = Round::new();
        let Means { evaluation, keys, depth, .. } = means;
        let mut parts = SearchParts { evaluation, keys, depth, table: Table::new(0) };
        while round.stopped.is_none() && !over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                break;
            }
            let state = self.state(number)?;
            if <G::Luck as FaceUp<G>>::REMEMBERS && keys.key(self.game, &state).is_some() {
                if parts.table.bytes() < TABLE {
                    parts.table = Table::new(TABLE);
                } else {
                    parts.table.clear();
                }
            }
            let mut dealt = Dealt { number, state, values: Vec::with_capacity(self.actions.len()), exact: true };
            for &action in &self.actions {
                match self.worth(&dealt.state, action, &parts, shared, &mut round.nodes)? {
                    Ok(worth) => {
                        dealt.values.push(worth.score);
                        dealt.exact &= worth.exact;
                    }
                    Err(limit) => {
                        round.stopped = Some(limit);
                        break;
                    }
                }
            }
            let whole = dealt.values.len() == self.actions.len();
            if whole { &mut round.dealt } else { &mut round.broken }.push(dealt);
        }
        Ok(round)
    }

    /// The worth of an action in a state with all cards face up, or the limit that was reached before it was known.
    fn worth<E: Evaluate<G>, K: Keys<G>>(
        &self,
        state: &G::State,
        action: G::Action,
        parts: &SearchParts<'_, E, K>,
        shared: &SharedLimits<'_>,
        nodes: &mut u64,
    ) -> SearchResult<Result<Worth, Limit>> {
        let limits = match shared.take() {
            Ok(limits) => limits,
            Err(limit) => return Ok(Err(limit)),
        };
        let drawn = limits.nodes.unwrap_or(0);
        let worth = <G::Luck as FaceUp<G>>::worth(self.game, &self.game.result(state, action), parts, limits)?;
        *nodes += worth.nodes;
        shared.give_back(drawn.saturating_sub(worth.nodes));
        Ok(if worth.done { Ok(worth) } else { Err(shared.reached()) })
    }
}

/// The numbers below a limit in a random order.
fn shuffled(limit: usize, random: &mut dyn Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..limit).collect();
    for at in (1..limit).rev() {
        order.swap(at, random.below(at as u64 + 1) as usize);
    }
    order
}
