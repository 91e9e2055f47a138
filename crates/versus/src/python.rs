//! Python peers, each asked by a script of its own in `peers/`.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{Setup, cost};

/// Runs a script and returns its output. The scripts take their own time, without that of starting Python.
pub(crate) fn ask(setup: &Setup, script: &str, arguments: &[&str], input: &str) -> Result<Value, String> {
    let Some(python) = &setup.python else {
        return Err("this row needs --python, which `cargo xtask versus` sees to".to_owned());
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers").join(script);
    let (printed, _) = cost::run(Command::new(python).arg(path).args(arguments), input, &[0])?;
    serde_json::from_str(printed.trim()).map_err(|error| format!("the answer of {script} is not JSON: {error}"))
}

/// Number in a script's output.
pub(crate) fn number(answer: &Value, field: &str) -> Result<f64, String> {
    answer[field].as_f64().ok_or_else(|| format!("no {field} in {answer}"))
}
