//! `counterplay engine PROTOCOL GAME`: an engine that other programs talk to over stdin and stdout.

use std::fs::File;
use std::io::Write;

use clap::builder::PossibleValuesParser;
use counterplay_api::Level;
use counterplay_protocols::{Channel, Protocol, Settings};

use crate::Context;
use crate::failure::Failure;
use crate::input;
use crate::limits::LimitArgs;
use crate::memory;
use crate::position::{self, TABLES, WEIGHTS};

/// Be an engine that other programs talk to, over stdin and stdout
///
/// GTP 2 is for every game without luck and secrets, with the game's own words for moves; NBoard 2 is for othello, Hub
/// 2 for checkers, UCI for chess. A move takes a second, unless the limits, a level, or the other program say otherwise.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The protocol
    #[arg(
        value_name = "PROTOCOL",
        index = 1,
        value_parser = PossibleValuesParser::new(Protocol::ALL.map(Protocol::name))
    )]
    protocol: String,
    /// The game; `games` lists them
    #[arg(value_name = "GAME", index = 2)]
    game: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Play at a level from 1 to 10 instead of as well as it can
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10), allow_hyphen_values = true)]
    level: Option<u32>,
    /// Write down all that is heard and said
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let protocol = Protocol::named(&args.protocol).ok_or_else(|| Failure::usage("there is no such protocol"))?;
    let (files, options) = position::files_apart(&context.given);
    let file = |wanted| files.iter().find(|(name, _)| name == wanted).map(|(_, path)| path);
    let tables = file(TABLES).map(|folder| position::tables_folder(folder));
    let weights = file(WEIGHTS).map(|path| input::bytes(path)).transpose()?;
    if weights.is_some() {
        // A file that is damaged, or of another game, is told as everywhere.
        position::game(context.catalog, &args.game, &context.given)?;
    }
    let secrets = context.catalog.find(&args.game).is_some_and(|item| item.has_secrets());
    let settings = Settings {
        game: args.game.clone(),
        options,
        tables: tables.transpose()?,
        weights,
        request: args.limits.request(secrets, context.stack, &context.signals.stop)?,
        level: args.level.and_then(Level::new),
        most_memory: memory::available().map_or(1 << 30, |bytes| usize::try_from(bytes / 2).unwrap_or(usize::MAX)),
    };
    let engine = protocol.engine(context.catalog.clone(), settings).map_err(Failure::usage)?;
    let open = |path: &String| File::create(path).map_err(|error| Failure::writing(path, &error));
    let mut log = args.log.as_ref().map(open).transpose()?;
    let log = log.as_mut().map(|file| -> &mut dyn Write { file });
    let channel = Channel { output: context.output.writer(), log, signal: &context.signals.stop };
    engine.serve(std::io::stdin(), channel).map_err(|error| Failure::writing("stdout", &error))?;
    Ok(0)
}
