//! A node of the engine: principal variation search, fail-soft, on what the table and the game know.
//!
//! The contract of [`Worker::value`] with a window `alpha..beta`, in the point of view of the side to move: a value returned
//! inside the window is the minimax value as far as the search looks; one at or below alpha is an upper bound on it, and one
//! at or above beta a lower bound. Where the game knows bounds of its own, minimax is that of a tree in which every state's
//! value is held within them.
//!
//! 1. Enter the state.
//! 2. At a leaf, return its value: a finished game, a state of which enough is known on sight, or the horizon.
//! 3. Let the side to move choose, without ceremony where little is left (`brief`), and otherwise:
//!    1. a position that comes again is a draw, where the game says so;
//!    2. ask the table;
//!    3. see whether passing is good enough, where the game allows it;
//!    4. in an open window, find an order by a search that looks less far, where nothing is known;
//!    5. list the children;
//!    6. visit them, those that promise most first: the first with the whole window, the others with a null window unless
//!       they turn out better;
//!    7. tell the table.
//! 4. Leave the state.

use super::Engine;
use super::children::{Child, Expansion, Purpose, usable};
use super::found::Found;
use super::keys::{Keys, Place};
use super::table::Entry;
use super::worker::{Answer, Seen, TO_THE_END, Worker};
use crate::trace::Trace;
use crate::{Depth, Evaluate, Game, Knowledge, Repetition, Score, Side, Temper, Unrest};

/// What the children of a state say of it; and its best action, if there is one that was looked at, with its place in the
/// game's order.
pub(super) type Visited<A> = (Found, Option<(A, usize)>);

impl<G, E, K, U, T> Worker<'_, G, E, K, U, T>
where
    G: Game,
    E: Evaluate<G>,
    K: Keys<G>,
    U: Knowledge<G>,
    T: Trace<G>,
{
    /// The value of a state as far as the window `alpha..beta` needs it, looking `left` plies ahead.
    pub(super) fn value(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        left: u32,
        alpha: Score,
        beta: Score,
    ) -> Answer<Found> {
        debug_assert!(alpha < beta);
        // 1. Enter the state.
        self.enter(state, seen, alpha, beta)?;
        // 2. A leaf has its value.
        let found = if seen.over {
            self.utility(seen)?
        } else if let Some(found) = self.known(seen, alpha, beta) {
            found
        } else if left == 0 {
            self.horizon(state, seen, alpha, beta)?
        } else if let Some(plies) = self.brief_rest(state, seen, left, alpha, beta) {
            self.last_plies(state, seen, plies, alpha, beta)?
        } else {
            // 3. Otherwise the side to move chooses.
            self.choice(state, seen, left, alpha, beta)?
        };
        // 4. Leave the state.
        self.exit(seen.side, found);
        Ok(found)
    }

    /// Step 3.
    fn choice(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        left: u32,
        alpha: Score,
        beta: Score,
    ) -> Answer<Found> {
        // 3.1. A position that comes again is a draw.
        if matches!(self.engine.repetition, Repetition::Draw(_))
            && let Some(draw) = self.repeats(state, seen)
        {
            return Ok(draw);
        }
        // 3.2. Ask the table.
        let place = if self.engine.techniques.table { seen.place.or_else(|| self.place(state)) } else { None };
        let entry = place.and_then(|place| self.probe(place));
        if let Some(found) = entry.and_then(|entry| self.recall(&entry, left, alpha, beta)) {
            let known = Found { low: found.score > alpha, high: found.score < beta, ..found };
            self.tell_known(seen.side, known, !found.low && !found.high);
            return Ok(found);
        }
        // 3.3. See whether passing is good enough.
        if let Some(found) = self.pass_is_enough(state, seen, left, alpha, beta)? {
            return Ok(found);
        }
        // 3.4. Find an order by a search that looks less far. A null window is cheaper without: 4.4 million nodes to depth 24 of
        // connect four instead of 5.2.
        let mut first = entry.and_then(|entry| entry.action);
        if first.is_none() && alpha.above() < beta && self.wants_order(left, place) {
            self.value(state, seen, left - 2, alpha, beta)?;
            first = place.and_then(|place| self.probe(place)).and_then(|entry| entry.action);
        }
        // 3.5. List the children. 3.6. Visit them.
        let ply = self.ply();
        let deepest_elsewhere = std::mem::replace(&mut self.deepest, ply);
        let depends_elsewhere = std::mem::replace(&mut self.depends_on, u32::MAX);
        let (floor, ceiling) = (alpha.max(seen.low), beta.min(seen.high));
        let purpose = Purpose { left, first, alpha: floor, beta: ceiling, noisy: false, all: false };
        let children = self.expand(state, seen, &purpose)?;
        let (found, best) = match (&self.share, place) {
            (Some(_), Some(Place { key, near: false })) => {
                self.visit_watched(state, seen, &children, key, left, alpha, beta)?
            }
            _ => self.visit(state, seen, &children, left, alpha, beta)?,
        };
        // 3.7. Tell the table, unless what was found holds only on this path.
        if let Some(place) = place
            && self.depends_on >= ply
        {
            let action = best.map(|(action, place)| self.engine.keys.name(self.engine.game, state, action, place));
            self.remember(place, found, action, left, alpha, beta);
        }
        self.fold(&children);
        self.deepest = self.deepest.max(deepest_elsewhere);
        let depends = if self.depends_on < ply { self.depends_on } else { u32::MAX };
        self.depends_on = depends.min(depends_elsewhere);
        Ok(found)
    }

    /// Step 3.6: the children, one after the other, until one cuts. Says which was best, and its place in the game's order.
    pub(super) fn visit(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        children: &Expansion,
        left: u32,
        alpha: Score,
        beta: Score,
    ) -> Answer<Visited<G::Action>> {
        let side = seen.side;
        // What is known of the state on sight, and of the actions that were left out, need not be searched for.
        let mut found = Found { score: seen.low, low: true, high: true };
        if let Some(rest) = children.rest {
            found.score = found.score.max(rest);
        }
        let (asked, beta) = (beta, beta.min(seen.high));
        let mut alpha = alpha.max(found.score);
        let mut best = None;
        let mut index = 0;
        while index < children.count && alpha < beta {
            if self.put_off(children, index) {
                continue;
            }
            let child = self.nth(children, index).clone();
            let value = match self.settled(side, &child, alpha)? {
                Some(value) => value,
                None => self.child_value(state, seen, &child, index, alpha, beta)?,
            };
            found.high &= value.high;
            if value.score > found.score || best.is_none() && value.score == found.score {
                best = Some((child.action, child.place));
            }
            if value.score == found.score {
                found.low |= value.low;
            }
            if value.score > found.score {
                found = Found { score: value.score, low: value.low, ..found };
                if value.score > alpha {
                    if value.score < beta {
                        self.take_line(self.path.len(), child.action);
                        alpha = value.score;
                        self.update(side, value.score, alpha, beta);
                    } else {
                        // What is as much as there can be is the value, and of the rest of its line nothing was asked.
                        if value.score < asked {
                            self.clear_line(self.path.len());
                            self.lines[self.path.len()].push(child.action);
                        }
                        self.update(side, value.score, alpha, beta);
                        self.cut(side, value.score, (alpha, beta), index, children.listed);
                        self.learn(seen, children, index, left);
                        found.high = false;
                        break;
                    }
                }
            }
            index += 1;
        }
        if alpha >= beta && index < children.count {
            found.high = false;
        }
        if found.score >= seen.high {
            found = Found { score: seen.high, high: true, ..found };
        }
        Ok((found, best))
    }

    /// The value of a child that is known on sight to be no better than what there is: a leaf that need not be gone down to.
    #[inline]
    fn settled(&mut self, side: Side, child: &Child<G, U::Insight>, alpha: Score) -> Answer<Option<Found>> {
        let Seen { over, low, high, .. } = child.seen;
        let other = child.seen.side != side;
        let most = if other { -low } else { high };
        if T::LISTENS || over || most > alpha {
            return Ok(None);
        }
        self.count_leaf()?;
        Ok(Some(Found { score: most, low: low == high, high: true }))
    }

    /// The value of a child for the side that chooses it.
    pub(super) fn child_value(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        child: &Child<G, U::Insight>,
        index: usize,
        alpha: Score,
        beta: Score,
    ) -> Answer<Found> {
        let above = alpha.above();
        if index == 0 || !self.engine.techniques.null_windows || above >= beta {
            return self.descend(state, seen, child, child.left, alpha, beta);
        }
        let reduced = self.reduced(child, index);
        let mut value = self.descend(state, seen, child, reduced, alpha, above)?;
        if value.score > alpha && reduced < child.left {
            value = self.descend(state, seen, child, child.left, alpha, above)?;
        }
        if value.score > alpha && value.score < beta {
            value = self.descend(state, seen, child, child.left, alpha, beta)?;
        }
        Ok(value)
    }

    /// Goes down to a child and comes back.
    pub(super) fn descend(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        child: &Child<G, U::Insight>,
        left: u32,
        alpha: Score,
        beta: Score,
    ) -> Answer<Found> {
        self.go(state, child.action);
        // The sides need not alternate.
        let other = child.seen.side != seen.side;
        let (alpha, beta) = if other { (-beta, -alpha) } else { (alpha, beta) };
        let value = self.value(&child.state, &child.seen, left, alpha, beta)?;
        self.come_back();
        Ok(value.flipped_if(other))
    }

    /// Notes that an action of a state was taken.
    pub(super) fn go(&mut self, state: &G::State, action: G::Action) {
        let Engine { game, keys, .. } = self.engine;
        if self.engine.repetition != Repetition::Ignored {
            self.repeated.push(keys.repetition_key(game, state));
        }
        if T::LISTENS {
            let number = game.action_list(state).iter().position(|&legal| legal == action);
            self.numbers.push(number.map_or(0, |place| place as u32 + 1));
        }
        self.path.push(action);
    }

    /// Notes that it was taken back.
    pub(super) fn come_back(&mut self) {
        self.path.pop();
        self.numbers.pop();
        self.repeated.pop();
    }

    /// Step 3.1: a draw, if the state was there before on the path.
    fn repeats(&mut self, state: &G::State, seen: &Seen<U::Insight>) -> Option<Found> {
        let key = self.engine.keys.repetition_key(self.engine.game, state)?;
        let before = self.repeated.iter().rposition(|&earlier| earlier == Some(key))?;
        self.depends_on = self.depends_on.min(before as u32);
        let found = Found::exact(Score::DRAW);
        self.statistics.leaves += 1;
        self.tell_known(seen.side, found, false);
        Some(found)
    }

    /// Where to remember what is found out about a state, unless that does not pay, or it must not be used elsewhere.
    #[inline]
    pub(super) fn place(&self, state: &G::State) -> Option<Place> {
        // Where no position may come again, a state is worth what the path leaves of it.
        if self.engine.repetition == Repetition::Forbidden {
            return None;
        }
        self.engine.keys.place(self.engine.game, state)
    }

    /// Step 3.2: what the table knows, if that is enough for the window.
    pub(super) fn recall(&mut self, entry: &Entry, left: u32, alpha: Score, beta: Score) -> Option<Found> {
        let found = answer(entry, left, alpha, beta)?;
        self.statistics.table_hits += 1;
        self.deepest = self.deepest.max(self.ply().saturating_add(entry.depth.0));
        Some(found)
    }

    /// Step 3.4: whether to look less far first.
    fn wants_order(&self, left: u32, place: Option<Place>) -> bool {
        // Closer to the horizon the children cost less than the order would.
        const LEAST: u32 = 5;
        self.engine.techniques.deepening && place.is_some() && left != TO_THE_END && left >= LEAST
    }

    /// Step 3.7: what the window and the facts say of the value.
    fn remember(&mut self, place: Place, found: Found, action: Option<u16>, left: u32, alpha: Score, beta: Score) {
        let low = found.low || found.score > alpha;
        let high = found.high || found.score < beta;
        // What rests on facts alone holds wherever its games end in time.
        let proven = (found.low || !low) && (found.high || !high);
        let depth = if proven { self.deepest - self.ply() } else { left };
        let entry = Entry {
            low: if low { found.score } else { Score::NEG_INFINITY },
            high: if high { found.score } else { Score::INFINITY },
            low_proven: found.low,
            high_proven: found.high,
            depth: Depth(depth),
            action,
        };
        self.store(place, &entry);
    }

    /// An action cut: it may cut elsewhere too.
    fn learn(&mut self, seen: &Seen<U::Insight>, children: &Expansion, index: usize, left: u32) {
        let Engine { game, keys, techniques, .. } = self.engine;
        let action = self.nth(children, index).action;
        if techniques.killers {
            self.memory.add_killer(self.path.len(), action);
        }
        if techniques.history
            && let Some(code) = keys.code(game, action)
        {
            let gain = (left.min(20) * left.min(20)) as i32;
            self.memory.learn(seen.side as usize, code, gain);
            for at in 0..index {
                if let Some(code) = keys.code(game, self.nth(children, at).action) {
                    self.memory.learn(seen.side as usize, code, -gain);
                }
            }
            if let Some(&last) = self.path.last()
                && let Some(last) = keys.code(game, last)
            {
                self.memory.add_counter(last, action);
            }
        }
    }

    /// How far to look at a child at first: less far at one that comes late and changes little, where the game says so.
    fn reduced(&self, child: &Child<G, U::Insight>, index: usize) -> u32 {
        const FIRST_ONES: usize = 3;
        let late = index >= FIRST_ONES && child.temper == Temper::Quiet;
        if self.engine.techniques.selective && late && child.left != TO_THE_END && child.left >= 2 {
            child.left - 1
        } else {
            child.left
        }
    }

    /// Step 3.3: a side that is still well off after a pass is so after its best action.
    fn pass_is_enough(
        &mut self,
        state: &G::State,
        seen: &Seen<U::Insight>,
        left: u32,
        alpha: Score,
        beta: Score,
    ) -> Answer<Option<Found>> {
        const REDUCTION: u32 = 3;
        let Engine { game, knowledge, techniques, .. } = self.engine;
        if !techniques.selective || left == TO_THE_END || left <= REDUCTION || alpha.above() < beta {
            return Ok(None);
        }
        let Some(insight) = &seen.insight else { return Ok(None) };
        let Some(passed) = knowledge.pass(game, state, insight) else { return Ok(None) };
        let after = self.see(&passed)?;
        if after.over || after.side == seen.side {
            return Ok(None);
        }
        let value = -self.value(&passed, &after, left - REDUCTION, -beta, -alpha)?;
        Ok((value.score >= beta).then_some(Found::guess(beta)))
    }

    /// Step 2: the horizon. Where an action is noisy no evaluation is trusted before it: the side to move may stop here, or go
    /// on with what is noisy; and it must go on where there is nothing else.
    fn horizon(&mut self, state: &G::State, seen: &Seen<U::Insight>, alpha: Score, beta: Score) -> Answer<Found> {
        let Engine { game, knowledge, .. } = self.engine;
        let unrest = match &seen.insight {
            Some(insight) if U::TEMPERS && self.ply() < self.farthest => knowledge.unrest(game, state, insight),
            _ => Unrest::Still,
        };
        let driven = unrest == Unrest::Driven;
        let mut found = if driven { Found::guess(Score::NEG_INFINITY) } else { self.evaluation(state, seen)? };
        if unrest == Unrest::Still || found.score >= beta {
            return Ok(found);
        }
        let children =
            self.expand(state, seen, &Purpose { left: 0, first: None, alpha, beta, noisy: !driven, all: false })?;
        for index in 0..children.count {
            let child = self.nth(&children, index).clone();
            let value = self.descend(state, seen, &child, 0, alpha.max(found.score), beta)?;
            if value.score > found.score {
                found = Found { score: value.score, low: value.low, high: found.high };
            }
            if found.score >= beta {
                break;
            }
        }
        self.fold(&children);
        Ok(Found { high: found.score == seen.high, ..found })
    }
}

/// What an entry says of a state that is searched so far in this window, if that is enough.
#[inline]
pub(super) fn answer(entry: &Entry, left: u32, alpha: Score, beta: Score) -> Option<Found> {
    match usable(entry, left) {
        (Some(low), _) if low >= beta => Some(Found { score: low, low: entry.low_proven, high: false }),
        (_, Some(high)) if high <= alpha => Some(Found { score: high, low: false, high: entry.high_proven }),
        (Some(low), Some(high)) if low == high => {
            Some(Found { score: low, low: entry.low_proven, high: entry.high_proven })
        }
        _ => None,
    }
}
