//! Games in which play can go round in circles: the engine equals a fixpoint that knows nothing of paths or tables.
//!
//! A table that remembers what was found on one path, and answers from it on another, is wrong here sooner or later:
//! the graph-history interaction problem.

use std::collections::HashMap;

use counterplay_core::engine::{Engine, Hashed, OwnKeys, Table, Task, Techniques, Verdict};
use counterplay_core::search::{Settings, minimax};
use counterplay_core::trace::Silent;
use counterplay_core::{
    Actions, Bounds, Cause, Depth, Game, Inspect, Key, Keyed, Limits, Line, MoveOrdering, Proving, Random, Remembering,
    Repetition, Score, Seat, Seeded, Selectivity, Side, Truth, Turn, Without,
};

/// One bucket, a few, and more than a graph has states.
const TABLES: [usize; 3] = [0, 3 * 64, 1 << 14];

/// A state of a graph.
#[derive(Clone, Debug)]
enum Place {
    End(i32),
    Choice(Side, Vec<usize>),
}

/// A game on a graph. An action is a number from 1, and its code is the state that it leads to.
#[derive(Clone, Debug)]
struct Graph {
    places: Vec<Place>,
    bounds: Bounds,
    repetition: Repetition,
    /// After how many plies without progress the game is a draw.
    idle_limit: Option<u32>,
}

impl Game for Graph {
    type State = usize;
    type Action = usize;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> usize {
        0
    }
    fn turn(&self, &at: &usize) -> Turn {
        Turn::Seat(if matches!(self.places[at], Place::Choice(Side::Min, _)) { Seat::SECOND } else { Seat::FIRST })
    }
    fn actions(&self, &at: &usize, out: &mut Actions<usize>) {
        if let Place::Choice(_, next) = &self.places[at] {
            out.extend(next.iter().copied());
        }
    }
    fn apply(&self, at: &mut usize, to: usize) {
        *at = to;
    }
    fn is_terminal(&self, &at: &usize) -> bool {
        matches!(self.places[at], Place::End(_))
    }
    fn utility(&self, &at: &usize) -> Score {
        let Place::End(value) = self.places[at] else { unreachable!() };
        Score::new(value)
    }
    fn bounds(&self) -> Bounds {
        self.bounds
    }
    fn idle_limit(&self) -> Option<u32> {
        self.idle_limit
    }
    /// Any action will do where nothing is said of repetition.
    fn is_progress(&self, &at: &usize, to: usize) -> bool {
        self.repetition == Repetition::Ignored && Key::mix((at * 31 + to) as u64).0.is_multiple_of(5)
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        Some(self.key(state))
    }
}

impl Keyed for Graph {
    fn key(&self, &at: &usize) -> Key {
        Key::mix(at as u64)
    }
    fn code(&self, to: usize) -> Option<u16> {
        u16::try_from(to).ok()
    }
}

impl Graph {
    /// A graph of random shape: up to `most` states, one to three ways out of each, and sides that may move twice in a
    /// row.
    fn random(random: &mut dyn Random, most: u64, values: i32, repetition: Repetition) -> Graph {
        let count = 4 + random.below(most - 3) as usize;
        let ends = 1 + random.below(count as u64 / 2) as usize;
        let mut places = Vec::new();
        for _ in 0..count - ends {
            let side = if random.below(2) == 0 { Side::Max } else { Side::Min };
            let mut next: Vec<usize> = Vec::new();
            for _ in 0..1 + random.below(3) {
                let to = random.below(count as u64) as usize;
                if !next.contains(&to) {
                    next.push(to);
                }
            }
            places.push(Place::Choice(side, next));
        }
        let value = |random: &mut dyn Random| random.below(2 * values as u64 + 1) as i32 - values;
        places.extend((0..ends).map(|_| Place::End(value(random))));
        Graph { places, bounds: Bounds::new(-values, values), repetition, idle_limit: None }
    }

    /// The states from which a side can force an end that is `good` for it: the least set that has these ends, each
    /// state where the side has an action into the set, and each where the other side has no action out of it.
    fn forced(&self, side: Side, good: impl Fn(i32) -> bool) -> Vec<bool> {
        let mut inside = vec![false; self.places.len()];
        loop {
            let step: Vec<bool> = self
                .places
                .iter()
                .map(|place| match place {
                    Place::End(value) => good(*value),
                    Place::Choice(who, next) if *who == side => next.iter().any(|&to| inside[to]),
                    Place::Choice(_, next) => next.iter().all(|&to| inside[to]),
                })
                .collect();
            if step == inside {
                return inside;
            }
            inside = step;
        }
    }

    /// The states from which MAX gets at least this, where play without an end is a draw: more than a draw must be
    /// forced, and everything else is had unless MIN can force less.
    fn at_least(&self, least: i32) -> Vec<bool> {
        if least > 0 {
            self.forced(Side::Max, |value| value >= least)
        } else {
            self.forced(Side::Min, |value| value < least).iter().map(|less| !less).collect()
        }
    }

    /// The value of every state.
    fn values(&self) -> Vec<i32> {
        let (low, high) = (self.bounds.low.get(), self.bounds.high.get());
        let mut values = vec![low; self.places.len()];
        for least in low + 1..=high {
            for (value, has) in values.iter_mut().zip(self.at_least(least)) {
                *value += i32::from(has);
            }
        }
        values
    }

    /// The graph where a state is a draw when play comes back to it.
    fn left_for_good(&self, at: usize) -> Graph {
        let mut places = self.places.clone();
        places[at] = Place::End(0);
        Graph { places, ..self.clone() }
    }

    /// The actions of a state that have its value: if play that comes back to the state is a draw, or if it goes on.
    fn best(&self, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (value, returning, values) = (self.values()[at], self.left_for_good(at).values(), self.values());
        let next = self.action_list(&at);
        let with = |of: &[i32]| next.iter().copied().filter(|&to| of[to] == value).collect();
        (with(&returning), with(&values))
    }

    /// How many plies the winner needs: the least number within which it gets the value, or more if the loser lets it.
    fn plies(&self, at: usize) -> Option<u32> {
        let values = self.values();
        let winner = match values[at] {
            0 => return None,
            1.. => Side::Max,
            _ => Side::Min,
        };
        let own = |value: i32| if winner == Side::Max { value } else { -value };
        let goal = own(values[at]);
        let mut done: Vec<bool> = (0..values.len())
            .map(|at| own(values[at]) > goal || self.is_terminal(&at) && own(values[at]) == goal)
            .collect();
        for plies in 0.. {
            if done[at] {
                return Some(plies);
            }
            done = (0..values.len())
                .map(|at| match &self.places[at] {
                    _ if done[at] => true,
                    Place::End(_) => false,
                    Place::Choice(side, next) if *side == winner => next.iter().any(|&to| done[to]),
                    Place::Choice(_, next) => next.iter().all(|&to| done[to]),
                })
                .collect();
        }
        None
    }
}

/// Graphs with few and many values, small and large, where a position is a draw when it comes for the second or third
/// time.
fn graphs(seed: u64, count: usize) -> impl Iterator<Item = Graph> {
    let mut random = Seeded::new(seed);
    (0..count).map(move |i| {
        let repetition = Repetition::Draw([2, 3][i % 2]);
        Graph::random(&mut random, [6, 9, 14][i % 3], [1, 2][i / 2 % 2], repetition)
    })
}

/// Knowledge of the rules alone, for a search that tries the table's action before the others are made.
#[derive(Clone, Copy)]
struct Staged;

impl Inspect<Graph> for Staged {
    type Facts = ();
    fn facts(&self, _: &Graph, _: &usize) {}
}
impl MoveOrdering<Graph> for Staged {
    const STAGED_DEPTH: u32 = u32::MAX;
}
impl Truth<Graph> for Staged {}
impl Selectivity<Graph> for Staged {}
impl Proving<Graph> for Staged {}

/// A limit that no search of these graphs comes near to.
fn task() -> Task {
    Task { limits: Limits { nodes: Some(1 << 18), ..Limits::default() }, ..Task::default() }
}

/// How many graphs: more if the environment says so.
fn count(usual: usize) -> usize {
    std::env::var("CYCLES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The value and the distance are those of the fixpoint. So are the best actions; a table that knows a state better
/// than the rule of repetition, which ends the game at the first return to the root, may add some.
fn assert_solved(graph: &Graph, at: usize, verdict: &Verdict<usize>, warm: bool) {
    let text = || format!("from {at} {graph:?}\n{verdict:?}");
    assert_eq!(verdict.stopped, None, "{}", text());
    assert_eq!(verdict.value(), Some(Score::new(graph.values()[at])), "{}", text());
    if !graph.is_terminal(&at) {
        let (least, most) = graph.best(at);
        assert!(least.iter().all(|action| verdict.best.contains(action)), "{}", text());
        assert!(verdict.best.iter().all(|action| most.contains(action)), "{}", text());
        assert!(warm || verdict.best == least, "{}", text());
        assert!(verdict.best.contains(&verdict.action.unwrap()), "{}", text());
    }
    assert_eq!(verdict.plies, graph.plies(at), "{}", text());
    // A line ends where the game does, or where a position comes again.
    assert!(verdict.line.len() <= graph.places.len(), "{}", text());
    let end = verdict.line.last().copied().unwrap_or(at);
    assert!(verdict.plies.is_none() || graph.values()[end] == graph.values()[at], "{}", text());
    assert!(verdict.plies.is_none_or(|plies| plies as usize == verdict.line.len()), "{}", text());
}

/// Minimax that believes a table of whatever was found on any path.
fn naive(graph: &Graph, at: usize, path: &mut Vec<usize>, table: &mut HashMap<usize, i32>) -> i32 {
    let (side, next) = match &graph.places[at] {
        Place::End(value) => return *value,
        _ if path.contains(&at) => return 0,
        Place::Choice(side, next) => (side, next),
    };
    if let Some(&value) = table.get(&at) {
        return value;
    }
    path.push(at);
    let below: Vec<i32> = next.iter().map(|&to| naive(graph, to, path, table)).collect();
    path.pop();
    let value = if *side == Side::Max { below.iter().max() } else { below.iter().min() };
    *table.entry(at).or_insert(*value.unwrap())
}

/// ```text
///   0 MIN ───► 1 MAX ───► 3 MAX ───► 4 is won by MAX
///     │         │ ▲
///     │         ▼ │
///     └──────► 2 MAX
/// ```
///
/// Every state is won by MAX, who goes to 1 and on to 3. On the path 0, 1, 2 the way back to 1 is a repetition, and
/// nothing is left of 2 but a draw. Who remembers that takes 2 for a way out when MIN goes there at once.
#[test]
fn a_draw_by_repetition_on_one_path_is_no_draw_on_another() {
    let choice = |side, next: &[usize]| Place::Choice(side, next.to_vec());
    let (max, min) = (Side::Max, Side::Min);
    let places = vec![choice(min, &[1, 2]), choice(max, &[2, 3]), choice(max, &[1]), choice(max, &[4]), Place::End(1)];
    let graph = Graph { places, bounds: Bounds::WIN_DRAW_LOSS, repetition: Repetition::Draw(3), idle_limit: None };
    assert_eq!(graph.values(), [1; 5]);
    assert_eq!(naive(&graph, 0, &mut Vec::new(), &mut HashMap::new()), 0);
    for bytes in TABLES {
        let table = Table::new(bytes);
        for lookahead in [false, true] {
            let techniques = Techniques { lookahead, ..Techniques::EXACT };
            let engine = Engine::new(&graph, &table).keys(OwnKeys).techniques(techniques);
            let verdict = engine.solve(&0, &task(), &mut |_| {}).unwrap();
            assert_eq!((verdict.value(), verdict.best, verdict.plies), (Some(Score::WIN), vec![1, 2], Some(4)));
            assert_eq!(verdict.line, [2, 1, 3, 4]);
            assert_eq!(engine.search(&0, &task(), &mut |_| {}).unwrap().decision.value.score, 1.0);
            let proven = engine.prove(&0, Score::WIN, &task(), &mut |_| {}).unwrap();
            assert_eq!((proven.answer, proven.action), (Some(true), None));
        }
    }
}

#[test]
fn the_solver_equals_the_fixpoint() {
    for graph in graphs(1, count(3_000)) {
        for bytes in TABLES {
            let table = Table::new(bytes);
            let engine = Engine::new(&graph, &table).keys(OwnKeys);
            let verdict = engine.solve(&0, &task(), &mut |_| {}).unwrap();
            assert_solved(&graph, 0, &verdict, false);
        }
    }
}

/// Who wins is told by the draw that play without an end is, wherever the middle of the bounds may be.
#[test]
fn the_draw_need_not_be_the_middle() {
    for mut graph in graphs(9, count(2_000)) {
        let ends =
            graph.places.iter().filter_map(|place| if let Place::End(value) = place { Some(*value) } else { None });
        let (low, high) = ends.fold((0, 0), |(low, high), value| (value.min(low), value.max(high)));
        graph.bounds = Bounds::new(low, high);
        let table = Table::new(1 << 14);
        let engine = Engine::new(&graph, &table).keys(OwnKeys);
        for at in 0..graph.places.len() {
            let verdict = engine.solve(&at, &task(), &mut |_| {}).unwrap();
            assert_solved(&graph, at, &verdict, true);
        }
    }
}

#[test]
fn a_table_that_has_seen_other_roots_misleads_nobody() {
    for graph in graphs(2, count(2_000)) {
        for bytes in TABLES {
            let table = Table::new(bytes);
            let engine = Engine::new(&graph, &table).keys(OwnKeys).knowledge(Staged);
            for at in (0..graph.places.len()).chain(0..3) {
                let verdict = engine.solve(&at, &task(), &mut |_| {}).unwrap();
                assert_solved(&graph, at, &verdict, true);
            }
        }
    }
}

#[test]
fn three_threads_find_the_same() {
    for graph in graphs(3, count(600) / 4) {
        for bytes in TABLES {
            let table = Table::new(bytes);
            let engine = Engine::new(&graph, &table).keys(OwnKeys).knowledge(Staged);
            for at in 0..3 {
                let verdict = engine.solve_on(3, &at, &task(), &mut |_| {}).unwrap();
                assert_solved(&graph, at, &verdict, true);
            }
        }
    }
}

#[test]
fn a_search_to_the_end_equals_the_fixpoint() {
    for graph in graphs(4, count(2_000)) {
        for bytes in TABLES {
            let table = Table::new(bytes);
            let engine = Engine::new(&graph, &table).keys(OwnKeys);
            for at in 0..graph.places.len() {
                let decision = engine.search(&at, &task(), &mut |_| {}).unwrap().decision;
                assert_eq!(decision.value.score, f64::from(graph.values()[at]), "from {at} {graph:?}");
                assert!(decision.line.len() <= graph.places.len(), "from {at} {graph:?}");
                let (least, most) = graph.best(at);
                assert!(least.iter().all(|action| decision.best.contains(action)), "from {at} {graph:?}");
                assert!(decision.best.iter().all(|action| most.contains(action)), "from {at} {graph:?}");
            }
        }
    }
}

#[test]
fn proof_number_search_equals_the_fixpoint() {
    let (mut yes, mut no) = (0, 0);
    for graph in graphs(5, count(2_000)) {
        for bytes in TABLES {
            let table = Table::new(bytes);
            let engine = Engine::new(&graph, &table).keys(OwnKeys);
            for (at, least) in (0..graph.places.len()).flat_map(|at| (-2..=3).map(move |least| (at, least))) {
                let proven = engine.prove(&at, Score::new(least), &task(), &mut |_| {}).unwrap();
                let has = graph.at_least(least)[at];
                assert_eq!(proven.answer, Some(has), "from {at} at least {least} {graph:?}");
                let helped = if has { Side::Max } else { Side::Min };
                let action = match &graph.places[at] {
                    Place::Choice(side, _) if *side == helped => {
                        let back = graph.left_for_good(at).at_least(least);
                        let action = proven.action.unwrap();
                        assert_eq!(back[action], has, "{action} from {at} at least {least} {graph:?}");
                        Some(action)
                    }
                    _ => None,
                };
                assert_eq!(proven.action, action);
                if has { yes += 1 } else { no += 1 }
            }
        }
    }
    assert!(yes.min(no) > 10_000, "{yes} {no}");
}

/// The fixpoint is minimax where the states are lines of play.
#[test]
fn the_fixpoint_equals_minimax_on_lines_of_play() {
    let mut random = Seeded::new(6);
    for times in (0..count(600)).map(|i| 2 + (i % 8 == 0) as u32) {
        let most = if times == 2 { 6 } else { 4 };
        let graph = Graph::random(&mut random, most, 1, Repetition::Draw(times));
        let game = Remembering(graph.clone());
        let decision = minimax(&game, &game.initial(), &Settings::new().all_best(true), &mut Silent).unwrap();
        assert_eq!(decision.value.score, f64::from(graph.values()[0]), "{graph:?}");
        let (least, most) = graph.best(0);
        assert_eq!(decision.best, if times == 2 { least } else { most }, "{graph:?}");
    }
}

/// Threads share what holds on every path, and on this path alone.
#[test]
fn proof_number_search_on_several_threads_equals_the_fixpoint() {
    for graph in graphs(9, count(100)) {
        for bytes in TABLES {
            let table = Table::new(bytes);
            let engine = Engine::new(&graph, &table).keys(OwnKeys);
            for (at, least) in (0..graph.places.len()).flat_map(|at| (0..=1).map(move |least| (at, least))) {
                let proven = engine.prove_on(2, &at, Score::new(least), &task(), &mut |_| {}).unwrap();
                let has = graph.at_least(least)[at];
                assert_eq!(proven.answer, Some(has), "from {at} at least {least} {graph:?}");
                if let Some(action) = proven.action {
                    let back = graph.left_for_good(at).at_least(least);
                    assert_eq!(back[action], has, "{action} from {at} at least {least} {graph:?}");
                }
            }
        }
    }
}

/// A random line from the start, for as long as the game goes on.
fn wander(graph: &Graph, plies: u64, random: &mut Seeded) -> Line<Graph> {
    let mut line = Line::new(graph, graph.initial());
    for _ in 0..plies {
        let mut next = graph.action_list(line.state());
        next.retain(|&action| !line.is_forbidden(graph, action));
        let Some(at) = random.index(next.len()) else { break };
        let mut further = line.clone();
        further.play(graph, next[at]);
        if further.is_over(graph) {
            break;
        }
        line = further;
    }
    line
}

/// What happened before the root makes draws of the states that end the game if they come once more: the fixpoint of
/// the graph in which these are ends. All lines share one table, which must not mix them up.
#[test]
fn what_happened_before_the_root_counts() {
    let mut random = Seeded::new(11);
    let mut ended = 0;
    for graph in graphs(11, count(2_000)) {
        let Repetition::Draw(times) = graph.repetition else { unreachable!() };
        for bytes in TABLES {
            let table = Table::new(bytes);
            for plies in [0, 3, 6, 12] {
                let line = wander(&graph, plies, &mut random);
                let (root, before) = (*line.state(), line.actions());
                let visited = || std::iter::once(&0).chain(before).take(before.len());
                let ends = |at: usize| visited().filter(|&&earlier| earlier == at).count() + 1 >= times as usize;
                let mut ending = graph.clone();
                for at in (0..graph.places.len()).filter(|&at| ends(at) && at != root && !graph.is_terminal(&at)) {
                    ending.places[at] = Place::End(0);
                    ended += 1;
                }
                let engine =
                    Engine::new(&graph, &table).keys(OwnKeys).knowledge(Staged).before_root(&line.before_root());
                let verdict = engine.solve(&root, &task(), &mut |_| {}).unwrap();
                assert_solved(&ending, root, &verdict, true);
                let value = engine.search(&root, &task(), &mut |_| {}).unwrap().decision.value;
                assert_eq!(value.score, f64::from(ending.values()[root]), "{line:?} {graph:?}");
                let proven = engine.prove(&root, Score::WIN, &task(), &mut |_| {}).unwrap();
                assert_eq!(proven.answer, Some(ending.at_least(1)[root]), "{line:?} {graph:?}");
            }
        }
    }
    assert!(ended > 1_000, "{ended}");
}

/// A search to a depth counts the plies without progress, those before the root included: as minimax does, which keeps
/// no table.
#[test]
fn plies_without_progress_are_counted() {
    let mut random = Seeded::new(12);
    let (mut different, mut all) = (0, 0);
    let evaluation = |_: &Graph, &at: &usize| Score::new((Key::mix(at as u64).0 % 5) as i32 - 2);
    for graph in graphs(12, count(600)) {
        let graph = Graph { repetition: Repetition::Ignored, bounds: Bounds::new(-2, 2), ..graph };
        for limit in [1, 2, 4, 7] {
            let graph = Graph { idle_limit: Some(limit), ..graph.clone() };
            let table = Table::new(1 << 14);
            for plies in [0, 2, 5] {
                let line = wander(&graph, plies, &mut random);
                for depth in 1..=6 {
                    let settings = Settings::new().to_depth(Depth(depth), evaluation).before_root(line.before_root());
                    let oracle = minimax(&graph, line.state(), &settings, &mut Silent).unwrap().value.score;
                    let engine = Engine::new(&graph, &table).keys(OwnKeys).knowledge(Staged).evaluation(evaluation);
                    let engine = engine.before_root(&line.before_root());
                    let task = Task { depth: Some(Depth(depth)), ..task() };
                    let found = engine.search(line.state(), &task, &mut |_| {}).unwrap().decision.value.score;
                    assert_eq!(found, oracle, "depth {depth} {line:?} {graph:?}");
                    let endless = Graph { idle_limit: None, ..graph.clone() };
                    let without = minimax(&endless, line.state(), &settings, &mut Silent).unwrap().value.score;
                    different += u32::from(without != oracle);
                    all += 1;
                }
            }
        }
    }
    assert!(different > all / 20, "{different} of {all}");
}

/// Superko: no table, and an action that leads back is none.
#[test]
fn both_searches_keep_to_superko() {
    let mut random = Seeded::new(7);
    for _ in 0..count(1_000) {
        let mut graph = Graph::random(&mut random, 7, 2, Repetition::Forbidden);
        // There is always a way out, as by passing.
        let ends: Vec<usize> = (0..graph.places.len()).filter(|at| graph.is_terminal(at)).collect();
        for place in &mut graph.places {
            let end = ends[random.below(ends.len() as u64) as usize];
            if let Place::Choice(_, next) = place
                && !next.contains(&end)
            {
                next.push(end);
            }
        }
        let line = wander(&graph, random.below(4), &mut random);
        let (game, root, before) = (Remembering(graph.clone()), line.state(), line.before_root());
        let oracle = minimax(&game, &line, &Settings::new(), &mut Silent).unwrap();
        let value = oracle.value.score;
        let plain = minimax(&graph, root, &Settings::new().before_root(before.clone()), &mut Silent).unwrap();
        assert_eq!((plain.value, &plain.best), (oracle.value, &oracle.best), "{line:?} {graph:?}");
        let table = Table::new(1 << 12);
        let engine = Engine::new(&graph, &table).keys(OwnKeys).knowledge(Staged).before_root(&before);
        let verdict = engine.solve(root, &task(), &mut |_| {}).unwrap();
        assert_eq!((verdict.value().map(f64::from), verdict.best), (Some(value), oracle.best), "{line:?} {graph:?}");
        for least in -2..=3 {
            let proven = engine.prove(root, Score::new(least), &task(), &mut |_| {}).unwrap();
            assert_eq!(proven.answer, Some(value >= f64::from(least)), "{least} {graph:?}");
        }
    }
}

/// A game that goes round in circles and does not say what that means may have no value. Then the stack ends it; an
/// answer is given only if it can be forced.
#[test]
fn proof_number_search_ends_where_the_game_does_not() {
    let (mut answers, mut endless) = (0, 0);
    for graph in graphs(8, count(600)) {
        let graph = Graph { repetition: Repetition::Ignored, ..graph };
        for bytes in TABLES {
            let table = Table::new(bytes);
            let engine = Engine::new(&graph, &table).keys(Hashed);
            let task = Task {
                limits: Limits { stack: 1 << 15, nodes: Some(1 << 22), ..Limits::default() },
                ..Task::default()
            };
            for least in -1..=2 {
                match engine.prove(&0, Score::new(least), &task, &mut |_| {}) {
                    Ok(proven) => {
                        let text = || format!("{least} {graph:?} {proven:?}");
                        assert_eq!(proven.stopped, None, "{}", text());
                        let (side, good): (_, &dyn Fn(i32) -> bool) = match proven.answer.unwrap() {
                            true => (Side::Max, &|value| value >= least),
                            false => (Side::Min, &|value| value < least),
                        };
                        let trivial = !(-1..=1).contains(&least) || graph.bounds.low >= Score::new(least);
                        assert!(trivial || graph.forced(side, good)[0], "{}", text());
                        answers += 1;
                    }
                    Err(halt) => {
                        assert_eq!(halt.cause, Cause::Stack(1 << 15));
                        endless += 1;
                    }
                }
            }
        }
    }
    assert!(answers > 1_000 && endless > 100, "{answers} {endless}");
}
