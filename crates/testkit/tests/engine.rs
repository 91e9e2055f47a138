//! Searches with a transposition table equal the naive oracle, on random trees whose equal subtrees are one state.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_core::search::{
    Bound, CutoffRule, Decision, Entry, Hashed, Keys, NoKeys, Order, OwnKeys, Settings, Table, Verdict, alphabeta,
    alphabeta_with_table, minimax, solve,
};
use counterplay_core::trace::{Event, Recorder, Silent, Status, Trace};
use counterplay_core::{
    Actions, Bounds, Cause, Depth, Game, Key, Keyed, Limit, Limits, Notation, Proof, Random, Repetition, Role, Score,
    Seat, Seeded, Side, Turn, Without,
};
use counterplay_games::tictactoe::TicTacToe;
use counterplay_testkit::{Plain, Shape, random_tree};

const ORDERS: [Order; 2] = [Order::LeftToRight, Order::RightToLeft];
const RULES: [CutoffRule; 2] = [CutoffRule::Ge, CutoffRule::Gt];
/// One bucket, a few, and more than a tree has states.
const TABLES: [usize; 3] = [0, 5 * 32, 1 << 16];

/// A tree in which equal subtrees are the same state, wherever they are: many lines of play lead to one state.
struct Merged {
    /// Each different subtree, with the numbers of those below it.
    states: Vec<(Plain, Vec<usize>)>,
    root: usize,
    repetition: Repetition,
}

impl Merged {
    fn new(plain: &Plain) -> Merged {
        fn add(plain: &Plain, states: &mut Vec<(Plain, Vec<usize>)>, seen: &mut HashMap<String, usize>) -> usize {
            if let Some(&at) = seen.get(&plain.to_text()) {
                return at;
            }
            let children = match plain {
                Plain::Max(trees) | Plain::Min(trees) => trees.iter().map(|tree| add(tree, states, seen)).collect(),
                _ => Vec::new(),
            };
            states.push((plain.clone(), children));
            seen.insert(plain.to_text(), states.len() - 1);
            states.len() - 1
        }
        let mut states = Vec::new();
        let root = add(plain, &mut states, &mut HashMap::new());
        Merged { states, root, repetition: Repetition::Ignored }
    }

    fn leaves(&self) -> impl Iterator<Item = i32> + '_ {
        self.states.iter().filter_map(|(plain, _)| if let Plain::Leaf(value) = plain { Some(*value) } else { None })
    }
}

impl Game for Merged {
    type State = usize;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> usize {
        self.root
    }
    fn turn(&self, &at: &usize) -> Turn {
        Turn::Seat(if matches!(self.states[at].0, Plain::Min(_)) { Seat::SECOND } else { Seat::FIRST })
    }
    fn actions(&self, &at: &usize, out: &mut Actions<u32>) {
        out.extend(1..=self.states[at].1.len() as u32);
    }
    fn apply(&self, at: &mut usize, number: u32) {
        *at = self.states[*at].1[number as usize - 1];
    }
    fn is_terminal(&self, &at: &usize) -> bool {
        matches!(self.states[at].0, Plain::Leaf(_))
    }
    fn utility(&self, &at: &usize) -> Score {
        let Plain::Leaf(value) = self.states[at].0 else { unreachable!() };
        Score::new(value)
    }
    fn bounds(&self) -> Bounds {
        Bounds::new(self.leaves().min().unwrap(), self.leaves().max().unwrap())
    }
}

impl Keyed for Merged {
    fn key(&self, &at: &usize) -> Key {
        Key::mix(at as u64)
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
}

/// A tree woven from few subtrees, each used in several places and at several depths.
fn woven(random: &mut dyn Random, values: i32) -> Plain {
    let leaf = |random: &mut dyn Random| Plain::Leaf(random.below(2 * values as u64 + 1) as i32 - values);
    let mut pool: Vec<Plain> = (0..4).map(|_| leaf(random)).collect();
    for _ in 0..14 {
        // The larger of two numbers: rather a late tree than an early one, so that it grows deep.
        let pick = |random: &mut dyn Random| {
            let at = random.below(pool.len() as u64).max(random.below(pool.len() as u64));
            pool[at as usize].clone()
        };
        let below: Vec<Plain> = (0..1 + random.below(4)).map(|_| pick(random)).collect();
        let tree = if random.below(2) == 0 { Plain::Max(below) } else { Plain::Min(below) };
        if tree.size().0 < 2_000 {
            pool.push(tree);
        }
    }
    pool.swap_remove(pool.len() - 1)
}

/// Trees with few and with many values, grown and woven in turns.
fn trees(count: usize, shape: Shape) -> impl Iterator<Item = Plain> {
    let mut random = Seeded::new(64);
    (0..count).map(move |i| {
        let values = [1, 2, 5, 100][i / 2 % 4];
        if i % 2 == 0 { random_tree(&mut random, Shape { values, ..shape }) } else { woven(&mut random, values) }
    })
}

const SHAPE: Shape = Shape { depth: 6, branches: 4, values: 0, chance: false };

/// A line of best play: to the end of the game, or to the depth, with the value that it was promised to have.
fn assert_line(game: &Merged, decision: &Decision<u32>, depth: Option<u32>, evaluate: impl Fn(usize) -> f64) {
    let end = decision.line.iter().fold(game.root, |at, &number| game.result(&at, number));
    let worth = if game.is_terminal(&end) { game.utility(&end).into() } else { evaluate(end) };
    assert!(game.is_terminal(&end) || Some(decision.line.len() as u32) == depth, "{:?}", decision.line);
    assert_eq!(worth, decision.value.score);
    assert_eq!(decision.action, decision.line.first().copied());
    assert!(decision.action.is_none_or(|action| decision.best.contains(&action)));
}

#[test]
fn a_table_never_changes_the_value_nor_the_best_actions() {
    let (mut hits, mut saved) = (0, 0);
    for plain in trees(3_000, SHAPE) {
        let game = Merged::new(&plain);
        for (order, cutoff) in ORDERS.into_iter().flat_map(|order| RULES.map(|rule| (order, rule))) {
            let settings = Settings::new().order(order).cutoff(cutoff).all_best(true);
            let without = alphabeta(&game, &game.root, &settings, &mut Silent).unwrap();
            for bytes in TABLES {
                let mut table = Table::new(bytes);
                // Once with an empty table, once with what the first search left in it.
                for _ in 0..2 {
                    let decision =
                        alphabeta_with_table(&game, &game.root, &settings, &OwnKeys, &mut table, &mut Silent).unwrap();
                    assert_eq!(decision.value.score, plain.value(), "{}", plain.to_text());
                    assert_eq!(decision.value.proof, Proof::Exact);
                    assert_eq!(decision.best, plain.best(), "{}", plain.to_text());
                    assert_line(&game, &decision, None, |_| unreachable!());
                    hits += decision.statistics.table_hits;
                    saved += without.statistics.nodes as i64 - decision.statistics.nodes as i64;
                }
            }
            // Without keys it is the same search, step by step.
            let mut table = Table::new(0);
            let same = alphabeta_with_table(&game, &game.root, &settings, &NoKeys, &mut table, &mut Silent).unwrap();
            assert_eq!((same, table.probes()), (without, 0));
        }
    }
    assert!(hits > 100_000 && saved > 1_000_000, "{hits} {saved}");
}

#[test]
fn only_proven_actions_are_best_unless_all_are_asked_for() {
    for plain in trees(1_000, SHAPE) {
        let game = Merged::new(&plain);
        let mut table = Table::new(1 << 12);
        let settings = Settings::new();
        let decision = alphabeta_with_table(&game, &game.root, &settings, &Hashed, &mut table, &mut Silent).unwrap();
        assert!(decision.best.iter().all(|action| plain.best().contains(action)));
        assert_line(&game, &decision, None, |_| unreachable!());
    }
}

/// An evaluation that has nothing to do with the value of the state, and many ties.
fn evaluation(_: &Merged, &at: &usize) -> Score {
    Score::new((Key::mix(at as u64 ^ 0xabcd).0 % 7) as i32 - 3)
}

/// Minimax to a depth, by its definition.
fn to_depth(game: &Merged, at: usize, depth: u32) -> Score {
    let below = || game.states[at].1.iter().map(|&child| to_depth(game, child, depth - 1));
    match game.states[at].0 {
        Plain::Leaf(value) => Score::new(value),
        _ if depth == 0 => evaluation(game, &at),
        Plain::Min(_) => below().min().unwrap(),
        _ => below().max().unwrap(),
    }
}

#[test]
fn with_a_depth_the_value_is_that_of_the_depth_whatever_the_table_has_seen() {
    let (mut hits, mut exact) = (0, 0);
    for (plain, seed) in trees(1_000, SHAPE).zip(0usize..) {
        let game = Merged::new(&plain);
        for bytes in TABLES {
            // One table for all depths and orders, deeper and shallower in turns: none may mislead another.
            let mut table = Table::new(bytes);
            for depth in [3, 1, 6, 2, 7, 0, 4, 5, 3, 2] {
                let (order, cutoff) = (ORDERS[seed % 2], RULES[seed / 2 % 2]);
                let settings = Settings::new().order(order).cutoff(cutoff).all_best(true);
                let settings = settings.to_depth(Depth(depth), evaluation);
                let decision =
                    alphabeta_with_table(&game, &game.root, &settings, &OwnKeys, &mut table, &mut Silent).unwrap();
                let value = to_depth(&game, game.root, depth);
                assert_eq!(decision.value.score, f64::from(value), "{} to {depth}", plain.to_text());
                if depth > 0 {
                    let best = (1..).zip(&game.states[game.root].1);
                    let best = best.filter(|&(_, &child)| to_depth(&game, child, depth - 1) == value);
                    assert_eq!(decision.best, best.map(|(number, _)| number).collect::<Vec<u32>>());
                }
                assert_line(&game, &decision, Some(depth), |at| evaluation(&game, &at).into());
                assert_eq!(decision.value.proof == Proof::Exact, decision.statistics.evaluated == 0);
                if decision.value.proof == Proof::Exact {
                    assert_eq!(decision.value.score, plain.value(), "{} to {depth}", plain.to_text());
                    exact += 1;
                }
                hits += decision.statistics.table_hits;
            }
            // What rests on evaluations is of no use to a search that goes to the end.
            let settings = Settings::new();
            let decision =
                alphabeta_with_table(&game, &game.root, &settings, &OwnKeys, &mut table, &mut Silent).unwrap();
            assert_eq!((decision.value.score, decision.value.proof), (plain.value(), Proof::Exact));
        }
    }
    assert!(hits > 20_000 && exact > 1_000, "{hits} {exact}");
}

/// Every entry that a search leaves in the table is true of its state.
#[test]
fn what_the_table_remembers_is_true() {
    let (mut estimates, mut proven) = (0, 0);
    for plain in trees(500, SHAPE) {
        let game = Merged::new(&plain);
        for cutoff in RULES {
            let mut table = Table::new(1 << 16);
            for depth in [2, 4, 3, 5] {
                let settings = Settings::new().cutoff(cutoff).to_depth(Depth(depth), evaluation);
                alphabeta_with_table(&game, &game.root, &settings, &OwnKeys, &mut table, &mut Silent).unwrap();
                for (at, (subtree, _)) in game.states.iter().enumerate() {
                    let Some(Entry { value, bound, depth, estimate, action }) = table.probe(game.key(&at)) else {
                        continue;
                    };
                    let holds = |truth: Score| match bound {
                        Bound::Lower => value <= truth,
                        Bound::Upper => value >= truth,
                        Bound::Exact => value == truth,
                    };
                    assert!(holds(to_depth(&game, at, depth.0)), "{}", subtree.to_text());
                    estimates += u32::from(estimate);
                    if !estimate {
                        proven += 1;
                        assert!(holds(Score::rounded(subtree.value())), "{}", subtree.to_text());
                        assert!((depth.0..8).all(|more| holds(to_depth(&game, at, more))), "{}", subtree.to_text());
                    }
                    assert!((1..=game.states[at].1.len() as u32).contains(&action.unwrap()));
                }
            }
        }
    }
    assert!(estimates > 1_000 && proven > 1_000, "{estimates} {proven}");
}

/// Counts the events, and holds that a table hit is all that happens between entering and leaving.
#[derive(Default)]
struct Hits {
    enters: u64,
    leaves: u64,
    hits: u64,
    just_hit: bool,
}

impl<G: Game> Trace<G> for Hits {
    fn event(&mut self, _: &G, event: &Event<'_, G>) {
        assert!(!self.just_hit || matches!(event, Event::Exit { .. }));
        self.just_hit = matches!(event, Event::TableHit { .. });
        match event {
            Event::Enter { .. } => self.enters += 1,
            Event::Leaf { .. } => self.leaves += 1,
            Event::TableHit { .. } => self.hits += 1,
            _ => {}
        }
    }
}

#[test]
fn a_recorded_search_with_a_table_says_the_truth_of_each_node() {
    let mut bounds = 0;
    for plain in trees(1_500, Shape { depth: 5, branches: 3, ..SHAPE }) {
        let game = Merged::new(&plain);
        for (order, cutoff) in ORDERS.into_iter().zip(RULES) {
            let settings = Settings::new().order(order).cutoff(cutoff);
            let run = |trace: &mut (Recorder<Merged>, Hits)| {
                let mut table = Table::new(1 << 12);
                alphabeta_with_table(&game, &game.root, &settings, &OwnKeys, &mut table, trace).unwrap()
            };
            let mut trace = (Recorder::new(), Hits::default());
            let decision = run(&mut trace);
            let (recorder, heard) = trace;
            let statistics = decision.statistics;
            assert_eq!(
                (heard.enters, heard.leaves, heard.hits),
                (statistics.nodes, statistics.leaves, statistics.table_hits)
            );
            let seen = recorder.finish(&game);
            let visited = seen.nodes.iter().filter(|node| node.status == Status::Visited).count() as u64;
            assert_eq!(visited, statistics.nodes);
            assert_eq!(seen.visited_leaves().count() as u64, statistics.leaves + statistics.table_hits);
            assert!(seen.nodes.iter().all(|node| node.status != Status::NotReached));
            let mut cut: Vec<usize> = Vec::new();
            for step in &seen.steps {
                if let counterplay_core::trace::StepKind::Cutoff { cut: children, .. } = &step.kind {
                    cut.extend(children);
                }
            }
            cut.sort_unstable();
            assert_eq!(cut, seen.cut_edges().collect::<Vec<_>>());
            for (at, node) in seen.nodes.iter().enumerate() {
                let Some(value) = node.value else { continue };
                let path = seen.path(at);
                let numbers = path.split('.').filter(|part| !part.is_empty()).map(|part| part.parse().unwrap());
                let state = numbers.fold(game.root, |at, number| game.result(&at, number));
                let real = game.states[state].0.value();
                bounds += u32::from(node.is_leaf() && node.proof != Some(Proof::Exact));
                match node.proof {
                    Some(Proof::Exact) => assert_eq!(value, real),
                    Some(Proof::Lower) => assert!(value <= real),
                    Some(Proof::Upper) => assert!(value >= real),
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(bounds > 100, "{bounds}");
}

/// PLIES by its definition; nothing where nobody wins.
fn plies(game: &Merged, at: usize) -> Option<u32> {
    let (plain, children) = &game.states[at];
    let value = plain.value();
    let winner = game.bounds().winner(Score::rounded(value))?;
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
    for plain in trees(3_000, SHAPE) {
        let game = Merged::new(&plain);
        let mut run = |keys: &dyn Keys<Merged>, bytes| {
            let verdict = solve(&game, &game.root, &Dyn(keys), &Limits::default(), bytes, &mut |_| {}).unwrap();
            assert_solved(&game, &verdict);
            match game.bounds().winner(verdict.low) {
                Some(Side::Max) => wins += 1,
                Some(Side::Min) => losses += 1,
                None => draws += 1,
            }
        };
        TABLES.into_iter().for_each(|bytes| run(&OwnKeys, bytes));
        run(&Hashed, 1 << 12);
        run(&NoKeys, 0);
    }
    assert!(wins.min(draws).min(losses) > 1_000, "{wins} {draws} {losses}");

    /// Some keys or other.
    struct Dyn<'k>(&'k dyn Keys<Merged>);
    impl Keys<Merged> for Dyn<'_> {
        fn key(&self, game: &Merged, state: &usize) -> Option<Key> {
            self.0.key(game, state)
        }
    }
}

#[test]
fn the_solver_equals_the_oracle_on_larger_trees() {
    let mut random = Seeded::new(9);
    for values in (0..400).map(|i| [5, 20, 100, 1000][i % 4]) {
        let plain = random_tree(&mut random, Shape { depth: 8, branches: 5, values, chance: false });
        if plain.size().0 < 20_000 {
            let game = Merged::new(&plain);
            let verdict = solve(&game, &game.root, &OwnKeys, &Limits::default(), 1 << 20, &mut |_| {}).unwrap();
            assert_solved(&game, &verdict);
        }
    }
}

/// A question about the distance meets bounds that earlier questions about the value have left, and must not take them for
/// more than they are. In both trees a state is first asked about in one place with a wide window, and then met in another.
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
        let verdict = solve(&game, &game.root, &OwnKeys, &Limits::default(), 1 << 16, &mut |_| {}).unwrap();
        assert_eq!(verdict.plies, Some(plies));
        assert_solved(&game, &verdict);
    }
}

#[test]
fn a_solver_that_is_stopped_claims_no_more_than_it_has_proven() {
    let (mut values, mut distances, mut early) = (0, 0, 0);
    for plain in trees(300, SHAPE) {
        let game = Merged::new(&plain);
        let run = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            solve(&game, &game.root, &OwnKeys, &limits, 1 << 10, &mut |_| {}).unwrap()
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
fn a_search_with_a_table_that_is_stopped_has_a_bound() {
    for plain in trees(300, SHAPE) {
        let game = Merged::new(&plain);
        let run = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let settings = Settings::new().limits(limits);
            alphabeta_with_table(&game, &game.root, &settings, &OwnKeys, &mut Table::new(1 << 10), &mut Silent).unwrap()
        };
        let all = run(u64::MAX);
        for nodes in 0..all.statistics.nodes {
            let decision = run(nodes);
            assert_eq!((decision.stopped, decision.statistics.nodes), (Some(Limit::Nodes), nodes));
            match decision.value.proof {
                Proof::Lower => assert!(decision.value.score <= plain.value()),
                Proof::Upper => assert!(decision.value.score >= plain.value()),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(run(all.statistics.nodes).value, all.value);
    }
}

#[test]
fn the_solver_can_be_stopped_from_outside_and_by_the_clock() {
    let game = TicTacToe::new(4, 4).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(stop.clone()), ..Limits::default() };
    let mut reports = Vec::new();
    let verdict = solve(&game, &game.initial(), &OwnKeys, &limits, 1 << 20, &mut |progress| {
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
    let verdict = solve(&game, &game.initial(), &OwnKeys, &limits, 1 << 20, &mut |_| {}).unwrap();
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
        let verdict = solve(&game, &game.initial(), &OwnKeys, &Limits::default(), 64 << 20, &mut |_| {}).unwrap();
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
        let verdict = solve(&game, board, &OwnKeys, &Limits::default(), 1 << 16, &mut |_| {}).unwrap();
        assert_eq!(verdict.value().map(f64::from), Some(decision.value.score));
        assert_eq!(verdict.best, decision.best);
    }
}

#[test]
fn a_finished_game_is_solved_at_once() {
    let game = TicTacToe::default();
    for (text, value, plies) in [("XXX OO- ---", Score::WIN, Some(0)), ("XOX XOO OXX", Score::DRAW, None)] {
        let board = game.parse_position(text).unwrap();
        let verdict = solve(&game, &board, &OwnKeys, &Limits::default(), 0, &mut |_| {}).unwrap();
        assert_eq!((verdict.value(), verdict.plies, verdict.action), (Some(value), plies, None));
        assert_eq!((verdict.best, verdict.line, verdict.statistics.nodes), (vec![], vec![], 1));
    }
}

/// What a position means may depend on the line that led to it: then nothing is remembered.
#[test]
fn a_game_with_a_rule_of_repetition_does_not_use_the_table() {
    let plain = trees(1, SHAPE).next().unwrap();
    for repetition in [Repetition::Draw(3), Repetition::Forbidden] {
        let game = Merged { repetition, ..Merged::new(&plain) };
        let mut table = Table::new(1 << 10);
        alphabeta_with_table(&game, &game.root, &Settings::new(), &OwnKeys, &mut table, &mut Silent).unwrap();
        assert_eq!((table.probes(), table.load()), (0, 0.0));
    }
    assert!(OwnKeys.key(&Merged::new(&plain), &0).is_some());
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
    let halt = solve(&game, &game.initial(), &Hashed, &Limits::default(), 0, &mut |_| {}).unwrap_err();
    assert_eq!((&halt.cause, halt.path.as_slice()), (&Cause::OutsideBounds(Score::new(7)), [2, 1].as_slice()));
    assert_eq!(halt.to_string(), "the game ends with 7 at 2.1, which is outside of its bounds");
}
