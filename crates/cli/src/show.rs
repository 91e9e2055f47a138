//! `counterplay show GAME`: the board, who is to move, the legal actions.

use counterplay_catalog::json::number;
use counterplay_catalog::{ActionWord, AnyPosition, TurnWord};
use counterplay_render::{board_svg, board_text};
use serde_json::{Value, json};

use crate::Context;
use crate::answer::decimal;
use crate::batch;
use crate::failure::Failure;
use crate::output::write_file;
use crate::position::{self, PositionArgs};

/// Show the board, who is to move and the legal actions
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    /// Draw the board as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    svg: Option<String>,
    /// A position per line, from a file or - for stdin; answers a JSON line each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    batch: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.at.game, &context.given)?;
    if let Some(path) = &args.batch {
        return batch::run(path, context, |line, _| {
            let position = position::read(game.as_ref(), line)?;
            Ok((of_position(&args.at.game, position.as_ref()), 0))
        });
    }
    let position = args.at.read(game.as_ref())?;
    if let Some(path) = &args.svg {
        write_file(path, &board_svg(&position.board(None)), &mut context.output)?;
    }
    if args.json {
        context.output.json(&of_position(&args.at.game, position.as_ref()))?;
    } else if args.svg.as_deref() != Some("-") {
        for line in describe(position.as_ref()) {
            context.output.line(line)?;
        }
    }
    Ok(0)
}

fn of_position(game: &str, position: &dyn AnyPosition) -> Value {
    let actions = options(position);
    let words: Vec<&str> = actions.iter().map(|action| action.word.as_str()).collect();
    let over = position.turn() == TurnWord::Over;
    let mut shown = json!({
        "game": game,
        "position": position.text(),
        "turn": if over { Value::Null } else { json!(position.turn().to_string()) },
        "terminal": over,
        "actions": words,
    });
    if position.turn() == TurnWord::Chance {
        shown["probabilities"] = actions.iter().map(|action| action.probability).collect();
    }
    if let Some(result) = position.result(counterplay_core::Seat::FIRST) {
        shown["result"] = number(result);
    }
    shown
}

/// What can happen next. What chance can do in the middle of a game with secrets is left out: a card that cannot be dealt any more
/// is one that somebody holds.
fn options(position: &dyn AnyPosition) -> Vec<ActionWord> {
    let begins = position.plies() == 0 && position.start_text(None).is_none();
    let tells = position.has_secrets() && position.turn() == TurnWord::Chance && !begins;
    if tells { Vec::new() } else { position.actions() }
}

/// The position for people.
pub(crate) fn describe(position: &dyn AnyPosition) -> Vec<String> {
    let mut lines: Vec<String> = board_text(&position.board(None)).lines().map(str::to_owned).collect();
    // Without a drawing and a notation the board is the text already.
    if lines.join("\n") != position.text() {
        lines.push(format!("position {}", position.text()));
    }
    match position.turn() {
        TurnWord::Over => {
            let result = position.result(counterplay_core::Seat::FIRST).unwrap_or(f64::NAN);
            lines.push(format!("the game is over: {} for first", decimal(result)));
        }
        turn => {
            lines.push(format!("turn     {turn}"));
            let words = options(position).into_iter().map(|action| match action.probability {
                Some(probability) => {
                    format!("{} ({})", action.word, counterplay_render::number::probability(probability))
                }
                None => action.word,
            });
            let words: Vec<String> = words.collect();
            if !words.is_empty() {
                lines.push(format!("actions  {}", words.join(" ")));
            }
        }
    }
    lines
}
