//! Board in words, for those who hear it.

use counterplay_core::Side;
use counterplay_core::picture::{Cell, Drawing, Figure, Mark, Piece};

use super::text::percent;

/// Description of a cell for screen readers: its name, and its piece.
#[must_use]
pub fn spoken_cell(cell: &Cell, drawing: &Drawing) -> String {
    if let (None, Some(heat)) = (&cell.piece, cell.heat) {
        return format!("{} {} %", cell.name, percent(heat));
    }
    let Some(piece) = &cell.piece else { return cell.name.clone() };
    let whose = drawing.sides.as_ref().map_or(piece.text.as_str(), |[first, second]| match piece.side {
        Side::Max => first,
        Side::Min => second,
    });
    let what = match piece {
        Piece { text, figure: Figure::Card, .. } if text == "?" => "face down".to_owned(),
        Piece { text, figure: Figure::Die, .. } if text == "?" => "not thrown".to_owned(),
        Piece { figure: Figure::Miss, .. } => "miss".to_owned(),
        Piece { text, figure: Figure::Hit | Figure::Wreck, .. } if text == "#" => "hit and sunk".to_owned(),
        Piece { figure: Figure::Hit | Figure::Wreck, .. } => "hit".to_owned(),
        Piece { figure: Figure::King, .. } => format!("{whose} king"),
        Piece { text, figure: Figure::Symbol(number), .. } => match drawing.symbols.get(usize::from(*number)) {
            Some(symbol) if !symbol.name().is_empty() => format!("{whose} {}", symbol.name()),
            _ => text.clone(),
        },
        Piece { figure: Figure::Disc | Figure::Man | Figure::Stone, count: 1, .. } => whose.to_owned(),
        Piece { figure: Figure::Disc | Figure::Man | Figure::Stone, count, .. } => format!("{count} {whose}"),
        Piece { text, count: 2.., .. } => format!("{} {text}", piece.count),
        Piece { text, .. } => text.clone(),
    };
    let check = if cell.mark == Mark::Check { " in check" } else { "" };
    format!("{} {what}{check}", cell.name)
}

/// Description of the board for screen readers: the pieces by their cells.
#[must_use]
pub fn spoken(drawing: &Drawing) -> String {
    let pieces = drawing.cells.iter().filter(|cell| cell.piece.is_some()).map(|cell| spoken_cell(cell, drawing));
    let pieces: Vec<String> = pieces.chain(drawing.notes.iter().cloned()).collect();
    if pieces.is_empty() { "an empty board".to_owned() } else { pieces.join(", ") }
}
