//! Batch mode, `--batch FILE|-`: a position per line, a JSON line each.

use std::io::{BufRead, BufReader, Read};

use serde_json::Value;

use crate::Context;
use crate::failure::Failure;

/// Longest line. A longer one gets an error, and the next one is read.
const LONGEST: usize = 64 << 10;

/// Answers every line, and returns the worst exit code.
pub(crate) fn run(
    path: &str,
    context: &mut Context<'_>,
    mut answer: impl FnMut(&str, &mut Context<'_>) -> Result<(Value, u8), Failure>,
) -> Result<u8, Failure> {
    let source: Box<dyn Read> = match path {
        "-" => Box::new(std::io::stdin()),
        path => Box::new(std::fs::File::open(path).map_err(|error| Failure::reading(path, &error))?),
    };
    let mut source = BufReader::new(source);
    let mut worst = 0;
    let mut number = 0;
    while let Some(line) = next_line(&mut source).map_err(|error| Failure::reading(path, &error))? {
        number += 1;
        let answered = line.and_then(|line| answer(&line, context));
        let code = match answered {
            Ok((value, code)) => {
                context.output.json(&value)?;
                code
            }
            Err(failure) => failure.report_line(number, &mut context.output)?,
        };
        // Whoever feeds lines one by one waits for each result.
        context.output.flush()?;
        worst = worst.max(code);
        if context.signals.exit_code().is_some() {
            break;
        }
    }
    Ok(worst)
}

/// Reads the next line without its end; an error for one that is too long or not text.
fn next_line(source: &mut impl BufRead) -> std::io::Result<Option<Result<String, Failure>>> {
    let mut bytes = Vec::new();
    let read = source.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.len() > LONGEST {
        // The rest of the line is skipped, so that the next one is read from its beginning.
        while bytes.last() != Some(&b'\n') {
            bytes.clear();
            if source.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
        }
        return Ok(Some(Err(Failure::input(format!("the line is longer than {} KiB", LONGEST >> 10)))));
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    let text = String::from_utf8(bytes);
    Ok(Some(text.map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::input(format!("the line is not text in UTF-8: byte {} of it is not", at + 1))
    })))
}
