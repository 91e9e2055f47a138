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

/// A game that can go round for ever is solved by tables, from rank and unrank alone.
#[test]
fn a_game_with_circles_is_solved_by_tables() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pursuit");
    let _ = std::fs::remove_dir_all(&folder);
    let dir = folder.to_str().unwrap();
    let (code, text) = run(&["tables", "build", "pursuit", "--distances", "--dir", dir]);
    assert!(code == Some(0) && text.contains("2 slices: 242 positions, 110 won, 58 lost, 74 drawn"), "{text}");
    let (code, text) = run(&["tables", "verify", "pursuit", "--full", "--dir", dir]);
    assert!(code == Some(0) && text.contains("242 positions derived anew: 0 faults"), "{text}");
    // The mouse is nearer to its hole than the cat to the mouse.
    let (code, text) = run(&["tables", "probe", "pursuit", "--dir", dir]);
    assert!(code == Some(0) && text.starts_with("a loss for first, who is to move in 4 plies"), "{text}");
    // A mouse that runs into the cat is caught at once.
    let (code, text) = run(&["tables", "probe", "pursuit", "--dir", dir, "--moves", "c3 c2"]);
    assert!(code == Some(0) && text.starts_with("a win for first, who is to move in 1 plies"), "{text}");
    assert_eq!(run(&["check", "pursuit"]).0, Some(0));
}
