//! Line protocol player, `cmd:CMD`: programs that speak the protocol of `docs/referee.md`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_api::{AnyPosition, Outcome};
use counterplay_core::Seat;

use crate::player::{Beginning, Choice, Fault, Player, PlayerSettings, Trouble, legal, without_blanks};
use crate::process::{Process, after};

/// Line protocol player: a program that reads lines and responds to each `move` with one.
pub(crate) struct LineProtocol {
    command: String,
    settings: PlayerSettings,
    stop: Arc<AtomicBool>,
    process: Option<Process>,
    /// Whether the program has responded yet.
    is_loaded: bool,
    seat: Seat,
    /// Number of plies that the program knows of the game. `None` before it knows where the game starts.
    known_plies: Option<usize>,
}

impl LineProtocol {
    pub(crate) fn new(command: &str, settings: &PlayerSettings, stop: &Arc<AtomicBool>) -> LineProtocol {
        let (command, settings, stop) = (command.to_owned(), settings.clone(), Arc::clone(stop));
        LineProtocol { command, settings, stop, process: None, is_loaded: false, seat: Seat::FIRST, known_plies: None }
    }

    /// Sends what has happened since the program was last asked.
    fn catch_up(&mut self, position: &dyn AnyPosition) {
        let Some(process) = &self.process else { return };
        if self.known_plies.is_none() {
            let start = position.start_text(Some(self.seat)).unwrap_or_else(|| "-".to_owned());
            process.send(&format!("start {}", on_one_line(&start)));
        }
        for (turn, word) in position.history_since(self.known_plies.unwrap_or(0), Some(self.seat)) {
            process.send(&format!("played {turn} {}", on_one_line(&word)));
        }
        self.known_plies = Some(position.plies());
    }

    fn ask(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not there".to_owned()))?;
        if let Some(line) = process.try_read() {
            let line: String = line.chars().take(100).collect();
            return Err(Fault::Illegal(format!("{line} before it was asked")).into());
        }
        process.send(&format!("position {}", on_one_line(&position.text_for(Some(self.seat)))));
        let actions: Vec<String> = position.actions().into_iter().map(|action| without_blanks(&action.word)).collect();
        process.send(&format!("move {}", actions.join(" ")));
        let loading = if self.is_loaded { Duration::ZERO } else { self.settings.loading };
        let answer = process.read_line(after(self.settings.time.saturating_add(loading)))?;
        self.is_loaded = true;
        match answer.as_str() {
            "resign" => Ok(Choice::Resign),
            word => Ok(legal(position, word)?),
        }
    }
}

impl Player for LineProtocol {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        let process = match self.process.take() {
            Some(process) => process,
            None => {
                self.is_loaded = false;
                Process::start(&self.command, &self.stop)?
            }
        };
        let options: String = beginning.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        process.send(&format!("game {}{options}", beginning.game));
        process.send(&format!("seat {}", beginning.seat));
        process.send(&format!("seed {}", beginning.seed));
        process.send(&format!("time {}", self.settings.time.as_secs_f64()));
        (self.process, self.seat, self.known_plies) = (Some(process), beginning.seat, None);
        Ok(())
    }

    /// Asks the program for a move. A program at fault is ended, and started anew for the next game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        self.catch_up(position);
        self.ask(position).inspect_err(|_| drop(self.process.take()))
    }

    fn end(&mut self, position: &dyn AnyPosition, outcome: Outcome) {
        self.catch_up(position);
        if let Some(process) = &self.process {
            process.send(&format!("over {}", outcome.as_str()));
        }
    }
}

impl Drop for LineProtocol {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit("bye");
        }
    }
}

/// Text without anything that would end the line.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
