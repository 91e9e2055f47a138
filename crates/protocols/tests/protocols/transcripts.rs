//! Recorded conversations: `>` is what the other program says, `<` what the engine answers before it hears the next
//! line. Times are written `_`. Where an evaluation has changed, `RECORD=1 cargo test -p counterplay-protocols
//! transcripts` writes them anew: read what has changed before you keep it.

use std::path::PathBuf;

use crate::common::{RATINGS, Talk, rated, settings};
use counterplay_api::Catalog;
use counterplay_protocols::Protocol;

/// A line without the times in it.
fn timeless(line: &str) -> String {
    if line.starts_with("info ") {
        let timeless = |word: &str| match word.split_once('=') {
            Some((name @ ("time" | "nps"), _)) => format!("{name}=_"),
            _ => word.to_owned(),
        };
        return line.split(' ').map(timeless).collect::<Vec<_>>().join(" ");
    }
    let cut = match line {
        line if line.starts_with("nodestats ") => line.rfind(' '),
        line if line.starts_with("=== ") => line.rfind('/'),
        _ => None,
    };
    cut.map_or(line.to_owned(), |at| format!("{}_", &line[..=at]))
}

/// The next line, but for what UCI tells while it searches: that changes whenever the engine does.
fn hear(talk: &Talk, protocol: Protocol) -> String {
    loop {
        let heard = talk.hear();
        if protocol != Protocol::Uci || !heard.starts_with("info depth ") {
            return heard;
        }
    }
}

fn replay(protocol: Protocol, game: &str, file: &str, line_end: &str) {
    replay_about(counterplay_standard::catalog(), protocol, game, file, line_end);
}

fn replay_about(catalog: Catalog, protocol: Protocol, game: &str, file: &str, line_end: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(file);
    let transcript = std::fs::read_to_string(&path).unwrap();
    let records = std::env::var_os("RECORD").is_some();
    let mut recorded = String::new();
    let mut talk = Talk::about(catalog, protocol, settings(game, Some(4)));
    for (number, line) in (1..).zip(transcript.lines()) {
        match line.split_at_checked(1) {
            Some((">", said)) => {
                talk.say(&format!("{}{line_end}", said.strip_prefix(' ').unwrap_or(said)));
                recorded += &format!("{line}\n");
            }
            Some(("<", expected)) => {
                let (heard, expected) =
                    (timeless(&hear(&talk, protocol)), expected.strip_prefix(' ').unwrap_or(expected));
                assert!(records || heard == expected, "line {number} of {file}: {heard:?} instead of {expected:?}");
                recorded += format!("< {heard}").trim_end();
                recorded.push('\n');
            }
            _ => panic!("line {number} is neither said nor heard: {line}"),
        }
    }
    assert_eq!(talk.end(), Vec::<String>::new());
    if records {
        std::fs::write(path, recorded).unwrap();
    }
}

#[test]
fn othello_by_gtp() {
    for line_end in ["\n", "\r\n"] {
        replay(Protocol::Gtp, "othello", "gtp-othello.txt", line_end);
    }
}

#[test]
fn connect_four_by_gtp() {
    replay(Protocol::Gtp, "connect4", "gtp-connect4.txt", "\n");
}

#[test]
fn othello_by_nboard() {
    for line_end in ["\n", "\r\n"] {
        replay(Protocol::NBoard, "othello", "nboard.txt", line_end);
    }
}

#[test]
fn checkers_by_hub() {
    for line_end in ["\n", "\r\n"] {
        replay(Protocol::Hub, "checkers", "hub.txt", line_end);
    }
}

#[test]
fn chess_by_uci() {
    for line_end in ["\n", "\r\n"] {
        replay_about(rated(None), Protocol::Uci, "chess", "uci.txt", line_end);
    }
}

#[test]
fn chess_with_rated_levels_by_uci() {
    for line_end in ["\n", "\r\n"] {
        replay_about(rated(Some(RATINGS)), Protocol::Uci, "chess", "uci-ratings.txt", line_end);
    }
}
