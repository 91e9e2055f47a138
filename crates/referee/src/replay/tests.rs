use std::path::PathBuf;
use std::sync::atomic::AtomicU32;

use serde_json::json;

use super::*;
use crate::{Kind, Log, MatchPlan, Openings, PlayerSettings, Setting, Tally, Witness};

/// Log of a real match, in a file that is gone after the test.
struct RealLog {
    contest: Match,
    path: PathBuf,
    log: Option<Log>,
}

impl Witness for RealLog {
    type Error = std::io::Error;
    fn played(&mut self, game: &GameRecord) -> std::io::Result<()> {
        self.log.as_mut().unwrap().add(game)
    }
    fn counted(&mut self, _: &[GameRecord; 2], _: &Tally) -> std::io::Result<()> {
        Ok(())
    }
}

impl Drop for RealLog {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl RealLog {
    fn new(name: &str, players: [Kind; 2], plies: u32) -> RealLog {
        let game = counterplay_standard::catalog().game(name, &[]).unwrap();
        let setting = Setting { name: name.to_owned(), options: Vec::new(), game, seed: 3, longest: 300 };
        let (player_settings, openings) = (PlayerSettings::default(), Openings::Plies(plies));
        let contest = Match { setting, players, player_settings, openings };
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let (process, next) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let file = format!("counterplay-damaged-{name}-{process}-{next}.jsonl");
        let path = std::env::temp_dir().join(file);
        let _ = std::fs::remove_file(&path);
        let mut real = RealLog { contest, path, log: None };
        real.log = Some(real.open().unwrap().0);
        let plan = MatchPlan { games: 4, jobs: 1, sprt: None };
        real.contest.clone().run(&plan, Vec::new(), &AtomicBool::new(false), &mut real).unwrap();
        real.log = None;
        real
    }

    /// Opens the log once nobody has it. A program that another test starts has its lock for a moment.
    fn open(&self) -> Result<(Log, LogContent), LogError> {
        loop {
            match Log::open(&self.path, &self.contest, &AtomicBool::new(false)) {
                Err(LogError::Busy) => std::thread::yield_now(),
                opened => return opened,
            }
        }
    }

    fn lines(&self) -> Vec<String> {
        std::fs::read_to_string(&self.path).unwrap().lines().map(str::to_owned).collect()
    }

    /// What is told of the log with these lines, which is then as it was.
    fn told_of(&self, lines: &[String]) -> Option<(usize, String)> {
        let before = std::fs::read(&self.path).unwrap();
        let damaged = lines.join("\n") + "\n";
        std::fs::write(&self.path, &damaged).unwrap();
        let told = match self.open().map(drop) {
            Ok(()) => None,
            Err(LogError::Damaged(line, what)) => Some((line, what)),
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(std::fs::read(&self.path).unwrap(), damaged.as_bytes(), "it is left as it is");
        std::fs::write(&self.path, before).unwrap();
        told
    }

    /// What is told when a game of the log is changed, with the sum that it had or with none.
    fn told_when(&self, line: usize, keeps_sum: bool, change: impl FnOnce(&mut Value)) -> String {
        let mut lines = self.lines();
        let mut game: Value = serde_json::from_str(&lines[line - 1]).unwrap();
        change(&mut game);
        if !keeps_sum {
            game.as_object_mut().unwrap().shift_remove("sum");
        }
        lines[line - 1] = game.to_string();
        let (at, what) = self.told_of(&lines).unwrap_or_else(|| panic!("it is believed: {game}"));
        assert_eq!(at, line, "{what}");
        what
    }
}

/// Game of which the line says that somebody won it.
fn won(real: &RealLog) -> usize {
    1 + real.lines().iter().position(|line| line.contains("\"winner\":\"")).expect("somebody won")
}

#[test]
fn whatever_is_changed_in_a_log_is_refused_with_its_line() {
    let real = RealLog::new("tictactoe", [Kind::Random, Kind::Depth(2)], 1);
    assert_eq!(real.told_of(&real.lines()), None);
    let line = won(&real);
    let game: Value = serde_json::from_str(&real.lines()[line - 1]).unwrap();
    let winner = game["winner"].as_str().unwrap();
    let other = if winner == "a" { "b" } else { "a" };
    let told = real.told_when(line, false, |game| game["winner"] = json!(other));
    assert!(
        told.contains(&format!("the field \"winner\" says \"{other}\", and the replay gives \"{winner}\"")),
        "{told}"
    );
    let told = real.told_when(line, false, |game| game["winner"] = Value::Null);
    assert!(told.contains("the field \"winner\" says none"), "{told}");
    for (name, wrong) in [
        ("points", json!(0.5)),
        ("points", json!("much")),
        ("reason", json!("length")),
        ("reason", json!("resignation")),
        ("plies", json!(4)),
        ("choices", json!([9, 9])),
        ("seed", json!(1)),
        ("pair", json!(7)),
        ("game", json!(1_000_000_000_000_u64)),
        ("first", json!(if game["first"] == "a" { "b" } else { "a" })),
        ("opening", json!({"position": null, "moves": ["a1", "a2"]})),
        ("opening", json!({"position": null, "moves": ["z9"]})),
        ("opening", json!({"position": "XO-------", "moves": []})),
    ] {
        let told = real.told_when(line, false, |game| game[name] = wrong);
        assert!(told.contains(name) || name == "game", "{name}: {told}");
    }
}

#[test]
fn a_changed_action_is_refused() {
    let real = RealLog::new("tictactoe", [Kind::Random, Kind::Depth(2)], 1);
    let line = won(&real);
    let told = real.told_when(line, false, |game| game["actions"][1] = game["actions"][0].clone());
    assert!(told.contains("at ply 3 the field \"actions\" says") && told.contains("is not legal"), "{told}");
    let told = real.told_when(line, false, |game| game["actions"][0] = json!("nonsense"));
    assert!(told.contains("at ply 2 the field \"actions\" says \"nonsense\", and that is not legal there"), "{told}");
    let told = real.told_when(line, false, |game| game["actions"].as_array_mut().unwrap().push(json!("a1")));
    assert!(told.contains("over by then"), "{told}");
    let told = real.told_when(line, false, |game| drop(game["actions"].as_array_mut().unwrap().pop()));
    assert!(told.contains("says nothing more, and the game is not over"), "{told}");
    // Two actions of one player in another order are as legal, and lead to the same end.
    let told = real.told_when(line, true, |game| game["actions"].as_array_mut().unwrap().swap(0, 2));
    assert!(told.contains("\"sum\""), "{told}");
    let told = real.told_when(line, true, |game| game["ms"] = json!([0.0, 0.0]));
    assert!(told.contains("\"sum\""), "{told}");
}

#[test]
fn dice_that_the_seed_does_not_give_are_refused() {
    for (name, wrong) in [("pig", "7"), ("pig", "other"), ("backgammon", "7-7"), ("kuhn", "AA")] {
        let real = RealLog::new(name, [Kind::Random, Kind::Random], 0);
        let game: Value = serde_json::from_str(&real.lines()[1]).unwrap();
        // In pig a player says "roll" first; cards are dealt before anybody chooses, and so are the first dice.
        let place = usize::from(name == "pig");
        let rolled = game["actions"][place].as_str().unwrap();
        let wrong = if wrong == "other" { if rolled == "2" { "3" } else { "2" } } else { wrong };
        let told = real.told_when(2, false, |game| game["actions"][place] = json!(wrong));
        let expected =
            format!("at ply {} the field \"actions\" says {wrong:?}, and the replay gives {rolled:?}", place + 1);
        assert!(told.contains(&expected), "{name}: {told}");
    }
}

#[test]
fn a_game_that_is_there_twice_is_refused_and_half_a_pair_is_not_counted() {
    let real = RealLog::new("tictactoe", [Kind::Random, Kind::Random], 1);
    let mut lines = real.lines();
    lines.push(lines[2].clone());
    assert_eq!(real.told_of(&lines), Some((6, "game 2 is in line 3 already".to_owned())));
    // One that claims to be the other of its pair.
    let told = real.told_when(3, false, |game| game["game"] = json!(1));
    assert_eq!(told, "game 1 is in line 2 already");
    let told = real.told_when(2, false, |game| game["game"] = json!(2));
    assert!(told.contains("the field \"first\" says \"a\", and the replay gives \"b\""), "{told}");
    // Half a pair is no damage.
    let half: Vec<String> =
        real.lines().into_iter().enumerate().filter(|(at, _)| *at != 2).map(|(_, line)| line).collect();
    assert_eq!(real.told_of(&half), None);
    // A log from before there were sums and points is as good.
    let old = |line: &String| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        value.as_object_mut().unwrap().shift_remove("sum");
        value.as_object_mut().unwrap().shift_remove("points");
        value.to_string()
    };
    assert_eq!(real.told_of(&real.lines().iter().map(old).collect::<Vec<_>>()), None);
}

#[test]
fn a_log_of_every_kind_of_game_and_end_is_believed() {
    let bad = |command: &str| Kind::Command(command.to_owned());
    for (name, player) in [
        ("othello", Kind::Depth(1)),
        ("leduc", Kind::Random),
        ("battleships", Kind::Random),
        ("backgammon", Kind::Random),
        ("kuhn", bad("exit 3")),
        ("pig", bad("exit 3")),
        ("tictactoe", bad("while read line; do echo resign; done")),
        ("connect4", bad("while read line; do echo nonsense; done")),
    ] {
        let real = RealLog::new(name, [Kind::Random, player], 0);
        assert_eq!(real.told_of(&real.lines()), None, "{name}");
        assert_eq!(real.open().unwrap().1.games.len(), 4);
    }
}

#[test]
fn a_stop_ends_the_check() {
    let real = RealLog::new("tictactoe", [Kind::Random, Kind::Random], 0);
    let stopped = Log::open(&real.path, &real.contest, &AtomicBool::new(true)).map(drop);
    assert!(matches!(stopped, Err(LogError::Stopped | LogError::Busy)), "{stopped:?}");
}
