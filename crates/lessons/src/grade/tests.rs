use counterplay_core::Side;
use counterplay_tree::Tree;
use serde_json::json;

use super::*;
use crate::{Algorithm, Choices, Direction, Rule, study};

const BOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

fn searched(text: &str) -> Study {
    let tree = Tree::parse(text, Side::Max).unwrap();
    let algorithm = crate::choose(&tree, None, None).unwrap();
    study(&tree, Choices { algorithm, direction: Direction::Ltr, cutoff: Rule::Ge }, 1 << 20)
}

fn graded(text: &str, question: &str, answer: Value) -> Grade {
    let answer = Map::from_iter([("question".to_owned(), json!(question)), ("answer".to_owned(), answer)]);
    let answer: Answer = serde_json::from_value(answer.into()).unwrap();
    grade(&searched(text), &answer)
}

fn points(text: &str, question: &str, answer: Value) -> (u32, u32) {
    let grade = graded(text, question, answer);
    assert_eq!(
        grade.first_wrong.is_none(),
        grade.items.iter().all(|i| i.verdict == Verdict::Right || i.step.is_none())
    );
    (grade.points, grade.of)
}

#[test]
fn values_are_those_that_the_search_returns() {
    assert_eq!(points(BOOK, "values", json!({"": 3, "1": 3, "2": 2, "3": 2})), (4, 4));
    assert_eq!(points(BOOK, "values", json!({"root": "3", "1": "3.0", "2": "<= 2", "3": 2})), (4, 4));
    assert_eq!(
        points(BOOK, "values", json!({"root": 3, "1": 3, "2": ">=2", "3": 2})),
        (3, 4),
        "a bound on the wrong side"
    );
    assert_eq!(points(BOOK, "values", json!({})), (0, 4));
    let grade = graded(BOOK, "values", json!({"": 3, "1": 3, "2": 4, "3": 5, "1.1": 99}));
    assert_eq!((grade.points, grade.of), (2, 4), "what is written at a leaf does not count");
    let wrong = grade.first_wrong.unwrap();
    assert_eq!(wrong.message, "2: 4 is wrong, 2 is right");
    assert_eq!(
        wrong.explanation,
        "Node 2 (MIN): 2 <= alpha = 3, which MAX already has at the root by action 1: cut 2.2 and 2.3. \
         Leave node 2 (MIN): it is worth at most 2."
    );
    assert_eq!((grade.items[wrong.item].name.as_str(), wrong.step), ("2", 21));
}

#[test]
fn a_value_where_the_search_does_not_come_costs_a_point() {
    let tree = "[[3,4],[2,[5,6]]]";
    assert_eq!(points(tree, "values", json!({"": 3, "1": 3, "2": 2})), (3, 3));
    assert_eq!(points(tree, "values", json!({"": 3, "1": 3, "2": 2, "2.2": "-"})), (3, 3));
    let grade = graded(tree, "values", json!({"": 3, "1": 3, "2": 2, "2.2": 6}));
    assert_eq!((grade.points, grade.of), (2, 3));
    assert_eq!(grade.first_wrong.unwrap().message, "2.2: 6 does not belong here: the search does not come here");
}

#[test]
fn windows_have_a_point_for_each_limit() {
    let right = json!({"": ["-inf", "inf"], "1": "-∞ ∞", "2": [3, "+inf"], "3": {"alpha": 3, "beta": "inf"}});
    assert_eq!(points(BOOK, "windows", right), (8, 8));
    let grade = graded(
        BOOK,
        "windows",
        json!({"": ["-inf", "inf"], "1": ["-inf", "inf"], "2": ["-inf", "inf"], "3": [3, null]}),
    );
    assert_eq!((grade.points, grade.of), (6, 8));
    let wrong = grade.first_wrong.unwrap();
    assert_eq!(wrong.message, "2: [-inf, inf] is wrong, [3, inf] is right");
    assert_eq!(
        wrong.explanation,
        "The root (MAX): the value is 3 so far, by action 1; so alpha = 3. Enter node 2 (MIN) with alpha = 3, beta = \
         +∞."
    );
}

#[test]
fn visits_are_compared_in_order_and_one_slip_costs_one_point() {
    let by_value = json!([3, 12, 8, 2, 14, 5, 2]);
    assert_eq!(points(BOOK, "visits", by_value), (7, 7));
    let by_path = json!(["1.1", "1.2", "1.3", "2.1", "3.1", "3.2", "3.3"]);
    assert_eq!(points(BOOK, "visits", by_path), (7, 7));
    let nodes = json!(["root", "1", "1.1", "1.2", "1.3", "2", "2.1", "3", "3.1", "3.2", "3.3"]);
    assert_eq!(points(BOOK, "visits", nodes), (7, 7), "inner nodes do not matter");
    assert_eq!(points(BOOK, "visits", json!(["3", "12", "8", "2", "14", "5", "2"])), (7, 7), "from a spreadsheet");
    assert_eq!(points(BOOK, "visits", json!([12, 8, 2, 14, 5, 2])), (6, 7), "one left out");
    assert_eq!(points(BOOK, "visits", json!([12, 3, 8, 2, 14, 5, 2])), (6, 7), "one out of place");
    assert_eq!(points(BOOK, "visits", json!([3, 12, 8, 2, 4, 6, 14, 5, 2])), (5, 7), "two that are cut");
    assert_eq!(points(BOOK, "visits", json!([])), (0, 7));
    let grade = graded(BOOK, "visits", json!([3, 12, 8, 2, 4, 14, 5, 2]));
    let wrong = grade.first_wrong.unwrap();
    assert_eq!(wrong.message, "2.2: 4 does not belong here: the search does not come here");
    assert!(wrong.explanation.contains("cut 2.2 and 2.3"), "{}", wrong.explanation);
}

#[test]
fn cuts_may_be_named_by_edges_by_all_below_or_by_leaves() {
    assert_eq!(points(BOOK, "cuts", json!(["2.2", "2.3"])), (2, 2));
    assert_eq!(points(BOOK, "cuts", json!([4, 6])), (2, 2));
    assert_eq!(points(BOOK, "cuts", json!(["4", "6"])), (2, 2));
    assert_eq!(points(BOOK, "cuts", json!(["2.2"])), (1, 2));
    assert_eq!(points(BOOK, "cuts", json!(["2.2", "2.3", "3.2", "3.3"])), (0, 2), "two too many");
    assert_eq!(
        points(BOOK, "cuts", json!(["2.2", "2.3", "3", "3.1", "3.3"])),
        (1, 2),
        "below a mark nothing counts twice"
    );
    let deep = "[[3,4],[2,[5,[6,7]]]]";
    assert_eq!(points(deep, "cuts", json!(["2.2"])), (1, 1));
    assert_eq!(points(deep, "cuts", json!(["2.2", "2.2.2", "2.2.1"])), (1, 1));
    assert_eq!(points(deep, "cuts", json!(["2.2.1", "2.2.2.1", "2.2.2.2"])), (1, 1));
    let part = graded(deep, "cuts", json!(["2.2.1"]));
    assert_eq!((part.points, part.of), (0, 1));
    assert_eq!(part.first_wrong.unwrap().message, "2.2: cut is missing: only a part of what lies below it was marked");
}

#[test]
fn where_nothing_is_cut_silence_is_the_answer() {
    assert_eq!(points("[[3,4],[5,6]]", "cuts", json!([])), (1, 1));
    assert_eq!(points("[[3,4],[5,6]]", "cuts", json!(["2.2"])), (0, 1));
    assert_eq!(points("[[3,4],[5,6]]", "cuts", json!(["hello"])), (0, 1));
    let marked = graded("[[3,4],[5,6]]", "cuts", json!(["2.2"]));
    assert_eq!(marked.first_wrong.unwrap().message, "2.2: cut does not belong here: the search comes here");
    let garbled = graded("[[3,4],[5,6]]", "cuts", json!(["hello"]));
    assert_eq!(garbled.first_wrong.unwrap().message, "no edge: none is right");
}

#[test]
fn labels_are_names_too() {
    let tree = "A:[B:[3,12,8],C:[2,4,6],C2:[14,5,2]]";
    assert_eq!(points(tree, "values", json!({"A": 3, "B": 3, "C": 2, "C2": 2})), (4, 4));
    assert_eq!(points(tree, "cuts", json!(["C.2", "2.3"])), (2, 2));
    let twice = graded(tree, "values", json!({"B": 3, "1": 3}));
    assert_eq!(twice.items.last().unwrap().note.as_deref(), Some("this node was answered already"));
}

#[test]
fn means_may_be_rounded_and_fractions_written() {
    let tree = "chance[1/3:[3,5],2/3:[9,4]]";
    assert_eq!(points(tree, "values", json!({"": "7.67", "1": 5, "2": 9})), (3, 3));
    assert_eq!(points(tree, "values", json!({"": "23/3", "1": 5, "2": 9})), (3, 3));
    assert_eq!(points(tree, "values", json!({"": "7,7", "1": 5, "2": 9})), (2, 3));
}

#[test]
fn minimax_has_open_windows_and_no_cuts() {
    let tree = Tree::parse(BOOK, Side::Max).unwrap();
    let choices = Choices { algorithm: Algorithm::Minimax, direction: Direction::Ltr, cutoff: Rule::Ge };
    let study = study(&tree, choices, 1 << 20);
    assert_eq!(expected(&study, Question::Visits).len(), 9);
    assert_eq!(expected(&study, Question::Cuts)[0].name, "no edge");
    let open = json!(["-inf", "inf"]);
    assert!(expected(&study, Question::Windows).iter().all(|item| item.expected.as_ref() == Some(&open)));
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_graded() {
    let grade = graded(BOOK, "values", json!({"": 3, "1": "three", "2": {"a": []}, "7.1": 2, "oops": true, "3": 2}));
    assert_eq!((grade.points, grade.of), (2, 4));
    let notes: Vec<&str> = grade.items.iter().filter_map(|item| item.note.as_deref()).collect();
    for note in ["three is no number", "a number is expected", "the tree has no node 7.1"] {
        assert!(notes.contains(&note), "{notes:?}");
    }
    assert!(notes.iter().any(|note| note.starts_with("the tree has no node oops; a path is like 2.3")), "{notes:?}");
}

#[test]
fn no_garbage_is_a_panic() {
    let garbage = [
        "",
        "-",
        "1e999",
        "NaN",
        "..",
        "1..2",
        "1/0",
        "99999999999",
        "2.",
        ".2",
        "\u{0}",
        "\u{1d7db}",
        "--3",
        "<=",
        "root.",
    ];
    let values: Vec<Value> =
        garbage.iter().map(|text| json!(text)).chain([json!(null), json!([[]]), json!(1e308)]).collect();
    for question in Question::WORDS {
        for tree in [BOOK, "5", "[[1]]", "[x,[1,2]]", "A:[A:[1,2],A:[0,1]]"] {
            let map: Map<String, Value> = garbage
                .iter()
                .flat_map(|name| values.iter().map(|value| ((*name).to_owned(), value.clone())))
                .collect();
            let map = map.into_iter().chain([("1".to_owned(), values[6].clone())]).collect();
            let answer = if matches!(*question, "values" | "windows") { Value::Object(map) } else { json!(values) };
            let grade = graded(tree, question, answer);
            assert!(grade.points <= grade.of, "{grade:?}");
            serde_json::to_string(&grade).unwrap();
        }
    }
    let long = vec![json!("1.1"); 100_000];
    let grade = graded(BOOK, "visits", json!(long));
    assert_eq!(grade.points, 0);
    assert!(grade.items.len() < 100);
}
