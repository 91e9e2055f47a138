//! Versus, `cargo xtask versus`: builds the comparison with the peers, installs those that are Python packages, and
//! runs it.
//!
//! What is measured, and its arguments, are the business of `crates/versus`; they are handed through as they are.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{hand_over, prepare};
use crate::setup;

/// Folder of the peers in Python.
const PEERS: &str = "crates/versus/peers";

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
        match setup::ensure_python_packages(PEERS, root) {
            Ok(python) => _ = comparison.arg("--python").arg(python),
            Err(problem) => eprintln!("The peers in Python are left out: {problem}"),
        }
    }
    hand_over(comparison.args(arguments))
}
