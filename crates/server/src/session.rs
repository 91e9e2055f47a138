//! Session: a game in play, its options, where it started, the line played, and the players.

use std::sync::Arc;

use counterplay_api::{ActionId, AnyGame, AnyPosition, TurnWord};
use counterplay_core::{Seat, Seeded};

use crate::api_error::{ApiError, Kind};
use crate::player::{Player, place};
use crate::random::{self, Dice};
use crate::stop::Stop;

/// Longest line of play.
pub(crate) const MOST_PLIES: usize = 20_000;

/// Parts of a new session.
pub(crate) struct Beginning {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) options: Vec<(&'static str, i64)>,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) root: Box<dyn AnyPosition>,
    pub(crate) moves: Vec<String>,
    pub(crate) players: [Player; 2],
    pub(crate) seed: Option<u64>,
}

pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) options: Vec<(&'static str, i64)>,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) players: [Player; 2],
    /// Keys of the seats, where there are secrets.
    keys: [Option<String>; 2],
    dice: Dice,
    /// Seed of the machine's errors.
    pub(crate) error_seed: u64,
    /// Number of changes of the position or the players: a search that began before a change is not to be played.
    pub(crate) changes: u64,
    pub(crate) search: Option<Search>,
}

/// Search of a session that is running.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) number: u64,
    /// Whether it ends by itself soon.
    pub(crate) short: bool,
    pub(crate) stop: Stop,
}

impl Session {
    /// Begins a session, and plays its line.
    pub(crate) fn begin(beginning: Beginning) -> Result<Session, ApiError> {
        let Beginning { name, title, options, game, root, moves, players, seed } = beginning;
        let position = play_line(root.as_ref(), &moves)?;
        let secrets = game.has_secrets();
        // Where no person sits, somebody may watch as the first seat.
        let watched = !players.contains(&Player::Person);
        let key = |seat: usize| {
            let has_key = secrets && (players[seat] == Player::Person || watched && seat == 0);
            has_key.then(|| random::name(2))
        };
        Ok(Session {
            id: random::name(1),
            keys: [key(0), key(1)],
            dice: seed.map_or(Dice::System, |seed| Dice::Seeded(Seeded::new(seed))),
            error_seed: seed.unwrap_or_else(random::bits),
            changes: 0,
            search: None,
            name,
            title,
            options,
            game,
            position,
            players,
        })
    }

    pub(crate) fn secrets(&self) -> bool {
        self.game.has_secrets()
    }

    /// Keys by their seats, for whoever began the session.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (Seat, &str)> {
        [Seat::FIRST, Seat::SECOND].into_iter().zip(&self.keys).filter_map(|(seat, key)| Some((seat, key.as_deref()?)))
    }

    /// Seat that a key opens. `None` where nothing is hidden. A wrong key is not told from a missing one.
    pub(crate) fn seat(&self, key: Option<&str>) -> Result<Option<Seat>, ApiError> {
        if !self.secrets() {
            return Ok(None);
        }
        let given = key.unwrap_or_default();
        let found = self.keys().find(|(_, key)| is_same(key, given)).map(|(seat, _)| seat);
        found.map(Some).ok_or_else(|| ApiError::new(Kind::Forbidden, "this game needs the key of a seat"))
    }

    /// Player of the seat to move. `None` where chance is to move.
    pub(crate) fn mover(&self) -> Result<Option<(Seat, Player)>, ApiError> {
        match self.position.turn() {
            TurnWord::Over => Err(ApiError::new(Kind::Over, "the game is over")),
            TurnWord::Chance => Ok(None),
            TurnWord::Seat(seat) => Ok(Some((seat, self.players[place(seat)]))),
        }
    }

    /// Plays a person's action. The rules work on a copy: if they panic, the session is as it was.
    pub(crate) fn play(&mut self, word: &str, seat: Option<Seat>) -> Result<(), ApiError> {
        match self.mover()? {
            None => return Err(ApiError::new(Kind::NotYourTurn, "it is chance's turn")),
            Some((mover, _)) if seat.is_some_and(|seat| seat != mover) => {
                return Err(ApiError::new(Kind::NotYourTurn, format!("it is the turn of {mover}")));
            }
            Some((mover, Player::Machine(_))) => {
                return Err(ApiError::new(Kind::NotYourTurn, format!("the machine plays for {mover}")));
            }
            Some((_, Player::Person)) => {}
        }
        self.room_for_one()?;
        let mut next = self.position.copy();
        next.play(word).map_err(|error| ApiError::text(Kind::IllegalMove, &error.error, word).field("action"))?;
        self.change(next);
        Ok(())
    }

    /// Plays the action that the machine has found in this position. Returns its word, as a seat is told of it.
    pub(crate) fn play_found(&mut self, action: ActionId, seat: Option<Seat>) -> Result<String, ApiError> {
        self.room_for_one()?;
        let mut next = self.position.copy();
        let played = next.play_action(action, seat);
        let told = played.map_err(|error| ApiError::new(Kind::Failed, error.to_string()))?;
        self.change(next);
        Ok(told)
    }

    /// Lets chance play. Returns the word of the outcome, as a seat is told of it.
    pub(crate) fn roll(&mut self, seat: Option<Seat>) -> Result<String, ApiError> {
        self.room_for_one()?;
        let mut next = self.position.copy();
        let nothing = "the rules say that it is chance's turn, but nothing can be drawn";
        let told = next.roll(&mut self.dice, seat).ok_or_else(|| ApiError::new(Kind::Failed, nothing))?;
        self.change(next);
        Ok(told)
    }

    /// Replaces the line of play.
    pub(crate) fn set_line(&mut self, moves: &[String]) -> Result<(), ApiError> {
        if self.secrets() {
            return Err(ApiError::new(Kind::Secret, "what has been seen cannot be unseen: there is no take-back"));
        }
        let next = play_line(self.position.at(0).as_ref(), moves)?;
        self.change(next);
        Ok(())
    }

    /// Changes the players. In a game with secrets a person keeps the seat, and nobody gets the cards of another.
    pub(crate) fn set_players(&mut self, players: [Player; 2], seat: Option<Seat>) -> Result<(), ApiError> {
        let moved = |at: usize| (self.players[at] == Player::Person) != (players[at] == Player::Person);
        let takes_own = |at: usize| seat.map(place) == Some(at) && players[at] == Player::Person;
        if self.secrets() && (0..2).any(|at| moved(at) && !takes_own(at)) {
            let message = "in a game with secrets a person keeps the seat, and nobody takes another's cards";
            return Err(ApiError::new(Kind::Secret, message).field("players"));
        }
        if players != self.players {
            self.players = players;
            self.changed();
        }
        Ok(())
    }

    fn room_for_one(&self) -> Result<(), ApiError> {
        if self.position.plies() < MOST_PLIES { Ok(()) } else { Err(too_long()) }
    }

    fn change(&mut self, next: Box<dyn AnyPosition>) {
        self.position = next;
        self.changed();
    }

    fn changed(&mut self) {
        self.changes += 1;
        self.stop();
    }

    /// Stops the running search, if there is one.
    pub(crate) fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop.raise();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Position after a line of play; all of it or nothing. A line that goes on after a draw by repetition or the like is
/// that of a game in which nobody claimed it.
pub(crate) fn play_line(root: &dyn AnyPosition, moves: &[String]) -> Result<Box<dyn AnyPosition>, ApiError> {
    if moves.len() > MOST_PLIES {
        return Err(too_long());
    }
    let mut position = root.copy();
    for (number, word) in (1..).zip(moves) {
        position.leave_draw_unclaimed();
        position.play(word).map_err(|error| {
            let message = format!("action {number}: {error}");
            ApiError::new(Kind::IllegalMove, message).field(format!("moves.{}", number - 1))
        })?;
    }
    Ok(position)
}

fn too_long() -> ApiError {
    ApiError::new(Kind::TooLarge, format!("a line has at most {MOST_PLIES} actions"))
}

/// Whether two texts are the same, in a time that does not say how much of them is.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}
