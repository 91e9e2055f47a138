//! Columns, which keep a large tree narrow.
//!
//! Side by side, 300 leaves are wider than any slide. So the small subtrees of a large tree are stacked, as folders are
//! in a file manager: the *head* stands in its band as ever, and everything below it in rows, in preorder. The edges of
//! a node are one stem down from its foot, with a tick to each child:
//!
//! ```text
//!        \/  value            a head, the number of its visit below the value
//!        |   order
//!        +--/\ value order    a row with a shape: its own stem goes down from it
//!        |  +--[ 3] order     a row with a box; what is written on the edge stands on the tick
//!        |  +--[12] order
//!        +-||--[ 8]           a cut is struck across the tick
//! ```
//!
//! The subtrees of at most a given number of rows are stacked; a node that has leaves and larger subtrees too keeps
//! them side by side. A node with very many leaves has several stems, all from one bar below it.

use counterplay_core::trace::SearchTree;

use crate::labels::is_box;
use crate::widths::Widths;

/// The width and height of a shape in a row.
pub(crate) const SHAPE: (f64, f64) = (12.0, 10.5);
/// The height of a box in a row.
pub(crate) const BOX: f64 = 12.0;
/// The height of a row.
pub(crate) const ROW: f64 = 14.0;
/// The length of a tick without a text, which a cut mark needs.
pub(crate) const TICK: f64 = 8.0;
/// The room before each text of a row.
pub(crate) const BESIDE: f64 = 2.5;
/// The room between a head and its first row, and what curves of information sets need there.
const LEAD: f64 = 5.0;
const LEAD_WITH_SETS: f64 = 36.0;
/// Most leaves of a node that stand below each other, and the room for the bar that several stems hang from.
const LONGEST: usize = 24;
const BAR: f64 = 6.0;

/// Row of a node in a column: where it stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Row {
    /// Stem from left to right, and the height of the bar that leads from the parent to the stem.
    pub stem: f64,
    pub bar: f64,
    /// Left side of its box or shape.
    pub left: f64,
    pub top: f64,
    pub size: (f64, f64),
}

impl Row {
    /// Height of the tick.
    pub(crate) fn middle(&self) -> f64 {
        self.top + self.size.1 / 2.0
    }

    pub(crate) fn centre(&self) -> f64 {
        self.left + self.size.0 / 2.0
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.size.0
    }

    /// Row moved by an offset.
    pub(crate) fn moved(&self, x: f64, y: f64) -> Row {
        Row { stem: self.stem + x, bar: self.bar + y, left: self.left + x, top: self.top + y, ..*self }
    }
}

/// Block that hangs from a head: how far it reaches to the right of the head's centre, and down from its band.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Block {
    pub right: f64,
    pub depth: f64,
}

/// The columns of a tree, each relative to its head: to its centre, and to the bottom of its band.
pub(crate) struct Columns {
    /// Head of the column of each node; itself if it is one.
    pub heads: Vec<Option<usize>>,
    /// Row of each node that stands in a column.
    pub rows: Vec<Option<Row>>,
    /// Block that hangs from each head.
    pub blocks: Vec<Block>,
}

impl Columns {
    /// Whether a node stands in a column, below its head.
    pub(crate) fn is_row(&self, at: usize) -> bool {
        self.heads[at].is_some_and(|head| head != at)
    }
}

/// Column builder of a tree.
pub(crate) struct Stacking<'a> {
    tree: &'a SearchTree,
    widths: &'a [Widths],
    /// The room around a value in its box.
    padding: f64,
    /// Height that would hang from each node if it were in a column.
    hanging: Vec<f64>,
}

impl<'a> Stacking<'a> {
    /// Computes what would hang from each node. Backwards, children come before their parents.
    pub(crate) fn new(tree: &'a SearchTree, widths: &'a [Widths], padding: f64) -> Stacking<'a> {
        let mut stacking = Stacking { tree, widths, padding, hanging: vec![0.0; tree.nodes.len()] };
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            stacking.hanging[at] = match stacking.stems(at) {
                1 => node.children.iter().map(|&child| ROW + stacking.hanging[child]).sum(),
                several => BAR + ROW * node.children.len().div_ceil(several) as f64,
            };
        }
        stacking
    }

    /// Stacks the subtrees that then have at most so many rows, the head's not counted; 0 stacks nothing.
    pub(crate) fn columns(&self, most: u32) -> Columns {
        let count = self.tree.nodes.len();
        let heads = if most > 0 { self.heads(ROW * f64::from(most) + BAR) } else { vec![None; count] };
        let mut columns = Columns { heads, rows: vec![None; count], blocks: vec![Block::default(); count] };
        let leads = self.leads(&columns);
        // In preorder parents come before their children.
        for at in 0..count {
            let Some(head) = columns.heads[at] else { continue };
            let lead = leads[self.tree.nodes[head].ply as usize];
            if head == at {
                columns.blocks[at].depth = lead + self.hanging[at];
            }
            let foot = columns.rows[at].map_or((0.0, lead), |row| (row.centre(), row.middle() + ROW / 2.0));
            let right = self.place_children(at, foot, &mut columns.rows);
            columns.blocks[head].right = columns.blocks[head].right.max(right);
        }
        columns
    }

    /// Room between the heads of each ply and their first rows.
    fn leads(&self, columns: &Columns) -> Vec<f64> {
        let mut leads = Vec::new();
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let ply = node.ply as usize;
            leads.resize(leads.len().max(ply + 1), LEAD);
            if self.widths[at].set > 0.0 && !columns.is_row(at) {
                leads[ply] = LEAD_WITH_SETS;
            }
        }
        leads
    }

    /// Head of the column of each node, if at most so much may hang from a head.
    fn heads(&self, most: f64) -> Vec<Option<usize>> {
        let mut heads: Vec<Option<usize>> = Vec::with_capacity(self.tree.nodes.len());
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let above = node.parent.and_then(|parent| heads[parent]);
            let is_head = above.is_none() && !node.is_leaf() && self.hanging[at] <= most;
            heads.push(if is_head { Some(at) } else { above });
        }
        heads
    }

    /// Number of stems of a node. Only leaves are divided among several.
    fn stems(&self, at: usize) -> usize {
        let children = &self.tree.nodes[at].children;
        let is_long = children.len() > LONGEST && children.iter().all(|&child| self.tree.nodes[child].is_leaf());
        if is_long { children.len().div_ceil(LONGEST) } else { 1 }
    }

    /// Gives the children of a node their rows, below the given foot; returns how far they reach to the right.
    fn place_children(&self, at: usize, foot: (f64, f64), rows: &mut [Option<Row>]) -> f64 {
        let children = &self.tree.nodes[at].children;
        if children.is_empty() {
            return 0.0;
        }
        let widest = |of: &dyn Fn(usize) -> f64| children.iter().map(|&child| of(child)).fold(0.0, f64::max);
        // 1. All children of a node begin at the same distance from their stem, and all boxes are equally wide.
        let edge = widest(&|child| self.widths[child].edge);
        let tick = TICK + if edge > 0.0 { edge + BESIDE } else { 0.0 };
        let boxes = (widest(&|child| self.widths[child].value) + 2.0 * self.padding).max(BOX);
        let shape = |child: usize| if is_box(&self.tree.nodes[child]) { (boxes, BOX) } else { SHAPE };
        let reach = tick + widest(&|child| shape(child).0 + self.beside(child));
        // 2. From row to row, and from stem to stem.
        let stems = self.stems(at);
        let per_stem = children.len().div_ceil(stems);
        let first = foot.1 + if stems > 1 { BAR } else { 0.0 };
        let mut below = first;
        for (rank, &child) in children.iter().enumerate() {
            if rank % per_stem == 0 {
                below = first;
            }
            let stem = foot.0 + (reach + 2.0 * BESIDE) * (rank / per_stem) as f64;
            let size = shape(child);
            rows[child] = Some(Row { stem, bar: foot.1, left: stem + tick, top: below + (ROW - size.1) / 2.0, size });
            below += ROW + self.hanging[child];
        }
        foot.0 + reach + (reach + 2.0 * BESIDE) * (stems - 1) as f64
    }

    /// The room for the texts to the right of a box or a shape.
    fn beside(&self, at: usize) -> f64 {
        let Widths { value, label, order, set, .. } = self.widths[at];
        let value = if is_box(&self.tree.nodes[at]) { 0.0 } else { value };
        [value, label, order, set].into_iter().filter(|&text| text > 0.0).map(|text| BESIDE + text).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{bare, entered, fan};

    fn stacked(tree: &SearchTree, most: u32) -> Columns {
        let widths = vec![Widths { value: 10.0, ..Widths::default() }; tree.nodes.len()];
        Stacking::new(tree, &widths, 1.0).columns(most)
    }

    /// The root over a leaf and B; B over two leaves.
    fn mixed() -> SearchTree {
        entered(bare(&[None, Some(0), Some(0), Some(2), Some(2)]))
    }

    #[test]
    fn only_subtrees_that_are_small_enough_are_stacked() {
        let tree = mixed();
        assert_eq!(stacked(&tree, 0).heads, [None; 5]);
        assert_eq!(stacked(&tree, 2).heads, [None, None, Some(2), Some(2), Some(2)]);
        assert_eq!(stacked(&tree, 4).heads, [Some(0); 5]);
    }

    #[test]
    fn rows_stand_below_each_other_and_stems_below_their_nodes() {
        let columns = stacked(&mixed(), 4);
        let rows: Vec<Row> = columns.rows.iter().flatten().copied().collect();
        let middles: Vec<f64> = rows.iter().map(Row::middle).collect();
        assert_eq!(middles, [0.5, 1.5, 2.5, 3.5].map(|row| LEAD + ROW * row));
        assert_eq!(rows.iter().map(|row| row.stem).collect::<Vec<_>>(), [0.0, 0.0, rows[1].centre(), rows[1].centre()]);
        assert_eq!(columns.blocks[0], Block { right: rows[3].right(), depth: LEAD + 4.0 * ROW });
        assert_eq!(rows[2].size, (12.0, BOX));
    }

    #[test]
    fn very_many_leaves_hang_from_several_stems() {
        let columns = stacked(&fan(2 * LONGEST + 2), 30);
        let rows: Vec<Row> = columns.rows.iter().flatten().copied().collect();
        let mut stems: Vec<f64> = rows.iter().map(|row| row.stem).collect();
        stems.dedup();
        assert_eq!(stems.len(), 3);
        assert!(rows.iter().all(|row| row.top + row.size.1 <= columns.blocks[0].depth));
        assert!(rows.windows(2).all(|pair| pair[0].top < pair[1].top || pair[0].right() < pair[1].stem));
    }
}
