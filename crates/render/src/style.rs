//! Drawing style of a picture in SVG: the lines, shapes and colours of the tree and its legend.

use std::fmt::Write;

use counterplay_core::Role;

use crate::snapshot::NodeStatus;
use crate::xml::Coordinate;

/// Font of every picture.
pub(crate) const FONT: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// Colours, each with enough contrast on white to be read; the last two only underline what shape and weight say.
pub(crate) const INK: &str = "#1a1a1a";
pub(crate) const GREY: &str = "#5f5f5f";
const FAINT: &str = "#808080";
pub(crate) const LINE: &str = "#1d4f91";
pub(crate) const NOW: &str = "#ffdf80";

/// Dash patterns of what was pruned, of what was not reached, and of the curves that join information sets.
const DASHED: &str = "5 3";
const DASHED_FINE: &str = "2.6 1.9";
const DOTTED: &str = "1.5 3.5";
const DOTTED_FINE: &str = "1.1 2.4";
pub(crate) const SETS: &str = "7 3 1.5 3";

/// Opening tag of a picture of this class and size, without its closing `>`.
pub(crate) fn svg_tag(class: &str, wide: f64, high: f64) -> String {
    let (wide, high) = (Coordinate(wide), Coordinate(high));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" role=\"img\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {wide} {high}\" font-family=\"{FONT}\""
    )
}

/// The outline of a role's shape, whose top is at `(x, y)`.
pub(crate) fn shape_path(role: Role, x: f64, y: f64, (wide, high): (f64, f64)) -> String {
    let (left, right, foot) = (Coordinate(x - wide / 2.0), Coordinate(x + wide / 2.0), Coordinate(y + high));
    let (x, y, half) = (Coordinate(x), Coordinate(y), high / 2.0);
    match role {
        Role::Max => format!("M{x} {y}L{right} {foot}H{left}Z"),
        Role::Min => format!("M{left} {y}H{right}L{x} {foot}Z"),
        Role::Chance => {
            format!("M{x} {y}a{0} {0} 0 0 1 0 {1}a{0} {0} 0 0 1 0 -{1}Z", Coordinate(half), Coordinate(high))
        }
    }
}

/// Cut mark: two short strokes across an edge. How far they reach to each side of it, and how far they are from the
/// middle.
#[derive(Clone, Copy)]
pub(crate) struct CutMark {
    reach: f64,
    apart: f64,
}

impl CutMark {
    pub(crate) const IN_LEGEND: CutMark = CutMark { reach: 5.0, apart: 2.4 };
    pub(crate) const ACROSS_TICKS: CutMark = CutMark { reach: 4.2, apart: 1.5 };

    /// Cut mark across an edge between shapes of this width.
    pub(crate) fn across_slopes(shape: f64) -> CutMark {
        CutMark { reach: shape * 0.18, apart: 2.4 }
    }

    /// The mark at a place on an edge that goes in the direction given.
    pub(crate) fn mark(self, (x, y): (f64, f64), (dx, dy): (f64, f64)) -> String {
        let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
        let along = (dx / length * self.apart, dy / length * self.apart);
        let across = (-dy / length * self.reach, dx / length * self.reach);
        let mut path = String::new();
        for side in [-1.0, 1.0] {
            let (x, y) = (x + side * along.0, y + side * along.1);
            let _ = write!(
                path,
                "M{} {}L{} {}",
                Coordinate(x - across.0),
                Coordinate(y - across.1),
                Coordinate(x + across.0),
                Coordinate(y + across.1)
            );
        }
        let weight = Coordinate(0.75 * self.apart);
        format!(r#"<path class="cut" d="{path}" fill="none" stroke="{INK}" stroke-width="{weight}"/>"#)
    }
}

/// Style attributes of the edge to a node, fine if it is in a column.
pub(crate) fn edge_style(status: NodeStatus, is_fine: bool) -> String {
    let weight = if is_fine { 1.1 } else { 1.4 };
    format!(r#"stroke="{}" stroke-width="{}"{}"#, stroke_colour(status), Coordinate(weight), dashes(status, is_fine))
}

pub(crate) fn dashes(status: NodeStatus, is_fine: bool) -> String {
    let dashes = match (status, is_fine) {
        (NodeStatus::Pruned, false) => DASHED,
        (NodeStatus::Pruned, true) => DASHED_FINE,
        (NodeStatus::NotReached, false) => DOTTED,
        (NodeStatus::NotReached, true) => DOTTED_FINE,
        (NodeStatus::Ahead | NodeStatus::Open | NodeStatus::Left, _) => return String::new(),
    };
    format!(r#" stroke-dasharray="{dashes}""#)
}

pub(crate) fn stroke_colour(status: NodeStatus) -> &'static str {
    match status {
        NodeStatus::Open | NodeStatus::Left => INK,
        NodeStatus::Pruned | NodeStatus::NotReached => GREY,
        NodeStatus::Ahead => "#b8b8b8",
    }
}

pub(crate) fn text_colour(status: NodeStatus) -> &'static str {
    match status {
        NodeStatus::Open | NodeStatus::Left => INK,
        NodeStatus::Pruned | NodeStatus::NotReached => GREY,
        NodeStatus::Ahead => FAINT,
    }
}

pub(crate) fn status_class(status: NodeStatus) -> &'static str {
    match status {
        NodeStatus::Ahead => "ahead",
        NodeStatus::Open => "open",
        NodeStatus::Left => "visited",
        NodeStatus::Pruned => "pruned",
        NodeStatus::NotReached => "not-reached",
    }
}

pub(crate) fn class(role: Role) -> &'static str {
    match role {
        Role::Max => "max",
        Role::Min => "min",
        Role::Chance => "chance",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_differ_in_shape() {
        assert_eq!(shape_path(Role::Max, 10.0, 0.0, (8.0, 6.0)), "M10 0L14 6H6Z");
        assert_eq!(shape_path(Role::Min, 10.0, 0.0, (8.0, 6.0)), "M6 0H14L10 6Z");
        assert_eq!(shape_path(Role::Chance, 10.0, 0.0, (8.0, 6.0)), "M10 0a3 3 0 0 1 0 6a3 3 0 0 1 0 -6Z");
    }

    #[test]
    fn a_cut_is_two_strokes_across_the_edge() {
        let mark = |direction| CutMark::IN_LEGEND.mark((0.0, 0.0), direction);
        assert!(mark((10.0, 0.0)).contains("M-2.4 -5L-2.4 5M2.4 -5L2.4 5"));
        assert!(mark((0.0, 9.0)).contains("M5 -2.4L-5 -2.4M5 2.4L-5 2.4"));
        // Of an edge without length there is nothing to strike through, but nothing breaks.
        assert!(!mark((0.0, 0.0)).contains("NaN"));
    }

    #[test]
    fn fates_differ_in_dashes_and_not_only_in_colour() {
        for is_fine in [false, true] {
            let styles =
                [NodeStatus::Left, NodeStatus::Pruned, NodeStatus::NotReached].map(|status| dashes(status, is_fine));
            assert!(styles[0] != styles[1] && styles[1] != styles[2] && styles[0] != styles[2]);
        }
    }
}
