//! Verb `match`, `counterplay match GAME A B`: two players of any kind, refereed.

mod arguments;
mod replay;
mod score;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_api::{Book, TurnWord};
use counterplay_core::TextError;
use counterplay_referee::{
    GameRecord, Kind, Log, LogError, Match, MatchError, MatchPlan, Opening, Openings, PlayerSettings, Setting, Sprt,
    Verdict,
};

use crate::failure::Failure;
use crate::position::{Given, PositionArgs};
use crate::{Context, book, input, limits, position};
use score::MatchReporter;

/// Let two players of any kind play a match
///
/// A player is level:1 to level:10, nodes:1e5, depth:6, time:1s, one of the last three with ,filter:4:0.1 in a game of
/// chance, or in other games with ,without:selective, which leaves out the selective techniques of the search; random,
/// gnubg:0 for GNU Backgammon that looks so many plies ahead, gtp:COMMAND for a program that speaks GTP,
/// uci:COMMAND?OPTION=VALUE&nodes=30000 for one that speaks UCI, with its options and its limits for a move, or
/// cmd:COMMAND for one that speaks the protocol of docs/referee.md; a command with a blank or a slash in it needs no
/// cmd:. In a game with secrets it may be averaging:100 or ismcts:1e4, with so many deals for each move. Each opening
/// is played twice, with the seats exchanged. What is told is told of A. Exit code 1 if --sprt is not decided, or a
/// game played again comes out otherwise.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game; `games` lists them
    #[arg(value_name = "GAME", index = 1, required_unless_present = "replay")]
    game: Option<String>,
    /// The one player
    #[arg(value_name = "A", index = 2, value_parser = arguments::player, required_unless_present = "replay")]
    a: Option<Kind>,
    /// The other player
    #[arg(value_name = "B", index = 3, value_parser = arguments::player, required_unless_present = "replay")]
    b: Option<Kind>,
    /// How many games to play, an even number; 20 if not given, and with --sprt until it is decided
    #[arg(long, value_parser = arguments::games, allow_hyphen_values = true)]
    games: Option<u64>,
    /// How long a program may think about a move, such as 500ms, 2s or 1m
    #[arg(long, value_parser = limits::time, allow_hyphen_values = true, default_value = "10s")]
    time: Duration,
    /// The seed of everything that is drawn at random
    #[arg(long, value_parser = limits::seed, allow_hyphen_values = true, default_value = "1")]
    seed: u64,
    /// How many games to play at the same time
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64), default_value = "1")]
    jobs: u16,
    /// The position that every game begins with, in the game's notation, @FILE, or - for stdin
    #[arg(short, long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Actions that are played from there before the players choose
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// How many plies are played at random before the players choose; what suits the game if not given
    #[arg(
        long,
        value_name = "PLIES",
        value_parser = clap::value_parser!(u32).range(0..=100),
        conflicts_with_all = ["position", "moves"]
    )]
    opening_plies: Option<u32>,
    /// Openings to play instead: a position or a line of actions on each line of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening_plies", "position", "moves"])]
    openings: Option<String>,
    /// A book that `book build` made: while it has moves, players that are built in play one of them, each as often as
    /// it was played; the games begin at the start if nothing else is said
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,
    /// A game of more plies than this is a draw
    #[arg(
        long,
        value_name = "PLIES",
        value_parser = clap::value_parser!(u32).range(1..=100_000),
        default_value = "1000"
    )]
    longest: u32,
    /// End the match when it is decided whether A is stronger by the one difference in Elo, or by the other
    #[arg(long, value_name = "ELO0,ELO1", value_parser = arguments::hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// How often the test may accept ELO1 where ELO0 is true
    #[arg(long, value_name = "RATE", value_parser = arguments::error_rate, default_value = "0.05", requires = "sprt")]
    alpha: f64,
    /// How often the test may accept ELO0 where ELO1 is true
    #[arg(long, value_name = "RATE", value_parser = arguments::error_rate, default_value = "0.05", requires = "sprt")]
    beta: f64,
    /// Write each game to a file as it ends; the match that is in it already goes on
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
    /// Play a game of a log again, from its seed
    #[arg(long, value_name = "FILE", requires = "number", conflicts_with_all = ["game", "log", "position", "moves"])]
    replay: Option<String>,
    /// Which game of the log
    #[arg(id = "number", long = "game", value_name = "N", requires = "replay")]
    number: Option<u64>,
    /// Answer in JSON: a line for each game, and then the score
    #[arg(long)]
    json: bool,
}

/// Default number of games.
const GAMES: u64 = 20;
/// Most games where a test decides: enough for any difference that one would care about.
const MOST_GAMES: u64 = 100_000;

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let (game, a, b) = match (&args.replay, args.number, &args.game, &args.a, &args.b) {
        (Some(path), Some(number), ..) => return replay::run(path, number, args, context),
        (_, _, Some(game), Some(a), Some(b)) => (game, a, b),
        _ => return Err(Failure::usage("a match needs a game and two players")),
    };
    let begins = PositionArgs::new(game, args.position.clone(), args.moves.clone());
    let given = begins.given(context.catalog, &context.given)?;
    let setting = setting(game, &given, args.seed, args.longest as usize, context)?;
    let openings = match (&args.openings, args.opening_plies) {
        _ if args.position.is_some() || args.moves.is_some() => Openings::Listed(vec![opening(&begins, &setting)?]),
        (Some(path), _) => Openings::Listed(read_openings(path, &setting)?),
        (None, Some(plies)) => Openings::Plies(plies),
        (None, None) if args.book.is_some() => Openings::Plies(0),
        (None, None) => Openings::usual(setting.game.as_ref()),
    };
    let mut player_settings = player_settings(args.time, context);
    player_settings.book = open_book(args, &setting, &given, context)?;
    let contest = Match { setting, players: [a.clone(), b.clone()], player_settings, openings };
    if let Some(why) = contest.refusal() {
        return Err(Failure::usage(why));
    }
    let sprt = args.sprt.map(|(elo0, elo1)| Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta });
    let games = args.games.unwrap_or(if sprt.is_some() { MOST_GAMES } else { GAMES });
    let (log, done) = match &args.log {
        Some(path) => {
            open_log(path, &contest, &context.signals.stop).map(|(log, done)| (Some((path.as_str(), log)), done))?
        }
        None => (None, Vec::new()),
    };
    let plan = MatchPlan { games, jobs: args.jobs.into(), sprt };
    let stop = context.signals.stop.clone();
    // A test ends when it is decided, and nobody knows when that is.
    let all = sprt.is_none().then_some(games);
    let mut reporter = MatchReporter::new(log, args.json, all, &mut context.output);
    let tally = contest.run(&plan, done, &stop, &mut reporter);
    drop(reporter);
    let tally = tally.map_err(failure)?;
    let verdict = sprt.map(|sprt| sprt.verdict(&tally.pairs));
    let stopped = context.signals.exit_code().is_some();
    score::print_score(&contest, sprt, &tally, stopped, args.json, &mut context.output)?;
    Ok(u8::from(verdict == Some(Verdict::Open)))
}

/// Setting that all games of the match have in common.
fn setting(name: &str, given: &Given, seed: u64, longest: usize, context: &Context<'_>) -> Result<Setting, Failure> {
    let game = position::game(context.catalog, name, given)?;
    let options = position::options(context.catalog, name, given)?;
    Ok(Setting { name: name.to_owned(), options, game, seed, longest })
}

/// Resources of the players. Each job has a stack of its own, so it is not the largest.
fn player_settings(time: Duration, context: &Context<'_>) -> PlayerSettings {
    PlayerSettings { time, stack: context.stack.min(64 << 20), ..PlayerSettings::default() }
}

/// Opening book of the match, if it has one.
fn open_book(
    args: &Args,
    setting: &Setting,
    given: &Given,
    context: &Context<'_>,
) -> Result<Option<Arc<Book>>, Failure> {
    let open = |path| book::open(path, &setting.name, given, setting.game.as_ref(), context.catalog).map(Arc::new);
    args.book.as_deref().map(open).transpose()
}

/// Opening that all games have in common: a position, and a line of play from there.
fn opening(begins: &PositionArgs, setting: &Setting) -> Result<Opening, Failure> {
    let position = begins.read(setting.game.as_ref())?;
    if position.turn() == TurnWord::Over {
        return Err(Failure::input("the game is over where the match would begin"));
    }
    Ok(Opening { position: begins.text()?.map(str::to_owned), moves: position.line() })
}

/// Reads the openings in a file: one on each line that is not empty and does not begin with `#`.
fn read_openings(path: &str, setting: &Setting) -> Result<Vec<Opening>, Failure> {
    let text = input::file(path)?;
    let mut openings = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let offset = line.as_ptr().addr() - text.as_ptr().addr();
        let refused = |at: usize, why: String| Failure::text(&TextError::new(offset + at, why), &text);
        let opening = Opening::read(setting.game.as_ref(), line)
            .map_err(|error| refused(error.offset, format!("this is no opening: {}", error.message)))?;
        let position = opening.set_up(setting.game.as_ref()).map_err(|why| refused(0, why.to_string()))?;
        if position.turn() == TurnWord::Over {
            return Err(refused(0, "the game is over in this opening".to_owned()));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(Failure::input(format!("{path} has no opening in it")));
    }
    Ok(openings)
}

/// Opens the log of the match, with the games that are in it already.
fn open_log(path: &str, contest: &Match, stop: &AtomicBool) -> Result<(Log, Vec<GameRecord>), Failure> {
    let (log, content) = Log::open(Path::new(path), contest, stop).map_err(|error| log_failure(path, &error))?;
    if content.torn {
        eprintln!("note: the last line of {path} is not whole, and was dropped");
    }
    if !content.games.is_empty() {
        eprintln!("{} games are in {path} already", content.games.len());
    }
    Ok((log, content.games))
}

fn log_failure(path: &str, error: &LogError) -> Failure {
    match error {
        LogError::System(error) => Failure::writing(path, error),
        LogError::Busy => Failure::input(format!("another match is writing to {path}")),
        LogError::Stopped => Failure::negative("it was stopped before it was done"),
        LogError::Damaged(line, what) => Failure::input(format!("line {line} of {path} is damaged: {what}")),
        LogError::Other(how) => {
            Failure::input(format!("{path} is the log of another match ({how}): name another file, or play that match"))
        }
    }
}

fn failure(error: MatchError<Failure>) -> Failure {
    match error {
        MatchError::Witness(failure) => failure,
        MatchError::Threads => Failure::resource("the system refuses a thread; ask for fewer --jobs"),
        MatchError::Game(error) => Failure::input(error.to_string()),
        other => Failure::input(format!("the match cannot go on: {other:?}")),
    }
}
