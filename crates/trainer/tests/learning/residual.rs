//! Training of a linear evaluation with a network on top.

use counterplay_connect4::{Board, Column, Connect4};
use counterplay_core::engine::OwnKeys;
use counterplay_core::network::perspectives::Perspectives;
use counterplay_core::{Evaluate, Game, Residual, RulesOnly, Seat, Side, WeightsError};
use counterplay_trainer::{CheckpointError, Duel, Plan, ResidualTrainer, Trainer, TrainingRun};

use crate::learns::{Lines, Nothing};

/// Sees the stones of both sides.
#[derive(Clone, Debug)]
struct Stones;

impl Perspectives<Connect4> for Stones {
    fn inputs(&self) -> usize {
        128
    }
    fn hidden(&self) -> usize {
        16
    }
    fn scale(&self, _: &Connect4) -> f64 {
        4.0
    }
    fn view(&self, game: &Connect4, board: &Board, side: Side, set: &mut [u64]) {
        for cell in 0..game.width() * game.height() {
            let (column, row) = (cell / game.height(), cell % game.height());
            if let Some(owner) = game.owner(board, Column(column), row) {
                let other = (owner == Seat::FIRST) != (side == Side::Max);
                set[usize::from(other)] |= 1 << cell;
            }
        }
    }
}

fn learner() -> ResidualTrainer<Lines, Stones, OwnKeys, RulesOnly, Nothing> {
    ResidualTrainer {
        name: "connect4".to_owned(),
        features: Lines,
        perspectives: Stones,
        keys: OwnKeys,
        knowledge: RulesOnly,
        rival: Nothing,
    }
}

/// Two rounds for the linear part, and a bit for the network.
fn short() -> Plan {
    let duel = Duel { openings: 2, plies: 2, nodes: 50 };
    Plan { games: Some(600), linear_rounds: 2, duel, ..Plan::default() }
}

fn trained(game: &Connect4, plan: &Plan) -> TrainingRun {
    let mut course = learner().begin(game, plan.seed);
    learner().run(game, &mut course, plan, &mut |_| {}).unwrap();
    course
}

#[test]
fn first_the_linear_part_learns_and_then_the_network_whatever_the_number_of_threads() {
    let game = Connect4::new(4, 4).unwrap();
    let both = trained(&game, &short());
    assert_eq!((both.rounds(), both.games()), (3, 600));
    let linear = trained(&game, &Plan { games: Some(450), ..short() });
    assert_eq!(linear.rounds(), 2);
    // As long as only the linear part has learned, it is all there is.
    assert_eq!(linear.linear_part().unwrap(), linear.weights());
    assert!(linear.weights().values.iter().any(|&weight| weight != 0));
    assert_ne!(both.linear_part().unwrap(), both.weights());
    let two = trained(&game, &Plan { threads: 2, ..short() });
    assert_eq!(two.weights(), both.weights());
}

#[test]
fn a_training_goes_on_from_its_checkpoint_in_either_part() {
    let game = Connect4::new(4, 4).unwrap();
    let whole = trained(&game, &short());
    for games in [200, 450] {
        let part = trained(&game, &Plan { games: Some(games), ..short() });
        let mut course = TrainingRun::read(&part.write(), &learner().begin(&game, 1)).unwrap();
        learner().run(&game, &mut course, &short(), &mut |_| {}).unwrap();
        assert_eq!(course.weights(), whole.weights(), "from {games}");
    }
    let larger = Connect4::new(5, 4).unwrap();
    let refused = TrainingRun::read(&whole.write(), &learner().begin(&larger, 1)).unwrap_err();
    assert_eq!(refused, CheckpointError::OtherFeatures);
}

#[test]
fn weights_are_for_the_game_and_what_is_seen_of_it() {
    /// Sees what the other side sees.
    #[derive(Clone, Debug)]
    struct Crossed;
    impl Perspectives<Connect4> for Crossed {
        fn inputs(&self) -> usize {
            Stones.inputs()
        }
        fn hidden(&self) -> usize {
            Stones.hidden()
        }
        fn scale(&self, game: &Connect4) -> f64 {
            Stones.scale(game)
        }
        fn view(&self, game: &Connect4, board: &Board, side: Side, set: &mut [u64]) {
            Stones.view(game, board, side.other(), set);
        }
    }
    let game = Connect4::new(4, 4).unwrap();
    let weights = trained(&game, &short()).weights();
    let evaluation = Residual::new(&game, "connect4", (Lines, Stones), &weights).unwrap();
    let guess = evaluation.expectation(&game, &game.initial());
    assert!(guess.abs() < 16.0, "{guess}");
    let crossed = Residual::new(&game, "connect4", (Lines, Crossed), &weights).unwrap_err();
    assert_eq!(crossed, WeightsError::OtherFeatures);
    let renamed = Residual::new(&game, "four", (Lines, Stones), &weights).unwrap_err();
    assert_eq!(renamed.to_string(), "the weights are those of connect4, not of four");
}
