//! Long checks of checkers and its tables, with their times: `cargo xtask tables` runs them.
//!
//! [`kills`] kills a build again and again, [`plain`] checks the tables against a search that knows nothing of them,
//! and [`disk`] lets a disk run full. Each check reports what it found; the first that finds something wrong ends the
//! program.

mod disk;
mod kills;
mod plain;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use counterplay_checkers::{Board, Checkers};
use counterplay_core::indexed::{Indexed, Slice};
use counterplay_core::search::perft;
use counterplay_core::{Game, Limits, Random, Seeded};
use counterplay_tables::{BuildError, Built, Counts, Plan, Tables, build, verify};

/// Name of the game in the file names.
const NAME: &str = "checkers";

/// Setup of a check.
struct Setup {
    game: Checkers,
    /// Most pieces of a position.
    pieces: u32,
    /// Folder of its own, which a check may fill and empty.
    folder: PathBuf,
    threads: usize,
}

/// Check: it returns what it found, or what is wrong.
type Check = fn(&Setup) -> Result<String, String>;

/// All checks. The later ones use the tables that the first one builds.
const CHECKS: [(&str, Check); 7] = [
    ("build", whole_build),
    ("verify", full_verify),
    ("probes", random_probes),
    ("perft", perft_of_twelve),
    ("disk", disk::check),
    ("kills", kills::check),
    ("plain", plain::check),
];

/// `long FOLDER PIECES [CHECK]...`, or `long build-only FOLDER PIECES` for a building that is going to be killed.
fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let setup = |folder: &str, pieces: &str| {
        let pieces = pieces.parse().map_err(|_| format!("`{pieces}` is not a number of pieces"))?;
        Ok(Setup { game: Checkers::default(), pieces, folder: folder.into(), threads })
    };
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["build-only", folder, pieces] => setup(folder, pieces)
            .and_then(|setup| setup.build(&setup.folder).map(|_| ()).map_err(|error| error.to_string())),
        [folder, pieces, ref names @ ..] => setup(folder, pieces).and_then(|setup| run(&setup, names)),
        _ => Err("give a folder, a number of pieces, and the checks if not all".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(setup: &Setup, names: &[&str]) -> Result<(), String> {
    if let Some(unknown) = names.iter().find(|&&name| CHECKS.iter().all(|(known, _)| *known != name)) {
        return Err(format!("there is no check `{unknown}`; there are {}", CHECKS.map(|(name, _)| name).join(", ")));
    }
    for (name, check) in CHECKS {
        if names.is_empty() || names.contains(&name) {
            let begun = Instant::now();
            let found = check(setup).map_err(|problem| format!("{name}: {problem}"))?;
            println!("{name:<7} {found}; {:.1} s", begun.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

impl Setup {
    /// Folder of the undisturbed tables.
    fn whole(&self) -> PathBuf {
        self.folder.join("whole")
    }

    fn build(&self, folder: &Path) -> Result<Built, BuildError> {
        let plan =
            Plan { name: NAME, pieces: self.pieces, folder, distances: false, threads: self.threads, stop: None };
        build(&self.game, &plan, &mut |_| ())
    }

    /// Build in a process of its own.
    fn builder(&self, folder: &Path) -> Result<Command, String> {
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(this);
        command.arg("build-only").arg(folder).arg(self.pieces.to_string());
        Ok(command)
    }

    /// Random positions, every index equally likely.
    fn random_boards(&self, slices: &[Slice], count: usize) -> Vec<Board> {
        let sizes: Vec<u64> = slices.iter().map(|&slice| self.game.size(slice)).collect();
        let mut random = Seeded::new(20_261_116);
        let board = || {
            let mut at = random.below(sizes.iter().sum());
            let slice = sizes.iter().position(|&size| {
                at < size || {
                    at -= size;
                    false
                }
            })?;
            Some(self.game.unrank(slices[slice], at))
        };
        std::iter::from_fn(board).flatten().take(count).collect()
    }
}

fn whole_build(setup: &Setup) -> Result<String, String> {
    let _ = std::fs::remove_dir_all(setup.whole());
    let Built { slices, counts, bytes, .. } = setup.build(&setup.whole()).map_err(|error| error.to_string())?;
    let Counts { win, loss, draw } = counts;
    Ok(format!("{slices} slices in {bytes} bytes: {win} won, {loss} lost, {draw} drawn"))
}

fn full_verify(setup: &Setup) -> Result<String, String> {
    let verified = verify(&setup.game, NAME, &setup.whole(), true, setup.threads, None, &mut |_, _, _| ());
    match verified.faults.first() {
        Some(fault) => Err(format!("{}: {}", fault.place, fault.what)),
        None => Ok(format!("{} positions are right", verified.positions)),
    }
}

/// Probes a million random positions, three times; the last is warm.
fn random_probes(setup: &Setup) -> Result<String, String> {
    let tables = setup.open(&setup.whole());
    let boards = setup.random_boards(&tables.slices().collect::<Vec<_>>(), 1_000_000);
    let mut speed = String::new();
    for _ in 0..3 {
        let (begun, mut counts) = (Instant::now(), Counts::default());
        for board in &boards {
            counts.add(tables.outcome(&setup.game, board).ok_or_else(|| format!("{board:?} is unknown"))?);
        }
        let millions = counts.total() as f64 / begun.elapsed().as_secs_f64() / 1e6;
        speed = format!("{millions:.1} million probes a second, one thread");
    }
    Ok(speed)
}

fn perft_of_twelve(setup: &Setup) -> Result<String, String> {
    let begun = Instant::now();
    let counted = perft(&setup.game, &setup.game.initial(), 12, &Limits::default()).map_err(|halt| halt.to_string())?;
    let millions = counted.leaves as f64 / begun.elapsed().as_secs_f64() / 1e6;
    match counted.leaves {
        388_623_673 => Ok(format!("388623673 lines of 12 plies, {millions:.0} million a second")),
        other => Err(format!("{other} lines of 12 plies, and there are 388623673")),
    }
}

impl Setup {
    fn open(&self, folder: &Path) -> Tables {
        Tables::open(&self.game, NAME, folder, 4 << 30, |problem| eprintln!("{problem}"))
    }
}

/// Files of a folder with their bytes.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, String> {
    let problem = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(problem)? {
        let path = entry.map_err(problem)?.path();
        if let Some(name) = path.file_name().filter(|&name| name != "lock") {
            files.insert(name.into(), std::fs::read(&path).map_err(problem)?);
        }
    }
    Ok(files)
}

/// Checks that two folders hold the same files.
fn same(setup: &Setup, folder: &Path) -> Result<(), String> {
    if files(folder)? == files(&setup.whole())? {
        return Ok(());
    }
    Err(format!("the files of {} are not those of {}", folder.display(), setup.whole().display()))
}
