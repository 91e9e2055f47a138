//! Current game and playing strength, which every protocol has.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use counterplay_api::{
    ActionWord, AnyGame, AnyPosition, Catalog, Item, OpenTables, OptionError, Request, Strength, UserFiles,
};
use counterplay_core::engine::Table;

use crate::Settings;
use crate::search_thread::Task;

/// Time of a move if nobody sets it.
const THINKING_TIME: Duration = Duration::from_secs(1);

/// Memory for the blocks of endgame tables.
const TABLE_MEMORY: u64 = 64 << 20;

/// Notation of a pass.
pub(crate) const PASS: &str = "pass";

/// Current game, its position, and what may be spent on a move.
pub(crate) struct CurrentGame {
    catalog: Catalog,
    settings: Settings,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) position: Box<dyn AnyPosition>,
    /// Search depth, if the other program has set it.
    pub(crate) depth: Option<u32>,
    /// Transposition table, which is kept between the searches of a game.
    table: Option<Arc<Table>>,
}

impl CurrentGame {
    pub(crate) fn new(catalog: Catalog, settings: Settings) -> Result<CurrentGame, OptionError> {
        let game = build(&catalog, &settings)?;
        let position = game.start();
        Ok(CurrentGame { catalog, settings, game, position, depth: None, table: None })
    }

    /// Catalog entry of the game.
    pub(crate) fn item(&self) -> Option<&dyn Item> {
        self.catalog.find(&self.settings.game)
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &dyn Item> {
        self.catalog.items()
    }

    /// Resets to the start of the game.
    pub(crate) fn clear(&mut self) {
        self.set(self.game.start());
        self.table = None;
    }

    /// Replaces the position by another of the same game.
    pub(crate) fn set(&mut self, position: Box<dyn AnyPosition>) {
        self.position = position;
    }

    /// Changes the game; with the present options if it is the same one.
    pub(crate) fn change_game(&mut self, name: &str) -> Result<(), OptionError> {
        let same = name == self.settings.game;
        let (options, tables) = (self.settings.options.clone(), self.settings.tables.clone());
        let (options, tables) = if same { (options, tables) } else { (Vec::new(), None) };
        self.change(Settings { game: name.to_owned(), options, tables, ..self.settings.clone() })
    }

    /// Changes an option, and begins a new game.
    pub(crate) fn change_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let mut options = self.settings.options.clone();
        options.retain(|(known, _)| known != name);
        options.push((name.to_owned(), value.to_owned()));
        self.change(Settings { options, ..self.settings.clone() })
    }

    fn change(&mut self, settings: Settings) -> Result<(), OptionError> {
        self.game = build(&self.catalog, &settings)?;
        self.settings = settings;
        self.clear();
        Ok(())
    }

    /// Forgets what earlier searches have found.
    pub(crate) fn clear_table(&mut self) {
        self.table = None;
    }

    /// Engine settings as they are now.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the memory of the table, in bytes.
    pub(crate) fn set_memory(&mut self, bytes: usize) {
        self.settings.request.memory = bytes;
        self.table = None;
    }

    /// Sets the number of threads.
    pub(crate) fn set_threads(&mut self, threads: u32) {
        self.settings.request.threads = threads;
    }

    /// Whether a search has no limits.
    pub(crate) fn is_open(&self) -> bool {
        let Request { limits, depth, .. } = &self.settings.request;
        let endless = limits.time.is_none() && limits.nodes.is_none() && depth.is_none();
        endless && self.depth.is_none() && self.settings.level.is_none()
    }

    /// Search request, with the table of this game.
    pub(crate) fn request(&mut self) -> Request {
        let memory = self.settings.request.memory;
        let table = self.table.get_or_insert_with(|| Arc::new(Table::new(memory)));
        let given = self.settings.request.clone();
        let depth = given.depth.into_iter().chain(self.depth).min();
        Request { table: Some(Arc::clone(table)), depth, ..given }
    }

    /// Search task for a move from a position, in at most this time if the clock of the game says so.
    pub(crate) fn task(&mut self, position: Box<dyn AnyPosition>, time: Option<Duration>) -> Task {
        let time = time.or(self.is_open().then_some(THINKING_TIME));
        let mut request = self.request();
        let limits = &mut request.limits;
        limits.time = limits.time.into_iter().chain(time).min();
        Task { position, request, strength: self.settings.level.map(Strength::from) }
    }
}

fn build<'s>(catalog: &Catalog, settings: &'s Settings) -> Result<Arc<dyn AnyGame>, OptionError> {
    let options: Vec<(&str, &str)> =
        settings.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let (name, on_warning) = (settings.game.as_str(), |word: &str| eprintln!("{word}"));
    let open = |folder: &'s PathBuf| OpenTables { name, folder, memory: TABLE_MEMORY, on_warning };
    let brought = UserFiles { weights: settings.weights.as_deref(), tables: settings.tables.as_ref().map(open) };
    catalog.game_with(name, &options, &brought)
}

/// Only legal action, if there is just one.
pub(crate) fn only_action(position: &dyn AnyPosition) -> Option<ActionWord> {
    let mut actions = position.actions();
    if actions.len() == 1 { actions.pop() } else { None }
}

/// Whether the side to move can only pass.
pub(crate) fn must_pass(position: &dyn AnyPosition) -> bool {
    only_action(position).is_some_and(|action| action.word == PASS)
}
