//! A game whose sampler fails, and a view that admits no state: what the library says, and what a program of such a
//! game says, whether it is silent about panics or has a hook of its own.
//!
//! The game needs a program of its own, and this is it: with `CUPS` in the environment it is a command line for that
//! game, and without, it calls itself so. Therefore it is its own harness.

use std::process::{Command, ExitCode};

use counterplay::core::Cause;
use counterplay::text::Words;
use counterplay::{
    Actions, AnyGame, Catalog, Entry, Game, Hidden, Limits, Notation, OptionSpec, Random, Request, Score, SearchError,
    Seat, TextError, Turn, With, Without, render::board_text,
};

/// The first hides a ball under one of three cups, and the second looks under two of them.
struct Cups(Sampler);

/// What the sampler does.
#[derive(Clone, Copy, PartialEq)]
enum Sampler {
    Works,
    FindsNothing,
    Panics,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    ball: Option<u8>,
    looked: Vec<u8>,
}

/// As the first sees it, or with a hidden ball as the second does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct View {
    seat: Seat,
    hidden: bool,
    state: State,
}

impl Game for Cups {
    type State = State;
    type Action = u8;
    type Luck = Without;
    type Secrets = With;

    fn initial(&self) -> State {
        State { ball: None, looked: Vec::new() }
    }
    fn turn(&self, state: &State) -> Turn {
        Turn::Seat(if state.ball.is_none() { Seat::FIRST } else { Seat::SECOND })
    }
    fn actions(&self, state: &State, out: &mut Actions<u8>) {
        out.extend((1..=3).filter(|cup| !self.is_terminal(state) && !state.looked.contains(cup)));
    }
    fn apply(&self, state: &mut State, cup: u8) {
        if state.ball.is_none() { state.ball = Some(cup) } else { state.looked.push(cup) }
    }
    fn is_terminal(&self, state: &State) -> bool {
        state.looked.len() == 2 || state.ball.is_some_and(|ball| state.looked.contains(&ball))
    }
    fn utility(&self, state: &State) -> Score {
        let found = state.ball.is_some_and(|ball| state.looked.contains(&ball));
        if found { Score::LOSS } else { Score::WIN }
    }
}

impl Hidden for Cups {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let hidden = seat == Seat::SECOND && state.ball.is_some_and(|ball| !state.looked.contains(&ball));
        let ball = state.ball.filter(|_| !hidden);
        View { seat, hidden, state: State { ball, ..state.clone() } }
    }
    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }
    fn observation(&self, state: &State, cup: u8, seat: Seat) -> String {
        match state.ball {
            None if seat == Seat::SECOND => "hides it".to_owned(),
            Some(ball) => format!("{cup} is {}", if ball == cup { "it" } else { "empty" }),
            None => cup.to_string(),
        }
    }
    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<State> {
        assert!(self.0 != Sampler::Panics, "the ball is lost");
        let left: Vec<u8> = (1..=3).filter(|cup| !view.state.looked.contains(cup)).collect();
        let place = if view.hidden { Some(*left.get(random.index(left.len())?)?) } else { view.state.ball };
        (self.0 == Sampler::Works).then(|| State { ball: place, ..view.state.clone() })
    }
    fn view_text(&self, view: &View) -> String {
        let ball = view.state.ball.map_or(if view.hidden { "?" } else { "-" }.to_owned(), |ball| ball.to_string());
        let looked: String = view.state.looked.iter().map(u8::to_string).collect();
        format!("{} {ball} {looked}", view.seat).trim_end().to_owned()
    }
    fn parse_view(&self, text: &str) -> Result<View, TextError> {
        let mut words = Words::new(text);
        let seat = words.expect("a seat", Seat::named)?;
        let cup = |letter: char| letter.to_digit(4).map(|cup| cup as u8);
        let (hidden, ball) = words.expect("the ball", |word| match word {
            "?" | "-" => Some((word == "?", None)),
            _ => word.chars().next().and_then(cup).map(|cup| (false, Some(cup))),
        })?;
        let looked =
            if words.at_end() { Vec::new() } else { words.expect("cups", |word| word.chars().map(cup).collect())? };
        words.end()?;
        Ok(View { seat, hidden, state: State { ball, looked } })
    }
}

impl Notation for Cups {}

fn catalog() -> Catalog {
    let sampler = OptionSpec { name: "sampler", help: "what it does", least: 0, most: 2, default: Some(0) };
    let make = |options: &counterplay::Options| {
        let samplers = [Sampler::Works, Sampler::FindsNothing, Sampler::Panics];
        samplers.get(options.or("sampler", 0usize)).copied().map(Cups).ok_or_else(|| "no such sampler".to_owned())
    };
    Catalog::new().with(Entry::with_options("cups", "Cups", vec![sampler], make).notation("the cup"))
}

fn main() -> ExitCode {
    match std::env::var("CUPS").as_deref() {
        Ok("silent") => {
            counterplay::silence_panics();
            return counterplay::run(&catalog());
        }
        Ok(_) => {
            std::panic::set_hook(Box::new(|panic| eprintln!("heard: {}", panic.payload_as_str().unwrap_or_default())));
            let code = counterplay::run(&catalog());
            assert!(std::thread::spawn(|| panic!("for a reason of its own")).join().is_err());
            return code;
        }
        Err(_) => {}
    }
    // What the rules panic about is told by the errors that are compared.
    std::panic::set_hook(Box::new(|panic| eprintln!("{panic}")));
    the_library_says_what_is_wrong();
    the_program_says_what_is_wrong();
    a_program_keeps_the_hook_that_it_has();
    println!("a failing sampler is told, by the library and by a program");
    ExitCode::SUCCESS
}

fn game(sampler: &str) -> std::sync::Arc<dyn AnyGame> {
    catalog().game("cups", &[("sampler", sampler)]).expect("it is listed")
}

fn the_library_says_what_is_wrong() {
    let best = |sampler: &str| {
        let mut position = game(sampler).start();
        position.play("2").expect("it is legal");
        let found = position.best(&Request::default(), &mut |_| {});
        // A search that fails leaves the position as it was.
        assert!(board_text(&position.board(None)).contains("second ?"));
        found.map(|report| report.averages.len())
    };
    assert_eq!(best("0"), Ok(3));
    assert_eq!(best("1"), Err(SearchError::of_halt(Cause::NoState.at_root())));
    assert_eq!(best("2"), Err(SearchError::Panicked("the ball is lost".to_owned())));

    let read = |sampler: &str, text: &str| game(sampler).read(text).map(|position| position.text());
    assert_eq!(read("0", "second ? 1"), Ok("second ? 1".to_owned()));
    let nowhere = TextError::new("second ? 123".len(), "no state of the game has this view");
    assert_eq!(read("0", "second ? 123\n"), Err(nowhere.clone()));
    assert_eq!(read("1", "second ? 123"), Err(nowhere));
    let panicked = TextError::new(0, "the rules of the game panicked: the ball is lost");
    assert_eq!(read("2", "second ? 1"), Err(panicked));

    let law = |sampler| game(sampler).check(&Limits::default(), 1).map(drop).map_err(|violation| violation.law);
    assert_eq!(law("0"), Ok(()));
    assert_eq!(law("1"), Err("every view of a real state has a sample"));
    assert_eq!(law("2"), Err("the rules do not panic"));
}

/// Runs the program: exit code, stdout and stderr.
fn program(manner: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let program = std::env::current_exe().expect("it runs");
    let output = Command::new(program).env("CUPS", manner).args(arguments).output().expect("it starts");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn a_program_keeps_the_hook_that_it_has() {
    let (code, told, error) = program("heard", &["move", "cups", "--sampler", "2", "--moves", "2"]);
    assert_eq!((code, told.as_str()), (Some(3), ""), "{error}");
    let lines: Vec<&str> = error.lines().collect();
    assert!(
        lines.contains(&"heard: the ball is lost") && error.contains("error: the rules of the game panicked"),
        "{error}"
    );
    assert_eq!(lines.last(), Some(&"heard: for a reason of its own"), "{error}");
}

fn the_program_says_what_is_wrong() {
    let run = |arguments: &[&str]| program("silent", arguments);
    let (code, told, _) = run(&["move", "cups", "-p", "second ? 1"]);
    assert!(code == Some(0) && told.contains("2 averages -"), "{told}");
    let nowhere = "no state of the game has this view";
    let lost = "the rules of the game panicked: the ball is lost";
    for (arguments, message) in [
        (&["move", "cups", "-p", "second ? 123"][..], nowhere),
        (&["show", "cups", "-p", "second ? 123"], nowhere),
        (&["move", "cups", "--sampler", "1", "--moves", "2"], nowhere),
        (&["move", "cups", "--sampler", "1", "-p", "second ? 1"], nowhere),
        (&["analyze", "cups", "--sampler", "1", "--moves", "2"], nowhere),
        (&["move", "cups", "--sampler", "2", "--moves", "2"], lost),
        (&["move", "cups", "--sampler", "2", "-p", "second ? 1"], lost),
        (&["analyze", "cups", "--sampler", "2", "--moves", "2"], lost),
    ] {
        let (code, told, error) = run(arguments);
        assert_eq!((code, told.as_str()), (Some(3), ""), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") && error.contains(message), "{arguments:?}: {error}");
        let (code, told, _) = run(&[arguments, &["--json"]].concat());
        let error = told.lines().last().unwrap_or_default();
        assert!(code == Some(3) && error.contains("\"code\":3") && error.contains(message), "{arguments:?}: {told}");
    }
    let (code, told, error) = run(&["check", "cups", "--sampler", "1"]);
    let said = told + &error;
    assert!(code == Some(1) && said.contains("every view of a real state has a sample"), "{said}");
}
