//! Certificate of qubic, `cargo xtask certificate`: proves the game anew, writes the certificate that the repository
//! has, and checks it.

use std::path::Path;
use std::process::{Command, ExitCode};

use crate::process::{hand_over, prepare};

/// Where the strategy for the first player is.
const FILE: &str = "crates/games/qubic/src/certificate.txt";

/// Builds the program, and runs its `solve --save` and its `verify`.
///
/// # Errors
/// If the program cannot be built or started, or finds no proof.
pub(crate) fn run(root: &Path) -> Result<ExitCode, String> {
    let cargo = |verb: &str| {
        let mut command = Command::new("cargo");
        command.args([verb, "--quiet", "--release", "--locked", "--package", "counterplay"]).current_dir(root);
        command
    };
    prepare(&mut cargo("build"))?;
    prepare(cargo("run").args(["--", "solve", "qubic", "--save", FILE]))?;
    hand_over(cargo("run").args(["--", "verify", "qubic", FILE]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_anew_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(root.join(FILE).is_file());
    }
}
