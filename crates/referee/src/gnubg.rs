//! GNU Backgammon player, `gnubg:PLIES`: a program of its own, asked over a socket.
//!
//! The program listens on a port of the loopback (its command `external`). It is sent each position as a board of FIBS,
//! the First Internet Backgammon Server, and responds with its play. It plays for points: its evaluations are cubeless
//! and without noise, gammons count with the cube in the middle, and nothing of the user's own settings is read. A
//! position is its XGID, which says all that a board of FIBS does.

use std::fmt::Write as _;
use std::io::{ErrorKind, Read, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use counterplay_api::AnyPosition;

use crate::player::{Beginning, Choice, Fault, Player, PlayerSettings, Trouble};
use crate::process::{Process, after};

/// Shell command that starts it: without windows, sound, or settings of the user's, and in the language that is
/// understood here. Debian has it where not everybody looks.
const COMMAND: &str = "PATH=\"$PATH:/usr/games\" LC_ALL=C exec gnubg -t -q -r";
/// Ports to try: one that was free a moment ago may be taken.
const PORTS: u32 = 3;
/// Longest response in bytes: a play has four steps.
const LONGEST_ANSWER: usize = 1 << 10;
/// Interval at which a wait checks whether it is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// GNU Backgammon player, which looks so many plies ahead.
pub(crate) struct Gnubg {
    command: String,
    plies: u32,
    settings: PlayerSettings,
    stop: Arc<AtomicBool>,
    connection: Option<Connection>,
}

impl Gnubg {
    pub(crate) fn new(plies: u32, settings: &PlayerSettings, stop: &Arc<AtomicBool>) -> Gnubg {
        let (command, settings, stop) = (COMMAND.to_owned(), settings.clone(), Arc::clone(stop));
        Gnubg { command, plies, settings, stop, connection: None }
    }

    fn load(&self) -> Result<Connection, Trouble> {
        let deadline = after(self.settings.time.saturating_add(self.settings.loading));
        let mut tries = 1..=PORTS;
        loop {
            match Connection::start(&self.command, self.plies, &self.stop, deadline) {
                Err(Trouble::Fault(Fault::Crash(how))) if tries.next() < Some(PORTS) && how.contains("in use") => {}
                other => return other,
            }
        }
    }

    fn ask(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        let board = Board::read(&position.text()).and_then(|board| board.fibs());
        let board = board.ok_or_else(|| Fault::Crash("it has no words for this position".to_owned()))?;
        let connection = self.connection.as_mut().ok_or_else(|| Fault::Crash("it is not there".to_owned()))?;
        let answer = connection.exchange(&board, &self.stop, after(self.settings.time))?;
        // It sends nothing where nothing can be played. The game understands how else its notation differs from ours.
        let word = if answer.is_empty() { "pass".to_owned() } else { answer };
        if word.starts_with("Error") {
            return Err(Fault::Crash(format!("it answered {board:?} with {word:?}")).into());
        }
        Ok(Choice::Action(word))
    }
}

impl Player for Gnubg {
    fn begin(&mut self, _: &Beginning<'_>) -> Result<(), Trouble> {
        if self.connection.is_none() {
            self.connection = Some(self.load()?);
        }
        Ok(())
    }

    /// Asks the program for a play. A program at fault is ended, and started anew for the next game.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        self.ask(position).inspect_err(|_| drop(self.connection.take()))
    }
}

/// Connection to the running program. When it is dropped, the program is ended.
struct Connection {
    process: Process,
    line: TcpStream,
}

impl Connection {
    /// Starts the program, and waits until it listens.
    fn start(command: &str, plies: u32, stop: &Arc<AtomicBool>, deadline: Instant) -> Result<Connection, Trouble> {
        let crash = |error: std::io::Error| Fault::Crash(format!("it cannot be spoken to: {error}"));
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr()).map_err(crash)?;
        let mut process = Process::start(command, stop)?;
        let setup_commands = setup_commands(plies);
        setup_commands.iter().for_each(|(order, _)| process.send(order));
        process.send(&format!("external {free}"));
        // It comes to this only if it could not listen.
        process.send("quit");
        let mut missing: Vec<&str> = setup_commands.iter().map(|(_, answer)| answer.as_str()).collect();
        loop {
            let line = process.read_line(deadline)?;
            missing.retain(|answer| !line.contains(answer));
            if line.contains("Waiting for a connection") {
                break;
            }
        }
        if let Some(answer) = missing.first() {
            return Err(Fault::Crash(format!("it did not say {answer:?}")).into());
        }
        let line = TcpStream::connect_timeout(&free, POLL_INTERVAL.max(left(deadline))).map_err(crash)?;
        let set = line.set_nodelay(true).and_then(|()| line.set_read_timeout(Some(POLL_INTERVAL)));
        set.and_then(|()| line.set_write_timeout(Some(Duration::from_secs(1)))).map_err(crash)?;
        Ok(Connection { process, line })
    }

    /// Sends a line and reads the response. Anything else it sends is not legal.
    fn exchange(&mut self, said: &str, stop: &AtomicBool, deadline: Instant) -> Result<String, Trouble> {
        if self.line.write_all(format!("{said}\n").as_bytes()).is_err() {
            return Err(self.process.death().into());
        }
        let mut heard: Vec<u8> = Vec::new();
        let mut part = [0; 256];
        while !heard.ends_with(b"\n") {
            if stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            if left(deadline).is_zero() {
                return Err(Fault::Time.into());
            }
            match self.line.read(&mut part) {
                Ok(0) => return Err(self.process.death().into()),
                Ok(count) => heard.extend_from_slice(&part[..count]),
                Err(error) if is_timeout(error.kind()) => {}
                Err(_) => return Err(self.process.death().into()),
            }
            if heard.len() > LONGEST_ANSWER {
                return Err(Fault::Illegal("a line without an end".to_owned()).into());
            }
        }
        let text = String::from_utf8_lossy(&heard);
        let answer = text.trim();
        if answer.contains('\n') {
            return Err(Fault::Illegal(answer.chars().take(100).collect()).into());
        }
        Ok(answer.to_owned())
    }
}

/// Whether a read timed out.
fn is_timeout(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// Setup commands before the first game, and the responses that they must get.
fn setup_commands(plies: u32) -> [(String, String); 6] {
    let evaluation = |order: &str| format!("set evaluation chequerplay evaluation {order}");
    [
        ("set threads 1".to_owned(), "threads has been set to 1"),
        ("set jacoby off".to_owned(), "Will not use the Jacoby rule"),
        (evaluation(&format!("plies {plies}")), &*format!("chequerplay will use {plies} ply evaluation")),
        (evaluation("cubeful off"), "chequerplay will use cubeless evaluation"),
        (evaluation("prune off"), "chequerplay will not use pruning"),
        (evaluation("noise 0"), "chequerplay will use noiseless evaluations"),
    ]
    .map(|(order, answer)| (order, answer.to_owned()))
}

/// Board of backgammon, read from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Men on the points as the seat to move counts them, its own positive: its bar is the last, the other's the first.
    points: [i8; 26],
    dice: Option<[u8; 2]>,
    /// Whether there is no cube and no match, only points.
    pub(crate) is_for_points: bool,
}

impl Board {
    /// Reads an XGID: the men, the cube, its owner, whose turn it is, the dice, the scores, a rule, the points of the
    /// match, and the highest cube.
    pub(crate) fn read(text: &str) -> Option<Board> {
        let mut fields = text.strip_prefix("XGID=")?.split_whitespace().next()?.split(':');
        let letters: Vec<i8> = fields.next()?.bytes().map(men).collect::<Option<_>>()?;
        let mut points: [i8; 26] = letters.try_into().ok()?;
        let fields: Vec<&str> = fields.collect();
        let (turn, dice) = (fields.get(2)?, fields.get(3)?);
        if *turn == "-1" {
            points.reverse();
            points = points.map(|men| -men);
        }
        let pips = |sign: &u8| (b'1'..=b'6').contains(sign).then(|| sign - b'0');
        let dice = match dice.as_bytes() {
            [one, other] => pips(one).zip(pips(other)).map(|(one, other)| [one, other]),
            _ => None,
        };
        Some(Board { points, dice, is_for_points: fields.get(7) == Some(&"0") && fields.get(8) == Some(&"0") })
    }

    /// Board in the notation of FIBS for the player to move, who goes down from 24 to 1. `None` if there is nothing to
    /// play.
    fn fibs(&self) -> Option<String> {
        const MEN: i32 = 15;
        let [one, other] = self.dice?;
        let count = |side: i32| self.points.iter().map(|&men| (i32::from(men) * side).max(0)).sum::<i32>();
        let (off, off_other) = (MEN - count(1), MEN - count(-1));
        let (bar, bar_other) = (self.points[25].max(0), -self.points[0].min(0));
        // The two players, the length of the match and its score.
        let mut text = "board:you:opponent:0:0:0".to_owned();
        for men in self.points {
            let _ = write!(text, ":{men}");
        }
        // Whose turn it is, the dice of both, the cube, who may double, whether somebody has; then the colour, the
        // direction, where home and the bar are.
        let _ = write!(text, ":1:{one}:{other}:0:0:1:1:1:0:1:-1:0:25");
        let _ = write!(text, ":{off}:{off_other}:{bar}:{bar_other}:0:0:0:0");
        Some(text)
    }
}

/// Men behind a letter of an XGID, those of the first seat positive.
fn men(letter: u8) -> Option<i8> {
    match letter {
        b'-' => Some(0),
        b'A'..=b'O' => Some((letter - b'A' + 1).cast_signed()),
        b'a'..=b'o' => Some(-(letter - b'a' + 1).cast_signed()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
