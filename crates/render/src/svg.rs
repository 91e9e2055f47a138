//! SVG picture of a tree, to be put on a slide as it is.
//!
//! The shapes are the book's: MAX is a triangle that points up, MIN one that points down, chance a circle, a leaf its
//! value in a box. Beside an inner node stand its value and, smaller, the window that it was entered with; on the other
//! side its name and the number of its visit. A cut edge is struck through, and what was pruned below it is dashed;
//! what the search did not reach is dotted; the principal line is bold. Nothing is shown by colour alone.
//!
//! In a tree of many leaves the small subtrees stand in [columns](crate::columns), so that all of it fits a slide and
//! can still be read. Windows for which there is no room are in the node's tooltip.
//!
//! The picture is self-contained and plain: presentation attributes instead of a style sheet, so that Inkscape,
//! librsvg, office programs and browsers under any content policy draw the same; a white ground, so that it can be read
//! on a dark page; names are escaped. Each node is a `<g class="node" data-node="5">` with its place in
//! [`SearchTree::nodes`], and the edge to it a `<path data-edge="5">`, for scripts to find.

mod edges;
mod nodes;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use counterplay_core::trace::SearchTree;

use crate::labels::is_box;
use crate::legend::legend;
use crate::measure::width;
use crate::name::{self, Names};
use crate::picture_layout::PictureLayout;
use crate::sentences::sentences;
use crate::show::Show;
use crate::snapshot::{NodeStatus, Snapshot};
use crate::style::{GREY, INK, SETS, svg_tag};
use crate::xml::{Coordinate, Escaped};

/// Least width of a picture, so that the lines below it are not broken too often.
const NARROWEST: f64 = 420.0;

/// Draws the tree at the end of the search.
#[must_use]
pub fn svg(tree: &SearchTree, show: &Show) -> String {
    Picture { layout: PictureLayout::new(tree, show), snapshot: Snapshot::end(tree), out: String::new() }.draw(None)
}

/// Draws the tree after the first `steps` steps. What lies ahead is faint, the node of the last step is highlighted,
/// and values and windows are those of that step. All steps of a tree have the same layout.
#[must_use]
pub fn svg_at_step(tree: &SearchTree, show: &Show, steps: usize) -> String {
    let steps = steps.min(tree.steps.len());
    Picture { layout: PictureLayout::new(tree, show), snapshot: Snapshot::after(tree, steps), out: String::new() }
        .draw(Some(steps))
}

struct Picture<'a> {
    layout: PictureLayout<'a>,
    snapshot: Snapshot,
    out: String,
}

impl Picture<'_> {
    fn draw(mut self, steps: Option<usize>) -> String {
        let margin = self.layout.size.margin;
        let wide = self.layout.width.max(NARROWEST);
        // 1. What stands below the tree, for the height of the whole.
        let room = wide - 2.0 * margin;
        let caption = steps.filter(|_| self.show().sentence).map(|steps| caption(self.layout.tree, steps, room));
        let (caption, caption_height) = caption.unwrap_or_default();
        let top = self.layout.height + caption_height;
        let (legend, legend_height) = legend(&self.layout, steps.is_some(), margin, top, room);
        let high = top + legend_height + margin / 2.0;
        // 2. The head.
        let _ = write!(
            self.out,
            r##"{4}>
<title>{2}</title>
<desc>{3}</desc>
<rect class="ground" width="{0}" height="{1}" fill="#fff"/>
"##,
            Coordinate(wide),
            Coordinate(high),
            Escaped(&self.title()),
            Escaped(&self.description(steps)),
            svg_tag("counterplay-tree", wide, high),
        );
        // 3. The tree, in the middle: edges below nodes, so that a shape covers what ends at it.
        let _ = writeln!(
            self.out,
            r#"<g class="tree" transform="translate({} 0)">"#,
            Coordinate((wide - self.layout.width) / 2.0)
        );
        self.captions();
        self.information_sets();
        self.edges();
        self.nodes();
        self.out.push_str("</g>\n");
        // 4. What stands below it.
        if !caption.is_empty() {
            let _ = writeln!(self.out, r#"<g class="caption" font-size="14" fill="{INK}">"#);
            for (row, line) in caption.iter().enumerate() {
                let y = self.layout.height + CAPTION_ROW * (row as f64 + 0.7);
                let _ = writeln!(
                    self.out,
                    r#"<text x="{}" y="{}">{}</text>"#,
                    Coordinate(margin),
                    Coordinate(y),
                    Escaped(line)
                );
            }
            self.out.push_str("</g>\n");
        }
        self.out.push_str(&legend);
        self.out.push_str("</svg>\n");
        self.out
    }

    fn show(&self) -> Show {
        self.layout.labeller.show
    }

    fn title(&self) -> String {
        let root = self.layout.tree.nodes.first().zip(self.snapshot.nodes.first());
        match root.and_then(|(node, known)| known.value.filter(|_| self.show().values || is_box(node)).zip(Some(known)))
        {
            Some((value, known)) => {
                format!("Game tree, value {}", self.layout.labeller.numerals.bound(value, known.proof))
            }
            None => "Game tree".to_owned(),
        }
    }

    fn description(&self, steps: Option<usize>) -> String {
        let tree = self.layout.tree;
        let leaves = tree.nodes.iter().filter(|node| node.is_leaf()).count();
        let mut text = format!("{} nodes, {leaves} leaves", tree.nodes.len());
        if let Some(steps) = steps {
            let _ = write!(text, "; after step {steps} of {}", tree.steps.len());
        } else if self.show().pruned {
            let _ = write!(
                text,
                "; {} leaves visited, {} pruned",
                tree.visited_leaves().count(),
                tree.pruned_leaves().count()
            );
        }
        if self.show().line
            && self.snapshot.finished
            && let Some(last) = tree.nodes.iter().rposition(|node| node.principal)
        {
            let _ = write!(text, "; the best line ends at {}", Names::new(tree).name(last));
        }
        text + "."
    }

    /// The roles of the plies, at the left margin.
    fn captions(&mut self) {
        let size = self.layout.size;
        let _ = writeln!(
            self.out,
            r#"<g class="roles" font-size="{}" letter-spacing="0.5" fill="{GREY}">"#,
            Coordinate(size.small)
        );
        for level in &self.layout.levels {
            if let Some(role) = level.role {
                let y = level.shapes + size.shape.1 / 2.0 + size.small * 0.36;
                let _ = writeln!(
                    self.out,
                    r#"<text x="{}" y="{}">{}</text>"#,
                    Coordinate(size.margin),
                    Coordinate(y),
                    name::role(role)
                );
            }
        }
        self.out.push_str("</g>\n");
    }

    /// Joins the nodes of each information set by a dashed curve below them. Their names stand at the nodes.
    fn information_sets(&mut self) {
        for (lane, members) in self.layout.joined_sets().iter().enumerate() {
            // Sets of one ply may be interleaved: different depths keep their curves apart.
            let sag = 16.0 + 7.0 * (lane % 3) as f64;
            let _ = write!(
                self.out,
                "<path class=\"information-set\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.2\" \
                 stroke-dasharray=\"{SETS}\" d=\""
            );
            for pair in members {
                let [(x0, y0), (x1, y1)] = pair.map(|at| (self.layout.x[at], self.layout.foot(at)));
                let (x, y) = ((x0 + x1) / 2.0, y0.max(y1) + 2.0 * sag);
                let _ = write!(
                    self.out,
                    "M{} {}Q{} {} {} {}",
                    Coordinate(x0),
                    Coordinate(y0),
                    Coordinate(x),
                    Coordinate(y),
                    Coordinate(x1),
                    Coordinate(y1)
                );
            }
            self.out.push_str("\"/>\n");
        }
    }

    /// Status by which a node is drawn: where what was pruned is not shown, it is drawn like all else.
    fn status(&self, at: usize) -> NodeStatus {
        let status = self.snapshot.nodes[at].status;
        if !self.show().pruned && matches!(status, NodeStatus::Pruned | NodeStatus::NotReached) {
            NodeStatus::Left
        } else {
            status
        }
    }

    fn is_on_line(&self, at: usize) -> bool {
        self.show().line && self.snapshot.finished && self.layout.tree.nodes[at].principal
    }
}

const CAPTION_ROW: f64 = 19.0;

/// The sentence of a step in lines, and the height that the longest sentence of all steps needs.
fn caption(tree: &SearchTree, steps: usize, room: f64) -> (Vec<String>, f64) {
    let (mut caption, mut rows) = (Vec::new(), 1);
    for (index, sentence) in sentences(tree).enumerate() {
        let lines = wrapped(&format!("Step {} of {}. {sentence}", index + 1, tree.steps.len()), room);
        rows = rows.max(lines.len());
        if index + 1 == steps {
            caption = lines;
        }
    }
    if steps == 0 {
        caption = vec![format!("Before the first of {} steps.", tree.steps.len())];
    }
    (caption, CAPTION_ROW * (rows as f64 + 0.5))
}

/// A text in lines that are at most `room` wide, if its words are.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && width(&lines[last], 14.0) + width(word, 14.0) + 4.0 > room {
            lines.push(word.to_owned());
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] = format!("{}{gap}{word}", lines[last]);
        }
    }
    lines
}
