//! The verbs, run as a user runs them: the contract of their JSON, and what bad input gets.

use std::process::Command;

use crate::common::{run, run_with_input};
use serde_json::json;

fn ask(arguments: &[&str]) -> serde_json::Value {
    let answer = run(&[arguments, &["--json"]].concat());
    assert_eq!(answer.code, 0, "{arguments:?}: {}{}", answer.stdout, answer.stderr);
    answer.json()
}

#[test]
fn games_are_listed_with_what_works_for_them() {
    let listed = ask(&["games"]);
    let games = listed["games"].clone();
    let game = |name: &str| {
        let found = games.as_array().unwrap().iter().find(|game| game["name"] == name);
        found.unwrap_or_else(|| panic!("{name} is not listed"))
    };
    let ours = [
        "tictactoe",
        "qubic",
        "connect4",
        "othello",
        "checkers",
        "pig",
        "hog",
        "backgammon",
        "kuhn",
        "leduc",
        "battleships",
    ];
    // There may be more: a game that is added to the catalog needs no line here.
    assert!(ours.iter().all(|name| game(name)["title"].is_string()));
    assert_eq!(game("tictactoe")["options"][0]["name"], json!("size"));
    assert_eq!((&game("pig")["luck"], &game("kuhn")["secrets"]), (&json!(true), &json!(true)));
    let levels = listed["levels"].as_array().unwrap();
    assert!(levels.len() == 10 && levels[9]["what"].as_str().unwrap().contains("never errs on purpose"));
    let text = run(&["games"]).stdout;
    assert!(text.contains("--size 1..8") && text.contains("10  looks at up to"), "{text}");
}

#[test]
fn solve_and_move_keep_the_contract() {
    let solved = ask(&["solve", "tictactoe"]);
    assert_eq!(solved["value"], json!({"score": 0, "proof": "exact", "outcome": "draw", "plies": null}));
    assert_eq!(solved["best"].as_array().unwrap().len(), 9);
    assert_eq!(solved["line"].as_array().unwrap().len(), 9);
    for key in ["game", "position", "action", "depth", "nodes", "ms", "threads"] {
        assert!(!solved[key].is_null(), "{key}");
    }
    // For the second player to move a win is +1 as well.
    let solved = ask(&["solve", "tictactoe", "-p", "XX-OO-X--"]);
    assert_eq!(solved["value"], json!({"score": 1, "proof": "exact", "outcome": "win", "plies": 1}));
    let shown = ask(&["show", "tictactoe", "--moves", "b2 a1"]);
    assert_eq!(
        (&shown["position"], &shown["turn"], &shown["terminal"]),
        (&json!("O---X----"), &json!("first"), &json!(false))
    );
    let over = ask(&["move", "tictactoe", "-p", "XXXOO----"]);
    assert_eq!((&over["action"], &over["value"]["outcome"]), (&json!(null), &json!("win")));
    // One legal action: an answer with a real score.
    let forced = ask(&["move", "tictactoe", "-p", "XOXOXO-XO"]);
    assert_eq!((&forced["action"], &forced["value"]["score"]), (&json!("a3"), &json!(1)));
}

#[test]
fn the_same_call_gives_the_same_answer() {
    for game in ["tictactoe", "connect4", "othello", "checkers", "hog", "kuhn", "leduc", "battleships"] {
        let arguments: &[&str] = match game {
            "kuhn" => &["move", game, "-p", "Q?", "--seed", "5"],
            "leduc" => &["move", game, "-p", "Jh? rc Kh", "--seed", "5"],
            _ => &["move", game, "--nodes", "2000", "--seed", "5"],
        };
        let [a, b] = [ask(arguments), ask(arguments)];
        for key in ["action", "line", "nodes", "depth", "value"] {
            assert_eq!(a[key], b[key], "{game} {key}");
        }
    }
}

#[test]
fn what_is_not_proven_is_said_to_be_so() {
    let limited = run(&["solve", "tictactoe", "--size", "5", "--nodes", "1000", "--json"]);
    assert_eq!(limited.code, 1);
    let answer = limited.json();
    assert_ne!(answer["value"]["proof"], json!("exact"));
    assert_eq!((&answer["value"]["outcome"], &answer["stopped"]), (&json!(null), &json!("nodes")));
    assert!(answer["action"].is_string());
    let limited = run(&["solve", "connect4", "--nodes", "20000", "--json"]);
    assert_eq!((limited.code, &limited.json()["value"]["proof"]), (1, &json!("lower")));
    let note = limited.json()["note"].as_str().unwrap().to_owned();
    assert!(note.starts_with("nothing is proven within the limits"), "{note}");
    let text = run(&["solve", "connect4", "--nodes", "20000"]).stdout;
    assert!(
        text.contains("value    not proven, for Red; the rules allow -18 to 18") && !text.contains("at least"),
        "{text}"
    );
    let bounded = run(&["solve", "connect4", "--moves", "4445353", "--nodes", "300000", "--json"]).json();
    let note = bounded["note"].as_str().unwrap_or_default();
    assert!(note.starts_with("proven so far: at least ") && note.contains(", at most "), "{bounded}");
    // Within a depth it is proven only if every line ends there.
    assert_eq!(run(&["solve", "tictactoe", "--depth", "5"]).code, 1);
    assert_eq!(ask(&["solve", "tictactoe", "--depth", "9"])["value"]["outcome"], json!("draw"));
    let pig = ask(&["move", "pig", "--depth", "3"]);
    assert_eq!(pig["value"]["proof"], json!("estimate"));
    // Nobody is asked where there is nothing to decide.
    for (game, position) in [("kuhn", "--"), ("leduc", "Jh? rc")] {
        let refused = run(&["move", game, "-p", position]);
        assert!(refused.code == 1 && refused.stderr.contains("chance's turn"), "{}", refused.stderr);
    }
    let averaged = ask(&["move", "kuhn", "-p", "Q?"]);
    assert!(averaged["note"].as_str().unwrap().contains("averaged over all 2 states"));
    assert_eq!((&averaged["method"], &averaged["confidence"]), (&json!("averaging"), &json!(1.0)));
    assert_eq!(averaged["averages"][1], json!({"action": "bet", "score": -0.5, "error": 0}));
    let instant = ask(&["move", "tictactoe", "--size", "8", "--time", "0"]);
    assert!(instant["action"].is_string());
}

#[test]
fn a_game_with_secrets_is_solved_by_an_equilibrium() {
    let kuhn = ask(&["solve", "kuhn"]);
    assert!((kuhn["value"]["score"].as_f64().unwrap() + 1.0 / 18.0).abs() < 1e-12);
    assert_eq!((&kuhn["fraction"], &kuhn["exploitability"]), (&json!("-1/18"), &json!(0)));
    assert_eq!((&kuhn["value"]["proof"], kuhn["strategy"].as_array().unwrap().len()), (&json!("exact"), 12));
    let leduc = ask(&["solve", "leduc"]);
    assert!((leduc["value"]["score"].as_f64().unwrap() + 0.085_606_4).abs() < 1e-6, "{}", leduc["value"]);
    assert!(leduc["exploitability"].as_f64().unwrap() <= 1e-6);
    assert_eq!((&leduc["method"], leduc["strategy"].as_array().unwrap().len()), (&json!("CFR+"), 936));
    for mixed in leduc["strategy"].as_array().unwrap() {
        let shares = mixed["actions"].as_array().unwrap().iter().map(|share| share["probability"].as_f64().unwrap());
        assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{mixed}");
    }
    // Where a seat is to move, what it should do; with too little time it is an estimate, and the exit code says so.
    let king = ask(&["solve", "kuhn", "-p", "?K p"]);
    assert_eq!((&king["action"], king["strategy"].as_array().unwrap().len()), (&json!("bet"), 1));
    let hasty = run(&["solve", "leduc", "--nodes", "50000", "--json"]);
    assert_eq!((hasty.code, &hasty.json()["value"]["proof"]), (1, &json!("estimate")));
    assert_eq!((&hasty.json()["rounds"], &hasty.json()["stopped"]), (&json!(5), &json!("nodes")));
    let drawn = |seed: u32| {
        ask(&["move", "kuhn", "-p", "?J p", "--search", "equilibrium", "--seed", &seed.to_string()])["action"].clone()
    };
    let drawn: Vec<_> = (1..=12).map(drawn).collect();
    assert!(drawn.contains(&json!("bet")) && drawn.contains(&json!("pass")), "a bluff now and then: {drawn:?}");
    // What is too large is declined, and what is not for it is refused.
    for (declined, why) in [
        (&["solve", "leduc", "--nodes", "2000"][..], "more than 2000 states"),
        (&["solve", "battleships"], "all that they have done before"),
    ] {
        let answer = run(declined);
        assert!(answer.code == 1 && answer.stderr.contains(why), "{}", answer.stderr);
    }
    assert_eq!(run(&["solve", "kuhn", "--search", "ismcts"]).code, 2);
    assert_eq!(run(&["compare", "kuhn", "--depth", "3"]).code, 2);
    let rows = ask(&["compare", "kuhn"])["rows"].clone();
    let exploitability = |name: &str| {
        let row = rows.as_array().unwrap().iter().find(|row| row["name"] == json!(name)).unwrap();
        row["exploitability"].as_f64().unwrap()
    };
    assert!(exploitability("averaging") > 0.1 && exploitability("CFR+, 1000 rounds") < 1e-3);
    assert!(exploitability("equilibrium") < 1e-12 && exploitability("any action") > exploitability("averaging"));
}

#[test]
fn a_game_with_secrets_is_searched_as_one_likes() {
    let simulated = ask(&["move", "kuhn", "-p", "?K b", "--search", "ismcts", "--deals", "500"]);
    assert_eq!((&simulated["method"], &simulated["action"]), (&json!("ismcts"), &json!("bet")));
    let visits = simulated["averages"].as_array().unwrap().iter().map(|entry| entry["visits"].as_u64().unwrap());
    assert_eq!(visits.sum::<u64>(), 500);
    assert!(simulated["note"].as_str().unwrap().starts_with("500 games simulated"));
    // One of two possible deals: of its error nothing can be said.
    let drawn = ask(&["move", "kuhn", "-p", "Q?", "--search", "averaging", "--deals", "1"]);
    assert_eq!(drawn["averages"][0]["error"], json!(null));
    assert!(drawn["confidence"].as_f64().unwrap() < 1.0 && drawn["note"].as_str().unwrap().contains("a sample of 1 "));
    let told = run(&["move", "kuhn", "-p", "Q?", "--deals", "1"]);
    assert!(told.stdout.contains("sure     at least "), "{}", told.stdout);
    let told = run(&["analyze", "kuhn", "-p", "Q?", "--search", "ismcts", "--deals", "100"]);
    assert!(told.code == 0 && told.stdout.contains("ismcts"), "{}", told.stdout);
    for wrong in [
        &["move", "tictactoe", "--search", "ismcts"][..],
        &["analyze", "tictactoe", "--deals", "5"],
        &["play", "tictactoe", "--search", "averaging"],
        &["match", "tictactoe", "averaging:5", "random"],
    ] {
        let refused = run(wrong);
        assert!(
            refused.code == 2 && refused.stderr.contains("for games with secrets"),
            "{wrong:?}: {}",
            refused.stderr
        );
    }
    assert_eq!(run(&["move", "kuhn", "-p", "Q?", "--search", "minimax"]).code, 2);
    let score = run(&["match", "kuhn", "averaging:2", "ismcts:100", "--games", "4", "--json"]);
    assert_eq!(score.code, 0, "{}", score.stderr);
}

#[test]
fn compare_has_the_known_counts() {
    let found = ask(&["compare", "tictactoe"]);
    let row = |name: &str| found["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    assert_eq!((&row("minimax")["nodes"], &row("minimax")["leaves"]), (&json!(549_946), &json!(255_168)));
    assert_eq!((&row("alphabeta")["nodes"], &row("alphabeta")["leaves"]), (&json!(18_297), &json!(7_330)));
    assert_eq!(row("alphabeta gt")["nodes"], json!(146_120));
    assert_eq!(found["minimal"], json!({"nodes": 1_452, "leaves": 529}));
    let range = ask(&["compare", "tictactoe", "--depth", "1..3"]);
    let minimax = range["rows"].as_array().unwrap().iter().filter(|row| row["name"] == "minimax");
    assert_eq!(minimax.map(|row| row["nodes"].as_u64().unwrap()).collect::<Vec<_>>(), [10, 82, 586]);
    assert_eq!(range["minimal_by_depth"].as_array().unwrap().len(), 3);
    assert_eq!(run(&["move", "tictactoe", "--depth", "1..3"]).code, 2);
    assert!(
        ask(&["compare", "tictactoe", "--size", "4", "--depth", "3"])["rows"][0]["nodes"].as_u64().unwrap()
            == 1 + 16 + 240 + 3360
    );
}

#[test]
fn check_passes_for_every_game_and_says_what_it_held() {
    for game in ["tictactoe", "qubic", "connect4", "othello", "checkers", "pig", "hog", "kuhn", "leduc"] {
        let found = ask(&["check", game]);
        assert_eq!(found["passed"], json!(true), "{game}");
        assert!(found["laws"].as_array().unwrap().len() > 10);
    }
    // A state has many plays, and each of them is written, read and clicked.
    let found = ask(&["check", "backgammon", "--match", "3", "--nodes", "300"]);
    assert_eq!(found["passed"], json!(true));
    // Of its states many look alike, and each of them is tried: a few hundred will do.
    let found = ask(&["check", "battleships", "--size", "5", "--fleet", "32", "--nodes", "600"]);
    assert_eq!(found["passed"], json!(true));
}

#[test]
fn bad_usage_is_refused_by_name() {
    for (arguments, named) in [
        (&["move", "nosuchgame"][..], "nosuchgame"),
        (&["move", "tictacto"], "tictactoe"),
        (&["mov", "tictactoe"], "move"),
        (&["move", "tictactoe", "--depth", "-1"], "--depth"),
        (&["move", "tictactoe", "--depth", "1e99"], "--depth"),
        (&["move", "tictactoe", "--time", "NaN"], "--time"),
        (&["move", "tictactoe", "--time", "inf"], "--time"),
        (&["move", "tictactoe", "--time", "-1s"], "--time"),
        (&["move", "tictactoe", "--nodes", "18446744073709551616"], "--nodes"),
        (&["move", "tictactoe", "--nodes", "0"], "--nodes"),
        (&["move", "tictactoe", "--memory", "lots"], "--memory"),
        (&["perft", "tictactoe", "99999999999999999999"], "99999999999999999999"),
        (&["perft", "tictactoe", "-1"], "-1"),
        (&["show", "tictactoe", "--size", "0"], "--size must be a whole number from 1 to 8"),
        (&["show", "tictactoe", "--size", "10000"], "--size"),
        (&["show", "tictactoe", "--size", "3", "--align", "4"], "align"),
        (&["show", "tictactoe", "--goal", "3"], "its options are --size, --align"),
        (&["show", "kuhn", "--goal", "3"], "no option"),
        (&["show", "battleships", "--size", "4"], "--size must be a whole number from 5 to 10"),
        (&["show", "battleships", "--size", "5", "--fleet", "54"], "might find no room"),
        (&["show", "battleships", "--fleet", "502"], "a ship of 0 cells"),
        (&["show", "battleships", "--time", "1s"], "--heat"),
        (&["play", "tictactoe", "--level", "11"], "--level"),
        (&["analyze", "tictactoe", "--lines", "0"], "--lines"),
        (&["new", "My Game"], "My Game"),
        (&["completions", "cobol"], "cobol"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.code, 2, "{arguments:?} {}", refused.stdout);
        assert!(refused.stderr.contains(named), "{arguments:?}: {}", refused.stderr);
        let refused = run(&[arguments, &["--json"]].concat());
        assert_eq!(refused.code, 2, "{arguments:?}");
        if !matches!(arguments[0], "play" | "completions") {
            assert_eq!(refused.json()["error"]["code"], json!(2), "{arguments:?}");
        }
    }
    assert_eq!(run(&["move", "tictactoe", "--memory", "1T"]).code, 4);
    assert_eq!(run(&["move", "tictactoe", "--memory", "1099511627776T"]).code, 4);
    let least = run(&["move", "tictactoe", "--memory", "1"]);
    assert!(least.code == 0 && least.stderr.contains("warning"), "{}", least.stderr);
}

#[test]
fn bad_positions_and_moves_are_told_with_their_place() {
    for (arguments, column, named) in [
        (&["move", "tictactoe", "-p", "XXXXXXXXX"][..], 1, "X begins"),
        (&["show", "tictactoe", "-p", ""], 1, "expected 9 cells"),
        (&["show", "tictactoe", "-p", "XO-"], 4, "expected 9 cells"),
        (&["show", "tictactoe", "-p", "XO-------X"], 10, "expected 9 cells"),
        (&["show", "tictactoe", "-p", "ÿ"], 1, "expected a cell"),
        (&["show", "tictactoe", "-p", "XXXOOO---"], 1, "both"),
        (&["show", "tictactoe", "--moves", "zz"], 1, "expected one of a1"),
        (&["show", "tictactoe", "--moves", "a1 b2 a1"], 7, "action 3"),
        (&["show", "tictactoe", "--moves", "a1 a2 b1 b2 c1 c2"], 16, "the game is over"),
        (&["show", "pig", "-p", "100 3 first 0"], 1, "goal"),
        (&["show", "pig", "--moves", "hold"], 1, "expected one of roll"),
        (&["move", "kuhn", "-p", "QQ"], 1, "expected"),
        // Views that admit no state.
        (&["move", "kuhn", "-p", "Q? pp"], 6, "both cards are seen after a showdown"),
        (&["move", "leduc", "-p", "Jh? rc Kh cc"], 13, "both cards are seen after a call that ends"),
        (&["show", "leduc", "-p", "Jh? rc Jh"], 8, "the public card"),
        (&["show", "leduc", "--moves", "JhQs fold"], 6, "expected one of call, raise"),
        (&["move", "battleships", "-p", "a1h,a1v ?"], 5, "would overlap"),
        (&["move", "battleships", "-p", "- ? a1,k1", "--solo", "1"], 8, "found \"k1\""),
        (&["move", "battleships", "-p", "- ? a1*D", "--solo", "1"], 9, "no state of the game has this view"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.code, 3, "{arguments:?} {}", refused.stdout);
        let place = format!("line 1, column {column}:");
        assert!(refused.stderr.contains(&place) && refused.stderr.contains(named), "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains('^'), "{}", refused.stderr);
        let error = run(&[arguments, &["--json"]].concat()).json()["error"].clone();
        assert_eq!((&error["code"], &error["column"]), (&json!(3), &json!(column)), "{arguments:?}");
    }
    let many = vec!["a1"; 200_001].join(" ");
    let refused = run_with_input(&["show", "tictactoe", "--moves", "-"], many.as_bytes());
    assert!(refused.code == 3 && refused.stderr.contains("at most 200000"), "{}", refused.stderr);
    let refused = run_with_input(&["show", "tictactoe", "-p", "-"], b"X\0-------");
    assert!(refused.code == 3 && refused.stderr.contains("NUL"), "{}", refused.stderr);
    // A byte order mark and Windows' line ends are welcome.
    let read = run_with_input(&["show", "tictactoe", "-p", "-", "--json"], b"\xef\xbb\xbfXO-\r\n---\r\n---\r\n");
    assert_eq!(read.json()["position"], json!("XO-------"));
}

#[test]
fn a_position_tells_what_it_is_played_for() {
    let board = "XGID=-b----E-C---eE---c-e----B-";
    let actions = |rest: &str, options: &[&str]| {
        let position = format!("{board}:{rest}");
        ask(&[&["show", "backgammon", "-p", &position], options].concat())["actions"].clone()
    };
    // A match, money, and points without the cube, and nobody has said so.
    for rest in ["1:1:1:00:2:0:0:7:10", "0:0:1:00:0:0:3:0:10"] {
        assert_eq!(actions(rest, &[]), json!(["roll", "double"]), "{rest}");
    }
    assert_eq!(actions("0:0:1:00:0:0:0:0:0", &[]).as_array().unwrap().len(), 21);
    // What was given counts more.
    assert_eq!(actions("0:0:1:00:0:0:0:0:10", &["--cube", "0"]).as_array().unwrap().len(), 21);
    let refused = run(&["show", "backgammon", "--match", "5", "-p", &format!("{board}:0:0:1:00:0:0:0:7:10")]);
    assert!(refused.code == 3 && refused.stderr.contains("--match 5 was given"), "{}", refused.stderr);
    let piped = run_with_input(
        &["show", "backgammon", "-p", "-", "--json"],
        format!("{board}:0:0:1:D:0:0:0:9:10\n").as_bytes(),
    );
    assert_eq!(piped.json()["actions"], json!(["take", "drop"]));
    // A play has blanks in it, and is one action.
    let played = ask(&["show", "backgammon", "--moves", "31 8/5 6/5 4-2 6/4 8/4 13"]);
    assert!(played["actions"].as_array().unwrap().contains(&json!("24/23 13/10")), "{played}");
}

#[test]
fn a_long_line_of_play_is_played() {
    // Pig can go on as long as nobody holds.
    let turns = "roll 1 roll 1 ".repeat(25_000);
    let shown = run_with_input(&["show", "pig", "--moves", "-", "--json"], turns.as_bytes());
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    assert_eq!(shown.json()["position"], json!("0 0 first 0"));
}

#[test]
fn a_batch_answers_every_line_and_exits_with_its_worst() {
    let lines = format!("---------\nXX-OO----\r\nnonsense\n{}\n\u{fffd}\nXXXOO----", "X".repeat(100_000));
    let answered = run_with_input(&["solve", "tictactoe", "--batch", "-"], lines.as_bytes());
    assert_eq!(answered.code, 3);
    let answers: Vec<serde_json::Value> =
        answered.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 6);
    assert_eq!(answers[0]["value"]["outcome"], json!("draw"));
    assert_eq!(answers[1]["best"], json!(["c1"]));
    assert_eq!((&answers[2]["error"]["line"], &answers[2]["error"]["code"]), (&json!(3), &json!(3)));
    assert!(answers[3]["error"]["message"].as_str().unwrap().contains("longer than 64 KiB"));
    assert_eq!(answers[4]["error"]["code"], json!(3));
    assert_eq!(answers[5]["value"]["outcome"], json!("win"));
    let bytes = run_with_input(&["show", "tictactoe", "--batch", "-"], b"\xff\xfe\n---------\n");
    assert_eq!((bytes.code, bytes.stdout.lines().count()), (3, 2));
    let fine = run_with_input(&["move", "kuhn", "--batch", "-"], b"J?\n?K b\n");
    assert_eq!((fine.code, fine.stdout.lines().count()), (0, 2));
    let views = b"- - - -\n- ? a1,c4*,c5 -\n- ? a1*D -\n";
    let ships = run_with_input(&["move", "battleships", "--solo", "1", "--batch", "-"], views);
    assert_eq!((ships.code, ships.stdout.lines().count()), (3, 3));
    assert_eq!(run(&["solve", "tictactoe", "--batch", "no such file"]).code, 3);
}

#[test]
fn a_board_is_drawn_as_svg() {
    let svg = run(&["show", "tictactoe", "--moves", "b2 a1", "--svg", "-"]).stdout;
    assert!(svg.starts_with("<svg") && svg.matches("data-cell=").count() == 9 && svg.contains("class=\"mark\""));
}

#[test]
fn what_each_cell_is_worth_is_painted() {
    let ships = ["show", "battleships", "--size", "5", "--fleet", "2", "--solo", "1", "-p", "- ? c3*", "--heat"];
    let shown = ask(&ships);
    let heat = |cell: &str| shown["heat"][cell].as_f64();
    assert!(heat("c2").is_some_and(|heat| (0.15..0.35).contains(&heat)) && heat("a1") == Some(0.0), "{shown}");
    assert_eq!(heat("c3"), None);
    let text = run(&ships).stdout;
    assert!(text.contains("\n1 0  ") && text.contains("heat     of all 4 fleets"), "{text}");
    let svg = run(&[&ships[..], &["--svg", "-"]].concat()).stdout;
    assert_eq!((svg.matches("class=\"heat\"").count(), svg.matches("data-cell=").count()), (24, 25));
    let wins = ask(&["show", "tictactoe", "-p", "XX-OO----", "--heat"]);
    assert_eq!((&wins["heat"]["c1"], &wins["heat"]["c3"]), (&json!(1.0), &json!(0.0)));
    let refused = run(&["show", "kuhn", "-p", "Q?", "--heat"]);
    assert!(refused.code == 1 && refused.stderr.contains("nothing to paint"), "{}", refused.stderr);
}

#[test]
fn completions_are_written_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&["completions", shell]);
        assert!(script.code == 0 && script.stdout.contains("counterplay"), "{shell}");
    }
    assert!(run(&["completions", "bash"]).stdout.contains("--align"));
}

#[test]
fn the_manual_has_a_page_for_each_verb() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let written = run(&["man", folder.to_str().unwrap()]);
    assert!(written.code == 0 && written.stdout.contains("manual"), "{}", written.stderr);
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(page("counterplay.1").contains("counterplay\\-solve"));
    assert!(page("counterplay-solve.1").contains("\\-\\-align"));
    std::fs::remove_dir_all(&folder).unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert_eq!(run(&["man", file]).code, 4);
}

/// A proven value is one, although the limits left no time for all best moves or for the distance.
#[test]
fn a_proven_value_is_one_even_if_not_all_best_moves_are_known() {
    let solve = |nodes: &str| run(&["solve", "connect4", "-p", "212435", "--nodes", nodes, "--json"]);
    let (mut unfinished, all) = (0, solve("1e6"));
    assert_eq!((all.code, &all.json()["best"]), (0, &json!(["2", "3"])));
    assert!(all.json().get("best_complete").is_none() && all.json().get("stopped").is_none(), "{}", all.stdout);
    for nodes in (1_000..all.json()["nodes"].as_u64().unwrap()).step_by(1_000) {
        let answer = solve(&nodes.to_string());
        let json = answer.json();
        let proven = json["value"]["proof"] == "exact";
        assert_eq!((answer.code, &json["stopped"]), (i32::from(!proven), &json!("nodes")), "{json}");
        // An action that has the value is there as soon as the value is.
        assert!(!proven || json["best"].as_array().is_some_and(|best| !best.is_empty()), "{json}");
        unfinished += u32::from(proven && json["best_complete"] == json!(false));
    }
    assert!(unfinished > 0);
}

/// Regrets come close to the value of a game, and only a fraction is that value.
#[test]
fn what_lies_between_bounds_is_an_estimate() {
    for (game, proof) in [("kuhn", "exact"), ("leduc", "estimate")] {
        let answer = run(&["solve", game, "--json"]);
        let json = answer.json();
        assert_eq!((answer.code, &json["value"]["proof"]), (0, &json!(proof)), "{game}");
        assert_eq!(json["bounds"][0] == json["bounds"][1], proof == "exact", "{game}");
    }
}

#[test]
fn nobody_who_reads_the_error_changes_its_exit_code() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let wrong = ["show", "tictactoe", "-p", "what"];
    let status = Command::new(env!("CARGO_BIN_EXE_counterplay")).args(wrong).stderr(writer).status().unwrap();
    assert_eq!((status.code(), run(&wrong).code), (Some(3), 3));
}
