//! NBoard's protocol in the middle of a search.

use crate::common::{Talk, answers, patient, settings};
use counterplay_core::{Random, Seeded};
use counterplay_protocols::Protocol::NBoard;

#[test]
fn ping_stops_a_hint_that_would_go_on() {
    let mut talk = Talk::new(NBoard, patient("othello"));
    for number in 1..=3 {
        talk.say("hint 3\n");
        talk.hear_until("nodestats");
        talk.say(&format!("ping {number}\n"));
        let said = talk.hear_until("pong");
        assert_eq!(said.last(), Some(&format!("pong {number}")));
        let known = ["search ", "nodestats ", "status", "pong "];
        assert!(said.iter().all(|line| known.iter().any(|word| line.starts_with(word))), "{said:?}");
    }
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn every_go_has_one_answer_also_if_it_is_interrupted() {
    let mut talk = Talk::new(NBoard, patient("othello"));
    talk.say("go\n");
    talk.hear_until("nodestats");
    talk.say("go\n");
    talk.hear_until("=== ");
    talk.hear_until("nodestats");
    talk.say("ping 9\n");
    let said = talk.hear_until("pong 9");
    assert_eq!(said.iter().filter(|line| line.starts_with("=== ")).count(), 1, "{said:?}");
    // It was not played.
    talk.say("move F5//\nping 10\n");
    assert_eq!(talk.hear(), "pong 10");
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn lines_that_came_together_stop_one_another() {
    let said = answers(NBoard, patient("othello"), b"hint 2\ngo\nanalyze\nping 1\nhint 1\nping 2\n");
    let pongs: Vec<&str> = said.lines().filter(|line| line.starts_with("pong")).collect();
    assert_eq!(pongs, ["pong 1", "pong 2"]);
    assert_eq!(said.lines().filter(|line| line.starts_with("=== ")).count(), 1);
    assert!(said.ends_with("pong 2\n"), "{said}");
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search() {
    for (last, text) in
        [(true, "hint 1\n"), (true, "go\n"), (false, "hint 1\nquit\nping 1\n"), (false, "go\nquit\nping 1\n")]
    {
        let mut talk = Talk::new(NBoard, patient("othello"));
        talk.say(text);
        let said = if last { talk.end() } else { talk.rest() };
        let answer = if text.starts_with("go") { "=== " } else { "status" };
        assert!(said.last().unwrap().starts_with(answer), "{text:?}: {said:?}");
    }
}

#[test]
fn what_is_proven_is_marked() {
    // Five squares are empty, and the depth goes beyond the end.
    let game = "(;TY[8]BO[8 OOOOOOOO OOOOOOOO OOXOOOXO OOOXOOXO OOOOXXXO OOOOOXXO OOOOOXXX ---XX--X *];)";
    let said = answers(NBoard, settings("othello", Some(20)), format!("set game {game}\nhint 1\n").as_bytes());
    assert!(said.contains(" 0 100%\n"), "{said}");
}

#[test]
fn lines_are_as_long_as_they_like() {
    let long = "x".repeat(1 << 22);
    let said =
        answers(NBoard, settings("othello", Some(2)), format!("set game {long}\nping 1\n{long}\nping 2").as_bytes());
    assert_eq!(said, "status that line was too long\npong 1\nstatus that line was too long\npong 2\n");
}

#[test]
fn garbage_is_passed_over() {
    const SOUP: [&str; 24] = [
        "nboard",
        "set",
        "game",
        "depth",
        "contempt",
        "move",
        "go",
        "hint",
        "ping",
        "learn",
        "analyze",
        "F5",
        "PA",
        "D6/1/2",
        "1",
        "0",
        "-1",
        "99999999999999999999",
        "(;TY[8]B[F5];)",
        "(;",
        "[",
        "ä",
        "\0",
        "\r",
    ];
    let mut random = Seeded::new(12);
    let mut text = Vec::new();
    for _ in 0..1500 {
        for _ in 0..random.below(5) {
            match random.below(8) {
                0 => text.extend((0..random.below(9)).map(|_| random.bits() as u8)),
                _ => text.extend(SOUP[random.index(SOUP.len()).unwrap()].bytes()),
            }
            text.push(b' ');
        }
        text.push(b'\n');
    }
    text.extend(b"\nping 4711\n");
    let said = answers(NBoard, settings("othello", Some(1)), &text);
    assert!(said.ends_with("pong 4711\n"), "{}", &said[said.len().saturating_sub(200)..]);
    let known = ["set myname ", "status", "search ", "nodestats ", "=== ", "pong", "learned", "analysis "];
    for line in said.lines() {
        assert!(known.iter().any(|word| line.starts_with(word)), "{line:?}");
    }
}
