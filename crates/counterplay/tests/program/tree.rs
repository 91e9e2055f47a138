//! `counterplay tree`, run as a user runs it.

use crate::common::{run, run_with_input};
use serde_json::json;

const BOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

fn answer(arguments: &[&str]) -> serde_json::Value {
    let answer = run(&[&["tree"], arguments, &["--json"]].concat());
    assert_eq!(answer.code, 0, "{arguments:?}: {}{}", answer.stdout, answer.stderr);
    answer.json()
}

/// The depth that docs/trees.md promises, and what a tree beyond it gets.
#[test]
fn a_tree_may_be_as_deep_as_the_stack_and_no_deeper() {
    let search = |depth: usize, algorithm: &str| {
        let text = "[".repeat(depth) + "2" + &"]".repeat(depth);
        run_with_input(&["tree", "-", "--algorithm", algorithm, "--json"], text.as_bytes())
    };
    for algorithm in ["minimax", "star2"] {
        let found = search(400_000, algorithm);
        assert_eq!((found.code, &found.json()["value"]), (0, &json!(2)), "{algorithm}: {}", found.stderr);
    }
    let refused = search(1_900_000, "minimax");
    assert_eq!(refused.code, 4, "{}", refused.stderr);
    let message = refused.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("the tree is too deep: ") && message.contains("MiB of stack"), "{message}");
}

#[test]
fn the_contract_of_the_json() {
    let found = answer(&[BOOK]);
    assert_eq!(found["value"], json!(3));
    assert_eq!(found["action"], json!("1"));
    assert_eq!(found["best"], json!(["1"]));
    assert_eq!((&found["leaves_visited"], &found["nodes_visited"]), (&json!(7), &json!(11)));
    assert_eq!(found["pruned_leaves"], json!([4, 6]));
    assert_eq!(found["pruned_paths"], json!(["2.2", "2.3"]));
    let options = ["order", "cutoff", "root", "algorithm"].map(|key| found[key].as_str().unwrap().to_owned());
    assert_eq!(options, ["ltr", "ge", "max", "alphabeta"]);
    assert_eq!(found["tree"]["children"][1]["bound"], json!("upper"));
    assert_eq!(found["tree"]["children"][1]["children"][1]["status"], json!("pruned"));
    assert_eq!(answer(&[BOOK, "--order", "rtl"])["leaves_visited"], json!(9));
    assert_eq!(answer(&[BOOK, "--algorithm", "minimax"])["nodes_visited"], json!(13));
    assert_eq!(answer(&[BOOK, "--root", "min"])["value"], json!(6));
    let both = answer(&[BOOK, "--order", "ltr,rtl"]);
    assert_eq!([&both["runs"][0]["leaves_visited"], &both["runs"][1]["leaves_visited"]], [&json!(7), &json!(9)]);
}

#[test]
fn equal_values_cut_or_not_and_all_best_actions_are_named() {
    let tree = "[[3,5],[3,4],[2,9]]";
    let ge = answer(&[tree]);
    assert_eq!((&ge["leaves_visited"], &ge["best"]), (&json!(4), &json!(["1", "2"])));
    let gt = answer(&[tree, "--cutoff", "gt"]);
    assert_eq!((&gt["leaves_visited"], &gt["best"]), (&json!(5), &json!(["1", "2"])));
    assert_eq!(answer(&[tree, "--order", "rtl"])["action"], json!("2"));
}

#[test]
fn unknown_leaves_are_left_alone_or_asked_for() {
    let tree = r#"[[3,12,8],[2,"x","y"],[14,5,2]]"#;
    let found = answer(&[tree]);
    assert_eq!((&found["value"], &found["pruned_leaves"]), (&json!(3), &json!(["x", "y"])));
    let needed = run(&["tree", tree, "--order", "rtl"]);
    assert_eq!(needed.code, 3);
    assert!(
        needed.stderr.contains("leaf y at 2.3") && needed.stderr.contains("line 1, column 18"),
        "{}",
        needed.stderr
    );
    let needed = run(&["tree", tree, "--algorithm", "minimax", "--json"]);
    assert_eq!((needed.code, &needed.json()["error"]["column"]), (3, &json!(14)));
}

#[test]
fn chance_nodes_and_information_sets_choose_their_search() {
    let found = answer(&["[chance[0.5:2,0.5:5], 3]"]);
    assert_eq!(
        (&found["value"], &found["algorithm"], &found["action"]),
        (&json!(3.5), &json!("expectiminimax"), &json!("1"))
    );
    let veiled = "chance[1/4:max@coin[1,8,-8],3/4:max@coin[1,-8,8]]";
    let found = answer(&[veiled]);
    let set = &found["information_sets"][0];
    assert_eq!((&set["name"], &set["action"], &set["average"]), (&json!("coin"), &json!("3"), &json!(4)));
    assert_eq!(set["actions"][0], json!({"action": "1", "average": 1, "values": [1, 1]}));
    assert_eq!((&found["equilibrium"]["fraction"], &found["averaging"]["exploitability"]), (&json!("4"), &json!(0)));
    let forgets = run(&["tree", "max[max@J[3,4],max@J[1,2]]"]);
    assert_eq!(forgets.code, 0);
    assert!(forgets.stdout.contains("no equilibrium: the side to move at 2 does not see"), "{}", forgets.stdout);
    for (arguments, named) in [
        (["[chance[1,2],3]", "alphabeta"], "expectiminimax"),
        (["[chance[1,2],3]", "minimax"], "expectiminimax"),
        ([veiled, "expectiminimax"], "averaging"),
        ([BOOK, "averaging"], "alphabeta"),
    ] {
        let refused = run(&["tree", arguments[0], "--algorithm", arguments[1]]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains(named), "{}", refused.stderr);
    }
}

#[test]
fn bad_input_is_told_with_its_place() {
    for (tree, line, column) in
        [("[[3,12", 1, 7), ("", 1, 1), ("[[]]", 1, 2), ("[[3,NaN]]", 1, 5), ("[1,\r\n2,]", 2, 3)]
    {
        let found = run(&["tree", tree]);
        assert_eq!(found.code, 3, "{tree}");
        assert!(
            found.stderr.contains(&format!("line {line}, column {column}:")) && found.stderr.contains('^'),
            "{}",
            found.stderr
        );
        let found = run(&["tree", tree, "--json"]).json();
        assert_eq!((&found["error"]["line"], &found["error"]["column"]), (&json!(line), &json!(column)), "{tree}");
        assert_eq!(found["error"]["code"], json!(3));
        assert!(found["error"]["message"].as_str().unwrap().len() > 10);
    }
    for arguments in [
        &["tree"][..],
        &["tree", BOOK, "--order", "up"],
        &["tree", BOOK, "--cutoff", "eq"],
        &["tree", "max[1,2]", "--root", "min"],
        &["tree", BOOK, "--shape", "2"],
        &["tree", BOOK, "--show", "colours"],
        &["tree", BOOK, "--nosuch"],
        &["tre", BOOK],
    ] {
        let refused = run(arguments);
        assert_eq!(refused.code, 2, "{arguments:?}");
        assert!(refused.stderr.len() > 20, "{arguments:?}");
        let refused = run(&[arguments, &["--json"]].concat());
        assert_eq!((refused.code, &refused.json()["error"]["code"]), (2, &json!(2)), "{arguments:?}");
    }
    assert!(run(&["tre", BOOK]).stderr.contains("tree"), "did you mean");
    assert_eq!(run(&["tree", "@no such file"]).code, 3);
    assert_eq!(run(&["tree", "@/"]).code, 3);
    assert_eq!(run(&["tree", BOOK, "--svg", "/no such folder/tree.svg"]).code, 4);
}

#[test]
fn trees_come_from_stdin_and_files_too() {
    let piped = run_with_input(&["tree", "-", "--json"], b"\xef\xbb\xbf((3 17)\r\n (2 12))\r\n");
    assert_eq!(piped.json()["value"], json!(3));
    let refused = run_with_input(&["tree", "-"], b"[1,\xff]");
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("byte 4"), "{}", refused.stderr);
    assert_eq!(run_with_input(&["tree", "-"], b"[1,\0]").code, 3);
    let folder = std::env::temp_dir().join(format!("counterplay-tree-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("quiz.txt");
    std::fs::write(&file, "# the book's\n[[3,12,8],[2,4,6],[14,5,2]]\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(answer(&[path])["value"], json!(3));
    assert_eq!(answer(&[&format!("@{path}")])["value"], json!(3));
    // Pictures: one for each order of visits, and one for each step.
    let svg = folder.join("tree.svg");
    let steps = folder.join("steps");
    let run =
        run(&["tree", path, "--order", "ltr,rtl", "--svg", svg.to_str().unwrap(), "--steps", steps.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(std::fs::read_to_string(folder.join("tree-rtl.svg")).unwrap().starts_with("<svg"));
    assert!(folder.join("steps-ltr/step-0000.svg").exists() && folder.join("steps-rtl/step-0041.svg").exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_tree_from_its_shape() {
    let found = answer(&["--shape", "3,3", "--leaves", "3,12,8,2,4,6,14,5,2"]);
    assert_eq!((&found["value"], &found["leaves_visited"]), (&json!(3), &json!(7)));
    assert_eq!(answer(&["--shape", "2", "--leaves", "-3,-4"])["value"], json!(-3));
    let refused = run(&["tree", "--shape", "3,3", "--leaves", "1,2"]);
    assert_eq!(refused.code, 3);
    assert!(refused.stderr.contains("9 level by level"), "{}", refused.stderr);
}

#[test]
fn the_trace_is_sentences_or_lines_of_json() {
    let sentences = run(&["tree", BOOK, "--trace"]).stdout;
    assert!(sentences.lines().any(|line| line.contains("alpha = 3") && line.contains("cut")), "{sentences}");
    let lines = run(&["tree", BOOK, "--trace", "--json"]).stdout;
    let steps: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let cut = steps.iter().find(|step| step["event"] == "cutoff").unwrap();
    assert_eq!((&cut["node"], &cut["kind"], &cut["pruned"]), (&json!("2"), &json!("alpha"), &json!(["2.2", "2.3"])));
    assert_eq!((&cut["alpha"], &cut["value"]), (&json!(3), &json!(2)));
    assert_eq!(steps.last().unwrap()["value"], json!(3));
}

#[test]
fn deep_wide_and_huge_trees_are_answered() {
    const SIZE: usize = 100_000;
    let deep = format!("{}1{}", "[".repeat(SIZE), "]".repeat(SIZE));
    let comb = format!("{}9{}", "[5,".repeat(SIZE), "]".repeat(SIZE));
    let stairs: String = (0..SIZE).map(|i| format!("[{},", if i % 2 == 0 { i } else { 3 * SIZE - i })).collect();
    let stairs = format!("{stairs}{SIZE}{}", "]".repeat(SIZE));
    let wide = format!("[{}8]", "7,".repeat(SIZE - 1));
    for (tree, value) in [(&deep, 1), (&comb, 5), (&wide, 8)] {
        for arguments in [&["tree", "-", "--json"][..], &["tree", "-"], &["tree", "-", "--trace"]] {
            let found = run_with_input(arguments, tree.as_bytes());
            assert_eq!(found.code, 0, "{}", found.stderr);
            assert!(found.stdout.len() < 50 << 20);
            if arguments.len() == 3 && arguments[2] == "--json" {
                assert_eq!(found.json()["value"], json!(value));
            }
        }
    }
    assert_eq!(run_with_input(&["tree", "-", "--trace", "--json"], stairs.as_bytes()).code, 0);
    let open = run_with_input(&["tree", "-"], "[".repeat(SIZE).as_bytes());
    assert_eq!(open.code, 3);
    assert!(open.stderr.contains("column 100001") && open.stderr.len() < 500, "{}", open.stderr);
}

#[test]
fn a_reader_who_leaves_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(["tree", &format!("[{}8]", "7,".repeat(20_000)), "--trace"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// The picture in the README is what the README's first command draws.
#[test]
fn the_picture_in_the_readme_is_true() {
    let drawn = run(&["tree", BOOK, "--svg", "-", "--json"]).stdout;
    let committed =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images/book.svg")).unwrap();
    assert!(
        drawn.starts_with(committed.trim_end()),
        "write it anew: counterplay tree {BOOK:?} --svg docs/images/book.svg"
    );
}
