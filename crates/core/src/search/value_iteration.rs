//! Value iteration: the expectation in a game that can come back to where it was.
//!
//! No search of a fixed depth finds the value of a cyclic game like pig. Bellman's way does: list the states that can be
//! reached, give each of them any value, and let each take the best (or mean) of its successors, again and again, until
//! nothing changes any more.
//!
//! Only states that can come back to one another need the repetition. Such a set is a strongly connected component, and
//! the components are solved one by one, each after those that it leads to. A state on no cycle has its value at the
//! first look (the second finds nothing to change), so that a game without cycles is solved exactly; pig to 100 takes a
//! quarter of the time that sweeps over all states take (2.6 s against 9.9 s).

use std::collections::HashMap;
use std::hash::Hash;

use super::walk::Answer;
use crate::limits::{Cause, Halt, Limits, Meter};
use crate::{Actions, ChanceNodes, Outcomes, PerfectInformation, Role};

/// The values of all states that can be reached.
#[derive(Clone, Debug)]
pub struct Solution<S> {
    places: HashMap<S, u32>,
    values: Vec<f64>,
    /// How often the states of a component were looked at, in the one that took longest.
    pub sweeps: u32,
    /// The largest change in the last sweep of any component. It is no bound on the error.
    pub residual: f64,
}

impl<S: Eq + Hash> Solution<S> {
    /// The expectation for MAX, if the state was reached.
    #[must_use]
    pub fn value(&self, state: &S) -> Option<f64> {
        self.places.get(state).map(|&at| self.values[at as usize])
    }

    /// How many states were reached.
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }
}

/// A state as the iteration sees it: who chooses among which successors.
enum Kind {
    Terminal,
    Max,
    Min,
    Chance,
}

/// Solves the game below `root` until no value changes by more than `tolerance` in a sweep.
///
/// The limits are those of every search; a *node* is a state that is listed.
///
/// # Errors
/// If the game breaks its contract, a utility is unknown, or a limit is reached. There is no path to tell: the states are
/// not visited in the order of play.
pub fn value_iteration<G>(game: &G, root: &G::State, tolerance: f64, limits: &Limits) -> Answer<Solution<G::State>>
where
    G: ChanceNodes + PerfectInformation,
    G::State: Eq + Hash,
{
    let halt = |cause| Box::new(Halt { cause, path: Vec::new() });
    let mut meter = Meter::new(limits);
    let bounds = game.bounds();
    let middle = (f64::from(bounds.low) + f64::from(bounds.high)) / 2.0;
    // 1. List the states, breadth first, and their successors one after the other in `edges`.
    let mut places = HashMap::from([(root.clone(), 0u32)]);
    let mut states = vec![root.clone()];
    let (mut kinds, mut starts, mut edges, mut values) = (Vec::new(), vec![0usize], Vec::new(), Vec::new());
    let mut actions = Actions::new();
    let mut at = 0;
    while at < states.len() {
        meter.spend().map_err(halt)?;
        let state = states[at].clone();
        at += 1;
        let role = (!game.is_terminal(&state)).then(|| game.role(&state));
        let mut follow = |action, probability| {
            let next = game.result(&state, action);
            let place = *places.entry(next).or_insert_with_key(|next| {
                states.push(next.clone());
                states.len() as u32 - 1
            });
            edges.push((place, probability));
        };
        let (kind, value) = match role {
            None => (Kind::Terminal, f64::from(game.utility(&state))),
            Some(Role::Chance) => {
                let mut outcomes = Outcomes::new();
                game.chance_outcomes(&state, &mut outcomes);
                if outcomes.are_too_many() {
                    return Err(halt(Cause::TooManyOutcomes));
                }
                outcomes.check().map_err(|sum| halt(Cause::Probabilities(sum)))?;
                outcomes.as_slice().iter().for_each(|&(action, probability)| follow(action, probability));
                (Kind::Chance, middle)
            }
            Some(role) => {
                actions.close(0);
                game.actions(&state, &mut actions);
                if actions.overflowed() {
                    return Err(halt(Cause::TooManyActions));
                }
                actions.as_slice().iter().for_each(|&action| follow(action, 1.0));
                (if role == Role::Max { Kind::Max } else { Kind::Min }, middle)
            }
        };
        if value.is_nan() {
            return Err(halt(Cause::Unknown));
        }
        if edges.len() == starts[starts.len() - 1] && role.is_some() {
            return Err(halt(Cause::NoActions));
        }
        kinds.push(kind);
        values.push(value);
        starts.push(edges.len());
    }
    // 2. Sweep each component until nothing changes in it.
    let (mut sweeps, mut residual) = (0, 0.0);
    let update = |values: &mut [f64], at: usize| {
        let successors = edges[starts[at]..starts[at + 1]].iter();
        let worth = |&(place, _): &(u32, f64)| values[place as usize];
        let value = match kinds[at] {
            Kind::Terminal => values[at],
            Kind::Max => successors.map(worth).fold(f64::NEG_INFINITY, f64::max),
            Kind::Min => successors.map(worth).fold(f64::INFINITY, f64::min),
            Kind::Chance => successors.map(|edge| edge.1 * worth(edge)).sum(),
        };
        (value - std::mem::replace(&mut values[at], value)).abs()
    };
    components(&starts, &edges, |component| {
        let mut rounds = 0;
        loop {
            let change = component.iter().fold(0.0, |most, &at| f64::max(most, update(&mut values, at as usize)));
            rounds += 1;
            meter.check()?;
            if change <= tolerance {
                (sweeps, residual) = (rounds.max(sweeps), f64::max(change, residual));
                return Ok(());
            }
        }
    })
    .map_err(halt)?;
    Ok(Solution { places, values, sweeps, residual })
}

/// Tarjan (1972), with a stack of its own: calls `solve` with each strongly connected component, after those that it leads
/// to. Within a component a state comes after its successors, but for those that close a cycle: so news travel far in
/// one sweep.
fn components<E>(
    starts: &[usize],
    edges: &[(u32, f64)],
    mut solve: impl FnMut(&[u32]) -> Result<(), E>,
) -> Result<(), E> {
    /// A state on the path from the root.
    struct Visit {
        at: usize,
        /// The edge to follow next.
        edge: usize,
        /// The state was the so-manieth to be entered.
        number: u32,
        /// How many states were finished but not solved when it was entered.
        finished: usize,
    }
    const UNSEEN: u32 = 0;
    const SOLVED: u32 = u32::MAX;
    // The lowest number of a state on the path that each state is known to lead back to.
    let mut low = vec![UNSEEN; starts.len() - 1];
    let (mut path, mut finished, mut entered): (Vec<Visit>, Vec<u32>, u32) = (Vec::new(), Vec::new(), 0);
    // Every state can be reached from the first.
    let mut enter = Some(0);
    loop {
        if let Some(at) = enter.take() {
            entered += 1;
            low[at] = entered;
            path.push(Visit { at, edge: starts[at], number: entered, finished: finished.len() });
        }
        let Some(visit) = path.last_mut() else { return Ok(()) };
        let at = visit.at;
        if visit.edge < starts[at + 1] {
            let to = edges[visit.edge].0 as usize;
            visit.edge += 1;
            match low[to] {
                UNSEEN => enter = Some(to),
                SOLVED => {}
                back => low[at] = low[at].min(back),
            }
            continue;
        }
        finished.push(at as u32);
        if low[at] == visit.number {
            let first = visit.finished;
            solve(&finished[first..])?;
            finished.drain(first..).for_each(|state| low[state as usize] = SOLVED);
        }
        path.pop();
        if let Some(parent) = path.last() {
            low[parent.at] = low[parent.at].min(low[at]);
        }
    }
}
