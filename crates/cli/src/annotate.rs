//! Game review, `counterplay analyze GAME FILE`: a whole game, move by move.
//!
//! For people there are the errors first, the largest before the others, and then every move; with `--json` each move
//! is a line as soon as it is judged. `--report` makes a page of it: see `page`.

mod page;

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use counterplay_api::record::Record;
use counterplay_api::review::{Grade, Judged, review};
use counterplay_api::{AnyPosition, json};
use counterplay_core::engine::Table;
use counterplay_core::{Proof, Seat};

use crate::failure::Failure;
use crate::output::write_file;
use crate::report_text::decimal;
use crate::search::SearchArgs;
use crate::{Context, input, position};

/// Default time for a position.
const THINKING_TIME: Duration = Duration::from_millis(200);

pub(crate) fn run(
    file: &str,
    args: &SearchArgs,
    report_file: Option<&str>,
    context: &mut Context<'_>,
) -> Result<u8, Failure> {
    let text = if file == "-" { input::text(file)? } else { input::file(file)? };
    let position = open(&text, &args.at.game, context)?;
    let mut request = args.limits.request(position.has_secrets(), context.stack, &context.signals.stop)?;
    if args.limits.are_open() {
        request.limits.time = Some(THINKING_TIME);
    }
    // The transposition table is kept from one position to the next.
    request.table = Some(Arc::new(Table::new(request.memory)));
    let mut failure = None;
    let judged = review(position.as_ref(), &request, &mut |judged| {
        let printed = if args.json && failure.is_none() { print_json(judged, context) } else { Ok(()) };
        if let Err(error) = printed {
            failure = Some(error);
            // Nobody reads the output.
            context.signals.stop.store(true, Ordering::Relaxed);
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let judged = judged?;
    if let Some(path) = report_file {
        let title = title_of(&args.at.game, context);
        write_file(path, &page::page(&title, position.as_ref(), &judged), &mut context.output)?;
    }
    if !args.json && report_file != Some("-") {
        for line in report(&judged) {
            context.output.line(line)?;
        }
    }
    Ok(0)
}

/// Title of a game for people.
fn title_of(game: &str, context: &Context<'_>) -> String {
    context.catalog.find(game).map_or_else(|| game.to_owned(), |item| item.title().to_owned())
}

/// Reads the game of a file: in the format of its field, if there is one that this is, or else in ours.
fn open(text: &str, asked: &str, context: &Context<'_>) -> Result<Box<dyn AnyPosition>, Failure> {
    let given = position::with_named_options(context.catalog, asked, &context.given, text);
    let game = position::game(context.catalog, asked, &given)?;
    if let Some(read) = game.read_game(text) {
        return read.map_err(|error| Failure::text(&error, text));
    }
    let (record, (_, position)) = Record::read(text, context.catalog).map_err(|error| Failure::text(&error, text))?;
    if record.game != asked {
        let found = &record.game;
        return Err(Failure::input(format!("the file has a game of {found}, not of {asked}")));
    }
    if context.given.iter().any(|option| !record.options.contains(option)) {
        return Err(Failure::usage("the options of the game are those of the file"));
    }
    Ok(position)
}

fn print_json(judged: &Judged, context: &mut Context<'_>) -> Result<(), Failure> {
    context.output.json(&json::judged(judged))?;
    context.output.flush()
}

/// Report of the game, for people.
fn report(judged: &[Judged]) -> Vec<String> {
    if judged.is_empty() {
        return vec!["nobody has chosen anything yet".to_owned()];
    }
    let errors = errors(judged);
    let mut lines = Vec::new();
    if errors.is_empty() {
        lines.push("no errors".to_owned());
    } else {
        lines.push("errors, the largest first".to_owned());
        lines.extend(table(&errors));
    }
    lines.push(String::new());
    lines.extend([Seat::FIRST, Seat::SECOND].iter().map(|&seat| counts(judged, seat)));
    lines.push(String::new());
    lines.extend(table(&judged.iter().collect::<Vec<_>>()));
    let unproven = judged.iter().filter(|judged| !judged.judgement.exact).count();
    if unproven > 0 {
        lines.push(format!("~ not proven: {unproven} of {}", judged.len()));
    }
    lines
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

/// Number of moves of each grade that a seat has.
fn counts(judged: &[Judged], seat: Seat) -> String {
    let grades = [Grade::Best, Grade::Good, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];
    let mut line = format!("{seat}:");
    for grade in grades {
        let count = judged.iter().filter(|judged| judged.by == seat && judged.judgement.grade == grade).count();
        if count > 0 {
            let comma = if line.ends_with(':') { "" } else { "," };
            let _ = write!(line, "{comma} {count} {grade}");
        }
    }
    if line.ends_with(':') { format!("{line} no moves") } else { line }
}

/// Table with a row for each move, and columns as wide as what is in them.
fn table(judged: &[&Judged]) -> Vec<String> {
    let mut rows = vec![["ply", "by", "move", "grade", "loss", "value", "best"].map(str::to_owned)];
    rows.extend(judged.iter().map(|judged| row(judged)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..7).map(width).collect();
    let line = |row: &[String; 7]| {
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

fn row(judged: &Judged) -> [String; 7] {
    /// Most of the best moves that fit into a line.
    const MOST: usize = 8;
    let found = &judged.judgement;
    let about = if found.exact { "" } else { "~" };
    let more = if found.best.len() > MOST { " …" } else { "" };
    let value = match found.value.proof {
        Proof::Exact => decimal(found.value.score),
        _ => format!("~{}", decimal(found.value.score)),
    };
    [
        judged.ply.to_string(),
        judged.by.to_string(),
        found.action.clone(),
        found.grade.to_string(),
        format!("{about}{}", decimal(found.loss)),
        value,
        format!("{}{more}", found.best[..found.best.len().min(MOST)].join(" ")),
    ]
}
