//! Pig: press your luck with one die.
//!
//! In a turn one rolls as often as one likes and adds up the pips, the *turn total*. Whoever holds adds it to the
//! score; whoever rolls a 1 loses it, and the turn. The first to reach the goal wins.
//!
//! The game can come back to where it was (two turns lost, one after the other, change nothing), so no search of a
//! fixed depth finds its value: [`value_iteration`](counterplay_core::search::value_iteration()) does.
//!
//! ```
//! use counterplay_core::search::value_iteration;
//! use counterplay_core::{Game, Limits};
//! use counterplay_pig::Pig;
//!
//! let game = Pig::new(10)?;
//! let solution = value_iteration(&game, &game.initial(), 1e-12, &Limits::default())?;
//! // Who begins wins rather more than half of the games.
//! let value = solution.value(&game.initial()).expect("the root is reached");
//! assert!((value - 0.709_424_323).abs() < 1e-9, "{value}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Playing it out many times by a guess comes near to it as well, and says how near:
//!
//! ```
//! use counterplay_core::search::{Candidates, Rollout, Settings, rollout};
//! use counterplay_core::{Depth, Game};
//! use counterplay_pig::{Lead, Pig};
//!
//! let game = Pig::default();
//! let (plan, settings) = (Rollout::new().games(360), Settings::new().to_depth(Depth(2), Lead));
//! let found = rollout(&game, &game.initial(), &Candidates::Itself, &plan, &settings, &mut |_| {})?;
//! let rolled = &found.actions[0];
//! assert!((rolled.mean - 0.5306).abs() < 4.0 * rolled.error, "{rolled:?}");
//! assert!(rolled.error < 0.6 * rolled.raw_error, "{rolled:?}");
//! # Ok::<(), Box<counterplay_core::Halt>>(())
//! ```

// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
mod inputs;
#[cfg(test)]
mod laws;
mod lead;
mod notation;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::RangeInclusive;

use counterplay_core::{Actions, Bounds, Chance, Draws, Game, Key, Keyed, Outcomes, Score, Seat, Turn, With, Without};

#[cfg(not(test))]
pub use entry::entry;
pub use inputs::Inputs;
pub use lead::Lead;

/// The rules for one goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pig {
    goal: u16,
}

/// What has been scored, and what is at stake.
///
/// A turn total that would reach the goal is held at once, so while the game lasts `score + turn_total < goal` for the
/// seat whose turn it is, and a score never exceeds the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    scores: [u16; 2],
    seat: Seat,
    turn_total: u16,
    rolling: bool,
}

/// What a seat can do, and what the die can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Throws the die.
    Roll,
    /// Adds the turn total to the score and passes the turn.
    Hold,
    /// The die shows so many pips, from 1 to 6: an outcome of chance.
    Die(u8),
}

/// A goal that is not in [`Pig::GOALS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalError(pub u32);

impl Pig {
    /// The goals one can play to. The least that a turn can score is 2.
    pub const GOALS: RangeInclusive<u32> = 2..=1000;

    /// The game to `goal` points.
    ///
    /// # Errors
    /// If the goal is not in [`Pig::GOALS`].
    pub fn new(goal: u32) -> Result<Pig, GoalError> {
        if Self::GOALS.contains(&goal) { Ok(Pig { goal: goal as u16 }) } else { Err(GoalError(goal)) }
    }

    /// How many points win.
    #[must_use]
    pub fn goal(&self) -> u16 {
        self.goal
    }
}

impl Default for Pig {
    /// To a hundred.
    fn default() -> Pig {
        Pig { goal: 100 }
    }
}

impl State {
    /// The points of a seat, without the turn total.
    #[must_use]
    pub fn score(&self, seat: Seat) -> u16 {
        self.scores[place(seat)]
    }

    /// What the seat whose turn it is has rolled and not yet held.
    #[must_use]
    pub fn turn_total(&self) -> u16 {
        self.turn_total
    }

    /// The seat whose turn it is, even while the die rolls. When the game is over, the loser.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Adds the turn total to the score and passes the turn.
    fn hold(&mut self) {
        self.scores[place(self.seat)] += self.turn_total;
        self.pass();
    }

    fn pass(&mut self) {
        self.turn_total = 0;
        self.seat = self.seat.other();
    }
}

fn place(seat: Seat) -> usize {
    usize::from(seat != Seat::FIRST)
}

impl Game for Pig {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = Without;

    fn initial(&self) -> State {
        State { scores: [0, 0], seat: Seat::FIRST, turn_total: 0, rolling: false }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.rolling { Turn::Chance } else { Turn::Seat(state.seat) }
    }

    /// To roll, and to hold where there is something to hold.
    ///
    /// To hold nothing would only pass the turn. It never helps, so the value of the game is the same without it,
    /// and two players who both do it would never come to an end.
    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        if self.is_terminal(state) {
            return;
        }
        out.push(Action::Roll);
        if state.turn_total > 0 {
            out.push(Action::Hold);
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        debug_assert_eq!(state.rolling, matches!(action, Action::Die(_)), "the die shows something when it was rolled");
        match action {
            Action::Roll => state.rolling = true,
            Action::Hold => state.hold(),
            Action::Die(pips) => {
                state.rolling = false;
                if pips == 1 {
                    return state.pass();
                }
                // A total that wins is held at once: rolling on could only lose it, and would make totals without end.
                let missing = self.goal - state.score(state.seat);
                state.turn_total = missing.min(state.turn_total + u16::from(pips));
                if state.turn_total == missing {
                    state.hold();
                }
            }
        }
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.scores.contains(&self.goal)
    }

    /// 1 if the first player wins, else 0: so that the value of the game is the first player's chance to win it.
    fn utility(&self, state: &State) -> Score {
        Score::new(i32::from(state.score(Seat::FIRST) == self.goal))
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(0, 1)
    }

    fn draws(&self) -> Draws {
        Draws::Never
    }
}

impl Chance for Pig {
    fn outcomes(&self, _: &State, out: &mut Outcomes<Action>) {
        (1..=6).for_each(|pips| out.push(Action::Die(pips), 1.0 / 6.0));
    }
}

impl Keyed for Pig {
    fn key(&self, state: &State) -> Key {
        // All of the state, side by side in one word, and mixed: unequal states have unequal keys.
        let turn = u16::from(state.seat.0) << 1 | u16::from(state.rolling);
        let parts = [state.scores[0], state.scores[1], state.turn_total, turn];
        let bits = parts.into_iter().fold(0, |bits, part| bits << 16 | u64::from(part));
        Key::mix(bits)
    }
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "goal must be from {} to {}, not {}", Pig::GOALS.start(), Pig::GOALS.end(), self.0)
    }
}

impl std::error::Error for GoalError {}
