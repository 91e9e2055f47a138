//! Hub 2, the protocol of the draughts program Scan, for checkers.
//!
//! A line is a command and its arguments, `pos pos=W… moves="11-15 23-19"`. A capture names the first square, the last, and then
//! all that is taken, the lowest square first: `15x22x18`. Values are in men; a game that is won in n plies is worth 100 less n hundredths. While the
//! engine thinks it answers `ping`, and hears `stop` and `ponder-hit`. The specification: F. Letouzey, `protocol.txt` of Scan 3.1.
//!
//! Hub was made for games that White begins. English draughts Black begins, and those who speak Hub for it (pydraughts) write a `W` for whoever
//! began, while the pieces keep their colours. So it is read here: the first letter of a position is W if Black is to move.

mod arguments;
mod squares;

use std::io;
use std::time::Duration;

use counterplay_api::{Outcome, Progress, TurnWord, Variation};

use crate::NAME;
use crate::clock::{Clock, Period};
use crate::lines::Line;
use crate::player::{Player, only_action};
use crate::session::{Desk, Flow, Speaker, Urgency};
use crate::thought::{Found, Task};
use arguments::Command;
use squares::{hub_line, hub_word, play, position_text};

/// The one game that it is for.
pub(crate) const GAME: &str = "checkers";
/// What Hub calls it.
const VARIANT: &str = "english";

/// How many men a win is worth where guesses are made, and where it is certain.
const MEN: f64 = 10.0;
const WON: f64 = 100.0;

/// An engine that speaks Hub.
pub(crate) struct Hub {
    player: Player,
    level: Level,
    work: Work,
    /// What came of thinking in the opponent's time, until it is asked for.
    pondered: Option<Found>,
}

/// What may be spent on the next move, as `level` said it.
#[derive(Clone, Copy, Default)]
struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    infinite: bool,
}

/// What the search that is under way is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    None,
    /// A move, or what the position is worth.
    Think,
    /// The same in the opponent's time: there is no answer before it is asked for.
    Ponder,
}

impl Speaker for Hub {
    fn urgency(&self, line: &Line) -> Urgency {
        match line.text.split_whitespace().next() {
            Some("ping") => Urgency::Beside,
            Some("stop" | "ponder-hit") => Urgency::Stops,
            Some("quit") => Urgency::Ends,
            _ => Urgency::Waits,
        }
    }

    fn hear(&mut self, line: &Line, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let command = match Command::parse(&line.text) {
            _ if line.cut => return fault("that line was too long", desk),
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Flow::GoOn),
            Err(message) => return fault(&message, desk),
        };
        match command.name {
            "hub" => self.introduce(desk)?,
            "set-param" => return self.set_param(&command, desk),
            "init" => desk.say("ready")?,
            "ping" => desk.say("pong")?,
            "new-game" => self.player.clear(),
            "pos" => return self.set_position(&command, desk),
            "level" => match Level::read(&command) {
                Ok(level) => self.level = level,
                Err(message) => return fault(&message, desk),
            },
            "go" => return self.go(&command, desk),
            "ponder-hit" => return self.ponder_hit(desk),
            "stop" => {
                if let Some(found) = self.pondered.take() {
                    self.done(&found, desk)?;
                }
            }
            "quit" => return Ok(Flow::Quit),
            other => return fault(&format!("there is no command {other}"), desk),
        }
        Ok(Flow::GoOn)
    }

    fn told(&mut self, progress: &Progress, time: Duration, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(line) = progress.iteration.as_ref().and_then(|iteration| iteration.lines.first()) else {
            return Ok(());
        };
        let seconds = time.as_secs_f64();
        let speed = progress.nodes as f64 / seconds.max(1e-6) / 1e6;
        let (depth, nodes) = (progress.depth, progress.nodes);
        let score = men(line);
        let moves = hub_line(self.player.position.as_ref(), &line.line);
        desk.say(format!(
            "info depth={depth} mean-depth={depth}.0 score={score:.2} nodes={nodes} time={seconds:.2} nps={speed:.2} pv=\"{moves}\""
        ))
    }

    fn found(&mut self, found: Found, _: bool, desk: &mut Desk<'_>) -> io::Result<()> {
        if let Some(fault) = &found.fault {
            desk.note("!", fault);
        }
        match std::mem::replace(&mut self.work, Work::None) {
            Work::Ponder => {
                self.pondered = Some(found);
                Ok(())
            }
            Work::None | Work::Think => self.done(&found, desk),
        }
    }
}

impl Hub {
    pub(crate) fn new(player: Player) -> Hub {
        Hub { player, level: Level::default(), work: Work::None, pondered: None }
    }

    fn introduce(&self, desk: &mut Desk<'_>) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        desk.say(format!("id name={NAME} version={version} author={NAME} country=none"))?;
        desk.say(format!("param name=variant value={VARIANT} type=enum values=\"{VARIANT}\""))?;
        desk.say("wait")
    }

    fn set_param(&self, command: &Command<'_>, desk: &mut Desk<'_>) -> io::Result<Flow> {
        match (command.value("name"), command.value("value")) {
            (Some("variant"), Some(VARIANT)) => Ok(Flow::GoOn),
            (Some("variant"), _) => fault(&format!("the one variant is {VARIANT}"), desk),
            _ => fault("set-param takes name=variant and its value", desk),
        }
    }

    /// `pos pos=Wbbb… moves="11-15 23-19"`, or `pos start`.
    fn set_position(&mut self, command: &Command<'_>, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let read = match command.value("pos") {
            Some(text) => position_text(text).and_then(|text| {
                self.player.game.read(&text).map_err(|error| format!("there is no such position: {error}"))
            }),
            None => Ok(self.player.game.start()),
        };
        let mut position = match read {
            Ok(position) => position,
            Err(message) => return fault(&message, desk),
        };
        for word in command.value("moves").unwrap_or_default().split_whitespace() {
            if let Err(message) = play(position.as_mut(), word) {
                return fault(&message, desk);
            }
        }
        self.player.set(position);
        Ok(Flow::GoOn)
    }

    fn go(&mut self, command: &Command<'_>, desk: &mut Desk<'_>) -> io::Result<Flow> {
        self.pondered = None;
        if self.player.position.turn() == TurnWord::Over {
            fault("the game is over", desk)?;
            desk.say("done")?;
            return Ok(Flow::GoOn);
        }
        let work = if command.has("ponder") { Work::Ponder } else { Work::Think };
        let only = only_action(self.player.position.as_ref()).filter(|_| !command.has("analyze"));
        if let (Work::Think, Some(word)) = (work, only) {
            let found = Found { action: Some(word), report: None, fault: None, time: Duration::ZERO };
            self.done(&found, desk)?;
            return Ok(Flow::GoOn);
        }
        let task = self.task(work == Work::Ponder || command.has("analyze"));
        self.work = work;
        desk.think(task);
        Ok(Flow::GoOn)
    }

    /// The opponent has played what was thought about: now it is one's own time, and what was found is in the table.
    fn ponder_hit(&mut self, desk: &mut Desk<'_>) -> io::Result<Flow> {
        if self.pondered.take().is_none() {
            return fault("nothing is thought about in the opponent's time", desk);
        }
        let task = self.task(false);
        self.work = Work::Think;
        desk.think(task);
        Ok(Flow::GoOn)
    }

    /// A search by the level that was set; `endless` if it goes on until it is stopped.
    fn task(&mut self, endless: bool) -> Task {
        let Level { depth, nodes, time, infinite } = self.level;
        self.player.depth = depth.filter(|_| !endless);
        let position = self.player.position.copy();
        if endless || infinite {
            return Task { position, request: self.player.request(), level: None };
        }
        let mut task = match (nodes, time) {
            (Some(_), None) => Task { position, request: self.player.request(), level: None },
            _ => self.player.task(position, time),
        };
        let limits = &mut task.request.limits;
        limits.nodes = limits.nodes.into_iter().chain(nodes).min();
        task
    }

    /// `done move=11-15 ponder=23-19`.
    fn done(&self, found: &Found, desk: &mut Desk<'_>) -> io::Result<()> {
        let position = self.player.position.as_ref();
        let Some(word) = &found.action else { return desk.say("done") };
        let line = found.report.as_ref().map(|report| hub_line(position, &report.line)).unwrap_or_default();
        let best = hub_word(position, word).unwrap_or_else(|| word.clone());
        let reply = line.split(' ').nth(1).filter(|_| line.split(' ').next() == Some(&best));
        let ponder = reply.map(|reply| format!(" ponder={reply}")).unwrap_or_default();
        desk.say(format!("done move={best}{ponder}"))
    }
}

impl Level {
    /// `depth=12`, `nodes=1000000`, `move-time=1.5`, `moves=30 time=60 inc=1`, `infinite`.
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

/// A value in men.
fn men(line: &Variation) -> f64 {
    // Until the distance is known, the line says how far it is at most.
    let plies = line.plies.map_or(line.line.len() as f64, f64::from);
    let won = WON - plies / 100.0;
    match line.outcome {
        Some(Outcome::Win) => won,
        Some(Outcome::Loss) => -won,
        // A zero may have come with a sign.
        _ => line.score * MEN + 0.0,
    }
}

/// Says what is wrong, and goes on.
fn fault(message: &str, desk: &mut Desk<'_>) -> io::Result<Flow> {
    desk.say(format!("error message=\"{}\"", message.replace('"', "'")))?;
    Ok(Flow::GoOn)
}
