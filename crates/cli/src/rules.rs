//! `counterplay rules GAME`: the rules on one screen.

use counterplay_api::{NO_RULES_TEXT, OptionError, rules_example};
use serde_json::json;

use crate::Context;
use crate::failure::Failure;

/// Tell the rules of a game on one screen, with an example
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay rules othello
  counterplay rules checkers --json")]
pub(crate) struct Args {
    /// The game; `games` lists them
    #[arg(value_name = "GAME")]
    game: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let name = &args.game;
    let item = context.catalog.find(name).ok_or_else(|| OptionError::NoGame { name: name.clone() });
    let item = item.map_err(|error| Failure::usage(error.to_string()))?;
    let text = item.rules_text().ok_or_else(|| Failure::input(format!("{name}: {NO_RULES_TEXT}")))?;
    let example = rules_example(text);
    if args.json {
        let example = example.map(|example| json!({"position": example.position, "moves": example.moves}));
        context.output.json(&json!({"game": name, "title": item.title(), "rules": text, "example": example}))?;
        return Ok(0);
    }
    context.output.line(text.trim_end())?;
    if let Some(example) = example {
        let position = example.position.map_or_else(String::new, |position| format!(" -p \"{position}\""));
        context
            .output
            .line(format!("\nsee the example:  counterplay show {name}{position} --moves \"{}\"", example.moves))?;
    }
    context.output.line(format!("play:             counterplay play {name}"))?;
    Ok(0)
}
