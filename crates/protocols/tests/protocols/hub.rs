//! Hub in the middle of a search, and in the hands of another program.

use crate::common::{Talk, answers, patient, settings};
use counterplay_core::{Random, Seeded};
use counterplay_protocols::Protocol::Hub;

const START: &str = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

#[test]
fn ping_is_answered_while_the_engine_thinks_and_stop_ends_it() {
    let mut talk = Talk::new(Hub, patient("checkers"));
    talk.say(&format!("pos pos={START}\nlevel infinite\ngo analyze\n"));
    talk.hear_until("info ");
    for _ in 0..3 {
        talk.say("ping\n");
        assert!(talk.hear_until("pong").iter().all(|line| line.starts_with("info ") || line == "pong"));
    }
    talk.say("stop\n");
    assert!(talk.hear_until("done").last().unwrap().starts_with("done move="));
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn what_is_pondered_is_told_when_it_is_asked_for() {
    let mut talk = Talk::new(Hub, settings("checkers", Some(6)));
    // The search is soon over, but nobody has asked yet.
    talk.say(&format!("pos pos={START} moves=\"11-15\"\nlevel move-time=0.2\ngo ponder\n"));
    let said = talk.hear_until("info depth=6");
    assert!(said.iter().all(|line| line.starts_with("info ")), "{said:?}");
    talk.say("ping\nstop\n");
    assert_eq!(talk.hear(), "pong");
    assert!(talk.hear().starts_with("done move="));
    talk.say("go ponder\n");
    talk.hear_until("info ");
    talk.say("ponder-hit\n");
    assert!(talk.hear_until("done").last().unwrap().contains(" ponder="));
    talk.say("ping\n");
    assert_eq!(talk.hear(), "pong");
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn a_game_that_is_won_is_worth_nearly_a_hundred_men() {
    // Black takes the last man.
    let said = answers(Hub, settings("checkers", Some(4)), b"pos pos=Weeeeeeeeeeeeebeeeweeeeeeeeeeeeee\ngo analyze\n");
    assert!(said.contains(" score=99.99 "), "{said}");
}

#[test]
fn garbage_is_answered_by_errors_and_nothing_else() {
    let mut random = Seeded::new(1);
    let words = [
        "pos",
        "pos=W",
        "pos=",
        START,
        "moves=\"11-15",
        "moves=\"11-15\"",
        "\"",
        "level",
        "depth=2",
        "depth=-1",
        "time=nan",
        "time=1e999",
        "inc=x",
        "go",
        "think",
        "ponder",
        "stop",
        "ponder-hit",
        "hub",
        "set-param",
        "=",
        "ä",
        "\0",
        "ping",
    ];
    let mut text = String::new();
    for _ in 0..2_000 {
        let count = random.below(5);
        let line: Vec<&str> = (0..count).map(|_| words[random.index(words.len()).unwrap()]).collect();
        text += &(line.join(" ") + "\n");
    }
    text += "stop\nping\n";
    let said = answers(Hub, settings("checkers", Some(2)), text.as_bytes());
    let known = ["error message=\"", "info ", "done", "pong", "id ", "param ", "wait", "ready"];
    assert!(said.lines().all(|line| known.iter().any(|word| line.starts_with(word))), "{said}");
    assert!(said.ends_with("pong\n") && said.matches("error message").count() > 100);
}
