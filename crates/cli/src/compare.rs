//! `counterplay compare GAME`: the textbook's searches side by side.

use std::time::Duration;

use counterplay_catalog::{Comparison, Row};
use serde_json::{Value, json};

use crate::Context;
use crate::answer::{decimal, limit_word, number};
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::position::{self, PositionArgs};

/// Compare the textbook's searches: nodes, leaves and time of each, the minimal tree beside them
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// How long each search may take if nothing is said.
const TIME: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.at.game, &context.given)?;
    let position = args.at.read(game.as_ref())?;
    let mut request = args.limits.request(context.stack, &context.signals.stop)?;
    if args.limits.are_open() {
        request.limits.time = Some(TIME);
    }
    let Comparison { rows, minimal } = position.compare(&request)?;
    if args.json {
        let rows: Vec<Value> = rows.iter().map(of_row).collect();
        let minimal = minimal.map(|tree| json!({"nodes": tree.nodes, "leaves": tree.leaves}));
        context
            .output
            .json(&json!({"game": args.at.game, "position": position.text(), "rows": rows, "minimal": minimal}))?;
        return Ok(0);
    }
    context.output.line(format!(
        "{:16} {:>12} {:>12} {:>8} {:>8} {:>10}",
        "search", "nodes", "leaves", "value", "first", "seconds"
    ))?;
    for row in &rows {
        let first = row.first_action_cutoffs.map_or("-".to_owned(), |share| format!("{:.0} %", share * 100.0));
        let stopped = row.stopped.map(|limit| format!("  stopped: {}", limit_word(limit))).unwrap_or_default();
        context.output.line(format!(
            "{:16} {:>12} {:>12} {:>8} {first:>8} {:>10.4}{stopped}",
            row.name,
            row.nodes,
            row.leaves,
            row.stopped.map_or(decimal(row.value), |_| "-".to_owned()),
            row.time.as_secs_f64()
        ))?;
    }
    match minimal {
        Some(tree) => context.output.line(format!("{:16} {:>12} {:>12}", "minimal tree", tree.nodes, tree.leaves))?,
        None if rows.iter().any(|row| row.name == "minimax") => {
            context.output.line("the minimal tree takes a minimax that comes to its end")?;
        }
        None => {}
    }
    context.output.line("value is MAX's; first is the share of cut-offs that the first action made")?;
    Ok(0)
}

fn of_row(row: &Row) -> Value {
    json!({
        "name": row.name,
        "depth": row.depth,
        "nodes": row.nodes,
        "leaves": row.leaves,
        // A search that was cut short has no value.
        "value": row.stopped.map_or(number(row.value), |_| Value::Null),
        "first_action_cutoffs": row.first_action_cutoffs,
        "ms": row.time.as_secs_f64() * 1e3,
        "stopped": row.stopped.map(limit_word),
    })
}
