//! `cargo xtask load`: builds the program and the one that besieges it, and runs them on this machine alone.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{ask, hand_over, prepare};

/// Builds and runs; the exit code is 0 if the server held the bar.
///
/// # Errors
/// If it cannot be built or started.
pub(crate) fn run(root: &Path) -> Result<ExitCode, String> {
    let cargo = |words: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(words).args(["--quiet", "--release", "--locked"]).current_dir(root);
        command
    };
    prepare(&mut cargo(&["build", "--package", "counterplay"]))?;
    let mut siege = cargo(&["run", "--package", "counterplay-server", "--example", "load"]);
    hand_over(siege.arg("--").arg(program(root)?))
}

/// Where Cargo has put the program.
fn program(root: &Path) -> Result<String, String> {
    let metadata =
        ask(Command::new("cargo").args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root))?;
    let metadata = metadata.unwrap_or_default();
    let folder = metadata.split("\"target_directory\":\"").nth(1).and_then(|rest| rest.split('"').next());
    let folder = folder.ok_or("cargo does not say where it builds")?;
    Ok(format!("{folder}/release/counterplay{}", std::env::consts::EXE_SUFFIX))
}
