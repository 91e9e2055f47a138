//! Solving: who wins, by how much, by which actions, and how soon.
//!
//! The value is found by questions to the engine, each of which has only two answers: *is the root worth at least so
//! much?* Such a null window cuts more than any other, and each answer is a proof, so that there is something to say
//! whenever the time is up. The first questions are whether the side to move wins and whether it draws; from there they
//! go outward step by step, for a question far from the value costs much and says little.
//!
//! Where there is an evaluation that the game trusts, a question that takes long is put aside for a search to a limited
//! depth: that leaves good first actions in the table, and a guess at the value, near which the next question is asked.
//! The guess itself proves nothing.
//!
//! 1. Enter the root, and list its actions.
//! 2. Narrow the bounds of its value until they meet.
//! 3. Find all actions that have the value, if that is asked for.
//! 4. Find the distance, if somebody wins and it matters how soon.
//! 5. Find the line.

use std::cell::Cell;

use super::children::Child;
use super::distance::Goal;
use super::keys::Keys;
use super::node::Node;
use super::node_value::for_side;
use super::root::limit_of;
use super::smp::{Guess, Shared};
use super::worker::{NodeInfo, SearchResult, TO_THE_END, Worker};
use super::{Engine, Task, oracle};
use crate::limits::{Cause, Limit, Limits};
use crate::rules::sort::{pair, sort_by_key};
use crate::search::Statistics;
use crate::trace::Silent;
use crate::{Bounds, Evaluate, Game, Knowledge, Score, Side};

/// The verdict of a solver. Everything in it is proven, whether or not the search came to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict<A> {
    /// The value for MAX is at least this.
    pub low: Score,
    /// The value for MAX is at most this.
    pub high: Score,
    /// What to do: of the best actions one that wins soonest or loses latest, where `plies` is known and the line is
    /// there; the first of them otherwise. Where not even the value is known, the action that promises most so far.
    /// Nothing where the game is over.
    pub action: Option<A>,
    /// The actions that are proven to have the value, in the game's order: all of them, unless the search was stopped
    /// or not asked for them. None while the value is not known.
    pub best: Vec<A>,
    /// Whether those are all.
    pub best_complete: bool,
    /// Best play of both sides, from `action` to the end of the game, in exactly `plies` plies where those are known.
    /// Shorter if the search was stopped.
    pub line: Vec<A>,
    /// How many plies the winner needs if the loser resists as long as possible; nothing if nobody wins, or it is not
    /// known.
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

/// Progress of a solver: how far it has got.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// States entered so far.
    pub nodes: u64,
    /// The value of the root for MAX is at least this.
    pub low: Score,
    /// The value of the root for MAX is at most this.
    pub high: Score,
    /// How full the table is, from 0 to 1.
    pub load: f64,
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Engine<'_, G, E, K, U> {
    /// Proves the value of a state. No evaluation enters into it. `progress` is called now and then with how far it is.
    ///
    /// # Errors
    /// If the game breaks its contract, a value that is needed is unknown, or the recursion is too deep. Reaching a
    /// limit is no error: the verdict then holds what is proven so far.
    pub fn solve(
        &self,
        state: &G::State,
        task: &Task,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Verdict<G::Action>> {
        self.table.new_search();
        self.verdict(state, task, &task.limits, None, progress)
    }

    /// [`Engine::solve`] on one thread, which may be one of several.
    pub(super) fn verdict(
        &self,
        state: &G::State,
        task: &Task,
        limits: &Limits,
        shared: Option<&Shared>,
        progress: &mut dyn FnMut(&Progress),
    ) -> SearchResult<Verdict<G::Action>> {
        let Bounds { low, high } = self.game.bounds();
        let known = Cell::new((low, high));
        let mut on_progress = |nodes| {
            let (low, high) = known.get();
            progress(&Progress { nodes, low, high, load: self.table.load() });
        };
        let mut worker = Worker::new(self, state, limits, Silent);
        worker.leaves_out_idle = true;
        worker.on_progress = Some(&mut on_progress);
        worker.share_with(shared);
        let info = worker.inspect_with_bounds(state)?;
        let action = if info.over { None } else { self.game.action_list(state).first().copied() };
        let (best, line) = (Vec::new(), action.into_iter().collect());
        let (plies, statistics, best_complete) = (None, Statistics::default(), false);
        let verdict = Verdict { low, high, action, best, best_complete, line, plies, statistics, stopped: None };
        let mut solver =
            Solver { worker: &mut worker, info, children: Vec::new(), guess: None, known: &known, verdict };
        let result = solver.run(task);
        let mut verdict = solver.verdict;
        verdict.statistics = worker.statistics;
        if result.is_err() && verdict.value().is_some() && verdict.best.is_empty() {
            verdict.best.extend(verdict.action);
        }
        match result {
            Ok(()) => Ok(verdict),
            Err(halt) => Ok(Verdict { stopped: Some(limit_of(halt)?), ..verdict }),
        }
    }
}

/// An action of the root, and what is proven of its value for the side to move.
struct RootChild<G: Game, I> {
    child: Child<G, I>,
    low: Score,
    high: Score,
}

struct Solver<'s, 'a, G: Game, E, K, U: Knowledge<G>> {
    worker: &'s mut Worker<'a, G, E, K, U, Silent>,
    info: NodeInfo<U::Facts>,
    children: Vec<RootChild<G, U::Facts>>,
    /// What the root may be worth to the side to move, if somebody has looked.
    guess: Option<Score>,
    /// The bounds of the root, for the progress callback.
    known: &'s Cell<(Score, Score)>,
    verdict: Verdict<G::Action>,
}

impl<G: Game, E: Evaluate<G>, K: Keys<G>, U: Knowledge<G>> Solver<'_, '_, G, E, K, U> {
    fn run(&mut self, task: &Task) -> SearchResult<()> {
        // 1. Enter the root, and list its actions.
        let (game, root, side) = (self.worker.engine.game, self.worker.root, self.info.side);
        let bounds = game.bounds();
        self.worker.enter(&Node::open(root, &self.info, TO_THE_END))?;
        if self.info.over {
            let value = self.worker.utility(&self.info)?.score;
            (self.verdict.low, self.verdict.high) = (value, value);
            self.verdict.plies = self.winner(value).map(|_| 0);
            self.verdict.best_complete = true;
            return Ok(());
        }
        let (low, high) = self.own(bounds.low, bounds.high);
        let children = self.worker.all_children(&Node::open(root, &self.info, TO_THE_END))?;
        // What ends the game at once needs no question.
        let known = |child: &Child<G, U::Facts>| {
            let sound = child.info.over && self.worker.check_utility(child.info.low).is_ok();
            sound.then(|| for_side(child.info.low, side))
        };
        let option = |child: Child<G, U::Facts>| {
            let (low, high) = known(&child).map_or((low, high), |value| (value, value));
            RootChild { child, low, high }
        };
        self.children = children.into_iter().map(option).collect();
        self.conclude();
        // 2. Narrow the bounds of its value until they meet; or find who wins soonest, where the game says so.
        if U::PROVES_SOON_WINS && !(self.settle_briefly()? && self.is_distance_known()) {
            let (value, plies, best) = self.worker.soonest_win(&self.info)?;
            (self.verdict.low, self.verdict.high) = (value, value);
            (self.verdict.plies, self.verdict.best) = (Some(plies), best);
            self.known.set((value, value));
            self.verdict.action = self.verdict.best.first().copied();
            if let Some(winner) = self.winner(value) {
                let line = self.worker.fastest_line(Goal::new(bounds, winner, value), plies)?;
                self.verdict.action = line.first().copied().or(self.verdict.action);
                self.verdict.line = line;
            }
            return Ok(());
        }
        self.settle()?;
        let value = self.verdict.low;
        // 3. Find all actions that have the value.
        let own = for_side(value, side);
        for at in 0..self.children.len() {
            if self.children[at].low >= own || task.all_best && self.is_worth(at, own)? {
                self.verdict.best.push(self.children[at].child.action);
            }
        }
        self.verdict.best_complete = task.all_best;
        let place = |action: &G::Action| {
            let found = self.children.iter().find(|option| option.child.action == *action);
            found.map_or(0, |option| option.child.place as i128)
        };
        sort_by_key(&mut self.verdict.best, place);
        // Rules that list other actions each time may leave none; what was found before still stands.
        self.verdict.action = self.verdict.best.first().copied().or(self.verdict.action);
        self.verdict.line = self.verdict.action.into_iter().collect();
        if task.lines == 0 {
            self.verdict.plies = self.known_distance(value);
            return Ok(());
        }
        // 4. Find the distance, if somebody wins and it matters how soon. 5. Find the line.
        match self.winner(value) {
            Some(winner) => match self.known_distance(value) {
                Some(plies) => {
                    self.verdict.plies = Some(plies);
                    self.worker.play_on(&mut self.verdict.line, value, TO_THE_END)
                }
                None if !U::PREFERS_SHORT_WINS => self.worker.play_on(&mut self.verdict.line, value, TO_THE_END),
                None => {
                    let goal = Goal::new(bounds, winner, value);
                    let plies = self.worker.distance(&self.info, &self.verdict.best, goal)?;
                    self.verdict.plies = Some(plies);
                    let line = self.worker.fastest_line(goal, plies)?;
                    self.verdict.action = line.first().copied().or(self.verdict.action);
                    self.verdict.line = line;
                    Ok(())
                }
            },
            None => self.worker.play_on(&mut self.verdict.line, value, TO_THE_END),
        }
    }

    /// The distance, where the game knows it from the value and the line of play cannot change it.
    fn known_distance(&self, value: Score) -> Option<u32> {
        let Engine { game, knowledge, oracle, line, .. } = self.worker.engine;
        if line.is_empty() { oracle::distance(*game, self.worker.root, value, knowledge, *oracle) } else { None }
    }

    /// The side that wins with this value.
    fn winner(&self, value: Score) -> Option<Side> {
        self.worker.engine.game.sum().winner(value)
    }

    /// Bounds for MAX as the side to move sees them, and the other way round.
    fn own(&self, low: Score, high: Score) -> (Score, Score) {
        if self.info.side == Side::Max { (low, high) } else { (-high, -low) }
    }

    /// Whether nobody wins, or it is known how soon.
    fn is_distance_known(&self) -> bool {
        let value = self.verdict.low;
        self.winner(value).is_none() || self.known_distance(value).is_some()
    }

    /// Tries to find the value with few nodes, as where tables know it. Says whether it is found.
    fn settle_briefly(&mut self) -> SearchResult<bool> {
        const NODES: u64 = 1 << 14;
        while self.verdict.low < self.verdict.high {
            self.worker.interrupt_after(Some(NODES));
            let answer = self.narrow();
            let interrupted = self.worker.is_interrupted();
            self.worker.interrupt_after(None);
            self.worker.back_to_root();
            match answer {
                // Where pieces go to and fro, the way to the end of the game may be longer than the stack.
                Err(halt) if interrupted || matches!(halt.cause, Cause::Stack(_)) => return Ok(false),
                answer => answer?,
            }
        }
        Ok(true)
    }

    /// Finds the value (step 2): asks questions until the bounds meet; searches to a limited depth between them, the
    /// longer they take.
    fn settle(&mut self) -> SearchResult<()> {
        // PERF: FFO 40 to 44 take 158 million nodes without looks, and 106 with. Which of them gains varies much with
        // the numbers here.
        const FIRST: u64 = 1 << 18;
        const GROWTH: u64 = 16;
        let Engine { game, knowledge, evaluation, techniques, .. } = self.worker.engine;
        let trusts = |facts: &U::Facts| knowledge.ordering_weight(game, self.worker.root, facts) != 0;
        let looks = evaluation.guesses() && techniques.deepening && self.info.facts.as_ref().is_some_and(trusts);
        // All threads together are given the budget of one.
        let (mut budget, mut number) = ((FIRST / self.threads()).max(1), 0);
        while self.verdict.low < self.verdict.high {
            self.worker.interrupt_after(looks.then_some(budget));
            match self.narrow() {
                Err(_) if self.worker.is_interrupted() => {
                    number += 1;
                    self.look(number, budget)?;
                    budget *= GROWTH;
                }
                answer => answer?,
            }
        }
        self.worker.interrupt_after(None);
        Ok(())
    }

    /// A look: searches to a limited depth, for a share of the nodes that were spent on the question before. A depth
    /// that is begun is finished, unless it takes longer than the question did: what is found by looking deeper is
    /// mostly found at the end.
    fn look(&mut self, number: u16, budget: u64) -> SearchResult<()> {
        let worker = &mut *self.worker;
        // Threads that look together see a little less than one does in as many nodes.
        let share = if worker.thread.is_some() { 8 } else { 10 };
        worker.back_to_root();
        worker.interrupt_after(Some(budget));
        worker.soft_limit = worker.statistics.nodes + budget / share;
        if let Some(thread) = &mut worker.thread {
            thread.look = Some(number);
        }
        let task = Task { lines: 1, all_best: false, ..Task::default() };
        let analysis = worker.analyse(&task, &mut |_| {})?;
        let guess = for_side(Score::rounded(analysis.decision.value.score), self.info.side);
        self.guess = Some(match &mut worker.thread {
            Some(thread) => {
                thread.look = None;
                thread.shared.looks.agree(number, Guess { score: guess, first: 0 }).score
            }
            None => guess,
        });
        Ok(())
    }

    /// How many threads there are.
    fn threads(&self) -> u64 {
        self.worker.thread.as_ref().map_or(1, |thread| thread.shared.threads.into())
    }

    /// Asks one question about the root.
    fn narrow(&mut self) -> SearchResult<()> {
        let least = self.question();
        // The actions that have done best so far come first.
        let mut order: Vec<usize> = (0..self.children.len()).collect();
        sort_by_key(&mut order, |&at| {
            let RootChild { low, high, .. } = &self.children[at];
            pair((-*low).get().into(), (-*high).get().into())
        });
        for at in order {
            // One action that has it is enough.
            if self.is_worth(at, least)? {
                break;
            }
        }
        Ok(())
    }

    /// The next question: whether a win or a loss is near, whether the side to move wins, whether it draws, and then
    /// outward from there; or from the guess.
    fn question(&self) -> Score {
        let number = |score: Score| i64::from(score.get());
        let Bounds { low: worst, high: best } = self.worker.engine.game.bounds();
        let (worst, best) = self.own(worst, best);
        let (worst, best) = (number(worst), number(best));
        let middle = self.guess.map_or((worst + best).div_euclid(2), number);
        let (low, high) = self.own(self.verdict.low, self.verdict.high);
        let (low, high) = (number(low), number(high));
        if let Some(near) = self.near(middle, (low, high), (worst, best)) {
            return near;
        }
        // PERF: near a guess the next value is asked for, not one a stride away: 94 to 83 million nodes for 20 endgames
        // of Othello.
        let stride = if self.guess.is_some() { 1 } else { (best - worst) / 32 };
        let step = stride.min((high - low + 1) / 2).max(1);
        let least = if low > middle {
            low + step
        } else if high < middle {
            high - step + 1
        } else if high > middle {
            middle + 1
        } else {
            middle
        };
        Score::new(least.clamp(low + 1, high) as i32)
    }

    /// The question whether more than half of what there is will be won, or else lost, where a value tells the
    /// distance: to win much is to win soon, and such a question needs no deep search.
    ///
    /// PERF: connect four after 212435, a win in 13 plies, takes 17 thousand nodes instead of 613, and the position
    /// after it 14 instead of 647; others take 2 % more.
    fn near(&self, middle: i64, (low, high): (i64, i64), (worst, best): (i64, i64)) -> Option<Score> {
        let Engine { game, knowledge, .. } = self.worker.engine;
        let win = Score::new((middle + (best - middle).div_euclid(2)) as i32);
        let loss = Score::new((worst + (middle - worst).div_euclid(2) + 1) as i32);
        let is_known = self.guess.is_some() || low > worst || knowledge.distance(game, self.worker.root, win).is_none();
        match (is_known, high == best) {
            (true, _) => None,
            (false, true) => Some(win).filter(|win| i64::from(win.get()) > middle + 1),
            (false, false) => Some(loss).filter(|loss| i64::from(loss.get()) <= middle && high > middle),
        }
    }

    /// Whether an action of the root is worth at least so much.
    fn is_worth(&mut self, at: usize, least: Score) -> SearchResult<bool> {
        let option = &mut self.children[at];
        if option.low < least && least <= option.high {
            self.worker.back_to_root();
            let root = Node::open(self.worker.root, &self.info, TO_THE_END).with_window(least.below(), least);
            let value = self.worker.descend(&root, &option.child, TO_THE_END)?.score;
            if value >= least {
                option.low = value;
            } else {
                option.high = value;
            }
            self.conclude();
        }
        Ok(self.children[at].low >= least)
    }

    /// Updates the bounds of the root by those of its actions.
    fn conclude(&mut self) {
        let options = &self.children;
        let low = options.iter().map(|option| option.low).max();
        let high = options.iter().map(|option| option.high).max();
        let best = options.iter().rev().max_by_key(|option| (option.low, option.high));
        if let (Some(low), Some(high), Some(best)) = (low, high, best) {
            (self.verdict.low, self.verdict.high) = self.own(low, high);
            self.verdict.action = Some(best.child.action);
            self.verdict.line = vec![best.child.action];
        }
        self.known.set((self.verdict.low, self.verdict.high));
    }
}
