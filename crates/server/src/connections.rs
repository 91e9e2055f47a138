//! The connections that are open, what each is waiting for, and since when.
//!
//! One task looks at all of them now and then and closes those that are past a deadline. A timer for each would have to be
//! set anew with each byte.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::Settings;

/// What a connection is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Phase {
    /// Nothing: no byte of a request has come.
    Silent,
    /// A request has begun, and has not yet said all of what it wants.
    Head,
    /// Its body is on the way.
    Body,
    /// It is being answered.
    Answer,
}

/// One connection.
#[derive(Debug)]
pub(crate) struct Line {
    /// From when milliseconds are counted, the same for all.
    birth: Instant,
    phase: AtomicU8,
    /// When the phase began.
    since: AtomicU64,
    /// When it last had a whole request, or was opened.
    idle_since: AtomicU64,
    /// When the client stopped reading, plus one; 0 while it reads.
    stuck_since: AtomicU64,
    served: AtomicBool,
    close: Notify,
}

impl Line {
    fn new(birth: Instant) -> Line {
        let now = birth.elapsed().as_millis() as u64;
        Line {
            birth,
            phase: AtomicU8::new(Phase::Silent as u8),
            since: AtomicU64::new(now),
            idle_since: AtomicU64::new(now),
            stuck_since: AtomicU64::new(0),
            served: AtomicBool::new(false),
            close: Notify::new(),
        }
    }

    fn now(&self) -> u64 {
        self.birth.elapsed().as_millis() as u64
    }

    pub(crate) fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Silent,
            1 => Phase::Head,
            2 => Phase::Body,
            _ => Phase::Answer,
        }
    }

    pub(crate) fn enter(&self, phase: Phase) {
        let now = self.now();
        self.since.store(now, Ordering::Relaxed);
        match phase {
            Phase::Answer => self.served.store(true, Ordering::Relaxed),
            Phase::Silent => self.idle_since.store(now, Ordering::Relaxed),
            Phase::Head | Phase::Body => {}
        }
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// Bytes came in: if nothing was under way, a request begins with them.
    pub(crate) fn heard(&self) {
        if self.phase() == Phase::Silent {
            self.enter(Phase::Head);
        }
    }

    /// Whether the client takes what it is sent.
    pub(crate) fn stuck(&self, is_stuck: bool) {
        if !is_stuck {
            self.stuck_since.store(0, Ordering::Relaxed);
        } else if self.stuck_since.load(Ordering::Relaxed) == 0 {
            self.stuck_since.store(self.now() + 1, Ordering::Relaxed);
        }
    }

    /// Whether one of its deadlines has passed. That of a body is kept where the body is read, for it has an answer.
    fn is_late(&self, settings: &Settings) -> bool {
        let now = self.now();
        let over = |since: u64, most: Duration| u128::from(now.saturating_sub(since)) >= most.as_millis();
        let stuck = self.stuck_since.load(Ordering::Relaxed);
        let since = self.since.load(Ordering::Relaxed);
        stuck > 0 && over(stuck - 1, settings.write)
            || match self.phase() {
                Phase::Silent => over(since, settings.idle),
                Phase::Head => over(since, settings.head),
                Phase::Body | Phase::Answer => false,
            }
    }

    /// Ends when the connection is to be closed.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }
}

/// All connections that are open.
#[derive(Debug)]
pub(crate) struct Connections {
    birth: Instant,
    lines: Mutex<HashMap<u64, Arc<Line>>>,
    next: AtomicU64,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections { birth: Instant::now(), lines: Mutex::default(), next: AtomicU64::new(0) }
    }
}

/// Closes so many of those that have waited longest without a whole request, those first that never had any; `false` if all are being
/// answered. Several at a time, so that a crowd does not have to be looked through for each who comes.
fn make_room(lines: &mut HashMap<u64, Arc<Line>>, so_many: usize) -> bool {
    let key = |line: &Line| (line.served.load(Ordering::Relaxed), line.idle_since.load(Ordering::Relaxed));
    let mut waiting: Vec<(bool, u64, u64)> = (lines.iter())
        .filter(|(_, line)| line.phase() != Phase::Answer)
        .map(|(&number, line)| (key(line).0, key(line).1, number))
        .collect();
    let so_many = so_many.min(waiting.len());
    if so_many == 0 {
        return false;
    }
    waiting.select_nth_unstable(so_many - 1);
    for (_, _, number) in &waiting[..so_many] {
        if let Some(line) = lines.remove(number) {
            line.close.notify_one();
        }
    }
    true
}

impl Connections {
    fn lines(&self) -> MutexGuard<'_, HashMap<u64, Arc<Line>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> usize {
        self.lines().len()
    }

    /// A new connection. When there are too many, those that have waited longest without a whole request are closed to make room;
    /// nothing if all of them are being answered.
    pub(crate) fn open(self: &Arc<Self>, most: usize) -> Option<Open> {
        let mut lines = self.lines();
        if lines.len() >= most && !make_room(&mut lines, most / 32 + 1) {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let line = Arc::new(Line::new(self.birth));
        lines.insert(number, Arc::clone(&line));
        Some(Open { line, number, all: Arc::clone(self) })
    }

    /// Closes those that are past a deadline.
    pub(crate) fn sweep(&self, settings: &Settings) {
        for line in self.lines().values().filter(|line| line.is_late(settings)) {
            line.close.notify_one();
        }
    }
}

/// A connection on the list, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) line: Arc<Line>,
    number: u64,
    all: Arc<Connections>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.all.lines().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_waited_longest_makes_room_and_who_is_answered_stays() {
        let all = Arc::new(Connections::default());
        let open: Vec<Open> = (0..3).filter_map(|_| all.open(3)).collect();
        open[0].line.enter(Phase::Answer);
        open[1].line.enter(Phase::Answer);
        open[1].line.enter(Phase::Silent);
        std::thread::sleep(Duration::from_millis(2));
        // The second was served once, the third never.
        let fourth = all.open(3).unwrap();
        assert!(!all.lines().contains_key(&open[2].number) && all.lines().contains_key(&open[1].number));
        fourth.line.enter(Phase::Answer);
        let fifth = all.open(3).unwrap();
        assert!(!all.lines().contains_key(&open[1].number));
        fifth.line.enter(Phase::Answer);
        assert!(all.open(3).is_none());
        drop((open, fourth, fifth));
        assert_eq!(all.count(), 0);
    }

    #[test]
    fn a_drip_does_not_put_off_the_deadline() {
        let line = Line::new(Instant::now());
        let settings = Settings { head: Duration::ZERO, ..Settings::default() };
        assert!(!line.is_late(&settings));
        line.heard();
        line.heard();
        assert!(line.is_late(&settings));
        line.enter(Phase::Answer);
        assert!(!line.is_late(&settings));
        line.stuck(true);
        assert!(line.is_late(&Settings { write: Duration::ZERO, ..Settings::default() }));
        line.stuck(false);
        assert!(!line.is_late(&Settings { write: Duration::ZERO, ..Settings::default() }));
    }
}
