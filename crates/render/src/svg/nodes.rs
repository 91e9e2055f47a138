//! The nodes of the picture and the texts at them.

use std::fmt::Write;

use crate::columns::{BESIDE, Row};
use crate::ink::{GREY, INK, LINE, NOW, class, dashes, fate_class, shape_path, stroke_colour, text_colour};
use crate::plan::Plan;
use crate::words::Words;
use crate::xml::{At, Escaped};

use super::Picture;

impl Picture<'_> {
    pub(super) fn nodes(&mut self) {
        let _ = writeln!(self.out, r#"<g class="nodes" font-size="{}">"#, At(self.plan.size.value));
        for at in 0..self.plan.tree.nodes.len() {
            self.node(at);
        }
        self.out.push_str("</g>\n");
    }

    fn node(&mut self, at: usize) {
        let (plan, node) = (&self.plan, &self.plan.tree.nodes[at]);
        let (x, y, row) = (plan.x[at], plan.top[at], plan.columns.rows[at]);
        let words = plan.wording.words(at, &self.moment.nodes[at]);
        let fate = self.fate(at);
        let role = node.role.filter(|_| !plan.is_box(at));
        let _ = write!(
            self.out,
            r#"<g class="node {} {}" data-node="{at}">"#,
            role.map_or("leaf", class),
            fate_class(fate)
        );
        let hint = self.hint(at, &words);
        if !hint.is_empty() {
            let _ = write!(self.out, "<title>{}</title>", Escaped(&hint));
        }
        let light = if row.is_some() { 1.1 } else { 1.4 };
        let (fill, stroke, weight) = match (self.moment.current == Some(at), self.is_on_line(at)) {
            (true, _) => (NOW, INK, light + 1.2),
            (false, true) => ("#e9f0f9", LINE, light + 0.8),
            (false, false) => ("#fff", stroke_colour(fate), light),
        };
        let paint =
            format!(r#"fill="{fill}" stroke="{stroke}" stroke-width="{}"{}"#, At(weight), dashes(fate, row.is_some()));
        if let Some(role) = role {
            let shape = row.map_or(self.plan.size.shape, |row| row.size);
            let _ = write!(self.out, r#"<path d="{}" {paint}/>"#, shape_path(role, x, y, shape));
        } else {
            let (wide, high) =
                row.map_or_else(|| (self.plan.box_width(&words.value), self.plan.size.leaf), |row| row.size);
            // An evaluation at the horizon is not the end of a game: its box has round ends.
            let round = if node.role.is_some() { high / 2.0 } else { 0.0 };
            let _ = write!(
                self.out,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {paint}/>"#,
                At(x - wide / 2.0),
                At(y),
                At(wide),
                At(high),
                At(round)
            );
        }
        let colour = text_colour(fate);
        match (row, role) {
            (Some(row), _) => self.in_row(at, &row, &words, colour),
            (None, Some(_)) => self.beside(at, &words, colour),
            (None, None) => self.below(at, &words, colour),
        }
        self.out.push_str("</g>\n");
    }

    /// What is there for whoever points at the node: a name that was clipped, in full, and a window for which there was
    /// no room.
    fn hint(&self, at: usize, words: &Words) -> String {
        let label = self.plan.tree.nodes[at].label.as_deref().filter(|label| {
            let is_clipped = words.label.ends_with('…') && words.label != *label;
            is_clipped && self.show().labels
        });
        let window = Some(&*words.window).filter(|window| self.plan.is_narrow(at) && !window.is_empty());
        [label, window].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The texts beside an inner node: two rows on each side, or one in the middle. Above a column, where there is no
    /// room for the window, the number of the visit takes its place.
    fn beside(&mut self, at: usize, words: &Words, colour: &str) {
        let size = self.plan.size;
        let (x, top) = (self.plan.x[at], self.plan.top[at]);
        let off = size.shape.0 / 2.0 + Plan::BESIDE;
        let rows = |font: f64, two: bool| top + if two { font * 0.85 } else { size.shape.1 / 2.0 + font * 0.36 };
        let lower = top + size.shape.1 - 1.0;
        let (show, is_narrow) = (self.show(), self.plan.is_narrow(at));
        let has_lower = if is_narrow { show.order } else { show.window };
        self.text(x + off, rows(size.value, has_lower), "start", size.value, "bold", colour, &words.value);
        if is_narrow {
            self.text(x + off, lower, "start", size.small, "italic", GREY, &words.order);
            self.text(x - off, rows(size.label, false), "end", size.label, "", colour, &words.label);
        } else {
            self.text(x + off, lower, "start", size.small, "", GREY, &words.window);
            self.text(x - off, rows(size.label, show.order), "end", size.label, "", colour, &words.label);
            self.text(x - off, lower, "end", size.small, "italic", GREY, &words.order);
        }
        self.text(x, top - size.small * 0.4, "middle", size.small, "", colour, &words.set);
    }

    /// The value inside a leaf's box, and what stands below it.
    fn below(&mut self, at: usize, words: &Words, colour: &str) {
        let size = self.plan.size;
        let (x, top) = (self.plan.x[at], self.plan.top[at]);
        self.text(x, top + size.leaf / 2.0 + size.value * 0.36, "middle", size.value, "", colour, &words.value);
        let mut y = top + size.leaf;
        if !words.label.is_empty() {
            y += size.label * 1.15;
            self.text(x, y - size.label * 0.15, "middle", size.label, "", colour, &words.label);
        }
        self.text(x, y + size.small, "middle", size.small, "italic", GREY, &words.order);
        self.text(x, top - size.small * 0.4, "middle", size.small, "", colour, &words.set);
    }

    /// The texts of a row, one after the other. Each has the room that it needs at any step, so that the next one stays
    /// where it is.
    fn in_row(&mut self, at: usize, row: &Row, words: &Words, colour: &str) {
        let (size, widths, is_box) = (self.plan.size, self.plan.widths[at], self.plan.is_box(at));
        let base = |font: f64| row.middle() + font * 0.36;
        let mut x = row.right() + BESIDE;
        let mut put = |wide: f64, font: f64, style: &str, colour: &str, text: &str| {
            self.text(x, base(font), "start", font, style, colour, text);
            x += if wide > 0.0 { wide + BESIDE } else { 0.0 };
        };
        if !is_box {
            put(widths.value, size.value, "bold", colour, &words.value);
        }
        put(widths.label, size.label, "", colour, &words.label);
        put(widths.order, size.small, "italic", GREY, &words.order);
        put(widths.set, size.small, "", colour, &words.set);
        if is_box {
            self.text(row.centre(), base(size.value), "middle", size.value, "", colour, &words.value);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the attributes of one element, each used in its place")]
    fn text(&mut self, x: f64, y: f64, anchor: &str, font: f64, style: &str, colour: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let _ = write!(self.out, r#"<text x="{}" y="{}" fill="{colour}""#, At(x), At(y));
        if anchor != "start" {
            let _ = write!(self.out, r#" text-anchor="{anchor}""#);
        }
        if font != self.plan.size.value {
            let _ = write!(self.out, r#" font-size="{}""#, At(font));
        }
        match style {
            "bold" => self.out.push_str(r#" font-weight="bold""#),
            "italic" => self.out.push_str(r#" font-style="italic""#),
            _ => {}
        }
        let _ = write!(self.out, ">{}</text>", Escaped(text));
    }
}
