//! `counterplay engine` as another program starts it.

use crate::common::{run, run_with_input};

#[test]
fn an_engine_answers_on_stdout_and_nothing_else_is_there() {
    let answer =
        run_with_input(&["engine", "gtp", "othello", "--size", "6", "--nodes", "2000"], b"1 genmove b\r\n2 quit\r\n");
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert!(lines[0].starts_with("=1 ") && lines[1..] == ["", "=2", ""], "{lines:?}");
    let answer = run_with_input(&["engine", "nboard", "othello"], b"nboard 2\nping 1\n");
    assert_eq!((answer.code, answer.stdout.as_str()), (0, "set myname Counterplay\npong 1\n"));
    assert_eq!(run(&["engine", "gtp", "connect4"]).stdout, "");
}

#[test]
fn what_is_heard_and_said_is_in_the_log() {
    let path = std::env::temp_dir().join(format!("counterplay-engine-{}.log", std::process::id()));
    let log = path.to_str().unwrap();
    assert_eq!(run_with_input(&["engine", "gtp", "tictactoe", "--log", log], b"name\n").code, 0);
    let written = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(written, "> name\n< = Counterplay\n");
    let refused = run(&["engine", "gtp", "tictactoe", "--log", "/no/such/folder/log"]);
    assert_eq!(refused.code, 4, "{}", refused.stderr);
}

#[test]
fn what_there_is_is_told() {
    for (arguments, told) in [
        (&["engine", "xyz", "othello"][..], "possible values: gtp, nboard, hub"),
        (&["engine", "gtp", "pig"], "gtp is not for pig, but for tictactoe, qubic, connect4, othello, checkers"),
        (&["engine", "nboard", "tictactoe"], "nboard is not for tictactoe, but for othello"),
        (&["engine", "hub", "othello"], "hub is not for othello, but for checkers"),
        (&["engine", "gtp", "nothing"], "invalid value 'nothing'"),
        (&["engine", "gtp", "othello", "--size", "5"], "size must be 4, 6 or 8"),
        (&["engine", "gtp", "othello", "--level", "11"], "--level"),
    ] {
        let refused = run(arguments);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(refused.stderr.contains(told), "{arguments:?}: {}", refused.stderr);
    }
}
