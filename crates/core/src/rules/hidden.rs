//! Hidden information: what a seat may see, and what could be true for all it knows.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Game, Random, Seat, TextError};

/// The message where views cannot be read.
pub const NO_VIEWS: &str = "this game has no notation for what a seat sees: give the moves instead";

/// A game in which a seat may not see all of the state.
///
/// The laws that keep secrets secret: a view does not change with what only another seat saw; the legal
/// actions of a seat depend on its view alone; and a state that is sampled from a view has that view and
/// tells nothing else about the true state, for it is made *from the view alone*.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what a seat may see",
    note = "averaging over deals is for games with `type Secrets = With` and an `impl Hidden for {Self}`"
)]
pub trait Hidden: Game {
    /// Everything that a seat knows; states with equal views are one information set.
    type View: Clone + Eq + Hash + Debug;

    /// The view of a seat: what it sees of the state.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// The seat whose view this is.
    fn viewer(&self, view: &Self::View) -> Seat;

    /// The observation of a seat: what it is told when an action is made, its own or another's, or an outcome of
    /// chance. Whatever else differs, if it is told the same, its view stays the same; so this is where a game says
    /// what is secret. And it is told nothing that its view does not hold afterwards, its own actions excepted.
    fn observation(&self, state: &Self::State, action: Self::Action, seat: Seat) -> String;

    /// Samples a state that could be true for all the view tells, as often as chance makes it so. `None` if the view
    /// admits no state.
    fn sample(&self, view: &Self::View, random: &mut dyn Random) -> Option<Self::State>;

    /// Lists all states that could be true, with their probabilities, where they are few enough to list. The
    /// choices of the other seats are taken to say nothing. An empty list if the view admits no state.
    fn consistent(&self, view: &Self::View) -> Option<Vec<(Self::State, f64)>> {
        let _ = view;
        None
    }

    /// The view as text, for people and for `--position`.
    fn view_text(&self, view: &Self::View) -> String {
        format!("{view:?}")
    }

    /// Reads a view.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn parse_view(&self, text: &str) -> Result<Self::View, TextError> {
        let _ = text;
        Err(TextError::new(0, NO_VIEWS))
    }
}

/// States of which each is as likely as any other, as [`Hidden::consistent`] lists them.
#[must_use]
pub fn equally_likely<S>(states: Vec<S>) -> Vec<(S, f64)> {
    let share = 1.0 / states.len() as f64;
    states.into_iter().map(|state| (state, share)).collect()
}

/// Draws one of these states, as [`Hidden::sample`] draws it.
pub fn any_of<S>(mut states: Vec<S>, random: &mut dyn Random) -> Option<S> {
    random.index(states.len()).map(|at| states.swap_remove(at))
}

impl<G: Hidden> Hidden for &G {
    type View = G::View;

    fn view(&self, state: &Self::State, seat: Seat) -> Self::View {
        (**self).view(state, seat)
    }
    fn viewer(&self, view: &Self::View) -> Seat {
        (**self).viewer(view)
    }
    fn sample(&self, view: &Self::View, random: &mut dyn Random) -> Option<Self::State> {
        (**self).sample(view, random)
    }
    fn consistent(&self, view: &Self::View) -> Option<Vec<(Self::State, f64)>> {
        (**self).consistent(view)
    }
    fn observation(&self, state: &Self::State, action: Self::Action, seat: Seat) -> String {
        (**self).observation(state, action, seat)
    }
    fn view_text(&self, view: &Self::View) -> String {
        (**self).view_text(view)
    }
    fn parse_view(&self, text: &str) -> Result<Self::View, TextError> {
        (**self).parse_view(text)
    }
}
