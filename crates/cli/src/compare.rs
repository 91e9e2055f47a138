//! `counterplay compare GAME`: the textbook's searches side by side.

use std::time::Duration;

use counterplay_catalog::{Comparison, Request, Row};
use serde_json::{Value, json};

use crate::Context;
use crate::answer::{decimal, limit_word, number};
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::output::Output;
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
    let limits = LimitArgs { depth: None, ..args.limits.clone() };
    let mut request = limits.request(context.stack, &context.signals.stop)?;
    if args.limits.are_open() {
        request.limits.time = Some(TIME);
    }
    // One comparison to the end of the game, or one for each depth.
    let depths: Vec<Option<u32>> =
        args.limits.depth.map_or(vec![None], |depths| (depths.from..=depths.to).map(Some).collect());
    let mut compared = Vec::new();
    for depth in depths {
        compared.push((depth, position.compare(&Request { depth, ..request.clone() })?));
        if context.signals.exit_code().is_some() {
            break;
        }
    }
    if args.json {
        let minimal = |(_, comparison): &(Option<u32>, Comparison)| {
            comparison.minimal.map(|tree| json!({"nodes": tree.nodes, "leaves": tree.leaves}))
        };
        let mut answer = json!({
            "game": args.at.game,
            "position": position.text(),
            "rows": compared.iter().flat_map(|(_, comparison)| &comparison.rows).map(of_row).collect::<Vec<_>>(),
            "minimal": compared.last().and_then(minimal),
        });
        if compared.len() > 1 {
            answer["minimal_by_depth"] = compared.iter().map(minimal).collect();
        }
        context.output.json(&answer)?;
        return Ok(0);
    }
    for (depth, comparison) in &compared {
        if let Some(depth) = depth {
            context.output.line(format!("depth {depth}"))?;
        }
        print(comparison, &mut context.output)?;
    }
    context.output.line("value is MAX's; first is the share of cut-offs that the first action made")?;
    Ok(0)
}

/// A table for people.
fn print(Comparison { rows, minimal }: &Comparison, output: &mut Output) -> Result<(), Failure> {
    output.line(format!(
        "{:16} {:>12} {:>12} {:>8} {:>8} {:>10}",
        "search", "nodes", "leaves", "value", "first", "seconds"
    ))?;
    for row in rows {
        let first = row.first_action_cutoffs.map_or("-".to_owned(), |share| format!("{:.0} %", share * 100.0));
        let stopped = row.stopped.map(|limit| format!("  stopped: {}", limit_word(limit))).unwrap_or_default();
        output.line(format!(
            "{:16} {:>12} {:>12} {:>8} {first:>8} {:>10.4}{stopped}",
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
