//! Averaging over deals: the textbook's answer to hidden cards.
//!
//! For each state that a seat's view allows, compute the minimax value of each action *as if everybody could see all
//! cards*, and take the action with the best average:
//!
//! ```text
//! argmax over a of  sum over deals s of P(s) * MINIMAX(RESULT(s, a))
//! ```
//!
//! It is strong in many games and wrong in some, for it believes that what is hidden now will be seen before the next
//! choice. So its average is a value of that belief, never a proven value of the game.
//!
//! Where the deals are too many to list, a sample of them stands for all:
//!
//! ```text
//! argmax over a of  1/N * sum over i from 1 to N of MINIMAX(RESULT(s_i, a))       s_i drawn by P
//! ```
//!
//! 1. The deals, and the actions, which depend on the view alone.
//! 2. Whether a few deals are soon searched to their ends. If not, they are searched further each time, for as long as
//!    half of the limits last.
//! 3. The other deals, as far as that.
//! 4. The best average, its error, and how sure the choice is.

mod deals;
mod face_up;

use self::deals::{Deals, Means, Round};
pub use self::face_up::FaceUp;
use super::Settings;
use super::walk::SearchResult;
use crate::engine::{Keys, NoKeys};
use crate::limits::{Allowance, Limit, Limits};
use crate::{Depth, Evaluate, Hidden, Proof, Side};

/// An action with its average worth.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionAverage<A> {
    /// The action.
    pub action: A,
    /// Its value in each state of [`Averages::states`], for MAX.
    pub values: Vec<f64>,
    /// The mean of these by the probabilities of the states.
    pub average: f64,
    /// The standard error of that mean: 0 if the states are all that there are, infinite if there is only one.
    pub error: f64,
}

/// The value of each action in each state that a view allows.
#[derive(Clone, PartialEq, Debug)]
pub struct Averages<S, A> {
    /// The states that were searched, with their probabilities. There are none if the limits were not enough for a
    /// single one: then the choice is a guess, from what was found on the way.
    pub states: Vec<(S, f64)>,
    /// Whether these are all that the view allows.
    pub all: bool,
    /// The actions in the game's order, each with its values.
    pub actions: Vec<ActionAverage<A>>,
    /// The action with the best average for the side to move; of several the first.
    pub choice: A,
    /// Its average, for MAX.
    pub average: f64,
    /// With what probability, at the least, no other action has a better mean over all deals. It is 1 if all were
    /// searched. For a sample it is found from the differences between the actions in the same deals, by the normal
    /// distribution; what is left open between the choice and each other action is added up.
    pub confidence: f64,
    /// Exact if `states` are all that the view allows and each was searched to its end; else an estimate. Exact is the
    /// average, not the game's value.
    pub proof: Proof,
    /// How many plies were looked ahead; nothing if every deal was searched to its end.
    pub depth: Option<Depth>,
    /// States entered in all searches together.
    pub nodes: u64,
    /// Why it ended before all deals were searched, if it did.
    pub stopped: Option<Limit>,
}

/// The deals to average over, and with what.
///
/// ```
/// # use counterplay_core::search::Dealing;
/// let many = Dealing::new().deals(1000).seed(7).threads(2);
/// ```
#[derive(Clone, Debug)]
pub struct Dealing<K = NoKeys> {
    deals: Option<usize>,
    seed: u64,
    threads: u32,
    keys: K,
}

impl Default for Dealing {
    fn default() -> Dealing {
        Dealing { deals: None, seed: 1, threads: 1, keys: NoKeys }
    }
}

impl Dealing {
    /// How many deals are drawn if nothing limits them.
    pub const USUAL: usize = 32;
    /// How many deals are drawn at the most before a limit is reached: their error is a three hundredth of what a
    /// single one varies.
    pub const MOST: usize = 100_000;
    /// How many values of actions in deals are found at the most before a limit is reached, unless the deals are given.
    const MOST_VALUES: usize = 1 << 20;

    /// Takes all deals where they can be listed. Where not, so many as the limits of time or nodes allow, or
    /// [`Dealing::USUAL`] if there are none.
    #[must_use]
    pub fn new() -> Dealing {
        Dealing::default()
    }
}

impl<K> Dealing<K> {
    /// Sets how many deals are searched: all deals if they are listed and are no more than this; otherwise so many that
    /// are drawn.
    #[must_use]
    pub fn deals(self, deals: usize) -> Self {
        Dealing { deals: Some(deals.max(1)), ..self }
    }

    /// The seed of the deals. Each has its own, which is made from this one and its number.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Dealing { seed, ..self }
    }

    /// Sets the number of threads. With a given number of deals, and unless a limit ends it, the answer is the same for
    /// any number.
    #[must_use]
    pub fn threads(self, threads: u32) -> Self {
        Dealing { threads: threads.max(1), ..self }
    }

    /// Sets where the keys for a table come from, for games without chance.
    #[must_use]
    pub fn keys<L>(self, keys: L) -> Dealing<L> {
        let Dealing { deals, seed, threads, .. } = self;
        Dealing { deals, seed, threads, keys }
    }

    /// How many deals to search at the most, if they are drawn.
    fn most(&self, limits: &Limits, actions: usize) -> usize {
        let limited = limits.time.is_some() || limits.nodes.is_some();
        // What was found is summed up after the clock has run out.
        let most = (Dealing::MOST_VALUES / actions).clamp(Dealing::USUAL, Dealing::MOST);
        self.deals.unwrap_or(if limited { most } else { Dealing::USUAL })
    }
}

/// Step 2: a deal that is searched within so many nodes is soon searched.
const SOON: u64 = 10_000;

/// Averages over the deals that a view allows. The limits are those of the whole, and so is the depth, which is counted
/// from the view on.
///
/// # Errors
/// If no state has this view, the game gives states that do not have it, nobody is to move in it, or a search could not
/// go on. Reaching a limit is no error: what was found before that is the answer.
pub fn averaging<G, E, K>(
    game: &G,
    view: &G::View,
    dealing: &Dealing<K>,
    settings: &Settings<E>,
) -> SearchResult<Averages<G::State, G::Action>>
where
    G: Hidden + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    G::View: Sync,
    G::Luck: FaceUp<G>,
    E: Evaluate<G> + Sync,
    K: Keys<G> + Sync,
{
    let allowance = Allowance::new(&settings.limits);
    // 1. The deals.
    let deals = Deals::new(game, view, dealing.deals.unwrap_or(usize::MAX), dealing.seed)?;
    // Where there is only one thing to do, nobody waits for its value.
    let most =
        if deals.actions.len() == 1 { Dealing::USUAL } else { dealing.most(&settings.limits, deals.actions.len()) };
    let count = deals.listed.as_ref().map_or(most, Vec::len);
    // 2. Whether a few deals are soon searched to their ends, and otherwise how far.
    let depth = settings.depth.map(|depth| Depth(depth.0.saturating_sub(1)));
    let (evaluation, keys, threads) = (&settings.evaluation, &dealing.keys, dealing.threads);
    let mut means = Means { evaluation, keys, depth, threads };
    let pilot = count.min(Dealing::USUAL);
    let mut round = deals.round(0..1, means, &a_little(&settings.limits))?;
    if round.stopped.is_none() && evaluation.guesses() {
        round.add(deals.round(1..pilot, means, &up_to_half(&settings.limits, &allowance.left(round.nodes)))?);
    }
    if round.stopped.is_some() {
        let spent = round.nodes;
        (round, means.depth) = if evaluation.guesses() {
            deepen(&deals, pilot, means, &settings.limits, &allowance, spent)?
        } else {
            // There is only one way, to the end.
            (deals.round(0..1, means, &allowance.left(spent))?, depth)
        };
        round.nodes += spent;
    }
    // 3. The other deals.
    if round.stopped.is_none() {
        round.add(deals.round(round.dealt.len()..count, means, &allowance.left(round.nodes))?);
    }
    // 4. The best average.
    let (nodes, stopped) = (round.nodes, round.stopped);
    let ahead = means.depth.filter(|_| !round.dealt.iter().all(|dealt| dealt.exact)).map(|depth| Depth(depth.0 + 1));
    Ok(Averages { nodes, stopped, depth: ahead, ..best_average(&deals, round, count) })
}

/// Step 2: searches some deals further each time, until they are searched to their ends or to the depth asked for, or
/// half of the limits is used up; the first time all of it. What was found last, and how far that was; a search that
/// was not finished is forgotten, unless it was the first.
fn deepen<G, E, K>(
    deals: &Deals<'_, G>,
    count: usize,
    means: Means<'_, E, K>,
    limits: &Limits,
    allowance: &Allowance<'_>,
    spent: u64,
) -> SearchResult<(Round<G::State>, Option<Depth>)>
where
    G: Hidden + Sync,
    G::State: Send + Sync,
    G::Action: Send + Sync,
    G::View: Sync,
    G::Luck: FaceUp<G>,
    E: Evaluate<G> + Sync,
    K: Keys<G> + Sync,
{
    let search =
        |depth: u32, limits: &Limits| deals.round(0..count, Means { depth: Some(Depth(depth)), ..means }, limits);
    let mut depth = 0;
    let mut last = search(depth, &allowance.left(spent))?;
    let is_done = |round: &Round<G::State>| round.stopped.is_some() || round.dealt.iter().all(|dealt| dealt.exact);
    while !is_done(&last) && means.depth.is_none_or(|deepest| depth < deepest.0) {
        let mut next = search(depth + 1, &up_to_half(limits, &allowance.left(spent + last.nodes)))?;
        next.nodes += last.nodes;
        if next.stopped.is_some() {
            last.nodes = next.nodes;
            break;
        }
        (last, depth) = (next, depth + 1);
    }
    Ok((last, Some(Depth(depth))))
}

/// What may be spent on finding out whether a deal is soon searched: a quarter, and not much.
fn a_little(limits: &Limits) -> Limits {
    let nodes = limits.nodes.map_or(SOON, |nodes| (nodes / 4).min(SOON));
    Limits { nodes: Some(nodes), time: limits.time.map(|time| time / 4), ..limits.clone() }
}

/// What is left, as long as it is more than half of all.
fn up_to_half(all: &Limits, left: &Limits) -> Limits {
    let nodes = left.nodes.zip(all.nodes).map(|(left, all)| left.saturating_sub(all / 2));
    let time = left.time.zip(all.time).map(|(left, all)| left.saturating_sub(all / 2));
    Limits { nodes, time, ..left.clone() }
}

/// Step 4: the best average for the side to move over the deals that were searched, of `count` that there are or that
/// were to be drawn.
fn best_average<G: Hidden>(
    deals: &Deals<'_, G>,
    round: Round<G::State>,
    count: usize,
) -> Averages<G::State, G::Action> {
    let all = deals.listed.is_some() && round.dealt.len() == count;
    let proof = if all && round.dealt.iter().all(|dealt| dealt.exact) { Proof::Exact } else { Proof::Estimate };
    let known = !round.dealt.is_empty();
    let (states, weights, values) = deals.table(round);
    let entry = |(&action, values): (&G::Action, Vec<f64>)| {
        let average = weights.mean(&values);
        let error = if all { 0.0 } else { weights.standard_error(&values) };
        ActionAverage { action, average, error, values }
    };
    let mut actions: Vec<ActionAverage<G::Action>> = deals.actions.iter().zip(values).map(entry).collect();
    let sign = if deals.side() == Side::Max { 1.0 } else { -1.0 };
    let better = |best: usize, at: usize| {
        if sign * actions[at].average > sign * actions[best].average { at } else { best }
    };
    let chosen = (1..actions.len()).fold(0, better);
    let by_action: Vec<&[f64]> = actions.iter().map(|entry| entry.values.as_slice()).collect();
    let confidence = match (all, known) {
        (true, _) => 1.0,
        (_, true) => weights.confidence(&by_action, chosen, sign),
        (_, false) => 0.0,
    };
    let (choice, average) = (actions[chosen].action, actions[chosen].average);
    let states = states.into_iter().zip(weights.shares()).filter(|_| known).collect();
    if !known {
        actions.iter_mut().for_each(|entry| entry.values.clear());
    }
    Averages { states, all, actions, choice, average, confidence, proof, depth: None, nodes: 0, stopped: None }
}
