//! Replay of a game from a log, and of all of them: what a log says is believed once the rules have said it too.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use counterplay_api::AnyPosition;
use serde_json::Value;

use crate::contest::Match;
use crate::game::{GameError, GameRecord, Reason, Who, pair_of};
use crate::log::{LogContent, LogError};
use crate::openings::OpeningBook;
use crate::player::{Beginning, Choice, Fault, Player, Trouble};

impl Match {
    /// Replays a game from its seed. A player that is not repeatable plays what the record says; the dice and the other
    /// player must come to the same by themselves.
    ///
    /// # Errors
    /// If the game cannot be played.
    pub fn replay(&self, record: &GameRecord) -> Result<GameRecord, GameError> {
        self.replay_with(record, |who| {
            let kind = &self.players[who as usize];
            kind.is_repeatable().then(|| kind.player(&self.player_settings, &Arc::default()))
        })
    }

    /// Replays a game with the players that are given, and the recorded ones in the place of the others.
    fn replay_with(
        &self,
        record: &GameRecord,
        given: impl Fn(Who) -> Option<Box<dyn Player>>,
    ) -> Result<GameRecord, GameError> {
        let opening = record.opening.set_up(self.setting.game.as_ref()).map_err(GameError::Opening)?;
        let before = opening.plies();
        let mut players =
            Who::BOTH.map(|who| given(who).unwrap_or_else(|| Box::new(RecordedPlayer::new(record, who, before))));
        self.setting.play(record.number, record.opening.clone(), &mut players)
    }

    /// Checks what a log says of its games. Each is replayed on the rules with the recorded choices, which takes no
    /// search; the seed gives its dice. What cannot be derived, such as the times, is held to the sum of its line.
    ///
    /// # Errors
    /// The first line that does not say what the match and the rules give, or that it was stopped.
    pub fn check(&self, content: &LogContent, stop: &AtomicBool) -> Result<(), LogError> {
        let mut book = OpeningBook::new(self.setting.game.as_ref(), &self.openings, self.setting.seed);
        let mut lines = HashMap::new();
        for (line, record) in content.numbered() {
            if stop.load(Ordering::Relaxed) {
                return Err(LogError::Stopped);
            }
            let number = record.number;
            if let Some(first) = lines.insert(number, line) {
                return Err(LogError::Damaged(line, format!("game {number} is in line {first} already")));
            }
            self.check_game(record, &mut book)
                .map_err(|what| LogError::Damaged(line, format!("game {number}: {what}")))?;
            content.check_sum(line)?;
        }
        Ok(())
    }

    /// Checks a game. The seed comes first: by it a number that belongs to another game is found out, before the
    /// openings up to that game are searched.
    fn check_game(&self, record: &GameRecord, book: &mut OpeningBook<'_>) -> Result<(), String> {
        let seed = self.setting.seed_of(record.number);
        if record.seed != seed {
            return Err(format!("the field \"seed\" says {}, and the match gives {seed}", record.seed));
        }
        let opening = book.opening(pair_of(record.number));
        if record.opening != opening {
            let (said, given) = (record.opening.to_json(), opening.to_json());
            return Err(format!("the field \"opening\" says {said}, and the match gives {given}"));
        }
        let again = self.replay_with(record, |_| None).map_err(|error| error.to_string())?;
        record.difference(&again).map_or(Ok(()), Err)
    }
}

impl GameRecord {
    /// Difference between a record and its replay, in words: the first field that says something else. `None` if the
    /// game came out the same. Times differ in any case, and whether a recorded action came from a book its replay does not
    /// know.
    #[must_use]
    pub fn difference(&self, again: &GameRecord) -> Option<String> {
        if let Some(place) = (0..self.actions.len().max(again.actions.len()))
            .find(|&place| self.actions.get(place) != again.actions.get(place))
        {
            let ply = again.plies - again.actions.len() + place + 1;
            let said = self.actions.get(place).map_or_else(|| "nothing more".to_owned(), |word| format!("{word:?}"));
            let given = match (again.actions.get(place), &again.reason) {
                (Some(word), _) => format!("the replay gives {word:?}"),
                (None, Reason::Fault(Fault::Illegal(_))) => "that is not legal there".to_owned(),
                (None, Reason::Rules) => "the game is over by then".to_owned(),
                (None, reason) => format!("the replay gives nothing more (its end is {:?})", reason.as_str()),
            };
            return Some(format!("at ply {ply} the field \"actions\" says {said}, and {given}"));
        }
        if matches!(self.reason, Reason::Rules | Reason::Length) && again.reason == Reason::Fault(no_more()) {
            let ply = again.plies + 1;
            return Some(format!("at ply {ply} the field \"actions\" says nothing more, and the game is not over"));
        }
        let (said, given) = (self.to_json(), again.to_json());
        let is_same = |name: &str| match (name, self.points, again.points) {
            // Logs of old have no points; and a number that was written and read may have lost its last digit.
            ("points", said, Some(given)) => said.is_none_or(|said| (said - given).abs() < 1e-9),
            _ => said[name] == given[name],
        };
        let fields = said.as_object().into_iter().flat_map(serde_json::Map::keys);
        let name =
            fields.map(String::as_str).filter(|name| !["ms", "book"].contains(name)).find(|name| !is_same(name))?;
        let show = |value: &Value| if value.is_null() { "none".to_owned() } else { value.to_string() };
        let (said, given) = (show(&said[name]), show(&given[name]));
        Some(format!("the field {name:?} says {said}, and the replay gives {given}"))
    }
}

/// Fault of a recorded player that has to choose after all that is recorded.
fn no_more() -> Fault {
    Fault::Crash("the record says no more".to_owned())
}

/// Player of what is in a record.
struct RecordedPlayer {
    actions: Vec<String>,
    /// Number of plies before the recorded actions.
    before: usize,
    /// Choice after the recorded actions.
    last: Result<Choice, Fault>,
    /// Whether the player was at fault before it was asked for anything.
    fails_to_begin: bool,
}

impl RecordedPlayer {
    fn new(record: &GameRecord, who: Who, before: usize) -> RecordedPlayer {
        let is_at_fault = record.winner == Some(who.other());
        let last = match &record.reason {
            Reason::Fault(fault) if is_at_fault => Err(fault.clone()),
            Reason::Resignation if is_at_fault => Ok(Choice::Resign),
            _ => Err(no_more()),
        };
        let nobody_was_asked = record.effort.iter().all(|(choices, _)| *choices == 0);
        let fails_to_begin = is_at_fault && nobody_was_asked && matches!(record.reason, Reason::Fault(_));
        RecordedPlayer { actions: record.actions.clone(), before, last, fails_to_begin }
    }

    fn last(&self) -> Result<Choice, Trouble> {
        self.last.clone().map_err(Trouble::Fault)
    }
}

impl Player for RecordedPlayer {
    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Trouble> {
        if self.fails_to_begin { self.last().map(drop) } else { Ok(()) }
    }

    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let word = position.plies().checked_sub(self.before).and_then(|ply| self.actions.get(ply));
        word.map_or_else(|| self.last(), |word| Ok(Choice::Action(word.clone())))
    }
}

#[cfg(test)]
mod tests;
