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
//! 6. Where the table's action seems good, ask whether all others are much worse: then it is extended (singular
//!    extension); if even they are good enough, the node is cut.
//! 7. Visit the actions: the table's, those that win an exchange, killers, the others by their history, those that
//!    lose an exchange. Late quiet ones are left out, or searched less deeply; what threatens is spared, and extended.
//! 8. Tell the table, and learn from what cut, and from how far the evaluation was off.
//!
//! [`Selectivity::PRUNES`]: crate::Selectivity::PRUNES

mod correction;
mod picks;
mod pruning;
mod quiescence;
mod singular;

use super::children::Child;
use super::keys::{Keys, TableSlot};
use super::node::{Node, NodeOf, Visited};
use super::node_value::{NodeValue, for_side};
use super::table::Entry;
use super::win_distance::WinDistance;
use super::worker::{SearchResult, TO_THE_END, Worker};
use super::{Engine, Selective};
use crate::limits::Cause;
use crate::trace::Trace;
use crate::{Depth, Evaluate, Game, Knowledge, MoveClass, Repetition, Score};

pub(super) use correction::Corrections;
pub(super) use picks::Pick;
pub(super) use pruning::Reductions;

/// What a node knows when it visits its actions.
#[derive(Clone, Copy)]
struct Visit {
    /// The name of the table's action.
    first: Option<u16>,
    /// Whether that is left out.
    without_first: bool,
    /// The evaluation, if it is trusted here.
    guess: Option<i32>,
    threatened: bool,
    open: bool,
    improves: bool,
    /// Whether all actions but the table's are much worse.
    singular: bool,
    /// Whether some action is expected to cut, as the window is null and the node above has not cut yet.
    expects_cut: bool,
}

/// Note on a state of the path.
#[derive(Clone, Copy, Default)]
pub(super) struct PlyNote {
    /// Its evaluation for the side to move, if it is trusted there.
    guess: Option<i32>,
    /// Whether a cut is expected there: it was entered in a null window, and not as the first child of a node where
    /// one is expected.
    expects_cut: bool,
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

    /// How many plies the state is below the root, passes included.
    #[inline]
    pub(super) fn distance_to_root(&self) -> u32 {
        self.placements.len() as u32
    }

    /// How wins are told by their distance, in a search that does so.
    #[inline]
    pub(super) fn distances(&self, depth: u32) -> Option<WinDistance> {
        if U::WIN_DISTANCES == 0 {
            return None;
        }
        self.selects(depth).map(|_| WinDistance::new(self.bounds, U::WIN_DISTANCES))
    }

    /// The entry of the table at a slot, its distances counted from the root.
    fn entry(&self, slot: Option<TableSlot>) -> Option<Entry> {
        Some(self.at_distance(self.probe(slot?)?, self.distance_to_root()))
    }

    /// An entry of the table as it holds so far below the root.
    pub(super) fn at_distance(&self, entry: Entry, to_root: u32) -> Entry {
        if U::WIN_DISTANCES == 0 {
            return entry;
        }
        let distances = WinDistance::new(self.bounds, U::WIN_DISTANCES);
        let at = |score: Score| distances.restored(score, to_root);
        Entry { low: at(entry.low), high: at(entry.high), ..entry }
    }

    /// The value of a node with depth left (steps 1 to 7).
    pub(super) fn selective_value(&mut self, node: &NodeOf<'_, G, U>, uses: Selective) -> SearchResult<NodeValue> {
        let Node { state, info, mut depth, mut alpha, mut beta } = *node;
        let Engine { game, knowledge, techniques, .. } = self.engine;
        let Some(facts) = &info.facts else { return self.choice(node) };
        // 1. A position that comes again is a draw.
        if matches!(self.engine.line.repetition, Repetition::Draw(_))
            && let Some(draw) = self.repeats(state, info)
        {
            return Ok(draw);
        }
        // A win that comes later than one that is there already is none.
        if let Some(distances) = self.distances(depth) {
            (alpha, beta) = distances.window(alpha, beta, self.distance_to_root());
            if alpha >= beta {
                return Ok(NodeValue::guess(alpha));
            }
        }
        let node = &node.with_window(alpha, beta);
        // 2. Ask the table.
        let open = alpha.above() < beta;
        let slot = if techniques.table { info.slot.or_else(|| self.table_slot(state)) } else { None };
        let entry = self.entry(slot);
        if let Some(found) = entry.and_then(|entry| recalled(&entry, depth, alpha, beta)) {
            self.statistics.table_hits += 1;
            self.tell_known(info.side, found, !found.low && !found.high);
            return Ok(found);
        }
        let first = entry.and_then(|entry| entry.action);
        // 3. The evaluation, once.
        let threatened = knowledge.is_threatened(game, state, facts);
        let guess = if threatened { None } else { Some(self.guess(node, entry.as_ref())?) };
        let ply = self.placements.len();
        let note = self.note(ply);
        note.guess = guess;
        let expects_cut = note.expects_cut && !open;
        let improves =
            guess.is_some_and(|guess| ply < 2 || self.notes[ply - 2].guess.is_none_or(|before| guess > before));
        let mut visit =
            Visit { first, without_first: false, guess, threatened, open, improves, singular: false, expects_cut };
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
                visit.first = slot.and_then(|slot| self.probe(slot)).and_then(|entry| entry.action);
            } else {
                depth -= 1;
            }
        }
        // 6. See whether the table's action is the only good one.
        if uses.singular
            && let Some(entry) = &entry
            && let Some(found) = self.look_at_others(&Node { depth, ..*node }, uses, &mut visit, entry)?
        {
            return Ok(found);
        }
        // 7. Visit the actions.
        let inner = &Node { depth, ..*node };
        let (found, best) = match slot {
            Some(TableSlot { key, local: false }) if !open && self.shares(depth) => {
                self.watch(inner, key, |worker| worker.visit_selectively(inner, uses, &visit))?
            }
            _ => self.visit_selectively(inner, uses, &visit)?,
        };
        // 8. Tell the table, and learn how far the evaluation was off.
        if let Some(guess) = guess
            && uses.corrections
        {
            self.learn_correction(node, guess, found, best.map(|(action, _)| action));
        }
        // Without a best action it is from the table: another thread has settled it.
        if let (Some(slot), Some((action, place))) = (slot, best) {
            let name = self.engine.keys.name(game, state, action, place);
            self.keep(slot, found, (alpha, beta), (depth, entry.as_ref()), Some(name));
        }
        Ok(found)
    }

    /// EVAL(s) for the side to move (step 3), corrected by a bound that the table has.
    fn guess(&mut self, node: &NodeOf<'_, G, U>, entry: Option<&Entry>) -> SearchResult<i32> {
        let score = self.evaluate(node.state);
        if score == Score::UNKNOWN {
            return Err(self.halt(Cause::Unknown));
        }
        self.statistics.evaluated += 1;
        let mut score = for_side(score, node.info.side);
        if self.engine.techniques.selective.corrections
            && let Some(keys) = self.engine.keys.correction_keys(self.engine.game, node.state)
        {
            let corrections = &self.history.histories.corrections;
            score = Score::new(score.get() + corrections.of(node.info.side as usize, keys, U::MARGIN));
        }
        score = score.clamp(node.info.low, node.info.high);
        // A guess is never taken for a win with its distance.
        if let Some(distances) = self.distances(node.depth)
            && node.info.low < node.info.high
        {
            score = distances.short_of_win(score);
        }
        if let Some(entry) = entry {
            let ordinary = |bound: Score| 2 * bound.get().abs() < self.bounds.high.get();
            if entry.low != Score::NEG_INFINITY && entry.low > score && ordinary(entry.low) {
                score = entry.low;
            } else if entry.high != Score::INFINITY && entry.high < score && ordinary(entry.high) {
                score = entry.high;
            }
        }
        Ok(score.get())
    }

    /// The note of a ply.
    fn note(&mut self, ply: usize) -> &mut PlyNote {
        if self.notes.len() <= ply {
            self.notes.resize(ply + 1, PlyNote::default());
        }
        &mut self.notes[ply]
    }

    /// Notes whether a cut is expected in the child that is entered next.
    pub(super) fn expect_cut(&mut self, expected: bool) {
        self.note(self.placements.len() + 1).expects_cut = expected;
    }

    /// Learns how far the evaluation of a node was off, from its value. Where the best action is noisy, it was the
    /// exchange that changed the value; a bound tells nothing if the evaluation is beyond it already.
    fn learn_correction(&mut self, node: &NodeOf<'_, G, U>, guess: i32, found: NodeValue, best: Option<G::Action>) {
        let Node { state, info, depth, alpha, beta } = *node;
        let Engine { game, knowledge, keys, .. } = self.engine;
        let Some(facts) = &info.facts else { return };
        let off = found.score.get() - guess;
        let is_ordinary = 2 * found.score.get().abs() < self.bounds.high.get();
        let says_nothing = found.score >= beta && off <= 0 || found.score <= alpha && off >= 0;
        let noisy = || best.is_some_and(|best| knowledge.is_noisy(game, state, facts, best));
        if is_ordinary
            && !says_nothing
            && !noisy()
            && let Some(keys) = keys.correction_keys(game, state)
        {
            self.history.histories.corrections.learn(info.side as usize, keys, U::MARGIN, (off, depth));
        }
    }

    /// Step 7: visits the actions of a node. Gives its value, and its best action with its place.
    fn visit_selectively(
        &mut self,
        node: &NodeOf<'_, G, U>,
        uses: Selective,
        visit: &Visit,
    ) -> SearchResult<Visited<G::Action>> {
        let Engine { game, knowledge, .. } = self.engine;
        let (info, beta) = (node.info, node.beta.min(node.info.high));
        let late = Self::late_from(node, uses, visit);
        let mut picks = self.list_picks(node, visit.first, false);
        let mut found = NodeValue { score: info.low, low: true, high: true };
        let mut alpha = node.alpha.max(found.score);
        let mut best = None;
        // How many actions were visited, how many had their turn, and how many of these are quiet.
        let (mut index, mut turns, mut quiet) = (0, 0, 0);
        while alpha < beta
            && let Some(mut pick) = self.next_pick(node, uses, &mut picks)
        {
            let at = picks.at - 1;
            if visit.without_first && pick.is_first() {
                continue;
            }
            let was_put_off = pick.restore();
            let may_skip =
                best.is_some() && found.score.get() > self.bounds.low.get() / 2 && !visit.threatened && !was_put_off;
            let is_late = !pick.noisy && quiet >= late;
            // What threatens is spared.
            if may_skip
                && self.is_hopeless(node, uses, visit, at, (alpha, is_late))
                && let Some(facts) = &info.facts
                && !knowledge.threatens(game, node.state, facts, pick.action)
            {
                // Of what is left, hardly anything will be visited.
                picks.any_order |= is_late && self.thread.is_none();
                found.high = false;
                quiet += u32::from(!pick.noisy);
                continue;
            }
            let mut child = self.picked(node, &pick)?;
            let shares = index > 0 && self.shares(node.depth);
            if shares && self.is_elsewhere(node.state, &mut child) && !was_put_off {
                self.picks[at].put_off(turns);
                picks.at = at;
                turns += 1;
                quiet += u32::from(!pick.noisy);
                continue;
            }
            if !was_put_off {
                pick.turn = turns;
                turns += 1;
                quiet += u32::from(!pick.noisy);
            }
            let threat = self.is_threat(&child);
            let threatens = uses.extensions && threat && self.ply() < self.farthest;
            if visit.singular && pick.is_first() || threatens && self.exchange_gain(node, at) >= 0 {
                child.depth += 1;
            }
            let by = self.reduction(node, uses, visit, &pick, threat);
            let reduced = child.depth.saturating_sub(by).max(1).min(child.depth);
            let announced = if shares { self.announce(&child) } else { None };
            let value = self.picked_value(&node.with_window(alpha, beta), &child, (index, reduced), visit);
            self.withdraw(announced);
            let value = value?;
            found.high &= value.high;
            if value.score > found.score || best.is_none() && value.score == found.score {
                best = Some((pick.action, usize::from(pick.place)));
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
                        self.cut(info.side, value.score, (alpha, beta), index, picks.count());
                        self.learn_picks(node, uses, &picks);
                        found.high = false;
                        alpha = beta;
                    }
                }
            }
            index += 1;
        }
        self.picks.truncate(picks.start);
        if found.score >= info.high {
            found = NodeValue { score: info.high, high: true, ..found };
        }
        Ok((found, best))
    }

    /// The child of an action.
    pub(super) fn picked(
        &mut self,
        node: &NodeOf<'_, G, U>,
        pick: &Pick<G::Action>,
    ) -> SearchResult<Child<G, U::Facts>> {
        let Node { state, info, depth, .. } = *node;
        let Engine { game, keys, table, .. } = self.engine;
        let (action, place) = (pick.action, usize::from(pick.place));
        let child = game.result(state, action);
        // The table's line is on its way while the child is inspected.
        if !self.counts_idle
            && let Some(TableSlot { key, local: false }) = keys.table_slot(game, &child)
        {
            table.touch(self.engine.line.salted(key));
        }
        let mut child_info = self.inspect(&child, Some((state, info, action)))?;
        if self.counts_idle && !child_info.over && self.ends_idle(state, action) {
            (child_info.low, child_info.high) = (Score::DRAW, Score::DRAW);
        } else if self.trusts_facts() || game.is_progress(state, action) {
            self.engine.bound(&child, &mut child_info, None);
        }
        let (depth, move_class) = (depth.saturating_sub(1), MoveClass::Plain);
        Ok(Child { action, state: child, info: child_info, move_class, depth, place, defer: false })
    }

    /// The value of a child: the first in the whole window, the others in a null window unless they turn out better.
    fn picked_value(
        &mut self,
        parent: &NodeOf<'_, G, U>,
        child: &Child<G, U::Facts>,
        (index, reduced): (usize, u32),
        visit: &Visit,
    ) -> SearchResult<NodeValue> {
        let Node { alpha, beta, .. } = *parent;
        let above = alpha.above();
        // Where a node cuts, the first child does not; where it does not, all of them do.
        self.expect_cut(index > 0 || !visit.open && !visit.expects_cut);
        if index == 0 || above >= beta && reduced == child.depth {
            return self.descend(parent, child, child.depth);
        }
        let null_window = parent.with_window(alpha, above);
        let mut value = self.descend(&null_window, child, reduced)?;
        if value.score > alpha && reduced < child.depth {
            self.expect_cut(!visit.expects_cut);
            value = self.descend(&null_window, child, child.depth)?;
        }
        if value.score > alpha && value.score < beta && above < beta {
            value = self.descend(parent, child, child.depth)?;
        }
        Ok(value)
    }

    /// Step 7: stores in the table what the window says of the value, unless there is an entry that looked much further.
    fn keep(
        &mut self,
        slot: TableSlot,
        found: NodeValue,
        (alpha, beta): (Score, Score),
        (depth, before): (u32, Option<&Entry>),
        action: Option<u16>,
    ) {
        /// An entry that looked so many plies further stays.
        const FURTHER: u32 = 3;
        let low = found.low || found.score > alpha;
        let high = found.high || found.score < beta;
        let is_value = low && high;
        if !is_value && before.is_some_and(|before| before.depth.0 > depth + FURTHER) {
            return;
        }
        let distances = WinDistance::new(self.bounds, U::WIN_DISTANCES);
        let score = distances.stored(found.score, self.distance_to_root());
        let (wins, loses) = (distances.is_win(found.score), distances.is_loss(found.score));
        let entry = Entry {
            low: if low { score } else { Score::NEG_INFINITY },
            high: if high { score } else { Score::INFINITY },
            // A forced win holds wherever the state comes again; a draw by repetition does not.
            low_proven: U::WIN_DISTANCES > 0 && wins && found.low,
            high_proven: U::WIN_DISTANCES > 0 && loses && found.high,
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

/// The value of a table entry that looked at least so far, if it answers for the window, which is a null window.
pub(super) fn recalled(entry: &Entry, depth: u32, alpha: Score, beta: Score) -> Option<NodeValue> {
    if entry.depth.0 < depth || alpha.above() < beta {
        return None;
    }
    if entry.low >= beta && entry.low != Score::NEG_INFINITY {
        return Some(NodeValue { score: entry.low, low: entry.low_proven, high: false });
    }
    let enough = entry.high <= alpha && entry.high != Score::INFINITY;
    enough.then_some(NodeValue { score: entry.high, low: false, high: entry.high_proven })
}
