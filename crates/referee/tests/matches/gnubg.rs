//! Backgammon against GNU Backgammon, where it is installed.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use counterplay_adapt::Entry;
use counterplay_api::{AnyGame, AnyPosition, Catalog};
use counterplay_backgammon::{Backgammon, Stakes};
use counterplay_core::Seat;
use counterplay_referee::{
    Beginning, Choice, Fault, Kind, Match, Opening, Openings, Player, PlayerSettings, Reason, Setting, Trouble, Who,
};

/// Whether the real program is where Debian puts it. It may be missing, unless it is required.
fn is_there() -> bool {
    let is_there = ["/usr/games/gnubg", "/usr/bin/gnubg"].iter().any(|path| Path::new(path).exists());
    assert!(is_there || std::env::var_os("COUNTERPLAY_PEERS").is_none(), "gnubg (Debian: gnubg) is missing");
    if !is_there {
        eprintln!("passed over: gnubg (Debian: gnubg) is missing");
    }
    is_there
}

/// One test at a time: one of them kills every such program that this process has started.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn game(stakes: Stakes) -> Arc<dyn AnyGame> {
    let make = move || Backgammon::new(stakes, false);
    let entry = Entry::new("backgammon", "Backgammon", make).notation("8/5 6/5, 31; a position is an XGID");
    Catalog::new().with(entry).game("backgammon", &[]).unwrap()
}

fn setting() -> Setting {
    let game = game(Stakes::default());
    Setting { name: "backgammon".into(), options: Vec::new(), game, seed: 7, longest: 2000 }
}

fn between(players: [Kind; 2]) -> Match {
    Match { setting: setting(), players, player_settings: PlayerSettings::default(), openings: Openings::Plies(0) }
}

fn gnubg() -> Box<dyn Player> {
    let mut player = Kind::Gnubg(0).player(&PlayerSettings::default(), &Arc::default());
    player.begin(&Beginning { game: "backgammon", options: &[], seat: Seat::FIRST, seed: 1, pair_seed: 1 }).unwrap();
    player
}

/// The first throws of a game are well known.
#[test]
fn it_makes_its_five_point_with_31() {
    let _alone = alone();
    if !is_there() {
        return;
    }
    let mut player = gnubg();
    for (throw, expected) in [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("65", "24/13")] {
        let mut position = setting().game.start();
        position.play(throw).unwrap();
        let Choice::Action(word) = player.choose(position.as_ref()).unwrap() else { panic!("it resigns") };
        let mut by_us = position.copy();
        by_us.play(expected).unwrap();
        position.play(&word).unwrap();
        assert_eq!(position.text(), by_us.text(), "{throw}: {word}");
    }
}

/// The other side bears its last two men off with any throw. One play saves the gammon, which counts although nobody
/// has doubled.
#[test]
fn it_plays_for_gammons() {
    let _alone = alone();
    if !is_there() {
        return;
    }
    let mut player = gnubg();
    for (straggler, dice) in [(8, "21"), (9, "31"), (10, "41"), (11, "51")] {
        let mut points = *b"-DDCC---------------------";
        (points[straggler], points[24]) = (b'A', b'b');
        let text = format!("XGID={}:0:0:1:{dice}:0:0:0:0:0", std::str::from_utf8(&points).unwrap());
        let mut position = setting().game.read(&text).unwrap();
        let Choice::Action(word) = player.choose(position.as_ref()).unwrap() else { panic!("it resigns") };
        let mut saved = position.copy();
        saved.play(&format!("{straggler}/6 1/off")).unwrap();
        position.play(&word).unwrap();
        assert_eq!(position.text(), saved.text(), "{text}: {word}");
    }
}

#[test]
fn whole_games_are_played_by_the_rules_and_the_better_one_wins_more() {
    let _alone = alone();
    if !is_there() {
        return;
    }
    let contest = between([Kind::Gnubg(0), Kind::Random]);
    assert_eq!(contest.refusal(), None);
    let games = crate::common::games_of(&contest, 20);
    let mut points = 0.0;
    for game in &games {
        assert_eq!(game.reason, Reason::Rules, "{game:?}");
        assert!(game.effort.iter().all(|(choices, _)| *choices > 5), "{game:?}");
        let again = contest.replay(game).unwrap();
        assert_eq!((&again.actions, again.points), (&game.actions, game.points));
        points += game.points.unwrap();
    }
    assert!(points > 20.0, "{points} points in 20 games against any play");
}

/// A pair has the same dice, so that against itself it wins in one game what it loses in the other.
#[test]
fn against_itself_every_pair_is_even() {
    let _alone = alone();
    if !is_there() {
        return;
    }
    let games = crate::common::games_of(&between([Kind::Gnubg(0), Kind::Gnubg(0)]), 10);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].actions, pair[1].actions);
        assert_eq!(pair[0].points, pair[1].points.map(|points| -points));
    }
    assert!(games.iter().any(|game| game.points.is_some_and(|points| points.abs() > 1.0)), "no game was a gammon");
}

/// The numbers of the processes of this name that a process has started.
fn children_of(parent: u32, name: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let is_child = |number: &String| {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let Some((before, after)) = status.rsplit_once(')') else { return false };
        let own = after.split_whitespace().nth(1) == Some(&parent.to_string());
        own && before.ends_with(&format!("({name}"))
    };
    processes.filter(is_child).collect()
}

/// Plays as another one does, until its program is killed.
struct Killed {
    player: Box<dyn Player>,
    left: u32,
}

impl Player for Killed {
    fn begin(&mut self, beginning: &Beginning<'_>) -> Result<(), Trouble> {
        self.player.begin(beginning)
    }
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Choice, Trouble> {
        if self.left == 0 {
            self.left = u32::MAX;
            let children = children_of(std::process::id(), "gnubg");
            assert_eq!(children.len(), 1, "{children:?}");
            assert!(Command::new("kill").args(["-9", &children[0]]).status().unwrap().success());
        }
        self.left -= 1;
        self.player.choose(position)
    }
}

#[test]
fn a_program_that_is_killed_loses_its_own_game_and_no_other() {
    let _alone = alone();
    if !is_there() {
        return;
    }
    let killed = Killed { player: Kind::Gnubg(0).player(&PlayerSettings::default(), &Arc::default()), left: 40 };
    let random = Kind::Random.player(&PlayerSettings::default(), &Arc::default());
    let mut players: [Box<dyn Player>; 2] = [Box::new(killed), random];
    let games: Vec<_> =
        (1..=6).map(|number| setting().play(number, Opening::default(), &mut players).unwrap()).collect();
    let faults: Vec<_> = games.iter().filter(|game| game.reason != Reason::Rules).collect();
    let [fault] = faults[..] else { panic!("{faults:?}") };
    assert!(matches!(&fault.reason, Reason::Fault(Fault::Crash(_))), "{fault:?}");
    assert_eq!((fault.winner, fault.points), (Some(Who::B), Some(-1.0)));
    assert!(games[5].reason == Reason::Rules && fault.number < 6);
}

#[test]
fn what_it_is_not_asked_for_is_refused_before_the_first_game() {
    let mut contest = between([Kind::Random, Kind::Gnubg(0)]);
    contest.setting.game = game(Stakes::Money);
    assert!(contest.refusal().is_some_and(|why| why.contains("without the cube")));
    let othello = crate::common::between("othello", [Kind::Random, Kind::Gnubg(0)]);
    assert!(othello.refusal().is_some_and(|why| why.contains("plays backgammon")));
}

/// The bot of the manual, which knows nothing of plays with blanks in them.
#[test]
fn a_bot_is_told_plays_as_single_words() {
    let bots = crate::common::Bots::new("backgammon");
    let source = "import random\n\
        import sys\n\
        \n\
        for line in sys.stdin:\n\
        \x20   word, *rest = line.split()\n\
        \x20   if word == 'move':\n\
        \x20       print(random.choice(rest), flush=True)\n";
    let games = crate::common::games_of(&between([bots.add("any", source), Kind::Random]), 2);
    assert!(games.iter().all(|game| game.reason == Reason::Rules), "{games:?}");
    assert!(games.iter().flat_map(|game| &game.actions).any(|word| word.contains(' ')));
}
