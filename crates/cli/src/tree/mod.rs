//! `counterplay tree`: the textbook's algorithms on an explicit tree.

mod averages;
mod json;
mod report;
mod search;

use clap::ValueEnum;
use counterplay_core::search::{CutoffRule, Order};
use counterplay_core::{Role, Side};
use counterplay_games::tree::Tree;
use counterplay_render::{Show, dot, svg, svg_at_step, tikz};

use crate::Context;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, write_file};
use search::Run;

/// Search an explicit tree: values, windows, cuts
///
/// The answer is printed with the options that it depends on: the algorithm, the order of visits, the cut-off rule and who
/// moves at the root.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay tree \"[[3,12,8],[2,4,6],[14,5,2]]\"
  counterplay tree \"((3 17) (2 12))\" --order ltr,rtl
  counterplay tree \"A:[B:[3,12],C:[2,x]]\" --trace --svg tree.svg
  counterplay tree \"chance[1/3:[3,5],2/3:[9,4]]\"
  counterplay tree @quiz.txt --json
The notation of trees is described in docs/trees.md.")]
pub(crate) struct Args {
    /// The tree as text, @FILE or the name of a file, or - for stdin
    #[arg(value_name = "TREE", required_unless_present = "shape", allow_hyphen_values = true)]
    tree: Option<String>,
    /// The tree's branches by level (3,2,2) or node by node, with --leaves
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', requires = "leaves", conflicts_with = "tree")]
    shape: Vec<u32>,
    /// The values of the leaves of --shape, from left to right
    #[arg(long, value_name = "V,V,…", value_delimiter = ',', allow_hyphen_values = true, requires = "shape")]
    leaves: Vec<String>,
    /// Which search; alphabeta unless the tree has chance nodes or information sets
    #[arg(long, value_enum)]
    algorithm: Option<Algorithm>,
    /// The order of visits: ltr, rtl, or both side by side: ltr,rtl
    #[arg(long, value_enum, value_delimiter = ',', default_value = "ltr")]
    order: Vec<Direction>,
    /// When a value cuts: at an equal one (ge) or only at a better one (gt)
    #[arg(long, value_enum, default_value = "ge")]
    cutoff: Rule,
    /// Who moves at the root, unless the tree says it
    #[arg(long, value_enum)]
    root: Option<Player>,
    /// Explain every step in a sentence
    #[arg(long)]
    trace: bool,
    /// What pictures show: values,window,order,pruned,line,labels,probabilities,sentence
    #[arg(long, value_name = "LAYERS")]
    show: Option<Show>,
    /// Draw the tree as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Draw one SVG for each step into a folder
    #[arg(long, value_name = "FOLDER")]
    steps: Option<String>,
    /// Write the tree for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<String>,
    /// Write the tree for LaTeX
    #[arg(long, value_name = "FILE")]
    tikz: Option<String>,
    /// Answer in JSON; with --trace a line for each step, the answer last
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    Minimax,
    Alphabeta,
    Expectiminimax,
    Averaging,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Direction {
    Ltr,
    Rtl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rule {
    Ge,
    Gt,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Player {
    Max,
    Min,
}

/// The word of the command line for a choice.
fn word<C: ValueEnum + Copy>(choice: C) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

impl From<Direction> for Order {
    fn from(direction: Direction) -> Order {
        match direction {
            Direction::Ltr => Order::LeftToRight,
            Direction::Rtl => Order::RightToLeft,
        }
    }
}

impl From<Rule> for CutoffRule {
    fn from(rule: Rule) -> CutoffRule {
        match rule {
            Rule::Ge => CutoffRule::Ge,
            Rule::Gt => CutoffRule::Gt,
        }
    }
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    search(args, context.stack, &mut context.output).map(|()| 0)
}

fn search(args: &Args, stack: usize, output: &mut Output) -> Result<(), Failure> {
    // 1. The tree and the search that suits it.
    let (source, tree) = read(args)?;
    let algorithm = choose(args, &tree)?;
    // 2. The search, once for each order of visits.
    let mut directions = args.order.clone();
    directions.dedup();
    if algorithm == Algorithm::Averaging {
        return averages::run(args, &tree, stack, output);
    }
    let runs = directions.iter().map(|&direction| search::run(&tree, algorithm, direction, args.cutoff, stack));
    let runs: Vec<Run> = runs.collect();
    // 3. Pictures first, so that they are there when the answer is.
    for run in &runs {
        draw(args, run, runs.len() > 1, output)?;
    }
    // 4. The steps, and the answer or why there is none.
    for run in &runs {
        if args.trace {
            if args.json { json::trace(run, output)? } else { report::trace(run, runs.len() > 1, output)? }
        }
    }
    if let Some(failure) = runs.iter().find_map(|run| search::failure(run, &tree, source.as_deref())) {
        return Err(failure);
    }
    if args.json {
        json::answer(&runs, output)
    } else {
        report::answer(&runs, &args.show.unwrap_or_default(), args.trace, output)
    }
}

/// The tree, and the text that it was read from.
fn read(args: &Args) -> Result<(Option<String>, Tree), Failure> {
    let root = args.root.map_or(Side::Max, |root| if root == Player::Max { Side::Max } else { Side::Min });
    let (source, tree) = match &args.tree {
        None => {
            let tree = Tree::from_shape(&args.shape, &args.leaves, root);
            (None, tree.map_err(|error| Failure::input(error.message))?)
        }
        Some(argument) => {
            let text = if is_file(argument) { input::file(argument)? } else { input::text(argument)? };
            let tree = Tree::parse(&text, root).map_err(|error| Failure::text(&error, &text))?;
            (Some(text), tree)
        }
    };
    let said = Role::from(root);
    match tree.root_role() {
        Some(role @ (Role::Max | Role::Min)) if args.root.is_some() && role != said => {
            let [text, option] = [role, said].map(|role| if role == Role::Max { "max" } else { "min" });
            Err(Failure::usage(format!("the tree says that {text} moves at its root, and --root says {option}")))
        }
        _ => Ok((source, tree)),
    }
}

/// Whether an argument that could be read as a tree of one unknown leaf is meant to be a file.
fn is_file(argument: &str) -> bool {
    !argument.contains(['[', '(', '\n']) && argument.parse::<f64>().is_err() && std::path::Path::new(argument).is_file()
}

/// The search that suits the tree; an error that names it if another one was asked for.
fn choose(args: &Args, tree: &Tree) -> Result<Algorithm, Failure> {
    let veiled = !tree.information_sets().is_empty();
    match args.algorithm {
        None if veiled => Ok(Algorithm::Averaging),
        None if tree.has_chance() => Ok(Algorithm::Expectiminimax),
        None => Ok(Algorithm::Alphabeta),
        Some(Algorithm::Averaging) if !veiled => Err(Failure::usage(
            "averaging is for trees with information sets (max@name[…]), and this tree has none; \
             use --algorithm alphabeta, or expectiminimax where there is chance",
        )),
        Some(algorithm @ (Algorithm::Minimax | Algorithm::Alphabeta)) if tree.has_chance() => {
            Err(Failure::usage(format!(
                "{} is for games without chance, and this tree has chance nodes; use --algorithm expectiminimax",
                word(algorithm)
            )))
        }
        Some(algorithm) if algorithm != Algorithm::Averaging && veiled => Err(Failure::usage(format!(
            "{} is for games of perfect information, and this tree has information sets; use --algorithm averaging",
            word(algorithm)
        ))),
        Some(algorithm) => Ok(algorithm),
    }
}

/// Writes the pictures that were asked for.
fn draw(args: &Args, run: &Run, several: bool, output: &mut Output) -> Result<(), Failure> {
    let show = args.show.unwrap_or_default();
    let name = |path: &String| if several { with_suffix(path, &word(run.direction)) } else { path.clone() };
    if let Some(path) = &args.svg {
        write_file(&name(path), &svg(&run.seen, &show), output)?;
    }
    if let Some(path) = &args.dot {
        write_file(&name(path), &dot(&run.seen, &show), output)?;
    }
    if let Some(path) = &args.tikz {
        write_file(&name(path), &tikz(&run.seen, &show), output)?;
    }
    if let Some(folder) = &args.steps {
        let folder = name(folder);
        std::fs::create_dir_all(&folder).map_err(|error| Failure::writing(&folder, &error))?;
        for step in 0..=run.seen.steps.len() {
            write_file(&format!("{folder}/step-{step:04}.svg"), &svg_at_step(&run.seen, &show, step), output)?;
        }
    }
    Ok(())
}

/// `tree.svg` with `rtl` is `tree-rtl.svg`.
fn with_suffix(path: &str, suffix: &str) -> String {
    match path.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains('/') => format!("{stem}-{suffix}.{ending}"),
        _ if path == "-" => path.to_owned(),
        _ => format!("{path}-{suffix}"),
    }
}
