//! Game of a match.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use counterplay_api::{AnyGame, AnyPosition, Outcome, SearchError, TurnWord};
use counterplay_core::{Key, Seat, Seeded};

use crate::openings::{Opening, OpeningError};
use crate::player::{Beginning, Choice, Fault, Player, Trouble};

/// Player of a match: A or B.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// Player named first.
    A,
    /// Player named second.
    B,
}

impl Who {
    /// Both players.
    pub const BOTH: [Who; 2] = [Who::A, Who::B];

    /// Opponent of a player.
    #[must_use]
    pub const fn other(self) -> Who {
        match self {
            Who::A => Who::B,
            Who::B => Who::A,
        }
    }

    /// Name in the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Who::A => "a",
            Who::B => "b",
        }
    }
}

/// Reason why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Rules of the game.
    Rules,
    /// Resignation of the loser.
    Resignation,
    /// Too many plies; the game counts as a draw.
    Length,
    /// Fault of the loser.
    Fault(Fault),
}

impl Reason {
    /// Name in the log.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::Resignation => "resignation",
            Reason::Length => "length",
            Reason::Fault(Fault::Crash(_)) => "crash",
            Reason::Fault(Fault::Time) => "time",
            Reason::Fault(Fault::Illegal(_)) => "illegal",
        }
    }
}

/// Record of a game that has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Number from 1; the games 1 and 2 are a pair, 3 and 4, and so on.
    pub number: u64,
    /// Seed of the dice and of the players' own seeds: the same for both games of a pair.
    pub seed: u64,
    /// Opening of the game.
    pub opening: Opening,
    /// Player in the first seat.
    pub first: Who,
    /// Actions after the opening, outcomes of chance too.
    pub actions: Vec<String>,
    /// Winner of the game.
    pub winner: Option<Who>,
    /// Points for player A, in the game's own unit. `None` in a log without points. A game that did not end by the
    /// rules counts for one point, however much there was to win.
    pub points: Option<f64>,
    /// Reason why it ended.
    pub reason: Reason,
    /// Number of plies, those of the opening too.
    pub plies: usize,
    /// Number of choices of each player, and the time that they took.
    pub effort: [(u64, Duration); 2],
    /// Number of choices that each player took from the opening book.
    pub book: [u64; 2],
}

/// Setting that all games of a match have in common.
#[derive(Clone)]
pub struct Setting {
    /// Name of the game.
    pub name: String,
    /// Options of the game, all of them.
    pub options: Vec<(String, i64)>,
    /// Game that is played.
    pub game: Arc<dyn AnyGame>,
    /// Seed of everything that is random.
    pub seed: u64,
    /// Most plies: a longer game is a draw.
    pub longest: usize,
}

/// Error of a game that was not played to its end.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum GameError {
    /// Stop of the match.
    Stopped,
    /// Opening that does not suit the game.
    Opening(OpeningError),
    /// Search of a built-in player that came to nothing.
    Search(SearchError),
    /// Chance's turn with nothing that can be drawn.
    NothingToDraw,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Stopped => f.write_str("it was stopped before it was done"),
            GameError::Opening(error) => error.fmt(f),
            GameError::Search(error) => error.fmt(f),
            GameError::NothingToDraw => f.write_str("it is chance's turn, but nothing can be drawn"),
        }
    }
}

impl std::error::Error for GameError {}

impl From<SearchError> for GameError {
    fn from(error: SearchError) -> GameError {
        GameError::Search(error)
    }
}

/// Ending of a game.
struct Ending {
    winner: Option<Who>,
    reason: Reason,
}

impl Setting {
    /// Seed of a game. It has 53 bits, so that every reader of JSON keeps it whole.
    #[must_use]
    pub fn seed_of(&self, number: u64) -> u64 {
        Key::of(&(self.seed, "pair", pair_of(number))).0 >> 11
    }

    /// Plays a game.
    ///
    /// # Errors
    /// If it was stopped, or cannot be played.
    pub fn play(
        &self,
        number: u64,
        opening: Opening,
        players: &mut [Box<dyn Player>; 2],
    ) -> Result<GameRecord, GameError> {
        let position = opening.set_up(self.game.as_ref()).map_err(GameError::Opening)?;
        let (seed, first) = (self.seed_of(number), if number % 2 == 1 { Who::A } else { Who::B });
        let before = position.plies();
        let effort = [(0, Duration::ZERO); 2];
        let (dice, book) = (Seeded::new(seed), [0; 2]);
        let mut table = GameInPlay { setting: self, players, position, first, dice, effort, book };
        let Ending { winner, reason } = table.play(seed)?;
        table.tell(winner);
        let points = Some(table.points(winner));
        let GameInPlay { position, effort, book, .. } = table;
        let actions = position.line().split_off(before);
        Ok(GameRecord {
            number,
            seed,
            opening,
            first,
            actions,
            winner,
            points,
            reason,
            plies: position.plies(),
            effort,
            book,
        })
    }
}

/// Number of the pair that a game belongs to, from 0.
#[must_use]
pub fn pair_of(number: u64) -> usize {
    (number.saturating_sub(1) / 2) as usize
}

/// Game in play: the position and the players.
struct GameInPlay<'a> {
    setting: &'a Setting,
    players: &'a mut [Box<dyn Player>; 2],
    position: Box<dyn AnyPosition>,
    first: Who,
    dice: Seeded,
    effort: [(u64, Duration); 2],
    book: [u64; 2],
}

impl GameInPlay<'_> {
    fn play(&mut self, seed: u64) -> Result<Ending, GameError> {
        for who in [self.first, self.first.other()] {
            let Setting { name, options, .. } = self.setting;
            let (pair_seed, seed) = (seed, Key::of(&(seed, who.as_str())).0 >> 11);
            let beginning = Beginning { game: name, options, seat: self.seat(who), seed, pair_seed };
            if let Err(trouble) = self.players[who as usize].begin(&beginning) {
                return lost(who, trouble);
            }
        }
        loop {
            match self.position.turn() {
                TurnWord::Over => return Ok(Ending { winner: self.winner(), reason: Reason::Rules }),
                _ if self.position.plies() >= self.setting.longest => {
                    return Ok(Ending { winner: None, reason: Reason::Length });
                }
                TurnWord::Chance => {
                    let rolled = self.position.roll(&mut self.dice, None);
                    rolled.ok_or(GameError::NothingToDraw)?;
                }
                TurnWord::Seat(seat) => {
                    let who = if seat.0.is_multiple_of(2) { self.first } else { self.first.other() };
                    match self.ask(who) {
                        Ok(Choice::Resign) => {
                            return Ok(Ending { winner: Some(who.other()), reason: Reason::Resignation });
                        }
                        Ok(Choice::Action(word)) => {
                            if self.position.play(&word).is_err() {
                                return lost(who, Fault::Illegal(word).into());
                            }
                        }
                        Ok(choice @ (Choice::Found(action) | Choice::Book(action))) => {
                            self.book[who as usize] += u64::from(choice == Choice::Book(action));
                            if let Err(error) = self.position.play_action(action, None) {
                                return lost(who, Fault::Illegal(error.to_string()).into());
                            }
                        }
                        Err(trouble) => return lost(who, trouble),
                    }
                }
            }
        }
    }

    fn ask(&mut self, who: Who) -> Result<Choice, Trouble> {
        let start = Instant::now();
        let choice = self.players[who as usize].choose(self.position.as_ref());
        let (choices, time) = &mut self.effort[who as usize];
        *choices += 1;
        *time += start.elapsed();
        choice
    }

    fn seat(&self, who: Who) -> Seat {
        if who == self.first { Seat::FIRST } else { Seat::SECOND }
    }

    /// Winner of a game that is over.
    fn winner(&self) -> Option<Who> {
        let [own, other] = Seat::PAIR.map(|seat| self.position.result(seat).unwrap_or(0.0));
        match own.total_cmp(&other) {
            std::cmp::Ordering::Greater => Some(self.first),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(self.first.other()),
        }
    }

    /// Points that the game has brought player A.
    fn points(&self, winner: Option<Who>) -> f64 {
        let by_the_rules = self.position.result(self.seat(Who::A));
        by_the_rules.unwrap_or_else(|| {
            let (low, high) = self.position.bounds(self.seat(Who::A));
            let won = winner.map_or(0.0, |winner| if winner == Who::A { 1.0 } else { -1.0 });
            (self.position.even() + won).clamp(low, high)
        })
    }

    fn tell(&mut self, winner: Option<Who>) {
        for who in Who::BOTH {
            let outcome = match winner {
                None => Outcome::Draw,
                Some(winner) if winner == who => Outcome::Win,
                Some(_) => Outcome::Loss,
            };
            self.players[who as usize].end(self.position.as_ref(), outcome);
        }
    }
}

/// Ending of a game that is lost by whoever is at fault.
fn lost(who: Who, trouble: Trouble) -> Result<Ending, GameError> {
    match trouble {
        Trouble::Fault(fault) => Ok(Ending { winner: Some(who.other()), reason: Reason::Fault(fault) }),
        Trouble::Stopped => Err(GameError::Stopped),
        Trouble::Search(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests;
