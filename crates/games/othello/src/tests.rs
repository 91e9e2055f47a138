use std::collections::{HashMap, HashSet};

use counterplay_core::engine::{Engine, OwnKeys, Table, Task};
use counterplay_core::picture::{Mark, Picture};
use counterplay_core::search::perft;
use counterplay_core::{
    Bounds, Evaluate, Game, Key, Keyed, Limits, Notation, Random, Score, Seat, Seeded, Symmetric, Truth,
};

use super::{Board, Empties, Mobility, Move, OptionError, Othello, Prospects};

const ALL: [Empties; 2] = [Empties::Winner, Empties::Nobody];

fn sized(size: u32) -> Othello {
    Othello::new(size, Empties::Winner).unwrap()
}

/// The boards of a game played at random, from the start to the end.
fn random_game(game: &Othello, random: &mut Seeded) -> Vec<Board> {
    let mut boards = vec![game.initial()];
    while let Some(board) = boards.last().filter(|board| !board.over) {
        let legal = game.action_list(board);
        boards.push(game.result(board, legal[random.index(legal.len()).unwrap()]));
    }
    boards
}

/// The value for MAX by its definition, each state once.
fn minimax(game: &Othello, board: &Board, known: &mut HashMap<Board, i32>) -> i32 {
    if board.over {
        return game.utility(board).get();
    }
    if let Some(&value) = known.get(board) {
        return value;
    }
    let actions = game.action_list(board).into_iter();
    let values = actions.map(|action| minimax(game, &game.result(board, action), known));
    let value = if board.mover == Seat::FIRST { values.max() } else { values.min() }.unwrap();
    known.insert(*board, value);
    value
}

fn count(game: &Othello, depth: u32) -> (u64, u64) {
    let counted = perft(game, &game.initial(), depth, &Limits::default()).unwrap();
    (counted.leaves, counted.ended)
}

#[test]
fn the_known_numbers_of_lines() {
    let known = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    for (depth, leaves) in (0..).zip(known) {
        assert_eq!(count(&Othello::default(), depth), (leaves, 0), "depth {depth}");
    }
}

#[test]
fn the_known_numbers_of_longer_lines() {
    // A pass is a ply. Games that ended earlier are counted apart.
    assert_eq!(count(&Othello::default(), 9), (3_005_288, 0));
    assert_eq!(count(&Othello::default(), 10), (24_571_056, 228));
}

#[test]
fn the_known_values_of_four_by_four() {
    for (empties, value) in ALL.into_iter().zip([-10, -8]) {
        let game = Othello::new(4, empties).unwrap();
        let mut known = HashMap::new();
        assert_eq!(minimax(&game, &game.initial(), &mut known), value, "{empties:?}");
    }
}

#[test]
fn what_is_empty_at_the_end_goes_to_the_winner_or_to_nobody() {
    // White has lost all discs, with 51 squares empty: the shortest game there is.
    let shortest = "e6f4e3f6g5d6e7f5c5";
    let utility = |empties, text: &str| {
        let game = Othello::new(8, empties).unwrap();
        let board = game.parse_position(text).unwrap();
        assert!(game.is_terminal(&board) && game.action_list(&board).is_empty(), "{text}");
        game.utility(&board).get()
    };
    assert_eq!(ALL.map(|empties| utility(empties, shortest)), [64, 13]);
    // The other colour, and a board on which neither can play and both have as many.
    let white = format!("{}{}{} X", "-".repeat(24), "--OOOO----OOOO----OOOO--", "-".repeat(16));
    assert_eq!(ALL.map(|empties| utility(empties, &white)), [-64, -12]);
    let even = format!("{}{} O", "XXXXXXXX".repeat(4), "OOOOOOOO".repeat(4));
    assert_eq!(ALL.map(|empties| utility(empties, &even)), [0, 0]);
}

#[test]
fn who_cannot_play_passes() {
    let mut random = Seeded::new(1);
    let mut passes = 0;
    for size in Othello::SIZES {
        let game = sized(size);
        for _ in 0..100 {
            let boards = random_game(&game, &mut random);
            for board in &boards {
                let legal = game.action_list(board);
                if legal.contains(&Move::PASS) {
                    assert_eq!((legal.len(), game.action_text(board, Move::PASS).as_str()), (1, "pass"));
                    let passed = game.result(board, Move::PASS);
                    assert_eq!((passed.own, passed.other, passed.mover), (board.other, board.own, board.mover.other()));
                    assert!(passed.moves != 0);
                    passes += 1;
                }
                assert_eq!(game.bounds(), Bounds::new(-game.squares(), game.squares()));
                assert!(!board.over || game.bounds().contain(game.utility(board)));
            }
        }
    }
    assert!(passes > 50);
}

#[test]
fn a_key_is_a_board_s_own_whoever_moves() {
    let game = Othello::default();
    let mut random = Seeded::new(2);
    let boards: HashSet<Board> = (0..500).flat_map(|_| random_game(&game, &mut random)).collect();
    let other = |board: &Board| game.board(board.own, board.other, board.mover.other());
    let keys: HashSet<Key> = boards.iter().flat_map(|board| [game.key(board), game.key(&other(board))]).collect();
    let both: HashSet<Board> = boards.iter().flat_map(|board| [*board, other(board)]).collect();
    assert_eq!(keys.len(), both.len());
}

#[test]
fn the_eight_images_play_alike() {
    let mut random = Seeded::new(3);
    for size in Othello::SIZES {
        let game = sized(size);
        for board in random_game(&game, &mut random) {
            for symmetry in 0..game.symmetries() {
                let image = game.image(&board, symmetry);
                assert_eq!(image, game.board(image.own, image.other, image.mover));
                for action in game.action_list(&board) {
                    let moved = game.result(&image, game.image_of_action(action, symmetry));
                    assert_eq!(moved, game.image(&game.result(&board, action), symmetry));
                }
            }
        }
    }
}

#[test]
fn bounds_are_true_and_mostly_answer_what_is_asked_and_endings_do() {
    let mut random = Seeded::new(4);
    let (mut narrowed, mut answered, mut left_open, mut endings) = (0, 0, 0, 0);
    for (size, left) in [(4, 9), (6, 7), (8, 7)] {
        for empties in ALL {
            let game = Othello::new(size, empties).unwrap();
            for _ in 0..40 {
                let boards = random_game(&game, &mut random);
                let Some(late) = boards.iter().find(|board| game.empty(board).count_ones() <= left) else { continue };
                let mut known = HashMap::new();
                minimax(&game, late, &mut known);
                for (board, &value) in &known {
                    let shown = || format!("{value} {empties:?} {}", game.position_text(board));
                    let Bounds { low, high } = Mobility.bounds(&game, board, &(), None);
                    assert!(low.get() <= value && value <= high.get(), "{low}..{high} {}", shown());
                    narrowed += u32::from(game.bounds() != Bounds { low, high });
                    for least in (value - 3..=value + 3).chain([0, 1]).map(Score::new) {
                        let asked = Mobility.bounds(&game, board, &(), Some(least));
                        assert!(asked.low <= low && high <= asked.high, "{least} {}", shown());
                        if let Some(ending) = Mobility.ending(&game, board, &(), least) {
                            let Bounds { low, high } = ending.bounds;
                            assert!(low.get() <= value && value <= high.get(), "{low}..{high} {}", shown());
                            assert!(low >= least || high < least, "{low}..{high} {least} {}", shown());
                            endings += 1;
                        }
                        // What is hard to find out, and seldom found, may be left open.
                        let answer = |low: Score, high: Score| low >= least || high < least;
                        answered += u32::from(answer(asked.low, asked.high));
                        left_open += u32::from(answer(low, high) && !answer(asked.low, asked.high));
                    }
                }
            }
        }
    }
    assert!(narrowed > 10_000 && endings > 10_000, "{narrowed} {endings}");
    assert!(answered > 10 * left_open, "{answered} {left_open}");
}

#[test]
fn stable_discs_are_never_turned_over() {
    let mut random = Seeded::new(5);
    let mut stable = 0;
    for size in Othello::SIZES {
        let game = sized(size);
        for _ in 0..200 {
            let boards = random_game(&game, &mut random);
            let mut kept = [0; 2];
            for board in &boards {
                let (sides, taken) = (board.sides(), !game.empty(board));
                for (kept, discs) in kept.iter_mut().zip(sides) {
                    assert_eq!(*kept & !discs, 0, "{}", game.position_text(board));
                    *kept |= super::lines::stable(discs, taken, &game.edges);
                }
            }
            let full = game.empty(&boards[boards.len() - 1]) == 0;
            assert!(!full || kept[0] | kept[1] == game.cells);
            stable += kept[0].count_ones() + kept[1].count_ones();
        }
    }
    assert!(stable > 5_000);
}

#[test]
fn the_engine_solves_as_minimax_does_and_plays_to_the_end() {
    let mut random = Seeded::new(6);
    for size in [6, 8] {
        for empties in ALL {
            let game = Othello::new(size, empties).unwrap();
            for _ in 0..30 {
                let boards = random_game(&game, &mut random);
                let Some(late) = boards.iter().find(|board| game.empty(board).count_ones() <= 8) else { continue };
                let value = minimax(&game, late, &mut HashMap::new());
                let table = Table::new(1 << 16);
                let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Mobility);
                let verdict = engine.solve(late, &Task::default(), &mut |_| {}).unwrap();
                assert_eq!(verdict.value(), Some(Score::new(value)), "{}", game.position_text(late));
                // It is the size of a win that counts, not how soon it comes; the line ends with that size.
                assert_eq!(verdict.plies, late.over.then_some(0).filter(|_| value != 0));
                let end = verdict.line.iter().fold(*late, |board, &action| game.result(&board, action));
                assert!(end.over && game.utility(&end) == Score::new(value), "{}", game.position_text(late));
            }
        }
    }
}

/// A question that takes long is put aside for a look around. With several threads all go by what the first has seen.
#[test]
fn a_solver_that_looks_around_finds_the_value_on_any_number_of_threads() {
    let game = Othello::default();
    let board = game.parse_position("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X").unwrap();
    for threads in 1..=3 {
        let table = Table::new(1 << 22);
        let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Mobility).evaluation(Prospects);
        let task = Task { lines: 0, all_best: false, ..Task::default() };
        let verdict = engine.solve_on(threads, &board, &task, &mut |_| {}).unwrap();
        assert_eq!(verdict.value(), Some(Score::new(38)), "{threads}");
        assert_eq!(verdict.best.len(), 1, "{threads}");
        assert!(verdict.statistics.evaluated > 0, "{threads}");
    }
}

#[test]
fn the_evaluation_is_within_bounds_and_the_same_for_both() {
    let mut random = Seeded::new(7);
    for size in Othello::SIZES {
        let game = sized(size);
        for board in (0..20).flat_map(|_| random_game(&game, &mut random)) {
            let worth = Prospects.evaluate(&game, &board);
            assert!(game.bounds().contain(worth));
            let other = game.board(board.own, board.other, board.mover.other());
            assert_eq!(Prospects.evaluate(&game, &other), -worth);
            assert!((0..8).all(|symmetry| Prospects.evaluate(&game, &game.image(&board, symmetry)) == worth));
        }
    }
}

#[test]
fn impossible_sizes_are_refused() {
    assert_eq!(Othello::new(5, Empties::Winner), Err(OptionError::Size(5)));
    assert_eq!(Othello::new(10, Empties::Nobody).unwrap_err().to_string(), "size must be 4, 6 or 8, not 10");
    assert_eq!(Othello::new(8, Empties::Winner), Ok(Othello::default()));
}

#[test]
fn positions_may_be_written_in_several_ways() {
    let game = Othello::default();
    let board = game.parse_position("f5d6c3").unwrap();
    let (none, text) = ("-".repeat(16), "--X-----/---XX---/---OXX--/---O----");
    let text = format!("{none} {text} {none} O");
    let written = game.position_text(&board);
    assert_eq!(written, format!("{} O", text[..text.len() - 2].replace(['/', ' '], "")));
    let stars = written.replace('X', "*").replace('-', ".");
    let letters = written.to_lowercase().replace('x', "b").replace('o', "w");
    let problem = format!("\u{feff}{written}; d3:+2; c4:-1; % a comment");
    for text in [&text, &written, &stars, &letters, &problem, "F5 D6,C3", " f5d6 c3\n", "f5d6c3; and so on"] {
        assert_eq!(game.parse_position(text), Ok(board), "{text:?}");
    }
    for nothing in ["", " \n", "\u{feff}", "; nothing"] {
        assert_eq!(game.parse_position(nothing), Ok(game.initial()), "{nothing:?}");
    }
    for size in Othello::SIZES {
        let game = sized(size);
        let mut random = Seeded::new(8);
        for board in (0..20).flat_map(|_| random_game(&game, &mut random)) {
            assert_eq!(game.parse_position(&game.position_text(&board)), Ok(board));
        }
    }
}

#[test]
fn transcripts_may_leave_out_passes() {
    let mut random = Seeded::new(9);
    let mut passes = 0;
    for size in Othello::SIZES {
        let game = sized(size);
        for _ in 0..50 {
            let (mut board, mut words) = (game.initial(), Vec::new());
            while !board.over {
                let legal = game.action_list(&board);
                let action = legal[random.index(legal.len()).unwrap()];
                words.push(game.action_text(&board, action));
                game.apply(&mut board, action);
            }
            passes += words.iter().filter(|word| *word == "pass").count();
            assert_eq!(game.split_moves(&words.concat()), words);
            let short: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "pass").collect();
            let others = ["pa", "PS", "--"].map(|pass| words.concat().replace("pass", pass));
            for text in [words.concat(), words.join(" "), short.concat()].iter().chain(&others) {
                assert_eq!(game.parse_position(text), Ok(board), "{text}");
            }
        }
    }
    assert!(passes > 20);
}

#[test]
fn a_bad_position_is_refused_with_the_place_and_the_rule() {
    let game = Othello::default();
    let refused = |text: &str| game.parse_position(text).map_err(|error| (error.offset, error.message)).unwrap_err();
    assert_eq!(refused("f5f6f5").0, 4);
    assert_eq!(refused("f5pass"), (2, "\"pass\" is not legal here; expected one of f4, d6, f6".to_owned()));
    assert_eq!(refused("f5 ä9").0, 3);
    assert!(refused("e6f4e3f6g5d6e7f5c5a1").1.contains("the game is over"));
    let start = game.position_text(&game.initial());
    assert_eq!(refused(&start[..63]), (63, "expected 64 squares, X, O or -, in 8 rows of 8; found 63".to_owned()));
    assert_eq!(refused(&start[..64]), (64, "expected who is to move, X or O, after the squares".to_owned()));
    assert_eq!(refused(&format!("{start} X")), (67, "expected 64 squares and who is to move, and no more".to_owned()));
    assert_eq!(refused(&format!("{}?", &start[..5])), (5, "expected a square, X, O or -, found '?'".to_owned()));
    assert_eq!(refused(&format!("{}-", &start[..64])), (64, "expected who is to move, X or O, found '-'".to_owned()));
    assert!(refused(&start.replace("OX", "O-")).1.contains("in the middle"));
    assert!(refused(&start.replacen('-', "X", 1)).1.contains("hang together"));
}

#[test]
fn actions_are_squares() {
    let game = sized(4);
    let board = game.initial();
    let words: Vec<String> = game.action_list(&board).iter().map(|&at| game.action_text(&board, at)).collect();
    assert_eq!(words, ["b1", "a2", "d3", "c4"]);
    let legal = game.action_list(&board);
    assert_eq!(game.parse_action(&board, " B1 ", &legal), Ok(legal[0]));
    assert!(game.parse_action(&board, "pass", &legal).is_err());
    assert_eq!(game.parse_action(&board, "--", &[Move::PASS]), Ok(Move::PASS));
    assert_eq!(game.split_moves("f5d6 pa--C3,x ä9z"), ["f5", "d6", "pa", "--", "C3", "x", "ä9z"]);
}

#[test]
fn the_drawing_marks_the_last_move() {
    let game = sized(6);
    let board = game.initial();
    let last = game.action_list(&board)[1];
    let drawing = game.picture(&game.result(&board, last), Some(last));
    assert_eq!((drawing.cells.len(), drawing.columns.concat()), (36, "abcdef".to_owned()));
    assert_eq!((drawing.rows.concat(), drawing.notes.concat()), ("123456".to_owned(), "Black 4, White 1".to_owned()));
    let marked: Vec<&str> =
        drawing.cells.iter().filter(|cell| cell.mark == Mark::Last).map(|cell| cell.name.as_str()).collect();
    assert_eq!(marked, [game.action_text(&board, last)]);
    let drawing = game.picture(&board, Some(Move::PASS));
    assert!(drawing.cells.iter().all(|cell| cell.mark == Mark::None && !cell.dark));
}
