//! Value iteration: the expectation in a game that can come back to where it was.
//!
//! No search of a fixed depth finds the value of a cyclic game like pig. Bellman's way does: list the states that can be
//! reached, give each of them any value, and let each take the best (or mean) of its successors, again and again, until
//! nothing changes any more. Going backwards from the states found last brings the ends of the game home early.

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
    /// How often every state was looked at.
    pub sweeps: u32,
    /// The largest change in the last sweep.
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
/// If the game breaks its contract, a utility is unknown, or a limit is reached.
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
                outcomes.check().map_err(|sum| halt(Cause::Probabilities(sum)))?;
                outcomes.as_slice().iter().for_each(|&(action, probability)| follow(action, probability));
                (Kind::Chance, middle)
            }
            Some(role) => {
                actions.close(0);
                game.actions(&state, &mut actions);
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
    // 2. Sweep backwards until nothing changes.
    let (mut sweeps, mut residual) = (0, f64::INFINITY);
    while residual > tolerance {
        residual = 0.0;
        for at in (0..values.len()).rev() {
            let successors = edges[starts[at]..starts[at + 1]].iter();
            let worth = |&(place, _): &(u32, f64)| values[place as usize];
            let value = match kinds[at] {
                Kind::Terminal => continue,
                Kind::Max => successors.map(worth).fold(f64::NEG_INFINITY, f64::max),
                Kind::Min => successors.map(worth).fold(f64::INFINITY, f64::min),
                Kind::Chance => successors.map(|edge| edge.1 * worth(edge)).sum(),
            };
            residual = f64::max(residual, (value - values[at]).abs());
            values[at] = value;
        }
        sweeps += 1;
        meter.check().map_err(halt)?;
    }
    Ok(Solution { places, values, sweeps, residual })
}
