//! Engine protocols, by which other programs talk to Counterplay over stdin and stdout.
//!
//! Each protocol has a file: [GTP 2](Protocol::Gtp) for every game of two seats without luck and secrets, [NBoard
//! 2](Protocol::NBoard) for Othello, [Hub 2](Protocol::Hub) for checkers, [UCI](Protocol::Uci) for chess. They share the rest: `lines` reads on a
//! thread of its own, `search_thread` searches on another, `session` is the loop between them, and `current_game` is
//! the game that is played.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use counterplay_api::{Catalog, Request};
//! use counterplay_protocols::{Channel, Protocol, Settings};
//!
//! let request = Request { depth: Some(4), ..Request::default() };
//! let settings = Settings { game: "othello".to_owned(), request, ..Settings::default() };
//! let mut said = Vec::new();
//! let channel = Channel { output: &mut said, log: None, signal: &AtomicBool::new(false) };
//! let engine = Protocol::Gtp.engine(counterplay_standard::catalog(), settings)?;
//! engine.serve(&b"1 play b f5\n2 final_score\n"[..], channel)?;
//! assert_eq!(String::from_utf8(said)?, "=1\n\n?2 cannot score\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod current_game;
mod gtp;
mod guis;
mod hub;
mod lines;
mod nboard;
mod search_thread;
mod session;
mod uci;

use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;

use counterplay_api::{Catalog, Item, Level, Request};

use current_game::CurrentGame;
use gtp::Gtp;
pub use guis::Gui;
use hub::Hub;
use nboard::NBoard;
use session::ProtocolHandler;
use uci::Uci;

/// Name of the engine for other programs.
const NAME: &str = "Counterplay";

/// Engine protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Go Text Protocol, version 2, spoken for other games than Go as well.
    Gtp,
    /// The protocol of the Othello program NBoard, version 2.
    NBoard,
    /// The protocol of the draughts program Scan, version 2.
    Hub,
    /// The Universal Chess Interface, for games whose moves are two squares, `e2e4`.
    Uci,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 4] = [Protocol::Gtp, Protocol::NBoard, Protocol::Hub, Protocol::Uci];

    /// Name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Hub => "hub",
            Protocol::Uci => "uci",
        }
    }

    /// Protocol of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.name() == name)
    }

    /// Whether a game can be played by this protocol.
    #[must_use]
    pub fn suits(self, item: &dyn Item) -> bool {
        match self {
            Protocol::Gtp => !item.has_luck() && !item.has_secrets(),
            Protocol::NBoard => item.name() == nboard::GAME,
            Protocol::Hub => item.name() == hub::GAME,
            Protocol::Uci => uci::suits(item),
        }
    }

    /// Engine for a game of the catalog.
    ///
    /// # Errors
    /// If there is no such game, not with these options, or it cannot be played by this protocol; what can is named.
    pub fn engine(self, catalog: Catalog, settings: Settings) -> Result<Engine, String> {
        if catalog.find(&settings.game).is_some_and(|item| !self.suits(item)) {
            let games: Vec<&str> = catalog.items().filter(|item| self.suits(*item)).map(Item::name).collect();
            let (name, game) = (self.name(), &settings.game);
            return Err(format!("{name} is not for {game}, but for {}", games.join(", ")));
        }
        let current = CurrentGame::new(catalog, settings).map_err(|error| error.to_string())?;
        Ok(Engine(match self {
            Protocol::Gtp => Box::new(Gtp::new(current)),
            Protocol::NBoard => Box::new(NBoard::new(current)),
            Protocol::Hub => Box::new(Hub::new(current)),
            Protocol::Uci => Box::new(Uci::new(current)),
        }))
    }
}

/// Engine settings: the game, and how strongly to play.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Name of the game in the catalog.
    pub game: String,
    /// Options of the game, by their names.
    pub options: Vec<(String, String)>,
    /// Folder of its endgame tables, if there are any.
    pub tables: Option<std::path::PathBuf>,
    /// Weights of its evaluation, as a file has them; those that it came with if there are none.
    pub weights: Option<Vec<u8>>,
    /// Search limits of a move: a second, if neither this nor the other program says anything.
    pub request: Request,
    /// Level to play at; the engine's best if there is none.
    pub level: Option<Level>,
    /// Most bytes that the other program may give to the table.
    pub most_memory: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        let (request, most_memory) = (Request::default(), 1 << 30);
        let (game, options) = (String::new(), Vec::new());
        Settings { game, options, tables: None, weights: None, request, level: None, most_memory }
    }
}

/// Channel of an engine: its output, its log and its signal.
pub struct Channel<'a> {
    /// Output, for nothing but the protocol.
    pub output: &'a mut dyn Write,
    /// Log of all input and output, and of what else is worth knowing.
    pub log: Option<&'a mut dyn Write>,
    /// Stop signal, raised from outside.
    pub signal: &'a AtomicBool,
}

/// Engine that is ready to serve.
pub struct Engine(Box<dyn ProtocolHandler>);

impl Engine {
    /// Serves until the other program quits or ends its input, or the signal is raised.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn serve(mut self, source: impl Read + Send + 'static, channel: Channel<'_>) -> io::Result<()> {
        session::serve(self.0.as_mut(), source, channel)
    }
}
