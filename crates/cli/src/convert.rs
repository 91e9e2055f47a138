//! Verb `convert`, `counterplay convert FILE --to FORMAT`: the games of a file in another format of their game.
//!
//! Losses are not looked up in a list: what was written is read again, and whatever is not found in it is lost.

use std::collections::BTreeMap;

use counterplay_api::record::Record;
use counterplay_api::{AnyGame, Catalog, FileGame, Form, FoundGame, Item};
use counterplay_core::{NoteKind, TextError};
use serde_json::json;

use crate::failure::{Exit, Failure};
use crate::output::{try_writing, write_file};
use crate::{Context, game_files, input, position};

/// Write the games of a file in another format, and say what is lost
///
/// A format is one of the game's own field, such as pgn, pdn, ggf or mat, or record, which every game has and nothing is lost
/// in, or moves, a line of actions for each game. What is lost (comments, variations, marks, clocks, tags) is told on
/// stderr. Exit code 3 if a game could not be read to its end; what could be is written all the same.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay convert games.pdn --to record -o games.txt
  counterplay convert othello transcripts.txt --to ggf -o games.ggf
  counterplay convert match.mat --to moves --game 2")]
pub(crate) struct Args {
    /// The game of the file, or the file itself where it tells by itself which game it is of; - for stdin
    #[arg(value_name = "GAME|FILE", index = 1)]
    game: String,
    /// The file, or - for stdin
    #[arg(value_name = "FILE", index = 2)]
    file: Option<String>,
    /// The format to write: pgn, pdn, ggf, mat, as the game has it; record; or moves
    #[arg(long, value_name = "FORMAT")]
    to: String,
    /// Where to write to; stdout if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Convert only this one of the games of the file, from 1
    #[arg(long = "game", value_name = "N", value_parser = game_files::number)]
    number: Option<usize>,
    /// Tell in JSON what was written and what was lost, on stdout, if the games go to a file
    #[arg(long, requires = "output")]
    json: bool,
}

/// Format to write.
enum Target {
    Record,
    Moves,
    /// The format of the game's field, by its name.
    Field(&'static str),
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let file = game_files::file_of(&args.game, args.file.as_deref(), context.catalog)?;
    let file = file.ok_or_else(|| Failure::usage("convert takes a file of games, such as games.pdn"))?;
    if let Some(path) = args.output.as_deref().filter(|path| *path != "-") {
        try_writing(path)?;
    }
    let text = input::foreign_text(file)?;
    let name = match args.file {
        Some(_) => args.game.clone(),
        None => game_files::name_of(&text, "convert", context.catalog)?,
    };
    let item = context.catalog.find(&name).ok_or_else(|| Failure::usage(format!("there is no game {name}")))?;
    let target = target(&args.to, item)?;
    let (_, options) = position::files_apart(&context.given);
    let reading = context.catalog.read_as(&name, &options, &text);
    let reading = reading.map_err(|refusal| game_files::refused(&refusal, &text))?;
    let count = reading.games.len();
    game_files::check_number(args.number, count)?;
    let chosen = |number: usize| args.number.is_none_or(|only| only == number);
    let games: Vec<(usize, FoundGame)> = (1..).zip(reading.games).filter(|(number, _)| chosen(*number)).collect();
    let mut written = Vec::new();
    let (mut lost, mut faults) = (BTreeMap::new(), Vec::new());
    for (number, found) in &games {
        if let Some(fault) = &found.file.fault {
            faults.push((*number, fault));
        }
        if let Some(text) = write(&name, found, &target)? {
            lose(context.catalog, &name, found, &target, &text, &mut lost)?;
            written.push(text);
        }
    }
    let between = if matches!(target, Target::Moves) { "" } else { "\n" };
    let whole = written.join(between);
    if written.len() > 1 {
        check_count(context.catalog, &name, &games[0].1, &whole, written.len(), &target)?;
    }
    let from = if reading.form == Form::Record { "record".to_owned() } else { reading.form.to_string() };
    write_file(args.output.as_deref().unwrap_or("-"), &whole, &mut context.output)?;
    if args.json {
        let lost: serde_json::Map<_, _> = lost.iter().map(|(what, count)| (what.clone(), json!(count))).collect();
        let faults = faults.iter().map(|(number, fault)| {
            let (line, column) = fault.position(&text);
            json!({"game": number, "message": fault.message, "line": line, "column": column})
        });
        context.output.json(&json!({
            "game": name, "from": from, "to": args.to, "games": written.len(), "lost": lost,
            "faults": faults.collect::<Vec<_>>(),
        }))?;
    } else {
        let games = if written.len() == 1 { "1 game".to_owned() } else { format!("{} games", written.len()) };
        eprintln!("{games} of {}, from {from} to {}", item.title(), args.to);
        let told: Vec<String> = lost.iter().map(|(what, count)| format!("{what} ({count})")).collect();
        eprintln!("lost: {}", if told.is_empty() { "nothing".to_owned() } else { told.join(", ") });
    }
    match faults[..] {
        [] => Ok(0),
        _ if args.json => Ok(Exit::Input as u8),
        [(number, fault), ..] => {
            let message = format!("game {number} of {count} is not read to its end: {fault}");
            Err(Failure::text(&TextError::new(fault.offset, message), &text))
        }
    }
}

/// Format of a word: the name of one, or how its files end.
fn target(word: &str, item: &dyn Item) -> Result<Target, Failure> {
    let word = word.trim_start_matches('.').to_lowercase();
    match &word[..] {
        "record" => return Ok(Target::Record),
        "moves" => return Ok(Target::Moves),
        _ => {}
    }
    let is_meant = |name: &str, extension: &str| extension == word || name.to_lowercase() == word;
    let found = item.formats().iter().find(|format| is_meant(format.name, format.extension));
    let all = item.formats().iter().map(|format| format.extension).chain(["record", "moves"]).collect::<Vec<_>>();
    let (title, all) = (item.title(), all.join(", "));
    let missing = || Failure::usage(format!("{title} is not written as {word}; its formats are {all}"));
    found.map(|format| Target::Field(format.name)).ok_or_else(missing)
}

/// Text of a game in the format; nothing if nothing of it was read.
fn write(name: &str, found: &FoundGame, target: &Target) -> Result<Option<String>, Failure> {
    let FileGame { position, heading, notes, .. } = &found.file;
    let Some(position) = position else { return Ok(None) };
    match target {
        Target::Record => Ok(Record::of_file(name, &found.options, &found.file).map(|record| record.to_text())),
        Target::Moves => Ok(Some(position.line().join(" ") + "\n")),
        Target::Field(format) => position.field_text(heading, notes).map(Some).ok_or_else(|| {
            Failure::input(format!("a game that begins like this does not fit into {format}; record takes every game"))
        }),
    }
}

/// Game with the options that a game of a file was played with.
fn game_of(catalog: &Catalog, name: &str, found: &FoundGame) -> Result<std::sync::Arc<dyn AnyGame>, Failure> {
    position::game(catalog, name, &found.options)
}

/// Reads what was written, in the way of its format.
fn read_again(
    catalog: &Catalog,
    name: &str,
    found: &FoundGame,
    target: &Target,
    text: &str,
) -> Result<Vec<FileGame>, Failure> {
    Ok(match target {
        Target::Record => Record::read_games(text, catalog).into_iter().map(|(_, file)| file).collect(),
        Target::Field(_) => game_of(catalog, name, found)?.read_games(text).unwrap_or_default(),
        Target::Moves => Vec::new(),
    })
}

/// Counts what a game had and what was written of it has not. That its moves are all there is checked, for a game must
/// not lose those in silence.
fn lose(
    catalog: &Catalog,
    name: &str,
    found: &FoundGame,
    target: &Target,
    text: &str,
    lost: &mut BTreeMap<String, usize>,
) -> Result<(), Failure> {
    let before = &found.file;
    let again = read_again(catalog, name, found, target, text)?;
    let after = again.first();
    let line = |file: &FileGame| file.position.as_ref().map(|position| position.line());
    if !matches!(target, Target::Moves) && after.is_none_or(|after| line(after) != line(before)) {
        return Err(Failure::input("the format has no place for this game: what was written would be another one"));
    }
    let begins_elsewhere = before.position.as_ref().is_some_and(|position| position.start_text(None).is_some());
    let mut lose = |what: &str, count: usize| {
        if count > 0 {
            *lost.entry(what.to_owned()).or_default() += count;
        }
    };
    lose("positions that games begin with", usize::from(matches!(target, Target::Moves) && begins_elsewhere));
    let players = |file: &FileGame| file.heading.players.iter().flatten().cloned().collect::<Vec<_>>();
    let kept = after.map(players).unwrap_or_default();
    lose("names of players", players(before).iter().filter(|player| !kept.contains(player)).count());
    let result = |file: &FileGame| file.heading.result.clone();
    lose("results", usize::from(result(before).is_some() && after.and_then(result).is_none()));
    for (tag, value) in &before.heading.tags {
        // The name may have to be another one, but what it said must be there.
        let is_kept = after.is_some_and(|after| after.heading.tags.iter().any(|(_, kept)| kept == value));
        lose(&format!("tag {tag}"), usize::from(!is_kept));
    }
    for (kind, words) in [
        (NoteKind::Comment, "comments"),
        (NoteKind::Variation, "variations"),
        (NoteKind::Mark, "marks"),
        (NoteKind::Clock, "clocks"),
    ] {
        let of_kind = |file: &FileGame| file.notes.iter().filter(|note| note.kind == kind).count();
        lose(words, of_kind(before).saturating_sub(after.map(of_kind).unwrap_or_default()));
    }
    Ok(())
}

/// Whether all games are found again in one file of the format.
fn check_count(
    catalog: &Catalog,
    name: &str,
    first: &FoundGame,
    whole: &str,
    count: usize,
    target: &Target,
) -> Result<(), Failure> {
    let again = read_again(catalog, name, first, target, whole)?;
    let is_whole = again.len() == count && again.iter().all(|game| game.fault.is_none());
    if matches!(target, Target::Moves) || is_whole {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{count} games do not fit into one file of this format: convert them one by one, --game 1"
    )))
}
