//! `counterplay quiz`: trees to practise on, a sheet to print and a key to grade by.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;

use counterplay_core::{Role, Side};
use counterplay_lessons::quiz::{Picture, Player, Quiz, QuizError, Wishes, about, html, make, suits, text};
use counterplay_lessons::{Algorithm, Choices, Direction, Question, Rule, choose, study};

use crate::Context;
use crate::failure::Failure;
use crate::output::write_file;
use crate::progress::ProgressLine;
use crate::tree::word;
use crate::{input, limits, tree};

/// Options that only apply to random trees.
const WISHES: [&str; 9] =
    ["depth", "branching", "leaves", "cuts", "deep_cut", "no_ties", "same_under_both_rules", "seed", "count"];

/// Make trees to practise on: a sheet to print, and a key for `grade`
#[derive(clap::Args)]
#[command(long_about = "Make trees to practise on: a sheet to print, and a key for `grade`

The same options and the same seed make the same quiz.")]
#[command(after_help = "Examples:
  counterplay quiz --depth 3 --branching 2-3 --cuts 2..4 --no-ties --seed 7 --count 30
  counterplay quiz --question values,cuts --sheet sheet.html --key key.json
  counterplay quiz --depth 4 --deep-cut --question windows --order rtl
  counterplay quiz --tree \"[[3,12,8],[2,4,6],[14,5,2]]\" --question cuts --key key.json
The sheet, the key and the table of answers are described in docs/quiz.md.")]
pub(crate) struct Args {
    /// Ask about this tree instead of random ones: text or @FILE; may be given several times
    #[arg(long, value_name = "TREE", allow_hyphen_values = true, conflicts_with_all = WISHES)]
    tree: Vec<String>,
    /// How deep the trees are
    #[arg(long, value_name = "N", default_value = "2", value_parser = limits::depth)]
    depth: u32,
    /// How many branches a node has: 3, or from 2 to 3: 2-3
    #[arg(long, value_name = "N|N-N", default_value = "2-3", value_parser = range::<u32>)]
    branching: RangeInclusive<u32>,
    /// The values of leaves, such as -9..9; 0..20 if not given, further with --no-ties
    #[arg(long, value_name = "N..N", value_parser = range::<i32>, allow_hyphen_values = true)]
    leaves: Option<RangeInclusive<i32>>,
    /// How many edges are cut: 3, 2..4, at least 2: 2.., at most 4: ..4
    #[arg(long, value_name = "N|N..N", value_parser = range::<u32>)]
    cuts: Option<RangeInclusive<u32>>,
    /// At least one edge is cut by a limit from further up than the parent
    #[arg(long)]
    deep_cut: bool,
    /// All leaves are different
    #[arg(long)]
    no_ties: bool,
    /// The answers are the same whether an equal value cuts or not
    #[arg(long)]
    same_under_both_rules: bool,
    /// What is asked of each tree; several with commas
    #[arg(long, value_parser = word::<Question>(Question::WORDS), value_delimiter = ',', default_value = "cuts")]
    question: Vec<Question>,
    /// Which search; alphabeta unless a tree has chance nodes, and only alphabeta has windows and cuts
    #[arg(long, value_parser = word::<Algorithm>(&["alphabeta", "minimax", "expectiminimax"]))]
    algorithm: Option<Algorithm>,
    /// The order of visits
    #[arg(long, value_parser = word::<Direction>(Direction::WORDS), default_value = "ltr")]
    order: Direction,
    /// When a value cuts: at an equal one (ge) or only at a better one (gt)
    #[arg(long, value_parser = word::<Rule>(Rule::WORDS), default_value = "ge")]
    cutoff: Rule,
    /// Who moves at the root
    #[arg(long, value_parser = word::<Player>(Player::WORDS), default_value = "max")]
    root: Player,
    /// What the random choices depend on
    #[arg(long, value_name = "N", default_value = "1", value_parser = limits::seed)]
    seed: u64,
    /// How many trees
    #[arg(long, value_name = "N", default_value = "1")]
    count: u32,
    /// Write the sheet as a page to print, instead of text on stdout
    #[arg(long, value_name = "FILE.html")]
    sheet: Option<String>,
    /// Write the key
    #[arg(long, value_name = "FILE.json")]
    key: Option<String>,
    /// Answer with the key in JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    if !args.tree.is_empty() {
        let quiz = own(args, context.stack)?;
        return write(args, &quiz, context).map(|()| 0);
    }
    let line = ProgressLine::begin();
    let tried = Cell::new(0u64);
    // Asked once for each tree that is tried.
    let stop = || {
        tried.set(tried.get() + 1);
        line.say(format!("{} trees tried for {} that are wanted", tried.get(), args.count));
        context.signals.stop.load(Ordering::Relaxed)
    };
    let made = make(&wishes(args), context.stack, &stop);
    drop(line);
    let quiz = match made {
        Ok(quiz) => quiz,
        Err(QuizError::Impossible(why)) => return Err(Failure::usage(format!("there is no such quiz: {why}"))),
        Err(QuizError::GivenUp(why)) => return Err(Failure::negative(why)),
        Err(QuizError::Stopped) => return Err(Failure::negative("stopped before the quiz was made")),
    };
    write(args, &quiz, context).map(|()| 0)
}

/// Quiz about the user's own trees.
fn own(args: &Args, stack: usize) -> Result<Quiz, Failure> {
    let mut pictures = Vec::new();
    for argument in &args.tree {
        let text = input::text(argument)?;
        let (root, tree) = (Side::from(args.root), tree::parse(&text, args.root.into())?);
        let root = match tree.root_role() {
            Some(Role::Max) => Side::Max,
            Some(Role::Min) => Side::Min,
            Some(Role::Chance) | None => root,
        };
        let algorithm = choose(&tree, args.algorithm, None).map_err(Failure::usage)?;
        if algorithm == Algorithm::Averaging {
            return Err(Failure::input("a tree with information sets is averaged, and that is not graded"));
        }
        suits(algorithm, &questions(args)).map_err(Failure::usage)?;
        let study = study(&tree, Choices { algorithm, direction: args.order, cutoff: args.cutoff }, stack);
        if let Some(trouble) = study.trouble(&tree) {
            return Err(tree::failure(&trouble, Some(&text)));
        }
        pictures.push(Picture { text, root, study });
    }
    Ok(about(pictures, &questions(args), args.seed))
}

/// Questions, each once.
fn questions(args: &Args) -> Vec<Question> {
    let mut questions = Vec::new();
    for &question in &args.question {
        if !questions.contains(&question) {
            questions.push(question);
        }
    }
    questions
}

fn wishes(args: &Args) -> Wishes {
    Wishes {
        depth: args.depth,
        branching: args.branching.clone(),
        leaves: args.leaves.clone(),
        cuts: args.cuts.clone(),
        deep_cut: args.deep_cut,
        no_ties: args.no_ties,
        same_under_both_rules: args.same_under_both_rules,
        questions: questions(args),
        choices: Choices {
            algorithm: args.algorithm.unwrap_or(Algorithm::Alphabeta),
            direction: args.order,
            cutoff: args.cutoff,
        },
        root: Side::from(args.root),
        seed: args.seed,
        count: args.count,
    }
}

fn write(args: &Args, quiz: &Quiz, context: &mut Context<'_>) -> Result<(), Failure> {
    let output = &mut context.output;
    if let Some(path) = &args.key {
        let key = serde_json::to_string_pretty(&quiz.key).map_err(|error| Failure::writing(path, &error.into()))?;
        write_file(path, &(key + "\n"), output)?;
    }
    if let Some(path) = &args.sheet {
        write_file(path, &html(quiz), output)?;
    }
    match (args.json, &args.sheet) {
        (true, _) => output.json(&quiz.key),
        (false, None) => output.line(text(quiz).trim_end()),
        (false, Some(_)) => Ok(()),
    }
}

/// Parses a number or a range: `3`, `2-3`, `2..3`, `2..`, `..3`.
fn range<N>(text: &str) -> Result<RangeInclusive<N>, String>
where
    N: std::str::FromStr + Copy + PartialOrd + Bounds,
{
    let number =
        |text: &str| text.trim().parse::<N>().map_err(|_| format!("expected a whole number, such as {}", N::EXAMPLE));
    // A minus before a number is not a range.
    let dash = text.get(1..).and_then(|rest| rest.find('-')).map(|at| (&text[..=at], &text[at + 2..]));
    let (from, to) = text.split_once("..").or(dash).unwrap_or((text, text));
    let from = if from.is_empty() { N::LEAST } else { number(from)? };
    let to = if to.is_empty() { N::MOST } else { number(to)? };
    if !matches!(text, "" | "..") {
        return if from <= to {
            Ok(from..=to)
        } else {
            Err("a range goes from the lower number to the higher".to_owned())
        };
    }
    Err("expected a number at one end of the range".to_owned())
}

/// Bounds of a range that has no end.
trait Bounds {
    const LEAST: Self;
    const MOST: Self;
    const EXAMPLE: &'static str;
}

impl Bounds for u32 {
    const LEAST: u32 = 0;
    const MOST: u32 = u32::MAX;
    const EXAMPLE: &'static str = "3, 2-3 or 2..4";
}

impl Bounds for i32 {
    const LEAST: i32 = i32::MIN;
    const MOST: i32 = i32::MAX;
    const EXAMPLE: &'static str = "-9..9";
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges_in_all_their_forms() {
        assert_eq!(range::<u32>("3"), Ok(3..=3));
        assert_eq!((range::<u32>("2-3"), range::<u32>("2..3")), (Ok(2..=3), Ok(2..=3)));
        assert_eq!((range::<u32>("2.."), range::<u32>("..4")), (Ok(2..=u32::MAX), Ok(0..=4)));
        assert_eq!(
            (range::<i32>("-9..9"), range::<i32>("-9--2"), range::<i32>("-5")),
            (Ok(-9..=9), Ok(-9..=-2), Ok(-5..=-5))
        );
        for wrong in ["", "..", "x", "3..2", "1..2..3", "-1", "2.5", "é-", "99999999999"] {
            assert!(range::<u32>(wrong).is_err(), "{wrong}");
        }
    }
}
