//! The laws that every game keeps, whatever its options; and texts that are nearly right.

use counterplay_core::check::Battery;
use counterplay_core::{Game, Notation, Ply};
use counterplay_testkit::garbage;

use super::{Backgammon, Match, Stakes};

#[test]
fn every_law_holds() {
    let of = |length| Stakes::Match(Match { length });
    for (stakes, opening, jacoby) in [
        (Stakes::Points, false, false),
        (Stakes::Points, true, false),
        (Stakes::Money, false, false),
        (Stakes::Money, true, true),
        (of(1), true, false),
        (of(3), false, false),
        (of(64), true, false),
    ] {
        let game = Backgammon::new(stakes, opening).with_jacoby(jacoby);
        let battery = Battery::new(&game).chance().keyed().notation().drawing();
        // A game is long, and has many plays.
        battery.states(200).playouts(2).plies(Ply(2000)).run().unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn no_text_breaks_a_reader() {
    let boards = [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0",
        "-a-B--E-B-a-dDB--b-bcb----:0:0:-1:00:0:0:0:0:0",
        "XGID=-----B--------------------:0:0:1:00:0:0:0:0:0 over",
        "4HPwATDgc/ABMA",
    ];
    garbage::positions(&boards, 17, Backgammon::default());
    let offered = ["XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:1:D:3:2:0:7:10", "4HPwATDgc/ABMA:MIHlADAAEAAE", boards[0]];
    let long = Backgammon::new(Stakes::Match(Match { length: 7 }), true);
    garbage::positions(&offered, 18, long);
    let mat = " 7 point match\n Game 1\n a : 0  b : 0\n  1) 31: 8/5 6/5   52: 13/11 13/8\n  2)  Doubles => 2   Takes\n  \
               3) 66: 24/18(2) 13/7(2)  41: 6/5* 25/21\n";
    garbage::positions(&[mat, " 7 point match\n Game 1\n  1) 65: 24/13\n"], 19, long);
}

#[test]
fn no_text_breaks_the_reader_of_plays() {
    let game = Backgammon::default();
    let state = game.parse_position("XGID=-b----E-C---eE---bae----B-:0:0:1:33:0:0:0:0:0").unwrap();
    let legal = game.action_list(&state);
    let samples: Vec<String> = legal.iter().map(|&action| game.action_text(&state, action)).collect();
    let samples: Vec<&str> = samples.iter().map(String::as_str).take(8).collect();
    garbage::texts(&samples, 20, |text| {
        game.split_moves(text);
        game.parse_action(&state, text, &legal).map(|action| game.action_text(&state, action))
    });
}
