//! Long tests, `cargo xtask long`: the tests that take minutes, and are marked `#[ignore]` so that nobody waits for
//! them every time.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::hand_over;

/// Arguments for all tests of the workspace that are ignored otherwise. Examples in the documentation are ignored for
/// other reasons.
const ARGUMENTS: [&str; 9] =
    ["test", "--release", "--locked", "--workspace", "--lib", "--bins", "--tests", "--", "--ignored"];

/// Runs the long tests.
///
/// # Errors
/// If cargo cannot be started.
pub(crate) fn run(root: &Path) -> Result<ExitCode, String> {
    hand_over(Command::new("cargo").args(ARGUMENTS).current_dir(root))
}
