//! `counterplay quiz` and `counterplay grade`, run as a teacher runs them.

use std::path::{Path, PathBuf};

use crate::common::{run, run_with_input};
use serde_json::json;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("quiz-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// A key for the tree of the book, with the questions on cuts and on values.
const KEY: &str = r#"{"format":"counterplay-key/1","seed":0,"tasks":[
 {"number":1,"picture":1,"tree":"A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]","root":"max",
  "algorithm":"alphabeta","order":"ltr","cutoff":"ge","question":"cuts","answer":["C.2","C.3"]},
 {"number":2,"picture":1,"tree":"A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]","root":"max",
  "algorithm":"alphabeta","order":"ltr","cutoff":"ge","question":"values","answer":{"A":3,"B":3,"C":2,"D":2}}]}"#;

#[test]
fn thirty_quizzes_with_a_sheet_and_a_key() {
    let folder = folder("thirty");
    let (sheet, key) = (path(&folder, "sheet.html"), path(&folder, "key.json"));
    let wishes =
        ["quiz", "--depth", "3", "--branching", "2-3", "--cuts", "2..4", "--no-ties", "--seed", "7", "--count", "30"];
    let made = run(&[&wishes[..], &["--sheet", &sheet, "--key", &key]].concat());
    assert_eq!((made.code, made.stdout.as_str()), (0, ""), "{}", made.stderr);
    let page = std::fs::read_to_string(&sheet).unwrap();
    assert_eq!((page.matches("<svg").count(), page.matches("</section>").count()), (30, 30));
    let printed = run(&[&wishes[..], &["--json"]].concat());
    let written: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&key).unwrap()).unwrap();
    assert_eq!(printed.json(), written, "the same seed makes the same quiz");
    assert_eq!(written["tasks"].as_array().unwrap().len(), 30);
    for task in written["tasks"].as_array().unwrap() {
        let found = run(&["tree", task["tree"].as_str().unwrap(), "--json"]).json();
        assert_eq!(found["pruned_paths"].as_array().unwrap().len(), task["answer"].as_array().unwrap().len());
        assert!((2..=4).contains(&task["answer"].as_array().unwrap().len()));
    }
    let text = run(&wishes);
    assert_eq!(text.stdout.matches("Question ").count(), 30);
}

#[test]
fn wishes_that_cannot_be_kept() {
    for (arguments, code, why) in [
        (&["--depth", "2", "--branching", "3", "--cuts", "5"][..], 2, "alpha-beta cuts at most 4 edges"),
        (&["--depth", "3", "--deep-cut"], 2, "a depth of 4"),
        (&["--depth", "12", "--branching", "9"], 2, "a tree of a quiz may have 2000"),
        (&["--no-ties", "--branching", "3", "--leaves", "1..5"], 2, "two leaves are equal"),
        (&["--branching", "3-2"], 2, "from the lower number to the higher"),
        (&["--question", "moves"], 2, "values"),
        (&["--count", "0"], 2, "from 1 to 10000"),
        (&["--leaves", "4..4", "--cuts", "1..", "--same-under-both-rules"], 1, "of 20000 trees that were tried"),
    ] {
        let refused = run(&[&["quiz"], arguments].concat());
        assert_eq!(refused.code, code, "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(why) && refused.stdout.is_empty(), "{arguments:?}: {}", refused.stderr);
    }
    let refused = run(&["quiz", "--cuts", "99", "--json"]);
    assert_eq!((refused.code, &refused.json()["error"]["code"]), (2, &json!(2)));
}

#[test]
fn trees_of_ones_own() {
    let made = run(&[
        "quiz",
        "--tree",
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "--tree",
        "min[[1,2],[3,4]]",
        "--question",
        "cuts,values",
        "--json",
    ]);
    let key = made.json();
    assert_eq!((made.code, &key["tasks"][0]["answer"]), (0, &json!(["2.2", "2.3"])));
    assert_eq!((&key["tasks"][3]["root"], &key["tasks"][3]["picture"]), (&json!("min"), &json!(2)));
    assert_eq!(key["tasks"][3]["answer"], json!({"1": 2, "2": 3, "": 2}));
    for (arguments, code, why) in [
        (&["--tree", "[[3,12"][..], 3, "line 1"),
        (&["--tree", "[x,1]"], 3, "needs the value of the leaf x"),
        (&["--tree", "[chance[1,2],3]"], 2, "expectiminimax has no windows and cuts nothing"),
        (&["--tree", "chance[max@s[1,2],max@s[2,1]]", "--question", "values"], 3, "information sets"),
        (&["--tree", "[1,2]", "--depth", "3"], 2, "cannot be used with"),
        (&["--algorithm", "expectiminimax", "--question", "values"], 2, "give your own with --tree"),
    ] {
        let refused = run(&[&["quiz"], arguments].concat());
        assert_eq!(refused.code, code, "{arguments:?}: {}", refused.stderr);
        assert!(refused.stderr.contains(why), "{arguments:?}: {}", refused.stderr);
    }
}

#[test]
fn a_class_is_graded_and_bad_rows_are_named() {
    let folder = folder("class");
    let (key, points) = (path(&folder, "key.json"), path(&folder, "points.csv"));
    std::fs::write(&key, KEY).unwrap();
    let table =
        "Student;Question;Answer\r\nAda;1;C.2 C.3\r\nAda;2;A=3 B=3 C<=2 D=2\r\n\"Ben; jr.\";1;4\r\nBen;7;none\r\n";
    let graded = run_with_input(&["grade", &key, "-", "--csv", &points], table.as_bytes());
    assert_eq!(graded.code, 3, "{}", graded.stderr);
    assert_eq!(
        graded.stdout,
        "student     1    2  points  of    %
Ada       2/2  4/4       6   6  100
Ben; jr.  1/2    -       1   6   17
Ben         -    -       0   6    0

Ben; jr., question 1 (cuts): first wrong at step 20: C.3: cut is missing. \
C (MIN): 2 <= alpha = 3, which MAX already has at A by action 1: cut C.2 and C.3.

Rows that could not be graded:
line 5, column 2: there is no question 7; the key has questions up to 2
"
    );
    assert_eq!(
        std::fs::read_to_string(&points).unwrap(),
        "student,1,2,points,of,percent\r\nAda,2,4,6,6,100\r\n\"Ben; jr.\",1,,1,6,17\r\nBen,,,0,6,0\r\n"
    );
    let told = run_with_input(&["grade", &key, "-", "--json"], b"Ada,1,C.2 C.3\nAda,2,A=3 B=3 C=2 D=4\n");
    let student = &told.json()["students"][0];
    assert_eq!((told.code, &student["points"], &student["of"]), (1, &json!(5), &json!(6)));
    assert_eq!(student["questions"][1]["grade"]["first_wrong"]["message"], json!("D: 4 is wrong, 2 is right"));
    let right = run_with_input(&["grade", &key, "-"], b"Ada,1,4 6\nAda,2,root=3 1=3 2=2 3=2\n");
    assert_eq!(right.code, 0, "{}", right.stdout);
}

#[test]
fn what_is_no_key_and_no_table() {
    let folder = folder("damaged");
    let (key, bad) = (path(&folder, "key.json"), path(&folder, "bad.json"));
    std::fs::write(&key, KEY).unwrap();
    for (content, why) in [
        ("", "is no key"),
        ("{\"format\":", "line 1, column 10"),
        ("{\"format\":\"counterplay-key/9\"}", "counterplay-key/9"),
        (&KEY.replace("\"C\":2", "\"C\":5"), "its own answer to question 2 is not right (C: 5 is wrong, 2 is right)"),
        (&KEY.replacen("[3,12,8]", "[3,12,8", 1), "the tree of question 1 cannot be read"),
        (&KEY.replace("\"number\":2", "\"number\":1"), "two questions with the number 1"),
        (&KEY.replacen("alphabeta", "averaging", 1), "question 1"),
        (&KEY.replacen("12", "x", 1), "question 1 cannot be searched"),
    ] {
        std::fs::write(&bad, content).unwrap();
        let refused = run(&["grade", &bad, "-"]);
        assert_eq!(refused.code, 3, "{content:.80}: {}", refused.stderr);
        assert!(refused.stderr.contains(why), "{content:.80}: {}", refused.stderr);
    }
    assert_eq!(run(&["grade", &path(&folder, "absent.json"), "-"]).code, 3);
    assert_eq!(run(&["grade", &key, &path(&folder, "absent.csv")]).code, 3);
    assert_eq!(run(&["grade", &key, folder.to_str().unwrap()]).code, 3);
    for nothing in [&b""[..], b"\xff\xfe", b"\n\n,,\n", b"student,question,answer\n"] {
        let refused = run_with_input(&["grade", &key, "-"], nothing);
        assert_eq!(refused.code, 3, "{nothing:?}: {}", refused.stdout);
        assert!(refused.stderr.contains("has no answers"), "{}", refused.stderr);
    }
}

#[test]
fn the_examples_of_the_documentation() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/quiz.md");
    let page = std::fs::read_to_string(page).unwrap();
    let block = |fence: &str| page.split_once(fence).unwrap().1.split("```").next().unwrap().to_owned();
    let folder = folder("documentation");
    // 1. The key of the page is one.
    let key = path(&folder, "key.json");
    std::fs::write(&key, block("```json\n{\"format\"").replacen(':', "{\"format\":", 1)).unwrap();
    let right = run_with_input(&["grade", &key, "-"], b"Ada,1,C.3 D.2 D.3\n");
    assert_eq!(right.code, 0, "{}{}", right.stdout, right.stderr);
    // 2. The table of the page, for all four questions about that tree.
    let tree = "A:[B:[19,18,10],C:[11,6,5],D:[8,7,9]]";
    run(&["quiz", "--tree", tree, "--question", "cuts,values,windows,visits", "--key", &key]);
    let graded = run_with_input(&["grade", &key, "-", "--json"], block("```text\n").as_bytes()).json();
    assert_eq!(graded["problems"], json!([]));
    let points = |student: usize| -> Vec<&serde_json::Value> {
        (0..4).map(|at| &graded["students"][student]["questions"][at]["points"]).collect()
    };
    assert_eq!(points(0), [&json!(3), &json!(4), &json!(8), &json!(6)]);
    assert_eq!(points(1), [&json!(0), &json!(4), &json!(0), &json!(0)]);
}
