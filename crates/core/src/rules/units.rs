//! Depth and ply: units that must not be mistaken for one another.

/// How many plies a search may look ahead from its root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Depth(pub u32);

/// How many plies lie between the root of a search and a state: 0 at the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Ply(pub u32);

impl Ply {
    /// One ply further from the root.
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}
