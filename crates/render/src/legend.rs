//! Legend below a picture, which says what its signs mean. Only signs that occur are explained. The pictures of single
//! steps all have the same legend, so that they have the same size.

use std::fmt::Write;

use counterplay_core::Role;
use counterplay_core::trace::Status;

use crate::measure::width;
use crate::picture_layout::PictureLayout;
use crate::snapshot::NodeStatus;
use crate::style::{CutMark, GREY, INK, LINE, NOW, SETS, edge_style, shape_path};
use crate::xml::{Coordinate, Escaped};

/// Legend entry: a sign and what it means.
struct Entry {
    /// Sign, drawn around 0, and its width.
    sign: String,
    wide: f64,
    meaning: &'static str,
}

const FONT: f64 = 11.0;
const ROW: f64 = 22.0;

/// Legend of a picture: its elements, from `top` down and at most `room` wide, and its height.
///
/// `in_steps` tells whether it stands below a single step rather than the end of the search.
pub(crate) fn legend(layout: &PictureLayout<'_>, in_steps: bool, left: f64, top: f64, room: f64) -> (String, f64) {
    let mut out = String::new();
    let (mut x, mut row) = (left, 0.0);
    let entries = entries(layout, in_steps);
    if entries.is_empty() {
        return (out, 0.0);
    }
    let _ = writeln!(out, r#"<g class="legend" font-size="{}" fill="{GREY}">"#, Coordinate(FONT));
    for Entry { sign, wide: sign_wide, meaning } in entries {
        let wide = sign_wide + 6.0 + width(meaning, FONT);
        if x + wide > left + room && x > left {
            (x, row) = (left, row + 1.0);
        }
        let y = top + ROW * (row + 0.5);
        let _ = writeln!(
            out,
            r#"<g transform="translate({} {})">{sign}<text x="{}" y="4">{}</text></g>"#,
            Coordinate(x + sign_wide / 2.0),
            Coordinate(y),
            Coordinate(sign_wide / 2.0 + 6.0),
            Escaped(meaning)
        );
        x += wide + 20.0;
    }
    out.push_str("</g>\n");
    (out, ROW * (row + 1.0))
}

fn entries(layout: &PictureLayout<'_>, in_steps: bool) -> Vec<Entry> {
    let (tree, show) = (layout.tree, layout.labeller.show);
    let mut entries = Vec::new();
    let mut explain = |there: bool, (sign, wide): (String, f64), meaning| {
        if there {
            entries.push(Entry { sign, wide, meaning });
        }
    };
    for (role, meaning) in [(Role::Max, "MAX"), (Role::Min, "MIN"), (Role::Chance, "chance")] {
        let path = shape_path(role, 0.0, -7.0, (16.0, 14.0));
        let sign = format!(r##"<path d="{path}" fill="#fff" stroke="{INK}" stroke-width="1.3"/>"##);
        explain(tree.nodes.iter().any(|node| node.role == Some(role)), (sign, 16.0), meaning);
    }
    let line = |style: &str| (format!(r#"<path d="M-14 0H14" {style}/>"#), 28.0);
    let words = |words: &str, style: &str| {
        let sign = format!(r#"<text y="4" text-anchor="middle" {style}>{words}</text>"#);
        (sign, width(words, FONT))
    };
    let ink = format!(r#"fill="{INK}""#);
    let has = |status| show.pruned && tree.nodes.iter().any(|node| node.status == status);
    let principal = show.line && tree.nodes.iter().any(|node| node.principal);
    explain(principal, line(&format!(r#"stroke="{LINE}" stroke-width="3""#)), "best line");
    let (dashed, wide) = line(&edge_style(NodeStatus::Pruned, false));
    let cut = dashed + &CutMark::IN_LEGEND.mark((0.0, 0.0), (1.0, 0.0));
    explain(has(Status::Pruned), (cut, wide), "cut, and pruned below");
    explain(has(Status::NotReached), line(&edge_style(NodeStatus::NotReached, false)), "not reached");
    explain(in_steps, line(&edge_style(NodeStatus::Ahead, false)), "not yet visited");
    let now = format!(r#"<rect x="-7" y="-7" width="14" height="14" fill="{NOW}" stroke="{INK}" stroke-width="2"/>"#);
    explain(in_steps, (now, 16.0), "this step");
    let bounds = tree.nodes.iter().any(|node| !layout.labeller.numerals.sign(node.proof).is_empty());
    explain(show.values && bounds, words("≤ ≥", &ink), "only a bound is known");
    let window = if in_steps { "window" } else { "window on entry" };
    let windows = show.window && (0..tree.nodes.len()).any(|at| !layout.is_box(at) && !layout.is_narrow(at));
    explain(windows, words("[α, β]", &ink), window);
    explain(show.order, words("n", r#"font-style="italic""#), "n-th visit");
    let is_named = |at: usize| tree.nodes[at].information_set.is_some() && !layout.columns.is_row(at);
    let sets = show.labels && (0..tree.nodes.len()).any(is_named);
    let arc = format!(r#"<path d="M-14 -3Q0 9 14 -3" fill="none" stroke="{INK}" stroke-dasharray="{SETS}"/>"#);
    explain(sets, (arc, 28.0), "information set");
    explain(tree.truncated, words("…", &ink), "states were left out, there were too many");
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book};
    use crate::show::Show;
    use counterplay_core::trace::SearchTree;

    #[test]
    fn only_what_occurs_is_explained() {
        fn all(tree: &SearchTree) -> Vec<&'static str> {
            entries(&PictureLayout::new(tree, &Show::ALL), false).into_iter().map(|entry| entry.meaning).collect()
        }
        assert_eq!(
            all(&book()),
            [
                "MAX",
                "MIN",
                "best line",
                "cut, and pruned below",
                "only a bound is known",
                "window on entry",
                "n-th visit"
            ]
        );
        let dice = all(&Literal::new("[~[3,4],5]").expectiminimax());
        assert_eq!(dice, ["MAX", "chance", "best line", "n-th visit"]);
    }

    #[test]
    fn rows_are_broken_where_there_is_no_room() {
        let tree = book();
        let layout = PictureLayout::new(&tree, &Show::ALL);
        let height = |room| legend(&layout, false, 0.0, 0.0, room).1;
        assert_eq!(height(2000.0), ROW);
        assert_eq!(height(10.0), 7.0 * ROW);
    }
}
