//! The solver equals the naive oracle: value, best actions, distance and line.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_core::engine::{Engine, Hashed, Keys, NoKeys, OwnKeys, Table, Task, Verdict};
use counterplay_core::search::{Settings, minimax};
use counterplay_core::trace::Silent;
use counterplay_core::{
    Actions, Cause, Deterministic, Game, Halt, Limit, Limits, Notation, PerfectInformation, Role, Score, Seeded, Side,
    Turn, Without,
};
use counterplay_testkit::{Merged, Plain, Shape, random_tree, woven_and_grown};
use counterplay_tictactoe::TicTacToe;

/// One bucket, a few, and more than a tree has states.
const TABLES: [usize; 3] = [0, 5 * 64, 1 << 16];

const SHAPE: Shape = Shape { depth: 6, branches: 4, values: 0, chance: false };

fn solve<G: Deterministic + PerfectInformation, K: Keys<G>>(
    game: &G,
    state: &G::State,
    keys: K,
    limits: &Limits,
    bytes: usize,
) -> Result<Verdict<G::Action>, Box<Halt>> {
    let table = Table::new(bytes);
    let task = Task { limits: limits.clone(), ..Task::default() };
    Engine::new(game, &table).keys(keys).solve(state, &task, &mut |_| {})
}

/// PLIES by its definition; nothing where nobody wins.
fn plies(game: &Merged, at: usize) -> Option<u32> {
    let (plain, children) = &game.states[at];
    let value = plain.value();
    let winner = game.sum().winner(Score::rounded(value))?;
    let best = children.iter().filter(|&&child| game.states[child].0.value() == value);
    let distances = best.map(|&child| 1 + plies(game, child).unwrap());
    match plain {
        Plain::Leaf(_) => Some(0),
        _ if game.role(&at) == winner.into() => distances.min(),
        _ => distances.max(),
    }
}

fn assert_solved(game: &Merged, verdict: &Verdict<u32>) {
    let plain = &game.states[game.root].0;
    let text = || plain.to_text();
    assert_eq!(verdict.stopped, None);
    assert_eq!(verdict.value().map(f64::from), Some(plain.value()), "{}", text());
    assert_eq!(verdict.best, plain.best(), "{}", text());
    assert_eq!(verdict.plies, plies(game, game.root), "{}", text());
    assert_eq!(verdict.action, verdict.line.first().copied());
    assert!(verdict.action.is_none_or(|action| verdict.best.contains(&action)));
    let mut at = game.root;
    for (&action, played) in verdict.line.iter().zip(0..) {
        // Each action keeps the value, and brings the end one ply closer.
        assert!(game.states[at].0.best().contains(&action), "{} {:?}", text(), verdict.line);
        assert_eq!(plies(game, at), verdict.plies.map(|plies| plies - played), "{} {:?}", text(), verdict.line);
        at = game.result(&at, action);
    }
    assert!(game.is_terminal(&at), "{}", text());
    assert!(verdict.plies.is_none_or(|plies| plies as usize == verdict.line.len()));
}

#[test]
fn the_solver_equals_the_oracle() {
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for plain in woven_and_grown(3_000, SHAPE) {
        let game = Merged::new(&plain);
        let mut hold = |verdict: Verdict<u32>| {
            assert_solved(&game, &verdict);
            match game.sum().winner(verdict.low) {
                Some(Side::Max) => wins += 1,
                Some(Side::Min) => losses += 1,
                None => draws += 1,
            }
        };
        let none = Limits::default();
        TABLES.into_iter().for_each(|bytes| hold(solve(&game, &game.root, OwnKeys, &none, bytes).unwrap()));
        hold(solve(&game, &game.root, Hashed, &none, 1 << 12).unwrap());
        hold(solve(&game, &game.root, NoKeys, &none, 0).unwrap());
    }
    assert!(wins.min(draws).min(losses) > 1_000, "{wins} {draws} {losses}");
}

#[test]
fn the_solver_equals_the_oracle_on_larger_trees() {
    let mut random = Seeded::new(9);
    for values in (0..400).map(|i| [5, 20, 100, 1000][i % 4]) {
        let plain = random_tree(&mut random, Shape { depth: 8, branches: 5, values, chance: false });
        if plain.size().0 < 20_000 {
            let game = Merged::new(&plain);
            let verdict = solve(&game, &game.root, OwnKeys, &Limits::default(), 1 << 20).unwrap();
            assert_solved(&game, &verdict);
        }
    }
}

/// A question about the distance meets bounds that earlier questions about the value have left, and must not take them
/// for more than they are. In both trees a state is first asked about in one place with a wide window, and then met in
/// another.
#[test]
fn a_bound_from_an_earlier_question_is_no_value() {
    let leaf = Plain::Leaf;
    let chain = |value| Plain::Max(vec![Plain::Max(vec![leaf(value)])]);
    // At least 1, which is less than the value 6: yet it has the value, and sooner than the action before it.
    let state = Plain::Max(vec![leaf(1), leaf(6)]);
    let quick = Plain::Max(vec![
        Plain::Min(vec![leaf(1), state.clone()]),
        Plain::Max(vec![Plain::Max(vec![chain(6)]), state]),
        Plain::Min(vec![leaf(6), leaf(-8)]),
    ]);
    // At least -4, which is less than the value -2: yet MIN, who wins, cannot have that, and needs longer.
    let state = Plain::Max(vec![Plain::Min(vec![leaf(-2), leaf(-4)]), chain(-2)]);
    let slow = Plain::Max(vec![
        Plain::Min(vec![leaf(-1), leaf(-4), state.clone()]),
        Plain::Max(vec![chain(-2), state]),
        Plain::Min(vec![leaf(10), leaf(-10)]),
    ]);
    for (plain, plies) in [(quick, 3), (slow, 5)] {
        let game = Merged::new(&plain);
        let verdict = solve(&game, &game.root, OwnKeys, &Limits::default(), 1 << 16).unwrap();
        assert_eq!(verdict.plies, Some(plies));
        assert_solved(&game, &verdict);
    }
}

#[test]
fn a_solver_that_is_stopped_claims_no_more_than_it_has_proven() {
    let (mut values, mut distances, mut early) = (0, 0, 0);
    for plain in woven_and_grown(300, SHAPE) {
        let game = Merged::new(&plain);
        let run = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            solve(&game, &game.root, OwnKeys, &limits, 1 << 10).unwrap()
        };
        let all = run(u64::MAX);
        let mut width = f64::INFINITY;
        for nodes in 0..all.statistics.nodes {
            let verdict = run(nodes);
            assert_eq!((verdict.stopped, verdict.statistics.nodes), (Some(Limit::Nodes), nodes));
            let (low, high) = (f64::from(verdict.low), f64::from(verdict.high));
            assert!(low <= plain.value() && plain.value() <= high);
            // More nodes never prove less.
            assert!(high - low <= width);
            width = high - low;
            let best = plain.best();
            assert!(verdict.best.iter().all(|action| best.contains(action)));
            assert!(verdict.best.is_empty() || verdict.value().is_some());
            assert!(verdict.plies.is_none() || verdict.plies == all.plies);
            assert_eq!(verdict.action.is_some(), all.action.is_some());
            assert_eq!(verdict.line.first().copied(), verdict.action);
            if verdict.value().is_some() && game.bounds().low < game.bounds().high {
                assert!(best.contains(&verdict.action.unwrap()), "{} {nodes}", plain.to_text());
            }
            let end = verdict.line.iter().fold(game.root, |at, &action| game.result(&at, action));
            assert!(verdict.value().is_none() || game.states[end].0.value() == plain.value());
            (values, distances) = (values + u32::from(width == 0.0), distances + u32::from(verdict.plies.is_some()));
            early += u32::from(width > 0.0);
        }
        assert_eq!(run(all.statistics.nodes), all);
        assert_solved(&game, &all);
    }
    assert!(values > 1_000 && distances > 100 && early > 1_000, "{values} {distances} {early}");
}

#[test]
fn the_solver_can_be_stopped_from_outside_and_by_the_clock() {
    let game = TicTacToe::new(4, 4).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    let mut reports = Vec::new();
    let table = Table::new(1 << 20);
    let engine = Engine::new(&game, &table).keys(OwnKeys);
    let verdict = engine.solve(&game.initial(), &Task { limits, ..Task::default() }, &mut |progress| {
        reports.push(*progress);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let verdict = verdict.unwrap();
    assert_eq!((verdict.stopped, verdict.value()), (Some(Limit::Stop), None));
    assert_eq!((verdict.low, verdict.high, verdict.best.len()), (Score::LOSS, Score::WIN, 0));
    let [report] = reports[..] else { panic!("{reports:?}") };
    assert_eq!((report.low, report.high), (Score::LOSS, Score::WIN));
    assert!(
        report.load > 0.1 && report.nodes <= verdict.statistics.nodes && verdict.statistics.nodes < report.nodes * 2
    );
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let verdict = solve(&game, &game.initial(), OwnKeys, &limits, 1 << 20).unwrap();
    assert_eq!((verdict.stopped, verdict.statistics.nodes), (Some(Limit::Time), 0));
    assert_eq!(verdict.line, verdict.action.into_iter().collect::<Vec<_>>());
    assert!(verdict.action.is_some());
}

#[test]
fn tic_tac_toe_is_solved_on_boards_of_three_and_four() {
    // The size, how many in a row, who wins, in how many plies, and by how many of the actions.
    for (size, align, value, plies, best) in [
        (1, 1, Score::WIN, Some(1), 1),
        (2, 2, Score::WIN, Some(3), 4),
        (3, 3, Score::DRAW, None, 9),
        (4, 3, Score::WIN, Some(5), 16),
        (4, 4, Score::DRAW, None, 16),
    ] {
        let game = TicTacToe::new(size, align).unwrap();
        let verdict = solve(&game, &game.initial(), OwnKeys, &Limits::default(), 64 << 20).unwrap();
        assert_eq!((verdict.value(), verdict.plies, verdict.best.len()), (Some(value), plies, best), "{size} {align}");
        assert_eq!(verdict.line.len() as u32, plies.unwrap_or(size * size), "{size} {align}");
        let end = verdict.line.iter().fold(game.initial(), |board, &cell| game.result(&board, cell));
        assert_eq!((game.is_terminal(&end), game.utility(&end)), (true, value));
    }
}

#[test]
fn positions_of_tic_tac_toe_have_the_value_and_the_best_actions_of_minimax() {
    let game = TicTacToe::default();
    let mut boards = vec![game.initial()];
    let mut at = 0;
    while at < boards.len() && boards.len() < 2_000 {
        let board = boards[at];
        boards.extend(game.action_list(&board).into_iter().map(|cell| game.result(&board, cell)));
        at += 1;
    }
    for board in boards.iter().step_by(7).skip(10) {
        let decision = minimax(&game, board, &Settings::new(), &mut Silent).unwrap();
        let verdict = solve(&game, board, OwnKeys, &Limits::default(), 1 << 16).unwrap();
        assert_eq!(verdict.value().map(f64::from), Some(decision.value.score));
        assert_eq!(verdict.best, decision.best);
    }
}

#[test]
fn a_finished_game_is_solved_at_once() {
    let game = TicTacToe::default();
    for (text, value, plies) in [("XXX OO- ---", Score::WIN, Some(0)), ("XOX XOO OXX", Score::DRAW, None)] {
        let board = game.parse_position(text).unwrap();
        let verdict = solve(&game, &board, OwnKeys, &Limits::default(), 0).unwrap();
        assert_eq!((verdict.value(), verdict.plies, verdict.action), (Some(value), plies, None));
        assert_eq!((verdict.best, verdict.line, verdict.statistics.nodes), (vec![], vec![], 1));
    }
}

#[test]
fn a_utility_outside_of_the_bounds_is_an_error_with_its_place() {
    struct Narrow(Merged);
    impl Game for Narrow {
        type State = usize;
        type Action = u32;
        type Luck = Without;
        type Secrets = Without;
        fn initial(&self) -> usize {
            self.0.initial()
        }
        fn turn(&self, at: &usize) -> Turn {
            self.0.turn(at)
        }
        fn role(&self, at: &usize) -> Role {
            self.0.role(at)
        }
        fn actions(&self, at: &usize, out: &mut Actions<u32>) {
            self.0.actions(at, out);
        }
        fn apply(&self, at: &mut usize, number: u32) {
            self.0.apply(at, number);
        }
        fn is_terminal(&self, at: &usize) -> bool {
            self.0.is_terminal(at)
        }
        fn utility(&self, at: &usize) -> Score {
            self.0.utility(at)
        }
    }
    let tree = Plain::Max(vec![Plain::Leaf(0), Plain::Min(vec![Plain::Leaf(7), Plain::Leaf(1)])]);
    let game = Narrow(Merged::new(&tree));
    let halt = solve(&game, &game.initial(), Hashed, &Limits::default(), 0).unwrap_err();
    assert_eq!((&halt.cause, halt.path.as_slice()), (&Cause::OutsideBounds(Score::new(7)), [2, 1].as_slice()));
    assert_eq!(halt.to_string(), "the game ends with 7 at 2.1, which is outside of its bounds");
}
