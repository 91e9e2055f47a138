//! Output to stdout, also when nobody reads it any more.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

use crate::failure::Failure;

/// Output of a verb.
pub(crate) struct Output {
    stdout: BufWriter<StdoutLock<'static>>,
}

impl Output {
    pub(crate) fn stdout() -> Output {
        Output { stdout: BufWriter::new(io::stdout().lock()) }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        writeln!(self.stdout, "{text}").map_err(|error| Failure::writing("stdout", &error))
    }

    /// Writes without ending the line.
    pub(crate) fn text(&mut self, text: impl fmt::Display) -> Result<(), Failure> {
        write!(self.stdout, "{text}").map_err(|error| Failure::writing("stdout", &error))
    }

    /// Writes a value as a line of JSON.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.stdout, value).map_err(|error| Failure::writing("stdout", &error.into()))?;
        self.line("")
    }

    /// Writer to stdout for others, and flush.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        &mut self.stdout
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.stdout.flush().map_err(|error| Failure::writing("stdout", &error))
    }
}

/// Checks at once whether a file can be written later, after long work.
pub(crate) fn try_writing(path: &str) -> Result<(), Failure> {
    let beside = beside(path);
    let tried = std::fs::File::create(&beside).and_then(|_| std::fs::remove_file(&beside));
    tried.map_err(|error| Failure::writing(path, &error))
}

fn beside(path: &str) -> String {
    format!("{path}.part")
}

/// Writes a file whole or not at all: under another name first, then in its place.
pub(crate) fn replace_file(path: &str, content: &[u8]) -> Result<(), Failure> {
    let beside = beside(path);
    let written = std::fs::File::create(&beside).and_then(|mut file| {
        file.write_all(content)?;
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&beside, path)).map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        Failure::writing(path, &error)
    })
}

/// Writes a file that the user asked for; `-` is stdout.
pub(crate) fn write_file(path: &str, content: &str, output: &mut Output) -> Result<(), Failure> {
    if path == "-" {
        return output.line(content.trim_end());
    }
    std::fs::write(path, content).map_err(|error| Failure::writing(path, &error))
}
