//! Battleships benchmark, `cargo xtask battleships`: how many shots sink all ships, over random fleets that every
//! shooter gets alike.
//!
//! The program runs as a process of its own and is sent the result of each shot, a line each. [`waters`] holds the
//! truth, and [`shooters`] the shooters.

mod shooters;
mod waters;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::process::prepare;
use crate::setup::target_folder;
use shooters::{AnyCell, Density, HuntAndTarget, Program, Shooter};
use waters::{Dice, Fleet, LENGTHS, Told, placements, random_fleet};

/// Seed, fixed before anything was measured.
const SEED: u64 = 20_261_116;
/// Default number of fleets.
const GAMES: usize = 10_000;
/// Number of processes of the program that shoot side by side, each at its own fleets.
const SIDE_BY_SIDE: usize = 2;

/// Record of one shooter.
#[derive(Default)]
struct Record {
    /// Number of shots that each fleet took.
    shots: Vec<usize>,
    /// Time that each shot took.
    times: Vec<Duration>,
    /// Processor time of all shots together, in seconds, where it is known.
    cpu: Option<f64>,
}

impl Record {
    /// Sinks one fleet.
    fn sink(&mut self, shooter: &mut dyn Shooter, fleet: &Fleet) -> Result<(), String> {
        let mut told = Told::default();
        while told.sunk().count() < LENGTHS.len() {
            let start = Instant::now();
            let cell = shooter.shot(&told)?;
            self.times.push(start.elapsed());
            told.shoot(fleet, cell);
        }
        self.shots.push(told.shots.len());
        Ok(())
    }

    /// Merges two records.
    fn and(mut self, other: Record) -> Record {
        self.shots.extend(other.shots);
        self.times.extend(other.times);
        self.cpu = self.cpu.zip(other.cpu).map(|(a, b)| a + b);
        self
    }

    /// A row of the table.
    fn row(mut self, name: &str) -> String {
        self.shots.sort_unstable();
        self.times.sort_unstable();
        let games = self.shots.len() as f64;
        let mean = self.shots.iter().sum::<usize>() as f64 / games;
        let variance = self.shots.iter().map(|&shots| (shots as f64 - mean).powi(2)).sum::<f64>() / (games - 1.0);
        let ms = |time: Duration| 1e3 * time.as_secs_f64();
        let per_shot = |seconds: f64| 1e3 * seconds / self.times.len() as f64;
        let all: Duration = self.times.iter().sum();
        format!(
            "| {name} | {games} | {mean:.3} ± {:.3} | {} | {} | {:.2}, {:.2}, {:.2} | {} |",
            (variance / games).sqrt(),
            self.shots[self.shots.len() / 2],
            self.shots[self.shots.len() - 1],
            per_shot(all.as_secs_f64()),
            ms(self.times[self.times.len() * 99 / 100]),
            ms(self.times[self.times.len() - 1]),
            self.cpu.map_or_else(|| "-".to_owned(), |cpu| format!("{:.2}", per_shot(cpu))),
        )
    }
}

/// Measures the shooters on so many fleets. The first argument may be how many; then `--program PATH` may say which
/// program, instead of one that is built; and the others go to the program, such as `--nodes 300`.
///
/// # Errors
/// If the program cannot be built, or gives no legal shot.
pub(crate) fn run(arguments: &[String], root: &Path) -> Result<ExitCode, String> {
    let given = arguments.first().and_then(|word| word.parse::<usize>().ok());
    let (games, words) = (given.unwrap_or(GAMES).max(2), &arguments[usize::from(given.is_some())..]);
    let (program, more) = match words {
        [option, path, more @ ..] if option == "--program" => (PathBuf::from(path), more),
        more => (built(root)?, more),
    };
    let placements = LENGTHS.map(placements);
    let fleet = |number: usize| random_fleet(&placements, &mut Dice(SEED.wrapping_mul(number as u64 + 1)));
    let fleets: Vec<Fleet> = (0..games).map(fleet).collect();
    println!("| shooter | fleets | shots | median | most | ms a shot: mean, p99, most | of the processor |");
    println!("|---|---|---|---|---|---|---|");
    let simple: [(&str, Box<dyn Shooter>); 3] = [
        ("any cell", Box::new(AnyCell(Dice(SEED)))),
        ("hunt and target, with parity", Box::new(HuntAndTarget(Dice(SEED)))),
        ("density of placements", Box::new(Density::new())),
    ];
    for (name, mut shooter) in simple {
        let mut record = Record::default();
        fleets.iter().try_for_each(|fleet| record.sink(shooter.as_mut(), fleet))?;
        println!("{}", record.row(name));
    }
    println!("{}", measured(&program, more, &fleets)?.row("counterplay"));
    Ok(ExitCode::SUCCESS)
}

/// Path of the program as it is released.
fn built(root: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "--locked", "--package", "counterplay"]).current_dir(root);
    prepare(&mut cargo)?;
    let target = target_folder(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from), root);
    Ok(target.join(format!("release/counterplay{}", std::env::consts::EXE_SUFFIX)))
}

/// Record of the program, in several processes side by side.
fn measured(program: &Path, more: &[String], fleets: &[Fleet]) -> Result<Record, String> {
    let shares = fleets.chunks(fleets.len().div_ceil(SIDE_BY_SIDE));
    let records: Vec<Result<Record, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = shares.map(|share| scope.spawn(|| one_process(program, more, share))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|record| record.unwrap_or_else(|_| Err("a thread of the benchmark panicked".to_owned()))).collect()
    });
    let mut records = records.into_iter();
    let first = records.next().ok_or("there are no fleets")??;
    records.try_fold(first, |all, record| Ok(all.and(record?)))
}

fn one_process(program: &Path, more: &[String], fleets: &[Fleet]) -> Result<Record, String> {
    let mut shooter = Program::start(program, more)?;
    let mut record = Record::default();
    for (number, fleet) in fleets.iter().enumerate() {
        record.sink(&mut shooter, fleet)?;
        if number % 500 == 499 {
            let mean = record.shots.iter().sum::<usize>() as f64 / record.shots.len() as f64;
            eprintln!("{} fleets: {mean:.2} shots on average", number + 1);
        }
    }
    record.cpu = shooter.cpu();
    shooter.end()?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simple_shooters_sink_every_fleet_and_each_is_better_than_the_one_before() {
        let placements = LENGTHS.map(placements);
        let fleets: Vec<Fleet> = (0..40).map(|number| random_fleet(&placements, &mut Dice(number))).collect();
        let shooters: [Box<dyn Shooter>; 3] =
            [Box::new(AnyCell(Dice(1))), Box::new(HuntAndTarget(Dice(1))), Box::new(Density::new())];
        let mut means = shooters.into_iter().map(|mut shooter| {
            let mut record = Record::default();
            fleets.iter().try_for_each(|fleet| record.sink(shooter.as_mut(), fleet)).unwrap();
            record.shots.iter().sum::<usize>() / fleets.len()
        });
        let (any, hunt, density) = (means.next().unwrap(), means.next().unwrap(), means.next().unwrap());
        assert!(any > 85 && hunt < 70 && density < 52 && density < hunt, "{any} {hunt} {density}");
    }
}
