//! What each cell is worth, painted.

use counterplay_api::heat::heated;
use counterplay_api::{Declined, Request, SearchError};
use counterplay_core::Drawing;

fn heat(game: &str, options: &[(&str, &str)], position: &str) -> Result<Drawing, SearchError> {
    let position = counterplay_standard::catalog().game(game, options).unwrap().read(position).unwrap();
    heated(position.as_ref(), None, &Request::default(), &mut |_| {}).map(|(drawing, _)| drawing)
}

fn of(drawing: &Drawing, name: &str) -> Option<u16> {
    drawing.cells.iter().find(|cell| cell.name == name).and_then(|cell| cell.heat)
}

#[test]
fn cells_are_as_hot_as_their_actions_are_good() {
    // X wins in the corner, and loses nowhere that O cannot win next.
    let drawing = heat("tictactoe", &[], "XX-OO----").unwrap();
    assert_eq!((of(&drawing, "c1"), of(&drawing, "a1"), of(&drawing, "c3")), (Some(1000), None, Some(0)));
    // One ship of two, hit once: it lies in one of four ways.
    let ships = [("size", "5"), ("fleet", "2")];
    let drawing = heat("battleships", &ships, "a1h ? c3* a5").unwrap();
    for cell in ["c2", "b3", "d3", "c4"] {
        assert!(of(&drawing, cell).is_some_and(|heat| (180..=320).contains(&heat)), "{cell}");
    }
    assert_eq!((of(&drawing, "c3"), of(&drawing, "a1"), of(&drawing, "own-c2")), (None, Some(0), None));
}

#[test]
fn what_is_no_cell_is_not_painted() {
    assert!(matches!(heat("kuhn", &[], "Q?"), Err(SearchError::Declined(Declined::NothingToPaint))));
    assert!(matches!(heat("battleships", &[], "- -"), Err(SearchError::Declined(_))));
}
