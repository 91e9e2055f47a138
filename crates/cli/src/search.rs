//! Search verbs: what `move`, `solve` and `analyze` share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use counterplay_api::{AnyPosition, Progress, Report, Request, SearchError, json};
use counterplay_core::engine::Table;
use serde_json::Value;

use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::position::{self, PositionArgs};
use crate::progress::ProgressLine;
use crate::report_text::{decimal, span, text_of};
use crate::{Context, batch};

/// Search arguments: the position, the limits and the form of the output.
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

/// Search of a position.
pub(crate) type Ask = fn(&dyn AnyPosition, &Request, &mut dyn FnMut(&Progress)) -> Result<Report, SearchError>;

/// Searches the position of the arguments, or each of a batch, and prints the reports.
pub(crate) fn run(
    args: &SearchArgs,
    time: Option<Duration>,
    context: &mut Context<'_>,
    ask: Ask,
    code: impl Fn(&Report) -> u8,
) -> Result<u8, Failure> {
    run_then(args, time, context, ask, |report, _| Ok(code(report)))
}

/// Searches as [`run`] does, and lets somebody use the report before it is printed.
pub(crate) fn run_then(
    args: &SearchArgs,
    time: Option<Duration>,
    context: &mut Context<'_>,
    ask: Ask,
    mut then: impl FnMut(&Report, &mut Context<'_>) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    let mut request = args.limits.request(game.has_secrets(), context.stack, &context.signals.stop)?;
    request.limits.time = request.limits.time.or(time);
    if let Some(path) = &args.batch {
        // One transposition table for all lines.
        request.table = Some(Arc::new(Table::new(request.memory)));
        return batch::run(path, context, |line, context| {
            let position = position::read(game.as_ref(), line)?;
            let start = Instant::now();
            let report = ask(position.as_ref(), &request, &mut |_| {})?;
            let answer: Value = json::report(&args.at.game, position.as_ref(), &report, start.elapsed());
            Ok((answer, then(&report, context)?))
        });
    }
    let position = args.at.read(game.as_ref())?;
    let start = Instant::now();
    let line = ProgressLine::of_search(&mut request);
    let report = ask(position.as_ref(), &request, &mut |now| tell(&line, now, position.as_ref()));
    drop(line);
    let report = report?;
    let time = start.elapsed();
    let code = then(&report, context)?;
    print_report(args, position.as_ref(), &report, time, context)?;
    Ok(code)
}

/// Prints a report, in JSON or for people.
pub(crate) fn print_report(
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

/// Tells on the progress line how a search is getting on.
///
/// Bounds are told when they are closer than the span of values that the rules allow.
pub(crate) fn tell(line: &ProgressLine, progress: &Progress, position: &dyn AnyPosition) {
    let mut known = Vec::new();
    known.extend((progress.depth > 0).then(|| format!("depth {}", progress.depth)));
    if let Some(best) = progress.iteration.as_ref().and_then(|iteration| iteration.lines.first()) {
        let text = |action: &String| position.short(action).unwrap_or_else(|| action.clone());
        known.extend(best.line.first().map(|action| format!("{} {}", text(action), decimal(best.value.score))));
    }
    let bounds = progress.bounds.filter(|bounds| *bounds != span(position));
    known.extend(bounds.map(|(low, high)| format!("value {} to {}", decimal(low), decimal(high))));
    known.extend(progress.exploitability.map(|found| format!("exploitability {}", decimal(found))));
    known.extend(progress.load.map(|load| format!("table {:.0} % full", load * 100.0)));
    line.say(known.join(", "));
    line.nodes(progress.nodes);
}
