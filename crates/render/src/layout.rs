//! Tidy tree layout: where each node stands from left to right.
//!
//! The contract, for nodes whose room to the left and right of their centre is given as an [`Extent`]:
//!
//! 1. two nodes of the same ply never come nearer than the gap, nor do they change their order;
//! 2. a parent stands in the middle between its first and its last child;
//! 3. subtrees stand as close as 1 and 2 allow, and small ones between large ones are spread evenly.
//!
//! This is the algorithm of Buchheim, Jünger and Leipert (*Improving Walker's Algorithm to Run in Linear Time*, 2002)
//! with widths. It takes linear time, and does not recurse: the branches are in preorder, as the nodes of a
//! [`SearchTree`](counterplay_core::trace::SearchTree) are, so that backwards each node comes after all of its subtree.
//! Trees of 100,000 plies or 100,000 leaves are laid out in milliseconds.

use counterplay_core::trace::Node;

/// Branch of the tree that is laid out: only who hangs from whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Branch {
    /// Parent's index in the list. `None` at the root.
    pub parent: Option<usize>,
    /// Children's indices, from left to right.
    pub children: Vec<usize>,
}

impl From<&Node> for Branch {
    fn from(node: &Node) -> Branch {
        Branch { parent: node.parent, children: node.children.clone() }
    }
}

/// Extent of a node: the room that it needs to each side of its centre.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Extent {
    /// Room to the left.
    pub left: f64,
    /// Room to the right.
    pub right: f64,
}

/// Gaps: the least distance between the extents of neighbours in a ply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gaps {
    /// Gap between children of one parent.
    pub siblings: f64,
    /// Gap between children of different parents.
    pub cousins: f64,
}

/// Centre of each node of a tree in preorder, so that the leftmost extent begins at 0.
///
/// # Panics
/// If there is not one extent for each node.
#[must_use]
pub fn tidy(nodes: &[Branch], extents: &[Extent], gaps: Gaps) -> Vec<f64> {
    assert_eq!(nodes.len(), extents.len(), "one extent for each node");
    let mut spots: Vec<Placement> = (0..nodes.len()).map(Placement::new).collect();
    for parent in (0..nodes.len()).rev() {
        Walk { nodes, extents, gaps, spots: &mut spots }.place_children(parent);
    }
    if let Some(root) = spots.first_mut() {
        (root.x, root.shift) = (root.middle, 0.0);
    }
    // The sum of the shifts above each node makes its place absolute.
    let mut x: Vec<f64> = vec![0.0; nodes.len()];
    let mut shift = vec![0.0; nodes.len()];
    let mut leftmost = f64::INFINITY;
    for at in 0..nodes.len() {
        let above = nodes[at].parent.map_or(0.0, |parent| shift[parent]);
        x[at] = spots[at].x + above;
        shift[at] = above + spots[at].shift;
        leftmost = leftmost.min(x[at] - extents[at].left);
    }
    x.iter_mut().for_each(|x| *x -= leftmost);
    x
}

/// Placement of a node while its surroundings are being placed.
struct Placement {
    /// Centre, relative to the parent's children.
    x: f64,
    /// Middle of its own children.
    middle: f64,
    /// Shift of its children.
    shift: f64,
    /// Shift of this node and all siblings to its right that is still to be made, in two parts: at once, and per
    /// sibling.
    move_all: f64,
    move_each: f64,
    /// Thread: where the contour of the subtree goes on below a node without children.
    thread: Option<usize>,
    /// Ancestor of a node on the right contour: the child of the parent now being placed that it hangs from.
    ancestor: usize,
    /// Rank among its siblings.
    rank: usize,
}

impl Placement {
    fn new(at: usize) -> Placement {
        Placement {
            x: 0.0,
            middle: 0.0,
            shift: 0.0,
            move_all: 0.0,
            move_each: 0.0,
            thread: None,
            ancestor: at,
            rank: 0,
        }
    }
}

struct Walk<'a> {
    nodes: &'a [Branch],
    extents: &'a [Extent],
    gaps: Gaps,
    spots: &'a mut [Placement],
}

impl Walk<'_> {
    /// Places the children of a node side by side, each with its whole subtree, which is already placed in itself.
    fn place_children(&mut self, parent: usize) {
        let nodes = self.nodes;
        let children = &nodes[parent].children;
        let (Some(&first), Some(&last)) = (children.first(), children.last()) else { return };
        let mut default_ancestor = first;
        for (rank, &child) in children.iter().enumerate() {
            // 1. Beside the left sibling, as if there were nothing below.
            let left = rank.checked_sub(1).map(|rank| children[rank]);
            let middle = self.spots[child].middle;
            let x = left.map_or(middle, |left| self.spots[left].x + self.distance(left, child));
            let spot = &mut self.spots[child];
            (spot.rank, spot.x, spot.shift) = (rank, x, x - middle);
            // 2. Away from the subtrees on the left, as far as they get into each other's way.
            if let Some(left) = left {
                default_ancestor = self.separate(child, left, first, default_ancestor);
            }
        }
        // 3. What lay between two subtrees that were moved apart is spread evenly.
        let (mut move_all, mut move_each) = (0.0, 0.0);
        for &child in children.iter().rev() {
            let spot = &mut self.spots[child];
            spot.x += move_all;
            spot.shift += move_all;
            move_each += spot.move_each;
            move_all += spot.move_all + move_each;
        }
        self.spots[parent].middle = (self.spots[first].x + self.spots[last].x) / 2.0;
    }

    /// Moves the subtree of `child` to the right until its left contour is clear of the right contour of its left
    /// siblings. Both contours are followed downwards as far as both of them reach.
    fn separate(&mut self, child: usize, left: usize, first: usize, mut default_ancestor: usize) -> usize {
        // The inner contours face each other; the outer ones are followed to tie threads where one ends.
        let (mut inner_right, mut outer_right) = (child, child);
        let (mut inner_left, mut outer_left) = (left, first);
        let shift = |walk: &Self, at: usize| walk.spots[at].shift;
        let (mut sum_inner_right, mut sum_outer_right) = (shift(self, child), shift(self, child));
        let (mut sum_inner_left, mut sum_outer_left) = (shift(self, left), shift(self, first));
        while let (Some(next_left), Some(next_right)) = (self.next_right(inner_left), self.next_left(inner_right)) {
            (inner_left, inner_right) = (next_left, next_right);
            // Where the inner contours go on, the outer ones do.
            outer_left = self.next_left(outer_left).unwrap_or(outer_left);
            outer_right = self.next_right(outer_right).unwrap_or(outer_right);
            self.spots[outer_right].ancestor = child;
            let overlap = self.spots[inner_left].x + sum_inner_left + self.distance(inner_left, inner_right)
                - (self.spots[inner_right].x + sum_inner_right);
            if overlap > 0.0 {
                let ancestor = self.spots[inner_left].ancestor;
                let is_sibling = self.nodes[ancestor].parent == self.nodes[child].parent;
                self.move_apart(if is_sibling { ancestor } else { default_ancestor }, child, overlap);
                sum_inner_right += overlap;
                sum_outer_right += overlap;
            }
            sum_inner_left += shift(self, inner_left);
            sum_inner_right += shift(self, inner_right);
            sum_outer_left += shift(self, outer_left);
            sum_outer_right += shift(self, outer_right);
        }
        // The left subtrees reach deeper: the right contour goes on there.
        if let Some(deeper) = self.next_right(inner_left)
            && self.next_right(outer_right).is_none()
        {
            let spot = &mut self.spots[outer_right];
            spot.thread = Some(deeper);
            spot.shift += sum_inner_left - sum_outer_right;
        }
        // The right subtree reaches deeper: the left contour goes on there.
        if let Some(deeper) = self.next_left(inner_right)
            && self.next_left(outer_left).is_none()
        {
            let spot = &mut self.spots[outer_left];
            spot.thread = Some(deeper);
            spot.shift += sum_inner_right - sum_outer_left;
            default_ancestor = child;
        }
        default_ancestor
    }

    /// Moves `right` away from its sibling `left`, and notes down what those between them are to be moved.
    fn move_apart(&mut self, left: usize, right: usize, by: f64) {
        let between = (self.spots[right].rank - self.spots[left].rank) as f64;
        let each = by / between;
        self.spots[left].move_each += each;
        let spot = &mut self.spots[right];
        spot.move_each -= each;
        spot.move_all += by;
        spot.x += by;
        spot.shift += by;
    }

    /// The next node of a left contour.
    fn next_left(&self, at: usize) -> Option<usize> {
        self.nodes[at].children.first().copied().or(self.spots[at].thread)
    }

    /// The next node of a right contour.
    fn next_right(&self, at: usize) -> Option<usize> {
        self.nodes[at].children.last().copied().or(self.spots[at].thread)
    }

    /// Least distance of the centres of two neighbours.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let siblings = self.nodes[left].parent == self.nodes[right].parent;
        let gap = if siblings { self.gaps.siblings } else { self.gaps.cousins };
        self.extents[left].right + gap + self.extents[right].left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{bare, chain, fan};
    use counterplay_core::{Random, Seeded};

    const GAPS: Gaps = Gaps { siblings: 5.0, cousins: 9.0 };

    /// Checks the contract, and gives the places.
    fn place(nodes: &[Node], extents: &[Extent]) -> Vec<f64> {
        let branches: Vec<Branch> = nodes.iter().map(Branch::from).collect();
        let x = tidy(&branches, extents, GAPS);
        let mut rightmost: Vec<Option<usize>> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            assert!(x[at] - extents[at].left >= -1e-6);
            if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
                assert!((x[at] - (x[first] + x[last]) / 2.0).abs() < 1e-6, "node {at} is not centred");
            }
            let ply = node.ply as usize;
            rightmost.resize(rightmost.len().max(ply + 1), None);
            if let Some(left) = rightmost[ply].replace(at) {
                let gap = if nodes[left].parent == node.parent { GAPS.siblings } else { GAPS.cousins };
                let free = x[at] - extents[at].left - (x[left] + extents[left].right);
                assert!(free >= gap - 1e-6, "{left} and {at} are {free} apart");
            }
        }
        x
    }

    fn uniform(nodes: &[Node]) -> Vec<Extent> {
        vec![Extent { left: 10.0, right: 10.0 }; nodes.len()]
    }

    #[test]
    fn small_shapes_are_as_expected() {
        let tree = bare(&[None, Some(0), Some(1), Some(1), Some(0)]);
        // The root over B and C; B over two leaves.
        assert_eq!(place(&tree, &uniform(&tree)), [35.0, 22.5, 10.0, 35.0, 47.5]);
        let tree = bare(&[None]);
        assert_eq!(place(&tree, &uniform(&tree)), [10.0]);
        assert!(tidy(&[], &[], GAPS).is_empty());
    }

    #[test]
    fn small_subtrees_between_large_ones_are_spread_evenly() {
        // Wide, three leaves, wide.
        let parents =
            [None, Some(0), Some(1), Some(1), Some(1), Some(1), Some(0), Some(0), Some(0), Some(0), Some(9), Some(9)];
        let tree = bare(&[&parents[..], &[Some(9), Some(9)]].concat());
        let x = place(&tree, &uniform(&tree));
        let gaps: Vec<f64> = [1, 6, 7, 8, 9].windows(2).map(|w| x[w[1]] - x[w[0]]).collect();
        assert!(gaps.iter().all(|gap| (gap - gaps[0]).abs() < 1e-9), "{gaps:?}");
    }

    #[test]
    fn random_trees_keep_the_contract() {
        let mut random = Seeded::new(7);
        for round in 0..400 {
            let size = 1.0 + random.unit() * 120.0;
            // Near parents make deep trees, far ones wide trees.
            let reach = 1.0 + random.unit() * f64::from(round % 40);
            let parents: Vec<Option<usize>> = (0..size as usize)
                .map(|at| at.checked_sub(1).map(|last| last - (random.unit() * reach) as usize % at))
                .collect();
            let tree = bare(&parents);
            let mut side = || random.unit() * if round % 2 == 0 { 4.0 } else { 60.0 };
            let extents: Vec<Extent> = tree.iter().map(|_| Extent { left: side(), right: side() }).collect();
            place(&tree, &extents);
        }
    }

    #[test]
    fn very_deep_and_very_wide_trees_are_placed() {
        for tree in [chain(100_000), fan(100_000)] {
            place(&tree.nodes, &uniform(&tree.nodes));
        }
        // A comb: each inner node has a leaf on its left.
        let parents: Vec<Option<usize>> =
            (0..100_001usize).map(|at| at.checked_sub(1).map(|last| last - last % 2)).collect();
        let tree = bare(&parents);
        place(&tree, &uniform(&tree));
    }
}
