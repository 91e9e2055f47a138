//! UCI, the Universal Chess Interface, for games whose moves are written as from where to where: `e2e4`, `e7e8q`.
//!
//! A position is read by the game itself, and so is a move. While the engine thinks it answers `isready`, and hears
//! `stop` and `ponderhit`. There is one `bestmove` for each `go`; under `infinite` and `ponder` it is held back until
//! it is asked for. Whatever is not understood is passed over, with an `info string` where somebody may wonder. The
//! specification: S. Meyer-Kahlen, "Description of the universal chess interface", April 2006.
//!
//! Other programs let a game go on after a draw that has to be claimed, so that here it goes on too, as long as there
//! are moves.

mod go;
mod info;
mod options;

use std::io;
use std::time::Duration;

use counterplay_api::{AnyPosition, Item, Options, Outcome, Progress, Strength, TurnWord, Value};
use counterplay_core::Seat;

use crate::NAME;
use crate::current_game::{CurrentGame, only_action};
use crate::lines::Line;
use crate::search_thread::{SearchResult, Task};
use crate::session::{Flow, ProtocolHandler, Session, Urgency};
use go::Go;
use info::Effort;
use options::UciOptions;

/// Plies that are searched where there is one move only, and a clock.
const FORCED: u32 = 4;

/// Whether moves of a game are written as UCI writes them.
pub(crate) fn suits(item: &dyn Item) -> bool {
    let has_words = |item: &dyn Item| {
        let Ok(game) = item.build(&Options::default()) else { return false };
        let actions = game.start().actions();
        game.reads_positions() && !actions.is_empty() && actions.iter().all(|action| is_move(&action.word))
    };
    !item.has_luck() && !item.has_secrets() && has_words(item)
}

/// Whether a word is two squares, and maybe a letter: `e2e4`, `e7e8q`.
fn is_move(word: &str) -> bool {
    let square = |rest: &str| -> Option<usize> {
        let digits = rest.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
        (rest.as_bytes()[0].is_ascii_lowercase() && digits > 0).then_some(1 + digits)
    };
    let Some(from) = square(word) else { return false };
    let Some(to) = square(&word[from..]) else { return false };
    matches!(word.as_bytes()[from + to..], [] | [b'a'..=b'z'])
}

/// UCI engine.
pub(crate) struct Uci {
    current: CurrentGame,
    options: UciOptions,
    /// Whether to tell of what is not understood.
    debug: bool,
    /// Search that was asked for last, and the position that it began in.
    go: Go,
    root: Box<dyn AnyPosition>,
    is_thinking: bool,
    /// Nodes of the search when it was told of last.
    told: u64,
    /// Result of an endless search, until it is asked for, and whether that search was stopped.
    held: Option<(SearchResult, bool)>,
}

impl ProtocolHandler for Uci {
    fn urgency(&self, line: &Line) -> Urgency {
        let is_endless = self.is_thinking && self.go.is_endless();
        match line.text.split_whitespace().next() {
            Some("stop") => Urgency::Stops,
            Some("ponderhit") if self.is_thinking && self.go.ponder => Urgency::Stops,
            Some("quit") => Urgency::Ends,
            // Whoever goes on so has forgotten to say `stop`.
            Some("go" | "position" | "setoption" | "ucinewgame") if is_endless => Urgency::Stops,
            Some("go" | "position" | "setoption" | "ucinewgame") => Urgency::Waits,
            _ => Urgency::Beside,
        }
    }

    fn handle(&mut self, line: &Line, session: &mut Session<'_>) -> io::Result<Flow> {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Ok(Flow::GoOn) };
        match command {
            _ if line.cut => note("that line was too long", session)?,
            "uci" => self.introduce(session)?,
            "debug" => self.debug = rest.first() == Some(&"on"),
            "isready" => {
                // A table takes time to make, which is then not that of a move.
                self.current.request();
                session.send("readyok")?;
            }
            "setoption" => self.set_option(rest, session)?,
            "ucinewgame" => {
                self.current.clear();
                self.current.request();
            }
            "position" => self.set_position(rest, session)?,
            "go" => self.begin(rest, session)?,
            "stop" => self.send_held(session)?,
            "ponderhit" => self.ponder_hit(session)?,
            "quit" => return Ok(Flow::Quit),
            _ if self.debug => note(&format!("there is no command {command:?}"), session)?,
            _ => {}
        }
        Ok(Flow::GoOn)
    }

    fn on_progress(&mut self, progress: &Progress, time: Duration, session: &mut Session<'_>) -> io::Result<()> {
        let Some(iteration) = &progress.iteration else { return Ok(()) };
        let (depth, nodes, load) = (progress.depth, progress.nodes, progress.load);
        self.told = nodes;
        let lines = iteration.lines.iter().map(|line| (&line.value, &line.line[..]));
        self.inform(Effort { depth, nodes, time, load }, lines, session)
    }

    fn on_result(&mut self, found: SearchResult, stopped: bool, session: &mut Session<'_>) -> io::Result<()> {
        self.is_thinking = false;
        // Nobody stops a search with `infinite` but who wants its move.
        if self.go.ponder || self.go.infinite && !stopped {
            self.held = Some((found, stopped));
            return Ok(());
        }
        self.send_result(&found, session)
    }
}

impl Uci {
    pub(crate) fn new(current: CurrentGame) -> Uci {
        let (options, root) = (UciOptions::new(&current), current.position.copy());
        Uci { current, options, debug: false, go: Go::default(), root, is_thinking: false, told: 0, held: None }
    }

    fn introduce(&self, session: &mut Session<'_>) -> io::Result<()> {
        session.send(format!("id name {NAME} {}", env!("CARGO_PKG_VERSION")))?;
        session.send(format!("id author the authors of {NAME}"))?;
        for offer in self.options.offers(&self.current) {
            session.send(format!("option name {offer}"))?;
        }
        session.send("uciok")
    }

    /// `setoption name Clear Hash`, `setoption name MultiPV value 3`.
    fn set_option(&mut self, words: &[&str], session: &mut Session<'_>) -> io::Result<()> {
        let words = words.strip_prefix(&["name"]).unwrap_or(words);
        let at = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let (name, value) = (words[..at].join(" "), words[at..].get(1..).unwrap_or_default().join(" "));
        match self.options.set(&name, &value, &mut self.current) {
            Ok(()) => Ok(()),
            Err(why) => note(&why, session),
        }
    }

    /// `position startpos moves e2e4`, `position fen … moves …`. A position that cannot be read changes nothing; of the
    /// moves those are played that come before one that is not legal.
    fn set_position(&mut self, words: &[&str], session: &mut Session<'_>) -> io::Result<()> {
        let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (begin, moves) = (&words[..at], words[at..].get(1..).unwrap_or_default());
        let mut position = match begin.split_first() {
            Some((&"startpos", [])) => self.current.game.start(),
            Some((&"fen", [_, ..])) => match self.current.game.read(&begin[1..].join(" ")) {
                Ok(position) => position,
                Err(error) => return note(&format!("there is no such position: {error}"), session),
            },
            _ => return note("a position is startpos or fen, and then moves", session),
        };
        position.leave_draw_unclaimed();
        let mut fault = None;
        for word in moves {
            if let Err(error) = position.play(word) {
                fault = Some(format!("{word}: {error}"));
                break;
            }
            position.leave_draw_unclaimed();
        }
        self.current.set(position);
        fault.map_or(Ok(()), |fault| note(&fault, session))
    }

    fn begin(&mut self, words: &[&str], session: &mut Session<'_>) -> io::Result<()> {
        self.send_held(session)?;
        self.go = Go::read(words);
        self.root = self.current.position.copy();
        self.search(session)
    }

    /// Searches what `go` has asked for; where the game is over there is nothing to search.
    fn search(&mut self, session: &mut Session<'_>) -> io::Result<()> {
        if self.root.turn() == TurnWord::Over {
            let found = SearchResult { action: None, report: None, fault: None, time: Duration::ZERO };
            if self.go.is_endless() {
                self.held = Some((found, false));
                return Ok(());
            }
            return self.send_result(&found, session);
        }
        let task = self.task(session)?;
        (self.is_thinking, self.told) = (true, 0);
        session.think(task);
        Ok(())
    }

    fn task(&mut self, session: &mut Session<'_>) -> io::Result<Task> {
        let go = &self.go;
        let seat = if let TurnWord::Seat(seat) = self.root.turn() { usize::from(seat.0) } else { 0 };
        let clock = go.clock(seat).filter(|_| !go.is_endless());
        let [enough, most] = [0, 1].map(|limit| clock.map(|clock| clock.limits()[limit]));
        let time = go.movetime.filter(|_| !go.is_endless()).into_iter().chain(most).min();
        let strength = self.options.strength().or(self.current.settings().level.map(Strength::from));
        let is_limited = go.is_endless() || go.plies().is_some() || go.nodes.is_some() || strength.is_some();
        let mut task = if is_limited && time.is_none() {
            Task { position: self.root.copy(), request: self.current.request(), strength }
        } else {
            Task { strength, ..self.current.task(self.root.copy(), time) }
        };
        let request = &mut task.request;
        request.limits.nodes = request.limits.nodes.into_iter().chain(go.nodes).min();
        request.limits.enough = enough;
        let is_forced = clock.is_some() && only_action(self.root.as_ref()).is_some();
        let forced = is_forced.then_some(FORCED);
        request.depth = request.depth.into_iter().chain(go.plies()).chain(forced).min();
        request.lines = self.options.lines;
        for word in &go.moves {
            match self.root.find(word) {
                Ok(action) => request.only.push(action.id),
                Err(error) => note(&format!("searchmoves {word}: {error}"), session)?,
            }
        }
        Ok(task)
    }

    /// Ponder hit: the opponent has played the expected move. What was found is in the table, so that the search begins
    /// anew, now with the clock; if it has come to its end, that is the answer.
    fn ponder_hit(&mut self, session: &mut Session<'_>) -> io::Result<()> {
        let Some((found, stopped)) = self.held.take() else { return Ok(()) };
        if !std::mem::take(&mut self.go.ponder) || self.go.infinite && !stopped {
            self.held = Some((found, stopped));
            return Ok(());
        }
        if stopped { self.search(session) } else { self.send_result(&found, session) }
    }

    fn send_held(&mut self, session: &mut Session<'_>) -> io::Result<()> {
        match self.held.take() {
            Some((found, _)) => self.send_result(&found, session),
            None => Ok(()),
        }
    }

    /// Sends the result: `bestmove e2e4 ponder e7e5`.
    fn send_result(&self, found: &SearchResult, session: &mut Session<'_>) -> io::Result<()> {
        if let Some(fault) = &found.fault {
            note(fault, session)?;
        }
        let Some(action) = &found.action else {
            return self.send_end(session);
        };
        let mut reply = None;
        if let Some(report) = found.report.as_ref().filter(|report| !report.line.is_empty()) {
            let effort = Effort { depth: report.depth, nodes: report.statistics.nodes, time: found.time, load: None };
            // What the last depth has found needs not be told again.
            if effort.nodes != self.told {
                let lines = report.lines.iter().map(|line| (&line.value, &line.line[..]));
                self.inform(effort, lines, session)?;
            }
            reply = self.written(&report.line).into_iter().nth(1).filter(|_| report.line[0] == action.word);
        }
        let best = self.written(std::slice::from_ref(&action.word)).concat();
        let ponder = reply.map(|reply| format!(" ponder {reply}")).unwrap_or_default();
        session.send(format!("bestmove {best}{ponder}"))
    }

    /// Sends that there is nothing to move, as Stockfish does, and most programs understand.
    fn send_end(&self, session: &mut Session<'_>) -> io::Result<()> {
        let is_drawn = self.root.result(Seat::FIRST).is_none_or(|points| points == self.root.even());
        // Who cannot move has lost, if anybody has.
        let outcome = Some(if is_drawn { Outcome::Draw } else { Outcome::Loss });
        let value = Value { score: self.root.even(), outcome, plies: Some(0), ..Value::default() };
        session.send(format!("info depth 0 score {}", self.options.scores(self.root.as_ref()).text(&value)))?;
        session.send("bestmove (none)")
    }

    /// Sends a line for each variation.
    fn inform<'l>(
        &self,
        effort: Effort,
        lines: impl Iterator<Item = (&'l Value, &'l [String])>,
        session: &mut Session<'_>,
    ) -> io::Result<()> {
        let scores = self.options.scores(self.root.as_ref());
        // The first is the move that will be played. The others a selective search may find in another order than that of
        // their scores.
        let mut lines: Vec<_> = lines.collect();
        if let Some(others) = lines.get_mut(1..) {
            others.sort_by(|(one, _), (other, _)| other.score.total_cmp(&one.score));
        }
        for (rank, (value, line)) in lines.into_iter().enumerate() {
            session.send(effort.info(rank, &scores.text(value), &self.written(line)))?;
        }
        Ok(())
    }

    /// Moves of a line from the root, as the other program writes them.
    fn written(&self, line: &[String]) -> Vec<String> {
        if !self.options.chess960 {
            return line.to_vec();
        }
        let mut position = self.root.copy();
        let mut words = Vec::with_capacity(line.len());
        for word in line {
            words.push(king_takes_rook(position.as_ref(), word).unwrap_or_else(|| word.clone()));
            if position.play(word).is_err() {
                break;
            }
            position.leave_draw_unclaimed();
        }
        words
    }
}

/// Castling as Chess960 writes it, where the game writes the king's move: its rook is then in the corner. Whether a word
/// means castling is known to the game, which takes both words for one move.
fn king_takes_rook(position: &dyn AnyPosition, word: &str) -> Option<String> {
    let corner = match word {
        "e1g1" => "e1h1",
        "e1c1" => "e1a1",
        "e8g8" => "e8h8",
        "e8c8" => "e8a8",
        _ => return None,
    };
    let is_same = position.find(corner).is_ok_and(|action| action.word == word);
    is_same.then(|| corner.to_owned())
}

/// Sends a note for people.
fn note(message: &str, session: &mut Session<'_>) -> io::Result<()> {
    let message: String = message.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(300).collect();
    session.send(format!("info string {message}"))
}
