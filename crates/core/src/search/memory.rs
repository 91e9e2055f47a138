//! Alpha-beta with a transposition table: a state that was searched before is not searched again.
//!
//! The contract is that of [`alphabeta`](super::alphabeta()), whose MAX-VALUE and MIN-VALUE these are: a value returned
//! inside the window is the minimax value, one at or below alpha an upper bound on it, one at or above beta a lower bound.
//! The table keeps which of the three it was, and answers for a state where that is enough for the window.
//!
//! Where the depth is limited, the answer must also be that of *this* depth. An entry that rests on evaluations serves
//! only where as many plies are left as it looked ahead: a deeper one may be a better guess, but it is not the minimax value
//! of the tree that is asked about. An entry that rests on finished games alone serves wherever they end within the depth.
//!
//! The steps are numbered as in [`search`](crate::search); step 2 also asks the table, and step 3 tells it what came of it.

use std::hash::Hash;

use super::decision::decide;
use super::table::{Bound, Entry, Table};
use super::walk::{Answer, Entered, Walk};
use super::{CutoffRule, Decision, Settings};
use crate::limits::Cause;
use crate::trace::{CutBy, Edge, RootChild, Silent, Trace, Window, Witness};
use crate::{Bounds, Depth, Deterministic, Evaluate, Game, Key, Keyed, PerfectInformation, Repetition, Role, Score};

/// Where a search finds the keys of states for its table.
pub trait Keys<G: Game> {
    /// The key of a state; nothing if what is found out about it must not be used elsewhere.
    fn key(&self, game: &G, state: &G::State) -> Option<Key>;
}

/// No keys: the table is not used.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKeys;

impl<G: Game> Keys<G> for NoKeys {
    fn key(&self, _: &G, _: &G::State) -> Option<Key> {
        None
    }
}

/// The game's own keys.
///
/// Where a position that comes again has a meaning, the value of a state depends on the line that led to it, and what was
/// found out on one line is wrong on another (*graph-history interaction*): then there are no keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnKeys;

impl<G: Keyed> Keys<G> for OwnKeys {
    #[inline]
    fn key(&self, game: &G, state: &G::State) -> Option<Key> {
        (game.repetition() == Repetition::Ignored).then(|| game.key(state))
    }
}

/// Keys from the states' own [`Hash`], for a game that has no [`Keyed`]. Whoever uses them says that repetition means nothing.
///
/// The same in every run. Only what std hashes as raw memory, such as a slice of numbers, depends on the machine's byte
/// order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashed;

impl<G: Game<State: Hash>> Keys<G> for Hashed {
    fn key(&self, _: &G, state: &G::State) -> Option<Key> {
        Some(Key::of(state))
    }
}

/// ALPHA-BETA-SEARCH(state) with a transposition table: the value and the action that [`alphabeta`](super::alphabeta())
/// finds, or another action that is proven to have the value.
///
/// The table may be warm from earlier searches of the same game with the same keys and evaluation. A table hit ends a line
/// of play before its leaf; the principal line is completed afterwards, by searches that are not in the statistics and
/// not in the trace. If a limit ends those, it is shorter.
///
/// # Errors
/// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
/// limit is no error: the decision then says so.
pub fn alphabeta_with_table<G, E, K, T>(
    game: &G,
    state: &G::State,
    settings: &Settings<E>,
    keys: &K,
    table: &mut Table,
    trace: &mut T,
) -> Answer<Decision<G::Action>>
where
    G: Deterministic + PerfectInformation,
    E: Evaluate<G>,
    K: Keys<G>,
    T: Trace<G>,
{
    let mut search = Memory::new(Walk::new(game, settings, (Witness::new(), trace)), keys, table);
    let value = search.value(state, None, Score::NEG_INFINITY, Score::INFINITY);
    let mut decision = decide(&search.walk, &search.walk.trace.0, state, value.clone().map(f64::from))?;
    if let Ok(value) = value {
        let Memory { walk, keys, table, .. } = search;
        let (walk, (witness, _)) = walk.listened_to_by(Silent);
        let mut search = Memory::new(walk, keys, table);
        decision.best = search.proven_best(&witness, state, value);
        // A line that could not be completed is still the principal line, as far as it goes.
        let _ = search.complete(state, value, &mut decision.line);
    }
    Ok(decision)
}

/// Somebody who wants to know now and then how many nodes there were, and how the table is.
pub(super) type Pulse<'a> = &'a mut dyn FnMut(u64, &Table);

/// Alpha-beta that remembers.
pub(super) struct Memory<'a, G: Deterministic, E, K, T> {
    pub walk: Walk<'a, G, E, T>,
    pub keys: &'a K,
    pub table: &'a mut Table,
    pub pulse: Option<Pulse<'a>>,
    /// What no utility may be outside of.
    pub bounds: Bounds,
    /// The farthest from the root that the search has got below the current state.
    deepest: u32,
}

impl<'a, G, E, K, T> Memory<'a, G, E, K, T>
where
    G: Deterministic,
    E: Evaluate<G>,
    K: Keys<G>,
    T: Trace<G>,
{
    /// How many nodes lie between two pulses: about a hundredth of a second in a small game.
    const PULSE: u64 = 1 << 16;

    pub(super) fn new(walk: Walk<'a, G, E, T>, keys: &'a K, table: &'a mut Table) -> Self {
        let bounds = Bounds { low: Score::NEG_INFINITY, high: Score::INFINITY };
        Memory { walk, keys, table, pulse: None, bounds, deepest: 0 }
    }

    /// Step 1: enters a state.
    pub(super) fn enter(&mut self, state: &G::State, via: Option<Edge<G::Action>>, window: Window) -> Answer<Entered> {
        let entered = self.walk.enter(state, via, window)?;
        let nodes = self.walk.statistics.nodes;
        if nodes.is_multiple_of(Self::PULSE)
            && let Some(pulse) = &mut self.pulse
        {
            pulse(nodes, self.table);
        }
        Ok(entered)
    }

    /// Step 2: UTILITY(s) of a finished game.
    pub(super) fn utility(&mut self, state: &G::State) -> Answer<Score> {
        let value = self.walk.utility(state)?;
        if self.bounds.contain(value) { Ok(value) } else { Err(self.walk.halt(Cause::OutsideBounds(value))) }
    }

    /// The value of a state as far as the window `alpha..beta` needs it.
    pub(super) fn value(
        &mut self,
        state: &G::State,
        via: Option<Edge<G::Action>>,
        alpha: Score,
        beta: Score,
    ) -> Answer<Score> {
        debug_assert!(alpha < beta || self.walk.settings.cutoff == CutoffRule::Gt && alpha == beta);
        // 1. Enter the state.
        let entered = self.enter(state, via, Window::new(alpha, beta))?;
        self.deepest = self.deepest.max(self.walk.ply());
        let v = match entered {
            // 2. A leaf has its utility or its evaluation.
            Entered::Terminal => self.utility(state)?,
            Entered::Horizon => self.walk.evaluation(state)?,
            Entered::Node(role) => {
                let key = self.keys.key(self.walk.game, state);
                let entry = key.and_then(|key| self.table.probe(key));
                match entry.filter(|entry| self.suffices(entry, alpha, beta)) {
                    // 2. So has a state of which the table knows enough.
                    Some(entry) => self.hit(&entry),
                    // 3. Otherwise the side to move chooses.
                    None => self.choice(state, role, key, entry.and_then(|entry| entry.action), alpha, beta)?,
                }
            }
        };
        // 4. Leave the state.
        self.walk.exit(v);
        Ok(v)
    }

    /// Whether an entry makes it needless to search the current state.
    fn suffices(&self, entry: &Entry, alpha: Score, beta: Score) -> bool {
        // The root must be searched, for it is asked for an action.
        self.walk.ply() > 0
            && match self.walk.plies_left() {
                None => !entry.estimate,
                Some(left) if entry.estimate => entry.depth == left,
                Some(left) => entry.depth <= left,
            }
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => self.walk.settings.cutoff.cuts(entry.value, beta),
                Bound::Upper => self.walk.settings.cutoff.cuts(-entry.value, -alpha),
            }
    }

    fn hit(&mut self, entry: &Entry) -> Score {
        self.deepest = self.deepest.max(self.walk.ply().saturating_add(entry.depth.0));
        self.walk.table_hit(entry)
    }

    /// Lets the side to move choose, the table's action first, and remembers what came of it.
    fn choice(
        &mut self,
        state: &G::State,
        role: Role,
        key: Option<Key>,
        first: Option<u32>,
        alpha: Score,
        beta: Score,
    ) -> Answer<Score> {
        let (ply, evaluated) = (self.walk.ply(), self.walk.statistics.evaluated);
        let deepest_elsewhere = std::mem::replace(&mut self.deepest, ply);
        let (value, best) = match role {
            Role::Max => self.max_value(state, first, alpha, beta)?,
            Role::Min => self.min_value(state, first, alpha, beta)?,
            Role::Chance => return Err(self.walk.halt(Cause::UndeclaredChance)),
        };
        if let Some(key) = key {
            // The same rule that cuts tells a bound from a value: under `Gt` a value at the limit was not cut, and is exact.
            let cutoff = self.walk.settings.cutoff;
            let bound = match value {
                _ if cutoff.cuts(value, beta) => Bound::Lower,
                _ if cutoff.cuts(-value, -alpha) => Bound::Upper,
                _ => Bound::Exact,
            };
            let depth = Depth(self.deepest - ply);
            let estimate = self.walk.statistics.evaluated > evaluated;
            self.table.store(key, &Entry { value, bound, depth, estimate, action: Some(best) });
        }
        self.deepest = self.deepest.max(deepest_elsewhere);
        Ok(value)
    }

    /// MAX-VALUE(state, alpha, beta), and the number of the action that has it.
    fn max_value(
        &mut self,
        state: &G::State,
        first: Option<u32>,
        mut alpha: Score,
        beta: Score,
    ) -> Answer<(Score, u32)> {
        let (mut v, mut best) = (Score::NEG_INFINITY, 0);
        let actions = self.walk.expand_with(state, first)?;
        for index in actions.indices() {
            let edge = self.walk.edge(&actions, index);
            let child = self.value(&self.walk.game.result(state, edge.action), Some(edge), alpha, beta)?;
            if child <= v {
                continue;
            }
            (v, best) = (child, edge.number);
            if self.walk.settings.cutoff.cuts(v, beta) {
                self.walk.update(v, Window::new(alpha, beta));
                self.walk.cut(CutBy::Beta, v, Window::new(alpha, beta), &actions, index);
                break;
            }
            alpha = alpha.max(v);
            self.walk.update(v, Window::new(alpha, beta));
        }
        self.walk.fold(&actions);
        Ok((v, best))
    }

    /// MIN-VALUE(state, alpha, beta), and the number of the action that has it.
    fn min_value(
        &mut self,
        state: &G::State,
        first: Option<u32>,
        alpha: Score,
        mut beta: Score,
    ) -> Answer<(Score, u32)> {
        let (mut v, mut best) = (Score::INFINITY, 0);
        let actions = self.walk.expand_with(state, first)?;
        for index in actions.indices() {
            let edge = self.walk.edge(&actions, index);
            let child = self.value(&self.walk.game.result(state, edge.action), Some(edge), alpha, beta)?;
            if child >= v {
                continue;
            }
            (v, best) = (child, edge.number);
            if self.walk.settings.cutoff.cuts(-v, -alpha) {
                self.walk.update(v, Window::new(alpha, beta));
                self.walk.cut(CutBy::Alpha, v, Window::new(alpha, beta), &actions, index);
                break;
            }
            beta = beta.min(v);
            self.walk.update(v, Window::new(alpha, beta));
        }
        self.walk.fold(&actions);
        Ok((v, best))
    }

    /// Whether an action of a state, `ply` plies from the root, leads to at least the state's value for the side that
    /// chooses it.
    fn keeps(&mut self, state: &G::State, edge: Edge<G::Action>, value: Score, ply: u32) -> Answer<bool> {
        let next = self.walk.game.result(state, edge.action);
        self.walk.start_below(ply);
        if self.walk.game.role(state) == Role::Max {
            Ok(self.value(&next, Some(edge), value.below(), value)? >= value)
        } else {
            Ok(self.value(&next, Some(edge), value, value.above())? <= value)
        }
    }

    /// The actions that are proven to have the root's value: those that improved on all before them, and, if all are asked
    /// for, those that only came back equal and are found to keep it.
    fn proven_best(&mut self, witness: &Witness<G::Action>, state: &G::State, value: Score) -> Vec<G::Action> {
        let all = self.walk.settings.all_best;
        let mut is_best = |child: &&RootChild<G::Action>| {
            let edge = Edge { action: child.action, number: child.number, probability: None };
            // What cannot be found out, for want of a leaf's value or of time, is not proven.
            child.value == f64::from(value)
                && (child.improved || all && self.keeps(state, edge, value, 0).unwrap_or(false))
        };
        let mut best: Vec<_> = witness.children().iter().filter(|child| is_best(child)).collect();
        best.sort_by_key(|child| child.number);
        best.iter().map(|child| child.action).collect()
    }

    /// Plays on where a line of best play stops before its end because the table knew the rest: by actions that keep the
    /// value.
    pub(super) fn complete(&mut self, root: &G::State, value: Score, line: &mut Vec<G::Action>) -> Answer<()> {
        let (game, depth) = (self.walk.game, self.walk.settings.depth);
        let mut state = line.iter().fold(root.clone(), |state, &action| game.result(&state, action));
        loop {
            let ply = line.len() as u32;
            if game.is_terminal(&state) || depth.is_some_and(|depth| ply >= depth.0) {
                return Ok(());
            }
            let known =
                self.keys.key(game, &state).and_then(|key| self.table.probe(key)).and_then(|entry| entry.action);
            let mut next = None;
            for edge in self.walk.edges(&state, known)? {
                if self.keeps(&state, edge, value, ply)? {
                    next = Some(edge.action);
                    break;
                }
            }
            // If no action keeps the value, two states had the same key by accident, and the line ends here.
            let Some(action) = next else { return Ok(()) };
            game.apply(&mut state, action);
            line.push(action);
        }
    }
}
