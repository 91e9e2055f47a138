//! Pig as text.
//!
//! A position is `34 57 first 12`: the two scores, whose turn it is, and the turn total; `rolling` after that if the
//! die has been thrown. The actions are `roll` and `hold`, and what the die shows is `1` to `6`.

use counterplay_core::text::Words;
use counterplay_core::{Game, Seat, TextError, Turn};

use super::{Action, Pig, State};

impl Pig {
    /// `roll`, `hold`, or the pips.
    #[must_use]
    pub fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Roll => "roll".to_owned(),
            Action::Hold => "hold".to_owned(),
            Action::Die(pips) => pips.to_string(),
        }
    }

    /// Reads a legal action, or what the die shows where it has been thrown.
    ///
    /// # Errors
    /// If the text is not one of those that the state allows; the message lists them.
    pub fn parse_action(&self, state: &State, text: &str) -> Result<Action, TextError> {
        let mut words = Words::new(text);
        let action = if self.is_terminal(state) {
            words.expect("nothing, for the game is over", |_| None)
        } else if self.turn(state) == Turn::Chance {
            let pips = |word: &str| word.parse().ok().filter(|pips| (1..=6).contains(pips));
            words.expect("what the die shows, 1 to 6", |word| pips(word).map(Action::Die))
        } else {
            let hold = (state.turn_total > 0).then_some(Action::Hold);
            let expected = if hold.is_some() { "`roll` or `hold`" } else { "`roll`, for there is nothing to hold yet" };
            words.expect(expected, |word| match word {
                "roll" => Some(Action::Roll),
                "hold" => hold,
                _ => None,
            })
        }?;
        words.end()?;
        Ok(action)
    }

    /// The scores, whose turn it is, the turn total, and whether the die rolls: `34 57 first 12`.
    #[must_use]
    pub fn position_text(&self, state: &State) -> String {
        let State { scores: [first, second], seat, turn_total, rolling } = state;
        let rolling = if *rolling { " rolling" } else { "" };
        format!("{first} {second} {seat} {turn_total}{rolling}")
    }

    /// Reads a position. The scores need not be such as play can reach: a handicap is a fair start.
    ///
    /// # Errors
    /// If a part is missing or not what it should be, or the parts break a rule, which the message names.
    pub fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let goal = self.goal;
        let mut words = Words::new(text);
        let number = |word: &str| word.parse().ok().filter(|points| *points <= goal);
        let first = words.expect(&format!("the first player's score, 0 to {goal}"), number)?;
        let second = words.expect(&format!("the second player's score, 0 to {goal}"), number)?;
        let seat = words.expect("whose turn it is, `first` or `second`", Seat::named)?;
        let turn_total = words.expect(&format!("the turn total, 0 to {goal}"), number)?;
        let rolling =
            !words.at_end() && words.expect("`rolling` or the end", |word| (word == "rolling").then_some(true))?;
        words.end()?;
        let state = State { scores: [first, second], seat, turn_total, rolling };
        match self.broken_rule(&state) {
            Some(rule) => Err(TextError::new(0, rule)),
            None => Ok(state),
        }
    }

    fn broken_rule(&self, state: &State) -> Option<String> {
        let goal = self.goal;
        let [mover, other] = [state.seat, state.seat.other()].map(|seat| state.score(seat));
        if mover == goal {
            let mover = state.seat;
            Some(format!(
                "{mover} has reached the goal of {goal}, so the turn must be the other's: a turn that wins ends"
            ))
        } else if other == goal && (state.turn_total > 0 || state.rolling) {
            let other = state.seat.other();
            Some(format!("{other} has reached the goal of {goal}, so the game is over and nothing can be rolled"))
        } else if state.turn_total == 1 {
            Some("a turn total is 0 or at least 2, for a 1 ends the turn".to_owned())
        } else if mover + state.turn_total >= goal {
            Some(format!(
                "the score and the turn total, {mover} + {}, reach the goal of {goal}: that is held at once",
                state.turn_total
            ))
        } else {
            None
        }
    }
}
