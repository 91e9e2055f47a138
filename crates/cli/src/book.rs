//! `counterplay book build|show|stats GAME`: opening books, made from games that were played.

use std::time::Instant;

use clap::Subcommand;
use counterplay_api::{AnyGame, Book, BookBuilder, BookMove, BuildRefusal, Catalog, FoundGame};
use counterplay_core::TextError;
use serde_json::{Value, json};

use crate::failure::{Exit, Failure};
use crate::output::{replace_file, try_writing};
use crate::position::{self, Given, PositionArgs};
use crate::progress::ProgressLine;
use crate::{Context, game_files, input, limits, memory};

/// Make an opening book from games, and look into it
///
/// A book holds how often each action was played in a position, and how those games ended for whoever played it. `play`
/// and `match` take moves from it with --book.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: BookVerb,
}

#[derive(Subcommand)]
enum BookVerb {
    Build(BuildArgs),
    Show(ShowArgs),
    Stats(StatsArgs),
}

/// Verbs of `book`.
pub(crate) const VERBS: [&str; 3] = ["build", "show", "stats"];

/// Count the moves of games, position by position
///
/// The files are in any format that the game reads, and may have many games each. A game that cannot be read to its end
/// is told with its place and left out; then the exit code is 3, and the book is written all the same. The same games
/// give the same bytes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay book build checkers games.pdn --out checkers.book
  counterplay book build chess mine.pgn others.pgn --plies 20 --least 5 --out chess.book")]
struct BuildArgs {
    /// The game; `games` lists them
    #[arg(value_name = "GAME", index = 1)]
    game: String,
    /// Files of games; - for stdin
    #[arg(value_name = "FILE", index = 2, required = true)]
    files: Vec<String>,
    /// Where to write the book
    #[arg(long, value_name = "BOOK")]
    out: String,
    /// How many plies of each game to count
    #[arg(long, value_parser = plies, allow_hyphen_values = true, default_value = "30")]
    plies: usize,
    /// Leave out moves that were played in fewer games than this
    #[arg(long, value_name = "GAMES", value_parser = least, allow_hyphen_values = true, default_value = "2")]
    least: u64,
    /// The most memory that counting may take, such as 1G; half of what there is if not given
    #[arg(long, value_parser = limits::size, allow_hyphen_values = true)]
    memory: Option<u64>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// List the moves of a position, the most played first
///
/// The score is that of the side that plays the move, a draw being one half. Exit code 1 if the book has no move there.
#[derive(clap::Args)]
struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The book
    #[arg(value_name = "BOOK", index = 2)]
    book: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Tell how many games, positions and moves a book has
#[derive(clap::Args)]
struct StatsArgs {
    /// The game; `games` lists them
    #[arg(value_name = "GAME", index = 1)]
    game: String,
    /// The book
    #[arg(value_name = "BOOK", index = 2)]
    book: String,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Most faults that are told one by one on stderr.
const MOST_FAULTS: usize = 20;

/// Memory of counting where the system does not say how much there is.
const USUAL_MEMORY: u64 = 1 << 30;

fn plies(text: &str) -> Result<usize, String> {
    limits::whole(text, 1, 10_000).map(|plies| plies as usize)
}

fn least(text: &str) -> Result<u64, String> {
    limits::whole(text, 1, 1_000_000_000)
}

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    match &args.verb {
        BookVerb::Build(args) => build(args, context),
        BookVerb::Show(args) => show(args, context),
        BookVerb::Stats(args) => stats(args, context),
    }
}

/// Opens the book of a game with its options.
pub(crate) fn open(
    path: &str,
    name: &str,
    given: &Given,
    game: &dyn AnyGame,
    catalog: &Catalog,
) -> Result<Book, Failure> {
    let (options, bytes) = (position::options(catalog, name, given)?, input::bytes(path)?);
    Book::open(&bytes, name, &options, game)
        .map_err(|error| Failure::input(format!("{path} cannot be used as a book: {error}")))
}

/// Game of a file that was left out, and why.
struct LeftOut {
    file: String,
    /// Number of the game in its file, from 1.
    number: usize,
    line: usize,
    column: usize,
    message: String,
}

impl LeftOut {
    fn to_json(&self) -> Value {
        let LeftOut { file, number, line, column, message } = self;
        json!({"file": file, "game": number, "message": message, "line": line, "column": column})
    }
}

fn build(args: &BuildArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let options = position::options(context.catalog, &args.game, &context.given)?;
    let bytes = args.memory.or_else(|| memory::available().map(|bytes| bytes / 2)).unwrap_or(USUAL_MEMORY);
    let most = usize::try_from(bytes).unwrap_or(usize::MAX) / BookBuilder::BYTES_A_MOVE;
    let builder = BookBuilder::new(&args.game, &options, game.as_ref(), args.plies, most);
    let builder = builder.map_err(|why| Failure::usage(format!("there is no book of {}: {why}", args.game)))?;
    try_writing(&args.out)?;
    let begun = Instant::now();
    let line = ProgressLine::begin();
    let mut count = Count { options, builder, left_out: Vec::new(), games: 0 };
    for file in &args.files {
        line.say(format!("{} games, reading {file}", count.games));
        count.add(file, args, &line, context)?;
    }
    drop(line);
    let Count { builder, left_out, games, .. } = count;
    if games == 0 {
        return Err(Failure::input("there is no game to count: no book is written"));
    }
    let book = builder.finish(args.least);
    let bytes = book.to_bytes();
    replace_file(&args.out, &bytes)?;
    let (positions, moves) = book.size();
    if args.json {
        context.output.json(&json!({
            "game": args.game, "out": args.out, "plies": args.plies, "least": args.least, "games": games,
            "positions": positions, "moves": moves, "bytes": bytes.len(),
            "left_out": left_out.iter().map(LeftOut::to_json).collect::<Vec<_>>(),
            "ms": begun.elapsed().as_secs_f64() * 1e3,
        }))?;
    } else {
        let without = if left_out.is_empty() { String::new() } else { format!(", {} left out", left_out.len()) };
        let seconds = begun.elapsed().as_secs_f64();
        context.output.line(format!(
            "{games} games{without}: {positions} positions, {moves} moves; {} bytes, {seconds:.1} s",
            bytes.len()
        ))?;
    }
    Ok(if left_out.is_empty() { 0 } else { Exit::Input as u8 })
}

/// Count of the games of several files.
struct Count {
    /// Options that every game must have.
    options: Vec<(String, i64)>,
    builder: BookBuilder,
    left_out: Vec<LeftOut>,
    games: u64,
}

impl Count {
    /// Counts the games of a file.
    fn add(&mut self, file: &str, args: &BuildArgs, line: &ProgressLine, context: &Context<'_>) -> Result<(), Failure> {
        let (_, given) = position::files_apart(&context.given);
        let text = input::foreign_text(file)?;
        let mut number = 0;
        for piece in pieces(&text) {
            let begin = piece.as_ptr().addr() - text.as_ptr().addr();
            line.share(begin as u64, text.len() as u64);
            let reading = context.catalog.read_as(&args.game, &given, piece);
            let reading = reading.map_err(|refusal| in_file(file, game_files::refused(&refusal, piece)))?;
            for found in reading.games {
                if context.signals.exit_code().is_some() {
                    return Err(Failure::negative("stopped: no book is written"));
                }
                number += 1;
                if let Some(TextError { offset, message, .. }) = self.fault(&found, args, context.catalog) {
                    let (row, column) = TextError::new(begin + offset, "").position(&text);
                    self.leave_out(LeftOut { file: file.to_owned(), number, line: row, column, message }, line);
                } else if found.file.position.as_ref().is_some_and(|position| position.plies() > 0) {
                    self.builder.add(&found.file).map_err(full)?;
                    self.games += 1;
                }
            }
        }
        Ok(())
    }

    /// Why a game cannot be counted, if it cannot.
    fn fault(&self, found: &FoundGame, args: &BuildArgs, catalog: &Catalog) -> Option<TextError> {
        if let Some(fault) = &found.file.fault {
            return Some(fault.clone());
        }
        let options = position::options(catalog, &args.game, &found.options).ok()?;
        let others: Vec<String> = options
            .iter()
            .filter(|option| !self.options.contains(option))
            .map(|(name, value)| format!("--{name} {value}"))
            .collect();
        let fault = || TextError::new(found.file.offset, format!("it was played with {}", others.join(" ")));
        (!others.is_empty()).then(fault)
    }

    /// Leaves a game out, and says so.
    fn leave_out(&mut self, game: LeftOut, line: &ProgressLine) {
        let LeftOut { file, number, line: row, column, message } = &game;
        if self.left_out.len() < MOST_FAULTS {
            line.note(&format!("{file}, line {row}, column {column}: game {number} is left out: {message}"));
        }
        if self.left_out.len() == MOST_FAULTS {
            line.note("further games that are left out are only counted");
        }
        self.left_out.push(game);
    }
}

/// Least size of a piece of a file, in bytes.
const PIECE: usize = 1 << 20;

/// Pieces of a text of games, each hardly longer than [`PIECE`], so that the games of a large file are not in memory all
/// at once. In the formats that are written in the manner of PGN, a piece ends where a result is followed by an empty
/// line and a tag; a text without such places is one piece.
fn pieces(mut text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    loop {
        let from = text.ceil_char_boundary(PIECE.min(text.len()));
        let ends = text[from..].match_indices("\n[").map(|(at, _)| from + at + 1);
        let end = ends.filter(|&end| {
            let before = text[..end].trim_end();
            let is_result = before.ends_with(|sign: char| sign.is_ascii_digit() || sign == '*');
            is_result && text[before.len()..end].matches('\n').count() > 1
        });
        let Some(end) = end.into_iter().next() else { break };
        let (piece, rest) = text.split_at(end);
        pieces.push(piece);
        text = rest;
    }
    pieces.push(text);
    pieces
}

/// Failure of a builder that may hold no more.
fn full(refusal: BuildRefusal) -> Failure {
    Failure::resource(format!("{refusal}: count fewer --plies, or allow more --memory"))
}

/// Failure with the file that it is about.
fn in_file(file: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Message { exit, message, place } => {
            Failure::Message { exit, message: format!("{file}: {message}"), place }
        }
        other => other,
    }
}

fn show(args: &ShowArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let name = &args.position.game;
    let given = args.position.given(context.catalog, &context.given)?;
    let game = position::game(context.catalog, name, &given)?;
    let position = args.position.read(game.as_ref())?;
    let book = open(&args.book, name, &given, game.as_ref(), context.catalog)?;
    let moves = book.moves(position.as_ref());
    if args.json {
        let moves = moves.iter().map(|BookMove { action, games, wins, draws, losses }| {
            json!({"action": action.word, "games": games, "wins": wins, "draws": draws, "losses": losses})
        });
        let moves: Vec<Value> = moves.collect();
        context.output.json(&json!({"game": name, "position": position.text(), "moves": moves}))?;
    } else if moves.is_empty() {
        context.output.line("the book has no move here")?;
    } else {
        let all: u64 = moves.iter().map(|found| found.games).sum();
        let width = moves.iter().map(|found| found.action.text().chars().count()).max().unwrap_or(0).max(4);
        let output = &mut context.output;
        output.line(format!("{:<width$}     games    share      won    drawn     lost    score", "move"))?;
        for found in &moves {
            let BookMove { action, games, wins, draws, losses } = found;
            let share = percent(*games as f64 / all as f64);
            let score = found.score().map_or_else(|| "-".to_owned(), percent);
            output.line(format!(
                "{:<width$}  {games:>8}  {share:>7}  {wins:>7}  {draws:>7}  {losses:>7}  {score:>7}",
                action.text()
            ))?;
        }
    }
    Ok(if moves.is_empty() { Exit::Negative as u8 } else { 0 })
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn stats(args: &StatsArgs, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = position::game(context.catalog, &args.game, &context.given)?;
    let book = open(&args.book, &args.game, &context.given, game.as_ref(), context.catalog)?;
    let (games, (positions, moves), plies, least) = (book.games(), book.size(), book.plies(), book.least());
    if args.json {
        context.output.json(&json!({
            "game": args.game, "games": games, "positions": positions, "moves": moves, "plies": plies, "least": least,
        }))?;
    } else {
        context.output.line(format!(
            "{games} games: {positions} positions, {moves} moves; of the first {plies} plies, each in {least} games or more"
        ))?;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_text_is_cut_between_games_and_nowhere_else() {
        let game = |end: &str| format!("[Event \"é\"]\r\n\r\n1. a1 {{a comment\n\n[here]}} b2 {end}\r\n\r\n");
        let text = game("1-0").repeat(50_000) + &game("*");
        let pieces = pieces(&text);
        assert_eq!(pieces.concat(), text);
        assert!(pieces.len() > 2 && pieces.iter().all(|piece| piece.len() < PIECE + 100));
        assert!(pieces.iter().all(|piece| piece.starts_with("[Event") && piece.trim_end().ends_with(['0', '*'])));
        let one = "a line of moves\n".repeat(100_000);
        assert_eq!((super::pieces(&one), super::pieces("")), (vec![one.as_str()], vec![""]));
    }
}
