//! NBoard 2, the protocol of the Othello program of that name.
//!
//! Unknown lines are ignored. Every line ends the running search: `go` then responds with the best move so far, and
//! whatever was sent before `pong` is not about the position that comes next. Values are in discs: for the side to
//! move, but for those of `analysis`, which make one curve and are Black's. The specification: C. Welty, "NBoard
//! Protocol".

use std::io;
use std::time::Duration;

use counterplay_api::{AnyPosition, Progress, Request, TurnWord, Variation};
use counterplay_core::{Proof, Seat};

use crate::NAME;
use crate::current_game::{CurrentGame, PASS, must_pass, only_action};
use crate::lines::Line;
use crate::search_thread::{SearchResult, Task};
use crate::session::{Flow, ProtocolHandler, Session, Urgency};

/// Game of the protocol, the only one.
pub(crate) const GAME: &str = "othello";

/// Time of a position in an analysis if none is set.
const ANALYSIS_TIME: Duration = Duration::from_millis(200);

/// Most hints: there are never more moves than squares.
const MOST_HINTS: usize = 64;

/// NBoard engine.
pub(crate) struct NBoard {
    current: CurrentGame,
    work: SearchPurpose,
}

/// Purpose of the running search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchPurpose {
    None,
    /// Search for a move.
    Go,
    /// Search for the values of the best moves.
    Hint,
    /// Search for the value after so many moves of the game.
    Analysis(usize),
}

impl ProtocolHandler for NBoard {
    fn urgency(&self, line: &Line) -> Urgency {
        match line.text.trim() {
            "" => Urgency::Waits,
            "quit" => Urgency::Ends,
            _ => Urgency::Stops,
        }
    }

    fn handle(&mut self, line: &Line, session: &mut Session<'_>) -> io::Result<Flow> {
        let (command, rest) = cut(&line.text);
        match command {
            _ if line.cut => session.send("status that line was too long")?,
            "nboard" => session.send(format!("set myname {NAME}"))?,
            "set" => self.set(rest, session)?,
            "move" => self.play(rest, session)?,
            "go" => self.go(session)?,
            "hint" => self.hint(rest, session)?,
            "analyze" => self.analyze(self.current.position.plies(), session)?,
            "ping" => session.send(format!("pong {}", cut(rest).0).trim_end())?,
            // There is no book to learn for.
            "learn" => session.send("learned")?,
            "quit" => return Ok(Flow::Quit),
            // The first version of the protocol had moves without a word before them.
            bare if bare.chars().count() == 2 && rest.is_empty() => self.play(bare, session)?,
            _ => {}
        }
        Ok(Flow::GoOn)
    }

    fn on_progress(&mut self, progress: &Progress, time: Duration, session: &mut Session<'_>) -> io::Result<()> {
        let Some(iteration) =
            progress.iteration.as_ref().filter(|_| matches!(self.work, SearchPurpose::Go | SearchPurpose::Hint))
        else {
            return Ok(());
        };
        for line in iteration.lines.iter().filter(|line| !line.line.is_empty()) {
            session.send(search_line(line, progress.depth))?;
        }
        session.send(format!("nodestats {} {:.2}", progress.nodes, time.as_secs_f64()))
    }

    fn on_result(&mut self, found: SearchResult, stopped: bool, session: &mut Session<'_>) -> io::Result<()> {
        if let Some(fault) = &found.fault {
            session.write_log("!", fault);
        }
        match std::mem::replace(&mut self.work, SearchPurpose::None) {
            SearchPurpose::None => Ok(()),
            SearchPurpose::Go => {
                let score = found.report.as_ref().map(|report| report.value.score);
                let word = found.action.as_ref().map_or(PASS, |action| &action.word);
                decide(word, score, found.time, session)
            }
            SearchPurpose::Hint => session.send("status"),
            SearchPurpose::Analysis(_) if stopped => session.send("status"),
            SearchPurpose::Analysis(plies) => {
                if let Some(report) = &found.report {
                    let mover = self.current.position.at(plies).turn();
                    let black =
                        if mover == TurnWord::Seat(Seat::FIRST) { report.value.score } else { -report.value.score };
                    session.send(analysis_line(plies, black))?;
                }
                match plies.checked_sub(1) {
                    Some(earlier) => self.analyze(earlier, session),
                    None => session.send("status"),
                }
            }
        }
    }
}

impl NBoard {
    pub(crate) fn new(current: CurrentGame) -> NBoard {
        NBoard { current, work: SearchPurpose::None }
    }

    /// Handles `set depth 12`, `set game (;GM[Othello]…;)`; others, such as `set contempt`, mean nothing here.
    fn set(&mut self, rest: &str, session: &mut Session<'_>) -> io::Result<()> {
        match cut(rest) {
            ("depth", depth) => match depth.parse::<u32>().ok().filter(|&depth| depth > 0) {
                Some(depth) => {
                    self.current.depth = Some(depth);
                    session.send(format!("set myname {NAME}{depth}"))
                }
                None => session.send("status set depth takes a number from 1"),
            },
            ("game", text) => match self.current.game.read_game(text) {
                Some(Ok(position)) => {
                    self.current.set(position);
                    Ok(())
                }
                Some(Err(error)) => {
                    let (_, column) = error.position(text);
                    session.send(format!("status the game cannot be read, column {column}: {error}"))
                }
                None => session.send("status set game takes a game in GGF, (;GM[Othello]...;)"),
            },
            _ => Ok(()),
        }
    }

    /// Plays `F5/1.50/2.3`, or the same with blanks; what is after the move says nothing about the position.
    fn play(&mut self, text: &str, session: &mut Session<'_>) -> io::Result<()> {
        let word = text.split(['/', ' ', '\t']).next().unwrap_or_default();
        let mut position = self.current.position.copy();
        let mut played = position.play(word);
        if played.is_err() && must_pass(position.as_ref()) && position.play(PASS).is_ok() {
            played = position.play(word);
        }
        match played {
            Ok(()) => {
                self.current.set(position);
                Ok(())
            }
            Err(error) => session.send(format!("status {error}")),
        }
    }

    fn go(&mut self, session: &mut Session<'_>) -> io::Result<()> {
        let position = self.current.position.copy();
        if is_over(position.as_ref()) {
            return session.send("status the game is over");
        }
        if let Some(action) = only_action(position.as_ref()) {
            return decide(&action.word, None, Duration::ZERO, session);
        }
        let task = self.current.task(position, None);
        self.think(SearchPurpose::Go, task, session)
    }

    fn hint(&mut self, rest: &str, session: &mut Session<'_>) -> io::Result<()> {
        let position = self.current.position.copy();
        if is_over(position.as_ref()) {
            return session.send("status the game is over");
        }
        let lines = rest.parse().unwrap_or(1).clamp(1, MOST_HINTS);
        let request = Request { lines, ..self.current.request() };
        self.think(SearchPurpose::Hint, Task { position, request, strength: None }, session)
    }

    fn think(&mut self, work: SearchPurpose, task: Task, session: &mut Session<'_>) -> io::Result<()> {
        session.send(if work == SearchPurpose::Go { "status thinking" } else { "status analyzing" })?;
        self.work = work;
        session.think(task);
        Ok(())
    }

    /// Analyses the game backwards from a position of it, so that what is learned at the end is known before.
    fn analyze(&mut self, plies: usize, session: &mut Session<'_>) -> io::Result<()> {
        let position = self.current.position.at(plies);
        if let Some(black) = position.result(Seat::FIRST) {
            session.send(analysis_line(plies, black))?;
            return match plies.checked_sub(1) {
                Some(earlier) => self.analyze(earlier, session),
                None => Ok(()),
            };
        }
        let mut request = self.current.request();
        if self.current.is_open() {
            request.limits.time = Some(ANALYSIS_TIME);
        }
        if plies == self.current.position.plies() {
            session.send("status analyzing")?;
        }
        self.work = SearchPurpose::Analysis(plies);
        session.think(Task { position, request, strength: None });
        Ok(())
    }
}

/// Splits off the first word.
fn cut(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn is_over(position: &dyn AnyPosition) -> bool {
    position.turn() == TurnWord::Over
}

/// Sends a move, `=== F5/1.50/2.30`; a move without a choice has no value.
fn decide(word: &str, score: Option<f64>, time: Duration, session: &mut Session<'_>) -> io::Result<()> {
    let score = score.map(|score| format!("{score:.2}")).unwrap_or_default();
    session.send(format!("=== {}/{score}/{:.2}", square(word), time.as_secs_f64()))
}

/// Search line, `search F5D6C3 1.50 0 12`; a depth of `100%` says that the value is exact.
fn search_line(line: &Variation, depth: u32) -> String {
    let moves: String = line.line.iter().map(|word| square(word)).collect();
    let depth = if line.value.proof == Proof::Exact { "100%".to_owned() } else { depth.to_string() };
    format!("search {moves} {:.2} 0 {depth}", line.value.score)
}

fn analysis_line(plies: usize, black: f64) -> String {
    // A zero may have come with a sign.
    format!("analysis {plies} {:.2}", black + 0.0)
}

/// Square of a move as two characters.
fn square(word: &str) -> String {
    if word == PASS { "PA".to_owned() } else { word.to_uppercase() }
}
