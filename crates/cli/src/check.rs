//! `counterplay check GAME`: the conformance battery.

use counterplay_core::Limits;
use serde_json::json;

use crate::Context;
use crate::failure::Failure;
use crate::position;
use crate::progress::ProgressLine;

/// Hold the rules of a game to the laws of games
///
/// When a law is broken: the law, the position, and the shortest line of play found that leads there. Exit code 1 then.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; `games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    /// How long to look, such as 500ms, 2s or 1m
    #[arg(long, value_parser = crate::limits::time, allow_hyphen_values = true)]
    time: Option<std::time::Duration>,
    /// How many states to look at, such as 50000 or 1e6
    #[arg(long, value_parser = crate::limits::nodes, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// The seed of the random games
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let stop = Some(context.signals.stop.clone());
    let mut limits = Limits { nodes: args.nodes, time: args.time, stop, stack: context.stack, ..Limits::default() };
    let line = ProgressLine::within(&mut limits);
    line.say("random games, held to the laws");
    let checked = game.check(&limits, args.seed);
    drop(line);
    match checked {
        Ok(passed) => {
            if args.json {
                let laws: Vec<_> =
                    passed.laws.iter().map(|checked| json!({"law": checked.law, "times": checked.times})).collect();
                context
                    .output
                    .json(&json!({"game": args.game, "passed": true, "states": passed.states, "laws": laws}))?;
            } else {
                context.output.line(&passed)?;
            }
            Ok(0)
        }
        Err(violation) => {
            if args.json {
                context.output.json(&json!({
                    "game": args.game, "passed": false, "law": violation.law, "what": violation.what,
                    "line": violation.line, "position": violation.position,
                }))?;
            } else {
                context.output.line(&violation)?;
            }
            Ok(1)
        }
    }
}
