//! The selective search: principal variation search that leaves out what is unlikely to matter.
//!
//! It serves games that say [`Selectivity::PRUNES`], in searches to a limited depth. Whatever it leaves out makes a
//! value an estimate; no proof uses it. The steps of a node:
//!
//! 1. A position that comes again is a draw. 2. Ask the table; what looked further serves as well.
//! 3. The evaluation, once; the table's bound may correct it.
//! 4. In a null window, by what a quiet line can change (margins): stop where the evaluation is far above the window
//!    (reverse futility), go straight to quiescence where it is far below (razoring), and pass where it is enough
//!    (null move; verified where the search is deep).
//! 5. Without an action from the table, look a ply less far (internal iterative reduction).
//! 6. Visit the actions: the table's, those that win an exchange, killers, the others by their history, those that
//!    lose an exchange. Late quiet ones are left out, or searched less deeply; what threatens is spared, and extended.
//! 7. Tell the table, and learn from what cut.
//!
//! [`Selectivity::PRUNES`]: crate::Selectivity::PRUNES

use super::children::Child;
use super::keys::{Keys, TableSlot};
use super::node::{Node, NodeOf};
use super::node_value::{NodeValue, for_side};
use super::table::Entry;
use super::worker::{SearchResult, TO_THE_END, Worker};
use super::{Engine, Selective};
use crate::limits::Cause;
use crate::trace::Trace;
use crate::{Depth, Evaluate, Game, Knowledge, MoveClass, Repetition, Score};

/// An action of a node with its rank in the order of visits.
#[derive(Clone, Copy)]
pub(super) struct Pick<A> {
    /// The higher, the sooner it is visited.
    rank: i32,
    action: A,
    /// What the exchange that it begins wins at least.
    gain: i32,
    noisy: bool,
    place: usize,
}

/// The parts of a rank, from the greatest.
mod rank {
    pub(super) const TABLE: i32 = 1 << 30;
    pub(super) const NOISY: i32 = 1 << 24;
    pub(super) const KILLERS: [i32; 2] = [1 << 22, (1 << 22) - 1];
    pub(super) const COUNTER: i32 = 1 << 21;
    pub(super) const LOSING: i32 = -(1 << 24);
}

/// What a node knows when it visits its actions.
struct Visit {
    /// The evaluation, if it is trusted here.
    guess: Option<i32>,
    threatened: bool,
    open: bool,
    improves: bool,
}

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// The selective techniques in use, if this search may leave anything out.
    #[inline]
    pub(super) fn selects(&self, depth: u32) -> Option<Selective> {
        let Selective { prunes, .. } = self.engine.techniques.selective;
        (U::PRUNES && prunes && depth != TO_THE_END).then_some(self.engine.techniques.selective)
    }

    /// The value of a node with depth left (steps 1 to 7).
    pub(super) fn selective_value(&mut self, node: &NodeOf<'_, G, U>, uses: Selective) -> SearchResult<NodeValue> {
        let Node { state, info, mut depth, alpha, beta } = *node;
        let Engine { game, knowledge, techniques, .. } = self.engine;
        let Some(facts) = &info.facts else { return self.choice(node) };
        // 1. A position that comes again is a draw.
        if matches!(self.engine.line.repetition, Repetition::Draw(_))
            && let Some(draw) = self.repeats(state, info)
        {
            return Ok(draw);
        }
        // 2. Ask the table.
        let open = alpha.above() < beta;
        let slot = if techniques.table { info.slot.or_else(|| self.table_slot(state)) } else { None };
        let entry = slot.and_then(|slot| self.probe(slot));
        if let Some(found) = entry.and_then(|entry| recalled(&entry, depth, alpha, beta, open)) {
            self.statistics.table_hits += 1;
            self.tell_known(info.side, found, !found.low && !found.high);
            return Ok(found);
        }
        let mut first = entry.and_then(|entry| entry.action);
        // 3. The evaluation, once.
        let threatened = knowledge.is_threatened(game, state, facts);
        let guess = if threatened { None } else { Some(self.guess(node, entry.as_ref())?) };
        let ply = self.ply() as usize;
        self.set_guess(ply, guess);
        let improves = guess.is_some_and(|guess| ply < 2 || self.guesses[ply - 2].is_none_or(|before| guess > before));
        let visit = Visit { guess, threatened, open, improves };
        // 4. Margins and the null move.
        if let Some(guess) = guess
            && !open
            && let Some(found) = self.enough(node, uses, guess, improves)?
        {
            return Ok(found);
        }
        // 5. Internal iterative reduction.
        if first.is_none() && depth >= 4 && slot.is_some() {
            if open && depth >= 6 {
                self.value(&Node { depth: depth - 2, ..*node })?;
                first = slot.and_then(|slot| self.probe(slot)).and_then(|entry| entry.action);
            } else {
                depth -= 1;
            }
        }
        // 6. Visit the actions.
        let (found, best) = self.visit_selectively(&Node { depth, ..*node }, uses, &visit, first)?;
        // 7. Tell the table.
        if let Some(slot) = slot {
            let name = best.map(|(action, place)| self.engine.keys.name(game, state, action, place));
            self.keep(slot, found, (alpha, beta), depth, name);
        }
        Ok(found)
    }

    /// EVAL(s) for the side to move (step 3), corrected by a bound that the table has.
    fn guess(&mut self, node: &NodeOf<'_, G, U>, entry: Option<&Entry>) -> SearchResult<i32> {
        let score = self.engine.evaluation.evaluate(self.engine.game, node.state);
        if score == Score::UNKNOWN {
            return Err(self.halt(Cause::Unknown));
        }
        self.statistics.evaluated += 1;
        let mut score = for_side(score, node.info.side).clamp(node.info.low, node.info.high);
        if let Some(entry) = entry {
            if entry.low != Score::NEG_INFINITY && entry.low > score {
                score = entry.low;
            } else if entry.high != Score::INFINITY && entry.high < score {
                score = entry.high;
            }
        }
        Ok(score.get())
    }

    fn set_guess(&mut self, ply: usize, guess: Option<i32>) {
        if self.guesses.len() <= ply {
            self.guesses.resize(ply + 1, None);
        }
        self.guesses[ply] = guess;
    }

    /// Step 4: the value of a node in a null window, if what a quiet line can change does not reach the window, or if
    /// even a pass is enough.
    fn enough(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        guess: i32,
        improves: bool,
    ) -> SearchResult<Option<NodeValue>> {
        let Node { info, depth, alpha, beta, .. } = *node;
        let bounds = self.engine.game.bounds();
        let margin = U::MARGIN;
        let (low, high) = (alpha.get(), beta.get());
        // A window at a win or a loss asks for a proof, not for a guess.
        let ordinary = low > bounds.low.get() / 2 && high < bounds.high.get() / 2;
        if uses.margins && ordinary {
            let rests = (depth as i32 - i32::from(improves)).max(0);
            if depth <= 8 && guess - margin * rests >= high {
                return Ok(Some(NodeValue::guess(Score::new((guess + high) / 2))));
            }
            if depth <= 3 && guess + 3 * margin * depth as i32 <= low {
                let found = self.selective_quiescence(&Node { depth: 0, ..*node }, uses)?;
                if found.score <= alpha {
                    return Ok(Some(NodeValue::guess(found.score)));
                }
            }
        }
        if uses.null_move && depth >= 3 && guess >= high && high < bounds.high.get() / 2 && !self.passed() {
            return self.pass(node, guess);
        }
        let _ = info;
        Ok(None)
    }

    /// Whether the node was reached by a pass, or passes are being verified above it.
    fn passed(&self) -> bool {
        self.verifying || self.placements.last() == Some(&Placed::Pass)
    }

    /// The null move: a side that is still well off after a pass is so after its best action.
    fn pass(&mut self, node: &NodeOf<'_, G, U>, guess: i32) -> SearchResult<Option<NodeValue>> {
        const VERIFIED: u32 = 12;
        let Node { state, info, depth, beta, .. } = *node;
        let Engine { game, knowledge, .. } = self.engine;
        let Some(facts) = &info.facts else { return Ok(None) };
        let Some(passed) = knowledge.pass(game, state, facts) else { return Ok(None) };
        let after = self.inspect_with_bounds(&passed)?;
        if after.over || after.side == info.side {
            return Ok(None);
        }
        let above = ((guess - beta.get()) / (2 * U::MARGIN).max(1)).clamp(0, 3) as u32;
        let reduced = depth.saturating_sub(3 + depth / 3 + above);
        self.placements.push(Placed::Pass);
        let value =
            self.value(&Node { state: &passed, info: &after, depth: reduced, alpha: -beta, beta: -beta.below() });
        self.placements.pop();
        let value = -value?;
        if value.score < beta {
            return Ok(None);
        }
        if depth >= VERIFIED {
            self.verifying = true;
            let found = self.value(&Node { depth: reduced.max(1), alpha: beta.below(), beta, ..*node });
            self.verifying = false;
            if found?.score < beta {
                return Ok(None);
            }
        }
        Ok(Some(NodeValue::guess(beta)))
    }

    /// Step 6: visits the actions of a node. Gives its value, and its best action with its place.
    fn visit_selectively(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        visit: &Visit,
        first: Option<u16>,
    ) -> SearchResult<super::node::Visited<G::Action>> {
        let (info, beta) = (node.info, node.beta.min(node.info.high));
        let start = self.list_picks(node, uses, first, false)?;
        let end = self.picks.len();
        let mut found = NodeValue { score: info.low, low: true, high: true };
        let mut alpha = node.alpha.max(found.score);
        let mut best = None;
        let mut quiet = 0u32;
        let mut index = 0usize;
        for at in start..end {
            if alpha >= beta {
                break;
            }
            let pick = self.next_pick(at, end);
            let is_bad = best.is_none() || found.score.get() <= self.engine.game.bounds().low.get() / 2;
            if !is_bad && !visit.threatened && self.is_hopeless(node, uses, visit, &pick, (alpha, quiet)) {
                // What threatens is spared.
                let child = self.engine.game.result(node.state, pick.action);
                if !self.threatens(&child) {
                    found.high = false;
                    quiet += u32::from(!pick.noisy);
                    continue;
                }
            }
            let Some(child) = self.picked(node, &pick)? else { continue };
            let threat = child
                .info
                .facts
                .as_ref()
                .is_some_and(|facts| self.engine.knowledge.is_threatened(self.engine.game, &child.state, facts));
            let mut child = child;
            if uses.extensions && threat && pick.gain >= 0 && self.ply() < self.farthest {
                child.depth += 1;
            }
            let reduced = match self.reduction(node, uses, visit, &pick, (index, threat)) {
                0 => child.depth,
                by => child.depth.saturating_sub(by).max(1).min(child.depth),
            };
            let inner = node.with_window(alpha, beta);
            let value = self.picked_value(&inner, &child, (index, reduced))?;
            found.high &= value.high && reduced == child.depth;
            if value.score > found.score || best.is_none() && value.score == found.score {
                best = Some((pick.action, pick.place));
            }
            if value.score == found.score {
                found.low |= value.low;
            }
            if value.score > found.score {
                found = NodeValue { score: value.score, low: value.low, ..found };
                if value.score > alpha {
                    if value.score < beta {
                        self.take_line(self.path.len(), pick.action);
                        alpha = value.score;
                    } else {
                        self.cut(info.side, value.score, (alpha, beta), index, end - start);
                        self.learn_picks(node, uses, start, at);
                        found.high = false;
                        alpha = beta;
                    }
                }
            }
            index += 1;
            quiet += u32::from(!pick.noisy);
        }
        self.picks.truncate(start);
        if found.score >= info.high {
            found = NodeValue { score: info.high, high: true, ..found };
        }
        Ok((found, best))
    }

    /// Whether an action is too unlikely to matter (late-move pruning, futility, losing exchanges).
    fn is_hopeless(
        &self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        visit: &Visit,
        pick: &Pick<G::Action>,
        (alpha, quiet): (Score, u32),
    ) -> bool {
        let depth = node.depth;
        if pick.noisy {
            return uses.exchanges && depth <= 6 && pick.gain < -U::MARGIN * depth as i32;
        }
        let late = (4 + depth * depth) / if visit.improves { 1 } else { 2 };
        if uses.late && depth <= 8 && quiet >= late {
            return true;
        }
        let far = visit.guess.is_some_and(|guess| guess + U::MARGIN * (1 + depth as i32) <= alpha.get());
        if uses.margins && depth <= 6 && far {
            return true;
        }
        uses.exchanges && depth <= 6 && pick.gain < -U::MARGIN * depth as i32 / 2
    }

    /// Whether the side to move in a child is under threat.
    fn threatens(&self, child: &G::State) -> bool {
        let Engine { game, knowledge, .. } = self.engine;
        !game.is_terminal(child) && knowledge.is_threatened(game, child, &knowledge.facts(game, child))
            || game.is_terminal(child)
    }

    /// By how much less a child is searched at first: the more, the later it comes and the deeper the search.
    fn reduction(
        &self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        visit: &Visit,
        pick: &Pick<G::Action>,
        (index, threat): (usize, bool),
    ) -> u32 {
        let depth = node.depth;
        if !uses.reductions || depth < 3 || index < 1 + usize::from(visit.open) || pick.noisy && pick.gain >= 0 {
            return 0;
        }
        let mut plies = 0.75 + f64::from(depth).ln() * (index as f64 + 1.0).ln() / 2.25;
        plies -= f64::from(visit.open) + f64::from(threat) + f64::from(visit.threatened);
        plies += f64::from(!visit.improves && !visit.threatened) * 0.5;
        if !pick.noisy {
            plies -= f64::from(pick.rank.clamp(-(1 << 15), 1 << 15)) / f64::from(1 << 14);
        }
        plies.max(0.0) as u32
    }

    /// The child of an action; nothing where it may not be played.
    fn picked(&mut self, node: &NodeOf<'_, G, U>, pick: &Pick<G::Action>) -> SearchResult<Option<Child<G, U::Facts>>> {
        let Node { state, info, depth, .. } = *node;
        let game = self.engine.game;
        let (action, place) = (pick.action, pick.place);
        let child = game.result(state, action);
        let mut child_info = self.inspect(&child, Some((state, info, action)))?;
        if self.counts_idle && !child_info.over && self.ends_idle(state, action) {
            (child_info.low, child_info.high) = (Score::DRAW, Score::DRAW);
        } else if self.trusts_facts() || game.is_progress(state, action) {
            self.engine.bound(&child, &mut child_info, None);
        }
        let depth = depth.saturating_sub(1);
        let move_class = MoveClass::Plain;
        Ok(Some(Child { action, state: child, info: child_info, move_class, depth, place, defer: false }))
    }

    /// The value of a child: the first in the whole window, the others in a null window unless they turn out better.
    fn picked_value(
        &mut self,
        parent: &NodeOf<'_, G, U>,
        child: &Child<G, U::Facts>,
        (index, reduced): (usize, u32),
    ) -> SearchResult<NodeValue> {
        let Node { alpha, beta, .. } = *parent;
        let above = alpha.above();
        if index == 0 || above >= beta && reduced == child.depth {
            return self.descend(parent, child, child.depth);
        }
        let null_window = parent.with_window(alpha, above);
        let mut value = self.descend(&null_window, child, reduced)?;
        if value.score > alpha && reduced < child.depth {
            value = self.descend(&null_window, child, child.depth)?;
        }
        if value.score > alpha && value.score < beta && above < beta {
            value = self.descend(parent, child, child.depth)?;
        }
        Ok(value)
    }

    /// Lists the actions of a node with their ranks, all or only the noisy ones. Says where they begin.
    fn list_picks(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        first: Option<u16>,
        noisy_only: bool,
    ) -> SearchResult<usize> {
        let Node { state, info, .. } = *node;
        let Engine { game, knowledge, keys, techniques, .. } = self.engine;
        let start = self.picks.len();
        let Some(facts) = &info.facts else { return Ok(start) };
        let open = self.actions.open();
        if noisy_only {
            knowledge.noisy_actions(game, state, facts, &mut self.actions);
        } else {
            game.actions(state, &mut self.actions);
        }
        let ply = self.path.len();
        let killers = if techniques.killers { self.history.killers(ply) } else { [None; 2] };
        let last = self.path.last().filter(|_| techniques.history).and_then(|&last| keys.code(game, last));
        let counter = last.and_then(|last| self.history.counter(last));
        let before = [self.placed(1), self.placed(2)];
        for place in 0..self.actions.as_slice().len() - open {
            let action = self.actions.as_slice()[open + place];
            let noisy = noisy_only || knowledge.is_noisy(game, state, facts, action);
            let gain = if uses.exchanges && (noisy || node.depth <= 6) {
                knowledge.exchange(game, state, facts, action)
            } else {
                0
            };
            let mut rank = if noisy {
                let promise = knowledge.promise(game, state, facts, action);
                if gain >= 0 { rank::NOISY + promise } else { rank::LOSING + promise }
            } else {
                self.quiet_rank(node, uses, action, before)
            };
            if !noisy && killers[0] == Some(action) {
                rank += rank::KILLERS[0];
            } else if !noisy && killers[1] == Some(action) {
                rank += rank::KILLERS[1];
            } else if !noisy && counter == Some(action) {
                rank += rank::COUNTER;
            }
            if first.is_some_and(|name| keys.name(game, state, action, place) == name) {
                rank = rank::TABLE;
            }
            self.picks.push(Pick { rank, action, gain, noisy, place });
        }
        self.actions.close(open);
        Ok(start)
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

    /// Brings the best of the picks that are left to the front.
    #[inline]
    fn next_pick(&mut self, at: usize, end: usize) -> Pick<G::Action> {
        let picks = &mut self.picks[at..end];
        let mut best = 0;
        for other in 1..picks.len() {
            if picks[other].rank > picks[best].rank {
                best = other;
            }
        }
        // Of equal ones the first in the game's order comes first.
        picks[..=best].rotate_right(1);
        picks[0]
    }

    /// Learns from a cut: the action that cut may cut elsewhere too, and those before it did not.
    fn learn_picks(&mut self, node: &NodeOf<'_, G, U>, uses: Selective, start: usize, at: usize) {
        let Engine { game, keys, techniques, .. } = self.engine;
        let cutter = self.picks[at];
        if cutter.noisy {
            return;
        }
        if techniques.killers {
            self.history.add_killer(self.path.len(), cutter.action);
        }
        if let Some(&last) = self.path.last().filter(|_| techniques.history)
            && let Some(last) = keys.code(game, last)
        {
            self.history.add_counter(last, cutter.action);
        }
        let gain = (32 * node.depth * node.depth).min(1600) as i32;
        let before = [self.placed(1), self.placed(2)];
        for number in start..=at {
            let Pick { action, noisy, .. } = self.picks[number];
            if noisy {
                continue;
            }
            let gain = if number == at { gain } else { -gain };
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

    /// Quiescence: the side to move may stop at the evaluation, or go on with what is noisy and does not lose an
    /// exchange; under threat it must go on.
    pub(super) fn selective_quiescence(&mut self, node: &NodeOf<'_, G, U>, uses: Selective) -> SearchResult<NodeValue> {
        let Node { state, info, alpha: asked, beta, .. } = *node;
        let Engine { game, knowledge, techniques, .. } = self.engine;
        let Some(facts) = &info.facts else { return self.evaluation(node) };
        if self.ply() >= self.farthest {
            return self.evaluation(node);
        }
        let open = asked.above() < beta;
        let slot = if techniques.table { info.slot.or_else(|| self.table_slot(state)) } else { None };
        let entry = slot.and_then(|slot| self.probe(slot));
        if let Some(found) = entry.and_then(|entry| recalled(&entry, 0, asked, beta, open)) {
            self.statistics.table_hits += 1;
            return Ok(found);
        }
        let threatened = knowledge.is_threatened(game, state, facts);
        let bounds = game.bounds();
        let mut found = NodeValue::guess(bounds.low);
        let mut guess = 0;
        if !threatened {
            guess = self.guess(node, entry.as_ref())?;
            found = NodeValue::guess(Score::new(guess));
            if found.score >= beta {
                return Ok(found);
            }
        }
        let mut alpha = asked.max(found.score);
        let first = entry.and_then(|entry| entry.action);
        let start = self.list_picks(&Node { depth: 0, ..*node }, uses, first, !threatened)?;
        let end = self.picks.len();
        let mut best = None;
        for at in start..end {
            let pick = self.next_pick(at, end);
            if found.score.get() > bounds.low.get() / 2 {
                let hopeless = uses.margins && guess + pick.gain + 2 * U::MARGIN <= alpha.get();
                // Among answers to a threat, quiet ones need not be tried once one of them does not lose.
                let skips = if threatened { !pick.noisy || pick.gain < 0 } else { pick.gain < 0 || hopeless };
                if skips {
                    continue;
                }
            }
            let Some(child) = self.picked(node, &pick)? else { continue };
            let value = self.descend(&node.with_window(alpha, beta), &child, 0)?;
            if value.score > found.score || best.is_none() && threatened {
                found = NodeValue::guess(value.score);
                best = Some((pick.action, pick.place));
                if value.score > alpha {
                    alpha = value.score;
                    if value.score < beta {
                        self.take_line(self.path.len(), pick.action);
                    } else {
                        break;
                    }
                }
            }
        }
        self.picks.truncate(start);
        if let Some(slot) = slot {
            let name = best.map(|(action, place)| self.engine.keys.name(game, state, action, place));
            self.keep(slot, found, (asked, beta), 0, name);
        }
        Ok(found)
    }

    /// Step 7: stores in the table what the window says of the value.
    fn keep(&mut self, slot: TableSlot, found: NodeValue, window: (Score, Score), depth: u32, action: Option<u16>) {
        let (alpha, beta) = window;
        let low = found.low || found.score > alpha;
        let high = found.high || found.score < beta;
        let entry = Entry {
            low: if low { found.score } else { Score::NEG_INFINITY },
            high: if high { found.score } else { Score::INFINITY },
            low_proven: false,
            high_proven: false,
            depth: Depth(depth),
            action,
        };
        self.store(slot, &entry);
    }
}

/// What an action of the path put where, for the histories of what follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Placed {
    /// A pass of the null move.
    Pass,
    /// An action, by its placement.
    Action(Option<u16>),
}

/// The value of a table entry that looked at least so far, if it answers for the window.
fn recalled(entry: &Entry, depth: u32, alpha: Score, beta: Score, open: bool) -> Option<NodeValue> {
    if entry.depth.0 < depth || open {
        return None;
    }
    if entry.low >= beta && entry.low != Score::NEG_INFINITY {
        return Some(NodeValue::guess(entry.low));
    }
    (entry.high <= alpha && entry.high != Score::INFINITY).then(|| NodeValue::guess(entry.high))
}
