//! What a line is drawn with: a colour, dashes and a marker.

use std::fmt::Write;

use crate::ink::{GREY, INK, LINE};
use crate::xml::At;

/// Each has enough contrast on white. In grey most are alike: there dashes and markers tell the lines apart.
const COLOURS: [&str; 10] =
    [INK, LINE, "#b3400e", "#1b7a5a", "#7a3b8f", "#8a6508", "#b01e5c", "#0b7285", "#8c2d04", "#52525e"];

/// In the same order as the colours; none is a multiple of another, so that they also differ on a short piece.
const DASHES: [&str; 10] =
    ["", "9 4", "2.5 3", "10 3 2.5 3", "15 6", "5 3", "10 3 2.5 3 2.5 3", "18 3 5 3", "1.5 6", "12 3 6 3"];

/// Full and hollow by turns: of two that lie upon each other both can be seen.
const MARKERS: [(Shape, bool); 10] = [
    (Shape::Circle, true),
    (Shape::Square, false),
    (Shape::Up, true),
    (Shape::Diamond, false),
    (Shape::Down, true),
    (Shape::Circle, false),
    (Shape::Square, true),
    (Shape::Up, false),
    (Shape::Diamond, true),
    (Shape::Cross, false),
];

const REFERENCE_DASHES: [&str; 3] = ["7 5", "2 4", "12 4 2 4"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Circle,
    Square,
    Up,
    Down,
    Diamond,
    Cross,
}

impl Shape {
    /// The outline around a place, this many times as large as usual; all shapes have about the same area.
    fn path(self, (x, y): (f64, f64), times: f64) -> String {
        let at = |(right, down): (f64, f64)| format!("{} {}", At(x + right * times), At(y + down * times));
        let corners = |corners: [(f64, f64); 4]| format!("M{}Z", corners.map(at).join("L"));
        match self {
            Shape::Circle => {
                let (radius, across) = (At(4.6 * times), At(2.0 * 4.6 * times));
                format!("M{}a{radius} {radius} 0 0 1 {across} 0a{radius} {radius} 0 0 1 -{across} 0Z", at((-4.6, 0.0)))
            }
            Shape::Square => corners([(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)]),
            Shape::Up => corners([(0.0, -5.8), (5.4, 3.8), (0.0, 3.8), (-5.4, 3.8)]),
            Shape::Down => corners([(0.0, 5.8), (5.4, -3.8), (0.0, -3.8), (-5.4, -3.8)]),
            Shape::Diamond => corners([(0.0, -5.9), (5.9, 0.0), (0.0, 5.9), (-5.9, 0.0)]),
            Shape::Cross => {
                let [a, b, c, d] = [(-4.2, -4.2), (4.2, 4.2), (-4.2, 4.2), (4.2, -4.2)].map(at);
                format!("M{a}L{b}M{c}L{d}")
            }
        }
    }
}

/// What a line is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pen {
    colour: &'static str,
    dashes: &'static str,
    /// A reference has no markers.
    marker: Option<(Shape, bool)>,
}

impl Pen {
    /// The pen of a series by its number. The first ten share nothing; after that a colour comes back with other dashes.
    pub(super) fn of_series(at: usize) -> Pen {
        let (turn, at) = (at / 10, at % 10);
        Pen { colour: COLOURS[at], dashes: DASHES[(at + turn) % 10], marker: Some(MARKERS[at]) }
    }

    /// The pen of a reference curve by its number.
    pub(super) fn of_reference(at: usize) -> Pen {
        Pen { colour: GREY, dashes: REFERENCE_DASHES[at % REFERENCE_DASHES.len()], marker: None }
    }

    pub(super) fn is_reference(self) -> bool {
        self.marker.is_none()
    }

    /// The attributes of a line.
    pub(super) fn stroke(self) -> String {
        let weight = At(if self.is_reference() { 1.2 } else { 2.0 });
        let mut style = format!(r#"fill="none" stroke="{}" stroke-width="{weight}""#, self.colour);
        if !self.dashes.is_empty() {
            let _ = write!(style, r#" stroke-dasharray="{}""#, self.dashes);
        }
        style
    }

    /// The marker at a place, if there is one, this many times as large as usual.
    pub(super) fn marker(self, place: (f64, f64), times: f64) -> String {
        let Some((shape, is_full)) = self.marker else { return String::new() };
        let fill = match (shape, is_full) {
            (Shape::Cross, _) => "none",
            (_, true) => self.colour,
            (_, false) => "#fff",
        };
        format!(r#"<path d="{}" fill="{fill}" stroke="{}" stroke-width="1.8"/>"#, shape.path(place, times), self.colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_the_first_ten_share_a_colour_dashes_or_a_marker() {
        let pens: Vec<Pen> = (0..10).map(Pen::of_series).collect();
        for (at, a) in pens.iter().enumerate() {
            for b in &pens[..at] {
                assert!(a.colour != b.colour && a.dashes != b.dashes && a.marker != b.marker);
            }
        }
    }

    #[test]
    fn no_two_of_the_first_hundred_are_the_same() {
        let pens: Vec<Pen> = (0..100).map(Pen::of_series).collect();
        assert!(pens.iter().enumerate().all(|(at, pen)| !pens[..at].contains(pen)));
    }
}
