//! One game of a rollout.
//!
//! 1. A game that is over has its utility, and one that has gone on long enough, or to where the game says that a
//!    rollout ends, the worth that the evaluation gives it.
//! 2. At chance's turn the outcome is drawn, and the luck in it is measured.
//! 3. At a seat's turn it takes the action that a short look finds best.

use std::sync::Arc;

use super::Rollout;
use super::dice::Dice;
use crate::limits::{Allowance, Cause, Halt, Limit, Limits};
use crate::search::{Decision, Settings, expectiminimax};
use crate::trace::Silent;
use crate::{ChanceNodes, Depth, Evaluate, Game, Oracle, Outcomes, PerfectInformation, Role, Score};

/// A game that was played: how it went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// What it ended with for MAX, or what the evaluation said where it was broken off.
    pub(super) worth: f64,
    /// The luck that MAX had; 0 if it was not measured.
    pub(super) luck: f64,
    /// The utility of a game that was played to its end.
    pub(super) end: Option<Score>,
}

/// The reason why a game came to no end.
pub(super) enum Broken {
    /// A limit was reached.
    Limit(Limit),
    /// It could not go on.
    Halt(Box<Halt>),
}

impl From<Cause> for Broken {
    fn from(cause: Cause) -> Broken {
        Broken::Halt(cause.at_root())
    }
}

impl Broken {
    /// The halt as seen from further up: with the numbers of the actions that lead here.
    fn after(self, numbers: impl IntoIterator<Item = u32>) -> Broken {
        match self {
            Broken::Halt(mut halt) => {
                halt.path.splice(0..0, numbers);
                Broken::Halt(halt)
            }
            limit @ Broken::Limit(_) => limit,
        }
    }
}

/// A game is broken off after so many plies, whatever the plan says: players who go round in circles never end.
const LONGEST: usize = 100_000;

/// A playout: it plays the games of one thread.
pub(super) struct Playout<'a, G, E, O: ?Sized> {
    game: &'a G,
    evaluation: &'a E,
    oracle: Option<&'a Arc<O>>,
    /// How far each side looks.
    depth: u32,
    plan: &'a Rollout,
    allowance: Allowance<'a>,
    /// The states that were entered in all looks.
    pub(super) nodes: u64,
}

impl<'a, G, E, O> Playout<'a, G, E, O>
where
    G: ChanceNodes + PerfectInformation,
    E: Evaluate<G>,
    O: Oracle<G> + ?Sized,
{
    pub(super) fn new(game: &'a G, settings: &'a Settings<E, O>, plan: &'a Rollout, limits: &'a Limits) -> Self {
        let depth = settings.depth.map_or(1, |depth| depth.0.max(1));
        let (evaluation, allowance) = (&settings.evaluation, Allowance::new(limits));
        Playout { game, evaluation, oracle: settings.oracle.as_ref(), depth, plan, allowance, nodes: 0 }
    }

    /// Plays from a state on. If that is what is to be found out about, rather than what an action has led to, then
    /// something is played even if the evaluation needs nothing of the kind.
    pub(super) fn play(&mut self, start: &G::State, is_root: bool, dice: Dice) -> Result<Played, Broken> {
        let mut line = Vec::new();
        self.play_on(start.clone(), is_root, dice, &mut line).map_err(|broken| broken.after(self.numbers(start, &line)))
    }

    fn play_on(
        &mut self,
        mut state: G::State,
        is_root: bool,
        mut dice: Dice,
        line: &mut Vec<G::Action>,
    ) -> Result<Played, Broken> {
        let (mut luck, mut turns_of_chance) = (0.0, 0);
        // What the seat to move will do, where a look at the throw has told it already.
        let mut chosen = None;
        loop {
            // 1. The end.
            if self.game.is_terminal(&state) {
                return match self.game.utility(&state) {
                    Score::UNKNOWN => Err(Cause::Unknown.into()),
                    end => Ok(Played { worth: end.into(), luck, end: Some(end) }),
                };
            }
            let is_long = self.plan.turns.is_some_and(|most| turns_of_chance >= most) || line.len() >= LONGEST;
            let is_settled = !(is_root && line.is_empty()) && self.game.rollout_ends(&state);
            if is_settled || is_long && self.evaluation.applies_to(self.game, &state) {
                return Ok(Played { worth: self.look(&state, 0)?.value.score, luck, end: None });
            }
            let action = if self.game.role(&state) == Role::Chance {
                // 2. Chance.
                turns_of_chance += 1;
                let mut outcomes = Outcomes::new();
                self.game.chance_outcomes(&state, &mut outcomes);
                if outcomes.are_too_many() {
                    self.game.chance_draw(&state, dice.random()).ok_or(Cause::TooManyOutcomes)?
                } else {
                    outcomes.check().map_err(Cause::Probabilities)?;
                    let outcomes = outcomes.as_slice();
                    let drawn = dice.draw(outcomes.iter().map(|&(_, probability)| probability));
                    if self.plan.luck {
                        let (found, next) = self.luck_of(&state, outcomes, drawn)?;
                        (luck, chosen) = (luck + found, next);
                    }
                    outcomes[drawn].0
                }
            } else {
                // 3. A seat.
                match chosen.take() {
                    Some(action) => action,
                    None => self.look(&state, self.depth)?.action.ok_or(Cause::NoActions)?,
                }
            };
            self.game.apply(&mut state, action);
            line.push(action);
        }
    }

    /// The luck in the outcome at `drawn`: what it is worth by a look, less what all outcomes are worth on average; and
    /// what the seat whose turn it then is will do.
    fn luck_of(
        &mut self,
        state: &G::State,
        outcomes: &[(G::Action, f64)],
        drawn: usize,
    ) -> Result<(f64, Option<G::Action>), Broken> {
        let (mut mean, mut worth, mut next) = (0.0, 0.0, None);
        for (at, &(action, probability)) in outcomes.iter().enumerate() {
            let look = self.look(&self.game.result(state, action), self.depth);
            let look = look.map_err(|broken| broken.after([at as u32 + 1]))?;
            mean += probability * look.value.score;
            if at == drawn {
                (worth, next) = (look.value.score, look.action);
            }
        }
        Ok((worth - mean, next))
    }

    /// Expectiminimax to a depth.
    pub(super) fn look(&mut self, state: &G::State, depth: u32) -> Result<Decision<G::Action>, Broken> {
        let limits = Limits { count: None, ..self.allowance.left(self.nodes) };
        let settings = Settings::new()
            .limits(limits)
            .oracle(self.oracle.cloned())
            .to_depth(Depth(depth), Borrowed(self.evaluation));
        let found = expectiminimax(self.game, state, &settings, &mut Silent).map_err(Broken::Halt)?;
        self.nodes += found.statistics.nodes;
        match found.stopped {
            Some(limit) => Err(Broken::Limit(limit)),
            None => Ok(found),
        }
    }

    /// What an action is worth at first sight: a look from where it leads, as far as a look from before it.
    pub(super) fn first_sight(&mut self, state: &G::State, action: Option<G::Action>) -> Result<f64, Broken> {
        let look = match action {
            Some(action) => self.look(&self.game.result(state, action), self.depth - 1),
            None => self.look(state, self.depth),
        };
        let numbers = action.map(|action| self.numbers(state, &[action])).unwrap_or_default();
        look.map(|look| look.value.score).map_err(|broken| broken.after(numbers))
    }

    /// The numbers of the actions of a line; 0 for an outcome that cannot be listed.
    fn numbers(&self, start: &G::State, line: &[G::Action]) -> Vec<u32> {
        let mut state = start.clone();
        let mut numbers = Vec::with_capacity(line.len());
        for &action in line {
            let place = if self.game.role(&state) == Role::Chance {
                let mut outcomes = Outcomes::new();
                self.game.chance_outcomes(&state, &mut outcomes);
                outcomes.as_slice().iter().position(|&(outcome, _)| outcome == action)
            } else {
                self.game.action_list(&state).iter().position(|&other| other == action)
            };
            numbers.push(place.map_or(0, |place| place as u32 + 1));
            self.game.apply(&mut state, action);
        }
        numbers
    }
}

/// An evaluation that is borrowed.
struct Borrowed<'a, E>(&'a E);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Borrowed<'_, E> {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        self.0.evaluate(game, state)
    }
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        self.0.expectation(game, state)
    }
    fn applies_to(&self, game: &G, state: &G::State) -> bool {
        self.0.applies_to(game, state)
    }
    fn guesses(&self) -> bool {
        self.0.guesses()
    }
}
