//! Units that must not be mistaken for one another.

use std::hash::{Hash, Hasher};

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

    /// The key of a state that can be hashed: the same in every run.
    pub fn of<S: Hash + ?Sized>(state: &S) -> Key {
        let mut mixer = Mixer(0);
        state.hash(&mut mixer);
        Key(mixer.finish())
    }
}

/// A hasher that is the same everywhere: std's own may change between its versions.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // The length tells apart what the padding would make alike.
            let bits = u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56;
            self.0 = Key::mix(self.0 ^ bits).0;
        }
    }

    fn finish(&self) -> u64 {
        Key::mix(self.0).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_states_apart() {
        assert_ne!(Key::mix(0), Key::mix(1));
        assert_eq!(Key::of(&(1u8, "a")), Key::of(&(1u8, "a")));
        let keys: std::collections::HashSet<Key> = (0..10_000u32).map(|n| Key::of(&[n % 100, n / 100])).collect();
        assert_eq!(keys.len(), 10_000);
        assert_ne!(Key::of(&[0u8; 3]), Key::of(&[0u8; 4]));
    }
}
