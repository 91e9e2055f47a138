//! Games in PDN are read as they were written, whole collections too, and what is wrong has its place.

use counterplay_core::pgn::{DEEPEST, WIDTH};
use counterplay_core::{Random, Seeded};

use super::*;

const RESULTS: &[&str] = Checkers::WORDS.results;

/// A line of random moves with something said about some of them.
fn random_line(game: &Checkers, mut board: Board, depth: u32, random: &mut Seeded) -> Line {
    let comments = |random: &mut Seeded| (0..random.below(3) / 2).map(|at| format!("so {at}; (x [y] $1")).collect();
    let mut line = Line { comments: comments(random), moves: Vec::new() };
    for _ in 0..random.below(if depth == 0 { 90 } else { 12 }) {
        let legal = game.action_list(&board);
        let Some(at) = random.index(legal.len()) else { break };
        let mut played =
            Played { action: legal[at], marks: Vec::new(), comments: comments(random), variations: Vec::new() };
        if random.below(6) == 0 {
            played.marks.push(random.below(256) as u8);
        }
        if depth < 3 && random.below(8) == 0 {
            played.variations.push(random_line(game, board, depth + 1, random));
        }
        line.moves.push(played);
        game.apply(&mut board, legal[at]);
    }
    line
}

#[test]
fn a_game_is_read_as_it_was_written() {
    let game = Checkers::default();
    let mut random = Seeded::new(7);
    let starts = ["", "W:W18,K22,27,30-32:B1-3,12,K29"].map(|text| game.parse_position(text).unwrap());
    for round in 0..200 {
        let tags = vec![("Event".to_owned(), "a \"b\" \\ c".to_owned()), ("Round".to_owned(), String::new())];
        let start = starts[round % 2];
        let line = random_line(&game, start, 0, &mut random);
        let result = RESULTS[round % RESULTS.len()].to_owned();
        let written = Pdn { tags, start, line, result };
        let text = written.to_text(&game);
        assert_eq!(Pdn::parse(&game, &text).as_ref(), Ok(&written), "{text}");
        let moves: Vec<Move> = written.moves().collect();
        assert_eq!(game.parse_game(&text), Some(Ok((start, moves.clone()))));
        let last = moves.iter().fold(start, |board, &action| game.result(&board, action));
        assert_eq!(game.parse_position(&text), Ok(last));
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
    }
}

#[test]
fn what_programs_write_is_read() {
    let game = Checkers::default();
    let text = "\u{feff}% made by a program\r\n[Event \"?\"]\r\n[GameType \"21,B,8,8,N1,0\"]\r\n[Result \"0-1\"]\r\n\r\n\
        1.11-15! 23-19?! {good} 2. 8-11* 22-17 $14 ; to the end 1. 9-13\r\n3. 11-16 (3. 9-13 17-14 (3... 24-20 15x24) 1-0) 24-20 1-0\r\n\
        [Event \"the next one\"] nonsense";
    let read = Pdn::parse(&game, text).unwrap();
    let marks: Vec<&[u8]> = read.line.moves.iter().map(|played| played.marks.as_slice()).collect();
    assert_eq!(marks, [&[1][..], &[6], &[7], &[14], &[], &[]]);
    assert_eq!(read.line.moves[3].comments, ["to the end 1. 9-13"]);
    assert_eq!(read.line.moves[4].variations[0].moves[1].variations[0].moves.len(), 2);
    assert_eq!(read.result, "1-0");
    // A line of moves alone will do, and a position alone.
    assert_eq!(Pdn::parse(&game, "11-15 23-19 *").unwrap().moves().count(), 2);
    let alone = Pdn::parse(&game, "[FEN \"W:W32:BK1.\"]").unwrap();
    assert_eq!((game.position_text(&alone.start).as_str(), alone.result.as_str()), ("W:W32:BK1", "*"));
    assert_eq!(game.parse_game("[Game \"checkers\"]\n\n1. 11-15 *"), None);
    assert_eq!(game.parse_game("B:W21-32:B1-12"), None);
}

#[test]
fn what_is_wrong_has_its_place() {
    let refused = |text: &str, rest: &str, part: &str| {
        let error = Checkers::default().parse_position(text).unwrap_err();
        assert_eq!(&text[error.offset..], rest, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
    };
    refused("1. 11-15 23-20 *", "23-20 *", "not legal here");
    refused("1. 11-15 {x", "{x", "not closed");
    refused("1. 11-15 (11-16", "(11-16", "not closed");
    refused("1. 11-15) *", ") *", "no variation");
    refused("1. (11-15) *", "(11-15) *", "no move before");
    refused("1. $3 *", "$3 *", "no move before");
    refused("1. 11-15 $ *", "$ *", "number of a mark");
    refused("1. 11-15 foo", "foo", "expected a move");
    refused("1. 11", "11", "expected a move");
    refused("[GameType \"20\"]", "20\"]", "English draughts");
    refused("[FEN \"B:W1:B2\"]", "1:B2\"]", "crowned");
    refused("[Event \"x]", "\"x]", "not closed");
    refused("[Event x]", "x]", "expected a tag");
    refused("1. 11-15xyz 23-19", "xyz 23-19", "\"xyz\" is glued to the move 11-15");
    refused("1. 11-15 23-19, 8-11", ", 8-11", "glued to the move 23-19");
    refused("11-15 {x\n[Event \"y\"]\n} 23-19", "{x\n[Event \"y\"]\n} 23-19", "before the next game");
    let deep = format!("11-15 {}", "(11-15 ".repeat(70));
    refused(&deep, &"(11-15 ".repeat(70 - DEEPEST), "deep");
}

/// What is said of each game: where it begins, how many moves it has, the remarks and the fault, each with what stands
/// at its place.
fn told(text: &str) -> Vec<(&str, usize, Vec<String>, Option<String>)> {
    let said = |error: &TextError| {
        let place: String = text[error.offset..].chars().take(8).collect();
        format!("{place} | {}", error.message)
    };
    let games = Checkers::default().parse_games(text).unwrap();
    let first = |offset: usize| text[offset..].lines().next().unwrap_or_default();
    let told = games.iter().map(|game| {
        let remarks = game.remarks.iter().map(said).collect();
        (first(game.offset), game.actions.len(), remarks, game.fault.as_ref().map(said))
    });
    told.collect()
}

#[test]
fn a_tag_that_is_there_twice_is_a_remark() {
    let text = "[Event \"a\"]\n[Event \"b\"]\n[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. 11-15 23-19";
    let [(_, 2, remarks, None)] = &told(text)[..] else { panic!("{:?}", told(text)) };
    assert_eq!(remarks[0], "[Event \" | the tag Event is there twice: the first one counts");
    assert!(remarks.len() == 2 && remarks[1].contains("Result"), "{remarks:?}");
    let read = Pdn::parse(&Checkers::default(), text).unwrap();
    assert_eq!((read.tags, read.result.as_str()), (vec![("Event".to_owned(), "a".to_owned())], "1-0"));
}

#[test]
fn a_collection_is_read_whole() {
    let text = "[Event \"1\"]\n\n1.11-15{glued} 23-19 1-0 {said behind}\n\n[Event \"2\"]\n1. 11-15 22-18xyz 2. 15x22\n0-1\n\
        [Event \"3\"]\n[GameType \"20\"]\n[Round \"7\"]\n\n1. 32-28 *\n\n[Event \"4\"]\n1. 9-13 {not closed\n\n\
        [Event \"5\"]\n{a word} [Round \"1\"]\n1. 9-13 (9-14 1-2) (9-15 {)} x) 23-19 *\n\n\
        [Event \"6\"]\n[FEN \"W:W32:BK1\"]\n\n[Event \"7\"]\n[FEN \"W:W31:BK1\"]\n\n";
    let games = told(text);
    let counts: Vec<(&str, usize)> = games.iter().map(|(first, moves, _, _)| (*first, *moves)).collect();
    let events = [1, 2, 3, 4, 5, 6, 7].map(|number| format!("[Event \"{number}\"]"));
    assert_eq!(counts, events.iter().map(String::as_str).zip([2, 1, 0, 1, 2, 0, 0]).collect::<Vec<_>>());
    let faults: Vec<Option<&str>> = games.iter().map(|(_, _, _, fault)| fault.as_deref()).collect();
    assert_eq!(faults[1], Some("xyz 2. 1 | \"xyz\" is glued to the move 22-18"));
    assert!(faults[2].is_some_and(|fault| fault.starts_with("20\"]\n[Ro | expected English draughts")), "{faults:?}");
    assert!(faults[3].is_some_and(|fault| fault.contains("not closed by } before the next game")), "{faults:?}");
    assert!([0, 4, 5, 6].iter().all(|&at| faults[at].is_none()), "{faults:?}");
    // Nobody has played what stands in brackets.
    let [first, second] = &games[4].2[..] else { panic!("{games:?}") };
    assert!(first.starts_with("1-2) (9- | the variation is left out"), "{first}");
    assert!(second.starts_with("9-15 {)} | the variation is left out"), "{second}");
}

#[test]
fn games_without_tags_are_told_apart() {
    let text = "1. 11-15 23-19 1-0\n1. 9-13 nonsense 22-18\n1... 22-18 *\n1. 10-14 *\n";
    let games = told(text);
    assert_eq!(games.iter().map(|game| game.1).collect::<Vec<_>>(), [2, 1, 1], "{games:?}");
    assert!(games[1].3.as_ref().is_some_and(|fault| fault.starts_with("nonsense")), "{games:?}");
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
        "11-15",
        "23-19",
        "ä",
        "*",
        "1-0",
        " ",
    ];
    let mut random = Seeded::new(3);
    for _ in 0..3_000 {
        let text: String = (0..random.below(24)).map(|_| parts[random.index(parts.len()).unwrap()]).collect();
        let games = Pdn::parse_all(&Checkers::default(), &text);
        assert!(games.windows(2).all(|pair| pair[0].offset < pair[1].offset), "{text:?}");
        let errors = games.iter().flat_map(|game| game.remarks.iter().chain(&game.fault));
        errors.for_each(|error| assert!(text.is_char_boundary(error.offset), "{text:?} {error:?}"));
    }
}
