//! The server from its start to its end.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use counterplay_api::Catalog;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;

use crate::Settings;
use crate::accept::{accept, sweep};
use crate::routes::router;
use crate::state::State;

/// A server that listens, and answers once it is run.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    state: Arc<State>,
}

/// How often the flag that ends the server is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// How long searches that are told to stop have for their last word.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How many connections may wait to be accepted. Where a crowd comes at once and there is no room, a client tries again after a
/// whole second.
const BACKLOG: u32 = 4096;

/// Files that the process needs besides its connections.
const OTHER_FILES: u64 = 64;

impl Server {
    /// Listens on this machine, at the port of the settings or, if that is taken, at any that is free.
    ///
    /// # Errors
    /// If there is no port at all, or the system refuses the threads.
    pub fn bind(catalog: &Catalog, mut settings: Settings) -> io::Result<Server> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(settings.workers.clamp(2, 4))
            .max_blocking_threads(16)
            .thread_keep_alive(Duration::from_secs(2))
            .thread_name("server")
            .enable_io()
            .enable_time()
            .build()?;
        let listener = {
            let _inside = runtime.enter();
            listen(settings.port).or_else(|_| listen(0))?
        };
        let port = listener.local_addr()?.port();
        let files = raise_files(settings.connections as u64 + OTHER_FILES).saturating_sub(OTHER_FILES).max(16);
        settings.connections = settings.connections.min(usize::try_from(files).unwrap_or(usize::MAX));
        Ok(Server { runtime, listener, state: Arc::new(State::new(catalog.clone(), settings, port)) })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.state.port))
    }

    /// What it has under way, to be looked at while it runs.
    #[must_use]
    pub fn gauge(&self) -> Gauge {
        Gauge(Arc::clone(&self.state))
    }

    /// Answers until the flag is raised; then searches are stopped, and have a moment for their last word.
    pub fn run(self, stop: &Arc<AtomicBool>) {
        let Server { runtime, listener, state } = self;
        runtime.block_on(async {
            let accepting = tokio::spawn(accept(listener, Arc::clone(&state), router(Arc::clone(&state))));
            tokio::spawn(sweep(Arc::clone(&state)));
            while !stop.load(Ordering::Relaxed) {
                tokio::time::sleep(GLANCE).await;
            }
            accepting.abort();
            let deadline = Instant::now() + LAST_WORDS;
            while state.running.load(Ordering::Relaxed) + state.streams.load(Ordering::Relaxed) > 0
                && Instant::now() < deadline
            {
                state.sessions.stop_all();
                tokio::time::sleep(GLANCE / 5).await;
            }
        });
        // A thread that is inside of a game's rules is not waited for.
        runtime.shutdown_timeout(Duration::from_millis(100));
    }
}

/// Listens at a port of this machine.
fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // A port whose last connections are still being buried may be taken again; elsewhere the word means another thing.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
    socket.listen(BACKLOG)
}

/// What a server has under way.
#[derive(Clone)]
pub struct Gauge(Arc<State>);

impl Gauge {
    /// Connections that are open.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.0.connections.count()
    }

    /// Sessions in play.
    #[must_use]
    pub fn sessions(&self) -> usize {
        self.0.sessions.count()
    }

    /// Searches that run.
    #[must_use]
    pub fn searches(&self) -> usize {
        self.0.running.load(Ordering::Relaxed)
    }

    /// Searches that wait for their turn.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.short.load().1 + self.0.long.load().1
    }

    /// Workers that are taken by searches.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.0.short.load().0 + self.0.long.load().0
    }

    /// Streams of events that are open.
    #[must_use]
    pub fn streams(&self) -> usize {
        self.0.streams.load(Ordering::Relaxed)
    }
}

/// Asks for so many files, and says how many there may be.
#[cfg(unix)]
fn raise_files(wanted: u64) -> u64 {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return wanted };
    if soft < wanted && setrlimit(Resource::RLIMIT_NOFILE, wanted.min(hard), hard).is_ok() {
        return wanted.min(hard);
    }
    soft
}

#[cfg(not(unix))]
fn raise_files(wanted: u64) -> u64 {
    wanted
}
