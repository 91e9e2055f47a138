//! Game records as lines of JSON: in the log, and on the command line.

use std::time::Duration;

use serde_json::{Value, json};

use crate::game::{GameRecord, Reason, Who, pair_of};
use crate::openings::Opening;
use crate::player::Fault;

impl GameRecord {
    /// Writes the game as a JSON object.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let what = match &self.reason {
            Reason::Fault(Fault::Crash(what) | Fault::Illegal(what)) => Some(what),
            _ => None,
        };
        let mut value = json!({
            "game": self.number,
            "pair": pair_of(self.number) + 1,
            "seed": self.seed,
            "first": self.first.as_str(),
            "opening": self.opening.to_json(),
            "actions": self.actions,
            "winner": self.winner.map(Who::as_str),
            "points": self.points,
            "reason": self.reason.as_str(),
            "what": what,
            "plies": self.plies,
            "choices": self.effort.map(|(choices, _)| choices),
            "ms": self.effort.map(|(_, time)| milliseconds(time)),
        });
        if self.book != [0; 2] {
            value["book"] = json!(self.book);
        }
        value
    }

    /// Reads a game from a JSON object.
    ///
    /// # Errors
    /// The field that is missing or wrong.
    pub fn from_json(value: &Value) -> Result<GameRecord, String> {
        let number = whole(value, "game")?;
        if number == 0 {
            return Err("the field \"game\" counts from 1".to_owned());
        }
        let pair = pair_of(number) as u64 + 1;
        if whole(value, "pair")? != pair {
            return Err(format!("the field \"pair\" says {}, and game {number} is of pair {pair}", value["pair"]));
        }
        let winner = match &value["winner"] {
            Value::Null => None,
            _ => Some(who(value, "winner")?),
        };
        let effort = |place: usize| {
            let choices = value["choices"][place].as_u64().ok_or_else(|| wrong("choices"))?;
            let ms = value["ms"][place].as_f64().ok_or_else(|| wrong("ms"))?;
            let time = Duration::try_from_secs_f64(ms / 1000.0).map_err(|_| wrong("ms"))?;
            Ok::<_, String>((choices, time))
        };
        // Where no book was used, nothing is said of it.
        let book = |place: usize| match &value["book"] {
            Value::Null => Ok(0),
            counts => counts[place].as_u64().ok_or_else(|| wrong("book")),
        };
        let opening = &value["opening"];
        let position = opening["position"].as_str().map(str::to_owned);
        Ok(GameRecord {
            number,
            seed: whole(value, "seed")?,
            opening: Opening { position, moves: words(opening, "moves")? },
            first: who(value, "first")?,
            actions: words(value, "actions")?,
            winner,
            points: match &value["points"] {
                Value::Null => None,
                points => Some(points.as_f64().ok_or_else(|| wrong("points"))?),
            },
            reason: reason(value)?,
            plies: usize::try_from(whole(value, "plies")?).map_err(|_| wrong("plies"))?,
            effort: [effort(0)?, effort(1)?],
            book: [book(0)?, book(1)?],
        })
    }
}

impl Opening {
    /// Writes the opening as a JSON object.
    pub(crate) fn to_json(&self) -> Value {
        json!({"position": self.position, "moves": self.moves})
    }
}

/// Time in milliseconds, to the microsecond.
#[must_use]
pub fn milliseconds(time: Duration) -> Value {
    json!((time.as_secs_f64() * 1e6).round() / 1000.0)
}

fn wrong(name: &str) -> String {
    format!("the field {name:?} is missing or wrong")
}

fn whole(value: &Value, name: &str) -> Result<u64, String> {
    value[name].as_u64().ok_or_else(|| wrong(name))
}

fn who(value: &Value, name: &str) -> Result<Who, String> {
    let word = value[name].as_str();
    Who::BOTH.into_iter().find(|who| word == Some(who.as_str())).ok_or_else(|| wrong(name))
}

fn words(value: &Value, name: &str) -> Result<Vec<String>, String> {
    let list = value[name].as_array().ok_or_else(|| wrong(name))?;
    list.iter().map(|word| word.as_str().map(str::to_owned).ok_or_else(|| wrong(name))).collect()
}

fn reason(value: &Value) -> Result<Reason, String> {
    let what = || value["what"].as_str().unwrap_or_default().to_owned();
    match value["reason"].as_str() {
        Some("rules") => Ok(Reason::Rules),
        Some("resignation") => Ok(Reason::Resignation),
        Some("length") => Ok(Reason::Length),
        Some("crash") => Ok(Reason::Fault(Fault::Crash(what()))),
        Some("time") => Ok(Reason::Fault(Fault::Time)),
        Some("illegal") => Ok(Reason::Fault(Fault::Illegal(what()))),
        _ => Err(wrong("reason")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_written_and_read() {
        let reasons = [
            Reason::Rules,
            Reason::Resignation,
            Reason::Length,
            Reason::Fault(Fault::Crash("it ended: \"oh\"\n".into())),
            Reason::Fault(Fault::Time),
            Reason::Fault(Fault::Illegal("\u{fffd}9".into())),
        ];
        for (number, reason) in (1..).zip(reasons) {
            let opening = Opening { position: (number == 2).then(|| "X--".to_owned()), moves: vec!["4".into()] };
            let (first, winner) = (Who::B, (number != 3).then_some(Who::A));
            let effort = [(3, Duration::from_micros(1234)), (2, Duration::from_secs(70))];
            let seed = (1 << 53) - 1;
            let actions = vec!["4".into(), "5".into()];
            let points = (number != 4).then_some(-1.5);
            let (plies, book) = (3, [number % 2, 0]);
            let game =
                GameRecord { number, seed, opening, first, actions, winner, points, reason, plies, effort, book };
            let text = game.to_json().to_string();
            assert!(!text.contains('\n'));
            assert_eq!(GameRecord::from_json(&serde_json::from_str(&text).unwrap()), Ok(game));
        }
        for (text, name) in [("{}", "game"), (r#"{"game":1}"#, "pair"), ("7", "game"), (r#"{"game":-1}"#, "game")] {
            let error = GameRecord::from_json(&serde_json::from_str(text).unwrap()).unwrap_err();
            assert!(error.contains("missing or wrong") && (error.contains(name) || text.len() > 2), "{error}");
        }
    }
}
