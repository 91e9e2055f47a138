//! `counterplay tree`: the textbook's algorithms on an explicit tree.

mod averages;
mod opponent;
mod report;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use counterplay_core::Side;
use counterplay_lessons::{Algorithm, Choices, Direction, Rule, Study, StudyProblem, choose, json, study};
use counterplay_render::{Show, dot, svg, svg_at_step, tikz};
use counterplay_tree::Tree;

use crate::Context;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, write_file, write_picture, write_png};

/// Search an explicit tree: values, windows, cuts
///
/// The answer is printed with the options that it depends on: the algorithm, the order of visits, the cut-off rule and
/// who moves at the root.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay tree \"[[3,12,8],[2,4,6],[14,5,2]]\"
  counterplay tree \"((3 17) (2 12))\" --order ltr,rtl
  counterplay tree \"A:[B:[3,12],C:[2,x]]\" --trace --svg tree.svg
  counterplay tree \"chance[1/3:[3,5],2/3:[9,4]]\"
  counterplay tree \"[chance[4,[2,5]],chance[[1,3],5]]\" --algorithm star2 --trace
  counterplay tree \"[[3,4],[2,98]]\" --opponent random:0.2
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
    #[arg(long, value_parser = word::<Algorithm>(Algorithm::WORDS))]
    algorithm: Option<Algorithm>,
    /// The order of visits: ltr, rtl, or both side by side: ltr,rtl
    #[arg(long, value_parser = word::<Direction>(Direction::WORDS), value_delimiter = ',', default_value = "ltr")]
    order: Vec<Direction>,
    /// When a value cuts: at an equal one (ge) or only at a better one (gt)
    #[arg(long, value_parser = word::<Rule>(Rule::WORDS), default_value = "ge")]
    cutoff: Rule,
    /// Who moves at the root, unless the tree says it
    #[arg(long, value_enum)]
    root: Option<Player>,
    /// An opponent who errs, beside the one who never does: random:0.2 plays at random with this probability,
    /// rank:0.7,0.2,0.1 its best action so often, the second best so often, and so on; or a file with a table
    #[arg(long, value_name = "MODEL|FILE")]
    opponent: Option<String>,
    /// Explain every step in a sentence
    #[arg(long)]
    trace: bool,
    /// What pictures show: values,window,order,pruned,line,labels,probabilities,sentence
    #[arg(long, value_name = "LAYERS")]
    show: Option<Show>,
    /// Draw the tree as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Draw the tree as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<String>,
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
enum Player {
    Max,
    Min,
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Max => Side::Max,
            Player::Min => Side::Min,
        }
    }
}

/// Value parser for the names of a choice.
pub(crate) fn word<C>(words: &'static [&'static str]) -> impl TypedValueParser<Value = C>
where
    C: std::str::FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse::<C>())
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    search(args, context.stack, &mut context.output).map(|()| 0)
}

fn search(args: &Args, stack: usize, output: &mut Output) -> Result<(), Failure> {
    // 1. The tree and the search that suits it.
    let (source, tree) = read(args)?;
    let algorithm = choose(&tree, args.algorithm, args.root.map(Side::from)).map_err(Failure::usage)?;
    // 2. The search, once for each order of visits.
    let mut directions = args.order.clone();
    directions.dedup();
    let opponent = args.opponent.as_deref().map(|given| opponent::find(given, &tree, stack)).transpose()?;
    if algorithm == Algorithm::Averaging {
        return averages::run(args, &tree, stack, output);
    }
    let choices = |&direction| Choices { algorithm, direction, cutoff: args.cutoff };
    let runs: Vec<Study> = directions.iter().map(choices).map(|choices| study(&tree, choices, stack)).collect();
    // 3. Pictures first, so that they are there when the answer is.
    for run in &runs {
        match &opponent {
            None => draw(args, run, runs.len() > 1, output)?,
            Some(found) => draw(args, &opponent::drawn(run, found), runs.len() > 1, output)?,
        }
    }
    // 4. The steps, and the answer or why there is none.
    for run in runs.iter().filter(|_| args.trace) {
        if args.json {
            json::steps(run).try_for_each(|step| output.json(&step))?;
        } else {
            report::trace(run, runs.len() > 1, output)?;
        }
    }
    if let Some(trouble) = runs.iter().find_map(|run| run.trouble(&tree)) {
        return Err(failure(&trouble, source.as_deref()));
    }
    if !args.json {
        report::answer(&runs, &args.show.unwrap_or_default(), args.trace, output)?;
        return opponent.map_or(Ok(()), |found| opponent::report(&found, &runs[0].seen, output));
    }
    let mut answers: Vec<serde_json::Value> = runs.iter().filter_map(json::answer).collect();
    for answer in &mut answers {
        if let Some(found) = &opponent {
            answer["opponent"] = found.to_json(&runs[0].seen);
        }
    }
    match answers.len() {
        1 => output.json(&answers.remove(0)),
        _ => output.json(&serde_json::json!({ "runs": answers })),
    }
}

pub(crate) fn failure(trouble: &StudyProblem, source: Option<&str>) -> Failure {
    match (trouble, source) {
        (StudyProblem::Unknown(error), Some(text)) => Failure::text(error, text),
        (StudyProblem::Unknown(error), None) => Failure::input(&error.message),
        (StudyProblem::Resource(message), _) => Failure::resource(message),
        (StudyProblem::Other(message), _) => Failure::input(message),
    }
}

/// Reads the tree, and the text that it was read from.
fn read(args: &Args) -> Result<(Option<String>, Tree), Failure> {
    let root = args.root.map_or(Side::Max, Side::from);
    let Some(argument) = &args.tree else {
        let tree = Tree::from_shape(&args.shape, &args.leaves, root);
        return Ok((None, tree.map_err(|error| Failure::input(error.message))?));
    };
    let text = if is_file(argument) { input::file(argument)? } else { input::text(argument)? };
    let tree = parse(&text, root)?;
    Ok((Some(text), tree))
}

/// Parses a tree; the error says where it is wrong.
pub(crate) fn parse(text: &str, root: Side) -> Result<Tree, Failure> {
    Tree::parse(text, root).map_err(|error| Failure::text(&error, text))
}

/// Whether an argument that could be read as a tree of one unknown leaf is meant to be a file.
fn is_file(argument: &str) -> bool {
    !argument.contains(['[', '(', '\n']) && argument.parse::<f64>().is_err() && std::path::Path::new(argument).is_file()
}

/// Writes the pictures that were asked for.
fn draw(args: &Args, run: &Study, several: bool, output: &mut Output) -> Result<(), Failure> {
    let show = args.show.unwrap_or_default();
    let name = |path: &String| if several { with_suffix(path, run.choices.direction.as_str()) } else { path.clone() };
    if let Some(path) = &args.svg {
        write_picture(&name(path), &svg(&run.seen, &show), output)?;
    }
    if let Some(path) = &args.png {
        write_png(&name(path), &svg(&run.seen, &show), output)?;
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

/// Adds a suffix to a file name: `tree.svg` with `rtl` is `tree-rtl.svg`.
fn with_suffix(path: &str, suffix: &str) -> String {
    match path.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains('/') => format!("{stem}-{suffix}.{ending}"),
        _ if path == "-" => path.to_owned(),
        _ => format!("{path}-{suffix}"),
    }
}
