//! Set-up and tests of the workspace, as `cargo xtask <command>`.
//!
//! `cargo xtask test` is the one test command: on a machine that has Rust and Debian's build tools, it installs what
//! the tests need and runs all of them. [`steps`] holds the table of the steps, [`setup`] knows how to install what a
//! step needs, [`versus`] measures us beside our peers, [`load`] besieges the server, [`strength`] plays matches,
//! [`weights`] learns evaluations anew, [`certificate`] proves qubic anew, [`tables`] checks endgame tables at length,
//! [`battleships`] counts the shots that sink a fleet, [`long`] runs the tests that take minutes, [`release`] makes the
//! archive that others install, [`strangers`] reads collections of games that others have written, and [`process`] runs
//! other programs.
//!
//! This crate has no dependency, so that the first command on a new machine builds in a second.

mod battleships;
mod certificate;
mod load;
mod long;
mod process;
mod release;
mod setup;
mod steps;
mod strangers;
mod strength;
mod tables;
mod versus;
mod weights;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use steps::{STEPS, Step};

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Request {
    /// List the commands.
    Help,
    /// Install what these steps need, and run none of them.
    Setup(Vec<&'static Step>),
    /// Install what these steps need, and run them.
    Test(Vec<&'static Step>),
    /// Measure us beside our peers, with these arguments.
    Versus(Vec<String>),
    /// Measure the server under load.
    Load,
    /// Play the matches of these tables.
    Strength(Vec<String>),
    /// Learn the weights of this game anew.
    Weights(String),
    /// Prove qubic anew.
    Certificate,
    /// Run the tests that take minutes.
    Long,
    /// Make the archive for other machines.
    Release,
    /// Read the collections of games in this folder.
    Strangers(String),
    /// Check endgame tables at length, with these arguments.
    Tables(Vec<String>),
    /// Count the shots that sink a fleet, with these arguments.
    Battleships(Vec<String>),
}

/// Exit codes: 0 all is well, 1 something failed, 2 wrong usage.
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace");
    match parse(&arguments) {
        Ok(Request::Help) => {
            print!("{}", help());
            ExitCode::SUCCESS
        }
        Ok(Request::Setup(chosen)) => match chosen.iter().try_for_each(|step| step.needs.ensure(root)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                eprintln!("xtask: {problem}");
                ExitCode::FAILURE
            }
        },
        Ok(Request::Test(chosen)) => {
            if steps::run_all(&chosen, root) {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Ok(Request::Versus(arguments)) => versus::run(&arguments, root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Load) => load::run(root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Weights(game)) => weights::run(&game, root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Certificate) => certificate::run(root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Long) => long::run(root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Release) => match release::make(root) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                eprintln!("xtask: {problem}");
                ExitCode::FAILURE
            }
        },
        Ok(Request::Strangers(folder)) => strangers::run(&folder, root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Tables(checks)) => tables::run(&checks, root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Battleships(arguments)) => battleships::run(&arguments, root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Ok(Request::Strength(tables)) => strength::run(&tables, root).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }),
        Err(problem) => {
            eprintln!("xtask: {problem}\n\n{}", help());
            ExitCode::from(2)
        }
    }
}

/// Reads the arguments after the program's name.
fn parse(arguments: &[String]) -> Result<Request, String> {
    let [command, names @ ..] = arguments else { return Ok(Request::Help) };
    // The comparison has help of its own.
    if command == "versus" {
        return Ok(Request::Versus(names.to_vec()));
    }
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return Ok(Request::Help);
    }
    match command.as_str() {
        "help" => Ok(Request::Help),
        "setup" => Ok(Request::Setup(steps::select(STEPS, names)?)),
        "test" => Ok(Request::Test(steps::select(STEPS, names)?)),
        "load" if names.is_empty() => Ok(Request::Load),
        "weights" => match names {
            [game] => Ok(Request::Weights(game.clone())),
            _ => Err("`weights` takes the name of a game".to_owned()),
        },
        "certificate" if names.is_empty() => Ok(Request::Certificate),
        "long" if names.is_empty() => Ok(Request::Long),
        "release" if names.is_empty() => Ok(Request::Release),
        "load" | "certificate" | "long" | "release" => Err(format!("`{command}` takes no arguments")),
        "strangers" => match names {
            [folder] => Ok(Request::Strangers(folder.clone())),
            _ => Err("`strangers` takes a folder".to_owned()),
        },
        "battleships" => Ok(Request::Battleships(names.to_vec())),
        "tables" => Ok(Request::Tables(names.to_vec())),
        "strength" => Ok(Request::Strength(names.to_vec())),
        other => Err(format!("there is no command `{other}`")),
    }
}

/// The commands and the steps, one line each.
fn help() -> String {
    let mut text = String::from(
        "Usage: cargo xtask <command>\n\
         \n\
         Commands:\n  \
           test [STEP]...   install what the tests need and run them: every step, or those named\n  \
           test --all       the same with the steps that take too long for every run; as yet there are none\n  \
           setup [STEP]...  only install what the steps need\n  \
           versus [ROW]...  measure us beside our peers; `versus --help` lists the rows\n  \
           load             measure the server under 2,000 rude sockets and 200 games\n  \
           strength [TABLE] play the matches of docs/strength.md: levels, sprt, rhino, backgammon, chess\n  \
           weights GAME     learn the weights of a game's evaluation anew\n  \
           certificate      prove qubic anew, and check the proof\n  \
           long             run the tests that take minutes, which `test` leaves out\n  \
           release          make the archive for other machines, and try it on an emulated old processor
  \
           strangers FOLDER read the collections of games in a folder, and tell what cannot be read\n  \
           tables [CHECK]   check endgame tables at length: build, verify, probes, perft, disk, kills, plain\n  \
           battleships [N]  count the shots that sink a fleet, over N fleets or 10,000\n  \
           help             show this list\n\
         \n\
         Steps, in the order in which they run:\n",
    );
    for Step { name, promise, .. } in STEPS {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {name:<10} {promise}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_words(line: &str) -> Result<Request, String> {
        let words: Vec<String> = line.split_whitespace().map(String::from).collect();
        parse(&words)
    }

    #[test]
    fn no_argument_or_a_plea_for_help_lists_the_commands() {
        for line in ["", "help", "--help", "-h", "test --help", "test lints -h"] {
            assert_eq!(parse_words(line), Ok(Request::Help), "{line:?}");
        }
    }

    #[test]
    fn test_without_names_means_every_step() {
        assert_eq!(parse_words("test"), Ok(Request::Test(STEPS.iter().filter(|step| !step.is_long).collect())));
    }

    #[test]
    fn test_and_setup_take_all() {
        assert_eq!(parse_words("test --all"), Ok(Request::Test(STEPS.iter().collect())));
        assert_eq!(parse_words("setup --all"), Ok(Request::Setup(STEPS.iter().collect())));
        assert!(parse_words("test --all lints").is_err());
    }

    #[test]
    fn test_and_setup_take_the_names_of_steps() {
        let Ok(Request::Test(chosen)) = parse_words("test lints docs") else { panic!("two steps are a request") };
        assert_eq!(chosen.iter().map(|step| step.name).collect::<Vec<_>>(), ["lints", "docs"]);
        let Ok(Request::Setup(chosen)) = parse_words("setup licences") else { panic!("one step is a request") };
        assert_eq!(chosen.iter().map(|step| step.name).collect::<Vec<_>>(), ["licences"]);
    }

    #[test]
    fn versus_gets_its_arguments_as_they_are() {
        let arguments = vec!["nodes".to_owned(), "--help".to_owned()];
        assert_eq!(parse_words("versus nodes --help"), Ok(Request::Versus(arguments)));
        assert_eq!(parse_words("versus"), Ok(Request::Versus(Vec::new())));
    }

    #[test]
    fn load_takes_no_arguments() {
        assert_eq!(parse_words("load"), Ok(Request::Load));
        assert!(parse_words("load heavily").is_err());
    }

    #[test]
    fn release_takes_no_arguments() {
        assert_eq!(parse_words("release"), Ok(Request::Release));
        assert!(parse_words("release tomorrow").is_err());
    }

    #[test]
    fn long_takes_no_arguments() {
        assert_eq!(parse_words("long"), Ok(Request::Long));
        assert!(parse_words("long ago").is_err());
    }

    #[test]
    fn weights_takes_a_game() {
        assert_eq!(parse_words("weights othello"), Ok(Request::Weights("othello".to_owned())));
        assert!(parse_words("weights").is_err() && parse_words("weights of othello").is_err());
    }

    #[test]
    fn strangers_takes_a_folder() {
        assert_eq!(parse_words("strangers games"), Ok(Request::Strangers("games".to_owned())));
        assert!(parse_words("strangers").is_err() && parse_words("strangers a b").is_err());
    }

    #[test]
    fn tables_takes_the_names_of_checks() {
        assert_eq!(parse_words("tables"), Ok(Request::Tables(Vec::new())));
        assert_eq!(parse_words("tables kills"), Ok(Request::Tables(vec!["kills".to_owned()])));
    }

    #[test]
    fn battleships_takes_a_number_and_what_the_program_is_told() {
        assert_eq!(parse_words("battleships"), Ok(Request::Battleships(Vec::new())));
        let arguments = ["100", "--nodes", "300"].map(str::to_owned).to_vec();
        assert_eq!(parse_words("battleships 100 --nodes 300"), Ok(Request::Battleships(arguments)));
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        assert!(parse_words("tset").unwrap_err().contains("`tset`"));
        assert!(parse_words("test lint").unwrap_err().contains("`lint`"));
        assert!(parse_words("test --fast").unwrap_err().contains("`--fast`"));
    }

    #[test]
    fn help_names_every_step() {
        let text = help();
        assert!(STEPS.iter().all(|step| text.contains(step.name) && text.contains(step.promise)));
    }
}
