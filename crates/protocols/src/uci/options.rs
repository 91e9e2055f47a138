//! Options of the engine, which the other program sets by `setoption`.

use std::num::NonZero;

use counterplay_api::{AnyPosition, Item, Ratings, Strength};

use super::info::ScoreWords;
use crate::current_game::CurrentGame;

/// Most threads that are offered, or as many as the machine has.
const THREADS: u32 = 64;
/// Most lines that are offered.
const LINES: usize = 500;

/// Options that are set, besides those that the current game keeps.
pub(super) struct UciOptions {
    pub(super) lines: usize,
    /// Whether castling is written as the king that takes the rook.
    pub(super) chess960: bool,
    pub(super) analyses: bool,
    pub(super) shows_chances: bool,
    /// Whether to play as weakly as `elo` says.
    limits_strength: bool,
    elo: u32,
    /// Ratings of the levels, if they were measured.
    ratings: Option<Ratings>,
    has_chances: bool,
}

impl UciOptions {
    pub(super) fn new(current: &CurrentGame) -> UciOptions {
        let ratings = current.item().and_then(Item::level_ratings);
        UciOptions {
            lines: 1,
            chess960: false,
            analyses: false,
            shows_chances: false,
            limits_strength: false,
            elo: ratings.map_or(0, |ratings| ratings.most()),
            ratings,
            has_chances: ScoreWords::new(current.position.as_ref()).has_chances(),
        }
    }

    /// Lines that offer the options.
    pub(super) fn offers(&self, current: &CurrentGame) -> Vec<String> {
        let settings = current.settings();
        let (memory, threads) = (settings.request.memory >> 20, settings.request.threads);
        let most = most_mebibytes(current);
        let mut offers = vec![
            format!("Hash type spin default {} min 1 max {most}", memory.clamp(1, most)),
            "Clear Hash type button".to_owned(),
            format!("Threads type spin default {threads} min 1 max {}", most_threads().max(threads)),
            format!("MultiPV type spin default 1 min 1 max {LINES}"),
            "Ponder type check default false".to_owned(),
            "UCI_Chess960 type check default false".to_owned(),
            "UCI_AnalyseMode type check default false".to_owned(),
        ];
        if self.has_chances {
            offers.push("UCI_ShowWDL type check default false".to_owned());
        }
        if let Some(ratings) = self.ratings {
            let (least, most) = (ratings.least(), ratings.most());
            offers.push("UCI_LimitStrength type check default false".to_owned());
            offers.push(format!("UCI_Elo type spin default {most} min {least} max {most}"));
        }
        offers
    }

    /// Sets an option.
    ///
    /// # Errors
    /// What is wrong with its name or its value.
    pub(super) fn set(&mut self, name: &str, value: &str, current: &mut CurrentGame) -> Result<(), String> {
        match (name.to_ascii_lowercase().as_str(), self.ratings) {
            ("hash", _) => {
                let mebibytes = number(name, value, 1, most_mebibytes(current))?;
                current.set_memory(mebibytes << 20);
            }
            ("clear hash", _) => current.clear_table(),
            ("threads", _) => {
                let most = most_threads().max(current.settings().request.threads);
                current.set_threads(number(name, value, 1, most as usize)? as u32);
            }
            ("multipv", _) => self.lines = number(name, value, 1, LINES)?,
            // The other program says by `go ponder` when to.
            ("ponder", _) => drop(check(name, value)?),
            ("uci_chess960", _) => self.chess960 = check(name, value)?,
            ("uci_analysemode", _) => self.analyses = check(name, value)?,
            ("uci_showwdl", _) if self.has_chances => self.shows_chances = check(name, value)?,
            ("uci_limitstrength", Some(_)) => self.limits_strength = check(name, value)?,
            ("uci_elo", Some(ratings)) => {
                self.elo = number(name, value, ratings.least() as usize, ratings.most() as usize)? as u32;
            }
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(())
    }

    /// Strength to play at, that of the rating that was asked for, if it is limited.
    pub(super) fn strength(&self) -> Option<Strength> {
        let ratings = self.ratings.filter(|_| self.limits_strength && !self.analyses)?;
        Some(ratings.strength(self.elo))
    }

    /// Scores of a position, as the options want them told.
    pub(super) fn scores(&self, position: &dyn AnyPosition) -> ScoreWords {
        let mut scores = ScoreWords::new(position);
        scores.shows_chances = self.shows_chances;
        scores
    }
}

fn most_threads() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    THREADS.max(cores as u32)
}

fn most_mebibytes(current: &CurrentGame) -> usize {
    let settings = current.settings();
    (settings.most_memory.max(settings.request.memory) >> 20).max(1)
}

fn number(name: &str, value: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{name} is from {least} to {most}, not {value:?}"))
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name} is true or false, not {value:?}")),
    }
}
