//! The table of proof numbers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::super::prefetch::prefetch;
use super::numbers::{NEVER, Numbers, is_settled};
use crate::Key;

/// The table of proof numbers. Threads share it without locks, as they share [`Table`](crate::engine::Table).
///
/// ```text
///   bucket, 64 bytes     four slots of   check 64 | data 64        check = key XOR data
///
///   data, 64 bits        63    58 57             29 28            0
///                        |  work | to disprove     | to prove     |
///
///   work      how many binary digits the count of nodes has that it took; 0 in an empty slot
/// ```
///
/// Under the key of a path there is a disproof that holds on this path alone: the first number then is the ply that it
/// rests on.
#[derive(Debug)]
pub(in crate::engine) struct ProofTable {
    /// How much memory it may have; it takes it when there is something to remember.
    bytes: usize,
    buckets: OnceLock<Vec<Bucket>>,
    filled: AtomicUsize,
}

/// Four slots in one line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// The key and the data; no key that anybody asks for if another thread has written one of them meanwhile.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

#[inline]
fn numbers_of(data: u64) -> Numbers {
    [data as u32 & NEVER, (data >> 29) as u32 & NEVER]
}

impl ProofTable {
    /// A table that will fill `bytes`, but have at least one bucket.
    pub(in crate::engine) fn new(bytes: usize) -> ProofTable {
        ProofTable { bytes, buckets: OnceLock::new(), filled: AtomicUsize::new(0) }
    }

    /// The memory; less than it may have, if the system refuses so much.
    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.buckets.get_or_init(|| {
            let mut count = (self.bytes / size_of::<Bucket>()).max(1);
            let mut buckets = Vec::new();
            while buckets.try_reserve_exact(count).is_err() && count > 1 {
                count /= 2;
            }
            buckets.resize_with(count, Bucket::default);
            buckets
        })
    }

    /// How full it is, from 0 to 1.
    pub(super) fn load(&self) -> f64 {
        let slots = self.buckets.get().map_or(1, |buckets| 4 * buckets.len());
        self.filled.load(Ordering::Relaxed) as f64 / slots as f64
    }

    /// The bucket of a key: see [`Table`](crate::engine::Table).
    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let buckets = self.buckets();
        let spread = key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &buckets[((u128::from(spread) * buckets.len() as u128) >> 64) as usize]
    }

    /// Prefetches the bucket of a key that will be probed soon.
    #[inline]
    pub(super) fn touch(&self, key: Key) {
        prefetch(&self.bucket(key).0[0].data);
    }

    #[inline]
    pub(in crate::engine) fn probe(&self, key: Key) -> Option<Numbers> {
        let found = self.bucket(key).0.iter().map(Slot::read).find(|&(own, data)| own == key.0 && data != 0);
        found.map(|(_, data)| numbers_of(data))
    }

    /// Settled numbers: what is known for good of the state with this key.
    #[inline]
    pub(super) fn probe_settled(&self, key: Key) -> Option<Numbers> {
        self.probe(key).filter(|&numbers| is_settled(numbers))
    }

    /// Stores the numbers of a state; what is settled stays so. In a full bucket, what took the least work is
    /// forgotten.
    pub(super) fn store(&self, key: Key, numbers: Numbers, work: u64) {
        let work = u64::from(u64::BITS - work.leading_zeros()).clamp(1, 63);
        self.put(key, numbers, work);
    }

    fn put(&self, key: Key, numbers: Numbers, mut work: u64) {
        let slots = &self.bucket(key).0;
        let (mut at, mut least) = (0, u64::MAX);
        for (index, slot) in slots.iter().enumerate() {
            let (own, data) = slot.read();
            if own == key.0 && data != 0 {
                if is_settled(numbers_of(data)) && !is_settled(numbers) {
                    return;
                }
                (at, work) = (index, work.max(data >> 58));
                break;
            }
            if data >> 58 < least {
                (at, least) = (index, data >> 58);
            }
        }
        if slots[at].read().1 == 0 {
            self.filled.fetch_add(1, Ordering::Relaxed);
        }
        slots[at].write(key.0, work << 58 | u64::from(numbers[1]) << 29 | u64::from(numbers[0]));
    }

    /// All that is remembered: keys and data.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.buckets.get().into_iter().flatten().flat_map(|bucket| &bucket.0);
        slots.map(Slot::read).filter(|&(_, data)| data != 0)
    }

    /// Restores an entry of another table.
    pub(super) fn restore(&self, key: u64, data: u64) {
        self.put(Key(key), numbers_of(data), (data >> 58).max(1));
    }

    /// Forgets what is known of a state.
    pub(in crate::engine) fn forget(&self, key: Key) {
        if let Some(slot) = self.bucket(key).0.iter().find(|slot| slot.read().0 == key.0) {
            slot.write(0, 0);
        }
    }
}
