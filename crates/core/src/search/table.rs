//! The transposition table: what the search has found out about states that it may meet again.
//!
//! The memory is allocated once. Every key has its place in one *bucket* of two slots; where both are taken, something is
//! forgotten, which costs time but never changes a value:
//!
//! ```text
//!   bucket, 32 bytes     key 64 | data 64 | key 64 | data 64
//!                        first slot         second slot
//!
//!   data, 64 bits        63          32 31      16 15        3 2        1 0
//!                        |    value    |  action  |   depth   | estimate | bound |
//!
//!   value     the score                        depth     in plies; 8191 stands for more than can be counted
//!   action    its number; 0 if there is none   bound     1 lower, 2 upper, 3 exact; 0 in an empty slot
//! ```
//!
//! The first slot keeps what took more work, which is what looked deeper; the second takes whatever comes.

use crate::{Depth, Key, Proof, Score};

/// What a remembered value says of the state's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

impl From<Bound> for Proof {
    fn from(bound: Bound) -> Proof {
        match bound {
            Bound::Lower => Proof::Lower,
            Bound::Upper => Proof::Upper,
            Bound::Exact => Proof::Exact,
        }
    }
}

/// What is remembered of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// A value for MAX.
    pub value: Score,
    /// What it says.
    pub bound: Bound,
    /// How many plies below the state the search looked to find it. From [`Table::DEEPEST`] on it is not kept, and comes
    /// back as the largest number there is.
    pub depth: Depth,
    /// Whether an evaluation entered into it. If not, it is proven, by games that end within `depth`.
    pub estimate: bool,
    /// The number of the best action, from 1; nothing if it is not known. Numbers above 65535 are not kept.
    pub action: Option<u32>,
}

/// Two slots, each a key and its data. Zeros are an empty bucket, so that a large table costs nothing until it is used.
type Bucket = [u64; 4];

/// A transposition table: [`probe`](Table::probe), [`store`](Table::store), [`clear`](Table::clear).
///
/// A table belongs to one game with its options, one way to make keys, and one evaluation: clear it before it is used for
/// anything else.
#[derive(Clone, Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    used: usize,
    probes: u64,
    hits: u64,
}

impl Table {
    /// The depth from which on depths are no longer told apart.
    pub const DEEPEST: Depth = Depth((1 << 13) - 1);

    const BUCKET: usize = size_of::<Bucket>();

    /// An empty table that fills `bytes`, but has at least one bucket. If the system refuses so much memory, it is half of
    /// it, or a quarter, and so on: [`Table::bytes`] says how much there is.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let mut count = (bytes / Table::BUCKET).max(1);
        while count > 1 && Vec::<Bucket>::new().try_reserve_exact(count).is_err() {
            count /= 2;
        }
        Table { buckets: vec![Bucket::default(); count], used: 0, probes: 0, hits: 0 }
    }

    /// What is remembered of the state with this key.
    pub fn probe(&mut self, key: Key) -> Option<Entry> {
        self.probes += 1;
        let [first, first_data, second, second_data] = self.buckets[self.place(key)];
        let data = match key.0 {
            key if key == first => first_data,
            key if key == second => second_data,
            _ => 0,
        };
        let entry = unpack(data);
        self.hits += u64::from(entry.is_some());
        entry
    }

    /// Remembers, and forgets what was known of the same state. In a full bucket the slot that keeps the deeper of two
    /// passes the less deep one on to the other slot, which forgets what it had.
    pub fn store(&mut self, key: Key, entry: &Entry) {
        let data = pack(entry);
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let before = [bucket[1], bucket[3]].iter().filter(|&&data| data != 0).count();
        if bucket[1] == 0 || bucket[0] == key.0 {
            (bucket[0], bucket[1]) = (key.0, data);
        } else if depth_bits(data) >= depth_bits(bucket[1]) {
            *bucket = [key.0, data, bucket[0], bucket[1]];
        } else {
            (bucket[2], bucket[3]) = (key.0, data);
        }
        self.used += [bucket[1], bucket[3]].iter().filter(|&&data| data != 0).count() - before;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        (self.used, self.probes, self.hits) = (0, 0, 0);
    }

    /// The memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * Table::BUCKET
    }

    /// How full it is, from 0 to 1.
    #[must_use]
    pub fn load(&self) -> f64 {
        self.used as f64 / (2 * self.buckets.len()) as f64
    }

    /// How often it was asked since it was new or cleared.
    #[must_use]
    pub fn probes(&self) -> u64 {
        self.probes
    }

    /// How often it knew something.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits
    }

    /// The bucket of a key. Fibonacci hashing first spreads keys that are small numbers over all 64 bits; the high half of
    /// a product then maps them to any number of buckets, not only to a power of two.
    #[inline]
    fn place(&self, key: Key) -> usize {
        let spread = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize
    }
}

fn pack(entry: &Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    let action = entry.action.and_then(|number| u16::try_from(number).ok()).unwrap_or(0);
    let depth = entry.depth.min(Table::DEEPEST).0;
    u64::from(entry.value.get().cast_unsigned()) << 32
        | u64::from(action) << 16
        | u64::from(depth) << 3
        | u64::from(entry.estimate) << 2
        | bound
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let action = data >> 16 & 0xffff;
    let depth = Depth(depth_bits(data) as u32);
    Some(Entry {
        value: Score::new(((data >> 32) as u32).cast_signed()),
        bound,
        depth: if depth < Table::DEEPEST { depth } else { Depth(u32::MAX) },
        estimate: data & 4 != 0,
        action: (action != 0).then_some(action as u32),
    })
}

fn depth_bits(data: u64) -> u64 {
    data >> 3 & u64::from(Table::DEEPEST.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u32) -> Entry {
        Entry { value: Score::new(value), bound: Bound::Exact, depth: Depth(depth), estimate: false, action: None }
    }

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let mut table = Table::new(1 << 16);
        let mut key = 0;
        for value in [0, 1, -1, i32::MAX, i32::MIN, 123_456, -123_456].map(Score::new) {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                for (depth, estimate) in [(0, false), (1, true), (8190, false), (4096, true)] {
                    for action in [None, Some(1), Some(65_535)] {
                        let entry = Entry { value, bound, depth: Depth(depth), estimate, action };
                        key += 1;
                        table.store(Key(key), &entry);
                        assert_eq!(table.probe(Key(key)), Some(entry));
                    }
                }
            }
        }
        assert_eq!((table.probes(), table.hits()), (key, key));
    }

    #[test]
    fn what_does_not_fit_is_left_out_and_never_made_smaller() {
        let mut table = Table::new(0);
        for depth in [8191, 8192, u32::MAX] {
            table.store(Key(1), &Entry { action: Some(65_536), ..entry(5, depth) });
            let found = table.probe(Key(1)).unwrap();
            assert_eq!((found.depth, found.action), (Depth(u32::MAX), None));
        }
    }

    #[test]
    fn the_deeper_one_and_the_last_one_are_kept() {
        let mut table = Table::new(0);
        assert_eq!(table.bytes(), 32);
        let mut store = |key, depth| table.store(Key(key), &entry(key as i32, depth));
        store(1, 5);
        store(2, 3); // beside it
        store(3, 4); // in place of 2
        store(4, 5); // as deep, so it moves 1 into the place of 3
        store(4, 1); // what was known of the same state goes, though it was deeper
        let known = |table: &mut Table| [0, 1, 2, 3, 4].map(|key| table.probe(Key(key)).map(|entry| entry.depth.0));
        assert_eq!(known(&mut table), [None, Some(5), None, None, Some(1)]);
        assert_eq!((table.load(), table.probes(), table.hits()), (1.0, 5, 2));
        table.clear();
        assert_eq!(known(&mut table), [None; 5]);
        assert_eq!((table.load(), table.hits()), (0.0, 0));
    }

    #[test]
    fn a_state_is_never_in_both_slots() {
        let mut table = Table::new(0);
        for (key, depth) in [(1, 5), (2, 1), (2, 9), (2, 2), (1, 3), (1, 1), (2, 2)] {
            table.store(Key(key), &entry(depth as i32, depth));
            assert_eq!(table.probe(Key(key)), Some(entry(depth as i32, depth)));
            assert_ne!(table.buckets[0][0], table.buckets[0][2]);
        }
    }

    /// Key 0 is a key like any other, and an empty slot is not its entry.
    #[test]
    fn keys_that_are_small_numbers_spread_over_the_table() {
        let mut table = Table::new(1000 * 32);
        assert_eq!(table.probe(Key(0)), None);
        for key in 0..1000 {
            table.store(Key(key), &entry(key as i32, 1));
        }
        let kept = (0..1000).filter(|&key| table.probe(Key(key)) == Some(entry(key as i32, 1))).count();
        assert!(kept > 900, "{kept}");
        assert!((table.load() - kept as f64 / 2000.0).abs() < 1e-12);
    }

    #[test]
    fn a_table_is_as_large_as_it_is_told_to_be() {
        for bytes in [0, 1, 31, 32, 33, 64, 1000, 1 << 20] {
            let table = Table::new(bytes);
            assert_eq!(table.bytes(), (bytes / 32).max(1) * 32);
        }
        // More than there is: it takes what it gets.
        assert!(Table::new(usize::MAX).bytes() < usize::MAX / 2);
    }
}
