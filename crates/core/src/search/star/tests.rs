//! The contract of Star1 and Star2 in windows of every kind.

use super::*;
use crate::search::expectiminimax;
use crate::{
    Actions, Bounds, Chance, Depth, Game, Key, Keyed, Limit, Limits, Outcomes, Proof, Score, Seat, Turn, With, Without,
};

/// A tree of which everything is a hash: who is to move, how many branches there are, how often chance takes each of
/// them, and what the leaves are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thicket {
    pub seed: u64,
    pub depth: u8,
}

impl Thicket {
    fn hash(self, state: &(u64, u8), what: u64) -> u64 {
        Key::mix(Key::mix(state.0 ^ self.seed).0 ^ what).0
    }
}

impl Game for Thicket {
    /// Where it is, and how deep.
    type State = (u64, u8);
    type Action = u64;
    type Luck = With;
    type Secrets = Without;
    fn initial(&self) -> (u64, u8) {
        (1, 0)
    }
    fn turn(&self, state: &(u64, u8)) -> Turn {
        match self.hash(state, 1) % 3 {
            0 => Turn::Chance,
            seat => Turn::Seat(Seat(seat as u8 - 1)),
        }
    }
    fn actions(&self, state: &(u64, u8), out: &mut Actions<u64>) {
        if state.1 < self.depth {
            out.extend(0..1 + self.hash(state, 2) % 4);
        }
    }
    fn apply(&self, state: &mut (u64, u8), action: u64) {
        *state = (state.0 * 5 + action, state.1 + 1);
    }
    fn is_terminal(&self, state: &(u64, u8)) -> bool {
        state.1 >= self.depth
    }
    fn utility(&self, state: &(u64, u8)) -> Score {
        Score::new((self.hash(state, 3) % 21) as i32 - 10)
    }
    fn bounds(&self) -> Bounds {
        Bounds::new(-10, 10)
    }
}

impl Chance for Thicket {
    fn outcomes(&self, state: &(u64, u8), out: &mut Outcomes<u64>) {
        let count = 1 + self.hash(state, 2) % 4;
        let weight = |outcome: u64| (self.hash(state, 4 + outcome) % 7) as f64;
        let sum: f64 = (0..count).map(weight).sum();
        (0..count).for_each(|outcome| {
            let part = if sum == 0.0 { 1.0 / count as f64 } else { weight(outcome) / sum };
            out.push(outcome, part);
        });
    }
}

impl Keyed for Thicket {
    fn key(&self, state: &(u64, u8)) -> Key {
        Key::of(state)
    }
}

/// Windows about a value: wide and narrow ones, some that it is inside of, some below and some above it.
pub(crate) fn windows(value: f64) -> impl Iterator<Item = Window> {
    let near = [-20.0, -1.0, -1e-6, 0.0, 1e-6, 1.0, 20.0].map(|by| value + by);
    let pairs = near.into_iter().flat_map(move |alpha| near.into_iter().map(move |beta| Window { alpha, beta }));
    pairs
        .filter(|window| window.alpha < window.beta)
        .chain([Window { alpha: value, beta: value.next_up() }, Window::OPEN])
}

/// Whether a search that found `found` in a window keeps the contract, where the value is `value`.
pub(crate) fn is_kept(window: Window, found: f64, value: f64) -> bool {
    let margin = 1e-9;
    if found <= window.alpha {
        value <= found + margin
    } else if found >= window.beta {
        value >= found - margin
    } else {
        (value - found).abs() <= margin
    }
}

#[test]
fn a_value_is_exact_inside_the_window_and_a_bound_outside() {
    for seed in 0..60 {
        let game = Thicket { seed, depth: 6 };
        let value = expectiminimax(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap().value.score;
        for (probes, cutoff) in
            [(false, CutoffRule::Ge), (true, CutoffRule::Ge), (false, CutoffRule::Gt), (true, CutoffRule::Gt)]
        {
            let settings = Settings::new().cutoff(cutoff);
            for window in windows(value) {
                let mut search = Star { walk: Walk::new(&game, &settings, Silent), probes };
                let found = search.value(&game.initial(), None, window).unwrap();
                assert!(is_kept(window, found, value), "{seed} {probes} {cutoff:?} {window:?}: {found}, not {value}");
            }
        }
    }
}

#[test]
fn a_limit_gives_the_best_so_far_and_a_finished_game_its_value() {
    let game =
        (0..).map(|seed| Thicket { seed, depth: 7 }).find(|game| game.role(&game.initial()) == Role::Max).unwrap();
    let whole = star2(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
    let settings = Settings::new().limits(Limits { nodes: Some(whole.statistics.nodes - 1), ..Limits::default() });
    let part = star2(&game, &game.initial(), &settings, &mut Silent).unwrap();
    assert_eq!((part.stopped, part.statistics.nodes), (Some(Limit::Nodes), whole.statistics.nodes - 1));
    assert!(part.action.is_some() && part.value.score <= whole.value.score);
    let over = star1(&game, &(5, 7), &Settings::new(), &mut Silent).unwrap();
    assert_eq!((over.action, over.best, over.value.proof), (None, vec![], Proof::Exact));
}

#[test]
fn a_game_that_ends_outside_of_its_bounds_is_halted() {
    /// Ends with 11 where at most 10 is allowed.
    struct Liar(Thicket);
    impl Game for Liar {
        type State = (u64, u8);
        type Action = u64;
        type Luck = Without;
        type Secrets = Without;
        fn initial(&self) -> (u64, u8) {
            self.0.initial()
        }
        fn turn(&self, _: &(u64, u8)) -> Turn {
            Turn::Seat(Seat::FIRST)
        }
        fn actions(&self, state: &(u64, u8), out: &mut Actions<u64>) {
            self.0.actions(state, out);
        }
        fn apply(&self, state: &mut (u64, u8), action: u64) {
            self.0.apply(state, action);
        }
        fn is_terminal(&self, state: &(u64, u8)) -> bool {
            self.0.is_terminal(state)
        }
        fn utility(&self, _: &(u64, u8)) -> Score {
            Score::new(11)
        }
        fn bounds(&self) -> Bounds {
            Bounds::new(-10, 10)
        }
    }
    let liar = Liar(Thicket { seed: 1, depth: 2 });
    let halt = star2(&liar, &liar.initial(), &Settings::new(), &mut Silent).unwrap_err();
    assert_eq!((halt.cause, halt.path), (Cause::OutsideBounds(Score::new(11)), vec![1, 1]));
}

/// An evaluation counts within the bounds, in every search.
#[test]
fn an_evaluation_outside_of_the_bounds_is_the_nearest_bound() {
    let game = Thicket { seed: 3, depth: 9 };
    let far = |_: &Thicket, state: &(u64, u8)| Score::new(if state.0.is_multiple_of(2) { 1000 } else { -1000 });
    for depth in 1..=5 {
        let settings = Settings::new().to_depth(Depth(depth), far);
        let [plain, one, two] = [
            expectiminimax(&game, &game.initial(), &settings, &mut Silent),
            star1(&game, &game.initial(), &settings, &mut Silent),
            star2(&game, &game.initial(), &settings, &mut Silent),
        ]
        .map(|found| found.unwrap().value.score);
        assert!((plain - one).abs() < 1e-9 && (plain - two).abs() < 1e-9 && plain.abs() <= 10.0);
    }
}
