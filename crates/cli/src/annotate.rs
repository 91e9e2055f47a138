//! Game review, `counterplay analyze GAME FILE`: every game of a file, move by move.
//!
//! For people there are the errors first, the largest before the others, and then every move; with `--json` each move
//! is a line as soon as it is judged. `--report` makes a page of it: see `page`. What cannot be read of a game is told
//! with its place, and the other games are judged all the same.

mod page;

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use counterplay_api::review::{Effort, Grade, Judged, Review, ReviewEvent, review};
use counterplay_api::{AnyPosition, FileGame, Form, FoundGame, TurnWord, json};
use counterplay_core::engine::Table;
use counterplay_core::{Heading, Note, Proof, Seat, TextError};
use serde_json::{Value, json};

use crate::failure::{Exit, Failure};
use crate::output::write_file;
use crate::progress::ProgressLine;
use crate::report_text::{decimal, side};
use crate::search::SearchArgs;
use crate::{Context, game_files, position};

/// A game of the file, judged.
struct Reviewed {
    /// Heading: its number, if the file has several games, and who played.
    heading: Option<String>,
    /// The remarks on it, and why it was not read to its end.
    told: Vec<String>,
    game: FileGame,
    /// What was found out, as people read it; nothing if there was no game to review.
    review: Option<Review>,
}

pub(crate) fn run(
    text: &str,
    name: &str,
    only: Option<usize>,
    args: &SearchArgs,
    report_file: Option<&str>,
    context: &mut Context<'_>,
) -> Result<u8, Failure> {
    let games = open(text, name, context)?;
    game_files::check_number(only, games.len())?;
    let has_secrets = context.catalog.find(name).is_some_and(|item| item.has_secrets());
    let mut request = args.limits.request(has_secrets, context.stack, &context.signals.stop)?;
    // The transposition table is kept from one position to the next.
    request.table = Some(Arc::new(Table::new(request.memory)));
    let effort = if args.limits.are_open() { Effort::usual(&request) } else { Effort::within(&request) };
    let (count, mut reviewed) = (games.len(), Vec::new());
    for (number, game) in (1..).zip(games).filter(|(number, _)| only.is_none_or(|only| only == *number)) {
        if context.signals.stop.load(Ordering::Relaxed) {
            break;
        }
        let judge = |position: &dyn AnyPosition| {
            let review = judge(position, &game, number, &effort, args.json, context);
            review.map(|review| review.for_people(position))
        };
        let review = game.position.as_deref().map(judge).transpose()?;
        let heading = heading(&game, (count > 1).then_some((number, count)), text);
        let told = told(&game, text, count > 1);
        let game = Reviewed { heading, told, game, review };
        if args.json {
            print_remarks(&game.game, number, text, context)?;
        } else if report_file != Some("-") {
            print_report(&game, reviewed.is_empty(), context)?;
        }
        reviewed.push(game);
    }
    if let Some(path) = report_file {
        let title = title_of(name, context);
        write_file(path, &page::page(&title, &reviewed), &mut context.output)?;
    }
    let faults: Vec<&TextError> = reviewed.iter().filter_map(|reviewed| reviewed.game.fault.as_ref()).collect();
    match faults[..] {
        [] => Ok(0),
        // Each has been told.
        _ if args.json => Ok(Exit::Input as u8),
        [fault] if count == 1 => Err(Failure::text(fault, text)),
        [first, ..] => {
            let message = format!("{} of {count} games are not read to their end; first: {first}", faults.len());
            Err(Failure::text(&TextError::new(first.offset, message), text))
        }
    }
}

/// Heading of a game: which it is of how many, where it begins, and what the file says of it.
fn heading(game: &FileGame, of: Option<(usize, usize)>, text: &str) -> Option<String> {
    let number = of.map(|(number, of)| format!("game {number} of {of}, line {}", place(text, game.offset).0));
    let words = Some(game.heading.words()).filter(|words| !words.is_empty());
    let parts: Vec<String> = number.into_iter().chain(words).collect();
    (!parts.is_empty()).then(|| parts.join(": "))
}

/// What the file says of an action, in words.
fn said(notes: &[Note], ply: usize) -> String {
    notes.iter().filter(|note| note.ply == ply).map(Note::words).collect::<Vec<_>>().join("; ")
}

/// What the file says where nobody has chosen: before the first action, and of what chance did.
fn said_elsewhere(review: &Review, notes: &[Note]) -> Vec<String> {
    let is_judged = |ply: usize| review.judged.iter().any(|judged| judged.ply == ply);
    let elsewhere = notes.iter().filter(|note| !is_judged(note.ply));
    let words = |note: &Note| match note.ply {
        0 => format!("the file says at the beginning: {}", note.words()),
        ply => format!("the file says after ply {ply}: {}", note.words()),
    };
    elsewhere.map(words).collect()
}

/// Line and column of an offset.
fn place(text: &str, offset: usize) -> (usize, usize) {
    TextError::new(offset, "").position(text)
}

/// Sentences about what is odd in a game of the file; with its fault, if they are all that is said of it.
fn told(game: &FileGame, text: &str, with_fault: bool) -> Vec<String> {
    let said = |error: &TextError| {
        let (line, column) = error.position(text);
        format!("line {line}, column {column}: {error}")
    };
    let fault = game.fault.iter().filter(|_| with_fault).map(|fault| format!("{}; the rest is not read", said(fault)));
    game.remarks.iter().map(said).chain(fault).collect()
}

/// Judges the actions of a game; with `json` each is a line as soon as it is judged, and the last one has the summary of
/// the game with it.
fn judge(
    position: &dyn AnyPosition,
    game: &FileGame,
    number: usize,
    effort: &Effort,
    json: bool,
    context: &mut Context<'_>,
) -> Result<Review, Failure> {
    let is_choice = |ply: &usize| matches!(position.at(*ply).turn(), TurnWord::Seat(_));
    let last = (0..position.plies()).rev().find(is_choice).map(|ply| ply + 1);
    let (mut failure, mut held_back) = (None, None);
    let line = ProgressLine::begin();
    let reviewed = review(position, effort, &mut |event| {
        tell(&line, &event, number, position.plies());
        let printed = match event {
            ReviewEvent::Judged(judged) if json && Some(judged.ply) == last => {
                held_back = Some(line_of(judged, position, &game.notes, number));
                Ok(())
            }
            ReviewEvent::Judged(judged) if json && failure.is_none() => {
                line.aside(|| print_json(&line_of(judged, position, &game.notes, number), context))
            }
            _ => Ok(()),
        };
        if let Err(error) = printed {
            failure = Some(error);
            // Nobody reads the output.
            context.signals.stop.store(true, Ordering::Relaxed);
        }
    });
    drop(line);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let reviewed = reviewed?;
    if let Some(mut line) = held_back {
        line["summary"] = json::summaries(&reviewed);
        let Heading { players, result, tags } = &game.heading;
        line["heading"] = json!({"players": players, "result": result, "tags": tags});
        print_json(&line, context)?;
    }
    Ok(reviewed)
}

/// Tells on the progress line how far a review is: what can be proven is tried first, and then each action is judged.
fn tell(line: &ProgressLine, event: &ReviewEvent<'_>, number: usize, plies: usize) {
    match event {
        ReviewEvent::Proving { done, of } => {
            line.share(*done as u64, *of as u64);
            line.say(format!("game {number}, {done} of {of} positions tried to be proven"));
        }
        ReviewEvent::Judged(judged) => {
            line.share(judged.ply as u64, plies as u64);
            line.say(format!("game {number}, ply {} of {plies} judged", judged.ply));
        }
    }
}

/// Prints what is odd in a game, a line each.
fn print_remarks(game: &FileGame, number: usize, text: &str, context: &mut Context<'_>) -> Result<(), Failure> {
    for remark in &game.remarks {
        let (line, column) = remark.position(text);
        let remark = json!({"message": remark.message, "line": line, "column": column});
        context.output.json(&json!({"game": number, "remark": remark}))?;
    }
    if let Some(fault) = &game.fault {
        let (line, column) = fault.position(text);
        let error = json!({"code": Exit::Input as u8, "message": fault.message, "line": line, "column": column});
        context.output.json(&json!({"game": number, "error": error}))?;
    }
    context.output.flush()
}

/// Prints the report of a game, for people.
fn print_report(reviewed: &Reviewed, is_first: bool, context: &mut Context<'_>) -> Result<(), Failure> {
    let Reviewed { heading, told, game, review } = reviewed;
    let mut lines = Vec::new();
    if let Some(heading) = heading {
        lines.extend((!is_first).then(String::new));
        lines.extend([heading.clone(), String::new()]);
    }
    lines.extend(told.iter().cloned());
    // Of a game that could not even be begun its fault is all there is to say.
    if let (Some(position), Some(review)) = (&game.position, review)
        && (!review.judged.is_empty() || game.fault.is_none())
    {
        lines.extend((!told.is_empty()).then(String::new));
        lines.extend(report(review, position.as_ref(), &game.notes));
    }
    for line in lines {
        context.output.line(line)?;
    }
    context.output.flush()
}

/// Title of a game for people.
fn title_of(game: &str, context: &Context<'_>) -> String {
    context.catalog.find(game).map_or_else(|| game.to_owned(), |item| item.title().to_owned())
}

/// Reads the games of a file: in the format of its field, if there is one that this is, or else in whatever way fits.
fn open(text: &str, asked: &str, context: &Context<'_>) -> Result<Vec<FileGame>, Failure> {
    let given = position::with_named_options(context.catalog, asked, &context.given, text);
    // This game has the tables and the weights that were brought.
    let game = position::game(context.catalog, asked, &given)?;
    if let Some(games) = game.read_games(text) {
        return Ok(games);
    }
    let (_, options) = position::files_apart(&context.given);
    let reading = context.catalog.read_as(asked, &options, text);
    let reading = reading.map_err(|refusal| game_files::refused(&refusal, text))?;
    let differs = |found: &FoundGame| options.iter().any(|option| !found.options.contains(option));
    if reading.form == Form::Record && reading.games.iter().any(differs) {
        return Err(Failure::usage("the options of the game are those of the file"));
    }
    Ok(reading.games.into_iter().map(|found| found.file).collect())
}

/// The JSON of a move that was judged, in the game that led to a position.
fn line_of(judged: &Judged, position: &dyn AnyPosition, notes: &[Note], number: usize) -> Value {
    let mut line = json::judged(position.at(judged.ply - 1).as_ref(), judged);
    let notes = notes.iter().filter(|note| note.ply == judged.ply);
    let notes: Vec<Value> = notes.map(|note| json!({"kind": note.kind.word(), "text": note.text})).collect();
    if !notes.is_empty() {
        line["notes"] = notes.into();
    }
    line["game"] = number.into();
    line
}

fn print_json(line: &Value, context: &mut Context<'_>) -> Result<(), Failure> {
    context.output.json(line)?;
    context.output.flush()
}

/// Report of the game, for people.
fn report(review: &Review, position: &dyn AnyPosition, notes: &[Note]) -> Vec<String> {
    let judged = &review.judged;
    if judged.is_empty() {
        return vec!["nobody has chosen anything yet".to_owned()];
    }
    let errors = errors(judged);
    let mut lines = Vec::new();
    if errors.is_empty() {
        lines.push("no errors".to_owned());
    } else {
        lines.push("errors, the largest first".to_owned());
        lines.extend(errors.iter().map(|judged| error_line(judged, position)));
    }
    lines.push(String::new());
    lines.extend(Seat::PAIR.map(|seat| counts(review, position, seat)));
    lines.push(scale_line(review));
    lines.push(String::new());
    lines.extend(table(review, position, notes));
    let unproven = judged.iter().filter(|judged| !judged.judgement.exact).count();
    if unproven > 0 {
        lines.push(format!("~ not proven: {unproven} of {}", judged.len()));
    }
    lines.extend(unclaimed(judged));
    lines.extend(said_elsewhere(review, notes));
    lines
}

/// Footnote about draws that nobody claimed.
fn unclaimed(judged: &[Judged]) -> Option<String> {
    let (ply, drawn) = judged.iter().find_map(|judged| Some((judged.ply, judged.unclaimed?)))?;
    let count = judged.iter().filter(|judged| judged.unclaimed.is_some()).count();
    Some(format!("= after a draw that nobody claimed: {count} of {}, first ply {ply}, {drawn}", judged.len()))
}

/// Errors, the largest first.
fn errors(judged: &[Judged]) -> Vec<&Judged> {
    let mut errors: Vec<&Judged> = judged.iter().filter(|judged| judged.judgement.grade > Grade::Good).collect();
    let worse = |a: &Judged, b: &Judged| {
        let (a, b) = (&a.judgement, &b.judgement);
        b.grade.cmp(&a.grade).then(b.loss.total_cmp(&a.loss))
    };
    errors.sort_by(|a, b| worse(a, b));
    errors
}

/// What a seat has done, in a line.
fn counts(review: &Review, position: &dyn AnyPosition, seat: Seat) -> String {
    format!("{}: {}", side(position, seat), review.summary_words(seat))
}

/// By what the moves are graded.
fn scale_line(review: &Review) -> String {
    let scale = &review.scale;
    let [inaccuracy, mistake, blunder] = scale.steps.map(|step| scale.number(step));
    format!(
        "graded by {}: inaccuracy {inaccuracy}, mistake {mistake}, blunder {blunder} ({})",
        scale.units, scale.source
    )
}

/// An error, with a sentence about it.
fn error_line(judged: &Judged, position: &dyn AnyPosition) -> String {
    let found = &judged.judgement;
    let about = if found.exact { "" } else { "~" };
    format!("ply {}, {}: {about}{}: {}", judged.ply, side(position, judged.by), found.grade, found.sentence())
}

/// Table with a row for each move, and columns as wide as what is in them.
fn table(review: &Review, position: &dyn AnyPosition, notes: &[Note]) -> Vec<String> {
    let last = if notes.is_empty() { "" } else { "the file says" };
    let mut rows = vec![["ply", "by", "move", "grade", "lost", "value", "best", last].map(str::to_owned)];
    rows.extend(review.judged.iter().map(|judged| row(judged, position, notes)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..8).map(width).collect();
    let line = |row: &[String; 8]| {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Numbers stand below one another by their last digit.
            let _ = match column {
                0 | 4 | 5 => write!(line, "{cell:>width$}  "),
                _ => write!(line, "{cell:<width$}  "),
            };
        }
        line.trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn row(judged: &Judged, position: &dyn AnyPosition, notes: &[Note]) -> [String; 8] {
    /// Most of the best moves that fit into a line.
    const MOST: usize = 8;
    let found = &judged.judgement;
    let about = if found.exact { "" } else { "~" };
    let more = if found.best.len() > MOST { " …" } else { "" };
    let value = match found.value.value.proof {
        Proof::Exact => decimal(found.value.value.score),
        _ => format!("~{}", decimal(found.value.value.score)),
    };
    [
        judged.ply.to_string(),
        side(position, judged.by).to_owned(),
        format!("{}{}", found.action, if judged.unclaimed.is_some() { " =" } else { "" }),
        format!("{about}{}", found.grade),
        found.lost.map_or_else(|| "outcome".to_owned(), |lost| format!("{about}{}", found.scale.number(lost))),
        value,
        format!("{}{more}", found.best[..found.best.len().min(MOST)].join(" ")),
        said(notes, judged.ply),
    ]
}
