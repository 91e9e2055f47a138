//! `counterplay perft GAME DEPTH`: counts lines of play.

use std::time::Instant;

use counterplay_core::Limits;
use serde_json::json;

use crate::Context;
use crate::failure::Failure;
use crate::position::PositionArgs;
use crate::progress::ProgressLine;

/// Count lines of play, to check a move generator
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    /// The length of the lines, in plies
    #[arg(
        value_name = "DEPTH",
        index = 2,
        value_parser = clap::value_parser!(u32).range(0..=1000),
        allow_hyphen_values = true
    )]
    plies: u32,
    /// Count behind each first action
    #[arg(long)]
    divide: bool,
    /// How long to count, such as 500ms, 2s or 1m
    #[arg(long, value_parser = crate::limits::time, allow_hyphen_values = true)]
    time: Option<std::time::Duration>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    let position = args.at.read(game.as_ref())?;
    let mut limits =
        Limits { time: args.time, stop: Some(context.signals.stop.clone()), stack: context.stack, ..Limits::default() };
    let start = Instant::now();
    let line = ProgressLine::within(&mut limits);
    let counted = position.perft(args.plies, &limits);
    drop(line);
    let counted = counted?;
    let time = start.elapsed();
    if args.json {
        let mut answer = json!({
            "game": args.at.game, "depth": args.plies, "leaves": counted.leaves, "ended": counted.ended,
            "ms": time.as_millis() as u64,
        });
        if args.divide {
            let rows = counted.divide.iter();
            answer["divide"] = rows.map(|(action, leaves)| json!({"action": action, "leaves": leaves})).collect();
        }
        context.output.json(&answer)?;
        return Ok(0);
    }
    if args.divide {
        for (action, leaves) in &counted.divide {
            context.output.line(format!("{action:8} {leaves}"))?;
        }
    }
    context.output.line(format!("leaves   {}", counted.leaves))?;
    context.output.line(format!("ended    {}", counted.ended))?;
    context.output.line(format!("time     {:.3} s", time.as_secs_f64()))?;
    Ok(0)
}
