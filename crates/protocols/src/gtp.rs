//! GTP 2, the Go Text Protocol, for every game of two seats without luck and secrets.
//!
//! Black is the first seat, and moves are the game's own words: `f5` in Othello, `4` in connect four. Commands are answered in the order
//! in which they come, each by `=` or `?` with its number, and an empty line. The specification: G. Farnebäck, "Specification of the Go
//! Text Protocol, version 2, draft 2"; `set_game` and `list_games` are as Othello programs have them.

mod command;

use std::io;
use std::time::Duration;

use counterplay_api::{AnyPosition, Item, Progress, TurnWord};
use counterplay_core::Seat;
use counterplay_render::board_text;

use self::command::{Command, is_number, seat, seconds};
use crate::clock::{Clock, Period};
use crate::lines::Line;
use crate::player::{PASS, Player, must_pass, only_action};
use crate::session::{Desk, Flow, Speaker, Urgency};
use crate::thought::Found;
use crate::{NAME, Protocol};

const COMMANDS: [&str; 19] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "showboard",
    "set_game",
    "list_games",
];

/// Games in which one may go on passing after the end. In others there is nothing left but to resign.
const PASSING: [&str; 1] = ["othello"];

/// The errors that the protocol has words for.
const SYNTAX: &str = "syntax error";
const UNKNOWN: &str = "unknown command";
const ILLEGAL: &str = "illegal move";
const UNACCEPTABLE: &str = "unacceptable size";
const CANNOT_UNDO: &str = "cannot undo";
const CANNOT_SCORE: &str = "cannot score";
const UNSUPPORTED: &str = "unsupported game";

/// An answer; nothing if it comes when the search is over.
type Answer = Result<Option<String>, String>;

/// An engine that speaks GTP.
pub(crate) struct Gtp {
    player: Player,
    /// How many plies there were before each move: one that was played for a program that leaves passes out has two.
    before: Vec<usize>,
    /// The clocks of Black and White, if there are any.
    clocks: Option<[Clock; 2]>,
    asked: Option<Asked>,
}

/// A move that is being thought about.
struct Asked {
    id: String,
    seat: Seat,
    position: Box<dyn AnyPosition>,
    /// Whether it is to be played as well.
    played: bool,
}

impl Speaker for Gtp {
    fn urgency(&self, line: &Line) -> Urgency {
        if Command::read(line).is_some_and(|command| command.name == "quit") { Urgency::Ends } else { Urgency::Waits }
    }

    fn hear(&mut self, line: &Line, desk: &mut Desk<'_>) -> io::Result<Flow> {
        let Some(command) = Command::read(line) else { return Ok(Flow::GoOn) };
        if let Some(answer) = self.answer(&command, desk).transpose() {
            reply(&command.id, answer, desk)?;
        }
        Ok(if command.name == "quit" { Flow::Quit } else { Flow::GoOn })
    }

    fn told(&mut self, _: &Progress, _: Duration, _: &mut Desk<'_>) -> io::Result<()> {
        Ok(())
    }

    fn found(&mut self, found: Found, _: bool, desk: &mut Desk<'_>) -> io::Result<()> {
        let Some(asked) = self.asked.take() else { return Ok(()) };
        if let Some(fault) = &found.fault {
            desk.note("!", fault);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks[place(asked.seat)].spend(found.time);
        }
        let id = asked.id.clone();
        let answer = match found.action {
            Some(word) => self.settle(asked, word),
            None => Err(found.fault.unwrap_or_else(|| ILLEGAL.to_owned())),
        };
        reply(&id, answer, desk)
    }
}

/// Says an answer. An empty line ends it, so that there is none inside of it.
fn reply(id: &str, answer: Result<String, String>, desk: &mut Desk<'_>) -> io::Result<()> {
    let (sign, text) = answer.map_or_else(|error| ('?', error), |text| ('=', text));
    let blank = if text.is_empty() { "" } else { " " };
    desk.say(format!("{sign}{id}{blank}{text}\n"))
}

impl Gtp {
    pub(crate) fn new(player: Player) -> Gtp {
        Gtp { player, before: Vec::new(), clocks: None, asked: None }
    }

    fn answer(&mut self, command: &Command, desk: &mut Desk<'_>) -> Answer {
        let arguments = command.words();
        let text = match (command.name.as_str(), arguments.as_slice()) {
            ("protocol_version", _) => "2".to_owned(),
            ("name", _) => NAME.to_owned(),
            ("version", _) => env!("CARGO_PKG_VERSION").to_owned(),
            ("known_command", [name]) => COMMANDS.contains(name).to_string(),
            ("list_commands", _) => COMMANDS.join("\n"),
            ("quit", _) => String::new(),
            ("boardsize", [size]) => self.resize(size)?,
            ("clear_board", _) => self.begin(),
            // Whatever it is, no game here has one.
            ("komi", [komi]) => komi.parse::<f64>().map(|_| String::new()).map_err(|_| SYNTAX)?,
            ("play", [colour, word]) => self.play(seat(colour)?, word)?,
            ("genmove", [colour]) => return self.think(command, seat(colour)?, true, desk),
            ("reg_genmove", [colour]) => return self.think(command, seat(colour)?, false, desk),
            ("undo", _) => self.undo()?,
            ("time_settings", [main, time, moves]) => self.set_clocks(main, time, moves)?,
            ("time_left", [colour, left, moves]) => self.set_clock(seat(colour)?, left, moves)?,
            ("final_score", _) => self.score()?,
            ("showboard", _) => self.board(),
            ("set_game", [_, ..]) => self.change_game(&arguments.join(" "))?,
            ("list_games", _) => self.games().map(Item::title).collect::<Vec<_>>().join("\n"),
            (name, _) if name.is_empty() || COMMANDS.contains(&name) => return Err(SYNTAX.to_owned()),
            _ => return Err(UNKNOWN.to_owned()),
        };
        Ok(Some(text))
    }

    /// The board is empty again.
    fn begin(&mut self) -> String {
        self.player.clear();
        self.before.clear();
        String::new()
    }

    /// A board of another size, if the game has such an option; else it must be the one that there is.
    fn resize(&mut self, size: &str) -> Result<String, String> {
        let number: u16 = size.parse().map_err(|_| if is_number(size) { UNACCEPTABLE } else { SYNTAX })?;
        let has_option =
            self.player.item().is_some_and(|item| item.options().iter().any(|option| option.name == "size"));
        if has_option {
            self.player.change_option("size", size).map_err(|_| UNACCEPTABLE)?;
        } else {
            let columns = self.player.game.start().board(None).cells.iter().map(|cell| cell.column + 1).max();
            columns.filter(|&columns| u64::from(columns) == u64::from(number)).ok_or(UNACCEPTABLE)?;
        }
        Ok(self.begin())
    }

    /// Plays the pass that a program has left out before a move of the other side.
    fn give_way(position: &mut dyn AnyPosition, seat: Seat) {
        if position.turn() == TurnWord::Seat(seat.other()) && must_pass(position) {
            let _ = position.play(PASS);
        }
    }

    /// Whether one may go on passing after the end.
    fn goes_on_passing(&self) -> bool {
        self.player.item().is_some_and(|item| PASSING.contains(&item.name()))
    }

    fn play(&mut self, seat: Seat, word: &str) -> Result<String, String> {
        let mut position = self.player.position.copy();
        Self::give_way(position.as_mut(), seat);
        let over = position.turn() == TurnWord::Over;
        if over && word.eq_ignore_ascii_case(PASS) && self.goes_on_passing() {
            self.keep(position);
            return Ok(String::new());
        }
        if position.turn() != TurnWord::Seat(seat) || position.play(word).is_err() {
            return Err(ILLEGAL.to_owned());
        }
        self.keep(position);
        Ok(String::new())
    }

    /// Goes on from a position that is a move further.
    fn keep(&mut self, position: Box<dyn AnyPosition>) {
        self.before.push(self.player.position.plies());
        self.player.set(position);
    }

    /// Thinks about a move, unless there is no choice.
    fn think(&mut self, command: &Command, seat: Seat, played: bool, desk: &mut Desk<'_>) -> Answer {
        let mut position = self.player.position.copy();
        Self::give_way(position.as_mut(), seat);
        match position.turn() {
            TurnWord::Over => return Ok(Some(if self.goes_on_passing() { PASS } else { "resign" }.to_owned())),
            TurnWord::Seat(mover) if mover == seat => {}
            _ => return Err(ILLEGAL.to_owned()),
        }
        let asked = Asked { id: command.id.clone(), seat, position, played };
        if let Some(word) = only_action(asked.position.as_ref()) {
            return self.settle(asked, word).map(Some);
        }
        let time = self.clocks.map(|clocks| clocks[place(seat)].share());
        desk.think(self.player.task(asked.position.copy(), time));
        self.asked = Some(asked);
        Ok(None)
    }

    /// Answers with a move, and plays it if that was asked for.
    fn settle(&mut self, asked: Asked, word: String) -> Result<String, String> {
        let Asked { mut position, played, .. } = asked;
        if played {
            position.play(&word).map_err(|error| error.to_string())?;
            self.keep(position);
        }
        Ok(word)
    }

    fn undo(&mut self) -> Result<String, String> {
        let plies = self.before.pop().ok_or(CANNOT_UNDO)?;
        while self.player.position.plies() > plies && self.player.position.take_back() {}
        Ok(String::new())
    }

    fn set_clocks(&mut self, main: &str, time: &str, moves: &str) -> Result<String, String> {
        let (main, time) = (seconds(main)?, seconds(time)?);
        let moves: u32 = moves.parse().map_err(|_| SYNTAX)?;
        // A period for no moves means that there is no limit.
        self.clocks = match (time.is_zero(), moves) {
            (true, _) => Some(Clock::new(main, None)),
            (false, 0) => None,
            (false, moves) => Some(Clock::new(main, Some(Period { time, moves }))),
        }
        .map(|clock| [clock; 2]);
        Ok(String::new())
    }

    fn set_clock(&mut self, seat: Seat, left: &str, moves: &str) -> Result<String, String> {
        let (left, moves) = (seconds(left)?, moves.parse().map_err(|_| SYNTAX)?);
        let clocks = self.clocks.get_or_insert([Clock::new(left, None); 2]);
        clocks[place(seat)].set(left, moves);
        Ok(String::new())
    }

    /// By how much Black or White has won: by how much more than the middle of what is possible.
    fn score(&self) -> Result<String, String> {
        let (low, high) = self.player.position.bounds();
        let black = self.player.position.result(Seat::FIRST).ok_or(CANNOT_SCORE)? - f64::midpoint(low, high);
        Ok(match black {
            black if black > 0.0 => format!("B+{black}"),
            black if black < 0.0 => format!("W+{}", -black),
            _ => "0".to_owned(),
        })
    }

    fn board(&self) -> String {
        let turn = match self.player.position.turn() {
            TurnWord::Seat(Seat::FIRST) => "black is to move",
            TurnWord::Seat(_) => "white is to move",
            TurnWord::Chance | TurnWord::Over => "the game is over",
        };
        let board = board_text(&self.player.position.board(None));
        let lines = board.lines().filter(|line| !line.trim().is_empty());
        std::iter::once(turn).chain(lines).collect::<Vec<_>>().join("\n")
    }

    fn games(&self) -> impl Iterator<Item = &dyn Item> {
        self.player.items().filter(|item| Protocol::Gtp.suits(*item))
    }

    fn change_game(&mut self, wanted: &str) -> Result<String, String> {
        let is_wanted = |name: &str| name.eq_ignore_ascii_case(wanted);
        let found = self.games().find(|item| is_wanted(item.name()) || is_wanted(item.title()));
        let name = found.map(|item| item.name().to_owned()).ok_or(UNSUPPORTED)?;
        self.player.change_game(&name).map_err(|error| error.to_string())?;
        Ok(self.begin())
    }
}

/// The place of a seat among the two.
fn place(seat: Seat) -> usize {
    usize::from(seat.0 % 2)
}
