//! Pruning at chance nodes never changes the value: Star1 and Star2 equal plain expectiminimax, on trees and on real
//! positions.

use counterplay_backgammon::Backgammon;
use counterplay_core::engine::{ChanceEngine, ChanceTechniques, Hashed, Table, Task};
use counterplay_core::search::{CutoffRule, Decision, Order, Settings, expectiminimax, star1, star2};
use counterplay_core::trace::{Recorder, Silent, Status};
use counterplay_core::{
    Bounds, Chance, ChanceNodes, Depth, Evaluate, Game, Key, PerfectInformation, Proof, Random, Role, Score, Seeded,
    Side, With, Without,
};
use counterplay_hog::Hog;
use counterplay_pig::Pig;
use counterplay_testkit::{Plain, Shape, random_tree};
use counterplay_tree::{NodeId, Tree, TreeGame};

const SEED: u64 = 19_83;
const ORDERS: [Order; 2] = [Order::LeftToRight, Order::RightToLeft];
const RULES: [CutoffRule; 2] = [CutoffRule::Ge, CutoffRule::Gt];

type Dice<'t> = TreeGame<'t, With, Without>;

fn trees(count: usize, shape: Shape) -> impl Iterator<Item = Plain> {
    let mut random = Seeded::new(SEED);
    (0..count).map(move |i| random_tree(&mut random, Shape { values: [1, 3, 20, 1000][i % 4], ..shape }))
}

fn read(plain: &Plain) -> Tree {
    Tree::parse(&plain.to_text(), Side::Max).expect("the text of a plain tree")
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(1.0)
}

#[test]
fn star1_and_star2_equal_expectiminimax_on_random_trees() {
    let mut leaves = [0; 3];
    for plain in trees(4_000, Shape { depth: 6, branches: 4, values: 0, chance: true }) {
        let tree = read(&plain);
        let game = tree.stochastic();
        for order in ORDERS {
            let settings = Settings::new().order(order).all_best(true);
            let whole = expectiminimax(&game, &game.initial(), &settings, &mut Silent).unwrap();
            leaves[0] += whole.statistics.leaves;
            for cutoff in RULES {
                let settings = settings.clone().cutoff(cutoff);
                for which in 0..2 {
                    let mut recorder = Recorder::new();
                    let found = match which {
                        0 => star1(&game, &game.initial(), &settings, &mut recorder),
                        _ => star2(&game, &game.initial(), &settings, &mut recorder),
                    };
                    let found = found.unwrap();
                    let text = || format!("{} {order:?} {cutoff:?} star{}", plain.to_text(), which + 1);
                    assert!(
                        close(found.value.score, whole.value.score),
                        "{}: {} {}",
                        text(),
                        found.value.score,
                        whole.value.score
                    );
                    assert_eq!(found.value.proof, Proof::Exact);
                    assert_eq!(found.best, whole.best, "{}", text());
                    assert_eq!(found.action.is_some(), whole.action.is_some());
                    assert!(found.action.is_none_or(|action| whole.best.contains(&action)), "{}", text());
                    assert!(found.statistics.leaves <= whole.statistics.leaves, "{}", text());
                    leaves[which + 1] += found.statistics.leaves;
                    told_truly(&plain, recorder, &game, &text());
                }
            }
        }
    }
    // Each saves something on average, whatever it does on a single tree. Two rules were counted for each.
    let [whole, first, second] = leaves;
    assert!(second < first && first < 2 * whole, "{leaves:?}");
}

/// What the recorder says of each node must hold: an exact value is the value, and a bound a bound.
fn told_truly<'t>(plain: &Plain, recorder: Recorder<Dice<'t>>, game: &Dice<'t>, text: &str) {
    let seen = recorder.finish(game);
    assert_eq!(seen.nodes.len() as u64, plain.size().0, "{text}");
    for (at, node) in seen.nodes.iter().enumerate() {
        let Some(value) = node.value else { continue };
        let path = seen.path(at);
        let real = path.split('.').filter(|part| !part.is_empty()).fold(plain, |tree, part| {
            let place = part.parse::<usize>().unwrap() - 1;
            match tree {
                Plain::Max(below) | Plain::Min(below) => &below[place],
                Plain::Chance(below) => &below[place].1,
                Plain::Leaf(_) => unreachable!(),
            }
        });
        let real = real.value();
        match node.proof {
            Some(Proof::Exact) => assert!(close(value, real), "{text} at {path}: {value} {real}"),
            Some(Proof::Lower) => assert!(value <= real + 1e-9, "{text} at {path}: {value} {real}"),
            Some(Proof::Upper) => assert!(value >= real - 1e-9, "{text} at {path}: {value} {real}"),
            other => panic!("{other:?}"),
        }
        assert_ne!(node.status, Status::NotReached, "{text} at {path}");
    }
}

/// An evaluation that knows nothing: the hash of the state, from a little below the bounds of the game to a little
/// above, so that what is outside of them is tried as well. It has no word for the states that `judged` refuses.
struct Hash<S> {
    judged: fn(&S) -> bool,
}

impl<S> Clone for Hash<S> {
    fn clone(&self) -> Self {
        Hash { judged: self.judged }
    }
}

impl<G: Game<State: std::hash::Hash>> Evaluate<G> for Hash<G::State> {
    fn evaluate(&self, game: &G, state: &G::State) -> Score {
        Score::rounded(self.expectation(game, state))
    }
    fn applies_to(&self, _: &G, state: &G::State) -> bool {
        (self.judged)(state)
    }
    fn expectation(&self, game: &G, state: &G::State) -> f64 {
        let Bounds { low, high } = game.bounds();
        let (low, high) = (f64::from(low), f64::from(high));
        let part = (Key::of(state).0 >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * (1.2 * part - 0.1)
    }
}

/// Every variant of the pruning search, to a depth, with and without tables, must find what plain expectiminimax finds.
fn all_agree<G, E>(game: &G, state: &G::State, depth: u32, evaluation: &E, what: &str)
where
    G: ChanceNodes + PerfectInformation + Sync,
    G::State: std::hash::Hash + Sync,
    G::Action: Send,
    E: Evaluate<G> + Clone + Sync,
{
    let settings = Settings::new().all_best(true).to_depth(Depth(depth), evaluation.clone());
    let whole = expectiminimax(game, state, &settings, &mut Silent).unwrap();
    let right = |found: &Decision<G::Action>, who: &str| {
        let (a, b) = (found.value.score, whole.value.score);
        assert!(close(a, b), "{what}, depth {depth}, {who}: {a}, not {b}");
        assert!(whole.value.proof != Proof::Exact || found.value.proof == Proof::Exact, "{what}, depth {depth}, {who}");
        assert!(found.action.is_none_or(|action| whole.best.contains(&action)), "{what}, depth {depth}, {who}");
        assert_eq!(found.action.is_some(), whole.action.is_some(), "{what}, depth {depth}, {who}");
        assert_eq!(found.stopped, None);
    };
    for (who, found) in [
        ("star1", star1(game, state, &settings, &mut Silent).unwrap()),
        ("star2", star2(game, state, &settings, &mut Silent).unwrap()),
    ] {
        right(&found, who);
        assert_eq!(found.best, whole.best, "{what}, depth {depth}, {who}");
        assert!(found.statistics.leaves <= whole.statistics.leaves, "{what}, depth {depth}, {who}");
    }
    let star2 = ChanceTechniques { probes: true, ..ChanceTechniques::NONE };
    let bare = [("none", ChanceTechniques::NONE), ("star2", star2)];
    for (who, techniques) in bare.into_iter().chain(ChanceTechniques::LADDER) {
        for bytes in [0, 1 << 12, 1 << 18] {
            let table = Table::new(bytes);
            let engine = ChanceEngine::new(game, &table).keys(Hashed).evaluation(evaluation.clone());
            let engine = engine.techniques(techniques);
            let task = Task { depth: Some(Depth(depth)), lines: 3, ..Task::default() };
            let found = engine.search(state, &task, &mut |_| {}).unwrap();
            right(&found.decision, who);
            // The lines are the best actions with their values, the best first.
            for pair in found.lines.windows(2) {
                let [better, worse] = [&pair[0], &pair[1]].map(|line| line.value.score);
                assert!(if game.role(state) == Role::Max { better >= worse } else { better <= worse }, "{what} {who}");
            }
            for line in found.lines.iter().filter(|line| depth > 1 && line.value.proof == Proof::Estimate).take(3) {
                let settings = Settings::new().to_depth(Depth(depth - 1), evaluation.clone());
                let below = expectiminimax(game, &game.result(state, line.line[0]), &settings, &mut Silent).unwrap();
                assert!(close(line.value.score, below.value.score), "{what}, depth {depth}, {who}: line {line:?}");
            }
            // What is in the table now helps the same search, and changes nothing.
            let task = Task { lines: 1, ..task };
            right(&engine.search(state, &task, &mut |_| {}).unwrap().decision, who);
            // One thread does the same each time.
            let again = Table::new(bytes);
            let engine = ChanceEngine::new(game, &again).keys(Hashed).evaluation(evaluation.clone());
            let engine = engine.techniques(techniques);
            let task = Task { lines: 3, ..task };
            assert_eq!(engine.search(state, &task, &mut |_| {}).unwrap(), found, "{what} {who}");
        }
    }
    let table = Table::new(1 << 16);
    let engine = ChanceEngine::new(game, &table).keys(Hashed).evaluation(evaluation.clone());
    let task = Task { depth: Some(Depth(depth)), ..Task::default() };
    right(&engine.search_on(3, state, &task, &mut |_| {}).unwrap().decision, "three threads");
}

#[test]
fn every_variant_equals_expectiminimax_on_trees_with_hashed_evaluations() {
    for (number, plain) in trees(250, Shape { depth: 6, branches: 4, values: 0, chance: true }).enumerate() {
        let tree = read(&plain);
        let game = tree.stochastic();
        // Now and then a state has no word, and the search looks through it.
        let judged: fn(&NodeId) -> bool =
            if number % 2 == 0 { |_| true } else { |node| !Key::of(node).0.is_multiple_of(3) };
        for depth in 1..=7 {
            all_agree(&game, &game.initial(), depth, &Hash { judged }, &plain.to_text());
        }
    }
}

#[test]
fn every_variant_equals_expectiminimax_on_positions_of_pig_and_hog() {
    let mut random = Seeded::new(SEED);
    let pig = Pig::new(20).unwrap();
    let hog = Hog::default();
    for number in 0..12 {
        let state = wander(&pig, number, &mut random);
        for depth in 1..=6 {
            all_agree(&pig, &state, depth, &Hash { judged: |_| true }, "pig");
        }
        let state = wander(&hog, number, &mut random);
        for depth in 1..=3 {
            all_agree(&hog, &state, depth, &Hash { judged: |_| true }, "hog");
        }
    }
}

#[test]
fn every_variant_equals_expectiminimax_on_positions_of_backgammon() {
    let mut random = Seeded::new(SEED);
    let game = Backgammon::default();
    let judged: fn(&counterplay_backgammon::State) -> bool = |state| state.dice().is_none();
    for number in 0..6 {
        let state = wander(&game, 2 * number + number % 2, &mut random);
        // With the dice thrown: a play, a roll, a reply. Before the roll: a roll, a play.
        let deepest = if state.dice().is_some() { 3 } else { 2 };
        for depth in 1..=deepest {
            all_agree(&game, &state, depth, &Hash { judged }, "backgammon");
        }
    }
}

/// A state that random play comes to after so many plies, or before it ends.
fn wander<G: Chance>(game: &G, plies: usize, random: &mut Seeded) -> G::State {
    let mut state = game.initial();
    for _ in 0..plies {
        let action = if game.role(&state) == Role::Chance {
            game.draw(&state, random).unwrap()
        } else {
            let actions = game.action_list(&state);
            actions[random.below(actions.len() as u64) as usize]
        };
        let next = game.result(&state, action);
        if game.is_terminal(&next) {
            break;
        }
        state = next;
    }
    state
}
