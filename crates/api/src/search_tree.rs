//! Which search is written down as a tree, to be looked at.

use counterplay_core::search::{CutoffRule, Order};

/// Which search is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TreeSearch {
    /// Every state.
    Minimax,
    /// Only what can matter.
    Alphabeta,
    /// Only what can matter and is not in the table yet, the actions that promise most first: alpha-beta with the
    /// engine's table, killer actions and history. What the engine has beyond that looks at a state more than once, so
    /// that there is no one tree.
    Engine,
}

/// How a tree is searched that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    /// Which search.
    pub search: TreeSearch,
    /// In which order the textbook's searches visit the actions. The engine has its own.
    pub order: Order,
    /// When a value cuts, in alpha-beta. The engine cuts at an equal value.
    pub cutoff: CutoffRule,
}

impl Method {
    /// A search with the order of the game, which cuts at an equal value.
    #[must_use]
    pub fn new(search: TreeSearch) -> Method {
        Method { search, order: Order::LeftToRight, cutoff: CutoffRule::Ge }
    }
}
