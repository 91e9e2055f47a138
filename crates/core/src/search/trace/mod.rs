//! The one event trace: everything that a search shows of itself.
//!
//! Each search tells a [`Trace`] what it does, as it does it. Tables, pictures, steps, grades and the
//! principal line are all read from these events; nothing else computes what is shown. A search whose trace
//! is [`Silent`] is compiled without them.
//!
//! Events nest like the calls of the recursion: every [`Event::Enter`] has its [`Event::Exit`], unless the
//! search was halted in between.

mod record;
mod witness;

use std::ops::RangeInclusive;

use crate::{Game, Ply, Proof, Role, Score};

pub use record::{Describe, NoDescription, Node, Recorder, SearchTree, Status, Step, StepKind};
pub use witness::{RootChild, Witness};

/// The window, alpha and beta: what MAX and MIN have already found elsewhere on the path.
///
/// The trace speaks in floating-point numbers, for expectations are shown as well; every [`Score`] is one exactly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// The best that MAX has so far on the path.
    pub alpha: f64,
    /// The best that MIN has so far on the path.
    pub beta: f64,
}

impl Window {
    /// The open window, when nothing is known yet.
    pub const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The window between two scores.
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha: alpha.into(), beta: beta.into() }
    }
}

/// The edge by which a state was reached from its parent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Edge<A> {
    /// The action, or the outcome of chance.
    pub action: A,
    /// Its number among the actions of the parent as the game lists them, from 1, whatever the order of visits.
    pub number: u32,
    /// How often chance does it, where it is chance's.
    pub probability: Option<f64>,
}

/// The limit that a cut-off came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutBy {
    /// At a MIN node: MAX has something at least as good elsewhere. At a chance node: the same, even if the outcomes
    /// that are left out were worth as much as the game allows.
    Alpha,
    /// At a MAX node: MIN has something at least as good elsewhere. At a chance node: the same, even if the outcomes
    /// that are left out were worth as little as the game allows.
    Beta,
    /// Neither: below a chance node, one action shows what the state is worth at least or at most, and the others wait
    /// until all outcomes have been probed so (Star2). The search may enter the state again.
    Probe,
}

/// An event of a search: one thing that it did.
#[derive(Debug)]
pub enum Event<'a, G: Game> {
    /// It entered a state. One that it has only probed is entered again, by the same edge.
    Enter {
        /// The state.
        state: &'a G::State,
        /// How far from the root.
        ply: Ply,
        /// How it came there; nothing at the root.
        via: Option<Edge<G::Action>>,
        /// What kind of node it is; nothing for a finished game.
        role: Option<Role>,
        /// The window it has there.
        window: Window,
    },
    /// The state is a leaf of the search.
    Leaf {
        /// Its utility or evaluation.
        value: f64,
        /// Whether the game was not over, so that the value is an evaluation.
        estimate: bool,
    },
    /// The transposition table knows enough of the state, so that it is not searched: a leaf of this search.
    TableHit {
        /// The value it remembers.
        value: f64,
        /// What the value says: all of it, or one side. Never [`Proof::Estimate`]: see `estimate`.
        proof: Proof,
        /// Whether an evaluation entered into it.
        estimate: bool,
    },
    /// The child just left is the best so far.
    Update {
        /// The value of the node so far.
        value: f64,
        /// The window from now on.
        window: Window,
    },
    /// The rest of the node's actions cannot matter.
    Cutoff {
        /// Alpha or beta.
        by: CutBy,
        /// The value of the node so far, which met the limit.
        value: f64,
        /// The window it was met in.
        window: Window,
        /// The numbers of the actions that are left out, but for those among them that were visited out of turn; empty
        /// after the last action.
        cut: RangeInclusive<u32>,
    },
    /// It left the state.
    Exit {
        /// The value it returns: exact inside the window, a bound outside.
        value: f64,
    },
}

/// A trace: somebody who listens to a search.
pub trait Trace<G: Game> {
    /// Whether to compile the events into the search at all.
    const LISTENS: bool = true;

    /// Hears of an event. The game is that of the search.
    fn event(&mut self, game: &G, event: &Event<'_, G>);
}

/// The trace of nobody who listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<G: Game> Trace<G> for Silent {
    const LISTENS: bool = false;
    fn event(&mut self, _: &G, _: &Event<'_, G>) {}
}

/// A reference to a listener listens for it.
impl<G: Game, T: Trace<G>> Trace<G> for &mut T {
    const LISTENS: bool = T::LISTENS;
    fn event(&mut self, game: &G, event: &Event<'_, G>) {
        (**self).event(game, event);
    }
}

/// Two listeners hear the same.
impl<G: Game, A: Trace<G>, B: Trace<G>> Trace<G> for (A, B) {
    const LISTENS: bool = A::LISTENS || B::LISTENS;
    fn event(&mut self, game: &G, event: &Event<'_, G>) {
        self.0.event(game, event);
        self.1.event(game, event);
    }
}
