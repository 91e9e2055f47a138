//! Training, on a game for which nobody has made an evaluation: connect four on a small board.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use counterplay_connect4::{Board, Column, Connect4};
use counterplay_core::checked_file::Damage;
use counterplay_core::engine::OwnKeys;
use counterplay_core::{
    Evaluate, Features, Game, Learned, LearnedOr, RulesOnly, Score, Seat, Turn, Weights, WeightsError,
};
use counterplay_trainer::{CheckpointError, Duel, LinearTrainer, Plan, Style, Trainer, TrainingRun};

/// Counts stones in cells, and lines of four that only one side has stones on. Half of the weights are for the other
/// side's.
#[derive(Clone, Debug)]
pub(crate) struct Lines;

/// A cell, mirrored or not, for each side; then how many stones are on a line, for each side.
const COUNTED: u32 = 4;

impl Lines {
    fn cells(game: &Connect4) -> u32 {
        u32::from(game.width()) * u32::from(game.height())
    }
}

impl Features<Connect4> for Lines {
    fn count(&self, game: &Connect4) -> usize {
        (2 * (Lines::cells(game) + COUNTED)) as usize
    }

    fn each(&self, game: &Connect4, board: &Board, mut see: impl FnMut(u32, i32)) {
        let Turn::Seat(mover) = game.turn(board) else { return };
        let (width, height) = (i32::from(game.width()), i32::from(game.height()));
        let half = Lines::cells(game) + COUNTED;
        let of = |seat: Seat| if seat == mover { 0 } else { half };
        // What is on the board, and nothing around it.
        let mut stones = [[None; 10]; 10];
        for column in 0..width {
            for row in 0..height {
                let owner = game.owner(board, Column(column as u8), row as u8);
                stones[column as usize][row as usize] = Some(owner);
                if let Some(seat) = owner {
                    see(of(seat) + (column * height + row) as u32, 1);
                }
            }
        }
        for (column, row, right, up) in (0..width * height).flat_map(|cell| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(right, up)| (cell / height, cell % height, right, up))
        }) {
            let mut counts = [0; 2];
            let is_there = (0..4).all(|step| {
                let [column, row] = [column + step * right, row + step * up].map(|place| place.rem_euclid(10) as usize);
                let stone = stones[column][row];
                if let Some(Some(Seat(seat))) = stone {
                    counts[usize::from(seat)] += 1;
                }
                stone.is_some()
            });
            match counts {
                [first, 0] if is_there && first > 0 => see(of(Seat::FIRST) + Lines::cells(game) + first.min(3), 1),
                [0, second] if is_there && second > 0 => see(of(Seat::SECOND) + Lines::cells(game) + second.min(3), 1),
                _ => {}
            }
        }
    }

    fn ties(&self, game: &Connect4) -> Vec<u32> {
        let (height, cells) = (u32::from(game.height()), Lines::cells(game));
        let tie = |weight: u32| {
            let (half, place) = (weight / (cells + COUNTED), weight % (cells + COUNTED));
            let column = place / height;
            let mirrored = if place < cells { u32::from(game.width()) - 1 - column } else { column };
            half * (cells + COUNTED) + mirrored.min(column) * height + place % height
        };
        (0..self.count(game) as u32).map(tie).collect()
    }
}

/// No evaluation to speak of.
#[derive(Clone)]
pub(crate) struct Nothing;

impl Evaluate<Connect4> for Nothing {
    fn evaluate(&self, _: &Connect4, _: &Board) -> Score {
        Score::DRAW
    }
}

fn learner() -> LinearTrainer<Lines, OwnKeys, RulesOnly, Nothing> {
    LinearTrainer { name: "connect4".to_owned(), features: Lines, keys: OwnKeys, knowledge: RulesOnly, rival: Nothing }
}

/// A short training: two rounds and a bit.
fn short() -> Plan {
    let style = Style { solve: 100, ..Style::default() };
    Plan { games: Some(500), style, duel: Duel { openings: 2, plies: 4, nodes: 50 }, ..Plan::default() }
}

fn trained(game: &Connect4, plan: &Plan) -> TrainingRun {
    let mut course = learner().begin(game, plan.seed);
    learner().run(game, &mut course, plan, &mut |_| {}).unwrap();
    course
}

#[test]
fn what_is_learned_beats_what_knows_nothing_at_the_same_number_of_nodes() {
    let game = Connect4::new(6, 5).unwrap();
    let plan = Plan { games: Some(1200), threads: 2, ..short() };
    let course = trained(&game, &plan);
    let learned = Learned::new(&game, "connect4", Lines, &course.weights()).unwrap();
    let fight = Plan { seed: 9, threads: 2, duel: Duel { openings: 60, plies: 4, nodes: 60 }, ..plan };
    let [learned, nothing] = [Some(learned), None].map(|learned| LearnedOr { before: Nothing, learned });
    let tally = learner().duel(&game, &learned, &nothing, &fight).unwrap();
    assert_eq!(tally.games(), 120);
    assert!(tally.share() > 0.7 && tally.mean > 0.5, "{tally:?}");
}

#[test]
fn the_same_seed_gives_the_same_weights_on_one_thread_or_two() {
    let game = Connect4::new(4, 4).unwrap();
    let one = trained(&game, &short());
    assert_eq!((one.rounds(), one.games()), (3, 500));
    let two = trained(&game, &Plan { threads: 2, ..short() });
    assert_eq!(one.weights(), two.weights());
    assert!(one.weights().values.iter().any(|&weight| weight != 0));
    let other = trained(&game, &Plan { seed: 2, ..short() });
    assert_ne!(one.weights(), other.weights());
}

#[test]
fn a_training_that_was_stopped_goes_on_from_its_checkpoint_as_if_nothing_had_been() {
    let game = Connect4::new(4, 4).unwrap();
    let whole = trained(&game, &short());
    for batches in [1, 4, 6] {
        let stop = Arc::new(AtomicBool::new(false));
        let plan = Plan { stop: Some(Arc::clone(&stop)), ..short() };
        let (mut course, mut heard) = (learner().begin(&game, 1), 0);
        let mut told = |_: &TrainingRun| {
            heard += 1;
            stop.store(heard == batches, Ordering::Relaxed);
        };
        learner().run(&game, &mut course, &plan, &mut told).unwrap();
        assert!(course.games() < whole.games());
        let mut resumed = TrainingRun::read(&course.write(), &learner().begin(&game, 1)).unwrap();
        assert_eq!(resumed.games(), course.games());
        learner().run(&game, &mut resumed, &short(), &mut |_| {}).unwrap();
        assert_eq!(resumed.weights(), whole.weights(), "stopped after {batches}");
        assert_eq!((resumed.rounds(), resumed.positions()), (whole.rounds(), whole.positions()));
    }
    // What is done already is not done again.
    let mut again = whole.clone();
    learner().run(&game, &mut again, &short(), &mut |_| panic!("there is nothing to tell")).unwrap();
    assert_eq!(again.write(), whole.write());
}

#[test]
fn a_checkpoint_of_something_else_or_with_a_flipped_bit_is_refused() {
    let game = Connect4::new(4, 4).unwrap();
    let course = trained(&game, &Plan { games: Some(3), ..short() });
    let (file, begun) = (course.write(), learner().begin(&game, 1));
    let refused = |file: &[u8], begun: &TrainingRun| TrainingRun::read(file, begun).unwrap_err();
    for bit in 0..8 * file.len() {
        let mut other = file.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        assert!(matches!(refused(&other, &begun), CheckpointError::Damage(_)), "bit {bit}");
    }
    assert!((0..file.len()).all(|length| matches!(refused(&file[..length], &begun), CheckpointError::Damage(_))));
    assert_eq!(refused(&course.weights().write(), &begun), CheckpointError::Damage(Damage::Foreign("checkpoint")));
    assert_eq!(refused(&file, &learner().begin(&game, 2)), CheckpointError::OtherSeed { found: 1, expected: 2 });
    let larger = Connect4::new(5, 4).unwrap();
    assert_eq!(refused(&file, &learner().begin(&larger, 1)), CheckpointError::OtherFeatures);
    let renamed = LinearTrainer { name: "four".to_owned(), ..learner() };
    assert!(matches!(refused(&file, &renamed.begin(&game, 1)), CheckpointError::OtherGame { .. }));
}

#[test]
fn weights_are_used_for_the_game_that_they_were_learned_for_alone() {
    let game = Connect4::new(4, 4).unwrap();
    let weights = learner().begin(&game, 1).weights();
    assert_eq!(Weights::read(&weights.write()), Ok(weights.clone()));
    assert!(Learned::new(&game, "connect4", Lines, &weights).is_ok());
    let other = Learned::new(&game, "othello", Lines, &weights).unwrap_err();
    assert_eq!(other.to_string(), "the weights are those of connect4, not of othello");
    let larger = Connect4::new(4, 5).unwrap();
    assert_eq!(Learned::new(&larger, "connect4", Lines, &weights).unwrap_err(), WeightsError::OtherFeatures);
}
