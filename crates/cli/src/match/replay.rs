//! Replay of a game, `counterplay match --replay FILE --game N`: a game of a log, played again from its seed.

use std::time::Duration;

use counterplay_referee::{FORMAT, GameError, GameRecord, LogContent, Match, Openings, Who};
use serde_json::{Value, json};

use super::{Args, arguments, log_failure, open_book, player_settings, setting};
use crate::failure::Failure;
use crate::position::Given;
use crate::{Context, input};

pub(super) fn run(path: &str, number: u64, args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let content = LogContent::read(input::file(path)?.as_bytes()).map_err(|error| log_failure(path, &error))?;
    let header = content.header.unwrap_or_default();
    let contest = from_header(&header, args, context).map_err(|failure| in_file(path, failure))?;
    let Some(record) = content.games.iter().find(|game| game.number == number) else {
        return Err(Failure::input(format!("{path} has no game {number}; it has {} games", content.games.len())));
    };
    let again = contest.replay(record).map_err(|error| match error {
        GameError::Stopped => Failure::negative("it was stopped before it was done"),
        error => Failure::input(format!("game {number} of {path} cannot be played: {error}")),
    })?;
    let difference = record.difference(&again);
    if args.json {
        let mut answer = record.to_json();
        (answer["same"], answer["difference"]) = (json!(difference.is_none()), json!(difference));
        context.output.json(&answer)?;
    } else {
        describe(&contest, record, context)?;
        context.output.line(match &difference {
            None => "again    it comes out the same".to_owned(),
            Some(what) => format!("again    it comes out otherwise: {what}"),
        })?;
    }
    Ok(u8::from(difference.is_some()))
}

fn in_file(path: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Message { message, .. } => Failure::input(format!("the first line of {path}: {message}")),
        other => other,
    }
}

/// Match that a log is of.
fn from_header(header: &Value, args: &Args, context: &Context<'_>) -> Result<Match, Failure> {
    if header["format"] != FORMAT {
        return Err(Failure::input(format!("it is not a log of the format {FORMAT}")));
    }
    let wrong = |name: &str| Failure::input(format!("the field {name:?} is missing or wrong"));
    let text = |name: &str| header[name].as_str().ok_or_else(|| wrong(name));
    let whole = |name: &str| header[name].as_u64().ok_or_else(|| wrong(name));
    let player = |name: &str| arguments::player(text(name)?).map_err(Failure::input);
    let options = header["options"].as_object().ok_or_else(|| wrong("options"))?;
    let given: Given = options.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    let longest = usize::try_from(whole("longest")?).map_err(|_| wrong("longest"))?;
    let time = header["ms"].as_f64().and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok());
    let mut player_settings = player_settings(time.ok_or_else(|| wrong("ms"))?, context);
    // A table of another size could play otherwise.
    player_settings.memory =
        usize::try_from(whole("memory")?).ok().filter(|&bytes| bytes <= 1 << 30).ok_or_else(|| wrong("memory"))?;
    let setting = setting(text("game")?, &given, whole("seed")?, longest, context)?;
    player_settings.book = open_book(args, &setting, &given, context)?;
    let contest =
        Match { setting, players: [player("a")?, player("b")?], player_settings, openings: Openings::Plies(0) };
    match (&header["book"], &contest.header()["book"]) {
        (played, given) if played == given => Ok(contest),
        (_, Value::Null) => Err(Failure::input("the match was played with a book: name it with --book")),
        (Value::Null, _) => Err(Failure::input("the match was played without a book: leave --book out")),
        _ => Err(Failure::input("the match was played with another book than that of --book")),
    }
}

fn describe(contest: &Match, record: &GameRecord, context: &mut Context<'_>) -> Result<(), Failure> {
    let player = |who: Who| format!("{} ({})", who.as_str(), contest.players[who as usize]);
    let (first, second) = (record.first, record.first.other());
    let output = &mut context.output;
    output.line(format!("game     {} of {}, seed {}", record.number, contest.setting.name, record.seed))?;
    output.line(format!("first    {}", player(first)))?;
    output.line(format!("second   {}", player(second)))?;
    let opening = record.opening.position.iter().chain(&record.opening.moves).map(String::as_str);
    let opening: Vec<&str> = opening.collect();
    output.line(format!("opening  {}", if opening.is_empty() { "none".to_owned() } else { opening.join(" ") }))?;
    output.line(format!("actions  {}", record.actions.join(" ")))?;
    let winner = record.winner.map_or_else(|| "a draw".to_owned(), |who| format!("{} wins", player(who)));
    output.line(format!("result   {winner} ({})", record.reason.as_str()))?;
    for who in Who::BOTH.into_iter().filter(|&who| !contest.players[who as usize].is_repeatable()) {
        output.line(format!("note     {} is not repeatable, and does as the log says", player(who)))?;
    }
    Ok(())
}
