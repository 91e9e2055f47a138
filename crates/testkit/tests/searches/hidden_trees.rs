//! Trees with information sets: averaging as a strategy is worth what the naive way says it is.

use counterplay_core::{Chance, Game, Hidden, Outcomes, Seat, Seeded, Side, Turn};
use counterplay_lessons::averages::average;
use counterplay_lessons::equilibrium::compare;
use counterplay_lessons::{Algorithm, Choices, Direction, Rule, study};
use counterplay_testkit::{Behaviour, Dealt, Table};
use counterplay_tree::Tree;

const STACK: usize = 1 << 20;

/// What chance can do, without what it never does.
fn outcomes(game: &Dealt, state: &Table) -> Vec<((u8, u32), f64)> {
    let mut outcomes = Outcomes::new();
    game.outcomes(state, &mut outcomes);
    outcomes.as_slice().iter().copied().filter(|(_, share)| *share > 0.0).collect()
}

/// The game as a tree; a set is called by what its seat sees.
fn text(game: &Dealt, state: &Table) -> String {
    if game.is_terminal(state) {
        return f64::from(game.utility(state)).to_string();
    }
    let below = |action| text(game, &game.result(state, action));
    match game.turn(state) {
        Turn::Chance => {
            let parts = outcomes(game, state).into_iter().map(|(action, share)| format!("{share}:{}", below(action)));
            format!("chance[{}]", parts.collect::<Vec<_>>().join(","))
        }
        Turn::Seat(seat) => {
            let parts: Vec<String> = game.action_list(state).into_iter().map(below).collect();
            let side = if seat == Seat::FIRST { "max" } else { "min" };
            format!("{side}@\"{:?}\"[{}]", game.view(state, seat), parts.join(","))
        }
    }
}

/// The value with all cards face up, by definition.
fn revealed(game: &Dealt, state: &Table) -> f64 {
    if game.is_terminal(state) {
        return game.utility(state).into();
    }
    let below = |action| revealed(game, &game.result(state, action));
    match game.turn(state) {
        Turn::Chance => outcomes(game, state).into_iter().map(|(action, share)| share * below(action)).sum(),
        Turn::Seat(Seat::FIRST) => game.action_list(state).into_iter().map(below).fold(f64::NEG_INFINITY, f64::max),
        Turn::Seat(_) => game.action_list(state).into_iter().map(below).fold(f64::INFINITY, f64::min),
    }
}

/// What averaging takes wherever a side moves.
fn averaging(game: &Dealt) -> Behaviour {
    let mut behaviour = Behaviour::new();
    for (side, sign) in [(Side::Max, 1.0), (Side::Min, -1.0)] {
        for (seen, count) in game.sets(side) {
            let states = game.consistent(&seen).unwrap();
            let mean = |number: usize| {
                let worth = |state: &Table| revealed(game, &game.result(state, (0, number as u32)));
                states.iter().map(|(state, share)| sign * share * worth(state)).sum::<f64>()
            };
            let best = (0..count).reduce(|best, next| if mean(next) > mean(best) { next } else { best });
            behaviour.insert(seen, (0..count).map(|number| f64::from(u8::from(Some(number) == best))).collect());
        }
    }
    behaviour
}

#[test]
fn what_averaging_is_sure_of_is_what_the_best_of_all_replies_leaves() {
    let mut random = Seeded::new(10);
    let (mut tried, mut wrong) = (0, 0);
    for _ in 0..300 {
        let game = Dealt::random(&mut random);
        let tree = Tree::parse(&text(&game, &game.initial()), Side::Max).unwrap();
        if tree.information_sets().is_empty() {
            continue;
        }
        let choices = Choices { algorithm: Algorithm::Expectiminimax, direction: Direction::Ltr, cutoff: Rule::Ge };
        let sets = average(&tree, STACK).unwrap();
        let found = compare(&tree, &sets, &study(&tree, choices, STACK), STACK).unwrap();
        let naive = averaging(&game);
        for mixed in &found.strategy {
            let (_, shares) = naive.iter().find(|(seen, _)| Some(format!("{seen:?}")) == mixed.set).unwrap();
            assert_eq!(shares[mixed.averaging.0 as usize - 1], 1.0, "{tree:?} at {:?}", mixed.set);
        }
        let (low, high) = found.averaging.bounds;
        let replies = [game.best_reply(Side::Min, &naive).map(|won| -won), game.best_reply(Side::Max, &naive)];
        for (reply, bound) in replies.into_iter().zip([low, high]) {
            assert!(reply.is_none_or(|reply| (reply - bound).abs() < 1e-9), "{game:?}: {reply:?} and {bound}");
            tried += usize::from(reply.is_some());
        }
        let (worst, best) = found.equilibrium.bounds;
        assert!(low <= worst + 1e-6 && best <= high + 1e-6 && best - worst < 2e-2, "{game:?}: {found:?}");
        wrong += usize::from(found.averaging.exploitability > 1e-9);
    }
    assert!(tried > 300 && wrong > 20, "{tried} {wrong}");
}
