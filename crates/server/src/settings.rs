//! What the server may spend, and how long it waits.

use std::time::Duration;

/// The limits of a server. The usual ones suit one person's machine; tests set shorter ones.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port to listen on; a free one if it is taken, or 0.
    pub port: u16,
    /// The most connections at a time.
    pub connections: usize,
    /// How long a request may take to say what it wants, from its first byte.
    pub head: Duration,
    /// How long its body may take.
    pub body: Duration,
    /// How long a connection may be silent between two requests, or before the first.
    pub idle: Duration,
    /// How long an answer may wait for a client that does not read.
    pub write: Duration,
    /// The most bytes of a request's body.
    pub body_bytes: usize,
    /// The same where the body is a tree.
    pub tree_bytes: usize,
    /// The most sessions at a time.
    pub sessions: usize,
    /// After what time a session that nobody has asked about is forgotten.
    pub session_idle: Duration,
    /// For how long a session is safe from making room for another.
    pub session_grace: Duration,
    /// How many searches run at a time in each of the two lanes, the short ones and the long ones.
    pub workers: usize,
    /// How many searches may wait in each of them.
    pub waiting: usize,
    /// The most streams of events at a time.
    pub streams: usize,
    /// How long a request waits for the search that its session is just ending, before it is told that it is busy.
    pub patience: Duration,
    /// How often a stream says that it is alive; without a pause if it is zero, which is for tests of clients that do not read.
    pub pulse: Duration,
    /// The most bytes of a search's table.
    pub memory: usize,
    /// How much of its stack a search may use, in bytes.
    pub stack: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            port: 8017,
            connections: 1000,
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            write: Duration::from_secs(15),
            body_bytes: 64 << 10,
            tree_bytes: 512 << 10,
            sessions: 1000,
            session_idle: Duration::from_secs(3600),
            session_grace: Duration::from_secs(60),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            waiting: 64,
            streams: 128,
            patience: Duration::from_millis(250),
            pulse: Duration::from_secs(5),
            memory: 64 << 20,
            stack: 64 << 20,
        }
    }
}

impl Settings {
    /// How often the deadlines are looked at: often enough for the shortest of them.
    pub(crate) fn tick(&self) -> Duration {
        let shortest = self.head.min(self.idle).min(self.write).min(self.session_idle);
        (shortest / 8).clamp(Duration::from_millis(10), Duration::from_millis(500))
    }
}
