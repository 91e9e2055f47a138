//! Runs the program as a user does.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Answer {
    /// The last line of stdout as JSON: the answer, after the lines of a trace.
    pub(crate) fn json(&self) -> serde_json::Value {
        let line = self.stdout.lines().last().unwrap_or_default();
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:.200}"))
    }
}

pub(crate) fn run(arguments: &[&str]) -> Answer {
    run_with_input(arguments, b"")
}

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

/// Waits until a program has worked for so long, which is what a test of an interruption means: on a busy machine that
/// is not the time that has passed.
#[cfg(unix)]
// Without their games, the tests that call it are left out.
#[cfg_attr(not(feature = "standard"), allow(dead_code))]
pub(crate) fn has_worked(child: &mut Child, time: Duration) {
    /// What the kernel counts the time of a process in, everywhere that we know of.
    const TICK: Duration = Duration::from_millis(10);
    let stat = format!("/proc/{}/stat", child.id());
    // The fields after the name of the program, which may have anything in it: the state is the first, user and system
    // time follow.
    let worked = || {
        let text = std::fs::read_to_string(&stat).ok()?;
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        Some(TICK * (fields.get(11)?.parse::<u32>().ok()? + fields.get(12)?.parse::<u32>().ok()?))
    };
    if worked().is_none() {
        return std::thread::sleep(time + Duration::from_millis(200));
    }
    while worked().is_some_and(|worked| worked < time) {
        assert!(child.try_wait().unwrap().is_none(), "the program ended before the signal came");
        std::thread::sleep(TICK);
    }
}
