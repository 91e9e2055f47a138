//! Comparison of Counterplay with its peers, in one run, as ratios. `cargo xtask versus` installs the peers and starts
//! it.
//!
//! [`row`] has the table of what is measured and the goals, [`rows`] the measurements one by one, and [`report`] the
//! table that is printed. [`ours`] and [`python`] are the two sides that run as processes of their own, and [`cost`]
//! is what a process took; [`board`] is connect four as the crate `minimax` wants it.
//!
//! Rows run one after the other, and the two sides of a row take turns: machines differ, and so does one machine from
//! minute to minute, so that only the ratio of two times taken together means much.

mod board;
mod cost;
mod ours;
mod positions;
mod python;
mod report;
mod row;
mod rows;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::row::{ROWS, Row};

/// Measure Counterplay beside its peers
///
/// Exit code 0 whether or not a goal is met, for that depends on the machine; 1 if a row could not be measured or two
/// programs disagree about a value; 2 for wrong usage.
#[derive(Parser)]
#[command(name = "versus", after_help = rows_help())]
struct Arguments {
    /// The rows to measure; without any, all but the long ones
    #[arg(value_name = "ROW", value_parser = clap::builder::PossibleValuesParser::new(ROWS.iter().map(|row| row.name)))]
    rows: Vec<String>,
    /// Measure the long rows too
    #[arg(long)]
    long: bool,
    /// Answer with a JSON line for each row
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    setup: Setup,
}

/// What the rows need to know.
#[derive(clap::Args)]
struct Setup {
    /// The seed of the random positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How often each side of a short row is measured; the median counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=99))]
    repeat: u32,
    /// The table of our program where a row does not set it
    #[arg(long, default_value = "16M")]
    memory: String,
    /// A Python that has the peers installed
    #[arg(long)]
    python: Option<PathBuf>,
    /// Our program; without it, the one built beside this one
    #[arg(long)]
    program: Option<PathBuf>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let Some(command) = cost::helper_command(&words) {
        return cost::run_helper(command);
    }
    let arguments = Arguments::parse();
    let mut well = true;
    let mut finished = Vec::new();
    for row in chosen(&arguments.rows, arguments.long) {
        eprintln!("{}: {} ({})", row.name, row.what, row.takes);
        let outcome = (row.measure)(&arguments.setup);
        well &= outcome.is_ok();
        if arguments.json {
            println!("{}", report::json(row, &outcome));
        }
        finished.push((row, outcome));
    }
    if !arguments.json {
        print!("{}", report::table(&finished));
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Rows that are named, in the order of the table; all but the long ones if none is.
fn chosen(names: &[String], long: bool) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(
        move |row| {
            if names.is_empty() { long || !row.long } else { names.iter().any(|name| name == row.name) }
        },
    )
}

/// Help text: a line for each row.
fn rows_help() -> String {
    let line = |row: &Row| {
        let long = if row.long { ", by name or with --long" } else { "" };
        format!("  {:<17} {} ({}{long})\n", row.name, row.what, row.takes)
    };
    format!("Rows:\n{}", ROWS.iter().map(line).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        <Arguments as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn without_a_name_the_long_rows_are_left_out() {
        assert!(chosen(&[], false).all(|row| !row.long));
        assert_eq!(chosen(&[], true).count(), ROWS.len());
        let named = ["positions".to_owned(), "deepening".to_owned()];
        assert_eq!(chosen(&named, false).map(|row| row.name).collect::<Vec<_>>(), ["deepening", "positions"]);
    }
}
