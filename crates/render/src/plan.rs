//! Where everything of a picture stands: shared by SVG and TikZ.
//!
//! The tree is drawn in bands, one for each ply. All texts of a node stand inside its band, beside its shape; edges
//! run only between the bands. So no edge can run through a node or its texts, and no texts can meet, for the room that
//! they take is part of the node's [`Extent`]:
//!
//! ```text
//!          set           the information set, if the ply has any
//!  label    /\   value
//!  order   /__\  window
//!           |  \         then the gap, with the action or the probability on each edge
//! ```
//!
//! The room is that of the widest text that a node shows at *any* step, so that the pictures of all steps have the same
//! plan, and slides do not jump.

use counterplay_core::trace::{Node, SearchTree};
use counterplay_core::{Proof, Role};

use crate::layout::{Extent, Gaps, tidy};
use crate::measure::width;
use crate::moment::{Fate, Known};
use crate::show::Show;
use crate::words::{Wording, is_box};

/// Where on its edge a label stands, from parent to child. Nearer to the child there is more room.
pub(crate) const LABEL_AT: f64 = 0.68;

/// The measures of a picture, in pixels. With many leaves everything is smaller.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// The width and height of a triangle; the height is also a circle's.
    pub shape: (f64, f64),
    /// The height of a leaf's box, and the room around its value.
    pub leaf: f64,
    pub padding: f64,
    /// The sizes of text: values, names, and everything small.
    pub value: f64,
    pub label: f64,
    pub small: f64,
    pub gaps: Gaps,
    /// The least height between two bands.
    pub rise: f64,
    pub margin: f64,
}

impl Size {
    /// Up to this many leaves fit on a slide at full size.
    const FEW: usize = 40;

    const ROOMY: Size = Size {
        shape: (38.0, 33.0),
        leaf: 26.0,
        padding: 8.0,
        value: 16.0,
        label: 14.0,
        small: 10.5,
        gaps: Gaps { siblings: 10.0, cousins: 18.0 },
        rise: 46.0,
        margin: 16.0,
    };

    const COMPACT: Size = Size {
        shape: (24.0, 21.0),
        leaf: 16.0,
        padding: 3.0,
        value: 11.0,
        label: 9.5,
        small: 7.5,
        gaps: Gaps { siblings: 4.0, cousins: 9.0 },
        rise: 34.0,
        margin: 12.0,
    };

    fn of(tree: &SearchTree) -> Size {
        let leaves = tree.nodes.iter().filter(|node| node.is_leaf()).count();
        if leaves <= Size::FEW { Size::ROOMY } else { Size::COMPACT }
    }
}

/// The heights of a ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    /// Where edges from above arrive.
    pub top: f64,
    /// Where shapes begin.
    pub shapes: f64,
    /// Where edges to the next ply start.
    pub bottom: f64,
    /// The role of all inner nodes, if they agree.
    pub role: Option<Role>,
}

/// Where everything stands.
pub(crate) struct Plan<'a> {
    pub tree: &'a SearchTree,
    pub wording: Wording<'a>,
    pub size: Size,
    /// The centre of each node.
    pub x: Vec<f64>,
    pub levels: Vec<Level>,
    pub width: f64,
    pub height: f64,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(tree: &'a SearchTree, show: &Show) -> Plan<'a> {
        let wording = Wording::new(tree, show);
        let size = Size::of(tree);
        let mut plan = Plan { tree, wording, size, x: Vec::new(), levels: Vec::new(), width: 0.0, height: 0.0 };
        let extents = plan.extents();
        plan.x = tidy(&tree.nodes, &extents, size.gaps);
        let right = plan.x.iter().zip(&extents).map(|(x, extent)| x + extent.right).fold(0.0, f64::max);
        plan.levels = plan.levels();
        let has_roles = plan.levels.iter().any(|level| level.role.is_some());
        let left = size.margin + if has_roles { width("CHANCE", size.small) + 14.0 } else { 0.0 };
        plan.x.iter_mut().for_each(|x| *x += left);
        plan.width = left + right + size.margin;
        plan.height = plan.levels.last().map_or(0.0, |level| level.bottom) + size.margin;
        plan
    }

    /// The width of a leaf's box around a value.
    pub(crate) fn box_width(&self, value: &str) -> f64 {
        (width(value, self.size.value) + 2.0 * self.size.padding).max(self.size.leaf * 0.8)
    }

    /// The room that each node takes at any step.
    fn extents(&self) -> Vec<Extent> {
        let Size { shape, value, label, small, .. } = self.size;
        let Wording { show, numerals, .. } = self.wording;
        // The last thing known of each node is the widest of its names; of values and windows all steps count.
        let mut beside = vec![0.0f64; self.tree.nodes.len()];
        for step in &self.tree.steps {
            let known = step.value.filter(|_| show.values);
            // The sign of a bound comes and goes.
            let values = known.map_or(0.0, |v| width(&numerals.bound(v, Some(Proof::Upper)), value));
            let windows = if show.window { width(&numerals.window(step.window), small) } else { 0.0 };
            beside[step.node] = beside[step.node].max(values).max(windows);
        }
        let extent = |(at, node): (usize, &Node)| {
            let proof = if node.estimate { Some(Proof::Estimate) } else { None };
            let words =
                self.wording.words(at, &Known { fate: Fate::Left, value: node.value, proof, window: node.window });
            let names = width(&words.label, label).max(width(&words.order, small));
            let middle = (width(&words.edge, small) / LABEL_AT).max(width(&words.set, small)) / 2.0;
            if is_box(node) {
                let half = (self.box_width(&words.value) / 2.0).max(names / 2.0).max(middle);
                return Extent { left: half, right: half };
            }
            let side = |text: f64| shape.0 / 2.0 + if text > 0.0 { text + Self::BESIDE } else { 0.0 };
            Extent { left: side(names).max(middle), right: side(beside[at]).max(middle) }
        };
        self.tree.nodes.iter().enumerate().map(extent).collect()
    }

    /// The room between a shape and the text beside it.
    pub(crate) const BESIDE: f64 = 4.5;

    /// The heights of all plies: each band as high as its highest node, each gap high enough for its flattest edge.
    fn levels(&self) -> Vec<Level> {
        let Size { shape, leaf, label, small, rise, margin, .. } = self.size;
        let show = self.wording.show;
        #[derive(Clone, Copy, Default)]
        struct Needs {
            sets: bool,
            body: f64,
            reach: f64,
            labels: bool,
            role: Option<Option<Role>>,
        }
        let mut needs: Vec<Needs> = Vec::new();
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let ply = node.ply as usize;
            needs.resize(needs.len().max(ply + 1), Needs::default());
            let need = &mut needs[ply];
            need.sets |= show.labels && node.information_set.is_some();
            let body = if is_box(node) {
                let named = show.labels && node.label.is_some();
                leaf + if named { label * 1.15 } else { 0.0 } + if show.order { small * 1.2 } else { 0.0 }
            } else {
                let role = node.role;
                need.role = Some(need.role.map_or(role, |before| if before == role { role } else { None }));
                shape.1
            };
            need.body = need.body.max(body);
            need.labels |= (show.labels && node.action.is_some()) || (show.probabilities && node.probability.is_some());
            if let Some(parent) = node.parent {
                need.reach = need.reach.max((self.x[at] - self.x[parent]).abs());
            }
        }
        let mut y = margin;
        let mut levels = Vec::with_capacity(needs.len());
        for need in needs {
            if !levels.is_empty() {
                let least = if need.labels { rise + small } else { rise };
                y += (need.reach * 0.22).clamp(least, 8.0 * rise);
            }
            let shapes = y + if need.sets { small * 1.5 } else { 0.0 };
            levels.push(Level { top: y, shapes, bottom: shapes + need.body, role: need.role.flatten() });
            y = shapes + need.body;
        }
        levels
    }

    /// The level of a node.
    pub(crate) fn level(&self, at: usize) -> Level {
        self.levels[self.tree.nodes[at].ply as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::book_with_names;

    #[test]
    fn bands_do_not_overlap_and_know_their_role() {
        let tree = book_with_names();
        let plan = Plan::new(&tree, &Show::ALL);
        assert_eq!(plan.levels.iter().map(|l| l.role).collect::<Vec<_>>(), [Some(Role::Max), Some(Role::Min), None]);
        assert!(plan.levels.windows(2).all(|pair| pair[0].bottom + plan.size.rise <= pair[1].top));
    }
}
