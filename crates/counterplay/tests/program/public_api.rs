//! The public API of the library, compared with a list of it.
//!
//! What `src/lib.rs` exports by name stands in `public-api.txt`, so that nothing comes or goes unnoticed. After a change
//! that is meant, `UPDATE_PUBLIC_API=1 cargo test -p counterplay public_api::` writes the list anew; `CHANGELOG.md` says
//! what a user must write differently.

use std::fmt::Write;

const SOURCE: &str = include_str!("../../src/lib.rs");
const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/public-api.txt");

/// The names that a source exports, each with the path of what it is, in the order of the alphabet.
fn exported(source: &str) -> Vec<(String, String)> {
    let code: String = source.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| line.trim()).fold(
        String::new(),
        |mut code, line| {
            let _ = write!(code, "{line} ");
            code
        },
    );
    let mut names = Vec::new();
    for statement in code.split(';').filter_map(|statement| statement.split("pub use ").nth(1)) {
        let (path, items) = match statement.trim().split_once("::{") {
            Some((path, items)) => (format!("{path}::"), items.trim_end_matches('}')),
            None => (String::new(), statement.trim()),
        };
        for item in items.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (item, name) = item.split_once(" as ").unwrap_or((item, item.rsplit("::").next().unwrap_or(item)));
            names.push((name.to_owned(), format!("{path}{item}")));
        }
    }
    names.sort();
    names
}

#[test]
fn statements_are_read_whole() {
    let source = "// pub use no::Such;\npub use one::{\n    B, c as D,\n};\npub use two::A;\npub use three as x;\n";
    let found: Vec<String> = exported(source).iter().map(|(name, path)| format!("{name} {path}")).collect();
    assert_eq!(found, ["A two::A", "B one::B", "D one::c", "x three"]);
}

#[test]
fn the_library_exports_what_is_listed() {
    let names = exported(SOURCE);
    let list: String = names.iter().map(|(name, path)| format!("{name} = {path}\n")).collect();
    assert!(names.windows(2).all(|pair| pair[0].0 != pair[1].0), "one name for two things");
    if std::env::var_os("UPDATE_PUBLIC_API").is_some() {
        std::fs::write(LIST, &list).unwrap();
    }
    let listed = std::fs::read_to_string(LIST).unwrap_or_default();
    let of = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (listed, exported) = (of(&listed), of(&list));
    let new: Vec<_> = exported.iter().filter(|line| !listed.contains(line)).collect();
    let gone: Vec<_> = listed.iter().filter(|line| !exported.contains(line)).collect();
    assert_eq!(listed, exported, "new: {new:?}, gone: {gone:?}; UPDATE_PUBLIC_API=1 writes the list anew");
}
