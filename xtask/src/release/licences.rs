//! Licences of what the program is built from, gathered from the sources themselves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{answer, cargo_home};

/// Files of licences that do not lie in the root of a package: it brings a library in another language.
const DEEPER: [(&str, &str); 1] = [("zstd-sys", "zstd/LICENSE")];

/// A package that is compiled into the program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Package {
    name: String,
    version: String,
    licence: String,
}

/// All packages that are compiled into the program but ours, with their licences and the texts of these.
///
/// # Errors
/// If the sources of a package are not there, or no text of a licence is in them.
pub(super) fn third_party(root: &Path, target: &str) -> Result<String, String> {
    // What only runs while the program is built (procedural macros, build scripts) is not in the program.
    let listed = answer(
        Command::new("cargo")
            .args([
                "tree",
                "--locked",
                "--package",
                "counterplay",
                "--edges",
                "normal,no-proc-macro",
                "--target",
                target,
            ])
            .args(["--prefix", "none", "--format", "{p}|{l}"])
            .current_dir(root),
    )?;
    let sources = sources()?;
    let mut gathered = Vec::new();
    for package in packages(&listed) {
        let texts = texts(&package, &sources)?;
        gathered.push((package, texts));
    }
    Ok(document(&gathered))
}

/// What Rust's standard library, which is part of every program, says of its own licences.
///
/// # Errors
/// If the toolchain does not have it.
pub(super) fn of_standard_library() -> Result<String, String> {
    let root = answer(Command::new("rustc").args(["--print", "sysroot"]))?;
    let path = Path::new(root.trim()).join("share/doc/rust/COPYRIGHT-library.html");
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The packages in what `cargo tree` lists, each once, without those of this workspace.
fn packages(listed: &str) -> Vec<Package> {
    let package = |line: &str| {
        let (named, licence) = line.split_once('|')?;
        // A package of the workspace, which has its folder in brackets, is ours.
        let mut words = named.split_whitespace();
        let (name, version, None) = (words.next()?, words.next()?.strip_prefix('v')?, words.next()) else {
            return None;
        };
        // The mark says that what a package depends on was listed before.
        let licence = licence.trim_end_matches(" (*)");
        Some(Package { name: name.to_owned(), version: version.to_owned(), licence: licence.to_owned() })
    };
    let mut packages: Vec<Package> = listed.lines().filter_map(package).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

/// The folders in which Cargo keeps the sources of packages, one for each registry.
fn sources() -> Result<Vec<PathBuf>, String> {
    let folder = cargo_home().ok_or("there is no home folder with Cargo's sources in it")?.join("registry/src");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

/// The texts of a package's licences: the name of each file, and what it says.
fn texts(package: &Package, sources: &[PathBuf]) -> Result<Vec<(String, String)>, String> {
    let Package { name, version, .. } = package;
    let folder = sources.iter().map(|source| source.join(format!("{name}-{version}"))).find(|folder| folder.is_dir());
    let folder = folder.ok_or_else(|| format!("the sources of {name} {version} are not in Cargo's folder"))?;
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut files: Vec<String> = names.filter(|file| is_licence(file) && folder.join(file).is_file()).collect();
    files.extend(DEEPER.iter().filter(|(owner, _)| owner == name).map(|(_, file)| (*file).to_owned()));
    files.sort_unstable();
    if files.is_empty() {
        return Err(format!("no text of a licence is in the sources of {name} {version}"));
    }
    let read = |file: String| {
        let text = fs::read_to_string(folder.join(&file)).map_err(|error| format!("{name}, {file}: {error}"))?;
        Ok((file, text.replace("\r\n", "\n").trim().to_owned()))
    };
    files.into_iter().map(read).collect()
}

/// Whether a file is the text of a licence, or belongs to one, by its name.
fn is_licence(file: &str) -> bool {
    let file = file.to_ascii_lowercase();
    ["license", "licence", "copying", "copyright", "notice", "unlicense"].iter().any(|word| file.starts_with(word))
}

/// A list of the packages, and then each text once, with those that have it.
fn document(gathered: &[(Package, Vec<(String, String)>)]) -> String {
    let mut text = String::from(
        "What Counterplay is built from, each with its licence. The texts follow, each once, with the packages that\n\
         came with it.\n\n",
    );
    let mut owners: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (Package { name, version, licence }, texts) in gathered {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name} {version}: {licence}");
        for (file, content) in texts {
            owners.entry(content).or_default().push(format!("{name} {version}, {file}"));
        }
    }
    let mut owners: Vec<(&str, Vec<String>)> = owners.into_iter().collect();
    owners.sort_by(|(_, a), (_, b)| a.cmp(b));
    for (content, owners) in owners {
        let _ = write!(text, "\n{}\n{}\n\n{content}\n", "-".repeat(100), owners.join("\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, licence: &str) -> Package {
        Package { name: name.to_owned(), version: version.to_owned(), licence: licence.to_owned() }
    }

    #[test]
    fn packages_are_listed_once_and_ours_are_not() {
        let listed = "counterplay v0.1.0 (/clone/crates/counterplay)|MIT OR Apache-2.0\n\
                      zstd v0.13.3|MIT\nclap v4.5.0|MIT OR Apache-2.0\nclap v4.5.0|MIT OR Apache-2.0 (*)\n";
        assert_eq!(packages(listed), [package("clap", "4.5.0", "MIT OR Apache-2.0"), package("zstd", "0.13.3", "MIT")]);
    }

    #[test]
    fn licences_are_known_by_their_names() {
        assert!(["LICENSE", "LICENSE-MIT", "licence.md", "COPYING", "UNLICENSE", "NOTICE"].into_iter().all(is_licence));
        assert!(!["Cargo.toml", "README.md", "src"].into_iter().any(is_licence));
    }

    #[test]
    fn a_text_that_several_have_stands_there_once() {
        let text = |file: &str, content: &str| (file.to_owned(), content.to_owned());
        let made = document(&[
            (package("a", "1.0.0", "MIT"), vec![text("LICENSE", "Do as you like.")]),
            (package("b", "2.0.0", "MIT"), vec![text("LICENSE-MIT", "Do as you like."), text("NOTICE", "By b.")]),
        ]);
        assert_eq!(made.matches("Do as you like.").count(), 1);
        assert!(made.contains("a 1.0.0: MIT\nb 2.0.0: MIT\n"));
        assert!(made.contains("a 1.0.0, LICENSE\nb 2.0.0, LICENSE-MIT\n\nDo as you like.\n"));
        assert!(made.contains("b 2.0.0, NOTICE\n\nBy b.\n"));
    }

    #[test]
    fn a_package_without_a_text_is_refused() {
        let folder = std::env::temp_dir().join(format!("counterplay-licences-{}", std::process::id()));
        fs::create_dir_all(folder.join("bare-1.0.0")).unwrap();
        let sources = [folder.clone()];
        assert!(texts(&package("bare", "1.0.0", "MIT"), &sources).unwrap_err().contains("no text of a licence"));
        assert!(texts(&package("gone", "1.0.0", "MIT"), &sources).unwrap_err().contains("not in Cargo's folder"));
        fs::write(folder.join("bare-1.0.0/LICENSE"), "Take it.\r\n").unwrap();
        assert_eq!(
            texts(&package("bare", "1.0.0", "MIT"), &sources),
            Ok(vec![("LICENSE".to_owned(), "Take it.".to_owned())])
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
