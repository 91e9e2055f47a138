//! Table entries for games of chance: expectations are no whole numbers, and so an entry takes
//! twice as much of a [`Table`] as those of the other games. The technique is the same.
//!
//! ```text
//!   bucket, 64 bytes     two slots of   check 64 | low 64 | high 64 | data 64
//!
//!   check                key XOR the other three, each mixed into those before it
//!   low, high            the bounds, as the bits of floating-point numbers
//!   data, 64 bits        63     32 31      16 15     8 7       2 1       0
//!                        |  depth |  action  |  age  |  none   | guess | used |
//! ```
//!
//! Words of two threads that write one slot at the same time make a check that belongs to neither key, so that no torn
//! entry is ever answered from.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::Key;
use crate::engine::Table;

/// A table entry for games of chance: what is known of a state, for MAX, of one where somebody chooses, or where chance
/// decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Expectation {
    /// It is worth at least this.
    pub low: f64,
    /// It is worth at most this.
    pub high: f64,
    /// Whether an evaluation, or a heuristic, entered into the bounds.
    pub guess: bool,
    /// How many plies below the state the search looked; the largest number there is for the end of the game.
    pub depth: u32,
    /// The name of the best action, below [`Table::NAMES`]; nothing if it is not known, or chance's.
    pub action: Option<u16>,
}

impl Expectation {
    /// Whether the bounds hold for a search that looks so many plies further: one that looks as far, or that found the
    /// end of every game within less.
    pub(super) fn holds(&self, depth: u32) -> bool {
        self.depth == depth || !self.guess && self.depth <= depth
    }

    /// This entry with what an older one about the same state still adds.
    fn and(mut self, older: &Expectation) -> Expectation {
        if older.holds(self.depth) {
            let (low, high) = (self.low.max(older.low), self.high.min(older.high));
            // Sums differ in their last digits: then the newer word counts.
            if low <= high {
                self.guess |= older.guess && (low, high) != (self.low, self.high);
                (self.low, self.high) = (low, high);
            }
        }
        self.action = self.action.or(older.action);
        self
    }
}

/// The words for a key in half a bucket; nothing if it is empty or belongs to another.
#[inline]
fn read(half: &[&AtomicU64; 4], key: Key) -> Option<[u64; 3]> {
    let [check, low, high, data] = half.map(|word| word.load(Ordering::Relaxed));
    (data != 0 && check == seal(key, [low, high, data])).then_some([low, high, data])
}

/// The check of an entry, which mixes its words. Bounds are simple fractions and depths small numbers: with words that
/// are only rotated and laid over one another, what differs in one cancels out what differs in another, and an entry of
/// two halves looks whole.
fn seal(key: Key, words: [u64; 3]) -> u64 {
    key.0 ^ words.into_iter().fold(0, |seal, word| Key::mix(seal ^ word).0)
}

impl Table {
    /// Probes the table for the state with this key.
    #[inline]
    pub(super) fn expectation(&self, key: Key) -> Option<Expectation> {
        self.words(key).iter().find_map(|half| read(half, key)).map(unpack)
    }

    /// Stores an entry, together with what an older entry about the same state still adds. In a full bucket, what an
    /// older search left behind goes first, then what looked least deep.
    pub(super) fn store_expectation(&self, key: Key, entry: &Expectation) {
        let (age, halves) = (self.age(), self.words(key));
        let (mut place, mut least) = (0, u64::MAX);
        let mut entry = *entry;
        for (at, half) in halves.iter().enumerate() {
            if let Some(words) = read(half, key) {
                (place, entry) = (at, entry.and(&unpack(words)));
                break;
            }
            let data = half[3].load(Ordering::Relaxed);
            let worth = match data {
                0 => 0,
                _ => 1 + (data >> 32) + if data >> 8 & 0xff == age { 1 << 32 } else { 0 },
            };
            if worth < least {
                (place, least) = (at, worth);
            }
        }
        let action = entry.action.map_or(0, |name| u64::from(name.min(Table::NAMES - 1)) + 1);
        let data = u64::from(entry.depth) << 32 | action << 16 | age << 8 | u64::from(entry.guess) << 1 | 1;
        let words = [entry.low.to_bits(), entry.high.to_bits(), data];
        let [check, low, high, data] = halves[place];
        check.store(seal(key, words), Ordering::Relaxed);
        [low, high, data].into_iter().zip(words).for_each(|(place, word)| place.store(word, Ordering::Relaxed));
    }
}

fn unpack([low, high, data]: [u64; 3]) -> Expectation {
    Expectation {
        low: f64::from_bits(low),
        high: f64::from_bits(high),
        guess: data & 2 != 0,
        depth: (data >> 32) as u32,
        action: ((data >> 16) as u16).checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(value: f64, depth: u32) -> Expectation {
        Expectation { low: value, high: value, guess: true, depth, action: None }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::new(1 << 16);
        let mut key = 0;
        for (low, high) in [(0.1, 0.1), (-1e300, 1e-300), (f64::NEG_INFINITY, 2.5), (-0.5, f64::INFINITY)] {
            for (guess, depth, action) in [(false, 0, None), (true, 7, Some(0)), (false, u32::MAX, Some(65_533))] {
                let entry = Expectation { low, high, guess, depth, action };
                key += 1;
                table.store_expectation(Key(key), &entry);
                assert_eq!(table.expectation(Key(key)), Some(entry));
            }
        }
        assert_eq!(table.expectation(Key(99)), None);
    }

    #[test]
    fn bounds_of_one_state_meet_where_they_hold_for_one_depth() {
        let table = Table::new(0);
        let lower = Expectation { high: f64::INFINITY, ..exact(0.25, 3) };
        let upper = Expectation { low: f64::NEG_INFINITY, action: Some(4), ..exact(0.5, 3) };
        table.store_expectation(Key(1), &upper);
        table.store_expectation(Key(1), &lower);
        let both = Expectation { low: 0.25, high: 0.5, action: Some(4), ..exact(0.0, 3) };
        assert_eq!(table.expectation(Key(1)), Some(both));
        // A guess of another depth says nothing about this one, but which action to try.
        table.store_expectation(Key(1), &exact(0.75, 5));
        assert_eq!(table.expectation(Key(1)), Some(Expectation { action: Some(4), ..exact(0.75, 5) }));
        // What is proven within fewer plies holds for more.
        table.store_expectation(Key(2), &Expectation { guess: false, ..upper });
        table.store_expectation(Key(2), &Expectation { depth: 6, ..lower });
        assert_eq!(table.expectation(Key(2)), Some(Expectation { depth: 6, ..both }));
    }

    #[test]
    fn the_deeper_ones_are_kept_and_the_old_ones_go_first() {
        let table = Table::new(0);
        assert_eq!(table.bytes(), 64);
        for (key, depth) in [(1, 5), (2, 3), (3, 4)] {
            table.store_expectation(Key(key), &exact(0.0, depth));
        }
        assert!([1, 3].iter().all(|&key| table.expectation(Key(key)).is_some()) && table.expectation(Key(2)).is_none());
        table.new_search();
        table.store_expectation(Key(4), &exact(0.0, 0));
        table.store_expectation(Key(5), &exact(0.0, 0));
        assert!([4, 5].iter().all(|&key| table.expectation(Key(key)).is_some()));
    }

    /// What threads can leave behind that write one slot at the same time: words of several entries, under the check of
    /// one of them.
    #[test]
    fn words_of_several_entries_fit_no_check() {
        let bounds: [f64; 6] = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0, 4.0 / 3.0, -1.0 / 3.0];
        let words =
            |low: usize, high: usize, depth: u64| [bounds[low].to_bits(), bounds[high].to_bits(), depth << 32 | 1];
        let mut checks = std::collections::HashMap::new();
        for at in 0..bounds.len() {
            for depth in 0..200 {
                checks.insert(seal(Key(at as u64), words(at, at, depth)), (at, at, at, depth));
            }
        }
        assert_eq!(checks.len(), 200 * bounds.len());
        for key in 0..bounds.len() {
            for (low, high) in (0..bounds.len()).flat_map(|low| (0..bounds.len()).map(move |high| (low, high))) {
                for depth in 0..200 {
                    let entry = checks.get(&seal(Key(key as u64), words(low, high, depth)));
                    assert!(
                        entry.is_none_or(|&whole| whole == (key, low, high, depth)),
                        "{entry:?} as {key} {low} {high} {depth}"
                    );
                }
            }
        }
    }

    /// Threads that write the same few slots never make one another read what nobody wrote.
    #[test]
    fn torn_entries_are_never_read() {
        let table = Table::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000u64 {
                        let key = (round * 7 + thread) % 5;
                        table.store_expectation(Key(key), &exact(key as f64 / 3.0, (round % 200) as u32));
                        if let Some(entry) = table.expectation(Key(key)) {
                            assert_eq!((entry.low, entry.high), (key as f64 / 3.0, key as f64 / 3.0));
                        }
                    }
                });
            }
        });
    }
}
