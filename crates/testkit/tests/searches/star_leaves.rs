//! How much pruning at chance nodes saves: our play, every roll, every reply, from ten positions of the middle of a
//! game of backgammon.
//!
//! Every evaluation and every utility that is asked for counts as a leaf, those that only serve the order of the
//! actions included.

use std::cell::Cell;

use counterplay_backgammon::{Backgammon, State};
use counterplay_core::engine::{ChanceEngine, ChanceTechniques, OwnKeys, Table, Task};
use counterplay_core::search::{Settings, expectiminimax, star1, star2};
use counterplay_core::trace::Silent;
use counterplay_core::{Chance, Depth, Evaluate, Game, Role, Score, Seat, Seeded};

/// A plain evaluation: who is ahead in the race, who has men alone, who has points in the home, as points a game.
struct Sense<'a> {
    asked: &'a Cell<u64>,
}

impl Sense<'_> {
    fn points(state: &State) -> f64 {
        let side = |seat: Seat| {
            let (men, other) = (state.men(seat), state.men(seat.other()));
            let mut worth = -f64::from(men.pips());
            for point in 1..=24u8 {
                let count = men.on(point);
                let in_front = (1..=25).filter(|&theirs| other.on(theirs) > 0).any(|theirs| 25 - theirs < point);
                if count == 1 && in_front {
                    worth -= 2.0 + f64::from(25 - point) * 0.3;
                }
                if count >= 2 {
                    worth += if (4..=7).contains(&point) { 6.0 } else { 2.0 };
                }
            }
            worth - 8.0 * f64::from(men.on(25))
        };
        let ahead = side(Seat::FIRST) - side(Seat::SECOND) + if state.seat() == Seat::FIRST { 8.0 } else { -8.0 };
        1.5 * (ahead / 60.0).tanh()
    }
}

impl Evaluate<Backgammon> for Sense<'_> {
    fn evaluate(&self, game: &Backgammon, state: &State) -> Score {
        Score::rounded(self.expectation(game, state))
    }
    fn applies_to(&self, _: &Backgammon, state: &State) -> bool {
        state.dice().is_none()
    }
    fn expectation(&self, _: &Backgammon, state: &State) -> f64 {
        self.asked.set(self.asked.get() + 1);
        Sense::points(state)
    }
}

/// A position that both sides come to who play what they like best, with the dice thrown.
fn midgame(game: &Backgammon, seed: u64) -> State {
    let mut random = Seeded::new(seed);
    let mut state = game.initial();
    // A turn is a throw and a play.
    for turn in 0..=6 + seed as usize % 7 {
        let throw = game.draw(&state, &mut random).expect("dice are thrown");
        game.apply(&mut state, throw);
        if turn < 6 + seed as usize % 7 {
            let worth = |&action: &<Backgammon as Game>::Action| {
                let points = Sense::points(&game.result(&state, action));
                if game.role(&state) == Role::Max { points } else { -points }
            };
            let best = game.action_list(&state).into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
            game.apply(&mut state, best.expect("there is a play"));
        }
    }
    state
}

#[test]
fn star2_asks_for_a_fraction_of_the_leaves() {
    let game = Backgammon::default();
    let asked = Cell::new(0);
    let mut sums = [0; 4];
    for seed in 1..=10 {
        let state = midgame(&game, seed);
        let settings = Settings::new().to_depth(Depth(3), Sense { asked: &asked });
        asked.set(0);
        let whole = expectiminimax(&game, &state, &settings, &mut Silent).unwrap();
        let mut counts = vec![asked.take()];
        let mut right = |value: f64| {
            assert!((value - whole.value.score).abs() < 1e-9);
            counts.push(asked.take());
        };
        right(star1(&game, &state, &settings, &mut Silent).unwrap().value.score);
        right(star2(&game, &state, &settings, &mut Silent).unwrap().value.score);
        let table = Table::new(1 << 22);
        let engine = ChanceEngine::new(&game, &table).keys(OwnKeys).evaluation(Sense { asked: &asked });
        let engine = engine.techniques(ChanceTechniques::EXACT);
        let task = Task { depth: Some(Depth(3)), ..Task::default() };
        let mut told = 0;
        let found = engine.search(&state, &task, &mut |iteration| told += iteration.statistics.leaves).unwrap();
        assert_eq!(told, asked.get(), "what it counts is what it asks for");
        right(found.decision.value.score);
        println!("{seed}: {} plays, leaves {counts:?}", game.action_list(&state).len());
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    println!("{sums:?}");
    // The textbook's Star2 takes the actions as the game lists them, and asks for a third; the engine has an order, and
    // asks for less than a tenth. One play must be looked at in full whatever is cut, and that alone is a seventeenth
    // of these.
    let [whole, star1, star2, engine] = sums;
    assert!(star1 < whole && 5 * star2 < 2 * whole && 10 * engine < whole, "{sums:?}");
}
