//! `counterplay uniform B M`: what the order of branches is worth to alpha-beta.

use counterplay_core::Limits;
use counterplay_lessons::uniform::{Level, MOST_LEAVES, Ordering, chart, json, levels};

use crate::Context;
use crate::failure::Failure;
use crate::output::{Output, write_picture};
use crate::progress::ProgressLine;
use crate::{compare, limits};

/// Count what alpha-beta visits of uniform trees: best, random and worst order
///
/// The trees have B branches everywhere, and every depth up to M. In the best order the mover's best branch comes first
/// everywhere; at random the leaves are shuffled; in the worst each branch is better than those before it, so that
/// nothing is cut.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay uniform --branching 3 --depth 10
  counterplay uniform 6 8 --seed 7 --plot orders.svg
The same on the positions of a game: counterplay compare connect4 --depth 1..8 --plot nodes.svg")]
pub(crate) struct Args {
    /// How many branches each node has; the same as --branching
    #[arg(value_name = "B", value_parser = shape_number(), requires = "m")]
    b: Option<u32>,
    /// How deep the deepest tree is; the same as --depth
    #[arg(value_name = "M", value_parser = shape_number())]
    m: Option<u32>,
    /// How many branches each node has
    #[arg(long, value_name = "N", value_parser = shape_number(), conflicts_with = "b", requires = "depth")]
    branching: Option<u32>,
    /// How deep the deepest tree is
    #[arg(long, value_name = "N", value_parser = shape_number(), conflicts_with = "m", requires = "branching")]
    depth: Option<u32>,
    /// What the random order depends on
    #[arg(long, value_name = "N", default_value = "1", value_parser = limits::seed)]
    seed: u64,
    /// Draw leaves against depth as SVG, or as PNG if FILE ends in .png
    #[arg(long, value_name = "FILE", value_parser = compare::path)]
    plot: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Parser of a number of branches or plies.
fn shape_number() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=1000)
}

impl Args {
    /// Branches and depth, in whichever way they were given.
    fn shape(&self) -> Result<(u32, u32), Failure> {
        let missing = || Failure::usage("uniform takes the branches and the depth, such as --branching 3 --depth 10");
        self.branching.or(self.b).zip(self.depth.or(self.m)).ok_or_else(missing)
    }
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let (branching, depth) = args.shape()?;
    let seed = args.seed;
    let leaves = u64::from(branching).checked_pow(depth).filter(|leaves| *leaves <= MOST_LEAVES);
    if leaves.is_none() {
        return Err(Failure::usage(format!(
            "{branching}^{depth} leaves are too many, {MOST_LEAVES} is the most: take fewer branches or less depth"
        )));
    }
    let mut limits = Limits { stop: Some(context.signals.stop.clone()), stack: context.stack, ..Limits::default() };
    let line = ProgressLine::within(&mut limits);
    let levels = levels(branching, depth, seed, &limits).map_err(|halt| Failure::input(halt.to_string()))?;
    drop(line);
    // The table comes first, so that it is not lost if the file cannot be written; but of JSON there is one line, the
    // answer or the error.
    if !args.json {
        print(branching, &levels, &mut context.output)?;
    }
    if let Some(path) = &args.plot {
        write_picture(path, &chart(branching, &levels).svg(), &mut context.output)?;
    }
    if args.json {
        context.output.json(&json(branching, seed, &levels))?;
    }
    Ok(0)
}

/// Prints a table for people.
fn print(branching: u32, levels: &[Level], output: &mut Output) -> Result<(), Failure> {
    output.line(format!("leaves that alpha-beta visits of uniform trees with b = {branching} branches, by depth m"))?;
    output.line(format!(
        "{:>5} {:>10} {:>10} {:>10} {:>10} {:>22}",
        "m", "best", "random", "worst", "b^m", "b^⌈m/2⌉ + b^⌊m/2⌋ − 1"
    ))?;
    for Level { depth, all, fewest, visits: [best, random, worst] } in levels {
        output.line(format!(
            "{depth:>5} {:>10} {:>10} {:>10} {all:>10} {fewest:>22}",
            best.leaves, random.leaves, worst.leaves
        ))?;
    }
    let Some(last) = levels.last() else { return Ok(()) };
    let factors = Ordering::ALL.into_iter().zip(last.visits);
    let factors: Vec<String> =
        factors.map(|(ordering, visits)| format!("{} {:.2}", ordering.as_str(), visits.branching)).collect();
    output.line(format!("effective branching factor b* at depth {}: {}", last.depth, factors.join(", ")))
}
