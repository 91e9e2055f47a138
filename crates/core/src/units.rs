//! Units that must not be mistaken for one another.

use crate::{Random, Seeded};

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

/// A hash of a state: equal states have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(pub u64);

impl Key {
    /// The key of a state that is told by 64 bits: well mixed, and unequal for unequal bits.
    #[must_use]
    pub fn mix(bits: u64) -> Key {
        // The generator's first number is a good mixture of its seed.
        Key(Seeded::new(bits).bits())
    }
}
