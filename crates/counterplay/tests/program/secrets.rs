//! What a seat is told depends on what it may see, and on nothing else.
//!
//! Along random games a *twin* is built at each choice: a position that looks the same to whoever is to move, with
//! another truth behind it. Everything that the seat can ask for must then be the same in both, to the byte.

use std::fmt::Write;
use std::time::Duration;

use crate::common::run;
use counterplay::json;
use counterplay::review::{Effort, judge};
use counterplay::{
    AnyGame, AnyPosition, Drawing, HiddenSearch, Level, Limits, Method, Random, Request, Row, Seat, Seeded, TreeSearch,
    TurnWord,
};

/// How many random games are played of each game.
const GAMES: u64 = 6;
/// How many plies of each are looked at.
const PLIES: usize = 16;
/// In how many positions of each seat something is searched for.
const SEARCHED: usize = 4;
/// How often a twin is sought.
const TRIES: u32 = 40;

/// A random game, with a position at each seat's choice.
fn choices(game: &dyn AnyGame, seed: u64) -> Vec<Box<dyn AnyPosition>> {
    let (mut position, mut choices) = (game.start(), Vec::new());
    let mut random = Seeded::new(seed);
    while position.plies() < PLIES && position.turn() != TurnWord::Over {
        if position.turn() == TurnWord::Chance {
            position.roll(&mut random, None).expect("chance can draw");
            continue;
        }
        choices.push(position.copy());
        let actions = position.actions();
        let at = random.index(actions.len()).expect("there is an action");
        position.play(&actions[at].word).expect("it is legal");
    }
    choices
}

/// The last thing that a seat was told.
fn last_told(position: &dyn AnyPosition, seat: Seat) -> Option<String> {
    position.history(Some(seat)).pop()
}

/// A position after another line, of which the seat to move has been told the same.
fn twin(position: &dyn AnyPosition, seat: Seat, random: &mut dyn Random) -> Option<Box<dyn AnyPosition>> {
    let (told, line) = (position.history(Some(seat)), position.line());
    let mut twin = position.at(0);
    for (told, word) in told.iter().zip(&line) {
        let same = |next: &dyn AnyPosition| last_told(next, seat).as_ref() == Some(told);
        let mut next = twin.copy();
        match twin.turn() {
            TurnWord::Chance => {
                let drawn = (0..TRIES).any(|_| {
                    next = twin.copy();
                    next.roll(random, Some(seat)).as_ref() == Some(told)
                });
                if !drawn {
                    return None;
                }
            }
            TurnWord::Seat(mover) if mover == seat => next.play(word).expect("what is legal depends on the view alone"),
            _ => {
                let mut words: Vec<String> = twin.actions().into_iter().map(|action| action.word).collect();
                let found = (0..TRIES).any(|_| match random.index(words.len()) {
                    Some(at) => {
                        next = twin.copy();
                        next.play(&words.swap_remove(at)).expect("it is listed");
                        same(next.as_ref())
                    }
                    None => false,
                });
                if !found {
                    next = twin.copy();
                    next.play(word).ok()?;
                }
            }
        }
        if !same(next.as_ref()) {
            return None;
        }
        twin = next;
    }
    (twin.line() != line).then_some(twin)
}

/// What a seat to move can see without a search, as one text.
fn seen(position: &dyn AnyPosition, seat: Seat) -> String {
    let mut all = String::new();
    let mut add = |what: &str, told: &dyn std::fmt::Debug| writeln!(all, "{what}: {told:?}").expect("a string");
    add("position", &[position.text(), position.text_for(Some(seat))]);
    add("start", &[position.start_text(None), position.start_text(Some(seat))]);
    add("history", &[position.history(None), position.history(Some(seat))]);
    add("turn", &(position.turn(), position.plies(), position.drawn(), position.text_is_notation()));
    add("actions", &position.actions());
    add("bounds", &(position.bounds(seat), position.even(), position.result(seat)));
    for board in [position.board(None), position.board(Some(seat))] {
        add("board", &board);
        add("text", &counterplay::render::board_text(&board));
        add("svg", &counterplay::render::board_svg(&board));
    }
    for wrong in ["nonsense", "", "0", "QJ", "JhQs"] {
        add("refused", &position.copy().play(wrong).map_err(|error| error.to_string()));
    }
    add("after", &position.board_after(&[1]));
    all
}

/// What a search says to a seat to move, as one text.
fn searched(name: &str, position: &dyn AnyPosition) -> String {
    let mut all = String::new();
    let mut add = |what: &str, told: &dyn std::fmt::Debug| writeln!(all, "{what}: {told:?}").expect("a string");
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let request = Request { limits, lines: 9, deals: Some(4), memory: 1 << 16, ..Request::default() };
    let found = position.best(&request, &mut |_| {});
    add("best", &found.as_ref().map(|found| json::report(name, position, found, Duration::ZERO).to_string()));
    let lines = found.iter().flat_map(|found| &found.lines);
    add("lines", &lines.map(|line| json::variation(position, line).to_string()).collect::<Vec<_>>());
    for search in HiddenSearch::ALL {
        add(search.as_str(), &position.best(&Request { search: Some(search), ..request.clone() }, &mut |_| {}));
    }
    add("solve", &position.solve(&request, &mut |_| {}));
    let one = Request { depth: Some(1), ..request };
    add("shallow", &position.best(&one, &mut |_| {}));
    let compared = position.compare(&one, &mut |_| {}).map(|compared| {
        let untimed = |row: &Row| Row { time: Duration::ZERO, ..row.clone() };
        compared.rows.iter().map(untimed).collect::<Vec<_>>()
    });
    add("compare", &compared);
    add("tree", &position.tree(&Method::new(TreeSearch::Minimax), &one).map(drop));
    add("judged", &position.actions().first().map(|action| judge(position, &action.word, &Effort::within(&one))));
    for level in [Level::LOWEST, Level::default()] {
        add("level", &level.choose(position, 7, &one));
    }
    all
}

#[test]
fn a_seat_is_told_the_same_whatever_is_true() {
    let catalog = counterplay::games::catalog();
    for item in catalog.items() {
        let (name, game) = (item.name(), catalog.game(item.name(), &[]).expect("it is listed"));
        if !game.has_secrets() {
            continue;
        }
        let mut compared = [0; 2];
        for seed in 1..=GAMES {
            let mut random = Seeded::new(seed);
            for position in choices(game.as_ref(), seed) {
                let TurnWord::Seat(seat) = position.turn() else { panic!("a seat chooses") };
                let twin = (0..TRIES).find_map(|_| twin(position.as_ref(), seat, &mut random));
                let Some(twin) = twin else { continue };
                let times = &mut compared[usize::from(seat.0)];
                let [here, there] = [&position, &twin].map(|position| match seen(position.as_ref(), seat) {
                    seen if *times < SEARCHED => seen + &searched(name, position.as_ref()),
                    seen => seen,
                });
                let differs = here.lines().zip(there.lines()).find(|(here, there)| here != there);
                let lines = [&position, &twin].map(|position| position.line().join(" "));
                assert!(differs.is_none() && here.len() == there.len(), "{name} {seat} {lines:?}: {differs:?}");
                *times += 1;
            }
        }
        assert!(compared.iter().all(|&times| times >= 3), "{name} hides something from both: {compared:?}");
    }
}

/// The test above can fail: it tells apart what a seat may tell apart.
#[test]
fn what_a_seat_may_see_is_told() {
    let after = |moves: &str| {
        let mut position = counterplay::games::catalog().game("leduc", &[]).unwrap().start();
        moves.split(' ').for_each(|word| position.play(word).unwrap());
        position
    };
    let told = |moves: &str| {
        let position = after(moves);
        seen(position.as_ref(), Seat::SECOND) + &searched("leduc", position.as_ref())
    };
    assert_eq!(told("JhQs raise"), told("KhQs raise"));
    assert!(told("JhQs raise").contains("best: Ok") && told("JhQs raise").contains("level: Ok(Some"));
    assert_ne!(told("JhQs raise"), told("JhQh raise"));
    assert_ne!(told("JhQs raise"), told("JhQs call"));
    // What the other one sees is another matter.
    let of_first = |moves: &str| after(moves).text_for(Some(Seat::FIRST));
    assert_ne!(of_first("JhQs raise"), of_first("KhQs raise"));
    let mut other = after("JhQs");
    assert_eq!(twin(other.as_ref(), Seat::FIRST, &mut Seeded::new(1)).unwrap().line()[0][..2], other.line()[0][..2]);
    other.play("call").unwrap();
    assert_eq!(other.history(Some(Seat::SECOND)), ["?Qs", "call"]);
}

/// What chance did is told in one way, when it happens and afterwards.
#[test]
fn a_roll_is_told_as_it_is_remembered() {
    for name in ["kuhn", "leduc"] {
        for (seed, seat) in (1..=20).flat_map(|seed| [Seat::FIRST, Seat::SECOND].map(|seat| (seed, seat))) {
            let mut position = counterplay::games::catalog().game(name, &[]).unwrap().start();
            let mut random = Seeded::new(seed);
            while position.turn() != TurnWord::Over {
                match position.turn() {
                    TurnWord::Chance => {
                        let told = position.roll(&mut random, Some(seat));
                        assert_eq!(told, last_told(position.as_ref(), seat));
                    }
                    _ => {
                        let word = position.actions().swap_remove(0).word;
                        position.play(&word).unwrap();
                    }
                }
            }
        }
    }
}

/// Secrets on the command line: two deals that look alike to whoever is to move, and what each verb writes of them.
#[test]
fn the_command_line_tells_the_same_whatever_is_true() {
    /// A line without how long it took: `"ms":3` in JSON, `, 0.003 s` at the end for people.
    fn without_time(line: &str) -> String {
        let line = line.rsplit_once(", ").filter(|(_, end)| end.ends_with(" s")).map_or(line, |(line, _)| line);
        let mut parts = line.split("\"ms\":");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |line, part| line + part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
    }
    let without_times = |text: &str| text.lines().map(without_time).collect::<Vec<_>>();
    let verbs: [&[&str]; 11] = [
        &["show"],
        &["show", "--json"],
        &["show", "--svg", "-"],
        &["move"],
        &["move", "--json"],
        &["move", "--depth", "2", "--json"],
        &["analyze", "--lines", "3"],
        &["analyze", "--lines", "3", "--json"],
        &["move", "--search", "equilibrium", "--nodes", "1e5", "--json"],
        &["solve", "--nodes", "1e5", "--json"],
        &["compare", "--deals", "20", "--json"],
    ];
    for (game, one, other) in [
        ("kuhn", "QJ", "QK"),
        ("kuhn", "QJ bet", "KJ bet"),
        ("leduc", "JhQs", "JhKs"),
        ("leduc", "JhQs raise", "KhQs raise"),
        // Which cards are left to chance would tell who holds the others.
        ("leduc", "JhQs raise call", "JhKs raise call"),
        ("leduc", "JhQs raise call Js", "JhKs raise call Js"),
        ("leduc", "JhQs check raise call Kh call raise", "JhQh check raise call Kh call raise"),
    ] {
        for verb in verbs {
            let told = |moves: &str| {
                let answer = run(&[&[verb[0], game, "--moves", moves], &verb[1..]].concat());
                (answer.code, without_times(&answer.stdout), without_times(&answer.stderr))
            };
            let told_one = told(one);
            assert_eq!(told_one, told(other), "{verb:?} {game} {one} and {other}");
            assert!(!told_one.1.is_empty() || told_one.0 != 0, "{verb:?} says something");
        }
    }
}

/// What is drawn for a seat is drawn from its view; a board for nobody in particular is the mover's.
#[test]
fn a_board_for_nobody_is_the_mover_s() {
    let mut position = counterplay::games::catalog().game("leduc", &[]).unwrap().start();
    position.play("JhQs").unwrap();
    let cards =
        |board: Drawing| -> Vec<String> { board.cells.into_iter().filter_map(|cell| Some(cell.piece?.text)).collect() };
    assert_eq!(cards(position.board(None)), ["Jh", "?"]);
    assert_eq!(cards(position.board(Some(Seat::SECOND))), ["?", "Qs"]);
}
