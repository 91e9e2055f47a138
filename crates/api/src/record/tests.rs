//! Records are read as they were written, and nothing breaks the reader.

use counterplay_core::{Random, Seeded};

use super::reader::MOST_MOVES;
use super::writing::{WIDTH, is_plain};
use super::*;

fn parse(text: &str) -> Record {
    Record::parse(text).unwrap_or_else(|error| panic!("{error} at {} of {text:?}", error.offset))
}

/// The message and what stands where it was found.
fn refused(text: &str) -> (String, &str) {
    let error = Record::parse(text).expect_err(text);
    (error.message, &text[error.offset..])
}

#[test]
fn a_record_has_the_shape_of_the_guide() {
    let record = Record {
        game: "connect4".to_owned(),
        options: vec![("width".to_owned(), "7".to_owned())],
        moves: ["4", "4", "5"].map(str::to_owned).to_vec(),
        players: [Some("person".to_owned()), Some("level \"5\" \\".to_owned())],
        other: vec![("Event".to_owned(), "at home".to_owned()), ("Round".to_owned(), "3".to_owned())],
        ..Record::default()
    };
    let text = "[Game \"connect4\"]\n[Width \"7\"]\n[First \"person\"]\n[Second \"level \\\"5\\\" \\\\\"]\n\
        [Result \"*\"]\n[Event \"at home\"]\n[Round \"3\"]\n\n1. 4 4 2. 5 *\n";
    assert_eq!(record.to_text(), text);
    assert_eq!(parse(text), record);
    // Windows' line ends and a byte order mark are welcome.
    assert_eq!(parse(&format!("\u{feff}{}", text.replace('\n', "\r\n"))), record);
}

#[test]
fn what_is_no_move_is_passed_over() {
    let moves = |text: &str| parse(&format!("[Game \"g\"] {text}")).moves.join(" ");
    assert_eq!(moves("1. e4 {the best (by test)} e5 ; so they say (\n 2. Nf3"), "e4 e5 Nf3");
    assert_eq!(moves("1.e4 1...e5 2... Nf3! $14 a6?! !? 12."), "e4 e5 Nf3 a6");
    assert_eq!(moves("e4 (1. d4 {or (} d5 (1... Nf6) \"(\" 2. c4) e5"), "e4 e5");
    assert_eq!(moves("Deal(3,1) Bet{size:2} a(b[c]{d}e)f"), "Deal(3,1) Bet{size:2} a(b[c]{d}e)f");
    assert_eq!(moves("e4{good move}e5(d5 Nf3)Nf3"), "e4 e5 Nf3");
    assert_eq!(moves("(e4 Deal(3,1)) \"(1,2)\" \"1.\" \"a b\""), "(1,2) 1. a b");
    assert_eq!(moves("4 4 12 1.5"), "4 4 12 1.5");
    assert_eq!(moves(""), "");
}

#[test]
fn the_result_is_the_last_word() {
    let result = |text: &str| parse(&format!("[Game \"g\"] {text}")).result;
    assert_eq!(result("e4 1-0"), Some("1-0".to_owned()));
    assert_eq!(result("e4 1/2-1/2 {agreed}"), Some("1/2-1/2".to_owned()));
    assert_eq!((result("e4 *"), result("e4")), (None, None));
    assert_eq!(result("[Result \"0-1\"] e4"), Some("0-1".to_owned()));
    assert_eq!(result("[Result \"0-1\"] e4 1-0"), Some("1-0".to_owned()));
    assert_eq!(parse("[Game \"g\"] \"1-0\"").moves, ["1-0"]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, message, place) in [
        ("", "names its game", ""),
        ("1. e4", "names its game", "1. e4"),
        ("[Game connect4]", "in quotes", "connect4]"),
        ("[\"connect4\"]", "the name of a tag", "\"connect4\"]"),
        ("[Game \"g\"", "expected ]", ""),
        ("[Game \"g]", "not closed", "\"g]"),
        ("[Game \"g\"] e4 [Width \"7\"]", "found a tag", "[Width \"7\"]"),
        ("[Game \"g\"] [Result \"2\"]", "one of 1-0", "[Result \"2\"]"),
        ("[Game \"g\"] e4 [Game \"h\"]", "a second game", "[Game \"h\"]"),
        ("[Game \"g\"] e4 {no end", "the comment has no end", "{no end"),
        ("[Game \"g\"] e4 (e5 (e6)", "the variation has no end", "(e5 (e6)"),
        ("[Game \"g\"] e4) e5", "no variation to close", ") e5"),
        ("[Game \"g\"] 1-0 e5", "1-0 ends the game", "1-0 e5"),
        ("[Game \"g\"] \"e5", "not closed", "\"e5"),
    ] {
        let (told, found) = refused(text);
        assert!(told.contains(message) && found == place, "{text:?}: {told} at {found:?}");
    }
    let long = format!("[Game \"g\"] {}", "e4 ".repeat(MOST_MOVES + 1));
    assert!(refused(&long).0.contains("more than 100000 moves"));
    assert!(refused(&"x".repeat(MOST_BYTES + 1)).0.contains("longer than 1 MiB"));
}

/// Each of them has its remarks and its fault, and what is wrong with one costs no other.
#[test]
fn a_file_may_have_several_games() {
    let text = "[Game \"g\"]\n[First \"a\"]\n[First \"b\"]\n\n1. e4 e5 1-0\n\n[Game \"g\"]\n1. e4 (no end\n\n[Game \"g\"] d4 *\n\
        [Game \"g\"]\n1. e4 {no end\n[Result \"1-0\"]\n  [Game \"h\"] [Size \"9\"] [Size \"8\"] c4";
    let mut told = Vec::new();
    let mut next = Some(0);
    let place = |error: &TextError| text[error.offset..].chars().take(7).collect::<String>();
    while let Some(at) = next {
        let parsed = Parsed::read(text, at);
        next = parsed.next;
        let remarks: Vec<String> = parsed.remarks.iter().map(place).collect();
        told.push((parsed.record, remarks, parsed.fault.as_ref().map(place)));
    }
    let moves: Vec<String> = told.iter().map(|(record, _, _)| record.moves.join(" ")).collect();
    assert_eq!(moves, ["e4 e5", "e4", "d4", "e4", "c4"]);
    let faults: Vec<Option<&str>> = told.iter().map(|(_, _, fault)| fault.as_deref()).collect();
    assert_eq!(faults, [None, Some("(no end"), None, Some("{no end"), None]);
    assert_eq!((&told[0].1[..], &told[4].1[..]), (&["[First ".to_owned()][..], &["[Size \"".to_owned()][..]));
    assert_eq!(told[0].0.players[0].as_deref(), Some("a"));
    assert_eq!(told[4].0.options, [("size".to_owned(), "9".to_owned())]);
}

const SOUP: &[&str] = &[
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "\\",
    ";",
    "$",
    "!",
    "?",
    ".",
    "*",
    "1-0",
    "1/2-1/2",
    "1.",
    "12",
    "e4",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{feff}",
    "ä",
    "−",
    "Game",
    "[Game \"g\"]",
    "[Width \"7\"]",
    "Deal(3,1)",
    ",",
    "%",
    "\u{a0}",
];

fn soup(random: &mut Seeded, most: u64) -> String {
    (0..random.below(most + 1)).map(|_| SOUP[random.index(SOUP.len()).unwrap()]).collect()
}

#[test]
fn every_record_is_read_as_it_was_written() {
    let mut random = Seeded::new(11);
    for _ in 0..1_000 {
        let random = &mut random;
        let pairs = |random: &mut Seeded, names: &[&str], numbers: bool| {
            let mut pairs = Vec::new();
            for name in names {
                if random.below(2) == 0 {
                    continue;
                }
                let value = if numbers { (random.bits() as i64).to_string() } else { format!("x{}", soup(random, 6)) };
                pairs.push(((*name).to_owned(), value));
            }
            pairs
        };
        let record = Record {
            game: soup(random, 2),
            options: pairs(random, &["width", "max-dice", "a", "long_name2"], true),
            position: soup(random, 5),
            moves: (0..random.below(40)).map(|_| soup(random, 4)).collect(),
            players: [0, 1].map(|_| (random.below(2) == 0).then(|| soup(random, 3))),
            result: random.index(4).map(|at| RESULTS[at]).filter(|&result| result != UNFINISHED).map(str::to_owned),
            other: pairs(random, &["Event", "Round", "lower"], false),
            notes: Vec::new(),
        };
        let text = record.to_text();
        assert_eq!(parse(&text), record, "{text}");
        let plain = record.moves.iter().all(|word| is_plain(word) && word.len() < 20);
        let moves = text.rsplit("]\n\n").next().unwrap_or_default();
        assert!(!plain || moves.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }
}

#[test]
fn no_text_breaks_the_reader() {
    let mut random = Seeded::new(12);
    for round in 0..6_000 {
        let text = format!("{}{}", if round % 2 == 0 { "[Game \"g\"]" } else { "" }, soup(&mut random, 12));
        match Record::parse(&text) {
            Ok(record) => assert_eq!(parse(&record.to_text()), record, "{text:?}"),
            Err(error) => assert!(text.is_char_boundary(error.offset), "{text:?} {error:?}"),
        }
    }
    // Nor does one that asks to be looked at again and again.
    for piece in ["(", "a(", "[", "a{", "(a[", "\"", "\\", ";", "$"] {
        let text = format!("[Game \"g\"] {}", piece.repeat((MOST_BYTES - 20) / piece.len()));
        let _ = Record::parse(&text);
    }
}
