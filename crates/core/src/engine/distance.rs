//! The distance: how many plies the winner needs if the loser resists as long as possible.
//!
//! A value above the middle of the game's bounds is a win for MAX, one below it a win for MIN. Among actions of equal
//! value the winner takes one that wins soonest, and the loser one that lasts longest:
//!
//! ```text
//! PLIES(s) = 0                                                     if TERMINAL-TEST(s)
//!            1 + min over best a of PLIES(RESULT(s, a))            if the winner is to move
//!            1 + max over best a of PLIES(RESULT(s, a))            if the loser is to move
//! ```
//!
//! It is found by asking whether the winner can be done within so many plies, for one more ply each time. The answers
//! share the table with those about the value, under other keys.

use super::children::{Child, usable};
use super::keys::Keys;
use super::node::{Node, NodeOf};
use super::node_value::for_side;
use super::table::{Entry, Table};
use super::worker::{NodeInfo, SearchResult, TO_THE_END, Worker};
use crate::rules::sort::sort_by_key;
use crate::trace::Silent;
use crate::{Bounds, Depth, Evaluate, Game, Key, Knowledge, Score, Side};

/// The goal of a question: who wins, and by how much.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    winner: Side,
    /// The value for the winner.
    value: Score,
    /// Whether the winner cannot have more.
    is_most: bool,
}

impl Goal {
    /// The goal that `winner` wins with this value, which is MAX's.
    pub(super) fn new(bounds: Bounds, winner: Side, value: Score) -> Goal {
        let most = if winner == Side::Max { bounds.high } else { bounds.low };
        Goal { winner, value: for_side(value, winner), is_most: value == most }
    }

    /// The key under which the table remembers answers about a state: others than those about its value, and others for
    /// every goal, for a table may have seen a root that somebody else wins.
    fn key(self, Key(state): Key) -> Key {
        let goal = u64::from(self.value.get().cast_unsigned()) << 1 | self.winner as u64;
        Key::mix(Key::mix(!state).0 ^ goal)
    }
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Worker<'_, G, E, K, U, Silent> {
    /// PLIES(root), when its value and its best actions are known.
    pub(super) fn distance(&mut self, info: &NodeInfo<U::Facts>, best: &[G::Action], goal: Goal) -> SearchResult<u32> {
        self.back_to_root();
        let root = question(self.root, info);
        let mut children = self.all_children(&root)?;
        children.retain(|child| best.contains(&child.action));
        sort_by_key(&mut children, |child| child.place as i128);
        let mut plies = 0;
        if info.side == goal.winner {
            // The first that is done.
            loop {
                for child in &children {
                    if self.is_done_below(&root, child, goal, plies)? {
                        return Ok(plies as u32 + 1);
                    }
                }
                plies += 1;
            }
        }
        // The last that is done.
        for child in &children {
            while !self.is_done_below(&root, child, goal, plies)? {
                plies += 1;
            }
        }
        Ok(plies as u32 + 1)
    }

    /// The winner's fastest and the loser's slowest actions, from a root whose distance is known.
    pub(super) fn fastest_line(&mut self, goal: Goal, plies: u32) -> SearchResult<Vec<G::Action>> {
        let game = self.engine.game;
        self.back_to_root();
        let (mut state, mut line) = (self.root.clone(), Vec::new());
        for ply in 0..plies {
            let within = i64::from(plies - ply);
            let info = self.inspect_with_bounds(&state)?;
            if info.over {
                break;
            }
            let node = question(&state, &info);
            let mut next = None;
            let mut children = self.all_children(&node)?;
            sort_by_key(&mut children, |child| child.place as i128);
            for child in children {
                // The winner must be done in time; the loser must not be done with any sooner, nor give more than the
                // value.
                let found = if info.side == goal.winner {
                    self.is_done_below(&node, &child, goal, within - 1)?
                } else {
                    !self.is_done_below(&node, &child, goal, within - 2)?
                };
                if found {
                    next = Some(child.action);
                    break;
                }
            }
            // If no action does it, two states had the same key by accident, and the line ends here.
            let Some(action) = next else { break };
            line.push(action);
            self.push(&state, action);
            game.apply(&mut state, action);
        }
        Ok(line)
    }

    /// [`Worker::is_done`] for a child of a state.
    fn is_done_below(
        &mut self,
        parent: &NodeOf<'_, G, U>,
        child: &Child<G, U::Facts>,
        goal: Goal,
        within: i64,
    ) -> SearchResult<bool> {
        self.push(parent.state, child.action);
        let done = self.is_done(&question(&child.state, &child.info), goal, within)?;
        self.pop();
        Ok(done)
    }

    /// Whether the winner gets more than the goal's value, or just that within `within` plies.
    fn is_done(&mut self, node: &NodeOf<'_, G, U>, goal: Goal, within: i64) -> SearchResult<bool> {
        self.enter(node)?;
        let info = node.info;
        if info.over {
            let value = for_side(self.utility(info)?.score, goal.winner);
            return Ok(value > goal.value || value == goal.value && within >= 0);
        }
        let (low, high) = if info.side == goal.winner { (info.low, info.high) } else { (-info.high, -info.low) };
        if low > goal.value || high < goal.value {
            return Ok(low > goal.value);
        }
        // Where the sides alternate, the winner's last action is an odd number of plies after a state in which it moves.
        let is_spare = U::PROVES_SOON_WINS && (info.side == goal.winner) != (within % 2 == 1);
        let within = if is_spare { within - 1 } else { within };
        if within <= 0 {
            // With no ply left, only more than the value will do.
            return if goal.is_most { Ok(false) } else { self.is_worth_more(node, goal) };
        }
        self.is_done_by_choice(node, goal, within)
    }

    /// Whether the winner gets more than the goal's value: a null window.
    fn is_worth_more(&mut self, node: &NodeOf<'_, G, U>, goal: Goal) -> SearchResult<bool> {
        let (alpha, beta) = (goal.value, goal.value.above());
        if node.info.side == goal.winner {
            Ok(self.value(&node.with_window(alpha, beta))?.score > goal.value)
        } else {
            Ok(-self.value(&node.with_window(-beta, -alpha))?.score > goal.value)
        }
    }

    /// Whether an action of the winner ends the game with the goal's value. Nothing else need be known of the children.
    fn is_done_at_once(&mut self, node: &NodeOf<'_, G, U>, goal: Goal) -> SearchResult<bool> {
        let game = self.engine.game;
        let (open, _) = self.list_actions(node, true)?;
        let mut done = false;
        for at in open..self.actions.as_slice().len() {
            let child = game.result(node.state, self.actions.as_slice()[at]);
            self.count()?;
            if game.is_terminal(&child) && for_side(game.utility(&child), goal.winner) >= goal.value {
                done = true;
                break;
            }
        }
        self.actions.close(open);
        Ok(done)
    }

    /// Whether a killer of the loser leaves the winner no action that ends the game at once.
    fn killer_lasts(&mut self, node: &NodeOf<'_, G, U>, goal: Goal) -> SearchResult<bool> {
        let game = self.engine.game;
        let killers = self.history.killers(self.path.len());
        if killers[0].is_none() {
            return Ok(false);
        }
        let (open, _) = self.list_actions(node, true)?;
        let is_legal = |killer: &G::Action| self.actions.as_slice()[open..].contains(killer);
        let replies = killers.map(|killer| killer.filter(is_legal));
        self.actions.close(open);
        for reply in replies.into_iter().flatten() {
            let child = game.result(node.state, reply);
            if game.is_terminal(&child) {
                continue;
            }
            self.push(node.state, reply);
            let info = self.inspect_with_bounds(&child)?;
            let done = self.is_done(&question(&child, &info), goal, 1);
            self.pop();
            if !done? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The least number of plies within which either side wins as much as there is: asked of one ply more each time,
    /// until the limits are used up. Gives the value for MAX, the plies, and the actions of the root that win so soon, or
    /// last so long.
    pub(super) fn soonest_win(&mut self, info: &NodeInfo<U::Facts>) -> SearchResult<(Score, u32, Vec<G::Action>)> {
        let bounds = self.engine.game.bounds();
        let root = question(self.root, info);
        for plies in 1.. {
            for (winner, value) in [(Side::Max, bounds.high), (Side::Min, bounds.low)] {
                let goal = Goal::new(bounds, winner, value);
                self.back_to_root();
                if !self.is_done(&root, goal, plies)? {
                    continue;
                }
                let mut best = Vec::new();
                let mut children = self.all_children(&root)?;
                sort_by_key(&mut children, |child| child.place as i128);
                for child in &children {
                    let is_best = if info.side == winner {
                        self.is_done_below(&root, child, goal, plies - 1)?
                    } else {
                        !self.is_done_below(&root, child, goal, plies - 2)?
                    };
                    if is_best {
                        best.push(child.action);
                    }
                }
                return Ok((value, plies as u32, best));
            }
        }
        unreachable!("a limit ends the loop")
    }

    /// [`Worker::is_done`] where somebody chooses, and there are plies left.
    fn is_done_by_choice(&mut self, node: &NodeOf<'_, G, U>, goal: Goal, within: i64) -> SearchResult<bool> {
        let Node { state, info, .. } = *node;
        let table = self.engine.table;
        let slot = self.table_slot(state);
        // What is known of the value may settle it.
        if let Some(entry) = slot.and_then(|slot| self.probe(slot)) {
            let (low, high) = usable(&entry, TO_THE_END);
            let (low, high) = if info.side == goal.winner { (low, high) } else { (high.map(|s| -s), low.map(|s| -s)) };
            if low.is_some_and(|low| low > goal.value) {
                return Ok(true);
            }
            if high.is_some_and(|high| high < goal.value) {
                return Ok(false);
            }
        }
        // So may an earlier question about the distance: who is done in time is done in more time, and who is not is
        // not in less.
        let key = slot.map(|slot| goal.key(slot.key));
        if let Some(entry) = key.and_then(|key| table.probe(key)) {
            let depth = i64::from(entry.depth.0);
            if entry.low == DONE.low && depth <= within {
                return Ok(true);
            }
            if entry.high == NOT_DONE.high && depth >= within {
                return Ok(false);
            }
        }
        let winner = info.side == goal.winner;
        let soon = U::PROVES_SOON_WINS && winner;
        if soon && within == 1 && goal.is_most {
            return self.is_done_at_once(node, goal);
        }
        // What has refuted other actions of the winner often refutes this one, and then no other reply is made.
        //
        // PERF: a mate in 5 of the suite takes 1.8 s instead of 3.0.
        let lasts = U::PROVES_SOON_WINS && !winner && within == 2 && goal.is_most && self.killer_lasts(node, goal)?;
        let mut done = !winner && !lasts;
        let mut children = if lasts { Vec::new() } else { self.all_children(node)? };
        if soon {
            // What leaves the loser least to choose from is done with soonest, as in proof-number search.
            sort_by_key(&mut children, |child| self.engine.game.action_count(&child.state).unwrap_or(0).into());
        }
        for child in children {
            // One action in time is enough for the winner, and one not in time for the loser.
            if self.is_done_below(node, &child, goal, within - 1)? == winner {
                done = winner;
                if U::PROVES_SOON_WINS {
                    self.history.add_killer(self.path.len(), child.action);
                }
                break;
            }
        }
        if let Some(key) = key
            && within < i64::from(Table::DEEPEST.0)
        {
            let entry = if done { DONE } else { NOT_DONE };
            table.store(key, &Entry { depth: Depth(within as u32), ..entry });
        }
        Ok(done)
    }
}

/// The node at which a question is asked. Its window says only that there are two answers.
fn question<'n, S, I>(state: &'n S, info: &'n NodeInfo<I>) -> Node<'n, S, I> {
    Node { state, info, depth: TO_THE_END, alpha: Score::DRAW, beta: Score::WIN }
}

/// Table entries for questions about the distance: neither is a proven bound, so that they are never joined.
const DONE: Entry = Entry { low: Score::WIN, ..Entry::EMPTY };
const NOT_DONE: Entry = Entry { high: Score::LOSS, ..Entry::EMPTY };
