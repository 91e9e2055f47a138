//! Players of the seats: a person, or the machine at a level.

use std::fmt;

use counterplay_api::Level;
use counterplay_core::Seat;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::api_error::{ApiError, Kind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    Person,
    Machine(Level),
}

impl Player {
    fn read(text: &str, seat: &str) -> Result<Player, ApiError> {
        let level = || Level::new(text.strip_prefix("level:")?.parse().ok()?).map(Player::Machine);
        if text == "person" {
            return Ok(Player::Person);
        }
        level().ok_or_else(|| {
            let message = format!("a player is person, or level:1 to level:10, and not {text:?}");
            ApiError::new(Kind::BadRequest, message).field(format!("players.{seat}"))
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Person => f.write_str("person"),
            Player::Machine(level) => write!(f, "level:{}", level.number()),
        }
    }
}

/// Players that a request names; a seat that is not named keeps its player.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Players {
    first: Option<String>,
    second: Option<String>,
}

impl Players {
    pub(crate) fn over(&self, before: [Player; 2]) -> Result<[Player; 2], ApiError> {
        let one = |given: &Option<String>, before: Player, seat: &str| match given {
            Some(text) => Player::read(text, seat),
            None => Ok(before),
        };
        Ok([one(&self.first, before[0], "first")?, one(&self.second, before[1], "second")?])
    }
}

pub(crate) fn players_json(players: [Player; 2]) -> Value {
    json!({"first": players[0].to_string(), "second": players[1].to_string()})
}

/// Index of a seat, 0 or 1.
pub(crate) fn place(seat: Seat) -> usize {
    usize::from(seat.0 % 2)
}
