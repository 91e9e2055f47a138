//! Uniform trees, with `b` branches everywhere down to depth `m`: what alpha-beta visits of them in the best order, in
//! a random one and in the worst.
//!
//! In the best order it visits b^⌈m/2⌉ + b^⌊m/2⌋ − 1 leaves, and no search can do with fewer (Knuth and Moore
//! 1975); in the worst all b^m. The counts here are those of the search itself.

use counterplay_core::search::{Settings, alphabeta, effective_branching};
use counterplay_core::trace::Silent;
use counterplay_core::{Actions, Bounds, Game, Halt, Limits, Random, Role, Score, Seat, Seeded, Turn, Without};
use counterplay_render::chart::{Axis, Chart, Series};
use serde_json::{Value, json};

/// Most leaves of a tree.
pub const MOST_LEAVES: u64 = 4_000_000;

/// Move ordering of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordering {
    /// Best order: the mover's best branch first, everywhere.
    Best,
    /// Random order: the leaves are shuffled.
    Random,
    /// Worst order: each branch is a little better than all before it, so that nothing is ever cut.
    Worst,
}

impl Ordering {
    /// All orderings, the one with most cuts first.
    pub const ALL: [Ordering; 3] = [Ordering::Best, Ordering::Random, Ordering::Worst];

    /// Name of the ordering.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Ordering::Best => "best",
            Ordering::Random => "random",
            Ordering::Worst => "worst",
        }
    }
}

/// A uniform tree with the numbers from 0 at its leaves, each once. MAX is at the root.
#[derive(Clone, Debug)]
pub struct Uniform {
    branching: u32,
    depth: u32,
    leaves: Vec<u32>,
}

/// Node of a uniform tree: its depth, and its index among the nodes of that depth, from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UniformNode {
    ply: u32,
    number: u32,
}

impl Uniform {
    /// Tree in this order. `None` if it would have too many leaves, or none. The random one and the best are the same
    /// tree for the same seed, its branches in another order.
    #[must_use]
    pub fn new(branching: u32, depth: u32, ordering: Ordering, seed: u64) -> Option<Uniform> {
        let count = u64::from(branching).checked_pow(depth).filter(|count| (1..=MOST_LEAVES).contains(count))? as usize;
        if ordering == Ordering::Worst {
            return Some(Uniform { branching, depth, leaves: worst(branching, depth, count) });
        }
        let mut random = Seeded::new(seed);
        let mut leaves: Vec<u32> = (0..count as u32).collect();
        for place in (1..count).rev() {
            leaves.swap(place, random.below(place as u64 + 1) as usize);
        }
        if ordering == Ordering::Best {
            leaves = best_first(branching, depth, leaves);
        }
        Some(Uniform { branching, depth, leaves })
    }
}

/// Role at so many plies below the root.
const fn mover(ply: u32) -> Role {
    if ply.is_multiple_of(2) { Role::Max } else { Role::Min }
}

/// Sorts the branches of every node by their values, from the leaves up.
fn best_first(branching: u32, depth: u32, mut leaves: Vec<u32>) -> Vec<u32> {
    let b = branching as usize;
    let mut values = leaves.clone();
    for ply in (0..depth).rev() {
        let width = b.pow(depth - ply - 1);
        let (mut sorted, mut above) = (Vec::with_capacity(leaves.len()), Vec::with_capacity(values.len() / b));
        for (node, below) in values.chunks(b).enumerate() {
            let mut order: Vec<usize> = (0..b).collect();
            order.sort_by_key(|&at| below[at]);
            if mover(ply) == Role::Max {
                order.reverse();
            }
            above.push(below[order[0]]);
            for at in order {
                let first = (node * b + at) * width;
                sorted.extend_from_slice(&leaves[first..first + width]);
            }
        }
        (leaves, values) = (sorted, above);
    }
    leaves
}

/// Leaves of which alpha-beta cuts none. Each of them lies inside of the window in which it is reached, so that it
/// moves alpha or beta and never closes the window: above the last leaf that raised alpha, below the last that lowered
/// beta.
fn worst(branching: u32, depth: u32, count: usize) -> Vec<u32> {
    // Leaves from the lowest to the highest, as a list: who comes after each. The place behind the last leaf is the
    // lowest end.
    let lowest = count;
    let mut next: Vec<usize> = vec![usize::MAX; count + 1];
    // For each open node the branches visited, and the leaf that is alpha there.
    let mut open = vec![(0, lowest)];
    let mut leaf = 0;
    while let Some(&(visited, alpha)) = open.last() {
        let ply = open.len() as u32 - 1;
        let value = if ply == depth {
            // Just above alpha, and so below beta.
            next[leaf] = std::mem::replace(&mut next[alpha], leaf);
            leaf += 1;
            leaf - 1
        } else if visited < branching {
            open.push((0, alpha));
            continue;
        } else {
            // Every branch has improved on those before it: the last leaf visited below is the value.
            leaf - 1
        };
        open.pop();
        if let Some((visited, alpha)) = open.last_mut() {
            *visited += 1;
            if mover(ply - 1) == Role::Max {
                *alpha = value;
            }
        }
    }
    // The values are the places in the list.
    let mut leaves = vec![0; count];
    let mut at = next[lowest];
    for rank in 0..count as u32 {
        leaves[at] = rank;
        at = next[at];
    }
    leaves
}

impl Game for Uniform {
    type State = UniformNode;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> UniformNode {
        UniformNode { ply: 0, number: 0 }
    }
    fn turn(&self, node: &UniformNode) -> Turn {
        Turn::Seat(if mover(node.ply) == Role::Max { Seat::FIRST } else { Seat::SECOND })
    }
    fn actions(&self, node: &UniformNode, out: &mut Actions<u32>) {
        if node.ply < self.depth {
            out.extend(0..self.branching);
        }
    }
    fn apply(&self, node: &mut UniformNode, branch: u32) {
        *node = UniformNode { ply: node.ply + 1, number: node.number * self.branching + branch };
    }
    fn is_terminal(&self, node: &UniformNode) -> bool {
        node.ply == self.depth
    }
    fn utility(&self, node: &UniformNode) -> Score {
        Score::new(self.leaves[node.number as usize] as i32)
    }
    fn bounds(&self) -> Bounds {
        // Wider than the leaves, for a leaf at a bound would end its parent's search by itself.
        Bounds { low: Score::new(-1), high: Score::new(self.leaves.len() as i32) }
    }
}

/// Visits of alpha-beta in the trees of one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Level {
    /// Depth of the trees.
    pub depth: u32,
    /// Leaves of each tree: b^m.
    pub all: u64,
    /// Fewest leaves that must be visited: b^⌈m/2⌉ + b^⌊m/2⌋ − 1.
    pub fewest: u64,
    /// Visits in each of the orders of [`Ordering::ALL`].
    pub visits: [Visits; 3],
}

/// Visits of one search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Visits {
    /// Leaves visited.
    pub leaves: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// The effective branching factor that follows from the nodes.
    pub branching: f64,
}

/// Searches the trees of every depth up to this one, in all orders. It ends early if the limits do; a depth is whole or
/// not there.
///
/// # Errors
/// If a search could not go on.
///
/// # Panics
/// If a tree would have more than [`MOST_LEAVES`].
pub fn levels(branching: u32, depth: u32, seed: u64, limits: &Limits) -> Result<Vec<Level>, Box<Halt>> {
    let mut levels = Vec::new();
    for depth in 1..=depth {
        let mut visits = Vec::new();
        for ordering in Ordering::ALL {
            let tree = Uniform::new(branching, depth, ordering, seed).expect("a tree of so many leaves can be made");
            let settings = Settings::new().limits(limits.clone());
            let decision = alphabeta(&tree, &tree.initial(), &settings, &mut Silent)?;
            if decision.stopped.is_some() {
                return Ok(levels);
            }
            let (leaves, nodes) = (decision.statistics.leaves, decision.statistics.nodes);
            visits.push(Visits { leaves, nodes, branching: effective_branching(depth, nodes) });
        }
        let b = u64::from(branching);
        let fewest = b.pow(depth.div_ceil(2)) + b.pow(depth / 2) - 1;
        levels.push(Level { depth, all: b.pow(depth), fewest, visits: [visits[0], visits[1], visits[2]] });
    }
    Ok(levels)
}

/// Chart of the leaves visited against the depth, with b^m, b^⌈m/2⌉ + b^⌊m/2⌋ − 1 and b^(m/2) drawn in.
#[must_use]
pub fn chart(branching: u32, levels: &[Level]) -> Chart {
    let line = |name: String, count: &dyn Fn(&Level) -> f64| {
        Series::new(name, levels.iter().map(|level| (f64::from(level.depth), count(level))))
    };
    let series = Ordering::ALL.into_iter().enumerate().map(|(at, ordering)| {
        let b = levels.last().map(|level| format!(", b* = {:.2}", level.visits[at].branching)).unwrap_or_default();
        line(format!("{} order{b}", ordering.as_str()), &|level| level.visits[at].leaves as f64)
    });
    let half = |level: &Level| f64::from(branching).powf(f64::from(level.depth) / 2.0);
    Chart {
        title: format!("uniform trees, b = {branching}: leaves that alpha-beta visits"),
        x: Axis::linear("depth m"),
        y: Axis::logarithmic("leaves"),
        series: series.collect(),
        references: vec![
            line("b^{m}".to_owned(), &|level| level.all as f64),
            line("b^{⌈m/2⌉}\u{a0}+ b^{⌊m/2⌋}\u{a0}− 1".to_owned(), &|level| level.fewest as f64),
            line("b^{m/2}".to_owned(), &half),
        ],
    }
}

/// JSON of all counts.
#[must_use]
pub fn json(branching: u32, seed: u64, levels: &[Level]) -> Value {
    let visited =
        |found: &Visits| json!({"leaves": found.leaves, "nodes": found.nodes, "effective_branching": found.branching});
    let level = |level: &Level| {
        let mut value = json!({"depth": level.depth, "all": level.all, "fewest": level.fewest});
        for (ordering, found) in Ordering::ALL.into_iter().zip(&level.visits) {
            value[ordering.as_str()] = visited(found);
        }
        value
    };
    json!({"branching": branching, "seed": seed, "levels": levels.iter().map(level).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use counterplay_core::search::minimax;

    use super::*;

    #[test]
    fn the_best_order_has_the_known_count_and_the_worst_cuts_nothing() {
        for (branching, depth) in [(1, 6), (2, 12), (3, 8), (5, 5), (10, 4)] {
            for level in levels(branching, depth, 7, &Limits::default()).unwrap() {
                let [best, random, worst] = level.visits.map(|visits| visits.leaves);
                assert_eq!((best, worst), (level.fewest, level.all), "{branching}, {}", level.depth);
                assert!((best..=worst).contains(&random), "{branching}, {}", level.depth);
            }
        }
    }

    #[test]
    fn the_best_order_is_the_random_tree_in_another_order() {
        let value = |ordering| {
            let tree = Uniform::new(3, 6, ordering, 5).unwrap();
            let mut leaves = tree.leaves.clone();
            leaves.sort_unstable();
            assert!(leaves.into_iter().eq(0..729), "every number once");
            minimax(&tree, &tree.initial(), &Settings::new(), &mut Silent).unwrap().value.score
        };
        assert_eq!(value(Ordering::Best), value(Ordering::Random));
        value(Ordering::Worst);
    }

    #[test]
    fn the_order_of_a_random_tree_depends_on_the_seed() {
        let random = |seed| levels(4, 6, seed, &Limits::default()).unwrap()[5].visits[1].leaves;
        assert_eq!(random(1), random(1));
        assert_ne!(random(1), random(2));
        assert!(random(1) > 64 + 64 - 1 && random(1) < 4096);
    }

    #[test]
    fn too_large_a_tree_is_none() {
        for (branching, depth) in [(10, 7), (2, 64), (u32::MAX, u32::MAX), (0, 3)] {
            assert!(Uniform::new(branching, depth, Ordering::Random, 1).is_none(), "{branching}, {depth}");
        }
    }
}
