//! Which states some thread is searching just now, so that the others take another child first.
//!
//! Threads that share a table and search the same tree would do the same work twice. Here each one says what it is at; whoever
//! comes to a child that somebody is at puts it off, and mostly finds its value in the table later (after ABDADA, Weill 1996,
//! in a simpler form). A wrong entry costs time only.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::Key;

/// The threads of one search.
#[derive(Debug)]
pub(super) struct Crew {
    pub busy: Busy,
    /// Raised by the first that is done.
    pub finished: Arc<AtomicBool>,
}

impl Crew {
    pub(super) fn new() -> Crew {
        Crew { busy: Busy::new(), finished: Arc::new(AtomicBool::new(false)) }
    }
}

/// What the threads are at.
#[derive(Debug)]
pub(super) struct Busy {
    slots: Vec<AtomicU64>,
}

impl Busy {
    const SLOTS: usize = 1 << 13;

    fn new() -> Busy {
        Busy { slots: (0..Busy::SLOTS).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn is_at(&self, key: Key) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key.0
    }

    /// Somebody begins to search the state; says whether to tell when it is done.
    pub(super) fn begin(&self, key: Key) -> bool {
        let slot = self.slot(key);
        let free = slot.load(Ordering::Relaxed) == 0;
        if free {
            slot.store(key.0, Ordering::Relaxed);
        }
        free
    }

    /// Whoever began is done.
    pub(super) fn end(&self, key: Key) {
        self.slot(key).store(0, Ordering::Relaxed);
    }

    fn slot(&self, key: Key) -> &AtomicU64 {
        &self.slots[(key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 51) as usize]
    }
}
