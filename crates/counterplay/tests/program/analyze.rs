//! `counterplay analyze`: several lines with their values, depth by depth.

use crate::common::{run, run_with_input};
use serde_json::{Value, json};

/// The lines of JSON that a call answers.
fn analyze(arguments: &[&str]) -> Vec<Value> {
    let answer = run(&[&["analyze"], arguments, &["--json"]].concat());
    assert_eq!(answer.code, 0, "{arguments:?}: {}{}", answer.stdout, answer.stderr);
    answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The keys of `move` and `solve`, which each line of `analyze` has as well.
const CONTRACT: [&str; 10] = ["game", "position", "action", "best", "value", "line", "depth", "nodes", "ms", "threads"];

/// Nobody wins, and nothing is guessed, so that nothing changes from depth to depth: from the eighth on every other one
/// is left out.
#[test]
fn where_nothing_changes_it_looks_two_plies_further() {
    let depths = |deepest: &str| -> Vec<u64> {
        let lines = analyze(&["tictactoe", "--size", "4", "--depth", deepest]);
        lines[..lines.len() - 1].iter().map(|line| line["depth"].as_u64().unwrap()).collect()
    };
    assert_eq!(depths("12"), [1, 2, 3, 4, 5, 6, 7, 8, 10, 12]);
    assert_eq!(depths("11"), [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
}

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
    // One line takes fewer nodes: what is not the best is cut.
    assert_eq!(moved["value"], answer["value"]);
    assert!(moved["nodes"].as_u64() < answer["nodes"].as_u64());
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
    for expected in ["values are for Red", "  1  0, an estimate", "depth        nodes  branching", "search   engine"] {
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

/// O answers the corner with an edge, X lets it go, and O loses the draw once more.
const GAME: &str = "[Game \"tictactoe\"]\n[First \"person\"]\n\n1. a1 b1 {an edge} 2. c1 a2 3. b2 c2 4. c3 1-0\n";

#[test]
fn a_game_is_judged_move_by_move() {
    let answer = run_with_input(&["analyze", "tictactoe", "-", "--json"], GAME.as_bytes());
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let plies: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(plies.len(), 7);
    let grades: Vec<&str> = plies.iter().map(|ply| ply["grade"].as_str().unwrap()).collect();
    assert_eq!(grades[..2], ["best", "mistake"], "{grades:?}");
    let second = &plies[1];
    assert_eq!((&second["ply"], &second["by"], &second["action"]), (&json!(2), &json!("second"), &json!("b1")));
    assert_eq!((&second["loss"], &second["best"], &second["exact"]), (&json!(1), &json!(["b2"]), &json!(true)));
    assert_eq!(second["value"], json!({"score": 0, "proof": "exact", "outcome": "draw", "plies": null}));
    assert_eq!((&plies[6]["grade"], &plies[6]["value"]["outcome"]), (&json!("best"), &json!("win")));
    let text = run_with_input(&["analyze", "tictactoe", "-"], GAME.as_bytes()).stdout;
    assert!(text.starts_with("person – ?, 1-0\n\nerrors, the largest first\n"), "{text}");
    assert!(text.contains("\n  2  O   b1    mistake"), "{text}");
    assert!(text.contains("\nX: ") && text.contains("\nO: "), "{text}");
    assert!(!text.contains('~'), "{text}");
}

#[test]
fn a_game_may_be_in_the_format_of_its_field() {
    let text = "(;GM[Othello]PB[anna]TY[4]BO[4 -----O*--*O----- *]B[B1/1.5/2]W[A1]B[A2];)";
    let answer = run_with_input(&["analyze", "othello", "-", "--size", "4", "--json"], text.as_bytes());
    let plies: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let actions: Vec<&str> = plies.iter().map(|ply| ply["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["b1", "a1", "a2"], "{}", answer.stderr);
    let shown = |position: &str| run(&["show", "othello", "--size", "4", "-p", position, "--json"]).json();
    assert_eq!(shown(text), shown("b1a1a2"));
    let refused = run_with_input(&["analyze", "othello", "-"], text.as_bytes());
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("line 1, column 30: expected a board of 8 rows, found 4"), "{}", refused.stderr);
}

#[test]
fn a_game_of_chance_is_judged_without_its_dice() {
    let text = "[Game \"hog\"]\n[Goal \"8\"]\n[Position \"6 7 first\"]\n\n1. 2d6 +1 2. 1d6 +1 0-1\n";
    let answer = run_with_input(&["analyze", "hog", "-", "--goal", "8", "--json"], text.as_bytes());
    let plies: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((plies.len(), &plies[1]["ply"]), (2, &json!(3)), "{}", answer.stderr);
    // Two points are made with one die 30 times in 36, and with two dice 25 times.
    assert!((plies[0]["loss"].as_f64().unwrap() - 5.0 / 36.0).abs() < 1e-9);
    assert_eq!((&plies[0]["grade"], &plies[0]["best"]), (&json!("mistake"), &json!(["1d6"])));
}

#[test]
fn a_file_that_cannot_be_judged_is_told_with_its_place() {
    for (game, text, code, named) in [
        ("tictactoe", "[Game \"tictactoe\"]\n\n1. a1 b1\n2. a1", 3, "line 4, column 4: move 3: \"a1\" is not legal"),
        ("tictactoe", "[Game \"tictactoe\"]\n\n1. a1 {no end", 3, "line 3, column 7: the comment has no end"),
        ("tictactoe", "[Game \"connect4\"]\n\n1. 4", 3, "a game of connect4, not of tictactoe"),
        ("tictactoe", "[Game \"tictactoe\"]\n[Size \"99\"]", 3, "--size must be"),
        ("tictactoe", "a1 z9", 3, "line 1, column 4: move 2: \"z9\" is not legal"),
    ] {
        let refused = run_with_input(&["analyze", game, "-"], text.as_bytes());
        assert_eq!(refused.code, code, "{text}: {}", refused.stdout);
        assert!(refused.stderr.contains(named), "{text}: {}", refused.stderr);
    }
    assert_eq!(run_with_input(&["analyze", "tictactoe", "-", "--size", "4"], GAME.as_bytes()).code, 2);
    assert_eq!(run(&["analyze", "tictactoe", "no such file"]).code, 3);
    assert_eq!(run(&["analyze", "tictactoe", "-", "--moves", "a1"]).code, 2);
    let empty = run_with_input(&["analyze", "tictactoe", "-"], b"[Game \"tictactoe\"]");
    assert_eq!((empty.code, empty.stdout.as_str()), (0, "nobody has chosen anything yet\n"));
}

#[test]
fn a_game_becomes_a_page_with_its_errors_and_boards() {
    let folder = std::env::temp_dir().join(format!("counterplay-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    // Black gives a man away for nothing.
    let game = "[Event \"<b>\"]\n[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 10-15? 18x11 4. 8x15 24-20 0-1";
    std::fs::write(path("game.pdn"), game).unwrap();
    let answer = run(&["analyze", "checkers", &path("game.pdn"), "--depth", "5", "--report", &path("page.html")]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("\nerrors, the largest first\n") || answer.stdout.contains("\nno errors\n"));
    let page = std::fs::read_to_string(path("page.html")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("<title>Checkers: a game judged</title>") && page.contains("What the game was worth"));
    // A row for each move and the head, a board for each error and the end, and the curve.
    assert_eq!(page.matches("<tr").count(), 9);
    let errors = page.matches("<section class=\"error").count();
    assert_eq!(page.matches("class=\"board\"").count(), errors + 1);
    // It needs nothing from elsewhere.
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href="), "{page}");
    // To stdout, and without a game.
    let answer = run_with_input(&["analyze", "tictactoe", "-", "--report", "-"], b"[Game \"tictactoe\"]\n\n1. b2 a1 *");
    assert!(answer.stdout.starts_with("<!DOCTYPE html>") && answer.code == 0, "{}", answer.stderr);
    assert_eq!(run(&["analyze", "checkers", "--report", "x.html"]).code, 2);
}
