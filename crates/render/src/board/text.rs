//! Board as text, for the terminal.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

use counterplay_core::Side;
use counterplay_core::picture::{Cell, Drawing, Figure, Grid, Mark};

use super::plan::size;

/// Writes the board as text. A cell is its piece, or its heat in per cent, or its name if that is written on it, or a
/// dot; `[X]` is the last move, `<X>` belongs to what won, `!X!` is in check. A cell of several rows is its pile of pieces. The number of
/// pieces stands at its end if they are more than fit. Rows of hexagons begin further and further to the right; lines
/// between points are drawn where they go along a row or a column, and posts between walls are `+`.
#[must_use]
pub fn board_text(drawing: &Drawing) -> String {
    let mut text = String::new();
    let (columns, rows) = size(drawing);
    let margin = drawing.rows.iter().map(|caption| caption.chars().count()).max().unwrap_or(0);
    let widest = drawing.cells.iter().map(|cell| shown(cell, drawing).chars().count()).max();
    let captions = drawing.columns.iter().chain(&drawing.below);
    let width = widest.unwrap_or(1).max(captions.map(|caption| caption.chars().count()).max().unwrap_or(1));
    // Half a hexagon must be whole letters.
    let gap = if drawing.grid == Grid::Hexagons { width % 2 } else { 0 };
    let captioned = |text: &mut String, captions: &[String]| {
        if !captions.is_empty() {
            let captions: String = captions.iter().map(|caption| format!(" {caption:^width$} {:gap$}", "")).collect();
            let _ = writeln!(text, "{:margin$}{}", "", captions.trim_end());
        }
    };
    captioned(&mut text, &drawing.columns);
    let mut grid = empty_grid(drawing, width, columns, rows);
    for cell in &drawing.cells {
        for place in 0..cell.tall {
            let piece = shown_at(cell, place, drawing);
            let (open, close) = match cell.mark {
                _ if place > 0 => (' ', ' '),
                Mark::None => (' ', ' '),
                Mark::Last => ('[', ']'),
                Mark::Winning => ('<', '>'),
                Mark::Check => ('!', '!'),
            };
            let row = cell.row + if cell.ground.begins_below() { cell.tall - 1 - place } else { place };
            let here = &mut grid[usize::from(row)][usize::from(cell.column)];
            // A line between points goes on up to the letters.
            let edge = |place: Option<char>, mark: char| match place {
                Some('-') if mark == ' ' => '-',
                _ => mark,
            };
            let (open, close) = (edge(here.chars().next(), open), edge(here.chars().last(), close));
            *here = format!("{open}{piece:^width$}{close}{:gap$}", "");
        }
    }
    for (row, cells) in grid.iter().enumerate() {
        let caption = drawing.rows.get(row).map_or("", String::as_str);
        let indent = if drawing.grid == Grid::Hexagons { row * (width + 2 + gap) / 2 } else { 0 };
        let _ = writeln!(text, "{:indent$}{caption:>margin$}{}", "", cells.concat().trim_end());
    }
    captioned(&mut text, &drawing.below);
    for note in legend(drawing).iter().chain(&drawing.notes) {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// Grid of places without cells: blanks, posts, and lines between points.
fn empty_grid(drawing: &Drawing, width: usize, columns: usize, rows: usize) -> Vec<Vec<String>> {
    let blank = " ".repeat(width + 2);
    let mut grid: Vec<Vec<String>> = vec![vec![blank; columns]; rows];
    if drawing.grid == Grid::Walls {
        for row in grid.iter_mut().step_by(2) {
            row.iter_mut().step_by(2).for_each(|post| *post = format!(" {:^width$} ", "+"));
        }
    }
    let find = |name: &String| drawing.cells.iter().find(|cell| cell.name == *name);
    for [one, other] in &drawing.lines {
        let (Some(one), Some(other)) = (find(one), find(other)) else { continue };
        let ends = |of: fn(&Cell) -> u16| {
            let [one, other] = [of(one), of(other)].map(usize::from);
            (one.min(other), one.max(other))
        };
        let ((left, right), (top, bottom)) = (ends(|cell| cell.column), ends(|cell| cell.row));
        if top == bottom {
            for (column, place) in grid[top].iter_mut().enumerate().take(right + 1).skip(left) {
                let dash = |inside: bool| if inside { "-" } else { " " };
                let dashes = if left < column && column < right { "-" } else { " " }.repeat(width);
                *place = [
                    dash(column > left || place.starts_with('-')),
                    &dashes,
                    dash(column < right || place.ends_with('-')),
                ]
                .concat();
            }
        } else if left == right {
            for row in grid.iter_mut().take(bottom).skip(top + 1) {
                row[left] = format!(" {:^width$} ", "|");
            }
        }
    }
    grid
}

/// Letters of the two sides' pieces, where the names of the sides do not begin with them.
fn legend(drawing: &Drawing) -> Option<String> {
    let names = drawing.sides.as_ref()?;
    let letters = |side: Side| -> BTreeSet<&str> {
        let pieces = drawing.cells.iter().filter_map(|cell| cell.piece.as_ref());
        let men = pieces.filter(|piece| {
            let is_man = matches!(piece.figure, Figure::Disc | Figure::Man | Figure::King | Figure::Stone);
            is_man && piece.side == side
        });
        men.map(|piece| piece.text.as_str()).collect()
    };
    let told = [(Side::Max, &names[0]), (Side::Min, &names[1])].into_iter().filter_map(|(side, name)| {
        let letters: Vec<&str> = letters(side).into_iter().collect();
        let begins = |letter: &&str| name.to_lowercase().starts_with(&letter.to_lowercase());
        (!letters.is_empty() && !letters.iter().all(begins)).then(|| format!("{} {name}", letters.join(" ")))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// Text of a cell's row, so many places from where its pile begins.
fn shown_at<'c>(cell: &'c Cell, place: u16, drawing: &Drawing) -> Cow<'c, str> {
    match &cell.piece {
        _ if cell.tall == 1 => shown(cell, drawing),
        Some(piece) if place < piece.count.min(cell.tall) => match numbered(cell) {
            Some(number) if place + 1 == cell.tall => Cow::from(number),
            _ => Cow::from(&piece.text),
        },
        None if place == 0 => shown(cell, drawing),
        _ if cell.ground.is_wedge() => Cow::from(""),
        _ => Cow::from("|"),
    }
}

/// Number of a pile that has more pieces than there is room for.
pub(super) fn numbered(cell: &Cell) -> Option<String> {
    let piece = cell.piece.as_ref().filter(|piece| piece.count > cell.tall)?;
    Some(piece.count.to_string())
}

/// Text of a cell in the terminal.
fn shown<'c>(cell: &'c Cell, drawing: &Drawing) -> Cow<'c, str> {
    // A box between walls needs no dot: its walls show where it is.
    let is_box = drawing.grid == Grid::Walls && cell.column % 2 == 1 && cell.row % 2 == 1;
    match (&cell.piece, cell.heat) {
        (Some(piece), _) => Cow::from(&piece.text),
        (None, Some(heat)) => Cow::from(percent(heat)),
        (None, None) if cell.named => Cow::from(&cell.name),
        (None, None) if cell.tall > 1 && !cell.ground.is_wedge() => Cow::from("|"),
        (None, None) => Cow::from(if is_box { " " } else { "." }),
    }
}

/// Per cent of a heat in thousandths. What is above 0 is never written as 0.
pub(super) fn percent(heat: u16) -> String {
    match (heat + 5) / 10 {
        0 if heat > 0 => "<1".to_owned(),
        whole => whole.to_string(),
    }
}
