//! `counterplay analyze`: several lines with their values, depth by depth.

mod common;

use common::{run, run_with_input};
use serde_json::{Value, json};

/// The lines of JSON that a call answers.
fn analyze(arguments: &[&str]) -> Vec<Value> {
    let answer = run(&[&["analyze"], arguments, &["--json"]].concat());
    assert_eq!(answer.code, 0, "{arguments:?}: {}{}", answer.stdout, answer.stderr);
    answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The keys of `move` and `solve`, which each line of `analyze` has as well.
const CONTRACT: [&str; 10] = ["game", "position", "action", "best", "value", "line", "depth", "nodes", "ms", "threads"];

#[test]
fn each_depth_is_a_line_and_the_answer_is_the_last() {
    let lines = analyze(&["connect4", "--depth", "6"]);
    assert_eq!(lines.len(), 7);
    let (answer, depths) = lines.split_last().unwrap();
    for (number, depth) in (1..).zip(depths) {
        assert_eq!((&depth["depth"], &depth["final"]), (&json!(number), &json!(false)));
        assert!(depth["table_hits"].is_u64());
        assert_eq!(depth["branching"].is_null(), number == 1, "{depth}");
        assert!(depth["first_action_cutoffs"].as_f64().is_none_or(|share| (0.0..=1.0).contains(&share)));
    }
    assert!(depths.windows(2).all(|pair| pair[0]["nodes"].as_u64() < pair[1]["nodes"].as_u64()));
    assert_eq!(answer["final"], json!(true));
    for line in &lines {
        assert!(CONTRACT.iter().all(|key| !line[key].is_null()), "{line}");
        let found = line["lines"].as_array().unwrap();
        assert_eq!(found.len(), 3, "{line}");
        assert_eq!((&found[0]["line"], &found[0]["value"]), (&line["line"], &line["value"]), "{line}");
        let mut first: Vec<&Value> = found.iter().map(|line| &line["line"][0]).collect();
        first.dedup();
        assert_eq!(first.len(), 3, "each line begins with another action: {line}");
    }
}

#[test]
fn the_lines_are_worth_what_they_say() {
    // X takes the middle below and wins, or keeps O from winning, or loses.
    let lines = analyze(&["tictactoe", "-p", "XX-OO----", "--lines", "5"]);
    let answer = lines.last().unwrap();
    let found = answer["lines"].as_array().unwrap();
    assert_eq!(found[0]["line"], json!(["c1"]));
    assert_eq!(found[0]["value"]["outcome"], json!("win"));
    let outcomes: Vec<&Value> = found.iter().map(|line| &line["value"]["outcome"]).collect();
    assert_eq!(outcomes, ["win", "draw", "loss", "loss", "loss"]);
    assert_eq!(found[1]["line"][0], json!("c2"));
    // There are no more lines than actions.
    assert_eq!(
        analyze(&["tictactoe", "-p", "XOXOXO-XO", "--lines", "9"]).last().unwrap()["lines"].as_array().unwrap().len(),
        1
    );
    let over = analyze(&["tictactoe", "-p", "XXXOO----"]);
    assert_eq!((over.len(), &over[0]["lines"], &over[0]["action"]), (1, &json!([]), &json!(null)));
}

#[test]
fn games_of_chance_and_of_secrets_say_what_there_is() {
    let pig = analyze(&["pig", "--depth", "4", "-p", "0 0 first 3"]);
    let (answer, depths) = pig.split_last().unwrap();
    assert_eq!(depths.len(), 4);
    for depth in depths {
        assert_eq!(depth["lines"].as_array().unwrap().len(), 2, "{depth}");
    }
    let first = |line: &Value| line["line"][0].clone();
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!((lines.len(), first(&lines[0]), first(&lines[1])), (2, json!("roll"), json!("hold")));
    assert_eq!(lines[0]["value"], answer["value"], "{answer}");
    let score = |line: &Value| line["value"]["score"].as_f64().unwrap();
    assert!(score(&lines[0]) > score(&lines[1]));
    let moved = run(&["move", "pig", "--depth", "4", "-p", "0 0 first 3", "--json"]).json();
    assert_eq!((&moved["value"], &moved["nodes"]), (&answer["value"], &answer["nodes"]));
    assert_eq!(analyze(&["pig", "--depth", "4", "--lines", "1"]).last().unwrap()["lines"].as_array().unwrap().len(), 1);
    let kuhn = analyze(&["kuhn", "-p", "Q?"]);
    let scores: Vec<&Value> = kuhn[0]["lines"].as_array().unwrap().iter().map(|line| &line["value"]["score"]).collect();
    assert_eq!(scores, [&json!(0), &json!(-0.5)]);
    assert_eq!(run(&["analyze", "kuhn"]).code, 1, "chance is to move");
}

#[test]
fn without_a_terminal_there_is_the_answer_alone() {
    let text = run(&["analyze", "connect4", "--depth", "5"]).stdout;
    assert!(!text.contains('\x1b'), "{text}");
    for expected in ["values are for first", "  1  0, an estimate", "depth        nodes  branching", "search   engine"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn a_batch_has_an_answer_for_each_position() {
    let answered = run_with_input(&["analyze", "connect4", "--batch", "-", "--nodes", "3000"], b"44\nnonsense\n4455\n");
    assert_eq!(answered.code, 3);
    let answers: Vec<Value> = answered.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((answers.len(), &answers[1]["error"]["line"]), (3, &json!(2)));
    for answer in [&answers[0], &answers[2]] {
        assert_eq!((answer["lines"].as_array().unwrap().len(), &answer["final"]), (3, &json!(true)), "{answer}");
    }
}

#[test]
fn a_limit_of_no_time_has_an_answer_too() {
    let lines = analyze(&["connect4", "--time", "0"]);
    assert!(lines.last().unwrap()["action"].is_string());
}
