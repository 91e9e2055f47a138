use std::collections::{HashMap, HashSet};

use counterplay_core::picture::{Mark, Picture};
use counterplay_core::search::{Settings, alphabeta};
use counterplay_core::trace::Silent;
use counterplay_core::{Actions, Bounds, Depth, Game, Key, Keyed, Notation, Random, Score, Seat, Seeded, Symmetric};

use super::{Board, Column, Connect4, OptionError};

/// The boards that play can reach, ply by ply.
fn plies(game: &Connect4) -> impl Iterator<Item = HashSet<Board>> {
    let next = |boards: &HashSet<Board>| -> HashSet<Board> {
        let results = |board| game.action_list(board).into_iter().map(|action| game.result(board, action));
        boards.iter().flat_map(results).collect()
    };
    std::iter::successors(Some(HashSet::from([game.initial()])), move |boards| Some(next(boards)))
        .take_while(|boards| !boards.is_empty())
}

/// Who has a line, found cell by cell.
fn winners_by_hand(game: &Connect4, board: &Board) -> Vec<Seat> {
    let (width, height) = (i32::from(game.width()), i32::from(game.height()));
    let owner = |column: i32, row: i32| {
        let on_board = (0..width).contains(&column) && (0..height).contains(&row);
        if on_board { game.owner(board, Column(column as u8), row as u8) } else { None }
    };
    let wins = |seat: &Seat| {
        (0..width * height).any(|cell| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(right, up)| {
                (0..4).all(|i| owner(cell % width + i * right, cell / width + i * up) == Some(*seat))
            })
        })
    };
    Seat::PAIR.into_iter().filter(wins).collect()
}

#[test]
fn every_row_of_every_board_has_all_columns() {
    let sizes = (1..=Connect4::WIDEST).flat_map(|width| (1..=Connect4::HIGHEST).map(move |height| (width, height)));
    for game in sizes.filter_map(|(width, height)| Connect4::new(width, height).ok()) {
        for row in 0..game.height() {
            let mut actions = Actions::new();
            game.columns_of(game.floor << row, &mut actions);
            assert!(actions.as_slice().iter().copied().eq((0..game.width()).map(Column)), "{game:?} {row}");
        }
    }
}

#[test]
fn the_known_numbers_of_positions() {
    let counts: Vec<usize> = plies(&Connect4::default()).take(8).map(|boards| boards.len()).collect();
    assert_eq!(counts, [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859]);
    // All of four by four, as Tromp has counted them.
    let small = Connect4::new(4, 4).unwrap();
    assert_eq!(plies(&small).map(|boards| boards.len()).sum::<usize>(), 161_029);
}

#[test]
fn lines_are_those_found_cell_by_cell() {
    let mut random = Seeded::new(4);
    for (width, height) in [(1, 63), (2, 31), (3, 9), (4, 15), (4, 4), (5, 3), (7, 6), (7, 1), (8, 7), (16, 3), (32, 1)]
    {
        let game = Connect4::new(width, height).unwrap();
        let mut ends = HashMap::new();
        for _ in 0..200 {
            let mut board = game.initial();
            while !game.is_terminal(&board) {
                assert!(winners_by_hand(&game, &board).is_empty(), "{width}x{height} {board:?}");
                let legal = game.action_list(&board);
                game.apply(&mut board, legal[random.index(legal.len()).unwrap()]);
            }
            let utility = game.utility(&board);
            let expected = match winners_by_hand(&game, &board)[..] {
                [] => 0,
                [Seat::FIRST] => 1,
                [_] => -1,
                _ => panic!("both have won: {board:?}"),
            };
            assert_eq!(utility.get().signum(), expected, "{width}x{height} {board:?}");
            assert!(game.bounds().contain(utility), "{width}x{height} {board:?}");
            assert!(expected != 0 || board.stones() == game.size());
            *ends.entry(expected).or_insert(0) += 1;
        }
        assert_eq!(ends.len() > 1, width > 1, "{width}x{height} {ends:?}");
    }
}

#[test]
fn a_win_is_worth_more_the_sooner_it_comes() {
    let utility = |width, height, moves: &str| {
        let game = Connect4::new(width, height).unwrap();
        let board = game.parse_position(moves).unwrap();
        assert!(game.is_terminal(&board), "{moves}");
        game.utility(&board).get()
    };
    assert_eq!(utility(7, 6, "1212121"), 18);
    assert_eq!(utility(7, 6, "71212121"), -18);
    assert_eq!(utility(7, 6, "1122334"), 18);
    // The last stone of an odd number is X's and still wins something.
    assert_eq!((utility(7, 1, "1425367"), utility(7, 1, "1526473")), (0, 1));
    // On other boards half of the cells, rounded up, takes the place of 21.
    assert_eq!(utility(4, 4, "1212121"), 5);
    assert_eq!(utility(5, 3, "1122334"), 5);
    let bounds = |width, height| Connect4::new(width, height).unwrap().bounds();
    assert_eq!(bounds(7, 6), Bounds::new(-18, 18));
    assert_eq!(bounds(7, 1), Bounds::new(0, 1));
    assert_eq!(bounds(8, 1), Bounds::new(-1, 1));
    assert_eq!([bounds(3, 3), bounds(4, 1), bounds(1, 63), bounds(1, 1)], [Bounds::new(0, 0); 4]);
}

#[test]
fn the_known_values_of_late_positions() {
    let game = Connect4::default();
    // X: "4455" is won with the fourth stone. O, who is to move, is lost in "44455554221".
    for (moves, depth, score) in [("4455", 3, 18.0), ("44455554221", 3, 15.0)] {
        let board = game.parse_position(moves).unwrap();
        let settings = Settings::new().to_depth(Depth(depth), |_: &Connect4, _: &Board| Score::DRAW);
        let decision = alphabeta(&game, &board, &settings, &mut Silent).unwrap();
        assert_eq!(decision.value.score, score, "{moves}");
    }
    let small = Connect4::new(4, 2).unwrap();
    assert_eq!(alphabeta(&small, &Board::EMPTY, &Settings::new(), &mut Silent).unwrap().value.score, 0.0);
}

#[test]
fn a_key_is_a_board_s_own() {
    let game = Connect4::new(4, 4).unwrap();
    let boards: HashSet<Board> = plies(&game).flatten().collect();
    let keys: HashSet<Key> = boards.iter().map(|board| game.key(board)).collect();
    assert_eq!(keys.len(), boards.len());
    let [left, right] = [Column(0), Column(3)].map(|column| game.code(column));
    assert_ne!(left, right);
}

#[test]
fn mirror_images_mirror_one_another() {
    let mut random = Seeded::new(9);
    for (width, height) in [(7, 6), (1, 63), (32, 1), (8, 7), (4, 5)] {
        let game = Connect4::new(width, height).unwrap();
        for _ in 0..50 {
            let mut board = game.initial();
            while !game.is_terminal(&board) {
                let image = game.image(&board, 1);
                assert_eq!((game.image(&board, 0), game.image(&image, 1)), (board, board));
                let (key, symmetry) = game.representative(&board);
                assert_eq!(game.representative(&image).0, key);
                assert_eq!(game.key(&game.image(&board, symmetry)), key);
                let legal = game.action_list(&board);
                let action = legal[random.index(legal.len()).unwrap()];
                let other = game.image_of_action(action, 1);
                assert_eq!(game.image_of_action(action, 0), action);
                assert_eq!(game.result(&image, other), game.image(&game.result(&board, action), 1));
                game.apply(&mut board, action);
            }
        }
    }
}

#[test]
fn impossible_options_are_refused_with_the_range() {
    let message = |width, height| Connect4::new(width, height).unwrap_err().to_string();
    assert_eq!(Connect4::new(0, 6), Err(OptionError::Width(0)));
    assert_eq!(message(33, 1), "width must be from 1 to 32, not 33");
    assert_eq!(message(7, 0), "height must be from 1 to 63, not 0");
    assert_eq!(message(2, u32::MAX), format!("height must be from 1 to 63, not {}", u32::MAX));
    assert_eq!(message(8, 8), "width times (height + 1) must be at most 64; 8 times (8 + 1) is 72");
    assert_eq!(Connect4::new(7, 6), Ok(Connect4::default()));
}

#[test]
fn the_parser_accepts_the_reachable_positions_and_no_others() {
    for (width, height) in [(1, 5), (2, 3), (3, 3), (2, 5), (5, 2), (4, 3)] {
        let game = Connect4::new(width, height).unwrap();
        let boards: HashSet<Board> = plies(&game).flatten().collect();
        assert!(boards.iter().all(|board| game.parse_position(&game.position_text(board)) == Ok(*board)));
        let cells = (width * height) as usize;
        let mut accepted = HashSet::new();
        for number in 0..3u32.pow(cells as u32) {
            let digit = |cell: usize| number / 3u32.pow(cell as u32) % 3;
            let text: String = (0..cells).map(|cell| ['.', 'X', 'O'][digit(cell) as usize]).collect();
            accepted.extend(game.parse_position(&text));
        }
        assert_eq!(accepted, boards, "{width}x{height}");
    }
}

#[test]
fn positions_may_be_written_in_several_ways() {
    let game = Connect4::default();
    let board = game.parse_position("4455").unwrap();
    let text = "......./......./......./......./...OO../...XX..";
    assert_eq!(game.position_text(&board), text);
    let rows: Vec<&str> = text.split('/').collect();
    let with = |between| rows.join(between);
    for text in
        [text, &with(""), &with("\r\n"), &with(" / "), &text.to_lowercase().replace('.', "-"), "\u{feff}4, 4 5\n5\n"]
    {
        assert_eq!(game.parse_position(text), Ok(board), "{text:?}");
    }
    assert_eq!((game.parse_position(""), game.parse_position(" \n")), (Ok(Board::EMPTY), Ok(Board::EMPTY)));
    assert_eq!(game.parse_position(&".".repeat(42)), Ok(Board::EMPTY));
    assert_eq!(game.position_text(&Board::EMPTY), "");
    // Beyond nine, columns are letters, but not those of the stones.
    let wide = Connect4::new(32, 1).unwrap();
    let names: String = wide.action_list(&Board::EMPTY).iter().map(|&at| wide.action_text(&Board::EMPTY, at)).collect();
    assert_eq!(names, "123456789abcdefghijklmnpqrstuvwy");
    assert_eq!(wide.parse_position("ay"), wide.parse_position("A,Y"));
    assert_eq!(
        wide.parse_position("ay").unwrap(),
        wide.parse_position(&format!(".........X{}O", ".".repeat(21))).unwrap()
    );
}

#[test]
fn a_bad_position_is_refused_with_the_place_and_the_rule() {
    let game = Connect4::default();
    let refused = |text: &str| game.parse_position(text).map_err(|error| (error.offset, error.message)).unwrap_err();
    assert_eq!(refused("4485"), (2, "expected a column, 1 to 7, found '8'".to_owned()));
    assert_eq!(refused("44ä"), (2, "expected a column, 1 to 7, found 'ä'".to_owned()));
    assert_eq!(refused("4 444 44 4"), (9, "column 4 is full; expected one of 1, 2, 3, 5, 6, 7".to_owned()));
    assert_eq!(refused("12121213"), (7, "the game is over after 7 moves: X has won".to_owned()));
    assert_eq!(refused("712121211"), (8, "the game is over after 8 moves: O has won".to_owned()));
    let single = Connect4::new(1, 3).unwrap().parse_position("1111").unwrap_err();
    assert_eq!((single.offset, single.message.as_str()), (3, "the game is over after 3 moves: the board is full"));

    let lengths = "expected 42 cells, X, O or ., in 6 rows of 7; found";
    assert_eq!(refused(" XO. "), (5, format!("{lengths} 3")));
    assert_eq!(refused(&".".repeat(44)), (42, format!("{lengths} 44")));
    assert_eq!(refused(".......4"), (7, "expected a cell, X, O or ., found '4'".to_owned()));
    for (text, offset) in [("./", 1), ("......./.......//", 16), ("/", 0)] {
        assert_eq!(refused(text), (offset, "`/` may only stand between rows of 7 cells".to_owned()), "{text}");
    }
    let rule = |low: &[&str]| {
        let empty = ".......".repeat(6 - low.len());
        refused(&format!("{empty}{}", low.concat())).1
    };
    assert_eq!(
        rule(&["...X...", "...O...", "......."]),
        "the stone in column 4, row 2 from below, has nothing under it"
    );
    let counts = "X begins, so X must have as many stones as O, or one more; here X has";
    assert_eq!(rule(&["XX....."]), format!("{counts} 2 and O 0"));
    assert_eq!(rule(&["O......"]), format!("{counts} 0 and O 1"));
    let both = "X and O both have four in a row, but the first line ends the game";
    assert_eq!(rule(&["OOOO...", "XXXX..."]), both);
    let played_on = "X has four in a row, but O moved after that: a line ends the game";
    assert_eq!(rule(&["OOO....", "XXXX..O"]), played_on);
    let played_on = "O has four in a row, but X moved after that: a line ends the game";
    assert_eq!(rule(&["XXX....", "OOOO.XX"]), played_on);
    let twice = "X has lines of four that no single move completes: the first ends the game";
    assert_eq!(rule(&["X.....X", "X.....X", "XO..OOX", "XOO.OOX"]), twice);
    // X would have had to begin with two moves.
    let order = "no order of moves by turns makes this board: its columns do not fit together";
    assert_eq!(rule(&["O......", "O......", "X......", "X......"]), order);
}

#[test]
fn actions_are_the_signs_of_columns() {
    let game = Connect4::default();
    let board = game.parse_position("444444").unwrap();
    let legal = game.action_list(&board);
    let read = |text| game.parse_action(&board, text, &legal).map_err(|error| error.message);
    assert_eq!(read(" 7 "), Ok(Column(6)));
    assert_eq!(read("4"), Err("column 4 is full; expected one of 1, 2, 3, 5, 6, 7".to_owned()));
    assert_eq!(read("8"), Err("\"8\" is not legal here; expected one of 1, 2, 3, 5, 6, 7".to_owned()));
    assert!(read("12").is_err() && read("").is_err() && read("x").is_err());
    let over = game.parse_position("1212121").unwrap();
    assert!(game.parse_action(&over, "4", &[]).unwrap_err().message.contains("the game is over"));
    assert_eq!(game.split_moves("4455"), ["4", "4", "5", "5"]);
    assert_eq!(game.split_moves(" 4,4\n5 ä8"), ["4", "4", "5", "ä", "8"]);
}

#[test]
fn the_drawing_marks_the_last_move_and_the_line_that_won() {
    let game = Connect4::default();
    let marked = |moves: &str, last| {
        let board = game.parse_position(moves).unwrap();
        let drawing = game.picture(&board, Some(Column(last)));
        let place = |mark| {
            let cells = drawing.cells.iter().filter(move |cell| cell.mark == mark);
            cells.map(|cell| (cell.column, cell.row)).collect::<Vec<_>>()
        };
        (place(Mark::Last), place(Mark::Winning))
    };
    assert_eq!(marked("44", 3), (vec![(3, 4)], vec![]));
    assert_eq!(marked("1122334", 3), (vec![], vec![(0, 5), (1, 5), (2, 5), (3, 5)]));
    let drawing = game.picture(&game.parse_position("44").unwrap(), None);
    assert_eq!((drawing.cells.len(), drawing.columns.concat().as_str(), drawing.rows.len()), (42, "1234567", 0));
    let lowest = &drawing.cells[38];
    assert_eq!((lowest.name.as_str(), lowest.piece.as_ref().map(|piece| piece.text.as_str())), ("4.1", Some("X")));
    let clicks = game.clicks(&game.parse_position("44").unwrap(), Column(3));
    assert_eq!((clicks.len(), clicks[0].as_slice()), (6, &["4.3".to_owned()][..]));
    assert!(drawing.cells.iter().all(|cell| cell.mark == Mark::None));
}
