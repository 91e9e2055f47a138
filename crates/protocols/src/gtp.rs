//! GTP 2, the Go Text Protocol, for every game of two seats without luck and secrets.
//!
//! Black is the first seat, and moves are the game's own words: `f5` in Othello, `4` in connect four. Commands get
//! responses in the order in which they come, each by `=` or `?` with its number, and an empty line. The specification:
//! G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2"; `set_game` and `list_games` are as
//! Othello programs have them.

mod command;

use std::io;
use std::time::Duration;

use counterplay_api::{ActionWord, AnyPosition, Item, Progress, TurnWord};
use counterplay_core::Seat;
use counterplay_render::board_text;

use self::command::{Command, is_number, seat, seconds};
use crate::clock::{Clock, Period};
use crate::current_game::{CurrentGame, PASS, must_pass, only_action};
use crate::lines::Line;
use crate::search_thread::SearchResult;
use crate::session::{Flow, ProtocolHandler, Session, Urgency};
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

/// Error messages of the protocol.
const SYNTAX: &str = "syntax error";
const UNKNOWN: &str = "unknown command";
const ILLEGAL: &str = "illegal move";
const UNACCEPTABLE: &str = "unacceptable size";
const CANNOT_UNDO: &str = "cannot undo";
const CANNOT_SCORE: &str = "cannot score";
const UNSUPPORTED: &str = "unsupported game";

/// Response to a command. `None` if it comes when the search is over.
type Response = Result<Option<String>, String>;

/// GTP engine.
pub(crate) struct Gtp {
    current: CurrentGame,
    /// Number of plies before each move. A move before which a program left out a pass has two.
    before: Vec<usize>,
    /// Clocks of Black and White, if there are any.
    clocks: Option<[Clock; 2]>,
    pending: Option<PendingMove>,
}

/// Move request that is being searched.
struct PendingMove {
    id: String,
    seat: Seat,
    position: Box<dyn AnyPosition>,
    /// Whether the move is to be played as well.
    played: bool,
}

impl ProtocolHandler for Gtp {
    fn urgency(&self, line: &Line) -> Urgency {
        if Command::read(line).is_some_and(|command| command.name == "quit") { Urgency::Ends } else { Urgency::Waits }
    }

    fn handle(&mut self, line: &Line, session: &mut Session<'_>) -> io::Result<Flow> {
        let Some(command) = Command::read(line) else { return Ok(Flow::GoOn) };
        if let Some(answer) = self.answer(&command, session).transpose() {
            reply(&command.id, answer, session)?;
        }
        Ok(if command.name == "quit" { Flow::Quit } else { Flow::GoOn })
    }

    fn on_progress(&mut self, _: &Progress, _: Duration, _: &mut Session<'_>) -> io::Result<()> {
        Ok(())
    }

    fn on_result(&mut self, found: SearchResult, _: bool, session: &mut Session<'_>) -> io::Result<()> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        if let Some(fault) = &found.fault {
            session.write_log("!", fault);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks[place(pending.seat)].spend(found.time);
        }
        let id = pending.id.clone();
        let answer = match found.action {
            Some(action) => self.respond(pending, action),
            None => Err(found.fault.unwrap_or_else(|| ILLEGAL.to_owned())),
        };
        reply(&id, answer, session)
    }
}

/// Sends a response. An empty line ends it, so there is none inside of it.
fn reply(id: &str, answer: Result<String, String>, session: &mut Session<'_>) -> io::Result<()> {
    let (sign, text) = answer.map_or_else(|error| ('?', error), |text| ('=', text));
    let blank = if text.is_empty() { "" } else { " " };
    session.send(format!("{sign}{id}{blank}{text}\n"))
}

impl Gtp {
    pub(crate) fn new(current: CurrentGame) -> Gtp {
        Gtp { current, before: Vec::new(), clocks: None, pending: None }
    }

    fn answer(&mut self, command: &Command, session: &mut Session<'_>) -> Response {
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
            ("genmove", [colour]) => return self.think(command, seat(colour)?, true, session),
            ("reg_genmove", [colour]) => return self.think(command, seat(colour)?, false, session),
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

    /// Begins a game: the board is empty again.
    fn begin(&mut self) -> String {
        self.current.clear();
        self.before.clear();
        String::new()
    }

    /// Changes the board size, if the game has such an option; else it must be the present one.
    fn resize(&mut self, size: &str) -> Result<String, String> {
        let number: u16 = size.parse().map_err(|_| if is_number(size) { UNACCEPTABLE } else { SYNTAX })?;
        let has_option =
            self.current.item().is_some_and(|item| item.options().iter().any(|option| option.name == "size"));
        if has_option {
            self.current.change_option("size", size).map_err(|_| UNACCEPTABLE)?;
        } else {
            let columns = self.current.game.start().board(None).cells.iter().map(|cell| cell.column + 1).max();
            columns.filter(|&columns| u64::from(columns) == u64::from(number)).ok_or(UNACCEPTABLE)?;
        }
        Ok(self.begin())
    }

    /// Plays the pass that a program has left out before a move of the other side.
    fn play_missing_pass(position: &mut dyn AnyPosition, seat: Seat) {
        if position.turn() == TurnWord::Seat(seat.other()) && must_pass(position) {
            let _ = position.play(PASS);
        }
    }

    /// Whether one may go on passing after the end.
    fn goes_on_passing(&self) -> bool {
        self.current.item().is_some_and(|item| PASSING.contains(&item.name()))
    }

    fn play(&mut self, seat: Seat, word: &str) -> Result<String, String> {
        let mut position = self.current.position.copy();
        Self::play_missing_pass(position.as_mut(), seat);
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

    /// Replaces the position by one that is a move further.
    fn keep(&mut self, position: Box<dyn AnyPosition>) {
        self.before.push(self.current.position.plies());
        self.current.set(position);
    }

    /// Starts a search for a move, unless there is no choice.
    fn think(&mut self, command: &Command, seat: Seat, played: bool, session: &mut Session<'_>) -> Response {
        let mut position = self.current.position.copy();
        Self::play_missing_pass(position.as_mut(), seat);
        match position.turn() {
            TurnWord::Over => return Ok(Some(if self.goes_on_passing() { PASS } else { "resign" }.to_owned())),
            TurnWord::Seat(mover) if mover == seat => {}
            _ => return Err(ILLEGAL.to_owned()),
        }
        let pending = PendingMove { id: command.id.clone(), seat, position, played };
        if let Some(action) = only_action(pending.position.as_ref()) {
            return self.respond(pending, action).map(Some);
        }
        let time = self.clocks.map(|clocks| clocks[place(seat)].share());
        session.think(self.current.task(pending.position.copy(), time));
        self.pending = Some(pending);
        Ok(None)
    }

    /// Responds with a move, and plays it if that was asked for.
    fn respond(&mut self, pending: PendingMove, action: ActionWord) -> Result<String, String> {
        let PendingMove { mut position, played, .. } = pending;
        if played {
            position.play_action(action.id, None).map_err(|error| error.to_string())?;
            self.keep(position);
        }
        Ok(action.word)
    }

    fn undo(&mut self) -> Result<String, String> {
        let plies = self.before.pop().ok_or(CANNOT_UNDO)?;
        while self.current.position.plies() > plies && self.current.position.take_back() {}
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

    /// Final score: by how much Black or White has won.
    fn score(&self) -> Result<String, String> {
        let position = &self.current.position;
        let black = position.result(Seat::FIRST).ok_or(CANNOT_SCORE)? - position.even();
        Ok(match black {
            black if black > 0.0 => format!("B+{black}"),
            black if black < 0.0 => format!("W+{}", -black),
            _ => "0".to_owned(),
        })
    }

    fn board(&self) -> String {
        let turn = match self.current.position.turn() {
            TurnWord::Seat(Seat::FIRST) => "black is to move",
            TurnWord::Seat(_) => "white is to move",
            TurnWord::Chance | TurnWord::Over => "the game is over",
        };
        let board = board_text(&self.current.position.board(None));
        let lines = board.lines().filter(|line| !line.trim().is_empty());
        std::iter::once(turn).chain(lines).collect::<Vec<_>>().join("\n")
    }

    fn games(&self) -> impl Iterator<Item = &dyn Item> {
        self.current.items().filter(|item| Protocol::Gtp.suits(*item))
    }

    fn change_game(&mut self, wanted: &str) -> Result<String, String> {
        let is_wanted = |name: &str| name.eq_ignore_ascii_case(wanted);
        let found = self.games().find(|item| is_wanted(item.name()) || is_wanted(item.title()));
        let name = found.map(|item| item.name().to_owned()).ok_or(UNSUPPORTED)?;
        self.current.change_game(&name).map_err(|error| error.to_string())?;
        Ok(self.begin())
    }
}

/// Index of a seat, 0 or 1.
fn place(seat: Seat) -> usize {
    usize::from(seat.0 % 2)
}
