//! Cost of a search: processor time, time on the clock, and memory at its peak.
//!
//! The system tells the costs of a process that has ended only as part of all the processes that its parent has waited
//! for, so each one is run by a helper that has no other: this very program, called as `versus measure PROGRAM
//! ARGUMENT...`. The helper is small, which matters too: on Linux the peak of a new process begins with that of its
//! parent.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use serde_json::{Value, json};

/// Verb by which the program is called as its own helper.
const HELPER: &str = "measure";

/// Cost of a process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Processor time in seconds, of all threads, in the program and in the system for it.
    pub(crate) cpu: f64,
    /// Time on the clock in seconds.
    pub(crate) wall: f64,
    /// Peak memory in bytes.
    pub(crate) peak: f64,
}

/// Runs a program to its end, with `input` on its stdin, and returns its output and its cost.
///
/// # Errors
/// If it cannot be run, or ends with another exit code than those `accepted`; then with its last words.
pub(crate) fn run(command: &Command, input: &str, accepted: &[i32]) -> Result<(String, Cost), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |why: String| format!("`{name}`: {why}");
    let this = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let mut helper = Command::new(this)
        .arg(HELPER)
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let mut stdin = helper.stdin.take().expect("stdin is a pipe");
    // A program that does not read to the end has its reasons, and tells them on stderr.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = helper.wait_with_output().map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let printed = text.trim_end().rsplit_once('\n').map_or("", |(before, _)| before);
    let cost: Value =
        text.trim_end().lines().last().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let (Some(code), Some(cost)) = (cost["code"].as_i64(), Cost::read(&cost)) else {
        return Err(failed(last_words(&output.stderr, "its costs could not be measured")));
    };
    if !accepted.iter().any(|&good| i64::from(good) == code) {
        return Err(failed(last_words(&output.stderr, &format!("it ended with code {code}"))));
    }
    Ok((printed.to_owned(), cost))
}

/// Error line of stderr: the one that begins with `error`, as ours do, else the last, as in Python.
fn last_words(stderr: &[u8], otherwise: &str) -> String {
    let text = String::from_utf8_lossy(stderr);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let message = lines.clone().find(|line| line.starts_with("error")).or_else(|| lines.next_back());
    message.unwrap_or(otherwise).to_owned()
}

impl Cost {
    fn read(line: &Value) -> Option<Cost> {
        Some(Cost { cpu: line["cpu"].as_f64()?, wall: line["wall"].as_f64()?, peak: line["peak"].as_f64()? })
    }
}

/// Command that the program is to run as a helper, if it is called as one.
pub(crate) fn helper_command(words: &[String]) -> Option<&[String]> {
    words.get(1).is_some_and(|word| word == HELPER).then(|| &words[2..])
}

/// Helper: runs the command with its own stdin and stdout, and adds a line with the costs.
pub(crate) fn run_helper(command: &[String]) -> ExitCode {
    let Some((program, arguments)) = command.split_first() else { return ExitCode::from(2) };
    let start = Instant::now();
    match Command::new(program).args(arguments).status() {
        Ok(status) => {
            let wall = start.elapsed().as_secs_f64();
            let (cpu, peak) = system::of_children();
            println!("\n{}", json!({"code": status.code().unwrap_or(-1), "cpu": cpu, "wall": wall, "peak": peak}));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("it could not be started: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Processor time of this process since it began, in seconds.
pub(crate) fn cpu_now() -> f64 {
    system::own_cpu()
}

/// Times something in this process: returns its result and the processor time that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = cpu_now();
    let result = work();
    (result, cpu_now() - start)
}

/// Median of the values.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(unix)]
mod system {
    use nix::sys::resource::{Usage, UsageWho, getrusage};
    use nix::sys::time::TimeValLike;

    fn cpu(usage: &Usage) -> f64 {
        (usage.user_time() + usage.system_time()).num_microseconds() as f64 * 1e-6
    }

    pub(super) fn own_cpu() -> f64 {
        getrusage(UsageWho::RUSAGE_SELF).as_ref().map_or(f64::NAN, cpu)
    }

    /// Processor time in seconds and peak in bytes of the processes that were waited for.
    pub(super) fn of_children() -> (f64, f64) {
        // Linux counts the peak in KiB.
        let unit = if cfg!(target_os = "macos") { 1.0 } else { 1024.0 };
        match getrusage(UsageWho::RUSAGE_CHILDREN) {
            Ok(usage) => (cpu(&usage), usage.max_rss() as f64 * unit),
            Err(_) => (f64::NAN, f64::NAN),
        }
    }
}

/// Systems on which nothing is measured; every row says so.
#[cfg(not(unix))]
mod system {
    pub(super) fn own_cpu() -> f64 {
        f64::NAN
    }

    pub(super) fn of_children() -> (f64, f64) {
        (f64::NAN, f64::NAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0]), 4.0);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn only_the_word_makes_a_helper() {
        let words = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
        assert_eq!(helper_command(&words("versus measure ls -l")), Some(&words("ls -l")[..]));
        assert_eq!(helper_command(&words("versus positions")), None);
    }

    #[test]
    fn the_last_words_are_the_error_or_the_last_line_with_something_in_it() {
        assert_eq!(last_words(b"one\nerror: two\nthree\n", "none"), "error: two");
        assert_eq!(last_words(b"one\ntwo\n\n", "none"), "two");
        assert_eq!(last_words(b" \n", "none"), "none");
    }
}
