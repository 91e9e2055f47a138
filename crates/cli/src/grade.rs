//! `counterplay grade KEY ANSWERS`: a class, graded.

use counterplay_lessons::class::{Class, Mark, Student, csv, grade_class};
use counterplay_lessons::quiz::Key;

use crate::Context;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{Output, write_file};

/// Grade the answers of a class: points, and each one's first wrong step explained
///
/// The exit code is 0 if all is right, 1 if something is wrong, and 3 if there are rows that cannot be graded; the
/// others are.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay quiz --count 3 --key key.json
  counterplay grade key.json answers.csv
A row of the table is student,question,answer, such as Ada,1,B.2 C.3; docs/quiz.md describes it.")]
pub(crate) struct Args {
    /// The key that `quiz` wrote
    #[arg(value_name = "KEY.json")]
    key: String,
    /// The table of answers; - is stdin
    #[arg(value_name = "ANSWERS.csv")]
    answers: String,
    /// Write the points as a table for a spreadsheet
    #[arg(long, value_name = "FILE")]
    csv: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    // 1. The key and the table.
    let text = input::file(&args.key)?;
    let (key, studies) = Key::read(&text, context.stack).map_err(|problem| {
        let place = problem.place.map(|(line, column)| (line, column, excerpt(&text, line, column)));
        Failure::Message { exit: Exit::Input, message: format!("{}: {}", args.key, problem.message), place }
    })?;
    let table = input::foreign_text(&args.answers)?;
    // 2. The grades.
    let class = grade_class(&key, &studies, &table);
    if class.students.is_empty() && class.problems.is_empty() {
        return Err(Failure::input(format!("{} has no answers; a row is student,question,answer", args.answers)));
    }
    // 3. The output.
    if let Some(path) = &args.csv {
        write_file(path, &spreadsheet(&key, &class), &mut context.output)?;
    }
    if args.json {
        context.output.json(&class)?;
    } else if args.csv.as_deref() != Some("-") {
        table_of(&key, &class, &mut context.output)?;
        mistakes(&class, &mut context.output)?;
    }
    let is_wrong = class.students.iter().any(|student| student.points < student.of);
    Ok(match (class.problems.is_empty(), is_wrong) {
        (false, _) => Exit::Input as u8,
        (true, true) => Exit::Negative as u8,
        (true, false) => 0,
    })
}

/// Excerpt of the line that is to blame, with a caret.
fn excerpt(text: &str, line: usize, column: usize) -> String {
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let begin = column.saturating_sub(40);
    let shown: String = line.chars().skip(begin).take(80).collect();
    format!("{shown}\n{:>1$}", "^", column.saturating_sub(begin).max(1))
}

/// Prints a row for each student, a column for each question.
fn table_of(key: &Key, class: &Class, output: &mut Output) -> Result<(), Failure> {
    let mut rows = vec![vec!["student".to_owned()]];
    rows[0].extend(key.tasks.iter().map(|task| task.number.to_string()));
    rows[0].extend(["points".to_owned(), "of".to_owned(), "%".to_owned()]);
    for student in &class.students {
        let mut row = vec![student.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()];
        let points = |question: &Mark| match question.grade {
            Some(_) => format!("{}/{}", question.points, question.of),
            None => "-".to_owned(),
        };
        row.extend(student.questions.iter().map(points));
        row.extend([student.points.to_string(), student.of.to_string(), percent(student).to_string()]);
        rows.push(row);
    }
    let width = |column: usize| rows.iter().map(|row: &Vec<String>| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    for row in &rows {
        let mut line = format!("{:1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            line.push_str(&format!("  {cell:>width$}"));
        }
        output.line(line)?;
    }
    Ok(())
}

fn percent(student: &Student) -> u64 {
    // 100 is for whoever has all points.
    let rounded = (u64::from(student.points) * 100 + u64::from(student.of) / 2).checked_div(student.of.into());
    rounded.map_or(100, |percent| if student.points < student.of { percent.min(99) } else { percent })
}

/// Prints the first wrong step of each answer, and the rows that are not answers.
fn mistakes(class: &Class, output: &mut Output) -> Result<(), Failure> {
    let mut is_first = true;
    for student in &class.students {
        for question in &student.questions {
            let Some(grade) = &question.grade else { continue };
            let unread = grade.items.iter().filter(|item| item.step.is_none()).map(|item| item.message());
            let wrong = grade.first_wrong.as_ref();
            let wrong = wrong
                .map(|wrong| format!("first wrong at step {}: {}. {}", wrong.step, wrong.message, wrong.explanation));
            for message in wrong.into_iter().chain(unread.filter(|_| grade.points < grade.of)) {
                if std::mem::take(&mut is_first) {
                    output.line("")?;
                }
                output
                    .line(format!("{}, question {} ({}): {message}", student.name, question.number, grade.question))?;
            }
        }
    }
    if !class.problems.is_empty() {
        output.line("\nRows that could not be graded:")?;
    }
    for problem in &class.problems {
        output.line(format!("line {}, column {}: {}", problem.line, problem.column, problem.message))?;
    }
    Ok(())
}

/// Table of the points for a spreadsheet.
fn spreadsheet(key: &Key, class: &Class) -> String {
    let mut table = "student".to_owned();
    key.tasks.iter().for_each(|task| table.push_str(&format!(",{}", task.number)));
    table.push_str(",points,of,percent\r\n");
    for student in &class.students {
        table.push_str(&csv::cell(&student.name));
        for question in &student.questions {
            table.push(',');
            if question.grade.is_some() {
                table.push_str(&question.points.to_string());
            }
        }
        table.push_str(&format!(",{},{},{}\r\n", student.points, student.of, percent(student)));
    }
    table
}
