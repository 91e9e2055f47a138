//! Programs that speak GTP: a real one for Othello, and scripted ones.

use std::path::Path;

use crate::common::{Bots, between, contest, played};
use counterplay_api::Level;
use counterplay_referee::{Fault, Kind, Opening, Openings, Reason, Who};

/// The real program, where Debian has put it. It may be missing, unless it is required.
fn rhino() -> Option<Kind> {
    let path = ["/usr/games/gtp-rhino", "/usr/bin/gtp-rhino"].into_iter().find(|path| Path::new(path).exists());
    assert!(path.is_some() || std::env::var_os("COUNTERPLAY_PEERS").is_none(), "gtp-rhino (Debian: grhino) is missing");
    if path.is_none() {
        eprintln!("passed over: gtp-rhino (Debian: grhino) is missing");
    }
    path.map(|path| Kind::Gtp(format!("{path} --level=1 --rand=5")))
}

#[test]
fn a_real_program_plays_othello_to_the_end() {
    let Some(rhino) = rhino() else { return };
    let level = Level::new(4).unwrap();
    let mut passes = 0;
    let mut match_of = between("othello", [rhino, Kind::Level(level)]);
    match_of.openings = Openings::Plies(8);
    match_of.player_settings.time = std::time::Duration::from_secs(10);
    let games = crate::common::games_of(&match_of, 30);
    for game in &games {
        assert!(matches!(game.reason, Reason::Rules), "{game:?}");
        assert!(game.opening.moves.len() == 8 && game.plies > 20, "{game:?}");
        passes += game.actions.iter().filter(|word| *word == "pass").count();
    }
    assert!(passes > 0, "no game had a pass in it");
}

/// A program that speaks GTP, and plays the first legal square of a list that it is given with `play`.
fn scripted(genmove: &str, other: &str) -> String {
    format!(
        "import sys, time\n\
         board = []\n\
         for line in sys.stdin:\n\
         \x20   word, *rest = line.split()\n\
         \x20   if word == 'list_commands':\n\
         \x20       print('= name\\ngenmove\\nplay\\n', flush=True)\n\
         \x20   elif word == 'quit':\n\
         \x20       break\n\
         \x20   elif word == 'genmove':\n\
         \x20       {genmove}\n\
         \x20   elif word == 'play':\n\
         \x20       board.append(rest[1])\n\
         \x20       print('=\\n', flush=True)\n\
         \x20   else:\n\
         \x20       {other}\n"
    )
}

const FINE: &str = "print('=\\n', flush=True)";

#[test]
fn the_answers_of_a_program_are_understood() {
    let bots = Bots::new("gtp");
    let gtp = |name: &str, source: &str| match bots.add(name, source) {
        Kind::Command(command) => Kind::Gtp(command),
        other => other,
    };
    // It plays the first cell that is free, in capitals, with what a program may print before and after.
    let first_free = "move = next(c + r for r in '123' for c in 'ABC' if (c + r).lower() not in board); \
        board.append(move.lower()); print('\\n\\nhm\\n=' + ' ' + move + '\\r\\n', flush=True)";
    let clears = "board.clear() if word == 'clear_board' else None; print('=\\n', flush=True)";
    let tally = contest("tictactoe", [gtp("good", &scripted(first_free, clears)), Kind::Random], 6);
    assert_eq!((tally.games, tally.crashes, tally.illegal, tally.time_losses), (6, [0; 2], [0; 2], [0; 2]));

    let reason = |name: &str, source: &str| {
        let games = played("tictactoe", [gtp(name, source), Kind::Random], 2);
        assert!(games.iter().all(|game| game.winner == Some(Who::B)), "{name}");
        games[0].reason.clone()
    };
    assert_eq!(reason("resigns", &scripted("print('= Resign\\n', flush=True)", FINE)), Reason::Resignation);
    assert_eq!(reason("hangs", &scripted("time.sleep(1000)", FINE)), Reason::Fault(Fault::Time));
    let illegal = reason("cheats", &scripted("print('= d4\\n', flush=True)", FINE));
    assert_eq!(illegal, Reason::Fault(Fault::Illegal("d4".into())));
    let refusal = reason("refuses", &scripted("pass", "print('? unacceptable size\\n', flush=True)"));
    let told = "it answered \"boardsize 3\" with \"? unacceptable size\"";
    assert_eq!(refusal, Reason::Fault(Fault::Crash(told.into())));
    assert!(matches!(reason("dies", "raise SystemExit(1)"), Reason::Fault(Fault::Crash(_))));
}

#[test]
fn what_gtp_has_no_words_for_is_refused_before_the_first_game() {
    let players = || [Kind::Random, Kind::Gtp("true".into())];
    for game in ["pig", "kuhn", "leduc"] {
        assert!(between(game, players()).refusal().is_some_and(|why| why.contains(game)), "{game}");
    }
    let mut contest = between("tictactoe", players());
    assert_eq!(contest.refusal(), None);
    contest.openings = Openings::Listed(vec![Opening { position: Some("XO-------".into()), moves: Vec::new() }]);
    assert!(contest.refusal().is_some_and(|why| why.contains("lines of actions")));
}
