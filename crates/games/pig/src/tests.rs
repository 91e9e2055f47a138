use std::collections::HashSet;

use counterplay_core::search::{Settings, expectiminimax, value_iteration};
use counterplay_core::trace::Silent;
use counterplay_core::{Chance, Depth, Evaluate, Game, Keyed, Limits, Notation, Outcomes, Proof, Score, Seat, Turn};

use super::{Action, GoalError, Lead, Pig, State};

fn value(game: &Pig, tolerance: f64) -> f64 {
    let solution = value_iteration(game, &game.initial(), tolerance, &Limits::default()).unwrap();
    solution.value(&game.initial()).unwrap()
}

/// Every state that play can reach, breadth first.
fn reachable(game: &Pig) -> Vec<State> {
    let mut states = vec![game.initial()];
    let mut seen = HashSet::from([game.initial()]);
    let mut at = 0;
    while at < states.len() {
        let state = states[at];
        at += 1;
        let actions = match game.turn(&state) {
            _ if game.is_terminal(&state) => Vec::new(),
            Turn::Chance => (1..=6).map(Action::Die).collect(),
            Turn::Seat(_) => game.action_list(&state),
        };
        let next = actions.into_iter().map(|action| game.result(&state, action));
        states.extend(next.filter(|&state| seen.insert(state)));
    }
    states
}

/// The mover's chance to win, as Neller and Presser (2004) state it: by the mover's score, the other's, and the turn
/// total, with both choices always open and nobody's name in it.
fn value_by_hand(goal: usize) -> f64 {
    let mut win = vec![vec![vec![0.5; goal]; goal]; goal];
    for _ in 0..500 {
        for own in (0..goal).rev() {
            for other in (0..goal).rev() {
                for total in (0..goal - own).rev() {
                    let after = |total: usize| if own + total >= goal { 1.0 } else { win[own][other][total] };
                    let lost = 1.0 - win[other][own][0];
                    let roll = (lost + (2..=6).map(|pips| after(total + pips)).sum::<f64>()) / 6.0;
                    let hold = 1.0 - win[other][own + total][0];
                    win[own][other][total] = f64::max(roll, hold);
                }
            }
        }
    }
    win[0][0][0]
}

#[test]
fn the_known_chance_of_the_first_player() {
    assert!((value(&Pig::default(), 1e-9) - 0.530_592_725).abs() < 1e-8);
}

#[test]
fn small_goals_agree_with_other_ways_to_compute_them() {
    // To 2 every roll but a 1 wins: p = 5/6 + 1/36 p.
    assert!((value(&Pig::new(2).unwrap(), 1e-15) - 6.0 / 7.0).abs() < 1e-12);
    for goal in [3, 7, 20] {
        let value = value(&Pig::new(goal).unwrap(), 1e-14);
        assert!((value - value_by_hand(goal as usize)).abs() < 1e-12, "{goal}: {value}");
    }
}

#[test]
fn a_turn_by_the_rules() {
    let game = Pig::new(10).unwrap();
    let play = |actions: &[Action]| actions.iter().fold(game.initial(), |state, &action| game.result(&state, action));
    let text = |actions: &[Action]| game.position_text(&play(actions));
    use Action::{Die, Hold, Roll};
    assert_eq!(text(&[]), "0 0 first 0");
    assert_eq!(text(&[Roll]), "0 0 first 0 rolling");
    assert_eq!(text(&[Roll, Die(4)]), "0 0 first 4");
    assert_eq!(text(&[Roll, Die(4), Roll, Die(2)]), "0 0 first 6");
    assert_eq!(text(&[Roll, Die(4), Hold]), "4 0 second 0");
    assert_eq!(text(&[Roll, Die(4), Roll, Die(1)]), "0 0 second 0");
    let won = [Roll, Die(4), Hold, Roll, Die(6), Roll, Die(5)];
    assert_eq!(text(&won), "4 10 first 0");
    assert!(game.is_terminal(&play(&won)) && game.action_list(&play(&won)).is_empty());
    assert_eq!(game.utility(&play(&won)), Score::new(0));
    assert_eq!(game.utility(&play(&[Roll, Die(5), Roll, Die(5)])), Score::new(1));
    assert_eq!(game.action_list(&play(&[])), [Roll]);
    assert_eq!(game.action_list(&play(&[Roll, Die(4)])), [Roll, Hold]);
}

#[test]
fn the_die_is_fair() {
    let mut outcomes = Outcomes::new();
    Pig::default().outcomes(&Pig::default().initial(), &mut outcomes);
    assert_eq!(outcomes.check(), Ok(()));
    assert_eq!(outcomes.as_slice().len(), 6);
}

#[test]
fn a_search_of_a_fixed_depth_is_an_estimate() {
    let game = Pig::default();
    let settings = Settings::new().to_depth(Depth(6), Lead);
    let decision = expectiminimax(&game, &game.initial(), &settings, &mut Silent).unwrap();
    assert_eq!((decision.value.proof, decision.action), (Proof::Estimate, Some(Action::Roll)));
    assert!(decision.value.score > 0.5, "{}", decision.value.score);
    // The opponent needs one point and is likely to get it, so it is better to roll for the two that are missing.
    let state = game.parse_position("90 99 first 8").unwrap();
    let decision = expectiminimax(&game, &state, &settings, &mut Silent).unwrap();
    assert_eq!((decision.value.proof, decision.action), (Proof::Estimate, Some(Action::Roll)));
    // A game that is over needs no estimate.
    let over = game.parse_position("100 99 second 0").unwrap();
    let decision = expectiminimax(&game, &over, &settings, &mut Silent).unwrap();
    assert_eq!((decision.value.proof, decision.value.score, decision.action), (Proof::Exact, 1.0, None));
}

#[test]
fn a_lead_promises_more_the_larger_it_is_and_the_same_to_both() {
    let game = Pig::default();
    let expectation = |text| Lead.expectation(&game, &game.parse_position(text).unwrap());
    let rising =
        ["0 99 second 0", "0 50 first 0", "40 50 second 0", "40 50 first 20", "99 50 second 0", "99 0 second 0"];
    let rising = rising.map(expectation);
    assert!(rising.is_sorted() && rising[0] > 0.0 && rising[5] < 1.0, "{rising:?}");
    assert_eq!(expectation("40 40 first 0"), 0.5);
    assert!((expectation("10 30 first 7") + expectation("30 10 second 7") - 1.0).abs() < 1e-15);
    let winner = Lead.evaluate(&game, &game.parse_position("99 50 second 0").unwrap());
    assert_eq!(winner, Score::new(1));
}

#[test]
fn positions_are_read_as_they_are_written() {
    let game = Pig::new(7).unwrap();
    let states = reachable(&game);
    for state in &states {
        let text = game.position_text(state);
        assert_eq!(game.parse_position(&text), Ok(*state));
        assert_eq!(game.parse_position(&format!("\u{feff}  {}\r\n", text.replace(' ', "  "))), Ok(*state));
    }
    assert_eq!(states.iter().map(|state| game.key(state)).collect::<HashSet<_>>().len(), states.len());
    // What else is read differs only by a score of 1, which no turn makes.
    let mut others = 0;
    for [first, second, total] in (0..512u16).map(|n| [n % 8, n / 8 % 8, n / 64]) {
        for (seat, rolling) in [("first", ""), ("second", ""), ("first", " rolling"), ("second", " rolling")] {
            let read = game.parse_position(&format!("{first} {second} {seat} {total}{rolling}"));
            others += usize::from(read.is_ok() && first != 1 && second != 1);
        }
    }
    assert_eq!(others, states.len());
}

#[test]
fn a_bad_position_is_refused_with_the_place_and_the_rule() {
    let game = Pig::default();
    let refused = |text| game.parse_position(text).map_err(|error| (error.offset, error.message)).unwrap_err();
    let cases = [
        ("", 0, "expected the first player's score, 0 to 100, but the text ends"),
        ("  12", 4, "expected the second player's score, 0 to 100, but the text ends"),
        ("12 101 first 0", 3, "expected the second player's score, 0 to 100, found \"101\""),
        ("12 -1 first 0", 3, "expected the second player's score, 0 to 100, found \"-1\""),
        ("12 12 third 0 ", 6, "expected whose turn it is, `first` or `second`, found \"third\""),
        ("12 12 first", 11, "expected the turn total, 0 to 100, but the text ends"),
        ("12 12 first 9 roll", 14, "expected `rolling` or the end, found \"roll\""),
        ("12 12 first 9 rolling 6", 22, "expected the end, found \"6\""),
        ("12 12 first 1", 0, "a turn total is 0 or at least 2, for a 1 ends the turn"),
        ("90 12 first 10", 0, "the score and the turn total, 90 + 10, reach the goal of 100: that is held at once"),
        (
            "100 1 first 0",
            0,
            "first has reached the goal of 100, so the turn must be the other's: a turn that wins ends",
        ),
        (
            "1 100 first 0 rolling",
            0,
            "second has reached the goal of 100, so the game is over and nothing can be rolled",
        ),
    ];
    for (text, offset, message) in cases {
        assert_eq!(refused(text), (offset, message.to_owned()), "{text:?}");
    }
    assert!(refused(&"9".repeat(60_000)).1.len() < 100);
}

#[test]
fn actions_have_words() {
    let game = Pig::default();
    let words = [Action::Roll, Action::Hold, Action::Die(6)].map(|action| game.action_text(&game.initial(), action));
    assert_eq!(words, ["roll", "hold", "6"]);
}

#[test]
fn an_impossible_goal_is_refused_with_the_range() {
    assert_eq!(Pig::new(0), Err(GoalError(0)));
    assert_eq!(Pig::new(1).unwrap_err().to_string(), "goal must be from 2 to 1000, not 1");
    assert_eq!(Pig::new(10_000).unwrap_err().to_string(), "goal must be from 2 to 1000, not 10000");
    assert_eq!(Pig::new(100), Ok(Pig::default()));
    assert_eq!(Pig::new(1000).unwrap().initial().score(Seat::FIRST), 0);
}
