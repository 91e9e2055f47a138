//! Files of chess as the program reads and writes them: PGN, SAN and EPD.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{run, run_with_input};

const GAME: &str = "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n[WhiteElo \"1500\"]\n\n\
    1. e4 { [%eval 0.2] [%clk 0:05:00] } e5 2. Bc4 $1 (2. Nf3 Nc6 (2... d6) 3. Bb5 {Ruy}) 2... Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0\n";

/// A file with a name of its own.
fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("counterplay-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_broken_game_among_a_thousand_costs_that_game_alone() {
    let replies = ["e5", "c5", "e6", "c6", "d6", "g6", "Nf6", "d5"];
    let game = |number: usize| {
        let reply = replies[number % replies.len()];
        // The queen cannot jump.
        let third = if number == 500 { "Qh6" } else { "Nf3" };
        format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. e4 {reply} {{usual}} 2. {third} a6 (2... h6) 3. d3 *\n\n")
    };
    let text: String = (1..=1000).map(game).collect();
    let (games, moves) = (file("thousand.pgn", &text), file("thousand.txt", ""));
    let (games, moves) = (games.to_str().unwrap(), moves.to_str().unwrap());
    let answer = run(&["convert", games, "--to", "moves", "-o", moves, "--json"]);
    assert_eq!(answer.code, 3, "{}", answer.stderr);
    let told = answer.json();
    assert_eq!((&told["game"], &told["from"], &told["games"]), (&json!("chess"), &json!("PGN"), &json!(1000)));
    // Each game has five lines, and the moves are on the fourth of them.
    let line = 499 * 5 + 4;
    let faults = told["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "{told}");
    assert_eq!((&faults[0]["game"], &faults[0]["line"], &faults[0]["column"]), (&json!(500), &json!(line), &json!(21)));
    assert!(faults[0]["message"].as_str().unwrap().contains("\"Qh6\" is not legal here"), "{told}");
    let lines = std::fs::read_to_string(moves).unwrap();
    let whole = lines.lines().filter(|line| line.split(' ').count() == 5).count();
    assert_eq!((whole, lines.lines().nth(499)), (999, Some("e2e4 d7d6")));
    // To people it is told with the line below it.
    let told = run(&["convert", games, "--to", "record"]).stderr;
    assert!(told.contains(&format!("line {line}, column 21: game 500 of 1000 is not read to its end")), "{told}");
    std::fs::remove_file(games).unwrap();
    std::fs::remove_file(moves).unwrap();
}

#[test]
fn a_game_keeps_all_that_is_said_of_it() {
    let convert = |to: &str, input: &str| run_with_input(&["convert", "-", "--to", to], input.as_bytes());
    let record = convert("record", GAME);
    assert!(record.stderr.contains("from PGN to record\nlost: nothing"), "{}", record.stderr);
    assert!(record.stdout.contains("[Game \"chess\"]") && record.stdout.contains("4. h5f7 1-0"), "{}", record.stdout);
    let back = convert("pgn", &record.stdout);
    assert!(back.stderr.contains("lost: nothing"), "{}", back.stderr);
    for kept in [
        "[White \"Ann\"]",
        "[WhiteElo \"1500\"]",
        "{[%clk 0:05:00]} {[%eval 0.2]}",
        "(2. Nf3 Nc6 (2... d6) 3. Bb5 {Ruy})",
        "4. Qxf7# 1-0",
    ] {
        assert!(back.stdout.contains(kept) || back.stdout.replace('\n', " ").contains(kept), "{kept}: {}", back.stdout);
    }
    // What was written is read as itself.
    assert_eq!(convert("pgn", &back.stdout).stdout, back.stdout);
}

#[test]
fn a_game_is_judged_by_the_chance_to_win() {
    let games = file("judged.pgn", GAME);
    let (games, page) = (games.to_str().unwrap(), file("judged.html", ""));
    let answer = run(&["analyze", games, "--depth", "3", "--report", page.to_str().unwrap()]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert!(answer.stdout.contains("blunder: Nf6 loses about"), "{}", answer.stdout);
    assert!(answer.stdout.contains("% of the chance to win") && answer.stdout.contains("lichess"), "{}", answer.stdout);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("Nf6") && !html.contains("g8f6"), "{html}");
    assert!(html.contains("<title>Chess: a game judged</title>") && html.contains("Ann – Ben"), "{html}");
    std::fs::remove_file(games).unwrap();
    std::fs::remove_file(page).unwrap();
    // The mate is found, and a position may be a game.
    let shown = run(&["show", "chess", "-p", GAME, "--json"]).json();
    assert_eq!(shown["terminal"], json!(true), "{shown}");
}

#[test]
fn moves_are_read_as_players_write_them() {
    let shown = run(&["show", "chess", "--moves", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O", "--json"]).json();
    assert_eq!(shown["position"], "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5");
    let refused = run(&["show", "chess", "--moves", "d4 d5 Nf3 a6 Nd2"]);
    assert!(refused.code == 3 && refused.stderr.contains("Nd2 could be Nbd2 or Nfd2"), "{}", refused.stderr);
}

#[test]
fn people_are_shown_moves_as_players_write_them_and_programs_are_told_their_words() {
    let line = ["-p", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4"];
    let asked = |verb: &str, more: &[&str]| run(&[&[verb, "chess"], &line[..], more].concat());
    let shown = asked("show", &[]).stdout;
    assert!(shown.contains(" Nf3 ") && shown.contains(" Qxf7# ") && !shown.contains("g1f3"), "{shown}");
    assert!(asked("show", &["--json"]).json()["actions"].as_array().unwrap().contains(&json!("g1f3")));
    for verb in ["move", "solve"] {
        let found = asked(verb, &["--depth", "2"]).stdout;
        assert!(found.starts_with("action   Qxf7#\n"), "{found}");
        let found = asked(verb, &["--depth", "2", "--json"]).json();
        let fields = ["action", "short", "best", "short_best", "line", "short_line"].map(|name| &found[name]);
        let [uci, san] = [json!("h5f7"), json!("Qxf7#")];
        let [ucis, sans] = [json!([uci]), json!([san])];
        assert_eq!(fields, [&uci, &san, &ucis, &sans, &ucis, &sans], "{found}");
    }
    let lines = asked("analyze", &["--depth", "2", "--lines", "2"]).stdout;
    assert!(lines.contains("  Qxf7#\n"), "{lines}");
    let played = run_with_input(&["play", "chess", "-p", line[1]], b"actions\nhint\nqxf7\n").stdout;
    assert!(
        played.contains(": Nf3 ")
            && played.contains("hint: Qxf7#")
            && played.contains("White wins by checkmate (300 to -300)"),
        "{played}"
    );
    // Other games have no more fields than before.
    let found = run(&["move", "tictactoe", "--json"]).json();
    assert!(found.as_object().unwrap().keys().all(|name| !name.starts_with("short")), "{found}");
}

#[test]
fn a_batch_takes_epd() {
    let epd = "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id \"WAC; 004\";\n\
        2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1 bm Qg6; c0 \"x\"\n\
        2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - what ever\n";
    let answer = run_with_input(&["show", "chess", "--batch", "-"], epd.as_bytes());
    let lines: Vec<Value> = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((answer.code, lines.len()), (3, 3), "{}", answer.stdout);
    assert_eq!(lines[0]["position"], "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1");
    assert_eq!(lines[1]["position"], "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1");
    assert!(lines[2]["error"]["message"].as_str().unwrap().contains("expected the plies"), "{}", lines[2]);
}
