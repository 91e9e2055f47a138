//! An engine on a thread, and two pipes to talk with it; and chess whose levels have ratings.

use std::io::{self, BufRead, BufReader, PipeWriter, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use counterplay_api::{AnyGame, Catalog, Item, OptionError, OptionSpec, Options, Ratings, Request, UserFiles};
use counterplay_protocols::{Channel, Protocol, Settings};

/// Nothing takes so long, unless it never ends.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Talk {
    to: Option<PipeWriter>,
    from: Receiver<String>,
    thread: JoinHandle<io::Result<()>>,
    pub(crate) signal: Arc<AtomicBool>,
}

/// An engine of a game that looks so far ahead, or as long as it may.
pub(crate) fn settings(game: &str, depth: Option<u32>) -> Settings {
    let request = Request { depth, memory: 1 << 20, ..Request::default() };
    Settings { game: game.to_owned(), request, ..Settings::default() }
}

/// One that thinks for ten minutes.
pub(crate) fn patient(game: &str) -> Settings {
    let mut settings = settings(game, None);
    settings.request.limits.time = Some(Duration::from_secs(600));
    settings
}

impl Talk {
    pub(crate) fn new(protocol: Protocol, settings: Settings) -> Talk {
        Talk::about(counterplay_standard::catalog(), protocol, settings)
    }

    pub(crate) fn about(catalog: Catalog, protocol: Protocol, settings: Settings) -> Talk {
        let (source, to) = io::pipe().unwrap();
        let (heard, mut output) = io::pipe().unwrap();
        let signal = Arc::<AtomicBool>::default();
        let raised = Arc::clone(&signal);
        let thread = std::thread::spawn(move || {
            let engine = protocol.engine(catalog, settings).unwrap();
            engine.serve(source, Channel { output: &mut output, log: None, signal: &raised })
        });
        let (sender, from) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(heard).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Talk { to: Some(to), from, thread, signal }
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.to.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The next line.
    pub(crate) fn hear(&self) -> String {
        self.from.recv_timeout(PATIENCE).expect("the engine says something")
    }

    /// All lines to the first one that begins so.
    pub(crate) fn hear_until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| !line.starts_with(beginning)) {
            lines.push(self.hear());
        }
        lines
    }

    /// What the engine still says before it ends by itself.
    pub(crate) fn rest(self) -> Vec<String> {
        let rest: Vec<String> = std::iter::from_fn(|| self.from.recv_timeout(PATIENCE).ok()).collect();
        self.thread.join().unwrap().unwrap();
        rest
    }

    /// Has nothing more to say, and hears the rest.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.to = None;
        self.rest()
    }

    /// Listens no more, and gives what the engine comes to.
    pub(crate) fn turn_away(self) -> io::Result<()> {
        let Talk { to, from, thread, .. } = self;
        drop(from);
        let ended = thread.join().unwrap();
        drop(to);
        ended
    }
}

/// What an engine says to a whole text.
pub(crate) fn answers(protocol: Protocol, settings: Settings, text: &[u8]) -> String {
    answers_about(counterplay_standard::catalog(), protocol, settings, text)
}

/// What an engine for a game of this catalog says to a whole text.
pub(crate) fn answers_about(catalog: Catalog, protocol: Protocol, settings: Settings, text: &[u8]) -> String {
    let mut output = Vec::new();
    let source = io::Cursor::new(text.to_vec());
    let channel = Channel { output: &mut output, log: None, signal: &AtomicBool::new(false) };
    protocol.engine(catalog, settings).unwrap().serve(source, channel).unwrap();
    String::from_utf8(output).unwrap()
}

/// Ratings of the levels that nobody has measured.
pub(crate) const RATINGS: Ratings =
    Ratings::new([500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300], "they are made up");

/// Chess alone, with these ratings of its levels, whatever its entry says.
pub(crate) fn rated(ratings: Option<Ratings>) -> Catalog {
    Catalog::new().with(Rated { standard: counterplay_standard::catalog(), ratings })
}

struct Rated {
    standard: Catalog,
    ratings: Option<Ratings>,
}

impl Rated {
    fn chess(&self) -> &dyn Item {
        self.standard.find("chess").unwrap()
    }
}

impl Item for Rated {
    fn name(&self) -> &str {
        self.chess().name()
    }
    fn title(&self) -> &str {
        self.chess().title()
    }
    fn notation(&self) -> &str {
        self.chess().notation()
    }
    fn options(&self) -> &[OptionSpec] {
        self.chess().options()
    }
    fn has_luck(&self) -> bool {
        self.chess().has_luck()
    }
    fn has_secrets(&self) -> bool {
        self.chess().has_secrets()
    }
    fn learns(&self) -> bool {
        self.chess().learns()
    }
    fn has_tables(&self) -> bool {
        self.chess().has_tables()
    }
    fn level_ratings(&self) -> Option<Ratings> {
        self.ratings
    }
    fn build_with(&self, options: &Options, files: &UserFiles<'_>) -> Result<Arc<dyn AnyGame>, OptionError> {
        self.chess().build_with(options, files)
    }
}
