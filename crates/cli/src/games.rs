//! `counterplay games`: what there is to play.

use counterplay_api::{Level, Options, Request};
use counterplay_core::Limits;
use serde_json::json;

use crate::Context;
use crate::failure::Failure;

/// List the games: name, quadrant, notation, options, what works; and the levels of the machine
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    if args.json {
        let games: Vec<_> = context.catalog.items().map(of_item).collect();
        let levels = Level::all().map(|level| {
            let elo: serde_json::Map<_, _> =
                level.measured().map(|(game, elo)| (game.to_owned(), elo.into())).collect();
            json!({"level": level.number(), "what": level.describe(), "elo_above": elo})
        });
        context.output.json(&json!({ "games": games, "levels": levels.collect::<Vec<_>>() }))?;
        return Ok(0);
    }
    let width = context.catalog.items().map(|item| item.name().len()).max().unwrap_or(0);
    for item in context.catalog.items() {
        let luck = if item.has_luck() { "chance" } else { "deterministic" };
        let information = if item.has_secrets() { "imperfect information" } else { "perfect information" };
        context.output.line(format!("{:width$}  {}: {luck}, {information}", item.name(), item.title()))?;
        context.output.line(format!("{:width$}    {}", "", item.notation()))?;
        for spec in item.options() {
            let default = spec.default.map(|value| format!(", {value} if not given")).unwrap_or_default();
            let line = format!("--{} {}..{}: {}{default}", spec.name, spec.least, spec.most, spec.help);
            context.output.line(format!("{:width$}    {line}", ""))?;
        }
        context.output.line(format!("{:width$}    {}", "", verbs(item).join(", ")))?;
    }
    context.output.line("\nthe levels of the machine, the same for every game:")?;
    for level in Level::all() {
        context.output.line(format!("{:>2}  {}", level.number(), level.describe()))?;
        let measured: Vec<String> = level.measured().map(|(game, elo)| format!("+{elo} Elo at {game}")).collect();
        if !measured.is_empty() {
            context.output.line(format!("    above the level below: {}", measured.join(", ")))?;
        }
    }
    Ok(0)
}

fn of_item(item: &dyn counterplay_api::Item) -> serde_json::Value {
    let options: Vec<_> = (item.options().iter())
        .map(|spec| {
            let (least, most) = (spec.least, spec.most);
            json!({"name": spec.name, "help": spec.help, "least": least, "most": most, "default": spec.default})
        })
        .collect();
    json!({
        "name": item.name(),
        "title": item.title(),
        "luck": item.has_luck(),
        "secrets": item.has_secrets(),
        "notation": item.notation(),
        "options": options,
        "verbs": verbs(item),
    })
}

/// Whether the equilibrium of a game with secrets can be found: it is small enough to be walked whole. That is tried,
/// with a few rounds that say nothing yet.
fn has_equilibrium(item: &dyn counterplay_api::Item) -> bool {
    /// More states than the games that are taught with have; a few milliseconds.
    const NODES: u64 = 50_000;
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    let game = item.build(&Options::default());
    game.is_ok_and(|game| game.start().solve(&request, &mut |_| {}).is_ok())
}

/// What works for a game.
fn verbs(item: &dyn counterplay_api::Item) -> Vec<&'static str> {
    let all = [
        "show", "move", "solve", "analyze", "rollout", "play", "match", "perft", "compare", "check", "engine", "train",
        "tables",
    ];
    let works = |verb: &str| match verb {
        "solve" | "compare" => !item.has_secrets() || has_equilibrium(item),
        "rollout" => item.has_luck() && !item.has_secrets(),
        "engine" => !item.has_luck() && !item.has_secrets(),
        "train" => item.learns(),
        "tables" => item.has_tables(),
        _ => true,
    };
    all.into_iter().filter(|verb| works(verb)).collect()
}
