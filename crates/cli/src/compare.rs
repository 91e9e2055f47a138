//! `counterplay compare GAME`: the textbook's searches side by side.

use std::time::Duration;

use counterplay_catalog::json::{limit_word, number};
use counterplay_catalog::{Comparison, Request, Row};
use counterplay_render::chart::{Axis, Chart, Series};
use serde_json::{Value, json};

use crate::Context;
use crate::answer::decimal;
use crate::failure::Failure;
use crate::limits::LimitArgs;
use crate::output::{Output, write_file};
use crate::position::{self, Given, PositionArgs};

/// Compare the textbook's searches: nodes, leaves and time of each, the minimal tree beside them
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Draw nodes against depth as SVG; takes --depth, best a range such as 1..9
    #[arg(long, value_name = "FILE", value_parser = path, requires = "depth")]
    plot: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// How long each search may take if nothing is said.
const TIME: Duration = Duration::from_secs(10);

/// What was compared, at each depth.
type Compared = [(Option<u32>, Comparison)];

/// A file to write; stdout has the table already.
fn path(text: &str) -> Result<String, String> {
    if text == "-" { Err("expected a file, such as nodes.svg".to_owned()) } else { Ok(text.to_owned()) }
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.at.game, &context.given)?;
    let position = args.at.read(game.as_ref())?;
    let limits = LimitArgs { depth: None, ..args.limits.clone() };
    let mut request = limits.request(context.stack, &context.signals.stop)?;
    if args.limits.are_open() {
        request.limits.time = Some(TIME);
    }
    // One comparison to the end of the game, or one for each depth.
    let depths: Vec<Option<u32>> =
        args.limits.depth.map_or(vec![None], |depths| (depths.from..=depths.to).map(Some).collect());
    let mut compared = Vec::new();
    for depth in depths {
        compared.push((depth, position.compare(&Request { depth, ..request.clone() })?));
        if context.signals.exit_code().is_some() {
            break;
        }
    }
    let plotted = args.plot.as_deref().map(|path| (path, Plot::new(&compared)));
    if plotted.is_some() && args.limits.depth.is_some_and(|depths| depths.from == depths.to) {
        eprintln!("warning: --plot shows more with a range of depths, such as --depth 1..9");
    }
    let title = || title(&args.at, &context.given, &position.text());
    if args.json {
        if let Some((path, plot)) = plotted {
            write_file(path, &plot.chart(title()).svg(), &mut context.output)?;
        }
        let minimal = |(_, comparison): &(Option<u32>, Comparison)| {
            comparison.minimal.map(|tree| json!({"nodes": tree.nodes, "leaves": tree.leaves}))
        };
        let mut answer = json!({
            "game": args.at.game,
            "position": position.text(),
            "rows": compared.iter().flat_map(|(_, comparison)| &comparison.rows).map(of_row).collect::<Vec<_>>(),
            "minimal": compared.last().and_then(minimal),
        });
        if compared.len() > 1 {
            answer["minimal_by_depth"] = compared.iter().map(minimal).collect();
        }
        context.output.json(&answer)?;
        return Ok(0);
    }
    for (depth, comparison) in &compared {
        if let Some(depth) = depth {
            context.output.line(format!("depth {depth}"))?;
        }
        print(comparison, &mut context.output)?;
    }
    context.output.line("value is MAX's; first is the share of cut-offs that the first action made")?;
    // The table comes first, so that it is not lost if the file cannot be written.
    if let Some((path, plot)) = plotted {
        for note in plot.notes() {
            context.output.line(note)?;
        }
        write_file(path, &plot.chart(title()).svg(), &mut context.output)?;
    }
    Ok(0)
}

/// A table for people.
fn print(Comparison { rows, minimal }: &Comparison, output: &mut Output) -> Result<(), Failure> {
    output.line(format!(
        "{:16} {:>12} {:>12} {:>8} {:>8} {:>10}",
        "search", "nodes", "leaves", "value", "first", "seconds"
    ))?;
    for row in rows {
        let first = row.first_action_cutoffs.map_or("-".to_owned(), |share| format!("{:.0} %", share * 100.0));
        let stopped = row.stopped.map(|limit| format!("  stopped: {}", limit_word(limit))).unwrap_or_default();
        output.line(format!(
            "{:16} {:>12} {:>12} {:>8} {first:>8} {:>10.4}{stopped}",
            row.name,
            row.nodes,
            row.leaves,
            row.stopped.map_or(decimal(row.value), |_| "-".to_owned()),
            row.time.as_secs_f64()
        ))?;
    }
    match minimal {
        Some(tree) => output.line(format!("{:16} {:>12} {:>12}", "minimal tree", tree.nodes, tree.leaves)),
        None if rows.iter().any(|row| row.name == "minimax") => {
            output.line("the minimal tree takes a minimax that comes to its end")
        }
        None => Ok(()),
    }
}

fn of_row(row: &Row) -> Value {
    json!({
        "name": row.name,
        "depth": row.depth,
        "nodes": row.nodes,
        "leaves": row.leaves,
        // A search that was cut short has no value.
        "value": row.stopped.map_or(number(row.value), |_| Value::Null),
        "first_action_cutoffs": row.first_action_cutoffs,
        "ms": row.time.as_secs_f64() * 1e3,
        "stopped": row.stopped.map(limit_word),
    })
}

/// Nodes against depth.
struct Plot {
    /// Each search by its name, and the minimal tree.
    series: Vec<Series>,
    /// The searches that a limit stopped, whose counts say nothing, and at which depths.
    left_out: Vec<(&'static str, Vec<u32>)>,
    branching: Option<Branching>,
}

/// The branching factor that explains how many nodes minimax entered.
#[derive(Clone, Copy)]
struct Branching {
    b: f64,
    depth: u32,
    nodes: u64,
}

impl Plot {
    fn new(compared: &Compared) -> Plot {
        let mut plot = Plot { series: Vec::new(), left_out: Vec::new(), branching: None };
        let mut add = |name: &str, depth: u32, nodes: u64| {
            let point = (f64::from(depth), nodes as f64);
            match plot.series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push(point),
                None => plot.series.push(Series::new(name, [point])),
            }
        };
        let by_depth = || compared.iter().filter_map(|(depth, comparison)| Some(((*depth)?, comparison)));
        for (depth, row) in
            by_depth().flat_map(|(depth, comparison)| comparison.rows.iter().map(move |row| (depth, row)))
        {
            if row.stopped.is_some() {
                match plot.left_out.iter_mut().find(|(name, _)| *name == row.name) {
                    Some((_, depths)) => depths.push(depth),
                    None => plot.left_out.push((row.name, vec![depth])),
                }
                continue;
            }
            add(row.name, depth, row.nodes);
            // Beyond the end of every game the tree no longer grows: the depth at which it is whole counts.
            if row.name == "minimax" && plot.branching.is_none_or(|known| row.nodes > known.nodes) {
                plot.branching = Some(Branching::new(depth, row.nodes));
            }
        }
        for (depth, tree) in by_depth().filter_map(|(depth, comparison)| Some((depth, comparison.minimal?))) {
            add("minimal tree", depth, tree.nodes);
        }
        // Where each state has at most one action, there is no growth to compare with.
        plot.branching = plot.branching.filter(|found| found.b > 1.0);
        plot
    }

    fn chart(self, title: String) -> Chart {
        let depths = || self.series.iter().flat_map(|series| &series.points).map(|point| point.0);
        let first = depths().fold(f64::INFINITY, f64::min);
        let is_one = depths().all(|depth| depth == first);
        let curve = |Branching { b, depth, .. }, name, share: f64| {
            // A curve through one depth would be a point: it begins at the root then.
            let from = if is_one { 0 } else { first as u32 };
            Series::new(name, (from..=depth).map(|m| (f64::from(m), b.powf(f64::from(m) * share))))
        };
        let curves = |found: Branching| {
            [curve(found, format!("b^{{m}}, b = {:.2}", found.b), 1.0), curve(found, "b^{m/2}".to_owned(), 0.5)]
        };
        let references = self.branching.map(curves).into_iter().flatten().collect();
        Chart { title, x: Axis::linear("depth m"), y: Axis::logarithmic("nodes"), series: self.series, references }
    }

    /// What the picture does not say itself.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(Branching { b, depth, nodes }) = self.branching {
            notes.push(format!(
                "b = {b:.2} in the plot: with b branches everywhere a tree of depth {depth} has minimax's {nodes} nodes"
            ));
        }
        let list = |depths: &[u32]| depths.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        for (name, depths) in &self.left_out {
            notes.push(format!("not in the plot, for a limit stopped it: {name} at depth {}", list(depths)));
        }
        notes
    }
}

impl Branching {
    /// Solves 1 + b + … + b^depth = nodes by halving.
    fn new(depth: u32, nodes: u64) -> Branching {
        let tree = |b: f64| (0..depth).fold(1.0, |below, _| 1.0 + b * below);
        let (mut low, mut high) = (0.0, nodes as f64);
        // Each round gains a bit, and a number has no more than these.
        for _ in 0..f64::MANTISSA_DIGITS + u64::BITS {
            let middle = (low + high) / 2.0;
            if tree(middle) < nodes as f64 { low = middle } else { high = middle }
        }
        Branching { b: high, depth, nodes }
    }
}

/// What the plot shows: the game, its options, and the position if it is not the start.
fn title(at: &PositionArgs, given: &Given, position: &str) -> String {
    let options: String = given.iter().map(|(name, value)| format!(", {name} {value}")).collect();
    let is_start = at.position.is_none() && at.moves.is_none();
    // A long position would be a line of its own; the table's reader knows it.
    let position = match position.chars().count() {
        1..=30 if !is_start => format!(", from {position}"),
        _ => String::new(),
    };
    format!("{}{options}{position}: nodes of each search", at.game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_that_of_the_tree() {
        for (depth, nodes, b) in
            [(3, 1 + 5 + 25 + 125, 5.0), (9, 10, 1.0), (1, 10, 9.0), (4, 1, 0.0), (63, u64::MAX, 2.0)]
        {
            assert!((Branching::new(depth, nodes).b - b).abs() < 1e-9, "{depth}, {nodes}");
        }
    }
}
