//! What is remembered of states: their numbers.

use std::cell::Cell;

use super::numbers::{NEVER, Numbers};
use crate::Key;

/// What is remembered of states: their numbers.
///
/// ```text
///   bucket, 64 bytes     four slots of   key 64 | data 64
///
///   data, 64 bits        63    58 57             29 28            0
///                        |  work | to disprove     | to prove     |
///
///   work      how many binary digits the count of nodes has that it took; 0 in an empty slot
/// ```
///
/// Under the key of a path there is a disproof that holds on this path alone: the first number then is the ply that it rests on.
pub(in crate::engine) struct ProofTable<'s> {
    buckets: Vec<Bucket>,
    filled: usize,
    load: &'s Cell<f64>,
}

/// Four slots in one line of the cache.
#[derive(Clone, Default)]
#[repr(align(64))]
struct Bucket([(u64, u64); 4]);

impl<'s> ProofTable<'s> {
    /// A table without memory.
    pub(super) fn new(load: &'s Cell<f64>) -> Self {
        ProofTable { buckets: Vec::new(), filled: 0, load }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// Gives it so much memory, but at least one bucket; less, if the system refuses so much.
    pub(super) fn allocate(&mut self, bytes: usize) {
        let mut count = (bytes / size_of::<Bucket>()).max(1);
        while self.buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        self.buckets.resize(count, Bucket::default());
    }

    /// Where the bucket of a key is: see [`Table`](super::Table).
    #[inline]
    fn place(&self, key: Key) -> usize {
        let spread = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Asks the memory for the bucket of a key that will be probed soon.
    #[inline]
    pub(super) fn touch(&self, key: Key) {
        std::hint::black_box(self.buckets[self.place(key)].0[0].0);
    }

    #[inline]
    pub(in crate::engine) fn probe(&self, key: Key) -> Option<Numbers> {
        let bucket = &self.buckets[self.place(key)];
        let &(_, data) = bucket.0.iter().find(|&&(own, data)| own == key.0 && data != 0)?;
        Some([data as u32 & NEVER, (data >> 29) as u32 & NEVER])
    }

    /// Remembers. In a full bucket, what took the least work is forgotten.
    pub(super) fn store(&mut self, key: Key, numbers: Numbers, work: u64) {
        let place = self.place(key);
        let slots = &mut self.buckets[place].0;
        let mut work = u64::from(u64::BITS - work.leading_zeros()).clamp(1, 63);
        let (mut at, mut least) = (0, u64::MAX);
        for (index, &(own, data)) in slots.iter().enumerate() {
            if own == key.0 && data != 0 {
                (at, work) = (index, work.max(data >> 58));
                break;
            }
            if data >> 58 < least {
                (at, least) = (index, data >> 58);
            }
        }
        let was_empty = slots[at].1 == 0;
        slots[at] = (key.0, work << 58 | u64::from(numbers[1]) << 29 | u64::from(numbers[0]));
        if was_empty {
            self.filled += 1;
            self.load.set(self.filled as f64 / (4 * self.buckets.len()) as f64);
        }
    }
}
