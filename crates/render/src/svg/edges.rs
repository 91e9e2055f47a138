//! The edges of the picture.

use std::fmt::Write;

use crate::columns::{BESIDE, Row, TICK};
use crate::ink::{Cut, LINE, edge_style, text_colour};
use crate::measure::width;
use crate::moment::Fate;
use crate::plan::LABEL_AT;
use crate::xml::{At, Escaped};

use super::Picture;

impl Picture<'_> {
    /// The edges, and on top of all of them their marks and labels.
    pub(super) fn edges(&mut self) {
        let _ = writeln!(self.out, r#"<g class="edges" fill="none" stroke-linejoin="round">"#);
        let mut marks = String::new();
        for at in self.edges_by_weight() {
            let style = if self.is_on_line(at) {
                format!(r#"class="principal" stroke="{LINE}" stroke-width="{}""#, At(self.plan.size.line))
            } else {
                edge_style(self.fate(at), self.plan.columns.is_row(at))
            };
            let (path, mark) = match self.plan.columns.rows[at] {
                Some(row) => self.tick(at, &row),
                None => self.slope(at),
            };
            let _ = writeln!(self.out, r#"<path {style} d="{path}" data-edge="{at}"/>"#);
            marks.push_str(&mark);
        }
        let small = At(self.plan.size.small);
        let _ = writeln!(self.out, "</g>\n<g class=\"marks\" font-size=\"{small}\" text-anchor=\"middle\">");
        self.out.push_str(&marks);
        self.out.push_str("</g>\n");
    }

    /// The nodes that have an edge, in the order in which these are drawn. Edges in a column share its stem: there the
    /// heavier one is drawn over the lighter one, so that a stem is solid as far down as anything was visited.
    fn edges_by_weight(&self) -> Vec<usize> {
        let weight = |&at: &usize| match self.fate(at) {
            _ if !self.plan.columns.is_row(at) => 0,
            Fate::NotReached => 1,
            Fate::Pruned => 2,
            Fate::Ahead => 3,
            Fate::Open | Fate::Left => 4 + u8::from(self.is_on_line(at)),
        };
        let mut edges: Vec<usize> = (1..self.plan.tree.nodes.len()).collect();
        edges.sort_by_key(weight);
        edges
    }

    /// The path of an edge between bands, and its marks.
    fn slope(&self, at: usize) -> (String, String) {
        let node = &self.plan.tree.nodes[at];
        let parent = node.parent.unwrap_or(at);
        let (from, to, foot) = (self.plan.level(parent), self.plan.level(at), self.plan.foot(parent));
        let (x0, y0) = (self.plan.x[parent], from.bottom);
        let (x1, y1) = (self.plan.x[at], to.top);
        let mut path = format!("M{} {}", At(x0), At(foot));
        if from.bottom > foot {
            let _ = write!(path, "V{}", At(y0));
        }
        let _ = write!(path, "L{} {}", At(x1), At(y1));
        let has_set = self.show().labels && node.information_set.is_some();
        if to.shapes > y1 && !has_set {
            let _ = write!(path, "V{}", At(to.shapes));
        }
        let on = |t: f64| (x0 + t * (x1 - x0), y0 + t * (y1 - y0));
        let label = self.plan.wording.words(at, &self.moment.nodes[at]).edge;
        let mut marks = String::new();
        if self.is_cut(at) {
            let place = if label.is_empty() { 0.56 } else { 0.4 };
            marks = Cut::across_slopes(self.plan.size.shape.0).mark(on(place), (x1 - x0, y1 - y0)) + "\n";
        }
        self.edge_label(&mut marks, on(LABEL_AT), at, &label);
        (path, marks)
    }

    /// The path of an edge in a column, down the stem and along the tick, and its marks.
    fn tick(&self, at: usize, row: &Row) -> (String, String) {
        let node = &self.plan.tree.nodes[at];
        let parent = node.parent.unwrap_or(at);
        let (x, y) = (self.plan.x[parent], row.middle());
        let mut path = format!("M{} {}", At(x), At(self.plan.foot(parent)));
        if row.stem > x {
            let _ = write!(path, "V{}H{}", At(row.bar), At(row.stem));
        }
        // Under a shape, whose side is aslant, the tick goes on to its middle.
        let end = if self.plan.is_box(at) { row.left } else { row.centre() };
        let _ = write!(path, "V{}H{}", At(y), At(end));
        let mut marks = String::new();
        if self.is_cut(at) {
            marks = Cut::ACROSS_TICKS.mark((row.stem + TICK * 0.46, y), (1.0, 0.0)) + "\n";
        }
        let label = self.plan.wording.words(at, &self.moment.nodes[at]).edge;
        let middle = row.left - BESIDE - width(&label, self.plan.size.small) / 2.0;
        self.edge_label(&mut marks, (middle, y), at, &label);
        (path, marks)
    }

    fn is_cut(&self, at: usize) -> bool {
        let parent = self.plan.tree.nodes[at].parent;
        self.fate(at) == Fate::Pruned && parent.is_some_and(|parent| self.fate(parent) != Fate::Pruned)
    }

    /// A text that interrupts its edge.
    fn edge_label(&self, marks: &mut String, (x, y): (f64, f64), at: usize, label: &str) {
        if label.is_empty() {
            return;
        }
        let small = self.plan.size.small;
        let wide = width(label, small);
        let _ = writeln!(
            marks,
            r##"<rect x="{}" y="{}" width="{}" height="{}" fill="#fff"/><text x="{}" y="{}" fill="{}">{}</text>"##,
            At(x - wide / 2.0),
            At(y - small * 0.62),
            At(wide),
            At(small * 1.24),
            At(x),
            At(y + small * 0.35),
            text_colour(self.fate(at)),
            Escaped(label),
        );
    }
}
