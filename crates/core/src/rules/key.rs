//! The hash of a state.

use std::hash::{Hash, Hasher};

use crate::{Random, Seeded};

/// A hash of a state: equal states have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(pub u64);

impl Key {
    /// The key of a state that is told by 64 bits: well mixed, and unequal for unequal bits.
    #[must_use]
    #[inline]
    pub fn mix(bits: u64) -> Key {
        // The generator's first number is a good mixture of its seed.
        Key(Seeded::new(bits).bits())
    }

    /// The key of a state by its own [`Hash`].
    ///
    /// The key does not differ from run to run. Only what std hashes as raw memory, such as a slice of numbers, depends
    /// on the machine's byte order.
    pub fn of<S: Hash + ?Sized>(state: &S) -> Key {
        let mut mixer = Mixer(0);
        state.hash(&mut mixer);
        Key(mixer.finish())
    }
}

/// A hasher that is the same everywhere: each word is mixed with all before it.
struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.write_u64(chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = Key::mix(self.0 ^ word).0;
    }
    // Numbers are taken by their value, not by their bytes, which differ between machines.
    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }
    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }
    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }
    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    #[inline]
    fn write_i8(&mut self, number: i8) {
        self.write_i64(number.into());
    }
    #[inline]
    fn write_i16(&mut self, number: i16) {
        self.write_i64(number.into());
    }
    #[inline]
    fn write_i32(&mut self, number: i32) {
        self.write_i64(number.into());
    }
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(state: &impl Hash) -> u64 {
        Key::of(state).0
    }

    /// These numbers are part of what a run can be repeated by: they must never change.
    #[test]
    fn keys_from_hashes_are_the_same_everywhere() {
        assert_eq!(hash(&()), 0);
        assert_eq!(hash(&1u8), hash(&1u64));
        assert_eq!(hash(&-1i8), hash(&-1isize));
        assert_eq!(hash(&(7u32, true)), Key::mix(Key::mix(7).0 ^ 1).0);
        assert_eq!(hash(&1u128), Key::mix(Key::mix(1).0).0);
        assert_eq!(hash(&"ab"), Key::mix(Key::mix(0x6261).0 ^ 0xff).0);
    }

    #[test]
    fn unequal_states_have_unequal_keys() {
        let mut keys: Vec<u64> = (0..200u8).flat_map(|a| (0..200i16).map(move |b| hash(&(a, b)))).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 40_000);
        assert_ne!(hash(&[1u8, 2].as_slice()), hash(&[2u8, 1].as_slice()));
        assert_ne!(hash(&vec![0u8; 8]), hash(&vec![0u8; 9]));
    }
}
