//! `cmd:CMD`: the protocol of lines that `docs/referee.md` describes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_api::{AnyPosition, Outcome};
use counterplay_core::Seat;

use crate::player::{Beginning, Choice, Fault, Means, Player, Trouble, legal, without_blanks};
use crate::process::{Process, after};

/// A program that reads lines and answers each `move` with one.
pub(crate) struct Lines {
    command: String,
    means: Means,
    stop: Arc<AtomicBool>,
    process: Option<Process>,
    /// Whether the program has answered yet.
    is_loaded: bool,
    seat: Seat,
    /// How many plies of the game the program has been told of; nothing before it knows where the game starts.
    told: Option<usize>,
}

impl Lines {
    pub(crate) fn new(command: &str, means: &Means, stop: &Arc<AtomicBool>) -> Lines {
        let (command, means, stop) = (command.to_owned(), means.clone(), Arc::clone(stop));
        Lines { command, means, stop, process: None, is_loaded: false, seat: Seat::FIRST, told: None }
    }

    /// Tells what has happened since the program was last told.
    fn catch_up(&mut self, position: &dyn AnyPosition) {
        let Some(process) = &self.process else { return };
        if self.told.is_none() {
            let start = position.start_text(Some(self.seat)).unwrap_or_else(|| "-".to_owned());
            process.say(&format!("start {}", on_one_line(&start)));
        }
        let words = position.history(Some(self.seat));
        for (ply, word) in words.iter().enumerate().skip(self.told.unwrap_or(0)) {
            process.say(&format!("played {} {}", position.at(ply).turn(), on_one_line(word)));
        }
        self.told = Some(words.len());
    }

    fn ask(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it is not there".to_owned()))?;
        if let Some(line) = process.overheard() {
            let line: String = line.chars().take(100).collect();
            return Err(Fault::Illegal(format!("{line} before it was asked")).into());
        }
        process.say(&format!("position {}", on_one_line(&position.text_for(Some(self.seat)))));
        let actions: Vec<String> = position.actions().into_iter().map(|action| without_blanks(&action.word)).collect();
        process.say(&format!("move {}", actions.join(" ")));
        let loading = if self.is_loaded { Duration::ZERO } else { self.means.loading };
        let answer = process.hear(after(self.means.time.saturating_add(loading)))?;
        self.is_loaded = true;
        match answer.as_str() {
            "resign" => Ok(Choice::Resign),
            word => Ok(legal(position, word)?),
        }
    }
}

impl Player for Lines {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        let process = match self.process.take() {
            Some(process) => process,
            None => {
                self.is_loaded = false;
                Process::start(&self.command, &self.stop)?
            }
        };
        let options: String = beginning.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        process.say(&format!("game {}{options}", beginning.game));
        process.say(&format!("seat {}", beginning.seat));
        process.say(&format!("seed {}", beginning.seed));
        process.say(&format!("time {}", self.means.time.as_secs_f64()));
        (self.process, self.seat, self.told) = (Some(process), beginning.seat, None);
        Ok(())
    }

    /// A program at fault is ended, and started anew for the next game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        self.catch_up(position);
        self.ask(position).inspect_err(|_| drop(self.process.take()))
    }

    fn end(&mut self, position: &dyn AnyPosition, outcome: Outcome) {
        self.catch_up(position);
        if let Some(process) = &self.process {
            process.say(&format!("over {}", outcome.as_str()));
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.leave("bye");
        }
    }
}

/// A text without anything that would end the line.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
