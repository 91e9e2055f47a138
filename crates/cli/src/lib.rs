//! Command line, `counterplay <verb> …`, for any catalog of games.
//!
//! Each verb is a module with its arguments and a function that runs it. What they share: `position` (which game, and
//! where in it), `limits` (what a search may spend), `failure` (what a user is told when something is wrong, and the
//! exit code), `input` and `output` (texts from an argument, a file or stdin; stdout, also when nobody reads it any
//! more) and `signals`.

mod analyze;
mod annotate;
mod batch;
mod bench;
mod book;
mod check;
mod checkpoint;
mod compare;
mod convert;
mod doctor;
mod engine;
mod evaluations;
mod failure;
mod game_files;
mod games;
mod grade;
mod input;
mod limits;
mod man;
mod r#match;
mod memory;
mod r#move;
mod new;
mod output;
mod perft;
mod play;
mod position;
mod progress;
mod quiz;
mod report_text;
mod rollout;
mod rules;
mod search;
mod serve;
mod show;
mod signals;
mod solve;
mod tables;
mod train;
mod tree;
mod uniform;
mod verify;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use counterplay_api::Catalog;
use counterplay_core::with_stack;

use failure::Failure;
use output::Output;
use position::{Given, TABLES, WEIGHTS};
use signals::Signals;

/// Adversarial search: the textbook's chapter on games, whole and at full strength
#[derive(Parser)]
#[command(name = "counterplay", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Games(games::Args),
    Rules(rules::Args),
    Show(show::Args),
    Move(r#move::Args),
    Solve(solve::Args),
    Analyze(analyze::Args),
    Rollout(rollout::Args),
    Play(play::Args),
    Match(r#match::Args),
    Perft(perft::Args),
    Compare(compare::Args),
    Check(check::Args),
    Verify(verify::Args),
    Train(train::Args),
    Tables(tables::Args),
    Book(book::Args),
    Tree(tree::Args),
    Uniform(uniform::Args),
    Evaluations(evaluations::Args),
    Quiz(quiz::Args),
    Grade(grade::Args),
    Bench(bench::Args),
    New(new::Args),
    Convert(convert::Args),
    Engine(engine::Args),
    Doctor(doctor::Args),
    Serve(serve::Args),
    Completions(CompletionsArgs),
    Man(man::Args),
}

/// Verbs that take a game, and with it the game's own options.
const GAME_VERBS: [&str; 14] = [
    "show", "move", "solve", "analyze", "rollout", "play", "match", "perft", "compare", "check", "verify", "engine",
    "convert", "train",
];

/// Verbs that judge positions, and so may be given other weights.
const WEIGHING_VERBS: [&str; 6] = ["move", "solve", "analyze", "rollout", "play", "engine"];

/// Verbs that may be given tables.
const PROBING_VERBS: [&str; 5] = ["move", "solve", "analyze", "play", "engine"];

/// Write the completions for a shell to stdout
#[derive(clap::Args)]
struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

/// Context of every verb.
pub(crate) struct Context<'a> {
    pub(crate) catalog: &'a Catalog,
    /// Options of the game, by name.
    pub(crate) given: Given,
    pub(crate) signals: &'a Signals,
    /// Stack size of a search.
    pub(crate) stack: usize,
    pub(crate) output: Output,
}

/// Stack sizes to try, the largest first: for recursion a million plies deep, or whatever the system allows.
const STACKS: [usize; 3] = [256 << 20, 64 << 20, 8 << 20];

/// Silences what the process says of a panic by itself, on every thread and for good.
///
/// What a game's rules panic about is told by [`run`] as an error, so that a program that is nothing but its command
/// line says it once. That is for the program to decide, at the beginning of `main`: others may have a hook of their
/// own, or threads that panic for reasons of their own, and whoever writes the rules wants to see where they panicked.
pub fn silence_panics() {
    std::panic::set_hook(Box::new(|_| {}));
}

/// Runs the command line for a catalog of games with the arguments of the process.
///
/// A panic in the rules of a game becomes an error and an exit code. The panic hook stays as it is; see
/// [`silence_panics`].
#[must_use]
pub fn run(catalog: &Catalog) -> ExitCode {
    let signals = Signals::listen();
    for stack in STACKS {
        if let Ok(code) = with_stack(stack, || run_on(catalog, &signals, stack)) {
            return ExitCode::from(code);
        }
    }
    eprintln!("error: the system refuses a thread");
    ExitCode::from(failure::Exit::Resource as u8)
}

fn run_on(catalog: &Catalog, signals: &Signals, stack: usize) -> u8 {
    // Whether an error is to be JSON must be known even when the arguments cannot be read.
    let json = std::env::args_os().any(|argument| argument == "--json");
    let mut context = Context { catalog, given: Vec::new(), signals, stack, output: Output::stdout() };
    let result = catch_unwind(AssertUnwindSafe(|| read_and_run(&mut context)));
    let result = result.unwrap_or_else(|panic| Err(Failure::panic(panic.as_ref())));
    let result = result.and_then(|code| context.output.flush().map(|()| code));
    let code = match result {
        Ok(code) => code,
        Err(failure) => failure.report(json, &mut context.output),
    };
    signals.exit_code().unwrap_or(code)
}

fn read_and_run(context: &mut Context<'_>) -> Result<u8, Failure> {
    let matches = command(context.catalog, asked_for(context.catalog)).try_get_matches()?;
    let Cli { verb } = Cli::from_arg_matches(&matches)?;
    context.given = given(context.catalog, &matches);
    match verb {
        Verb::Games(args) => games::run(&args, context),
        Verb::Rules(args) => rules::run(&args, context),
        Verb::Show(args) => show::run(&args, context),
        Verb::Move(args) => r#move::run(&args, context),
        Verb::Solve(args) => solve::run(&args, context),
        Verb::Analyze(args) => analyze::run(&args, context),
        Verb::Rollout(args) => rollout::run(&args, context),
        Verb::Play(args) => play::run(&args, context),
        Verb::Match(args) => r#match::run(&args, context),
        Verb::Perft(args) => perft::run(&args, context),
        Verb::Compare(args) => compare::run(&args, context),
        Verb::Check(args) => check::run(&args, context),
        Verb::Verify(args) => verify::run(&args, context),
        Verb::Train(args) => train::run(&args, context),
        Verb::Tables(args) => tables::run(&args, context),
        Verb::Book(args) => book::run(&args, context),
        Verb::Tree(args) => tree::run(&args, context),
        Verb::Uniform(args) => uniform::run(&args, context),
        Verb::Evaluations(args) => evaluations::run(&args, context),
        Verb::Quiz(args) => quiz::run(&args, context),
        Verb::Grade(args) => grade::run(&args, context),
        Verb::Bench(args) => bench::run(&args, context),
        Verb::New(args) => new::run(&args, context),
        Verb::Convert(args) => convert::run(&args, context),
        Verb::Engine(args) => engine::run(&args, context),
        Verb::Doctor(args) => doctor::run(&args, context),
        Verb::Serve(args) => serve::run(&args, context),
        Verb::Man(args) => man::run(&args, context),
        Verb::Completions(CompletionsArgs { shell }) => {
            let mut command = command(context.catalog, Shown::All);
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "counterplay", &mut script);
            context.output.line(String::from_utf8_lossy(&script).trim_end())?;
            Ok(0)
        }
    }
}

/// Whose options the help lists.
#[derive(Clone, Copy)]
enum Shown<'a> {
    /// Those of all games.
    All,
    /// Those of one game.
    Game(&'a str),
    /// Those of no game: it says how to see them.
    None,
}

/// Whose options help should list: those of the first game that the arguments name.
fn asked_for(catalog: &Catalog) -> Shown<'_> {
    let named = std::env::args().skip(1).find_map(|word| catalog.items().find(|item| item.name() == word));
    named.map_or(Shown::None, |item| Shown::Game(item.name()))
}

/// Clap command with the games of the catalog and their options. All of them are read; help lists some.
fn command(catalog: &Catalog, shown: Shown<'_>) -> Command {
    let names: Vec<String> = catalog.items().map(|item| item.name().to_owned()).collect();
    let mut options: Vec<(&'static str, Vec<String>)> = Vec::new();
    for item in catalog.items() {
        for spec in item.options() {
            let default = spec.default.map(|value| format!(", {value} if not given")).unwrap_or_default();
            let help = format!("{}, {} to {}{default}", spec.help, spec.least, spec.most);
            let help = match shown {
                Shown::Game(name) => (item.name() == name).then_some(help),
                Shown::All | Shown::None => Some(format!("{}: {help}", item.name())),
            };
            match options.iter_mut().find(|(name, _)| *name == spec.name) {
                Some((_, known)) => known.extend(help),
                None => options.push((spec.name, help.into_iter().collect())),
            }
        }
    }
    let with_name = |sub: Command| {
        sub.mut_arg("game", |game| {
            game.value_parser(clap::builder::PossibleValuesParser::new(names.clone())).hide_possible_values(true)
        })
    };
    let heading = match shown {
        Shown::Game(name) => format!("Options of {name}"),
        Shown::All | Shown::None => "Options of games".to_owned(),
    };
    let lists = |help: &[String]| !matches!(shown, Shown::None) && !help.is_empty();
    let with_game = |sub: Command, before: &str| {
        // In place of a game there may be a file that tells its game.
        let sub = if ["analyze", "convert"].contains(&sub.get_name()) {
            sub.mut_arg("game", |game| game.value_name("GAME|FILE"))
        } else {
            with_name(sub)
        };
        let sub = match shown {
            Shown::None => {
                let verb = sub.get_name().to_owned();
                let more =
                    format!("A game's own options: counterplay {before}{verb} GAME --help, with the name of the game");
                let examples = sub.get_after_help().map(|help| format!("{help}\n")).unwrap_or_default();
                sub.after_help(format!("{examples}{more}"))
            }
            Shown::All | Shown::Game(_) => sub,
        };
        options.iter().fold(sub, |sub, (name, help)| {
            let option = Arg::new(format!("option {name}")).long(name).help(help.join("; ")).value_name("N");
            sub.arg(option.allow_hyphen_values(true).help_heading(heading.clone()).hide(!lists(help)))
        })
    };
    let file = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(format!("option {name}")).long(name).value_name(value).help(help).help_heading(heading.clone())
    };
    let with_weights = |sub: Command| {
        sub.arg(file(WEIGHTS, "FILE", "weights that `train` wrote, where the game's evaluation is learned"))
    };
    let with_tables = |sub: Command| {
        sub.arg(file(TABLES, "FOLDER", "tables that `tables build` made, where the game's positions are numbered"))
    };
    let command = GAME_VERBS
        .into_iter()
        .fold(Cli::command(), |command, verb| command.mut_subcommand(verb, |sub| with_game(sub, "")));
    let command = WEIGHING_VERBS.into_iter().fold(command, |command, verb| command.mut_subcommand(verb, with_weights));
    let command = PROBING_VERBS.into_iter().fold(command, |command, verb| command.mut_subcommand(verb, with_tables));
    let command = command.mut_subcommand("rules", with_name);
    let command = command.mut_subcommand("tables", |tables| {
        tables::VERBS
            .into_iter()
            .fold(tables, |tables, verb| tables.mut_subcommand(verb, |sub| with_game(sub, "tables ")))
    });
    command.mut_subcommand("book", |book| {
        book::VERBS.into_iter().fold(book, |book, verb| book.mut_subcommand(verb, |sub| with_game(sub, "book ")))
    })
}

/// Options of games that were given.
fn given(catalog: &Catalog, matches: &ArgMatches) -> Given {
    let Some((verb, matches)) = matches.subcommand() else { return Vec::new() };
    let matches = match verb {
        "tables" | "book" => matches.subcommand().map(|(_, matches)| matches),
        verb => GAME_VERBS.contains(&verb).then_some(matches),
    };
    let Some(matches) = matches else { return Vec::new() };
    let mut names: Vec<&str> = catalog.items().flat_map(|item| item.options()).map(|spec| spec.name).collect();
    names.extend([WEIGHTS, TABLES]);
    names.sort_unstable();
    names.dedup();
    let value = |name: &str| matches.try_get_one::<String>(&format!("option {name}")).ok().flatten().cloned();
    names.into_iter().filter_map(|name| Some((name.to_owned(), value(name)?))).collect()
}
