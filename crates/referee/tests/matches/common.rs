//! Matches with programs that a test writes.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_referee::{GameRecord, Kind, Match, MatchPlan, Openings, PlayerSettings, Setting, Tally, Witness};

/// A folder of bots, which is gone after the test.
pub(crate) struct Bots(PathBuf);

impl Bots {
    pub(crate) fn new(name: &str) -> Bots {
        let folder = std::env::temp_dir().join(format!("counterplay-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Bots(folder)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A bot in Python, which keeps what it does not flush.
    pub(crate) fn add(&self, name: &str, source: &str) -> Kind {
        let path = self.path(&format!("{}.py", name.replace(' ', "-")));
        std::fs::write(&path, source).unwrap();
        Kind::Command(format!("{} -ES {}", python(), path.display()))
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program behind `python3`: what stands between takes longer to start than it does.
fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(asked.expect("python3 is there").stdout).unwrap().trim().to_owned()
    })
}

/// A match with little time for each move.
pub(crate) fn between(game: &str, players: [Kind; 2]) -> Match {
    let catalog = counterplay_standard::catalog();
    let specs = catalog.find(game).unwrap().options();
    let options = specs.iter().filter_map(|spec| Some((spec.name.to_owned(), spec.default?))).collect();
    let setting =
        Setting { name: game.to_owned(), options, game: catalog.game(game, &[]).unwrap(), seed: 5, longest: 1000 };
    let player_settings = PlayerSettings {
        time: Duration::from_millis(300),
        loading: Duration::from_millis(1500),
        ..PlayerSettings::default()
    };
    Match { setting, players, player_settings, openings: Openings::Plies(0) }
}

#[derive(Default)]
struct Games(Vec<GameRecord>);

impl Witness for Games {
    type Error = String;
    fn played(&mut self, _: &GameRecord) -> Result<(), String> {
        Ok(())
    }
    fn counted(&mut self, pair: &[GameRecord; 2], _: &Tally) -> Result<(), String> {
        self.0.extend_from_slice(pair);
        Ok(())
    }
}

fn run(contest: &Match, games: u64) -> (Vec<GameRecord>, Tally) {
    let mut witness = Games::default();
    let plan = MatchPlan { games, jobs: 1, sprt: None };
    let tally = contest.run(&plan, Vec::new(), &AtomicBool::new(false), &mut witness).unwrap();
    (witness.0, tally)
}

/// The games of a match.
pub(crate) fn games_of(contest: &Match, games: u64) -> Vec<GameRecord> {
    run(contest, games).0
}

/// The games of a match without openings.
pub(crate) fn played(game: &str, players: [Kind; 2], games: u64) -> Vec<GameRecord> {
    run(&between(game, players), games).0
}

/// The score of a match without openings.
pub(crate) fn contest(game: &str, players: [Kind; 2], games: u64) -> Tally {
    run(&between(game, players), games).1
}

/// Whether a process is soon gone, or waits for nothing but to be counted.
pub(crate) fn is_gone(number: &str) -> bool {
    let is_gone = || {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat"));
        status.map_or(true, |text| text.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')))
    };
    (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        is_gone()
    })
}

/// The memory of this process.
pub(crate) fn resident_mebibytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or(0) / 1024
}
