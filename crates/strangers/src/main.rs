//! Strangers' games, `cargo xtask strangers FOLDER`: every file of a folder that is in a format which a game of the
//! catalog declares is read, and what could not be read is told.
//!
//! The exit code is 1 if a file could not be opened or a reader broke down, and 0 otherwise: what is wrong with a file
//! is no fault of ours.

mod survey;

use std::path::Path;
use std::process::ExitCode;

use survey::Survey;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        eprintln!("Usage: cargo xtask strangers FOLDER");
        return ExitCode::from(2);
    };
    if !Path::new(folder).is_dir() {
        eprintln!("there is no folder {folder}");
        return ExitCode::from(2);
    }
    let survey = Survey::of_folder(&counterplay_standard::catalog(), Path::new(folder));
    print!("{survey}");
    if survey.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
