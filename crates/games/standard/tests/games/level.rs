//! Players of a stated strength.

use counterplay_api::{AnyGame, AnyPosition, Level, Request, TurnWord};
use counterplay_core::{Seat, Seeded};

/// Plays a game; what it brings the first seat.
fn played(game: &dyn AnyGame, players: [Level; 2], seed: u64) -> f64 {
    let mut position = game.start();
    let mut dice = Seeded::new(seed);
    while position.turn() != TurnWord::Over {
        match position.turn() {
            TurnWord::Seat(seat) => {
                let level = players[usize::from(seat.0 % 2)];
                let choice = level.choose(position.as_ref(), seed, &Request::default()).unwrap().unwrap();
                position.play_action(choice.id, None).unwrap();
            }
            _ => drop(position.roll(&mut dice, None).unwrap()),
        }
    }
    position.result(Seat::FIRST).unwrap()
}

#[test]
fn every_game_is_played_at_every_low_level_and_can_be_played_again() {
    let catalog = counterplay_standard::catalog();
    for item in catalog.items() {
        let game = catalog.game(item.name(), &[]).unwrap();
        for level in Level::all().take(3) {
            let once = played(game.as_ref(), [level; 2], 5);
            assert_eq!(played(game.as_ref(), [level; 2], 5), once, "{} at {level:?}", item.name());
        }
    }
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    let [low, high] = [2, 8].map(|number| Level::new(number).unwrap());
    // A small board is soon seen through, which makes the higher level fast.
    let game = counterplay_standard::catalog().game("connect4", &[("width", "5"), ("height", "5")]).unwrap();
    let mut score = 0;
    for seed in 1..=10 {
        let as_first = played(game.as_ref(), [high, low], seed);
        let as_second = played(game.as_ref(), [low, high], seed);
        score += i32::from(as_first > 0.0) - i32::from(as_first < 0.0);
        score += i32::from(as_second < 0.0) - i32::from(as_second > 0.0);
    }
    assert!(score >= 12, "{score} of 20");
}

#[test]
fn there_is_nothing_to_choose_where_chance_decides_or_the_game_is_over() {
    let catalog = counterplay_standard::catalog();
    let choose = |position: &dyn AnyPosition| Level::HIGHEST.choose(position, 1, &Request::default());
    assert_eq!(choose(catalog.game("kuhn", &[]).unwrap().start().as_ref()), Ok(None));
    let tictactoe = catalog.game("tictactoe", &[]).unwrap();
    assert_eq!(choose(tictactoe.read("XXXOO----").unwrap().as_ref()), Ok(None));
    let chosen = choose(tictactoe.read("XX-OO----").unwrap().as_ref()).unwrap();
    assert_eq!(chosen.unwrap().word, "c1");
}
