//! Games in PGN are read as they were written and as programs write them, and what is wrong has its place.

use counterplay_core::pgn::{self, Pgn, PgnLine, PgnMove};
use counterplay_core::{Heading, NoteKind, Random, Seeded};
use cozy_chess::Move;

use super::*;

/// A line of random moves with something said about some of them.
fn random_line(game: &Chess, mut board: Board, depth: u32, random: &mut Seeded) -> PgnLine<Move> {
    let comments = |random: &mut Seeded| (0..random.below(3) / 2).map(|at| format!("so {at}; (x [y] $1")).collect();
    let mut line = PgnLine { comments: comments(random), moves: Vec::new() };
    for _ in 0..random.below(if depth == 0 { 120 } else { 12 }) {
        let legal = game.action_list(&board);
        let Some(at) = random.index(legal.len()) else { break };
        let mut played = PgnMove { comments: comments(random), ..PgnMove::new(legal[at]) };
        if random.below(6) == 0 {
            played.marks.push(random.below(256) as u8);
        }
        if depth < 3 && random.below(8) == 0 {
            played.variations.push(random_line(game, board.clone(), depth + 1, random));
        }
        line.moves.push(played);
        game.apply(&mut board, legal[at]);
    }
    line
}

#[test]
fn a_game_is_read_as_it_was_written() {
    let game = Chess::default();
    let mut random = Seeded::new(7);
    let starts = [
        "",
        "r3k2r/8/8/8/3pPp2/8/8/R3K1RR b KQkq e3 0 40",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];
    for round in 0..90 {
        let start = game.parse_position(starts[round % 3]).unwrap();
        let line = random_line(&game, start.clone(), 0, &mut random);
        let tags = vec![("Event".to_owned(), "a \"b\" \\ c".to_owned()), ("Annotator".to_owned(), "d".to_owned())];
        let result = Chess::WORDS.results[round % 4].to_owned();
        let written = Pgn { tags, start, line, result };
        let text = written.to_text(&game);
        let read = Pgn::parse(&game, &text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!((&read.line, &read.result), (&written.line, &written.result), "{text}");
        assert_eq!(game.position_text(&read.start), game.position_text(&written.start), "{text}");
        assert_eq!(read.to_text(&game), text);
        assert!(text.lines().all(|line| line.len() <= pgn::WIDTH), "{text}");
        // Notes hold all that is said, variations too.
        let (actions, heading): (Vec<Move>, Heading) = (read.moves().collect(), read.heading(&Chess::WORDS));
        let again = Pgn::of_game(&game, &read.start, &actions, (&heading, &read.notes(&game)));
        assert_eq!(again.line.moves.len(), read.line.moves.len());
        for (one, other) in again.line.moves.iter().zip(&read.line.moves) {
            assert_eq!((&one.variations, &one.marks), (&other.variations, &other.marks), "{text}");
        }
    }
}

#[test]
fn what_programs_write_is_read() {
    let game = Chess::default();
    let text = "\u{feff}% a line for others\r\n[Event \"The \"Big\" One\"]\r\n[White \"anna\"]\r\n[Black \"?\"]\r\n\
        [Result \"1/2-1/2\"]\r\n[WhiteElo \"2000\"]\r\n\r\n1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... e5?! \
        {good} (1... c5 $6 2. Nf3 (2. c3!) 2... d6 *) 2 Nf3 Nc6 ; to the end 3. Bc4\r\n3.Bb5 $146 a6 4.Ba4 Nf6 5.0-0 \
        Nxe4+?? 6. d4 b5 7. Bb3 d5 1/2\r\n";
    let games = game.parse_games(text).unwrap();
    let [read] = &games[..] else { panic!("{games:?}") };
    assert_eq!((read.actions.len(), &read.fault, &read.remarks[..]), (14, &None, &[][..]));
    assert_eq!(read.heading.players, [Some("anna".to_owned()), None]);
    assert_eq!((read.heading.result.as_deref(), read.heading.tags[0].1.as_str()), (Some("1/2-1/2"), "The \"Big\" One"));
    let notes: Vec<(usize, NoteKind, &str)> =
        read.notes.iter().map(|note| (note.ply, note.kind, note.text.as_str())).collect();
    let expected = [
        (1, NoteKind::Clock, "0:00:30"),
        (1, NoteKind::Comment, "[%eval 0.17]"),
        (2, NoteKind::Mark, "?!"),
        (2, NoteKind::Comment, "good"),
        (2, NoteKind::Variation, "1... c5 $6 2. Nf3 (2. c3 $1) 2... d6"),
        (4, NoteKind::Comment, "to the end 3. Bc4"),
        (5, NoteKind::Mark, "$146"),
        (10, NoteKind::Mark, "??"),
    ];
    assert_eq!(notes, expected);
    let quotes = Pgn::parse(&game, "[Event \"a \"b\" \\ [c]\"] [Site \"d\"] e4 *").unwrap();
    assert_eq!(quotes.tags.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>(), ["a \"b\" \\ [c]", "d"]);
    // Moves alone, with numbers in whatever way, and in the words of UCI.
    for text in
        ["1.e4 e5 2.Nf3 *", "1 e4 e5 2 Nf3", "1. e2e4 1... e7e5 2. g1f3", "1 . e4 … e5 2.. Nf3 1-0", "{x}e4 e5 Nf3"]
    {
        assert_eq!(game.parse_game(text).unwrap().map(|(_, moves)| moves.len()), Ok(3), "{text}");
    }
    assert!(game.parse_game("[Game \"chess\"]\n\n1. e2e4 *").is_none());
    assert!(game.parse_game("1k6/8/8/8/8/8/8/K7 w - - 0 1").is_none());
}

#[test]
fn chess960_is_told_by_its_variant_and_its_position() {
    let game = Chess::default();
    let fen = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1";
    for variant in ["Chess960", "chess 960", "Fischerandom", "Fischer Random"] {
        let text = format!(
            "[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 2. Bg4 Bg5 3. Qe2 Qe7 4. f3 f6 5. Bf2 Bf7 6. O-O *\n"
        );
        let read = Pgn::parse(&game, &text).unwrap_or_else(|error| panic!("{variant}: {error}"));
        assert_eq!(read.moves().count(), 11, "{variant}");
        let written = read.to_text(&game);
        assert!(
            written.contains(&format!(
                "[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]",
                fen.replace("KQkq", "GBgb")
            )),
            "{written}"
        );
        assert!(written.contains("6. O-O *"), "{written}");
    }
    // A game of `--start` is told by its position.
    let other = Chess::new(0);
    let text = other.game_text(&other.initial(), &[], (&Heading::default(), &[])).unwrap();
    assert!(text.contains("[Variant \"Chess960\"]") && text.contains("[FEN \"bbqnnrkr/"), "{text}");
    assert_eq!(game.position_text(&game.parse_position(&text).unwrap()), other.position_text(&other.initial()));
    let refused = game.parse_position("[Variant \"Atomic\"]\n\n1. e4 *").unwrap_err();
    assert!(refused.message.contains("the variant \"Atomic\"") && refused.offset == 10, "{refused:?}");
}

#[test]
fn what_is_written_is_what_others_expect() {
    let game = Chess::default();
    let start = game.parse_position("4k3/P7/8/8/8/8/8/4K2R b K - 3 17").unwrap();
    let mut board = start.clone();
    let mut actions = Vec::new();
    for word in ["Kd7", "a8=N", "Kd6", "O-O"] {
        let action = game.parse_action(&board, word, &game.action_list(&board)).unwrap();
        game.apply(&mut board, action);
        actions.push(action);
    }
    let heading = Heading {
        players: [Some("Ann \"A\"".to_owned()), None],
        result: Some("1-0".to_owned()),
        tags: vec![("Date".to_owned(), "2026.11.18".to_owned()), ("ECO".to_owned(), "A00".to_owned())],
    };
    let text = game.game_text(&start, &actions, (&heading, &[])).unwrap();
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.18\"]\n[Round \"?\"]\n[White \"Ann \\\"A\\\"\"]\n[Black \"?\"]\n\
        [Result \"1-0\"]\n[ECO \"A00\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 3 17\"]\n\n\
        17... Kd7 18. a8=N Kd6 19. O-O 1-0\n";
    assert_eq!(text, expected);
}

#[test]
fn what_is_wrong_has_its_place() {
    let refused = |text: &str, rest: &str, part: &str| {
        let error = Chess::default().parse_position(text).unwrap_err();
        assert_eq!(&text[error.offset..], rest, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    };
    refused("1. e4 e5 2. Nf4 *", "Nf4 *", "not legal here");
    refused("1. d4 d5 2. Nf3 a6 3. Nd2 *", "Nd2 *", "Nd2 could be Nbd2 or Nfd2");
    refused("1. e4 -- *", "-- *", "null move");
    refused("1. e4 {x", "{x", "not closed");
    refused("1. e4) *", ") *", "no variation");
    refused("1. e4 & e5", "& e5", "expected a move such as Nf3");
    refused("[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]", "8/8/8/8/8/8/8/K7 w - - 0 1\"]", "Black has no king");
}

#[test]
fn a_broken_game_costs_no_other() {
    let good = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 (2. Nxx {)} -- e4) 2... Nc6 1-0\n\n";
    let text = format!("{good}[Event \"b\"]\n\n1. e4 e5 2. Kf3 Nc6 0-1\n\n{good}");
    let games = Chess::default().parse_games(&text).unwrap();
    assert_eq!(games.iter().map(|game| game.actions.len()).collect::<Vec<_>>(), [4, 2, 4]);
    let fault = games[1].fault.as_ref().unwrap();
    assert_eq!(fault.position(&text), (8, 13), "{fault}");
    assert!(games[0].fault.is_none() && games[2].fault.is_none());
    // Nobody has played what stands in brackets.
    assert!(games[2].remarks[0].message.starts_with("the variation is left out"), "{:?}", games[2].remarks);
}

/// Whatever stands in a text, each game begins after the one before it, and no place is inside of a letter.
#[test]
fn no_text_breaks_the_reader_of_collections() {
    let parts = [
        "[Event \"x\"]",
        "[A \"",
        "\n",
        "\n\n",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "1.",
        "e4",
        "e5",
        "Nf3",
        "ä",
        "½-½",
        "*",
        "1-0",
        "0-0",
        " ",
        "e.p.",
        "…",
        "--",
        "$3",
        "\"]",
    ];
    let mut random = Seeded::new(3);
    for _ in 0..3_000 {
        let text: String = (0..random.below(24)).map(|_| parts[random.index(parts.len()).unwrap()]).collect();
        let games = Pgn::parse_all(&Chess::default(), &text);
        assert!(games.windows(2).all(|pair| pair[0].offset < pair[1].offset), "{text:?}");
        let errors = games.iter().flat_map(|game| game.remarks.iter().chain(&game.fault));
        errors.for_each(|error| assert!(text.is_char_boundary(error.offset), "{text:?} {error:?}"));
    }
}
