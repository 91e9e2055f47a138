//! `gtp:CMD`: programs that speak the Go Text Protocol, version 2.
//!
//! The vertices are our own words for the actions, Black has the first seat, and the board has the game's option `size`. This is how
//! programs for Othello use the protocol, with row 1 at the top.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use counterplay_api::{AnyPosition, TurnWord};
use counterplay_core::Seat;

use crate::player::{Beginning, Choice, Fault, Means, Player, Trouble, legal};
use crate::process::{Process, after};

/// A program that speaks GTP.
pub(crate) struct Gtp {
    command: String,
    means: Means,
    stop: Arc<AtomicBool>,
    process: Option<Process>,
    /// What the program can do.
    commands: Vec<String>,
    seat: Seat,
    /// How many plies of the game the program knows.
    told: usize,
}

impl Gtp {
    pub(crate) fn new(command: &str, means: &Means, stop: &Arc<AtomicBool>) -> Gtp {
        let (command, means, stop) = (command.to_owned(), means.clone(), Arc::clone(stop));
        Gtp { command, means, stop, process: None, commands: Vec::new(), seat: Seat::FIRST, told: 0 }
    }

    fn load(&mut self) -> Result<(), Trouble> {
        self.process = Some(Process::start(&self.command, &self.stop)?);
        let deadline = after(self.means.time.saturating_add(self.means.loading));
        let listed = self.command("list_commands", deadline)?;
        self.commands = listed.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    fn set_up(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        if self.process.is_none() {
            self.load()?;
        }
        let deadline = after(self.means.time);
        let knows = |command: &str| self.commands.iter().any(|known| known == command);
        let mut orders = Vec::new();
        if knows("set_game") {
            orders.push(format!("set_game {}", capitalised(beginning.game)));
        }
        let size = beginning.options.iter().find(|(name, _)| name == "size");
        orders.extend(size.map(|(_, size)| format!("boardsize {size}")));
        orders.push("clear_board".to_owned());
        if knows("time_settings") {
            // So many seconds for each single move.
            orders.push(format!("time_settings 0 {} 1", self.means.time.as_secs().max(1)));
        }
        orders.iter().try_for_each(|order| self.command(order, deadline).map(drop))
    }

    fn ask(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let deadline = after(self.means.time);
        let words = position.line();
        for (ply, word) in words.iter().enumerate().skip(self.told) {
            let before = position.at(ply);
            let order = format!("play {} {word}", colour(before.turn()));
            match self.exchange(&order, deadline)? {
                Ok(_) => {}
                // Programs for Othello may pass by themselves where there is no choice, and then do not want to hear of it.
                Err(_) if word == "pass" && before.actions().len() == 1 => {}
                Err(message) => return Err(refused(&order, &message)),
            }
        }
        self.told = words.len();
        let answer = self.command(&format!("genmove {}", colour(TurnWord::Seat(self.seat))), deadline)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Choice::Resign);
        }
        let choice = legal(position, &answer)?;
        self.told += 1;
        Ok(choice)
    }

    /// Says a command, which must be understood.
    fn command(&mut self, command: &str, deadline: Instant) -> Result<String, Trouble> {
        self.exchange(command, deadline)?.map_err(|message| refused(command, &message))
    }

    /// Says a command and hears the answer, `= text`, or the refusal, `? message`. An empty line ends either.
    fn exchange(&mut self, command: &str, deadline: Instant) -> Result<Result<String, String>, Trouble> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not there".to_owned()))?;
        process.say(command);
        let first = loop {
            let line = process.hear(deadline)?;
            if line.starts_with(['=', '?']) {
                break line;
            }
        };
        let mut text = first[1..].trim().to_owned();
        loop {
            let line = process.hear(deadline)?;
            if line.is_empty() {
                break;
            }
            if text.len() + line.len() > MOST_BYTES {
                return Err(Fault::Illegal("an answer without an end".to_owned()).into());
            }
            text = format!("{text}\n{line}");
        }
        Ok(if first.starts_with('?') { Err(text) } else { Ok(text) })
    }
}

fn refused(command: &str, message: &str) -> Trouble {
    let message: String = message.chars().take(100).collect();
    Fault::Crash(format!("it answered {command:?} with \"? {message}\"")).into()
}

/// The longest answer.
const MOST_BYTES: usize = 64 << 10;

impl Player for Gtp {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        (self.seat, self.told) = (beginning.seat, 0);
        self.set_up(beginning).inspect_err(|_| drop(self.process.take()))
    }

    /// A program at fault is ended, and started anew for the next game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        self.ask(position).inspect_err(|_| drop(self.process.take()))
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.leave("quit");
        }
    }
}

fn colour(turn: TurnWord) -> &'static str {
    if turn == TurnWord::Seat(Seat::FIRST) { "black" } else { "white" }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
