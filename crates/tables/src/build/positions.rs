//! Positions of a slice while it is solved: a byte each, written by all threads.
//!
//! ```text
//!   0            no position has this number
//!   1, 2, 3      a draw, a win, a loss for the side to move, and its predecessors know
//!   4, 5         a win that its predecessors do not know of yet, found in an even or an odd round
//!   6, 7         a loss, likewise
//!   8, 9         a win, a loss that is due in a later round, when its distance is reached
//!   10           at least a draw, for an action leads to one in an earlier group
//!   11           open, with more actions than can be counted
//!   11 + n       open, with n actions left that may not lose
//!   128 + …      the same for a position whose value is derived
//! ```

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, Ordering};

use crate::Outcome;

/// Hole in the numbering: no position has this number.
pub(super) const HOLE: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;
const LOSS: u8 = 3;
const NEW_WIN: u8 = 4;
const NEW_LOSS: u8 = 6;
const NEW_LOSS_ODD: u8 = 7;
const DUE_WIN: u8 = 8;
const DUE_LOSS: u8 = 9;
const NOT_LOST: u8 = 10;
/// Open position with more actions than can be counted.
pub(super) const MANY: u8 = 11;
const DERIVED: u8 = 0x80;
/// Most actions that can be counted.
const MOST: usize = (DERIVED - 1 - MANY) as usize;

/// Positions that a thread takes at once.
pub(super) const CHUNK: u64 = 1 << 10;

/// Initial value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// Known value, and the plies to the end.
    Known(Outcome, u16),
    /// Open value: some action stays in the group.
    Open {
        /// Number of actions that stay in the group.
        inside: usize,
        /// Whether an action that leaves the group reaches a draw.
        draw: bool,
        /// Longest loss, in plies, by an action that leaves the group.
        longest: u16,
    },
}

/// Positions of a slice, a byte each.
pub(super) struct Positions {
    codes: Vec<AtomicU8>,
    /// Chunks with new positions, for each parity of the rounds.
    fresh: [Vec<AtomicBool>; 2],
    /// Distances, where they are wanted.
    timed: Option<Timed>,
}

/// Distances of a slice.
struct Timed {
    /// Distance of a known position; until then, the round in which its value is due.
    plies: Vec<AtomicU16>,
    /// First round in which something in a chunk is due, for each chunk; 0 if nothing is.
    due: Vec<AtomicU16>,
}

fn many<T>(count: u64, make: impl Fn() -> T) -> Vec<T> {
    (0..count).map(|_| make()).collect()
}

impl Positions {
    pub(super) fn new(size: u64, timed: bool) -> Positions {
        let chunks = size.div_ceil(CHUNK);
        let none = || many(chunks, || AtomicBool::new(false));
        let timed =
            timed.then(|| Timed { plies: many(size, || AtomicU16::new(0)), due: many(chunks, || AtomicU16::new(0)) });
        Positions { codes: many(size, || AtomicU8::new(HOLE)), fresh: [none(), none()], timed }
    }

    pub(super) fn chunks(&self) -> u64 {
        self.fresh[0].len() as u64
    }

    /// Writes the initial value of a position.
    pub(super) fn begin(&self, index: u64, start: Start, derived: bool) {
        let code = match start {
            Start::Known(Outcome::Draw, _) => DRAW,
            Start::Known(outcome, plies) if plies > 0 && self.timed.is_some() => {
                self.wait(index, plies);
                if outcome == Outcome::Win { DUE_WIN } else { DUE_LOSS }
            }
            Start::Known(outcome, _) => {
                self.fresh[0][(index / CHUNK) as usize].store(true, Ordering::Relaxed);
                if outcome == Outcome::Win { NEW_WIN } else { NEW_LOSS }
            }
            Start::Open { draw: true, .. } => NOT_LOST,
            Start::Open { inside, longest, .. } => {
                if let Some(timed) = &self.timed {
                    timed.plies[index as usize].store(longest, Ordering::Relaxed);
                }
                if inside > MOST { MANY } else { MANY + inside as u8 }
            }
        };
        let code = if derived { code | DERIVED } else { code };
        self.codes[index as usize].store(code, Ordering::Relaxed);
    }

    fn wait(&self, index: u64, round: u16) {
        if let Some(timed) = &self.timed {
            timed.plies[index as usize].store(round, Ordering::Relaxed);
            self.defer(index / CHUNK, round);
        }
    }

    /// Defers a chunk: something in it is due in this round.
    fn defer(&self, chunk: u64, round: u16) {
        if let Some(timed) = &self.timed {
            let sooner = |first: u16| (first == 0 || round < first).then_some(round);
            let _ = timed.due[chunk as usize].fetch_update(Ordering::Relaxed, Ordering::Relaxed, sooner);
        }
    }

    /// Visits what is new in a chunk in this round, and marks it as announced.
    pub(super) fn take_new(&self, chunk: u64, round: u16, mut each: impl FnMut(u64, Outcome)) {
        let parity = (round & 1) as u8;
        let fresh = self.fresh[usize::from(parity)][chunk as usize].swap(false, Ordering::Relaxed);
        let due = self.timed.as_ref().map(|timed| &timed.due[chunk as usize]);
        let is_due = due.is_some_and(|due| due.load(Ordering::Relaxed) == round && round > 0);
        if !fresh && !is_due {
            return;
        }
        // From now on other threads may defer something in this chunk. What is still deferred is added at the end.
        if let Some(due) = due {
            due.store(0, Ordering::Relaxed);
        }
        let mut next_due = 0;
        let start = chunk * CHUNK;
        let end = (start + CHUNK).min(self.codes.len() as u64);
        for index in start..end {
            let byte = &self.codes[index as usize];
            let code = byte.load(Ordering::Relaxed);
            // Most are announced, or open.
            if !(NEW_WIN..=DUE_LOSS).contains(&(code & !DERIVED)) {
                continue;
            }
            let outcome = match code & !DERIVED {
                NEW_WIN..NEW_LOSS if code & 1 == parity => Outcome::Win,
                NEW_LOSS..=NEW_LOSS_ODD if code & 1 == parity => Outcome::Loss,
                DUE_WIN | DUE_LOSS => {
                    let when = self.plies(index);
                    if when != round {
                        next_due = if next_due == 0 { when } else { when.min(next_due) };
                        continue;
                    }
                    if code & !DERIVED == DUE_WIN { Outcome::Win } else { Outcome::Loss }
                }
                _ => continue,
            };
            let announced = if outcome == Outcome::Win { WIN } else { LOSS };
            byte.store(announced | code & DERIVED, Ordering::Relaxed);
            if let Some(timed) = &self.timed {
                timed.plies[index as usize].store(round, Ordering::Relaxed);
            }
            each(index, outcome);
        }
        if next_due > 0 {
            self.defer(chunk, next_due);
        }
    }

    /// The next round in which anything is new or due.
    pub(super) fn next_round(&self, round: u16) -> Option<u16> {
        let parity = usize::from((round + 1) & 1);
        if self.fresh[parity].iter().any(|fresh| fresh.load(Ordering::Relaxed)) {
            return Some(round + 1);
        }
        let due = &self.timed.as_ref()?.due;
        due.iter().map(|due| due.load(Ordering::Relaxed)).filter(|&due| due > 0).min()
    }

    /// Whether the position may still change by what its successors announce.
    #[inline]
    pub(super) fn is_open(&self, index: u64) -> bool {
        (DUE_WIN..DERIVED).contains(&self.codes[index as usize].load(Ordering::Relaxed))
    }

    /// Marks a win: an action of the position leads to a loss of the other side.
    pub(super) fn win(&self, index: u64, round: u16) {
        let new = NEW_WIN | (round & 1) as u8;
        // A win that is due before this one is quicker, perhaps in the round that is not over yet.
        let quicker = self.plies(index) > round;
        self.change(index, round, |code| {
            (code == DUE_WIN && quicker || (NOT_LOST..DERIVED).contains(&code)).then_some(new)
        });
    }

    /// Counts down the actions that may not lose, as one leads to a win of the other side. Returns whether all actions
    /// must be checked because they are not counted.
    pub(super) fn lose_one(&self, index: u64, round: u16) -> bool {
        let byte = self.codes[index as usize].load(Ordering::Relaxed);
        if byte == MANY {
            return true;
        }
        let lost = self.lost(index, round);
        self.change(index, round, |code| match code {
            0..=MANY | DERIVED.. => None,
            code if code == MANY + 1 => Some(lost),
            code => Some(code - 1),
        });
        false
    }

    /// Marks a loss of a position whose actions were not counted.
    pub(super) fn lose_all(&self, index: u64, round: u16) {
        let lost = self.lost(index, round);
        self.change(index, round, |code| (code == MANY).then_some(lost));
    }

    /// Code of a loss that is found now. An action that leaves the group may take longer to lose.
    fn lost(&self, index: u64, round: u16) -> u8 {
        if self.timed.is_some() && self.plies(index) > round { DUE_LOSS } else { NEW_LOSS | (round & 1) as u8 }
    }

    fn change(&self, index: u64, round: u16, to: impl Fn(u8) -> Option<u8>) {
        let byte = &self.codes[index as usize];
        let Ok(before) = byte.fetch_update(Ordering::Relaxed, Ordering::Relaxed, &to) else { return };
        match to(before) {
            Some(DUE_LOSS) => self.wait(index, self.plies(index)),
            Some(NEW_WIN..=NEW_LOSS_ODD) => {
                self.fresh[usize::from(round & 1)][(index / CHUNK) as usize].store(true, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    /// Announced value of a position: what its predecessors know.
    pub(super) fn announced(&self, index: u64) -> Option<Outcome> {
        match self.codes[index as usize].load(Ordering::Relaxed) & !DERIVED {
            WIN => Some(Outcome::Win),
            LOSS => Some(Outcome::Loss),
            DRAW => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Final value of a position when there are no more rounds, and whether it is derived. What is open is a draw.
    pub(super) fn value(&self, index: u64) -> Option<(Outcome, bool)> {
        let code = self.codes[index as usize].load(Ordering::Relaxed);
        let outcome = match code & !DERIVED {
            HOLE => return None,
            WIN => Outcome::Win,
            LOSS => Outcome::Loss,
            _ => Outcome::Draw,
        };
        Some((outcome, code & DERIVED != 0))
    }

    /// Distance of a win or a loss, where distances are wanted.
    pub(super) fn plies(&self, index: u64) -> u16 {
        self.timed.as_ref().map_or(0, |timed| timed.plies[index as usize].load(Ordering::Relaxed))
    }
}
