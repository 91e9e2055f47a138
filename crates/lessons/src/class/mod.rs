//! Grading of a class: the key of a quiz and a table of answers. `docs/quiz.md` describes the table.

mod cell;
pub mod csv;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde::Serialize;

use crate::Study;
use crate::grade::{Grade, expected, grade};
use crate::quiz::Key;
use csv::Row;

/// Problem of a row that could not be graded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    /// The column of the table, from 1.
    pub column: usize,
    /// Message: what is wrong, and what is expected.
    pub message: String,
}

/// Mark of a student in one question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Mark {
    /// Number of the question.
    pub number: u32,
    /// Points of the student.
    pub points: u32,
    /// Most points of the question.
    pub of: u32,
    /// Grade. `None` if there is no answer, or none that could be read.
    pub grade: Option<Grade>,
}

/// Student with all marks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Student {
    /// Name, as the table has it.
    pub name: String,
    /// Points of the student.
    pub points: u32,
    /// Most points of the quiz.
    pub of: u32,
    /// Marks of each question of the key.
    pub questions: Vec<Mark>,
}

/// Graded class.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Class {
    /// Students, in the order in which the table names them first.
    pub students: Vec<Student>,
    /// Rows that could not be graded.
    pub problems: Vec<Problem>,
}

/// Grades a table of answers, with the searches of the key's questions.
#[must_use]
pub fn grade_class(key: &Key, studies: &[Study], table: &str) -> Class {
    let of: Vec<u32> = (key.tasks.iter().zip(studies))
        .map(|(task, study)| expected(study, task.answer.question()).iter().map(|item| item.of).sum())
        .collect();
    let blank: Vec<Mark> = (key.tasks.iter().zip(&of))
        .map(|(task, &of)| Mark { number: task.number, points: 0, of, grade: None })
        .collect();
    let mut class = Class { students: Vec::new(), problems: Vec::new() };
    let mut places: HashMap<String, usize> = HashMap::new();
    let rows = csv::rows(table);
    let heading = rows.split_first().filter(|(first, rest)| is_heading(first, rest)).map(|(first, _)| &first.cells);
    // Tables that were put together have it several times.
    for row in rows.iter().filter(|row| Some(&row.cells) != heading) {
        let graded = graded(key, studies, row);
        // A student all of whose rows are bad is in the class all the same.
        if let Ok(cells) = &row.cells
            && !cells[0].is_empty()
            && !places.contains_key(&cells[0])
        {
            places.insert(cells[0].clone(), class.students.len());
            let name = cells[0].clone();
            class.students.push(Student { name, points: 0, of: of.iter().sum(), questions: blank.clone() });
        }
        let entered = graded.and_then(|(name, at, grade)| {
            let Some(&place) = places.get(&name) else { return Ok(()) };
            let student = &mut class.students[place];
            let question = &mut student.questions[at];
            if question.grade.is_some() {
                return Err((2, format!("{name} has answered question {} in an earlier row", question.number)));
            }
            question.points = grade.points;
            student.points += grade.points;
            question.grade = Some(grade);
            Ok(())
        });
        if let Err((column, message)) = entered {
            class.problems.push(Problem { line: row.line, column, message });
        }
    }
    class
}

/// Whether the first row is the heading, in any language: where the number of the question stands there is none, what
/// stands where the answer does is no answer, and no other row has the same student.
fn is_heading(first: &Row, rest: &[Row]) -> bool {
    let Ok([name, question, answers @ ..]) = first.cells.as_deref() else { return false };
    let has_digit = |text: &str| text.contains(|sign: char| sign.is_numeric());
    // `Answer 1` is none, and `B.2 C.3` is one.
    let is_answer = |cell: &String| {
        cell.contains(['=', '<', '>', '≤', '≥']) || !cell.is_empty() && cell.split_whitespace().all(has_digit)
    };
    let is_student = |row: &Row| row.cells != first.cells && row.cells.as_ref().is_ok_and(|cells| cells[0] == *name);
    let is_word = !question.is_empty() && !has_digit(question);
    is_word && !answers.iter().any(is_answer) && !rest.iter().any(is_student)
}

/// Grades a row: the student, the index of the question in the key, and the grade; or the column from 1 and what is
/// wrong there.
fn graded(key: &Key, studies: &[Study], row: &Row) -> Result<(String, usize, Grade), (usize, String)> {
    let cells = row
        .cells
        .as_ref()
        .map_err(|&column| (column, "the quotation mark has no end, or something stands behind it".to_owned()))?;
    let name = cells[0].clone();
    if name.is_empty() {
        return Err((1, "the name of the student is missing".to_owned()));
    }
    let number = cells.get(1).map(String::as_str).unwrap_or_default();
    if number.is_empty() {
        return Err((2, "the number of the question is missing; a row is student, question, answer".to_owned()));
    }
    let asked = number.parse::<u32>().map_err(|_| {
        (
            2,
            format!(
                "the number of a question is expected, and not {:?}",
                counterplay_render::name::clipped(number, 40)
            ),
        )
    })?;
    let at = key.tasks.iter().position(|task| task.number == asked).ok_or_else(|| {
        let last = key.tasks.iter().map(|task| task.number).max().unwrap_or(0);
        (2, format!("there is no question {asked}; the key has questions up to {last}"))
    })?;
    let rest = cells.get(2..).unwrap_or_default();
    if rest.iter().all(String::is_empty) {
        return Err((3, "the answer is missing; if nothing is meant, write none".to_owned()));
    }
    let question = key.tasks[at].answer.question();
    let answer = cell::answer(question, rest).map_err(|(cell, problem)| (cell + 3, problem))?;
    Ok((name, at, grade(&studies[at], &answer)))
}
