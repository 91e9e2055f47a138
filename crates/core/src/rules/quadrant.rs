//! The map of the subject, as types.
//!
//! | | `Luck = Without`: deterministic | `Luck = With`: chance |
//! |---|---|---|
//! | `Secrets = Without`: **perfect information** | checkers | backgammon |
//! | `Secrets = With`: **imperfect information** | battleships | poker |
//!
//! A game answers two questions by its types [`Game::Luck`] and [`Game::Secrets`], and everything else
//! here is derived from the answers. A search states what it needs as a bound:
//!
//! - minimax and alpha-beta: [`Deterministic`] + [`PerfectInformation`];
//! - expectiminimax: [`ChanceNodes`] + [`PerfectInformation`] (a game without chance has simply no
//!   chance nodes: a special game is also a general one);
//! - averaging over deals: [`Hidden`](crate::Hidden).
//!
//! Adapters compute the answers: [`Revealed`] turns `Secrets` into `Without`, [`ChanceResolved`] does so with `Luck`.
//! Marker traits that each game implements by hand would collide with such adapters, for the compiler could not know
//! that no game implements both.

use crate::game::same_rules;
use crate::{Chance, Game, Outcomes, Random};

/// The game has it: yes, to one of the two questions.
#[derive(Clone, Copy, Debug)]
pub struct With;

/// The game does not have it: no, to one of the two questions.
#[derive(Clone, Copy, Debug)]
pub struct Without;

/// An answer: [`With`] or [`Without`].
pub trait Answer: sealed::Sealed {
    /// The answer as a value, for the edges.
    const YES: bool;
}
impl Answer for With {
    const YES: bool = true;
}
impl Answer for Without {
    const YES: bool = false;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::With {}
    impl Sealed for super::Without {}
}

/// The answer that there is no luck. It carries the message for a dice game given to alpha-beta.
#[diagnostic::on_unimplemented(
    message = "this is for games without chance, and this game declares `type Luck = With`",
    label = "a game of chance",
    note = "use `expectiminimax` instead: it averages over what chance can do"
)]
pub trait NoLuck: Answer {}
impl NoLuck for Without {}

/// The answer that there are no secrets. It carries the message for a card game given to minimax.
#[diagnostic::on_unimplemented(
    message = "this is for games of perfect information, and this game declares `type Secrets = With`",
    label = "a game with hidden information",
    note = "use `averaging` instead, which searches each state that a seat's view allows; \
            or search `Revealed(game)`, with all cards face up",
    note = "to draw its board, write `impl PictureOfView` and say `.drawn_by_view()`"
)]
pub trait NoSecrets: Answer {}
impl NoSecrets for Without {}

/// A game in which nothing is left to chance. Derived from [`Game::Luck`].
pub trait Deterministic: Game<Luck: NoLuck> {}
impl<G: Game<Luck: NoLuck>> Deterministic for G {}

/// A game in which every seat sees the whole state. Derived from [`Game::Secrets`].
pub trait PerfectInformation: Game<Secrets: NoSecrets> {}
impl<G: Game<Secrets: NoSecrets>> PerfectInformation for G {}

/// A game whose chance nodes, if it has any, can be searched. Derived from [`Game::Luck`]: a game with
/// luck must implement [`Chance`], a game without needs nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares `type Luck = With`, but does not say what chance can do",
    note = "add `impl Chance for {Self}` with its `outcomes`"
)]
pub trait ChanceNodes: Game {
    /// Pushes what chance can do in the state, with probabilities; nothing in a game without chance.
    fn chance_outcomes(&self, state: &Self::State, out: &mut Outcomes<Self::Action>);

    /// Draws what chance does in the state; nothing in a game without chance.
    fn chance_draw(&self, state: &Self::State, random: &mut dyn Random) -> Option<Self::Action>;

    /// Whether a rollout ends in the state: see [`Chance::ends_rollout`].
    fn rollout_ends(&self, state: &Self::State) -> bool;
}

impl<G: Game<Luck: OutcomesOf<G>>> ChanceNodes for G {
    fn chance_outcomes(&self, state: &Self::State, out: &mut Outcomes<Self::Action>) {
        <G::Luck as OutcomesOf<G>>::outcomes(self, state, out);
    }
    fn chance_draw(&self, state: &Self::State, random: &mut dyn Random) -> Option<Self::Action> {
        <G::Luck as OutcomesOf<G>>::draw(self, state, random)
    }
    fn rollout_ends(&self, state: &Self::State) -> bool {
        <G::Luck as OutcomesOf<G>>::ends_rollout(self, state)
    }
}

/// Where an answer finds the outcomes of a game: the way from [`Game::Luck`] to [`Chance`].
pub trait OutcomesOf<G: Game> {
    /// Pushes the outcomes: see [`ChanceNodes::chance_outcomes`].
    fn outcomes(game: &G, state: &G::State, out: &mut Outcomes<G::Action>);
    /// Draws an outcome: see [`ChanceNodes::chance_draw`].
    fn draw(game: &G, state: &G::State, random: &mut dyn Random) -> Option<G::Action>;
    /// Whether a rollout ends: see [`ChanceNodes::rollout_ends`].
    fn ends_rollout(game: &G, state: &G::State) -> bool;
}

impl<G: Game> OutcomesOf<G> for Without {
    fn outcomes(_: &G, _: &G::State, _: &mut Outcomes<G::Action>) {}
    fn draw(_: &G, _: &G::State, _: &mut dyn Random) -> Option<G::Action> {
        None
    }
    fn ends_rollout(_: &G, _: &G::State) -> bool {
        false
    }
}

impl<G: Chance> OutcomesOf<G> for With {
    fn outcomes(game: &G, state: &G::State, out: &mut Outcomes<G::Action>) {
        game.outcomes(state, out);
    }
    fn draw(game: &G, state: &G::State, random: &mut dyn Random) -> Option<G::Action> {
        game.draw(state, random)
    }
    fn ends_rollout(game: &G, state: &G::State) -> bool {
        game.ends_rollout(state)
    }
}

/// A game of imperfect information with all cards face up: the same rules, and every seat sees all.
///
/// Double-dummy bridge is alpha-beta on `ChanceResolved(Revealed(bridge))`, from a deal on.
#[derive(Clone, Copy, Debug)]
pub struct Revealed<G>(pub G);

impl<G: Game> Game for Revealed<G> {
    type State = G::State;
    type Action = G::Action;
    type Luck = G::Luck;
    type Secrets = Without;
    same_rules!(this => this.0);
}

impl<G: Chance> Chance for Revealed<G> {
    fn outcomes(&self, state: &Self::State, out: &mut Outcomes<Self::Action>) {
        self.0.outcomes(state, out);
    }
    fn draw(&self, state: &Self::State, random: &mut dyn Random) -> Option<Self::Action> {
        self.0.draw(state, random)
    }
    fn ends_rollout(&self, state: &Self::State) -> bool {
        self.0.ends_rollout(state)
    }
}

/// A game in which no chance is left: the cards are dealt, and no dice will be rolled.
///
/// Whoever searches it vouches for that. If it is chance's turn after all, the search halts with
/// [`Cause::UndeclaredChance`](crate::Cause::UndeclaredChance) and says where.
#[derive(Clone, Copy, Debug)]
pub struct ChanceResolved<G>(pub G);

impl<G: Game> Game for ChanceResolved<G> {
    type State = G::State;
    type Action = G::Action;
    type Luck = Without;
    type Secrets = G::Secrets;
    same_rules!(this => this.0);
}
