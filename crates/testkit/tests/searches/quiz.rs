//! Ten thousand trees of quizzes: the key says what the plain implementation says, and the grader believes both.

use std::collections::BTreeMap;

use counterplay_core::Side;
use counterplay_lessons::grade::{Verdict, grade};
use counterplay_lessons::quiz::{Key, Player, Task, Wishes, make};
use counterplay_lessons::{Algorithm, Answer, Choices, Direction, Question, Rule, Study};
use counterplay_testkit::Plain;
use serde_json::{Value, json};

const STACK: usize = 1 << 20;

/// Reads `A:[B:[3,12],C:[2,4]]` in the plainest way.
fn plain(text: &str, max: bool) -> Plain {
    if let Ok(value) = text.parse() {
        return Plain::Leaf(value);
    }
    let (_, inside) = text.split_once(":[").expect("a node has a name");
    let text = inside.strip_suffix(']').expect("a bracket closes");
    let (mut below, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices().chain([(text.len(), ',')]) {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                below.push(plain(&text[begin..at], !max));
                begin = at + 1;
            }
            _ => {}
        }
    }
    if max { Plain::Max(below) } else { Plain::Min(below) }
}

/// The answers of the plain implementation, in the form of the key.
fn by_definition(task: &Task) -> Answer {
    let answers =
        plain(&task.tree, task.root == Player::Max).answers(task.order == Direction::Rtl, task.cutoff == Rule::Ge);
    let limit = |limit: Option<i32>, word: &str| limit.map_or_else(|| json!(word), |limit| json!(limit));
    match task.answer.question() {
        Question::Values => {
            Answer::Values(answers.values.into_iter().map(|(path, value)| (path, json!(value))).collect())
        }
        Question::Windows => {
            let window = |(path, (alpha, beta))| (path, json!([limit(alpha, "-inf"), limit(beta, "inf")]));
            Answer::Windows(answers.windows.into_iter().map(window).collect())
        }
        Question::Visits => Answer::Visits(answers.visits.into_iter().map(Value::String).collect()),
        Question::Cuts => Answer::Cuts(answers.cuts.into_iter().map(Value::String).collect()),
    }
}

/// An answer in which the order of what has none does not matter.
fn comparable(answer: &Answer) -> (Vec<String>, BTreeMap<String, String>) {
    let texts = |list: &[Value]| list.iter().map(Value::to_string).collect::<Vec<_>>();
    match answer {
        Answer::Values(map) | Answer::Windows(map) => {
            (Vec::new(), map.iter().map(|(path, value)| (path.clone(), value.to_string())).collect())
        }
        Answer::Visits(list) => (texts(list), BTreeMap::new()),
        Answer::Cuts(list) => {
            let mut list = texts(list);
            list.sort();
            (list, BTreeMap::new())
        }
    }
}

/// The answer with its last entry spoiled; nothing if it has none.
fn spoiled(answer: &Answer) -> Option<Answer> {
    let mut answer = answer.clone();
    match &mut answer {
        Answer::Values(map) => *map.values_mut().last()? = json!(77_777),
        Answer::Windows(map) => map.values_mut().last()?[0] = json!(77_777),
        Answer::Visits(list) | Answer::Cuts(list) => drop(list.pop()?),
    }
    Some(answer)
}

fn check(task: &Task, study: &Study) {
    let answer = by_definition(task);
    assert_eq!(comparable(&task.answer), comparable(&answer), "{task:?}");
    let right = grade(study, &answer);
    assert_eq!((right.points, &right.first_wrong), (right.of, &None), "{task:?}");
    if let Some(wrong) = spoiled(&answer) {
        let wrong = grade(study, &wrong);
        assert_eq!(wrong.points + 1, wrong.of, "{task:?}: {wrong:?}");
        let first = wrong.first_wrong.expect("something is wrong");
        assert_ne!(wrong.items[first.item].verdict, Verdict::Right);
        assert!(!first.explanation.is_empty(), "{task:?}: {first:?}");
    }
}

#[test]
fn ten_thousand_keys_agree_with_the_definitions() {
    let shapes = [(2, 2..=3, 0..=20), (3, 1..=3, 0..=4), (3, 2..=2, -9..=9), (4, 2..=3, 0..=9), (5, 2..=2, -3..=3)];
    let mut trees = 0;
    let mut with_cuts = 0;
    for (seed, (depth, branching, leaves)) in (0..).zip(shapes) {
        for direction in [Direction::Ltr, Direction::Rtl] {
            for cutoff in [Rule::Ge, Rule::Gt] {
                for root in [Side::Max, Side::Min] {
                    let wishes = Wishes {
                        depth,
                        branching: branching.clone(),
                        leaves: Some(leaves.clone()),
                        cuts: None,
                        deep_cut: false,
                        no_ties: false,
                        same_under_both_rules: false,
                        questions: vec![Question::Values, Question::Windows, Question::Visits, Question::Cuts],
                        choices: Choices { algorithm: Algorithm::Alphabeta, direction, cutoff },
                        root,
                        seed,
                        count: 250,
                    };
                    let quiz = make(&wishes, STACK, &|| false).expect("there are such trees");
                    for task in &quiz.key.tasks {
                        check(task, &quiz.pictures[task.picture as usize - 1].study);
                    }
                    trees += quiz.pictures.len();
                    with_cuts +=
                        quiz.pictures.iter().filter(|picture| picture.study.seen.cut_edges().next().is_some()).count();
                }
            }
        }
    }
    assert_eq!(trees, 10_000);
    assert!(with_cuts > 5_000, "{with_cuts}");
}

#[test]
fn a_key_that_is_not_right_is_refused() {
    let wishes = Wishes {
        depth: 3,
        branching: 2..=3,
        leaves: None,
        cuts: Some(1..=9),
        deep_cut: false,
        no_ties: true,
        same_under_both_rules: true,
        questions: vec![Question::Cuts],
        choices: Choices { algorithm: Algorithm::Alphabeta, direction: Direction::Ltr, cutoff: Rule::Ge },
        root: Side::Max,
        seed: 1,
        count: 20,
    };
    let quiz = make(&wishes, STACK, &|| false).expect("there are such trees");
    for task in quiz.key.tasks.clone() {
        let mut key = quiz.key.clone();
        let answer = spoiled(&task.answer).expect("something is cut");
        key.tasks = vec![Task { answer, ..task }];
        let problem = Key::read(&serde_json::to_string(&key).unwrap(), STACK).expect_err("the answer is spoiled");
        assert!(problem.message.contains("the key was changed"), "{problem:?}");
    }
}
