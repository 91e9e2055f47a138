//! `cargo xtask versus`: builds the comparison with the peers, installs those that are Python packages, and runs it.
//!
//! What is measured, and its arguments, are the business of `crates/versus`; they are handed through as they are.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::process::{ask, hand_over, prepare};
use crate::setup;

/// Builds, installs and runs; the exit code is that of the comparison.
///
/// # Errors
/// If it cannot be built or started. Without Python it runs all the same: the rows that need it say so.
pub(crate) fn run(arguments: &[String], root: &Path) -> Result<ExitCode, String> {
    let cargo = |verb: &str| {
        let mut command = Command::new("cargo");
        command.args([verb, "--quiet", "--release", "--locked", "--package", "counterplay-versus"]).current_dir(root);
        command
    };
    // The program that is measured lies beside the one that measures.
    prepare(cargo("build").args(["--package", "counterplay"]))?;
    let mut comparison = cargo("run");
    comparison.arg("--");
    if !arguments.iter().any(|word| word == "--python" || word == "--help" || word == "-h") {
        match ensure_peers(root) {
            Ok(python) => _ = comparison.arg("--python").arg(python),
            Err(problem) => eprintln!("The peers in Python are left out: {problem}"),
        }
    }
    hand_over(comparison.args(arguments))
}

/// Installs the Python packages into an environment of their own, unless it has them, and returns its Python.
fn ensure_peers(root: &Path) -> Result<PathBuf, String> {
    let requirements = root.join("crates/versus/peers/requirements.txt");
    let wanted =
        std::fs::read_to_string(&requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
    let folder =
        setup::target_folder(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from), root).join("versus-python");
    let python = folder.join("bin/python");
    // A copy of what was asked for, written once all of it is there.
    let installed = folder.join("requirements.txt");
    if std::fs::read_to_string(&installed).is_ok_and(|found| found == wanted) {
        return Ok(python);
    }

    let able = ask(Command::new("python3").args(["-c", "import ensurepip, venv; print('yes')"]))?;
    if able.is_none_or(|answer| answer.trim() != "yes") {
        setup::ensure_debian_packages(&["python3-venv"])?;
    }
    eprintln!("Installing the peers in Python, once; this takes a minute.");
    prepare(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    prepare(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--requirement"]).arg(&requirements))?;
    std::fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))?;
    Ok(python)
}
