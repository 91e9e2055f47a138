//! The order of visits in a selective search, made no sooner than it is needed.
//!
//! The table's action comes first, before the others are even ranked: it often cuts. Then come noisy actions by what
//! they promise, those that lose an exchange excepted; killers and the counter-move; quiet actions by their history;
//! and last what loses an exchange. What an exchange wins is found out when an action's turn has come.

use std::ops::Range;

use super::super::Engine;
use super::super::keys::Keys;
use super::super::node::NodeOf;
use super::super::worker::Worker;
use super::{Placed, Selective};
use crate::trace::Trace;
use crate::{Evaluate, Game, Knowledge};

/// An action of a node with its rank in the order of visits.
#[derive(Clone, Copy)]
pub(in super::super) struct Pick<A> {
    /// The higher, the sooner it is visited.
    pub(super) rank: i32,
    /// What the exchange that it begins wins at least, if that was worked out.
    pub(super) gain: Option<i32>,
    pub(super) action: A,
    /// Its place in the game's order.
    pub(super) place: u16,
    pub(super) noisy: bool,
    /// How many had their turn before it.
    pub(super) turn: u16,
}

impl<A> Pick<A> {
    /// Puts the action off until all others have been visited. What had its turn stays the same, so that all threads
    /// look as far.
    pub(super) fn put_off(&mut self, turn: u16) {
        self.rank += rank::PUT_OFF;
        self.turn = turn;
    }

    /// Restores the rank of an action that was put off, now that its turn has come. Says whether it was.
    pub(super) fn restore(&mut self) -> bool {
        let was_put_off = self.was_put_off();
        if was_put_off {
            self.rank -= rank::PUT_OFF;
        }
        was_put_off
    }

    /// The rank as a number that no other action of the node has: of equal ones the first in the game's order comes
    /// first.
    #[inline]
    fn urgency(&self) -> i64 {
        (i64::from(self.rank) << u16::BITS) - i64::from(self.place)
    }

    /// Whether it is the table's action.
    pub(super) fn is_first(&self) -> bool {
        self.rank == rank::TABLE
    }

    fn was_put_off(&self) -> bool {
        self.rank < rank::PUT_OFF / 2
    }
}

/// The parts of a rank, from the greatest.
mod rank {
    pub(super) const TABLE: i32 = 1 << 30;
    pub(super) const NOISY: i32 = 1 << 24;
    pub(super) const KILLERS: [i32; 2] = [1 << 22, (1 << 22) - 1];
    pub(super) const COUNTER: i32 = 1 << 21;
    pub(super) const LOSING: i32 = -(1 << 24);
    pub(super) const PUT_OFF: i32 = -(1 << 29);
}

/// Which part of the worker's picks belongs to a node, and what of it is ranked.
#[derive(Clone, Copy)]
pub(super) struct Picks {
    /// Where they begin.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The next one to be picked.
    pub(super) at: usize,
    is_ranked: bool,
    noisy_only: bool,
    /// Whether the rest may come in any order.
    pub(super) any_order: bool,
}

impl Picks {
    /// How many actions there are.
    pub(super) fn count(&self) -> usize {
        self.end - self.start
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
    /// Lists the actions of a node, all or only the noisy ones; `first` is the name of the table's action.
    pub(super) fn list_picks(&mut self, node: &NodeOf<'_, G, U>, first: Option<u16>, noisy_only: bool) -> Picks {
        let Engine { game, knowledge, keys, .. } = self.engine;
        let start = self.picks.len();
        let open = self.actions.open();
        match &node.info.facts {
            Some(facts) if noisy_only => knowledge.noisy_actions(game, node.state, facts, &mut self.actions),
            _ => game.actions(node.state, &mut self.actions),
        }
        let actions = &self.actions.as_slice()[open..];
        let unranked = |(place, &action): (usize, &G::Action)| Pick {
            rank: 0,
            gain: None,
            action,
            place: place as u16,
            noisy: noisy_only,
            turn: 0,
        };
        self.picks.extend(actions.iter().enumerate().map(unranked));
        self.actions.close(open);
        let end = self.picks.len();
        if let Some(first) = first {
            let is_first =
                |pick: &Pick<G::Action>| keys.name(game, node.state, pick.action, usize::from(pick.place)) == first;
            if let Some(found) = self.picks[start..end].iter().position(is_first) {
                self.picks.swap(start, start + found);
                self.picks[start].rank = rank::TABLE;
                if let Some(facts) = &node.info.facts {
                    self.picks[start].noisy |= knowledge.is_noisy(game, node.state, facts, self.picks[start].action);
                }
            }
        }
        Picks { start, end, at: start, is_ranked: false, noisy_only, any_order: false }
    }

    /// The next action to visit, the one with the highest rank.
    #[inline]
    pub(super) fn next_pick(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        picks: &mut Picks,
    ) -> Option<Pick<G::Action>> {
        let Picks { at, end, .. } = *picks;
        if at >= end {
            return None;
        }
        picks.at += 1;
        if at == picks.start && self.picks[at].is_first() {
            return Some(self.picks[at]);
        }
        if !picks.is_ranked {
            picks.is_ranked = true;
            self.rank_picks(node, uses, at..end, picks.noisy_only);
        }
        loop {
            if !picks.any_order {
                let best = self.most_urgent(at..end);
                self.picks.swap(at, best);
            }
            let pick = self.picks[at];
            // A capture that loses its exchange waits for the others.
            if !uses.exchanges
                || !pick.noisy
                || pick.was_put_off()
                || pick.gain.is_some()
                || self.exchange_gain(node, at) >= 0
            {
                return Some(self.picks[at]);
            }
            self.picks[at].rank += rank::LOSING - rank::NOISY;
        }
    }

    /// Where the pick with the highest rank stands among some.
    #[inline]
    fn most_urgent(&self, range: Range<usize>) -> usize {
        let mut best = (range.start, i64::MIN);
        for (other, pick) in range.clone().zip(&self.picks[range]) {
            let urgency = pick.urgency();
            if urgency > best.1 {
                best = (other, urgency);
            }
        }
        best.0
    }

    /// What the exchange that a pick begins wins at least, worked out once.
    pub(super) fn exchange_gain(&mut self, node: &NodeOf<'_, G, U>, at: usize) -> i32 {
        let Engine { game, knowledge, .. } = self.engine;
        let pick = self.picks[at];
        let work_out = || match &node.info.facts {
            Some(facts) => knowledge.exchange(game, node.state, facts, pick.action),
            None => 0,
        };
        *self.picks[at].gain.get_or_insert_with(work_out)
    }

    /// Ranks some of the picks.
    fn rank_picks(&mut self, node: &NodeOf<'_, G, U>, uses: Selective, range: Range<usize>, noisy_only: bool) {
        let Engine { game, knowledge, keys, techniques, .. } = self.engine;
        let Some(facts) = &node.info.facts else { return };
        let killers = if techniques.killers { self.history.killers(self.placements.len()) } else { [None; 2] };
        let last = self.path.last().filter(|_| techniques.history).and_then(|&last| keys.code(game, last));
        let counter = last.and_then(|last| self.history.counter(last));
        let before = [self.placed(1), self.placed(2)];
        for at in range {
            let action = self.picks[at].action;
            let noisy = noisy_only || knowledge.is_noisy(game, node.state, facts, action);
            self.picks[at].noisy = noisy;
            self.picks[at].rank = if noisy {
                rank::NOISY + knowledge.promise(game, node.state, facts, action)
            } else if killers[0] == Some(action) {
                rank::KILLERS[0]
            } else if killers[1] == Some(action) {
                rank::KILLERS[1]
            } else {
                let advised = if counter == Some(action) { rank::COUNTER } else { 0 };
                let promise = knowledge.quiet_promise(game, node.state, facts, action);
                advised + promise + self.quiet_rank(node, uses, action, before)
            };
        }
    }

    /// The rank of a quiet action: how well it has done elsewhere, and after the actions before.
    fn quiet_rank(&self, node: &NodeOf<'_, G, U>, uses: Selective, action: G::Action, before: [Option<u16>; 2]) -> i32 {
        let Engine { game, keys, techniques, .. } = self.engine;
        let mut rank = 0;
        if techniques.history
            && let Some(code) = keys.code(game, action)
        {
            rank += self.history.score(node.info.side as usize, code);
        }
        if uses.continuation
            && let Some(now) = keys.placement(game, node.state, action)
        {
            rank += before.into_iter().flatten().map(|before| self.history.follow_up(before, now)).sum::<i32>();
        }
        rank
    }

    /// The placement of the action so many plies ago.
    fn placed(&self, ago: usize) -> Option<u16> {
        let at = self.placements.len().checked_sub(ago)?;
        match self.placements[at] {
            Placed::Pass => None,
            Placed::Action(number) => number,
        }
    }

    /// Learns from a cut: the action that cut may cut elsewhere too, and those before it did not.
    pub(super) fn learn_picks(&mut self, node: &NodeOf<'_, G, U>, uses: Selective, picks: &Picks) {
        let Engine { game, keys, techniques, .. } = self.engine;
        let cutter = self.picks[picks.at - 1];
        if cutter.noisy {
            return;
        }
        if techniques.killers {
            self.history.add_killer(self.placements.len(), cutter.action);
        }
        if let Some(&last) = self.path.last().filter(|_| techniques.history)
            && let Some(last) = keys.code(game, last)
        {
            self.history.add_counter(last, cutter.action);
        }
        let gain = (32 * node.depth * node.depth).min(1600) as i32;
        let before = [self.placed(1), self.placed(2)];
        for number in picks.start..picks.at {
            let Pick { action, noisy, .. } = self.picks[number];
            if noisy {
                continue;
            }
            let gain = if number + 1 == picks.at { gain } else { -gain };
            if techniques.history
                && let Some(code) = keys.code(game, action)
            {
                self.history.learn(node.info.side as usize, code, gain);
            }
            if uses.continuation
                && let Some(now) = keys.placement(game, node.state, action)
            {
                before.into_iter().flatten().for_each(|before| self.history.learn_follow_up(before, now, gain));
            }
        }
    }
}
