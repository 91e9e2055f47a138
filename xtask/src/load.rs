//! Load test, `cargo xtask load`: builds the program and the one that attacks it, and runs them on this machine alone.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::process::{hand_over, prepare};
use crate::setup::target_folder;

/// Builds and runs; the exit code is 0 if the server met the limit.
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
    let folder = target_folder(std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from), root);
    hand_over(siege.arg("--").arg(folder.join(format!("release/counterplay{}", std::env::consts::EXE_SUFFIX))))
}
