//! Counterplay as an engine: the protocols by which other programs talk to it, over stdin and stdout.
//!
//! A protocol is a file: [GTP 2](Protocol::Gtp) for every game of two seats without luck and secrets, [NBoard 2](Protocol::NBoard) for
//! Othello, [Hub 2](Protocol::Hub) for checkers. What they share is there once: `lines` reads on a thread of its own, `thought` searches on another, `session` is the loop
//! between them, and `player` is the game that is played.
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
//! Protocol::Gtp.engine(counterplay_standard::catalog(), settings)?.serve(&b"1 play b f5\n2 final_score\n"[..], channel)?;
//! assert_eq!(String::from_utf8(said)?, "=1\n\n?2 cannot score\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod gtp;
mod hub;
mod lines;
mod nboard;
mod player;
mod session;
mod thought;

use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;

use counterplay_api::{Catalog, Item, Level, Request};

use gtp::Gtp;
use hub::Hub;
use nboard::NBoard;
use player::Player;
use session::Speaker;

/// The name by which we are known to other programs.
const NAME: &str = "Counterplay";

/// A way in which programs and engines talk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Go Text Protocol, version 2, spoken for other games than Go as well.
    Gtp,
    /// The protocol of the Othello program NBoard, version 2.
    NBoard,
    /// The protocol of the draughts program Scan, version 2.
    Hub,
}

impl Protocol {
    /// All that there are.
    pub const ALL: [Protocol; 3] = [Protocol::Gtp, Protocol::NBoard, Protocol::Hub];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Hub => "hub",
        }
    }

    /// The protocol of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.name() == name)
    }

    /// Whether a game can be played by it.
    #[must_use]
    pub fn suits(self, item: &dyn Item) -> bool {
        match self {
            Protocol::Gtp => !item.has_luck() && !item.has_secrets(),
            Protocol::NBoard => item.name() == nboard::GAME,
            Protocol::Hub => item.name() == hub::GAME,
        }
    }

    /// An engine for a game of the catalog.
    ///
    /// # Errors
    /// If there is no such game, not with these options, or it cannot be played by this protocol; what can is named.
    pub fn engine(self, catalog: Catalog, settings: Settings) -> Result<Engine, String> {
        if catalog.find(&settings.game).is_some_and(|item| !self.suits(item)) {
            let games: Vec<&str> = catalog.items().filter(|item| self.suits(*item)).map(Item::name).collect();
            let (name, game) = (self.name(), &settings.game);
            return Err(format!("{name} is not for {game}, but for {}", games.join(", ")));
        }
        let player = Player::new(catalog, settings).map_err(|error| error.to_string())?;
        Ok(Engine(match self {
            Protocol::Gtp => Box::new(Gtp::new(player)),
            Protocol::NBoard => Box::new(NBoard::new(player)),
            Protocol::Hub => Box::new(Hub::new(player)),
        }))
    }
}

/// What an engine plays, and how strongly.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The game, by its name in the catalog.
    pub game: String,
    /// Its options, by their names.
    pub options: Vec<(String, String)>,
    /// Where endgame tables of it are, if there are any.
    pub tables: Option<std::path::PathBuf>,
    /// What it may spend on a move: a second, if neither this nor the other program says anything.
    pub request: Request,
    /// The level that it plays at; its best if nothing is said.
    pub level: Option<Level>,
}

/// Where an engine speaks.
pub struct Channel<'a> {
    /// Nothing but the protocol goes there.
    pub output: &'a mut dyn Write,
    /// All that is heard and said, and what else is worth knowing.
    pub log: Option<&'a mut dyn Write>,
    /// Raised from outside to end it all.
    pub signal: &'a AtomicBool,
}

/// An engine that is ready to be talked to.
pub struct Engine(Box<dyn Speaker>);

impl Engine {
    /// Talks until the other side says so, or has nothing more to say, or the signal is raised.
    ///
    /// # Errors
    /// If nothing can be said any more.
    pub fn serve(mut self, source: impl Read + Send + 'static, channel: Channel<'_>) -> io::Result<()> {
        session::serve(self.0.as_mut(), source, channel)
    }
}
