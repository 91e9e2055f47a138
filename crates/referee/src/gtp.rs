//! GTP player, `gtp:CMD`: programs that speak the Go Text Protocol, version 2.
//!
//! The vertices are our own words for the actions. Black has the first seat, and the board has the game's option
//! `size`. Programs for Othello use the protocol so, with row 1 at the top.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use counterplay_api::{AnyPosition, TurnWord};
use counterplay_core::Seat;

use crate::player::{Beginning, Choice, Fault, Player, PlayerSettings, Trouble, legal};
use crate::process::{Process, after};

/// GTP player: a program that speaks the protocol.
pub(crate) struct Gtp {
    command: String,
    settings: PlayerSettings,
    stop: Arc<AtomicBool>,
    process: Option<Process>,
    /// Commands that the program knows.
    commands: Vec<String>,
    seat: Seat,
    /// Number of plies that the program knows of the game.
    known_plies: usize,
}

impl Gtp {
    pub(crate) fn new(command: &str, settings: &PlayerSettings, stop: &Arc<AtomicBool>) -> Gtp {
        let (command, settings, stop) = (command.to_owned(), settings.clone(), Arc::clone(stop));
        Gtp { command, settings, stop, process: None, commands: Vec::new(), seat: Seat::FIRST, known_plies: 0 }
    }

    fn load(&mut self) -> Result<(), Trouble> {
        self.process = Some(Process::start(&self.command, &self.stop)?);
        let deadline = after(self.settings.time.saturating_add(self.settings.loading));
        let listed = self.command("list_commands", deadline)?;
        self.commands = listed.split_whitespace().map(str::to_owned).collect();
        Ok(())
    }

    fn set_up(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        if self.process.is_none() {
            self.load()?;
        }
        let deadline = after(self.settings.time);
        let knows = |command: &str| self.commands.iter().any(|known| known == command);
        let mut setup_commands = Vec::new();
        if knows("set_game") {
            setup_commands.push(format!("set_game {}", capitalised(beginning.game)));
        }
        let size = beginning.options.iter().find(|(name, _)| name == "size");
        setup_commands.extend(size.map(|(_, size)| format!("boardsize {size}")));
        setup_commands.push("clear_board".to_owned());
        if knows("time_settings") {
            // So many seconds for each single move.
            setup_commands.push(format!("time_settings 0 {} 1", self.settings.time.as_secs().max(1)));
        }
        setup_commands.iter().try_for_each(|order| self.command(order, deadline).map(drop))
    }

    fn ask(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let deadline = after(self.settings.time);
        for (ply, (turn, word)) in (self.known_plies..).zip(position.history_since(self.known_plies, None)) {
            let order = format!("play {} {word}", colour(turn));
            match self.exchange(&order, deadline)? {
                Ok(_) => {}
                // Programs for Othello may pass by themselves where there is no choice, and then must not be told.
                Err(_) if word == "pass" && position.at(ply).actions().len() == 1 => {}
                Err(message) => return Err(refused(&order, &message)),
            }
        }
        self.known_plies = position.plies();
        let answer = self.command(&format!("genmove {}", colour(TurnWord::Seat(self.seat))), deadline)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Choice::Resign);
        }
        let choice = legal(position, &answer)?;
        self.known_plies += 1;
        Ok(choice)
    }

    /// Sends a command, which must be understood.
    fn command(&mut self, command: &str, deadline: Instant) -> Result<String, Trouble> {
        self.exchange(command, deadline)?.map_err(|message| refused(command, &message))
    }

    /// Sends a command and reads the response, `= text`, or the refusal, `? message`. An empty line ends either.
    fn exchange(&mut self, command: &str, deadline: Instant) -> Result<Result<String, String>, Trouble> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not there".to_owned()))?;
        process.send(command);
        let first = loop {
            let line = process.read_line(deadline)?;
            if line.starts_with(['=', '?']) {
                break line;
            }
        };
        let mut text = first[1..].trim().to_owned();
        loop {
            let line = process.read_line(deadline)?;
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

/// Most bytes of a response.
const MOST_BYTES: usize = 64 << 10;

impl Player for Gtp {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        (self.seat, self.known_plies) = (beginning.seat, 0);
        self.set_up(beginning).inspect_err(|_| drop(self.process.take()))
    }

    /// Asks the program for a move. A program at fault is ended, and started anew for the next game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        self.ask(position).inspect_err(|_| drop(self.process.take()))
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit("quit");
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
