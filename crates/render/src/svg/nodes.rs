//! Nodes of the picture and the texts at them.

use std::fmt::Write;

use crate::columns::{BESIDE, Row};
use crate::labels::Labels;
use crate::picture_layout::PictureLayout;
use crate::style::{GREY, INK, LINE, NOW, class, dashes, shape_path, status_class, stroke_colour, text_colour};
use crate::xml::{Coordinate, Escaped};

use super::Picture;

impl Picture<'_> {
    pub(super) fn nodes(&mut self) {
        let _ = writeln!(self.out, r#"<g class="nodes" font-size="{}">"#, Coordinate(self.layout.size.value));
        for at in 0..self.layout.tree.nodes.len() {
            self.node(at);
        }
        self.out.push_str("</g>\n");
    }

    fn node(&mut self, at: usize) {
        let (layout, node) = (&self.layout, &self.layout.tree.nodes[at]);
        let (x, y, row) = (layout.x[at], layout.top[at], layout.columns.rows[at]);
        let labels = layout.labeller.labels(at, &self.snapshot.nodes[at]);
        let status = self.status(at);
        let role = node.role.filter(|_| !layout.is_box(at));
        let _ = write!(
            self.out,
            r#"<g class="node {} {}" data-node="{at}">"#,
            role.map_or("leaf", class),
            status_class(status)
        );
        let hint = self.hint(at, &labels);
        if !hint.is_empty() {
            let _ = write!(self.out, "<title>{}</title>", Escaped(&hint));
        }
        let light = if row.is_some() { 1.1 } else { 1.4 };
        let (fill, stroke, weight) = match (self.snapshot.current == Some(at), self.is_on_line(at)) {
            (true, _) => (NOW, INK, light + 1.2),
            (false, true) => ("#e9f0f9", LINE, light + 0.8),
            (false, false) => ("#fff", stroke_colour(status), light),
        };
        let paint = format!(
            r#"fill="{fill}" stroke="{stroke}" stroke-width="{}"{}"#,
            Coordinate(weight),
            dashes(status, row.is_some())
        );
        if let Some(role) = role {
            let shape = row.map_or(self.layout.size.shape, |row| row.size);
            let _ = write!(self.out, r#"<path d="{}" {paint}/>"#, shape_path(role, x, y, shape));
        } else {
            let (wide, high) =
                row.map_or_else(|| (self.layout.box_width(&labels.value), self.layout.size.leaf), |row| row.size);
            // An evaluation at the horizon is not the end of a game: its box has round ends.
            let round = if node.role.is_some() { high / 2.0 } else { 0.0 };
            let _ = write!(
                self.out,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {paint}/>"#,
                Coordinate(x - wide / 2.0),
                Coordinate(y),
                Coordinate(wide),
                Coordinate(high),
                Coordinate(round)
            );
        }
        let colour = text_colour(status);
        match (row, role) {
            (Some(row), _) => self.in_row(at, &row, &labels, colour),
            (None, Some(_)) => self.beside(at, &labels, colour),
            (None, None) => self.below(at, &labels, colour),
        }
        self.out.push_str("</g>\n");
    }

    /// Tooltip of a node: a name that was clipped, in full, and a window for which there was no room.
    fn hint(&self, at: usize, labels: &Labels) -> String {
        let label = self.layout.tree.nodes[at].label.as_deref().filter(|label| {
            let is_clipped = labels.label.ends_with('…') && labels.label != *label;
            is_clipped && self.show().labels
        });
        let window = Some(&*labels.window).filter(|window| self.layout.is_narrow(at) && !window.is_empty());
        [label, window].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Texts beside an inner node: two rows on each side, or one in the middle. Above a column, where there is no room
    /// for the window, the number of the visit takes its place.
    fn beside(&mut self, at: usize, labels: &Labels, colour: &str) {
        let size = self.layout.size;
        let (x, top) = (self.layout.x[at], self.layout.top[at]);
        let off = size.shape.0 / 2.0 + PictureLayout::BESIDE;
        let rows = |font: f64, two: bool| top + if two { font * 0.85 } else { size.shape.1 / 2.0 + font * 0.36 };
        let lower = top + size.shape.1 - 1.0;
        let (show, is_narrow) = (self.show(), self.layout.is_narrow(at));
        let has_lower = if is_narrow { show.order } else { show.window };
        self.text(x + off, rows(size.value, has_lower), "start", size.value, "bold", colour, &labels.value);
        if is_narrow {
            self.text(x + off, lower, "start", size.small, "italic", GREY, &labels.order);
            self.text(x - off, rows(size.label, false), "end", size.label, "", colour, &labels.label);
        } else {
            self.text(x + off, lower, "start", size.small, "", GREY, &labels.window);
            self.text(x - off, rows(size.label, show.order), "end", size.label, "", colour, &labels.label);
            self.text(x - off, lower, "end", size.small, "italic", GREY, &labels.order);
        }
        self.text(x, top - size.small * 0.4, "middle", size.small, "", colour, &labels.set);
    }

    /// Value inside a leaf's box, and the texts below it.
    fn below(&mut self, at: usize, labels: &Labels, colour: &str) {
        let size = self.layout.size;
        let (x, top) = (self.layout.x[at], self.layout.top[at]);
        self.text(x, top + size.leaf / 2.0 + size.value * 0.36, "middle", size.value, "", colour, &labels.value);
        let mut y = top + size.leaf;
        if !labels.label.is_empty() {
            y += size.label * 1.15;
            self.text(x, y - size.label * 0.15, "middle", size.label, "", colour, &labels.label);
        }
        self.text(x, y + size.small, "middle", size.small, "italic", GREY, &labels.order);
        self.text(x, top - size.small * 0.4, "middle", size.small, "", colour, &labels.set);
    }

    /// The texts of a row, one after the other. Each has the room that it needs at any step, so that the next one stays
    /// where it is.
    fn in_row(&mut self, at: usize, row: &Row, labels: &Labels, colour: &str) {
        let (size, widths, is_box) = (self.layout.size, self.layout.widths[at], self.layout.is_box(at));
        let base = |font: f64| row.middle() + font * 0.36;
        let mut x = row.right() + BESIDE;
        let mut put = |wide: f64, font: f64, style: &str, colour: &str, text: &str| {
            self.text(x, base(font), "start", font, style, colour, text);
            x += if wide > 0.0 { wide + BESIDE } else { 0.0 };
        };
        if !is_box {
            put(widths.value, size.value, "bold", colour, &labels.value);
        }
        put(widths.label, size.label, "", colour, &labels.label);
        put(widths.order, size.small, "italic", GREY, &labels.order);
        put(widths.set, size.small, "", colour, &labels.set);
        if is_box {
            self.text(row.centre(), base(size.value), "middle", size.value, "", colour, &labels.value);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the attributes of one element, each used in its place")]
    fn text(&mut self, x: f64, y: f64, anchor: &str, font: f64, style: &str, colour: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let _ = write!(self.out, r#"<text x="{}" y="{}" fill="{colour}""#, Coordinate(x), Coordinate(y));
        if anchor != "start" {
            let _ = write!(self.out, r#" text-anchor="{anchor}""#);
        }
        if font != self.layout.size.value {
            let _ = write!(self.out, r#" font-size="{}""#, Coordinate(font));
        }
        match style {
            "bold" => self.out.push_str(r#" font-weight="bold""#),
            "italic" => self.out.push_str(r#" font-style="italic""#),
            _ => {}
        }
        let _ = write!(self.out, ">{}</text>", Escaped(text));
    }
}
