//! Expected values of positions, for games whose play never returns to a position.
//!
//! A value is stored in steps from the lowest possible to the highest: with 32 bits, half a step is about 10⁻¹⁰ of
//! the range. It is *defined* by the steps of the positions after it, rounded to the nearest. So a table comes out
//! the same to the byte however often its building was interrupted. A verifier needs no tolerance but for the order
//! in which numbers are added up.

use std::path::Path;

use counterplay_core::{Actions, Bounds, Outcomes, Progressive, Role, Side, Slice};

use crate::format::Content;
use crate::{BuildError, Outcome, Tables, build};

/// Most turns between one numbered position and the next.
pub(crate) const TURNS: u32 = 4;

/// Quantizer of values between two bounds: it converts them to steps and back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantizer {
    low: f64,
    pub(crate) step: f64,
}

impl Quantizer {
    pub(crate) fn of(span: Bounds) -> Quantizer {
        let (low, high) = (f64::from(span.low), f64::from(span.high));
        Quantizer { low, step: (high - low) / f64::from(u32::MAX) }
    }

    #[inline]
    pub(crate) fn value(self, steps: u32) -> f64 {
        self.low + f64::from(steps) * self.step
    }

    #[inline]
    pub(crate) fn steps(self, value: f64) -> u32 {
        ((value - self.low) / self.step).round() as u32
    }
}

/// Whether a value in steps is above the middle (a win), below it, or neither.
pub(crate) const fn leaning(steps: u32) -> Outcome {
    match steps {
        0..0x7fff_ffff => Outcome::Loss,
        0x7fff_ffff..=0x8000_0000 => Outcome::Draw,
        _ => Outcome::Win,
    }
}

/// Source of the steps of numbered positions.
pub(crate) trait StepSource {
    fn steps(&self, slice: Slice, index: u64) -> Option<u32>;
}

impl StepSource for Tables {
    #[inline]
    fn steps(&self, slice: Slice, index: u64) -> Option<u32> {
        self.row(slice, index, |row| Some(u32::from_le_bytes(row.try_into().ok()?)))?
    }
}

/// Value of a numbered position for MAX. `None` if there is no table of its slice.
#[inline]
pub(crate) fn numbered<G: Progressive>(
    source: &impl StepSource,
    game: &G,
    state: &G::State,
    slice: Slice,
) -> Option<f64> {
    let span = game.span(slice);
    let value = Quantizer::of(span).value(source.steps(slice, game.rank(state))?);
    let own = game.stake(state) * value;
    Some(match game.viewpoint(state) {
        Side::Max => own,
        Side::Min => game.sum().flip(own),
    })
}

/// EXPECTIMINIMAX value of a state for MAX, over the numbered positions within so many turns. `actions` is a stack to
/// work on.
pub(crate) fn expectiminimax<G: Progressive>(
    source: &impl StepSource,
    game: &G,
    state: &G::State,
    turns: u32,
    actions: &mut Actions<G::Action>,
) -> Option<f64> {
    if game.is_terminal(state) {
        return Some(game.utility(state).into());
    }
    let turns = turns.checked_sub(1)?;
    let value = |child: G::State, actions: &mut Actions<G::Action>| match game.slice(&child) {
        Some(slice) => numbered(source, game, &child, slice),
        None => expectiminimax(source, game, &child, turns, actions),
    };
    let role = game.role(state);
    if role == Role::Chance {
        let (mut outcomes, mut sum) = (Outcomes::new(), 0.0);
        game.chance_outcomes(state, &mut outcomes);
        for &(action, probability) in outcomes.as_slice() {
            sum += probability * value(game.result(state, action), actions)?;
        }
        return Some(sum);
    }
    let start = actions.as_slice().len();
    game.actions(state, actions);
    let mut best = None;
    for at in start..actions.as_slice().len() {
        let action = actions.as_slice()[at];
        let Some(child) = value(game.result(state, action), actions) else {
            best = None;
            break;
        };
        best = Some(best.map_or(child, |best: f64| if role == Role::Max { best.max(child) } else { best.min(child) }));
    }
    actions.truncate(start);
    best
}

impl Tables {
    /// Opens the expectation tables of a game that are in a folder, as [`Tables::open`] opens those of outcomes.
    pub fn open_expectations<G: Progressive>(
        game: &G,
        name: &str,
        folder: &Path,
        memory: u64,
        on_problem: impl Fn(&str) + Send + Sync + 'static,
    ) -> Tables {
        let mut tables = Tables::empty(memory, on_problem);
        tables.add(game, name, folder, Content::Expectations, None);
        tables
    }

    /// Empty tables in memory. They can be filled by [solving](Tables::solve_expectations).
    #[must_use]
    pub fn in_memory() -> Tables {
        Tables::empty(0, |_| ())
    }

    /// Solves the positions with up to so many pieces, and keeps their expectations in memory.
    ///
    /// # Errors
    /// If play comes to a position that has no number.
    pub fn solve_expectations<G>(&mut self, game: &G, pieces: u32, threads: usize) -> Result<(), BuildError>
    where
        G: Progressive + Sync,
        G::State: Send + Sync,
    {
        build::expectations_in_memory(game, pieces, threads, self)
    }

    /// Expected value of a state for MAX if both sides play their best. `None` if no table tells.
    pub fn expectation<G: Progressive>(&self, game: &G, state: &G::State) -> Option<f64> {
        match game.slice(state) {
            Some(slice) => numbered(self, game, state, slice),
            None => expectiminimax(self, game, state, TURNS, &mut Actions::new()),
        }
    }

    /// Expected value of a numbered position, without search. `None` for all others.
    #[inline]
    pub fn numbered_expectation<G: Progressive>(&self, game: &G, state: &G::State) -> Option<f64> {
        let slice = game.slice(state)?;
        self.opened(slice)?;
        numbered(self, game, state, slice)
    }
}
