//! Words of players: written as others write them, and read in the ways in which people do.

use counterplay_core::{Game, Notation};

use super::super::Chess;
use super::*;

/// Positions, moves, and their words by python-chess 1.11: first squares by file, rank and both, pins, promotions, mates.
const SAMPLE: [(&str, &str, &str); 26] = [
    ("8/Q3P3/8/K7/8/1R6/2P5/7k w - - 0 1", "e7e8q", "e8=Q"),
    ("8/2k4K/8/8/3RP3/4RN2/6N1/7N w - - 0 1", "g2e1", "Nge1"),
    ("8/1P6/R7/8/8/7k/5K2/2Q5 w - - 0 1", "b7b8b", "b8=B"),
    ("8/P2R4/7P/5K2/P5P1/5PR1/4B3/1k5N w - - 0 1", "a7a8n", "a8=N"),
    ("8/5R2/8/8/KNnk4/1r5p/R3BR2/4N3 w - - 0 1", "f7f4", "R7f4+"),
    ("8/1K4B1/1Q1Q4/5Q2/k7/3R4/2N5/4N3 w - - 0 1", "d6f6", "Qdf6"),
    ("4Q3/6R1/1n6/7K/5R2/8/8/3k4 w - - 0 1", "f4f7", "Rff7"),
    ("n3Q3/6q1/2P5/8/2r4R/2PR4/2P5/k3K3 w - - 0 1", "d3d4", "Rdd4"),
    ("8/8/7B/NK5B/2NP4/8/6k1/N7 w - - 0 1", "a1b3", "N1b3"),
    ("8/8/5k2/8/7R/3R4/8/3QN1KR w - - 0 1", "h1h2", "R1h2"),
    ("8/8/p4P2/4p3/K2B4/1Q6/7Q/5k2 w - - 0 1", "h2f2", "Qf2#"),
    ("2k5/6R1/8/B6R/8/8/8/K7 w - - 0 1", "h5h8", "Rh8#"),
    ("4N3/2B5/P2RR3/1n4k1/8/1R2R3/8/4K1N1 w - - 0 1", "e3e5", "R3e5+"),
    ("8/4N3/7K/4P3/6R1/4p2k/3p1Q2/1Q3r2 w - - 0 1", "f2h4", "Qh4#"),
    ("8/b6k/8/2n1n2n/6N1/8/K5pB/5N2 b - - 0 1", "g2f1q", "gxf1=Q"),
    ("3N4/8/8/8/3Q4/2RRr1k1/2r5/R2K4 b - - 0 1", "c2e2", "Re2"),
    ("5n2/4P3/4Q3/2K5/8/5N2/1k6/1N6 w - - 0 1", "e7f8q", "exf8=Q"),
    ("4q3/8/2N1N3/8/K7/8/1k6/8 w - - 0 1", "e6d8", "Nd8"),
    ("8/1QQ3n1/q2Q3K/1R6/4Q3/3Q4/3n4/k7 w - - 0 1", "e4f4", "Qf4"),
    ("1R4n1/B6N/k3N3/8/1K6/1N6/8/1N3N2 w - - 0 1", "b1d2", "Nb1d2"),
    ("8/5R2/8/1N2N3/3b4/5K1k/Q2p4/2N1N3 w - - 0 1", "e1d3", "Ne1d3"),
    ("3Q4/1k6/8/2K5/3Q1QB1/4N2R/8/8 w - - 0 1", "d4f6", "Qd4f6"),
    ("rnbqk2r/pppppp1p/5n1b/6p1/2P4P/5P2/PP1PP1PR/RNBQKBN1 b Qkq - 2 4", "e8g8", "O-O"),
    ("r3kbnr/pb1p4/2n2ppp/qQ6/P1B2P2/2N1P1P1/1PPP1K1P/R1B3NR b kq - 0 11", "e8c8", "O-O-O"),
    ("rnbqkbnr/1ppp1p1p/p5p1/3Pp3/8/2P5/PP2PPPP/RNBQKBNR w KQkq e6 0 4", "d5e6", "dxe6"),
    ("2bq4/3pk3/4p3/Bp1B2p1/6pP/P3r1P1/5r2/5R1K b - h3 0 60", "g4h3", "gxh3"),
];

/// Reads a word in a position, and writes it as UCI has it.
fn uci(fen: &str, word: &str) -> Result<String, String> {
    let game = Chess::default();
    let board = game.parse_position(fen).unwrap();
    let legal = game.action_list(&board);
    let read = game.parse_action(&board, word, &legal);
    read.map(|action| game.action_text(&board, action)).map_err(|error| error.message)
}

#[test]
fn words_are_those_of_python_chess() {
    let game = Chess::default();
    for (fen, uci, san) in SAMPLE {
        let board = game.parse_position(fen).unwrap();
        let legal = game.action_list(&board);
        let action = game.parse_action(&board, uci, &legal).unwrap();
        assert_eq!(write(&game, &board, action), san, "{fen}");
        assert_eq!(game.parse_action(&board, san, &legal), Ok(action), "{fen}");
    }
}

/// Every legal move of many positions is read as it was written, and no two are written alike.
#[test]
fn every_move_has_a_word_of_its_own() {
    let boards = SAMPLE.iter().map(|(fen, ..)| (Chess::default(), Chess::default().parse_position(fen).unwrap()));
    let starts = [0, 500, Chess::USUAL].map(|start| (Chess::new(start), Chess::new(start).initial()));
    for (game, board) in boards.chain(starts) {
        let legal = game.action_list(&board);
        let words: Vec<String> = legal.iter().map(|&action| write(&game, &board, action)).collect();
        for (action, word) in legal.iter().zip(&words) {
            assert_eq!(words.iter().filter(|other| *other == word).count(), 1, "{board:?} {word}");
            assert_eq!(game.parse_action(&board, word, &legal), Ok(*action), "{board:?} {word}");
        }
    }
}

#[test]
fn words_are_read_in_the_ways_people_write_them() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for word in ["Nf3", "nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3!?", "Nf3+", "Nxf3#", " g1f3 ", "G1F3"] {
        assert_eq!(uci(start, word).as_deref(), Ok("g1f3"), "{word}");
    }
    for word in ["e4", "Pe4", "e2e4", "e2-e4", "e4??", "E2E4"] {
        assert_eq!(uci(start, word).as_deref(), Ok("e2e4"), "{word}");
    }
    let pawn = "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for word in ["exd8=Q+", "exd8Q", "ed8q", "e7xd8=Q", "e:d8=Q", "e7d8q"] {
        assert_eq!(uci(pawn, word).as_deref(), Ok("e7d8q"), "{word}");
    }
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for word in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "ed6"] {
        assert_eq!(uci(passing, word).as_deref(), Ok("e5d6"), "{word}");
    }
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (words, action) in [(["O-O", "0-0", "o-o", "O-O+"], "e1g1"), (["O-O-O", "0-0-0", "o-o-o", "e1a1"], "e1c1")] {
        words.iter().for_each(|word| assert_eq!(uci(castling, word).as_deref(), Ok(action), "{word}"));
    }
}

#[test]
fn a_word_that_may_mean_two_moves_is_refused() {
    let two = "4k3/8/8/8/8/8/8/RN2KN1R w - - 0 1";
    assert!(uci(two, "Nd2").unwrap_err().contains("Nd2 could be Nbd2 or Nfd2"), "{:?}", uci(two, "Nd2"));
    assert_eq!(uci(two, "Nbd2").as_deref(), Ok("b1d2"));
    // A bishop of the first rank, and the knight of b1.
    let bishop = "4k3/8/8/8/8/B7/8/BN2K3 w - - 0 1";
    assert_eq!((uci(bishop, "B1b2"), uci(bishop, "b1d2")), (Ok("a1b2".to_owned()), Ok("b1d2".to_owned())));
    let knight = "4k3/8/8/8/8/4B3/8/BN2K3 w - - 0 1";
    assert_eq!(uci(knight, "B1d4").as_deref(), Ok("a1d4"));
    assert_eq!(uci(knight, "B1d2").as_deref(), Ok("b1d2"), "no bishop of the first rank can go there");
    // A small b is a file.
    let pawn = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    assert_eq!((uci(pawn, "bxc3"), uci(pawn, "Bxc3")), (Ok("b2c3".to_owned()), Ok("d2c3".to_owned())));
    for word in ["e8", "Nf6", "e9", "Ke1e3", "O-O", "--", "Z0", "=Q", "x", "Qd1d1d1", "e8=K"] {
        assert!(uci(pawn, word).is_err(), "{word}");
    }
    // The king that takes the rook castles, and goes nowhere else by that.
    assert!(uci("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1").is_err());
}
