//! Backgammon beside GNU Backgammon: the same plays in a thousand positions.

#![cfg(unix)]

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use counterplay_backgammon::{Action, BAR, Backgammon, HOME, Play, Stage, State};
use counterplay_core::{Chance, Game, Notation, Outcomes, Random, Seeded, Turn};

/// How many positions are compared.
const POSITIONS: usize = 1000;

/// The program, where Debian has put it. It may be missing, unless it is required.
fn gnubg() -> Option<&'static str> {
    let path = ["/usr/games/gnubg", "/usr/bin/gnubg"].into_iter().find(|path| Path::new(path).exists());
    assert!(path.is_some() || std::env::var_os("COUNTERPLAY_PEERS").is_none(), "gnubg (Debian: gnubg) is missing");
    if path.is_none() {
        eprintln!("passed over: gnubg (Debian: gnubg) is missing");
    }
    path
}

/// Positions with the dice thrown, from games that are played at random.
fn positions(game: &Backgammon) -> Vec<State> {
    let mut random = Seeded::new(2026);
    let mut found = Vec::new();
    let mut state = game.initial();
    while found.len() < POSITIONS {
        if game.is_terminal(&state) {
            state = game.initial();
        }
        let options: Vec<Action> = match game.turn(&state) {
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                game.outcomes(&state, &mut outcomes);
                outcomes.as_slice().iter().map(|&(action, _)| action).collect()
            }
            Turn::Seat(_) => game.action_list(&state),
        };
        // Not all positions of one game: its neighbours are much alike.
        if state.stage() == Stage::Play && random.below(3) == 0 {
            found.push(state);
        }
        game.apply(&mut state, options[random.index(options.len()).unwrap()]);
    }
    found
}

/// What GNU Backgammon can play in each position, in its own words.
fn listed(program: &str, game: &Backgammon, states: &[State]) -> Vec<Vec<String>> {
    let mut script = "import gnubg\nfor line in ['set display off', 'set automatic game off', 'set automatic roll off', 'set automatic move off', \
         'set automatic bearoff off', 'set player 0 human', 'set player 1 human', 'new session', \
         'set evaluation chequerplay evaluation plies 0']:\n    gnubg.command(line)\n\
         def ask(board, first, second):\n    gnubg.command('set board ' + board)\n    gnubg.command('set dice %d %d' % (first, second))\n    \
         found = gnubg.hint(5000) or {}\n    print('@' + '|'.join(one['move'] for one in found.get('hint', [])))\n"
        .to_owned();
    for state in states {
        let [first, second] = state.dice().unwrap();
        let _ = writeln!(script, "ask('{}', {first}, {second})", game.position_id(state));
    }
    let folder = std::env::temp_dir().join(format!("counterplay-gnubg-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("ask.py");
    std::fs::write(&file, script).unwrap();
    let output = Command::new(program)
        .args(["-t", "-q", "-r", "-p"])
        .arg(&file)
        .env("HOME", &folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter_map(|line| line.split_once('@').map(|(_, plays)| plays.to_owned()));
    lines.map(|plays| plays.split('|').filter(|play| !play.is_empty()).map(str::to_owned).collect()).collect()
}

#[test]
fn the_plays_are_those_that_gnu_backgammon_lists() {
    let Some(program) = gnubg() else { return };
    let game = Backgammon::default();
    let states = positions(&game);
    let (mut from_bar, mut bearing_off, mut doublets, mut stuck, mut plays) = (0, 0, 0, 0, 0);
    let lists = listed(program, &game, &states);
    assert_eq!(lists.len(), states.len(), "gnubg has not answered all");
    for (state, words) in states.iter().zip(lists) {
        let legal = game.action_list(state);
        let position = game.position_text(state);
        let read = |word: &String| {
            game.parse_action(state, word, &legal).unwrap_or_else(|error| panic!("{position}: {word}: {error}"))
        };
        let theirs: HashSet<Action> = words.iter().map(read).collect();
        assert_eq!(theirs.len(), words.len(), "{position}: two of theirs are one of ours: {words:?}");
        // Where there is nothing to play they list nothing.
        let ours: HashSet<Action> =
            legal.iter().copied().filter(|&action| action != Action::Play(Play::NOTHING)).collect();
        let missing: Vec<String> = ours.difference(&theirs).map(|&action| game.action_text(state, action)).collect();
        assert!(missing.is_empty(), "{position}: they do not have {missing:?}");
        assert!(theirs.is_subset(&ours), "{position}: they have more");
        let own = state.men(state.seat());
        let [first, second] = state.dice().unwrap();
        from_bar += usize::from(own.on(BAR) > 0);
        bearing_off += usize::from(own.last() <= HOME);
        doublets += usize::from(first == second);
        stuck += usize::from(ours.is_empty());
        plays += ours.len();
    }
    assert!(
        from_bar > 50 && bearing_off > 50 && doublets > 100 && stuck > 10,
        "{from_bar} {bearing_off} {doublets} {stuck}"
    );
    assert!(plays > 10_000, "{plays}");
}
