//! The root of a search: the rules, the line of play that led there, and the key of the position.

use counterplay_api::{ActionId, SearchError};
use counterplay_core::{ChanceNodes, Game, Halt, Key, Line};

use crate::point_of_view::PointOfView;
use crate::rules::Rules;

/// The position that a search begins in, with the types of its game.
pub struct Root<'a, G: Game> {
    pub(crate) rules: &'a Rules<G>,
    pub(crate) line: &'a Line<G>,
    /// The key of the position, by which the handles of its actions are known.
    pub(crate) key: Key,
}

impl<G: Game> Clone for Root<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Root<'_, G> {}

impl<'a, G: ChanceNodes> Root<'a, G> {
    pub(crate) fn state(&self) -> &'a G::State {
        self.line.state()
    }

    pub(crate) fn point_of_view(&self) -> PointOfView {
        self.rules.point_of_view(self.state())
    }

    /// The error of a search that halted below the root.
    pub(crate) fn halted(&self, halt: Box<Halt>) -> SearchError {
        self.rules.halted(self.state(), halt)
    }

    /// The handle of an action: its place in the list of the state. Nothing if the state does not list it.
    pub(crate) fn id(&self, action: G::Action) -> Option<ActionId> {
        let edges = self.rules.edges(self.state());
        let place = edges.iter().position(|&(edge, _)| edge == action)?;
        Some(ActionId::new(u32::try_from(place).ok()?, self.key))
    }
}
