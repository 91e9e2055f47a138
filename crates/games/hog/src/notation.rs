//! Hog as text.
//!
//! A position is `7 9 first`: the two scores and whose turn it is; after that, if dice have been thrown, which:
//! `7 9 first 2d6`. To throw two dice is `2d6` as well, and a turn that scores five points is `+5`.

use counterplay_core::picture::{Cell, Drawing, Figure, Mark, Material, Picture};
use counterplay_core::text::Words;
use counterplay_core::{Notation, Seat, Side, TextError};

use super::{Action, Hog, State};

impl Notation for Hog {
    /// `2d6` for a throw of two dice, `+5` for a turn that scores five points.
    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Roll(dice) => format!("{dice}d6"),
            Action::Scored(points) => format!("+{points}"),
        }
    }

    /// The scores, whose turn it is, and the dice if they have been thrown: `7 9 first 2d6`.
    fn position_text(&self, state: &State) -> String {
        let State { scores: [first, second], seat, thrown } = state;
        let thrown = thrown.map(|dice| format!(" {dice}d6")).unwrap_or_default();
        format!("{first} {second} {seat}{thrown}")
    }

    /// Reads a position. The scores need not be such as play can reach: a handicap is a fair start.
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let goal = self.goal;
        let mut words = Words::new(text);
        let number = |word: &str| word.parse().ok().filter(|points| *points <= goal);
        let first = words.expect(&format!("the first player's score, 0 to {goal}"), number)?;
        let second = words.expect(&format!("the second player's score, 0 to {goal}"), number)?;
        let seat = words.expect("whose turn it is, `first` or `second`", Seat::named)?;
        let thrown = if words.at_end() {
            None
        } else {
            Some(words.expect(&format!("{} or the end", self.dice_expected()), |word| self.dice_named(word))?)
        };
        words.end()?;
        let state = State { scores: [first, second], seat, thrown };
        match self.broken_rule(&state) {
            Some(rule) => Err(TextError::new(0, rule)),
            None => Ok(state),
        }
    }
}

impl Picture for Hog {
    fn picture(&self, state: &State, last: Option<Action>) -> Drawing {
        let mut drawing = Drawing { board: Material::Table, ..Drawing::default() };
        for seat in Seat::PAIR {
            drawing.notes.push(format!("{seat:<6} {:>4} of {}", state.score(seat), self.goal));
        }
        let dice = Cell::new("dice", 0, 0).bare();
        drawing.cells.push(match last {
            Some(Action::Scored(points)) => dice.figure(format!("+{points}"), Side::Max, Figure::Die).mark(Mark::Last),
            _ => dice.figure("?", Side::Max, Figure::Die),
        });
        match (last, state.thrown) {
            (Some(Action::Scored(points)), _) => drawing.notes.push(format!("the turn scored {points}")),
            (_, Some(dice)) => drawing.notes.push(format!("{dice}d6 roll")),
            _ => {}
        }
        drawing
    }
}

impl Hog {
    fn broken_rule(&self, state: &State) -> Option<String> {
        let (goal, mover, other) = (self.goal, state.seat, state.seat.other());
        if state.score(mover) == goal {
            Some(format!(
                "{mover} has reached the goal of {goal}, so the turn must be the other's: a turn that wins ends"
            ))
        } else if state.score(other) == goal && state.thrown.is_some() {
            Some(format!("{other} has reached the goal of {goal}, so the game is over and nothing can be rolled"))
        } else {
            None
        }
    }

    fn dice_expected(&self) -> String {
        format!("a throw, 1d6 to {}d6", self.dice())
    }

    fn dice_named(&self, word: &str) -> Option<u8> {
        (1..=self.dice()).find(|dice| word == format!("{dice}d6"))
    }
}
