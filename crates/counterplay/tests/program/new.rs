//! `counterplay new`: the crate that it lays out compiles, passes its tests and has every verb.

use std::path::{Path, PathBuf};
use std::process::Command;

fn counterplay(folder: &Path, name: &str) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_counterplay")).current_dir(folder).args(["new", name]).output().unwrap()
}

fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(folder)
        // The dependencies have just been built by whoever runs this test, so they are there without a network.
        .args(["--offline", "--quiet"])
        .args(arguments)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("new"))
        // It is another workspace, so that all of it is compiled again, and nobody looks into it or builds it a second
        // time.
        .envs([("CARGO_PROFILE_DEV_DEBUG", "0"), ("CARGO_INCREMENTAL", "0")])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {text}");
    text
}

#[test]
fn a_new_game_is_ready_to_run() {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games of my own");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let made = counterplay(&folder, "my-game");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let game = folder.join("my-game");
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    std::fs::copy(lock, game.join("Cargo.lock")).unwrap();
    let tested = cargo(&game, &["test"]);
    assert!(tested.contains("2 passed"), "{tested}");
    let solved = cargo(&game, &["run", "--", "solve", "my-game", "--json"]);
    assert!(solved.contains(r#""outcome":"win""#), "{solved}");
    // What is there stays as it is.
    let again = counterplay(&folder, "my-game");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("already there"));
    std::fs::remove_dir_all(&folder).unwrap();
}
