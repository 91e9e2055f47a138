//! Players: a level, a search, chance, or somebody's program.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_api::{ActionId, AnyPosition, Book, Level, Outcome, SearchError};
use counterplay_core::Seat;
use counterplay_core::engine::{Filter, Selective};

use crate::builtin::BuiltinPlayer;
use crate::gnubg::Gnubg;
use crate::gtp::Gtp;
use crate::lines::LineProtocol;
use crate::uci::{Uci, UciProgram};

/// Kind of player, as it is named on the command line.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// `level:4`: as strong as the levels of `play`.
    Level(Level),
    /// `nodes:1e5`: a search that may enter so many states for a move.
    Nodes(u64),
    /// `depth:6`: a search that looks so many plies ahead.
    Depth(u32),
    /// `time:1s`: a search that may take so long for a move.
    Time(Duration),
    /// `depth:5,filter:4:0.1`: a search of one of these kinds that searches only the actions that seem best, in a game
    /// of chance.
    Filtered(Box<Kind>, Filter),
    /// `nodes:1e4,without:late+margins`: a search of one of these kinds that leaves out selective techniques, in a game
    /// without chance and secrets.
    Without(Box<Kind>, Selective),
    /// `averaging:100`: averages over so many deals, in a game with secrets.
    Averaging(usize),
    /// `ismcts:1e4`: simulates so many games from what could be, in a game with secrets.
    Ismcts(usize),
    /// `random`: any legal action.
    Random,
    /// `gnubg:0`: GNU Backgammon, which looks so many plies ahead, in backgammon for points.
    Gnubg(u32),
    /// `gtp:CMD`: a program that speaks the Go Text Protocol.
    Gtp(String),
    /// `uci:CMD?OPTION=VALUE&nodes=30000`: a program that speaks the Universal Chess Interface.
    Uci(UciProgram),
    /// `cmd:CMD`: a program that speaks the protocol of `docs/referee.md`.
    Command(String),
}

impl Kind {
    /// Whether it plays the same again in the same game with the same seed.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        match self {
            Kind::Filtered(kind, _) | Kind::Without(kind, _) => kind.is_repeatable(),
            Kind::Time(_) | Kind::Gnubg(_) | Kind::Gtp(_) | Kind::Uci(_) | Kind::Command(_) => false,
            _ => true,
        }
    }

    /// Whether it is built in, and not somebody's program.
    #[must_use]
    pub const fn is_builtin(&self) -> bool {
        match self {
            Kind::Level(_) | Kind::Nodes(_) | Kind::Depth(_) | Kind::Time(_) => true,
            Kind::Filtered(..) | Kind::Without(..) | Kind::Averaging(_) | Kind::Ismcts(_) | Kind::Random => true,
            Kind::Gnubg(_) | Kind::Gtp(_) | Kind::Uci(_) | Kind::Command(_) => false,
        }
    }

    /// Whether it can only play games with secrets.
    #[must_use]
    pub const fn needs_secrets(&self) -> bool {
        matches!(self, Kind::Averaging(_) | Kind::Ismcts(_))
    }

    /// Makes a player of this kind. The flag `stop` ends its thinking.
    #[must_use]
    pub fn player(&self, settings: &PlayerSettings, stop: &Arc<AtomicBool>) -> Box<dyn Player> {
        match self {
            Kind::Gnubg(plies) => Box::new(Gnubg::new(*plies, settings, stop)),
            Kind::Gtp(command) => Box::new(Gtp::new(command, settings, stop)),
            Kind::Uci(program) => Box::new(Uci::new(program, settings, stop)),
            Kind::Command(command) => Box::new(LineProtocol::new(command, settings, stop)),
            _ => Box::new(BuiltinPlayer::new(self.clone(), settings, stop)),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Level(level) => write!(f, "level:{}", level.number()),
            Kind::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Kind::Depth(depth) => write!(f, "depth:{depth}"),
            Kind::Time(time) if time.subsec_nanos() == 0 => write!(f, "time:{}s", time.as_secs()),
            Kind::Time(time) => write!(f, "time:{}ms", time.as_secs_f64() * 1000.0),
            Kind::Filtered(kind, filter) => write!(f, "{kind},filter:{filter}"),
            Kind::Without(kind, left) => write!(f, "{kind},without:{}", left.left_out()),
            Kind::Averaging(deals) => write!(f, "averaging:{deals}"),
            Kind::Ismcts(deals) => write!(f, "ismcts:{deals}"),
            Kind::Random => f.write_str("random"),
            Kind::Gnubg(plies) => write!(f, "gnubg:{plies}"),
            Kind::Gtp(command) => write!(f, "gtp:{command}"),
            Kind::Uci(program) => write!(f, "uci:{program}"),
            Kind::Command(command) => write!(f, "cmd:{command}"),
        }
    }
}

/// Resources of a player: time and memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSettings {
    /// Time of a program for a move.
    pub time: Duration,
    /// Additional time for the first response, while the program is being loaded.
    pub loading: Duration,
    /// Table size of a search, in bytes.
    pub memory: usize,
    /// Stack size of a search.
    pub stack: usize,
    /// Opening book of the built-in players: while it has moves, they play one of them.
    pub book: Option<Arc<Book>>,
}

impl Default for PlayerSettings {
    fn default() -> PlayerSettings {
        let (time, loading) = (Duration::from_secs(10), Duration::from_secs(5));
        let (memory, stack) = (16 << 20, counterplay_core::Limits::DEFAULT_STACK);
        PlayerSettings { time, loading, memory, stack, book: None }
    }
}

/// Start of a game, as a player is told of it.
#[derive(Clone, Copy)]
pub struct Beginning<'a> {
    /// Name of the game.
    pub game: &'a str,
    /// Options of the game, all of them.
    pub options: &'a [(String, i64)],
    /// Seat of the player.
    pub seat: Seat,
    /// Seed of the game, which is this player's own.
    pub seed: u64,
    /// Seed that both players share, in both games of a pair: by it a book gives both games the same opening.
    pub pair_seed: u64,
}

/// Choice of a player when it is its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Action, by its notation: what a program sent.
    Action(String),
    /// Action of the position's own list, by its handle: what a built-in player found.
    Found(ActionId),
    /// Action of the opening book, by its handle.
    Book(ActionId),
    /// Resignation.
    Resign,
}

/// Fault of a player, which loses it the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Crash: its program ended, or the connection broke; how.
    Crash(String),
    /// Timeout.
    Time,
    /// Illegal action: what the program sent.
    Illegal(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Crash(how) => f.write_str(how),
            Fault::Time => f.write_str("it took too long"),
            Fault::Illegal(what) => write!(f, "it said {what:?}"),
        }
    }
}

/// Reason why a player made no choice.
#[derive(Clone, PartialEq, Debug)]
pub enum Trouble {
    /// Fault of the player.
    Fault(Fault),
    /// Stop of the match.
    Stopped,
    /// Search error: the rules of the game are at fault, and the match cannot go on.
    Search(SearchError),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// Player of one game after the other.
pub trait Player: Send {
    /// Begins a game.
    ///
    /// # Errors
    /// If the player cannot play it.
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble>;

    /// Chooses an action. The position contains its line of play, from which a player knows what has happened since.
    ///
    /// # Errors
    /// If there is no choice.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble>;

    /// Ends a game, with its outcome for the player.
    fn end(&mut self, position: &dyn AnyPosition, outcome: Outcome) {
        let _ = (position, outcome);
    }
}

/// Notation of an action with commas for blanks: `8/5,6/5` for `8/5 6/5`.
pub(crate) fn without_blanks(word: &str) -> String {
    word.replace(' ', ",")
}

/// Legal action that a program settings: its notation, in capitals or not, with blanks or without.
pub(crate) fn legal(position: &dyn AnyPosition, said: &str) -> Result<Choice, Fault> {
    let words: Vec<String> = position.actions().into_iter().map(|action| action.word).collect();
    let exact = words.iter().find(|word| *word == said);
    let close = |word: &&String| word.eq_ignore_ascii_case(said) || without_blanks(word).eq_ignore_ascii_case(said);
    let found = exact.or_else(|| words.iter().find(close));
    found.cloned().map(Choice::Action).ok_or_else(|| Fault::Illegal(said.chars().take(100).collect()))
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_kind_has_a_word() {
        let kinds = [
            (Kind::Level(Level::LOWEST), "level:1"),
            (Kind::Time(Duration::from_secs(2)), "time:2s"),
            (Kind::Time(Duration::from_millis(1500)), "time:1500ms"),
            (Kind::Averaging(32), "averaging:32"),
            (Kind::Ismcts(1000), "ismcts:1000"),
            (Kind::Gnubg(2), "gnubg:2"),
            (Kind::Command("python3 bot.py".into()), "cmd:python3 bot.py"),
        ];
        for (kind, word) in kinds {
            assert_eq!(kind.to_string(), word);
        }
        assert!(Kind::Random.is_repeatable() && !Kind::Time(Duration::ZERO).is_repeatable());
        let filtered = |kind: Kind| Kind::Filtered(Box::new(kind), Filter { keep: 4, within: 0.1 });
        assert!(filtered(Kind::Depth(5)).is_repeatable() && !filtered(Kind::Time(Duration::ZERO)).is_repeatable());
    }

    #[test]
    fn capitals_do_not_matter_and_all_else_does() {
        let position = counterplay_standard::catalog().game("tictactoe", &[]).unwrap().start();
        assert_eq!(legal(position.as_ref(), "B2"), Ok(Choice::Action("b2".into())));
        for wrong in ["", "b4", "b2 b2", "1", "\u{fffd}"] {
            assert_eq!(legal(position.as_ref(), wrong), Err(Fault::Illegal(wrong.into())));
        }
    }
}
