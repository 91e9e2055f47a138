//! The engine equals plain minimax on random positions of small games, at every depth.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use counterplay::engine::{Engine, OwnKeys, Selective, Table, Task, Techniques};
use counterplay::games::connect4::Connect4;
use counterplay::games::tictactoe::TicTacToe;
use counterplay::search::{Settings, minimax};
use counterplay::trace::Silent;
use counterplay::{Constant, Depth, Game, Keyed, Notation, Proof, Random, Request, Role, Score, Seeded, Without};

const POSITIONS: usize = 1_000;

/// MINIMAX(s) by its definition, each state once.
struct Oracle<'g, G: Game> {
    game: &'g G,
    known: HashMap<G::State, Score>,
}

impl<G: Game<State: Hash + Eq>> Oracle<'_, G> {
    fn value(&mut self, state: &G::State) -> Score {
        if self.game.is_terminal(state) {
            return self.game.utility(state);
        }
        if let Some(&value) = self.known.get(state) {
            return value;
        }
        let values: Vec<Score> = self.values(state).into_iter().map(|(_, value)| value).collect();
        let best = if self.game.role(state) == Role::Max { values.iter().max() } else { values.iter().min() };
        let value = *best.unwrap();
        self.known.insert(state.clone(), value);
        value
    }

    /// The value of each action.
    fn values(&mut self, state: &G::State) -> Vec<(G::Action, Score)> {
        let actions = self.game.action_list(state).into_iter();
        actions.map(|action| (action, self.value(&self.game.result(state, action)))).collect()
    }
}

/// Positions in which somebody has a choice, after random play of random length.
fn positions<G: Game>(game: &G, seed: u64) -> Vec<G::State> {
    let mut random = Seeded::new(seed);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        let mut line = vec![game.initial()];
        while let Some(last) = line.last().filter(|last| !game.is_terminal(last)) {
            let actions = game.action_list(last);
            let next = game.result(last, actions[random.index(actions.len()).unwrap()]);
            line.push(next);
        }
        line.pop();
        found.push(line.swap_remove(random.index(line.len()).unwrap()));
    }
    found
}

/// Each technique in or out, as the bits of a number say; without what a game knows, for that corrects the value at a
/// depth.
fn techniques(bits: u64) -> Techniques {
    let has = |bit: u32| bits >> bit & 1 == 1;
    Techniques {
        table: has(0),
        killers: has(1),
        history: has(2),
        deepening: has(3),
        null_windows: has(4),
        lookahead: has(5),
        knowledge: false,
        staged: has(6),
        selective: Selective::NONE,
    }
}

/// The engine to depths 1 to 5, with nothing, with everything and with some techniques, on a table that all positions
/// share.
fn holds_at_every_depth<G>(game: &G, positions: &[G::State], oracle: &mut Oracle<'_, G>)
where
    G: Game<Luck = Without, Secrets = Without, State: Hash + Eq> + Keyed + Notation,
{
    let table = Table::new(1 << 20);
    let mut random = Seeded::new(6);
    for state in positions {
        for depth in 1..=5 {
            let settings = Settings::new().to_depth(Depth(depth), Constant);
            let book = minimax(game, state, &settings, &mut Silent).unwrap();
            for techniques in [Techniques::NONE, techniques(u64::MAX), techniques(random.bits())] {
                let engine = Engine::new(game, &table).keys(OwnKeys).evaluation(Constant).techniques(techniques);
                let task = Task { depth: Some(Depth(depth)), ..Task::default() };
                let analysis = engine.search(state, &task, &mut |_| {}).unwrap();
                let found = analysis.decision;
                let told = || format!("{} to {depth} with {techniques:?}", game.position_text(state));
                if found.value.proof == Proof::Exact {
                    assert_eq!(found.value.score, f64::from(oracle.value(state)), "{}", told());
                } else {
                    assert_eq!(analysis.depth, Depth(depth), "{}", told());
                }
                // A search that deepens ends as soon as the value is proven.
                if analysis.depth == Depth(depth) {
                    assert_eq!(found.value.score, book.value.score, "{}", told());
                }
                assert!(found.action.is_some_and(|action| found.best.contains(&action)), "{}", told());
            }
        }
    }
}

/// `solve` and `move` through the catalog, with all that the game knows, to the end of the game.
fn holds_to_the_end<G>(name: &str, options: &[(&str, &str)], positions: &[G::State], oracle: &mut Oracle<'_, G>)
where
    G: Game<State: Hash + Eq> + Notation,
{
    let (game, any) = (oracle.game, counterplay::games::catalog().game(name, options).unwrap());
    // What one position has taught serves the next, as in a batch.
    let [solving, playing] =
        [(); 2].map(|()| Request { table: Some(Arc::new(Table::new(4 << 20))), ..Request::default() });
    for state in positions {
        let text = game.position_text(state);
        let position = any.read(&text).unwrap();
        let (value, max) = (oracle.value(state), game.role(state) == Role::Max);
        let score = f64::from(if max { value } else { -value }) / f64::from(game.scale()) + 0.0;
        let best: Vec<String> = (oracle.values(state).into_iter())
            .filter(|&(_, worth)| worth == value)
            .map(|(action, _)| game.action_text(state, action))
            .collect();
        let solved = position.solve(&solving, &mut |_| {}).unwrap();
        assert_eq!(
            (solved.value.score, solved.value.proof, &solved.best),
            (score, Proof::Exact, &best),
            "{name} {text}"
        );
        // A search that deepens ends when the value is proven, and by then not every action with the value may be.
        let played = position.best(&playing, &mut |_| {}).unwrap();
        assert_eq!((played.value.score, played.value.proof), (score, Proof::Exact), "{name} {text}");
        assert!(played.best.iter().all(|action| best.contains(action)), "{name} {text}");
        for report in [solved, played] {
            assert!(report.action.is_some_and(|action| report.best.contains(&action)), "{name} {text}");
        }
    }
}

fn holds<G>(name: &str, options: &[(&str, &str)], game: &G)
where
    G: Game<Luck = Without, Secrets = Without, State: Hash + Eq> + Keyed + Notation,
{
    let positions = positions(game, 5);
    let mut oracle = Oracle { game, known: HashMap::new() };
    holds_to_the_end(name, options, &positions, &mut oracle);
    holds_at_every_depth(game, &positions, &mut oracle);
}

#[test]
fn tictactoe() {
    holds("tictactoe", &[], &TicTacToe::default());
}

#[test]
fn tictactoe_with_lines_that_are_shorter_than_the_board() {
    holds("tictactoe", &[("align", "2")], &TicTacToe::new(3, 2).unwrap());
}

#[test]
fn connect4_on_four_by_four() {
    holds("connect4", &[("width", "4"), ("height", "4")], &Connect4::new(4, 4).unwrap());
}

#[test]
fn connect4_on_five_by_four() {
    holds("connect4", &[("width", "5"), ("height", "4")], &Connect4::new(5, 4).unwrap());
}

/// The oracle with a memory is the definition without one.
#[test]
fn the_oracle_is_the_books_minimax() {
    let game = TicTacToe::default();
    let mut oracle = Oracle { game: &game, known: HashMap::new() };
    for state in positions(&game, 9) {
        let book = minimax(&game, &state, &Settings::new(), &mut Silent).unwrap();
        assert_eq!(f64::from(oracle.value(&state)), book.value.score);
    }
}
