use std::collections::HashMap;

use counterplay_core::{
    Actions, Bounds, Game, Inspect, MoveOrdering, Notation, Random, Score, Seat, Seeded, Symmetric, Truth,
};

use super::super::{Board, Column, Connect4};
use super::Threats;

/// The values of all states from this one on, by the rules alone, but for what follows a win that is there to be had.
fn solve(game: &Connect4, board: &Board, known: &mut HashMap<Board, i32>) -> i32 {
    if game.is_terminal(board) {
        return game.utility(board).get();
    }
    if let Some(&value) = known.get(board) {
        return value;
    }
    let children: Vec<Board> = game.action_list(board).into_iter().map(|action| game.result(board, action)).collect();
    let won = children.iter().find(|child| game.is_terminal(child) && game.utility(child) != Score::DRAW);
    let value = match won {
        Some(child) => game.utility(child).get(),
        None => {
            let values = children.iter().map(|child| solve(game, child, known));
            if is_max(board) { values.max() } else { values.min() }.unwrap_or(0)
        }
    };
    known.insert(*board, value);
    value
}

fn is_max(board: &Board) -> bool {
    board.mover() == Seat::FIRST
}

/// How often the knowledge said something.
#[derive(Default, Debug)]
struct Told {
    states: u64,
    /// A bound that the first steps of [`super::Outlook::bounds`] do not give.
    by_answers: u64,
    exact: u64,
    left_out: u64,
}

/// What the knowledge says of these states is true.
fn check(game: &Connect4, known: &HashMap<Board, i32>, told: &mut Told) {
    for (board, &value) in known {
        let facts = Threats.facts(game, board);
        let Bounds { low, high } = Threats.bounds(game, board, &facts, None);
        let shown = || format!("{}x{} {}", game.width(), game.height(), game.position_text(board));
        assert!(low.get() <= value && value <= high.get(), "{}: {value} is not in {low}..{high}", shown());
        // Asked one question, it answers that one as well, and truly.
        for least in (-4..=4).chain(value - 2..=value + 2).map(Score::new) {
            let bounds = Threats.bounds(game, board, &facts, Some(least));
            let answer = |low: Score, high: Score| (low >= least, high < least);
            assert!(bounds.low.get() <= value && value <= bounds.high.get(), "{}: {bounds:?}", shown());
            assert_eq!(answer(bounds.low, bounds.high), answer(low, high), "{}: at least {least}?", shown());
        }
        for action in game.action_list(board) {
            let child = game.result(board, action);
            let next = Threats.next_facts(game, board, &facts, action, &child);
            assert!(game.is_terminal(&child) || next == Threats.facts(game, &child), "{} {action:?}", shown());
        }
        told.states += 1;
        told.exact += u64::from(low == high);
        let mover_high = if is_max(board) { high } else { -low };
        let soonest = game.worth(board.stones() + 3);
        told.by_answers += u64::from(low != high && mover_high.get() < soonest && board.stones() + 3 <= game.size());
        assert_eq!(Threats.distance(game, board, Score::new(value)).is_some(), value != 0, "{}", shown());

        let mut pushed = Actions::new();
        let rest = Threats.candidates(game, board, &facts, &mut pushed);
        let legal = game.action_list(board);
        let for_mover = |value: i32| if is_max(board) { value } else { -value };
        let value_of = |&action: &Column| {
            let child = game.result(board, action);
            for_mover(if game.is_terminal(&child) { game.utility(&child).get() } else { known[&child] })
        };
        // After a win that is there to be had, the others were not looked at.
        if value != for_mover(game.worth(board.stones() + 1)) {
            let best_pushed = pushed.as_slice().iter().map(value_of).max();
            let left_out = legal.iter().filter(|action| !pushed.as_slice().contains(action));
            let best_left_out = left_out.map(value_of).max();
            told.left_out += u64::from(best_left_out.is_some());
            assert_eq!(rest.is_some(), best_left_out.is_some(), "{}", shown());
            let exact = rest.map(|rest| for_mover(rest.get())) == best_left_out;
            assert!(exact || best_left_out < best_pushed, "{}: {rest:?} is left out", shown());
            assert_eq!(best_pushed.max(best_left_out), Some(for_mover(value)), "{}", shown());
        } else {
            assert_eq!(pushed.as_slice().iter().map(value_of).min(), Some(for_mover(value)), "{}", shown());
        }
    }
}

/// A state of so many stones that random play leads to; nothing if the game is over before.
fn random_board(game: &Connect4, stones: u32, random: &mut Seeded) -> Option<Board> {
    let mut board = game.initial();
    while board.stones() < stones && !game.is_terminal(&board) {
        let legal = game.action_list(&board);
        game.apply(&mut board, legal[random.index(legal.len())?]);
    }
    (!game.is_terminal(&board)).then_some(board)
}

/// All states that can follow these numbers of random states with so many empty cells.
fn check_late(width: u32, height: u32, empty: u32, roots: u32, told: &mut Told) {
    let game = Connect4::new(width, height).unwrap();
    let mut random = Seeded::new(u64::from(width * height + empty));
    for _ in 0..roots {
        let mut known = HashMap::new();
        let root = std::iter::repeat_with(|| random_board(&game, game.size() - empty, &mut random)).flatten().next();
        solve(&game, &root.unwrap(), &mut known);
        check(&game, &known, told);
    }
}

#[test]
fn what_is_known_is_true_wherever_four_by_four_leads() {
    let game = Connect4::new(4, 4).unwrap();
    let mut known = HashMap::new();
    assert_eq!(solve(&game, &game.initial(), &mut known), 0);
    let mut told = Told::default();
    check(&game, &known, &mut told);
    assert!(told.states > 50_000 && told.by_answers > 1_000 && told.left_out > 1_000, "{told:?}");
}

#[test]
fn what_is_known_is_true_late_on_boards_of_many_sizes() {
    let mut told = Told::default();
    for (width, height, empty, roots) in [
        (1, 5, 5, 1),
        (2, 4, 8, 1),
        (3, 5, 15, 1),
        (5, 4, 12, 20),
        (4, 6, 12, 20),
        (5, 5, 11, 20),
        (6, 4, 11, 20),
        (5, 6, 11, 20),
        (7, 4, 10, 20),
        (4, 8, 11, 20),
        (8, 7, 10, 10),
        (12, 4, 8, 10),
        (7, 6, 10, 100),
        (7, 6, 12, 20),
    ] {
        check_late(width, height, empty, roots, &mut told);
    }
    assert!(told.states > 100_000 && told.by_answers > 5_000 && told.left_out > 5_000, "{told:?}");
    assert!(told.exact < told.states, "{told:?}");
}

/// Millions of states, in minutes: `cargo xtask long`.
#[test]
#[ignore = "takes minutes"]
fn what_is_known_is_true_of_millions() {
    for (width, height, empty, roots) in
        [(5, 4, 20, 1), (4, 6, 22, 5), (6, 4, 20, 10), (5, 6, 19, 20), (7, 4, 18, 20), (6, 6, 18, 30), (7, 6, 17, 100)]
    {
        let mut told = Told::default();
        check_late(width, height, empty, roots, &mut told);
        println!("{width}x{height} with {empty} empty: {told:?}");
    }
}

fn bounds(game: &Connect4, position: &str) -> (i32, i32) {
    let board = game.parse_position(position).unwrap();
    let Bounds { low, high } = Threats.bounds(game, &board, &Threats.facts(game, &board), None);
    (low.get(), high.get())
}

#[test]
fn what_is_decided_on_sight_is_exact() {
    let game = Connect4::default();
    // Three in a column, for the side to move and against it; three in a row that is open at both ends.
    assert_eq!((bounds(&game, "414141"), bounds(&game, "1414242")), ((18, 18), (-18, -18)));
    assert_eq!(bounds(&game, "334455"), (18, 18));
    assert_eq!(bounds(&game, "33445"), (18, 18));
    // Nobody wins before the fourth stone, nor with the next one.
    assert_eq!((bounds(&game, ""), bounds(&game, "4"), bounds(&game, "12345")), ((-18, 18), (-18, 18), (-18, 17)));
    // A line of four stones does not fit, or no longer does.
    assert_eq!(bounds(&Connect4::new(3, 3).unwrap(), ""), (0, 0));
    assert_eq!(bounds(&Connect4::new(7, 1).unwrap(), "1324"), (0, 0));
}

#[test]
fn the_second_player_answers() {
    let game = Connect4::default();
    // O has the second row of the centre, and the fourth and the sixth: X gets no line but those in the odd rows, and
    // with the centre taken there are none.
    assert_eq!(bounds(&game, "744444"), (-17, 0));
    // O will have a line in the second and the fourth row: no later than with the 40th stone.
    assert_eq!(bounds(&game, "544434"), (-17, -2));
    // The rows are odd in number, and answers run out.
    assert_eq!(bounds(&Connect4::new(7, 5).unwrap(), "744444"), (-14, 14));
}

#[test]
fn the_first_player_waits() {
    let game = Connect4::default();
    let position = "3553633";
    let board = game.parse_position(position).unwrap();
    assert_ne!(Threats.facts(&game, &board).other & !game.even, 0);
    assert_eq!(bounds(&game, position), (2, 16));
}

#[test]
fn mirror_images_are_bounded_alike() {
    let game = Connect4::default();
    let mut random = Seeded::new(3);
    let boards = (0..3000u32).filter_map(|at| random_board(&game, at % 38, &mut random));
    for board in boards {
        let image = game.image(&board, 1);
        let bounds = |board| Threats.bounds(&game, board, &Threats.facts(&game, board), None);
        assert_eq!(bounds(&board), bounds(&image), "{}", game.position_text(&board));
    }
}

#[test]
fn threats_are_found_as_by_hand() {
    let mut random = Seeded::new(8);
    for (width, height) in [(7, 6), (4, 4), (3, 9), (8, 7), (32, 1), (1, 63), (12, 4)] {
        let game = Connect4::new(width, height).unwrap();
        for at in 0..300 {
            let Some(board) = random_board(&game, at % game.size(), &mut random) else { continue };
            let facts = Threats.facts(&game, &board);
            for (threats, stones) in [(facts.own, board.own), (facts.other, board.other())] {
                let empty = (0..64).map(|bit| 1u64 << bit).filter(|&cell| game.cells & !board.all & cell != 0);
                let by_hand = empty.filter(|cell| game.has_line(stones | cell)).fold(0, |cells, cell| cells | cell);
                assert_eq!(threats, by_hand, "{width}x{height} {}", game.position_text(&board));
            }
            let below = (0..64).map(|bit| 1u64 << bit).filter(|cell| game.cells & cell != 0).filter(|&cell| {
                let up = (1..height).map(|rows| cell.checked_shl(rows).unwrap_or(0));
                let column = (0..game.width).map(|at| game.column(Column(at))).find(|column| column & cell != 0);
                up.into_iter().any(|above| above & facts.own & column.unwrap_or(0) != 0)
            });
            assert_eq!(game.below(facts.own), below.fold(0, |cells, cell| cells | cell), "{width}x{height}");
        }
    }
}

#[test]
fn a_threat_promises_more_than_the_centre() {
    let game = Connect4::default();
    let board = game.parse_position("123232").unwrap();
    let ordering = |at| {
        let child = game.result(&board, Column(at));
        Threats.ordering(&game, &board, Column(at), &child, Some(&Threats.facts(&game, &child)))
    };
    assert!(ordering(3) > ordering(4) && ordering(4) > ordering(5) && ordering(5) > ordering(6));
    let empty = game.initial();
    let first = |at| {
        let child = game.result(&empty, Column(at));
        Threats.ordering(&game, &empty, Column(at), &child, Some(&Threats.facts(&game, &child)))
    };
    assert!((0..7).all(|at| first(3) >= first(at)));
}

#[test]
fn the_value_tells_when_the_game_ends() {
    let game = Connect4::default();
    let distance = |position, value| {
        let board = game.parse_position(position).unwrap();
        Threats.distance(&game, &board, Score::new(value))
    };
    assert_eq!(
        [distance("", 1), distance("", 18), distance("", -1), distance("", 0)],
        [Some(41), Some(7), Some(42), None]
    );
    assert_eq!([distance("4455", 18), distance("44455554221", -15)], [Some(3), Some(3)]);
    assert_eq!([distance("4455", 22), distance("4455", 99), distance("4455", -99)], [None; 3]);
}
