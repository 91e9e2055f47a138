//! `counterplay evaluations`: what an evaluation's errors cost, by their direction.

use counterplay_core::Limits;
use counterplay_lessons::evaluations::{Experiment, HIGHEST, MOST_NODES, Measured};

use crate::Context;
use crate::failure::Failure;
use crate::limits;

/// Measure what decisions lose if the evaluation is optimistic, accurate or pessimistic
///
/// Random trees are searched to a horizon. Each node there is judged by its true minimax value and an error, and the
/// action that is chosen so is held to the true values. The values go from 0 to 1000.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay evaluations
  counterplay evaluations --ends 30
  counterplay evaluations --branching 2 --depth 8 --horizon 4 --error 100 --trees 5000 --json")]
pub(crate) struct Args {
    /// How many branches each inner node has
    #[arg(long, value_name = "B", default_value = "3", value_parser = clap::value_parser!(u32).range(2..=100))]
    branching: u32,
    /// How deep the trees are
    #[arg(long, value_name = "M", default_value = "6", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// How many plies the search looks ahead
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=60))]
    horizon: u32,
    /// The size of the errors
    #[arg(long, value_name = "E", default_value = "150", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    error: u32,
    /// How often, in percent, a game ends before the horizon or at it, with a value that is known
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = clap::value_parser!(u32).range(0..=100))]
    ends: u32,
    /// How many trees are tried
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trees: u32,
    /// What the trees and the errors depend on
    #[arg(long, value_name = "N", default_value = "1", value_parser = limits::seed)]
    seed: u64,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let Args { branching, depth, horizon, error, ends, trees, seed, json } = *args;
    if horizon > depth {
        return Err(Failure::usage(format!(
            "--horizon {horizon} is beyond --depth {depth}: nothing would be estimated"
        )));
    }
    let experiment = Experiment { branching, depth, horizon, error, ends, trees, seed };
    if experiment.nodes().is_none() {
        let message =
            format!("{branching} branches and {depth} plies are more than {MOST_NODES} nodes; take fewer or less");
        return Err(Failure::usage(message));
    }
    let limits = Limits { stop: Some(context.signals.stop.clone()), stack: context.stack, ..Limits::default() };
    let measured = experiment.run(&limits).map_err(|halt| Failure::input(halt.to_string()))?;
    if json {
        context.output.json(&experiment.to_json(&measured))?;
        return Ok(0);
    }
    context.output.line(format!(
        "{trees} random trees, {branching} branches, {depth} plies, values 0 to {HIGHEST}; {ends} % of the nodes down to ply {horizon} are \
         ends\na search of {horizon} plies, its evaluation the true value and an error of size {error}"
    ))?;
    context.output.line(format!("  {:12} {:>16} {:>12} {:>12}", "evaluation", "error", "right", "mean loss"))?;
    let twice = 2 * error;
    let spans = [
        "0".to_owned(),
        format!("-{error} to {error}"),
        format!("0 to {twice}"),
        format!("-{twice} to 0"),
        format!("{twice}"),
    ];
    for (Measured { bias, right, loss }, span) in measured.iter().zip(spans) {
        let share = format!("{:.1} %", 100.0 * right);
        context.output.line(format!("  {:12} {span:>16} {share:>12} {loss:>12.2}", bias.as_str()))?;
    }
    Ok(0)
}
