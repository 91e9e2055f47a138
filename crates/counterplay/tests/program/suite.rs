//! The one suite of test data, through the library and through the command line.

use std::path::PathBuf;

use crate::common::run;
use counterplay::api::OpenTables;
use counterplay::review::{Effort, Grade, judge};
use counterplay::{AnyPosition, Declined, Report, Request, TurnWord, UserFiles};
use serde_json::Value as Json;
use toml::{Table, Value};

/// Every case of every file.
fn cases() -> Vec<(String, Table)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut cases, catalog) = (Vec::new(), counterplay::games::catalog());
    for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "toml")) {
        let text = std::fs::read_to_string(file).unwrap();
        let table: Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for (number, case) in (1..).zip(table["case"].as_array().unwrap()) {
            let name = format!("{} {number}", file.file_stem().unwrap().to_string_lossy());
            let case = case.as_table().unwrap().clone();
            // A game that was left out has no cases.
            if catalog.find(case["game"].as_str().unwrap()).is_some() {
                cases.push((name, case));
            }
        }
    }
    assert!(cases.len() > 15);
    cases
}

fn text<'t>(case: &'t Table, key: &str) -> Option<&'t str> {
    case.get(key).map(|value| value.as_str().unwrap())
}

fn options(case: &Table) -> Vec<(String, String)> {
    let options = case.get("options").and_then(Value::as_table);
    options.into_iter().flatten().map(|(name, value)| (name.clone(), value.to_string())).collect()
}

/// What a case expects of a search, beside what was found.
fn compare(name: &str, expected: &Table, found: &Json) {
    for (key, value) in expected {
        match key.as_str() {
            "score" => {
                let (found, expected) = (found["value"]["score"].as_f64().unwrap(), value.as_float().unwrap());
                assert!((found - expected).abs() < 1e-8, "{name}: {found} is not {expected}");
            }
            "outcome" => assert_eq!(found["value"]["outcome"].as_str(), value.as_str(), "{name}"),
            "plies" => assert_eq!(found["value"]["plies"].as_i64(), value.as_integer(), "{name}"),
            "best" => {
                let best: Vec<&str> =
                    found["best"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
                assert_eq!(best, strings(value), "{name}");
                assert!(best.contains(&found["action"].as_str().unwrap()), "{name}");
            }
            "averages" => {
                for (row, expected) in found["averages"].as_array().unwrap().iter().zip(value.as_array().unwrap()) {
                    assert_eq!(row["action"].as_str(), expected[0].as_str(), "{name}");
                    assert_eq!(row["score"].as_f64(), expected[1].as_float(), "{name}");
                }
            }
            other => panic!("{name}: what is {other}?"),
        }
    }
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

/// A report in the shape of the command line's JSON, so that both are compared in one way.
fn as_json(report: &Report) -> Json {
    let averages =
        report.averages.iter().map(|entry| serde_json::json!({"action": entry.action, "score": entry.score}));
    serde_json::json!({
        "action": report.action,
        "best": report.best,
        "value": {
            "score": report.value.score,
            "outcome": report.value.outcome.map(counterplay::Outcome::as_str),
            "plies": report.value.plies,
        },
        "averages": averages.collect::<Vec<_>>(),
    })
}

/// A folder with tables of the case's game, of so many pieces.
fn tables(case: &Table, pieces: &Value) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("counterplay-suite-{}-{pieces}", std::process::id()));
    if !folder.exists() {
        let (game, dir) = (text(case, "game").unwrap(), folder.to_str().unwrap());
        let built = run(&["tables", "build", game, "--pieces", &pieces.to_string(), "--dir", dir]);
        assert_eq!(built.code, 0, "{}", built.stderr);
    }
    folder
}

fn position(case: &Table) -> Box<dyn AnyPosition> {
    let options = options(case);
    let options: Vec<(&str, &str)> = options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (name, folder) = (text(case, "game").unwrap(), case.get("tables").map(|pieces| tables(case, pieces)));
    let opening = |folder| OpenTables { name, folder, memory: 1 << 20, on_warning: |word| panic!("{word}") };
    let files = UserFiles { tables: folder.as_deref().map(opening), ..UserFiles::default() };
    let game = counterplay::games::catalog().game_with(name, &options, &files).unwrap();
    let mut position = text(case, "position").map_or_else(|| game.start(), |text| game.read(text).unwrap());
    for word in game.split_moves(text(case, "moves").unwrap_or_default()) {
        position.play(word).unwrap();
    }
    position
}

/// As many nodes as judging a position may take unless the case says otherwise.
const USUAL_NODES: u64 = 4_000_000;

/// Holds the grades of some actions to the case's.
fn review(name: &str, case: &Table, position: &dyn AnyPosition) {
    let number = |key: &str| case.get(key).map(|value| value.as_integer().unwrap() as u64);
    let mut request = Request::default().with_memory(4 << 20);
    request.depth = number("depth").map(|depth| depth as u32);
    request.limits.nodes = number("nodes").or(request.depth.is_none().then_some(USUAL_NODES));
    let effort = Effort::within(&request);
    let Some(grades) = case["review"].as_array() else {
        let action = &position.actions()[0].word;
        let refused = judge(position, action, &effort);
        assert_eq!(refused, Err(Declined::NotGraded.into()), "{name}");
        return;
    };
    for graded in grades {
        let [action, grade] = [0, 1].map(|at| graded[at].as_str().unwrap());
        let found = judge(position, action, &effort).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.grade.as_str(), grade, "{name}: {action}: {found:?}");
        assert_eq!(found.grade == Grade::Best, found.best.contains(&found.action), "{name}: {action}: {found:?}");
    }
}

#[test]
fn the_library_answers_as_the_suite_says() {
    for (name, case) in cases() {
        let position = position(&case);
        for (key, value) in &case {
            match key.as_str() {
                "game" | "name" | "options" | "position" | "moves" | "depth" | "nodes" | "tables" => {}
                "review" => review(&name, &case, position.as_ref()),
                "solve" => {
                    let report = position.solve(&Request::default(), &mut |_| {}).unwrap();
                    compare(&name, value.as_table().unwrap(), &as_json(&report));
                }
                "move" => {
                    let report = position.best(&Request::default(), &mut |_| {}).unwrap();
                    compare(&name, value.as_table().unwrap(), &as_json(&report));
                }
                "perft" => {
                    for row in value.as_array().unwrap() {
                        let [depth, leaves, ended] = [0, 1, 2].map(|at| row[at].as_integer().unwrap() as u64);
                        let counted = position.perft(depth as u32, &Request::default().limits).unwrap();
                        assert_eq!((counted.leaves, counted.ended), (leaves, ended), "{name} depth {depth}");
                    }
                }
                "legal" => {
                    let words: Vec<String> = position.actions().into_iter().map(|action| action.word).collect();
                    assert_eq!(words, strings(value), "{name}");
                }
                "find" => {
                    for word in strings(value) {
                        assert!(position.find(word).is_ok(), "{name}: {word}");
                    }
                }
                "terminal" => assert_eq!(position.turn() == TurnWord::Over, value.as_bool().unwrap(), "{name}"),
                other => panic!("{name}: what is {other}?"),
            }
        }
    }
}

#[test]
fn the_command_line_answers_as_the_suite_says() {
    for (name, case) in cases() {
        let mut at = vec![text(&case, "game").unwrap().to_owned()];
        for (option, value) in options(&case) {
            at.extend([format!("--{option}"), value]);
        }
        for key in ["position", "moves"] {
            at.extend(text(&case, key).into_iter().flat_map(|value| [format!("--{key}"), value.to_owned()]));
        }
        let ask = |verb: &str, more: &[&str]| {
            let arguments: Vec<&str> =
                [verb].into_iter().chain(at.iter().map(String::as_str)).chain(more.iter().copied()).collect();
            let answer = run(&[&arguments[..], &["--json"]].concat());
            assert_eq!(answer.code, 0, "{name} {arguments:?}: {}{}", answer.stdout, answer.stderr);
            answer.json()
        };
        for verb in ["solve", "move"] {
            if let Some(expected) = case.get(verb) {
                compare(&name, expected.as_table().unwrap(), &ask(verb, &[]));
            }
        }
        if let Some(rows) = case.get("perft") {
            for row in rows.as_array().unwrap() {
                let [depth, leaves, ended] = [0, 1, 2].map(|at| row[at].as_integer().unwrap());
                let found = ask("perft", &[&depth.to_string()]);
                assert_eq!((found["leaves"].as_i64(), found["ended"].as_i64()), (Some(leaves), Some(ended)), "{name}");
            }
        }
        let shown = ask("show", &[]);
        if let Some(legal) = case.get("legal") {
            let words: Vec<&str> =
                shown["actions"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
            assert_eq!(words, strings(legal), "{name}");
        }
        if let Some(terminal) = case.get("terminal") {
            assert_eq!(shown["terminal"].as_bool(), terminal.as_bool(), "{name}");
        }
    }
}

/// How many of the suite's actions to be found are found with few nodes: fewer than this, and a search got worse.
/// `cargo xtask versus chess-tactics` counts them with more nodes.
#[cfg(feature = "standard")]
#[test]
fn a_search_finds_most_of_what_is_to_be_found() {
    const NODES: u64 = 20_000;
    let (mut found, mut missed) = (0, Vec::new());
    for (name, case) in cases().iter().filter(|(_, case)| case.contains_key("find")) {
        let mut request = Request::default().with_memory(4 << 20);
        request.limits.nodes = Some(NODES);
        let action = position(case).best(&request, &mut |_| {}).unwrap().action;
        if action.as_deref().is_some_and(|action| strings(&case["find"]).contains(&action)) {
            found += 1;
        } else {
            missed.push(format!("{name} ({action:?})"));
        }
    }
    let all = found + missed.len();
    assert!(all >= 20 && 3 * found >= 2 * all, "{found} of {all} are found; missed: {}", missed.join(", "));
}

/// A change of node counts is a change of what the searches do, and is told in the commit that makes it.
#[cfg(feature = "standard")]
#[test]
fn the_fingerprint_is_the_committed_one() {
    let found = run(&["bench", "--json"]).json();
    let mut lines = vec![format!("fingerprint {}", found["fingerprint"].as_str().unwrap())];
    for row in found["rows"].as_array().unwrap() {
        let word = |key: &str| row[key].as_str().unwrap().replace(' ', "-");
        lines.push(format!(
            "{} {} depth {} nodes {} value {}",
            word("game"),
            word("algorithm"),
            row["depth"],
            row["nodes"],
            row["value"]
        ));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/bench.txt");
    let committed = std::fs::read_to_string(path).unwrap();
    assert_eq!(
        lines.join("\n"),
        committed.trim_end(),
        "if this change is meant, write the left side to testdata/bench.txt"
    );
}
