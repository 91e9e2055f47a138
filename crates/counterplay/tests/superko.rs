//! A game with superko: the forbidden move is refused at every edge of the program.
//!
//! The game needs a program of its own, and this is it: with `KO` in the environment it is a command line for that
//! game, and without, it calls itself so. Therefore it is its own harness.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use counterplay::{Catalog, Entry};
use counterplay_testkit::ko::Ko;
use serde_json::{Value, json};

const FORBIDDEN: &str = "it leads back to an earlier position, which the rules forbid";

fn main() -> ExitCode {
    if std::env::var_os("KO").is_some() {
        let entry = Entry::new("ko", "Ko", || Ko).notation("flip, pass").keyed();
        return counterplay::run(&Catalog::new().with(entry));
    }
    what_is_shown_can_be_played();
    a_forbidden_word_is_refused();
    a_record_with_it_is_refused();
    searches_know_it();
    people_and_machines_keep_to_it();
    an_engine_refuses_it();
    the_laws_hold();
    println!("superko is kept at every edge");
    ExitCode::SUCCESS
}

/// Runs the program: exit code, stdout and stderr.
fn run(arguments: &[&str], typed: &str) -> (Option<i32>, String, String) {
    let program = std::env::current_exe().expect("it runs");
    let mut child = Command::new(program)
        .env("KO", "1")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("it is piped").write_all(typed.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn json(arguments: &[&str]) -> Value {
    let (code, told, error) = run(&[arguments, &["--json"]].concat(), "");
    assert_eq!(code, Some(0), "{arguments:?} {error}");
    serde_json::from_str(told.lines().last().unwrap_or_default()).expect("it is JSON")
}

fn what_is_shown_can_be_played() {
    assert_eq!(json(&["show", "ko"])["actions"], json!(["flip", "pass"]));
    assert_eq!(json(&["show", "ko", "--moves", "flip"])["actions"], json!(["pass"]));
    // After a pass the coin is where it was, and yet no position has come again.
    assert_eq!(json(&["show", "ko", "--moves", "flip pass"])["actions"], json!(["flip", "pass"]));
}

fn a_forbidden_word_is_refused() {
    for verb in ["show", "move", "solve", "analyze", "compare", "play"] {
        let (code, _, error) = run(&[verb, "ko", "--moves", "flip flip"], "");
        assert_eq!(code, Some(3), "{verb}");
        assert!(error.contains(FORBIDDEN), "{verb}: {error}");
    }
}

/// A game in the format of its field is read move by move too.
fn a_record_with_it_is_refused() {
    let (code, _, error) = run(&["show", "ko", "-p", "ko flip flip"], "");
    assert!(code == Some(3) && error.contains(&format!("move 2: {FORBIDDEN}")), "{error}");
    assert_eq!(json(&["show", "ko", "-p", "ko flip"])["actions"], json!(["pass"]));
}

fn searches_know_it() {
    let solved = json(&["solve", "ko"]);
    assert_eq!((&solved["value"]["outcome"], &solved["best"]), (&json!("win"), &json!(["flip"])));
    assert_eq!(solved["value"]["plies"], 3);
    for verb in ["move", "analyze", "solve"] {
        let found = json(&[verb, "ko", "--moves", "flip"]);
        let found = if verb == "analyze" { &found["lines"][0] } else { &found };
        let action = if verb == "analyze" { &found["line"][0] } else { &found["action"] };
        assert_eq!((action, &found["value"]["outcome"]), (&json!("pass"), &json!("loss")), "{verb}");
    }
    // The textbook's searches and the engine agree, after the first move as at the start.
    for moves in ["", "flip"] {
        let rows = json(&["compare", "ko", "--moves", moves])["rows"].clone();
        let rows = rows.as_array().expect("it is a list");
        assert!(rows.len() > 4 && rows.iter().all(|row| row["value"] == 1), "{rows:?}");
    }
}

fn people_and_machines_keep_to_it() {
    let (code, told, _) = run(&["play", "ko", "--second", "person"], "flip\nflip\npass\npass\n");
    assert!(code == Some(0) && told.contains(FORBIDDEN) && told.contains("first wins"), "{told}");
    let (code, told, _) = run(&["play", "ko", "--level", "10", "--seed", "1"], "flip\npass\n");
    assert!(code == Some(0) && told.contains("second (machine): pass") && told.contains("first wins"), "{told}");
    // At their best the first seat always wins, so that nobody is ahead after two games.
    let (code, told, error) =
        run(&["match", "ko", "level:10", "level:10", "--games", "2", "--opening-plies", "0", "--json"], "");
    assert_eq!(code, Some(0), "{error}");
    let last: Value = serde_json::from_str(told.lines().last().unwrap_or_default()).expect("it is JSON");
    assert_eq!((&last["wins"], &last["losses"], &last["draws"]), (&json!(1), &json!(1), &json!(0)), "{last}");
    // A program that plays it all the same has lost.
    let bot = "cmd:sh -c 'while read -r line; do case $line in quit*) exit;; *) echo flip;; esac; done'";
    let (code, told, _) = run(&["match", "ko", bot, "random", "--games", "2", "--opening-plies", "0", "--json"], "");
    assert!(code.is_some() && told.contains("illegal"), "{told}");
}

fn an_engine_refuses_it() {
    let (code, told, _) = run(&["engine", "gtp", "ko"], "play b flip\nplay w flip\nplay w pass\nquit\n");
    let answers: Vec<&str> = told.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(code, Some(0));
    assert_eq!(answers.len(), 4, "{told}");
    assert!(answers[0].starts_with('=') && answers[1].starts_with('?') && answers[2].starts_with('='), "{told}");
}

fn the_laws_hold() {
    let laws = json(&["check", "ko"])["laws"].to_string();
    assert!(laws.contains("where no position may come again, some action is always left"), "{laws}");
}
