//! Replay of a game from a log.

use std::sync::Arc;

use counterplay_api::AnyPosition;

use crate::contest::Match;
use crate::game::{GameError, GameRecord, Reason, Who};
use crate::player::{Beginning, Choice, Fault, Player, Trouble};

impl Match {
    /// Replays a game from its seed. A player that is not repeatable plays what the record says; the dice and the other
    /// player must come to the same by themselves.
    ///
    /// # Errors
    /// If the game cannot be played.
    pub fn replay(&self, record: &GameRecord) -> Result<GameRecord, GameError> {
        let mut players = Who::BOTH.map(|who| {
            let kind = &self.players[who as usize];
            if kind.is_repeatable() {
                return kind.player(&self.player_settings, &Arc::default());
            }
            let is_at_fault = record.winner == Some(who.other());
            let last = match &record.reason {
                Reason::Fault(fault) if is_at_fault => Err(fault.clone()),
                Reason::Resignation if is_at_fault => Ok(Choice::Resign),
                _ => Err(Fault::Crash("the record says no more".to_owned())),
            };
            Box::new(RecordedPlayer { record: record.clone(), last }) as Box<dyn Player>
        });
        self.setting.play(record.number, record.opening.clone(), &mut players)
    }
}

/// Player of what is in a record.
struct RecordedPlayer {
    record: GameRecord,
    /// Choice after the recorded actions.
    last: Result<Choice, Fault>,
}

impl Player for RecordedPlayer {
    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Trouble> {
        Ok(())
    }

    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let before = self.record.plies - self.record.actions.len().min(self.record.plies);
        let word = position.plies().checked_sub(before).and_then(|ply| self.record.actions.get(ply));
        word.map_or_else(|| self.last.clone().map_err(Trouble::Fault), |word| Ok(Choice::Action(word.clone())))
    }
}
