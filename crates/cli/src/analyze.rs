//! Analysis, `counterplay analyze GAME`: several lines with their values, depth by depth. With a file it is a whole
//! game that is reviewed, move by move: see `annotate`.
//!
//! On a terminal the lines are drawn anew after each depth; with `--json` each depth is a line, and the answer the last
//! one; otherwise there is the answer alone.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use counterplay_api::{AnyPosition, Catalog, Iteration, Progress, Report, Request, TurnWord, Variation, json};
use counterplay_core::engine::Table;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::position;
use crate::progress::ProgressLine;
use crate::report_text::{effort, shortened, value_words, whose};
use crate::search::{SearchArgs, tell};
use crate::{Context, annotate, batch, game_files, input, limits};

/// Find several lines with their values, and show how the search gets on
///
/// With --json each depth that is finished is a line, and the answer is the last one, with "final": true. With a FILE
/// every move of the game is judged, each with the limits that are given; with --json each is a line.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  counterplay analyze othello -p f5d6c3d3c4 --lines 5 --time 3s
  counterplay analyze games.pdn --report report.html
  counterplay analyze games.pdn --game 3")]
pub(crate) struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// A file of games to judge move by move, or - for stdin; docs/game-files.md has the formats. It needs no GAME
    /// before it where it tells by itself which game it is of
    #[arg(value_name = "FILE", index = 2, conflicts_with_all = ["position", "moves", "batch", "lines"])]
    file: Option<String>,
    /// Write what is found about the moves of a FILE as a page for a browser, with boards and a curve of the values
    #[arg(long, value_name = "PAGE")]
    report: Option<String>,
    /// Judge only this one of the games of a FILE, from 1
    #[arg(long = "game", value_name = "N", value_parser = game_files::number)]
    number: Option<usize>,
    /// How many lines to find, the best first
    #[arg(long, value_parser = limits::lines, allow_hyphen_values = true, default_value = "3")]
    lines: usize,
}

impl Args {
    /// File of games, if there is one: where the first argument is no game, it is the file.
    fn game_file(&self, catalog: &Catalog) -> Result<Option<&str>, Failure> {
        let at = &self.search.at;
        let file = game_files::file_of(&at.game, self.file.as_deref(), catalog)?;
        if let Some(file) = file.filter(|_| at.position.is_some() || at.moves.is_some() || self.search.batch.is_some())
        {
            return Err(Failure::usage(format!("{file} is a file: name the game for -p, --moves and --batch")));
        }
        Ok(file)
    }
}

/// Default time of an analysis.
const THINKING_TIME: Duration = Duration::from_secs(3);

/// Most depths in the table for people, the last ones.
const MOST_ROWS: usize = 50;

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    if let Some(file) = args.game_file(context.catalog)? {
        let text = input::foreign_text(file)?;
        let name = match &args.file {
            Some(_) => args.search.at.game.clone(),
            None => game_files::name_of(&text, "analyze", context.catalog)?,
        };
        return annotate::run(&text, &name, args.number, &args.search, args.report.as_deref(), context);
    }
    if args.report.is_some() || args.number.is_some() {
        return Err(Failure::usage("--report and --game are for a FILE: name the file of the game to judge"));
    }
    let SearchArgs { at, limits, batch, json } = &args.search;
    let game = at.game(context.catalog, &context.given)?;
    let mut request =
        Request { lines: args.lines, ..limits.request(game.has_secrets(), context.stack, &context.signals.stop)? };
    if limits.are_open() {
        request.limits.time = Some(THINKING_TIME);
    }
    if let Some(path) = batch {
        request.table = Some(Arc::new(Table::new(request.memory)));
        return batch::run(path, context, |line, _| {
            let position = position::read(game.as_ref(), line)?;
            let start = Instant::now();
            let mut last = None;
            let report = position.best(&request, &mut |progress| last.clone_from(&progress.iteration))?;
            Ok((final_json(&at.game, position.as_ref(), &report, last.as_ref(), start.elapsed()), 0))
        });
    }
    let position = at.read(game.as_ref())?;
    let form = match (json, std::io::stdout().is_terminal()) {
        (true, _) => Form::Json,
        (false, true) => Form::Screen,
        (false, false) => Form::Quiet,
    };
    let position = position.as_ref();
    let line = ProgressLine::of_search(&mut request);
    let start = Instant::now();
    let mut live = Live { game: &at.game, position, form, start, drawn: 0, rows: Vec::new(), context };
    live.analyze(&request, line)
}

/// Output form while the search is running.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Screen,
    Quiet,
}

/// Live analysis that somebody may be looking at.
struct Live<'a, 'b> {
    game: &'a str,
    position: &'a dyn AnyPosition,
    form: Form,
    start: Instant,
    /// Lines of the screen that are to be drawn over.
    drawn: usize,
    /// Depths that are finished.
    rows: Vec<(u32, Iteration)>,
    context: &'a mut Context<'b>,
}

impl Live<'_, '_> {
    /// Analyses the position. The progress line stands below what is drawn.
    fn analyze(&mut self, request: &Request, line: ProgressLine) -> Result<u8, Failure> {
        let mut failure = None;
        let stop = self.context.signals.stop.clone();
        let report = self.position.best(request, &mut |progress| {
            tell(&line, progress, self.position);
            let shown = line.aside(|| self.show(progress, request));
            if failure.is_none()
                && let Err(error) = shown
            {
                failure = Some(error);
                // Nobody reads the output.
                stop.store(true, Ordering::Relaxed);
            }
        });
        drop(line);
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.clear()?;
        let report = report?;
        let time = self.start.elapsed();
        if self.form == Form::Json {
            let last = self.rows.last().map(|(_, iteration)| iteration);
            self.context.output.json(&final_json(self.game, self.position, &report, last, time))?;
        } else {
            for line in self.text(&report, time) {
                self.context.output.line(line)?;
            }
        }
        Ok(0)
    }

    /// Shows a depth that is finished.
    fn show(&mut self, progress: &Progress, request: &Request) -> Result<(), Failure> {
        let Some(iteration) = &progress.iteration else { return Ok(()) };
        if self.form == Form::Json {
            let value = self.iteration_json(progress, iteration, request);
            self.context.output.json(&value)?;
        } else if self.form == Form::Screen {
            self.draw(progress, iteration)?;
        }
        self.rows.push((progress.depth, iteration.clone()));
        self.context.output.flush()
    }

    /// JSON line of a depth: the shape of the final one, as far as it is known yet.
    fn iteration_json(&self, progress: &Progress, iteration: &Iteration, request: &Request) -> Value {
        let first = iteration.lines.first();
        let line = first.map_or(&[][..], |first| &first.line);
        let worth = |first: &Variation| json::value(first.value);
        let mut value = json!({
            "game": self.game,
            "position": self.position.text(),
            "turn": self.position.turn().to_string(),
            "action": line.first(),
            "best": line.first().into_iter().collect::<Vec<_>>(),
            "value": first.map(worth),
            "line": line,
            "depth": progress.depth,
            "nodes": progress.nodes,
            "ms": self.start.elapsed().as_millis() as u64,
            "threads": request.threads,
            "final": false,
        });
        add_lines(&mut value, self.position, &iteration.lines, Some(iteration));
        value
    }

    /// Draws the lines over those of the depth before. A line that is too long for the screen ends at its edge, for if
    /// it were broken, nobody would know how many there are to draw over.
    fn draw(&mut self, progress: &Progress, iteration: &Iteration) -> Result<(), Failure> {
        /// Most lines that a screen has room for.
        const MOST: usize = 16;
        self.clear()?;
        let mut lines = variation_lines(&iteration.lines[..iteration.lines.len().min(MOST)], self.position);
        let seconds = self.start.elapsed().as_secs_f64();
        lines.push(format!("depth {}, {} nodes, {seconds:.1} s", progress.depth, progress.nodes));
        self.drawn = lines.len();
        self.context.output.text(format!("\x1b[?7l{}\n\x1b[?7h", lines.join("\n")))
    }

    /// Clears what was drawn on the screen.
    fn clear(&mut self) -> Result<(), Failure> {
        match std::mem::take(&mut self.drawn) {
            0 => Ok(()),
            lines => self.context.output.text(format!("\x1b[{lines}A\x1b[J")),
        }
    }

    /// Report for people.
    fn text(&self, report: &Report, time: Duration) -> Vec<String> {
        let mut text = vec![format!("values are for {}", whose(self.position))];
        if report.lines.is_empty() {
            // Nobody has a choice: the value is all there is.
            let value = value_words(report.value.score, report.value.proof, report.value.outcome, report.value.plies);
            text.push(match self.position.turn() {
                TurnWord::Chance => {
                    format!("value    {value}, before chance has moved; with what it does there are lines")
                }
                _ => format!("value    {value}"),
            });
        }
        text.extend(variation_lines(&report.lines, self.position));
        if !self.rows.is_empty() {
            text.push(format!(
                "{:>5} {:>12} {:>10} {:>15} {:>12}",
                "depth", "nodes", "branching", "first cuts", "hits"
            ));
        }
        for (depth, iteration) in self.rows.iter().skip(self.rows.len().saturating_sub(MOST_ROWS)) {
            let Iteration { nodes, table_hits, branching, first_action_cutoffs, .. } = iteration;
            let branching = branching.map_or("-".to_owned(), |branching| format!("{branching:.2}"));
            let first = first_action_cutoffs.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0));
            text.push(format!("{depth:>5} {nodes:>12} {branching:>10} {first:>15} {table_hits:>12}"));
        }
        text.extend(effort(report, time));
        text
    }
}

/// Variations for people, numbered, each with its value.
fn variation_lines(lines: &[Variation], position: &dyn AnyPosition) -> Vec<String> {
    let values: Vec<String> = lines
        .iter()
        .map(|line| value_words(line.value.score, line.value.proof, line.value.outcome, line.value.plies))
        .collect();
    let width = values.iter().map(|value| value.chars().count()).max().unwrap_or(0);
    let numbered = (1..).zip(lines.iter().zip(&values));
    let text = |line: &Variation| shortened(&line.for_people(position).line);
    numbered.map(|(number, (line, value))| format!("{number:>3}  {value:width$}  {}", text(line))).collect()
}

/// Final JSON: what `move` says, and the lines.
fn final_json(
    game: &str,
    position: &dyn AnyPosition,
    report: &Report,
    last: Option<&Iteration>,
    time: Duration,
) -> Value {
    let mut value = json::report(game, position, report, time);
    value["final"] = json!(true);
    add_lines(&mut value, position, &report.lines, last);
    value
}

fn add_lines(value: &mut Value, position: &dyn AnyPosition, lines: &[Variation], iteration: Option<&Iteration>) {
    value["lines"] = lines.iter().map(|line| json::variation(position, line)).collect();
    value["branching"] = json!(iteration.and_then(|iteration| iteration.branching));
    value["first_action_cutoffs"] = json!(iteration.and_then(|iteration| iteration.first_action_cutoffs));
    value["table_hits"] = json!(iteration.map(|iteration| iteration.table_hits));
}
