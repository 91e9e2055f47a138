//! Failures: the message for the user, and the exit code.

use std::io::{self, Write};

use counterplay_api::SearchError;
use counterplay_core::TextError;
use serde_json::json;

use crate::output::Output;

/// Exit codes of the contract, apart from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Negative result: not proven, not correct.
    Negative = 1,
    /// Wrong usage of the program.
    Usage = 2,
    /// Input that the verb cannot go on with.
    Input = 3,
    /// Resource, memory or disk, that was refused.
    Resource = 4,
}

/// Failure: why a verb could not do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Message for the user.
    Message {
        exit: Exit,
        message: String,
        /// Line, column and the line itself with a caret.
        place: Option<(usize, usize, String)>,
    },
    /// Wrong arguments, or a request for help: clap has written what to say.
    Arguments(clap::Error),
    /// Closed output: nobody reads what we write, which is not an error.
    ClosedOutput,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Message { exit: Exit::Usage, message: message.into(), place: None }
    }

    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure::Message { exit: Exit::Input, message: message.into(), place: None }
    }

    pub(crate) fn resource(message: impl Into<String>) -> Failure {
        Failure::Message { exit: Exit::Resource, message: message.into(), place: None }
    }

    /// Failure for a negative result.
    pub(crate) fn negative(message: impl Into<String>) -> Failure {
        Failure::Message { exit: Exit::Negative, message: message.into(), place: None }
    }

    /// Failure for a panic in the rules of a game outside of a search.
    pub(crate) fn panic(panic: &(dyn std::any::Any + Send)) -> Failure {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Failure::input(format!(
            "the program came upon a fault, most likely in the rules of the game: {}",
            text.unwrap_or("unknown")
        ))
    }

    /// Failure for a text that could not be read.
    pub(crate) fn text(error: &TextError, source: &str) -> Failure {
        let (line, column) = error.position(source);
        let place = Some((line, column, error.excerpt(source)));
        Failure::Message { exit: Exit::Input, message: error.message.clone(), place }
    }

    /// Failure for a file that could not be read.
    pub(crate) fn reading(name: &str, error: &io::Error) -> Failure {
        Failure::input(format!("{name} cannot be read: {error}"))
    }

    /// Failure for a file that could not be written; `| head` is no failure.
    pub(crate) fn writing(name: &str, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::ClosedOutput;
        }
        Failure::resource(format!("{name} cannot be written: {error}"))
    }

    /// Prints the message and returns the exit code.
    pub(crate) fn report(self, json: bool, output: &mut Output) -> u8 {
        let (exit, message, place) = match self {
            Failure::ClosedOutput => return 0,
            Failure::Message { exit, message, place } => (exit, message, place),
            // Help and version are no errors.
            Failure::Arguments(error) if !error.use_stderr() || !json => {
                let _ = error.print();
                return if error.use_stderr() { Exit::Usage as u8 } else { 0 };
            }
            Failure::Arguments(error) => (Exit::Usage, first_paragraph(&error.render().to_string()), None),
        };
        let (line, column) = (place.as_ref().map(|place| place.0), place.as_ref().map(|place| place.1));
        if json {
            let error = json!({"code": exit as u8, "message": message, "line": line, "column": column});
            let written = output.json(&json!({ "error": error })).and_then(|()| output.flush());
            return if matches!(written, Err(Failure::ClosedOutput)) { 0 } else { exit as u8 };
        }
        // What was printed before the failure comes first.
        let _ = output.flush();
        let text = match place {
            Some((line, column, excerpt)) => format!("error: line {line}, column {column}: {message}\n{excerpt}"),
            None => format!("error: {message}"),
        };
        // Whoever has closed stderr wants no more of it; the exit code is the same.
        let _ = writeln!(io::stderr(), "{text}");
        exit as u8
    }
}

impl Failure {
    /// Prints the error of a line of a batch, and returns the exit code. The column is that of the line.
    pub(crate) fn report_line(self, number: usize, output: &mut Output) -> Result<u8, Failure> {
        let Failure::Message { exit, message, place } = self else { return Err(self) };
        let column = place.map(|(_, column, _)| column);
        output.json(&json!({"error": {"code": exit as u8, "message": message, "line": number, "column": column}}))?;
        Ok(exit as u8)
    }
}

/// First paragraph of what clap has to say, as one line: `error: ` and what is wrong, with the names that it lists below
/// on lines of their own. Hints and usage follow after a blank line.
fn first_paragraph(text: &str) -> String {
    let mut lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    let names: Vec<&str> = lines.collect();
    if names.is_empty() { first } else { format!("{first} {}", names.join(", ")) }
}

impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Failure {
        match error {
            SearchError::Declined(_) | SearchError::Stopped(_) => Failure::negative(error.to_string()),
            SearchError::TooDeep(_) => Failure::resource(error.to_string()),
            // The rules are at fault, or the action that was given.
            _ => Failure::input(error.to_string()),
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        Failure::Arguments(error)
    }
}
