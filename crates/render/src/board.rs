//! Boards, for the terminal and as SVG, from one drawing.

use std::fmt::Write;

use counterplay_core::Side;
use counterplay_core::draw::{Cell, Drawing, Mark};

use crate::xml::Escaped;

/// The board as text: a cell is its piece, or a dot; `[X]` is the last move, `<X>` belongs to what won.
#[must_use]
pub fn board_text(drawing: &Drawing) -> String {
    let mut text = String::new();
    let (columns, rows) = size(drawing);
    let margin = drawing.rows.iter().map(|caption| caption.chars().count()).max().unwrap_or(0);
    let widest =
        drawing.cells.iter().filter_map(|cell| cell.piece.as_ref()).map(|piece| piece.text.chars().count()).max();
    let width =
        widest.unwrap_or(1).max(drawing.columns.iter().map(|caption| caption.chars().count()).max().unwrap_or(1));
    if !drawing.columns.is_empty() {
        let captions: String = drawing.columns.iter().map(|caption| format!(" {caption:^width$} ")).collect();
        let _ = writeln!(text, "{:margin$}{}", "", captions.trim_end());
    }
    let mut grid: Vec<Vec<String>> = vec![vec![" ".repeat(width + 2); columns]; rows];
    for cell in &drawing.cells {
        let piece = cell.piece.as_ref().map_or(".", |piece| piece.text.as_str());
        let (open, close) = match cell.mark {
            Mark::None => (' ', ' '),
            Mark::Last => ('[', ']'),
            Mark::Winning => ('<', '>'),
        };
        grid[usize::from(cell.row)][usize::from(cell.column)] = format!("{open}{piece:^width$}{close}");
    }
    for (row, cells) in grid.iter().enumerate() {
        let caption = drawing.rows.get(row).map_or("", String::as_str);
        let _ = writeln!(text, "{caption:>margin$}{}", cells.concat().trim_end());
    }
    for note in &drawing.notes {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// How large a cell is, in pixels.
const CELL: usize = 48;
/// The room for captions.
const MARGIN: usize = 24;
/// The height of a line of text.
const LINE: usize = 20;

/// The board as SVG. The two sides are told apart by their letters and by fill, not by colour alone.
#[must_use]
pub fn board_svg(drawing: &Drawing) -> String {
    let (columns, rows) = size(drawing);
    let longest = drawing.notes.iter().map(|note| note.chars().count()).max().unwrap_or(0);
    let width = (2 * MARGIN + columns * CELL).max(2 * MARGIN + longest * 9);
    let height = 2 * MARGIN + rows * CELL + drawing.notes.len() * LINE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"counterplay-board\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        Escaped(&spoken(drawing))
    );
    let middle = |place: usize| MARGIN + place * CELL + CELL / 2;
    for (at, caption) in drawing.columns.iter().enumerate() {
        label(&mut svg, middle(at), MARGIN - 8, 13, caption);
    }
    for (at, caption) in drawing.rows.iter().enumerate() {
        label(&mut svg, MARGIN / 2, middle(at) + 5, 13, caption);
    }
    for cell in &drawing.cells {
        draw_cell(&mut svg, cell, middle(usize::from(cell.column)), middle(usize::from(cell.row)));
    }
    for (at, note) in drawing.notes.iter().enumerate() {
        let y = MARGIN + rows * CELL + (at + 1) * LINE;
        let _ =
            writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"15\" fill=\"#1a1a1a\">{}</text>", Escaped(note));
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_cell(svg: &mut String, cell: &Cell, x: usize, y: usize) {
    let (left, top) = (x - CELL / 2, y - CELL / 2);
    let ground = match (cell.mark, cell.dark) {
        (Mark::Winning, _) => "#dbe6f7",
        (_, true) => "#d9d9d9",
        (_, false) => "#fff",
    };
    let name = Escaped(&cell.name);
    let _ = writeln!(
        svg,
        "<g class=\"cell\" data-cell=\"{name}\"><title>{name}</title><rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\" \
         fill=\"{ground}\" stroke=\"#1a1a1a\"/>"
    );
    if cell.mark != Mark::None {
        let inset = CELL - 8;
        let _ = writeln!(
            svg,
            "<rect class=\"mark\" x=\"{}\" y=\"{}\" width=\"{inset}\" height=\"{inset}\" fill=\"none\" stroke=\"#1d4f91\" \
             stroke-width=\"3\"/>",
            left + 4,
            top + 4
        );
    }
    if let Some(piece) = &cell.piece {
        let colour = if piece.side == Side::Max { "#1a1a1a" } else { "#8c2d04" };
        let size = if piece.text.chars().count() > 1 { 18 } else { 28 };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>",
            y + size / 3 + 1,
            Escaped(&piece.text)
        );
    }
    svg.push_str("</g>\n");
}

fn label(svg: &mut String, x: usize, y: usize, size: usize, text: &str) {
    let text = Escaped(text);
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"#5f5f5f\">{text}</text>"
    );
}

/// The board for those who hear it: the pieces by their cells.
fn spoken(drawing: &Drawing) -> String {
    let pieces = drawing.cells.iter().filter_map(|cell| Some(format!("{} {}", cell.name, cell.piece.as_ref()?.text)));
    let pieces: Vec<String> = pieces.chain(drawing.notes.iter().cloned()).collect();
    if pieces.is_empty() { "an empty board".to_owned() } else { pieces.join(", ") }
}

/// Columns and rows.
fn size(drawing: &Drawing) -> (usize, usize) {
    let most =
        |place: fn(&Cell) -> u16| drawing.cells.iter().map(|cell| usize::from(place(cell)) + 1).max().unwrap_or(0);
    (most(|cell| cell.column), most(|cell| cell.row))
}

#[cfg(test)]
mod tests {
    use counterplay_core::draw::Piece;

    use super::*;

    fn board() -> Drawing {
        let cell = |name: &str, column, row, piece: Option<(&str, Side)>, mark| Cell {
            name: name.into(),
            column,
            row,
            piece: piece.map(|(text, side)| Piece { text: text.into(), side }),
            dark: false,
            mark,
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
        }
    }

    #[test]
    fn a_board_in_the_terminal() {
        assert_eq!(board_text(&board()), "  a  b\n1[X] O\n2 . <<>\nX & O\n");
        assert_eq!(board_text(&Drawing::of_text("one\ntwo")), "one\ntwo\n");
    }

    #[test]
    fn a_board_as_svg_is_escaped_and_has_every_cell() {
        let svg = board_svg(&board());
        assert_eq!(svg.matches("class=\"cell\"").count(), 4);
        assert!(svg.contains(">&lt;</text>") && svg.contains("X &amp; O") && !svg.contains("X & O"));
        assert!(svg.contains("<title>a1 X, b1 O, b2 &lt;, X &amp; O</title>"));
    }
}
