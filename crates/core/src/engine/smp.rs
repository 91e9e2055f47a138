//! Parallel search: what several threads of one search tell one another, apart from the table.
//!
//! Threads that share a table and search the same tree would do the same work twice. Against that there are four
//! measures, the last three taken in *rounds*, every few hundred nodes, so that they cost next to nothing:
//!
//! - Near the root each thread goes through the children after the first in an order of its own.
//! - Each thread says which states it is at; whoever comes to a child that somebody is at puts it off, and mostly finds
//!   its value in the table later (after ABDADA, Weill 1996, in a simpler form). Only a state that has taken a whole
//!   round is told of. A wrong entry costs time only.
//! - Each thread asks the table again for the states on its path. Where another one has settled such a state meanwhile,
//!   all work below it has become useless, and is abandoned.
//! - Where a proof is put aside for a search to a limited depth (`solve`), the first that has finished it ends it for
//!   all, and all go by what it has found: threads that believe different things would ask different questions. The
//!   same goes for each iteration of a selective search.
//!
//! The selective search has a simpler form of the second: a thread says of each child but the first that it goes to it,
//! and when it has come back, and leaves for later what another one is at (Simplified ABDADA, Kerrigan 2014).
//!
//! PERF: 20 positions of chess to depth 18 took two threads as long as one without any of this. With it they visit 1.3
//! times the nodes, from 1.2 to 1.4 in one run or another. Tried in vain: first children of nodes where no cut is
//! expected shared as well, rounds of 32 and 64 nodes, two plies less or one more for what is shared, reductions
//! without the history, which each thread has for itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::children::{Child, Expansion};
use super::keys::Keys;
use super::node::{Node, NodeOf, Visited, answer};
use super::node_value::NodeValue;
use super::selective::recalled;
use super::table::Entry;
use super::worker::{SearchResult, Worker};
use crate::limits::{Cause, Limit};
use crate::trace::Trace;
use crate::{Depth, Evaluate, Game, Key, Knowledge, Score};

/// Shared data of the threads of one search.
#[derive(Debug)]
pub(super) struct Shared {
    pub threads: u32,
    /// How many of them have begun.
    begun: AtomicU32,
    pub in_progress: InProgress,
    /// The looks of a proof: see `solve`.
    pub looks: Agreement,
    /// The iterations of a selective search, by their depth.
    pub iterations: Agreement,
    /// The stop flag, raised by the first that is done.
    pub finished: Arc<AtomicBool>,
}

impl Shared {
    pub(super) fn new(threads: u32) -> Shared {
        Shared {
            threads,
            begun: AtomicU32::new(0),
            in_progress: InProgress::new(),
            looks: Agreement::default(),
            iterations: Agreement::default(),
            finished: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Adds a thread: its number, and how many there are.
    pub(super) fn join(&self) -> (u32, u32) {
        (self.begun.fetch_add(1, Ordering::Relaxed) % self.threads, self.threads)
    }
}

/// A guess that all threads go by: threads that believe different things would ask different questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    /// What the root seems to be worth.
    pub score: Score,
    /// The place of its best action.
    pub first: u16,
}

/// The last of several steps that some thread has finished, and the guess of the one that did so first. Steps are
/// numbered from 1.
#[derive(Debug, Default)]
pub(super) struct Agreement(AtomicU64);

impl Agreement {
    const SCORE_BITS: u32 = 32;
    const FIRST_BITS: u32 = 16;

    /// The guess that a thread has found in a step, or in a later one.
    pub(super) fn guess(&self, step: u16) -> Option<Guess> {
        let found = self.0.load(Ordering::Relaxed);
        (Agreement::step(found) >= step).then(|| Guess {
            score: Score::new((found as u32).cast_signed()),
            first: (found >> Agreement::SCORE_BITS) as u16,
        })
    }

    /// Agrees on a guess when a thread has finished a step: what the first of them has found.
    pub(super) fn agree(&self, step: u16, guess: Guess) -> Guess {
        let first = u64::from(guess.first) << Agreement::SCORE_BITS;
        let found = u64::from(step) << (Agreement::SCORE_BITS + Agreement::FIRST_BITS)
            | first
            | u64::from(guess.score.get().cast_unsigned());
        let is_first = |before: u64| Agreement::step(before) < step;
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |before| is_first(before).then_some(found)) {
            Ok(_) => guess,
            Err(_) => self.guess(step).unwrap_or(guess),
        }
    }

    fn step(found: u64) -> u16 {
        (found >> (Agreement::SCORE_BITS + Agreement::FIRST_BITS)) as u16
    }
}

/// States in progress: those that the threads are searching.
#[derive(Debug)]
pub(super) struct InProgress {
    slots: Vec<AtomicU64>,
}

impl InProgress {
    /// A thread is at some dozens of states at once. All slots fit into the nearest cache of each thread.
    const SLOTS: usize = 1 << 10;

    fn new() -> InProgress {
        InProgress { slots: (0..InProgress::SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    pub(super) fn is_at(&self, key: Key) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key.0
    }

    /// Marks a state as in progress; says whether to unmark it when it is done.
    pub(super) fn begin(&self, key: Key) -> bool {
        let slot = self.slot(key);
        let free = slot.load(Ordering::Relaxed) == 0;
        if free {
            slot.store(key.0, Ordering::Relaxed);
        }
        free
    }

    /// Unmarks a state.
    pub(super) fn end(&self, key: Key) {
        self.slot(key).store(0, Ordering::Relaxed);
    }

    #[inline]
    fn slot(&self, key: Key) -> &AtomicU64 {
        &self.slots[(key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - InProgress::SLOTS.ilog2())) as usize]
    }
}

/// The ply up to which threads take different children first: closer to the leaves a good order is worth more.
///
/// PERF: ten positions of connect four take 281 to 291 million nodes on two threads with 8 plies, 263 to 272 with 5.
const PARTING: usize = 5;

/// The least depth left at which a thread of a selective search leaves for later what another one is at. Below it a child
/// is done sooner than others can go round it.
const SHARED: u32 = 3;

/// The most nodes from one round to the next. Rounds are shorter at first, so that small searches share their work too.
const ROUND: u64 = 256;

/// How long a round is after so many nodes.
fn round(nodes: u64) -> u64 {
    (nodes / 64).clamp(1, ROUND)
}

/// A state on the path whose children are being visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watched {
    key: Key,
    /// What it is searched for: how far, and in which window.
    depth: u32,
    alpha: Score,
    beta: Score,
    /// How far it is below the root, passes included.
    to_root: u32,
    /// How many nodes there were when its turn came.
    since: u64,
    /// Whether the others have been told of it.
    announced: bool,
}

/// The view of one thread on the search that it shares with others.
#[derive(Debug)]
pub(super) struct ThreadView<'a> {
    pub shared: &'a Shared,
    /// Which of the threads this is.
    number: u32,
    /// The look that this thread is at, and that ends when another one has finished it.
    pub look: Option<u16>,
    /// Iteration of a selective search that this thread is at, and that ends in the same way.
    iteration: Option<u16>,
    watched: Vec<Watched>,
    /// Which of the watched states is settled, and by what, which looked how far: the search is returning to it.
    settled: Option<(usize, NodeValue, Depth)>,
}

impl<'a> ThreadView<'a> {
    pub(super) fn new(shared: &'a Shared) -> ThreadView<'a> {
        let (number, _) = shared.join();
        ThreadView { shared, number, look: None, iteration: None, watched: Vec::new(), settled: None }
    }

    /// Clears the list of watched states.
    pub(super) fn clear(&mut self) {
        for Watched { key, .. } in self.watched.drain(..).filter(|watched| watched.announced) {
            self.shared.in_progress.end(key);
        }
        self.settled = None;
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
    /// Parts the threads close to the root: where the first child does not cut, mostly none does, and each thread goes
    /// on with another one.
    pub(super) fn part(&mut self, children: &Expansion) {
        if let Some(thread) = &self.thread
            && self.path.len() <= PARTING
            && let Some(others) = self.order.get_mut(children.start + 1..)
        {
            others.rotate_left(others.len() * thread.number as usize / thread.shared.threads as usize);
        }
    }

    /// Visits a node on one of several threads, unless another one finds out meanwhile what is asked.
    pub(super) fn watch(
        &mut self,
        node: &NodeOf<'_, G, U>,
        key: Key,
        visit: impl FnOnce(&mut Self) -> SearchResult<Visited<G::Action>>,
    ) -> SearchResult<Visited<G::Action>> {
        let Node { depth, alpha, beta, .. } = *node;
        let (ply, since) = (self.path.len(), self.statistics.nodes);
        let (placements, to_root, picks) = (self.placements.len(), self.distance_to_root(), self.picks.len());
        let (verifying, actions) = (self.verifying, self.actions.as_slice().len());
        let Some(thread) = &mut self.thread else { return visit(self) };
        let place = thread.watched.len();
        thread.watched.push(Watched { key, depth, alpha, beta, to_root, since, announced: false });
        let visited = visit(self);
        let Some(thread) = &mut self.thread else { return visited };
        if thread.watched.pop().is_some_and(|watched| watched.announced) {
            thread.shared.in_progress.end(key);
        }
        let Some((_, found, looked)) = thread.settled.take_if(|(settled, ..)| *settled == place) else {
            return visited;
        };
        // What the table knows holds on every path, and nothing of what was begun below enters into it.
        self.path.truncate(ply);
        self.numbers.truncate(ply);
        self.repeated.truncate(ply);
        self.idle.truncate(ply);
        self.placements.truncate(placements);
        self.picks.truncate(picks);
        self.actions.close(actions);
        self.verifying = verifying;
        self.endgame_children.clear();
        self.clear_line(ply);
        self.statistics.table_hits += 1;
        self.deepest = (ply as u32).saturating_add(looked.0);
        self.depends_on = u32::MAX;
        Ok((found, None))
    }

    /// Begins an iteration of a selective search: it ends when another thread has finished it.
    pub(super) fn begin_iteration(&mut self, depth: u32) {
        let selects = self.selects(depth).is_some();
        if let Some(thread) = &mut self.thread {
            let numbered = u16::try_from(depth).ok();
            thread.iteration = numbered.filter(|_| selects && thread.look.is_none());
        }
    }

    /// The guess that the threads have agreed on in the iteration that this one is at, if somebody has finished it.
    pub(super) fn agreed(&self) -> Option<Guess> {
        let thread = self.thread.as_ref()?;
        thread.shared.iterations.guess(thread.iteration?)
    }

    /// Agrees with the other threads on what an iteration has found.
    pub(super) fn agree(&self, guess: Guess) -> Guess {
        let thread = self.thread.as_ref();
        let step = thread.and_then(|thread| Some((thread, thread.iteration?)));
        step.map_or(guess, |(thread, step)| thread.shared.iterations.agree(step, guess))
    }

    /// Whether a node with so much depth left is shared with other threads in a selective search.
    #[inline]
    pub(super) fn shares(&self, depth: u32) -> bool {
        self.thread.is_some() && depth >= SHARED
    }

    /// Whether another thread is at a child of a state, so that it had better be put off.
    pub(super) fn is_elsewhere(&self, state: &G::State, child: &mut Child<G, U::Facts>) -> bool {
        let Some(ThreadView { shared, .. }) = self.thread else { return false };
        if child.info.slot.is_none() && !child.info.over && self.engine.techniques.table {
            child.info.slot = self.child_slot(state, child);
        }
        child.info.slot.is_some_and(|slot| !slot.local && shared.in_progress.is_at(slot.key))
    }

    /// Tells the other threads that this one goes to a child, whose slot is known by now. Gives the key by which it is
    /// told when it has come back.
    pub(super) fn announce(&self, child: &Child<G, U::Facts>) -> Option<Key> {
        let thread = self.thread.as_ref()?;
        let key = child.info.slot.filter(|slot| !slot.local)?.key;
        thread.shared.in_progress.begin(key).then_some(key)
    }

    /// Tells the other threads that this one has come back.
    pub(super) fn withdraw(&self, announced: Option<Key>) {
        if let (Some(thread), Some(key)) = (&self.thread, announced) {
            thread.shared.in_progress.end(key);
        }
    }

    /// The value of a watched state, if an entry of the table answers what it is searched for.
    fn answered(&self, watched: &Watched, entry: &Entry) -> Option<NodeValue> {
        let Watched { depth, alpha, beta, to_root, .. } = *watched;
        match self.selects(depth) {
            Some(_) => recalled(&self.at_distance(*entry, to_root), depth, alpha, beta),
            None => answer(entry, depth, alpha, beta),
        }
    }

    /// Exchanges news with the other threads, in a round: tells the others of states that take long, and looks for what
    /// they have settled.
    ///
    /// # Errors
    /// If a state on the path is settled: the search returns to it by way of an error. If another thread has finished
    /// the look that this one is at.
    pub(super) fn exchange(&mut self) -> SearchResult<()> {
        let nodes = self.statistics.nodes;
        let Some(thread) = &mut self.thread else { return Ok(()) };
        let length = round(nodes);
        self.next_round = nodes + length;
        let is_over =
            |agreement: &Agreement, step: Option<u16>| step.is_some_and(|step| agreement.guess(step).is_some());
        if is_over(&thread.shared.looks, thread.look) || is_over(&thread.shared.iterations, thread.iteration) {
            return Err(self.halt(Cause::Limit(Limit::Stop)));
        }
        for place in 0..thread.watched.len() {
            let Some(thread) = &self.thread else { break };
            let watched = thread.watched[place];
            // Those below it are younger still.
            if nodes - watched.since < length {
                break;
            }
            if let Some(entry) = self.engine.table.probe(watched.key)
                && let Some(found) = self.answered(&watched, &entry)
            {
                if let Some(thread) = &mut self.thread {
                    thread.settled = Some((place, found, entry.depth));
                }
                return Err(self.halt(Cause::Limit(Limit::Stop)));
            }
            let Some(thread) = &mut self.thread else { break };
            thread.watched[place].announced = watched.announced || thread.shared.in_progress.begin(watched.key);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_first_finds_is_what_all_go_by() {
        let looks = Agreement::default();
        let guess = |score: i32, first: u16| Guess { score: Score::new(score), first };
        assert_eq!((looks.guess(0), looks.guess(1)), (Some(guess(0, 0)), None));
        assert_eq!(looks.agree(1, guess(-12, 7)), guess(-12, 7));
        // The second comes later, the third so late that the next look is over.
        assert_eq!(looks.agree(1, guess(7, u16::MAX)), guess(-12, 7));
        assert_eq!(looks.agree(2, guess(-8, u16::MAX)), guess(-8, u16::MAX));
        assert_eq!(looks.agree(1, guess(9, 1)), guess(-8, u16::MAX));
        assert_eq!((looks.guess(2), looks.guess(3)), (Some(guess(-8, u16::MAX)), None));
    }
}
