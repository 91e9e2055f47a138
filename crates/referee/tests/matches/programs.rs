//! Real programs as players: good ones, and every way to be a bad one.

use std::time::{Duration, Instant};

use crate::common::{Bots, contest, is_gone, played};
use counterplay_referee::{Fault, GameRecord, Kind, Reason, Tally, Who};

/// The bot of the document, word by word.
fn documented() -> String {
    let text = include_str!("../../../../docs/referee.md");
    let (_, after) = text.split_once("```python\n").expect("the document has a bot");
    after.split_once("```").expect("the bot has an end").0.to_owned()
}

/// What a bot that reads `move` and answers it is made of.
fn answering(answer: &str) -> String {
    format!(
        "import os, random, signal, subprocess, sys, time\n\
         moves = 0\n\
         for line in sys.stdin:\n\
         \x20   word, *rest = line.split()\n\
         \x20   if word == 'move':\n\
         \x20       moves += 1\n\
         \x20       {answer}\n"
    )
}

const GOOD: &str = "print(rest[0], flush=True)";

#[test]
fn the_bot_of_the_document_plays_every_game() {
    let bots = Bots::new("documented");
    assert!(documented().lines().count() <= 10);
    let bot = bots.add("bot", &documented());
    for game in ["tictactoe", "qubic", "connect4", "othello", "pig", "hog", "kuhn", "leduc", "battleships"] {
        let tally = contest(game, [bot.clone(), Kind::Random], 4);
        assert_eq!((tally.games, faults(&tally)), (4, [0; 6]), "{game}");
    }
}

fn faults(tally: &Tally) -> [u64; 6] {
    let [crashes, time, illegal] = [tally.crashes, tally.time_losses, tally.illegal];
    [crashes[0], crashes[1], time[0], time[1], illegal[0], illegal[1]]
}

/// Plays two games of tic-tac-toe against a bad bot: it loses both, each for its own reason, and the other is not held
/// up.
fn bad(bots: &Bots, name: &str, source: &str) -> Vec<GameRecord> {
    let start = Instant::now();
    let games = played("tictactoe", [bots.add(name, source), Kind::Random], 2);
    assert!(start.elapsed() < Duration::from_secs(10), "{name} took {:?}", start.elapsed());
    assert_eq!(games.len(), 2, "{name}");
    assert!(games.iter().all(|game| game.winner == Some(Who::B)), "{name}: {games:?}");
    games
}

fn crash_of(game: &GameRecord) -> &str {
    match &game.reason {
        Reason::Fault(Fault::Crash(how)) => how,
        other => panic!("{other:?}"),
    }
}

fn illegal_of(game: &GameRecord) -> &str {
    match &game.reason {
        Reason::Fault(Fault::Illegal(what)) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_bot_that_never_answers_loses_by_time() {
    let bots = Bots::new("slow");
    // But for the first they answer once, so that the test does not wait for them to load.
    let later = |what: &str| answering(&format!("print(rest[0], flush=True) if moves == 1 else {what}"));
    let deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN) and time.sleep(1000)";
    for (name, source) in [
        ("silent", "import time\ntime.sleep(1000)".to_owned()),
        ("second move", later("time.sleep(1000)")),
        ("deaf to SIGTERM", later(deaf)),
        ("comments without end", later("[print('# thinking', flush=True) for _ in iter(int, 1)]")),
        ("no flush", later("print(rest[0])")),
        ("closed", later("os.close(1) or time.sleep(1000)")),
    ] {
        for game in bad(&bots, name, &source) {
            assert_eq!(game.reason, Reason::Fault(Fault::Time), "{name}");
        }
    }
}

#[test]
fn a_bot_that_dies_has_crashed_and_its_last_words_are_told() {
    let bots = Bots::new("dying");
    for game in bad(&bots, "at once", "raise SystemExit(7)") {
        assert!(crash_of(&game).contains("exit status: 7"), "{game:?}");
    }
    let midway = answering("assert moves < 2, 'I give up'; print(rest[0], flush=True)");
    for game in bad(&bots, "midway", &midway) {
        assert!(crash_of(&game).contains("AssertionError: I give up"), "{game:?}");
        assert!(game.actions.len() >= 2, "{game:?}");
    }
    for game in bad(&bots, "by a signal", &answering("os.kill(os.getpid(), 9)")) {
        assert!(crash_of(&game).contains("137") || crash_of(&game).contains("signal: 9"), "{game:?}");
    }
    // Without `exec` the shell would keep the output open.
    let Kind::Command(command) = bots.add("closes", &answering("os.close(1); time.sleep(1000)")) else { panic!() };
    for game in played("tictactoe", [Kind::Command(format!("exec {command}")), Kind::Random], 2) {
        assert_eq!(crash_of(&game), "it closed its output");
    }
    let games = played("tictactoe", [Kind::Command("./no-such-program-here".into()), Kind::Random], 2);
    assert!(games.iter().all(|game| crash_of(game).contains("127")), "{games:?}");
}

#[test]
fn a_bot_that_says_what_is_not_legal_is_told_so() {
    let bots = Bots::new("illegal");
    for (name, answer, expected) in [
        ("nonsense", "print('zz', flush=True)", "zz"),
        ("empty", "print(flush=True)", ""),
        ("bytes", "sys.stdout.buffer.write(b'\\xff\\x00\\xfe\\n'); sys.stdout.flush()", "\u{fffd}\0\u{fffd}"),
        ("two words", "print(*rest, flush=True)", "a1 "),
        ("long", "print('x' * 100000, flush=True)", "a line of more than 64 KiB"),
        ("endless line", "while True: sys.stdout.write('x' * 65536)", "a line of more than 64 KiB"),
    ] {
        let games = bad(&bots, name, &answering(answer));
        assert!(games.iter().any(|game| illegal_of(game).starts_with(expected)), "{name}: {games:?}");
    }
    // Whether the second line is heard before the next question or as its answer is a matter of microseconds.
    for game in bad(&bots, "ahead", &answering("print(rest[0] + '\\nzz', flush=True)")) {
        assert!(["zz", "zz before it was asked"].contains(&illegal_of(&game)), "{game:?}");
    }
    for game in bad(&bots, "flood", "while True: print('a1')") {
        assert!(game.reason.as_str() == "illegal", "{game:?}");
    }
}

/// A gigabyte on stdout and on stderr goes nowhere: what waits is bounded. It is the memory of a process that is
/// measured, so this test has one of its own, in which no other test asks for any.
#[test]
fn a_flood_does_not_fill_the_memory() {
    const ALONE: &str = "COUNTERPLAY_FLOOD";
    if std::env::var_os(ALONE).is_none() {
        let this = ["--exact", "programs::a_flood_does_not_fill_the_memory", "--nocapture"];
        let program = std::env::current_exe().unwrap();
        let alone = std::process::Command::new(program).args(this).env(ALONE, "1").output().unwrap();
        let told = String::from_utf8_lossy(&alone.stdout);
        assert!(
            alone.status.success() && told.contains("1 passed"),
            "{told}{}",
            String::from_utf8_lossy(&alone.stderr)
        );
        return;
    }
    let bots = Bots::new("flood");
    let before = crate::common::resident_mebibytes();
    let flood = "import sys\n\
        while True:\n\
        \x20   sys.stdout.write('# ' + 'x' * 60000 + '\\n')\n\
        \x20   sys.stderr.write('x' * 60000)\n";
    for game in bad(&bots, "comments", flood) {
        assert_eq!(game.reason, Reason::Fault(Fault::Time));
    }
    let grown = crate::common::resident_mebibytes().saturating_sub(before);
    assert!(grown < 100, "{grown} MiB more");
}

#[test]
fn nothing_that_a_bot_has_started_is_left() {
    let bots = Bots::new("family");
    let file = bots.path("pids");
    let source = answering(&format!(
        "child = subprocess.Popen(['sleep', '1000']); \
         open({file:?}, 'a').write(f'{{os.getpid()}} {{child.pid}}\\n'); time.sleep(1000)"
    ));
    bad(&bots, "parent", &source);
    let numbers = std::fs::read_to_string(&file).unwrap();
    let numbers: Vec<&str> = numbers.split_whitespace().collect();
    assert_eq!(numbers.len(), 4);
    for number in numbers {
        assert!(is_gone(number), "{number}");
    }
    // A good one, too, when the match is over, though it does not leave when it is told to.
    let file = bots.path("good");
    let stays =
        format!("open_pid = open({file:?}, 'a')\nimport os\nopen_pid.write(f'{{os.getpid()}}\\n'); open_pid.close()\n");
    let source = format!("{stays}{}time.sleep(1000)\n", answering(GOOD));
    let tally = contest("tictactoe", [bots.add("stays", &source), Kind::Random], 4);
    assert_eq!(faults(&tally), [0; 6]);
    let numbers = std::fs::read_to_string(&file).unwrap();
    assert_eq!(numbers.lines().count(), 1, "one program plays all games");
    assert!(is_gone(numbers.trim()));
}

/// A helper that left the bot's group and its session, and whose parent is gone, ends with the match; a process of
/// somebody else's does not.
#[cfg(target_os = "linux")]
#[test]
fn what_left_the_group_of_a_bot_ends_with_the_match() {
    let bots = Bots::new("leaves");
    let file = bots.path("numbers");
    let mut bystander = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
    let leave = format!(
        "import os, time\n\
         if os.fork() == 0:\n\
         \x20   os.setsid()\n\
         \x20   if os.fork() > 0: os._exit(0)\n\
         \x20   open({file:?}, 'a').write(f'{{os.getpid()}}\\n')\n\
         \x20   time.sleep(60)\n\
         os.wait()\n\
         while not os.path.exists({file:?}): time.sleep(0.01)\n"
    );
    let tally = contest("tictactoe", [bots.add("bot", &(leave + &answering(GOOD))), Kind::Random], 2);
    let lives = bystander.try_wait().unwrap().is_none();
    bystander.kill().unwrap();
    bystander.wait().unwrap();
    assert!(lives, "it is not ours");
    assert_eq!(faults(&tally), [0; 6]);
    let numbers = std::fs::read_to_string(&file).unwrap();
    assert_eq!(numbers.lines().count(), 1);
    assert!(is_gone(numbers.trim()), "{numbers}");
}

#[test]
fn a_bot_loses_its_own_game_only_and_is_started_anew() {
    let bots = Bots::new("sometimes");
    let flag = bots.path("flag");
    // It dies in its first game, and never again.
    let source = answering(&format!(
        "first = not os.path.exists({flag:?}); open({flag:?}, 'w').close(); \
         first and os._exit(3); print(rest[0], flush=True)"
    ));
    let tally = contest("tictactoe", [bots.add("bot", &source), Kind::Random], 6);
    assert_eq!((tally.games, faults(&tally)), (6, [1, 0, 0, 0, 0, 0]));
}

#[test]
fn a_bot_may_resign_and_talk_in_comments() {
    let bots = Bots::new("resigns");
    let games = played(
        "tictactoe",
        [bots.add("bot", &answering("print('# oh'); print('resign', flush=True)")), Kind::Random],
        2,
    );
    assert!(games.iter().all(|game| game.reason == Reason::Resignation && game.winner == Some(Who::B)), "{games:?}");
}

/// What a bot is told, line by line.
#[test]
fn a_bot_is_told_the_game_and_what_its_seat_may_see() {
    let bots = Bots::new("told");
    let file = bots.path("lines");
    let source = format!(
        "import sys\n\
         out = open({file:?}, 'w')\n\
         for line in sys.stdin:\n\
         \x20   out.write(line)\n\
         \x20   out.flush()\n\
         \x20   if line.startswith('move'):\n\
         \x20       print('pass', flush=True)\n"
    );
    let games = played("kuhn", [bots.add("bot", &source), Kind::Random], 2);
    let said = std::fs::read_to_string(&file).unwrap();
    let (one, two) = said.split_once("game kuhn\nseat second").expect("two games");
    let deal = &games[0].actions[0];
    let mut lines: Vec<&str> = one.lines().collect();
    assert!(lines.remove(2).starts_with("seed "), "{one}");
    let one = lines.join("\n");
    let own = format!(
        "game kuhn\nseat first\ntime 0.3\nstart -\nplayed chance {}?\nposition {0}?\nmove pass bet\n",
        &deal[..1]
    );
    assert!(one.starts_with(&own), "{one} is not {own}");
    assert!(one.contains("\nplayed first pass\nplayed second "), "{one}");
    assert!(one.trim_end().lines().last().unwrap().starts_with("over "), "{one}");
    assert!(two.contains(&format!("played chance ?{}", &deal[1..])), "{two}");
    assert!(two.ends_with("bye\n"), "{two}");
}
