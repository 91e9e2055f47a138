//! Pig as text.
//!
//! A position is `34 57 first 12`: the two scores, whose turn it is, and the turn total; `rolling` after that if the
//! die has been thrown. The actions are `roll` and `hold`, and what the die shows is `1` to `6`.

use counterplay_core::picture::{Cell, Drawing, Figure, Mark, Material, Picture};
use counterplay_core::text::Words;
use counterplay_core::{Notation, Seat, Side, TextError};

use super::{Action, Pig, State};

impl Notation for Pig {
    /// `roll`, `hold`, or the pips.
    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Roll => "roll".to_owned(),
            Action::Hold => "hold".to_owned(),
            Action::Die(pips) => pips.to_string(),
        }
    }

    /// The scores, whose turn it is, the turn total, and whether the die rolls: `34 57 first 12`.
    fn position_text(&self, state: &State) -> String {
        let State { scores: [first, second], seat, turn_total, rolling } = state;
        let rolling = if *rolling { " rolling" } else { "" };
        format!("{first} {second} {seat} {turn_total}{rolling}")
    }

    /// Reads a position. The scores need not be such as play can reach: a handicap is a fair start.
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
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
}

impl Picture for Pig {
    fn picture(&self, state: &State, last: Option<Action>) -> Drawing {
        let mut drawing = Drawing { board: Material::Table, ..Drawing::default() };
        for seat in Seat::PAIR {
            let turn = if seat == state.seat { format!("  + {} this turn", state.turn_total) } else { String::new() };
            drawing.notes.push(format!("{seat:<6} {:>4} of {}{turn}", state.score(seat), self.goal));
        }
        let die = Cell::new("die", 0, 0).bare();
        drawing.cells.push(match last {
            Some(Action::Die(pips)) => die.figure(pips.to_string(), Side::Max, Figure::Die).mark(Mark::Last),
            _ => die.figure("?", Side::Max, Figure::Die),
        });
        match last {
            Some(Action::Die(pips)) => drawing.notes.push(format!("the die shows {pips}")),
            _ if state.rolling => drawing.notes.push("the die rolls".to_owned()),
            _ => {}
        }
        drawing
    }
}

impl Pig {
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
