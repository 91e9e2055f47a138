use counterplay_core::{Random, Seeded, Side};

use super::*;
use crate::grade::Question;
use crate::quiz::{Wishes, make};
use crate::{Algorithm, Choices, Direction, Rule};

const STACK: usize = 1 << 20;

/// A question of each kind about one tree.
fn quiz() -> (Key, Vec<Study>) {
    let wishes = Wishes {
        depth: 2,
        branching: 3..=3,
        leaves: None,
        cuts: Some(2..=4),
        deep_cut: false,
        no_ties: true,
        same_under_both_rules: false,
        questions: vec![Question::Values, Question::Windows, Question::Visits, Question::Cuts],
        choices: Choices { algorithm: Algorithm::Alphabeta, direction: Direction::Ltr, cutoff: Rule::Ge },
        root: Side::Max,
        seed: 3,
        count: 1,
    };
    let quiz = make(&wishes, STACK, &|| false).unwrap();
    Key::read(&serde_json::to_string(&quiz.key).unwrap(), STACK).unwrap()
}

/// The right answer as a teacher types it.
fn typed(key: &Key, at: usize) -> String {
    let value = serde_json::to_value(&key.tasks[at].answer).unwrap()["answer"].clone();
    let plain = |value: &serde_json::Value| value.to_string().replace('"', "");
    match value {
        serde_json::Value::Object(map) => {
            let entry = |(name, value): (&String, &serde_json::Value)| {
                format!("{}={}", if name.is_empty() { "root" } else { name }, plain(value))
            };
            map.iter().map(entry).collect::<Vec<_>>().join(" ")
        }
        list => list.as_array().unwrap().iter().map(plain).collect::<Vec<_>>().join(" "),
    }
}

#[test]
fn a_class_of_thirty_with_bad_rows() {
    let (key, studies) = quiz();
    let mut table = "\u{feff}Student;Question;Answer\r\n".to_owned();
    for student in 1..=30 {
        for at in 0..4 {
            // Every fifth student leaves the last question out, and every third finds nothing cut.
            let answer = match (student % 5, student % 3, at) {
                (0, _, 3) => continue,
                (_, 0, 3) => "none".to_owned(),
                _ => typed(&key, at),
            };
            table.push_str(&format!("student {student};{};\"{answer}\"\r\n", at + 1));
        }
    }
    let good = table.lines().count();
    let bad = [
        ("student 1;1;A=3", 2, "has answered question 1 in an earlier row"),
        ("student 2;9;A=3", 2, "there is no question 9"),
        ("student 3;one;A=3", 2, "the number of a question is expected, and not \"one\""),
        ("student 4", 2, "the number of the question is missing"),
        (";1;A=3", 1, "the name of the student is missing"),
        ("student 5;4;", 3, "the answer is missing"),
        ("student 10;4;\"2.2", 3, "the quotation mark has no end"),
        ("late;1;x;A=3;seven", 3, "is no entry"),
    ];
    bad.iter().for_each(|(row, _, _)| table.push_str(&format!("{row}\r\n")));
    let class = grade_class(&key, &studies, csv::decode(table.as_bytes()).as_str());
    assert_eq!(class.students.len(), 31, "thirty, and the one whose only row is bad");
    let cuts = class.students[0].questions[3].of;
    for (student, number) in class.students.iter().zip(1..=30) {
        let lost = if number % 3 == 0 || number % 5 == 0 { cuts } else { 0 };
        assert_eq!(student.points, student.of - lost, "{}", student.name);
        assert_eq!(student.questions[3].grade.is_none(), number % 5 == 0);
    }
    assert_eq!(class.problems.len(), bad.len(), "{:?}", class.problems);
    for (problem, (at, (_, column, message))) in class.problems.iter().zip(bad.into_iter().enumerate()) {
        assert_eq!((problem.line, problem.column), (good + 1 + at, column), "{problem:?}");
        assert!(problem.message.contains(message), "{problem:?}");
    }
}

#[test]
fn answers_may_stand_in_one_cell_or_in_many() {
    let (key, studies) = quiz();
    let many = typed(&key, 3).replace(' ', ",");
    let class = grade_class(&key, &studies, &format!("Ada,4,{many}\nBen,4,{}\n", typed(&key, 3)));
    assert_eq!(class.problems, []);
    assert!(class.students.iter().all(|student| student.points == student.questions[3].of));
}

#[test]
fn no_garbage_is_a_panic() {
    let (key, studies) = quiz();
    let mut random = Seeded::new(11);
    let signs = [
        "a",
        "1",
        "4",
        ",",
        ";",
        "\"",
        "\n",
        "\r\n",
        "=",
        "<=",
        "A",
        "B.2",
        "-inf",
        "..",
        "[",
        " ",
        "∞",
        "\u{0}",
        "none",
        "9999999999",
    ];
    for _ in 0..3_000 {
        let text: String =
            (0..random.below(60)).filter_map(|_| random.index(signs.len())).map(|at| signs[at]).collect();
        let class = grade_class(&key, &studies, &text);
        assert!(class.students.iter().all(|student| student.points <= student.of));
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        let class = grade_class(&key, &studies, &csv::decode(&bytes));
        serde_json::to_string(&class).unwrap();
    }
}

#[test]
fn a_heading_is_one_in_any_language() {
    let (key, studies) = quiz();
    let row = |name: &str| format!("{name};1;\"{}\"\n", typed(&key, 0));
    for heading in [
        "Schüler;Frage;Antwort",
        "Student ID;Q;Response",
        "Élève;Numéro de la question;Réponse 1;Réponse 2",
        "学生;问题;答案",
        "Imię i nazwisko;Pytanie;Odpowiedź",
        "name;question;",
        ";Frage;Antwort",
        "Name;Aufgabe",
    ] {
        let table = format!("{heading}\n{}{heading}\n{}", row("Ada"), row("Ben"));
        let class = grade_class(&key, &studies, &table);
        assert_eq!(class.problems, [], "{heading}");
        let names: Vec<&str> = class.students.iter().map(|student| student.name.as_str()).collect();
        assert_eq!(names, ["Ada", "Ben"], "{heading}");
        assert!(class.students.iter().all(|student| student.questions[0].points == student.questions[0].of));
    }
    // What a student wrote is none, whatever is wrong with it.
    for bad in ["Zoe;one;A=3", "Zoe;Q1;C D", "Zoe;one;B.2 C.3", "Ada;one;C D", "Zoe;;C D"] {
        let class = grade_class(&key, &studies, &format!("{bad}\n{}", row("Ada")));
        assert_eq!((class.problems.len(), class.problems[0].line), (1, 1), "{bad}");
    }
}
