//! `counterplay play GAME`: in the terminal, against the machine or a person.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use counterplay_api::{ActionWord, AnyPosition, Book, BookMove, HiddenSearch, Level, Request, SearchError, TurnWord};
use counterplay_core::{Limits, Seat, Seeded};
use counterplay_render::board_text;

use crate::Context;
use crate::failure::Failure;
use crate::position::PositionArgs;
use crate::report_text::{decimal, side};
use crate::{book, limits, memory};

/// Play in the terminal, against the machine or a person
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    /// Who plays for the first seat
    #[arg(long, value_enum, default_value = "person")]
    first: Player,
    /// Who plays for the second seat
    #[arg(long, value_enum, default_value = "machine")]
    second: Player,
    /// How strong the machine is: 1 looks hardly ahead and errs often, 10 takes its time and never means to; `games`
    /// tells what each level sees and how it errs
    #[arg(long, default_value = "5", value_parser = clap::value_parser!(u32).range(1..=10), allow_hyphen_values = true)]
    level: u32,
    /// The seed of the dice and of the machine's errors; another one each time if not given
    #[arg(long)]
    seed: Option<u64>,
    /// In a game with secrets, how the machine searches over what could be
    #[arg(long, value_name = "averaging|ismcts|equilibrium|strongest", value_parser = limits::hidden_search)]
    search: Option<HiddenSearch>,
    /// A book that `book build` made: while it has moves, the machine plays one of them, each as often as it was played
    #[arg(long, value_name = "BOOK")]
    book: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Player {
    Person,
    Machine,
}

const HELP: &str = "\
type an action, or its number in the list
  hint      what the machine would do here at its best
  undo      take back to your last choice
  actions   the legal actions
  rules     the rules of the game
  board     the board once more
  position  how to come back to this position later
  help      this
  quit      leave the game";

pub(crate) fn run(args: &Args, context: &mut Context<'_>) -> Result<u8, Failure> {
    let game = args.at.game(context.catalog, &context.given)?;
    let position = args.at.read(game.as_ref())?;
    let given = args.at.given(context.catalog, &context.given)?;
    let open = |path| book::open(path, &args.at.game, &given, game.as_ref(), context.catalog);
    let book = args.book.as_deref().map(open).transpose()?;
    let seed = args
        .seed
        .unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64));
    let search = limits::for_secrets(args.search, "--search", game.has_secrets())?;
    let stop = Some(context.signals.stop.clone());
    let limits = Limits { stop, stack: context.stack, ..Limits::default() };
    let (sender, lines) = channel();
    let on_signal = sender.clone();
    let heard = context.signals.tell(move || drop(on_signal.send(Input::Over)));
    heard.map_err(|error| Failure::resource(format!("signals cannot be heard: {error}")))?;
    read_stdin(sender);
    let mut game = TerminalGame {
        name: args.at.game.clone(),
        players: [args.first, args.second],
        level: Level::new(args.level).unwrap_or_default(),
        request: Request { limits, memory: memory::budget(None)?, search, ..Request::default() },
        seed,
        book,
        secrets: game.has_secrets(),
        position,
        random: Seeded::new(seed),
        lines,
        input_is_over: false,
        shown_to: None,
        context,
    };
    game.play()
}

/// Input of a game in the terminal.
enum Input {
    /// Line that somebody typed.
    Line(String),
    /// End of the input, or a signal that ends the game.
    Over,
}

/// Reads stdin on a thread of its own, so that a signal is noticed while nobody types.
fn read_stdin(sender: Sender<Input>) {
    std::thread::spawn(move || {
        let mut source = std::io::stdin().lock();
        let mut bytes = Vec::new();
        while source.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            bytes.clear();
            if sender.send(Input::Line(line)).is_err() {
                return;
            }
        }
        let _ = sender.send(Input::Over);
    });
}

/// Game in the terminal: a position and the players.
struct TerminalGame<'a, 'b> {
    /// Name of the game in the catalog.
    name: String,
    players: [Player; 2],
    level: Level,
    /// Search limits of the machine besides those of its level.
    request: Request,
    seed: u64,
    /// Moves that the machine plays without a search.
    book: Option<Book>,
    secrets: bool,
    position: Box<dyn AnyPosition>,
    random: Seeded,
    lines: Receiver<Input>,
    /// Whether there is nothing more to read.
    input_is_over: bool,
    /// Seat that has last looked at the screen, where there are secrets.
    shown_to: Option<Seat>,
    context: &'a mut Context<'b>,
}

/// Command of a person.
enum Command {
    Act(String),
    Again,
    Leave,
}

impl TerminalGame<'_, '_> {
    fn play(&mut self) -> Result<u8, Failure> {
        if self.players.contains(&Player::Machine) {
            let (number, what) = (self.level.number(), self.level.describe());
            self.say(format!("the machine plays at level {number} of 10 (--level): it {what}"))?;
        }
        let how = self.how_to_move();
        self.say(how)?;
        loop {
            match self.position.turn() {
                TurnWord::Over => return self.end(),
                TurnWord::Chance => self.roll()?,
                TurnWord::Seat(seat) if self.player(seat) == Player::Machine => self.let_machine_play(seat)?,
                TurnWord::Seat(seat) => {
                    self.hand_over(seat)?;
                    self.show(seat)?;
                    if !self.let_person_play(seat)? {
                        self.say("goodbye")?;
                        return Ok(0);
                    }
                }
            }
            if self.context.signals.exit_code().is_some() {
                return Ok(0);
            }
        }
    }

    /// Sentence for somebody's first game: how to enter a move, and where more is said.
    fn how_to_move(&self) -> String {
        let example = match self.position.turn() {
            TurnWord::Seat(_) => self.position.actions().first().map(|action| action.text().to_owned()),
            TurnWord::Chance | TurnWord::Over => None,
        };
        let such = example.map_or_else(String::new, |word| format!(" ({word})"));
        format!(
            "type a move{such} or its number in the list of actions; rules tells the rules, help what else you can say"
        )
    }

    /// Rules of the game, as `counterplay rules` prints them.
    fn rules(&self) -> &str {
        let item = self.context.catalog.find(&self.name);
        item.and_then(|item| item.rules_text()).unwrap_or(counterplay_api::NO_RULES_TEXT).trim_end()
    }

    fn player(&self, seat: Seat) -> Player {
        self.players[usize::from(seat.0 % 2)]
    }

    /// Seat of the person who watches while it is nobody's own choice: the only one, if there is only one.
    fn onlooker(&self) -> Seat {
        match self.players {
            [Player::Machine, Player::Person] => Seat::SECOND,
            [Player::Person, Player::Person] => self.shown_to.unwrap_or(Seat::FIRST),
            _ => Seat::FIRST,
        }
    }

    fn roll(&mut self) -> Result<(), Failure> {
        let two_people = self.players == [Player::Person; 2];
        let onlooker = self.onlooker();
        let outcome = self.position.roll(&mut self.random, Some(onlooker));
        match outcome {
            // With two people before one screen, the board tells each when it is his turn to look.
            Some(_) if self.secrets && two_people => self.say("chance: the cards are dealt"),
            Some(outcome) => self.say(format!("chance: {outcome}")),
            None => Err(Failure::input("the rules say that it is chance's turn, but nothing can be drawn")),
        }
    }

    fn let_machine_play(&mut self, seat: Seat) -> Result<(), Failure> {
        let from_book = self.book.as_ref().and_then(|book| book.choose(self.position.as_ref(), self.seed));
        let (action, source) = match from_book {
            Some(BookMove { action, games, .. }) => (action, format!(", from the book (games: {games})")),
            None => (self.think(self.level)?, String::new()),
        };
        let (onlooker, short) = (self.onlooker(), self.position.short(&action.word));
        let played = self.position.play_action(action.id, Some(onlooker));
        let told = short.unwrap_or(played.map_err(|error| Failure::input(error.to_string()))?);
        self.say(format!("{} (machine): {told}{source}", side(self.position.as_ref(), seat)))
    }

    /// Action of a player of a level.
    fn think(&self, level: Level) -> Result<ActionWord, Failure> {
        let choice = level.choose(self.position.as_ref(), self.seed, &self.request)?;
        choice.ok_or(SearchError::NoActions).map_err(Failure::from)
    }

    /// Hands the screen over between two people: what one may see, the other must not.
    fn hand_over(&mut self, seat: Seat) -> Result<(), Failure> {
        let two_people = self.players == [Player::Person; 2];
        if self.secrets && two_people && self.shown_to != Some(seat) {
            if self.shown_to.is_some() {
                self.say("\n".repeat(60))?;
            }
            self.say(format!("{} is to look at the screen now: press Enter", side(self.position.as_ref(), seat)))?;
            self.read_line()?;
        }
        self.shown_to = Some(seat);
        Ok(())
    }

    fn show(&mut self, seat: Seat) -> Result<(), Failure> {
        let board = board_text(&self.position.board(Some(seat)));
        self.say(format!("\n{}", board.trim_end()))
    }

    /// Asks until the person has chosen; `false` if the person leaves.
    fn let_person_play(&mut self, seat: Seat) -> Result<bool, Failure> {
        loop {
            self.ask(seat)?;
            let Some(line) = self.read_line()? else { return Ok(false) };
            match self.parse(&line, seat)? {
                Command::Leave => return Ok(false),
                Command::Again => {}
                Command::Act(word) => match self.position.play(&word) {
                    Ok(()) => return Ok(true),
                    Err(error) => self.say(error)?,
                },
            }
            if self.position.turn() != TurnWord::Seat(seat) {
                return Ok(true);
            }
        }
    }

    fn parse(&mut self, line: &str, seat: Seat) -> Result<Command, Failure> {
        match line.to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Command::Leave),
            "help" | "?" => self.say(HELP)?,
            "hint" => {
                let hint = self.think(Level::HIGHEST)?;
                let text = self.position.short(&hint.word).unwrap_or(hint.word);
                self.say(format!("hint: {text}"))?;
            }
            "actions" | "moves" => {
                let actions = self.position.actions();
                let listed: Vec<String> =
                    (1..).zip(&actions).map(|(n, action)| format!("{n}: {}", action.text())).collect();
                self.say(listed.join("  "))?;
            }
            "board" => self.show(seat)?,
            "rules" => {
                let rules = self.rules().to_owned();
                self.say(rules)?;
            }
            "position" => {
                let text = if self.position.text_is_notation() {
                    format!("-p \"{}\"", self.position.text())
                } else if self.secrets {
                    "this game has no notation for what a seat sees".to_owned()
                } else {
                    format!("--moves \"{}\"", self.position.history(None).join(" "))
                };
                self.say(text)?;
            }
            "undo" => self.undo(seat)?,
            _ => return Ok(Command::Act(line.to_owned())),
        }
        Ok(Command::Again)
    }

    /// Takes back to the person's last choice, whatever the machine and the dice did since.
    fn undo(&mut self, seat: Seat) -> Result<(), Failure> {
        let mut earlier = self.position.copy();
        while earlier.take_back() {
            if earlier.turn() == TurnWord::Seat(seat) {
                self.position = earlier;
                return self.show(seat);
            }
        }
        self.say("there is nothing to take back")
    }

    fn end(&mut self) -> Result<u8, Failure> {
        let onlooker = self.onlooker();
        self.show(onlooker)?;
        let result = self.position.result(Seat::FIRST).unwrap_or(0.0);
        let other = self.position.result(Seat::SECOND).unwrap_or(0.0);
        let [first, second] = self.position.sides();
        let verdict = if result > other {
            format!("{first} wins")
        } else if result < other {
            format!("{second} wins")
        } else {
            "a draw".to_owned()
        };
        let how = self.position.ending().map_or_else(String::new, |ending| format!(" {ending}"));
        self.say(format!("the game is over: {verdict}{how} ({} to {})", decimal(result), decimal(other)))?;
        Ok(0)
    }

    fn ask(&mut self, seat: Seat) -> Result<(), Failure> {
        self.context.output.text(format!("{}> ", side(self.position.as_ref(), seat)))?;
        self.context.output.flush()
    }

    /// Reads the next line. `None` at the end of the input or after Ctrl-C.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        self.context.output.flush()?;
        if self.input_is_over {
            return Ok(None);
        }
        match self.lines.recv() {
            Ok(Input::Line(line)) => Ok(Some(line)),
            Ok(Input::Over) | Err(_) => {
                self.input_is_over = true;
                Ok(None)
            }
        }
    }

    fn say(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        self.context.output.line(text)
    }
}
