//! The command line: `counterplay <verb> …`.
//!
//! Each verb is a module with its arguments and a function that runs it. What they share: [`failure`] (what a user is told
//! when something is wrong, and the exit code), [`input`] (texts from an argument, a file or stdin) and [`output`] (stdout,
//! also when nobody reads it any more).

mod failure;
mod input;
mod output;
mod tree;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::Output;

/// Adversarial search: the textbook's chapter on games, whole and at full strength.
#[derive(Parser)]
#[command(name = "counterplay", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Tree(tree::Args),
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    // Whether an error is to be JSON must be known even when the arguments cannot be read.
    let json = std::env::args_os().any(|argument| argument == "--json");
    let mut output = Output::stdout();
    let result = match Cli::try_parse() {
        Ok(Cli { verb: Verb::Tree(args) }) => tree::run(&args, &mut output),
        Err(error) => Err(error.into()),
    };
    let code = match result.and_then(|()| output.flush()) {
        Ok(()) => 0,
        Err(failure) => failure.report(json, &mut output),
    };
    ExitCode::from(code)
}
