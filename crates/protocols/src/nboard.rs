//! NBoard 2, the protocol of the Othello program of that name.
//!
//! A line that the engine does not know is passed over. Every line ends a search that is under way: `go` then answers with the best so far,
//! and whatever has been said before `pong` is not about the position that comes next. Values are in discs: for the side to move, but for
//! those of `analysis`, which make one curve and are Black's. The specification: C. Welty, "NBoard Protocol".

use std::io;
use std::time::Duration;

use counterplay_api::{AnyPosition, Progress, Request, TurnWord, Variation};
use counterplay_core::{Proof, Seat};

use crate::NAME;
use crate::lines::Line;
use crate::player::{PASS, Player, must_pass, only_action};
use crate::session::{Desk, Flow, Speaker, Urgency};
use crate::thought::{Found, Task};

/// The one game that it is for.
pub(crate) const GAME: &str = "othello";

/// A position of an analysis takes so long if nothing is said.
const ANALYSIS_TIME: Duration = Duration::from_millis(200);

/// There are never more moves than squares.
const MOST_HINTS: usize = 64;

/// An engine that speaks NBoard's protocol.
pub(crate) struct NBoard {
    player: Player,
    work: Work,
}

/// What the search that is under way is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    None,
    /// A move.
    Go,
    /// What the best moves are worth.
    Hint,
    /// What the position after so many moves was worth.
    Analysis(usize),
}

impl Speaker for NBoard {
    fn urgency(&self, line: &Line) -> Urgency {
        match line.text.trim() {
            "" => Urgency::Waits,
            "quit" => Urgency::Ends,
            _ => Urgency::Stops,
        }
    }

    fn hear(&mut self, line: &Line, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let (command, rest) = cut(&line.text);
        match command {
            _ if line.cut => desk.say("status that line was too long")?,
            "nboard" => desk.say(format!("set myname {NAME}"))?,
            "set" => self.set(rest, desk)?,
            "move" => self.play(rest, desk)?,
            "go" => self.go(desk)?,
            "hint" => self.hint(rest, desk)?,
            "analyze" => self.analyze(self.player.position.plies(), desk)?,
            "ping" => desk.say(format!("pong {}", cut(rest).0).trim_end())?,
            // There is no book to learn for.
            "learn" => desk.say("learned")?,
            "quit" => return Ok(Flow::Quit),
            // The first version of the protocol had moves without a word before them.
            bare if bare.chars().count() == 2 && rest.is_empty() => self.play(bare, desk)?,
            _ => {}
        }
        Ok(Flow::GoOn)
    }

    fn told(&mut self, progress: &Progress, time: Duration, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(iteration) = progress.iteration.as_ref().filter(|_| matches!(self.work, Work::Go | Work::Hint)) else {
            return Ok(());
        };
        for line in iteration.lines.iter().filter(|line| !line.line.is_empty()) {
            desk.say(search_line(line, progress.depth))?;
        }
        desk.say(format!("nodestats {} {:.2}", progress.nodes, time.as_secs_f64()))
    }

    fn found(&mut self, found: Found, stopped: bool, desk: &mut Desk<'_>) -> io::Result<()> {
        if let Some(fault) = &found.fault {
            desk.note("!", fault);
        }
        match std::mem::replace(&mut self.work, Work::None) {
            Work::None => Ok(()),
            Work::Go => {
                let score = found.report.as_ref().map(|report| report.score);
                decide(found.action.as_deref().unwrap_or(PASS), score, found.time, desk)
            }
            Work::Hint => desk.say("status"),
            Work::Analysis(_) if stopped => desk.say("status"),
            Work::Analysis(plies) => {
                if let Some(report) = &found.report {
                    let mover = self.player.position.at(plies).turn();
                    let black = if mover == TurnWord::Seat(Seat::FIRST) { report.score } else { -report.score };
                    desk.say(analysis_line(plies, black))?;
                }
                match plies.checked_sub(1) {
                    Some(earlier) => self.analyze(earlier, desk),
                    None => desk.say("status"),
                }
            }
        }
    }
}

impl NBoard {
    pub(crate) fn new(player: Player) -> NBoard {
        NBoard { player, work: Work::None }
    }

    /// `set depth 12`, `set game (;GM[Othello]…;)`; others, such as `set contempt`, mean nothing here.
    fn set(&mut self, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        match cut(rest) {
            ("depth", depth) => match depth.parse::<u32>().ok().filter(|&depth| depth > 0) {
                Some(depth) => {
                    self.player.depth = Some(depth);
                    desk.say(format!("set myname {NAME}{depth}"))
                }
                None => desk.say("status set depth takes a number from 1"),
            },
            ("game", text) => match self.player.game.read_game(text) {
                Some(Ok(position)) => {
                    self.player.set(position);
                    Ok(())
                }
                Some(Err(error)) => {
                    let (_, column) = error.position(text);
                    desk.say(format!("status the game cannot be read, column {column}: {error}"))
                }
                None => desk.say("status set game takes a game in GGF, (;GM[Othello]...;)"),
            },
            _ => Ok(()),
        }
    }

    /// `F5/1.50/2.3`, or the same with blanks; what is after the move says nothing about the position.
    fn play(&mut self, text: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let word = text.split(['/', ' ', '\t']).next().unwrap_or_default();
        let mut position = self.player.position.copy();
        let mut played = position.play(word);
        if played.is_err() && must_pass(position.as_ref()) && position.play(PASS).is_ok() {
            played = position.play(word);
        }
        match played {
            Ok(()) => {
                self.player.set(position);
                Ok(())
            }
            Err(error) => desk.say(format!("status {error}")),
        }
    }

    fn go(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        let position = self.player.position.copy();
        if is_over(position.as_ref()) {
            return desk.say("status the game is over");
        }
        if let Some(word) = only_action(position.as_ref()) {
            return decide(&word, None, Duration::ZERO, desk);
        }
        let task = self.player.task(position, None);
        self.think(Work::Go, task, desk)
    }

    fn hint(&mut self, rest: &str, desk: &mut Desk<'_>) -> io::Result<()> {
        let position = self.player.position.copy();
        if is_over(position.as_ref()) {
            return desk.say("status the game is over");
        }
        let lines = rest.parse().unwrap_or(1).clamp(1, MOST_HINTS);
        let request = Request { lines, ..self.player.request() };
        self.think(Work::Hint, Task { position, request, level: None }, desk)
    }

    fn think(&mut self, work: Work, task: Task, desk: &mut Desk<'_>) -> io::Result<()> {
        desk.say(if work == Work::Go { "status thinking" } else { "status analyzing" })?;
        self.work = work;
        desk.think(task);
        Ok(())
    }

    /// Goes back through the game from a position of it, so that what is learned at the end is known before.
    fn analyze(&mut self, plies: usize, desk: &mut Desk<'_>) -> io::Result<()> {
        let position = self.player.position.at(plies);
        if let Some(black) = position.result(Seat::FIRST) {
            desk.say(analysis_line(plies, black))?;
            return match plies.checked_sub(1) {
                Some(earlier) => self.analyze(earlier, desk),
                None => Ok(()),
            };
        }
        let mut request = self.player.request();
        if self.player.is_open() {
            request.limits.time = Some(ANALYSIS_TIME);
        }
        if plies == self.player.position.plies() {
            desk.say("status analyzing")?;
        }
        self.work = Work::Analysis(plies);
        desk.think(Task { position, request, level: None });
        Ok(())
    }
}

/// The first word, and what is after it.
fn cut(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn is_over(position: &dyn AnyPosition) -> bool {
    position.turn() == TurnWord::Over
}

/// `=== F5/1.50/2.30`; a move without a choice has no value.
fn decide(word: &str, score: Option<f64>, time: Duration, desk: &mut Desk<'_>) -> io::Result<()> {
    let score = score.map(|score| format!("{score:.2}")).unwrap_or_default();
    desk.say(format!("=== {}/{score}/{:.2}", square(word), time.as_secs_f64()))
}

/// `search F5D6C3 1.50 0 12`; a depth of `100%` says that the value is exact.
fn search_line(line: &Variation, depth: u32) -> String {
    let moves: String = line.line.iter().map(|word| square(word)).collect();
    let depth = if line.proof == Proof::Exact { "100%".to_owned() } else { depth.to_string() };
    format!("search {moves} {:.2} 0 {depth}", line.score)
}

fn analysis_line(plies: usize, black: f64) -> String {
    // A zero may have come with a sign.
    format!("analysis {plies} {:.2}", black + 0.0)
}

/// A move as two signs.
fn square(word: &str) -> String {
    if word == PASS { "PA".to_owned() } else { word.to_uppercase() }
}
