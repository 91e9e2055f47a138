//! Advice: what a game with secrets knows to do by itself.

use crate::{Hidden, Limits, Random};

/// A game that can say what to do from what a seat sees, where a general search would do worse or take longer.
///
/// Averaging over deals believes that what is hidden will be seen before the next choice. Where all play is about
/// finding out what is hidden, that is the wrong belief, and the game had better be asked.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say by itself what to do",
    note = "`.advised()` needs that: add `impl Advise for {Self}` with its `advise`"
)]
pub trait Advise: Hidden {
    /// Advises the seat to move, whose view this is. Nothing where a search is to be asked instead.
    ///
    /// It is made *from the view alone*, as a sample is. Of the limits the nodes are how much may be looked at, and the
    /// time and the stop flag hold as ever.
    fn advise(&self, view: &Self::View, limits: &Limits, random: &mut dyn Random) -> Option<Advice<Self::Action>>;
}

/// Advice of a game: what is to be done.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice<A> {
    /// The action to take.
    pub action: A,
    /// How good each action is, from 0 to 1, in the order of the actions; nothing where they are not weighed.
    pub shares: Vec<(A, f64)>,
    /// How many states were looked at.
    pub nodes: u64,
    /// What the advice rests on, and what the shares are, in a few words.
    pub note: String,
}

impl<G: Advise> Advise for &G {
    fn advise(&self, view: &Self::View, limits: &Limits, random: &mut dyn Random) -> Option<Advice<Self::Action>> {
        (**self).advise(view, limits, random)
    }
}
