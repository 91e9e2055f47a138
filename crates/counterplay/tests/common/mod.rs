//! Runs the program as a user does.

use std::io::Write;
use std::process::{Command, Stdio};

#[allow(dead_code, reason = "each test file uses its own part")]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Answer {
    /// The last line of stdout as JSON: the answer, after the lines of a trace.
    #[allow(dead_code, reason = "each test file uses its own part")]
    pub(crate) fn json(&self) -> serde_json::Value {
        let line = self.stdout.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:.200}"))
    }
}

#[allow(dead_code, reason = "each test file uses its own part")]
pub(crate) fn run(arguments: &[&str]) -> Answer {
    run_with_input(arguments, b"")
}

#[allow(dead_code, reason = "each test file uses its own part")]
pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> Answer {
    let mut child = Command::new(env!("CARGO_BIN_EXE_counterplay"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_vec();
    // The program may end without reading it all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Answer {
        code: output.status.code().expect("no signal ended the program"),
        stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
    }
}
