//! The engine through the library that a user has: it can be repeated, it can be stopped, and a game with faults does
//! not take it down.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use counterplay::core::with_stack;
use counterplay::engine::Table;
use counterplay::{
    Actions, AnyGame, AnyPosition, Catalog, Entry, Game, Item, Key, Keyed, Limit, Limits, Progress, Proof, Random,
    Report, Request, Score, SearchError, Seat, Seeded, Turn, TurnWord, Without,
};

fn limits(limits: Limits) -> Request {
    Request { limits, ..Request::default() }
}

fn nodes(nodes: u64) -> Request {
    limits(Limits { nodes: Some(nodes), ..Limits::default() })
}

fn time(time: Duration) -> Request {
    limits(Limits { time: Some(time), ..Limits::default() })
}

/// A position of a game after some random plies, where somebody has a choice.
fn somewhere(game: &dyn AnyGame, random: &mut Seeded) -> Box<dyn AnyPosition> {
    loop {
        let mut position = game.start();
        let mut plies = random.below(10);
        loop {
            match position.turn() {
                TurnWord::Over => break,
                TurnWord::Chance => drop(position.roll(random, None)),
                TurnWord::Seat(_) if plies == 0 => return position,
                TurnWord::Seat(_) => {
                    let actions = position.actions();
                    let at = random.index(actions.len()).unwrap();
                    position.play(&actions[at].word).unwrap();
                }
            }
            plies = plies.saturating_sub(1);
        }
    }
}

fn is_legal(position: &dyn AnyPosition, report: &Report) -> bool {
    let legal: HashSet<String> = position.actions().into_iter().map(|action| action.word).collect();
    report.action.as_ref().is_some_and(|action| legal.contains(action))
}

type Ask = fn(&dyn AnyPosition, &Request) -> Result<Report, SearchError>;

/// `move` and `solve`.
const QUESTIONS: [Ask; 2] =
    [|position, request| position.best(request, &mut |_| {}), |position, request| position.solve(request, &mut |_| {})];

#[test]
fn one_thread_and_a_limit_of_nodes_give_the_same_answer_to_the_node_in_every_game() {
    let catalog = counterplay::games::catalog();
    for item in catalog.items() {
        let game = catalog.game(item.name(), &[]).unwrap();
        let mut random = Seeded::new(11);
        for _ in 0..8 {
            let position = somewhere(game.as_ref(), &mut random);
            for ask in QUESTIONS {
                for (limit, lines) in [(1, 1), (700, 3), (5_000, 1), (5_000, 3)] {
                    let request = Request { lines, ..nodes(limit) };
                    // The whole report: the action, the lines, the values and the nodes.
                    let [first, second] = [(); 2].map(|()| ask(position.as_ref(), &request));
                    assert_eq!(first, second, "{} {} {limit} {lines}", item.name(), position.text());
                    // Value iteration counts states: it has limits of its own. And what has secrets may not be solved.
                    if item.has_secrets() || !item.has_luck() {
                        let entered = first.map_or(0, |found| found.statistics.nodes);
                        assert!(entered <= limit, "{} {}", item.name(), position.text());
                    }
                }
            }
        }
    }
}

#[test]
fn a_deadline_that_is_over_has_a_legal_answer() {
    // As the program has it: a solver of checkers may be a thousand plies deep within a millisecond.
    const STACK: usize = 64 << 20;
    let asked = with_stack(STACK, || {
        let catalog = counterplay::games::catalog();
        for item in catalog.items() {
            let game = catalog.game(item.name(), &[]).unwrap();
            let questions = if item.has_secrets() { &QUESTIONS[..1] } else { &QUESTIONS };
            let mut random = Seeded::new(12);
            for _ in 0..5 {
                let position = somewhere(game.as_ref(), &mut random);
                for (ask, deadline) in
                    questions.iter().flat_map(|ask| [Duration::ZERO, Duration::from_millis(1)].map(|time| (ask, time)))
                {
                    for threads in [1, 2] {
                        let mut request = Request { threads, ..time(deadline) };
                        request.limits.stack = STACK / 2;
                        let report = ask(position.as_ref(), &request).unwrap();
                        assert!(is_legal(position.as_ref(), &report), "{} {}", item.name(), position.text());
                    }
                }
            }
        }
    });
    asked.unwrap();
}

/// Prints how far a clock is overrun, which is for a reader: a test does not fail for a slow machine. A new table takes
/// time to lay out, and a warm one does not.
#[test]
fn a_clock_is_kept_and_the_overrun_is_told() {
    let connect4 = counterplay::games::catalog().game("connect4", &[]).unwrap();
    let given = Duration::from_millis(100);
    let warm = Some(Arc::new(Table::new(Table::USUAL)));
    for (name, table) in [("a new", None), ("a warm", warm)] {
        let request = Request { table, ..time(given) };
        let mut overruns: Vec<Duration> = (0..30)
            .map(|_| {
                let start = Instant::now();
                let report = connect4.start().best(&request, &mut |_| {}).unwrap();
                assert_eq!(report.stopped, Some(Limit::Time));
                start.elapsed().saturating_sub(given)
            })
            .collect();
        overruns.sort_unstable();
        // Of thirty runs the 99th percentile is the slowest.
        println!("100 ms with {name} table: overrun by {:?}, 99th percentile {:?}", overruns[15], overruns[29]);
    }
}

#[test]
fn a_search_is_cancelled_before_it_starts_twice_and_after_it_is_done() {
    let connect4 = counterplay::games::catalog().game("connect4", &[]).unwrap();
    let stop = Arc::new(AtomicBool::new(true));
    let position = connect4.start();
    for threads in [1, 2] {
        let request = Request { threads, ..limits(Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() }) };
        // Before it starts, twice.
        for ask in QUESTIONS {
            stop.store(true, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
            let report = ask(position.as_ref(), &request).unwrap();
            assert_eq!(report.stopped, Some(Limit::Stop));
            assert!(is_legal(position.as_ref(), &report) && report.value.proof != Proof::Exact, "{report:?}");
        }
        // While it runs, from what it tells; it answers once.
        stop.store(false, Ordering::Relaxed);
        let mut told = 0;
        let report = position.best(&request, &mut |_: &Progress| {
            told += 1;
            stop.store(told >= 4, Ordering::Relaxed);
        });
        assert_eq!(report.unwrap().stopped, Some(Limit::Stop));
        // After it is done: nothing is left to stop, and the next one does not hear of it.
        stop.store(false, Ordering::Relaxed);
        let request = Request { depth: Some(4), ..request };
        let done = position.best(&request, &mut |_| {}).unwrap();
        stop.store(true, Ordering::Relaxed);
        assert_eq!(done.stopped, None);
        stop.store(false, Ordering::Relaxed);
        assert_eq!(position.best(&request, &mut |_| {}).unwrap().value.score, done.value.score);
    }
}

fn game<I: Item + 'static>(entry: I) -> Arc<dyn AnyGame> {
    let name = entry.name().to_owned();
    Catalog::new().with(entry).game(&name, &[]).unwrap()
}

/// A game of a million plies in which nobody ever has a choice.
struct Corridor;

impl Corridor {
    const LENGTH: u32 = 1_000_000;
}

impl Game for Corridor {
    type State = u32;
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> u32 {
        0
    }
    fn turn(&self, &at: &u32) -> Turn {
        Turn::Seat(Seat((at % 2) as u8))
    }
    fn actions(&self, &at: &u32, out: &mut Actions<u8>) {
        out.extend((at < Corridor::LENGTH).then_some(1));
    }
    fn apply(&self, at: &mut u32, _: u8) {
        *at += 1;
    }
    fn is_terminal(&self, &at: &u32) -> bool {
        at == Corridor::LENGTH
    }
    fn utility(&self, _: &u32) -> Score {
        Score::WIN
    }
}

impl Keyed for Corridor {
    fn key(&self, &at: &u32) -> Key {
        Key::mix(at.into())
    }
}

#[test]
fn a_million_forced_plies_have_a_result_or_a_clear_error() {
    let fair = |found: Result<Report, SearchError>| match found {
        Ok(report) => report.value.proof != Proof::Exact || report.value.score == 1.0,
        Err(error) => matches!(&error, SearchError::TooDeep(deep) if deep.to_string().contains("set a depth")),
    };
    let plain = game(Entry::new("corridor", "Corridor", || Corridor));
    let keyed = game(Entry::new("corridor", "Corridor", || Corridor).keyed());
    for stack in [Limits::DEFAULT_STACK, 256 << 20] {
        for corridor in [&plain, &keyed] {
            let found = with_stack(stack, || {
                let request = limits(Limits { stack, ..Limits::default() });
                let solved = corridor.start().solve(&request, &mut |_| {});
                // Each depth is searched after the one before, which takes too long for a test; a second shows how it
                // ends.
                let time = Some(Duration::from_secs(1));
                let deep =
                    Request { depth: Some(Corridor::LENGTH), ..limits(Limits { stack, time, ..Limits::default() }) };
                let near = Request { depth: Some(50), ..request };
                [solved, corridor.start().best(&deep, &mut |_| {}), corridor.start().best(&near, &mut |_| {})]
            });
            for found in found.unwrap() {
                assert!(
                    fair(found.clone()),
                    "{:?}",
                    found.map(|report| (report.value.score, report.value.proof, report.statistics.nodes))
                );
            }
        }
    }
}

/// Three plies of three actions each; some of its rules are not as they should be.
struct Liar {
    lie: Lie,
    /// Where it was made.
    home: ThreadId,
    calls: AtomicU32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Lie {
    /// All states have one key.
    OneKey,
    /// The actions are others each time.
    Whims,
    /// It panics on every thread but the one that it was made on.
    Homesick,
}

impl Liar {
    fn new(lie: Lie) -> Liar {
        Liar { lie, home: thread::current().id(), calls: AtomicU32::new(0) }
    }
}

impl Game for Liar {
    type State = Vec<u32>;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> Vec<u32> {
        Vec::new()
    }
    fn turn(&self, played: &Vec<u32>) -> Turn {
        Turn::Seat(Seat((played.len() % 2) as u8))
    }
    fn actions(&self, played: &Vec<u32>, out: &mut Actions<u32>) {
        if self.lie == Lie::Homesick && thread::current().id() != self.home {
            panic!("far from home");
        }
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let whim = if self.lie == Lie::Whims { call % 3 } else { 0 };
        out.extend((1..=3).filter(|_| played.len() < 3).map(|action| (action + whim) % 4));
    }
    fn apply(&self, played: &mut Vec<u32>, action: u32) {
        played.push(action);
    }
    fn is_terminal(&self, played: &Vec<u32>) -> bool {
        played.len() >= 3
    }
    fn utility(&self, played: &Vec<u32>) -> Score {
        Score::new(played.iter().fold(0, |sum, &action| sum * 5 + action as i32) % 3 - 1)
    }
}

impl Keyed for Liar {
    fn key(&self, played: &Vec<u32>) -> Key {
        if self.lie == Lie::OneKey { Key(7) } else { Key::of(played) }
    }
    fn code(&self, action: u32) -> Option<u16> {
        Some(action as u16)
    }
}

/// The panic of a thread that helps is that of the search, with its words, and of that search alone.
#[test]
fn a_panic_on_another_thread_fails_that_search_alone() {
    let homesick = game(Entry::new("liar", "Liar", || Liar::new(Lie::Homesick)).keyed());
    let position = homesick.start();
    for ask in QUESTIONS {
        for _ in 0..3 {
            let error = ask(position.as_ref(), &Request { threads: 2, ..Request::default() }).unwrap_err();
            assert_eq!(error, SearchError::Panicked("far from home".to_owned()));
            assert_eq!(ask(position.as_ref(), &Request::default()).unwrap().value.proof, Proof::Exact);
        }
    }
    // Another game is none the worse for it, on as many threads.
    let tictactoe = counterplay::games::catalog().game("tictactoe", &[]).unwrap();
    let request = Request { threads: 2, ..Request::default() };
    assert_eq!(tictactoe.start().solve(&request, &mut |_| {}).unwrap().value.score, 0.0);
}

/// What a table remembers may be of another state, and then it is wrong; but what is played is legal, and `check`
/// tells.
#[test]
fn rules_that_lie_get_a_legal_answer_and_are_found_out() {
    for (lie, law) in
        [(Lie::OneKey, "different states have different keys"), (Lie::Whims, "actions are listed the same each time")]
    {
        let liar = game(Entry::new("liar", "Liar", move || Liar::new(lie)).keyed());
        for threads in [1, 2] {
            for ask in QUESTIONS {
                for _ in 0..20 {
                    let report = ask(liar.start().as_ref(), &Request { threads, lines: 2, ..nodes(5_000) }).unwrap();
                    let action: u32 = report.action.unwrap().parse().unwrap();
                    // Every action that the liar ever lists.
                    assert!(action < 4 && (lie == Lie::Whims || action > 0), "{lie:?} {action}");
                }
            }
        }
        let violation = liar.check(&Limits::default(), 1).unwrap_err();
        assert_eq!(violation.law, law, "{violation}");
    }
}

/// The text of all source files below a folder.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// A clock that somebody sets, or that a sleeping machine lets jump, is not asked: only the monotonic one is, and in
/// one place.
///
/// No lock is there to be poisoned by a panic either: threads share the table, which is made of atomics, and two flags.
/// Whoever adds a lock says here what becomes of it when the one who holds it panics, and tests that.
#[test]
fn the_clock_is_monotonic_and_there_are_no_locks() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for name in ["core", "api", "adapt"] {
        sources(&crates.join(name).join("src"), &mut found);
    }
    for game in std::fs::read_dir(crates.join("games")).unwrap() {
        sources(&game.unwrap().path().join("src"), &mut found);
    }
    assert!(found.len() > 40);
    // Between two searches the table hands on what was learned of actions; nobody waits for that.
    let hands_on = |path: &str, word: &str, text: &str| {
        word == "Mutex" && path.ends_with("engine/table.rs") && !text.contains(".lock()")
    };
    for (path, text) in &found {
        for word in ["SystemTime", "UNIX_EPOCH", "Mutex", "RwLock", "Condvar"] {
            assert!(!text.contains(word) || hands_on(path, word, text), "{word} in {path}");
        }
    }
    let clocks = found.iter().filter(|(path, text)| path.contains("/core/") && text.contains("Instant::now"));
    assert_eq!(clocks.map(|(path, _)| path.ends_with("limits.rs")).collect::<Vec<_>>(), [true]);
}
