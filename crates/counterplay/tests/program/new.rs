//! `counterplay new`: the crate that it lays out compiles, passes its tests and has every verb.

use std::path::{Path, PathBuf};
use std::process::Command;

fn counterplay(folder: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_counterplay")).current_dir(folder).arg("new").args(arguments).output().unwrap()
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
#[ignore = "compiles the library once more: cargo xtask test scaffold"]
fn a_new_game_is_ready_to_run() {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games of my own");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let made = counterplay(&folder, &["my-game"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let game = folder.join("my-game");
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    std::fs::copy(lock, game.join("Cargo.lock")).unwrap();
    let tested = cargo(&game, &["test"]);
    assert!(tested.contains("2 passed"), "{tested}");
    let solved = cargo(&game, &["run", "--", "solve", "my-game", "--json"]);
    assert!(solved.contains(r#""outcome":"win""#), "{solved}");
    // What is there stays as it is.
    let again = counterplay(&folder, &["my-game"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("already there"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_new_game_has_our_flags_and_the_folders_that_are_named() {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared folders");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../counterplay");
    let made = counterplay(&folder, &["one", "--target", "built", "--library", library]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    let config: toml::Table = read("one/.cargo/config.toml").parse().unwrap();
    let ours: toml::Table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.cargo/config.toml"))
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(config["build"]["rustflags"], ours["build"]["rustflags"]);
    assert_eq!(config["build"]["target-dir"].as_str(), Some(folder.join("built").to_str().unwrap()));
    let manifest: toml::Table = read("one/Cargo.toml").parse().unwrap();
    let ours: toml::Table =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml")).unwrap().parse().unwrap();
    assert_eq!(manifest["profile"]["release"]["codegen-units"], ours["profile"]["release"]["codegen-units"]);
    assert_eq!(manifest["dependencies"]["counterplay"]["path"].as_str(), Some(library));
    for (arguments, why) in [
        (&["two", "--library", "nowhere"][..], "nowhere is not the library"),
        (&["deps"], "choose another name"),
        (&["One"], "no name for a crate"),
    ] {
        let refused = counterplay(&folder, arguments);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && said.contains(why), "{arguments:?}: {said}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
