//! What all requests share.

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, OnceLock};

use counterplay_api::Catalog;

use crate::Settings;
use crate::connections::Connections;
use crate::gametree::Held;
use crate::lane::Lane;
use crate::random;
use crate::sessions::Sessions;

pub(crate) struct State {
    pub(crate) catalog: Catalog,
    pub(crate) settings: Settings,
    /// The port that it listens on.
    pub(crate) port: u16,
    /// Which run of the server this is.
    pub(crate) run: String,
    pub(crate) sessions: Sessions,
    /// Search trees that somebody unfolds.
    pub(crate) trees: Held,
    /// Searches that end by themselves soon.
    pub(crate) short: Lane,
    /// Searches that somebody listens to.
    pub(crate) long: Lane,
    pub(crate) running: Arc<AtomicUsize>,
    pub(crate) streams: Arc<AtomicUsize>,
    pub(crate) connections: Arc<Connections>,
    /// What the catalog tells of itself, made when it is first asked for.
    pub(crate) listing: OnceLock<serde_json::Value>,
}

impl State {
    pub(crate) fn new(catalog: Catalog, settings: Settings, port: u16) -> State {
        State {
            short: Lane::new(settings.workers, settings.waiting),
            long: Lane::new(settings.workers, settings.waiting),
            run: random::name(1)[..8].to_owned(),
            sessions: Sessions::default(),
            trees: Held::default(),
            running: Arc::default(),
            streams: Arc::default(),
            connections: Arc::default(),
            listing: OnceLock::new(),
            catalog,
            settings,
            port,
        }
    }
}
