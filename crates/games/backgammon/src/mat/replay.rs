//! A game of a `.mat` file, played again.

use counterplay_core::notation::ParsedGame;
use counterplay_core::{Game, Notation, Seat, TextError};

use super::super::{Action, Backgammon, Stage, State};
use super::MatGame;
use super::entries::{Entry, What, is_unknown};

/// Plays a game again as far as it can be, from a state; gives the state that it ends in too.
pub(super) fn replay(game: &Backgammon, played: &MatGame, start: State) -> (ParsedGame<State, Action>, State) {
    let mut replay = Replay { game, state: start, parsed: ParsedGame::new(played.at, start), is_over: false };
    for (number, entry) in played.entries.iter().enumerate() {
        match replay.entry(entry) {
            Ok(None) => {}
            Ok(Some(gap)) => {
                let rest = &played.entries[number + 1..];
                if !replay.is_filled(&gap, rest) {
                    replay.end_at(gap, rest.len(), played);
                    return (replay.parsed, replay.state);
                }
            }
            Err(fault) => {
                replay.parsed.fault = Some(fault);
                return (replay.parsed, replay.state);
            }
        }
    }
    replay.parsed.fault.clone_from(&played.fault);
    if let (false, None, Some((points, at))) = (replay.is_over, &played.fault, played.wins) {
        replay.parsed.remarks.push(given_up(points, at));
    }
    (replay.parsed, replay.state)
}

/// The remark about a game that nothing has ended.
fn given_up(points: Option<u32>, at: usize) -> TextError {
    let points = points.map_or(String::new(), |points| format!(", {points} to the winner"));
    TextError::new(at, format!("the game was given up here{points}: nothing in it has ended it"))
}

#[derive(Clone)]
struct Replay<'g> {
    game: &'g Backgammon,
    state: State,
    parsed: ParsedGame<State, Action>,
    /// Whether the game has come to its end; a match may go on.
    is_over: bool,
}

impl Replay<'_> {
    fn apply(&mut self, action: Action, at: usize) {
        self.parsed.actions.push((action, at));
        self.game.apply(&mut self.state, action);
        self.is_over = matches!(self.state.stage, Stage::Over | Stage::Opening);
    }

    /// Plays what must have been played where the file does not say: the only legal play, or the only one after which
    /// the rest of the game is legal. `false` if there are several.
    fn is_filled(&mut self, gap: &TextError, rest: &[Entry]) -> bool {
        let fits = |&action: &Action| {
            let mut trial = self.clone();
            trial.apply(action, gap.offset);
            // Behind another gap anything may be.
            let until = rest.iter().map(|entry| trial.entry(entry)).find(|played| !matches!(played, Ok(None)));
            until.is_none_or(|played| played.is_ok())
        };
        let legal = self.game.action_list(&self.state);
        let [action] = legal.into_iter().filter(fits).collect::<Vec<_>>()[..] else { return false };
        let text = self.game.action_text(&self.state, action);
        let message = format!("{}, and can only have been {text}", gap.message);
        self.parsed.remarks.push(TextError::new(gap.offset, message));
        self.apply(action, gap.offset);
        true
    }

    /// Ends the game before a play that is not there: what comes after it cannot be played.
    fn end_at(&mut self, gap: TextError, left: usize, played: &MatGame) {
        match (left, &played.fault, played.wins) {
            (0, None, wins) => {
                self.parsed.remarks.push(gap);
                self.parsed.remarks.extend(wins.map(|(points, at)| given_up(points, at)));
            }
            _ => {
                let turns = if left == 1 { "the one entry" } else { "the entries" };
                let count = if left > 1 { format!(", {left} of them,") } else { String::new() };
                let message = format!("{}; {turns} of this game after it{count} cannot be played", gap.message);
                self.parsed.fault = Some(TextError::new(gap.offset, message));
            }
        }
    }

    /// Plays what an entry says. A gap is a throw whose play is not there.
    fn entry(&mut self, entry: &Entry) -> Result<Option<TextError>, TextError> {
        let wrong = |message: String| Err(TextError::new(entry.at, message));
        if self.is_over {
            return wrong("the game is over".to_owned());
        }
        let seat = match self.state.stage {
            Stage::Opening => entry.seat,
            Stage::Answer => self.state.seat.other(),
            _ => self.state.seat,
        };
        if seat != entry.seat {
            return wrong(format!("it is the turn of the {seat} player"));
        }
        match &entry.what {
            What::Throw(dice, steps) => return self.throw(entry, *dice, steps),
            What::Double if self.state.stage == Stage::Cube => self.apply(Action::Double, entry.at),
            What::Take if self.state.stage == Stage::Answer => self.apply(Action::Take, entry.at),
            What::Drop if self.state.stage == Stage::Answer => self.apply(Action::Drop, entry.at),
            _ if !self.game.stakes.has_cube() => {
                return wrong("the cube is in play here: give the option --cube 1".to_owned());
            }
            What::Double => return wrong("nobody may double here, or it would be of no use".to_owned()),
            What::Take | What::Drop => return wrong("nobody has doubled".to_owned()),
        }
        Ok(None)
    }

    fn throw(&mut self, entry: &Entry, [first, second]: [u8; 2], steps: &str) -> Result<Option<TextError>, TextError> {
        let wrong = |message: &str| Err(TextError::new(entry.at, message));
        let (most, least) = (first.max(second), first.min(second));
        match self.state.stage {
            Stage::Answer => return wrong("a double is taken or dropped before the next throw"),
            Stage::Opening if most == least => return wrong("a game begins with two different dice"),
            Stage::Opening if entry.seat == Seat::SECOND => self.apply(Action::Throw(least, most), entry.at),
            Stage::Cube => {
                self.apply(Action::Roll, entry.at);
                self.apply(Action::Throw(most, least), entry.at);
            }
            _ => self.apply(Action::Throw(most, least), entry.at),
        }
        let legal = self.game.action_list(&self.state);
        let gap =
            |at: usize, what: &str| Ok(Some(TextError::new(at, format!("what was played with {most}{least} {what}"))));
        let (at, steps) = match steps {
            "" => match self.game.parse_action(&self.state, "pass", &legal) {
                Ok(pass) => {
                    self.apply(pass, entry.at);
                    return Ok(None);
                }
                Err(_) => return gap(entry.at, "is missing"),
            },
            unknown if is_unknown(unknown) => return gap(entry.steps_at, "is not known"),
            steps => (entry.steps_at, steps),
        };
        let read = self.game.parse_action(&self.state, steps, &legal);
        self.apply(read.map_err(|error| TextError::new(at + error.offset, error.message))?, at);
        Ok(None)
    }
}
