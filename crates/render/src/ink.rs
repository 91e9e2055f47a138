//! Lines, shapes and colours of a picture in SVG: what the tree and its legend are drawn with.

use std::fmt::Write;

use counterplay_core::Role;

use crate::moment::Fate;
use crate::xml::At;

/// The letters of every picture.
pub(crate) const FONT: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// Colours, each with enough contrast on white to be read; the last two only underline what shape and weight say.
pub(crate) const INK: &str = "#1a1a1a";
pub(crate) const GREY: &str = "#5f5f5f";
const FAINT: &str = "#808080";
pub(crate) const LINE: &str = "#1d4f91";
pub(crate) const NOW: &str = "#ffdf80";

/// The dashes of what was pruned, of what was not reached, and of the curves that join information sets.
const DASHED: &str = "5 3";
const DASHED_FINE: &str = "2.6 1.9";
const DOTTED: &str = "1.5 3.5";
const DOTTED_FINE: &str = "1.1 2.4";
pub(crate) const SETS: &str = "7 3 1.5 3";

/// The outline of a role's shape, whose top is at `(x, y)`.
pub(crate) fn shape_path(role: Role, x: f64, y: f64, (wide, high): (f64, f64)) -> String {
    let (left, right, foot) = (At(x - wide / 2.0), At(x + wide / 2.0), At(y + high));
    let (x, y, half) = (At(x), At(y), high / 2.0);
    match role {
        Role::Max => format!("M{x} {y}L{right} {foot}H{left}Z"),
        Role::Min => format!("M{left} {y}H{right}L{x} {foot}Z"),
        Role::Chance => format!("M{x} {y}a{0} {0} 0 0 1 0 {1}a{0} {0} 0 0 1 0 -{1}Z", At(half), At(high)),
    }
}

/// Two short strokes across an edge: how far they reach to each side of it, and how far they are from the middle.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    reach: f64,
    apart: f64,
}

impl Cut {
    pub(crate) const IN_LEGEND: Cut = Cut { reach: 5.0, apart: 2.4 };
    pub(crate) const ACROSS_TICKS: Cut = Cut { reach: 4.2, apart: 1.5 };

    /// Across an edge between shapes of this width.
    pub(crate) fn across_slopes(shape: f64) -> Cut {
        Cut { reach: shape * 0.18, apart: 2.4 }
    }

    /// The mark at a place on an edge that goes in the direction given.
    pub(crate) fn mark(self, (x, y): (f64, f64), (dx, dy): (f64, f64)) -> String {
        let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
        let along = (dx / length * self.apart, dy / length * self.apart);
        let across = (-dy / length * self.reach, dx / length * self.reach);
        let mut path = String::new();
        for side in [-1.0, 1.0] {
            let (x, y) = (x + side * along.0, y + side * along.1);
            let _ =
                write!(path, "M{} {}L{} {}", At(x - across.0), At(y - across.1), At(x + across.0), At(y + across.1));
        }
        let weight = At(0.75 * self.apart);
        format!(r#"<path class="cut" d="{path}" fill="none" stroke="{INK}" stroke-width="{weight}"/>"#)
    }
}

/// How the edge to a node is drawn, fine if it is in a column.
pub(crate) fn edge_style(fate: Fate, is_fine: bool) -> String {
    let weight = if is_fine { 1.1 } else { 1.4 };
    format!(r#"stroke="{}" stroke-width="{}"{}"#, stroke_colour(fate), At(weight), dashes(fate, is_fine))
}

pub(crate) fn dashes(fate: Fate, is_fine: bool) -> String {
    let dashes = match (fate, is_fine) {
        (Fate::Pruned, false) => DASHED,
        (Fate::Pruned, true) => DASHED_FINE,
        (Fate::NotReached, false) => DOTTED,
        (Fate::NotReached, true) => DOTTED_FINE,
        (Fate::Ahead | Fate::Open | Fate::Left, _) => return String::new(),
    };
    format!(r#" stroke-dasharray="{dashes}""#)
}

pub(crate) fn stroke_colour(fate: Fate) -> &'static str {
    match fate {
        Fate::Open | Fate::Left => INK,
        Fate::Pruned | Fate::NotReached => GREY,
        Fate::Ahead => "#b8b8b8",
    }
}

pub(crate) fn text_colour(fate: Fate) -> &'static str {
    match fate {
        Fate::Open | Fate::Left => INK,
        Fate::Pruned | Fate::NotReached => GREY,
        Fate::Ahead => FAINT,
    }
}

pub(crate) fn fate_class(fate: Fate) -> &'static str {
    match fate {
        Fate::Ahead => "ahead",
        Fate::Open => "open",
        Fate::Left => "visited",
        Fate::Pruned => "pruned",
        Fate::NotReached => "not-reached",
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
        let mark = |direction| Cut::IN_LEGEND.mark((0.0, 0.0), direction);
        assert!(mark((10.0, 0.0)).contains("M-2.4 -5L-2.4 5M2.4 -5L2.4 5"));
        assert!(mark((0.0, 9.0)).contains("M5 -2.4L-5 -2.4M5 2.4L-5 2.4"));
        // Of an edge without length there is nothing to strike through, but nothing breaks.
        assert!(!mark((0.0, 0.0)).contains("NaN"));
    }

    #[test]
    fn fates_differ_in_dashes_and_not_only_in_colour() {
        for is_fine in [false, true] {
            let styles = [Fate::Left, Fate::Pruned, Fate::NotReached].map(|fate| dashes(fate, is_fine));
            assert!(styles[0] != styles[1] && styles[1] != styles[2] && styles[0] != styles[2]);
        }
    }
}
