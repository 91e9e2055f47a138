//! Programs that speak UCI: scripted ones, and a real one for chess.

use std::path::Path;
use std::time::Duration;

use crate::common::{Bots, between, contest, games_of, played};
use counterplay_referee::{Fault, Kind, Opening, Openings, Reason, UciProgram, Who};

/// A program that speaks UCI for tic-tac-toe: `go` is what it does when it is asked, and `board` the moves so far.
fn scripted(go: &str) -> String {
    format!(
        "import sys, time\n\
         out = open(sys.argv[1], 'a')\n\
         for line in sys.stdin:\n\
         \x20   out.write(line)\n\
         \x20   out.flush()\n\
         \x20   words = line.split()\n\
         \x20   if words[0] == 'uci':\n\
         \x20       print('Some Program 1.0\\nid name x\\noption name OwnBook type check default true')\n\
         \x20       print('option name Skill Level type spin default 20 min 0 max 20\\nuciok', flush=True)\n\
         \x20   elif words[0] == 'quit':\n\
         \x20       break\n\
         \x20   elif words[0] == 'isready':\n\
         \x20       print('readyok', flush=True)\n\
         \x20   elif words[0] == 'position':\n\
         \x20       cells = [c + r for r in '123' for c in 'abc']\n\
         \x20       board = words[4:] + [cell for cell, sign in zip(cells, words[2]) if sign != '-']\n\
         \x20   elif words[0] == 'go':\n\
         \x20       {go}\n"
    )
}

const FIRST_FREE: &str = "print('info depth 1 score cp 0\\r\\nbestmove', next(c for c in cells if c not in board), \
    'ponder c3\\r', flush=True)";

fn uci(bots: &Bots, name: &str, go: &str, options: &[(&str, &str)]) -> Kind {
    let Kind::Command(command) = bots.add(name, &scripted(go)) else { panic!("a bot is a command") };
    let command = format!("{command} {}", bots.path(name).display());
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    Kind::Uci(UciProgram { command, options, nodes: Some(500), ..UciProgram::default() })
}

#[test]
fn a_program_is_told_its_options_the_whole_line_and_a_time() {
    let bots = Bots::new("uci");
    let player = uci(&bots, "good", FIRST_FREE, &[("skill level", "3")]);
    let mut contested = between("tictactoe", [player, Kind::Random]);
    let start = Opening { position: Some("-XO------".into()), moves: vec!["c2".into()] };
    contested.openings = Openings::Listed(vec![start]);
    assert_eq!(contested.refusal(), None);
    let games = games_of(&contested, 2);
    assert!(games.iter().all(|game| game.reason == Reason::Rules), "{games:?}");
    let heard = std::fs::read_to_string(bots.path("good")).unwrap();
    let opening = "uci\nsetoption name OwnBook value false\nsetoption name Skill Level value 3\nucinewgame\nisready\n";
    assert!(heard.starts_with(opening), "{heard}");
    assert!(heard.contains("\nposition fen -XO------ moves c2"), "{heard}");
    // There are programs that know no nodes, so that a time is told too, a little less than they have.
    assert!(heard.contains("\ngo nodes 500 movetime 270\n"), "{heard}");
    assert_eq!(heard.matches("ucinewgame").count(), 2, "one program plays all games");
    assert!(heard.ends_with("quit\n"), "{heard}");
}

#[test]
fn what_a_program_does_wrong_loses_its_game() {
    let bots = Bots::new("uci-wrong");
    let reason = |name: &str, go: &str, options: &[(&str, &str)]| {
        let games = played("tictactoe", [uci(&bots, name, go, options), Kind::Random], 2);
        assert!(games.iter().all(|game| game.winner == Some(Who::B)), "{name}");
        games[0].reason.clone()
    };
    let fault = |fault: Fault| Reason::Fault(fault);
    assert_eq!(reason("hangs", "pass", &[]), fault(Fault::Time));
    let endless = "[print('info depth', n, flush=True) for n in iter(int, 1)]";
    assert_eq!(reason("never-done", endless, &[]), fault(Fault::Time));
    let illegal = |line: &str| fault(Fault::Illegal(line.into()));
    assert_eq!(reason("cheats", "print('bestmove d4', flush=True)", &[]), illegal("bestmove d4"));
    assert_eq!(reason("gives-up", "print('bestmove (none)', flush=True)", &[]), illegal("bestmove (none)"));
    assert_eq!(reason("null", "print('bestmove 0000', flush=True)", &[]), illegal("bestmove 0000"));
    assert_eq!(reason("empty", "print('bestmove', flush=True)", &[]), illegal("bestmove"));
    assert!(matches!(reason("dies", "raise SystemExit(1)", &[]), Reason::Fault(Fault::Crash(_))));
    let unknown = reason("unknown", FIRST_FREE, &[("UCI_Elo", "2000")]);
    assert_eq!(unknown, fault(Fault::Crash("it has no option \"UCI_Elo\"".into())));
}

#[test]
fn what_uci_has_no_words_for_is_refused_before_the_first_game() {
    let program = |movetime| UciProgram { command: "true".into(), movetime, ..UciProgram::default() };
    let players = |movetime| [Kind::Random, Kind::Uci(program(movetime))];
    for game in ["pig", "kuhn", "leduc"] {
        assert!(between(game, players(None)).refusal().is_some_and(|why| why.contains(game)), "{game}");
    }
    let longer = between("tictactoe", players(Some(Duration::from_millis(300)))).refusal();
    assert!(longer.is_some_and(|why| why.contains("--time")));
    assert_eq!(between("tictactoe", players(Some(Duration::from_millis(200)))).refusal(), None);
}

/// The real program, where Debian has put it. It may be missing, unless it is required.
fn gnuchess() -> Option<Kind> {
    let there = Path::new("/usr/games/gnuchess").exists();
    assert!(there || std::env::var_os("COUNTERPLAY_PEERS").is_none(), "gnuchess (Debian: gnuchess) is missing");
    if !there {
        eprintln!("passed over: gnuchess (Debian: gnuchess) is missing");
    }
    let movetime = Some(Duration::from_millis(5));
    let program = UciProgram { command: "gnuchess --uci".into(), movetime, ..UciProgram::default() };
    there.then_some(Kind::Uci(program))
}

#[test]
fn a_real_program_plays_chess_to_the_end() {
    let Some(gnuchess) = gnuchess() else { return };
    let mut contested = between("chess", [gnuchess.clone(), Kind::Random]);
    contested.player_settings.time = Duration::from_secs(10);
    let games = games_of(&contested, 2);
    assert!(games.iter().all(|game| game.reason == Reason::Rules && game.winner == Some(Who::A)), "{games:?}");
    let tally =
        contest("chess", [Kind::Uci(UciProgram { command: "exit 3".into(), ..UciProgram::default() }), gnuchess], 2);
    assert_eq!(tally.crashes, [2, 0]);
}
