//! The rules, by counts and by examples.

use counterplay_core::engine::{Engine, OwnKeys, Table, Task, Techniques};
use counterplay_core::limits::Limits;
use counterplay_core::search::perft;
use counterplay_core::{Depth, Drawn, Game, Keyed, Notation};

use super::exchange::gain;
use super::{Board, Chess, Material, Tactics};

fn read(text: &str) -> Board {
    Chess::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn leaves(text: &str, depth: u32) -> u64 {
    perft(&Chess::default(), &read(text), depth, &Limits::default()).unwrap().leaves
}

#[test]
fn lines_are_counted_as_others_count_them() {
    assert_eq!(leaves("", 4), 197_281);
    assert_eq!(leaves("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3), 97_862);
    assert_eq!(leaves("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4), 43_238);
    assert_eq!(leaves("n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1", 4), 124_608);
    assert_eq!(leaves("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3), 18_002);
    // Two kings alone can still move, although nobody can win.
    assert_eq!(leaves("8/8/8/8/8/8/6k1/4K2R w K - 0 1", 5), 37_735);
}

#[test]
fn a_position_that_the_rules_do_not_allow_is_refused_by_name() {
    let refused = |text: &str| Chess::default().parse_position(text).unwrap_err().message;
    for (text, rule) in [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("k6k/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
        ("k7/8/8/8/8/8/8/K1K1K3 w - - 0 1", "White has 3 kings"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "White is in check, and it is Black to move"),
        ("8/8/8/8/8/8/3k4/4K3 w - - 0 1", "the kings stand next to one another, on e1 and d2"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "Black has 9 pawns"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "a pawn stands on h1"),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", "there is no rook to castle with"),
        ("k7/8/8/8/8/8/4K3/7R w K - 0 1", "a king that is not on its first rank cannot castle"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn can just have made a double step"),
        ("k7/8/8/4p3/8/8/8/K7 w - e3 0 1", "the square must be on rank 6"),
        ("k7/8/8/8/8/8/8/K7 w - - 101 1", "0 to 100"),
        ("k7/8/8/8/8/8/8/K7 w - - x 1", "expected the plies"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 more", "expected the end"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "rank 1 has more than eight squares"),
        ("k7/8/8/8/8/8/K7 w - - 0 1", "the board ends on rank 2"),
        ("k7/8/8/8/8/8/8/K7 x", "w or b"),
        ("k7", "expected the pieces and who is to move"),
        ("kk6/8/8/8/8/8/8/K6z w", "expected a piece"),
    ] {
        let message = refused(text);
        assert!(message.contains(rule), "{text}: {message}");
    }
}

#[test]
fn what_a_pawn_becomes_is_a_button_that_shows_the_piece() {
    use counterplay_core::picture::{Figure, Mark};
    use counterplay_core::{Picture, Side};
    let game = Chess::default();
    let board = read("8/8/8/8/8/7k/1p6/4K3 b - - 0 1");
    let paths: Vec<_> = game.action_list(&board).into_iter().flat_map(|action| game.clicks(&board, action)).collect();
    let drawing = game.picture(&board, None).with_buttons(&paths);
    assert_eq!(drawing.buttons, ["queen", "rook", "bishop", "knight"]);
    let (_, queen) = &drawing.faces[0];
    assert_eq!((queen.text.as_str(), queen.side, queen.figure), ("q", Side::Min, Figure::Symbol(4)));
    assert!(game.picture(&board, None).cells.iter().all(|cell| cell.mark == Mark::None));
    let checked = game.picture(&read("8/8/8/8/8/7k/1p6/K7 w - - 0 1"), None);
    let king = checked.cells.iter().find(|cell| cell.mark == Mark::Check);
    assert_eq!(king.map(|cell| cell.name.as_str()), Some("a1"));
}

#[test]
fn positions_come_back_as_they_were_written() {
    let game = Chess::default();
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "r3k2r/8/8/8/3pPp2/8/8/R3K1RR b KQkq e3 0 1",
    ] {
        assert_eq!(game.position_text(&read(text)), text);
    }
    // Fields may be left out, and an en passant that nobody can play is no right.
    assert_eq!(game.position_text(&read("8/8/1k6/8/3P4/8/5BK1/8 b - d3")), "8/8/1k6/8/3P4/8/5BK1/8 b - - 0 1");
    let usual = "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1";
    assert_eq!(game.position_text(&read(usual)), usual.replace("KQkq", "HAha"));
}

#[test]
fn operations_of_epd_are_passed_over() {
    let game = Chess::default();
    let fields = "8/8/8/8/8/8/6k1/4K2R w K -";
    for (more, counters) in [
        (" bm Rh7; id \"WAC.001\";", "0 1"),
        (" bm O-O", "0 1"),
        (" 3 7 acd 5; ce 12; c0 \"8/8 w - -; x\";", "3 7"),
        (" 3 am Kd1;", "3 1"),
        (" hmvc 4; fmvn 12; dm 2;", "4 12"),
        (" 0 1 ;D1 15 ;D2 66", "0 1"),
    ] {
        let read = game.position_text(&read(&format!("{fields}{more}")));
        assert_eq!(read, format!("{fields} {counters}"), "{more}");
    }
}

#[test]
fn a_line_of_play_may_have_numbers() {
    let words = Chess::default().split_moves("1. e4 e5 2.Nf3, 2... Nc6 3 Bb5");
    assert_eq!(words, ["e4", "e5", "Nf3", "Nc6", "3", "Bb5"]);
}

#[test]
fn castling_is_the_kings_move_or_takes_the_rook() {
    let game = Chess::default();
    let board = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let legal = game.action_list(&board);
    let read = |word: &str| game.parse_action(&board, word, &legal).map(|action| game.action_text(&board, action));
    assert_eq!(read("e1g1").unwrap(), "e1g1");
    assert_eq!(read("e1h1").unwrap(), "e1g1");
    assert_eq!(read("E1C1").unwrap(), "e1c1");
    assert!(read("e1b1").is_err());
}

#[test]
fn equal_positions_have_equal_keys_whatever_led_to_them() {
    let game = Chess::default();
    let key = |moves: &str| {
        let mut board = game.initial();
        for word in moves.split_whitespace() {
            let action = game.parse_action(&board, word, &game.action_list(&board)).unwrap();
            game.apply(&mut board, action);
        }
        game.key(&board)
    };
    // Nobody can capture en passant here, so the double step makes no difference.
    assert_eq!(key("e2e4 g8f6 d2d4 f6g8 g1f3 g8f6"), key("e2e4 g8f6 g1f3 f6g8 d2d4 g8f6"));
    assert_ne!(key("e2e4 a7a6 e4e5 d7d5"), key("e2e4 d7d6 e4e5 d6d5 a2a3 a7a6"));
    assert_eq!(key("g1f3 g8f6 f3g1 f6g8"), key(""));
}

#[test]
fn a_position_in_which_nobody_can_be_mated_is_dead() {
    let game = Chess::default();
    for (text, dead) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true),
        ("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", true),
        ("8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1", false),
        ("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", false),
    ] {
        assert_eq!(game.is_dead(&read(text)), dead, "{text}");
    }
}

#[test]
fn an_exchange_stops_where_it_does_not_pay() {
    let game = Chess::default();
    for (text, word, wins) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 0),
    ] {
        let board = read(text);
        let action = game.parse_action(&board, word, &game.action_list(&board)).unwrap();
        assert_eq!(gain(&board, action), wins, "{text} {word}");
    }
}

#[test]
fn the_end_of_a_game_is_told_with_its_reason() {
    let (game, told) = (Chess::default(), |text| Chess::default().ending_text(&read(text), None));
    assert_eq!(told("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some("by checkmate"));
    assert_eq!(told("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some("by stalemate"));
    let drawn = [Drawn::Repeated(3), Drawn::Idle(100), Drawn::Dead];
    let told = drawn.map(|drawn| game.ending_text(&game.initial(), Some(drawn)).unwrap());
    assert_eq!(told, ["by repetition", "by the fifty-move rule", "in a dead position"]);
}

#[test]
fn several_threads_find_what_one_finds() {
    let game = Chess::default();
    for (text, first, plies) in [
        ("r3k1n1/2pq1pp1/1bQ1p3/3pP1Bp/pP1P3P/7N/1PP2PP1/R4K2 w q - 1 21", "c6a8", 3),
        ("4Q3/2k1p3/1p6/4P3/1pP5/1P2r2R/P5r1/4R2K w - - 0 32", "e8e7", 5),
        // The queen is given up with check.
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", "d6d1", 5),
        ("3Rn3/p5kp/6p1/2P4q/P6P/P3rQ2/6KP/8 b - - 0 39", "h5f3", 3),
    ] {
        let board = read(text);
        for threads in 1..=3 {
            let table = Table::new(1 << 20);
            let engine = Engine::new(&game, &table)
                .keys(OwnKeys)
                .knowledge(Tactics)
                .evaluation(Material)
                .techniques(Techniques::ALL);
            let task = Task { depth: Some(Depth(7)), ..Task::default() };
            let found = engine.search_on(threads, &board, &task, &mut |_| {}).unwrap();
            let action = found.decision.action.map(|action| game.action_text(&board, action));
            let distance = found.lines[0].distance;
            assert_eq!((action.as_deref(), distance), (Some(first), Some(plies)), "{text}, {threads} threads");
        }
    }
}

#[test]
fn states_with_the_same_pawns_or_pieces_share_a_correction_key() {
    let keys = |text: &str| Chess::default().correction_keys(&read(text)).unwrap();
    let start = keys("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let [pawns, white, black] = keys("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    assert_eq!((pawns == start[0], white == start[1], black == start[2]), (true, false, true));
    let [pawns, white, black] = keys("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!((pawns == start[0], white == start[1], black == start[2]), (false, true, true));
    assert!(start.into_iter().all(|key| key < 1 << 14));
}
