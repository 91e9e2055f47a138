//! Pieces of a board as SVG, each about a point: marks, discs, stones, dice, cards, ships, symbols.

use std::fmt::Write;

use counterplay_core::Side;
use counterplay_core::picture::{Drawing, Figure, Part, Piece, Stuff};

use super::canvas::{Canvas, n};
use super::material::{Body, Fill};
use super::paint::{self, Look, Paint};
use super::plan::Area;

/// Radius of a disc.
const DISC: f64 = 18.0;

/// Draws a piece in a cell.
pub(super) fn draw_piece(canvas: &mut Canvas, piece: &Piece, drawing: &Drawing, at: Area) {
    let [own, other] = drawing.pieces;
    let stuff = piece.stuff.unwrap_or(if piece.side == Side::Max { own } else { other });
    let side = if piece.side == Side::Max { "max" } else { "min" };
    let body = Body::of(stuff);
    let [x, y] = at.middle();
    let (class, shape) = match piece.figure {
        Figure::Letters => ("letters", letters(canvas, piece, x, y)),
        Figure::Disc => ("disc", disc(canvas, piece, stuff, x, y)),
        Figure::Man => ("disc man", man(canvas, body, x, y)),
        Figure::King => ("disc king", man(canvas, body, x, y) + &crown(canvas, x, y)),
        Figure::Stone => ("disc stone", round(canvas, body, x, y, 21.0)),
        Figure::Die => ("die", die(canvas, piece, x, y)),
        Figure::Cube => ("die cube", cube(canvas, piece, x, y)),
        Figure::Card => ("card", card(canvas, piece, x, y)),
        Figure::Ship => ("ship", hull(canvas, piece, x, y) + &rivet(canvas, piece, x, y)),
        Figure::Miss => ("miss", miss(canvas, x, y)),
        Figure::Hit => ("hit", blow(canvas, piece, x, y)),
        Figure::Wreck => ("wreck", hull(canvas, piece, x, y) + &blow(canvas, piece, x, y)),
        Figure::Wall => ("wall", wall(canvas, body, at)),
        Figure::Symbol(number) => match drawing.symbols.get(usize::from(number)) {
            Some(symbol) => {
                let scale = 42.0 / f64::from(symbol.size());
                let mut shape =
                    format!("<g transform=\"translate({} {}) scale({scale:.4})\">", n(x - 21.0), n(y - 21.0));
                let width = 1.4 / scale;
                for (part, d) in symbol.paths() {
                    let paint = match part {
                        Part::Body => canvas.fill(body.fill) + &canvas.stroke(body.outline, width),
                        Part::Detail => body.detail.attribute("fill", canvas.look),
                        Part::Line => " fill=\"none\"".to_owned() + &canvas.stroke(body.detail, width),
                    };
                    let _ = write!(shape, "<path d=\"{}\" stroke-linejoin=\"round\"{paint}/>", crate::xml::Escaped(d));
                }
                ("symbol", shape + "</g>")
            }
            None => ("letters", letters(canvas, piece, x, y)),
        },
    };
    canvas.line(&format!("<g class=\"piece {side} {class}\">{shape}</g>"));
}

/// Letters of a piece in the pen of its side. A cross and a nought are drawn.
fn letters(canvas: &Canvas, piece: &Piece, x: f64, y: f64) -> String {
    let pen = if piece.side == Side::Max { paint::PEN } else { paint::OTHER_PEN };
    let stroke = format!("fill=\"none\" stroke-linecap=\"round\"{}", canvas.stroke(pen, 5.0));
    let (left, top) = (n(x - 12.0), n(y - 12.0));
    match piece.text.as_str() {
        "X" => format!("<path class=\"cross\" d=\"M{left} {top}l24 24m0 -24l-24 24\" {stroke}/>"),
        "O" => format!("<circle class=\"nought\" cx=\"{}\" cy=\"{}\" r=\"12.5\" {stroke}/>", n(x), n(y)),
        text => {
            let size = if text.chars().count() > 1 { 18.0 } else { 28.0 };
            written(canvas, text, x, y, size, pen)
        }
    }
}

/// Bold letters about a point.
fn written(canvas: &Canvas, text: &str, x: f64, y: f64, size: f64, paint: Paint) -> String {
    canvas.text("written\" font-weight=\"bold", [x, y + size * 0.36], size, paint, text)
}

/// Something round with its shadow.
fn round(canvas: &mut Canvas, body: Body, x: f64, y: f64, r: f64) -> String {
    let shadow = canvas.shadow(x, y, r);
    let (fill, edge) = (canvas.fill(body.fill), canvas.stroke(body.edge, 1.2));
    format!("{shadow}<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{fill}{edge}/>", n(x), n(y), n(r))
}

fn ring(canvas: &Canvas, paint: Paint, [x, y]: [f64; 2], r: f64, width: f64) -> String {
    let stroke = canvas.stroke(paint, width);
    format!("<circle class=\"ring\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\"{stroke}/>", n(x), n(y), n(r))
}

/// Disc. Black and white need no other sign; of coloured ones the second side's have a ring.
fn disc(canvas: &mut Canvas, piece: &Piece, stuff: Stuff, x: f64, y: f64) -> String {
    let body = Body::of(stuff);
    let shape = round(canvas, body, x, y, DISC);
    let has_ring = piece.side == Side::Min && stuff != Stuff::Ivory;
    if has_ring { shape + &ring(canvas, body.ridge, [x, y], 10.5, 2.2) } else { shape }
}

/// Man with ridges.
fn man(canvas: &mut Canvas, body: Body, x: f64, y: f64) -> String {
    let shape = round(canvas, body, x, y, DISC);
    shape + &ring(canvas, body.ridge, [x, y], 14.0, 1.1) + &ring(canvas, body.ridge, [x, y], 9.5, 1.1)
}

fn crown(canvas: &Canvas, x: f64, y: f64) -> String {
    let (fill, stroke) = (paint::CROWN.attribute("fill", canvas.look), canvas.stroke(paint::CROWN_EDGE, 1.2));
    let (x, y) = (n(x - 8.5), n(y + 7.0));
    format!(
        "<path class=\"crown\" d=\"M{x} {y}l-2.5 -12.5 6.8 5 4.2 -8 4.2 8 6.8 -5 -2.5 12.5z\" \
         stroke-linejoin=\"round\"{fill}{stroke}/>"
    )
}

/// Rounded body of a die or a card, with its shadow.
fn plate(canvas: &mut Canvas, class: &str, area: Area, corner: f64, fill: Fill, edge: Paint) -> String {
    let Area { x, y, width, height } = area;
    let mut shape = String::new();
    if canvas.look != Look::Print {
        let (x, y, width, height) = (n(x + 0.8), n(y + 1.8), n(width), n(height));
        let _ = write!(
            shape,
            "<rect class=\"shadow\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{corner}\" \
             fill=\"#000\" fill-opacity=\"0.28\"/>"
        );
    }
    let (fill, edge) = (canvas.fill(fill), canvas.stroke(edge, 1.0));
    let (x, y, width, height) = (n(x), n(y), n(width), n(height));
    let _ = write!(
        shape,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{corner}\"{fill}{edge}/>"
    );
    shape
}

fn square(x: f64, y: f64, width: f64, height: f64) -> Area {
    Area { x: x - width / 2.0, y: y - height / 2.0, width, height }
}

/// Die that shows its pips, or nothing while it has not been thrown.
fn die(canvas: &mut Canvas, piece: &Piece, x: f64, y: f64) -> String {
    /// Places of pips, from the middle: the corners, the sides, the middle.
    const PLACES: [(f64, f64); 7] =
        [(-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, 0.0)];
    let shown: &[usize] = match piece.text.as_str() {
        "1" => &[6],
        "2" => &[0, 1],
        "3" => &[0, 1, 6],
        "4" => &[0, 1, 2, 3],
        "5" => &[0, 1, 2, 3, 6],
        "6" => &[0, 1, 2, 3, 4, 5],
        _ => &[],
    };
    let fill = Fill::Slope(paint::DIE, paint::DIE_FAR);
    let mut shape = plate(canvas, "face", square(x, y, 34.0, 34.0), 7.0, fill, paint::CARD_EDGE);
    for &place in shown {
        let (across, down) = PLACES[place];
        let (x, y) = (n(x + 9.5 * across), n(y + 9.5 * down));
        let fill = paint::SPADES.attribute("fill", canvas.look);
        let _ = write!(shape, "<circle class=\"pip\" cx=\"{x}\" cy=\"{y}\" r=\"3.4\"{fill}/>");
    }
    // A number that is no number of pips, such as the score of several dice, is written.
    if shown.is_empty() && piece.text != "?" {
        shape.push_str(&written(canvas, &piece.text, x, y, 16.0, paint::SPADES));
    }
    shape
}

fn cube(canvas: &mut Canvas, piece: &Piece, x: f64, y: f64) -> String {
    let fill = Fill::Slope(paint::DIE, paint::DIE_FAR);
    let shape = plate(canvas, "face", square(x, y, 36.0, 36.0), 6.0, fill, paint::CARD_EDGE);
    shape + &written(canvas, &piece.text, x, y, 17.0, paint::SPADES)
}

/// Card with its rank and its suit, or its back.
fn card(canvas: &mut Canvas, piece: &Piece, x: f64, y: f64) -> String {
    let area = square(x, y, 34.0, 46.0);
    let face = Fill::Flat(paint::CARD);
    if piece.text == "?" {
        let shape = plate(canvas, "face", area, 4.0, face, paint::CARD_EDGE);
        let inner = area.grown(-3.0);
        let (fill, line) = (paint::BACK.attribute("fill", canvas.look), canvas.stroke(paint::BACK_LINE, 1.0));
        let (left, top) = (n(inner.x), n(inner.y));
        // Slanting lines both ways, from edge to edge.
        let mut lattice = String::new();
        for step in [8.0, 16.0, 24.0, 32.0, 40.0, 48.0, 56.0, 64.0] {
            for mirrored in [false, true] {
                // From the left or lower edge to the upper or right one.
                let (start, end) = (
                    if step <= inner.height { (0.0, step) } else { (step - inner.height, inner.height) },
                    if step <= inner.width { (step, 0.0) } else { (inner.width, step - inner.width) },
                );
                let at = |(across, down): (f64, f64)| {
                    let across = if mirrored { inner.width - across } else { across };
                    format!("{} {}", n(inner.x + across), n(inner.y + down))
                };
                if step < inner.width + inner.height {
                    let _ = write!(lattice, "M{}L{}", at(start), at(end));
                }
            }
        }
        return format!(
            "{shape}<rect class=\"back\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" rx=\"2\"{fill}/><path \
             class=\"pattern\" d=\"{lattice}\" fill=\"none\"{line}/>",
            n(inner.width),
            n(inner.height)
        );
    }
    let shape = plate(canvas, "face", area, 4.0, face, paint::CARD_EDGE);
    let suit = piece.text.chars().nth(1).and_then(|letter| SUITS.iter().find(|suit| suit.0 == letter));
    match suit {
        Some(&(_, paint, d)) => {
            let rank: String = piece.text.chars().take(1).collect();
            let fill = paint.attribute("fill", canvas.look);
            let (at_x, at_y) = (n(x + 4.0), n(y + 9.0));
            shape
                + &written(canvas, &rank, x - 8.0, y - 12.0, 17.0, paint)
                + &format!("<path class=\"suit\" transform=\"translate({at_x} {at_y})\" d=\"{d}\"{fill}/>")
        }
        None => shape + &written(canvas, &piece.text, x, y, 24.0, paint::SPADES),
    }
}

/// Suits: the letter, the paint, and the shape about a point.
const SUITS: [(char, Paint, &str); 4] = [
    (
        's',
        paint::SPADES,
        "M0 -10C3 -5 10 -2 10 3A5 5 0 0 1 2 6C2 8 3 10 4 10H-4C-3 10 -2 8 -2 6A5 5 0 0 1 -10 3C-10 -2 -3 -5 0 -10z",
    ),
    ('h', paint::HEARTS, "M0 10C-3 6 -10 1 -10 -4A5.2 5.2 0 0 1 0 -6A5.2 5.2 0 0 1 10 -4C10 1 3 6 0 10z"),
    ('d', paint::DIAMONDS, "M0 -11L8 0L0 11L-8 0z"),
    ('c', paint::CLUBS, "M-2 4A5 5 0 1 1 -4 -3A4.8 4.8 0 1 1 4 -3A5 5 0 1 1 2 4C2 7 3 10 4 10H-4C-3 10 -2 7 -2 4z"),
];

/// Part of a ship, which goes on where it is joined.
fn hull(canvas: &mut Canvas, piece: &Piece, x: f64, y: f64) -> String {
    const HALF: f64 = 15.0;
    let [up, right, down, left] = piece.joined.map(|joined| if joined { 24.0 } else { 19.0 });
    let is_alone = piece.joined == [false; 4];
    let upright = piece.joined[0] || piece.joined[2];
    let area = match upright {
        true => Area { x: x - HALF, y: y - up, width: 2.0 * HALF, height: up + down },
        false => Area { x: x - left, y: y - HALF, width: left + right, height: 2.0 * HALF },
    };
    let round = |is_end: bool| if is_end { HALF.min(if is_alone { 11.0 } else { HALF }) } else { 0.0 };
    // The corners, from the upper left one clockwise: round where the ship ends.
    let ends = piece.joined.map(|joined| !joined);
    let corners = match upright {
        true => [ends[0], ends[0], ends[2], ends[2]],
        false => [ends[3], ends[1], ends[1], ends[3]],
    }
    .map(round);
    let (fill, edge) = (canvas.fill(Fill::Slope(paint::HULL, paint::HULL_FAR)), canvas.stroke(paint::NO_EDGE, 1.0));
    format!("<path class=\"hull\" d=\"{}\"{fill}{edge}/>", rounded(area, corners))
}

/// Path of a rectangle with its corners rounded, from the upper left one clockwise.
fn rounded(Area { x, y, width, height }: Area, [a, b, c, d]: [f64; 4]) -> String {
    let arc = |r: f64, across: f64, down: f64| format!("a{} {} 0 0 1 {} {}", n(r), n(r), n(r * across), n(r * down));
    let mut path = format!("M{} {}H{}", n(x + a), n(y), n(x + width - b));
    let _ = write!(path, "{}V{}", arc(b, 1.0, 1.0), n(y + height - c));
    let _ = write!(path, "{}H{}", arc(c, -1.0, 1.0), n(x + d));
    let _ = write!(path, "{}V{}{}z", arc(d, -1.0, -1.0), n(y + a), arc(a, 1.0, -1.0));
    path
}

/// Letter of a ship.
fn rivet(canvas: &Canvas, piece: &Piece, x: f64, y: f64) -> String {
    written(canvas, &piece.text, x, y, 15.0, paint::ON_HULL)
}

/// Mark of a shot that missed.
fn miss(canvas: &Canvas, x: f64, y: f64) -> String {
    let stroke = canvas.stroke(paint::SPLASH, 2.4);
    format!("<circle class=\"splash\" cx=\"{}\" cy=\"{}\" r=\"6.5\" fill=\"none\"{stroke}/>", n(x), n(y))
}

/// Mark of a shot that hit: a cross in a circle, and a ring around the one that sank the ship.
fn blow(canvas: &Canvas, piece: &Piece, x: f64, y: f64) -> String {
    let (fill, cross) = (paint::BLOW.attribute("fill", canvas.look), canvas.stroke(paint::IVORY, 2.6));
    let sunk = match piece.text.as_str() {
        "#" => ring(canvas, paint::BLOW, [x, y], 16.5, 2.6).replace("\"ring\"", "\"sunk\""),
        _ => String::new(),
    };
    format!(
        "<circle class=\"blow\" cx=\"{}\" cy=\"{}\" r=\"12\"{fill}/><path d=\"M{} {}l10 10m0 -10l-10 10\" fill=\"none\" \
         stroke-linecap=\"round\"{cross}/>{sunk}",
        n(x),
        n(y),
        n(x - 5.0),
        n(y - 5.0)
    )
}

/// Wall along its cell.
fn wall(canvas: &mut Canvas, body: Body, area: Area) -> String {
    let (width, height) = if area.width > area.height { (area.width + 4.0, 7.0) } else { (7.0, area.height + 4.0) };
    let [x, y] = area.middle();
    plate(canvas, "bar", square(x, y, width, height), 3.5, body.fill, body.edge)
}
