//! Server settings: what it may spend, and how long it waits.

use std::net::Ipv4Addr;
use std::time::Duration;

/// Settings of a server. The usual ones suit one person's machine; tests set shorter ones.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Address to listen at: this machine's own, unless it stands in a container, whose address others reach. The
    /// guard refuses a request that does not name this machine, whatever the address.
    pub address: Ipv4Addr,
    /// Port to listen on; a free one if it is taken, or 0.
    pub port: u16,
    /// Most connections at a time.
    pub connections: usize,
    /// Time limit of a request's head, from its first byte.
    pub head: Duration,
    /// Time limit of its body.
    pub body: Duration,
    /// Time limit of silence between two requests, or before the first.
    pub idle: Duration,
    /// Time limit of a response to a client that does not read.
    pub write: Duration,
    /// Most bytes of a request's body.
    pub body_bytes: usize,
    /// Most bytes of a body that is a tree.
    pub tree_bytes: usize,
    /// Most bytes of a body that is a game file.
    pub file_bytes: usize,
    /// Most sessions at a time.
    pub sessions: usize,
    /// Idle time after which a session is removed.
    pub session_idle: Duration,
    /// Grace time in which a session is safe from making room for another.
    pub session_grace: Duration,
    /// Number of searches that run at a time in each of the two queues, the short ones and the long ones.
    pub workers: usize,
    /// Most searches that may wait in each queue.
    pub waiting: usize,
    /// Most event streams at a time.
    pub streams: usize,
    /// Time that a request waits for the search that its session is just ending, before it is refused as busy.
    pub patience: Duration,
    /// Interval of a stream's keep-alive events; without a pause if it is zero, which is for tests of clients that do
    /// not read.
    pub pulse: Duration,
    /// Most bytes of a search's table.
    pub memory: usize,
    /// Stack size of a search, in bytes.
    pub stack: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            address: Ipv4Addr::LOCALHOST,
            port: 8017,
            connections: 1000,
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            idle: Duration::from_secs(30),
            write: Duration::from_secs(15),
            body_bytes: 64 << 10,
            tree_bytes: 512 << 10,
            file_bytes: 16 << 20,
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
    /// Interval at which the deadlines are checked: often enough for the shortest of them.
    pub(crate) fn tick(&self) -> Duration {
        let shortest = self.head.min(self.idle).min(self.write).min(self.session_idle);
        (shortest / 8).clamp(Duration::from_millis(10), Duration::from_millis(500))
    }
}
