//! Verb `solve`, `counterplay solve GAME`: proves the value of a position.

use std::sync::Arc;
use std::time::Instant;

use counterplay_api::{Curve, Progress, Report};
use counterplay_core::Proof;
use counterplay_render::chart::{Axis, Chart, Series};

use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::output::{write_file, write_picture};
use crate::progress::ProgressLine;
use crate::report_text::mixed_strategy;
use crate::search::{self, SearchArgs, print_report, tell};
use crate::{Context, compare};

/// Prove the value: all best moves, and the distance
///
/// Exit code 1 if it is not proven within the limits.
#[derive(clap::Args)]
pub(crate) struct Args {
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
    /// Write what to do in each information set of a game with secrets, and how often; - for stdout
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "save", "checkpoint"])]
    strategy: Option<String>,
    /// Draw how exploitability falls with the rounds of regrets, in a game with secrets: as SVG, or as PNG if FILE
    /// ends in .png
    #[arg(
        long,
        value_name = "FILE",
        value_parser = compare::path,
        conflicts_with_all = ["batch", "save", "checkpoint"]
    )]
    plot: Option<String>,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    // A value is proven even if all best moves or the distance are not found; an equilibrium is found if nothing
    // stopped it on the way to its tolerance.
    let proven = |report: &Report| {
        let is_found = report.equilibrium.is_some() && report.stopped.is_none();
        u8::from(report.value.proof != Proof::Exact && !is_found)
    };
    let ask: search::Ask = |position, request, progress| match request.depth {
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
    let code = search::run_then(&args.search, None, context, ask, |report, context| {
        if let Some(path) = &args.strategy {
            write_strategy(report, path, context)?;
        }
        Ok(proven(report))
    })?;
    // The answer comes first, so that it is not lost if the file cannot be written.
    args.plot.as_deref().map_or(Ok(code), |path| plot(&args.search, path, context).map(|()| code))
}

/// Writes the whole strategy. It comes before the report, so that the value is what is seen last.
fn write_strategy(report: &Report, path: &str, context: &mut Context<'_>) -> Result<(), Failure> {
    let Some(found) = &report.equilibrium else {
        return Err(Failure::usage("--strategy is for games with secrets: in the others the best action is enough"));
    };
    write_file(path, &(mixed_strategy(found).join("\n") + "\n"), &mut context.output)
}

/// Plots how exploitability falls.
fn plot(args: &SearchArgs, path: &str, context: &mut Context<'_>) -> Result<(), Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    let mut request = args.limits.request(game.has_secrets(), context.stack, &context.signals.stop)?;
    let position = args.at.read(game.as_ref())?;
    let line = ProgressLine::of_search(&mut request);
    line.say("the rounds of each kind of regret, for the plot");
    let curves = position.curves(&request)?;
    drop(line);
    let points = |curve: &Curve| curve.points.iter().map(|&(rounds, found)| (rounds as f64, found)).collect::<Vec<_>>();
    let chart = Chart {
        title: format!("{}: exploitability by rounds of regrets", args.at.game),
        x: Axis::logarithmic("rounds"),
        y: Axis::logarithmic("exploitability"),
        series: curves.iter().map(|curve| Series::new(curve.name, points(curve))).collect(),
        references: Vec::new(),
    };
    write_picture(path, &chart.svg(), &mut context.output)
}

/// Solves by proof-number search, with files for how far it has got and for the strategy that proves it.
fn prove(args: &Args, context: &mut Context<'_>, code: impl Fn(&Report) -> u8) -> Result<u8, Failure> {
    let Args { search, save, checkpoint, resume, .. } = args;
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
    let line = ProgressLine::of_search(&mut request);
    let mut progress = |now: &Progress| {
        tell(&line, now, position.as_ref());
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.write_if_due(&context.signals.stop);
        }
    };
    let start = Instant::now();
    let (mut report, certificate) = match save {
        Some(_) => position.certify(&request, &mut progress)?,
        None => (position.solve(&request, &mut progress)?, None),
    };
    drop(line);
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
    print_report(search, position.as_ref(), &report, time, context)?;
    Ok(code(&report).max(u8::from(save.is_some() && certificate.is_none())))
}
