//! Key of a quiz: all that is needed to grade, in a file. See `docs/quiz.md`.

use std::collections::HashSet;

use counterplay_core::Side;
use counterplay_tree::Tree;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Picture;
use crate::grade::{Answer, Item, Question, expected, grade};
use crate::{Algorithm, Choices, Direction, Rule, Study, choose, study};

/// Format name that every key begins with, so that a later version can tell.
pub const FORMAT: &str = "counterplay-key/1";

/// Key of a quiz.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Key {
    format: String,
    /// Seed that the quiz was made from.
    pub seed: u64,
    /// Questions, in order.
    pub tasks: Vec<Task>,
}

/// Task: one question about one tree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Number of the question, from 1.
    pub number: u32,
    /// Number of the tree, from 1: several questions may be about the same.
    pub picture: u32,
    /// Tree as text.
    pub tree: String,
    /// Player who moves at the root.
    pub root: Player,
    /// Search algorithm.
    pub algorithm: Algorithm,
    /// Order of the branches.
    pub order: Direction,
    /// Cut-off rule.
    pub cutoff: Rule,
    /// Question, with its right answer.
    #[serde(flatten)]
    pub answer: Answer,
}

choice! {
    /// Player who moves.
    Player {
        /// MAX.
        Max = "max",
        /// MIN.
        Min = "min",
    }
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        if player == Player::Max { Side::Max } else { Side::Min }
    }
}

/// Problem of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Message: what is wrong.
    pub message: String,
    /// Line and column, if the text is to blame.
    pub place: Option<(usize, usize)>,
}

impl Problem {
    fn new(message: String) -> Problem {
        Problem { message, place: None }
    }
}

impl Key {
    pub(super) fn new(seed: u64, tasks: Vec<Task>) -> Key {
        Key { format: FORMAT.to_owned(), seed, tasks }
    }

    /// Reads a key, and searches each of its trees once more: the key must say what the search says.
    ///
    /// # Errors
    /// If it is no key, or of another version, or its own answers are not right.
    pub fn read(text: &str, stack: usize) -> Result<(Key, Vec<Study>), Problem> {
        let text = text.trim_start_matches('\u{feff}');
        let located = |error: serde_json::Error| {
            let place = Some((error.line(), error.column())).filter(|(line, _)| *line > 0);
            Problem { message: format!("this is no key of a quiz: {error}"), place }
        };
        let value: Value = serde_json::from_str(text).map_err(located)?;
        match value.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => {
                let other = counterplay_render::name::clipped(other, 40);
                return Err(Problem::new(format!(
                    "the format of this key is {other:?}, and only {FORMAT:?} is known here"
                )));
            }
            None => {
                return Err(Problem::new(format!("this is no key of a quiz: it has no \"format\": {FORMAT:?}")));
            }
        }
        // Once more from the text, for the line and column of what is wrong.
        let key: Key = serde_json::from_str(text).map_err(located)?;
        if key.tasks.is_empty() {
            return Err(Problem::new("the key has no questions".to_owned()));
        }
        let mut studies = Vec::with_capacity(key.tasks.len());
        let mut numbers = HashSet::new();
        for task in &key.tasks {
            if !numbers.insert(task.number) {
                return Err(Problem::new(format!("the key has two questions with the number {}", task.number)));
            }
            studies.push(task.study(stack).map_err(Problem::new)?);
        }
        Ok((key, studies))
    }
}

impl Task {
    pub(super) fn new(number: u32, place: u32, picture: &Picture, question: Question) -> Task {
        let Picture { text, root, study } = picture;
        let Choices { algorithm, direction, cutoff } = study.choices;
        let root = if *root == Side::Max { Player::Max } else { Player::Min };
        let answer = right_answer(study, question);
        Task { number, picture: place, tree: text.clone(), root, algorithm, order: direction, cutoff, answer }
    }

    /// Searches the tree of the question.
    fn study(&self, stack: usize) -> Result<Study, String> {
        let number = self.number;
        let tree = Tree::parse(&self.tree, self.root.into())
            .map_err(|error| format!("the tree of question {number} cannot be read: {}", error.message))?;
        let side = Some(self.root.into()).filter(|_| tree.root_role().is_some());
        let algorithm = choose(&tree, Some(self.algorithm), side).map_err(|why| format!("question {number}: {why}"))?;
        if algorithm == Algorithm::Averaging {
            return Err(format!("question {number}: averaging is not graded"));
        }
        let study = study(&tree, Choices { algorithm, direction: self.order, cutoff: self.cutoff }, stack);
        if let Err(halt) = &study.result {
            return Err(format!("the tree of question {number} cannot be searched: {halt}"));
        }
        let own = grade(&study, &self.answer);
        if own.points < own.of {
            let wrong = own.first_wrong.map(|wrong| wrong.message).unwrap_or_default();
            return Err(format!("the key was changed: its own answer to question {number} is not right ({wrong})"));
        }
        Ok(study)
    }
}

/// Right answer, which has all points.
#[must_use]
pub fn right_answer(study: &Study, question: Question) -> Answer {
    let items = expected(study, question);
    let path = |item: &Item| item.path.clone().unwrap_or_default();
    let named = || -> Map<String, Value> {
        items.iter().map(|item| (path(item), item.expected.clone().unwrap_or_default())).collect()
    };
    let listed = || -> Vec<Value> {
        items.iter().filter(|item| item.path.is_some()).map(|item| Value::String(path(item))).collect()
    };
    match question {
        Question::Values => Answer::Values(named()),
        Question::Windows => Answer::Windows(named()),
        Question::Visits => Answer::Visits(listed()),
        Question::Cuts => Answer::Cuts(listed()),
    }
}
