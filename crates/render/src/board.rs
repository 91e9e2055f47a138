//! Board renderers, for the terminal and as SVG, from one drawing.

use std::fmt::Write;

use counterplay_core::Side;
use counterplay_core::picture::{Drawing, Grid, Material, Piece, Stuff};

mod canvas;
mod cells;
mod material;
mod paint;
mod pieces;
mod plan;
#[cfg(test)]
mod tests;
mod text;
mod words;

use self::canvas::{Canvas, n};
use self::cells::{Cells, corners};
use self::material::{Body, Fill, Surface};
pub use self::paint::{Look, board_css};
use self::plan::{Area, Block, Border, CELL, Plan, side};
pub use self::text::board_text;
pub use self::words::{spoken, spoken_cell};
use crate::style::FONT;
use crate::xml::Escaped;

/// The height of a line of text.
const LINE: f64 = 20.0;
/// Height of the legend of heat.
const LEGEND: f64 = 24.0;
/// Room around everything.
const EDGE: f64 = 4.0;

/// Draws the board as SVG, by day: see [`board_svg_as`].
#[must_use]
pub fn board_svg(drawing: &Drawing) -> String {
    board_svg_as(drawing, Look::Light)
}

/// Draws a piece alone as SVG, as it looks on the board of a drawing.
#[must_use]
pub fn piece_svg(piece: &Piece, drawing: &Drawing) -> String {
    let mut canvas = Canvas::new(Look::Light);
    pieces::draw_piece(&mut canvas, piece, drawing, Area { x: 0.0, y: 0.0, width: CELL, height: CELL });
    let (defs, body) = (canvas.defs(), &canvas.body);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {CELL} {CELL}\">\n{defs}{body}</svg>\n")
}

/// Draws the board as SVG. The two sides are told apart by shape, not by colour alone.
///
/// Every cell is a group of the class `cell` that carries its name in `data-cell` and where it is in `data-at`. The
/// picture is as large as what is on it. `data-board` is the part of it above the notes, `data-units` how many cells
/// wide that is. Boards that stand side by side are groups of the class `block`; in a narrow page they stand one below
/// the other if each is moved by its `data-stack`, and `data-stack` of the picture is what is seen then. `data-near` says
/// whose edge the lower one is, where each side has one.
#[must_use]
pub fn board_svg_as(drawing: &Drawing, look: Look) -> String {
    let surface = Surface::of(drawing.board);
    let mut canvas = Canvas::new(look);
    let captions = [&drawing.columns, &drawing.below, &drawing.rows];
    let has_captions = captions.iter().any(|captions| captions.iter().any(|caption| !caption.is_empty()));
    let rim = match surface.rim {
        None => 0.0,
        Some(_) if has_captions => 20.0,
        Some(_) => 10.0,
    };
    // The edges of the sides need room.
    let margin = surface.margin + if drawing.edges == [None; 4] { 0.0 } else { 6.0 };
    let plan = Plan::of(drawing, Border { margin, rim });
    let hottest = drawing.cells.iter().filter_map(|cell| cell.heat).max();
    let with_legend = |room: Area| {
        let room = room.grown(EDGE);
        Area { height: room.height + if hottest.is_some() { LEGEND } else { 0.0 }, ..room }
    };
    let board = with_legend(plan.room(false));
    let longest = drawing.notes.iter().map(|note| note.chars().count()).max().unwrap_or(0) as f64;
    let (width, height) =
        (board.width.max(longest * 8.2 + 2.0 * EDGE), board.height + drawing.notes.len() as f64 * LINE);
    // A board that is narrower than what is written below it stands in the middle.
    let left = board.x - (width - board.width) / 2.0;
    draw_blocks(&mut canvas, drawing, &surface, &plan, rim, margin);
    if let Some(hottest) = hottest {
        draw_legend(&mut canvas, hottest, [board, with_legend(plan.room(true))]);
    }
    for (at, note) in drawing.notes.iter().enumerate() {
        let at = [left + width / 2.0, board.y + board.height + (at as f64 + 0.7) * LINE];
        let note = canvas.text("note", at, 15.0, paint::INK, note);
        canvas.line(&note);
    }
    let view = |area: Area| format!("{} {} {} {}", n(area.x), n(area.y), n(area.width), n(area.height));
    let whole = Area { x: left, y: board.y, width, height };
    let stacked = match plan.blocks.len() {
        0 | 1 => String::new(),
        _ => format!(" data-stack=\"{}\"", view(with_legend(plan.room(true)))),
    };
    let near = match drawing.near {
        Some(Side::Max) => " data-near=\"first\"",
        Some(Side::Min) => " data-near=\"second\"",
        None => "",
    };
    let units = if plan.blocks.is_empty() { 4.0 } else { board.width / CELL };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" width=\"{}\" height=\"{}\" \
         viewBox=\"{}\" data-board=\"{}\" data-units=\"{}\"{stacked}{near} font-family=\"{FONT}\">\n<title>{}</title>\n\
         {}<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n{}</svg>\n",
        n(width),
        n(height),
        view(whole),
        view(board),
        n(units),
        Escaped(&spoken(drawing)),
        canvas.defs(),
        n(left),
        n(board.y),
        n(width),
        n(height),
        paint::PAGE.attribute("fill", look),
        canvas.body,
    )
}

/// Draws the legend of heat: one hue from nothing to the hottest cell of the board. It stands at the foot of the
/// board, and moves with it.
fn draw_legend(canvas: &mut Canvas, hottest: u16, [board, stacked]: [Area; 2]) {
    const STEPS: u16 = 12;
    let (width, y) = (board.width.min(260.0) - 80.0, -15.0);
    let left = -width / 2.0;
    let fill = paint::HEAT.attribute("fill", canvas.look);
    let step = width / f64::from(STEPS);
    let shades: String = (0..STEPS)
        .map(|at| {
            let (x, full) = (left + f64::from(at) * step, f64::from(at + 1) / f64::from(STEPS) * 0.75);
            format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"9\"{fill} fill-opacity=\"{full:.2}\"/>",
                n(x),
                n(y),
                n(step)
            )
        })
        .collect();
    let [low, high] = [(left - 18.0, "0 %".to_owned()), (left + width + 20.0, format!("{} %", text::percent(hottest)))]
        .map(|(x, text)| canvas.text("caption", [x, y + 9.0], 12.0, paint::QUIET, &text));
    let [at, stacked] =
        [board, stacked].map(|area| format!("{} {}", n(area.x + area.width / 2.0), n(area.y + area.height)));
    canvas.line(&format!(
        "<g class=\"block legend\" transform=\"translate({at})\" data-stack=\"{stacked}\">{shades}{low}{high}</g>"
    ));
}

fn draw_blocks(canvas: &mut Canvas, drawing: &Drawing, surface: &Surface, plan: &Plan, rim: f64, margin: f64) {
    let hottest = drawing.cells.iter().filter_map(|cell| cell.heat).max().unwrap_or(0);
    let cells = Cells { drawing, surface, plan, hottest };
    for (number, block) in plan.blocks.iter().enumerate() {
        let [x, y] = block.at;
        let [right, down] = block.stacked;
        canvas.line(&format!(
            "<g class=\"block\" transform=\"translate({} {})\" data-stack=\"{} {}\">",
            n(x),
            n(y),
            n(right),
            n(down)
        ));
        draw_field(canvas, drawing, surface, plan, block, rim, margin);
        draw_captions(canvas, drawing, surface, plan, block, rim, margin);
        if drawing.layers > 1 {
            let at = [block.field.x - 10.0, block.field.y - 8.0];
            let layer = canvas.text("caption\" font-weight=\"bold", at, 13.0, paint::INK, &(number + 1).to_string());
            canvas.line(&layer);
        }
        for cell in drawing.cells.iter().filter(|cell| plan.block_of(cell) == number) {
            cells.draw(canvas, cell);
        }
        canvas.line("</g>");
    }
}

/// Draws a board without its cells: rim, field, lines, posts, edges.
fn draw_field(
    canvas: &mut Canvas,
    drawing: &Drawing,
    surface: &Surface,
    plan: &Plan,
    block: &Block,
    rim: f64,
    margin: f64,
) {
    let field = block.field.grown(margin);
    let rect = |canvas: &mut Canvas, class: &str, area: Area, corner: f64, fill: Fill, edge: &str| {
        let fill = canvas.fill(fill);
        let Area { x, y, width, height } = area;
        canvas.line(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{fill}{edge}/>",
            n(x),
            n(y),
            n(width),
            n(height),
            n(corner)
        ));
    };
    // Hexagons are a board by themselves.
    if plan.grid != Grid::Hexagons {
        let printed = if canvas.look == Look::Print { canvas.stroke(paint::NO_EDGE, 1.2) } else { String::new() };
        if let Some((fill, _)) = surface.rim {
            rect(canvas, "rim", field.grown(rim), surface.corner + 5.0, fill, &printed);
        }
        rect(canvas, "field", field, surface.corner, surface.field, &printed);
    }
    draw_edges(canvas, drawing, plan, block);
    match plan.grid {
        Grid::Points => draw_lines(canvas, drawing, surface, plan),
        Grid::Walls => {
            let (columns, rows) = plan::size(drawing);
            let fill = surface.ink.attribute("fill", canvas.look);
            for (column, row) in
                (0..columns).step_by(2).flat_map(|column| (0..rows).step_by(2).map(move |row| (column, row)))
            {
                let [x, y] = plan.middle(column, row);
                canvas.line(&format!("<circle class=\"post\" cx=\"{}\" cy=\"{}\" r=\"4\"{fill}/>", n(x), n(y)));
            }
        }
        Grid::Squares | Grid::Hexagons => {}
    }
    // The four small dots by which one finds the middle of a board of eight rows.
    if drawing.board == Material::Felt && plan.rows == 8 && plan.grid == Grid::Squares {
        let fill = paint::FELT_LINE.attribute("fill", canvas.look);
        for (column, row) in [(2, 2), (6, 2), (2, 6), (6, 6)] {
            let [x, y] = plan.middle(column, row).map(|at| at - CELL / 2.0);
            canvas.line(&format!("<circle class=\"star\" cx=\"{}\" cy=\"{}\" r=\"3\"{fill}/>", n(x), n(y)));
        }
    }
}

/// Draws the lines between points: those that the game names, or to the neighbours of each.
fn draw_lines(canvas: &mut Canvas, drawing: &Drawing, surface: &Surface, plan: &Plan) {
    let stroke = canvas.stroke(surface.line.unwrap_or(surface.ink), 1.6);
    let mut d = String::new();
    let mut join = |[x1, y1]: [f64; 2], [x2, y2]: [f64; 2]| {
        let _ = write!(d, "M{} {}L{} {}", n(x1), n(y1), n(x2), n(y2));
    };
    let middle = |cell| plan.area(cell).middle();
    if drawing.lines.is_empty() {
        for cell in &drawing.cells {
            let near =
                |column: u16, row: u16| drawing.cells.iter().find(|near| (near.column, near.row) == (column, row));
            for near in [near(cell.column + 1, cell.row), near(cell.column, cell.row + 1)].into_iter().flatten() {
                join(middle(cell), middle(near));
            }
        }
    }
    for [one, other] in &drawing.lines {
        let find = |name: &str| drawing.cells.iter().find(|cell| cell.name == name);
        if let (Some(one), Some(other)) = (find(one), find(other)) {
            join(middle(one), middle(other));
        }
    }
    canvas.line(&format!("<path class=\"lines\" d=\"{d}\" fill=\"none\" stroke-linecap=\"round\"{stroke}/>"));
    let fill = surface.ink.attribute("fill", canvas.look);
    let dots: String = drawing
        .cells
        .iter()
        .filter(|cell| cell.dark || !drawing.lines.is_empty())
        .map(|cell| {
            let [x, y] = middle(cell);
            format!("<circle class=\"star\" cx=\"{}\" cy=\"{}\" r=\"4\"{fill}/>", n(x), n(y))
        })
        .collect();
    canvas.line(&dots);
}

/// Draws the edges of the board that belong to a side, in what its pieces are made of.
fn draw_edges(canvas: &mut Canvas, drawing: &Drawing, plan: &Plan, block: &Block) {
    let colour = |canvas: &Canvas, side: Side| {
        let stuff: Stuff = drawing.pieces[usize::from(side == Side::Min)];
        let paint = match Body::of(stuff).fill {
            Fill::Flat(paint) | Fill::Slope(_, paint) | Fill::Round(_, paint) => paint,
        };
        // White on paper is an empty band.
        let outline = if canvas.look == Look::Print { canvas.stroke(paint::NO_EDGE, 11.0) } else { String::new() };
        (canvas.stroke(paint, 8.0), outline)
    };
    let (columns, rows) = plan::size(drawing);
    for (edge, side_of) in drawing.edges.iter().enumerate().filter_map(|(edge, side)| Some((edge, (*side)?))) {
        let mut d = String::new();
        match plan.grid {
            Grid::Hexagons => {
                let places: Vec<(usize, usize)> = match edge {
                    0 => (0..columns).map(|column| (column, 0)).collect(),
                    1 => (0..rows).map(|row| (columns - 1, row)).collect(),
                    2 => (0..columns).map(|column| (column, rows - 1)).collect(),
                    _ => (0..rows).map(|row| (0, row)).collect(),
                };
                // The corners of a hexagon along which the edge goes: see `corners`.
                let along = [[5, 0, 1], [0, 1, 2], [2, 3, 4], [3, 4, 5]][edge];
                for (column, row) in places {
                    let [x, y] = plan.middle(column, row);
                    let corners = corners(x, y, side() + 3.0);
                    let [a, b, c] = along.map(|corner| format!("{} {}", n(corners[corner][0]), n(corners[corner][1])));
                    let _ = write!(d, "M{a}L{b}L{c}");
                }
            }
            _ => {
                let Area { x, y, width, height } = block.field.grown(3.0);
                let (right, below) = (x + width, y + height);
                let [x1, y1, x2, y2] =
                    [[x, y, right, y], [right, y, right, below], [x, below, right, below], [x, y, x, below]][edge];
                let _ = write!(d, "M{} {}L{} {}", n(x1), n(y1), n(x2), n(y2));
            }
        }
        let (stroke, outline) = colour(canvas, side_of);
        for stroke in [outline, stroke].iter().filter(|stroke| !stroke.is_empty()) {
            canvas.line(&format!(
                "<path class=\"edge\" d=\"{d}\" fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\"{stroke}/>"
            ));
        }
    }
}

/// Draws the captions of a board: in its rim, or beside it.
fn draw_captions(
    canvas: &mut Canvas,
    drawing: &Drawing,
    surface: &Surface,
    plan: &Plan,
    block: &Block,
    rim: f64,
    margin: f64,
) {
    let (ink, off) = match surface.rim {
        Some((_, ink)) if plan.grid != Grid::Hexagons => (ink, margin + rim / 2.0),
        _ => (paint::QUIET, margin + 9.0),
    };
    let size = if rim > 0.0 { 11.0 } else { 12.0 };
    let lift = size * 0.36;
    let (field, columns) = (block.field, block.columns.clone());
    let below = field.y + field.height;
    let captions = |captions: &[String], row: usize, y: f64, canvas: &mut Canvas| {
        for (at, caption) in
            captions.iter().enumerate().filter(|(at, caption)| columns.contains(at) && !caption.is_empty())
        {
            let text = canvas.text("caption column", [plan.middle(at, row)[0], y + lift], size, ink, caption);
            canvas.line(&text);
        }
    };
    captions(&drawing.columns, 0, field.y - off, canvas);
    captions(&drawing.below, plan.rows.saturating_sub(1), below + off, canvas);
    for (row, caption) in drawing.rows.iter().enumerate() {
        let [x, y] = plan.middle(columns.start, row);
        // Rows of hexagons begin each at another place.
        let x = if plan.grid == Grid::Hexagons { x - CELL / 2.0 } else { field.x };
        let text = canvas.text("caption row", [x - off, y + lift], size, ink, caption);
        canvas.line(&text);
    }
}
