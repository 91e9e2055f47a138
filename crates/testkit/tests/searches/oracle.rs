//! Every search equals the naive oracle, on ten thousand random trees.

use counterplay_core::search::{
    CutoffRule, Decision, Order, Settings, alphabeta, expectiminimax, minimal_tree, minimax, value_iteration,
};
use counterplay_core::trace::{Recorder, Silent, Status, Trace};
use counterplay_core::{Game, Limits, Proof, Seeded, Side};
use counterplay_testkit::{Plain, Shape, ordered_uniform, random_tree};
use counterplay_tree::{Branch, Tree};

const SEED: u64 = 20_26;
const ORDERS: [Order; 2] = [Order::LeftToRight, Order::RightToLeft];
const RULES: [CutoffRule; 2] = [CutoffRule::Ge, CutoffRule::Gt];

fn read(plain: &Plain) -> Tree {
    Tree::parse(&plain.to_text(), Side::Max).expect("the text of a plain tree")
}

fn trees(count: usize, shape: Shape) -> impl Iterator<Item = Plain> {
    let mut random = Seeded::new(SEED);
    (0..count).map(move |i| random_tree(&mut random, Shape { values: [3, 20, 1000][i % 3], ..shape }))
}

fn numbers(best: &[Branch]) -> Vec<u32> {
    best.iter().map(|branch| branch.0).collect()
}

fn assert_right(plain: &Plain, decision: &Decision<Branch>) {
    let text = || plain.to_text();
    assert_eq!(decision.value.score, plain.value(), "{}", text());
    assert_eq!(decision.value.proof, Proof::Exact);
    assert_eq!(numbers(&decision.best), plain.best(), "{}", text());
    match decision.action {
        Some(action) => assert!(decision.best.contains(&action), "{}", text()),
        None => assert!(!matches!(plain, Plain::Max(_) | Plain::Min(_)), "{}", text()),
    }
}

#[test]
fn minimax_and_alphabeta_equal_the_oracle_on_random_trees() {
    let shape = Shape { depth: 6, branches: 4, values: 0, chance: false };
    for plain in trees(7_000, shape) {
        let tree = read(&plain);
        let game = tree.deterministic().expect("no chance nodes");
        let root = game.initial();
        for order in ORDERS {
            let settings = Settings::new().order(order).all_best(true);
            let decision = minimax(&game, &root, &settings, &mut Silent).unwrap();
            assert_right(&plain, &decision);
            assert_eq!((decision.statistics.nodes, decision.statistics.leaves), plain.size());
            assert_right(&plain, &expectiminimax(&game, &root, &settings, &mut Silent).unwrap());
            for cutoff in RULES {
                let settings = settings.clone().cutoff(cutoff);
                let silent = alphabeta(&game, &root, &settings, &mut Silent).unwrap();
                assert_right(&plain, &silent);
                let visits = plain.alphabeta(order == Order::RightToLeft, cutoff == CutoffRule::Ge);
                assert_eq!(silent.statistics.nodes, visits.nodes, "{} {order:?} {cutoff:?}", plain.to_text());
                assert_eq!(silent.statistics.leaves, visits.leaves.len() as u64);
                let mut recorder = Recorder::new();
                let traced = alphabeta(&game, &root, &settings, &mut recorder).unwrap();
                assert_eq!(silent, traced);
                let seen = recorder.finish(&game);
                let mut leaves: Vec<_> = seen
                    .nodes
                    .iter()
                    .enumerate()
                    .filter(|(_, node)| node.is_leaf() && node.status == Status::Visited)
                    .collect();
                leaves.sort_by_key(|(_, node)| node.order);
                let paths: Vec<String> = leaves.iter().map(|&(at, _)| seen.path(at)).collect();
                let expected: Vec<String> = visits
                    .leaves
                    .iter()
                    .map(|path| path.iter().map(u32::to_string).collect::<Vec<_>>().join("."))
                    .collect();
                assert_eq!(paths, expected);
                assert_eq!(seen.nodes.len() as u64, plain.size().0);
            }
        }
        assert_eq!(
            minimal_tree(&game, &root, &Settings::new()).unwrap().nodes,
            plain.minimal_nodes(),
            "{}",
            plain.to_text()
        );
    }
}

#[test]
fn expectiminimax_equals_the_oracle_on_trees_with_chance_nodes() {
    let shape = Shape { depth: 6, branches: 4, values: 0, chance: true };
    for plain in trees(3_000, shape) {
        let tree = read(&plain);
        let game = tree.stochastic();
        for order in ORDERS {
            let settings = Settings::new().order(order);
            let silent = expectiminimax(&game, &game.initial(), &settings, &mut Silent).unwrap();
            assert_right(&plain, &silent);
            assert_eq!((silent.statistics.nodes, silent.statistics.leaves), plain.size());
            let mut recorder = Recorder::new();
            let traced = expectiminimax(&game, &game.initial(), &settings, &mut recorder).unwrap();
            assert_eq!(silent, traced);
            assert_eq!(recorder.finish(&game).nodes[0].value, Some(plain.value()));
        }
        // Every tree is finite, so sweeping it must come to the same.
        let solution = value_iteration(&game, &game.initial(), 0.0, &Limits::default()).unwrap();
        assert_eq!(solution.value(&game.initial()), Some(plain.value()));
    }
}

/// A bound that the recorder draws at a node must hold for the true value, and an exact value must be it.
#[test]
fn what_the_recorder_says_of_each_node_is_true() {
    fn truth<'p>(plain: &'p Plain, path: &str) -> &'p Plain {
        path.split('.').filter(|part| !part.is_empty()).fold(plain, |tree, part| {
            let (Plain::Max(below) | Plain::Min(below)) = tree else { unreachable!() };
            &below[part.parse::<usize>().unwrap() - 1]
        })
    }
    for plain in trees(1_500, Shape { depth: 5, branches: 3, values: 0, chance: false }) {
        let tree = read(&plain);
        let game = tree.deterministic().unwrap();
        for (order, cutoff) in ORDERS.into_iter().zip(RULES) {
            let mut recorder = Recorder::new();
            alphabeta(&game, &game.initial(), &Settings::new().order(order).cutoff(cutoff), &mut recorder).unwrap();
            let seen = recorder.finish(&game);
            for (at, node) in seen.nodes.iter().enumerate() {
                let Some(value) = node.value else { continue };
                let real = truth(&plain, &seen.path(at)).value();
                match node.proof {
                    Some(Proof::Exact) => assert_eq!(value, real),
                    Some(Proof::Lower) => assert!(value <= real),
                    Some(Proof::Upper) => assert!(value >= real),
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

#[test]
fn the_minimal_tree_is_what_perfect_order_visits() {
    for branches in 2..=5usize {
        for depth in 1..=8u32 {
            let plain = ordered_uniform(branches, depth);
            let tree = read(&plain);
            let game = tree.deterministic().unwrap();
            let decision = alphabeta(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
            let law = branches.pow(depth.div_ceil(2)) + branches.pow(depth / 2) - 1;
            assert_eq!(decision.statistics.leaves, law as u64, "b = {branches}, d = {depth}");
            let minimal = minimal_tree(&game, &game.initial(), &Settings::new()).unwrap();
            assert_eq!(minimal.leaves, law as u64, "b = {branches}, d = {depth}");
            assert_eq!(minimal.nodes, decision.statistics.nodes);
        }
    }
}

/// Fewest nodes come first: the bound of a child may take more leaves than its exact value does.
#[test]
fn the_minimal_tree_counts_nodes_before_leaves() {
    let tree = Tree::parse("[[[[[[1]]]],[1,1,1]]]", Side::Max).unwrap();
    let game = tree.deterministic().unwrap();
    let minimal = minimal_tree(&game, &game.initial(), &Settings::new()).unwrap();
    assert_eq!((minimal.nodes, minimal.leaves), (9, 2));
}

/// A trace that only counts, to hold that events nest.
#[derive(Default)]
struct Nesting {
    depth: i64,
    enters: u64,
}

impl<G: Game> Trace<G> for Nesting {
    fn event(&mut self, _: &G, event: &counterplay_core::trace::Event<'_, G>) {
        use counterplay_core::trace::Event;
        match event {
            Event::Enter { ply, .. } => {
                assert_eq!(i64::from(ply.0), self.depth);
                self.depth += 1;
                self.enters += 1;
            }
            Event::Exit { .. } => self.depth -= 1,
            Event::Leaf { .. } | Event::TableHit { .. } | Event::Update { .. } | Event::Cutoff { .. } => {
                assert!(self.depth > 0);
            }
        }
    }
}

#[test]
fn events_nest_like_calls() {
    for plain in trees(200, Shape { depth: 6, branches: 4, values: 0, chance: false }) {
        let tree = read(&plain);
        let game = tree.deterministic().unwrap();
        let mut nesting = Nesting::default();
        let decision = alphabeta(&game, &game.initial(), &Settings::new(), &mut nesting).unwrap();
        assert_eq!((nesting.depth, nesting.enters), (0, decision.statistics.nodes));
    }
}
