//! The race over HTTP: what it ends with is what `compare` says, its nodes are told while it runs, and it ends with its
//! client.

use std::io::Read;

use crate::common::{Running, wait_for};
use counterplay_api::Request;
use serde_json::{Value, json};

#[test]
fn a_race_ends_with_the_counts_of_a_comparison() {
    let server = Running::new();
    let session = server.session(&json!({"game": "tictactoe", "moves": ["b2", "a1"]}));
    let events = server.get(&format!("{session}/race?depth=4")).events();
    let (name, done) = events.last().unwrap();
    assert_eq!(name, "done");
    let mut position = counterplay_standard::catalog().game("tictactoe", &[]).unwrap().start();
    for word in ["b2", "a1"] {
        position.play(word).unwrap();
    }
    let compared: Vec<(String, u64, u64)> = (1..=4)
        .flat_map(|depth| {
            let request = Request { depth: Some(depth), ..Request::default() };
            position.compare(&request, &mut |_| {}).unwrap().rows
        })
        .map(|row| (row.name.to_owned(), row.nodes, row.leaves))
        .collect();
    let raced: Vec<(String, u64, u64)> = (done["rows"].as_array().unwrap().iter())
        .map(|row| {
            (row["name"].as_str().unwrap().to_owned(), row["nodes"].as_u64().unwrap(), row["leaves"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(raced, compared);
    assert_eq!((&done["value"], &done["others"]), (&json!(0), &json!([])));
    assert!(done["plot"].as_str().unwrap().starts_with("<svg"));
    // What was told on the way is what it ended with.
    for (_, told) in events.iter().filter(|(name, told)| name == "progress" && told["row"] != Value::Null) {
        assert!(done["rows"].as_array().unwrap().contains(&told["row"]), "{told}");
    }
}

#[test]
fn nodes_are_told_while_a_search_runs_and_it_ends_with_its_client() {
    let server = Running::new();
    let mut stream = server.open_stream(&format!("{}/race?depth=20&time=5m", server.deep_session()));
    let (mut seen, mut bytes) = (String::new(), [0; 4096]);
    let counts = |seen: &str| -> Vec<u64> {
        let told = seen.lines().filter_map(|line| line.strip_prefix("data: ")?.strip_suffix(",\"row\":null}"));
        told.filter_map(|line| line.rsplit_once(':')?.1.parse().ok()).filter(|nodes| *nodes > 0).collect()
    };
    while counts(&seen).len() < 2 {
        let read = stream.read(&mut bytes).unwrap();
        assert!(read > 0, "{seen}");
        seen.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    assert_eq!(server.gauge.searches(), 1);
    drop(stream);
    wait_for("the end of the race", || server.gauge.searches() == 0 && server.gauge.streams() == 0);
}

#[test]
fn a_finished_game_and_bad_limits_are_answered() {
    let server = Running::new();
    let over = server.session(&json!({"game": "tictactoe", "moves": ["a1", "a2", "b1", "b2", "c1"]}));
    let events = server.get(&format!("{over}/race?depth=2")).events();
    let (name, done) = events.last().unwrap();
    assert_eq!((name.as_str(), &done["value"]), ("done", &json!(1)));
    for query in ["depth=0", "depth=65", "depth=-1", "time=1h"] {
        assert_eq!(server.get(&format!("{over}/race?{query}")).code(), "bad-limit", "{query}");
    }
    assert_eq!(server.get(&format!("{over}/race?lines=2")).code(), "bad-request");
}
