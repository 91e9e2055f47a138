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

/// Runs commands side by side. The output of the first is seen as it comes, that of each other one when it has ended.
/// All of them run to their end; the first failure in their order is returned.
pub(crate) fn run_together(mut commands: Vec<Command>) -> Result<(), String> {
    commands.iter().for_each(|command| println!("$ {}", line(command)));
    let Some((first, others)) = commands.split_first_mut() else { return Ok(()) };
    std::thread::scope(|scope| {
        let start = |command| scope.spawn(|| succeed_aside(command));
        let waiting: Vec<_> = others.iter_mut().map(start).collect();
        let ended = succeed(first);
        let others = waiting.into_iter().map(|other| other.join().expect("it does not panic"));
        // All are waited for before one of them is told.
        others.collect::<Vec<_>>().into_iter().fold(ended, Result::and)
    })
}

/// Runs a command and prints what it says when it has ended.
fn succeed_aside(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("`{}` could not be started: {error}", line(command)))?;
    let [said, beside] = [&output.stderr, &output.stdout].map(|text| String::from_utf8_lossy(text).into_owned());
    println!("\n$ {}\n{said}{beside}", line(command));
    if output.status.success() { Ok(()) } else { Err(format!("`{}` ended with {}", line(command), output.status)) }
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
    fn commands_side_by_side_all_end_and_the_first_failure_is_told() {
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        assert_eq!(run_together(Vec::new()), Ok(()));
        assert_eq!(run_together(vec![shell("exit 0"), shell("exit 0")]), Ok(()));
        let failed = run_together(vec![shell("sleep 0.2"), shell("exit 3"), shell("exit 4")]);
        assert!(failed.unwrap_err().ends_with("exit status: 3"));
        // They are side by side: each waits for the other.
        let pipe = std::env::temp_dir().join(format!("counterplay-together-{}", std::process::id()));
        let (name, made) = (pipe.display(), Command::new("mkfifo").arg(&pipe).status());
        assert!(made.is_ok_and(|made| made.success()));
        assert_eq!(run_together(vec![shell(&format!("cat {name}")), shell(&format!("echo met > {name}"))]), Ok(()));
        std::fs::remove_file(&pipe).unwrap();
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
