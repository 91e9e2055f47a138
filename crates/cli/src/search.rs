//! `counterplay move GAME` and `counterplay solve GAME`.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use counterplay_api::{AnyPosition, Curve, Progress, Report, Request, SearchError, json};
use counterplay_core::Proof;
use counterplay_core::engine::Table;
use counterplay_render::chart::{Axis, Chart, Series};
use serde_json::Value;

use crate::answer::{decimal, text_of};
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::output::write_file;
use crate::position::{self, PositionArgs};
use crate::{Context, batch, compare};

/// Find the next best move
#[derive(clap::Args)]
pub(crate) struct MoveArgs {
    #[command(flatten)]
    search: SearchArgs,
}

/// Prove the value: all best moves, and the distance
///
/// Exit code 1 if it is not proven within the limits.
#[derive(clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    search: SearchArgs,
    /// Write the strategy that proves a win to a file, for `verify`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "depth"])]
    save: Option<String>,
    /// Where to write now and then how far a proof by numbers has got
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "depth"])]
    checkpoint: Option<String>,
    /// Go on from the checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Draw as SVG how exploitability falls with the rounds of regrets, in a game with secrets
    #[arg(long, value_name = "FILE", value_parser = compare::path, conflicts_with_all = ["batch", "save", "checkpoint"])]
    plot: Option<String>,
}

/// What every search is asked with.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// A position per line, from a file or - for stdin; answers a JSON line each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub(crate) batch: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How long `move` thinks if nothing is said.
pub(crate) const THINKING_TIME: Duration = Duration::from_secs(2);

type Ask = fn(&dyn AnyPosition, &Request, &mut dyn FnMut(&Progress)) -> Result<Report, SearchError>;

pub(crate) fn run_move(args: &MoveArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let open = args.search.limits.are_open();
    run(
        &args.search,
        open.then_some(THINKING_TIME),
        context,
        |position, request, progress| position.best(request, progress),
        |_| 0,
    )
}

pub(crate) fn run_solve(args: &SolveArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let proven = |report: &Report| u8::from(report.proof != Proof::Exact || report.stopped.is_some());
    let ask: Ask = |position, request, progress| match request.depth {
        // Within a depth it is proven if every line ends there, and the search that deepens will say so.
        Some(_) if !position.has_secrets() => position.best(request, progress),
        _ => position.solve(request, progress),
    };
    if args.search.limits.search.is_some() || args.search.limits.deals.is_some() {
        return Err(Failure::usage(
            "--search and --deals are for `move`: `solve` looks for an equilibrium of the whole game",
        ));
    }
    if args.save.is_some() || args.checkpoint.is_some() {
        return prove(args, context, proven);
    }
    let code = run(&args.search, None, context, ask, proven)?;
    // The answer comes first, so that it is not lost if the file cannot be written.
    args.plot.as_deref().map_or(Ok(code), |path| plot(&args.search, path, context).map(|()| code))
}

/// Draws how exploitability falls.
fn plot(args: &SearchArgs, path: &str, context: &mut Context<'_>) -> Result<(), Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    let request = args.limits.request(game.has_secrets(), context.stack, &context.signals.stop)?;
    let curves = args.at.read(game.as_ref())?.curves(&request)?;
    let points = |curve: &Curve| curve.points.iter().map(|&(rounds, found)| (rounds as f64, found)).collect::<Vec<_>>();
    let chart = Chart {
        title: format!("{}: exploitability by rounds of regrets", args.at.game),
        x: Axis::logarithmic("rounds"),
        y: Axis::logarithmic("exploitability"),
        series: curves.iter().map(|curve| Series::new(curve.name, points(curve))).collect(),
        references: Vec::new(),
    };
    write_file(path, &chart.svg(), &mut context.output)
}

/// Solves by proof numbers, with files for how far it has got and for the strategy that proves it.
fn prove(args: &SolveArgs, context: &mut Context<'_>, code: impl Fn(&Report) -> u8) -> Result<u8, Failure> {
    let SolveArgs { search, save, checkpoint, resume, .. } = args;
    let game = search.at.game(context.catalog, &context.given)?;
    let mut request = search.limits.request(game.has_secrets(), context.stack, &context.signals.stop)?;
    let position = search.at.read(game.as_ref())?;
    if save.is_some() && (position.plies() > 0 || position.start_text(None).is_some()) {
        return Err(Failure::usage("--save writes down the proof of the whole game: leave out -p and --moves"));
    }
    let subject = format!("{} from {}", search.at.game, position.text());
    let begun = checkpoint.as_ref().map(|path| Checkpoint::begin(path, *resume, subject, request.memory));
    let mut checkpoint = begun.transpose()?;
    request.proofs = checkpoint.as_ref().map(|checkpoint| Arc::clone(&checkpoint.proofs));
    let mut told = reporter();
    let mut progress = |now: &Progress| {
        told(now);
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.write_if_due(&context.signals.stop);
        }
    };
    let start = Instant::now();
    let (mut report, certificate) = match save {
        Some(_) => position.certify(&request, &mut progress)?,
        None => (position.solve(&request, &mut progress)?, None),
    };
    let time = start.elapsed();
    let mut notes = Vec::from_iter(report.note.take());
    if let Some(checkpoint) = checkpoint {
        if checkpoint.known > 0 {
            notes.push(format!("it went on from a checkpoint with {} positions", checkpoint.known));
        }
        checkpoint.finish()?;
    }
    match (save, &certificate) {
        (Some(path), Some(text)) => {
            std::fs::write(path, text).map_err(|error| Failure::writing(path, &error))?;
            let entries = text.lines().filter(|line| !line.starts_with('#')).count();
            notes.push(format!("{entries} entries, {} bytes, written to {path}", text.len()));
        }
        (Some(path), None) => notes.push(format!("there is no win to write down: {path} was not written")),
        (None, _) => {}
    }
    report.note = (!notes.is_empty()).then(|| notes.join("; "));
    answer(search, position.as_ref(), &report, time, context)?;
    Ok(code(&report).max(u8::from(save.is_some() && certificate.is_none())))
}

fn run(
    args: &SearchArgs,
    time: Option<Duration>,
    context: &mut Context<'_>,
    ask: Ask,
    code: impl Fn(&Report) -> u8,
) -> Result<u8, Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    let mut request = args.limits.request(game.has_secrets(), context.stack, &context.signals.stop)?;
    request.limits.time = request.limits.time.or(time);
    let mut progress = reporter();
    if let Some(path) = &args.batch {
        // One table for all lines: what one position has taught serves the next.
        request.table = Some(Arc::new(Table::new(request.memory)));
        return batch::run(path, context, |line, _| {
            let position = position::read(game.as_ref(), line)?;
            let start = Instant::now();
            let report = ask(position.as_ref(), &request, &mut |_| {})?;
            let answer: Value = json::report(&args.at.game, position.as_ref(), &report, start.elapsed());
            Ok((answer, code(&report)))
        });
    }
    let position = args.at.read(game.as_ref())?;
    let start = Instant::now();
    let report = ask(position.as_ref(), &request, &mut progress)?;
    answer(args, position.as_ref(), &report, start.elapsed(), context)?;
    Ok(code(&report))
}

/// Writes the answer, in JSON or for people.
fn answer(
    args: &SearchArgs,
    position: &dyn AnyPosition,
    report: &Report,
    time: Duration,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    if args.json {
        return context.output.json(&json::report(&args.at.game, position, report, time));
    }
    for line in text_of(report, position, time) {
        context.output.line(line)?;
    }
    Ok(())
}

/// Tells how a search is getting on, on stderr, now and then, if somebody may be looking.
fn reporter() -> impl FnMut(&Progress) {
    let start = Instant::now();
    let mut last = start;
    let seen = std::io::stderr().is_terminal();
    move |progress| {
        if seen && last.elapsed() > Duration::from_millis(500) {
            last = Instant::now();
            let depth = if progress.depth > 0 { format!("depth {}, ", progress.depth) } else { String::new() };
            let speed = progress.nodes as f64 / start.elapsed().as_secs_f64() / 1e6;
            let bounds = progress.bounds.map(|(low, high)| format!(", value {} to {}", decimal(low), decimal(high)));
            let load = progress.load.map(|load| format!(", table {:.0} % full", load * 100.0));
            let (bounds, load) = (bounds.unwrap_or_default(), load.unwrap_or_default());
            eprintln!("{depth}{} nodes, {speed:.1} million a second{load}{bounds}", progress.nodes);
        }
    }
}
