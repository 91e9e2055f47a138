//! Rollouts: what a position is worth, found by playing it out many times.
//!
//! Both sides choose by an evaluation, looking a ply ahead, and chance is drawn. The mean of how the games end is an
//! estimate that the evaluation's own errors hardly touch: a player who misjudges a position still plays it well
//! enough, and both sides err alike. Tesauro and Galperin (1996) have shown how much such play on top of an evaluation
//! is worth; backgammon players trust rollouts more than anything else.
//!
//! **Luck is removed.** Most of what makes games end differently is the dice, and how lucky a throw was can be
//! measured: it is the worth of the position after it, by a look, less the mean of that over all throws. The luck of a
//! throw is 0 on average, whatever the evaluation says of the throws, so that the mean stays what it was when the luck
//! of each game is taken off its result. But it spreads much less: if the evaluation were perfect, every game would
//! give the very value of the position. What the sum of luck is to a game is known as its control variate; backgammon
//! programs call it variance reduction.
//!
//! **Dice are spread evenly** over the first turns of chance (see `dice.rs`), and all actions that are compared get the
//! same dice, so that the difference between two of them is known better than either of them.
//!
//! A game is drawn by its number and the seed alone: the answer does not depend on how many threads share the work.
//!
//! ```
//! use counterplay_core::search::{Candidates, Rollout, Settings, rollout};
//! use counterplay_core::{Actions, Bounds, Chance, Game, Outcomes, Score, Turn, With, Without};
//!
//! /// The sum of ten dice: a game that plays itself.
//! struct Ten;
//!
//! impl Game for Ten {
//!     type State = (i32, i32); // the sum, and the throws left
//!     type Action = i32; // what a die shows
//!     type Luck = With;
//!     type Secrets = Without;
//!
//!     fn initial(&self) -> (i32, i32) {
//!         (0, 10)
//!     }
//!     fn turn(&self, _: &(i32, i32)) -> Turn {
//!         Turn::Chance
//!     }
//!     fn actions(&self, _: &(i32, i32), _: &mut Actions<i32>) {}
//!     fn apply(&self, (sum, left): &mut (i32, i32), pips: i32) {
//!         (*sum, *left) = (*sum + pips, *left - 1);
//!     }
//!     fn is_terminal(&self, &(_, left): &(i32, i32)) -> bool {
//!         left == 0
//!     }
//!     fn utility(&self, &(sum, _): &(i32, i32)) -> Score {
//!         Score::new(sum)
//!     }
//!     fn bounds(&self) -> Bounds {
//!         Bounds::new(10, 60)
//!     }
//! }
//!
//! impl Chance for Ten {
//!     fn outcomes(&self, _: &(i32, i32), out: &mut Outcomes<i32>) {
//!         (1..=6).for_each(|pips| out.push(pips, 1.0 / 6.0));
//!     }
//! }
//!
//! // It is wrong about each throw that is to come, but not about those that were lucky.
//! let evaluation = |_: &Ten, &(sum, left): &(i32, i32)| Score::new(sum + 5 * left);
//! let (plan, settings) = (Rollout::new().games(100), Settings::new().evaluation(evaluation));
//! let found = rollout(&Ten, &Ten.initial(), &Candidates::Itself, &plan, &settings, &mut |_| {})?;
//! let sum = &found.actions[0];
//! assert!((sum.mean - 35.0).abs() < 1e-9 && sum.error < 1e-9);
//! // With the luck left in, ten dice have a standard deviation of 5.4, and a hundred games an error of a tenth of
//! // that.
//! assert!((0.3..0.7).contains(&sum.raw_error));
//! # Ok::<(), Box<counterplay_core::Halt>>(())
//! ```

mod dice;
mod play;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use self::dice::Dice;
use self::play::{Broken, Played, Playout};
use super::Settings;
use super::confidence::Weights;
use super::shared_limits::SharedLimits;
use super::threads::run_on_threads;
use super::walk::SearchResult;
use crate::limits::{Cause, Halt, Limit, Limits};
use crate::rules::sort::{fraction, sort_by_key};
use crate::{ChanceNodes, Evaluate, Oracle, PerfectInformation, Role, Score};

/// Settings of a rollout: how many games to play, and how.
///
/// ```
/// # use counterplay_core::search::Rollout;
/// let short = Rollout::new().games(1296).turns(Some(11)).seed(7).threads(2);
/// ```
#[derive(Clone, Debug)]
pub struct Rollout {
    games: usize,
    turns: Option<u32>,
    luck: bool,
    seed: u64,
    threads: u32,
}

impl Default for Rollout {
    fn default() -> Rollout {
        Rollout { games: Rollout::USUAL, turns: None, luck: true, seed: 1, threads: 1 }
    }
}

impl Rollout {
    /// How many games are played if nothing is said: each pair of throws of two dice once.
    pub const USUAL: usize = 1296;
    /// How many games can be played at the most: what became of each is kept.
    pub const MOST: usize = 1 << 24;

    /// [`Rollout::USUAL`] games to their ends, with the luck removed.
    #[must_use]
    pub fn new() -> Rollout {
        Rollout::default()
    }

    /// Sets how many games are played, from 1 to [`Rollout::MOST`], for each action that is rolled out.
    #[must_use]
    pub fn games(self, games: usize) -> Rollout {
        Rollout { games: games.clamp(1, Rollout::MOST), ..self }
    }

    /// Sets after how many turns of chance a game is broken off, and is worth what the evaluation says; to the end of
    /// every game if nothing is said.
    #[must_use]
    pub fn turns(self, turns: Option<u32>) -> Rollout {
        Rollout { turns: turns.map(|turns| turns.max(1)), ..self }
    }

    /// Sets whether luck is measured and removed: a game then takes as many looks more as chance has outcomes, and is
    /// worth as much more.
    #[must_use]
    pub fn luck_removed(self, luck: bool) -> Rollout {
        Rollout { luck, ..self }
    }

    /// The seed of the games. Each has its own, which is made from this one and its number.
    #[must_use]
    pub fn seed(self, seed: u64) -> Rollout {
        Rollout { seed, ..self }
    }

    /// Sets the number of threads. Unless a limit ends it, the answer is the same for any number.
    #[must_use]
    pub fn threads(self, threads: u32) -> Rollout {
        Rollout { threads: threads.max(1), ..self }
    }
}

/// The candidates of a rollout: what is rolled out.
#[derive(Clone, Debug)]
pub enum Candidates<A> {
    /// The state itself, whoever is to move.
    Itself,
    /// As many actions of the seat to move, those that look best to the evaluation; the state itself where no seat is
    /// to move.
    Best(usize),
    /// These actions.
    These(Vec<A>),
}

/// The results of the games after one action.
#[derive(Clone, PartialEq, Debug)]
pub struct Rolled<A> {
    /// The action; nothing if the state itself was rolled out.
    pub action: Option<A>,
    /// What the evaluation says at first sight, for MAX.
    pub first_sight: f64,
    /// The mean for MAX, without luck if it was removed; what the first sight says if no game was finished.
    pub mean: f64,
    /// Its standard error; infinity if nothing can be said about it.
    pub error: f64,
    /// The mean with the luck left in.
    pub raw_mean: f64,
    /// The standard error of that.
    pub raw_error: f64,
    /// How often the games that came to their ends had which utility, from the lowest.
    pub ends: Vec<(Score, u64)>,
    /// How many were broken off before.
    pub broken_off: u64,
}

/// The results of a rollout.
#[derive(Clone, PartialEq, Debug)]
pub struct Rollouts<A> {
    /// What was rolled out, in the order in which it was given, or from the one that looked best at first sight.
    pub actions: Vec<Rolled<A>>,
    /// Which of them has the best mean for the side to move.
    pub choice: usize,
    /// With what probability, at the least, no other one is better: by the differences in games with the same dice.
    pub confidence: f64,
    /// How many games each was rolled out with.
    pub games: usize,
    /// Whether luck was removed.
    pub luck_removed: bool,
    /// States entered in all looks of all games.
    pub nodes: u64,
    /// Why it ended before all games were played, if it did.
    pub stopped: Option<Limit>,
}

impl<A> Rollouts<A> {
    /// The part of the variance that was luck and has been removed: 0.9 saves nine games in ten. Nothing if it was left
    /// in, or the games did not differ.
    #[must_use]
    pub fn luck_share(&self) -> Option<f64> {
        let sum = |error: fn(&Rolled<A>) -> f64| self.actions.iter().map(|rolled| error(rolled).powi(2)).sum::<f64>();
        let (left, raw) = (sum(|rolled| rolled.error), sum(|rolled| rolled.raw_error));
        (self.luck_removed && raw.is_finite() && raw > 0.0).then(|| 1.0 - left / raw)
    }
}

/// A rollout of a state, or of what can be done in it.
///
/// The settings tell how far each side looks (a ply if they have no depth), by which evaluation, and what all of it may
/// spend. `on_progress` is called now and then with what has been found so far.
///
/// # Errors
/// If the game breaks its contract, or the evaluation says nothing of a state that a side looks at. Reaching a limit is
/// no error: what was found before is the answer.
pub fn rollout<G, E, O>(
    game: &G,
    state: &G::State,
    candidates: &Candidates<G::Action>,
    plan: &Rollout,
    settings: &Settings<E, O>,
    on_progress: &mut dyn FnMut(&Rollouts<G::Action>),
) -> SearchResult<Rollouts<G::Action>>
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    E: Evaluate<G> + Sync,
    O: Oracle<G> + ?Sized,
{
    let work = Work { game, plan, settings, shared: SharedLimits::new(&settings.limits, plan.threads) };
    // 1. What is rolled out, with what it is worth at first sight.
    let mut found = Games { nodes: 0, stopped: None, games: Vec::new() };
    let starts = work.starts(state, candidates, &mut found)?;
    // 2. The games, some at a time, so that there is something to tell.
    let mut done = 0;
    while done < plan.games && found.stopped.is_none() {
        let more = (done / 4).max(ROUND).min(plan.games - done);
        work.round(&starts, done..done + more, &mut found)?;
        done += more;
        if done < plan.games && found.stopped.is_none() {
            on_progress(&work.summary(state, &starts, &found));
        }
    }
    // 3. What they say.
    Ok(work.summary(state, &starts, &found))
}

/// Step 2: the fewest games between two reports.
const ROUND: usize = 36;

/// What all threads share.
struct Work<'a, G, E, O: ?Sized> {
    game: &'a G,
    plan: &'a Rollout,
    settings: &'a Settings<E, O>,
    shared: SharedLimits<'a>,
}

/// Where the games begin: after an action, or at the state itself.
struct Start<S, A> {
    action: Option<A>,
    /// The number of the action among those of the state.
    number: Option<u32>,
    state: S,
    first_sight: f64,
}

/// The games that have been played.
struct Games {
    nodes: u64,
    stopped: Option<Limit>,
    /// A game from each start with the same dice, by their numbers.
    games: Vec<Vec<Played>>,
}

impl<G, E, O> Work<'_, G, E, O>
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    E: Evaluate<G> + Sync,
    O: Oracle<G> + ?Sized,
{
    /// Lists what is rolled out (step 1).
    fn starts(
        &self,
        state: &G::State,
        candidates: &Candidates<G::Action>,
        found: &mut Games,
    ) -> SearchResult<Vec<Start<G::State, G::Action>>> {
        let role = (!self.game.is_terminal(state)).then(|| self.game.role(state));
        let chooses = matches!(role, Some(Role::Max | Role::Min));
        let legal = if chooses { self.game.action_list(state) } else { Vec::new() };
        let actions: Vec<Option<G::Action>> = match candidates {
            Candidates::These(actions) if chooses => actions.iter().copied().map(Some).collect(),
            Candidates::Best(_) if chooses => legal.iter().copied().map(Some).collect(),
            _ => vec![None],
        };
        if actions.is_empty() {
            return Err(Cause::NoActions.at_root());
        }
        let limits = self.shared.take().unwrap_or_else(|limit| {
            found.stopped = Some(limit);
            Limits { nodes: Some(0), ..Limits::default() }
        });
        let mut playout = Playout::new(self.game, self.settings, self.plan, &limits);
        let bounds = self.game.bounds();
        let mut starts = Vec::with_capacity(actions.len());
        for action in actions {
            let first_sight = match playout.first_sight(state, action) {
                Ok(worth) => worth,
                Err(Broken::Halt(halt)) => return Err(halt),
                Err(Broken::Limit(limit)) => {
                    found.stopped = found.stopped.or(Some(limit));
                    f64::midpoint(bounds.low.into(), bounds.high.into())
                }
            };
            let state = action.map_or_else(|| state.clone(), |action| self.game.result(state, action));
            let place = action.and_then(|action| legal.iter().position(|&other| other == action));
            starts.push(Start { action, number: place.map(|place| place as u32 + 1), state, first_sight });
        }
        self.spent(&limits, playout.nodes, found);
        if let Candidates::Best(most) = *candidates {
            let sign = sign(role);
            sort_by_key(&mut starts, |start| -fraction(sign * start.first_sight));
            starts.truncate(most.max(1));
        }
        Ok(starts)
    }

    /// Gives back what is left of what was drawn, and counts what was spent.
    fn spent(&self, drawn: &Limits, nodes: u64, found: &mut Games) {
        self.shared.give_back(drawn.nodes.unwrap_or(0).saturating_sub(nodes));
        found.nodes += nodes;
        if let Some(count) = &self.settings.limits.count {
            count.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Step 2: the games with these numbers, from each start.
    fn round(
        &self,
        starts: &[Start<G::State, G::Action>],
        numbers: Range<usize>,
        found: &mut Games,
    ) -> SearchResult<()> {
        let next = AtomicUsize::new(numbers.start);
        let shares = run_on_threads(self.plan.threads, self.settings.limits.stack, |_, over| {
            let mut share = Games { nodes: 0, stopped: None, games: Vec::new() };
            let mut finished = Vec::new();
            let worked = self.share(starts, &next, numbers.end, over, &mut share, &mut finished);
            if worked.is_err() || share.stopped.is_some() {
                over.store(true, Ordering::Relaxed);
            }
            worked.map(|()| (share, finished))
        });
        let mut all: Vec<(usize, Vec<Played>)> = Vec::new();
        let mut fault: Option<(usize, Box<Halt>)> = None;
        for share in shares {
            match share {
                Ok((share, finished)) => {
                    found.nodes += share.nodes;
                    found.stopped = found.stopped.or(share.stopped);
                    all.extend(finished);
                }
                Err((number, halt)) => {
                    if fault.as_ref().is_none_or(|&(first, _)| number < first) {
                        fault = Some((number, halt));
                    }
                }
            }
        }
        if let Some((_, halt)) = fault {
            return Err(halt);
        }
        // Sums of numbers depend on their order.
        sort_by_key(&mut all, |&(number, _)| number as i128);
        found.games.extend(all.into_iter().map(|(_, games)| games));
        Ok(())
    }

    /// What one thread does in a round: a game after the other, until there are no more.
    fn share(
        &self,
        starts: &[Start<G::State, G::Action>],
        next: &AtomicUsize,
        end: usize,
        over: &AtomicBool,
        share: &mut Games,
        finished: &mut Vec<(usize, Vec<Played>)>,
    ) -> Result<(), (usize, Box<Halt>)> {
        while !over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end {
                return Ok(());
            }
            let mut games = Vec::with_capacity(starts.len());
            for start in starts {
                let limits = match self.shared.take() {
                    Ok(limits) => limits,
                    Err(limit) => {
                        share.stopped = Some(limit);
                        return Ok(());
                    }
                };
                let mut playout = Playout::new(self.game, self.settings, self.plan, &limits);
                let dice = Dice::new(self.plan.seed, number as u64, self.plan.games as u64);
                let played = playout.play(&start.state, start.action.is_none(), dice);
                self.spent(&limits, playout.nodes, share);
                match played {
                    Ok(played) => games.push(played),
                    Err(Broken::Limit(_)) => {
                        share.stopped = Some(self.shared.reached());
                        return Ok(());
                    }
                    Err(Broken::Halt(mut halt)) => {
                        halt.path.splice(0..0, start.number);
                        return Err((number, halt));
                    }
                }
            }
            finished.push((number, games));
        }
        Ok(())
    }

    /// Sums up the games (step 3).
    fn summary(&self, state: &G::State, starts: &[Start<G::State, G::Action>], found: &Games) -> Rollouts<G::Action> {
        let count = found.games.len();
        let weights = Weights::new(vec![1.0; count]);
        let column = |at: usize, of: fn(&Played) -> f64| found.games.iter().map(|game| of(&game[at])).collect();
        let values: Vec<Vec<f64>> =
            (0..starts.len()).map(|at| column(at, |played| played.worth - played.luck)).collect();
        let rolled = |(at, start): (usize, &Start<G::State, G::Action>)| {
            let raw: Vec<f64> = column(at, |played| played.worth);
            let mut ends = BTreeMap::new();
            for end in found.games.iter().filter_map(|game| game[at].end) {
                *ends.entry(end).or_default() += 1;
            }
            let ended: u64 = ends.values().sum();
            let mean = |values: &[f64]| if count == 0 { start.first_sight } else { weights.mean(values) };
            Rolled {
                action: start.action,
                first_sight: start.first_sight,
                mean: mean(&values[at]),
                error: weights.standard_error(&values[at]),
                raw_mean: mean(&raw),
                raw_error: weights.standard_error(&raw),
                ends: ends.into_iter().collect(),
                broken_off: count as u64 - ended,
            }
        };
        let actions: Vec<Rolled<G::Action>> = starts.iter().enumerate().map(rolled).collect();
        let role = (!self.game.is_terminal(state)).then(|| self.game.role(state));
        let sign = sign(role);
        let better =
            |best: usize, at: usize| if sign * actions[at].mean > sign * actions[best].mean { at } else { best };
        let choice = (1..actions.len()).fold(0, better);
        let each: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
        let confidence = match (actions.len(), count) {
            (1, _) => 1.0,
            (_, 0) => 0.0,
            _ => weights.confidence(&each, choice, sign),
        };
        let (nodes, stopped) = (found.nodes, found.stopped);
        Rollouts { actions, choice, confidence, games: count, luck_removed: self.plan.luck, nodes, stopped }
    }
}

/// 1 where the highest is the best, and -1 where the lowest is.
fn sign(role: Option<Role>) -> f64 {
    if role == Some(Role::Min) { -1.0 } else { 1.0 }
}
