//! Server from its start to its end.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use counterplay_api::Catalog;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;

use crate::Settings;
use crate::accept::{accept, sweep};
use crate::routes::router;
use crate::sessions::stop_soon;
use crate::state::State;
use crate::stop::Stop;

/// Server that listens, and serves once it is run.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    state: Arc<State>,
    stop: Stop,
}

/// How long searches that are told to stop have for their last word.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Most connections that may wait to be accepted. Where a crowd comes at once and there is no room, a client tries
/// again after a whole second.
const BACKLOG: u32 = 4096;

/// Number of files that the process needs besides its connections.
const OTHER_FILES: u64 = 64;

impl Server {
    /// Binds a port of this machine: the port of the settings or, if that is taken, any that is free.
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
            listen(settings.address, settings.port).or_else(|_| listen(settings.address, 0))?
        };
        let port = listener.local_addr()?.port();
        let files = raise_files(settings.connections as u64 + OTHER_FILES).saturating_sub(OTHER_FILES).max(16);
        settings.connections = settings.connections.min(usize::try_from(files).unwrap_or(usize::MAX));
        let state = Arc::new(State::new(catalog.clone(), settings, port));
        Ok(Server { runtime, listener, state, stop: Stop::default() })
    }

    /// Address under which this machine finds the server.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.state.port))
    }

    /// Gauge of what the server is doing, to be read while it runs.
    #[must_use]
    pub fn gauge(&self) -> Gauge {
        Gauge(Arc::clone(&self.state))
    }

    /// What ends it from another thread.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers until it is stopped; then searches are stopped, and have a moment for their last word.
    pub fn run(self) {
        let Server { runtime, listener, state, stop } = self;
        runtime.block_on(async {
            let accepting = tokio::spawn(accept(listener, Arc::clone(&state), router(Arc::clone(&state))));
            tokio::spawn(sweep(Arc::clone(&state)));
            stop.raised().await;
            accepting.abort();
            let _ = tokio::time::timeout(LAST_WORDS, silence(&state)).await;
        });
        // A thread that is inside of a game's rules is not waited for.
        runtime.shutdown_timeout(Duration::from_millis(100));
    }
}

/// Stops all searches, those too that begin meanwhile, and ends when there are none and nobody listens.
async fn silence(state: &State) {
    let (mut running, mut streams) = (state.running.listener(), state.streams.listener());
    loop {
        let under_way = *running.borrow_and_update() + *streams.borrow_and_update();
        if under_way == 0 {
            return;
        }
        for session in state.sessions.stop_all() {
            tokio::spawn(stop_soon(session));
        }
        // The counts outlive their listeners.
        tokio::select! {
            _ = running.changed() => {}
            _ = streams.changed() => {}
        }
    }
}

/// Listens at a port of this machine.
fn listen(address: Ipv4Addr, port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    // A port whose last connections are still closing may be taken again; on other systems the option means another
    // thing.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind((address, port).into())?;
    socket.listen(BACKLOG)
}

/// What ends a server, from whichever thread.
#[derive(Clone, Debug)]
pub struct Stopper(Stop);

impl Stopper {
    /// Lets [`Server::run`] come to its end, soon if it runs, and at once if it is run later.
    pub fn stop(&self) {
        self.0.raise();
    }
}

/// What a server has under way.
#[derive(Clone)]
pub struct Gauge(Arc<State>);

impl Gauge {
    /// Number of open connections.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.0.connections.count()
    }

    /// Number of sessions.
    #[must_use]
    pub fn sessions(&self) -> usize {
        self.0.sessions.count()
    }

    /// Number of nodes of the search trees that are kept for the sessions.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.0.trees.nodes()
    }

    /// Number of running searches.
    #[must_use]
    pub fn searches(&self) -> usize {
        self.0.running.now()
    }

    /// Number of searches that wait for their turn.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.0.short.load().1 + self.0.long.load().1
    }

    /// Number of workers that are taken by searches.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.0.short.load().0 + self.0.long.load().0
    }

    /// Number of open event streams.
    #[must_use]
    pub fn streams(&self) -> usize {
        self.0.streams.now()
    }
}

/// Raises the limit of open files to so many. Returns how many there may be.
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
