//! Edges of the picture.

use std::fmt::Write;

use crate::columns::{BESIDE, Row, TICK};
use crate::measure::width;
use crate::picture_layout::LABEL_AT;
use crate::snapshot::NodeStatus;
use crate::style::{CutMark, LINE, edge_style, text_colour};
use crate::xml::{Coordinate, Escaped};

use super::Picture;

impl Picture<'_> {
    /// The edges, and on top of all of them their marks and labels.
    pub(super) fn edges(&mut self) {
        let _ = writeln!(self.out, r#"<g class="edges" fill="none" stroke-linejoin="round">"#);
        let mut marks = String::new();
        for at in self.edges_by_weight() {
            let style = if self.is_on_line(at) {
                format!(r#"class="principal" stroke="{LINE}" stroke-width="{}""#, Coordinate(self.layout.size.line))
            } else {
                edge_style(self.status(at), self.layout.columns.is_row(at))
            };
            let (path, mark) = match self.layout.columns.rows[at] {
                Some(row) => self.tick(at, &row),
                None => self.slope(at),
            };
            let _ = writeln!(self.out, r#"<path {style} d="{path}" data-edge="{at}"/>"#);
            marks.push_str(&mark);
        }
        let small = Coordinate(self.layout.size.small);
        let _ = writeln!(self.out, "</g>\n<g class=\"marks\" font-size=\"{small}\" text-anchor=\"middle\">");
        self.out.push_str(&marks);
        self.out.push_str("</g>\n");
    }

    /// Nodes with edges, in drawing order. Edges in a column share its stem: there the heavier one is drawn over the
    /// lighter one, so that a stem is solid as far down as anything was visited.
    fn edges_by_weight(&self) -> Vec<usize> {
        let weight = |&at: &usize| match self.status(at) {
            _ if !self.layout.columns.is_row(at) => 0,
            NodeStatus::NotReached => 1,
            NodeStatus::Pruned => 2,
            NodeStatus::Ahead => 3,
            NodeStatus::Open | NodeStatus::Left => 4 + u8::from(self.is_on_line(at)),
        };
        let mut edges: Vec<usize> = (1..self.layout.tree.nodes.len()).collect();
        edges.sort_by_key(weight);
        edges
    }

    /// The path of an edge between bands, and its marks.
    fn slope(&self, at: usize) -> (String, String) {
        let node = &self.layout.tree.nodes[at];
        let parent = node.parent.unwrap_or(at);
        let (from, to, foot) = (self.layout.level(parent), self.layout.level(at), self.layout.foot(parent));
        let (x0, y0) = (self.layout.x[parent], from.bottom);
        let (x1, y1) = (self.layout.x[at], to.top);
        let mut path = format!("M{} {}", Coordinate(x0), Coordinate(foot));
        if from.bottom > foot {
            let _ = write!(path, "V{}", Coordinate(y0));
        }
        let _ = write!(path, "L{} {}", Coordinate(x1), Coordinate(y1));
        let has_set = self.show().labels && node.information_set.is_some();
        if to.shapes > y1 && !has_set {
            let _ = write!(path, "V{}", Coordinate(to.shapes));
        }
        let on = |t: f64| (x0 + t * (x1 - x0), y0 + t * (y1 - y0));
        let label = self.layout.labeller.labels(at, &self.snapshot.nodes[at]).edge;
        let mut marks = String::new();
        if self.is_cut(at) {
            let place = if label.is_empty() { 0.56 } else { 0.4 };
            marks = CutMark::across_slopes(self.layout.size.shape.0).mark(on(place), (x1 - x0, y1 - y0)) + "\n";
        }
        self.edge_label(&mut marks, on(LABEL_AT), at, &label);
        (path, marks)
    }

    /// The path of an edge in a column, down the stem and along the tick, and its marks.
    fn tick(&self, at: usize, row: &Row) -> (String, String) {
        let node = &self.layout.tree.nodes[at];
        let parent = node.parent.unwrap_or(at);
        let (x, y) = (self.layout.x[parent], row.middle());
        let mut path = format!("M{} {}", Coordinate(x), Coordinate(self.layout.foot(parent)));
        if row.stem > x {
            let _ = write!(path, "V{}H{}", Coordinate(row.bar), Coordinate(row.stem));
        }
        // Under a shape, whose side is aslant, the tick goes on to its middle.
        let end = if self.layout.is_box(at) { row.left } else { row.centre() };
        let _ = write!(path, "V{}H{}", Coordinate(y), Coordinate(end));
        let mut marks = String::new();
        if self.is_cut(at) {
            marks = CutMark::ACROSS_TICKS.mark((row.stem + TICK * 0.46, y), (1.0, 0.0)) + "\n";
        }
        let label = self.layout.labeller.labels(at, &self.snapshot.nodes[at]).edge;
        let middle = row.left - BESIDE - width(&label, self.layout.size.small) / 2.0;
        self.edge_label(&mut marks, (middle, y), at, &label);
        (path, marks)
    }

    fn is_cut(&self, at: usize) -> bool {
        let parent = self.layout.tree.nodes[at].parent;
        self.status(at) == NodeStatus::Pruned && parent.is_some_and(|parent| self.status(parent) != NodeStatus::Pruned)
    }

    /// Label that interrupts its edge.
    fn edge_label(&self, marks: &mut String, (x, y): (f64, f64), at: usize, label: &str) {
        if label.is_empty() {
            return;
        }
        let small = self.layout.size.small;
        let wide = width(label, small);
        let _ = writeln!(
            marks,
            r##"<rect x="{}" y="{}" width="{}" height="{}" fill="#fff"/><text x="{}" y="{}" fill="{}">{}</text>"##,
            Coordinate(x - wide / 2.0),
            Coordinate(y - small * 0.62),
            Coordinate(wide),
            Coordinate(small * 1.24),
            Coordinate(x),
            Coordinate(y + small * 0.35),
            text_colour(self.status(at)),
            Escaped(label),
        );
    }
}
