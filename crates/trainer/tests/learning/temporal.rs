//! Networks learned by temporal differences, on pig, whose value and best policy are known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use counterplay_core::network::Network;
use counterplay_core::search::{Settings, expectiminimax, value_iteration};
use counterplay_core::trace::Silent;
use counterplay_core::{
    Actions, Bounds, Chance, Depth, Game, Limits, Outcomes, Score, Seat, Turn, Weights, WeightsError, With, Without,
};
use counterplay_pig::{Action, Inputs, Lead, Pig, State};
use counterplay_trainer::{CheckpointError, Duel, NetworkTrainer, Plan, Trainer, TrainingRun};

fn trainer() -> NetworkTrainer<Pig, Inputs, Lead> {
    NetworkTrainer { name: "pig".to_owned(), encoding: Inputs, learned_game: Clone::clone, rival: Lead }
}

fn plan(games: u64, threads: usize) -> Plan {
    Plan { games: Some(games), threads, duel: Duel { openings: 1, ..Duel::default() }, ..Plan::default() }
}

fn trained(game: &Pig, games: u64, threads: usize) -> TrainingRun {
    let mut course = trainer().begin(game, 5);
    trainer().run(game, &mut course, &plan(games, threads), &mut |_| {}).unwrap();
    course
}

/// Pig in which the first player does what the network likes best, one ply ahead: its value is what the policy gets
/// from somebody who plays perfectly.
struct Follows<'a> {
    pig: &'a Pig,
    settings: Settings<Network<Inputs>>,
}

impl Game for Follows<'_> {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = Without;
    fn initial(&self) -> State {
        self.pig.initial()
    }
    fn turn(&self, state: &State) -> Turn {
        self.pig.turn(state)
    }
    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        if self.pig.is_terminal(state) || self.pig.turn(state) != Turn::Seat(Seat::FIRST) {
            self.pig.actions(state, out);
        } else {
            out.extend(expectiminimax(self.pig, state, &self.settings, &mut Silent).unwrap().action);
        }
    }
    fn apply(&self, state: &mut State, action: Action) {
        self.pig.apply(state, action);
    }
    fn is_terminal(&self, state: &State) -> bool {
        self.pig.is_terminal(state)
    }
    fn utility(&self, state: &State) -> Score {
        self.pig.utility(state)
    }
    fn bounds(&self) -> Bounds {
        self.pig.bounds()
    }
}

impl Chance for Follows<'_> {
    fn outcomes(&self, state: &State, out: &mut Outcomes<Action>) {
        self.pig.outcomes(state, out);
    }
}

/// What the first player gets from a perfect opponent by the policy of a network.
fn gets(pig: &Pig, weights: &Weights) -> f64 {
    let network = Network::new(pig, "pig", Inputs, weights).unwrap();
    let follows = Follows { pig, settings: Settings::new().to_depth(Depth(1), network) };
    let start = pig.initial();
    value_iteration(&follows, &start, 1e-6, &Limits::default()).unwrap().value(&start).unwrap()
}

#[test]
fn the_policy_that_is_learned_loses_next_to_nothing_to_the_best() {
    let pig = Pig::new(40).unwrap();
    let start = pig.initial();
    let best = value_iteration(&pig, &start, 1e-6, &Limits::default()).unwrap().value(&start).unwrap();
    let ignorant = gets(&pig, &trainer().begin(&pig, 5).weights());
    let learned = gets(&pig, &trained(&pig, 20_000, 2).weights());
    assert!(learned <= best + 1e-5, "{learned} of {best}");
    assert!(learned > best - 0.01, "{learned} of {best}, and {ignorant} before");
    assert!(ignorant < best - 0.05, "there was something to learn: {ignorant} of {best}");
}

#[test]
fn the_same_seed_gives_the_same_network_on_any_number_of_threads_and_after_a_break() {
    let pig = Pig::new(20).unwrap();
    let whole = trained(&pig, 1500, 1).weights();
    assert_eq!(trained(&pig, 1500, 3).weights(), whole);
    // It is stopped after some rounds, and goes on from a checkpoint.
    let stop = Arc::new(AtomicBool::new(false));
    let mut course = trainer().begin(&pig, 5);
    let stopped = Plan { stop: Some(Arc::clone(&stop)), ..plan(1500, 2) };
    trainer()
        .run(&pig, &mut course, &stopped, &mut |course| stop.store(course.games() >= 700, Ordering::Relaxed))
        .unwrap();
    assert!((700..1500).contains(&course.games()));
    let mut resumed = TrainingRun::read(&course.write(), &trainer().begin(&pig, 5)).unwrap();
    trainer().run(&pig, &mut resumed, &plan(1500, 2), &mut |_| {}).unwrap();
    assert_eq!(resumed.weights(), whole);
    let other_seed = TrainingRun::read(&course.write(), &trainer().begin(&pig, 6)).unwrap_err();
    assert_eq!(other_seed, CheckpointError::OtherSeed { found: 5, expected: 6 });
}

#[test]
fn a_network_for_something_else_and_one_that_is_damaged_are_refused() {
    let pig = Pig::new(20).unwrap();
    let weights = trainer().begin(&pig, 5).weights();
    let other = Pig::new(21).unwrap();
    let new = |pig: &Pig, name| Network::new(pig, name, Inputs, &weights).map(drop);
    assert_eq!(new(&pig, "pig"), Ok(()));
    assert_eq!(new(&other, "pig"), Err(WeightsError::OtherFeatures));
    assert!(matches!(new(&pig, "hog"), Err(WeightsError::OtherGame { .. })));
    let file = weights.write();
    for at in (0..file.len()).step_by(37) {
        let mut flipped = file.clone();
        flipped[at] ^= 4;
        assert!(matches!(Weights::read(&flipped), Err(WeightsError::Damage(_))), "byte {at}");
        assert!(matches!(Weights::read(&file[..at]), Err(WeightsError::Damage(_))), "{at} bytes");
    }
}
