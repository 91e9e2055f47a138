//! The engine equals the naive oracle, at every depth, with every technique, whatever the table has seen.

use std::sync::atomic::{AtomicU64, Ordering};

use counterplay_core::engine::{Engine, Entry, NoKeys, OwnKeys, Selective, Table, Task, Techniques};
use counterplay_core::search::{Decision, Settings, alphabeta};
use counterplay_core::trace::{Event, Recorder, Silent, Status, StepKind, Trace};
use counterplay_core::{
    Actions, Bounds, Depth, Ending, Game, Inspect, Key, Keyed, Limit, Limits, MoveOrdering, Proof, Proving, Random,
    Score, Seeded, Selectivity, Side, Truth,
};
use counterplay_testkit::{Merged, Plain, Shape, hashed_evaluation, woven_and_grown};

/// One bucket, a few, and more than a tree has states.
const TABLES: [usize; 3] = [0, 5 * 64, 1 << 16];

const SHAPE: Shape = Shape { depth: 6, branches: 4, values: 0, chance: false };

/// Each technique in or out, as the bits of a number say. Nothing that makes a value an estimate.
fn techniques(bits: u64) -> Techniques {
    let has = |bit: u32| bits >> bit & 1 == 1;
    Techniques {
        table: has(0),
        killers: has(1),
        history: has(2),
        deepening: has(3),
        null_windows: has(4),
        lookahead: has(5),
        knowledge: has(6),
        staged: has(7),
        selective: Selective::NONE,
    }
}

/// All that a game can know, and each of it true: bounds about the value, actions that need not be looked at, how long
/// the game can last, and a random idea of what actions promise. What it knows of a state depends on the state alone.
struct Wise;

impl Wise {
    fn value(game: &Merged, at: usize) -> i32 {
        game.states[at].0.value() as i32
    }

    fn random(at: usize, about: u64) -> u64 {
        Key::mix(at as u64 ^ about << 32).0
    }

    fn height(game: &Merged, at: usize) -> u32 {
        game.states[at].1.iter().map(|&child| 1 + Wise::height(game, child)).max().unwrap_or(0)
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
        let (value, slack) = (Wise::value(game, at), |about| (Wise::random(at, about) % 9) as i32);
        let Bounds { low, high } = game.bounds();
        // Nothing at all about most states.
        match Wise::random(at, 1) % 4 {
            0 => Bounds::new((value - slack(2)).max(low.get()), (value + slack(3)).min(high.get())),
            1 => Bounds::new((value - slack(2)).max(low.get()), high.get()),
            _ => game.bounds(),
        }
    }

    fn candidates(&self, game: &Merged, &at: &usize, _: &usize, out: &mut Actions<u32>) -> Option<Score> {
        let max = game.role(&at) == Side::Max.into();
        let worth = |number: u32| Wise::value(game, game.result(&at, number)) * if max { 1 } else { -1 };
        let all = game.action_list(&at);
        let drops = |&number: &u32| {
            Wise::random(at, 10 + u64::from(number)).is_multiple_of(3) && game.is_terminal(&game.result(&at, number))
        };
        out.extend(all.iter().copied().filter(|number| !drops(number)));
        let dropped = all.iter().copied().filter(drops).map(worth).max();
        dropped.map(|worth| Score::new(if max { worth } else { -worth }))
    }

    fn ending(&self, game: &Merged, &at: &usize, _: &usize, asked: Score) -> Option<Ending> {
        let (value, Bounds { low, high }) = (Score::new(Wise::value(game, at)), game.bounds());
        // Now and then it says nothing that was not known, and the search has to go on.
        let bounds = match value >= asked {
            _ if Wise::random(at, 6).is_multiple_of(4) => Bounds { low, high },
            true => Bounds { low: value, high },
            false => Bounds { low, high: value },
        };
        Wise::random(at, 5).is_multiple_of(3).then_some(Ending { bounds, states: 2 })
    }
}

impl MoveOrdering<Merged> for Wise {
    const STAGED_DEPTH: u32 = u32::MAX;

    fn plies_left(&self, game: &Merged, &at: &usize, _: &usize) -> Option<u32> {
        Some(Wise::height(game, at)).filter(|&height| height <= 3 && Wise::random(at, 4).is_multiple_of(2))
    }

    fn ordering(&self, _: &Merged, &at: &usize, number: u32, _: &usize, _: Option<&usize>) -> i32 {
        (Wise::random(at, 20 + u64::from(number)) % 5) as i32
    }
}

impl Selectivity<Merged> for Wise {}
impl Proving<Merged> for Wise {}

/// What is known of a state besides its rules.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Nothing,
    /// The bounds of the game.
    Rules,
    /// What [`Wise`] knows.
    All,
}

/// Minimax to a depth, by its definition; every value is held within what is known of the state.
fn to_depth(game: &Merged, at: usize, depth: u32, known: Known) -> Score {
    let below = || game.states[at].1.iter().map(|&child| to_depth(game, child, depth - 1, known));
    let value = match game.states[at].0 {
        Plain::Leaf(value) => return Score::new(value),
        _ if depth == 0 => hashed_evaluation(game, &at),
        Plain::Min(_) => below().min().unwrap(),
        _ => below().max().unwrap(),
    };
    let bounds = match known {
        Known::Nothing => return value,
        Known::Rules => game.bounds(),
        Known::All => Wise.bounds(game, &at, &at, None),
    };
    value.clamp(bounds.low, bounds.high)
}

/// A line of best play: to the end of the game, or to the depth, with the value that it was promised to have.
fn assert_line(game: &Merged, decision: &Decision<u32>, depth: Option<u32>, text: &str) {
    let end = decision.line.iter().fold(game.root, |at, &number| game.result(&at, number));
    let worth = if game.is_terminal(&end) { game.utility(&end) } else { hashed_evaluation(game, &end) };
    assert!(game.is_terminal(&end) || Some(decision.line.len() as u32) == depth, "{:?}", decision.line);
    assert_eq!(f64::from(worth), decision.value.score, "{:?} {text}", decision.line);
    assert_eq!(decision.action, decision.line.first().copied());
    assert!(decision.action.is_none_or(|action| decision.best.contains(&action)));
}

#[test]
fn without_techniques_it_is_the_books_alpha_beta_state_by_state() {
    let table = Table::new(0);
    for plain in woven_and_grown(3_000, SHAPE) {
        let game = Merged::new(&plain);
        let settings = Settings::new().all_best(true);
        let book = alphabeta(&game, &game.root, &settings, &mut Silent).unwrap();
        let engine = Engine::new(&game, &table).keys(OwnKeys).techniques(Techniques::NONE);
        let analysis = engine.search(&game.root, &Task::default(), &mut |_| {}).unwrap();
        let found = analysis.decision;
        assert_eq!(
            (found.value, &found.best, &found.line),
            (book.value, &book.best, &book.line),
            "{}",
            plain.to_text()
        );
        let of = |decision: &Decision<u32>| {
            let all = decision.statistics;
            (all.leaves, all.cutoffs, all.first_action_cutoffs)
        };
        assert_eq!(of(&found), of(&book), "{}", plain.to_text());
        assert_eq!(table.load(), 0.0);
    }
}

#[test]
fn no_technique_changes_the_value_nor_the_best_actions() {
    let mut hits = 0;
    let mut random = Seeded::new(3);
    for plain in woven_and_grown(3_000, SHAPE) {
        let game = Merged::new(&plain);
        for bytes in TABLES {
            let table = Table::new(bytes);
            // One table for several settings, one after the other: what one leaves in it must not mislead another. What
            // is known by the game is true, so that even that may change.
            for _ in 0..6 {
                let techniques = techniques(random.bits());
                let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Wise).techniques(techniques);
                let analysis = engine.search(&game.root, &Task::default(), &mut |_| {}).unwrap();
                let decision = analysis.decision;
                let text = || format!("{techniques:?} {}", plain.to_text());
                assert_eq!(decision.value.score, plain.value(), "{}", text());
                assert_eq!(decision.value.proof, Proof::Exact, "{}", text());
                assert_eq!(decision.best, plain.best(), "{}", text());
                assert_line(&game, &decision, None, &text());
                hits += decision.statistics.table_hits;
            }
        }
    }
    assert!(hits > 20_000, "{hits}");
}

#[test]
fn with_a_depth_the_value_is_that_of_the_depth_whatever_the_table_has_seen() {
    let (mut hits, mut exact) = (0, 0);
    let mut random = Seeded::new(5);
    for plain in woven_and_grown(2_000, SHAPE) {
        let game = Merged::new(&plain);
        for (bytes, known) in TABLES.into_iter().flat_map(|bytes| [(bytes, Known::All), (bytes, Known::Nothing)]) {
            let wise = known == Known::All;
            // One table for all depths, deeper and shallower in turns: none may mislead another.
            let table = Table::new(bytes);
            for depth in [3, 1, 6, 2, 7, 4, 5, 3, 2] {
                let techniques = Techniques { knowledge: wise, ..techniques(random.bits()) };
                let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Wise).evaluation(hashed_evaluation);
                let engine = engine.techniques(techniques);
                let task = Task { depth: Some(Depth(depth)), ..Task::default() };
                let analysis = engine.search(&game.root, &task, &mut |_| {}).unwrap();
                let decision = &analysis.decision;
                // At the root nothing is held within bounds: all its actions are looked at.
                let children = game.states[game.root].1.iter().map(|&child| to_depth(&game, child, depth - 1, known));
                let children: Vec<Score> = children.collect();
                let value = match game.states[game.root].0 {
                    Plain::Leaf(value) => Score::new(value),
                    Plain::Min(_) => *children.iter().min().unwrap(),
                    _ => *children.iter().max().unwrap(),
                };
                let text = || format!("{techniques:?} to {depth}: {}", plain.to_text());
                if decision.value.proof == Proof::Exact {
                    assert_eq!(decision.value.score, plain.value(), "{}", text());
                    exact += 1;
                }
                // A search that deepens ends when the value is proven, at a depth that may be less.
                let deepest = analysis.depth.0 == depth || !techniques.deepening;
                assert!(deepest || decision.value.proof == Proof::Exact || children.is_empty(), "{}", text());
                if deepest {
                    assert_eq!(decision.value.score, f64::from(value), "{}", text());
                    let best = (1..).zip(&children).filter(|&(_, &child)| child == value);
                    let best: Vec<u32> = best.map(|(number, _)| number).collect();
                    match decision.value.proof {
                        // Beside a value that is exact, a guess is not as good.
                        Proof::Exact => {
                            assert!(decision.best.iter().all(|action| plain.best().contains(action)), "{}", text());
                        }
                        // Of several that are guessed to be as good, the one that was found is the answer.
                        _ => {
                            assert_eq!(decision.best, Vec::from_iter(decision.action), "{}", text());
                            assert!(decision.best.iter().all(|action| best.contains(action)), "{}", text());
                        }
                    }
                }
                if !wise {
                    assert_line(&game, decision, Some(analysis.depth.0), &text());
                }
                hits += decision.statistics.table_hits;
            }
            // What rests on evaluations is of no use to a search that goes to the end.
            let engine = Engine::new(&game, &table).keys(OwnKeys);
            let decision = engine.search(&game.root, &Task::default(), &mut |_| {}).unwrap().decision;
            assert_eq!((decision.value.score, decision.value.proof), (plain.value(), Proof::Exact));
        }
    }
    assert!(hits > 20_000 && exact > 1_000, "{hits} {exact}");
}

/// Every entry that a search leaves in the table is true of its state.
#[test]
fn what_the_table_remembers_is_true() {
    let (mut guesses, mut proven) = (0, 0);
    for plain in woven_and_grown(600, SHAPE) {
        let game = Merged::new(&plain);
        let table = Table::new(1 << 16);
        for depth in [2, 4, 3, 5] {
            let engine = Engine::new(&game, &table).keys(OwnKeys).evaluation(hashed_evaluation);
            let task = Task { depth: Some(Depth(depth)), ..Task::default() };
            engine.search(&game.root, &task, &mut |_| {}).unwrap();
            for (at, (subtree, _)) in game.states.iter().enumerate() {
                let Some(entry) = table.probe(game.key(&at)) else { continue };
                let Entry { low, high, low_proven, high_proven, depth, action } = entry;
                let sign = if game.role(&at) == Side::Max.into() { 1 } else { -1 };
                let own = |value: Score| Score::new(value.get() * sign);
                // At other depths only what is proven holds.
                for more in 0..8 {
                    let truth = own(to_depth(&game, at, more, Known::Rules));
                    let text = || format!("{entry:?} {} to {more}", subtree.to_text());
                    assert!(low <= truth || more < depth.0 || more > depth.0 && !low_proven, "{}", text());
                    assert!(high >= truth || more < depth.0 || more > depth.0 && !high_proven, "{}", text());
                }
                let value = own(Score::rounded(subtree.value()));
                assert!(!low_proven || low <= value, "{}", subtree.to_text());
                assert!(!high_proven || high >= value, "{}", subtree.to_text());
                proven += u32::from(low_proven) + u32::from(high_proven);
                guesses += u32::from(!low_proven && !high_proven);
                assert!(action.is_none_or(|place| usize::from(place) < game.states[at].1.len()));
            }
        }
    }
    assert!(guesses > 1_000 && proven > 1_000, "{guesses} {proven}");
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

/// One table serves all of these searches: what a search of some actions leaves in it misleads no other.
#[test]
fn a_search_may_be_of_some_actions_of_the_root() {
    for plain in woven_and_grown(500, SHAPE) {
        let game = Merged::new(&plain);
        let table = Table::new(1 << 12);
        let engine = Engine::new(&game, &table).keys(OwnKeys);
        let best_of = |only: Vec<u32>| {
            let task = Task { only, ..Task::default() };
            engine.search(&game.root, &task, &mut |_| {}).unwrap().decision
        };
        let (actions, children) = (game.action_list(&game.root), &game.states[game.root].1);
        for (place, (&action, &child)) in actions.iter().zip(children).enumerate() {
            let decision = best_of(vec![place as u32]);
            assert_eq!((decision.action, decision.best), (Some(action), vec![action]));
            assert_eq!(decision.value.score, game.states[child].0.value());
        }
        // Places that the root does not have restrict nothing.
        let decision = best_of(vec![u32::MAX]);
        assert_eq!(decision.value.score, game.states[game.root].0.value());
    }
}

#[test]
fn a_recorded_search_with_a_table_says_the_truth_of_each_node() {
    let mut bounds = 0;
    let techniques = Techniques { table: true, killers: true, history: true, ..Techniques::NONE };
    for plain in woven_and_grown(1_500, Shape { depth: 5, branches: 3, ..SHAPE }) {
        let game = Merged::new(&plain);
        let table = Table::new(1 << 12);
        let mut trace = (Recorder::new(), Hits::default());
        let engine = Engine::new(&game, &table).keys(OwnKeys).techniques(techniques);
        let task = Task { all_best: false, ..Task::default() };
        let statistics = engine.search_traced(&game.root, &task, &mut |_| {}, &mut trace).unwrap().decision.statistics;
        let (recorder, heard) = trace;
        assert!(heard.enters <= statistics.nodes);
        assert_eq!((heard.leaves, heard.hits), (statistics.leaves, statistics.table_hits));
        let seen = recorder.finish(&game);
        let visited = seen.nodes.iter().filter(|node| node.status == Status::Visited).count() as u64;
        assert_eq!(visited, heard.enters);
        let mut cut: Vec<usize> = Vec::new();
        for step in &seen.steps {
            if let StepKind::Cutoff { cut: children, .. } = &step.kind {
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
    assert!(bounds > 100, "{bounds}");
}

#[test]
fn several_lines_are_the_best_ones_in_order() {
    for plain in woven_and_grown(1_000, SHAPE) {
        let game = Merged::new(&plain);
        let (Plain::Max(below) | Plain::Min(below)) = &plain else { continue };
        let table = Table::new(1 << 12);
        let task = Task { lines: 3, ..Task::default() };
        let lines = Engine::new(&game, &table).keys(OwnKeys).search(&game.root, &task, &mut |_| {}).unwrap().lines;
        let mut values: Vec<f64> = below.iter().map(Plain::value).collect();
        values.sort_by(f64::total_cmp);
        if matches!(plain, Plain::Max(_)) {
            values.reverse();
        }
        values.truncate(3);
        assert_eq!(lines.iter().map(|line| line.value.score).collect::<Vec<_>>(), values, "{}", plain.to_text());
        for line in &lines {
            assert_eq!(below[line.line[0] as usize - 1].value(), line.value.score);
        }
    }
}

#[test]
fn a_search_that_is_stopped_claims_no_more_than_it_has_found() {
    let mut random = Seeded::new(8);
    for plain in woven_and_grown(300, SHAPE) {
        let game = Merged::new(&plain);
        let techniques = techniques(random.bits());
        let run = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let table = Table::new(1 << 10);
            let engine = Engine::new(&game, &table).keys(OwnKeys).techniques(techniques);
            engine.search(&game.root, &Task { limits, ..Task::default() }, &mut |_| {}).unwrap().decision
        };
        let all = run(u64::MAX);
        for nodes in 0..all.statistics.nodes {
            let decision = run(nodes);
            assert!(decision.statistics.nodes <= nodes);
            let real = plain.value();
            match decision.value.proof {
                Proof::Lower => assert!(decision.value.score <= real, "{}", plain.to_text()),
                Proof::Upper => assert!(decision.value.score >= real, "{}", plain.to_text()),
                Proof::Exact => assert_eq!(decision.value.score, real, "{}", plain.to_text()),
                Proof::Estimate => panic!("nothing was estimated"),
            }
            assert!(decision.stopped == Some(Limit::Nodes) || decision.value.proof == Proof::Exact);
            assert_eq!(decision.action.is_some(), all.action.is_some());
        }
        assert_eq!(run(all.statistics.nodes).value, all.value);
    }
}

/// One thread gives the same answer to the node, each time; several give the same value.
#[test]
fn a_search_can_be_repeated_and_shared() {
    for plain in woven_and_grown(300, SHAPE) {
        let game = Merged::new(&plain);
        let run = |threads| {
            let table = Table::new(1 << 12);
            let engine = Engine::new(&game, &table).keys(OwnKeys).evaluation(hashed_evaluation);
            engine.search_on(threads, &game.root, &Task::default(), &mut |_| {}).unwrap()
        };
        assert_eq!(run(1), run(1));
        let several = run(3).decision;
        assert_eq!((several.value.score, several.value.proof), (plain.value(), Proof::Exact));
        // What is proven before the end of the game is reached need not be all.
        assert!(several.best.iter().all(|action| plain.best().contains(action)));
        let table = Table::new(1 << 12);
        let verdict = Engine::new(&game, &table).keys(OwnKeys).solve_on(3, &game.root, &Task::default(), &mut |_| {});
        let verdict = verdict.unwrap();
        assert_eq!((verdict.value().map(f64::from), verdict.best), (Some(plain.value()), plain.best()));
    }
}

/// What a thread is in the middle of may be settled by another one at any moment: here at leaves chosen at random, for
/// a state that may be on the path. Whatever was begun below it is given up, and nothing of that is left.
#[test]
fn what_another_thread_settles_in_the_middle_is_taken() {
    for plain in woven_and_grown(1_000, Shape { depth: 7, ..SHAPE }) {
        let game = Merged::new(&plain);
        let table = Table::new(1 << 16);
        let leaves = AtomicU64::new(0);
        let evaluation = |game: &Merged, &leaf: &usize| {
            let mut random = Seeded::new(leaves.fetch_add(1, Ordering::Relaxed));
            let mut at = leaf;
            for _ in 0..random.bits() % 6 {
                let is_parent = |&above: &usize| game.states[above].1.contains(&at);
                let parents: Vec<usize> = (0..game.states.len()).filter(is_parent).collect();
                at = parents.get(random.bits() as usize % parents.len().max(1)).copied().unwrap_or(at);
            }
            let sign = if game.role(&at) == Side::Max.into() { 1 } else { -1 };
            let value = Score::new(Wise::value(game, at) * sign);
            if at != leaf && random.bits().is_multiple_of(4) {
                let entry = Entry { low: value, high: value, low_proven: true, high_proven: true, ..Entry::EMPTY };
                table.store(game.key(&at), &entry);
            }
            hashed_evaluation(game, &leaf)
        };
        let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Wise).evaluation(evaluation);
        let decision = engine.search_on(2, &game.root, &Task::default(), &mut |_| {}).unwrap().decision;
        assert_eq!((decision.value.score, decision.value.proof), (plain.value(), Proof::Exact), "{}", plain.to_text());
        assert!(decision.best.iter().all(|action| plain.best().contains(action)), "{}", plain.to_text());
    }
}

#[test]
fn without_keys_nothing_is_remembered() {
    let plain = woven_and_grown(2, SHAPE).last().unwrap();
    let game = Merged::new(&plain);
    let table = Table::new(1 << 12);
    Engine::new(&game, &table).keys(NoKeys).search(&game.root, &Task::default(), &mut |_| {}).unwrap();
    assert_eq!(table.load(), 0.0);
}
