//! Positions set up piece by piece, as an editor of boards does.
//!
//! A draft is a list of pieces on cells, as the picture of the game has them; it need not be a position. The game turns
//! it into the text of one, and its [`Notation`] says whether the rules allow that.

use crate::picture::{Drawing, Mark, Piece};
use crate::{Notation, Picture, Seat};

/// A game whose positions can be set up piece by piece.
pub trait SetUp: Notation + Picture {
    /// An example in which each kind of piece stands somewhere.
    fn example(&self) -> Self::State;

    /// The kinds of pieces that can be put on the board. By default all that are seen in the example.
    fn pieces(&self) -> Vec<Piece> {
        kinds(&self.picture(&self.example(), None))
    }

    /// The text of the position with these pieces on the cells of the picture, and this seat to move. It need not be
    /// legal: [`Notation::parse_position`] says whether it is.
    fn arranged(&self, pieces: &[(&str, &Piece)], turn: Seat) -> String;

    /// Whether one may choose who is to move. Otherwise that follows from the pieces.
    fn has_turn(&self) -> bool {
        false
    }

    /// How many pieces may lie on one cell.
    fn tallest(&self) -> u16 {
        1
    }
}

/// A piece on a cell, by its number among the kinds of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The name of the cell.
    pub cell: String,
    /// The number of the kind.
    pub kind: usize,
    /// How many lie there.
    pub count: u16,
}

/// The kinds of pieces that are in a picture, by their letters and in their order, each of them once.
#[must_use]
pub fn kinds(drawing: &Drawing) -> Vec<Piece> {
    let mut kinds: Vec<Piece> = Vec::new();
    for piece in drawing.cells.iter().filter_map(|cell| cell.piece.as_ref()) {
        if kinds.iter().all(|kind| !is_same(kind, piece)) {
            kinds.push(Piece { count: 1, ..piece.clone() });
        }
    }
    kinds
}

fn is_same(kind: &Piece, piece: &Piece) -> bool {
    kind.text == piece.text && kind.side == piece.side
}

/// The pieces of a picture. What is of no kind is passed over.
#[must_use]
pub fn pieces(drawing: &Drawing, kinds: &[Piece]) -> Vec<Placed> {
    let placed = drawing.cells.iter().filter_map(|cell| {
        let piece = cell.piece.as_ref()?;
        let kind = kinds.iter().position(|kind| is_same(kind, piece))?;
        Some(Placed { cell: cell.name.clone(), kind, count: piece.count })
    });
    placed.collect()
}

/// The picture with these pieces instead of its own, and without marks.
#[must_use]
pub fn redrawn(mut drawing: Drawing, kinds: &[Piece], placed: &[Placed]) -> Drawing {
    for cell in &mut drawing.cells {
        let standing = placed.iter().find(|placed| placed.cell == cell.name && placed.count > 0);
        let piece = |placed: &Placed| Some(Piece { count: placed.count, ..kinds.get(placed.kind)?.clone() });
        // A cell with something that is no piece of the game, such as a die, stays as it is.
        let is_own = cell.piece.as_ref().is_none_or(|piece| kinds.iter().any(|kind| is_same(kind, piece)));
        if is_own {
            cell.piece = standing.and_then(piece);
        }
        cell.mark = Mark::None;
        cell.heat = None;
    }
    drawing.notes.clear();
    drawing.buttons.clear();
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::picture::Cell;

    #[test]
    fn a_picture_is_taken_apart_and_put_together() {
        let cells = vec![Cell::new("a", 0, 0).piece("X", Side::Max), Cell::new("b", 1, 0).piece("O", Side::Min)];
        let mut drawing = Drawing { cells, notes: vec!["a note".to_owned()], ..Drawing::default() };
        drawing.cells.push(Cell::new("c", 2, 0).mark(Mark::Last));
        let kinds = kinds(&drawing);
        assert_eq!(kinds.iter().map(|kind| kind.text.as_str()).collect::<Vec<_>>(), ["X", "O"]);
        let placed = pieces(&drawing, &kinds);
        assert_eq!(placed.iter().map(|placed| placed.kind).collect::<Vec<_>>(), [0, 1]);
        let moved =
            [Placed { cell: "c".to_owned(), kind: 1, count: 1 }, Placed { cell: "a".to_owned(), kind: 9, count: 1 }];
        let redrawn = redrawn(drawing, &kinds, &moved);
        let texts: Vec<Option<&str>> =
            redrawn.cells.iter().map(|cell| cell.piece.as_ref().map(|piece| piece.text.as_str())).collect();
        assert_eq!(texts, [None, None, Some("O")]);
        assert!(redrawn.notes.is_empty() && redrawn.cells.iter().all(|cell| cell.mark == Mark::None));
    }
}
