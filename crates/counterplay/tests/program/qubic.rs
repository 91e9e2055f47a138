//! Qubic: the certificate that the program comes with, and play by it.

use crate::common::run;
use counterplay::{AnyPosition, Level, Request, TurnWord};
use counterplay_core::{Random, Seeded};

const CERTIFICATE: &str = include_str!("../../../games/qubic/src/certificate.txt");

fn start() -> Box<dyn AnyPosition> {
    counterplay::games::catalog().game("qubic", &[]).unwrap().start()
}

/// Whoever plays the second side: given the position and what is legal.
type Opponent = fn(&dyn AnyPosition, &mut Seeded) -> String;

fn random(position: &dyn AnyPosition, random: &mut Seeded) -> String {
    let actions = position.actions();
    actions[random.index(actions.len()).unwrap()].word.clone()
}

/// Completes a line, or keeps the other from completing one, if it can; else anything.
fn blocker(position: &dyn AnyPosition, random: &mut Seeded) -> String {
    let actions = position.actions();
    let ends = |word: &str, passed: Option<&str>| {
        let mut next = position.copy();
        // What the first player would do next is seen after any other reply.
        passed.into_iter().for_each(|other| next.play(other).unwrap());
        next.play(word).is_ok() && next.turn() == TurnWord::Over
    };
    let wins = actions.iter().find(|action| ends(&action.word, None));
    let blocks = || {
        let elsewhere = |word: &str| actions.iter().find(|other| other.word != word).map(|other| other.word.clone());
        actions.iter().find(|action| ends(&action.word, elsewhere(&action.word).as_deref()))
    };
    let chosen = wins.or_else(blocks).map(|action| action.word.clone());
    chosen.unwrap_or_else(|| self::random(position, random))
}

/// The strongest level.
fn strongest(position: &dyn AnyPosition, random: &mut Seeded) -> String {
    let chosen = Level::HIGHEST.choose(position, random.bits(), &Request::default()).unwrap();
    chosen.unwrap().word
}

/// Plays the first side by the certificate; says how many of so many games it won.
fn won(games: u64, opponent: Opponent) -> u64 {
    let mut wins = 0;
    let (start, request) = (start(), Request { memory: 1 << 20, ..Request::default() });
    for seed in 0..games {
        let (mut position, mut random) = (start.copy(), Seeded::new(seed));
        while position.turn() != TurnWord::Over {
            let word = if position.plies() % 2 == 0 {
                position.best(&request, &mut |_| {}).unwrap().action.unwrap()
            } else {
                opponent(position.as_ref(), &mut random)
            };
            position.play(&word).unwrap();
        }
        wins += u64::from(position.result(counterplay_core::Seat::FIRST) == Some(1.0));
    }
    wins
}

#[test]
fn the_first_player_wins_every_game() {
    assert_eq!((won(30, random), won(10, blocker)), (30, 10));
}

/// The whole numbers: `cargo xtask long`.
#[test]
#[ignore = "takes minutes"]
fn the_first_player_wins_thousands_of_games() {
    assert_eq!((won(10_000, random), won(1_000, blocker), won(200, strongest)), (10_000, 1_000, 200));
}

#[test]
fn a_move_is_there_at_once_and_proven() {
    let report = start().best(&Request::default(), &mut |_| {}).unwrap();
    assert_eq!((report.value.score, report.value.outcome.map(|outcome| outcome.as_str())), (1.0, Some("win")));
    assert!(report.statistics.nodes < 1000, "{}", report.statistics.nodes);
    // The second player is lost, knows it, and chooses among all replies.
    let mut position = start();
    position.play(&report.action.unwrap()).unwrap();
    let report = position.best(&Request::default(), &mut |_| {}).unwrap();
    assert_eq!(report.value.outcome.map(|outcome| outcome.as_str()), Some("loss"));
    assert!(report.statistics.nodes < 1000, "{}", report.statistics.nodes);
}

#[test]
fn the_certificate_is_within_its_bounds_and_passes() {
    let entries = CERTIFICATE.lines().filter(|line| !line.starts_with('#')).count();
    assert!(entries < 6_000 && CERTIFICATE.len() < 120_000, "{entries}");
    let game = counterplay::games::catalog().game("qubic", &[]).unwrap();
    let checked = game.verify(CERTIFICATE, &mut |_, _| true).unwrap().unwrap();
    assert_eq!(checked.entries, entries);
}

/// What a certificate with one thing changed gets: the line in which it fails.
#[test]
fn a_changed_certificate_fails_and_the_line_is_named() {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("counterplay-certificate-{}", std::process::id()));
    let path = path.to_str().unwrap();
    let lines: Vec<&str> = CERTIFICATE.lines().collect();
    let check = |lines: &[&str]| {
        std::fs::write(path, lines.join("\n")).unwrap();
        run(&["verify", "qubic", path])
    };
    // An answer altered: the second entry plays somewhere else.
    let mut altered = lines.clone();
    let other = format!("{}B", &lines[2][..lines[2].len() - 1]);
    altered[2] = &other;
    let failed = check(&altered);
    assert!(failed.code == 1 && failed.stdout.contains("line 3: after X 1a2"), "{}{}", failed.stdout, failed.stderr);
    // A reply removed: whoever leads there is named, which stands above.
    let mut removed = lines.clone();
    removed.remove(2);
    let failed = check(&removed);
    assert!(
        failed.code == 1 && failed.stdout.contains("line 2: after X 1a1 and O"),
        "{}{}",
        failed.stdout,
        failed.stderr
    );
    // A letter that is none.
    let mut garbled = lines;
    garbled[1] = "!";
    let failed = check(&garbled);
    assert!(failed.code == 1 && failed.stdout.contains("line 2: '!' is no cell"), "{}{}", failed.stdout, failed.stderr);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn smaller_cubes_are_solved_saved_and_verified() {
    let path = std::env::temp_dir().join(format!("counterplay-cube-{}", std::process::id()));
    let path = path.to_str().unwrap();
    for threads in ["1", "2"] {
        let solved = run(&["solve", "qubic", "--size", "3", "--threads", threads, "--save", path, "--json"]);
        assert_eq!((solved.code, solved.json()["value"]["outcome"].as_str()), (0, Some("win")), "{}", solved.stderr);
        assert_eq!(solved.json()["action"].as_str(), Some("2b2"));
        assert_eq!(run(&["verify", "qubic", path, "--size", "3"]).code, 0);
    }
    // The certificate names its rules; whoever names others is told.
    let named = run(&["verify", "qubic", path]);
    assert!(named.code == 0 && named.stdout.starts_with("valid"), "{}{}", named.stdout, named.stderr);
    for (arguments, told) in [
        (
            &["verify", "qubic", path, "--size", "4"][..],
            "a certificate of qubic --size 3, and what was asked for is qubic --size 4",
        ),
        (&["verify", "tictactoe", path], "a certificate of qubic --size 3, and what was asked for is tictactoe"),
    ] {
        let refused = run(arguments);
        assert!(refused.code == 3 && refused.stderr.contains(told), "{}: {}", refused.code, refused.stderr);
    }
    std::fs::remove_file(path).unwrap();
    // A lost position has no win of the side to move to write down, and other games have no certificates.
    assert_eq!(run(&["solve", "tictactoe", "--save", path]).code, 1);
    assert_eq!(run(&["verify", "tictactoe", "Cargo.toml"]).code, 1);
    assert_eq!(run(&["verify", "qubic", "no such file"]).code, 3);
}

/// A position whose proof takes a second or two.
const SOON: [&str; 4] = ["solve", "qubic", "--moves", "1a1 1a2"];

#[test]
fn a_proof_that_was_killed_goes_on_from_its_checkpoint() {
    use std::process::{Command, Stdio};
    let path = std::env::temp_dir().join(format!("counterplay-proof-{}", std::process::id()));
    let text = path.to_str().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(SOON)
        .args(["--checkpoint", text])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !path.exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // On Unix this is SIGKILL: nothing can be tidied up.
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = run(&[&SOON[..], &["--json"]].concat());
    let resumed = run(&[&SOON[..], &["--checkpoint", text, "--resume", "--json"]].concat());
    assert_eq!((whole.code, resumed.code), (0, 0), "{}{}", whole.stderr, resumed.stderr);
    let (whole, resumed) = (whole.json(), resumed.json());
    assert_eq!((&whole["value"], whole["value"]["outcome"].as_str()), (&resumed["value"], Some("win")));
    assert!(resumed["note"].as_str().unwrap().contains("went on from a checkpoint with"), "{resumed}");
    assert!(resumed["nodes"].as_u64() < whole["nodes"].as_u64(), "{resumed}");
    // Once it is done, there is nothing left to do, on however many threads.
    let again = run(&[&SOON[..], &["--checkpoint", text, "--resume", "--json", "--threads", "2"]].concat()).json();
    assert_eq!((&again["value"], &again["action"]), (&resumed["value"], &resumed["action"]));
    assert!(again["nodes"].as_u64() < Some(10), "{again}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_checkpoint_that_is_foreign_newer_damaged_or_of_something_else_is_refused() {
    let path = std::env::temp_dir().join(format!("counterplay-proof-refused-{}", std::process::id()));
    let text = path.to_str().unwrap();
    let small = ["solve", "qubic", "--size", "3"];
    let refused = |game: &[&str], more: &[&str], code: i32, reason: &str| {
        let refused = run(&[game, &["--checkpoint", text], more].concat());
        assert!(refused.code == code && refused.stderr.contains(reason), "{} {}", refused.code, refused.stderr);
    };
    assert_eq!(run(&[&small[..], &["--resume"]].concat()).code, 2);
    refused(&small, &["--resume"], 3, "cannot be read");
    assert_eq!(run(&[&small[..], &["--checkpoint", text]].concat()).code, 0);
    refused(&small, &[], 2, "go on from it with --resume");
    refused(&["solve", "qubic"], &["--resume"], 3, "it is of the proof of qubic from -");
    let whole = std::fs::read(&path).unwrap();
    let (middle, mut newer, mut flipped) = (whole.len() / 2, whole.clone(), whole.clone());
    newer[8] += 1;
    flipped[middle] ^= 1;
    let cut = format!("it is cut off at byte {middle} of {}", whole.len());
    for (file, reason) in [
        (&b"something else"[..], "it is not a proof checkpoint file"),
        (&newer, "it is of version 2, and this program reads version 1"),
        (&flipped, "it is damaged: the checksum does not fit"),
        (&whole[..middle], &cut),
    ] {
        std::fs::write(&path, file).unwrap();
        refused(&small, &["--resume"], 3, reason);
    }
    std::fs::remove_file(&path).unwrap();
    refused(&["solve", "tictactoe"], &[], 1, "is not solved by proof numbers");
    assert!(!path.exists());
}
