//! Solving: who wins, by which actions, and how soon.
//!
//! The value is found by questions to alpha-beta with a table, each of which has only two answers: *is the root worth at
//! least so much?* Such a null window cuts more than any other, and each answer is a proof, so that there is something to
//! say whenever the time is up. The first question is whether MAX wins.
//!
//! A value above the middle of the game's bounds is a win for MAX, one below it a win for MIN. Among actions of equal value
//! the winner takes one that wins soonest, and the loser one that lasts longest:
//!
//! ```text
//! PLIES(s) = 0                                                     if TERMINAL-TEST(s)
//!            1 + min over best a of PLIES(RESULT(s, a))            if the winner is to move
//!            1 + max over best a of PLIES(RESULT(s, a))            if the loser is to move
//! ```
//!
//! It is found by asking whether the winner can be done within so many plies, for one more ply each time. The answers share the
//! table with those about the value, under other keys.
//!
//! 1. Enter the root, and list its actions.
//! 2. Narrow the bounds of its value until they meet.
//! 3. Find all actions that have the value.
//! 4. Find the distance, if somebody wins.
//! 5. Find the line.

use std::cell::Cell;

use super::memory::{Keys, Memory};
use super::table::{Bound, Entry, Table};
use super::walk::{Answer, Entered, Walk};
use super::{Settings, Statistics};
use crate::limits::{Cause, Limit, Limits};
use crate::trace::{Edge, Silent, Window};
use crate::{Bounds, Depth, Deterministic, Key, PerfectInformation, Role, Score, Side, ToTheEnd};

/// What has been found out about a state. Everything in it is proven, whether or not the search came to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict<A> {
    /// The value for MAX is at least this.
    pub low: Score,
    /// The value for MAX is at most this.
    pub high: Score,
    /// What to do: of the best actions one that wins soonest or loses latest, where `plies` is known and the line is there;
    /// the first of them otherwise. Where not even the value is known, the action that promises most so far. Nothing
    /// where the game is over.
    pub action: Option<A>,
    /// The actions that are proven to have the value, in the game's order: all of them, unless the search was stopped. None
    /// while the value is not known.
    pub best: Vec<A>,
    /// Best play of both sides, from `action` to the end of the game, in exactly `plies` plies where those are known. Shorter
    /// if the search was stopped.
    pub line: Vec<A>,
    /// How many plies the winner needs if the loser resists as long as possible; nothing if nobody wins, or it is not known.
    pub plies: Option<u32>,
    /// What it took.
    pub statistics: Statistics,
    /// Why the search ended early, if it did.
    pub stopped: Option<Limit>,
}

impl<A> Verdict<A> {
    /// The exact value for MAX, if it is proven.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }
}

/// How far the solver has got.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// States entered so far.
    pub nodes: u64,
    /// The value of the root for MAX is at least this.
    pub low: Score,
    /// And at most this.
    pub high: Score,
    /// How full the table is, from 0 to 1.
    pub load: f64,
}

/// Solves a state: its exact value, all best actions, the distance and the line.
///
/// Every line of play must come to an end. `progress` is called now and then.
///
/// ```
/// # use counterplay_core::search::{NoKeys, solve};
/// # use counterplay_core::{Actions, Game, Limits, Score, Seat, Turn, Without};
/// # struct Nim;
/// # impl Game for Nim {
/// #     type State = (u32, Seat);
/// #     type Action = u32;
/// #     type Luck = Without;
/// #     type Secrets = Without;
/// #     fn initial(&self) -> (u32, Seat) { (6, Seat::FIRST) }
/// #     fn turn(&self, &(_, seat): &(u32, Seat)) -> Turn { Turn::Seat(seat) }
/// #     fn actions(&self, &(left, _): &(u32, Seat), out: &mut Actions<u32>) { out.extend(1..=left.min(3)) }
/// #     fn apply(&self, (left, seat): &mut (u32, Seat), taken: u32) { *left -= taken; *seat = seat.other(); }
/// #     fn is_terminal(&self, &(left, _): &(u32, Seat)) -> bool { left == 0 }
/// #     fn utility(&self, &(_, seat): &(u32, Seat)) -> Score {
/// #         if seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
/// #     }
/// # }
/// use counterplay_core::search::Hashed;
///
/// // Six matches; whoever takes the last one wins. Take two, then whatever makes four.
/// let verdict = solve(&Nim, &Nim.initial(), &Hashed, &Limits::default(), 1 << 16, &mut |_| {})?;
/// assert_eq!(verdict.value(), Some(Score::WIN));
/// assert_eq!((verdict.best, verdict.plies), (vec![2], Some(3)));
/// # Ok::<(), Box<counterplay_core::Halt>>(())
/// ```
///
/// # Errors
/// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
/// limit is no error: the verdict then says so.
pub fn solve<G, K>(
    game: &G,
    state: &G::State,
    keys: &K,
    limits: &Limits,
    table_bytes: usize,
    progress: &mut dyn FnMut(&Progress),
) -> Answer<Verdict<G::Action>>
where
    G: Deterministic + PerfectInformation,
    K: Keys<G>,
{
    let settings = Settings::new().limits(limits.clone());
    let mut table = Table::new(table_bytes);
    let Bounds { low, high } = game.bounds();
    let known = Cell::new((low, high));
    let mut pulse = |nodes, table: &Table| {
        let (low, high) = known.get();
        progress(&Progress { nodes, low, high, load: table.load() });
    };
    let mut search = Memory::new(Walk::new(game, &settings, Silent), keys, &mut table);
    search.pulse = Some(&mut pulse);
    search.bounds = game.bounds();
    let action = if game.is_terminal(state) { None } else { game.action_list(state).first().copied() };
    let (best, line) = (Vec::new(), action.into_iter().collect());
    let verdict =
        Verdict { low, high, action, best, line, plies: None, statistics: Statistics::default(), stopped: None };
    let mut solver = Solver { search, root: state, role: Role::Max, children: Vec::new(), known: &known, verdict };
    let result = solver.run();
    let mut verdict = solver.verdict;
    verdict.statistics = solver.search.walk.statistics;
    match result.map_err(|halt| (halt.cause.clone(), halt)) {
        Ok(()) => Ok(verdict),
        Err((Cause::Limit(limit), _)) => Ok(Verdict { stopped: Some(limit), ..verdict }),
        Err((_, halt)) => Err(halt),
    }
}

/// An action of the root, and what is proven of its value.
struct Child<G: Deterministic> {
    edge: Edge<G::Action>,
    state: G::State,
    low: Score,
    high: Score,
}

/// Who wins, and by how much: what the questions about the distance are about.
#[derive(Clone, Copy)]
struct Goal {
    winner: Side,
    value: Score,
    /// Whether the winner cannot have more.
    is_most: bool,
}

impl Goal {
    /// Whether a value is even better for the winner.
    fn is_beaten_by(self, value: Score) -> bool {
        if self.winner == Side::Max { value > self.value } else { value < self.value }
    }
}

struct Solver<'a, G: Deterministic, K> {
    search: Memory<'a, G, ToTheEnd, K, Silent>,
    root: &'a G::State,
    role: Role,
    children: Vec<Child<G>>,
    /// The bounds of the root, for the pulse.
    known: &'a Cell<(Score, Score)>,
    verdict: Verdict<G::Action>,
}

impl<G: Deterministic, K: Keys<G>> Solver<'_, G, K> {
    fn run(&mut self) -> Answer<()> {
        // 1. Enter the root, and list its actions.
        let (game, bounds) = (self.search.walk.game, self.search.walk.game.bounds());
        match self.search.enter(self.root, None, Window::OPEN)? {
            Entered::Node(Role::Chance) => return Err(self.search.walk.halt(Cause::UndeclaredChance)),
            Entered::Node(role) => self.role = role,
            Entered::Terminal | Entered::Horizon => {
                let value = self.search.utility(self.root)?;
                (self.verdict.low, self.verdict.high) = (value, value);
                self.verdict.plies = bounds.winner(value).map(|_| 0);
                return Ok(());
            }
        }
        let child = |edge: Edge<G::Action>| {
            let Bounds { low, high } = bounds;
            Child { edge, state: game.result(self.root, edge.action), low, high }
        };
        self.children = self.search.walk.edges(self.root, None)?.into_iter().map(child).collect();
        // 2. Narrow the bounds of its value until they meet.
        while self.verdict.low < self.verdict.high {
            self.halve()?;
        }
        let value = self.verdict.low;
        // 3. Find all actions that have the value.
        for at in 0..self.children.len() {
            if self.has_value(at, value)? {
                self.verdict.best.push(self.children[at].edge.action);
            }
        }
        // 4. Find the distance, if somebody wins. 5. Find the line.
        match bounds.winner(value) {
            Some(winner) => {
                let most = if winner == Side::Max { bounds.high } else { bounds.low };
                let goal = Goal { winner, value, is_most: value == most };
                let plies = self.distance(goal)?;
                self.verdict.plies = Some(plies);
                self.line(goal, plies)
            }
            None => self.search.complete(self.root, value, &mut self.verdict.line),
        }
    }

    /// Asks one question about the root: is its value in the upper half of what is still possible?
    fn halve(&mut self) -> Answer<()> {
        let (low, high) = (i64::from(self.verdict.low.get()), i64::from(self.verdict.high.get()));
        let least = Score::new((low + (high - low) / 2 + 1) as i32);
        let max = self.role == Role::Max;
        // The actions that have done best so far come first.
        let mut order: Vec<usize> = (0..self.children.len()).collect();
        order.sort_by_key(|&at| {
            let Child { low, high, .. } = self.children[at];
            if max { (-low, -high) } else { (high, low) }
        });
        for at in order {
            // One action that has it is enough for MAX, and one that has not is enough for MIN.
            if self.is_worth(at, least)? == max {
                break;
            }
        }
        Ok(())
    }

    /// Whether an action of the root is worth at least so much.
    fn is_worth(&mut self, at: usize, least: Score) -> Answer<bool> {
        let child = &mut self.children[at];
        if child.low < least && least <= child.high {
            self.search.walk.start_below(0);
            let value = self.search.value(&child.state, Some(child.edge), least.below(), least)?;
            if value >= least {
                child.low = value;
            } else {
                child.high = value;
            }
            self.conclude();
        }
        Ok(self.children[at].low >= least)
    }

    /// What the bounds of the actions say of the root.
    fn conclude(&mut self) {
        let (lows, highs) = (self.children.iter().map(|child| child.low), self.children.iter().map(|child| child.high));
        let (low, high, best) = if self.role == Role::Max {
            let best = self.children.iter().rev().max_by_key(|child| (child.low, child.high));
            (lows.max(), highs.max(), best)
        } else {
            (lows.min(), highs.min(), self.children.iter().min_by_key(|child| (child.high, child.low)))
        };
        let Verdict { low: before_low, high: before_high, .. } = self.verdict;
        (self.verdict.low, self.verdict.high) = (low.unwrap_or(before_low), high.unwrap_or(before_high));
        self.verdict.action = best.map(|child| child.edge.action);
        self.verdict.line = self.verdict.action.into_iter().collect();
        self.known.set((self.verdict.low, self.verdict.high));
    }

    /// Whether an action of the root has the root's value.
    fn has_value(&mut self, at: usize, value: Score) -> Answer<bool> {
        if self.role == Role::Max { self.is_worth(at, value) } else { Ok(!self.is_worth(at, value.above())?) }
    }

    /// PLIES(root), when its value and its best actions are known.
    fn distance(&mut self, goal: Goal) -> Answer<u32> {
        let best: Vec<Edge<G::Action>> = self.children.iter().map(|child| child.edge).collect();
        let best: Vec<_> = best.into_iter().filter(|edge| self.verdict.best.contains(&edge.action)).collect();
        let mut plies = 0;
        if self.role == goal.winner.into() {
            // The first that is done.
            loop {
                for &edge in &best {
                    if self.is_done_below(self.root, edge, 0, goal, plies)? {
                        return Ok(plies as u32 + 1);
                    }
                }
                plies += 1;
            }
        }
        // The last that is done.
        for &edge in &best {
            while !self.is_done_below(self.root, edge, 0, goal, plies)? {
                plies += 1;
            }
        }
        Ok(plies as u32 + 1)
    }

    /// Plays the winner's fastest and the loser's slowest actions, from a root whose distance is known.
    fn line(&mut self, goal: Goal, plies: u32) -> Answer<()> {
        let game = self.search.walk.game;
        let mut state = self.root.clone();
        for ply in 0..plies {
            let left = i64::from(plies - ply);
            let winner = game.role(&state) == goal.winner.into();
            let mut next = None;
            for edge in self.search.walk.edges(&state, None)? {
                // The winner must be done in time; the loser must not be done with any sooner, nor give more than the value.
                let found = if winner {
                    self.is_done_below(&state, edge, ply, goal, left - 1)?
                } else {
                    !self.is_done_below(&state, edge, ply, goal, left - 2)?
                };
                if found {
                    next = Some(edge.action);
                    break;
                }
            }
            // If no action does it, two states had the same key by accident, and the line ends here.
            let Some(action) = next else { return Ok(()) };
            if ply == 0 {
                self.verdict.action = Some(action);
                self.verdict.line.clear();
            }
            self.verdict.line.push(action);
            game.apply(&mut state, action);
        }
        Ok(())
    }

    /// [`Solver::is_done`] for what an action of a state leads to.
    fn is_done_below(
        &mut self,
        state: &G::State,
        edge: Edge<G::Action>,
        ply: u32,
        goal: Goal,
        left: i64,
    ) -> Answer<bool> {
        self.search.walk.start_below(ply);
        self.is_done(&self.search.walk.game.result(state, edge.action), edge, goal, left)
    }

    /// Whether the winner gets more than the goal's value, or just that within `left` plies.
    fn is_done(&mut self, state: &G::State, via: Edge<G::Action>, goal: Goal, left: i64) -> Answer<bool> {
        let entered = self.search.enter(state, Some(via), Window::OPEN)?;
        let done = match entered {
            Entered::Terminal | Entered::Horizon => {
                let value = self.search.utility(state)?;
                goal.is_beaten_by(value) || value == goal.value && left >= 0
            }
            Entered::Node(_) if left <= 0 && goal.is_most => false,
            Entered::Node(_) if left <= 0 => {
                // With no ply left, only more than the value will do: a question to alpha-beta.
                self.search.walk.exit(goal.value);
                let (alpha, beta) = match goal.winner {
                    Side::Max => (goal.value, goal.value.above()),
                    Side::Min => (goal.value.below(), goal.value),
                };
                return Ok(goal.is_beaten_by(self.search.value(state, Some(via), alpha, beta)?));
            }
            Entered::Node(role) => self.is_done_by_choice(state, role, goal, left)?,
        };
        self.search.walk.exit(goal.value);
        Ok(done)
    }

    /// [`Solver::is_done`] where somebody chooses, and there are plies left.
    fn is_done_by_choice(&mut self, state: &G::State, role: Role, goal: Goal, left: i64) -> Answer<bool> {
        let game = self.search.walk.game;
        let key = self.search.keys.key(game, state);
        // What is known of the value may settle it.
        if let Some(Entry { value, bound, .. }) = key.and_then(|key| self.search.table.probe(key)) {
            let (at_least, at_most) =
                if goal.winner == Side::Max { (Bound::Lower, Bound::Upper) } else { (Bound::Upper, Bound::Lower) };
            if goal.is_beaten_by(value) && bound != at_most {
                return Ok(true);
            }
            if !goal.is_beaten_by(value) && value != goal.value && bound != at_least {
                return Ok(false);
            }
        }
        // So may an earlier question about the distance: who is done in time is done in more time, and who is not is not in
        // less.
        let key = key.map(|Key(bits)| Key::mix(!bits));
        let entry = key.and_then(|key| self.search.table.probe(key));
        let depth = |entry: &Entry| i64::from(entry.depth.0);
        match entry {
            Some(entry) if entry.bound == Bound::Lower && depth(&entry) <= left => return Ok(true),
            Some(entry) if entry.bound == Bound::Upper && depth(&entry) >= left => return Ok(false),
            _ => {}
        }
        let winner = role == goal.winner.into();
        let (mut done, mut action) = (!winner, None);
        let actions = self.search.walk.expand_with(state, entry.and_then(|entry| entry.action))?;
        for index in actions.indices() {
            let edge = self.search.walk.edge(&actions, index);
            // One action in time is enough for the winner, and one not in time for the loser.
            if self.is_done(&game.result(state, edge.action), edge, goal, left - 1)? == winner {
                (done, action) = (winner, Some(edge.number));
                break;
            }
        }
        self.search.walk.fold(&actions);
        if let Some(key) = key
            && left < i64::from(Table::DEEPEST.0)
        {
            let bound = if done { Bound::Lower } else { Bound::Upper };
            let depth = Depth(left as u32);
            self.search.table.store(key, &Entry { value: goal.value, bound, depth, estimate: false, action });
        }
        Ok(done)
    }
}
