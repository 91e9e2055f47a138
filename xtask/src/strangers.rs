//! Strangers' games, `cargo xtask strangers FOLDER`: reads the collections that somebody has.
//!
//! What is read and how is the business of `crates/strangers`, which is built as the tests are: with assertions.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::hand_over;

/// Builds the reader and runs it; the exit code is its own.
///
/// # Errors
/// If cargo cannot be started.
pub(crate) fn run(folder: &str, root: &Path) -> Result<ExitCode, String> {
    // Not in the folder of the workspace: that of the games may be named from where somebody stands.
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--locked", "--package", "counterplay-strangers", "--manifest-path"]);
    hand_over(command.arg(root.join("Cargo.toml")).args(["--", folder]))
}
