//! A transposition table of one thread: what is worth remembering for a moment only.
//!
//! Close to the end of a game most of what is looked up was found out a moment ago, and is found out again in little
//! more time than a large table takes to answer from far memory. So each thread keeps such things in a small table of
//! its own that stays in the nearest caches. Whatever is new takes the place of what is oldest.

use super::table::{Entry, pack, unpack};
use crate::Key;

/// A small transposition table for one thread.
#[derive(Debug)]
pub(super) struct LocalTable {
    slots: Vec<Slot>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: Key,
    data: u64,
}

impl LocalTable {
    /// The number of slots, for 1 MiB.
    const SLOTS: usize = 1 << 16;
    const BUCKET: usize = 4;

    pub(super) fn new() -> LocalTable {
        LocalTable { slots: vec![Slot { key: Key(0), data: 0 }; LocalTable::SLOTS] }
    }

    #[inline]
    pub(super) fn probe(&self, key: Key) -> Option<Entry> {
        let bucket = self.bucket(key);
        bucket.iter().find(|slot| slot.key == key && slot.data != 0).map(|slot| unpack(slot.data))
    }

    /// Stores an entry, together with what an older entry about the same state still adds. In each bucket the newest
    /// comes first.
    #[inline]
    pub(super) fn store(&mut self, key: Key, entry: &Entry) {
        let start = LocalTable::start(key);
        let bucket = &mut self.slots[start..start + LocalTable::BUCKET];
        let at = bucket.iter().position(|slot| slot.key == key && slot.data != 0);
        let entry = at.map_or(*entry, |at| entry.and(&unpack(bucket[at].data)));
        bucket[..=at.unwrap_or(LocalTable::BUCKET - 1)].rotate_right(1);
        // A slot in which nothing is known looks like an empty one, and is.
        bucket[0] = Slot { key, data: pack(&entry) };
    }

    fn start(key: Key) -> usize {
        let spread = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread >> (u64::BITS - LocalTable::SLOTS.ilog2())) as usize & !(LocalTable::BUCKET - 1)
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot] {
        let start = LocalTable::start(key);
        &self.slots[start..start + LocalTable::BUCKET]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Depth, Score};

    fn exact(value: i32) -> Entry {
        let value = Score::new(value);
        Entry { low: value, high: value, low_proven: true, high_proven: true, depth: Depth(3), action: Some(7) }
    }

    #[test]
    fn what_was_stored_last_is_found_and_the_oldest_makes_room() {
        let mut table = LocalTable::new();
        // Keys of one bucket.
        let keys: Vec<Key> =
            (0..).map(Key).filter(|&key| LocalTable::start(key) == LocalTable::start(Key(5))).take(5).collect();
        for (value, &key) in keys.iter().enumerate() {
            assert_eq!(table.probe(key), None);
            table.store(key, &exact(value as i32));
        }
        let found: Vec<Option<Entry>> = keys.iter().map(|&key| table.probe(key)).collect();
        assert_eq!(found, [None, Some(exact(1)), Some(exact(2)), Some(exact(3)), Some(exact(4))]);
        // What is stored again is new again.
        table.store(keys[1], &exact(1));
        table.store(keys[0], &exact(0));
        assert_eq!(table.probe(keys[1]), Some(exact(1)));
        assert_eq!(table.probe(keys[2]), None);
    }

    #[test]
    fn bounds_of_one_state_meet() {
        let mut table = LocalTable::new();
        let lower = Entry { high: Score::INFINITY, high_proven: false, ..exact(2) };
        let upper = Entry { low: Score::NEG_INFINITY, low_proven: false, ..exact(5) };
        table.store(Key(1), &lower);
        table.store(Key(1), &upper);
        let both = Entry { high: Score::new(5), ..exact(2) };
        assert_eq!(table.probe(Key(1)), Some(both));
        assert_eq!(table.probe(Key(2)), None);
    }
}
