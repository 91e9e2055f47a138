//! `counterplay tables build|verify|stats|probe GAME`: endgame tables.

mod expectations;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Subcommand;
use counterplay_api::tables::{BuildError, Counts, Estimate, Outcome, Plan, Progress, Tables, free_space};
use counterplay_api::{AnyGame, AnyTables, OpenTables, TableAction, TableCheck, heads, table_actions};
use serde_json::{Value, json};

use crate::Context;
use crate::failure::{Exit, Failure};
use crate::memory;
use crate::position::{self, PositionArgs};
use crate::progress::ProgressLine;
use crate::report_text::whose;

/// Build endgame tables, check them, count what is in them, and ask them
///
/// A table holds for every position of a slice, that is with the same pieces, whether the side to move wins, loses or
/// draws, and with --distances in how many plies. They are tables of the game without a limit on the number of moves.
/// Of a game of chance they hold what every position is worth on average, and how many throws each side of a race
/// needs.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: TablesVerb,
}

#[derive(Subcommand)]
enum TablesVerb {
    Build(BuildArgs),
    Verify(VerifyArgs),
    Stats(StatsArgs),
    Probe(ProbeArgs),
}

/// Verbs of `tables`.
pub(crate) const VERBS: [&str; 4] = ["build", "verify", "stats", "probe"];

/// Build the tables with up to so many pieces
///
/// What it needs is said before it starts. Each slice is a file that is whole or not there: a building that was ended,
/// in whatever way, goes on from the last one when it is called again.
#[derive(clap::Args)]
struct BuildArgs {
    /// The game; `games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    /// The most pieces; the game has a usual number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32), allow_hyphen_values = true)]
    pieces: Option<u32>,
    /// Where to
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// Also in how many plies positions are won and lost
    #[arg(long)]
    distances: bool,
    /// How many threads to use; all that there are if not given
    #[arg(long, value_parser = crate::limits::threads, allow_hyphen_values = true)]
    threads: Option<u32>,
    /// The most memory to take, such as 4G; all that there is if not given
    #[arg(long, value_parser = crate::limits::size, allow_hyphen_values = true)]
    memory: Option<u64>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Check tables: their checksums, or every value
#[derive(clap::Args)]
struct VerifyArgs {
    /// The game; `games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    /// Where they are
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// Derive every value anew from its successors', and make sure that no wins go round in a circle
    #[arg(long)]
    full: bool,
    /// How many threads to use; all that there are if not given
    #[arg(long, value_parser = crate::limits::threads, allow_hyphen_values = true)]
    threads: Option<u32>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Count wins, losses and draws, slice by slice
#[derive(clap::Args)]
struct StatsArgs {
    /// The game; `games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    /// Where the tables are
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Ask what a position is worth to the side to move, and each of its actions
#[derive(clap::Args)]
struct ProbeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Where the tables are
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    match &args.verb {
        TablesVerb::Build(args) => build(args, context),
        TablesVerb::Verify(args) => verify(args, context),
        TablesVerb::Stats(args) => stats(args, context),
        TablesVerb::Probe(args) => probe(args, context),
    }
}

/// The tables of a game.
fn archive<'g>(game: &'g dyn AnyGame, name: &str) -> Result<Box<dyn AnyTables + 'g>, Failure> {
    let missing = || {
        let how = "implement `Indexed` for it, and say `indexed` in its entry";
        Failure::usage(format!("there are no tables of {name}: its positions are not numbered; {how}"))
    };
    game.tables().ok_or_else(missing)
}

fn threads(asked: Option<u32>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(all, |threads| threads as usize)
}

fn build(args: &BuildArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let archive = archive(game.as_ref(), &args.game)?;
    let (range, usual) = archive.pieces();
    let pieces = args.pieces.unwrap_or(usual);
    if range.is_empty() {
        return Err(Failure::usage(format!("{} has too many positions for tables with these options", args.game)));
    }
    if !range.contains(&pieces) {
        let (least, most) = (range.start, range.end - 1);
        return Err(Failure::usage(format!("--pieces must be from {least} to {most} for {}, not {pieces}", args.game)));
    }
    if args.distances && archive.expects() {
        let what = format!("--distances is for games without chance: those of {} end sooner or later", args.game);
        return Err(Failure::usage(what));
    }
    let plan = Plan {
        name: &args.game,
        pieces,
        folder: &args.dir,
        distances: args.distances,
        threads: threads(args.threads),
        stop: Some(&context.signals.stop),
    };
    std::fs::create_dir_all(&args.dir).map_err(|error| Failure::writing(&args.dir.display().to_string(), &error))?;
    let estimate = archive.estimate(&plan);
    announce(&estimate, &args.dir, args.memory)?;
    let begun = Instant::now();
    let line = ProgressLine::begin();
    let built = archive.build(&plan, &mut |&Progress { slices, done, all, .. }: &Progress<'_>| {
        line.share(done, all);
        line.say(slices);
    });
    drop(line);
    let built = built.map_err(|error| match error {
        BuildError::Stopped => {
            let distances = if args.distances { " --distances" } else { "" };
            let call = format!("tables build {} --pieces {pieces} --dir {}{distances}", args.game, args.dir.display());
            Failure::negative(format!("stopped; what is finished stays. To go on: counterplay {call}"))
        }
        BuildError::Locked(_) | BuildError::Write { .. } | BuildError::TooLong => Failure::resource(error.to_string()),
        BuildError::Gap(_) | BuildError::Occupied(..) => Failure::input(error.to_string()),
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        context.output.json(&json!({
            "game": args.game, "pieces": pieces, "dir": args.dir.display().to_string(), "slices": built.slices,
            "resumed": built.resumed, "total": built.counts.total(), "win": built.counts.win, "loss": built.counts.loss,
            "draw": built.counts.draw, "bytes": built.bytes, "threads": plan.threads, "ms": seconds * 1e3,
        }))?;
    } else {
        let Counts { win, loss, draw } = built.counts;
        let resumed =
            if built.resumed > 0 { format!(", {} of them there before", built.resumed) } else { String::new() };
        let counts = if archive.expects() { String::new() } else { format!(", {win} won, {loss} lost, {draw} drawn") };
        context.output.line(format!(
            "{} slices{resumed}: {} positions{counts}; {} bytes, {seconds:.1} s",
            built.slices,
            built.counts.total(),
            built.bytes
        ))?;
    }
    Ok(0)
}

/// Announces what a build needs; refused if there is not as much.
fn announce(estimate: &Estimate, folder: &Path, memory: Option<u64>) -> Result<(), Failure> {
    let Estimate { positions, time, memory: needed, disk } = *estimate;
    let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
    eprintln!(
        "{positions} positions: about {} s, {} MiB of memory, at most {} MiB of disk",
        time.as_secs() + 1,
        mebibytes(needed),
        mebibytes(disk)
    );
    let available = memory::available();
    let most = memory.map_or(available, |asked| Some(available.map_or(asked, |available| available.min(asked))));
    if let Some(most) = most.filter(|&most| most < needed) {
        let (needed, most) = (mebibytes(needed), mebibytes(most));
        return Err(Failure::resource(format!("this needs {needed} MiB of memory, and {most} MiB are available")));
    }
    if let Some(free) = free_space(folder).filter(|&free| free < disk) {
        let (disk, free) = (mebibytes(disk), mebibytes(free));
        let place = folder.display();
        return Err(Failure::resource(format!("this may need {disk} MiB of disk, and {free} MiB are free in {place}")));
    }
    Ok(())
}

fn verify(args: &VerifyArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let archive = archive(game.as_ref(), &args.game)?;
    let begun = Instant::now();
    let line = ProgressLine::begin();
    let check = TableCheck {
        name: &args.game,
        folder: &args.dir,
        full: args.full,
        threads: threads(args.threads),
        stop: Some(&context.signals.stop),
    };
    let verified = archive.verify(&check, &mut |slices, done, all| {
        line.share(done, all);
        line.say(slices);
    });
    drop(line);
    if verified.slices == 0 && verified.faults.is_empty() {
        return Err(none(&args.game, &args.dir));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let right = verified.faults.is_empty() && !verified.stopped;
    if args.json {
        let faults = verified.faults.iter().map(|fault| json!({"place": fault.place, "what": fault.what}));
        context.output.json(&json!({
            "game": args.game, "dir": args.dir.display().to_string(), "full": args.full, "slices": verified.slices,
            "positions": verified.positions, "faults": faults.collect::<Vec<_>>(), "right": right,
            "stopped": verified.stopped, "ms": seconds * 1e3,
        }))?;
    } else {
        for fault in &verified.faults {
            context.output.line(format!("{}: {}", fault.place, fault.what))?;
        }
        let values = match (args.full, verified.stopped) {
            (true, true) => format!("{} positions were derived anew, then it was stopped", verified.positions),
            (true, false) => format!("{} positions derived anew", verified.positions),
            (false, _) => "checksums only; --full derives every value".to_owned(),
        };
        let faults = verified.faults.len();
        context.output.line(format!("{} slices, {values}: {faults} faults, {seconds:.1} s", verified.slices))?;
    }
    Ok(match verified.refused {
        0 if right => 0,
        0 => Exit::Negative as u8,
        _ => Exit::Input as u8,
    })
}

/// Exit code of an answer from tables: bad input if a file was refused, whatever the others say.
fn answered(tables: &Tables, exit: u8) -> u8 {
    if tables.refused().is_empty() { exit } else { Exit::Input as u8 }
}

/// Failure for a folder without tables.
fn none(game: &str, folder: &Path) -> Failure {
    Failure::input(format!("there are no tables of {game} in {}", folder.display()))
}

/// Opens tables, some of which must be there.
fn open(archive: &dyn AnyTables, game: &str, folder: &Path) -> Result<Tables, Failure> {
    let opening =
        OpenTables { name: game, folder, memory: memory::share(1) as u64, on_warning: |word| eprintln!("{word}") };
    let tables = archive.open(&opening);
    if heads(&tables).next().is_none() { Err(none(game, folder)) } else { Ok(tables) }
}

fn stats(args: &StatsArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let archive = archive(game.as_ref(), &args.game)?;
    let tables = open(archive.as_ref(), &args.game, &args.dir)?;
    let (mut all, mut bytes, mut distance_bytes) = (Counts::default(), 0, 0);
    let mut slices: Vec<_> = heads(&tables).collect();
    slices.sort_by_key(|(head, _)| head.counts.total());
    for (head, distances) in &slices {
        all += head.counts;
        bytes += head.length;
        distance_bytes += distances.map_or(0, |head| head.length);
    }
    if args.json {
        let slice = |(head, distances): &(&_, Option<&_>)| of_slice(head, distances.is_some());
        context.output.json(&json!({
            "game": args.game,
            "pieces": largest(archive.as_ref(), slices.len()),
            "slices": slices.iter().map(slice).collect::<Vec<_>>(),
            "total": all.total(), "win": all.win, "loss": all.loss, "draw": all.draw,
            "bytes": bytes, "distance_bytes": distance_bytes,
        }))?;
        return Ok(answered(&tables, 0));
    }
    let width = slices.iter().map(|(head, _)| head.slice.len()).max().unwrap_or(0).max(5);
    let row = |name: &str, counts: Counts, bytes: u64| {
        let Counts { win, loss, draw } = counts;
        format!("{name:<width$}  {:>12}  {win:>12}  {loss:>12}  {draw:>12}  {bytes:>10}", counts.total())
    };
    let [won, lost, drawn] = if archive.expects() { ["better", "worse", "even"] } else { ["won", "lost", "drawn"] };
    context.output.line(format!(
        "{:<width$}  {:>12}  {won:>12}  {lost:>12}  {drawn:>12}  {:>10}",
        "slice", "positions", "bytes"
    ))?;
    for (head, _) in &slices {
        context.output.line(row(&head.slice, head.counts, head.length))?;
    }
    context.output.line(row("all", all, bytes))?;
    if archive.expects() {
        let each = bytes as f64 / all.total().max(1) as f64;
        context.output.line(format!("\nfor the side to move, on average; {each:.1} bytes a position"))?;
        return Ok(answered(&tables, 0));
    }
    let each = all.total() as f64 / bytes.max(1) as f64;
    context.output.line(format!("\nfor the side to move, without a limit on the moves; {each:.0} positions a byte"))?;
    if distance_bytes > 0 {
        context.output.line(format!("distances take another {distance_bytes} bytes"))?;
    }
    Ok(answered(&tables, 0))
}

fn of_slice(head: &counterplay_api::tables::Head, distances: bool) -> Value {
    let Counts { win, loss, draw } = head.counts;
    json!({
        "name": head.slice, "total": head.counts.total(), "win": win, "loss": loss, "draw": draw, "bytes": head.length,
        "distances": distances,
    })
}

/// The most pieces for which as many slices are there as there can be.
fn largest(archive: &dyn AnyTables, slices: usize) -> Option<u32> {
    archive.pieces().0.rev().find(|&pieces| archive.slices(pieces) <= slices)
}

fn probe(args: &ProbeArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let name = &args.position.game;
    let game = position::game(context.catalog, name, &context.given)?;
    let archive = archive(game.as_ref(), name)?;
    let position = args.position.read(game.as_ref())?;
    let tables = open(archive.as_ref(), name, &args.dir)?;
    if archive.expects() {
        let known = expectations::probe(args, position.as_ref(), &tables, context)?;
        return Ok(answered(&tables, if known { 0 } else { Exit::Negative as u8 }));
    }
    let found = position.probe(&tables);
    let after = table_actions(position.as_ref(), &tables);
    if args.json {
        let actions = after.iter().map(|TableAction { action, outcome, plies }| {
            json!({"action": action.word, "outcome": outcome.map(Outcome::as_str), "plies": plies})
        });
        context.output.json(&json!({
            "game": name, "position": position.text(), "outcome": found.map(|found| found.outcome.as_str()),
            "plies": found.and_then(|found| found.plies), "actions": actions.collect::<Vec<_>>(),
            "rules": "without a limit on the moves",
        }))?;
    } else {
        let plies = |plies: Option<u32>| plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
        match found {
            Some(found) => {
                let side = whose(position.as_ref());
                context.output.line(format!(
                    "a {} for {side}, who is to move{} (without a limit on the moves)",
                    found.outcome.as_str(),
                    plies(found.plies)
                ))?;
            }
            None => context.output.line("the tables do not tell")?,
        }
        for TableAction { action, outcome, plies: distance } in &after {
            let outcome = outcome.map_or("unknown", Outcome::as_str);
            context.output.line(format!("  {:<10} {outcome}{}", action.word, plies(*distance)))?;
        }
    }
    Ok(answered(&tables, if found.is_some() { 0 } else { Exit::Negative as u8 }))
}
