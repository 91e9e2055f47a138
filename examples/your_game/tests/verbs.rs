//! A game outside the catalog has the whole command line.

use std::process::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_your_game")).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn every_verb_works() {
    for arguments in [
        &["games"][..],
        &["show", "hexapawn"],
        &["check", "hexapawn"],
        &["move", "hexapawn"],
        &["compare", "hexapawn"],
        &["perft", "hexapawn", "3", "--divide"],
        &["bench"],
        &["play", "hexapawn", "--first", "machine", "--seed", "1"],
    ] {
        let (code, text) = run(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {text}");
    }
    // Gardner: whoever moves second wins.
    let (code, text) = run(&["solve", "hexapawn", "--json"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(r#""outcome":"loss""#), "{text}");
    // It is the catalog of this program, and of no other.
    assert_eq!(run(&["show", "tictactoe"]).0, Some(2));
    assert_eq!(run(&["show", "hexapawn", "-p", "whatever"]).0, Some(3));
}
