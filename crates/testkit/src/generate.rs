//! Trees from a seed.

use counterplay_core::Random;

use crate::Plain;

/// What random trees look like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// No leaf lies deeper.
    pub depth: u32,
    /// No node has more branches.
    pub branches: u64,
    /// Leaves are from minus this to this; a small number makes many ties.
    pub values: i32,
    /// Whether there are chance nodes.
    pub chance: bool,
}

/// A tree of random shape, in which sides may move twice in a row.
pub fn random_tree(random: &mut dyn Random, shape: Shape) -> Plain {
    let ends = shape.depth == 0 || random.below(5) == 0;
    if ends {
        return Plain::Leaf(random.below(2 * shape.values as u64 + 1) as i32 - shape.values);
    }
    let below = Shape { depth: shape.depth - 1, ..shape };
    let count = 1 + random.below(shape.branches);
    let mut trees: Vec<Plain> = (0..count).map(|_| random_tree(random, below)).collect();
    match random.below(if shape.chance { 3 } else { 2 }) {
        0 => Plain::Max(trees),
        1 => Plain::Min(trees),
        _ => {
            // Sixteenths are exact in binary, so that they sum to 1 without a rounding error.
            let mut left = 16;
            let last = trees.pop();
            let mut outcomes = Vec::new();
            for tree in trees {
                let part = random.below(left + 1);
                left -= part;
                outcomes.push((part as f64 / 16.0, tree));
            }
            outcomes.extend(last.map(|tree| (left as f64 / 16.0, tree)));
            Plain::Chance(outcomes)
        }
    }
}

/// A uniform tree, MAX at the root, in which the first action is best everywhere: alpha-beta's best case.
#[must_use]
pub fn ordered_uniform(branches: usize, depth: u32) -> Plain {
    // Whoever moves, each later action is worse for the mover by more than the levels below can make good.
    fn build(branches: usize, depth: u32, max: bool, value: i32, step: i32) -> Plain {
        if depth == 0 {
            return Plain::Leaf(value);
        }
        let child = |i: usize| {
            let loss = step * i as i32;
            build(
                branches,
                depth - 1,
                !max,
                if max { value - loss } else { value + loss },
                step / (branches as i32 + 1),
            )
        };
        let below = (0..branches).map(child).collect();
        if max { Plain::Max(below) } else { Plain::Min(below) }
    }
    build(branches, depth, true, 0, (branches as i32 + 1).pow(depth.saturating_sub(1)))
}
