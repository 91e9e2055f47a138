//! `counterplay match`, as a user runs it.

#![cfg(unix)]

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Answer, run};
use serde_json::{Value, json};

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("counterplay-match-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn write(&self, name: &str, content: &str) -> String {
        std::fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn play(arguments: &[&str]) -> Answer {
    let answer = run(&[&["match"], arguments].concat());
    assert!(answer.code <= 1, "{}: {}", answer.code, answer.stderr);
    answer
}

/// What was printed, but for the times.
fn without_times(answer: &Answer) -> Vec<Value> {
    let strip = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        for time in ["ms", "ms_per_move"] {
            value.as_object_mut().unwrap().shift_remove(time);
        }
        value
    };
    answer.stdout.lines().map(strip).collect()
}

/// The example of the tasks: a class enters bots, some of which are bad.
#[test]
fn a_class_enters_its_bots() {
    let folder = Folder::new("class");
    let bot = |name: &str, answer: &str| {
        let source = format!(
            "import sys\n\
             for line in sys.stdin:\n\
             \x20   word, *rest = line.split()\n\
             \x20   if word == 'move':\n\
             \x20       {answer}\n"
        );
        format!("python3 {}", folder.write(name, &source))
    };
    let good = bot("good.py", "print(rest[0], flush=True)");
    let cheat = bot("cheat.py", "print('9' if word == 'move' and len(rest) else '', flush=True)");
    let answer = play(&["connect4", &good, "level:1", "--games", "4", "--json"]);
    let lines = without_times(&answer);
    assert_eq!((answer.code, lines.len()), (0, 5));
    for (number, game) in (1..).zip(&lines[..4]) {
        assert_eq!(
            (&game["game"], &game["pair"], &game["reason"]),
            (&json!(number), &json!((number + 1) / 2), &json!("rules"))
        );
        assert_eq!(game["first"], if number % 2 == 1 { "a" } else { "b" });
        assert_eq!(game["opening"], lines[((number - 1) / 2 * 2) as usize]["opening"]);
    }
    let score = &lines[4];
    assert_eq!((&score["final"], &score["games"], &score["crashes"]), (&json!(true), &json!(4), &json!([0, 0])));
    assert_eq!(score["match"]["a"], format!("cmd:{good}"));

    let answer = play(&["connect4", "level:1", &cheat, "--games", "2"]);
    assert!(answer.stdout.contains("a won 2, drew 0 and lost 0 of 2: 100.0 %"), "{}", answer.stdout);
    assert!(answer.stdout.contains("faults   b: 2 illegal moves"), "{}", answer.stdout);
    assert!(answer.stderr.contains("game 1: b loses (illegal): it said \"9\""), "{}", answer.stderr);
}

#[test]
fn every_game_has_matches_and_jobs_change_nothing() {
    for game in ["tictactoe", "qubic", "connect4", "othello", "pig", "hog", "kuhn", "leduc", "battleships"] {
        let arguments = [game, "level:2", "nodes:50", "--games", "6", "--seed", "3", "--json"];
        let one = without_times(&play(&arguments));
        assert_eq!(one, without_times(&play(&[&arguments[..], &["--jobs", "3"]].concat())), "{game}");
        assert_eq!(one.last().unwrap()["games"], 6);
        let seed = |number: usize| one[number - 1]["seed"].clone();
        assert!(seed(1) == seed(2) && seed(2) != seed(3), "{game}");
        if ["pig", "kuhn", "leduc"].contains(&game) {
            assert_eq!(one[0]["actions"][usize::from(game == "pig")], one[1]["actions"][usize::from(game == "pig")]);
        }
    }
}

/// The right sign, from both sides.
#[test]
fn the_test_decides_between_levels() {
    for (a, b, accepted) in [("level:6", "level:5", "elo1"), ("level:5", "level:6", "elo0")] {
        let answer = play(&["tictactoe", a, b, "--sprt", "0,50", "--json"]);
        let score = answer.json();
        assert_eq!((answer.code, &score["sprt"]["accepted"]), (0, &json!(accepted)), "{score}");
        let (ratio, games) = (score["sprt"]["ratio"].as_f64().unwrap(), score["games"].as_u64().unwrap());
        assert_eq!(ratio > 0.0, accepted == "elo1");
        assert!(ratio.abs() > 2.94 && games < 100_000);
        // The difference that was measured says the same.
        assert_eq!(score["elo"]["difference"].as_f64().unwrap() > 0.0, accepted == "elo1");
    }
    let open = play(&["tictactoe", "random", "random", "--games", "4", "--sprt", "0,20"]);
    assert!(open.code == 1 && open.stdout.contains("sprt     not decided"), "{}", open.stdout);
}

/// The match is killed several times without a warning, goes on from its log, and comes to the same end.
#[test]
fn a_match_that_is_killed_goes_on() {
    let folder = Folder::new("killed");
    let log = folder.path("match.jsonl");
    let arguments = [
        "connect4", "level:5", "level:6", "--width", "6", "--height", "5", "--games", "60", "--sprt", "0,50", "--json",
    ];
    let whole = play(&arguments);
    let with_log = [&["match"], &arguments[..], &["--jobs", "2", "--log", &log]].concat();
    let mut before = 0;
    for more in [0, 1, 4, 2, 3, 1] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
            .args(&with_log)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let games = || std::fs::read_to_string(&log).unwrap_or_default().matches("\n{\"game\":").count();
        let start = Instant::now();
        while games() < before + more && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(games() >= before + more, "games were lost: {before} and {more} more are {}", games());
        before = games();
        // What the system may leave of a line that was being written.
        if more == 4 {
            let text = std::fs::read_to_string(&log).unwrap();
            std::fs::write(&log, format!("{text}{{\"game\":7,\"pa")).unwrap();
        }
    }
    assert!(before > 0, "nothing was played before the kills");
    let counted = whole.json()["games"].as_u64().unwrap();
    assert!((before as u64) < counted, "the kills came too late: {before} of {counted}");
    let resumed = run(&with_log);
    assert!(resumed.stderr.contains("games are in"), "{}", resumed.stderr);
    assert_eq!(without_times(&resumed), without_times(&whole));
    assert_eq!(resumed.code, whole.code);
    // From the log alone it is the same once more, times and all.
    assert_eq!(run(&with_log).stdout, resumed.stdout);
    // Half a pair is completed, and not counted before.
    let text = std::fs::read_to_string(&log).unwrap();
    let half: Vec<&str> = text.lines().filter(|line| !line.starts_with("{\"game\":2,")).collect();
    std::fs::write(&log, half.join("\n") + "\n").unwrap();
    assert_eq!(without_times(&run(&with_log)), without_times(&whole));

    let other = run(&["match", "connect4", "level:5", "level:6", "--seed", "2", "--log", &log]);
    assert_eq!(other.code, 3);
    for told in ["seed was 1, and is 2", "options was {\"width\":6,\"height\":5}"] {
        assert!(other.stderr.contains(told), "{}", other.stderr);
    }
}

/// A log that says what the rules do not say is refused, with its name and the line, and left as it is.
#[test]
fn a_damaged_log_is_refused_with_the_line() {
    let folder = Folder::new("damaged");
    let log = folder.path("match.jsonl");
    let arguments = ["match", "tictactoe", "random", "level:2", "--games", "4", "--log", &log];
    let whole = run(&arguments);
    assert_eq!((whole.code, run(&arguments).stdout), (0, whole.stdout));
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let place = (1..5).find(|&place| lines[place].contains("\"winner\":\"b\"")).expect("level 2 wins a game");
    let damage = |from: &str, to: &str| {
        let damaged = lines[place].replacen(from, to, 1);
        assert_ne!(damaged, lines[place], "{from}");
        let all = text.replace(lines[place], &damaged);
        std::fs::write(&log, &all).unwrap();
        let refused = run(&arguments);
        let told = format!("line {} of {log} is damaged: ", place + 1);
        assert!(refused.code == 3 && refused.stderr.contains(&told), "{from}: {} {}", refused.code, refused.stderr);
        assert_eq!(std::fs::read_to_string(&log).unwrap(), all);
        refused.stderr
    };
    let told = damage("\"winner\":\"b\"", "\"winner\":\"a\"");
    assert!(told.contains("the field \"winner\" says \"a\", and the replay gives \"b\""), "{told}");
    assert!(damage("\"points\":-1.0", "\"points\":1.0").contains("\"points\" says 1.0"), "{told}");
    assert!(damage("\"actions\":[\"", "\"actions\":[\"z").contains("is not legal there"), "{told}");
    assert!(damage("\"ms\":[", "\"ms\":[1").contains("\"sum\""), "{told}");
    // What a crash leaves of the last line is dropped with a note, as before.
    std::fs::write(&log, &text[..text.len() - 9]).unwrap();
    let resumed = run(&arguments);
    assert!(resumed.code == 0 && resumed.stderr.contains("is not whole, and was dropped"), "{}", resumed.stderr);
}

#[test]
fn a_game_is_played_again_from_its_log() {
    let folder = Folder::new("replay");
    let log = folder.path("match.jsonl");
    for (game, a, b) in
        [("othello", "nodes:300", "level:3"), ("pig", "level:2", "random"), ("tictactoe", "time:1ms", "random")]
    {
        let _ = std::fs::remove_file(&log);
        play(&[game, a, b, "--games", "4", "--log", &log]);
        for number in ["1", "4"] {
            let again = run(&["match", "--replay", &log, "--game", number, "--json"]);
            assert_eq!((again.code, &again.json()["same"]), (0, &json!(true)), "{game}: {}", again.stdout);
        }
    }
    let text = std::fs::read_to_string(&log).unwrap();
    let mut game: Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    assert!(play(&["--replay", &log, "--game", "1"]).stdout.contains("note     a (time:1ms) is not repeatable"));
    game["actions"].as_array_mut().unwrap().pop();
    std::fs::write(&log, format!("{}\n{game}\n", text.lines().next().unwrap())).unwrap();
    let again = run(&["match", "--replay", &log, "--game", "1"]);
    assert!(again.code == 1 && again.stdout.contains("it comes out otherwise: at ply "), "{}", again.stdout);
    let missing = run(&["match", "--replay", &log, "--game", "2"]);
    assert!(missing.code == 3 && missing.stderr.contains("has no game 2"), "{}", missing.stderr);
    std::fs::write(&log, "{\"format\":\"other\"}\n").unwrap();
    assert_eq!(run(&["match", "--replay", &log, "--game", "1"]).code, 3);
}

#[test]
fn ctrl_c_gives_the_score_so_far_and_leaves_nobody_behind() {
    let folder = Folder::new("signal");
    let pid = folder.path("pid");
    let source = format!(
        "import os, sys, time\n\
         open({pid:?}, 'w').write(str(os.getpid()))\n\
         for line in sys.stdin:\n\
         \x20   if line.startswith('move'):\n\
         \x20       time.sleep(1000)\n"
    );
    let bot = format!("python3 {}", folder.write("bot.py", &source));
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(["match", "tictactoe", "random", &bot, "--time", "10m", "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while std::fs::read_to_string(&pid).unwrap_or_default().is_empty() && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut stdout = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut stdout).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let score: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
    assert_eq!((&score["games"], &score["stopped"], &score["elo"]), (&json!(0), &json!(true), &Value::Null));
    let number = std::fs::read_to_string(&pid).unwrap();
    // It is killed before the program ends, and gone a moment later.
    let is_gone =
        || std::fs::read_to_string(format!("/proc/{number}/stat")).map_or(true, |state| state.contains(") Z"));
    let mut looks = (0..200).inspect(|_| std::thread::sleep(Duration::from_millis(10)));
    assert!(looks.any(|_| is_gone()), "{number} is still there");
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new("openings");
    let file = folder.write("openings", "# lines and positions\nb2 a1\n\nXO-------\n");
    let answer = play(&["tictactoe", "random", "random", "--games", "6", "--openings", &file, "--json"]);
    let lines = without_times(&answer);
    let openings: Vec<&Value> = lines[..6].iter().map(|game| &game["opening"]).collect();
    let (moves, position) =
        (json!({"position": null, "moves": ["b2", "a1"]}), json!({"position": "XO-------", "moves": []}));
    assert_eq!(openings, [&moves, &moves, &position, &position, &moves, &moves]);
    for (content, told) in
        [("b2\nXO--?----\n", "line 2, column 5"), ("XXXOO----\n", "is over"), ("# none\n", "no opening")]
    {
        let answer = run(&["match", "tictactoe", "random", "random", "--openings", &folder.write("bad", content)]);
        assert!(answer.code == 3 && answer.stderr.contains(told), "{}: {}", answer.code, answer.stderr);
    }
}

#[test]
fn wrong_usage_says_what_there_is() {
    for (arguments, told) in [
        (&["connect4", "levl:4", "random"][..], "a player is level:1 to level:10"),
        (&["connect4", "level:11", "random"], "from 1 to 10"),
        (&["connect4", "random"], "<B>"),
        (&["connect4", "random", "random", "--games", "3"], "each opening is played twice"),
        (&["connect4", "random", "random", "--sprt", "20,0"], "the lower one first"),
        (&["connect4", "random", "random", "--size", "3"], "no option --size"),
        (&["kuhn", "random", "gtp:gnugo"], "GTP has no words for dice and secrets"),
        (&["nogame", "random", "random"], "nogame"),
    ] {
        let answer = run(&[&["match"], arguments].concat());
        assert!(answer.code == 2 && answer.stderr.contains(told), "{arguments:?}: {} {}", answer.code, answer.stderr);
    }
    let missing = run(&["match", "connect4", "--json"]);
    let message = "the following required arguments were not provided: <A>, <B>";
    assert_eq!((missing.code, &missing.json()["error"]["message"]), (2, &json!(message)));
    let long = play(&["pig", "random", "random", "--games", "2", "--longest", "5"]);
    assert!(long.stdout.contains("2 of the draws took more than 5 plies"), "{}", long.stdout);
}

/// Where one side alone can win, a full board is a draw.
#[test]
fn a_full_board_is_nobody_s() {
    let answer = play(&["connect4", "--width", "7", "--height", "1", "level:1", "level:1", "--games", "4", "--json"]);
    let lines = without_times(&answer);
    let last = lines.last().unwrap();
    assert_eq!((&last["wins"], &last["draws"], &last["losses"]), (&json!(0), &json!(4), &json!(0)), "{last}");
    assert!(lines[..4].iter().all(|game| game["winner"].is_null() && game["points"] == json!(0.0)), "{lines:?}");
}
