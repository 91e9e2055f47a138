//! Value iteration: the expectation in a game that can come back to where it was.
//!
//! No search of a fixed depth finds the value of a cyclic game like pig. Bellman's way does: list the states that can
//! be reached, give each of them a value, and let each take the best (or mean) of its successors, again and again.
//!
//! From one set of values one never knows how far there is to go: a small change may be followed by a thousand more. So
//! there are two. One begins with the least utility everywhere and only rises, the other with the greatest and only
//! falls, and the truth is between them: the lower one is what MAX is sure of if the game were broken off after so many
//! plies with the worst for MAX, the upper one with the best (Haddad and Monmege, 2014). Where they meet, it is proven.
//! They need not meet: where a side may go round in circles for ever, the value depends on what an endless play is
//! worth, which no game says; then the bounds stop moving, and stay apart.
//!
//! What is claimed is claimed for the probabilities as they are rounded, and up to the rounding of the sums, which is
//! about 1e-16 of the utility for each ply that play is expected to last. Rounded sums still never fall when a summand
//! rises, so that the two sets cannot change places.
//!
//! Only states that can come back to one another need the repetition. Such a set is a strongly connected component, and
//! the components are solved one by one, each after those that it leads to. A state on no cycle has its value at the
//! first look, so that a game without cycles is solved exactly.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::Ordering;

use super::walk::SearchResult;
use crate::limits::{Cause, Halt, Limits, Meter};
use crate::{Actions, ChanceNodes, Outcomes, PerfectInformation, Role, Score};

/// The values of all states that can be reached, each between two bounds.
#[derive(Clone, Debug)]
pub struct Solution<S> {
    places: HashMap<S, u32>,
    values: Vec<Between>,
    /// How often the states of a component were looked at, in the one that took longest.
    pub sweeps: u32,
    /// How far apart the bounds are, in the state that is known worst.
    pub gap: f64,
}

impl<S: Eq + Hash> Solution<S> {
    /// The expectation for MAX, if the state was reached: the middle of its bounds.
    #[must_use]
    pub fn value(&self, state: &S) -> Option<f64> {
        self.bounds(state).map(|(low, high)| if low == high { low } else { low + (high - low) / 2.0 })
    }

    /// What the expectation for MAX is proven to be at least and at most, if the state was reached.
    #[must_use]
    pub fn bounds(&self, state: &S) -> Option<(f64, f64)> {
        self.places.get(state).map(|&at| self.values[at as usize]).map(|Between { low, high }| (low, high))
    }

    /// Whether the bounds of every state are within `tolerance`.
    #[must_use]
    pub fn is_proven(&self, tolerance: f64) -> bool {
        self.gap <= tolerance
    }

    /// How many states were reached.
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }
}

/// The two values of a state. They lie side by side in memory, for they are always wanted together.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Between {
    low: f64,
    high: f64,
}

impl Between {
    fn gap(self) -> f64 {
        self.high - self.low
    }

    fn with(self, other: Between, choose: fn(f64, f64) -> f64) -> Between {
        Between { low: choose(self.low, other.low), high: choose(self.high, other.high) }
    }
}

/// A state as the iteration sees it: who chooses among which successors.
enum Kind {
    Terminal,
    Max,
    Min,
    Chance,
}

/// Solves the game below `root` until the bounds of every state are within `tolerance`, or nothing moves them any more.
///
/// The limits are those of every search; a *node* is a state that is listed.
///
/// # Errors
/// If the game breaks its contract, a utility is unknown, or a limit is reached.
pub fn value_iteration<G>(
    game: &G,
    root: &G::State,
    tolerance: f64,
    limits: &Limits,
) -> SearchResult<Solution<G::State>>
where
    G: ChanceNodes + PerfectInformation,
    G::State: Eq + Hash,
{
    let mut meter = Meter::new(limits);
    let anything = Between { low: game.bounds().low.into(), high: game.bounds().high.into() };
    // 1. List the states, breadth first, and their successors one after the other in `edges`.
    let mut places = HashMap::from([(root.clone(), 0u32)]);
    let mut states = vec![root.clone()];
    let (mut kinds, mut starts, mut edges, mut values) = (Vec::new(), vec![0usize], Vec::new(), Vec::new());
    let (mut actions, mut successors) = (Actions::new(), Vec::new());
    let mut at = 0;
    while at < states.len() {
        let state = states[at].clone();
        let listed = meter.spend().and_then(|()| list(game, &state, &mut actions, &mut successors));
        let (kind, utility) = listed.map_err(|cause| Box::new(Halt { cause, path: path_to(at, &starts, &edges) }))?;
        for &(action, probability) in &successors {
            let place = *places.entry(game.result(&state, action)).or_insert_with_key(|next| {
                states.push(next.clone());
                states.len() as u32 - 1
            });
            edges.push((place, probability));
        }
        kinds.push(kind);
        values.push(utility.map_or(anything, |utility| exactly(utility.into())));
        starts.push(edges.len());
        at += 1;
    }
    let halt = |cause| Box::new(Halt { cause, path: Vec::new() });
    // 2. Sweep each component until its bounds have met, or stay.
    let (mut sweeps, mut gap, mut settled) = (0, 0.0, 0);
    let update = |values: &mut [Between], at: usize| {
        let successors = edges[starts[at]..starts[at + 1]].iter();
        let worth = |&(place, _): &(u32, f64)| values[place as usize];
        let found = match kinds[at] {
            Kind::Terminal => values[at],
            Kind::Max => successors.map(worth).fold(exactly(f64::NEG_INFINITY), |a, b| a.with(b, f64::max)),
            Kind::Min => successors.map(worth).fold(exactly(f64::INFINITY), |a, b| a.with(b, f64::min)),
            Kind::Chance => successors.fold(exactly(0.0), |sum, edge| {
                let (Between { low, high }, probability) = (worth(edge), edge.1);
                Between { low: sum.low + probability * low, high: sum.high + probability * high }
            }),
        };
        // A bound that is proven stays, even if rounding would move it back or past the other.
        let Between { low, high } = values[at];
        let high = found.high.min(high).max(low);
        values[at] = Between { low: found.low.max(low).min(high), high };
        values[at]
    };
    components(&starts, &edges, |component| {
        let mut rounds = 0;
        loop {
            let (mut widest, mut moved) = (0.0, false);
            for &at in component {
                let before = values[at as usize];
                let now = update(&mut values, at as usize);
                (widest, moved) = (f64::max(widest, now.gap()), moved || now != before);
            }
            rounds += 1;
            meter.check()?;
            if widest <= tolerance || !moved {
                (sweeps, gap) = (rounds.max(sweeps), f64::max(widest, gap));
                settled += component.len();
                if let Some(share) = &limits.share {
                    share.store((1000 * settled / kinds.len()) as u64, Ordering::Relaxed);
                }
                return Ok(());
            }
        }
    })
    .map_err(halt)?;
    Ok(Solution { places, values, sweeps, gap })
}

fn exactly(value: f64) -> Between {
    Between { low: value, high: value }
}

/// Who chooses in a state, and the utility of a finished game; what can be chosen goes into `successors`.
fn list<G: ChanceNodes>(
    game: &G,
    state: &G::State,
    actions: &mut Actions<G::Action>,
    successors: &mut Vec<(G::Action, f64)>,
) -> Result<(Kind, Option<Score>), Cause> {
    successors.clear();
    if game.is_terminal(state) {
        return match game.utility(state) {
            Score::UNKNOWN => Err(Cause::Unknown),
            utility if !game.bounds().contain(utility) => Err(Cause::OutsideBounds(utility)),
            utility => Ok((Kind::Terminal, Some(utility))),
        };
    }
    let kind = match game.role(state) {
        Role::Chance => {
            let mut outcomes = Outcomes::new();
            game.chance_outcomes(state, &mut outcomes);
            if outcomes.are_too_many() {
                return Err(Cause::TooManyOutcomes);
            }
            outcomes.check().map_err(Cause::Probabilities)?;
            successors.extend_from_slice(outcomes.as_slice());
            Kind::Chance
        }
        role => {
            actions.close(0);
            game.actions(state, actions);
            if actions.overflowed() {
                return Err(Cause::TooManyActions);
            }
            successors.extend(actions.as_slice().iter().map(|&action| (action, 1.0)));
            if role == Role::Max { Kind::Max } else { Kind::Min }
        }
    };
    if successors.is_empty() { Err(Cause::NoActions) } else { Ok((kind, None)) }
}

/// The numbers of the actions by which a state was reached first, found by going back: needed once, if something is
/// wrong.
fn path_to(mut at: usize, starts: &[usize], edges: &[(u32, f64)]) -> Vec<u32> {
    let mut path = Vec::new();
    while let Some(edge) = edges.iter().position(|&(to, _)| at > 0 && to as usize == at) {
        at = starts.partition_point(|&start| start <= edge) - 1;
        path.push((edge - starts[at]) as u32 + 1);
    }
    path.reverse();
    path
}

/// Tarjan (1972), with a stack of its own: calls `solve` with each strongly connected component, after those that it
/// leads to. Within a component a state comes after its successors, but for those that close a cycle: so news travel
/// far in one sweep.
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Bounds, Chance, Game, Seat, Turn, With, Without};

    /// A graph: who is to move, and where to, with what probability. A state without successors is the end, with a
    /// utility.
    struct Graph(Vec<Vertex>);

    type Vertex = (Turn, Vec<(u8, f64)>, i32);

    const MAX: Turn = Turn::Seat(Seat::FIRST);
    const MIN: Turn = Turn::Seat(Seat::SECOND);

    fn end(utility: i32) -> Vertex {
        (MAX, Vec::new(), utility)
    }

    impl Game for Graph {
        type State = u8;
        type Action = u8;
        type Luck = With;
        type Secrets = Without;
        fn initial(&self) -> u8 {
            0
        }
        fn turn(&self, &at: &u8) -> Turn {
            self.0[usize::from(at)].0
        }
        fn actions(&self, &at: &u8, out: &mut Actions<u8>) {
            out.extend(self.0[usize::from(at)].1.iter().map(|&(to, _)| to));
        }
        fn apply(&self, at: &mut u8, to: u8) {
            *at = to;
        }
        fn is_terminal(&self, &at: &u8) -> bool {
            self.0[usize::from(at)].1.is_empty()
        }
        fn utility(&self, &at: &u8) -> Score {
            Score::new(self.0[usize::from(at)].2)
        }
        fn bounds(&self) -> Bounds {
            Bounds::new(-10, 10)
        }
    }

    impl Chance for Graph {
        fn outcomes(&self, &at: &u8, out: &mut Outcomes<u8>) {
            self.0[usize::from(at)].1.iter().for_each(|&(to, probability)| out.push(to, probability));
        }
    }

    fn run(graph: &Graph, tolerance: f64) -> Solution<u8> {
        value_iteration(graph, &0, tolerance, &Limits::default()).unwrap()
    }

    /// Back to the start nine times in ten: the value is that of the way out, but each sweep is a small step.
    #[test]
    fn the_bounds_enclose_the_value_and_close_in_on_it() {
        let graph = Graph(vec![
            (Turn::Chance, vec![(0, 0.9), (1, 0.1)], 0),
            (MIN, vec![(2, 1.0), (3, 1.0)], 0),
            end(7),
            end(9),
        ]);
        let mut before = (-10.0, 10.0);
        for tolerance in [1.0, 0.1, 1e-3, 1e-6, 1e-9, 1e-12] {
            let solution = run(&graph, tolerance);
            let (low, high) = solution.bounds(&0).unwrap();
            assert!(before.0 <= low && low <= 7.0 + 1e-13 && 7.0 - 1e-13 <= high && high <= before.1, "{low} {high}");
            assert!(high - low <= tolerance && solution.is_proven(tolerance) && solution.gap == high - low);
            assert!((solution.value(&0).unwrap() - 7.0).abs() <= tolerance);
            before = (low, high);
        }
        // The change of a sweep is a tenth of what is missing: to stop when it is small would be too soon.
        assert!(run(&graph, 1.0).sweeps > 20);
    }

    #[test]
    fn whoever_watches_is_told_the_share_that_is_settled() {
        let graph = Graph(vec![(MAX, vec![(1, 1.0), (2, 1.0)], 0), end(-2), end(6)]);
        let limits = Limits { share: Some(Arc::default()), ..Limits::default() };
        value_iteration(&graph, &graph.initial(), 0.0, &limits).unwrap();
        assert_eq!(limits.share.unwrap().load(Ordering::Relaxed), 1000);
    }

    #[test]
    fn a_game_without_cycles_is_solved_at_the_first_look() {
        let graph = Graph(vec![
            (MAX, vec![(1, 1.0), (2, 1.0)], 0),
            (Turn::Chance, vec![(2, 0.25), (3, 0.75)], 0),
            end(-2),
            end(6),
        ]);
        let solution = run(&graph, 0.0);
        assert_eq!((solution.bounds(&0), solution.bounds(&1)), (Some((4.0, 4.0)), Some((4.0, 4.0))));
        assert_eq!((solution.sweeps, solution.gap, solution.states()), (1, 0.0, 4));
        assert_eq!(solution.bounds(&9), None);
    }

    /// MAX may go round in circles rather than lose 3. What that is worth nobody knows, but it is worth at least -3.
    #[test]
    fn an_endless_play_leaves_the_bounds_apart() {
        let graph =
            Graph(vec![(MAX, vec![(1, 1.0), (2, 1.0)], 0), (MIN, vec![(0, 1.0), (3, 1.0)], 0), end(-3), end(5)]);
        let solution = run(&graph, 1e-9);
        assert_eq!(solution.bounds(&0), Some((-3.0, 5.0)));
        assert!(!solution.is_proven(7.9) && solution.is_proven(8.0));
        // A circle with no way out at all could be worth anything.
        let graph = Graph(vec![(MAX, vec![(1, 1.0)], 0), (MIN, vec![(0, 1.0)], 0)]);
        assert_eq!(run(&graph, 1e-9).bounds(&0), Some((-10.0, 10.0)));
    }

    /// Thirds do not sum to 1 in binary; the bounds must neither cross nor wander for ever.
    #[test]
    fn rounding_neither_crosses_the_bounds_nor_keeps_them_moving() {
        for utility in [-10, -7, 7, 10] {
            let third = 1.0 / 3.0;
            let graph = Graph(vec![(Turn::Chance, vec![(0, third), (0, third), (1, third)], 0), end(utility)]);
            let solution = run(&graph, 0.0);
            let (low, high) = solution.bounds(&0).unwrap();
            assert!(
                low <= high && (low - f64::from(utility)).abs() < 1e-14 && (high - f64::from(utility)).abs() < 1e-14
            );
        }
    }

    /// Taken at their word, such probabilities make the whole worth more than its parts.
    #[test]
    fn probabilities_that_sum_to_a_hair_more_than_one_do_not_lead_outside_of_the_bounds() {
        for utility in [-10, 10] {
            let graph = Graph(vec![(Turn::Chance, vec![(0, 0.5), (1, 0.5 + 5e-10)], 0), end(utility)]);
            let (low, high) = run(&graph, 0.0).bounds(&0).unwrap();
            assert!(-10.0 <= low && low <= high && high <= 10.0, "{low} {high}");
            assert!((low - f64::from(utility)).abs() < 1e-8 && (high - f64::from(utility)).abs() < 1e-8);
        }
    }

    #[test]
    fn a_utility_outside_of_the_bounds_is_refused() {
        let graph = Graph(vec![(MAX, vec![(1, 1.0)], 0), end(11)]);
        let halt = value_iteration(&graph, &0, 0.0, &Limits::default()).unwrap_err();
        assert_eq!(halt.cause, Cause::OutsideBounds(Score::new(11)));
    }
}
