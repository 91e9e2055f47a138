//! `counterplay compare GAME`: the textbook's searches side by side.

use std::time::Duration;

use counterplay_api::json::{comparisons, limit_word};
use counterplay_api::{Comparison, Request, Row, RowEvent};
use counterplay_lessons::Growth;

use crate::Context;
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::output::{Output, write_picture};
use crate::position::{Given, PositionArgs};
use crate::progress::ProgressLine;
use crate::report_text::decimal;

/// Compare the textbook's searches: nodes, leaves and time of each, the minimal tree beside them
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Draw nodes against depth as SVG, or as PNG if FILE ends in .png; takes --depth, best a range such as 1..9
    #[arg(long, value_name = "FILE", value_parser = path, requires = "depth")]
    plot: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Default time limit of each search.
const TIME: Duration = Duration::from_secs(10);

/// Parses a file name; stdout has the table already.
pub(crate) fn path(text: &str) -> Result<String, String> {
    if text == "-" { Err("expected a file, such as nodes.svg".to_owned()) } else { Ok(text.to_owned()) }
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    let position = args.at.read(game.as_ref())?;
    if game.has_secrets() && args.limits.depth.is_some() {
        return Err(Failure::usage(
            "a game with secrets is compared as a whole: leave out --depth; `solve --plot FILE` draws how \
             exploitability falls",
        ));
    }
    let limits = LimitArgs { depth: None, ..args.limits.clone() };
    let mut request = limits.request(game.has_secrets(), context.stack, &context.signals.stop)?;
    if args.limits.are_open() {
        request.limits.time = Some(TIME);
    }
    // One comparison to the end of the game, or one for each depth.
    let depths: Vec<Option<u32>> =
        args.limits.depth.map_or(vec![None], |depths| (depths.from..=depths.to).map(Some).collect());
    let mut compared = Vec::new();
    // Each search has the whole of the limits, so that no share of them tells how far all of it is.
    let line = ProgressLine::begin();
    for depth in depths {
        let at = depth.map(|depth| format!("depth {depth}, ")).unwrap_or_default();
        let mut tell = |event: RowEvent<'_>| {
            if let RowEvent::Begins(name) = event {
                line.say(format!("{at}{name}"));
            }
        };
        compared.push(position.compare(&Request { depth, ..request.clone() }, &mut tell)?);
        if context.signals.exit_code().is_some() {
            break;
        }
    }
    drop(line);
    let plotted =
        args.plot.as_deref().map(|path| (path, compared.iter().flat_map(Comparison::counts).collect::<Growth>()));
    if plotted.is_some() && args.limits.depth.is_some_and(|depths| depths.from == depths.to) {
        eprintln!("warning: --plot shows more with a range of depths, such as --depth 1..9");
    }
    let title = || title(&args.at, &context.given, &position.text());
    if args.json {
        if let Some((path, growth)) = plotted {
            write_picture(path, &growth.chart(title()).svg(), &mut context.output)?;
        }
        context.output.json(&comparisons(&args.at.game, position.as_ref(), &compared))?;
        return Ok(0);
    }
    for comparison in &compared {
        if let Some(depth) = comparison.rows.first().and_then(|row| row.depth) {
            context.output.line(format!("depth {depth}"))?;
        }
        print(comparison, &mut context.output)?;
    }
    if compared.iter().flat_map(|comparison| &comparison.rows).any(|row| row.exploitability.is_some()) {
        context.output.line(
            "value is MAX's if both play so; exploit is what a best reply gains against it, on average over the two \
             sides",
        )?;
        return Ok(0);
    }
    context.output.line("value is MAX's; first is the share of cut-offs that the first action made")?;
    if args.limits.depth.is_some() {
        context
            .output
            .line("b* is the effective branching factor: with b* branches everywhere a tree has as many nodes")?;
    }
    // The table comes first, so that it is not lost if the file cannot be written.
    if let Some((path, growth)) = plotted {
        for note in growth.notes() {
            context.output.line(note)?;
        }
        write_picture(path, &growth.chart(title()).svg(), &mut context.output)?;
    }
    Ok(0)
}

/// Prints a table for people.
fn print(Comparison { rows, minimal }: &Comparison, output: &mut Output) -> Result<(), Failure> {
    if rows.iter().any(|row| row.exploitability.is_some()) {
        return print_strategies(rows, output);
    }
    // Without a depth there is no branching factor.
    let column =
        |text: &str| if rows.iter().any(|row| row.depth.is_some()) { format!(" {text:>6}") } else { String::new() };
    output.line(format!(
        "{:16} {:>12} {:>12}{} {:>8} {:>8} {:>10}",
        "search",
        "nodes",
        "leaves",
        column("b*"),
        "value",
        "first",
        "seconds"
    ))?;
    for row in rows {
        let first = row.first_action_cutoffs.map_or("-".to_owned(), |share| format!("{:.0} %", share * 100.0));
        let branching = column(&row.branching().map_or("-".to_owned(), |b| format!("{b:.2}")));
        let stopped = row.stopped.map(|limit| format!("  stopped: {}", limit_word(limit))).unwrap_or_default();
        output.line(format!(
            "{:16} {:>12} {:>12}{branching} {:>8} {first:>8} {:>10.4}{stopped}",
            row.name,
            row.nodes,
            row.leaves,
            row.stopped.map_or(decimal(row.value), |_| "-".to_owned()),
            row.time.as_secs_f64()
        ))?;
    }
    match minimal {
        Some(tree) => output.line(format!("{:16} {:>12} {:>12}", "minimal tree", tree.nodes, tree.leaves)),
        None if rows.iter().any(|row| row.name == "minimax") => {
            output.line("the minimal tree takes a minimax that comes to its end")
        }
        None => Ok(()),
    }
}

/// Prints a table of strategies of a game with secrets, for people.
fn print_strategies(rows: &[Row], output: &mut Output) -> Result<(), Failure> {
    output.line(format!("{:18} {:>12} {:>10} {:>10} {:>10}", "strategy", "nodes", "value", "exploit", "seconds"))?;
    for row in rows {
        output.line(format!(
            "{:18} {:>12} {:>10} {:>10} {:>10.4}",
            row.name,
            row.nodes,
            decimal(row.value),
            row.exploitability.map_or("-".to_owned(), decimal),
            row.time.as_secs_f64()
        ))?;
    }
    Ok(())
}

/// Title of the plot: the game, its options, and the position if it is not the start.
fn title(at: &PositionArgs, given: &Given, position: &str) -> String {
    let options: String = given.iter().map(|(name, value)| format!(", {name} {value}")).collect();
    let is_start = at.position.is_none() && at.moves.is_none();
    // A long position would be a line of its own; the table's reader knows it.
    let position = match position.chars().count() {
        1..=30 if !is_start => format!(", from {position}"),
        _ => String::new(),
    };
    format!("{}{options}{position}: nodes of each search", at.game)
}
