//! The course in `crates/lessons/course` and the lessons `docs/hidden.md` and `docs/chance.md`: every command in them is run, and
//! what it prints is compared.
//!
//! A block ```` ```console ```` has commands (`$ counterplay …`, and `$ echo $?` for the exit code of the one before)
//! and what they print. `…` stands for any text in a line, and alone on a line for any lines. A block ```` ```csv
//! answers.csv ```` is a file that is there from then on. Files that lie beside the chapters are there from the start.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons/course")
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The chapters, by their names.
fn chapters() -> Vec<PathBuf> {
    let files = std::fs::read_dir(course()).unwrap().map(|entry| entry.unwrap().path());
    let is_chapter =
        |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(|c: char| c.is_ascii_digit());
    let mut chapters: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "md") && is_chapter(path)).collect();
    chapters.sort();
    chapters
}

/// A fenced block: what stands behind the fence, and its lines.
fn blocks(text: &str) -> Vec<(String, Vec<String>)> {
    let (mut blocks, mut open) = (Vec::new(), None);
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((info.trim().to_owned(), Vec::new())),
            (Some(_), block @ Some(_)) => blocks.extend(block.take()),
            (None, Some((_, lines))) => lines.push(line.trim_end().to_owned()),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block has no end");
    blocks
}

/// The words of a command, as a shell divides them.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote, mut is_open) = (Vec::new(), None, false);
    for c in command.chars() {
        match (c, quote) {
            (c, Some(mark)) if c == mark => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                if !is_open {
                    words.push(String::new());
                }
                is_open = true;
            }
            (' ', None) => is_open = false,
            (c, _) => {
                if !is_open {
                    words.push(String::new());
                }
                is_open = true;
                words.last_mut().unwrap().push(c);
            }
        }
    }
    words
}

fn run(folder: &Path, arguments: &[String]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_counterplay")).args(arguments).current_dir(folder).output().unwrap();
    let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code().unwrap(), told)
}

/// Whether a line is as the text has it: `…` is anything.
fn is_line(expected: &str, line: &str) -> bool {
    let mut parts = expected.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

fn are_lines(expected: &[String], lines: &[&str]) -> bool {
    match expected {
        [] => lines.is_empty(),
        [any, rest @ ..] if any == "…" => (0..=lines.len()).any(|at| are_lines(rest, &lines[at..])),
        [first, rest @ ..] => {
            lines.split_first().is_some_and(|(line, lines)| is_line(first, line) && are_lines(rest, lines))
        }
    }
}

/// Runs the commands of a block one after the other; says how many they are.
fn console(folder: &Path, lines: &[String], place: &str) -> usize {
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("$ ")).collect();
    assert!(starts.first() == Some(&0), "{place}: a block begins with a command");
    let mut code = 0;
    for (index, &start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(lines.len());
        let (command, expected) = (&lines[start][2..], &lines[start + 1..end]);
        if command == "echo $?" {
            assert_eq!(expected, [code.to_string()], "{place}: the exit code of {}", lines[start - 1]);
            continue;
        }
        let words = words(command);
        assert_eq!(words[0], "counterplay", "{place}: {command}");
        let (exit, told) = run(folder, &words[1..]);
        code = exit;
        let told: Vec<&str> = told.lines().map(str::trim_end).collect();
        assert!(are_lines(expected, &told), "{place}: $ {command}\n{}\n", told.join("\n"));
        let is_asked = lines.get(end).is_some_and(|line| line == "$ echo $?");
        assert!(code == 0 || is_asked, "{place}: $ {command} ended with {code}");
    }
    starts.len()
}

/// An empty folder in which a text is tried out.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("course").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the commands of a text, and writes its files; says how many commands they are.
fn commands(folder: &Path, text: &str, name: &str) -> usize {
    let mut commands = 0;
    for (info, lines) in blocks(text) {
        match info.split_once(' ') {
            None if info == "console" => commands += console(folder, &lines, name),
            Some((_, file)) => std::fs::write(folder.join(file), lines.join("\n") + "\n").unwrap(),
            None => assert_eq!(info, "text", "{name}: a block is console, text, or a file with a name"),
        }
    }
    commands
}

/// The answers of a key as a student would hand them in, right or all left out but one.
fn table(key: &Value, is_right: bool) -> String {
    let mut table = String::new();
    for task in key["tasks"].as_array().unwrap() {
        let plain = |value: &Value| value.to_string().replace('"', "");
        let name = |name: &String| if name.is_empty() { "root".to_owned() } else { name.clone() };
        let mut entries: Vec<String> = match &task["answer"] {
            Value::Object(map) => map.iter().map(|(at, value)| format!("{}={}", name(at), plain(value))).collect(),
            list => list.as_array().unwrap().iter().map(plain).collect(),
        };
        if !is_right {
            entries.truncate(1);
        }
        table.push_str(&format!("Ada;{};\"{} \"\n", task["number"], entries.join(" ")));
    }
    table
}

#[test]
fn every_command_of_the_course_does_what_it_says() {
    let chapters = chapters();
    assert_eq!(chapters.len(), 12);
    let contents = std::fs::read_to_string(docs().join("course/README.md")).unwrap();
    for chapter in chapters {
        let name = chapter.file_name().unwrap().to_str().unwrap();
        assert!(contents.contains(name), "{name} is in the list of chapters");
        // 1. A folder with what lies beside the chapters.
        let folder = folder(name);
        for entry in std::fs::read_dir(course()).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "json") {
                std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
            }
        }
        // 2. The commands.
        let text = std::fs::read_to_string(&chapter).unwrap();
        assert!(commands(&folder, &text, name) >= 2, "{name} has commands");
        // 3. The exercise: its key is there, and grades.
        let exercise = format!("exercise-{}.json", name[..2].trim_start_matches('0'));
        assert!(text.contains(&exercise), "{name} has an exercise");
        let key: Value = serde_json::from_str(&std::fs::read_to_string(folder.join(&exercise)).unwrap()).unwrap();
        for (is_right, code) in [(true, 0), (false, 1)] {
            std::fs::write(folder.join("handed-in.csv"), table(&key, is_right)).unwrap();
            let (exit, told) = run(&folder, &["grade".to_owned(), exercise.clone(), "handed-in.csv".to_owned()]);
            assert_eq!(exit, code, "{name}: {told}");
        }
    }
}

#[test]
fn every_command_of_the_lesson_on_secrets_does_what_it_says_and_draws_what_is_shown() {
    let docs = docs();
    let text = std::fs::read_to_string(docs.join("hidden.md")).unwrap();
    let folder = folder("hidden.md");
    assert!(commands(&folder, &text, "hidden.md") >= 6);
    let pictures: Vec<&str> =
        text.split("](images/").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)).collect();
    assert!(pictures.len() >= 3);
    for picture in pictures {
        let [shown, drawn] = [docs.join("images"), folder.clone()].map(|at| std::fs::read_to_string(at.join(picture)));
        assert_eq!(shown.unwrap(), drawn.unwrap(), "{picture} is not what the command in hidden.md draws");
    }
}

#[test]
fn every_command_of_the_lesson_on_dice_does_what_it_says() {
    let text = std::fs::read_to_string(docs().join("chance.md")).unwrap();
    assert!(commands(&folder("chance.md"), &text, "chance.md") >= 3);
}

#[test]
fn a_wrong_line_is_found() {
    assert!(is_line("a … c", "a b c") && is_line("…", "") && is_line("x", "x") && is_line("…s", "0.2 s"));
    assert!(!is_line("a … c", "a b d") && !is_line("x", "xy") && !is_line("aba…", "ab"));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(are_lines(&lines("a\n…\nd"), &["a", "b", "c", "d"]));
    assert!(!are_lines(&lines("a\n…\nd"), &["a", "b", "c"]) && !are_lines(&lines("a"), &["a", "b"]));
    assert_eq!(words("tree \"[1, 2]\" -p '' x"), ["tree", "[1, 2]", "-p", "", "x"]);
}
