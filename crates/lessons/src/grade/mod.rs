//! Grading of a student's answer against the trace of the search: points, and the first wrong step explained.
//!
//! Expected answers are read from the [`SearchTree`] of the [`Study`]: nothing is computed once more. `docs/quiz.md`
//! says what counts and what a fair grader lets pass.

mod cuts;
mod read;
mod sheet;
#[cfg(test)]
mod tests;
mod values;
mod visits;
mod windows;

use counterplay_core::trace::SearchTree;
use counterplay_render::sentences;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::Study;
use sheet::Sheet;

choice! {
    /// Question to a student.
    Question {
        /// The value of each inner node, as the search returns it.
        Values = "values",
        /// Alpha and beta at each inner node, as the search enters it.
        Windows = "windows",
        /// The leaves in the order of visits.
        Visits = "visits",
        /// The edges that are cut.
        Cuts = "cuts",
    }
}

/// Answer of a student. Each entry is taken as it comes: one that cannot be read is reported in the grade.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "question", content = "answer", rename_all = "lowercase")]
pub enum Answer {
    /// Values, a number for each node: `{"": 3, "1": 3, "2": "<=2"}`. The root is `""` or `"root"`.
    Values(Map<String, Value>),
    /// Windows, alpha and beta for each node: `{"2": [3, "inf"]}`.
    Windows(Map<String, Value>),
    /// Visits: leaves, all by their paths or all by their values: `["1.1", "1.2"]`, `[3, 12]`.
    Visits(Vec<Value>),
    /// Cuts: edges, each by the path of the node that it leads to: `["2.2", "2.3"]`.
    Cuts(Vec<Value>),
}

impl Answer {
    /// Question that is answered.
    #[must_use]
    pub fn question(&self) -> Question {
        match self {
            Answer::Values(_) => Question::Values,
            Answer::Windows(_) => Question::Windows,
            Answer::Visits(_) => Question::Visits,
            Answer::Cuts(_) => Question::Cuts,
        }
    }
}

/// Verdict on an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Right: as the search has it.
    Right,
    /// Wrong.
    Wrong,
    /// Missing: nothing was answered where something was asked.
    Missing,
    /// Extra: answered where there is nothing. One point off.
    Extra,
    /// Unreadable, or it names nothing that there is.
    Unreadable,
}

/// Graded item: one entry of an answer, or one that was expected.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Item {
    /// Path of the node; empty at the root, and `None` if there is no such node.
    pub path: Option<String>,
    /// Name of the node.
    pub name: String,
    /// Verdict on the entry.
    pub verdict: Verdict,
    /// Given answer: what the student wrote.
    pub given: Option<Value>,
    /// Expected answer.
    pub expected: Option<Value>,
    /// Points of the entry.
    pub points: u32,
    /// Most points of the entry.
    pub of: u32,
    /// Note on the entry.
    pub note: Option<String>,
    /// Step of the search that it belongs to, from 1.
    pub step: Option<usize>,
    /// Steps whose sentences explain it.
    #[serde(skip)]
    reasons: Vec<usize>,
}

/// First step of the search at which the student is wrong, or silent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FirstWrong {
    /// Index in [`Grade::items`].
    pub item: usize,
    /// Step of the search, from 1.
    pub step: usize,
    /// Message: `node 2: 4 is wrong, 2 is right`.
    pub message: String,
    /// Explanation, in the sentences of the trace.
    pub explanation: String,
}

/// Grade of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grade {
    /// Question that was asked.
    pub question: Question,
    /// Points: those of the items, less one for each extra entry, and never below zero.
    pub points: u32,
    /// Most points.
    pub of: u32,
    /// Items, in the order of the search; those that belong to no step come last.
    pub items: Vec<Item>,
    /// First wrong step. `None` if all is right.
    pub first_wrong: Option<FirstWrong>,
}

/// Grades an answer.
#[must_use]
pub fn grade(study: &Study, answer: &Answer) -> Grade {
    let sheet = Sheet::new(&study.seen);
    let list = |grade: fn(&Sheet<'_>, &[Value]) -> Vec<Item>, entries: &[Value]| {
        let (entries, rest) = shortened(&sheet, entries);
        let mut items = grade(&sheet, entries);
        items.extend(rest);
        items
    };
    let items = match answer {
        Answer::Values(entries) => values::grade(&sheet, entries),
        Answer::Windows(entries) => windows::grade(&sheet, entries),
        Answer::Visits(entries) => list(visits::grade, entries),
        Answer::Cuts(entries) => list(cuts::grade, entries),
    };
    let mut grade = tally(answer.question(), items);
    grade.first_wrong = first_wrong(&study.seen, &grade.items);
    grade
}

/// Shortens a list to its first entries; one item stands for all the others of a list that is far too long.
fn shortened<'e>(sheet: &Sheet<'_>, entries: &'e [Value]) -> (&'e [Value], Option<Item>) {
    let most = 2 * sheet.seen.nodes.len() + 10;
    let Some((first, rest)) = entries.split_at_checked(most).filter(|(_, rest)| !rest.is_empty()) else {
        return (entries, None);
    };
    let problem = format!("a list of {} entries is too long for this tree; these were left out", entries.len());
    (first, Some(sheet.unreadable("the end of the list", &Value::from(rest.len()), problem)))
}

/// Better of two readings of a list: the one that makes more sense, then the one that is better for the student. `1.2`
/// is both a path and a value.
fn better(by_path: Vec<Item>, by_value: Vec<Item>) -> Vec<Item> {
    let worth = |items: &[Item]| {
        let count = |verdict| items.iter().filter(|item| item.verdict == verdict).count() as i64;
        let points: i64 = items.iter().map(|item| i64::from(item.points)).sum();
        (-count(Verdict::Unreadable), points - count(Verdict::Extra))
    };
    if worth(&by_value) > worth(&by_path) { by_value } else { by_path }
}

/// Expected items of a question: the grade of a sheet on which nothing was written.
#[must_use]
pub fn expected(study: &Study, question: Question) -> Vec<Item> {
    let answer = match question {
        Question::Values => Answer::Values(Map::new()),
        Question::Windows => Answer::Windows(Map::new()),
        Question::Visits => Answer::Visits(Vec::new()),
        Question::Cuts => Answer::Cuts(Vec::new()),
    };
    grade(study, &answer).items
}

/// Puts the items in the order of the search and counts the points.
fn tally(question: Question, mut items: Vec<Item>) -> Grade {
    items.sort_by_key(|item| item.step.unwrap_or(usize::MAX));
    let of = items.iter().map(|item| item.of).sum();
    let points: u32 = items.iter().map(|item| item.points).sum();
    let extra = items.iter().filter(|item| item.verdict == Verdict::Extra).count();
    let points = points.saturating_sub(u32::try_from(extra).unwrap_or(u32::MAX));
    Grade { question, points, of, items, first_wrong: None }
}

fn first_wrong(seen: &SearchTree, items: &[Item]) -> Option<FirstWrong> {
    let is_wrong = |item: &&Item| item.verdict != Verdict::Right && item.step.is_some();
    let at = items.iter().position(|item| is_wrong(&item))?;
    let item = &items[at];
    let reasons = sentences(seen).enumerate().filter(|(index, _)| item.reasons.contains(index));
    let explanation: Vec<String> = reasons.map(|(_, sentence)| sentence).collect();
    Some(FirstWrong { item: at, step: item.step?, message: item.message(), explanation: explanation.join(" ") })
}

impl Item {
    /// Message in a line: `2: 4 is wrong, 2 is right`.
    #[must_use]
    pub fn message(&self) -> String {
        let given = self.given.as_ref().map(read::shown).unwrap_or_default();
        let expected = self.expected.as_ref().map(read::shown).unwrap_or_default();
        let name = &self.name;
        let said = match self.verdict {
            Verdict::Right => format!("{name}: {expected} is right"),
            Verdict::Wrong if given.is_empty() => format!("{name}: {expected} is right"),
            Verdict::Wrong if expected.is_empty() => format!("{name}: {given} is wrong"),
            Verdict::Wrong => format!("{name}: {given} is wrong, {expected} is right"),
            Verdict::Missing => format!("{name}: {expected} is missing"),
            Verdict::Extra => format!("{name}: {given} does not belong here"),
            Verdict::Unreadable => format!("{name}: {given} cannot be read"),
        };
        match &self.note {
            Some(note) => format!("{said}: {note}"),
            None => said,
        }
    }
}
