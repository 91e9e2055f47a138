//! Endgame tables of chess, as a user has them built and asks them.

use std::path::PathBuf;

use serde_json::Value;

use crate::common::run;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("chess-tables-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Builds the tables of three pieces with distances.
fn built(name: &str) -> String {
    let place = folder(name).to_str().unwrap().to_owned();
    let built = run(&["tables", "build", "chess", "--pieces", "3", "--distances", "--dir", &place]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    place
}

/// Counts over the whole board, of the side to move: as retrograde analysis without symmetries has them.
#[test]
fn three_pieces_are_counted_as_published() {
    let dir = built("counts");
    let stats = run(&["tables", "stats", "chess", "--dir", &dir, "--json"]).json();
    assert_eq!(stats["pieces"], 3);
    let slices = stats["slices"].as_array().unwrap();
    for (name, counts) in [
        ("KQ v K", [144_508, 0, 0]),
        ("K v KQ", [0, 23_048, 200_896]),
        ("KR v K", [175_168, 0, 0]),
        ("K v KR", [0, 22_244, 201_700]),
        ("KP v K", [124_960, 38_368, 0]),
        ("K v KP", [0, 70_420, 97_604]),
        ("K v K", [0, 3612, 0]),
    ] {
        let slice = slices.iter().find(|slice| slice["name"] == name).unwrap();
        assert_eq!(["win", "draw", "loss"].map(|key| slice[key].as_u64().unwrap()), counts, "{name}");
    }
    let verified = run(&["tables", "verify", "chess", "--dir", &dir, "--full", "--json"]);
    assert_eq!((verified.code, &verified.json()["right"]), (0, &Value::Bool(true)), "{}", verified.stdout);
}

/// The longest mates of each table, for the side that mates and for the other.
#[test]
fn the_longest_mates_are_told_and_shown() {
    let dir = built("mates");
    for (position, outcome, plies) in [
        ("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", "win", 19),
        ("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1", "loss", 20),
        ("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "win", 31),
        ("8/8/8/8/8/8/1Rk5/K7 b - - 0 1", "loss", 32),
        ("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", "win", 55),
        ("8/8/8/k7/8/K7/6P1/8 b - - 0 1", "loss", 56),
        // The first with the colours exchanged.
        ("k7/1q6/8/8/5K2/8/8/8 b - - 0 1", "win", 19),
    ] {
        let probed = run(&["tables", "probe", "chess", "--dir", &dir, "-p", position, "--json"]).json();
        assert_eq!((&probed["outcome"], &probed["plies"]), (&outcome.into(), &plies.into()), "{position}");
        let solved = run(&["solve", "chess", "--tables", &dir, "-p", position, "--json"]).json();
        let value = &solved["value"];
        assert_eq!((&value["proof"], &value["plies"]), (&"exact".into(), &plies.into()), "{position}: {value}");
        assert_eq!(solved["line"].as_array().map(Vec::len), Some(plies), "{position}");
    }
}

/// Tables know nothing of the plies that were played without progress: a mate in ten moves may come too late.
#[test]
fn the_fifty_moves_are_stronger_than_the_tables() {
    let dir = built("fifty");
    for (idle, proof) in [(0, "exact"), (81, "exact"), (82, "estimate")] {
        let position = format!("8/8/8/5k2/8/8/1Q6/K7 w - - {idle} 60");
        for verb in ["solve", "move"] {
            let value = &run(&[verb, "chess", "--tables", &dir, "-p", &position, "--json"]).json()["value"];
            assert_eq!(value["proof"], proof, "{verb} after {idle} plies: {value}");
            let plies = if proof == "exact" { Value::from(19) } else { Value::Null };
            assert_eq!(value["plies"], plies, "{verb} after {idle} plies: {value}");
        }
    }
}

/// Who may still castle is not in the tables, but every move leads there; five pieces are too many.
#[test]
fn what_the_tables_do_not_hold_is_said() {
    let dir = built("beyond");
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let probed = run(&["tables", "probe", "chess", "--dir", &dir, "-p", castle, "--json"]);
    let json = probed.json();
    assert_eq!((probed.code, &json["outcome"]), (1, &Value::Null));
    assert!(json["actions"].as_array().unwrap().iter().all(|action| action["outcome"] == "win"), "{json}");
    let solved = run(&["solve", "chess", "--tables", &dir, "-p", castle, "--json"]).json();
    assert_eq!((&solved["value"]["outcome"], &solved["value"]["proof"]), (&"win".into(), &"exact".into()));
    let refused = run(&["tables", "build", "chess", "--pieces", "5", "--dir", &dir]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("from 2 to 4"), "{}", refused.stderr);
}
