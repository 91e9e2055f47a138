//! Picture layout: where everything stands, shared by SVG and TikZ.
//!
//! The tree is drawn in bands, one for each ply. All texts of a node stand inside its band, beside its shape; edges run
//! only between the bands. So no edge can run through a node or its texts, and no texts can meet, for the room that
//! they take is part of the node's [`Extent`]:
//!
//! ```text
//!          set           the information set, if the ply has any
//!  label    /\   value
//!  order   /__\  window
//!           |  \         then the gap, with the action or the probability on each edge
//! ```
//!
//! The room is that of the widest text that a node shows at *any* step. So the pictures of all steps have the same
//! layout, and slides do not jump.
//!
//! In a tree of many leaves the small subtrees are stacked in [columns], which hang from the bands.

use counterplay_core::Role;
use counterplay_core::trace::{Node, SearchTree};

use crate::columns::{self, Block, Columns, Stacking};
use crate::labels::{Labeller, is_box};
use crate::layout::{Branch, Extent, tidy};
use crate::measure::width;
use crate::show::Show;
use crate::size::Size;
use crate::widths::{Widths, widths};

/// Label position on an edge, from parent to child. Nearer to the child there is more room.
pub(crate) const LABEL_AT: f64 = 0.68;

/// Heights of a ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    /// Top, where edges from above arrive.
    pub top: f64,
    /// Top of the shapes.
    pub shapes: f64,
    /// Bottom, where edges to the next ply start.
    pub bottom: f64,
    /// Role of all inner nodes, if they agree.
    pub role: Option<Role>,
}

/// Picture layout of a tree.
pub(crate) struct PictureLayout<'a> {
    pub tree: &'a SearchTree,
    pub labeller: Labeller<'a>,
    pub size: Size,
    pub widths: Vec<Widths>,
    /// The centre of each node, and the top of its shape or box.
    pub x: Vec<f64>,
    pub top: Vec<f64>,
    pub levels: Vec<Level>,
    pub columns: Columns,
    pub width: f64,
    pub height: f64,
}

impl<'a> PictureLayout<'a> {
    /// The room between a shape and the text beside it.
    pub(crate) const BESIDE: f64 = 4.5;

    /// Slide that a large tree is to fill, and how many times wider than high it may be: with its legend, somewhat more
    /// than three times.
    const SLIDE: (f64, f64) = (1920.0, 1080.0);
    const WIDEST: f64 = 3.8;
    /// Row counts of the longest columns that are tried, the shortest first.
    const ROWS: [u32; 15] = [2, 3, 4, 6, 8, 12, 16, 20, 25, 30, 36, 43, 52, 62, 75];
    /// Least slope of an edge; and the one where height is scarce.
    const STEEP: f64 = 0.22;
    const FLAT: f64 = 0.12;

    /// Lays out a tree. Stacks as little of a large tree as makes it fit a slide; if nothing does, what gives the
    /// largest picture.
    pub(crate) fn new(tree: &'a SearchTree, show: &Show) -> PictureLayout<'a> {
        let (labeller, size) = (Labeller::new(tree, show), Size::of(tree));
        let widths = widths(&labeller, &size);
        let stacking = Stacking::new(tree, &widths, size.padding);
        let layout = |rows: u32| {
            let (widths, columns) = (widths.clone(), stacking.columns(rows));
            let (x, top, levels) = (Vec::new(), Vec::new(), Vec::new());
            PictureLayout { tree, labeller, size, widths, x, top, levels, columns, width: 0.0, height: 0.0 }.arranged()
        };
        let mut best = layout(0);
        for rows in Self::ROWS.into_iter().take_while(|_| size.is_small) {
            // Where the height is what keeps the picture small, more rows would make it smaller still.
            if best.fits() || best.scales().1 < best.scales().0 {
                break;
            }
            let next = layout(rows);
            let scale = |layout: &PictureLayout<'_>| layout.scales().0.min(layout.scales().1);
            if scale(&next) > scale(&best) {
                best = next;
            }
        }
        best
    }

    /// Scale factors until the picture is as wide, and as high, as a slide.
    fn scales(&self) -> (f64, f64) {
        (Self::SLIDE.0 / self.width, Self::SLIDE.1 / self.height)
    }

    /// Whether the picture fills a slide without being made smaller.
    fn fits(&self) -> bool {
        self.width <= Self::SLIDE.0.min(Self::WIDEST * self.height)
    }

    /// Computes all places, for the columns that are given.
    fn arranged(mut self) -> PictureLayout<'a> {
        let extents = self.extents();
        let right = self.place_across(&extents);
        self.place_down(Self::STEEP);
        let has_roles = self.levels.iter().any(|level| level.role.is_some());
        let left = self.size.margin + if has_roles { width("CHANCE", self.size.small) + 14.0 } else { 0.0 };
        self.width = left + right + self.size.margin;
        if self.size.is_small && self.scales().1 < self.scales().0 {
            self.place_down(Self::FLAT);
        }
        self.x.iter_mut().for_each(|x| *x += left);
        for at in 0..self.tree.nodes.len() {
            let Some(head) = self.columns.heads[at].filter(|&head| head != at) else { continue };
            let band = self.level(head).bottom;
            if let Some(row) = &mut self.columns.rows[at] {
                *row = row.moved(self.x[head], band);
                (self.x[at], self.top[at]) = (row.centre(), row.top);
            }
        }
        self
    }

    /// Computes the heights of all bands, and of what stands in them.
    fn place_down(&mut self, slope: f64) {
        self.levels = self.levels(slope);
        self.top = vec![0.0; self.tree.nodes.len()];
        let mut bottom = self.levels.last().map_or(0.0, |level| level.bottom);
        for at in (0..self.tree.nodes.len()).filter(|&at| !self.columns.is_row(at)) {
            let level = self.levels[self.tree.nodes[at].ply as usize];
            self.top[at] = level.shapes;
            bottom = bottom.max(level.bottom + self.columns.blocks[at].depth);
        }
        self.height = bottom + self.size.margin;
    }

    /// Lays out what stands in bands. Returns how far it reaches to the right. A column keeps free what is below its
    /// head: it is as if the head had descendants, one below the other, in each band that the column may reach.
    fn place_across(&mut self, extents: &[Extent]) -> f64 {
        let Size { shape, leaf, rise, gaps, .. } = self.size;
        let least = shape.1.min(leaf) + rise;
        let nodes = &self.tree.nodes;
        let mut branches: Vec<Branch> = Vec::with_capacity(nodes.len());
        let mut rooms: Vec<Extent> = Vec::with_capacity(nodes.len());
        let mut places = vec![0; nodes.len()];
        for (at, node) in nodes.iter().enumerate().filter(|&(at, _)| !self.columns.is_row(at)) {
            let mut parent = node.parent.map(|parent| places[parent]);
            places[at] = branches.len();
            let Block { right, depth } = self.columns.blocks[at];
            let below = Extent { left: columns::BESIDE, right };
            let rooms_below = std::iter::repeat_n(below, (depth / least).ceil() as usize);
            for room in std::iter::once(extents[at]).chain(rooms_below) {
                let place = branches.len();
                if let Some(parent) = parent {
                    branches[parent].children.push(place);
                }
                branches.push(Branch { parent, children: Vec::new() });
                rooms.push(room);
                parent = Some(place);
            }
        }
        let x = tidy(&branches, &rooms, gaps);
        self.x = places.iter().map(|&place| x.get(place).copied().unwrap_or_default()).collect();
        x.iter().zip(&rooms).map(|(x, room)| x + room.right).fold(0.0, f64::max)
    }

    /// The width of a leaf's box around a value, outside columns.
    pub(crate) fn box_width(&self, value: &str) -> f64 {
        self.box_around(width(value, self.size.value))
    }

    fn box_around(&self, value: f64) -> f64 {
        (value + 2.0 * self.size.padding).max(self.size.leaf * 0.8)
    }

    /// The room that each node takes in its band.
    fn extents(&self) -> Vec<Extent> {
        let extent = |(at, node): (usize, &Node)| {
            let Widths { label, order, value, window, set, edge } = self.widths[at];
            let middle = (edge / LABEL_AT).max(set) / 2.0;
            if is_box(node) {
                let half = (self.box_around(value) / 2.0).max(label.max(order) / 2.0).max(middle);
                return Extent { left: half, right: half };
            }
            let side = |text: f64| self.size.shape.0 / 2.0 + if text > 0.0 { text + Self::BESIDE } else { 0.0 };
            let (left, right) =
                if self.is_narrow(at) { (label, value.max(order)) } else { (label.max(order), value.max(window)) };
            Extent { left: side(left).max(middle), right: side(right).max(middle) }
        };
        self.tree.nodes.iter().enumerate().map(extent).collect()
    }

    /// Whether there is no room for a node's window: it is the head of a column, or in one.
    pub(crate) fn is_narrow(&self, at: usize) -> bool {
        self.columns.heads[at].is_some()
    }

    /// Whether a node is drawn as a value in a box.
    pub(crate) fn is_box(&self, at: usize) -> bool {
        is_box(&self.tree.nodes[at])
    }

    /// The pairs of each information set that a curve joins. A curve through columns would run through their texts, so
    /// that in a row there is the name alone.
    pub(crate) fn joined_sets(&self) -> Vec<Vec<[usize; 2]>> {
        let in_band = |pair: &[usize; 2]| pair.iter().all(|&at| !self.columns.is_row(at));
        let pairs = |set: Vec<usize>| set.windows(2).map(|pair| [pair[0], pair[1]]).filter(in_band).collect();
        self.labeller.information_sets().into_iter().map(pairs).filter(|pairs: &Vec<_>| !pairs.is_empty()).collect()
    }

    /// The lower end of a node's shape or box.
    pub(crate) fn foot(&self, at: usize) -> f64 {
        let in_band = if is_box(&self.tree.nodes[at]) { self.size.leaf } else { self.size.shape.1 };
        self.top[at] + self.columns.rows[at].map_or(in_band, |row| row.size.1)
    }

    /// The heights of all plies: each band as high as its highest node, each gap high enough for its flattest edge.
    fn levels(&self, slope: f64) -> Vec<Level> {
        let Size { shape, leaf, label, small, rise, margin, .. } = self.size;
        let show = self.labeller.show;
        #[derive(Clone, Copy, Default)]
        struct Needs {
            sets: bool,
            body: f64,
            reach: f64,
            labels: bool,
            role: Option<Option<Role>>,
        }
        let mut needs: Vec<Needs> = Vec::new();
        for (at, node) in self.tree.nodes.iter().enumerate().filter(|&(at, _)| !self.columns.is_row(at)) {
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
                y += (need.reach * slope).clamp(least, 8.0 * rise);
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
    use crate::sample::{Literal, bare, book_with_names, entered};
    use counterplay_core::{Random, Seeded};

    #[test]
    fn bands_do_not_overlap_and_know_their_role() {
        let tree = book_with_names();
        let layout = PictureLayout::new(&tree, &Show::ALL);
        assert_eq!(layout.levels.iter().map(|l| l.role).collect::<Vec<_>>(), [Some(Role::Max), Some(Role::Min), None]);
        assert!(layout.levels.windows(2).all(|pair| pair[0].bottom + layout.size.rise <= pair[1].top));
    }

    fn uniform(branches: usize, plies: usize) -> SearchTree {
        let text = (0..plies).fold("-17".to_owned(), |below, _| format!("[{}]", vec![below; branches].join(",")));
        Literal::new(&text).alphabeta()
    }

    #[test]
    fn large_trees_fit_a_slide_and_small_ones_stay_as_they_are() {
        for (branches, plies) in [(3, 2), (3, 3), (2, 5)] {
            let tree = uniform(branches, plies);
            assert!(PictureLayout::new(&tree, &Show::ALL).columns.heads.iter().all(Option::is_none));
        }
        for (branches, plies) in [(3, 4), (3, 5), (4, 4), (2, 6), (2, 8), (20, 2)] {
            let tree = uniform(branches, plies);
            let PictureLayout { width, height, size, .. } = PictureLayout::new(&tree, &Show::ALL);
            assert!(width <= 1920.0 && height <= 1080.0 && size.small >= 8.0, "{branches}^{plies}: {width} x {height}");
            assert!((1.6..4.0).contains(&(width / height)), "{branches}^{plies}: {width} x {height}");
        }
    }

    /// Whether a segment meets a rectangle, given by its left, top, right and bottom: by clipping (Liang and Barsky).
    fn meets((x0, y0): (f64, f64), (x1, y1): (f64, f64), [left, top, right, bottom]: [f64; 4]) -> bool {
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for (d, room) in [(x0 - x1, x0 - left), (x1 - x0, right - x0), (y0 - y1, y0 - top), (y1 - y0, bottom - y0)] {
            match room / d {
                t if d < 0.0 => enter = enter.max(t),
                t if d > 0.0 => leave = leave.min(t),
                _ if room < 0.0 => return false,
                _ => {}
            }
        }
        enter < leave
    }

    #[test]
    fn no_edge_runs_through_a_column() {
        let mut random = Seeded::new(4);
        let mut columns = 0;
        for round in 0..60 {
            // Early parents make wide trees, late ones deep trees.
            let power = 0.2 + f64::from(round) / 20.0;
            let mut parent = |at: usize| (random.unit().powf(power) * at as f64) as usize;
            let parents: Vec<Option<usize>> = (0..350).map(|at| (at > 0).then(|| parent(at))).collect();
            let tree = entered(bare(&parents));
            let layout = PictureLayout::new(&tree, &Show::ALL);
            let heads: Vec<usize> = (0..tree.nodes.len()).filter(|&at| layout.columns.heads[at] == Some(at)).collect();
            columns += heads.len();
            for &head in &heads {
                let (Block { right, depth }, top) = (layout.columns.blocks[head], layout.level(head).bottom);
                let block = [layout.x[head], top + 1.0, layout.x[head] + right, top + depth];
                for at in (1..tree.nodes.len()).filter(|&at| !layout.columns.is_row(at)) {
                    let parent = tree.nodes[at].parent.unwrap();
                    let from = (layout.x[parent], layout.level(parent).bottom);
                    assert!(
                        !meets(from, (layout.x[at], layout.level(at).top), block),
                        "round {round}: {at} meets {head}"
                    );
                }
            }
        }
        assert!(columns > 500, "{columns}");
    }
}
