//! The line of play before the root: each verb takes the draw that only the line makes.

use serde_json::json;

use crate::common::{run, run_with_input};

/// Two kings hunt one, which has been where it was twice before: to go back is a draw, and everything else is worse.
const HUNTS: [(&str, &str, &str); 3] = [
    ("W:WK10,K14:BK32", "10-6 32-28 6-10 28-32 10-6 32-28 6-10", "28-32"),
    // Turned round, so that the other side is hunted.
    ("B:BK23,K19:WK1", "23-27 1-5 27-23 5-1 23-27 1-5 27-23", "5-1"),
    ("W:WK9,K14:BK32", "9-6 32-28 6-9 28-32 9-6 32-28 6-9", "28-32"),
];

#[test]
fn the_draw_by_repetition_is_taken() {
    for (position, moves, draw) in HUNTS {
        let asked = |verb: &str, more: &[&str]| {
            let arguments = [&[verb, "checkers", "-p", position, "--moves", moves, "--json"], more].concat();
            run(&arguments).json()
        };
        let best = asked("move", &["--nodes", "1e5"]);
        assert_eq!((&best["action"], &best["value"]["score"]), (&json!(draw), &json!(0)), "{best}");
        // Without the line the hunters are better off.
        let fresh = run(&["move", "checkers", "-p", position, "--nodes", "1e5", "--json"]).json();
        assert!(fresh["value"]["score"].as_f64().is_some_and(|score| score > 0.0), "{fresh}");
        let lines = asked("analyze", &["--nodes", "1e5", "--lines", "3"]);
        assert_eq!(lines["lines"][0]["line"], json!([draw]), "{lines}");
        let solved = asked("solve", &["--nodes", "1e5"]);
        assert_eq!(solved["action"], draw, "{solved}");
        assert!(solved["value"]["score"].as_f64().is_some_and(|score| score >= 0.0), "{solved}");
    }
}

#[test]
fn the_machine_takes_it_too() {
    for (position, moves, draw) in HUNTS {
        let machine = if position.starts_with('W') { "--first" } else { "--second" };
        let person = if position.starts_with('W') { "--second" } else { "--first" };
        let arguments = ["play", "checkers", "-p", position, "--moves", moves, "--level", "8", "--seed", "3"];
        let game = run_with_input(&[&arguments[..], &[machine, "machine", person, "person"]].concat(), b"");
        assert!(game.stdout.contains(&format!("(machine): {draw}")), "{}", game.stdout);
        assert!(game.stdout.contains("the game is over: a draw (0 to 0)"), "{}", game.stdout);
    }
}

/// In both seats: the hunted one has nothing better, and the match is drawn by its first move.
#[test]
fn the_players_of_a_match_take_it() {
    for (position, moves, draw) in HUNTS {
        let players = ["match", "checkers", "nodes:1e5", "nodes:5e4", "--games", "2", "--json"];
        let answer = run(&[&players[..], &["-p", position, "--moves", moves]].concat());
        let lines: Vec<serde_json::Value> =
            answer.stdout.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
        assert_eq!((answer.code, lines.len()), (0, 3), "{}{}", answer.stdout, answer.stderr);
        for game in &lines[..2] {
            let line: Vec<&str> = moves.split(' ').collect();
            assert_eq!(game["opening"], json!({"position": position, "moves": line}));
            assert_eq!(game["actions"], json!([draw]), "{game}");
            assert_eq!((&game["winner"], &game["reason"]), (&json!(null), &json!("rules")), "{game}");
        }
    }
}

/// A match has one beginning: what does not suit the others is refused.
#[test]
fn a_match_begins_where_it_is_told() {
    let refused = |more: &[&str]| {
        let answer = run(&[&["match", "checkers", "level:1", "level:1", "--games", "2"], more].concat());
        (answer.code, answer.stderr)
    };
    let (position, moves, draw) = HUNTS[0];
    assert_eq!(refused(&["-p", position, "--opening-plies", "2"]).0, 2);
    assert_eq!(refused(&["--moves", moves, "--openings", "none.txt"]).0, 2);
    let (code, told) = refused(&["-p", position, "--moves", "10-6 1-2"]);
    assert!(code == 3 && told.contains("action 2"), "{code} {told}");
    let (code, told) = refused(&["-p", position, "--moves", &format!("{moves} {draw}")]);
    assert!(code == 3 && told.contains("the game is over where the match would begin"), "{code} {told}");
}

#[test]
fn an_engine_for_other_programs_takes_it() {
    // Hub has the side that moves second as B, and a capital letter for a king.
    let asked = b"pos pos=BeeeeeeeeeWeeeWeeeeeeeeeeeeeeeeeB moves=\"10-6 32-28 6-10 28-32 10-6 32-28 6-10\"\n\
                  level nodes=100000\ngo think\nquit\n";
    let said = run_with_input(&["engine", "hub", "checkers"], asked).stdout;
    assert!(said.contains("done move=28-32"), "{said}");
}

/// Where nothing has changed for nearly as long as may be, a search sees the end of it.
#[test]
fn the_limit_of_moves_is_seen_coming() {
    let asked = |limit: &str| {
        let arguments = ["move", "checkers", "-p", "W:WK10,K14:BK32", "--limit", limit, "--depth", "9", "--json"];
        run(&arguments).json()["value"]["score"].as_f64().expect("it is a number")
    };
    assert_eq!(asked("2"), 0.0);
    assert!(asked("0") > 0.0);
}
