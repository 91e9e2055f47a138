//! Hog: choose how many dice, and hope for no 1.
//!
//! In a turn one chooses a number of dice and rolls them all at once. If any of them shows a 1 the turn scores 1, else
//! the sum of the pips. The first to reach the goal wins. Every turn scores something, so that the game comes to an
//! end, and expectiminimax finds its exact value.
//!
//! ```
//! use counterplay_core::{Game, Notation};
//! use counterplay_core::search::{Settings, expectiminimax};
//! use counterplay_core::trace::Silent;
//! use counterplay_hog::{Action, Hog};
//!
//! // The opponent needs one point and will get it, so it is now or never. Who needs two points makes them with one die
//! // 30 times in 36, and with two dice 25 times; who needs three, 24 times and 25 times.
//! let game = Hog::default();
//! for (position, action, chance) in [("6 7 first", Action::Roll(1), 30.0), ("5 7 first", Action::Roll(2), 25.0)] {
//!     let state = game.parse_position(position)?;
//!     let decision = expectiminimax(&game, &state, &Settings::new(), &mut Silent)?;
//!     assert_eq!(decision.action, Some(action));
//!     assert!((decision.value.score - chance / 36.0).abs() < 1e-12);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// A test of the rules needs no engine, which takes seconds to compile.
#[cfg(not(test))]
mod entry;
#[cfg(test)]
mod laws;
mod notation;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::RangeInclusive;

use counterplay_core::{Actions, Bounds, Chance, Draws, Game, Key, Keyed, Outcomes, Score, Seat, Turn, With, Without};

#[cfg(not(test))]
pub use entry::entry;

/// The rules for one goal and so many dice.
#[derive(Clone, PartialEq, Debug)]
pub struct Hog {
    goal: u16,
    /// What a turn can score, with probabilities: with one die, with two, and so on.
    turns: Vec<Vec<(u8, f64)>>,
}

/// What has been scored, whose turn it is, and how many dice have been thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    scores: [u16; 2],
    seat: Seat,
    thrown: Option<u8>,
}

/// What a seat can do, and what the dice can make of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Throws so many dice.
    Roll(u8),
    /// The turn scores so many points: an outcome of chance.
    Scored(u8),
}

/// Options that make no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// A goal that is not in [`Hog::GOALS`].
    Goal(u32),
    /// A number of dice that is not in [`Hog::DICE`].
    Dice(u32),
}

impl Hog {
    /// The goals one can play to. With two dice the tree of expectiminimax grows nearly seven times with each point
    /// (7.7 million nodes to 8, 350 million to 10); beyond that, value iteration solves the game.
    pub const GOALS: RangeInclusive<u32> = 1..=1000;
    /// How many dice a turn may be allowed at the most.
    pub const DICE: RangeInclusive<u32> = 1..=10;

    /// The game to `goal` points with at most `dice` dice in a turn.
    ///
    /// # Errors
    /// If the goal is not in [`Hog::GOALS`], or the dice are not in [`Hog::DICE`].
    pub fn new(goal: u32, dice: u32) -> Result<Hog, OptionError> {
        if !Self::GOALS.contains(&goal) {
            Err(OptionError::Goal(goal))
        } else if !Self::DICE.contains(&dice) {
            Err(OptionError::Dice(dice))
        } else {
            Ok(Self::within_range(goal as u16, dice as usize))
        }
    }

    fn within_range(goal: u16, dice: usize) -> Hog {
        // How many of the 6^n throws of n dice have no 1 and this sum: one die more adds 2 to 6 pips.
        let mut ways = vec![1u32];
        let mut throws = 1;
        let turns = (0..dice).map(|_| {
            let mut more = vec![0; ways.len() + 6];
            for (sum, count) in ways.iter().enumerate() {
                (2..=6).for_each(|pips| more[sum + pips] += count);
            }
            ways = more;
            throws *= 6;
            let with_a_one = throws - ways.iter().sum::<u32>();
            let scores = std::iter::once((1, with_a_one)).chain((0..).zip(ways.iter().copied()));
            let possible = scores.filter(|&(_, count)| count > 0);
            possible.map(|(points, count)| (points, f64::from(count) / f64::from(throws))).collect()
        });
        Hog { goal, turns: turns.collect() }
    }

    /// How many points win.
    #[must_use]
    pub fn goal(&self) -> u16 {
        self.goal
    }

    /// How many dice a turn may roll.
    #[must_use]
    pub fn dice(&self) -> u8 {
        self.turns.len() as u8
    }
}

impl Default for Hog {
    /// To eight points with at most two dice: small enough for plain expectiminimax.
    fn default() -> Hog {
        Hog::within_range(8, 2)
    }
}

impl State {
    /// The points of a seat.
    #[must_use]
    pub fn score(&self, seat: Seat) -> u16 {
        self.scores[place(seat)]
    }

    /// The seat whose turn it is, even while the dice roll. When the game is over, the loser.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }
}

fn place(seat: Seat) -> usize {
    usize::from(seat != Seat::FIRST)
}

impl Game for Hog {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = Without;

    fn initial(&self) -> State {
        State { scores: [0, 0], seat: Seat::FIRST, thrown: None }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.thrown.is_some() { Turn::Chance } else { Turn::Seat(state.seat) }
    }

    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        if !self.is_terminal(state) {
            out.extend((1..=self.dice()).map(Action::Roll));
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        debug_assert_eq!(state.thrown.is_some(), matches!(action, Action::Scored(_)), "points come from a throw");
        match action {
            Action::Roll(dice) => state.thrown = Some(dice),
            Action::Scored(points) => {
                state.thrown = None;
                // Points beyond the goal say nothing more, so that every way to win leads to the same state.
                let score = &mut state.scores[place(state.seat)];
                *score = self.goal.min(*score + u16::from(points));
                state.seat = state.seat.other();
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

impl Chance for Hog {
    fn outcomes(&self, state: &State, out: &mut Outcomes<Action>) {
        if let Some(dice) = state.thrown {
            let turn = &self.turns[usize::from(dice) - 1];
            turn.iter().for_each(|&(points, probability)| out.push(Action::Scored(points), probability));
        }
    }
}

impl Keyed for Hog {
    fn key(&self, state: &State) -> Key {
        // All of the state, side by side in one word, and mixed: unequal states have unequal keys.
        let parts = [state.scores[0], state.scores[1], u16::from(state.seat.0), u16::from(state.thrown.unwrap_or(0))];
        let bits = parts.into_iter().fold(0, |bits, part| bits << 16 | u64::from(part));
        Key::mix(bits)
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, range, value) = match self {
            OptionError::Goal(goal) => ("goal", Hog::GOALS, goal),
            OptionError::Dice(dice) => ("dice", Hog::DICE, dice),
        };
        write!(f, "{name} must be from {} to {}, not {value}", range.start(), range.end())
    }
}

impl std::error::Error for OptionError {}
