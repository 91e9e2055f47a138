//! `counterplay verify GAME FILE`: checks a certificate.

use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::json;

use crate::failure::Failure;
use crate::position::Given;
use crate::progress::ProgressLine;
use crate::{Context, input, position};

/// Check a certificate that `solve --save` wrote
///
/// The checker shares no code with the search that made it. Exit code 1 if the certificate does not prove that the
/// first player wins: then it says in which line, and why. The options of the game are those that the certificate
/// names.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; `games` lists them
    #[arg(value_name = "GAME", index = 1)]
    game: String,
    /// The certificate, or - for stdin
    #[arg(value_name = "FILE", index = 2)]
    file: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let text = if args.file == "-" { input::text("-")? } else { input::file(&args.file)? };
    let game = position::game(context.catalog, &args.game, &with_rules(args, &text, context)?)?;
    let (start, stop) = (Instant::now(), context.signals.stop.clone());
    let line = ProgressLine::begin();
    let checked = game.verify(&text, &mut |done, all| {
        line.share(done as u64, all as u64);
        line.say(format!("{done} of {all} entries"));
        !stop.load(Ordering::Relaxed)
    });
    drop(line);
    let checked = checked?;
    let ms = start.elapsed().as_millis() as u64;
    match checked {
        Ok(checked) => {
            if args.json {
                context.output.json(&json!({
                    "game": args.game, "valid": true, "entries": checked.entries, "replies": checked.replies,
                    "forced": checked.forced, "ms": ms,
                }))?;
            } else {
                let (entries, replies, forced) = (checked.entries, checked.replies, checked.forced);
                context.output.line("valid    the first player wins by it, whatever the second does")?;
                context
                    .output
                    .line(format!("checked  {entries} entries, {replies} replies, {forced} of them lost by force"))?;
            }
            Ok(0)
        }
        Err(fault) => {
            if args.json {
                context.output.json(
                    &json!({"game": args.game, "valid": false, "line": fault.line, "what": fault.what, "ms": ms}),
                )?;
            } else {
                context.output.line(format!("invalid  {}, {fault}", args.file))?;
            }
            Ok(1)
        }
    }
}

/// Options that were given, and those that the first line of the certificate names: `# counterplay: qubic --size 4, X
/// wins`.
fn with_rules(args: &Args, text: &str, context: &Context<'_>) -> Result<Given, Failure> {
    let mut given = context.given.clone();
    let headline = text.lines().next().and_then(|line| line.strip_prefix("# counterplay: "));
    let Some(rules) = headline.and_then(|line| line.split(',').next()) else { return Ok(given) };
    let mut words = rules.split_whitespace();
    let other = |said: &str| {
        let (file, game) = (&args.file, &args.game);
        Failure::input(format!("{file} is a certificate of {rules}, and what was asked for is {game}{said}"))
    };
    if words.next() != Some(&args.game) {
        return Err(other(""));
    }
    while let (Some(name), Some(value)) = (words.next().and_then(|name| name.strip_prefix("--")), words.next()) {
        match given.iter().find(|(given, _)| given == name) {
            Some((_, said)) if said == value => {}
            Some((_, said)) => return Err(other(&format!(" --{name} {said}"))),
            None => given.push((name.to_owned(), value.to_owned())),
        }
    }
    Ok(given)
}
