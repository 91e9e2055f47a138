//! Open connections, what each is waiting for, and since when.
//!
//! One task checks all of them now and then and closes those that are past a deadline. A timer for each would have to
//! be set anew with each byte.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::Settings;

/// Phase of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Phase {
    /// Silent: no byte of a request has come.
    Silent,
    /// Head: a request has begun, and its headers are not complete.
    Head,
    /// Body: it is on the way.
    Body,
    /// Response: the request is being served.
    Response,
}

/// Connection that is open.
#[derive(Debug)]
pub(crate) struct Connection {
    /// Time origin of milliseconds, the same for all.
    birth: Instant,
    phase: AtomicU8,
    /// Time when the phase began.
    since: AtomicU64,
    /// Time of the last whole request, or of the opening.
    idle_since: AtomicU64,
    /// Time when the client stopped reading, plus one; 0 while it reads.
    stuck_since: AtomicU64,
    served: AtomicBool,
    close: Notify,
}

impl Connection {
    fn new(birth: Instant) -> Connection {
        let now = birth.elapsed().as_millis() as u64;
        Connection {
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
            _ => Phase::Response,
        }
    }

    pub(crate) fn enter(&self, phase: Phase) {
        let now = self.now();
        self.since.store(now, Ordering::Relaxed);
        match phase {
            Phase::Response => self.served.store(true, Ordering::Relaxed),
            Phase::Silent => self.idle_since.store(now, Ordering::Relaxed),
            Phase::Head | Phase::Body => {}
        }
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// Records that bytes came in: if nothing was under way, a request begins with them.
    pub(crate) fn bytes_received(&self) {
        if self.phase() == Phase::Silent {
            self.enter(Phase::Head);
        }
    }

    /// Records whether the client takes what it is sent.
    pub(crate) fn stuck(&self, is_stuck: bool) {
        if !is_stuck {
            self.stuck_since.store(0, Ordering::Relaxed);
        } else if self.stuck_since.load(Ordering::Relaxed) == 0 {
            self.stuck_since.store(self.now() + 1, Ordering::Relaxed);
        }
    }

    /// Whether one of its deadlines has passed. That of a body is kept where the body is read, for it has a response.
    fn is_late(&self, settings: &Settings) -> bool {
        let now = self.now();
        let over = |since: u64, most: Duration| u128::from(now.saturating_sub(since)) >= most.as_millis();
        let stuck = self.stuck_since.load(Ordering::Relaxed);
        let since = self.since.load(Ordering::Relaxed);
        stuck > 0 && over(stuck - 1, settings.write)
            || match self.phase() {
                Phase::Silent => over(since, settings.idle),
                Phase::Head => over(since, settings.head),
                Phase::Body | Phase::Response => false,
            }
    }

    /// Waits until the connection is to be closed.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }
}

/// Open connections, all of them.
#[derive(Debug)]
pub(crate) struct Connections {
    birth: Instant,
    connections: Mutex<HashMap<u64, Arc<Connection>>>,
    next: AtomicU64,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections { birth: Instant::now(), connections: Mutex::default(), next: AtomicU64::new(0) }
    }
}

/// Closes so many of those that have waited longest without a whole request, those first that never had any; `false` if
/// all are being served. Several at a time, so that a crowd is not searched for each who comes.
fn make_room(connections: &mut HashMap<u64, Arc<Connection>>, so_many: usize) -> bool {
    let key = |connection: &Connection| {
        (connection.served.load(Ordering::Relaxed), connection.idle_since.load(Ordering::Relaxed))
    };
    let mut waiting: Vec<(bool, u64, u64)> = (connections.iter())
        .filter(|(_, connection)| connection.phase() != Phase::Response)
        .map(|(&number, connection)| (key(connection).0, key(connection).1, number))
        .collect();
    let so_many = so_many.min(waiting.len());
    if so_many == 0 {
        return false;
    }
    waiting.select_nth_unstable(so_many - 1);
    for (_, _, number) in &waiting[..so_many] {
        if let Some(connection) = connections.remove(number) {
            connection.close.notify_one();
        }
    }
    true
}

impl Connections {
    fn connections(&self) -> MutexGuard<'_, HashMap<u64, Arc<Connection>>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self) -> usize {
        self.connections().len()
    }

    /// Opens a connection. When there are too many, those that have waited longest without a whole request are closed
    /// to make room. `None` if all of them are being served.
    pub(crate) fn open(self: &Arc<Self>, most: usize) -> Option<Open> {
        let mut connections = self.connections();
        if connections.len() >= most && !make_room(&mut connections, most / 32 + 1) {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let connection = Arc::new(Connection::new(self.birth));
        connections.insert(number, Arc::clone(&connection));
        Some(Open { connection, number, all: Arc::clone(self) })
    }

    /// Closes the connections that are past a deadline.
    pub(crate) fn sweep(&self, settings: &Settings) {
        for connection in self.connections().values().filter(|connection| connection.is_late(settings)) {
            connection.close.notify_one();
        }
    }
}

/// Connection on the list, for as long as this lives.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) connection: Arc<Connection>,
    number: u64,
    all: Arc<Connections>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.all.connections().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_waited_longest_makes_room_and_who_is_answered_stays() {
        let all = Arc::new(Connections::default());
        let open: Vec<Open> = (0..3).filter_map(|_| all.open(3)).collect();
        open[0].connection.enter(Phase::Response);
        open[1].connection.enter(Phase::Response);
        open[1].connection.enter(Phase::Silent);
        std::thread::sleep(Duration::from_millis(2));
        // The second was served once, the third never.
        let fourth = all.open(3).unwrap();
        assert!(!all.connections().contains_key(&open[2].number) && all.connections().contains_key(&open[1].number));
        fourth.connection.enter(Phase::Response);
        let fifth = all.open(3).unwrap();
        assert!(!all.connections().contains_key(&open[1].number));
        fifth.connection.enter(Phase::Response);
        assert!(all.open(3).is_none());
        drop((open, fourth, fifth));
        assert_eq!(all.count(), 0);
    }

    #[test]
    fn a_drip_does_not_put_off_the_deadline() {
        let connection = Connection::new(Instant::now());
        let settings = Settings { head: Duration::ZERO, ..Settings::default() };
        assert!(!connection.is_late(&settings));
        connection.bytes_received();
        connection.bytes_received();
        assert!(connection.is_late(&settings));
        connection.enter(Phase::Response);
        assert!(!connection.is_late(&settings));
        connection.stuck(true);
        assert!(connection.is_late(&Settings { write: Duration::ZERO, ..Settings::default() }));
        connection.stuck(false);
        assert!(!connection.is_late(&Settings { write: Duration::ZERO, ..Settings::default() }));
    }
}
