//! Installer of what a step needs. Whatever is already there is left alone, and finding that out takes milliseconds.
//!
//! A new kind of need is one more field of [`Needs`], one more line in [`Needs::ensure`], and, where it brings
//! programs of its own, one more folder in [`Needs::search_path`].

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{ask, prepare, run};

/// Needs of a step: what must be on the machine before it can run.
#[derive(Debug, PartialEq)]
pub(crate) struct Needs {
    /// Debian packages, by name.
    pub(crate) debian: &'static [&'static str],
    /// Programs from crates.io.
    pub(crate) cargo_tools: &'static [CargoTool],
    /// A folder with a `package.json`, whose packages are installed beside it.
    pub(crate) npm: Option<&'static str>,
    /// A folder with a `requirements.txt`, whose packages are installed into an environment of their own.
    pub(crate) python: Option<&'static str>,
}

impl Needs {
    /// No needs beyond Rust itself.
    pub(crate) const NONE: Needs = Needs { debian: &[], cargo_tools: &[], npm: None, python: None };

    /// Installs what is missing.
    pub(crate) fn ensure(&self, root: &Path) -> Result<(), String> {
        ensure_debian_packages(self.debian)?;
        self.cargo_tools.iter().try_for_each(|tool| tool.ensure(root))?;
        self.npm.map_or(Ok(()), |folder| ensure_npm_packages(&root.join(folder)))?;
        self.python.map_or(Ok(()), |folder| ensure_python_packages(folder, root).map(drop))
    }

    /// The value of `PATH` under which the installed programs are found, before any others of their name.
    pub(crate) fn search_path(&self, root: &Path) -> OsString {
        let python = self.python.map(|folder| python_folder(folder, root).join("bin"));
        path_with(self.cargo_tools.iter().map(|tool| tool.folder(root).join("bin")).chain(python))
    }
}

/// A program from crates.io, at one exact version, so that every machine gives the same verdict.
#[derive(Debug, PartialEq)]
pub(crate) struct CargoTool {
    /// The name of the crate, which is also the name of its program.
    pub(crate) name: &'static str,
    /// The version that is required, and installed where it is missing.
    pub(crate) version: &'static str,
}

impl CargoTool {
    /// Builds and installs the tool, unless the program that would run has the right version already.
    fn ensure(&self, root: &Path) -> Result<(), String> {
        let Self { name, version } = self;
        let folder = self.folder(root);
        let path = path_with([folder.join("bin")]);
        let found = || -> Result<Option<String>, String> {
            let answer = ask(Command::new(name).arg("--version").env("PATH", &path))?;
            Ok(answer.as_deref().and_then(version_in).map(String::from))
        };
        if found()?.as_deref() == Some(version) {
            return Ok(());
        }

        println!("Installing {name} {version}, once per machine; this takes a minute or two.");
        // A build without optimisation and debug information takes a minute where the tool's own release profile
        // takes several, and a check that runs once per test run is quick either way.
        run(Command::new("cargo")
            .args(["install", "--locked", "--debug", "--root"])
            .arg(&folder)
            .arg(format!("{name}@{version}"))
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("PATH", &path)
            // The tool's objects are of no use to the workspace, so they do not go into its target folder.
            .env_remove("CARGO_TARGET_DIR"))?;

        match found()? {
            Some(installed) if installed == *version => Ok(()),
            other => Err(format!("{name} {version} was installed, but {name} answers with version {other:?}")),
        }
    }

    /// Folder of the tool. The version is part of the name: two branches that want different versions both find theirs.
    fn folder(&self, root: &Path) -> PathBuf {
        tools_folder(std::env::var_os("XDG_CACHE_HOME"), std::env::var_os("HOME"), root)
            .join(format!("{}-{}", self.name, self.version))
    }
}

/// The folder for tools: the person's cache, so that every clone on a machine shares them and nobody's own tools in
/// Cargo's folder are replaced. Where there is no such cache, the target folder.
fn tools_folder(cache: Option<OsString>, home: Option<OsString>, root: &Path) -> PathBuf {
    let cache = cache.map(PathBuf::from).filter(|folder| folder.is_absolute());
    let home = home.map(PathBuf::from).filter(|folder| folder.is_absolute()).map(|folder| folder.join(".cache"));
    match cache.or(home) {
        Some(folder) => folder.join("counterplay/tools"),
        None => root.join("target/tools"),
    }
}

/// Target folder: where Cargo builds, and where what is made for this clone alone may lie.
pub(crate) fn target_folder(chosen: Option<PathBuf>, root: &Path) -> PathBuf {
    root.join(chosen.unwrap_or_else(|| PathBuf::from("target")))
}

/// The version in the answer to `--version`: the second word, as in `cargo-deny 0.20.2`.
fn version_in(answer: &str) -> Option<&str> {
    let word = answer.split_whitespace().nth(1)?;
    Some(word.strip_prefix('v').unwrap_or(word))
}

/// Search path, `PATH` with these folders in front.
fn path_with(folders: impl IntoIterator<Item = PathBuf>) -> OsString {
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&inherited)))
        .expect("a folder for tools has no separator of PATH in its name")
}

/// Installs those of the packages that are missing, through sudo for anyone but root.
///
/// On a system without dpkg this says what the step needs and goes on: the packages have other names there, and a
/// person may well have them.
pub(crate) fn ensure_debian_packages(wanted: &[&str]) -> Result<(), String> {
    if wanted.is_empty() {
        return Ok(());
    }
    let query =
        ask(Command::new("dpkg-query").args(["--show", "--showformat=${Package} ${db:Status-Status}\n"]).args(wanted))?;
    let Some(known) = query else {
        println!("This is not a Debian system: please see to it that you have {}.", wanted.join(", "));
        return Ok(());
    };
    let missing = missing_packages(wanted, &known);
    if missing.is_empty() {
        return Ok(());
    }

    println!("Installing the Debian packages {}.", missing.join(", "));
    let is_root = ask(Command::new("id").arg("-u"))?.is_some_and(|id| id.trim() == "0");
    let apt_get = || {
        let mut command = if is_root { Command::new("env") } else { Command::new("sudo") };
        if !is_root {
            command.arg("env");
        }
        // No questions, and patience with another installer that holds the lock.
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]);
        command
    };
    run(apt_get().arg("update"))?;
    run(apt_get().args(["install", "-y", "--no-install-recommends"]).args(missing))
}

/// Installs the packages of a folder, at the versions that its `package.json` names, unless they are there.
fn ensure_npm_packages(folder: &Path) -> Result<(), String> {
    // Whatever Node the machine has will do; Debian's is for those that have none.
    if ask(Command::new("node").arg("--version"))?.is_none() || ask(Command::new("npm").arg("--version"))?.is_none() {
        ensure_debian_packages(&["nodejs", "npm"])?;
    }
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let wanted = read(&folder.join("package.json"))?;
    let stamp = folder.join("node_modules/.installed");
    if read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("Installing the packages of {}.", folder.join("package.json").display());
    // No lock file: the versions are exact, and a lock file would name the registry that this machine happens to use.
    run(Command::new("npm").args(["install", "--no-package-lock", "--no-audit", "--no-fund"]).current_dir(folder))?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// Installs the Python packages of a folder into an environment of their own, unless it has them, and returns its
/// Python.
pub(crate) fn ensure_python_packages(folder: &str, root: &Path) -> Result<PathBuf, String> {
    let requirements = root.join(folder).join("requirements.txt");
    let wanted =
        std::fs::read_to_string(&requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
    let folder = python_folder(folder, root);
    let python = folder.join("bin/python");
    // A copy of what was asked for, written once all of it is there.
    let installed = folder.join("requirements.txt");
    if std::fs::read_to_string(&installed).is_ok_and(|found| found == wanted) {
        return Ok(python);
    }

    let able = ask(Command::new("python3").args(["-c", "import ensurepip, venv; print('yes')"]))?;
    if able.is_none_or(|answer| answer.trim() != "yes") {
        ensure_debian_packages(&["python3-venv"])?;
    }
    eprintln!("Installing the Python packages of {}, once; this takes a minute.", requirements.display());
    prepare(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    prepare(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(&requirements))?;
    std::fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))?;
    Ok(python)
}

/// The environment for the Python packages of a folder: two folders may want packages that do not go together.
fn python_folder(folder: &str, root: &Path) -> PathBuf {
    let target = target_folder(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from), root);
    target.join("python").join(folder.replace('/', "-"))
}

/// The packages that dpkg does not list as installed. One that was removed but left its configuration behind is
/// listed, with another status.
fn missing_packages<'a>(wanted: &[&'a str], known: &str) -> Vec<&'a str> {
    let is_installed = |package: &str| known.lines().any(|line| line.split_once(' ') == Some((package, "installed")));
    wanted.iter().copied().filter(|package| !is_installed(package)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_the_second_word() {
        assert_eq!(version_in("cargo-deny 0.20.2\n"), Some("0.20.2"));
        assert_eq!(version_in("cargo-nextest 0.9.143 (60fa45f63 2026-08-04)\nrelease: 0.9.143\n"), Some("0.9.143"));
        assert_eq!(version_in("tool v1.2.3"), Some("1.2.3"));
        assert_eq!(version_in("tool"), None);
        assert_eq!(version_in(""), None);
    }

    #[test]
    fn tools_live_in_the_cache_and_else_in_the_target_folder() {
        let root = Path::new("/clone");
        let folder =
            |cache: Option<&str>, home: Option<&str>| tools_folder(cache.map(Into::into), home.map(Into::into), root);
        assert_eq!(folder(Some("/cache"), Some("/home/ann")), Path::new("/cache/counterplay/tools"));
        assert_eq!(folder(None, Some("/home/ann")), Path::new("/home/ann/.cache/counterplay/tools"));
        assert_eq!(folder(Some(""), Some("/home/ann")), Path::new("/home/ann/.cache/counterplay/tools"));
        assert_eq!(folder(Some("relative"), None), Path::new("/clone/target/tools"));
        assert_eq!(folder(None, None), Path::new("/clone/target/tools"));
    }

    #[test]
    fn a_tool_is_looked_for_in_its_own_folder_first() {
        const TOOL: CargoTool = CargoTool { name: "cargo-deny", version: "0.20.2" };
        let root = Path::new("/clone");
        let needs = Needs { cargo_tools: &[TOOL], ..Needs::NONE };
        let first = TOOL.folder(root).join("bin");
        assert_eq!(std::env::split_paths(&needs.search_path(root)).next(), Some(first));
    }

    #[test]
    fn only_an_installed_package_is_not_missing() {
        let known = "gcc installed\nchromium config-files\n";
        assert_eq!(missing_packages(&["gcc", "chromium", "nodejs"], known), ["chromium", "nodejs"]);
        assert_eq!(missing_packages(&["gcc"], "gcc-12 installed\n"), ["gcc"]);
        assert!(missing_packages(&["gcc"], known).is_empty());
    }

    #[test]
    fn the_target_folder_is_the_chosen_one_or_that_of_the_clone() {
        let root = Path::new("/clone");
        assert_eq!(target_folder(None, root), Path::new("/clone/target"));
        assert_eq!(target_folder(Some("/elsewhere".into()), root), Path::new("/elsewhere"));
        assert_eq!(target_folder(Some("here".into()), root), Path::new("/clone/here"));
    }
}
