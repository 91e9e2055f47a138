//! Legend: the names of the lines, beside their ends.

use std::fmt::Write;

use super::picture::{Field, Line, NAME, text};
use super::superscript::Superscript;
use crate::style::GREY;
use crate::xml::Coordinate;

/// The height of an entry, and the length of the piece of line in it.
const ROW: f64 = 23.0;
const PIECE: f64 = 44.0;
/// The room for what leads from the end of a line to its entry.
const LEAD: f64 = 30.0;
const GAP: f64 = 8.0;

/// Size of the legend.
pub(super) fn size(names: &[&str]) -> (f64, f64) {
    let widest = names.iter().map(|name| Superscript(name).width(NAME)).reduce(f64::max);
    (widest.map_or(0.0, |widest| LEAD + PIECE + GAP + widest), ROW * names.len() as f64)
}

/// Writes the entries, each as near as possible to the end of its line.
pub(super) fn draw(out: &mut String, lines: &[Line<'_>], field: &Field) {
    let mut lines: Vec<&Line<'_>> = lines.iter().collect();
    lines.sort_by(|a, b| a.end().1.total_cmp(&b.end().1));
    let wanted: Vec<f64> = lines.iter().map(|line| line.end().1).collect();
    let edge = lines.iter().map(|line| line.end().0).fold(f64::NEG_INFINITY, f64::max);
    let left = field.right + LEAD;
    let places = spread(&wanted, field.top, field.foot);
    out.push_str("<g class=\"legend\">\n");
    for (line, y) in lines.into_iter().zip(places) {
        let (x, end) = line.end();
        // From a line that ends earlier the way would lead across the others.
        if x == edge {
            let (from, to) = (Coordinate(x + 9.0), Coordinate(left - 3.0));
            let _ = writeln!(
                out,
                r#"<path d="M{from} {}L{to} {}" fill="none" stroke="{GREY}" stroke-width="0.7"/>"#,
                Coordinate(end),
                Coordinate(y)
            );
        }
        let _ = writeln!(
            out,
            r#"<path d="M{} {}h{}" {}/>{}"#,
            Coordinate(left),
            Coordinate(y),
            Coordinate(PIECE),
            line.line_style.stroke(),
            line.line_style.marker((left + PIECE / 2.0, y), 1.0)
        );
        text(out, (left + PIECE + GAP, y + NAME * 0.36), "start", NAME, &line.series.name);
    }
    out.push_str("</g>\n");
}

/// Spreads entries over heights near those wanted, which are sorted, as far as the height of a row allows.
fn spread(wanted: &[f64], top: f64, foot: f64) -> Vec<f64> {
    // Blocks of entries that touch each other: the sum of where each would have the block begin, and their number.
    let mut blocks: Vec<(f64, f64)> = Vec::new();
    let begin = |(sum, count): (f64, f64)| (sum / count).min(foot - ROW * count).max(top);
    for y in wanted {
        let mut block = (y - ROW / 2.0, 1.0);
        while let Some(before) = blocks.pop_if(|before| begin(*before) + ROW * before.1 > begin(block)) {
            // Seen from the end of the block before, this one would begin earlier by its height.
            block = (before.0 + block.0 - ROW * before.1 * block.1, before.1 + block.1);
        }
        blocks.push(block);
    }
    let rows = |block: (f64, f64)| (0..block.1 as usize).map(move |row| begin(block) + ROW * (row as f64 + 0.5));
    blocks.into_iter().flat_map(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_where_they_are_wanted_if_there_is_room() {
        assert_eq!(spread(&[20.0, 60.0, 200.0], 0.0, 300.0), [20.0, 60.0, 200.0]);
    }

    #[test]
    fn entries_that_are_wanted_at_one_place_are_spread_around_it() {
        assert_eq!(spread(&[100.0; 3], 0.0, 300.0), [100.0 - ROW, 100.0, 100.0 + ROW]);
        assert_eq!(spread(&[], 0.0, 300.0), [0.0; 0]);
    }

    #[test]
    fn entries_stay_in_the_field_and_apart() {
        for wanted in [[0.0; 10], [300.0; 10], [0.0, 1.0, 2.0, 3.0, 150.0, 150.0, 160.0, 299.0, 300.0, 300.0]] {
            let places = spread(&wanted, 0.0, 300.0);
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= ROW - 1e-9), "{places:?}");
            assert!(places[0] >= ROW / 2.0 - 1e-9 && places[9] <= 300.0 - ROW / 2.0 + 1e-9, "{places:?}");
        }
    }
}
