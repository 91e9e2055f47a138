//! Ctrl-C and SIGTERM: the search stops, the best so far is printed, and the exit code says who asked.

#![cfg(unix)]

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::has_worked;

/// Starts a long search, sends it a signal, and gives the exit code and stdout.
fn interrupted(signal: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    has_worked(&mut child, Duration::from_millis(500));
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success(), "the program ended before the signal came");
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    (child.wait().unwrap().code(), stdout)
}

#[test]
fn the_best_so_far_is_printed() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        for verb in ["solve", "move"] {
            let (exit, stdout) = interrupted(signal, &[verb, "tictactoe", "--size", "7", "--time", "10m", "--json"]);
            assert_eq!(exit, Some(code), "{verb} {signal}");
            let answer: serde_json::Value =
                serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"));
            assert!(answer["action"].is_string() && answer["stopped"] == "stop", "{answer}");
            assert_ne!(answer["value"]["proof"], "exact");
        }
    }
}

/// What is proven when Ctrl-C comes is proven, and it is said to be less than the value.
#[test]
fn an_interrupted_proof_gives_the_bounds_that_it_has_reached() {
    let (exit, stdout) = interrupted("-INT", &["solve", "connect4", "--width", "8", "--height", "7", "--json"]);
    assert_eq!(exit, Some(130));
    let answer: serde_json::Value = serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"));
    let note = answer["note"].as_str().unwrap();
    assert!(["proven so far: at least ", "nothing is proven"].iter().any(|told| note.starts_with(told)), "{answer}");
    assert_eq!((&answer["value"]["proof"], &answer["stopped"]), (&"lower".into(), &"stop".into()));
    let (exit, stdout) =
        interrupted("-INT", &["analyze", "connect4", "--width", "8", "--height", "7", "--time", "10m"]);
    assert_eq!(exit, Some(130));
    assert!(stdout.contains("stopped  by a signal"), "{stdout}");
}

#[test]
fn a_game_at_its_prompt_is_left_at_once() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(["play", "tictactoe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    // Held to the end, for waiting would close it, and the end of the input is another way to leave.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"a1\n").unwrap();
    // A game that never asks again is ended, and then nothing more is heard: the test must fail, not wait.
    let late = child.id().to_string();
    let (done, waited) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if waited.recv_timeout(Duration::from_secs(60)).is_err() {
            Command::new("kill").args(["-KILL", &late]).status().unwrap();
        }
    });
    // The machine replies, and then it is our turn again.
    let mut heard = Vec::new();
    while String::from_utf8_lossy(&heard).matches("X> ").count() < 2 {
        let mut bytes = [0; 256];
        let read = stdout.read(&mut bytes).unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&heard));
        heard.extend_from_slice(&bytes[..read]);
    }
    done.send(()).unwrap();
    watch.join().unwrap();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop((stdin, stdout));
}
