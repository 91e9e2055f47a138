//! Table checks, `cargo xtask tables`: the long checks of checkers and its tables, which take minutes: see
//! `crates/tables/examples/long`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::process::hand_over;
use crate::setup::target_folder;

/// The most pieces of the tables that are checked.
const PIECES: &str = "5";

/// Builds and runs the checks that are named, or all; the exit code is 0 if all is right.
///
/// # Errors
/// If they cannot be built or started.
pub(crate) fn run(checks: &[String], root: &Path) -> Result<ExitCode, String> {
    let folder = target_folder(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from), root).join("long-tables");
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--release", "--locked", "--package", "counterplay-tables", "--example", "long"]);
    hand_over(command.current_dir(root).arg("--").arg(folder).arg(PIECES).args(checks))
}
