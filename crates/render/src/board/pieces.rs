//! Pieces of a board as SVG, each about a point: letters, stones, dice, cards, ships.

use std::fmt::Write;

use counterplay_core::Side;
use counterplay_core::picture::{Figure, Piece};

use crate::style::{GREY, INK, LINE as BLUE};
use crate::xml::Escaped;

/// Colours of MIN's letters and stones.
const BROWN: &str = "#8c2d04";
const AMBER: &str = "#f2b134";

/// Draws a piece about a point.
pub(super) fn draw_piece(svg: &mut String, piece: &Piece, x: usize, y: usize) {
    let side = if piece.side == Side::Max { "max" } else { "min" };
    let (class, shape) = match piece.figure {
        Figure::Letters => ("letters", letters(piece, x, y, if piece.text.chars().count() > 1 { 18 } else { 28 })),
        Figure::Disc => ("disc", disc(piece.side, x, y)),
        Figure::King => ("disc king", king(piece.side, x, y)),
        Figure::Die => ("die", die(piece, x, y)),
        Figure::Card => ("card", card(piece, x, y)),
        Figure::Ship => ("ship", hull(x, y) + &letters(piece, x, y, 20)),
        Figure::Miss => ("miss", miss(x, y)),
        Figure::Hit => ("hit", cross(x, y)),
        Figure::Wreck => ("wreck", hull(x, y) + &cross(x, y) + &sunk(piece, x, y)),
    };
    let _ = writeln!(svg, "<g class=\"piece {side} {class}\">{shape}</g>");
}

/// Letters of a piece in the colour of its side.
fn letters(piece: &Piece, x: usize, y: usize, size: usize) -> String {
    let colour = if piece.side == Side::Max { INK } else { BROWN };
    format!(
        "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" \
         fill=\"{colour}\">{}</text>",
        y + size / 3 + 1,
        Escaped(&piece.text)
    )
}

/// Stone: full for MAX, and with a ring in it for MIN, so that they differ in print too.
fn disc(side: Side, x: usize, y: usize) -> String {
    match side {
        Side::Max => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"{BLUE}\" stroke=\"{INK}\"/>"),
        Side::Min => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"{AMBER}\" stroke=\"{INK}\"/>\
             <circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>"
        ),
    }
}

/// King, a stone with a crown, which leaves no room for the ring: the crown is open for MAX and full for MIN.
fn king(side: Side, x: usize, y: usize) -> String {
    let (ground, crown) = if side == Side::Max { (BLUE, "#fff") } else { (AMBER, INK) };
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"{ground}\" stroke=\"{INK}\"/>\
         <path class=\"crown\" d=\"M{} {}l-3 -14 8 6 5 -9 5 9 8 -6 -3 14z\" fill=\"{crown}\" stroke=\"{INK}\"/>",
        x - 10,
        y + 8
    )
}

/// Die that shows its pips, or nothing while it has not been thrown.
fn die(piece: &Piece, x: usize, y: usize) -> String {
    /// Places of pips, from the middle: the corners, the sides, the middle.
    const PLACES: [(i64, i64); 7] = [(-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0), (0, 0)];
    let shown: &[usize] = match piece.text.as_str() {
        "1" => &[6],
        "2" => &[0, 1],
        "3" => &[0, 1, 6],
        "4" => &[0, 1, 2, 3],
        "5" => &[0, 1, 2, 3, 6],
        "6" => &[0, 1, 2, 3, 4, 5],
        _ => &[],
    };
    let mut shape = format!(
        "<rect class=\"face\" x=\"{}\" y=\"{}\" width=\"36\" height=\"36\" rx=\"7\" fill=\"#fff\" stroke=\"{INK}\" \
         stroke-width=\"2\"/>",
        x - 18,
        y - 18
    );
    for &place in shown {
        let (across, down) = PLACES[place];
        let (x, y) = (x as i64 + 10 * across, y as i64 + 10 * down);
        let _ = write!(shape, "<circle class=\"pip\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"{INK}\"/>");
    }
    // A number that is no number of pips, such as the score of several dice, is written.
    if shown.is_empty() && piece.text != "?" {
        shape.push_str(&letters(piece, x, y, 16));
    }
    shape
}

/// Card with its rank, or its back.
fn card(piece: &Piece, x: usize, y: usize) -> String {
    let (back, class) = if piece.text == "?" { ("#c9d6ea", "back") } else { ("#fff", "face") };
    let mut shape = format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"32\" height=\"42\" rx=\"4\" fill=\"{back}\" \
         stroke=\"{INK}\" stroke-width=\"2\"/>",
        x - 16,
        y - 21
    );
    if piece.text == "?" {
        for shift in [0, 10, 20] {
            let (x, y) = (x - 12 + shift, y - 17);
            let _ = write!(shape, "<path class=\"pattern\" d=\"M{x} {y}v34\" stroke=\"{BLUE}\" stroke-width=\"2\"/>");
        }
    } else {
        shape.push_str(&letters(piece, x, y, 22));
    }
    shape
}

/// Part of a ship.
fn hull(x: usize, y: usize) -> String {
    format!(
        "<rect class=\"hull\" x=\"{}\" y=\"{}\" width=\"40\" height=\"40\" rx=\"9\" fill=\"#c9d6ea\" stroke=\"{INK}\" \
         stroke-width=\"2\"/>",
        x - 20,
        y - 20
    )
}

/// Mark of a shot that missed.
fn miss(x: usize, y: usize) -> String {
    format!(
        "<circle class=\"splash\" cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"none\" stroke=\"{GREY}\" stroke-width=\"3\"/>"
    )
}

/// Mark of a shot that hit.
fn cross(x: usize, y: usize) -> String {
    let (x, y) = (x - 11, y - 11);
    format!(
        "<path class=\"blow\" d=\"M{x} {y}l22 22m0 -22l-22 22\" fill=\"none\" stroke=\"{BROWN}\" stroke-width=\"6\" \
         stroke-linecap=\"round\"/>"
    )
}

/// Frame around the hit that sank a ship.
fn sunk(piece: &Piece, x: usize, y: usize) -> String {
    if piece.text != "#" {
        return String::new();
    }
    let (x, y) = (x - 15, y - 15);
    format!(
        "<rect class=\"blow\" x=\"{x}\" y=\"{y}\" width=\"30\" height=\"30\" fill=\"none\" stroke=\"{BROWN}\" \
         stroke-width=\"4\"/>"
    )
}
