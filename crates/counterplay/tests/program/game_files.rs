//! Files of games as programs and people write them: `counterplay analyze GAME FILE` judges every game, and tells what is
//! missing with its place.

use serde_json::{Value, json};

use crate::common::{Answer, run, run_with_input};

/// What `analyze` says of a file, a line of JSON each.
fn analyze(game: &str, text: &str) -> (Answer, Vec<Value>) {
    let answer = run_with_input(&["analyze", game, "-", "--depth", "1", "--json"], text.as_bytes());
    let lines = answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (answer, lines)
}

/// The actions of a game that were judged.
fn judged(lines: &[Value], game: usize) -> Vec<&str> {
    lines.iter().filter(|line| line["game"] == game).filter_map(|line| line["action"].as_str()).collect()
}

/// The remarks or errors of a game: the line, the column and the message.
fn told<'a>(lines: &'a [Value], game: usize, what: &str) -> Vec<(u64, u64, &'a str)> {
    let told = lines.iter().filter(|line| line["game"] == game).map(|line| &line[what]).filter(|told| told.is_object());
    told.map(|told| {
        let number = |name: &str| told[name].as_u64().unwrap();
        (number("line"), number("column"), told["message"].as_str().unwrap())
    })
    .collect()
}

const MATCH: &str = "\
 5 point match

 Game 1
 anna : 0                            bert : 0
  1) 31: 8/5 6/5                      52: 13/11 13/8
  2) 33: ????
                                      Wins 2 points

 Game 2
 anna : 0                            bert : 2
  1) 65: 24/13                        31:
      Wins 1 point

 Game 3
 anna : 1                            bert : 2
  1)                                  31: 8/5 6/5
  2) 42: 8/4 6/4
";

#[test]
fn a_match_with_games_that_were_given_up_is_judged_game_by_game() {
    let (answer, lines) = analyze("backgammon", MATCH);
    assert_eq!(answer.code, 0, "{}{}", answer.stdout, answer.stderr);
    assert_eq!(judged(&lines, 1), ["8/5 6/5", "roll", "13/8 13/11", "roll"]);
    assert_eq!(judged(&lines, 2), ["24/13", "roll"]);
    assert_eq!(judged(&lines, 3), ["8/5 6/5", "roll", "8/4 6/4"]);
    let remarks = told(&lines, 1, "remark");
    assert_eq!(remarks[0], (6, 10, "what was played with 33 is not known"));
    assert!(remarks[1].0 == 7 && remarks[1].2.contains("given up here, 2 to the winner"), "{remarks:?}");
    assert_eq!(told(&lines, 2, "remark")[0], (11, 39, "what was played with 31 is missing"));
    let text = run_with_input(&["analyze", "backgammon", "-", "--depth", "1"], MATCH.as_bytes()).stdout;
    for expected in [
        "game 1 of 3, line 3: anna – bert, bert wins 2 points, score 0 : 0\n",
        "game 3 of 3, line 14: anna – bert",
        "line 6, column 10: what was played with 33",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    // The position is where the last game stands.
    let shown = run(&["show", "backgammon", "-p", MATCH, "--json"]).json();
    assert!(shown["position"].as_str().unwrap().contains(":1:2:"), "{shown}");
}

const COLLECTION: &str = "\
[Event \"one\"]
[Event \"one again\"]

1. 11-15 23-19 {good}2. 8-11 *

[Event \"two\"]

1. 11-15 22-18xyz 2. 15x22 *

[Event \"three\"]

{the last one} 1.9-13{at once} 22-18 1-0
";

#[test]
fn a_collection_goes_on_after_a_game_that_is_wrong() {
    let (answer, lines) = analyze("checkers", COLLECTION);
    assert_eq!(answer.code, 3);
    assert_eq!(judged(&lines, 1), ["11-15", "23-19", "8-11"]);
    assert_eq!(judged(&lines, 2), ["11-15"]);
    assert_eq!(judged(&lines, 3), ["9-13", "22-18"]);
    assert_eq!(told(&lines, 1, "remark"), [(2, 1, "the tag Event is there twice: the first one counts")]);
    assert_eq!(told(&lines, 2, "error"), [(8, 15, "\"xyz\" is glued to the move 22-18")]);
    let answer = run_with_input(&["analyze", "checkers", "-", "--depth", "1"], COLLECTION.as_bytes());
    assert_eq!(answer.code, 3);
    assert!(answer.stderr.contains("line 8, column 15: 1 of 3 games are not read to their end"), "{}", answer.stderr);
    let said = "line 8, column 15: \"xyz\" is glued to the move 22-18; the rest is not read\n";
    assert!(
        answer.stdout.contains(said) && answer.stdout.contains("game 3 of 3, line 10: 1-0, three\n"),
        "{}",
        answer.stdout
    );
    // What the file says of a move stands beside it, and in JSON.
    assert!(answer.stdout.contains("the file says\n"), "{}", answer.stdout);
    assert!(answer.stdout.lines().any(|line| line.starts_with("  2  White  23-19") && line.ends_with("  good")));
    assert!(answer.stdout.contains("the file says at the beginning: the last one\n"), "{}", answer.stdout);
    assert_eq!(lines[1]["notes"], json!([{"kind": "comment", "text": "good"}]));
    assert_eq!(lines[2]["heading"]["tags"][0], json!(["Event", "one"]));
    let page = run_with_input(&["analyze", "checkers", "-", "--depth", "1", "--report", "-"], COLLECTION.as_bytes());
    assert!(page.stdout.contains("<title>Checkers: 3 games judged</title>"), "{}", page.stdout);
    assert!(page.stdout.contains("<h1>game 2 of 3, line 6: two</h1>") && page.stdout.contains("is glued to the move"));
}

#[test]
fn a_collection_in_ggf_and_one_of_our_own_are_judged_whole() {
    let (answer, lines) = analyze("othello", "(;GM[Othello]B[F5]W[A1];)\n(;GM[Othello]B[F5]W[D6];)\n");
    assert_eq!((answer.code, judged(&lines, 1), judged(&lines, 2)), (3, vec!["f5"], vec!["f5", "d6"]));
    assert_eq!(told(&lines, 1, "error")[0].1, 21);
    let text = "[Game \"tictactoe\"]\n[First \"a\"]\n[First \"b\"]\n1. b2 b2 *\n\n[Game \"hog\"] *\n[Game \"tictactoe\"]\n1. a1 *\n";
    let (answer, lines) = analyze("tictactoe", text);
    assert_eq!((answer.code, judged(&lines, 1), judged(&lines, 3)), (3, vec!["b2"], vec!["a1"]));
    assert_eq!(told(&lines, 1, "remark")[0].0, 3);
    assert_eq!((told(&lines, 1, "error")[0].0, told(&lines, 2, "error")[0].0), (4, 6));
}

/// The position comes for the third time before the ninth ply, and nobody minds.
const SHUFFLE: &str = "32-28 1-5 28-32 5-1 32-28 1-5 28-32 5-1 32-28 1-5 28-24";

#[test]
fn a_game_goes_on_after_a_draw_that_nobody_claimed() {
    let pdn = format!("[FEN \"W:WK32:BK1\"]\n\n{SHUFFLE} *\n");
    let ours = format!("[Game \"checkers\"]\n[Position \"W:WK32:BK1\"]\n\n{SHUFFLE} *\n");
    for text in [&pdn, &ours] {
        let (answer, lines) = analyze("checkers", text);
        assert_eq!(answer.code, 0, "{}{}", answer.stdout, answer.stderr);
        assert_eq!(judged(&lines, 1).join(" "), SHUFFLE, "no ply is left out");
        let marked: Vec<&Value> =
            lines.iter().filter(|line| !line["unclaimed"].is_null()).map(|line| &line["ply"]).collect();
        assert_eq!(marked, [9, 10, 11]);
        assert_eq!(lines[8]["unclaimed"], json!("drawn: the position has occurred 3 times"));
        let report = run_with_input(&["analyze", "checkers", "-", "--depth", "1"], text.as_bytes()).stdout;
        let note = "= after a draw that nobody claimed: 3 of 11, first ply 9, drawn: the position has occurred 3 times";
        assert!(report.contains(note) && report.contains("28-24 ="), "{report}");
    }
    // In play it is a draw, and that is the end.
    let played = run(&["show", "checkers", "-p", "W:WK32:BK1", "--moves", SHUFFLE]);
    assert!(played.code == 3 && played.stderr.contains("action 9: the game is over, drawn"), "{}", played.stderr);
    // So it is at the end of a record.
    let ended = SHUFFLE.rsplit_once(" 32-28").map(|(before, _)| before).unwrap();
    let shown = run(&["show", "checkers", "-p", &format!("[FEN \"W:WK32:BK1\"]\n\n{ended} *\n"), "--json"]).json();
    assert_eq!(shown["actions"], json!([]), "{shown}");
}

#[test]
fn a_file_may_be_in_the_encoding_of_windows() {
    let text = b"[Event \"M\xfcnchen\"]\r\n\r\n1. 11-15 *\r\n";
    let answer = run_with_input(&["analyze", "checkers", "-", "--depth", "1"], text);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
}
