//! Cells of a board as SVG: the ground, marks, heat, and what stands there.

use counterplay_core::picture::{Cell, Drawing, Figure, Grid, Ground, Mark, Piece};

use super::canvas::{Canvas, n};
use super::material::{Fill, Surface};
use super::paint::{self, Look};
use super::pieces::draw_piece;
use super::plan::{Area, CELL, Plan, WALL, side};
use super::text::{numbered, percent};
use super::words::spoken_cell;
use crate::xml::Escaped;

/// Draws the cells of a board.
pub(super) struct Cells<'d> {
    pub(super) drawing: &'d Drawing,
    pub(super) surface: &'d Surface,
    pub(super) plan: &'d Plan,
    /// The most that any cell is worth.
    pub(super) hottest: u16,
}

impl Cells<'_> {
    /// Draws a cell: a group of the class `cell` with its name in `data-cell`, and in `data-at` its middle, its width
    /// and its height. Where a pile lies on it, `data-free` is how far down nothing does.
    pub(super) fn draw(&self, canvas: &mut Canvas, cell: &Cell) {
        let area = self.plan.area(cell);
        let mark = match cell.mark {
            Mark::Winning => " winning",
            Mark::Last => " last",
            Mark::Check => " check",
            Mark::None => "",
        };
        let shade = if cell.dark { " dark" } else { "" };
        let [x, y] = area.middle();
        let free = if cell.tall > 1 { format!(" data-free=\"{}\"", n(free_end(cell, area))) } else { String::new() };
        canvas.line(&format!(
            "<g class=\"cell{shade}{mark}\" data-cell=\"{}\" data-at=\"{} {} {} {}\"{free}><title>{}</title>",
            Escaped(&cell.name),
            n(x),
            n(y),
            n(area.width),
            n(area.height),
            Escaped(&spoken_cell(cell, self.drawing)),
        ));
        self.ground(canvas, cell, area);
        if let Some(heat) = cell.heat {
            self.heat(canvas, heat, area, cell.piece.is_none());
        }
        // What stands on a cell covers its name, and so does a number.
        if cell.named && cell.piece.is_none() && cell.heat.is_none() {
            let at = [area.x + 3.0 + 2.6 * cell.name.chars().count() as f64, area.y + 10.0];
            let name = canvas.text("name", at, 9.0, self.surface.ink, &cell.name);
            canvas.line(&name);
        }
        let is_round = cell.piece.as_ref().is_some_and(|piece| is_round(piece) && cell.tall == 1);
        if cell.mark != Mark::None && !is_round {
            self.mark(canvas, cell, area);
        }
        if let Some(piece) = &cell.piece {
            self.pile(canvas, cell, piece, area);
        }
        if cell.mark != Mark::None && is_round {
            self.mark(canvas, cell, area);
        }
        canvas.line("</g>");
    }

    fn ground(&self, canvas: &mut Canvas, cell: &Cell, area: Area) {
        let surface = self.surface;
        let is_hexagon = self.plan.grid == Grid::Hexagons;
        // Where the field itself is seen the ground is there to be clicked.
        let clear = || " fill=\"#000\" fill-opacity=\"0\"".to_owned();
        let fill = match cell.ground {
            Ground::Square | Ground::Floor if cell.dark => canvas.fill(surface.dark),
            Ground::Square if is_hexagon => canvas.fill(match surface.field {
                Fill::Slope(paint, _) | Fill::Round(paint, _) | Fill::Flat(paint) => Fill::Flat(paint),
            }),
            _ => clear(),
        };
        let lined = matches!(self.plan.grid, Grid::Squares | Grid::Hexagons) && cell.ground == Ground::Square;
        let stroke = match surface.line {
            Some(paint) if lined => canvas.stroke(paint, 1.0),
            None if is_hexagon => canvas.stroke(surface.ink, 1.0),
            _ => String::new(),
        };
        let shape = self.outline(area, 0.0);
        canvas.line(&format!("{shape} class=\"ground\"{fill}{stroke}/>"));
        if surface.holes {
            let [x, y] = area.middle();
            let (hole, edge) = (paint::HOLE.attribute("fill", canvas.look), canvas.stroke(paint::FRAME_EDGE, 1.4));
            canvas.line(&format!("<circle class=\"hole\" cx=\"{}\" cy=\"{}\" r=\"20\"{hole}{edge}/>", n(x), n(y)));
        }
        if cell.ground.is_wedge() {
            self.wedge(canvas, cell, area);
        }
        if self.plan.grid == Grid::Walls && (area.width == WALL) != (area.height == WALL) && cell.piece.is_none() {
            let [x, y] = area.middle();
            let half = CELL / 2.0 - 6.0;
            let d = match area.width > area.height {
                true => format!("M{} {}h{}", n(x - half), n(y), n(2.0 * half)),
                false => format!("M{} {}v{}", n(x), n(y - half), n(2.0 * half)),
            };
            let stroke = canvas.stroke(surface.line.unwrap_or(surface.ink), 1.2);
            canvas.line(&format!("<path class=\"gap\" d=\"{d}\" stroke-dasharray=\"2 4\" fill=\"none\"{stroke}/>"));
        }
    }

    fn wedge(&self, canvas: &mut Canvas, cell: &Cell, area: Area) {
        let (base, tip) = match cell.ground.begins_below() {
            true => (area.y + area.height, area.y + CELL / 4.0),
            false => (area.y, area.y + area.height - CELL / 4.0),
        };
        let paint = if cell.dark { paint::WEDGE_DARK } else { paint::WEDGE };
        let (fill, edge) = (paint.attribute("fill", canvas.look), canvas.stroke(paint::WEDGE_EDGE, 1.0));
        let (left, middle, right) = (n(area.x + 1.5), n(area.x + area.width / 2.0), n(area.x + area.width - 1.5));
        let (base, tip) = (n(base), n(tip));
        let points = format!("{left},{base} {middle},{tip} {right},{base}");
        canvas.line(&format!("<polygon class=\"wedge\" points=\"{points}\"{fill}{edge}/>"));
    }

    /// Outline of a cell, or of something in it that is smaller by `inset`, without the end of the element.
    fn outline(&self, area: Area, inset: f64) -> String {
        let Area { x, y, width, height } = area.grown(-inset);
        match self.plan.grid {
            Grid::Hexagons => {
                let [x, y] = area.middle();
                let points = corners(x, y, side() - inset).map(|[x, y]| format!("{},{}", n(x), n(y))).join(" ");
                format!("<polygon points=\"{points}\"")
            }
            _ => format!("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", n(x), n(y), n(width), n(height)),
        }
    }

    /// Mark of the last move, a warm dot on what stands there or a frame; of what won, a golden ring; of what is in
    /// check, a red ground.
    fn mark(&self, canvas: &mut Canvas, cell: &Cell, area: Area) {
        let [x, y] = area.middle();
        let (cx, cy) = (n(x), n(y));
        let is_round = cell.piece.as_ref().is_some_and(is_round) && cell.tall == 1;
        let halo = if canvas.look == Look::Print { paint::IVORY } else { paint::PAGE };
        let shape = match (cell.mark, is_round) {
            (Mark::Last, true) => {
                let (fill, stroke) = (paint::LAST.attribute("fill", canvas.look), canvas.stroke(halo, 1.2));
                format!("<circle class=\"mark\" cx=\"{cx}\" cy=\"{cy}\" r=\"4.2\"{fill}{stroke}/>")
            }
            (_, true) => {
                let stroke = canvas.stroke(paint::WON, 4.0);
                format!("<circle class=\"mark\" cx=\"{cx}\" cy=\"{cy}\" r=\"18.5\" fill=\"none\"{stroke}/>")
            }
            (mark, false) => {
                let (paint, full) = match mark {
                    Mark::Winning => (paint::WON, 0.18),
                    Mark::Check => (paint::CHECK, 0.5),
                    Mark::Last | Mark::None => (paint::LAST, 0.34),
                };
                let full = if canvas.look == Look::Print { 0.18 } else { full };
                let (inside, stroke) = (self.outline(area, 2.5), canvas.stroke(paint, 2.6));
                let fill = paint.attribute("fill", canvas.look);
                format!("{inside} class=\"mark\"{fill} fill-opacity=\"{full}\"{stroke}/>")
            }
        };
        canvas.line(&shape);
    }

    /// Heat of a cell: the hotter the fuller, relative to the hottest of the board, and the number in per cent.
    fn heat(&self, canvas: &mut Canvas, heat: u16, area: Area, is_free: bool) {
        let full = f64::from(heat) / f64::from(self.hottest.max(1)) * 0.75;
        let (outline, fill) = (self.outline(area, 1.0), paint::HEAT.attribute("fill", canvas.look));
        canvas.line(&format!("{outline} class=\"heat\"{fill} fill-opacity=\"{full:.2}\"/>"));
        if is_free {
            let [x, y] = area.middle();
            // Dark letters where it is bright.
            let ink = match self.surface.holes {
                true => paint::INK,
                false if full > 0.45 => paint::SPADES,
                false => self.surface.ink,
            };
            let degree = canvas.text("degree", [x, y + 5.0], 14.0, ink, &percent(heat));
            canvas.line(&degree);
        }
    }

    /// What stands on the cell: one piece, or a pile from where it begins.
    fn pile(&self, canvas: &mut Canvas, cell: &Cell, piece: &Piece, area: Area) {
        if cell.tall == 1 {
            draw_piece(canvas, piece, self.drawing, area);
            if let Some(number) = numbered(cell) {
                self.number(canvas, &number, area);
            }
            return;
        }
        for place in 0..piece.count.min(cell.tall) {
            let row = if cell.ground.begins_below() { cell.tall - 1 - place } else { place };
            // Men lie close to one another.
            let pitch = f64::from(row) * CELL;
            let at = Area { y: area.y + pitch, height: CELL, ..area };
            draw_piece(canvas, piece, self.drawing, at);
            if let Some(number) = numbered(cell).filter(|_| place + 1 == cell.tall) {
                self.number(canvas, &number, at);
            }
        }
    }

    /// Number of pieces on the last of a pile.
    fn number(&self, canvas: &mut Canvas, number: &str, at: Area) {
        let [x, y] = at.middle();
        let (fill, stroke) = (paint::IVORY.attribute("fill", canvas.look), canvas.stroke(paint::IVORY_EDGE, 0.8));
        let text = canvas.text("count\" font-weight=\"bold", [x, y + 5.0], 14.0, paint::SPADES, number);
        canvas.line(&format!(
            "<g class=\"number\"><circle class=\"plate\" cx=\"{}\" cy=\"{}\" r=\"10.5\"{fill}{stroke}/>{text}</g>",
            n(x),
            n(y)
        ));
    }
}

/// Height at which no pile lies on a cell of several rows: at its other end, or beyond it if it is full.
fn free_end(cell: &Cell, area: Area) -> f64 {
    let is_full = cell.piece.as_ref().is_some_and(|piece| piece.count >= cell.tall);
    let inside = if is_full { -CELL / 4.0 } else { CELL / 2.0 };
    if cell.ground.begins_below() { area.y + inside } else { area.y + area.height - inside }
}

/// Whether a piece is round, so that a mark is drawn on it.
fn is_round(piece: &Piece) -> bool {
    matches!(piece.figure, Figure::Disc | Figure::Man | Figure::King | Figure::Stone)
}

/// Corners of a hexagon about a point, from the upper one clockwise.
pub(super) fn corners(x: f64, y: f64, side: f64) -> [[f64; 2]; 6] {
    let half = side * 3f64.sqrt() / 2.0;
    [(0.0, -side), (half, -side / 2.0), (half, side / 2.0), (0.0, side), (-half, side / 2.0), (-half, -side / 2.0)]
        .map(|(across, down)| [x + across, y + down])
}
