//! Child processes: printed before they start, their output left alone, their failure put into words.

use std::io::ErrorKind;
use std::process::{Command, ExitCode, Stdio};

/// Runs a command with the terminal of this process, and returns why it did not succeed.
///
/// The command is printed first, so that a reader of a log can run the same line by hand.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    println!("$ {}", line(command));
    succeed(command)
}

/// Runs a command with everything on stderr, for what comes before a command whose stdout somebody reads.
pub(crate) fn prepare(command: &mut Command) -> Result<(), String> {
    eprintln!("$ {}", line(command));
    succeed(command.stdout(std::io::stderr()))
}

/// Runs a command in place of this program: with its terminal, and for its exit code, without a word added.
pub(crate) fn hand_over(command: &mut Command) -> Result<ExitCode, String> {
    match command.status() {
        // A signal has no code; what it ended has failed.
        Ok(status) => {
            Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
        }
        Err(error) => Err(format!("`{}` could not be started: {error}", line(command))),
    }
}

fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` ended with {status}", line(command))),
        Err(error) => Err(format!("`{}` could not be started: {error}", line(command))),
    }
}

/// Runs a command quietly and returns what it printed on stdout, whether or not it succeeded; `None` where there
/// is no such program.
///
/// For questions such as "which version is this?": the answer is in the text, and no answer is an answer too.
pub(crate) fn ask(command: &mut Command) -> Result<Option<String>, String> {
    match command.stdin(Stdio::null()).output() {
        Ok(output) => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("`{}` could not be started: {error}", line(command))),
    }
}

/// Command line as a person would type it. It is for reading: only words with a space in them are quoted.
fn line(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .map(|word| if word.contains(' ') { format!("'{word}'") } else { word.into_owned() })
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_what_a_person_would_type() {
        assert_eq!(line(Command::new("cargo").args(["test", "--", "two words"])), "cargo test -- 'two words'");
    }

    #[test]
    fn a_failure_names_the_command_and_how_it_ended() {
        assert_eq!(run(&mut Command::new("true")), Ok(()));
        assert_eq!(run(&mut Command::new("false")), Err("`false` ended with exit status: 1".into()));
        assert!(run(&mut Command::new("no-such-program")).unwrap_err().contains("`no-such-program` could not be"));
    }

    #[test]
    fn handing_over_keeps_the_exit_code() {
        let code = |script: &str| hand_over(Command::new("sh").args(["-c", script]));
        assert_eq!(code("exit 0"), Ok(ExitCode::SUCCESS));
        assert_eq!(code("exit 2"), Ok(ExitCode::from(2)));
        assert!(hand_over(&mut Command::new("no-such-program")).is_err());
    }

    #[test]
    fn asking_a_program_that_is_not_there_is_no_error() {
        assert_eq!(ask(Command::new("echo").arg("yes")), Ok(Some("yes\n".into())));
        assert_eq!(ask(&mut Command::new("no-such-program")), Ok(None));
    }
}
