//! GTP command line, and its arguments.

use std::time::Duration;

use counterplay_core::Seat;

use super::SYNTAX;
use crate::lines::Line;

/// Command line, split as the protocol says.
pub(super) struct Command {
    /// Number of the command, digit by digit; empty if there was none.
    pub(super) id: String,
    /// Name of the command; empty if it cannot be known.
    pub(super) name: String,
    arguments: Vec<String>,
}

impl Command {
    /// Reads a command. `None` if there is nothing but blanks and a comment.
    pub(super) fn read(line: &Line) -> Option<Command> {
        let (text, comment) = match line.text.split_once('#') {
            Some((text, _)) => (text, true),
            None => (line.text.as_str(), false),
        };
        let plain = |sign: char| if sign == '\t' { Some(' ') } else { Some(sign).filter(|sign| !sign.is_control()) };
        let text: String = text.chars().filter_map(plain).collect();
        let mut words = text.split_whitespace().map(str::to_owned).peekable();
        let id = words.next_if(|word| word.bytes().all(|sign| sign.is_ascii_digit()));
        let name = words.next();
        if id.is_none() && name.is_none() {
            return None;
        }
        // Of a line that was cut nobody knows what it meant, unless a comment was.
        let name = name.filter(|_| comment || !line.cut).unwrap_or_default();
        Some(Command { id: id.unwrap_or_default(), name, arguments: words.collect() })
    }

    /// Arguments after the name.
    pub(super) fn words(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }
}

/// Seat of a colour: `b`, `black`, `w` or `white`.
pub(super) fn seat(colour: &str) -> Result<Seat, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Seat::FIRST),
        "w" | "white" => Ok(Seat::SECOND),
        _ => Err(SYNTAX.to_owned()),
    }
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit())
}

/// Time in seconds. One that is too long for a clock is as good as none, and no game takes a year.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0);
    Ok(Duration::from_secs_f64(seconds.ok_or(SYNTAX)?.min(YEAR)))
}
