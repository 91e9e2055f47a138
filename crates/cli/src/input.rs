//! Input: texts from an argument, a file or stdin; files that are no text.

use std::io::Read;
use std::path::Path;

use counterplay_lessons::class::csv;

use crate::failure::Failure;

/// Largest text or file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// Text that an argument stands for: `-` is stdin, `@FILE` a file, and anything else the text itself.
pub(crate) fn text(argument: &str) -> Result<String, Failure> {
    match argument.strip_prefix('@') {
        _ if argument == "-" => decode("stdin", std::io::stdin().lock()),
        Some(path) => file(path),
        None => Ok(argument.to_owned()),
    }
}

/// Text of a file.
pub(crate) fn file(path: &str) -> Result<String, Failure> {
    decode(path, open(path)?)
}

/// Text of a file that other programs may have written, in whatever encoding they use; `-` is stdin.
pub(crate) fn foreign_text(path: &str) -> Result<String, Failure> {
    Ok(csv::decode(&bytes_or_stdin(path)?))
}

/// Bytes of a file that is no text.
pub(crate) fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    read(path, open(path)?)
}

/// Bytes of a file; `-` is stdin.
pub(crate) fn bytes_or_stdin(path: &str) -> Result<Vec<u8>, Failure> {
    if path == "-" { read("stdin", std::io::stdin().lock()) } else { bytes(path) }
}

fn open(path: &str) -> Result<std::fs::File, Failure> {
    if Path::new(path).is_dir() {
        return Err(Failure::input(format!("{path} is a folder, not a file")));
    }
    std::fs::File::open(path).map_err(|error| Failure::reading(path, &error))
}

fn read(name: &str, source: impl Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| Failure::reading(name, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::input(format!("{name} is longer than {} MiB", MOST_BYTES >> 20)));
    }
    Ok(bytes)
}

fn decode(name: &str, source: impl Read) -> Result<String, Failure> {
    String::from_utf8(read(name, source)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::input(format!("{name} is not text in UTF-8: byte {} of it is not", at + 1))
    })
}
