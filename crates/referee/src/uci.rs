//! UCI player, `uci:CMD`: programs that speak the Universal Chess Interface.
//!
//! The words of a move are our own. A position is sent as the one that the game began with and all moves since, so that
//! the program sees what is repeated. Each `go` has a time, for there are programs that read no other limit and would
//! search for ever.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use counterplay_api::AnyPosition;

use crate::player::{Beginning, Choice, Fault, Player, PlayerSettings, Trouble};
use crate::process::{Process, after};

/// Number of the usual arrangement among those of Chess960.
const USUAL_START: i64 = 518;
/// Options that every program gets if it has them and nothing else is said: a match is between the programs, with one
/// thread each, and not between their books.
const DEFAULTS: [(&str, &str); 3] = [("OwnBook", "false"), ("Ponder", "false"), ("Threads", "1")];

/// UCI program: its command, its options, and what `go` tells it for each move.
///
/// ```
/// use counterplay_referee::UciProgram;
///
/// let options = vec![("UCI_Elo".to_owned(), "2000".to_owned())];
/// let program = UciProgram { command: "stockfish".into(), options, nodes: Some(30_000), ..UciProgram::default() };
/// assert_eq!(program.to_string(), "stockfish?UCI_Elo=2000&nodes=30000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciProgram {
    /// Shell command that starts it. Debian's folder for games is searched too.
    pub command: String,
    /// Options to set, by their names.
    pub options: Vec<(String, String)>,
    /// Nodes of a move.
    pub nodes: Option<u64>,
    /// Depth of a move, in plies.
    pub depth: Option<u32>,
    /// Time of a move. If there is none, it is nine tenths of what the referee allows.
    pub movetime: Option<Duration>,
}

impl UciProgram {
    /// Command `go`, where the referee allows so much time.
    fn go(&self, allowed: Duration) -> String {
        let nodes = self.nodes.map(|nodes| format!(" nodes {nodes}"));
        let depth = self.depth.map(|depth| format!(" depth {depth}"));
        let time = self.movetime.unwrap_or(allowed * 9 / 10).as_millis().max(1);
        format!("go{}{} movetime {time}", nodes.unwrap_or_default(), depth.unwrap_or_default())
    }

    fn says(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(option))
    }
}

impl fmt::Display for UciProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut settings: Vec<String> = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        settings.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        settings.extend(self.depth.map(|depth| format!("depth={depth}")));
        settings.extend(self.movetime.map(|time| format!("movetime={}", time.as_millis())));
        f.write_str(&self.command)?;
        match &settings[..] {
            // What follows the last question mark would be taken for settings.
            [] if self.command.contains('?') => f.write_str("?"),
            [] => Ok(()),
            settings => write!(f, "?{}", settings.join("&")),
        }
    }
}

/// UCI player: a program that speaks the protocol.
pub(crate) struct Uci {
    program: UciProgram,
    settings: PlayerSettings,
    stop: Arc<AtomicBool>,
    process: Option<Process>,
    /// Options that the program has, as it spells them.
    offered: Vec<String>,
}

impl Uci {
    pub(crate) fn new(program: &UciProgram, settings: &PlayerSettings, stop: &Arc<AtomicBool>) -> Uci {
        let (program, settings, stop) = (program.clone(), settings.clone(), Arc::clone(stop));
        Uci { program, settings, stop, process: None, offered: Vec::new() }
    }

    /// Starts the program and sets its options.
    fn load(&mut self) -> Result<(), Trouble> {
        let command = format!("PATH=\"$PATH:/usr/games\"; {}", self.program.command);
        let process = self.process.insert(Process::start(&command, &self.stop)?);
        let deadline = after(self.settings.time.saturating_add(self.settings.loading));
        process.send("uci");
        self.offered.clear();
        loop {
            let line = process.read_line(deadline)?;
            if line == "uciok" {
                break;
            }
            self.offered.extend(offered_option(&line));
        }
        let program = &self.program;
        let offers = |option: &str| self.offered.iter().find(|name| name.eq_ignore_ascii_case(option));
        let mut lines = Vec::new();
        for (option, value) in DEFAULTS.into_iter().filter(|(option, _)| !program.says(option)) {
            lines.extend(offers(option).map(|name| set_option(name, value)));
        }
        for (option, value) in &program.options {
            let name = offers(option).ok_or_else(|| Fault::Crash(format!("it has no option {option:?}")))?;
            lines.push(set_option(name, value));
        }
        lines.iter().for_each(|line| process.send(line));
        Ok(())
    }

    fn set_up(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        let loading = if self.process.is_none() { self.settings.loading } else { Duration::ZERO };
        if self.process.is_none() {
            self.load()?;
        }
        let process = running(&mut self.process)?;
        let start = beginning.options.iter().find(|(name, _)| name == "start").map(|(_, number)| *number);
        let shuffled = start.is_some_and(|number| number != USUAL_START);
        if let Some(name) = self.offered.iter().find(|name| *name == "UCI_Chess960" && !self.program.says(name)) {
            process.send(&set_option(name, &shuffled.to_string()));
        }
        process.send("ucinewgame");
        wait_until_ready(process, after(self.settings.time.saturating_add(loading)))
    }

    fn ask(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let process = running(&mut self.process)?;
        let line = position.history(None).join(" ");
        let moves = if line.is_empty() { line } else { format!(" moves {line}") };
        process.send(&format!("position fen {}{moves}", position.at(0).text()));
        // What it may have said before is not the answer.
        wait_until_ready(process, after(self.settings.time))?;
        let deadline = after(self.settings.time);
        process.send(&self.program.go(self.settings.time));
        loop {
            let line = process.read_line(deadline)?;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let word = words.next().unwrap_or_default();
                let found = position.find(word).map_err(|_| Fault::Illegal(line.chars().take(100).collect()))?;
                return Ok(Choice::Found(found.id));
            }
        }
    }
}

/// Waits until the program has done all that it was told.
fn wait_until_ready(process: &mut Process, deadline: Instant) -> Result<(), Trouble> {
    process.send("isready");
    while process.read_line(deadline)? != "readyok" {}
    Ok(())
}

fn running(process: &mut Option<Process>) -> Result<&mut Process, Fault> {
    process.as_mut().ok_or_else(|| Fault::Crash("it is not there".to_owned()))
}

/// Name of the option that a line offers: all between `name` and `type`.
fn offered_option(line: &str) -> Option<String> {
    let name = line.strip_prefix("option name ")?.split(" type ").next()?;
    Some(name.trim().to_owned())
}

fn set_option(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}")
}

impl Player for Uci {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        self.set_up(beginning).inspect_err(|_| drop(self.process.take()))
    }

    /// Asks the program for a move. A program at fault is ended, and started anew for the next game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        self.ask(position).inspect_err(|_| drop(self.process.take()))
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit("quit");
        }
    }
}
