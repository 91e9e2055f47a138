//! Files without a game's name, `convert` and `doctor`.

use std::path::PathBuf;

use crate::common::{run, run_with_input};

const PDN: &str = "[Event \"Club\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n[Result \"0-1\"]\n\n\
    1. 11-15 {[%clk 0:05:00] solid} 23-19 (22-18 15x22) 2. 8-11 $1 22-17 0-1\n\n[Event \"Club\"]\n\n1. 11-15 22-18 *\n";

/// Folder of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("counterplay-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_file_tells_its_game_and_one_of_its_games_can_be_asked_for() {
    let folder = folder("tells");
    let path = folder.join("games.pdn");
    std::fs::write(&path, PDN).unwrap();
    let path = path.to_str().unwrap();
    let both = run(&["analyze", path, "--nodes", "2000"]);
    assert!(both.code == 0 && both.stdout.contains("game 2 of 2"), "{}{}", both.stdout, both.stderr);
    let second = run(&["analyze", path, "--nodes", "2000", "--game", "2"]);
    assert!(second.stdout.starts_with("game 2 of 2") && !second.stdout.contains("23-19"), "{}", second.stdout);
    let piped = run_with_input(&["analyze", "-", "--nodes", "2000"], PDN.as_bytes());
    assert_eq!((piped.code, piped.stdout.contains("game 1 of 2")), (0, true), "{}", piped.stderr);
    let bare = run_with_input(&["analyze", "-", "--nodes", "2000"], b"f5d6c3d3c4");
    assert!(bare.code == 0 && bare.stdout.contains("d6"), "{}{}", bare.stdout, bare.stderr);
    for (arguments, code, told) in [
        (&["analyze", path, "--game", "3"][..], 2, "the file has 2 games"),
        (&["analyze", "no-such-file.pdn"], 2, "neither a game nor a file no-such-file.pdn"),
        (&["analyze", path, "-p", "x"], 2, "name the game for -p"),
        (&["analyze", "othello", "--game", "2"], 2, "are for a FILE"),
        (&["analyze", "chequers", path], 2, "there is no game chequers"),
    ] {
        let refused = run(arguments);
        assert!(refused.code == code && refused.stderr.contains(told), "{arguments:?}: {}", refused.stderr);
    }
    let ambiguous = run_with_input(&["analyze", "-"], b"zzz");
    assert!(ambiguous.code == 3 && ambiguous.stderr.contains("no game reads this text"), "{}", ambiguous.stderr);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_are_converted_and_what_is_lost_is_told() {
    let convert = |to: &str, more: &[&str], input: &str| {
        let arguments = [&["convert", "-", "--to", to], more].concat();
        run_with_input(&arguments, input.as_bytes())
    };
    // Everything has a place in a record, and it comes back from there.
    let record = convert("record", &[], PDN);
    assert_eq!((record.code, record.stdout.matches("[Game \"checkers\"]").count()), (0, 2), "{}", record.stderr);
    assert!(record.stderr.contains("2 games of Checkers, from PDN to record\nlost: nothing"), "{}", record.stderr);
    let back = convert("pdn", &[], &record.stdout);
    assert_eq!(back.code, 0, "{}", back.stderr);
    for kept in ["[Black \"Ann\"]", "[White \"Ben\"]", "[Event \"Club\"]", "solid", "0:05:00", "$1", "22-17 0-1"] {
        assert!(back.stdout.contains(kept), "{kept}: {}", back.stdout);
    }
    assert!(back.stderr.contains("lost: nothing") && back.stdout.contains("(1... 22-18 2. 15x22)"), "{}", back.stdout);
    // Moves alone lose the rest.
    let moves = convert("moves", &["--game", "1"], PDN);
    assert_eq!(moves.stdout, "11-15 23-19 8-11 22-17\n");
    for lost in ["clocks (1)", "comments (1)", "marks (1)", "names of players (2)", "results (1)", "tag Event (1)"] {
        assert!(moves.stderr.contains(lost), "{lost}: {}", moves.stderr);
    }
    let ggf = convert("ggf", &[], "f5d6c3d3c4");
    assert!(
        ggf.stdout.starts_with("(;GM[Othello]") && ggf.stdout.contains("B[F5]W[D6]B[C3]W[D3]B[C4];)"),
        "{}",
        ggf.stdout
    );
    let other = convert("ggf", &[], PDN);
    assert!(other.code == 2 && other.stderr.contains("its formats are pdn, record, moves"), "{}", other.stderr);
    // What could be read of a game is written, and the rest is told.
    let broken = convert("moves", &[], "1. 11-15 23-19 2. 1-2 *");
    assert!(broken.code == 3 && broken.stdout == "11-15 23-19\n", "{}{}", broken.stdout, broken.stderr);
    assert!(broken.stderr.contains("is not read to its end"), "{}", broken.stderr);
}

#[test]
fn a_doctor_greets_the_engines_and_looks_at_the_files() {
    let folder = folder("doctor");
    let dir = folder.to_str().unwrap();
    let well = run(&["doctor", "othello", "--dir", dir, "--json"]);
    let answer = well.json();
    assert_eq!((well.code, answer["ok"].as_bool()), (0, Some(true)), "{answer}");
    let engines = answer["engines"].as_array().unwrap();
    let protocols: Vec<&str> = engines.iter().filter_map(|engine| engine["protocol"].as_str()).collect();
    assert_eq!(protocols, ["gtp", "nboard"]);
    assert!(engines.iter().all(|engine| engine["ok"] == true && engine["arguments"][0] == "engine"), "{answer}");
    // The words for people name the whole command.
    let text = run(&["doctor", "checkers", "--dir", dir]).stdout;
    assert!(
        text.contains("engine hub checkers") && text.contains("hub checkers") && !text.contains("failed"),
        "{text}"
    );
    // How weak a chess program may ask it to be.
    let chess = run(&["doctor", "chess", "--dir", dir]).stdout;
    assert!(chess.contains("engine uci chess") && chess.contains("UCI_Elo"), "{chess}");
    std::fs::write(folder.join("bad.weights"), b"no weights").unwrap();
    let ill = run(&["doctor", "othello", "--dir", dir]);
    assert!(ill.code == 1 && ill.stdout.contains("weights bad.weights"), "{}", ill.stdout);
    let impatient = run(&["doctor", "othello", "--dir", dir, "--time", "0", "--json"]).json();
    assert_eq!(impatient["engines"][0]["ok"], false, "{impatient}");
    assert_eq!((run(&["doctor", "chequers"]).code, run(&["doctor", "--dir", "/nowhere/at/all"]).code), (2, 3));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn help_lists_the_options_of_the_game_that_is_named() {
    let othello = run(&["solve", "othello", "--help"]).stdout;
    assert!(othello.contains("Options of othello") && othello.contains("--empties"), "{othello}");
    assert!(!othello.contains("--fleet") && !othello.contains("--width"), "{othello}");
    let none = run(&["solve", "--help"]).stdout;
    assert!(none.contains("counterplay solve GAME --help") && !none.contains("--empties"), "{none}");
    let script = run(&["completions", "bash"]).stdout;
    assert!(script.contains("doctor") && script.contains("convert") && script.contains("--empties"));
}

#[test]
fn a_picture_can_be_png() {
    let folder = folder("png");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (board, tree, plot) = (path("board.png"), path("tree.png"), path("plot.png"));
    assert_eq!(run(&["show", "othello", "--png", &board]).code, 0);
    assert_eq!(run(&["tree", "[[3,12,8],[2,4,6],[14,5,2]]", "--png", &tree]).code, 0);
    assert_eq!(run(&["uniform", "--branching", "2", "--depth", "4", "--plot", &plot]).code, 0);
    for path in [&board, &tree, &plot] {
        let bytes = std::fs::read(path).unwrap();
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.len() > 1000, "{path}: {}", bytes.len());
    }
    // Every game's board can be drawn: an element that is not known would be an error.
    let games = run(&["games", "--json"]).json();
    for game in games["games"].as_array().unwrap().iter().filter_map(|game| game["name"].as_str()) {
        let drawn = run(&["show", game, "--png", &board]);
        assert_eq!(drawn.code, 0, "{game}: {}", drawn.stderr);
    }
    std::fs::remove_dir_all(folder).unwrap();
}
