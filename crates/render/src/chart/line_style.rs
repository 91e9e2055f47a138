//! Line style: a colour, dashes and a marker.

use std::fmt::Write;

use crate::style::{GREY, INK, LINE};
use crate::xml::Coordinate;

/// Colours, each with enough contrast on white. In grey most are alike: there dashes and markers tell the lines apart.
const COLOURS: [&str; 10] =
    [INK, LINE, "#b3400e", "#1b7a5a", "#7a3b8f", "#8a6508", "#b01e5c", "#0b7285", "#8c2d04", "#52525e"];

/// Dash patterns in the order of the colours; none is a multiple of another, so that they also differ on a short piece.
const DASHES: [&str; 10] =
    ["", "9 4", "2.5 3", "10 3 2.5 3", "15 6", "5 3", "10 3 2.5 3 2.5 3", "18 3 5 3", "1.5 6", "12 3 6 3"];

/// Markers, full and hollow by turns: of two that lie upon each other both can be seen.
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
    /// Outline around a place, this many times as large as usual; all shapes have about the same area.
    fn path(self, (x, y): (f64, f64), times: f64) -> String {
        let at =
            |(right, down): (f64, f64)| format!("{} {}", Coordinate(x + right * times), Coordinate(y + down * times));
        let corners = |corners: [(f64, f64); 4]| format!("M{}Z", corners.map(at).join("L"));
        match self {
            Shape::Circle => {
                let (radius, across) = (Coordinate(4.6 * times), Coordinate(2.0 * 4.6 * times));
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

/// Line style of a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineStyle {
    colour: &'static str,
    dashes: &'static str,
    /// Marker. A reference has none.
    marker: Option<(Shape, bool)>,
}

impl LineStyle {
    /// Line style of a series by its number. The first ten share nothing; after that a colour comes back with other
    /// dashes.
    pub(super) fn of_series(at: usize) -> LineStyle {
        let (turn, at) = (at / 10, at % 10);
        LineStyle { colour: COLOURS[at], dashes: DASHES[(at + turn) % 10], marker: Some(MARKERS[at]) }
    }

    /// Line style of a reference curve by its number.
    pub(super) fn of_reference(at: usize) -> LineStyle {
        LineStyle { colour: GREY, dashes: REFERENCE_DASHES[at % REFERENCE_DASHES.len()], marker: None }
    }

    pub(super) fn is_reference(self) -> bool {
        self.marker.is_none()
    }

    /// Style attributes of a line.
    pub(super) fn stroke(self) -> String {
        let weight = Coordinate(if self.is_reference() { 1.2 } else { 2.0 });
        let mut style = format!(r#"fill="none" stroke="{}" stroke-width="{weight}""#, self.colour);
        if !self.dashes.is_empty() {
            let _ = write!(style, r#" stroke-dasharray="{}""#, self.dashes);
        }
        style
    }

    /// Marker at a place, if there is one, this many times as large as usual.
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
        let pens: Vec<LineStyle> = (0..10).map(LineStyle::of_series).collect();
        for (at, a) in pens.iter().enumerate() {
            for b in &pens[..at] {
                assert!(a.colour != b.colour && a.dashes != b.dashes && a.marker != b.marker);
            }
        }
    }

    #[test]
    fn no_two_of_the_first_hundred_are_the_same() {
        let pens: Vec<LineStyle> = (0..100).map(LineStyle::of_series).collect();
        assert!(pens.iter().enumerate().all(|(at, line_style)| !pens[..at].contains(line_style)));
    }
}
