//! State that all requests share.

use std::sync::{Arc, OnceLock};

use counterplay_api::Catalog;

use crate::Settings;
use crate::connections::Connections;
use crate::count::Count;
use crate::gametree::TreeCache;
use crate::queue::SearchQueue;
use crate::random;
use crate::sessions::Sessions;

pub(crate) struct State {
    pub(crate) catalog: Catalog,
    pub(crate) settings: Settings,
    /// Port that the server listens on.
    pub(crate) port: u16,
    /// Name of this run of the server.
    pub(crate) run: String,
    pub(crate) sessions: Sessions,
    /// Search trees that somebody unfolds.
    pub(crate) trees: TreeCache,
    /// Searches that end by themselves soon.
    pub(crate) short: SearchQueue,
    /// Searches that somebody listens to.
    pub(crate) long: SearchQueue,
    /// Searches that run.
    pub(crate) running: Count,
    /// Streams that are open.
    pub(crate) streams: Count,
    pub(crate) connections: Arc<Connections>,
    /// Catalog listing, made when it is first asked for.
    pub(crate) listing: OnceLock<serde_json::Value>,
}

impl State {
    pub(crate) fn new(catalog: Catalog, settings: Settings, port: u16) -> State {
        State {
            short: SearchQueue::new(settings.workers, settings.waiting),
            long: SearchQueue::new(settings.workers, settings.waiting),
            run: random::name(1)[..8].to_owned(),
            sessions: Sessions::default(),
            trees: TreeCache::default(),
            running: Count::default(),
            streams: Count::default(),
            connections: Arc::default(),
            listing: OnceLock::new(),
            catalog,
            settings,
            port,
        }
    }
}
