//! Proof-number search equals the naive oracle: every question, every size of the table, and whatever stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use counterplay_core::engine::{Engine, Hashed, Keys, NoKeys, OwnKeys, Proven, Table, Task, Techniques};
use counterplay_core::limits::with_stack;
use counterplay_core::{
    Actions, Bounds, Cause, Game, Inspect, Key, Keyed, Limit, Limits, MoveOrdering, Proving, Role, Score, Seat,
    Selectivity, Side, Truth, Turn, Without,
};
use counterplay_testkit::{Merged, Plain, Shape, woven_and_grown};
use counterplay_tictactoe::TicTacToe;

/// One bucket, a few, and more than a tree has states.
const TABLES: [usize; 3] = [0, 5 * 64, 1 << 16];

const SHAPE: Shape = Shape { depth: 6, branches: 4, values: 0, chance: false };

/// Knows the value of some states and bounds about that of others, and leaves out some actions. All of it is true.
struct Wise;

impl Wise {
    fn random(at: usize, about: u64) -> u64 {
        Key::mix(at as u64 ^ about << 32).0
    }
}

impl Inspect<Merged> for Wise {
    type Facts = usize;

    fn facts(&self, _: &Merged, &at: &usize) -> usize {
        at
    }
}

impl Truth<Merged> for Wise {
    fn bounds(&self, game: &Merged, &at: &usize, _: &usize, _: Option<Score>) -> Bounds {
        let (value, Bounds { low, high }) = (game.states[at].0.value() as i32, game.bounds());
        let slack = |about| (Wise::random(at, about) % 4) as i32;
        match Wise::random(at, 1) % 3 {
            0 => Bounds::new((value - slack(2)).max(low.get()), (value + slack(3)).min(high.get())),
            _ => game.bounds(),
        }
    }

    fn candidates(&self, game: &Merged, &at: &usize, _: &usize, out: &mut Actions<u32>) -> Option<Score> {
        let all = game.action_list(&at);
        let drops = |&number: &u32| Wise::random(at, 10 + u64::from(number)).is_multiple_of(3);
        out.extend(all.iter().copied().filter(|number| !drops(number)));
        let worth = |number: u32| game.states[game.result(&at, number)].0.value() as i32;
        let dropped = all.iter().copied().filter(drops).map(worth);
        let best = if game.role(&at) == Role::Max { dropped.max() } else { dropped.min() };
        best.map(Score::new)
    }
}

impl MoveOrdering<Merged> for Wise {}
impl Selectivity<Merged> for Wise {}
impl Proving<Merged> for Wise {}

/// The questions worth asking about a tree: every value of a leaf, and one more on either side.
fn questions(game: &Merged) -> Vec<i32> {
    let mut values: Vec<i32> = game
        .states
        .iter()
        .filter_map(|(plain, _)| if let Plain::Leaf(value) = plain { Some(*value) } else { None })
        .flat_map(|value| [value, value + 1])
        .chain([0, 1])
        .collect();
    values.sort_unstable();
    values.dedup();
    // Trees with a hundred values are asked about a few of them.
    let step = values.len().div_ceil(12);
    values.into_iter().step_by(step).collect()
}

/// The answer is right, and the action, if there is one, keeps it.
fn assert_right(game: &Merged, least: i32, proven: &Proven<u32>) {
    let (plain, children) = &game.states[game.root];
    let text = || format!("at least {least}? {}", plain.to_text());
    let Some(answer) = proven.answer else { return };
    assert_eq!(answer, plain.value() >= f64::from(least), "{}", text());
    let helped = if answer { Role::Max } else { Role::Min };
    if let Some(action) = proven.action {
        assert_eq!(game.role(&game.root), helped);
        let value = game.states[children[action as usize - 1]].0.value();
        assert_eq!(answer, value >= f64::from(least), "{} {action}", text());
    } else if proven.stopped.is_none() {
        assert!(game.is_terminal(&game.root) || game.role(&game.root) != helped, "{}", text());
    }
}

fn ask<K: Keys<Merged>>(game: &Merged, keys: K, bytes: usize, least: i32, limits: Limits) -> Proven<u32> {
    let table = Table::new(bytes);
    let task = Task { limits, ..Task::default() };
    Engine::new(game, &table).keys(keys).prove(&game.root, Score::new(least), &task, &mut |_| {}).unwrap()
}

#[test]
fn every_question_is_answered_as_the_oracle_does() {
    let (mut yes, mut no) = (0, 0);
    for plain in woven_and_grown(1_000, SHAPE) {
        let game = Merged::new(&plain);
        for least in questions(&game) {
            let mut hold = |proven: &Proven<u32>| {
                assert_eq!((proven.stopped, proven.answer.is_some()), (None, true));
                assert_right(&game, least, proven);
                if proven.answer == Some(true) { yes += 1 } else { no += 1 }
            };
            let none = Limits::default;
            TABLES.into_iter().for_each(|bytes| hold(&ask(&game, OwnKeys, bytes, least, none())));
            hold(&ask(&game, Hashed, 1 << 12, least, none()));
            hold(&ask(&game, NoKeys, 0, least, none()));
        }
    }
    assert!(yes.min(no) > 5_000, "{yes} {no}");
}

#[test]
fn several_threads_give_the_answer_of_one() {
    for plain in woven_and_grown(100, SHAPE) {
        let game = Merged::new(&plain);
        for (least, bytes) in questions(&game).into_iter().zip(TABLES.into_iter().cycle()) {
            let table = Table::new(bytes);
            let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Wise);
            for threads in 2..4 {
                let proven =
                    engine.prove_on(threads, &game.root, Score::new(least), &Task::default(), &mut |_| {}).unwrap();
                assert_eq!((proven.stopped, proven.answer.is_some()), (None, true));
                assert_right(&game, least, &proven);
            }
        }
    }
}

#[test]
fn what_the_game_knows_changes_no_answer() {
    let (mut with, mut without) = (0, 0);
    for plain in woven_and_grown(1_000, SHAPE) {
        let game = Merged::new(&plain);
        for least in questions(&game) {
            for (bytes, techniques) in TABLES.into_iter().flat_map(|bytes| {
                [Techniques::EXACT, Techniques { table: false, ..Techniques::EXACT }, Techniques::NONE]
                    .map(|techniques| (bytes, techniques))
            }) {
                let table = Table::new(bytes);
                let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Wise).techniques(techniques);
                let proven = engine.prove(&game.root, Score::new(least), &Task::default(), &mut |_| {}).unwrap();
                assert!(proven.answer.is_some());
                assert_right(&game, least, &proven);
                assert_eq!(table.load(), 0.0);
                *(if techniques.knowledge { &mut with } else { &mut without }) += proven.statistics.nodes;
            }
        }
    }
    assert!(with < without, "{with} {without}");
}

#[test]
fn a_search_that_is_stopped_says_nothing_rather_than_anything_wrong() {
    let (mut silent, mut known) = (0, 0);
    for plain in woven_and_grown(300, SHAPE) {
        let game = Merged::new(&plain);
        for least in questions(&game) {
            let run = |nodes| ask(&game, OwnKeys, 1 << 10, least, Limits { nodes: Some(nodes), ..Limits::default() });
            let all = run(u64::MAX);
            assert_eq!(run(all.statistics.nodes), all);
            for nodes in 0..all.statistics.nodes {
                let proven = run(nodes);
                assert_eq!((proven.stopped, proven.statistics.nodes), (Some(Limit::Nodes), nodes));
                assert_eq!(proven.action, None);
                // What the bounds of the game say needs no search.
                assert_right(&game, least, &proven);
                if proven.answer.is_none() { silent += 1 } else { known += 1 }
            }
        }
    }
    assert!(silent > 5_000 && known > 100, "{silent} {known}");
}

#[test]
fn a_flag_and_the_clock_stop_it_and_it_tells_how_far_it_is() {
    let game = TicTacToe::new(5, 4).unwrap();
    let table = Table::new(1 << 20);
    let engine = Engine::new(&game, &table).keys(OwnKeys);
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    let mut reports = Vec::new();
    let proven = engine.prove(&game.initial(), Score::WIN, &Task { limits, ..Task::default() }, &mut |progress| {
        reports.push(*progress);
        stop.store(true, Ordering::Relaxed);
    });
    let proven = proven.unwrap();
    assert_eq!((proven.answer, proven.action, proven.stopped), (None, None, Some(Limit::Stop)));
    let [report] = reports[..] else { panic!("{reports:?}") };
    assert_eq!((report.low, report.high), (Score::LOSS, Score::WIN));
    assert!(report.load > 0.1 && report.load <= 1.0 && report.nodes <= proven.statistics.nodes);
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let proven = engine.prove(&game.initial(), Score::WIN, &Task { limits, ..Task::default() }, &mut |_| {}).unwrap();
    assert_eq!((proven.answer, proven.stopped, proven.statistics.nodes), (None, Some(Limit::Time), 0));
}

#[test]
fn tic_tac_toe_is_a_win_where_it_is_one() {
    for (size, align, wins) in [(1, 1, true), (2, 2, true), (3, 3, false), (4, 3, true), (4, 4, false)] {
        let game = TicTacToe::new(size, align).unwrap();
        let ask = |bytes, least| {
            let table = Table::new(bytes);
            let engine = Engine::new(&game, &table).keys(OwnKeys);
            engine.prove(&game.initial(), least, &Task::default(), &mut |_| {}).unwrap()
        };
        // A table that forgets most of it is enough on the smaller boards.
        for bytes in [if size < 4 { 0 } else { 4 << 20 }, 16 << 20] {
            let proven = ask(bytes, Score::WIN);
            assert_eq!((proven.answer, proven.action.is_some()), (Some(wins), wins), "{size} {align}");
        }
        // X never loses, and knows how not to.
        let proven = ask(16 << 20, Score::DRAW);
        assert_eq!((proven.answer, proven.action.is_some()), (Some(true), true), "{size} {align}");
        assert_eq!(ask(0, Score::LOSS).answer, Some(true));
        assert_eq!(ask(0, Score::new(2)).answer, Some(false));
    }
}

#[test]
fn a_finished_game_is_its_own_answer() {
    for value in [-3, 0, 3] {
        let game = Merged::new(&Plain::Leaf(value));
        for least in [-4, -3, 0, 1, 3, 4] {
            let proven = ask(&game, OwnKeys, 0, least, Limits::default());
            assert_eq!((proven.answer, proven.action), (Some(value >= least), None));
        }
    }
}

/// One action after the other, which are the sides' in turns: as long as a game can be.
struct Corridor(u32);

impl Game for Corridor {
    type State = u32;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> u32 {
        0
    }
    fn turn(&self, &at: &u32) -> Turn {
        Turn::Seat(Seat((at % 2) as u8))
    }
    fn actions(&self, &at: &u32, out: &mut Actions<u32>) {
        out.extend((at < self.0).then_some(at + 1));
    }
    fn apply(&self, at: &mut u32, to: u32) {
        *at = to;
    }
    fn is_terminal(&self, &at: &u32) -> bool {
        at == self.0
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
fn a_game_too_deep_for_the_stack_is_an_error() {
    let table = Table::new(1 << 20);
    let ask = |length, stack| {
        let game = Corridor(length);
        let task = Task { limits: Limits { stack, ..Limits::default() }, ..Task::default() };
        Engine::new(&game, &table).keys(Hashed).prove(&0, Score::WIN, &task, &mut |_| {})
    };
    let halt = ask(1_000_000, Limits::DEFAULT_STACK).unwrap_err();
    assert_eq!(halt.cause, Cause::Stack(Limits::DEFAULT_STACK));
    let proven = with_stack(64 << 20, || ask(20_000, 64 << 20).unwrap()).unwrap();
    assert_eq!((proven.answer, proven.action), (Some(true), Some(1)));
    assert_eq!(proven.statistics.nodes, 20_000);
}

#[test]
fn a_game_that_breaks_its_contract_is_an_error_with_its_place() {
    /// Says that no state is terminal.
    struct Endless;
    impl Inspect<Merged> for Endless {
        type Facts = ();

        fn facts(&self, _: &Merged, _: &usize) {}
    }

    impl Truth<Merged> for Endless {
        fn candidates(&self, game: &Merged, at: &usize, (): &(), out: &mut Actions<u32>) -> Option<Score> {
            // Leaves out all, and does not say what they are worth.
            if game.role(at) == Role::from(Side::Max) {
                game.actions(at, out);
            }
            None
        }
    }

    impl MoveOrdering<Merged> for Endless {}
    impl Selectivity<Merged> for Endless {}
    impl Proving<Merged> for Endless {}
    let (leaf, min) = (Plain::Leaf, Plain::Min);
    let game = Merged::new(&Plain::Max(vec![leaf(0), min(vec![leaf(1), leaf(0)])]));
    let table = Table::new(0);
    let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Endless);
    let halt = engine.prove(&game.root, Score::WIN, &Task::default(), &mut |_| {}).unwrap_err();
    assert_eq!((&halt.cause, halt.path.as_slice()), (&Cause::NoActions, [2].as_slice()));
}
