//! Recorded conversations: `>` is what the other program says, `<` what the engine answers before it hears the next line. Times are
//! written `_`.

mod common;

use common::{Talk, settings};
use counterplay_protocols::Protocol;

/// A line without the times in it.
fn timeless(line: &str) -> String {
    let cut = match line {
        line if line.starts_with("nodestats ") => line.rfind(' '),
        line if line.starts_with("=== ") => line.rfind('/'),
        _ => None,
    };
    cut.map_or(line.to_owned(), |at| format!("{}_", &line[..=at]))
}

fn replay(protocol: Protocol, game: &str, transcript: &str, line_end: &str) {
    let mut talk = Talk::new(protocol, settings(game, Some(4)));
    for (number, line) in (1..).zip(transcript.lines()) {
        match line.split_at_checked(1) {
            Some((">", said)) => talk.say(&format!("{}{line_end}", said.strip_prefix(' ').unwrap_or(said))),
            Some(("<", expected)) => {
                let expected = expected.strip_prefix(' ').unwrap_or(expected);
                assert_eq!(timeless(&talk.hear()), expected, "line {number} of the transcript of {game}");
            }
            _ => panic!("line {number} is neither said nor heard: {line}"),
        }
    }
    assert_eq!(talk.end(), Vec::<String>::new());
}

#[test]
fn othello_by_gtp() {
    for line_end in ["\n", "\r\n"] {
        replay(Protocol::Gtp, "othello", include_str!("transcripts/gtp-othello.txt"), line_end);
    }
}

#[test]
fn connect_four_by_gtp() {
    replay(Protocol::Gtp, "connect4", include_str!("transcripts/gtp-connect4.txt"), "\n");
}

#[test]
fn othello_by_nboard() {
    for line_end in ["\n", "\r\n"] {
        replay(Protocol::NBoard, "othello", include_str!("transcripts/nboard.txt"), line_end);
    }
}
