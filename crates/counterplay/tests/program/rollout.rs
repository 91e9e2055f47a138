//! `rollout`, run as a user runs it.

use crate::common::run;
use serde_json::{Value, json};

fn ask(arguments: &[&str]) -> Value {
    let answer = run(&[&["rollout"], arguments, &["--json"]].concat());
    assert_eq!(answer.code, 0, "{arguments:?}: {}{}", answer.stdout, answer.stderr);
    answer.json()
}

const PIG: [&str; 9] = ["pig", "-p", "40 60 first 25", "--games", "180", "--depth", "2", "--seed", "7"];

#[test]
fn the_answer_keeps_its_contract() {
    let found = ask(&PIG);
    assert_eq!(
        (&found["game"], &found["position"], &found["turn"]),
        (&json!("pig"), &json!("40 60 first 25"), &json!("first"))
    );
    let actions = found["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 2);
    assert_eq!(found["best"], actions[0]["action"]);
    for action in actions {
        assert_eq!(action["games"], json!(180));
        let ends = action["ends"].as_object().unwrap();
        assert_eq!(ends.values().map(|often| often.as_u64().unwrap()).sum::<u64>(), 180);
        assert!(ends.keys().all(|end| ["0", "1"].contains(&end.as_str())), "{ends:?}");
        assert!(action["error"].as_f64().unwrap() < action["raw"]["error"].as_f64().unwrap());
    }
    assert!(found["luck_removed"].as_f64().unwrap() > 0.3, "{found}");
    assert_eq!((&found["plies"], &found["depth"], &found["seed"]), (&json!(null), &json!(2), &json!(7)));
    // The same on two threads, but for the time that it took.
    let mut two = ask(&[&PIG[..], &["--threads", "2"]].concat());
    (two["ms"], two["threads"]) = (found["ms"].clone(), json!(1));
    assert_eq!(two, found);
    let left = ask(&[&PIG[..], &["--keep-luck", "--action", "hold"]].concat());
    assert_eq!((&left["luck_removed"], left["actions"].as_array().unwrap().len()), (&json!(null), 1));
    let short = ask(&[&PIG[..], &["--plies", "3"]].concat());
    assert!(short["plies"] == json!(3) && short["actions"][0]["broken_off"].as_u64() > Some(0), "{short}");
}

#[test]
fn people_get_a_line_for_each_action() {
    let text = run(&[&["rollout"], &PIG[..]].concat()).stdout;
    assert!(text.contains("values for first\n") && text.contains(" ± ") && text.contains("% sure\n"), "{text}");
    assert!(text.contains("rollout  180 games each"), "{text}");
    let position = run(&["rollout", "pig", "-p", "0 0 first 0 rolling", "--games", "50"]).stdout;
    assert!(position.contains("\nposition  ") && !position.contains("sure"), "{position}");
}

#[test]
fn wrong_calls_say_what_is_wrong() {
    for (arguments, code, said) in [
        (&["tictactoe"][..], 1, "nothing is left to chance"),
        (&["kuhn"], 1, "secrets"),
        (&["pig", "--action", "hold"], 3, "hold"),
        (&["pig", "-p", "0 0 first 0 rolling", "--action", "roll"], 2, "leave out --action"),
        (&["pig", "--games", "0"], 2, "whole number"),
        (&["pig", "--plies", "few"], 2, "or none"),
        (&["pig", "--actions", "2", "--action", "roll"], 2, "cannot be used with"),
        (&["pig", "--search", "ismcts"], 2, "games with secrets"),
        (&["pig", "-p", "0 0 third 0"], 3, ""),
    ] {
        let answer = run(&[&["rollout"], arguments].concat());
        assert!(
            answer.code == code && answer.stderr.contains(said),
            "{arguments:?}: {} {}",
            answer.code,
            answer.stderr
        );
    }
}

#[test]
fn a_limit_leaves_what_was_found() {
    let limited = ask(&["pig", "--games", "1e6", "--nodes", "100000"]);
    assert!(limited["stopped"] == json!("nodes") && limited["nodes"].as_u64().unwrap() <= 100_000, "{limited}");
    assert!(limited["actions"][0]["games"].as_u64() > Some(0), "{limited}");
    let none = ask(&["pig", "--games", "1e6", "--time", "0"]);
    assert!(none["stopped"] == json!("time") && none["actions"][0]["error"].is_null(), "{none}");
}

/// Ctrl-C: what was found so far is printed.
#[cfg(unix)]
#[test]
fn an_interrupted_rollout_prints_what_it_has() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(["rollout", "pig", "--games", "1e7", "--depth", "2", "--threads", "2", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    crate::common::has_worked(&mut child, std::time::Duration::from_millis(900));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut stdout = String::new();
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let found: Value = serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"));
    assert_eq!((&found["stopped"], &found["best"]), (&json!("stop"), &json!("roll")));
}
