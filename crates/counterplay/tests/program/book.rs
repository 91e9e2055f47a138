//! Opening books, as a user makes and uses them.

use std::path::PathBuf;

use crate::common::{Answer, run};
use serde_json::{Value, json};

/// Four games of checkers, the third of which is broken. The first two meet after three plies.
const GAMES: &str = "\
[Event \"one\"]\n[Result \"1-0\"]\n1. 9-13 24-20 2. 10-14 28-24 1-0\n\n\
[Event \"two\"]\n[Result \"0-1\"]\n1. 10-14 24-20 2. 9-13 28-24 0-1\n\n\
[Event \"three\"]\n[Result \"1-0\"]\n1. 9-13 24-20 2. 9-14 28-24 1-0\n\n\
[Event \"four\"]\n[Result \"1/2-1/2\"]\n1. 9-13 24-20 2. 10-14 22-18 1/2-1/2\n";

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("book-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Builds the book of [`GAMES`] in a folder of its own: the folder, the book, and what was said.
fn built(name: &str, more: &[&str]) -> (PathBuf, String, Answer) {
    let folder = folder(name);
    let [games, book] = ["games.pdn", "checkers.book"].map(|name| folder.join(name).display().to_string());
    std::fs::write(&games, GAMES).unwrap();
    let answer = run(&[&["book", "build", "checkers", &games, "--out", &book], more].concat());
    (folder, book, answer)
}

fn counted(action: &str, [games, wins, draws, losses]: [u64; 4]) -> Value {
    json!({"action": action, "games": games, "wins": wins, "draws": draws, "losses": losses})
}

#[test]
fn a_book_counts_the_games_of_a_file_and_leaves_a_broken_one_out() {
    let (_, book, answer) = built("counts", &["--least", "1", "--json"]);
    let built = answer.json();
    assert_eq!((answer.code, &built["games"], &built["positions"]), (3, &json!(3), &json!(6)), "{}", answer.stderr);
    let left_out = &built["left_out"][0];
    assert_eq!((&left_out["game"], &left_out["line"], &left_out["column"]), (&json!(3), &json!(11), &json!(18)));
    assert!(answer.stderr.contains("line 11, column 18: game 3 is left out: "), "{}", answer.stderr);
    let moves =
        |line: &str| run(&["book", "show", "checkers", &book, "--moves", line, "--json"]).json()["moves"].take();
    assert_eq!(moves(""), json!([counted("9-13", [2, 1, 1, 0]), counted("10-14", [1, 0, 0, 1])]));
    // The second side's wins are the first side's losses, and both orders have come to the same position.
    let met = json!([counted("28-24", [2, 1, 0, 1]), counted("22-18", [1, 0, 1, 0])]);
    assert_eq!((moves("9-13 24-20 10-14"), moves("10-14 24-20 9-13")), (met.clone(), met));
    let shown = run(&["book", "show", "checkers", &book]);
    assert!(shown.stdout.contains("9-13          2   66.7 %        1        1        0   75.0 %"), "{}", shown.stdout);
    let nothing = run(&["book", "show", "checkers", &book, "--moves", "11-15"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (1, "the book has no move here\n"));
    let stats = run(&["book", "stats", "checkers", &book, "--json"]).json();
    assert_eq!((&stats["games"], &stats["moves"], &stats["plies"]), (&json!(3), &json!(8), &json!(30)));
}

#[test]
fn the_same_games_give_the_same_bytes_and_rare_or_late_moves_can_be_left_out() {
    let (_, one, _) = built("bytes-one", &["--plies", "3"]);
    let (_, two, _) = built("bytes-two", &["--plies", "3"]);
    assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&two).unwrap());
    let stats = run(&["book", "stats", "checkers", &one, "--json"]).json();
    assert_eq!((&stats["positions"], &stats["moves"]), (&json!(3), &json!(3)));
}

#[test]
fn a_book_is_made_from_records_of_ours_too() {
    let folder = folder("records");
    let [games, book] = ["games.txt", "chess.book"].map(|name| folder.join(name).display().to_string());
    let record = |moves: &str| format!("[Game \"chess\"]\n\n{moves} *\n\n");
    std::fs::write(&games, record("1. e2e4 e7e5 2. g1f3 b8c6") + &record("1. g1f3 e7e5 2. e2e4 d7d6")).unwrap();
    let answer = run(&["book", "build", "chess", &games, "--least", "1", "--out", &book]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    // A FEN counts moves, and a book does not.
    let position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 7 9";
    let shown = run(&["book", "show", "chess", &book, "-p", position, "--json"]).json();
    assert_eq!(shown["moves"], json!([counted("b8c6", [1, 0, 0, 0]), counted("d7d6", [1, 0, 0, 0])]));
    let other = run(&["book", "show", "chess", &book, "--start", "5"]);
    assert!(other.code == 3 && other.stderr.contains("a book for --start 518"), "{}", other.stderr);
}

#[test]
fn a_book_of_chess_is_made_from_pgn() {
    let folder = folder("pgn");
    let [games, book] = ["games.pgn", "chess.book"].map(|name| folder.join(name).display().to_string());
    let game = |number: usize| {
        let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
        // The queen cannot jump.
        let line = if number == 500 { "1. e4 e5 2. Qh6" } else { "1. e4 e5 (1... c5) 2. Nf3 {usual} Nc6 3. Bb5 $1" };
        format!("[Event \"{number}\"]\n[Result \"{result}\"]\n\n{line} {result}\n\n")
    };
    std::fs::write(&games, (1..=1000).map(game).collect::<String>()).unwrap();
    let answer = run(&["book", "build", "chess", &games, "--out", &book, "--json"]);
    let built = answer.json();
    assert_eq!((answer.code, &built["games"], &built["moves"]), (3, &json!(999), &json!(5)), "{}", answer.stderr);
    let left_out = built["left_out"].as_array().unwrap();
    assert_eq!((left_out.len(), &left_out[0]["game"], &left_out[0]["line"]), (1, &json!(500), &json!(499 * 5 + 4)));
    let shown = run(&["book", "show", "chess", &book, "--moves", "e4 e5", "--json"]).json();
    // Of 1 to 1000 there are 333 that leave no rest, 334 that leave 1, and 333 that leave 2, 500 among them.
    assert_eq!(shown["moves"], json!([counted("g1f3", [999, 333, 332, 334])]));
}

#[test]
fn what_is_no_book_is_refused_with_the_reason() {
    let (folder, book, _) = built("faults", &[]);
    let refused = |arguments: &[&str], code: i32, why: &str| {
        let answer = run(arguments);
        assert!(answer.code == code && answer.stderr.contains(why), "{arguments:?}: {}", answer.stderr);
    };
    let games = folder.join("games.pdn").display().to_string();
    let bytes = std::fs::read(&book).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let mut flipped = bytes.clone();
    flipped[40] ^= 1;
    refused(&["book", "show", "checkers", &file("flipped", &flipped)], 3, "the checksum does not fit");
    refused(&["play", "checkers", "--book", &file("cut", &bytes[..50])], 3, "it is cut off at byte 50 of");
    refused(&["book", "stats", "checkers", &games], 3, "it is not a book file");
    refused(&["match", "chess", "random", "random", "--book", &book], 3, "it is a book of checkers, not of chess");
    refused(&["match", "checkers", "cmd:a", "cmd:b", "--book", &book], 2, "both of these are programs");
    refused(&["book", "show", "checkers", &file("none", b"")], 3, "it is not a book file");
    let out = folder.join("new.book").display().to_string();
    refused(&["book", "build", "draughts", &games, "--out", &out], 2, "invalid value 'draughts'");
    refused(&["book", "build", "checkers", "--out", &out], 2, "<FILE>");
    refused(&["book", "build", "kuhn", &games, "--out", &out], 2, "it has secrets");
    refused(&["book", "build", "checkers", &games, &file("empty", b" "), "--out", &out], 3, "there is nothing in it");
    refused(&["book", "build", "checkers", &games, "--plies", "0", "--out", &out], 2, "from 1 to 10000");
    assert!(!folder.join("new.book").exists() && !folder.join("new.book.part").exists());
}

#[test]
fn the_machine_plays_from_the_book_and_says_so() {
    let (_, book, _) = built("play", &[]);
    let play = |seed: &str| {
        let players = ["--first", "machine", "--second", "machine", "--level", "1", "--seed", seed];
        let said = run(&[&["play", "checkers", "--book", &book], &players[..]].concat()).stdout;
        said.lines().filter(|line| line.contains("(machine)")).map(str::to_owned).collect::<Vec<_>>()
    };
    let lines = play("1");
    let from_book = ["9-13", "24-20", "10-14", "28-24"].iter().zip(["Black", "White"].iter().cycle());
    for ((word, side), line) in from_book.zip(&lines) {
        assert_eq!(*line, format!("{side} (machine): {word}, from the book (games: 2)"));
    }
    assert!(lines[4..].iter().all(|line| !line.contains("book")), "{lines:?}");
    assert_eq!(lines, play("1"));
}

#[test]
fn players_of_a_match_take_moves_from_the_book_and_the_log_tells() {
    let (folder, book, _) = built("match", &["--least", "1"]);
    let log = folder.join("log.jsonl").display().to_string();
    let play = |games: &str| {
        let players = ["match", "checkers", "level:1", "random", "--longest", "20", "--seed", "3", "--json"];
        let answer = run(&[&players[..], &["--games", games, "--log", &log, "--book", &book]].concat());
        assert_eq!(answer.code, 0, "{}", answer.stderr);
        answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    play("4");
    // The log goes on, and what is in it is held to the rules first.
    let lines = play("12");
    let (score, games) = lines.split_last().unwrap();
    let opening = |game: &Value| game["actions"].as_array().unwrap()[..4].to_vec();
    for pair in games.chunks(2) {
        assert_eq!((&pair[0]["book"], &pair[1]["book"]), (&json!([2, 2]), &json!([2, 2])), "{}", pair[0]);
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
    }
    assert_eq!((games.len(), &score["book"]), (12, &json!([24, 24])));
    let distinct: std::collections::HashSet<String> =
        games.iter().map(|game| json!(opening(game)).to_string()).collect();
    assert!(distinct.len() > 1, "{distinct:?}");
    let replay = |more: &[&str]| run(&[&["match", "--replay", &log, "--game", "5"], more].concat());
    let again = replay(&["--book", &book]);
    assert!(again.code == 0 && again.stdout.contains("it comes out the same"), "{}{}", again.stdout, again.stderr);
    assert!(replay(&[]).stderr.contains("the match was played with a book: name it with --book"));
    let (_, other, _) = built("match-other", &["--least", "2"]);
    assert!(replay(&["--book", &other]).stderr.contains("with another book"));
}
