//! Randomness: names of sessions, keys of seats, and dice.

use std::hash::{BuildHasher, RandomState};

use counterplay_core::{Random, Seeded};

/// Random bits of the system.
pub(crate) fn bits() -> u64 {
    // A system without randomness does not start this program; the hash keys of std are then as good as can be had.
    getrandom::u64().unwrap_or_else(|_| RandomState::new().hash_one(0))
}

/// Random name that cannot be guessed, of so many times 16 letters.
pub(crate) fn name(words: usize) -> String {
    (0..words).map(|_| format!("{:016x}", bits())).collect()
}

/// Dice of a session.
#[derive(Debug)]
pub(crate) enum Dice {
    /// Dice of the system: no throw tells anything about another.
    System,
    /// Dice of a seed that the client chose, for a game that can be played again.
    Seeded(Seeded),
}

impl Random for Dice {
    fn bits(&mut self) -> u64 {
        match self {
            Dice::System => bits(),
            Dice::Seeded(seeded) => seeded.bits(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_long_and_distinct() {
        let names: Vec<String> = (0..100).map(|_| name(2)).collect();
        assert!(names.iter().all(|name| name.len() == 32 && name.bytes().all(|b| b.is_ascii_hexdigit())));
        assert!((1..100).all(|at| !names[..at].contains(&names[at])));
    }
}
