//! The searches side by side.

use counterplay_api::{Request, RowEvent};

#[test]
fn the_laps_are_told_in_their_order_and_what_they_count_is_in_the_rows() {
    let position = counterplay_standard::catalog().game("tictactoe", &[]).unwrap().start();
    let (mut begun, mut ended) = (Vec::new(), Vec::new());
    let request = Request { depth: Some(4), ..Request::default() };
    let compared = position.compare(&request, &mut |lap| match lap {
        RowEvent::Begins(name) => begun.push(name),
        RowEvent::Ends(row) => ended.push(row.clone()),
    });
    let compared = compared.unwrap();
    assert_eq!(compared.rows, ended);
    assert_eq!(begun, ended.iter().map(|row| row.name).collect::<Vec<_>>());
    assert_eq!(compared.agreement(), Some((0.0, Vec::new())));
    assert_eq!(compared.counts().next(), Some(("minimax", 4, Some(3610))));
    assert_eq!(compared.counts().last().map(|(name, ..)| name), Some("minimal tree"));
}

#[test]
fn a_search_that_was_stopped_has_no_count_and_no_say() {
    let position = counterplay_standard::catalog().game("tictactoe", &[]).unwrap().start();
    let limits = counterplay_core::Limits { nodes: Some(1000), ..Default::default() };
    let compared = position.compare(&Request { depth: Some(5), limits, ..Request::default() }, &mut |_| {}).unwrap();
    assert_eq!((compared.rows[0].name, compared.rows[0].branching()), ("minimax", None));
    assert_eq!(compared.counts().next(), Some(("minimax", 5, None)));
    assert_eq!(compared.minimal, None);
}
