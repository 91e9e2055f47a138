use std::collections::{HashMap, HashSet};

use counterplay_core::picture::{Mark, Picture};
use counterplay_core::search::{CutoffRule, Settings, alphabeta, minimal_tree, minimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Actions, Game, Key, Keyed, Notation, Score, Seat, Symmetric, Turn, Without};

use super::{Board, Cell, OptionError, TicTacToe};

/// Every board that play can reach, breadth first.
fn reachable(game: &TicTacToe) -> Vec<Board> {
    let mut boards = vec![game.initial()];
    let mut seen = HashSet::from([game.initial()]);
    let mut at = 0;
    while at < boards.len() {
        let board = boards[at];
        at += 1;
        let next = game.action_list(&board).into_iter().map(|action| game.result(&board, action));
        boards.extend(next.filter(|&board| seen.insert(board)));
    }
    boards
}

/// Who has a line, found cell by cell.
fn winners_by_hand(game: &TicTacToe, board: &Board) -> Vec<Seat> {
    let (size, align) = (i32::from(game.size()), i32::from(game.align()));
    let owner = |row: i32, column: i32| {
        let on_board = (0..size).contains(&row) && (0..size).contains(&column);
        if on_board { board.owner(Cell((row * size + column) as u8)) } else { None }
    };
    let wins = |seat: &Seat| {
        (0..size * size).any(|cell| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, right)| {
                (0..align).all(|i| owner(cell / size + i * down, cell % size + i * right) == Some(*seat))
            })
        })
    };
    [Seat::FIRST, Seat::SECOND].into_iter().filter(wins).collect()
}

#[test]
fn the_known_node_counts_of_three_by_three() {
    let game = TicTacToe::default();
    let empty = game.initial();
    let full = minimax(&game, &empty, &Settings::new(), &mut Silent).unwrap();
    assert_eq!((full.value.score, full.statistics.nodes, full.statistics.leaves), (0.0, 549_946, 255_168));
    assert_eq!(full.best.len(), 9);
    let pruned = alphabeta(&game, &empty, &Settings::new(), &mut Silent).unwrap();
    assert_eq!((pruned.value.score, pruned.statistics.nodes, pruned.statistics.leaves), (0.0, 18_297, 7_330));
    let strict = Settings::new().cutoff(CutoffRule::Gt);
    let strict = alphabeta(&game, &empty, &strict, &mut Silent).unwrap();
    assert_eq!((strict.value.score, strict.statistics.nodes), (0.0, 146_120));
}

#[test]
fn the_known_minimal_tree_of_three_by_three() {
    let game = TicTacToe::default();
    let minimal = minimal_tree(&game, &game.initial(), &Settings::new()).unwrap();
    assert_eq!((minimal.nodes, minimal.leaves), (1_452, 529));
}

/// Tic-tac-toe on three by three that looks at the centre first, then at the corners, then at the edges.
struct CentreFirst(TicTacToe);

impl Game for CentreFirst {
    type State = Board;
    type Action = Cell;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> Board {
        self.0.initial()
    }
    fn turn(&self, board: &Board) -> Turn {
        self.0.turn(board)
    }
    fn actions(&self, board: &Board, out: &mut Actions<Cell>) {
        let legal = self.0.action_list(board);
        out.extend([4, 0, 2, 6, 8, 1, 3, 5, 7].map(Cell).into_iter().filter(|cell| legal.contains(cell)));
    }
    fn apply(&self, board: &mut Board, cell: Cell) {
        self.0.apply(board, cell);
    }
    fn is_terminal(&self, board: &Board) -> bool {
        self.0.is_terminal(board)
    }
    fn utility(&self, board: &Board) -> Score {
        self.0.utility(board)
    }
}

#[test]
fn good_moves_first_make_a_smaller_tree() {
    let game = CentreFirst(TicTacToe::default());
    let decision = alphabeta(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
    assert_eq!((decision.value.score, decision.statistics.nodes), (0.0, 7_275));
}

#[test]
fn the_known_positions_and_games_of_three_by_three() {
    let game = TicTacToe::default();
    let boards = reachable(&game);
    assert_eq!(boards.len(), 5_478);
    assert_eq!(boards.iter().filter(|board| !game.is_terminal(board)).count(), 4_520);
    // In how many ways each board arises: a board comes after all that lead to it.
    let mut ways = HashMap::from([(game.initial(), 1u32)]);
    let mut ended = [0; 10];
    let mut ended_with = HashMap::new();
    for board in boards {
        let count = ways[&board];
        if game.is_terminal(&board) {
            ended[(board.x | board.o).count_ones() as usize] += count;
            *ended_with.entry(game.utility(&board)).or_insert(0) += count;
        }
        for action in game.action_list(&board) {
            *ways.entry(game.result(&board, action)).or_insert(0) += count;
        }
    }
    assert_eq!(ended, [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872]);
    let results = [Score::WIN, Score::LOSS, Score::DRAW].map(|result| ended_with[&result]);
    assert_eq!(results, [131_184, 77_904, 46_080]);
}

#[test]
fn lines_are_those_found_cell_by_cell() {
    // All boards of the small sizes; each size has lines that a wrong step would wrap around the edge.
    for (size, align) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)] {
        let game = TicTacToe::new(size, align).unwrap();
        for board in reachable(&game) {
            let expected = match winners_by_hand(&game, &board)[..] {
                [] => Score::DRAW,
                [Seat::FIRST] => Score::WIN,
                [_] => Score::LOSS,
                _ => panic!("both have won: {board:?}"),
            };
            let is_over = expected != Score::DRAW || board.x | board.o == game.cells;
            assert_eq!(game.is_terminal(&board), is_over, "{size} {align} {board:?}");
            assert!(!is_over || game.utility(&board) == expected, "{size} {align} {board:?}");
        }
    }
    // On the larger ones, each line and each line but for one cell.
    for (size, align) in (4..=8).flat_map(|size| (2..=size).map(move |align| (size, align))) {
        let game = TicTacToe::new(size, align).unwrap();
        let count = |found: &dyn Fn(&Board) -> bool| {
            let lines = (0..size * size).flat_map(|cell| [1, size, size + 1, size - 1].map(|step| (cell, step)));
            lines
                .filter(|(cell, step)| cell + step * (align - 1) < size * size)
                .filter(|(cell, step)| {
                    let x = (0..align).fold(0, |x, i| x | 1u64 << (cell + i * step));
                    let broken = Board { x: x & !(1 << cell), o: 0 };
                    assert!(!found(&broken), "{size} {align} {broken:?}");
                    found(&Board { x, o: 0 })
                })
                .count() as u32
        };
        let fits = size - align + 1;
        assert_eq!(count(&|board| game.has_line(board.x)), 2 * fits * size + 2 * fits * fits);
        assert_eq!(count(&|board| !winners_by_hand(&game, board).is_empty()), 2 * fits * size + 2 * fits * fits);
    }
}

#[test]
fn values_of_other_boards() {
    let value = |size, align| {
        let game = TicTacToe::new(size, align).unwrap();
        alphabeta(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap().value.score
    };
    assert_eq!([value(1, 1), value(2, 1), value(2, 2), value(3, 2)], [1.0; 4]);
    assert_eq!(value(4, 3), 1.0);
}

#[test]
fn a_key_is_a_board_s_own() {
    let game = TicTacToe::default();
    let boards = reachable(&game);
    let keys: HashSet<Key> = boards.iter().map(|board| game.key(board)).collect();
    assert_eq!(keys.len(), boards.len());
    // A table is indexed by a few bits of the key, so each half of it must spread by itself.
    for shift in [0, 32] {
        let half: HashSet<u32> = keys.iter().map(|key| (key.0 >> shift) as u32).collect();
        assert!(half.len() > keys.len() - 10);
    }
}

#[test]
fn impossible_options_are_refused_with_the_range() {
    let message = |size, align| TicTacToe::new(size, align).unwrap_err().to_string();
    assert_eq!(TicTacToe::new(0, 0), Err(OptionError::Size(0)));
    assert_eq!(message(10_000, 3), "size must be from 1 to 8, not 10000");
    assert_eq!(message(3, 4), "align must be from 1 to 3, the size of the board, not 4");
    assert_eq!(message(3, 0), "align must be from 1 to 3, the size of the board, not 0");
    assert_eq!(TicTacToe::new(3, 3), Ok(TicTacToe::default()));
}

#[test]
fn the_parser_accepts_the_reachable_positions_and_no_others() {
    for (size, align) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)] {
        let game = TicTacToe::new(size, align).unwrap();
        let mut accepted = 0;
        for number in 0..3u32.pow(size * size) {
            let digit = |cell| number / 3u32.pow(cell) % 3;
            let text: String = (0..size * size).map(|cell| ['-', 'X', 'O'][digit(cell) as usize]).collect();
            if let Ok(board) = game.parse_position(&text) {
                assert_eq!(game.position_text(&board), text);
                accepted += 1;
            }
        }
        let boards = reachable(&game);
        assert_eq!(accepted, boards.len());
        assert!(boards.iter().all(|board| game.parse_position(&game.position_text(board)) == Ok(*board)));
    }
}

#[test]
fn positions_may_be_written_in_several_ways() {
    let game = TicTacToe::default();
    let board = game.parse_position("XO--X----").unwrap();
    for text in
        ["xo..x....", "XO-/-X-/---", "\u{feff}XO_\r\n_X_\r\n___\r\n", "  X O -   - X -   - - -  ", "XO- / -X- / ---"]
    {
        assert_eq!(game.parse_position(text), Ok(board), "{text:?}");
    }
}

#[test]
fn a_bad_position_is_refused_with_the_place_and_the_rule() {
    let three = TicTacToe::default();
    let refused = |text| three.parse_position(text).map_err(|error| (error.offset, error.message)).unwrap_err();
    let lengths = "expected 9 cells, X, O or -, in 3 rows of 3; found";
    assert_eq!(refused(""), (0, format!("{lengths} 0")));
    assert_eq!(refused(" XO- "), (5, format!("{lengths} 3")));
    assert_eq!(refused("--- --- --- XO"), (12, format!("{lengths} 11")));
    assert_eq!(refused("XO-ä-----"), (3, "expected a cell, X, O or -, found 'ä'".to_owned()));
    assert_eq!(refused("XO-\0-----").1, "expected a cell, X, O or -, found '\\0'");
    assert_eq!(refused("XO-\u{feff}------").0, 3);
    for (text, offset) in [("XO/-------", 2), ("XO-//------", 4), ("/XO-------", 0), ("XO-------/", 9)] {
        assert_eq!(refused(text), (offset, "`/` may only stand between rows of 3 cells".to_owned()), "{text}");
    }
    let rule = |text| refused(text).1;
    let counts = "X begins, so X must have as many cells as O, or one more; here X has";
    assert_eq!(rule("XXXXXXXXX"), format!("{counts} 9 and O 0"));
    assert_eq!(rule("O--------"), format!("{counts} 0 and O 1"));
    assert_eq!(rule("XXXOOO---"), "X and O both have 3 in a row, but the first line ends the game");
    assert_eq!(rule("XXXOO---O"), "X has 3 in a row, but O moved after that: a line ends the game");
    assert_eq!(rule("OOOXX-X-X"), "O has 3 in a row, but X moved after that: a line ends the game");
    let four = TicTacToe::new(4, 3).unwrap();
    let error = four.parse_position("XXX- OO-O OO-- XXX-").unwrap_err();
    assert_eq!(error.message, "X has lines of 3 that no single move completes: the first ends the game");
}

#[test]
fn actions_are_named_by_column_and_row() {
    let game = TicTacToe::new(8, 5).unwrap();
    let empty = game.initial();
    let names: Vec<String> = game.action_list(&empty).iter().map(|&cell| game.action_text(&empty, cell)).collect();
    assert_eq!(
        (&names[..2], &names[8], &names[63]),
        (&["a1".to_owned(), "b1".to_owned()][..], &"a2".into(), &"h8".into())
    );
}

#[test]
fn the_drawing_marks_the_last_move_and_the_line_that_won() {
    let game = TicTacToe::new(4, 3).unwrap();
    let board = game.parse_position("XOO- -X-- --X- ----").unwrap();
    let drawing = game.picture(&board, Some(Cell(10)));
    let marked =
        |mark| drawing.cells.iter().filter(|cell| cell.mark == mark).map(|cell| cell.name.as_str()).collect::<Vec<_>>();
    assert_eq!(marked(Mark::Winning), ["a1", "b2", "c3"]);
    let board = game.parse_position("X--- ---- ---- ----").unwrap();
    let drawing = game.picture(&board, Some(Cell(0)));
    let first = &drawing.cells[0];
    assert_eq!((first.mark, first.piece.as_ref().map(|piece| piece.text.as_str())), (Mark::Last, Some("X")));
    assert_eq!((drawing.columns.join(""), drawing.rows.join("")), ("abcd".to_owned(), "1234".to_owned()));
}

#[test]
fn the_boards_of_three_by_three_have_765_representatives() {
    let game = TicTacToe::default();
    let keys: HashSet<Key> = reachable(&game).iter().map(|board| game.representative(board).0).collect();
    assert_eq!(keys.len(), 765);
}

#[test]
fn the_eight_symmetries_differ_and_keep_the_lines() {
    let game = TicTacToe::new(4, 3).unwrap();
    let corner_and_neighbour = |symmetry| [0, 1].map(|cell| game.image_of_action(Cell(cell), symmetry));
    let images: HashSet<[Cell; 2]> = (0..game.symmetries()).map(corner_and_neighbour).collect();
    assert_eq!(images.len(), 8);
    let board = game.parse_position("XXX- OO-- ---- ----").unwrap();
    for symmetry in 0..game.symmetries() {
        let image = game.image(&board, symmetry);
        assert!(game.is_terminal(&image) && game.utility(&image) == Score::WIN, "{symmetry}");
    }
}
