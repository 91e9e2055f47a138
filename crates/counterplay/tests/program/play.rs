//! `counterplay play`, as people type.

use crate::common::run_with_input;

fn play(arguments: &[&str], typed: &str) -> crate::common::Answer {
    run_with_input(&[&["play"], arguments].concat(), typed.as_bytes())
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let game = play(&["tictactoe", "--second", "person"], "a1\nb2\nB1\nb3\n c1 \n");
    assert_eq!(game.code, 0, "{}", game.stderr);
    assert!(game.stdout.contains("X wins (1 to -1)"), "{}", game.stdout);
    assert!(game.stdout.contains("1<X><X><X>"), "{}", game.stdout);
}

#[test]
fn the_machine_answers_and_never_loses_at_its_best() {
    for seed in 1..=5 {
        let game = play(&["tictactoe", "--level", "10", "--seed", &seed.to_string()], "1\n1\n1\n1\n1\n");
        assert_eq!(game.code, 0, "{}", game.stderr);
        assert!(game.stdout.contains("O (machine): "), "{}", game.stdout);
        assert!(!game.stdout.contains("X wins"), "{}", game.stdout);
    }
}

#[test]
fn help_hint_undo_and_quit() {
    let game = play(&["tictactoe"], "help\nactions\nhint\na1\nundo\nundo\nposition\nboard\nzz\n\nquit\n");
    assert_eq!(game.code, 0, "{}", game.stderr);
    for expected in [
        "take back",
        "1: a1  2: b1",
        "hint: ",
        "there is nothing to take back",
        "---------",
        "expected one of a1",
        "goodbye",
    ] {
        assert!(game.stdout.contains(expected), "{expected}: {}", game.stdout);
    }
    // The end of the input is a clean exit too.
    let game = play(&["tictactoe"], "a1\n");
    assert!(game.code == 0 && game.stdout.ends_with("goodbye\n"), "{}", game.stdout);
}

#[test]
fn dice_roll_by_the_seed() {
    let [one, same, other] =
        ["7", "7", "8"].map(|seed| play(&["pig", "--goal", "20", "--seed", seed], &"roll\n".repeat(60)).stdout);
    assert_eq!(one, same);
    assert_ne!(one, other);
    assert!(one.contains("chance: "), "{one}");
}

/// The cards that one seat may not see are nowhere in what it is shown, whatever it types.
#[test]
fn what_is_hidden_stays_hidden() {
    for seed in 1..=20 {
        let typed = "hint\nposition\nboard\nactions\npass\nhint\nposition\npass\nbet\n";
        let game = play(&["kuhn", "--seed", &seed.to_string()], typed);
        assert_eq!(game.code, 0, "{}", game.stderr);
        let own = game.stdout.split("chance: ").nth(1).and_then(|told| told.chars().next()).expect("a card is dealt");
        // After the last choice there may be a showdown.
        let (before, _) = game.stdout.rsplit_once("first> ").expect("somebody is asked");
        for card in ['J', 'Q', 'K'].into_iter().filter(|&card| card != own) {
            assert!(!before.contains(card), "{card} is shown to the one with {own}: {before}");
        }
    }
}

/// A whole game of battleships; the machine places a fleet that depends on the seed, and that is not seen before the
/// end.
#[test]
fn battleships_is_played_to_its_end() {
    let cells = ('a'..='j').flat_map(|column| (1..=10).map(move |row| format!("{column}{row}\n")));
    let typed = ["a1h\na2h\na3h\na4h\na5h\n".to_owned()].into_iter().chain(cells).collect::<String>();
    let fleet = |seed: &str| {
        let game = play(&["battleships", "--level", "4", "--seed", seed], &typed);
        assert!(game.code == 0 && game.stdout.contains("the game is over: "), "{}{}", game.stdout, game.stderr);
        assert!(game.stdout.contains("second (machine): aircraft carrier placed"), "{}", game.stdout);
        game.stdout
    };
    let [one, same, other] = ["7", "7", "8"].map(fleet);
    assert_eq!(one, same);
    assert_ne!(one, other);
}

/// With a card for both: what is shown before the last choice is one's own card and that one.
#[test]
fn nothing_is_shown_but_one_s_own_card_and_the_public_one() {
    let mut turned_up = 0;
    for seed in 1..=20 {
        let typed =
            "hint\nposition\nboard\nactions\nnonsense\ncheck\nposition\nhint\ncall\nactions\nraise\ncall\ncall\n";
        let game = play(&["leduc", "--seed", &seed.to_string()], typed);
        assert_eq!(game.code, 0, "{}", game.stderr);
        let chance = |number| game.stdout.split("chance: ").nth(number).and_then(|told: &str| told.get(..2));
        let (own, public) = (chance(1).expect("a card is dealt"), chance(2));
        let (before, after) = game.stdout.rsplit_once("first> ").expect("somebody is asked");
        for card in ["Jh", "Js", "Qh", "Qs", "Kh", "Ks"] {
            let may_see = card == own || Some(card) == public;
            assert!(may_see || !before.contains(card), "{card} is shown to the one with {own}: {before}");
        }
        turned_up += u32::from(after.contains("the cards are"));
    }
    assert!(turned_up > 3, "there are showdowns");
}

#[test]
fn two_people_at_one_screen_take_turns_to_look() {
    let game = play(&["kuhn", "--second", "person", "--seed", "3"], "\npass\n\nbet\n\npass\n");
    assert_eq!(game.code, 0, "{}", game.stderr);
    assert!(game.stdout.contains("second is to look at the screen now"), "{}", game.stdout);
    assert!(game.stdout.contains("chance: the cards are dealt"), "{}", game.stdout);
}
