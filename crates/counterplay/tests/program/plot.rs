//! `compare --plot` and `uniform --plot`: the picture, what the text says of it, and what bad input gets.

use std::fs;
use std::path::PathBuf;

use crate::common::run;

/// A file in a folder of its own, which is removed with it.
struct Picture(PathBuf);

impl Picture {
    fn new(name: &str) -> Picture {
        let folder = std::env::temp_dir().join(format!("counterplay-plot-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        Picture(folder.join("nodes.svg"))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).expect("the picture is there")
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        let _ = self.0.parent().map(fs::remove_dir_all);
    }
}

#[test]
fn nodes_are_drawn_against_depth() {
    let picture = Picture::new("range");
    let answer = run(&["compare", "tictactoe", "--depth", "1..5", "--plot", picture.path()]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    let note = "b = 6.93 in the plot: with b branches everywhere a tree of depth 5 has minimax's 18730 nodes\n";
    assert!(answer.stdout.contains(note), "{}", answer.stdout);
    assert!(!answer.stdout.contains("not in the plot"));
    let svg = picture.text();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    for text in [
        "minimax, b* = 6.93 from 10 at 1 to 18730 at 5;",
        "minimal tree, b* = 3.31 from 10 at 1 to ",
        "b^m, b = 6.93 from ",
        "; b^(m/2) from ",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    // A line for each search that the table has, and the minimal tree.
    let table = run(&["compare", "tictactoe", "--depth", "5", "--json"]).json();
    let rows = table["rows"].as_array().expect("there are rows").len();
    assert_eq!(svg.matches("<g class=\"series\">").count(), rows + 1);
    assert_eq!(svg.matches("<g class=\"reference\">").count(), 2);
}

#[test]
fn json_is_the_same_with_a_plot() {
    let picture = Picture::new("json");
    let arguments = ["compare", "tictactoe", "--depth", "1..3", "--json"];
    let strip = |mut answer: serde_json::Value| {
        for row in answer["rows"].as_array_mut().expect("there are rows") {
            row["ms"] = serde_json::Value::Null;
        }
        answer
    };
    let answer = run(&[&arguments[..], &["--plot", picture.path()]].concat());
    assert_eq!((answer.code, answer.stdout.lines().count()), (0, 1));
    assert_eq!(strip(answer.json()), strip(run(&arguments).json()));
    assert!(picture.text().contains("<title>tictactoe: "));
}

#[test]
fn one_depth_is_drawn_with_a_warning() {
    let picture = Picture::new("one");
    let answer = run(&["compare", "tictactoe", "--size", "4", "--depth", "3", "--plot", picture.path()]);
    assert_eq!(answer.code, 0);
    assert_eq!(answer.stderr, "warning: --plot shows more with a range of depths, such as --depth 1..9\n");
    assert!(
        picture.text().contains(": minimax, b* = 15.00 3617 at 3;")
            && picture.text().contains("<title>tictactoe, size 4: ")
    );
}

#[test]
fn what_a_limit_stopped_is_left_out() {
    let picture = Picture::new("stopped");
    let limited = ["compare", "tictactoe", "--depth", "1..5", "--nodes", "1000", "--plot", picture.path()];
    let answer = run(&limited);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    let note = "not in the plot, for a limit stopped it: minimax at depth 4, 5\n";
    assert!(answer.stdout.contains(note), "{}", answer.stdout);
    // What b is comes from the deepest minimax that finished.
    assert!(answer.stdout.contains("a tree of depth 3 has minimax's 586 nodes\n"), "{}", answer.stdout);
    assert!(picture.text().contains("minimax, b* = 8.00 from 10 at 1 to 586 at 3;"));
    // Where nothing finished there is nothing to draw, and no harm.
    let answer = run(&["compare", "tictactoe", "--depth", "4..5", "--nodes", "1", "--plot", picture.path()]);
    assert_eq!(answer.code, 0, "{}", answer.stderr);
    assert_eq!(picture.text().matches("class=\"series\"").count(), 0);
}

#[test]
fn beyond_the_end_of_the_game_the_whole_tree_counts() {
    let picture = Picture::new("end");
    // Two squares are left: the tree has two plies, then no more.
    let answer = run(&["compare", "tictactoe", "-p", "XOXXOXO--", "--depth", "1..6", "--plot", picture.path()]);
    assert_eq!(answer.code, 0, "{}{}", answer.stdout, answer.stderr);
    assert!(answer.stdout.contains("a tree of depth 2 has minimax's 4 nodes\n"), "{}", answer.stdout);
    assert!(picture.text().contains("<title>tictactoe, from XOXXOXO--: "));
    let luck = run(&["compare", "pig", "--depth", "1..3", "--plot", picture.path()]);
    assert_eq!(luck.code, 0, "{}", luck.stderr);
    assert!(picture.text().contains("expectiminimax, b* = ") && !picture.text().contains("class=\"reference\""));
}

#[test]
fn bad_usage_is_refused() {
    for (arguments, code, named) in [
        (&["--plot", "nodes.svg"][..], 2, "--depth"),
        (&["--depth", "1..2", "--plot", "-"], 2, "expected a file"),
        (&["--depth", "1..2", "--plot"], 2, "--plot"),
        (&["--depth", "1..2", "--plot", "/no/such/folder/nodes.svg"], 4, "/no/such/folder/nodes.svg cannot be written"),
    ] {
        let answer = run(&[&["compare", "tictactoe"], arguments].concat());
        assert!(answer.code == code && answer.stderr.contains(named), "{arguments:?}: {}", answer.stderr);
        let answer = run(&[&["compare", "tictactoe", "--json"], arguments].concat());
        assert_eq!((answer.code, &answer.json()["error"]["code"]), (code, &code.into()), "{arguments:?}");
        assert_eq!(answer.stdout.lines().count(), 1, "{arguments:?}");
    }
}

#[test]
fn uniform_trees_are_counted_in_three_orders() {
    let picture = Picture::new("uniform");
    let answer = run(&["uniform", "3", "6", "--seed", "7", "--json", "--plot", picture.path()]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    let found = answer.json();
    let levels = found["levels"].as_array().expect("there are levels");
    assert_eq!(levels.len(), 6);
    for (level, depth) in levels.iter().zip(1u32..) {
        let (all, fewest) = (3u64.pow(depth), 3u64.pow(depth.div_ceil(2)) + 3u64.pow(depth / 2) - 1);
        assert_eq!((&level["all"], &level["fewest"]), (&all.into(), &fewest.into()));
        let leaves = |order: &str| level[order]["leaves"].as_u64().expect("a number");
        assert_eq!((leaves("best"), leaves("worst")), (fewest, all));
        assert!((fewest..=all).contains(&leaves("random")), "{level}");
    }
    let svg = picture.text();
    assert_eq!(svg.matches("<g class=\"series\">").count(), 3);
    assert_eq!(svg.matches("<g class=\"reference\">").count(), 3);
    for text in ["best order, b* = ", "from 3 at 1 to 53 at 6;", "worst order, b* = 3.00 from 3 at 1 to 729 at 6;"] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    let table = run(&["uniform", "3", "6", "--seed", "7"]).stdout;
    assert_eq!(table.lines().count(), 2 + 6 + 1, "{table}");
    assert!(table.lines().any(|line| line.split_whitespace().last() == Some("53")), "{table}");
}

#[test]
fn uniform_trees_that_cannot_be_are_refused() {
    for (arguments, named) in [
        (&["10", "7"][..], "10^7 leaves are too many"),
        (&["1000", "1000"], "too many"),
        (&["0", "3"], "[B]"),
        (&["3", "0"], "[M]"),
        (&["3", "-1"], "-1"),
        (&["3"], "<M>"),
        (&["3", "2", "--plot", "-"], "expected a file"),
    ] {
        let answer = run(&[&["uniform"], arguments].concat());
        assert!(answer.code == 2 && answer.stderr.contains(named), "{arguments:?}: {}", answer.stderr);
    }
    let answer = run(&["uniform", "3", "2", "--json", "--plot", "/no/such/folder/orders.svg"]);
    assert_eq!((answer.code, &answer.json()["error"]["code"]), (4, &4.into()));
    assert_eq!(answer.stdout.lines().count(), 1, "{}", answer.stdout);
}

#[test]
fn exploitability_is_seen_to_fall() {
    let picture = Picture::new("regrets");
    let answer = run(&["solve", "kuhn", "--plot", picture.path()]);
    assert_eq!((answer.code, answer.stderr.as_str()), (0, ""));
    for name in ["CFR", "CFR+", "discounted CFR"] {
        assert!(picture.text().contains(&format!(">{name}<")), "{name}");
    }
    assert!(picture.text().contains("exploitability"));
    let refused = run(&["solve", "tictactoe", "--plot", picture.path()]);
    assert!(refused.code == 1 && refused.stderr.contains("needs none"), "{}", refused.stderr);
}
