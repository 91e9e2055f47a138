//! The transposition table: what the search has found out about states that it may meet again.
//!
//! The memory is allocated once, and shared between threads without locks. Every key has its place in one *bucket* of
//! four slots, a line of the cache; where all are taken, something is forgotten, which costs time but never changes a
//! value:
//!
//! ```text
//!   bucket, 64 bytes     four slots of   check 64 | data 64        check = key XOR data
//!
//!   data, 64 bits        63       32 31      16 15   12 11    4 3      2 1    0
//!                        |  value   |  action  |  age  | depth | proven | form |
//!
//!   form      0: value is two numbers of 16 bits, a lower and an upper bound, the least and the greatest being none
//!             1: value is a lower bound     2: an upper bound     3: the value itself
//!   proven    bit 2 for the lower, bit 3 for the upper bound: no evaluation entered into it
//!   depth     in plies; 255 stands for more than can be counted
//!   age       of the search that stored it, 1 to 15; 0 in an empty slot
//!   action    the name of the best action and one more; 0 if there is none
//! ```
//!
//! Two threads that write one slot at the same time may mix their words; the check then belongs to neither key, and the
//! slot counts as empty. So no torn entry is ever answered from, without a lock and without `unsafe`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::history::Histories;
use super::prefetch::prefetch;
use crate::{Depth, Key, Score};

/// An entry of the transposition table, from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// It is worth at least this; [`Score::NEG_INFINITY`] if nothing is known.
    pub low: Score,
    /// It is worth at most this; [`Score::INFINITY`] if nothing is known.
    pub high: Score,
    /// Whether the lower bound is proven, by games that end within `depth`.
    pub low_proven: bool,
    /// Whether the upper bound is proven, by games that end within `depth`.
    pub high_proven: bool,
    /// How many plies below the state the search looked. From [`Table::DEEPEST`] on it is not kept, and comes back as
    /// the largest number there is.
    pub depth: Depth,
    /// The name of the best action, below [`Table::NAMES`]; nothing if it is not known.
    pub action: Option<u16>,
}

impl Entry {
    /// An entry that says nothing.
    pub const EMPTY: Entry = Entry {
        low: Score::NEG_INFINITY,
        high: Score::INFINITY,
        low_proven: false,
        high_proven: false,
        depth: Depth(0),
        action: None,
    };

    fn is_proven(&self) -> bool {
        (self.low_proven || self.low == Score::NEG_INFINITY) && (self.high_proven || self.high == Score::INFINITY)
    }

    /// This entry with what an older one about the same state still adds.
    pub(super) fn and(mut self, older: &Entry) -> Entry {
        let proven = self.is_proven() && older.is_proven();
        if proven || self.depth == older.depth {
            if older.low > self.low {
                (self.low, self.low_proven) = (older.low, older.low_proven);
            }
            if older.high < self.high {
                (self.high, self.high_proven) = (older.high, older.high_proven);
            }
            // What is not proven may contradict itself (a search that reduces, say): then the newer word counts.
            if self.low > self.high {
                (self.low, self.low_proven) = (Score::NEG_INFINITY, false);
            }
            self.depth = self.depth.max(older.depth);
        }
        self.action = self.action.or(older.action);
        self
    }
}

/// Four slots in one line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; Bucket::SLOTS]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Bucket {
    const SLOTS: usize = 4;
    const BYTES: usize = size_of::<Bucket>();
}

/// A transposition table: [`probe`](Table::probe), [`store`](Table::store), [`clear`](Table::clear).
///
/// A table belongs to one game with its options, one way to make keys, one body of knowledge and one evaluation: clear
/// it before it is used for anything else. Searches that share it one after the other begin with [`Table::new_search`].
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU32,
    /// What the last search learned of actions, for the next one.
    histories: Mutex<Option<Histories>>,
}

impl Table {
    /// The depth from which on depths are no longer told apart.
    pub const DEEPEST: Depth = Depth(255);

    /// The limit of the names of actions: they are below this.
    pub const NAMES: u16 = u16::MAX;

    /// The default size of a table: large enough for hours of search in most games, and small enough to be near.
    pub const USUAL: usize = 64 << 20;

    /// An empty table that fills `bytes`, but has at least one bucket. If the system refuses so much memory, it is half
    /// of it, or a quarter, and so on: [`Table::bytes`] says how much there is.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let mut count = (bytes / Bucket::BYTES).max(1);
        let mut buckets = Vec::new();
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: AtomicU32::new(1), histories: Mutex::default() }
    }

    /// Probes the table for the state with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key.0 && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// The words of a key's bucket, four by four, for entries of another form: see `chance/table.rs`.
    #[inline]
    pub(super) fn words(&self, key: Key) -> [[&AtomicU64; 4]; 2] {
        let [a, b, c, d] = &self.bucket(key).0;
        [[&a.check, &a.data, &b.check, &b.data], [&c.check, &c.data, &d.check, &d.data]]
    }

    /// The age of what is stored now, from 1 to 15.
    pub(super) fn age(&self) -> u64 {
        self.age.load(Ordering::Relaxed).into()
    }

    /// Prefetches the bucket of a key that will be probed soon.
    #[inline]
    pub(super) fn touch(&self, key: Key) {
        prefetch(&self.bucket(key).0[0].data);
    }

    /// Stores an entry, together with what an older entry about the same state still adds. In a full bucket, what an
    /// older search left behind goes first, then what took the least work, which is what looked least deep.
    pub fn store(&self, key: Key, entry: &Entry) {
        let age = u64::from(self.age.load(Ordering::Relaxed));
        let (mut place, mut least) = (0, u64::MAX);
        let mut entry = *entry;
        for (at, slot) in self.bucket(key).0.iter().enumerate() {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key.0 {
                (place, entry) = (at, entry.and(&unpack(data)));
                break;
            }
            let worth = match data {
                0 => 0,
                _ => 1 + (data >> 4 & 0xff) + if data >> 12 & 0xf == age { 256 } else { 0 },
            };
            if worth < least {
                (place, least) = (at, worth);
            }
        }
        let data = pack(&entry) | age << 12;
        let slot = &self.bucket(key).0[place];
        slot.check.store(key.0 ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// Begins a new search: entries of earlier ones make room first.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store(age % 15 + 1, Ordering::Relaxed);
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = AtomicU32::new(1);
        self.histories = Mutex::default();
    }

    /// Takes what the last search learned of actions. Nobody waits: where another thread is at it, there is nothing.
    pub(super) fn take_histories(&self) -> Option<Histories> {
        self.histories.try_lock().ok()?.take()
    }

    /// Keeps what a search learned of actions, unless another thread is at it.
    pub(super) fn keep_histories(&self, histories: Histories) {
        if let Ok(mut kept) = self.histories.try_lock() {
            *kept = Some(histories);
        }
    }

    /// The memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * Bucket::BYTES
    }

    /// How full it is, from 0 to 1, as a sample tells.
    #[must_use]
    pub fn load(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1024)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| slot.data.load(Ordering::Relaxed) != 0).count();
        used as f64 / (sample.len() * Bucket::SLOTS) as f64
    }

    /// The bucket of a key. Fibonacci hashing first spreads keys that are small numbers over all 64 bits; the high half
    /// of a product then maps them to any number of buckets, not only to a power of two.
    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let spread = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.buckets[((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize]
    }
}

/// A bound as a number of 16 bits, where it fits; the least and the greatest stand for none.
fn narrow(score: Score) -> Option<u64> {
    const LEAST: i32 = i16::MIN as i32 + 1;
    const MOST: i32 = i16::MAX as i32 - 1;
    let bits = match score {
        Score::NEG_INFINITY => i16::MIN,
        Score::INFINITY => i16::MAX,
        score if (LEAST..=MOST).contains(&score.get()) => score.get() as i16,
        _ => return None,
    };
    Some(u64::from(bits.cast_unsigned()))
}

fn widen(bits: u64) -> Score {
    match (bits as u16).cast_signed() {
        i16::MIN => Score::NEG_INFINITY,
        i16::MAX => Score::INFINITY,
        finite => Score::new(finite.into()),
    }
}

pub(super) fn pack(entry: &Entry) -> u64 {
    let Entry { low, high, low_proven, high_proven, depth, action } = *entry;
    let one = |score: Score| u64::from(score.get().cast_unsigned());
    let (form, value) = match (narrow(low), narrow(high)) {
        (Some(low), Some(high)) => (0, high << 16 | low),
        _ if low == high => (3, one(low)),
        // Of two wide bounds the proven one is kept, or the lower.
        _ if high == Score::INFINITY || low != Score::NEG_INFINITY && low_proven >= high_proven => (1, one(low)),
        _ => (2, one(high)),
    };
    let action = action.map_or(0, |name| u64::from(name.min(Table::NAMES - 1)) + 1);
    let depth = u64::from(depth.min(Table::DEEPEST).0);
    value << 32 | action << 16 | depth << 4 | u64::from(high_proven) << 3 | u64::from(low_proven) << 2 | form
}

#[inline]
pub(super) fn unpack(data: u64) -> Entry {
    let value = data >> 32;
    let one = || Score::new((value as u32).cast_signed());
    let (low, high) = match data & 3 {
        0 => (widen(value & 0xffff), widen(value >> 16)),
        1 => (one(), Score::INFINITY),
        2 => (Score::NEG_INFINITY, one()),
        _ => (one(), one()),
    };
    let depth = Depth((data >> 4 & 0xff) as u32);
    let action = (data >> 16 & 0xffff) as u16;
    Entry {
        low,
        high,
        low_proven: data & 4 != 0,
        high_proven: data & 8 != 0,
        depth: if depth < Table::DEEPEST { depth } else { Depth(u32::MAX) },
        action: action.checked_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(value: i32, depth: u32) -> Entry {
        let value = Score::new(value);
        let depth = Depth(depth);
        Entry { low: value, high: value, low_proven: true, high_proven: true, depth, action: None }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::new(1 << 20);
        let mut key = 0;
        let none = (Score::NEG_INFINITY, Score::INFINITY);
        for value in [0, 1, -1, i32::MAX, i32::MIN, 123_456, -123_456, 32_766, -32_767, 32_767, -32_768].map(Score::new)
        {
            for (low, high) in [(value, value), (value, none.1), (none.0, value)] {
                for (depth, low_proven, high_proven) in [(0, false, true), (1, true, false), (254, true, true)] {
                    for action in [None, Some(0), Some(65_534)] {
                        let entry = Entry { low, high, low_proven, high_proven, depth: Depth(depth), action };
                        key += 1;
                        table.store(Key(key), &entry);
                        assert_eq!(table.probe(Key(key)), Some(entry));
                    }
                }
            }
        }
        let both = Entry { low: Score::new(-3), high: Score::new(7), ..exact(0, 9) };
        table.store(Key(0), &both);
        assert_eq!(table.probe(Key(0)), Some(both));
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_never_made_stronger() {
        let table = Table::new(0);
        for depth in [255, 256, u32::MAX] {
            table.store(Key(1), &exact(5, depth));
            assert_eq!(table.probe(Key(1)).unwrap().depth, Depth(u32::MAX));
        }
        let wide = Entry { low: Score::new(-100_000), high: Score::new(100_000), ..exact(0, 1) };
        table.store(Key(2), &wide);
        assert_eq!(table.probe(Key(2)), Some(Entry { high: Score::INFINITY, ..wide }));
        table.store(Key(3), &Entry { low_proven: false, ..wide });
        let upper = Entry { low: Score::NEG_INFINITY, low_proven: false, ..wide };
        assert_eq!(table.probe(Key(3)), Some(upper));
    }

    #[test]
    fn bounds_of_one_state_meet() {
        let table = Table::new(0);
        let lower = Entry { high: Score::INFINITY, high_proven: false, ..exact(2, 4) };
        let upper = Entry { low: Score::NEG_INFINITY, low_proven: false, action: Some(3), ..exact(5, 6) };
        table.store(Key(1), &lower);
        table.store(Key(1), &upper);
        let both = Entry { low: Score::new(2), high: Score::new(5), action: Some(3), ..exact(0, 6) };
        assert_eq!(table.probe(Key(1)), Some(both));
        // A guess of another depth says nothing about this one.
        let guess = Entry { low_proven: false, depth: Depth(9), ..lower };
        table.store(Key(1), &guess);
        assert_eq!(table.probe(Key(1)), Some(Entry { action: Some(3), ..guess }));
    }

    #[test]
    fn the_deeper_ones_are_kept_and_the_old_ones_go_first() {
        let table = Table::new(0);
        assert_eq!(table.bytes(), 64);
        let known = || [1, 2, 3, 4, 5, 6].map(|key| table.probe(Key(key)).map(|entry| entry.depth.0));
        for (key, depth) in [(1, 5), (2, 3), (3, 4), (4, 6), (5, 1)] {
            table.store(Key(key), &exact(0, depth));
        }
        assert_eq!(known(), [Some(5), None, Some(4), Some(6), Some(1), None]);
        assert_eq!(table.load(), 1.0);
        table.new_search();
        table.store(Key(6), &exact(0, 0));
        table.store(Key(2), &exact(0, 0));
        assert_eq!(known(), [Some(5), Some(0), None, Some(6), None, Some(0)]);
    }

    #[test]
    fn ages_go_round_and_none_is_that_of_an_empty_slot() {
        let mut table = Table::new(0);
        for _ in 0..40 {
            table.new_search();
            table.store(Key(0), &Entry::EMPTY);
            assert_eq!(table.probe(Key(0)), Some(Entry::EMPTY));
        }
        table.clear();
        assert_eq!(table.probe(Key(0)), None);
    }

    #[test]
    fn keys_that_are_small_numbers_spread_over_the_table() {
        let table = Table::new(1000 * 64);
        assert_eq!(table.probe(Key(0)), None);
        for key in 0..2000 {
            table.store(Key(key), &exact(key as i32, 1));
        }
        let kept = (0..2000).filter(|&key| table.probe(Key(key)) == Some(exact(key as i32, 1))).count();
        assert!(kept > 1900, "{kept}");
        assert!((table.load() - kept as f64 / 4000.0).abs() < 1e-12);
    }

    #[test]
    fn a_table_is_as_large_as_it_is_told_to_be() {
        for bytes in [0, 1, 63, 64, 65, 128, 1000, 1 << 20] {
            assert_eq!(Table::new(bytes).bytes(), (bytes / 64).max(1) * 64);
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
                        let key = (round * 7 + thread) % 9;
                        table.store(Key(key), &exact(key as i32, (round % 200) as u32));
                        if let Some(entry) = table.probe(Key(key)) {
                            assert_eq!((entry.low, entry.high), (Score::new(key as i32), Score::new(key as i32)));
                        }
                    }
                });
            }
        });
    }
}
