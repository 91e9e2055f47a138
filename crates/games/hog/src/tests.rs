use std::collections::{HashMap, HashSet};

use counterplay_core::search::{Settings, expectiminimax, value_iteration};
use counterplay_core::trace::Silent;
use counterplay_core::{Chance, Game, Keyed, Limits, Notation, Outcomes, Proof, Score};

use super::{Action, Hog, OptionError};

/// What a turn can score, by looking at every throw of so many dice.
fn turn_by_hand(dice: u32) -> HashMap<u32, f64> {
    let mut turn = HashMap::new();
    for throw in 0..6u32.pow(dice) {
        let pips: Vec<u32> = (0..dice).map(|die| throw / 6u32.pow(die) % 6 + 1).collect();
        let points = if pips.contains(&1) { 1 } else { pips.iter().sum() };
        *turn.entry(points).or_insert(0.0) += 1.0 / f64::from(6u32.pow(dice));
    }
    turn
}

/// The chance of the first player in the initial state, for each number of dice in the first turn: by the mover's
/// score and the other's, from the end backwards.
fn values_by_hand(goal: u32, dice: u32) -> Vec<f64> {
    let turns: Vec<_> = (1..=dice).map(turn_by_hand).collect();
    let mut win = HashMap::new();
    let mut choices = Vec::new();
    let mut pairs: Vec<(u32, u32)> = (0..goal).flat_map(|own| (0..goal).map(move |other| (own, other))).collect();
    pairs.sort_by_key(|(own, other)| std::cmp::Reverse(own + other));
    for (own, other) in pairs {
        let after = |points: u32| if own + points >= goal { 1.0 } else { 1.0 - win[&(other, own + points)] };
        choices = turns.iter().map(|turn| turn.iter().map(|(&points, p)| p * after(points)).sum()).collect();
        win.insert((own, other), choices.iter().copied().fold(0.0, f64::max));
    }
    choices
}

#[test]
fn three_ways_to_compute_the_value_agree() {
    for (goal, dice) in [(1, 1), (4, 1), (5, 3), (8, 2)] {
        let game = Hog::new(goal, dice).unwrap();
        let root = game.initial();
        let decision = expectiminimax(&game, &root, &Settings::new(), &mut Silent).unwrap();
        let solution = value_iteration(&game, &root, 0.0, &Limits::default()).unwrap();
        let choices = values_by_hand(goal, dice);
        let best = choices.iter().copied().fold(0.0, f64::max);
        assert_eq!(decision.value.proof, Proof::Exact);
        assert!((decision.value.score - best).abs() < 1e-12, "{goal} {dice}: {}", decision.value.score);
        for (dice, value) in (1..).zip(choices) {
            let after = solution.value(&game.result(&root, Action::Roll(dice))).unwrap();
            assert!((after - value).abs() < 1e-12, "{goal} {dice}: {after}");
            let is_best = decision.best.contains(&Action::Roll(dice));
            assert_eq!(is_best, (best - value).abs() < 1e-12, "{goal} {dice}");
        }
    }
}

#[test]
fn the_default_game_is_small_enough_to_search() {
    let game = Hog::default();
    let decision = expectiminimax(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
    assert_eq!(decision.best, [Action::Roll(2)]);
    assert_eq!((decision.statistics.nodes, decision.statistics.leaves), (7_680_115, 6_400_096));
    assert!((decision.value.score - 0.676_692_354_036_355).abs() < 1e-12, "{}", decision.value.score);
}

#[test]
fn the_chances_of_a_turn_are_those_of_all_throws() {
    let game = Hog::new(100, 10).unwrap();
    for dice in 1..=10 {
        let mut outcomes = Outcomes::new();
        game.outcomes(&game.result(&game.initial(), Action::Roll(dice)), &mut outcomes);
        assert_eq!(outcomes.check(), Ok(()), "{dice}");
        let points: HashSet<_> = outcomes.as_slice().iter().map(|&(action, _)| action).collect();
        assert_eq!(points.len(), outcomes.as_slice().len());
        if dice <= 5 {
            let by_hand = turn_by_hand(dice.into());
            assert_eq!(by_hand.len(), points.len());
            for &(action, probability) in outcomes.as_slice() {
                let Action::Scored(points) = action else { panic!("{action:?}") };
                assert!((probability - by_hand[&points.into()]).abs() < 1e-12, "{dice} {points}");
            }
        }
    }
}

#[test]
fn a_game_by_the_rules() {
    let game = Hog::default();
    let play = |actions: &[Action]| actions.iter().fold(game.initial(), |state, &action| game.result(&state, action));
    use Action::{Roll, Scored};
    assert_eq!(game.action_list(&play(&[])), [Roll(1), Roll(2)]);
    assert_eq!(game.position_text(&play(&[Roll(2)])), "0 0 first 2d6");
    assert_eq!(game.position_text(&play(&[Roll(2), Scored(1)])), "1 0 second");
    let lost = play(&[Roll(2), Scored(1), Roll(2), Scored(12)]);
    assert_eq!(game.position_text(&lost), "1 8 first");
    assert!(game.is_terminal(&lost) && game.action_list(&lost).is_empty());
    assert_eq!(game.utility(&lost), Score::new(0));
    assert_eq!(game.utility(&play(&[Roll(2), Scored(8)])), Score::new(1));
}

#[test]
fn positions_are_read_as_they_are_written() {
    let game = Hog::new(3, 2).unwrap();
    let mut read = HashSet::new();
    let mut keys = HashSet::new();
    for [first, second] in (0..25).map(|n| [n % 5, n / 5]) {
        for (seat, thrown) in
            ["first", "second"].iter().flat_map(|seat| ["", " 1d6", " 2d6", " 3d6"].map(|t| (seat, t)))
        {
            let text = format!("{first} {second} {seat}{thrown}");
            if let Ok(state) = game.parse_position(&text) {
                assert_eq!(game.position_text(&state), text);
                assert_eq!(game.parse_position(&format!("\u{feff}{}\r\n", text.replace(' ', "\t "))), Ok(state));
                assert!(read.insert(state) && keys.insert(game.key(&state)));
            }
        }
    }
    // Nobody has won in 3 * 3 * 2 * 3 of them; in 3 the first player has, in 3 the second.
    assert_eq!(read.len(), 54 + 6);
}

#[test]
fn a_bad_position_is_refused_with_the_place_and_the_rule() {
    let game = Hog::default();
    let cases = [
        ("", 0, "expected the first player's score, 0 to 8, but the text ends"),
        ("3 9 first", 2, "expected the second player's score, 0 to 8, found \"9\""),
        ("3 4", 3, "expected whose turn it is, `first` or `second`, but the text ends"),
        ("3 4 first 3d6", 10, "expected a throw, 1d6 to 2d6 or the end, found \"3d6\""),
        ("3 4 first 2d6 x", 14, "expected the end, found \"x\""),
        ("8 4 first", 0, "first has reached the goal of 8, so the turn must be the other's: a turn that wins ends"),
        ("8 4 second 1d6", 0, "first has reached the goal of 8, so the game is over and nothing can be rolled"),
    ];
    for (text, offset, message) in cases {
        let error = game.parse_position(text).unwrap_err();
        assert_eq!((error.offset, error.message), (offset, message.to_owned()), "{text:?}");
    }
}

#[test]
fn actions_have_words() {
    let game = Hog::default();
    let words =
        [Action::Roll(1), Action::Roll(2), Action::Scored(12)].map(|action| game.action_text(&game.initial(), action));
    assert_eq!(words, ["1d6", "2d6", "+12"]);
}

#[test]
fn impossible_options_are_refused_with_the_range() {
    assert_eq!(Hog::new(0, 2), Err(OptionError::Goal(0)));
    assert_eq!(Hog::new(10_000, 2).unwrap_err().to_string(), "goal must be from 1 to 1000, not 10000");
    assert_eq!(Hog::new(10, 11).unwrap_err().to_string(), "dice must be from 1 to 10, not 11");
    assert_eq!(Hog::new(8, 2), Ok(Hog::default()));
    assert_eq!((Hog::default().goal(), Hog::default().dice()), (8, 2));
}
