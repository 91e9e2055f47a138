//! Hub 2, the protocol of the draughts program Scan, for checkers.
//!
//! A line is a command and its arguments, `pos pos=W… moves="11-15 23-19"`. A capture names the first square, the
//! last, and then all that is taken, the lowest square first: `15x22x18`. Values are in men; a game that is won in n
//! plies is worth 100 less n hundredths. While the engine thinks it answers `ping`, and hears `stop` and `ponder-hit`.
//! The specification: F. Letouzey, `protocol.txt` of Scan 3.1.
//!
//! Hub was made for games that White begins. English draughts Black begins, and those who speak Hub for it (pydraughts)
//! write a `W` for whoever began, while the pieces keep their colours. So it is read here: the first letter of a
//! position is W if Black is to move.

mod arguments;
mod squares;

use std::io;
use std::time::Duration;

use counterplay_api::{ActionWord, Outcome, Progress, TurnWord, Variation};

use crate::NAME;
use crate::clock::{Clock, Period};
use crate::current_game::{CurrentGame, only_action};
use crate::lines::Line;
use crate::search_thread::{SearchResult, Task};
use crate::session::{Flow, ProtocolHandler, Session, Urgency};
use arguments::Command;
use squares::{hub_line, hub_word, play, position_text};

/// Game of the protocol, the only one.
pub(crate) const GAME: &str = "checkers";
/// Name of the game in Hub.
const VARIANT: &str = "english";

/// Value of a win in men, for an evaluation, and where it is certain.
const MEN: f64 = 10.0;
const WON: f64 = 100.0;

/// Hub engine.
pub(crate) struct Hub {
    current: CurrentGame,
    level: Level,
    work: SearchPurpose,
    /// Result of pondering, until it is asked for.
    pondered: Option<SearchResult>,
}

/// Search limits of the next move, as `level` set them.
#[derive(Clone, Copy, Default)]
struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    infinite: bool,
}

/// Purpose of the running search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchPurpose {
    None,
    /// Search for a move, or for the value of the position.
    Think,
    /// Pondering: a search in the opponent's time. Its result is not sent before it is asked for.
    Ponder,
}

impl ProtocolHandler for Hub {
    fn urgency(&self, line: &Line) -> Urgency {
        match line.text.split_whitespace().next() {
            Some("ping") => Urgency::Beside,
            Some("stop" | "ponder-hit") => Urgency::Stops,
            Some("quit") => Urgency::Ends,
            _ => Urgency::Waits,
        }
    }

    fn handle(&mut self, line: &Line, session: &mut Session<'_>) -> io::Result<Flow> {
        let command = match Command::parse(&line.text) {
            _ if line.cut => return fault("that line was too long", session),
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Flow::GoOn),
            Err(message) => return fault(&message, session),
        };
        match command.name {
            "hub" => self.introduce(session)?,
            "set-param" => return self.set_param(&command, session),
            "init" => session.send("ready")?,
            "ping" => session.send("pong")?,
            "new-game" => self.current.clear(),
            "pos" => return self.set_position(&command, session),
            "level" => match Level::read(&command) {
                Ok(level) => self.level = level,
                Err(message) => return fault(&message, session),
            },
            "go" => return self.go(&command, session),
            "ponder-hit" => return self.ponder_hit(session),
            "stop" => {
                if let Some(found) = self.pondered.take() {
                    self.done(&found, session)?;
                }
            }
            "quit" => return Ok(Flow::Quit),
            other => return fault(&format!("there is no command {other}"), session),
        }
        Ok(Flow::GoOn)
    }

    fn on_progress(&mut self, progress: &Progress, time: Duration, session: &mut Session<'_>) -> io::Result<()> {
        let Some(line) = progress.iteration.as_ref().and_then(|iteration| iteration.lines.first()) else {
            return Ok(());
        };
        let seconds = time.as_secs_f64();
        let speed = progress.nodes as f64 / seconds.max(1e-6) / 1e6;
        let (depth, nodes) = (progress.depth, progress.nodes);
        let score = men(line);
        let moves = hub_line(self.current.position.as_ref(), &line.line);
        session.send(format!(
            "info depth={depth} mean-depth={depth}.0 score={score:.2} nodes={nodes} time={seconds:.2} nps={speed:.2} \
             pv=\"{moves}\""
        ))
    }

    fn on_result(&mut self, found: SearchResult, _: bool, session: &mut Session<'_>) -> io::Result<()> {
        if let Some(fault) = &found.fault {
            session.write_log("!", fault);
        }
        match std::mem::replace(&mut self.work, SearchPurpose::None) {
            SearchPurpose::Ponder => {
                self.pondered = Some(found);
                Ok(())
            }
            SearchPurpose::None | SearchPurpose::Think => self.done(&found, session),
        }
    }
}

impl Hub {
    pub(crate) fn new(current: CurrentGame) -> Hub {
        Hub { current, level: Level::default(), work: SearchPurpose::None, pondered: None }
    }

    fn introduce(&self, session: &mut Session<'_>) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        session.send(format!("id name={NAME} version={version} author={NAME} country=none"))?;
        session.send(format!("param name=variant value={VARIANT} type=enum values=\"{VARIANT}\""))?;
        session.send("wait")
    }

    fn set_param(&self, command: &Command<'_>, session: &mut Session<'_>) -> io::Result<Flow> {
        match (command.value("name"), command.value("value")) {
            (Some("variant"), Some(VARIANT)) => Ok(Flow::GoOn),
            (Some("variant"), _) => fault(&format!("the one variant is {VARIANT}"), session),
            _ => fault("set-param takes name=variant and its value", session),
        }
    }

    /// `pos pos=Wbbb… moves="11-15 23-19"`, or `pos start`.
    fn set_position(&mut self, command: &Command<'_>, session: &mut Session<'_>) -> io::Result<Flow> {
        let read = match command.value("pos") {
            Some(text) => position_text(text).and_then(|text| {
                self.current.game.read(&text).map_err(|error| format!("there is no such position: {error}"))
            }),
            None => Ok(self.current.game.start()),
        };
        let mut position = match read {
            Ok(position) => position,
            Err(message) => return fault(&message, session),
        };
        for word in command.value("moves").unwrap_or_default().split_whitespace() {
            if let Err(message) = play(position.as_mut(), word) {
                return fault(&message, session);
            }
        }
        self.current.set(position);
        Ok(Flow::GoOn)
    }

    fn go(&mut self, command: &Command<'_>, session: &mut Session<'_>) -> io::Result<Flow> {
        self.pondered = None;
        if self.current.position.turn() == TurnWord::Over {
            fault("the game is over", session)?;
            session.send("done")?;
            return Ok(Flow::GoOn);
        }
        let work = if command.has("ponder") { SearchPurpose::Ponder } else { SearchPurpose::Think };
        let only = only_action(self.current.position.as_ref()).filter(|_| !command.has("analyze"));
        if let (SearchPurpose::Think, Some(action)) = (work, only) {
            let found = SearchResult { action: Some(action), report: None, fault: None, time: Duration::ZERO };
            self.done(&found, session)?;
            return Ok(Flow::GoOn);
        }
        let task = self.task(work == SearchPurpose::Ponder || command.has("analyze"));
        self.work = work;
        session.think(task);
        Ok(Flow::GoOn)
    }

    /// Ponder hit: the opponent has played the expected move. Now it is one's own time, and what was found is in the
    /// table.
    fn ponder_hit(&mut self, session: &mut Session<'_>) -> io::Result<Flow> {
        if self.pondered.take().is_none() {
            return fault("nothing is thought about in the opponent's time", session);
        }
        let task = self.task(false);
        self.work = SearchPurpose::Think;
        session.think(task);
        Ok(Flow::GoOn)
    }

    /// Search task with the limits that were set; `endless` if it goes on until it is stopped.
    fn task(&mut self, endless: bool) -> Task {
        let Level { depth, nodes, time, infinite } = self.level;
        self.current.depth = depth.filter(|_| !endless);
        let position = self.current.position.copy();
        if endless || infinite {
            return Task { position, request: self.current.request(), strength: None };
        }
        let mut task = match (nodes, time) {
            (Some(_), None) => Task { position, request: self.current.request(), strength: None },
            _ => self.current.task(position, time),
        };
        let limits = &mut task.request.limits;
        limits.nodes = limits.nodes.into_iter().chain(nodes).min();
        task
    }

    /// Sends the result: `done move=11-15 ponder=23-19`.
    fn done(&self, found: &SearchResult, session: &mut Session<'_>) -> io::Result<()> {
        let position = self.current.position.as_ref();
        let Some(ActionWord { word, .. }) = &found.action else { return session.send("done") };
        let line = found.report.as_ref().map(|report| hub_line(position, &report.line)).unwrap_or_default();
        let best = hub_word(position, word).unwrap_or_else(|| word.clone());
        let reply = line.split(' ').nth(1).filter(|_| line.split(' ').next() == Some(&best));
        let ponder = reply.map(|reply| format!(" ponder={reply}")).unwrap_or_default();
        session.send(format!("done move={best}{ponder}"))
    }
}

impl Level {
    /// Reads limits: `depth=12`, `nodes=1000000`, `move-time=1.5`, `moves=30 time=60 inc=1`, `infinite`.
    fn read(command: &Command<'_>) -> Result<Level, String> {
        let seconds = |name: &str| -> Result<Option<Duration>, String> {
            let number = command.number::<f64>(name)?;
            // A clock that has run out is at zero.
            let read = number.map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)));
            read.transpose().map_err(|_| format!("level: {name} takes seconds"))
        };
        let mut level = Level { depth: command.number("depth")?, nodes: command.number("nodes")?, ..Level::default() };
        level.infinite = command.has("infinite");
        level.time = seconds("move-time")?;
        if let Some(left) = seconds("time")? {
            let period = seconds("inc")?.map(|time| Period { time, moves: 1 });
            let mut clock = Clock::new(left, period);
            if let Some(moves) = command.number("moves")? {
                clock.set(left, moves);
            }
            level.time = Some(clock.share());
        }
        Ok(level)
    }
}

/// Value in men.
fn men(line: &Variation) -> f64 {
    // Until the distance is known, the line bounds it.
    let plies = line.value.plies.map_or(line.line.len() as f64, f64::from);
    let won = WON - plies / 100.0;
    match line.value.outcome {
        Some(Outcome::Win) => won,
        Some(Outcome::Loss) => -won,
        // A zero may have come with a sign.
        _ => line.value.score * MEN + 0.0,
    }
}

/// Sends an error, and goes on.
fn fault(message: &str, session: &mut Session<'_>) -> io::Result<Flow> {
    session.send(format!("error message=\"{}\"", message.replace('"', "'")))?;
    Ok(Flow::GoOn)
}
