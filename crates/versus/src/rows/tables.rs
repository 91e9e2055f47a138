//! Endgame tables of checkers with up to five pieces: built, verified, and probed; and those of chess with up to four.

use std::path::PathBuf;
use std::time::Instant;

use counterplay_checkers::{Board, Checkers};
use counterplay_chess::Chess;
use counterplay_core::{Indexed, Random, Seeded};
use counterplay_tables::{self as tables, Counts, Plan, Tables};

use crate::Setup;
use crate::cost::{cpu_now, median};
use crate::row::{Measured, Outcome, Quantity};

const NAME: &str = "checkers";
const PIECES: u32 = 5;
const THREADS: usize = 2;
const POSITIONS: u64 = 145_859_644;
/// Seconds that a naive builder in Rust takes on one thread, and that it takes to re-derive every value.
const NAIVE_BUILD: f64 = 37.0;
const NAIVE_VERIFY: f64 = 18.0;
/// Random positions that are probed.
const PROBES: usize = 1_000_000;

/// Most pieces of chess, and the seconds that its tables may take.
const CHESS_PIECES: u32 = 4;
const CHESS_MAY_TAKE: f64 = 180.0;
/// Wins, draws and losses of the side to move, over the whole board, like pieces once: as a retrograde analysis without
/// symmetries has counted them.
const CHESS_COUNTS: [(&str, [u64; 3]); 12] = [
    ("KQ v K", [144_508, 0, 0]),
    ("K v KR", [0, 22_244, 201_700]),
    ("KP v K", [124_960, 38_368, 0]),
    ("KBB v K", [2_503_608, 2_578_420, 0]),
    ("KNN v K", [616, 5_749_036, 0]),
    ("KQ v KR", [8_863_768, 71_704, 17_136]),
    ("KB v KR", [0, 11_450_576, 381_888]),
    ("KQ v KB", [8_925_252, 27_356, 0]),
    ("KN v KQ", [0, 2_446_568, 10_088_688]),
    ("KQ v KQ", [3_737_092, 5_174_888, 40_628]),
    ("KR v KP", [7_406_204, 680_382, 13_454]),
    ("KP v KR", [1_633_620, 1_743_898, 6_585_490]),
];

/// Folder with tables, which is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        Folder(std::env::temp_dir().join(format!("counterplay-versus-{}", std::process::id())))
    }

    /// Builds the tables anew.
    fn build() -> Result<Folder, String> {
        let folder = Folder::new();
        let plan =
            Plan { name: NAME, pieces: PIECES, folder: &folder.0, distances: false, threads: THREADS, stop: None };
        let built = tables::build(&Checkers::default(), &plan, &mut |_| ()).map_err(|error| error.to_string())?;
        match built.counts.total() {
            POSITIONS => Ok(folder),
            other => Err(format!("{other} positions were built, and there are {POSITIONS}")),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Times a piece of work, on the clock and of the processors.
fn timed<T>(work: impl FnOnce() -> Result<T, String>) -> Result<(T, f64, String), String> {
    let (start, cpu) = (Instant::now(), cpu_now());
    let done = work()?;
    let (wall, cpu) = (start.elapsed().as_secs_f64(), cpu_now() - cpu);
    Ok((done, wall, format!("{wall:.1} s on the clock, {cpu:.1} s of processor time")))
}

fn seconds(ours: f64, naive: f64, note: String) -> Measured {
    Measured { ours: Quantity(ours, "s"), theirs: Quantity(naive, "s"), figure: ours, notes: vec![note] }
}

/// Measures the building of all tables.
pub(crate) fn build(_: &Setup) -> Outcome {
    let (_folder, wall, note) = timed(Folder::build)?;
    Ok(seconds(wall, NAIVE_BUILD, note))
}

/// Measures the verification of every value.
pub(crate) fn verify(_: &Setup) -> Outcome {
    let folder = Folder::build()?;
    let check = || Ok(tables::verify(&Checkers::default(), NAME, &folder.0, true, THREADS, None, &mut |_, _, _| ()));
    let (verified, wall, note) = timed(check)?;
    match verified.faults.first() {
        Some(fault) => Err(format!("{}: {}", fault.place, fault.what)),
        None => Ok(seconds(wall, NAIVE_VERIFY, note)),
    }
}

/// Measures the building and the verification of all tables of chess.
pub(crate) fn chess(_: &Setup) -> Outcome {
    let (game, folder, name) = (Chess::default(), Folder::new(), "chess");
    let plan = Plan { name, pieces: CHESS_PIECES, folder: &folder.0, distances: true, threads: THREADS, stop: None };
    let (_, building, built) = timed(|| tables::build(&game, &plan, &mut |_| ()).map_err(|error| error.to_string()))?;
    let check = || Ok(tables::verify(&game, name, &folder.0, true, THREADS, None, &mut |_, _, _| ()));
    let (checked, checking, verified) = timed(check)?;
    if let Some(fault) = checked.faults.first() {
        return Err(format!("{}: {}", fault.place, fault.what));
    }
    let opened = Tables::open(&game, name, &folder.0, 1 << 30, |problem| eprintln!("{problem}"));
    for (slice, known) in CHESS_COUNTS {
        let heads = opened.slices().filter_map(|number| opened.heads(number)).map(|(head, _)| head);
        let found = heads.filter(|head| head.slice == slice).map(|head| head.counts).next();
        if found.map(|Counts { win, loss, draw }| [win, draw, loss]) != Some(known) {
            return Err(format!("{slice} counts {found:?}, and should count {known:?}"));
        }
    }
    let (ours, theirs) = (Quantity(building + checking, "s"), Quantity(CHESS_MAY_TAKE, "s"));
    let notes = vec![format!("built: {built}"), format!("verified: {verified}")];
    Ok(Measured { ours, theirs, figure: building + checking, notes })
}

/// Measures probes of random positions, all blocks in memory, in millions a second of processor time.
pub(crate) fn probes(setup: &Setup) -> Outcome {
    let (folder, game) = (Folder::build()?, Checkers::default());
    let tables = Tables::open(&game, NAME, &folder.0, 1 << 30, |problem| eprintln!("{problem}"));
    let boards = random_boards(&game, &tables, setup.seed);
    let ask = || -> Result<(f64, Counts), String> {
        let cpu = cpu_now();
        let mut counts = Counts::default();
        for board in &boards {
            counts.add(tables.outcome(&game, board).ok_or_else(|| format!("{board:?} is unknown"))?);
        }
        Ok((counts.total() as f64 / 1e6 / (cpu_now() - cpu), counts))
    };
    // The first pass reads the blocks into memory.
    let (_, counts) = ask()?;
    let speeds: Result<Vec<f64>, String> = (0..setup.repeat).map(|_| Ok(ask()?.0)).collect();
    let speed = median(speeds?);
    let notes = vec![format!("{} won, {} lost, {} drawn", counts.win, counts.loss, counts.draw)];
    Ok(Measured { ours: Quantity(speed, "M/s"), theirs: Quantity(1.0, "M/s"), figure: speed, notes })
}

/// Random positions of all slices, every index equally likely.
fn random_boards(game: &Checkers, tables: &Tables, seed: u64) -> Vec<Board> {
    let slices: Vec<_> = tables.slices().map(|slice| (slice, game.size(slice))).collect();
    let all = slices.iter().map(|&(_, size)| size).sum();
    let mut random = Seeded::new(seed);
    let board = || {
        let mut index = random.below(all);
        for &(slice, size) in &slices {
            match index.checked_sub(size) {
                Some(rest) => index = rest,
                None => return game.unrank(slice, index),
            }
        }
        None
    };
    std::iter::repeat_with(board).flatten().take(PROBES).collect()
}
