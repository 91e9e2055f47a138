use std::collections::{BTreeMap, HashSet};

use counterplay_core::engine::{Engine, OwnKeys, Table, Task, Techniques};
use counterplay_core::picture::{Mark, Picture};
use counterplay_core::search::perft;
use counterplay_core::{Depth, Evaluate, Game, Key, Keyed, Limits, Notation, Random, Score, Seat, Seeded};

use super::board::Direction;
use super::{Board, Checkers, Material, Move, Shots};

/// A game played at random, from a board to its end or to the two hundredth ply.
fn random_game(board: Board, random: &mut Seeded) -> Vec<Board> {
    let game = Checkers::default();
    let mut boards = vec![board];
    while boards.len() < 200 {
        let board = boards[boards.len() - 1];
        let legal = game.action_list(&board);
        let Some(at) = random.index(legal.len()) else { break };
        boards.push(game.result(&board, legal[at]));
    }
    boards
}

/// A board with a few pieces anywhere, most of them kings: there captures branch and go round.
fn random_board(random: &mut Seeded) -> Board {
    loop {
        let mut sets = [0; 4];
        for bit in 0..32 {
            // More of White, so that Black has much to take.
            if let Some(set) =
                [None, None, None, Some(1), Some(0), Some(2), Some(3), Some(2), Some(3)][random.index(9).unwrap_or(0)]
            {
                sets[set] |= 1 << bit;
            }
        }
        let [black_men, black_kings, white_men, white_kings] = sets;
        let mover = Seat(random.below(2) as u8);
        if let Some(board) = Board::new(black_men & !0xf000_0000, black_kings, white_men & !0xf, white_kings, mover) {
            return board;
        }
    }
}

/// The rules once more, on a board of eight by eight, in the words of the rule book: what each move leaves behind.
mod naive {
    use super::*;

    /// A piece: whose it is, and whether it is a king.
    type Piece = Option<(Seat, bool)>;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub(super) struct Squares(pub(super) [[Piece; 8]; 8]);

    impl Squares {
        pub(super) fn of(board: &Board) -> Squares {
            let mut squares = [[None; 8]; 8];
            for (row, squares) in squares.iter_mut().enumerate() {
                for (column, square) in squares.iter_mut().enumerate().filter(|(column, _)| (row + column) % 2 == 1) {
                    let bit = 1u32 << (4 * row + column / 2);
                    let owner = Seat::PAIR.into_iter().find(|&seat| board.pieces(seat) & bit != 0);
                    *square = owner.map(|owner| (owner, board.kings(owner) & bit != 0));
                }
            }
            Squares(squares)
        }

        fn at(&self, row: i32, column: i32) -> Option<Piece> {
            ((0..8).contains(&row) && (0..8).contains(&column)).then(|| self.0[row as usize][column as usize])
        }

        fn put(&self, row: i32, column: i32, piece: Piece) -> Squares {
            let mut squares = *self;
            squares.0[row as usize][column as usize] = piece;
            squares
        }

        /// What the moves of a seat lead to, each as often as there are ways to it.
        pub(super) fn moves(&self, mover: Seat) -> Vec<Squares> {
            let pieces = (0..64).filter_map(|at| {
                let (row, column) = (at / 8, at % 8);
                self.at(row, column)?.filter(|&(owner, _)| owner == mover).map(|(_, king)| (row, column, king))
            });
            let pieces: Vec<_> = pieces.collect();
            let mut captures = Vec::new();
            for &(row, column, king) in &pieces {
                let lifted = self.put(row, column, None);
                lifted.jumps(mover, king, row, column, false, &mut captures);
            }
            if !captures.is_empty() {
                return captures;
            }
            let mut steps = Vec::new();
            for &(row, column, king) in &pieces {
                for (down, right) in directions(mover, king) {
                    if self.at(row + down, column + right) == Some(None) {
                        let crowned = king || row + down == last_row(mover);
                        let lifted = self.put(row, column, None);
                        steps.push(lifted.put(row + down, column + right, Some((mover, crowned))));
                    }
                }
            }
            steps
        }

        /// The captures of a piece that is in the air over a square.
        fn jumps(&self, mover: Seat, king: bool, row: i32, column: i32, jumped: bool, out: &mut Vec<Squares>) {
            let mut ends = jumped;
            for (down, right) in directions(mover, king) {
                let over = self.at(row + down, column + right).flatten();
                let to = self.at(row + 2 * down, column + 2 * right);
                if over.is_some_and(|(owner, _)| owner != mover) && to == Some(None) {
                    ends = false;
                    let taken = self.put(row + down, column + right, None);
                    if !king && row + 2 * down == last_row(mover) {
                        out.push(taken.put(row + 2 * down, column + 2 * right, Some((mover, true))));
                    } else {
                        taken.jumps(mover, king, row + 2 * down, column + 2 * right, true, out);
                    }
                }
            }
            if ends {
                out.push(self.put(row, column, Some((mover, king))));
            }
        }
    }

    fn last_row(mover: Seat) -> i32 {
        if mover == Seat::FIRST { 7 } else { 0 }
    }

    fn directions(mover: Seat, king: bool) -> Vec<(i32, i32)> {
        let forward = if mover == Seat::FIRST { 1 } else { -1 };
        let all = [(forward, -1), (forward, 1), (-forward, -1), (-forward, 1)];
        all[..if king { 4 } else { 2 }].to_vec()
    }
}

#[test]
fn the_known_numbers_of_lines() {
    let known = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
    let game = Checkers::default();
    for (depth, leaves) in (0..).zip(known) {
        let counted = perft(&game, &game.initial(), depth, &Limits::default()).unwrap();
        assert_eq!((counted.leaves, counted.ended), (leaves, 0), "depth {depth}");
    }
}

#[test]
fn moves_are_those_of_the_rule_book() {
    let game = Checkers::default();
    let mut random = Seeded::new(1);
    let mut boards: Vec<Board> = (0..2_000).map(|_| random_board(&mut random)).collect();
    boards.extend((0..100).flat_map(|_| random_game(game.initial(), &mut random)));
    let (mut longest, mut ended) = (0, 0);
    for board in boards {
        let legal = game.action_list(&board);
        let results = legal.iter().map(|&action| game.result(&board, action));
        assert!(results.clone().all(|result| result.mover == board.mover.other()));
        let mut ours: Vec<naive::Squares> = results.map(|result| naive::Squares::of(&result)).collect();
        let mut theirs = naive::Squares::of(&board).moves(board.mover);
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{board:?}");
        assert_eq!(game.action_count(&board), Some(legal.len() as u64));
        assert_eq!(game.is_terminal(&board), legal.is_empty());
        assert!(legal.iter().all(|action| action.is_capture() == board.must_capture()));
        longest = longest.max(legal.iter().map(|action| action.jumps()).max().unwrap_or(0));
        ended += u32::from(legal.is_empty());
    }
    assert!(longest >= 5 && ended > 10, "{longest} {ended}");
}

#[test]
fn the_other_side_s_view_plays_alike() {
    let game = Checkers::default();
    let mut random = Seeded::new(2);
    for board in (0..500).map(|_| random_board(&mut random)) {
        assert_eq!(board.flipped().flipped(), board);
        let results = |board: Board| -> Vec<Board> {
            game.action_list(&board).into_iter().map(|action| game.result(&board, action)).collect()
        };
        let ours: HashSet<Board> = results(board).iter().map(Board::flipped).collect();
        assert_eq!(ours, results(board.flipped()).into_iter().collect());
    }
}

#[test]
fn a_capture_goes_on_may_come_back_and_ends_with_the_crown() {
    let game = Checkers::default();
    let moves = |board: &Board| -> Vec<(Vec<u32>, Board)> {
        let squares = |action: Move| action.path().map(|square| square + 1).collect();
        game.action_list(board).into_iter().map(|action| (squares(action), game.result(board, action))).collect()
    };
    let bits = |squares: &[u32]| squares.iter().fold(0, |set, square| set | 1u32 << (square - 1));
    // Round a circle, in both directions, and back to where it came from.
    let circle = Board::new(0, bits(&[2]), bits(&[6, 7, 14, 15]), 0, Seat::FIRST).unwrap();
    let round: Vec<Vec<u32>> = moves(&circle).into_iter().map(|(path, _)| path).collect();
    assert_eq!(round, [[2, 9, 18, 11, 2], [2, 11, 18, 9, 2]]);
    assert!(moves(&circle).iter().all(|(_, after)| (after.black, after.white, after.kings) == (2, 0, 2)));
    // The man is crowned on 31 and may not jump on, over 27 or 26.
    let crowned = Board::new(bits(&[24]), 0, bits(&[26, 27]), 0, Seat::FIRST).unwrap();
    assert_eq!(moves(&crowned)[0].0, [24, 31]);
    assert_eq!((moves(&crowned).len(), moves(&crowned)[0].1.kings), (1, bits(&[31])));
    // All nine pieces that a king can come to.
    let nine = Board::new(0, bits(&[1]), bits(&[6, 7, 8, 14, 15, 16, 22, 23, 24]), 0, Seat::FIRST).unwrap();
    assert_eq!(moves(&nine).iter().map(|(path, _)| path.len() - 1).max(), Some(9));
}

#[test]
fn who_cannot_move_has_lost() {
    let game = Checkers::default();
    let blocked = Board::new(1 << 12, 0, 1 << 16 | 1 << 21, 0, Seat::FIRST).unwrap();
    assert!(game.is_terminal(&blocked) && game.action_list(&blocked).is_empty());
    assert_eq!(game.utility(&blocked), game.bounds().low);
    assert_eq!(game.utility(&blocked.flipped()), game.bounds().high);
    let gone = Board::new(1, 0, 0, 0, Seat::SECOND).unwrap();
    assert!(game.is_terminal(&gone) && game.utility(&gone) == game.bounds().high);
}

#[test]
fn impossible_boards_are_refused() {
    let first = Seat::FIRST;
    assert!(Board::new(1, 1, 0, 0, first).is_none() && Board::new(1, 0, 0, 1, first).is_none());
    assert!(Board::new(1 << 31, 0, 0, 0, first).is_none() && Board::new(0, 0, 1, 0, first).is_none());
    assert!(Board::new(0, 1 << 31, 0, 1, first).is_some() && Board::new(0xfff << 4, 1, 0, 0, first).is_none());
}

#[test]
fn a_step_and_a_step_back_are_none() {
    for direction in Direction::ALL {
        for bit in (0..32).map(|at| 1u32 << at) {
            let to = direction.step(bit);
            let at = bit.trailing_zeros();
            assert!(to == 0 || direction.back(to) == bit && 1 << direction.next(at) == to, "{direction:?} {at}");
            let behind = direction.step(to);
            assert!(behind == 0 || 1 << direction.behind(at) == behind, "{direction:?} {at}");
        }
    }
    // Each of the 49 places where four squares meet is passed by one diagonal.
    assert_eq!(Direction::ALL.map(|direction| direction.step(u32::MAX).count_ones()), [25, 24, 24, 25]);
}

#[test]
fn keys_and_codes_tell_apart() {
    let game = Checkers::default();
    let mut random = Seeded::new(3);
    let boards: HashSet<Board> = (0..300).flat_map(|_| random_game(game.initial(), &mut random)).collect();
    let other = |board: &Board| Board { mover: board.mover.other(), ..*board };
    let both: HashSet<Board> = boards.iter().flat_map(|board| [*board, other(board)]).collect();
    let keys: HashSet<Key> = both.iter().map(|board| game.key(board)).collect();
    assert_eq!(keys.len(), both.len());
    // Every half of the key is a good one: a table uses some bits only.
    let halves: [HashSet<u32>; 2] = [0, 32].map(|shift| keys.iter().map(|key| (key.0 >> shift) as u32).collect());
    assert!(halves.iter().all(|half| half.len() + 20 > keys.len()), "{} {}", halves[0].len(), keys.len());
    let mut codes: BTreeMap<u16, Move> = BTreeMap::new();
    for board in (0..2_000).map(|_| random_board(&mut random)) {
        for action in game.action_list(&board) {
            match game.code(action) {
                Some(code) => assert_eq!(*codes.entry(code).or_insert(action), action),
                None => assert!(action.jumps() > 5),
            }
        }
    }
    assert!(codes.len() > 400, "{}", codes.len());
}

#[test]
fn patience_is_counted_in_plies() {
    assert_eq!(Checkers::default().idle_limit(), Some(80));
    assert_eq!((Checkers::new(0).idle_limit(), Checkers::new(7).idle_limit()), (None, Some(14)));
}

fn read(text: &str) -> Board {
    Checkers::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn words(text: &str) -> Vec<String> {
    let (game, board) = (Checkers::default(), read(text));
    game.action_list(&board).into_iter().map(|action| game.action_text(&board, action)).collect()
}

#[test]
fn moves_are_written_short_unless_two_would_be_called_alike() {
    assert_eq!(words(""), ["9-13", "10-14", "11-15", "12-16", "9-14", "10-15", "11-16"]);
    assert_eq!(words("B:W6,7,14,15:BK2"), ["2x9x18x11x2", "2x11x18x9x2"]);
    // Two ways to one square, and a way to another.
    assert_eq!(words("W:W31:B27,26,18,19"), ["31x22x15", "31x24x15"]);
    assert_eq!(words("W:W31,32:B27,26,18"), ["31x15", "32x14", "31x24"]);
}

#[test]
fn moves_are_read_short_or_in_full() {
    let game = Checkers::default();
    let parse = |position: &str, text: &str| {
        let board = read(position);
        let action = game.parse_action(&board, text, &game.action_list(&board));
        action.map(|action| game.action_text(&board, action)).map_err(|error| error.message)
    };
    assert_eq!(parse("", " 11-15 "), Ok("11-15".to_owned()));
    let long = "B:W18,19,27:B11,15";
    for text in ["15x31", "15x24x31", "15-31", "15X24X31", "15:31"] {
        assert_eq!(parse(long, text), Ok("15x31".to_owned()), "{text}");
    }
    let circle = "B:W6,7,14,15:BK2";
    assert_eq!(parse(circle, "2x11x18x2"), Ok("2x11x18x9x2".to_owned()));
    assert_eq!(parse(circle, "2x2"), Err("2x2 could be 2x9x18x11x2 or 2x11x18x9x2: write all squares".to_owned()));
    for (position, wrong) in
        [("", "11-14"), ("", "11-"), ("", "x"), (long, "15x24"), (long, "15x22x31"), (long, "99-1")]
    {
        assert!(parse(position, wrong).unwrap_err().contains("is not legal here"), "{wrong}");
    }
}

#[test]
fn positions_are_read_in_many_forms_and_written_in_one() {
    let game = Checkers::default();
    for (text, written) in [
        ("", "B:W21-32:B1-12"),
        ("\u{feff}B:B1-12:W21-32.", "B:W21-32:B1-12"),
        ("W:WK10,18:B12,K22", "W:WK10,18:B12,K22"),
        ("w : w 18 , k10 : b k22 , 12 .", "W:WK10,18:B12,K22"),
        ("B:WK1-3,5,6,9:B", "B:WK1,K2,K3,5,6,9:B"),
        ("B:W5,6,7,K8,9:B28", "B:W5-7,K8,9:B28"),
    ] {
        assert_eq!(game.position_text(&read(text)), written, "{text:?}");
        assert_eq!(read(written), read(text));
    }
}

#[test]
fn what_is_wrong_with_a_position_is_said_where_it_is() {
    for (text, offset, says) in [
        ("X:W1:B2", 0, "expected who is to move"),
        ("B", 1, "expected ':', found the end"),
        ("B:21:B2", 2, "expected the side"),
        ("B:W21:W2", 6, "the squares of White are given twice"),
        ("B:W21:B33", 7, "they are 1 to 32"),
        ("B:W21:B0", 7, "they are 1 to 32"),
        ("B:W21:B99999999999", 7, "they are 1 to 32"),
        ("B:W21:B5-3", 7, "goes backward"),
        ("B:W21,:B1", 6, "expected a square"),
        ("B:W21:B21", 7, "two pieces on square 21"),
        ("B:W21,K21:B1", 7, "two pieces on square 21"),
        ("B:W21:B9,29", 9, "a man of Black on square 29 would have been crowned"),
        ("B:W4:B9", 3, "a man of White on square 4 would have been crowned"),
        ("B:W21:B1.x", 9, "expected the end"),
        ("B:W:B1-13", 0, "at most twelve"),
    ] {
        let error = Checkers::default().parse_position(text).unwrap_err();
        assert!(error.offset == offset && error.message.contains(says), "{text}: {error:?}");
    }
}

#[test]
fn a_capture_is_clicked_square_by_square_and_marked() {
    let game = Checkers::default();
    let board = read("B:W18,19,27:B11,15");
    let action = game.action_list(&board)[1];
    assert_eq!(game.clicks(&board, action), [["15", "24", "31"]]);
    let drawing = game.picture(&game.result(&board, action), Some(action));
    let marked = drawing.cells.iter().filter(|cell| cell.mark == Mark::Last).map(|cell| cell.name.as_str());
    assert_eq!(marked.collect::<Vec<_>>(), ["15", "24", "31"]);
    assert_eq!(drawing.notes, ["Black 2 with a king, White 1"]);
}

/// What the side to move gets by looking so far ahead: captures are followed to their end, and the only move costs
/// nothing.
fn looked_ahead(game: &Checkers, board: &Board, left: u32) -> i32 {
    let own = |score: Score| if board.mover == Seat::FIRST { score.get() } else { -score.get() };
    let legal = game.action_list(board);
    if legal.is_empty() {
        return own(game.utility(board));
    }
    if left == 0 && !board.must_capture() {
        return own(Material.evaluate(game, board));
    }
    let left = if legal.len() == 1 { left } else { left.saturating_sub(1) };
    legal.iter().map(|&action| -looked_ahead(game, &game.result(board, action), left)).max().unwrap()
}

#[test]
fn who_must_capture_does_not_stop_at_the_horizon() {
    let game = Checkers::default();
    let mut random = Seeded::new(4);
    let boards = (0..12).flat_map(|_| random_game(game.initial(), &mut random));
    // The root's own move always counts against the depth, also if it is the only one.
    let boards = boards.filter(|board| game.action_list(board).len() > 1);
    let mut captures = 0;
    for board in boards.step_by(3).take(300) {
        for depth in 1..=3 {
            let table = Table::new(1 << 16);
            // What the table knows of a position may come from a search that looked further.
            let techniques = Techniques { table: false, ..Techniques::EXACT };
            let engine = Engine::new(&game, &table).keys(OwnKeys).knowledge(Shots).evaluation(Material);
            let engine = engine.techniques(techniques);
            let task = Task { depth: Some(Depth(depth)), all_best: false, ..Task::default() };
            let value = engine.search(&board, &task, &mut |_| {}).unwrap().decision.value.score as i32;
            let own = if board.mover == Seat::FIRST { value } else { -value };
            assert_eq!(own, looked_ahead(&game, &board, depth), "{} to depth {depth}", game.position_text(&board));
        }
        captures += u32::from(board.must_capture());
    }
    assert!(captures > 10, "{captures}");
}
