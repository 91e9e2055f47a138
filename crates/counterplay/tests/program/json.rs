//! The JSON of the verbs, byte for byte: names, order and nulls are a contract with scripts.
//!
//! `testdata/json.txt` has the answers; after a change that is meant, `UPDATE_JSON=1 cargo test -p counterplay json::`
//! writes it anew. What differs from run to run, or with every search technique, is left out: time and nodes.

use std::fmt::Write;

use crate::common::run;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/json.txt");

/// A text with a number set to 0 wherever a field has it.
fn without(text: &str, field: &str) -> String {
    let name = format!("\"{field}\":");
    let mut parts = text.split(name.as_str());
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|sign: char| sign.is_ascii_digit() || ".e-".contains(sign));
        let _ = write!(out, "{name}0{rest}");
    }
    out
}

#[test]
fn every_answer_has_the_bytes_that_it_had() {
    let listed = std::fs::read_to_string(FILE).unwrap();
    let mut found = String::new();
    for command in listed.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let (arguments, _) = command.rsplit_once(' ').unwrap();
        let arguments: Vec<String> = serde_json::from_str(arguments).unwrap();
        let answer = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let told = without(&without(&answer.stdout, "ms"), "nodes");
        let _ = write!(found, "$ {} {}\n{told}", command.rsplit_once(' ').unwrap().0, answer.code);
    }
    if std::env::var_os("UPDATE_JSON").is_some() {
        std::fs::write(FILE, &found).unwrap();
    }
    let listed = std::fs::read_to_string(FILE).unwrap();
    for (found, listed) in found.lines().zip(listed.lines()) {
        assert_eq!(found, listed);
    }
    assert_eq!(found.len(), listed.len());
}
