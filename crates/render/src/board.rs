//! Board renderers, for the terminal and as SVG, from one drawing.

use std::borrow::Cow;
use std::fmt::Write;

use counterplay_core::picture::{Cell, Drawing, Figure, Mark, Piece};

mod pieces;

use self::pieces::draw_piece;
use crate::style::{FONT, GREY, INK, LINE as BLUE};
use crate::xml::Escaped;

/// The colour of heat.
const HEAT: &str = "#e8590c";

/// Writes the board as text. A cell is its piece, or its heat in per cent, or its name if that is written on it, or a
/// dot; `[X]` is the last move, `<X>` belongs to what won. A cell of several rows is its pile of pieces. The number of
/// pieces stands at its end if they are more than fit.
#[must_use]
pub fn board_text(drawing: &Drawing) -> String {
    let mut text = String::new();
    let (columns, rows) = size(drawing);
    let margin = drawing.rows.iter().map(|caption| caption.chars().count()).max().unwrap_or(0);
    let widest = drawing.cells.iter().map(|cell| shown(cell).chars().count()).max();
    let captions = drawing.columns.iter().chain(&drawing.below);
    let width = widest.unwrap_or(1).max(captions.map(|caption| caption.chars().count()).max().unwrap_or(1));
    let captioned = |text: &mut String, captions: &[String]| {
        if !captions.is_empty() {
            let captions: String = captions.iter().map(|caption| format!(" {caption:^width$} ")).collect();
            let _ = writeln!(text, "{:margin$}{}", "", captions.trim_end());
        }
    };
    captioned(&mut text, &drawing.columns);
    let mut grid: Vec<Vec<String>> = vec![vec![" ".repeat(width + 2); columns]; rows];
    for cell in &drawing.cells {
        for place in 0..cell.tall {
            let piece = shown_at(cell, place);
            let (open, close) = match cell.mark {
                _ if place > 0 => (' ', ' '),
                Mark::None => (' ', ' '),
                Mark::Last => ('[', ']'),
                Mark::Winning => ('<', '>'),
            };
            let row = cell.row + if cell.ground.begins_below() { cell.tall - 1 - place } else { place };
            grid[usize::from(row)][usize::from(cell.column)] = format!("{open}{piece:^width$}{close}");
        }
    }
    for (row, cells) in grid.iter().enumerate() {
        let caption = drawing.rows.get(row).map_or("", String::as_str);
        let _ = writeln!(text, "{caption:>margin$}{}", cells.concat().trim_end());
    }
    captioned(&mut text, &drawing.below);
    for note in &drawing.notes {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// Text of a cell's row, so many places from where its pile begins.
fn shown_at(cell: &Cell, place: u16) -> Cow<'_, str> {
    match &cell.piece {
        _ if cell.tall == 1 => shown(cell),
        Some(piece) if place < piece.count.min(cell.tall) => match numbered(cell) {
            Some(number) if place + 1 == cell.tall => Cow::from(number),
            _ => Cow::from(&piece.text),
        },
        None if place == 0 => shown(cell),
        _ if cell.ground.is_wedge() => Cow::from(""),
        _ => Cow::from("|"),
    }
}

/// Number of a pile that has more pieces than there is room for.
fn numbered(cell: &Cell) -> Option<String> {
    let piece = cell.piece.as_ref().filter(|piece| piece.count > cell.tall)?;
    Some(piece.count.to_string())
}

/// Text of a cell in the terminal.
fn shown(cell: &Cell) -> Cow<'_, str> {
    match (&cell.piece, cell.heat) {
        (Some(piece), _) => Cow::from(&piece.text),
        (None, Some(heat)) => Cow::from(percent(heat)),
        (None, None) if cell.named => Cow::from(&cell.name),
        (None, None) if cell.tall > 1 && !cell.ground.is_wedge() => Cow::from("|"),
        (None, None) => Cow::from("."),
    }
}

/// Per cent of a heat in thousandths. What is above 0 is never written as 0.
fn percent(heat: u16) -> String {
    match (heat + 5) / 10 {
        0 if heat > 0 => "<1".to_owned(),
        whole => whole.to_string(),
    }
}

/// Size of a cell, in pixels.
const CELL: usize = 48;
/// Margin for captions.
const MARGIN: usize = 24;
/// The height of a line of text.
const LINE: usize = 20;

/// Draws the board as SVG. The two sides are told apart by letters, fill and shape, not by colour alone.
///
/// Every cell is a group of the class `cell` that carries its name in `data-cell`. Colours are presentation attributes,
/// which the style sheet of a page overrides by class: a dark theme needs no other drawing.
///
/// A board in space is seen from the side: its layers stand one above the other, each leaning back.
#[must_use]
pub fn board_svg(drawing: &Drawing) -> String {
    let layout = BoardLayout::of(drawing);
    let longest = drawing.notes.iter().map(|note| note.chars().count()).max().unwrap_or(0);
    let width = (2 * MARGIN + layout.width()).max(2 * MARGIN + longest * 9);
    let foot = if drawing.below.is_empty() { 0 } else { MARGIN };
    let height = 2 * MARGIN + layout.height() + foot + drawing.notes.len() * LINE;
    // A board that is narrower than what is written below it stands in the middle.
    let left = (width - layout.width()) / 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\">\n<title>{}</title>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        Escaped(&spoken(drawing))
    );
    for (at, caption) in drawing.columns.iter().enumerate().filter(|(_, caption)| !caption.is_empty()) {
        let (x, y) = layout.middle(at, 0);
        label(&mut svg, left + x + layout.slant / 2, MARGIN + y - layout.tall / 2 - 8, caption);
    }
    for (at, caption) in drawing.below.iter().enumerate().filter(|(_, caption)| !caption.is_empty()) {
        let (x, y) = layout.middle(at, layout.rows - 1);
        label(&mut svg, left + x, MARGIN + y + layout.tall / 2 + 16, caption);
    }
    for layer in 0..layout.layers {
        for (at, caption) in drawing.rows.iter().enumerate() {
            let (x, y) = layout.middle(layer * (layout.columns + 1), at);
            label(&mut svg, left + x - layout.slant / 2 - CELL / 2 - MARGIN / 2, MARGIN + y + 5, caption);
        }
    }
    let hottest = drawing.cells.iter().filter_map(|cell| cell.heat).max().unwrap_or(0);
    for cell in &drawing.cells {
        let (x, y) = layout.middle(cell.column.into(), cell.row.into());
        match cell.tall {
            1 => draw_cell(&mut svg, cell, &layout, hottest, left + x, MARGIN + y),
            _ => draw_column(&mut svg, cell, left + x, MARGIN + y),
        }
    }
    for (at, note) in drawing.notes.iter().enumerate() {
        let y = MARGIN + layout.height() + foot + (at + 1) * LINE;
        let _ = writeln!(
            svg,
            "<text class=\"note\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"15\" fill=\"{INK}\">{}</text>",
            Escaped(note)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Layout of a board: where cells stand, and their size.
struct BoardLayout {
    layers: usize,
    /// Columns of one layer.
    columns: usize,
    rows: usize,
    /// Height of a cell.
    tall: usize,
    /// Slant of a cell: how far its upper edge is to the right of its lower one.
    slant: usize,
}

impl BoardLayout {
    /// Gap above each layer but the first.
    const GAP: usize = 2 * MARGIN;

    fn of(drawing: &Drawing) -> BoardLayout {
        let (columns, rows) = size(drawing);
        match drawing.layers {
            0 | 1 => BoardLayout { layers: 1, columns, rows, tall: CELL, slant: 0 },
            layers => {
                BoardLayout { layers, columns: (columns + 1) / layers - 1, rows, tall: CELL * 2 / 3, slant: CELL / 2 }
            }
        }
    }

    fn width(&self) -> usize {
        self.columns * CELL + self.rows * self.slant
    }

    fn height(&self) -> usize {
        self.layers * self.rows * self.tall + (self.layers - 1) * BoardLayout::GAP
    }

    /// The middle of a cell, from the top left of the board.
    fn middle(&self, column: usize, row: usize) -> (usize, usize) {
        let (layer, column) =
            if self.layers == 1 { (0, column) } else { (column / (self.columns + 1), column % (self.columns + 1)) };
        let leaning = (self.rows - 1 - row) * self.slant;
        let above = layer * (self.rows * self.tall + BoardLayout::GAP);
        (column * CELL + leaning + (CELL + self.slant) / 2, above + row * self.tall + self.tall / 2)
    }

    /// Outline of a cell about a point, or of something in it that is smaller by `inset`.
    fn outline(&self, x: usize, y: usize, inset: usize) -> String {
        let (width, height) = (CELL - 2 * inset, self.tall - 2 * inset);
        let (top, bottom) = (y - height / 2, y + height / 2);
        match self.slant * height / self.tall {
            0 => format!("<rect x=\"{}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"", x - width / 2),
            slant => {
                let left = x - (width + slant) / 2;
                let points = [(left + slant, top), (left + slant + width, top), (left + width, bottom), (left, bottom)];
                let points = points.map(|(x, y)| format!("{x},{y}")).join(" ");
                format!("<polygon points=\"{points}\"")
            }
        }
    }
}

/// Draws a cell of several rows, about the middle of the first one, with its pile.
fn draw_column(svg: &mut String, cell: &Cell, x: usize, y: usize) {
    let (left, top, height) = (x - CELL / 2, y - CELL / 2, usize::from(cell.tall) * CELL);
    let outline = format!("<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{height}\"");
    let (background, line) = if cell.ground.is_wedge() { ("#fff", "#ddd") } else { (background(cell), INK) };
    open_cell(svg, cell, &outline, background, line);
    let (base, tip) =
        if cell.ground.begins_below() { (top + height, top + CELL / 3) } else { (top, top + height - CELL / 3) };
    if cell.ground.is_wedge() {
        let fill = if cell.dark { "#b9b9b9" } else { "#e8e8e8" };
        let _ = writeln!(
            svg,
            "<polygon class=\"wedge\" points=\"{left},{base} {x},{tip} {},{base}\" fill=\"{fill}\"/>",
            left + CELL
        );
    }
    if cell.mark != Mark::None {
        let (x, y, width, height) = (left + 3, top + 3, CELL - 6, height - 6);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"mark\" fill=\"none\" \
             stroke=\"{BLUE}\" stroke-width=\"3\"/>"
        );
    }
    if let Some(piece) = &cell.piece {
        for place in 0..piece.count.min(cell.tall) {
            let row = if cell.ground.begins_below() { cell.tall - 1 - place } else { place };
            let y = y + usize::from(row) * CELL;
            draw_piece(svg, piece, x, y);
            if let Some(number) = numbered(cell).filter(|_| place + 1 == cell.tall) {
                let _ = writeln!(
                    svg,
                    "<g class=\"number\"><circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"#fff\"/><text x=\"{x}\" \
                     y=\"{}\" font-size=\"15\" font-weight=\"bold\" text-anchor=\"middle\" \
                     fill=\"{INK}\">{number}</text></g>",
                    y + 5
                );
            }
        }
    }
    svg.push_str("</g>\n");
}

/// Background colour of a cell.
fn background(cell: &Cell) -> &'static str {
    match (cell.mark, cell.dark) {
        (Mark::Winning, _) => "#dbe6f7",
        (Mark::Last | Mark::None, true) => "#d9d9d9",
        (Mark::Last | Mark::None, false) => "#fff",
    }
}

/// Begins the group of a cell, with its background.
fn open_cell(svg: &mut String, cell: &Cell, outline: &str, fill: &str, line: &str) {
    let mark = match cell.mark {
        Mark::Winning => " winning",
        Mark::Last => " last",
        Mark::None => "",
    };
    let shade = if cell.dark { " dark" } else { "" };
    let _ = writeln!(
        svg,
        "<g class=\"cell{shade}{mark}\" data-cell=\"{}\"><title>{}</title>{outline} class=\"ground\" fill=\"{fill}\" \
         stroke=\"{line}\"/>",
        Escaped(&cell.name),
        Escaped(&spoken_cell(cell)),
    );
}

fn draw_cell(svg: &mut String, cell: &Cell, layout: &BoardLayout, hottest: u16, x: usize, y: usize) {
    open_cell(svg, cell, &layout.outline(x, y, 0), background(cell), INK);
    if let Some(heat) = cell.heat {
        svg.push_str(&heat_mark(heat, hottest, &layout.outline(x, y, 1), x, y));
    }
    if cell.named {
        let (x, y, name) = (x - CELL / 2 + 2, y - layout.tall / 2 + 9, Escaped(&cell.name));
        let _ = writeln!(svg, "<text class=\"name\" x=\"{x}\" y=\"{y}\" font-size=\"9\" fill=\"{INK}\">{name}</text>");
    }
    if cell.mark != Mark::None {
        let inside = layout.outline(x, y, 4);
        let _ = writeln!(svg, "{inside} class=\"mark\" fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"3\"/>");
    }
    if let Some(piece) = &cell.piece {
        draw_piece(svg, piece, x, y);
    }
    svg.push_str("</g>\n");
}

/// Heat of a cell: the hotter the fuller, relative to the hottest of the board, and the number in per cent.
fn heat_mark(heat: u16, hottest: u16, outline: &str, x: usize, y: usize) -> String {
    let full = f64::from(heat) / f64::from(hottest.max(1)) * 0.75;
    format!(
        "{outline} class=\"heat\" fill=\"{HEAT}\" fill-opacity=\"{full:.2}\"/>\n<text class=\"degree\" x=\"{x}\" \
         y=\"{}\" font-size=\"14\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>\n",
        y + 5,
        Escaped(&percent(heat))
    )
}

fn label(svg: &mut String, x: usize, y: usize, text: &str) {
    let text = Escaped(text);
    let _ = writeln!(
        svg,
        "<text class=\"caption\" x=\"{x}\" y=\"{y}\" font-size=\"13\" text-anchor=\"middle\" \
         fill=\"{GREY}\">{text}</text>"
    );
}

/// Description of a cell for screen readers: its name, and its piece.
#[must_use]
pub fn spoken_cell(cell: &Cell) -> String {
    if let (None, Some(heat)) = (&cell.piece, cell.heat) {
        return format!("{} {} %", cell.name, percent(heat));
    }
    match &cell.piece {
        None => cell.name.clone(),
        Some(Piece { text, figure: Figure::Card, .. }) if text == "?" => format!("{} face down", cell.name),
        Some(Piece { text, figure: Figure::Die, .. }) if text == "?" => format!("{} not thrown", cell.name),
        Some(Piece { figure: Figure::Miss, .. }) => format!("{} miss", cell.name),
        Some(Piece { text, figure: Figure::Hit | Figure::Wreck, .. }) => {
            format!("{} {}", cell.name, if text == "#" { "hit and sunk" } else { "hit" })
        }
        Some(Piece { text, count: 2.., .. }) => {
            format!("{} {} {text}", cell.name, cell.piece.as_ref().map_or(0, |piece| piece.count))
        }
        Some(piece) => format!("{} {}", cell.name, piece.text),
    }
}

/// Description of the board for screen readers: the pieces by their cells.
#[must_use]
pub fn spoken(drawing: &Drawing) -> String {
    let pieces = drawing.cells.iter().filter(|cell| cell.piece.is_some()).map(spoken_cell);
    let pieces: Vec<String> = pieces.chain(drawing.notes.iter().cloned()).collect();
    if pieces.is_empty() { "an empty board".to_owned() } else { pieces.join(", ") }
}

/// Number of columns and rows.
fn size(drawing: &Drawing) -> (usize, usize) {
    let most =
        |place: fn(&Cell) -> u16| drawing.cells.iter().map(|cell| usize::from(place(cell)) + 1).max().unwrap_or(0);
    (most(|cell| cell.column), most(|cell| cell.row + cell.tall - 1))
}

#[cfg(test)]
mod tests {
    use counterplay_core::Side;
    use counterplay_core::picture::Ground;

    use super::*;

    fn board() -> Drawing {
        let cell = |name: &str, column, row, piece: Option<(&str, Side)>, mark| Cell {
            name: name.into(),
            column,
            row,
            piece: piece.map(|(text, side)| Piece { text: text.into(), side, figure: Figure::Letters, count: 1 }),
            mark,
            ..Cell::new("", 0, 0)
        };
        Drawing {
            cells: vec![
                cell("a1", 0, 0, Some(("X", Side::Max)), Mark::Last),
                cell("b1", 1, 0, Some(("O", Side::Min)), Mark::None),
                cell("a2", 0, 1, None, Mark::None),
                cell("b2", 1, 1, Some(("<", Side::Max)), Mark::Winning),
            ],
            columns: vec!["a".into(), "b".into()],
            rows: vec!["1".into(), "2".into()],
            notes: vec!["X & O".into()],
            ..Drawing::default()
        }
    }

    #[test]
    fn a_board_in_the_terminal() {
        assert_eq!(board_text(&board()), "  a  b\n1[X] O\n2 . <<>\nX & O\n");
        assert_eq!(board_text(&Drawing::of_text("one\ntwo")), "one\ntwo\n");
    }

    #[test]
    fn a_name_is_written_where_it_is_wanted() {
        let cell = |name: &str, column| Cell::new(name, column, 0).dark_and_named();
        let cells = vec![cell("7", 0).figure("B", Side::Max, Figure::King), cell("18", 2).mark(Mark::Last)];
        let board = Drawing { cells, ..Drawing::default() };
        assert_eq!(board_text(&board), " B      [18]\n");
        let svg = board_svg(&board);
        assert!(svg.contains(">7</text>") && svg.contains(">18</text>") && svg.contains("class=\"crown\""), "{svg}");
    }

    #[test]
    fn the_layers_of_a_board_in_space_stand_one_above_the_other() {
        let cells = [0, 1, 3, 4].into_iter().flat_map(|column| (0..2).map(move |row| (column, row)));
        let cells = cells.map(|(column, row)| Cell::new(format!("{column}{row}"), column, row)).collect();
        let columns = ["1", "2", "", "1", "2"].map(String::from).into();
        let drawing = Drawing { cells, columns, rows: vec!["a".into(), "b".into()], layers: 2, ..Drawing::default() };
        assert_eq!(board_text(&drawing), "  1  2     1  2\na .  .     .  .\nb .  .     .  .\n");
        let layout = BoardLayout::of(&drawing);
        let (first, second) = (layout.middle(0, 0), layout.middle(3, 0));
        assert!(first.0 == second.0 && second.1 > layout.middle(0, 1).1, "{first:?} {second:?}");
        let svg = board_svg(&drawing);
        assert_eq!((svg.matches("<polygon").count(), svg.matches("class=\"caption\"").count()), (8, 8));
    }

    #[test]
    fn heat_is_a_number_and_a_shade() {
        let cell = |name: &str, column, heat| Cell { heat, ..Cell::new(name, column, 0) };
        let cells = vec![cell("a", 0, Some(250)), cell("b", 1, Some(4)), cell("c", 2, Some(0)), cell("d", 3, None)];
        let board = Drawing { cells, ..Drawing::default() };
        assert_eq!(board_text(&board), " 25  <1  0   .\n");
        let svg = board_svg(&board);
        assert_eq!((svg.matches("class=\"heat\"").count(), svg.matches("class=\"degree\"").count()), (3, 3));
        assert!(svg.contains("fill-opacity=\"0.75\"") && svg.contains(">&lt;1</text>"), "{svg}");
        assert!(svg.contains("<title>a 25 %</title>"), "{svg}");
    }

    #[test]
    fn a_shot_is_told_apart_by_its_shape() {
        let figures =
            [("o", Figure::Miss), ("X", Figure::Hit), ("X", Figure::Wreck), ("#", Figure::Wreck), ("B", Figure::Ship)];
        let cells = (0..)
            .zip(figures)
            .map(|(at, (text, figure))| Cell::new(at.to_string(), at, 0).figure(text, Side::Min, figure));
        let board = Drawing { cells: cells.collect(), ..Drawing::default() };
        assert_eq!(board_text(&board), " o  X  X  #  B\n");
        assert_eq!(spoken(&board), "0 miss, 1 hit, 2 hit, 3 hit and sunk, 4 B");
        let svg = board_svg(&board);
        let count = |what: &str| svg.matches(&format!("class=\"{what}\"")).count();
        assert_eq!((count("splash"), count("blow"), count("hull")), (1, 4, 3));
    }

    #[test]
    fn a_board_as_svg_is_escaped_and_has_every_cell() {
        let svg = board_svg(&board());
        assert_eq!(svg.matches("data-cell=").count(), 4);
        assert_eq!(svg.matches("class=\"cell last\"").count(), 1);
        assert!(svg.contains(">&lt;</text>") && svg.contains("X &amp; O") && !svg.contains("X & O"));
        assert!(svg.contains("<title>a1 X, b1 O, b2 &lt;, X &amp; O</title>"));
    }

    #[test]
    fn a_pile_lies_on_a_cell_of_several_rows() {
        let point = |name: &str, column, background| Cell::new(name, column, 0).tall(3, background);
        let pile = |cell: Cell, count| cell.pile(count, "X", Side::Max, Figure::Disc);
        let cells = vec![
            pile(point("a", 0, Ground::Up), 2),
            pile(point("b", 1, Ground::Down), 7).mark(Mark::Last),
            point("c", 2, Ground::Square),
            pile(point("d", 3, Ground::Floor), 0),
            point("e", 4, Ground::Down),
        ];
        let below = ["1", "2"].map(String::from).into();
        let board = Drawing { cells, below, ..Drawing::default() };
        assert_eq!(board_text(&board), "   [X] |  |  .\n X  X  |  |\n X  7  |  |\n 1  2\n");
        assert_eq!(spoken(&board), "a 2 X, b 7 X");
        let svg = board_svg(&board);
        let count = |what: &str| svg.matches(what).count();
        assert_eq!((count("class=\"wedge\""), count("<circle cx"), count("class=\"number\"")), (3, 6, 1));
        assert_eq!((count(">7</text>"), count("class=\"caption\""), count("data-cell=")), (1, 2, 5));
    }
}
