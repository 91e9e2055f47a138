//! `counterplay check GAME`: the conformance battery.

use serde_json::json;

use crate::Context;
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::position;

/// Hold the rules of a game to the laws of games
///
/// When a law is broken: the law, the position, and the shortest line of play found that leads there. Exit code 1 then.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; `counterplay games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let request = args.limits.request(context.stack, &context.signals.stop)?;
    match game.check(&request.limits, args.limits.seed) {
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
