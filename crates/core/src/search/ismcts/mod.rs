//! Information-set Monte Carlo tree search: what pays on average in games played at random, with more and more of the
//! luck taken out.
//!
//! This is the search with several observers of Cowling, Powley and Whitehouse (2012). Each seat has a tree of its own,
//! whose nodes are what that seat sees when it is to move: it cannot tell the states of a node apart, so it has one
//! choice for all of them. (Averaging over deals would choose anew in each.) One simulation goes through all trees at
//! once:
//!
//! 1. *Determinise*: draw a state that the view at the root allows.
//! 2. *Select*: while the seat to move has tried every action at what it sees, it takes the action with the highest
//!    `mean + 0.7 * sqrt(ln(visits of the node) / visits of the action)` (UCB1), with the utilities scaled to 0 to 1
//!    for its side.
//! 3. *Expand*: at what it sees for the first time, or has not tried all at, it tries something new, and what was seen
//!    becomes a node.
//! 4. *Simulate*: from there on all play at random, and chance as often as its probabilities say; after so many plies
//!    the evaluation ends it.
//! 5. *Back up*: each action that was selected is told what became of it.
//!
//! The paper divides by how often an action was *available*. Here legal actions depend on the view alone, so each is
//! available whenever the node is visited.
//!
//! The action to take is the one that was tried most.

mod tree;

use std::sync::atomic::{AtomicBool, Ordering};

use self::tree::Forest;
use super::Settings;
use super::determinize::determinize;
use super::threads::run_on_threads;
use super::walk::SearchResult;
use crate::limits::{Cause, Limit, Limits, Meter};
use crate::{Actions, Bounds, ChanceNodes, Depth, Evaluate, Hidden, Key, Random, Score, Seeded, Side, Turn};

/// Settings of a simulation: how many there are, and what they may take.
///
/// ```
/// # use counterplay_core::search::Simulation;
/// let many = Simulation::new().deals(100_000).seed(7);
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    deals: Option<u64>,
    seed: u64,
    threads: u32,
    views: usize,
}

impl Default for Simulation {
    fn default() -> Simulation {
        Simulation { deals: None, seed: 1, threads: 1, views: Simulation::VIEWS }
    }
}

impl Simulation {
    /// How many simulations there are if nothing limits them.
    pub const USUAL: u64 = 10_000;
    /// How many nodes the trees have at the most, unless something is said.
    pub const VIEWS: usize = 1 << 20;
    /// A game is simulated for so many plies, unless the settings have a depth.
    pub const PLIES: u32 = 1000;

    /// As many simulations as the limits of time or nodes allow, or [`Simulation::USUAL`] if there are none.
    #[must_use]
    pub fn new() -> Simulation {
        Simulation::default()
    }

    /// Sets the number of simulations, each with a deal of its own.
    #[must_use]
    pub fn deals(self, deals: u64) -> Self {
        Simulation { deals: Some(deals.max(1)), ..self }
    }

    /// The seed of everything that is drawn.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Simulation { seed, ..self }
    }

    /// Sets the number of threads. Each has trees of its own, and their visits are added up, so that another number of
    /// threads is another answer.
    #[must_use]
    pub fn threads(self, threads: u32) -> Self {
        Simulation { threads: threads.max(1), ..self }
    }

    /// Sets how many nodes all trees together may have. When they are full, simulations go on, and what is new to them
    /// is played at random.
    #[must_use]
    pub fn views(self, views: usize) -> Self {
        Simulation { views, ..self }
    }

    /// How many simulations one of the threads makes.
    fn share(&self, limits: &Limits, thread: u32) -> u64 {
        let limited = limits.time.is_some() || limits.nodes.is_some();
        let all = self.deals.unwrap_or(if limited { u64::MAX } else { Simulation::USUAL });
        part(all, thread, self.threads)
    }
}

/// How many simulations there are where there is only one action.
const FORCED: u64 = 100;

/// The part of one thread, of so many.
fn part(all: u64, thread: u32, threads: u32) -> u64 {
    let (thread, threads) = (u64::from(thread), u64::from(threads));
    all / threads + u64::from(thread < all % threads)
}

/// An action with its visits and its mean.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionVisits<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u64,
    /// What it brought MAX on average; the middle of what is possible if it was never tried.
    pub mean: f64,
}

/// The result of the simulations.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulated<A> {
    /// The actions in the game's order.
    pub actions: Vec<ActionVisits<A>>,
    /// The action that was tried most; of several the one with the better mean.
    pub choice: A,
    /// What that one brought MAX on average: an estimate.
    pub mean: f64,
    /// How many simulations there were.
    pub deals: u64,
    /// States entered in all simulations together.
    pub nodes: u64,
    /// How many nodes the trees have.
    pub views: usize,
    /// Whether they had room for no more.
    pub full: bool,
    /// Why it ended before all simulations were made, if it did.
    pub stopped: Option<Limit>,
}

/// Information-set Monte Carlo tree search: what the seat with this view should do. The depth of the settings is how
/// many plies a simulation has at the most.
///
/// # Errors
/// If no state has this view, the game draws states that do not have it, nobody is to move in it, or the game breaks
/// its contract. Reaching a limit is no error: what was found before that is the answer.
pub fn ismcts<G, E>(
    game: &G,
    view: &G::View,
    simulation: &Simulation,
    settings: &Settings<E>,
) -> SearchResult<Simulated<G::Action>>
where
    G: Hidden + ChanceNodes + Sync,
    G::Action: Send + Sync,
    G::View: Send + Sync,
    E: Evaluate<G> + Sync,
{
    let Simulation { seed, threads, views, .. } = *simulation;
    let first = determinize(game, view, &mut Seeded::new(seed))?;
    let actions = game.action_list(&first);
    if actions.is_empty() {
        return Err(Cause::NoActions.at_root());
    }
    let limits = &settings.limits;
    // Where there is only one thing to do, nobody waits for its value.
    let most = if actions.len() == 1 { FORCED } else { u64::MAX };
    let found = run_on_threads(threads, limits.stack, |thread, over| {
        let nodes = limits.nodes.map(|nodes| part(nodes, thread, threads));
        let mut simulator = Simulator {
            game,
            settings,
            plies: settings.depth.map_or(Simulation::PLIES, |Depth(plies)| plies),
            forest: Forest::new(part(views as u64, thread, threads) as usize),
            random: Seeded::new(Key::of(&(seed, thread)).0),
            meter: Meter::new(&Limits { nodes, ..limits.clone() }),
            actions: Actions::new(),
            path: Vec::new(),
        };
        simulator.forest.add(view.clone(), actions.clone());
        let made = simulator.simulate(view, simulation.share(limits, thread).min(most), over);
        if made.is_err() {
            over.store(true, Ordering::Relaxed);
        }
        made.map(|(deals, stopped)| (simulator.forest, deals, simulator.meter.spent(), stopped))
    });
    let mut whole: Option<Simulated<G::Action>> = None;
    for part in found {
        let (forest, deals, nodes, stopped) = part?;
        let part = Simulated { deals, nodes, stopped, ..answer(game, view, &forest) };
        whole = Some(whole.map_or_else(|| part.clone(), |whole| sum(&whole, &part)));
    }
    let whole = whole.ok_or_else(|| Cause::NoActions.at_root())?;
    let sign = if game.side(game.viewer(view)) == Side::Max { 1.0 } else { -1.0 };
    let better = |a: &ActionVisits<G::Action>, b: &ActionVisits<G::Action>| {
        (a.visits, sign * a.mean) > (b.visits, sign * b.mean)
    };
    let best = whole.actions.iter().reduce(|best, entry| if better(entry, best) { entry } else { best });
    let (choice, mean) = best.map(|best| (best.action, best.mean)).ok_or_else(|| Cause::NoActions.at_root())?;
    Ok(Simulated { choice, mean, ..whole })
}

/// The answer of the trees at the root.
fn answer<G: Hidden>(game: &G, view: &G::View, forest: &Forest<G::View, G::Action>) -> Simulated<G::Action> {
    let (side, scale) = (game.side(game.viewer(view)), Scale::of(game.bounds()));
    let actions: Vec<_> = (forest.root().iter())
        .map(|arm| ActionVisits { action: arm.action, visits: arm.visits, mean: scale.worth(arm.mean(), side) })
        .collect();
    let choice = actions[0].action;
    let (views, full) = (forest.len(), forest.is_full());
    Simulated { actions, choice, mean: 0.0, deals: 0, nodes: 0, views, full, stopped: None }
}

/// The sum of what two threads have found.
fn sum<A: Copy>(a: &Simulated<A>, b: &Simulated<A>) -> Simulated<A> {
    let both = |(a, b): (&ActionVisits<A>, &ActionVisits<A>)| {
        let visits = a.visits + b.visits;
        let total = a.mean * a.visits as f64 + b.mean * b.visits as f64;
        ActionVisits { action: a.action, visits, mean: if visits > 0 { total / visits as f64 } else { a.mean } }
    };
    Simulated {
        actions: a.actions.iter().zip(&b.actions).map(both).collect(),
        deals: a.deals + b.deals,
        nodes: a.nodes + b.nodes,
        views: a.views + b.views,
        full: a.full || b.full,
        stopped: a.stopped.or(b.stopped),
        ..*a
    }
}

/// The scale from utilities to rewards from 0 to 1.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(bounds: Bounds) -> Scale {
        Scale { low: bounds.low.into(), high: bounds.high.into() }
    }

    /// What a side has of a utility for MAX: from 0 to 1.
    fn share(self, utility: f64, side: Side) -> f64 {
        let range = self.high - self.low;
        let share = if range > 0.0 { ((utility - self.low) / range).clamp(0.0, 1.0) } else { 0.5 };
        if side == Side::Max { share } else { 1.0 - share }
    }

    /// The utility for MAX of which the side has this share.
    fn worth(self, share: f64, side: Side) -> f64 {
        let share = if side == Side::Max { share } else { 1.0 - share };
        self.low + share * (self.high - self.low)
    }
}

/// One thread's simulations.
struct Simulator<'a, G: Hidden, E> {
    game: &'a G,
    settings: &'a Settings<E>,
    plies: u32,
    forest: Forest<G::View, G::Action>,
    random: Seeded,
    meter: Meter,
    actions: Actions<G::Action>,
    /// What was selected: the node, which of its actions, and whose choice it was.
    path: Vec<(usize, usize, Side)>,
}

impl<G: Hidden + ChanceNodes, E: Evaluate<G>> Simulator<'_, G, E> {
    /// Makes so many simulations, as far as the limits allow; how many there were, and why there were no more.
    fn simulate(&mut self, view: &G::View, most: u64, over: &AtomicBool) -> SearchResult<(u64, Option<Limit>)> {
        for made in 0..most {
            if over.load(Ordering::Relaxed) {
                return Ok((made, None));
            }
            match self.simulation(view) {
                Ok(()) => {}
                Err(found) => match found.cause {
                    Cause::Limit(limit) => return Ok((made, Some(limit))),
                    _ => return Err(found),
                },
            }
        }
        Ok((most, None))
    }

    fn simulation(&mut self, view: &G::View) -> SearchResult<()> {
        self.meter.check().map_err(Cause::at_root)?;
        // 1. Determinise.
        let mut state = determinize(self.game, view, &mut self.random)?;
        self.path.clear();
        let mut in_tree = true;
        let mut ply = 0;
        let utility = loop {
            self.meter.count().map_err(Cause::at_root)?;
            if self.game.is_terminal(&state) {
                break self.utility(&state)?;
            }
            if ply >= self.plies {
                break self.evaluation(&state)?;
            }
            let action = match self.game.turn(&state) {
                Turn::Chance => {
                    let drawn = self.game.chance_draw(&state, &mut self.random);
                    drawn.ok_or_else(|| Cause::UndeclaredChance.at_root())?
                }
                // 2. Select. 3. Expand.
                Turn::Seat(seat) if in_tree => {
                    let side = self.game.side(seat);
                    let game = self.game;
                    let known = self.forest.find(game.view(&state, seat), || game.action_list(&state));
                    match known {
                        Some(node) => {
                            let (arm, is_new) = self.forest.select(node, &mut self.random).ok_or_else(no_actions)?;
                            in_tree = !is_new;
                            self.path.push((node, arm, side));
                            self.forest.action(node, arm)
                        }
                        None => {
                            in_tree = false;
                            self.any_action(&state)?
                        }
                    }
                }
                // 4. Simulate.
                Turn::Seat(_) => self.any_action(&state)?,
            };
            self.game.apply(&mut state, action);
            ply += 1;
        };
        // 5. Back up.
        let scale = Scale::of(self.game.bounds());
        for &(node, arm, side) in &self.path {
            self.forest.tell(node, arm, scale.share(utility, side));
        }
        Ok(())
    }

    /// Any legal action.
    fn any_action(&mut self, state: &G::State) -> SearchResult<G::Action> {
        self.actions.clear();
        self.game.actions(state, &mut self.actions);
        let list = self.actions.as_slice();
        self.random.index(list.len()).map(|at| list[at]).ok_or_else(no_actions)
    }

    fn utility(&self, state: &G::State) -> SearchResult<f64> {
        match self.game.utility(state) {
            Score::UNKNOWN => Err(Cause::Unknown.at_root()),
            score => Ok(score.into()),
        }
    }

    /// What the evaluation says, or the middle of what is possible if there is none.
    fn evaluation(&self, state: &G::State) -> SearchResult<f64> {
        let evaluation = &self.settings.evaluation;
        if !evaluation.guesses() {
            return Ok(Scale::of(self.game.bounds()).worth(0.5, Side::Max));
        }
        let value = evaluation.expectation(self.game, state);
        if value.is_nan() { Err(Cause::Unknown.at_root()) } else { Ok(value) }
    }
}

fn no_actions() -> Box<crate::Halt> {
    Cause::NoActions.at_root()
}
