//! Hex has the whole command line, and keeps the laws of games.

use std::process::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_hex")).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn hex_is_checked_shown_and_solved() {
    let (code, text) = run(&["check", "hex", "--size", "3"]);
    assert_eq!(code, Some(0), "{text}");
    // Nash: whoever moves first wins.
    let (code, text) = run(&["solve", "hex", "--size", "3", "--json"]);
    assert!(code == Some(0) && text.contains(r#""outcome":"win""#), "{text}");
    // After the worst first move of all, a corner, the second side wins.
    let (code, text) = run(&["solve", "hex", "--size", "3", "--moves", "a1", "--json"]);
    assert!(code == Some(0) && text.contains(r#""outcome":"win""#), "{text}");
    // The rows lean, and what is joined ends the game.
    let (code, text) = run(&["show", "hex", "--size", "3", "--moves", "b1 a2 b2 c2 b3"]);
    assert!(code == Some(0) && text.contains("\n  2 B   R   B\n") && text.contains("the game is over"), "{text}");
    let (code, text) = run(&["show", "hex", "--size", "3", "--svg", "-"]);
    assert!(code == Some(0) && text.matches("<polygon").count() == 9 && text.matches("class=\"edge\"").count() == 4);
    // A game that went on after it was won is refused.
    assert_eq!(run(&["show", "hex", "--size", "2", "-p", "RRRB"]).0, Some(3));
}
