//! The effective branching factor.

/// The effective branching factor: how many branches everywhere would give a tree of this depth so many nodes: the `b`
/// of 1 + b + … + b^depth = nodes.
///
/// What a search saves is best told by it: perfect cuts make it the square root of what it was.
///
/// ```
/// use counterplay_core::search::effective_branching;
///
/// assert!((effective_branching(3, 1 + 5 + 25 + 125) - 5.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn effective_branching(depth: u32, nodes: u64) -> f64 {
    let (levels, nodes) = (f64::from(depth) + 1.0, nodes as f64);
    // The sum in closed form, which takes as long for a million levels as for one.
    let tree = |b: f64| if b == 1.0 { levels } else { (levels * (b - 1.0).ln_1p()).exp_m1() / (b - 1.0) };
    let (mut low, mut high) = (0.0, nodes);
    // Each round gains a bit, and a number has no more than these.
    for _ in 0..f64::MANTISSA_DIGITS + u64::BITS {
        let middle = (low + high) / 2.0;
        if tree(middle) < nodes { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_that_of_the_tree() {
        for (depth, nodes, b) in [
            (3, 1 + 5 + 25 + 125, 5.0),
            (9, 10, 1.0),
            (1, 10, 9.0),
            (4, 1, 0.0),
            (63, u64::MAX, 2.0),
            (u32::MAX, 1 << 32, 1.0),
        ] {
            assert!((effective_branching(depth, nodes) - b).abs() < 1e-9, "{depth}, {nodes}");
        }
    }
}
