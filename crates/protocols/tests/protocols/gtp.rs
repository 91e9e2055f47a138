//! GTP in play: whole games, clocks, and whatever may happen in the middle of a search.

use std::sync::atomic::Ordering;

use crate::common::{Talk, answers, patient, settings};
use counterplay_api::{AnyPosition, Level, TurnWord};
use counterplay_core::{Random, Seat, Seeded};
use counterplay_protocols::Protocol::Gtp;
use counterplay_protocols::Settings;

/// The answers without their signs; each must be a good one.
fn good(text: &str) -> Vec<String> {
    let replies = text.split_terminator("\n\n");
    replies.map(|reply| reply.strip_prefix('=').unwrap_or_else(|| panic!("{reply}")).trim().to_owned()).collect()
}

fn colour(position: &dyn AnyPosition) -> &'static str {
    if position.turn() == TurnWord::Seat(Seat::FIRST) { "b" } else { "w" }
}

#[test]
fn it_plays_a_game_by_the_rules_to_the_end() {
    for game in ["othello", "connect4", "tictactoe"] {
        let mut position = counterplay_standard::catalog().game(game, &[]).unwrap().start();
        let mut talk = Talk::new(Gtp, settings(game, Some(2)));
        while position.turn() != TurnWord::Over {
            talk.say(&format!("genmove {}\n", colour(position.as_ref())));
            let word = talk.hear();
            position.play(word.strip_prefix("= ").unwrap()).unwrap_or_else(|error| panic!("{game}: {error}"));
            assert_eq!(talk.hear(), "");
        }
        let first = position.result(Seat::FIRST).unwrap();
        let expected = match first {
            first if first > 0.0 => format!("= B+{first}"),
            first if first < 0.0 => format!("= W+{}", -first),
            _ => "= 0".to_owned(),
        };
        talk.say("final_score\n");
        assert_eq!((talk.hear(), talk.hear()), (expected, String::new()), "{game}");
        let undone = "undo\n".repeat(position.plies());
        talk.say(&format!("{undone}1 undo\n"));
        assert_eq!(talk.hear_until("?").len(), 2 * position.plies() + 1, "{game}");
        talk.end();
    }
}

#[test]
fn passes_may_be_said_or_left_out() {
    let game = counterplay_standard::catalog().game("othello", &[("size", "4")]).unwrap();
    let mut random = Seeded::new(3);
    let mut passes = 0;
    for _ in 0..40 {
        let mut position = game.start();
        let (mut all, mut without) = ("boardsize 4\n".to_owned(), "boardsize 4\n".to_owned());
        let mut left = 0;
        while position.turn() != TurnWord::Over {
            let actions = position.actions();
            let word = &actions[random.index(actions.len()).unwrap()].word;
            let command = format!("play {} {word}\n", colour(position.as_ref()));
            all += &command;
            if word == "pass" {
                passes += 1;
            } else {
                without += &command;
                left += 1;
            }
            position.play(word).unwrap();
        }
        let said = |commands: &str| good(&answers(Gtp, settings("othello", None), commands.as_bytes()));
        let (whole, short) = (said(&format!("{all}showboard\n")), said(&format!("{without}showboard\n")));
        assert_eq!(whole.last(), short.last(), "{all}");
        assert!(whole.last().unwrap().starts_with("the game is over"), "{whole:?}");
        // A pass that was left out is taken back with the move that it made room for.
        let back = said(&format!("{without}{}showboard\n", "undo\n".repeat(left)));
        assert_eq!(back.last(), said("boardsize 4\nshowboard\n").last());
    }
    assert!(passes > 10, "{passes}");
}

#[test]
fn a_clock_is_kept() {
    for clock in
        ["time_settings 2 0 0", "time_left b 1 0", "time_settings 0 1 1", "time_left b 1 2", "time_settings 0 0 0"]
    {
        let mut talk = Talk::new(Gtp, patient("othello"));
        talk.say(&format!("{clock}\ngenmove b\n1 genmove w\n"));
        // What has ten minutes and keeps no clock does not come to an answer here.
        let said = talk.hear_until("=1");
        assert_eq!(said.len(), 5, "{clock}: {said:?}");
        talk.end();
    }
}

#[test]
fn a_level_plays_at_once_and_the_same_each_time() {
    let level = Level::new(3);
    let game = b"genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\n";
    let session = || answers(Gtp, Settings { level, ..settings("othello", None) }, game);
    assert_eq!(session(), session());
    assert!(good(&session()).iter().all(|word| word.len() == 2));
}

#[test]
fn quit_in_the_middle_of_a_search_is_answered_after_it() {
    let mut talk = Talk::new(Gtp, patient("othello"));
    talk.say("1 genmove b\n2 play w a1\n3 quit\n4 name\n");
    let said = talk.rest();
    assert!(said[0].starts_with("=1 ") && said[0].len() == 5, "{said:?}");
    assert_eq!(said[1..], ["", "?2 illegal move", "", "=3", ""]);
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut talk = Talk::new(Gtp, patient("othello"));
    talk.say("name\n1 genmove b\n");
    assert_eq!(talk.hear(), "= Counterplay");
    let said = talk.end();
    assert!(said.len() == 3 && said[1].starts_with("=1 "), "{said:?}");
}

#[test]
fn a_signal_ends_a_search_and_the_engine() {
    let mut talk = Talk::new(Gtp, patient("connect4"));
    talk.say("name\n1 genmove b\n");
    assert_eq!(talk.hear(), "= Counterplay");
    talk.signal.store(true, Ordering::Relaxed);
    talk.rest();
}

#[test]
fn nobody_listens_any_more() {
    let mut talk = Talk::new(Gtp, settings("othello", None));
    talk.say("name\n");
    assert_eq!((talk.hear(), talk.hear()), ("= Counterplay".to_owned(), String::new()));
    talk.say(&"genmove b\nundo\n".repeat(100));
    let error = talk.turn_away().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
}

#[test]
fn lines_are_as_long_as_they_like() {
    let long = "x".repeat(1 << 22);
    let text = format!("7 play {long}\n8 name # {long}\n# {long}\n{long}\n9 name\n \t \n\r\n\u{1}1\u{7}0 na\0me\n");
    let said = answers(Gtp, settings("othello", None), text.as_bytes());
    assert_eq!(said, "?7 syntax error\n\n=8 Counterplay\n\n? syntax error\n\n=9 Counterplay\n\n=10 Counterplay\n\n");
}

#[test]
fn more_lines_than_are_read_ahead_are_answered_in_order() {
    let word = |number| if number == 0 { "genmove b" } else { "name" };
    let text: String = (0..2000).map(|number| format!("{number} {}\n", word(number))).collect();
    let said = answers(Gtp, settings("othello", Some(3)), text.as_bytes());
    for (number, reply) in said.split_terminator("\n\n").enumerate() {
        assert!(reply.starts_with(&format!("={number} ")), "{reply}");
    }
    assert!(said.ends_with("=1999 Counterplay\n\n"));
}

/// Whatever is said, every answer is an answer, and the engine goes on.
#[test]
fn garbage_is_answered_and_forgotten() {
    const SOUP: [&str; 34] = [
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "boardsize",
        "clear_board",
        "komi",
        "time_settings",
        "time_left",
        "final_score",
        "showboard",
        "set_game",
        "list_games",
        "known_command",
        "b",
        "w",
        "white",
        "f5",
        "d3",
        "pass",
        "4",
        "8",
        "0",
        "-1",
        "1e999",
        "99999999999999999999",
        "Othello",
        "connect4",
        "#",
        "\t",
        "\r",
        "\0",
        "ä",
        "\u{feff}",
    ];
    let mut random = Seeded::new(11);
    let mut text = Vec::new();
    for _ in 0..3000 {
        for _ in 0..random.below(6) {
            match random.below(8) {
                0 => text.extend((0..random.below(9)).map(|_| random.bits() as u8)),
                _ => text.extend(SOUP[random.index(SOUP.len()).unwrap()].bytes()),
            }
            text.push(b' ');
        }
        text.push(b'\n');
    }
    text.extend(b"\n4711 name\n");
    let said = answers(Gtp, settings("othello", Some(1)), &text);
    assert!(said.ends_with("=4711 Counterplay\n\n"), "{}", &said[said.len().saturating_sub(200)..]);
    let replies: Vec<&str> = said.split_terminator("\n\n").collect();
    assert!(replies.iter().all(|reply| reply.starts_with(['=', '?'])));
    let good = replies.iter().filter(|reply| reply.starts_with('=')).count();
    assert!(good > 100 && replies.len() - good > 100, "{good} of {}", replies.len());
}
