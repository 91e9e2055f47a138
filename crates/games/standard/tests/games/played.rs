//! Lines of play.

use counterplay_api::{Drawn, Request, TurnWord};
use counterplay_core::Seat;

/// Two kings go to and fro.
#[test]
fn a_line_of_play_can_end_a_game_that_its_state_does_not() {
    let game = counterplay_standard::catalog().game("checkers", &[("limit", "3")]).unwrap();
    let mut position = game.read("B:WK32:BK1").unwrap();
    let mut play = |words: &[&str]| {
        words.iter().for_each(|word| position.play(word).unwrap());
        position.copy()
    };
    let open = play(&["1-5", "32-28", "5-1", "28-32", "1-5"]);
    assert_eq!((open.drawn(), open.turn().to_string()), (None, "second".to_owned()));
    let drawn = play(&["32-28"]);
    assert_eq!((drawn.drawn(), drawn.turn()), (Some(Drawn::Idle(6)), TurnWord::Over));
    assert!(drawn.actions().is_empty() && drawn.copy().play("5-1").is_err());
    assert_eq!(drawn.result(counterplay_core::Seat::FIRST), Some(0.0));
    let report = drawn.best(&Request::default(), &mut |_| {}).unwrap();
    assert!(report.action.is_none() && report.note.is_some_and(|note| note.contains("3 moves of each side")));
    assert_eq!(drawn.at(5).drawn(), None);
    // Three times the same position, and no limit on the moves.
    let game = counterplay_standard::catalog().game("checkers", &[("limit", "0")]).unwrap();
    let mut position = game.read("B:WK32:BK1").unwrap();
    for word in ["1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1"] {
        position.play(word).unwrap();
        assert_eq!(position.drawn(), None);
    }
    position.play("28-32").unwrap();
    assert_eq!(position.drawn(), Some(Drawn::Repeated(3)));
    assert!(position.take_back() && position.drawn().is_none());
    // A proof leaves the limit out; of a win that comes in time there is nothing to say.
    let game = counterplay_standard::catalog().game("checkers", &[]).unwrap();
    let won = game.read("B:WK9:BK6").unwrap().solve(&Request::default(), &mut |_| {}).unwrap();
    assert_eq!((won.value.outcome.map(|outcome| outcome.as_str()), won.note), (Some("win"), None));
}

#[test]
fn a_line_is_told_without_secrets_and_gone_back_along() {
    let game = counterplay_standard::catalog().game("kuhn", &[]).unwrap();
    let mut position = game.start();
    for word in ["KJ", "bet", "pass"] {
        position.play(word).unwrap();
    }
    assert_eq!(position.line(), ["KJ", "bet", "pass"]);
    assert_eq!((position.at(0).text(), position.at(2).turn().to_string()), (game.start().text(), "second".to_owned()));
    assert_eq!((position.at(2).plies(), position.at(9).plies()), (2, 3));
    assert_eq!(position.at(9).text(), position.text());
    assert_eq!(position.bounds(Seat::SECOND), (-2.0, 2.0));
    let pig = counterplay_standard::catalog().game("pig", &[]).unwrap();
    assert_eq!(pig.start().bounds(Seat::FIRST), (0.0, 1.0));
}
