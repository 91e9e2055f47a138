//! No text breaks a reader: texts that are nearly right, mutilated by a seed.

use counterplay_core::{Game, Hidden, Notation, Random, Seeded, Side, TextError};
use counterplay_games::backgammon::{Backgammon, Match, Stakes};
use counterplay_games::battleships::Battleships;
use counterplay_games::checkers::{Checkers, Pdn};
use counterplay_games::connect4::Connect4;
use counterplay_games::hog::Hog;
use counterplay_games::kuhn::Kuhn;
use counterplay_games::leduc::Leduc;
use counterplay_games::othello::{Empties, Othello};
use counterplay_games::pig::Pig;
use counterplay_games::qubic::Qubic;
use counterplay_games::tictactoe::TicTacToe;
use counterplay_games::tree::Tree;

const SOUP: &[&str] = &[
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    "@",
    "#",
    "\"",
    "\\",
    "/",
    "%",
    "-",
    "+",
    ".",
    "e",
    "9",
    "0",
    " ",
    "\n",
    "\r",
    "\0",
    "\u{feff}",
    "ä",
    "−",
    "max",
    "chance",
    "NaN",
    "inf",
    "x",
    "X",
    "O",
    "?",
    "1e309",
    "99999999999999999999",
    "first",
    "rolling",
    "2d6",
    "J",
    "pb",
    "(;",
    ";)",
    "B[",
    "PA",
    "W",
    "K",
    ";",
    "{",
    "}",
    "1-0",
    "*",
    "a1",
    "h",
];

/// The text with a few pieces put in, taken out or doubled.
fn mutilated(text: &str, random: &mut Seeded) -> String {
    let mut pieces: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..=random.below(4) {
        let place = random.index(pieces.len() + 1).unwrap_or(0);
        match random.below(3) {
            0 => pieces.insert(place, SOUP[random.index(SOUP.len()).unwrap_or(0)].to_owned()),
            1 if place < pieces.len() => drop(pieces.remove(place)),
            _ if place < pieces.len() => pieces.insert(place, pieces[place].clone()),
            _ => {}
        }
    }
    pieces.concat()
}

/// Reads mutilated texts: whatever is read is written, and is then read as the same; whatever is not has its place in the text.
fn try_to_break(samples: &[&str], seed: u64, read: impl Fn(&str) -> Result<String, TextError>) {
    let mut random = Seeded::new(seed);
    let (mut good, mut bad) = (0, 0);
    for round in 0..20_000 {
        let text = mutilated(samples[round % samples.len()], &mut random);
        match read(&text) {
            Ok(written) => {
                good += 1;
                assert_eq!(read(&written).as_ref(), Ok(&written), "{text:?}");
            }
            Err(error) => {
                bad += 1;
                assert!(error.offset <= text.len() && !error.message.is_empty(), "{text:?}: {error:?}");
                let _ = (error.position(&text), error.excerpt(&text));
            }
        }
    }
    assert!(good > 100 && bad > 100, "{good} texts were read, and {bad} were not");
}

#[test]
fn trees() {
    let samples = [
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "((3 17) (2 12))",
        "A:[B:3,\"C d\":[x,-2.5]]",
        "chance[1/3:[3,5],2/3:max@i[9,4],0:max@i[1,2]]",
        "(max (min 3 5) (chance 25%:1 0.75:2)) # done",
    ];
    try_to_break(&samples, 1, |text| Tree::parse(text, Side::Max).map(|tree| tree.to_text()));
}

#[test]
fn positions() {
    fn of<G: Notation>(game: G) -> impl Fn(&str) -> Result<String, TextError> {
        move |text| game.parse_position(text).map(|state| game.position_text(&state))
    }
    try_to_break(&["XO--X----", "XO-/-X-/---", "XXXOO----"], 2, of(TicTacToe::default()));
    let cube = "XO--X----/---/O--/---/---------";
    try_to_break(&[cube, "xo._..... ......... .........", cube], 10, of(Qubic::new(3).unwrap()));
    let small = Connect4::new(4, 3).unwrap();
    try_to_break(&["1243", "", "..../.O../XXO.", "XOOX OXXO XOOX"], 7, of(small));
    let small = Othello::new(4, Empties::Winner).unwrap();
    try_to_break(&["b1a1a2", "-XO-/OXO-/-XX-/---- O; a1:+2", "*.O. .*O. .OX. .... w", "", "b1 pass"], 8, of(small));
    let ggf = "(;GM[Othello]PC[x]PB[a\\]b]PW[ä]RE[+2.00:r]TY[4]BO[4 -----O*--*O----- *]B[B1/1.5/2]W[A1]B[A2//1]W[A3];)";
    try_to_break(&[ggf, "2 (;TY[4]B[b1]W[pa];) ", "(;B[D3]W[PA]B[d2];)"], 9, of(small));
    let draughts = ["B:W21-32:B1-12", "W:BK1-3,7:W9,K22.", " b : w 18 , k22 : b ", "", "W:W,5:B32"];
    try_to_break(&draughts, 10, of(Checkers::default()));
    let pdn =
        "[Event \"a\"] [GameType \"21\"] 1. 11-15! {x} 23-19 (1... 22-18 15x22 (1... 24-20) 2. 25x18) 2. 8-11* $3 1-0";
    let set_up = "[SetUp \"1\"][FEN \"B:W18,19,27:B11,15\"] 15x24x31 ; done\n 1/2-1/2";
    try_to_break(&[pdn, set_up, "11-15 23-19 *"], 11, of(Checkers::default()));
    let whole = |text: &str| Pdn::parse(&Checkers::default(), text).map(|read| read.to_text(&Checkers::default()));
    try_to_break(&[pdn, set_up, "11-15 23-19 *"], 12, whole);
    try_to_break(&["34 57 first 12", "0 0 second 0 rolling"], 3, of(Pig::default()));
    try_to_break(&["5 7 first", "0 3 second 2d6"], 4, of(Hog::default()));
    try_to_break(&["QJ pb", "--", "KQ"], 5, of(Kuhn));
    try_to_break(&["Q? pb", "?K b", "--"], 6, |text| Kuhn.parse_view(text).map(|view| Kuhn.view_text(&view)));
    try_to_break(&["JhQs rc Kh r", "--", "KhKs crrf"], 13, of(Leduc));
    let seen = ["Jh? rc Kh r", "?Qs crrc Kh", "JhQs cc Kh cc", "--"];
    try_to_break(&seen, 14, |text| Leduc.parse_view(text).map(|view| Leduc.view_text(&view)));
    let ships = Battleships::new(5, 32, false).unwrap();
    let placed = ["a1h,a2h e1v,a5h d5,e1*,e2* a1*,b1*", "a1h,a2h e1v,a5h", "a1h - - -", "- -"];
    try_to_break(&placed, 15, of(ships));
    let seen = ["a1h,a2h ? d5,e1*,e2*B a1*,b1*", "? a1h,a2h a1* d5", "?1 -", "a1h,a2h ?"];
    try_to_break(&seen, 16, |text| ships.parse_view(text).map(|view| ships.view_text(&view)));
    let boards = [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0",
        "-a-B--E-B-a-dDB--b-bcb----:0:0:-1:00:0:0:0:0:0",
        "XGID=-----B--------------------:0:0:1:00:0:0:0:0:0 over",
        "4HPwATDgc/ABMA",
    ];
    try_to_break(&boards, 17, of(Backgammon::default()));
    let offered = ["XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:1:D:3:2:0:7:10", "4HPwATDgc/ABMA:MIHlADAAEAAE", boards[0]];
    let long = Backgammon::new(Stakes::Match(Match { length: 7 }), true);
    try_to_break(&offered, 18, of(long));
    let mat = " 7 point match\n Game 1\n a : 0  b : 0\n  1) 31: 8/5 6/5   52: 13/11 13/8\n  2)  Doubles => 2   Takes\n  3) 66: 24/18(2) 13/7(2)  41: 6/5* 25/21\n";
    try_to_break(&[mat, " 7 point match\n Game 1\n  1) 65: 24/13\n"], 19, of(long));
}

#[test]
fn plays() {
    let game = Backgammon::default();
    let state = game.parse_position("XGID=-b----E-C---eE---bae----B-:0:0:1:33:0:0:0:0:0").unwrap();
    let legal = game.action_list(&state);
    let samples: Vec<String> = legal.iter().map(|&action| game.action_text(&state, action)).collect();
    let samples: Vec<&str> = samples.iter().map(String::as_str).take(8).collect();
    try_to_break(&samples, 20, |text| {
        game.split_moves(text);
        game.parse_action(&state, text, &legal).map(|action| game.action_text(&state, action))
    });
}
