//! The games that Counterplay comes with.

use counterplay_core::{ForcedWins, Perfect};
use counterplay_games::backgammon::{self, Backgammon, Equity, Eyes, Match, Stakes};
use counterplay_games::battleships::Battleships;
use counterplay_games::checkers::{self, Checkers, Material, Shots};
use counterplay_games::connect4::{self, Connect4, Threats};
use counterplay_games::hog::Hog;
use counterplay_games::kuhn::Kuhn;
use counterplay_games::leduc::Leduc;
use counterplay_games::othello::{self, Empties, Mobility, Othello, Patterns, Prospects};
use counterplay_games::pig::{self, Lead, Pig};
use counterplay_games::qubic::{CERTIFICATE, OpenLines, Qubic};
use counterplay_games::tictactoe::TicTacToe;

use crate::{Catalog, Entry, Item, OptionSpec};

/// How many nodes a hunt for a forced win may take that shortens a certificate.
const THOROUGH: u32 = 5000;

impl Catalog {
    /// All games of Counterplay.
    #[must_use]
    pub fn standard() -> Catalog {
        Catalog::new()
            .with(tictactoe())
            .with(qubic())
            .with(connect4())
            .with(othello())
            .with(checkers())
            .with(pig())
            .with(hog())
            .with(backgammon())
            .with(kuhn())
            .with(leduc())
            .with(battleships())
    }
}

fn tictactoe() -> impl Item {
    let largest = i64::from(TicTacToe::LARGEST);
    let options = vec![
        OptionSpec { name: "size", help: "rows and columns", least: 1, most: largest, default: Some(3) },
        OptionSpec {
            name: "align",
            help: "how many in a row win; as the size",
            least: 1,
            most: largest,
            default: None,
        },
    ];
    let make = |options: &crate::Options| {
        let size = options.or("size", 3);
        TicTacToe::new(size, options.or("align", size)).map_err(|error| error.to_string())
    };
    Entry::with_options("tictactoe", "Tic-tac-toe", options, make)
        .notation("cells a1 to c3, a1 at the top left; a position is its cells row by row, XO--X----")
        .drawn()
        .symmetric()
        .indexed()
}

fn qubic() -> impl Item {
    let size = OptionSpec { name: "size", help: "cells each way: 3 or 4", least: 3, most: 4, default: Some(4) };
    let make = |options: &crate::Options| Qubic::new(options.or("size", 4)).map_err(|error| error.to_string());
    Entry::with_options("qubic", "3D tic-tac-toe", vec![size], make)
        .notation("layer, row and column, 1a1 to 4d4; a position is its cells layer by layer, X, O or -")
        .drawn()
        .symmetric()
        .knowledge(ForcedWins::default().for_proving())
        .evaluation(OpenLines)
        .certified(
            |game, text, told| counterplay_verify::qubic(game.size(), text, told),
            ForcedWins::default().for_writing(),
            ForcedWins::within(THOROUGH),
        )
        .knowledge(Perfect::new(Qubic::default(), ForcedWins::default(), CERTIFICATE))
}

fn connect4() -> impl Item {
    let side = |name, help, default| OptionSpec { name, help, least: 1, most: 63, default: Some(default) };
    let options = vec![side("width", "columns", 7), side("height", "rows", 6)];
    let make = |options: &crate::Options| {
        Connect4::new(options.or("width", 7), options.or("height", 6)).map_err(|error| error.to_string())
    };
    Entry::with_options("connect4", "Connect four", options, make)
        .notation("columns from 1; a position is the columns played, 4455, or its rows from the top, ./.X/OX")
        .drawn()
        .symmetric()
        .knowledge(Threats)
        .indexed()
        .evaluation(connect4::Prospects)
}

fn othello() -> impl Item {
    let options = vec![
        OptionSpec { name: "size", help: "rows and columns: 4, 6 or 8", least: 4, most: 8, default: Some(8) },
        OptionSpec {
            name: "empties",
            help: "1 if squares that stay empty count for the winner, 0 if for nobody",
            least: 0,
            most: 1,
            default: Some(1),
        },
    ];
    let make = |options: &crate::Options| {
        let empties = if options.or("empties", 1) == 0 { Empties::Nobody } else { Empties::Winner };
        Othello::new(options.or("size", 8), empties).map_err(|error| error.to_string())
    };
    Entry::with_options("othello", "Othello", options, make)
        .notation("f5, pass; a position is its squares row by row, X, O or -, and who is to move, or the moves, f5d6c3")
        .drawn()
        .keyed()
        .knowledge(Mobility)
        .evaluation(Prospects)
        .learned(Patterns, othello::WEIGHTS)
}

fn checkers() -> impl Item {
    let options = vec![OptionSpec {
        name: "limit",
        help: "after how many moves of each side without a capture or a man's move the game is drawn; 0 for never",
        least: 0,
        most: i64::from(Checkers::MOST_MOVES),
        default: Some(40),
    }];
    Entry::with_options("checkers", "Checkers", options, |options| Ok(Checkers::new(options.or("limit", 40))))
        .notation(
            "11-15, 15x22, 7x16x23; a position is who is to move and the squares, kings with a K: B:W18,K22:B1-3,12",
        )
        .drawn()
        .keyed()
        .knowledge(Shots)
        .tabled()
        .evaluation(Material)
        .learned(checkers::Patterns, checkers::WEIGHTS)
}

fn pig() -> impl Item {
    let (least, most) = (i64::from(*Pig::GOALS.start()), i64::from(*Pig::GOALS.end()));
    let options = vec![OptionSpec { name: "goal", help: "the points that win", least, most, default: Some(100) }];
    Entry::with_options("pig", "Pig", options, |options| Pig::new(options.or("goal", 100)).map_err(|e| e.to_string()))
        .notation(
            "roll, hold, and 1 to 6 for the die; a position is the scores, the turn and its total, 34 57 first 12",
        )
        .drawn()
        .keyed()
        .listed()
        .evaluation(Lead)
        // Nothing is shipped: `solve` knows the best policy. It can be learned all the same, for those who want to see how near learning comes to it.
        .networked(pig::Eyes, Pig::clone, std::convert::identity, &[])
}

fn hog() -> impl Item {
    let range = |range: std::ops::RangeInclusive<u32>| (i64::from(*range.start()), i64::from(*range.end()));
    let ((least, most), (fewest, all)) = (range(Hog::GOALS), range(Hog::DICE));
    let options = vec![
        OptionSpec { name: "goal", help: "the points that win", least, most, default: Some(8) },
        OptionSpec { name: "dice", help: "the most dice in a throw", least: fewest, most: all, default: Some(2) },
    ];
    let make =
        |options: &crate::Options| Hog::new(options.or("goal", 8), options.or("dice", 2)).map_err(|e| e.to_string());
    Entry::with_options("hog", "Hog", options, make)
        .notation("2d6 throws two dice, +5 scores five; a position is the scores and the turn, 5 7 first")
        .drawn()
        .keyed()
        .listed()
}

fn backgammon() -> impl Item {
    let switch = |name, help| OptionSpec { name, help, least: 0, most: 1, default: Some(0) };
    let options = vec![
        OptionSpec {
            name: "match",
            help: "the points that win a match, with the cube and the Crawford rule; 0 for single games",
            least: 0,
            most: i64::from(Match::LONGEST),
            default: Some(0),
        },
        switch("cube", "1 to play for money with the doubling cube, 0 for points without it"),
        switch("jacoby", "1 if gammons count only after a double; for money with the cube"),
        switch("opening", "1 if each throws a die to begin, 0 if first is on roll"),
    ];
    let make = |options: &crate::Options| {
        let stakes = match options.or("match", 0) {
            0 if options.or("cube", 0) == 0 => Stakes::Points,
            0 => Stakes::Money,
            length => Stakes::Match(Match { length }),
        };
        Ok(Backgammon::new(stakes, options.or("opening", 0) == 1).with_jacoby(options.or("jacoby", 0) == 1))
    };
    // What is pasted says by itself what it is played for.
    let told = |text: &str| match Backgammon::told_by(text) {
        Some(game) => match game.stakes() {
            Stakes::Points => Vec::new(),
            Stakes::Money => vec![("cube", 1), ("jacoby", game.has_jacoby().into())],
            Stakes::Match(Match { length }) => vec![("match", length.into())],
        },
        None => Vec::new(),
    };
    Entry::with_options("backgammon", "Backgammon", options, make)
        .notation(
            "8/5 6/5, bar/22*, 13/7(2), 6/off, and 31 for the dice; roll, double, take, drop; a position is an XGID or a \
             Position ID of GNU Backgammon, 4HPwATDgc/ABMA, and a game a .mat file",
        )
        .told_by(told)
        .drawn()
        .keyed()
        .expected()
        .evaluation(Equity(backgammon::Lead))
        // One network for all that can be played for: it is learned for points.
        .networked(Eyes, |_| Backgammon::default(), Equity, backgammon::WEIGHTS)
}

fn kuhn() -> impl Item {
    Entry::new("kuhn", "Kuhn poker", || Kuhn)
        .notation("pass and bet, QJ deals; a position is QJ pb, or what a seat sees: Q? pb")
        .drawn_by_view()
        .keyed()
}

fn leduc() -> impl Item {
    Entry::new("leduc", "Leduc hold'em", || Leduc)
        .notation("fold, call and raise, JhQs deals; a position is JhQs rc Kh r, or what a seat sees: Jh? rc Kh r")
        .drawn_by_view()
        .keyed()
}

fn battleships() -> impl Item {
    let (least, most) = (i64::from(*Battleships::SIZES.start()), i64::from(*Battleships::SIZES.end()));
    let options = vec![
        OptionSpec { name: "size", help: "rows and columns of a sea", least, most, default: Some(10) },
        OptionSpec {
            name: "fleet",
            help: "the lengths of up to 6 ships, a digit each; 54332 unless the sea is small",
            least: 1,
            most: 999_999,
            default: None,
        },
        OptionSpec {
            name: "solo",
            help: "1 if second only places and first only shoots, as few times as it can",
            least: 0,
            most: 1,
            default: Some(0),
        },
    ];
    let make = |options: &crate::Options| {
        let size = options.or("size", 10);
        let fleet = options.or("fleet", Battleships::usual_fleet(size));
        Battleships::new(size, fleet, options.or("solo", 0) == 1).map_err(|error| error.to_string())
    };
    Entry::with_options("battleships", "Battleships", options, make)
        .notation(
            "a1h and a1v place a ship, a1 shoots; a position is the two fleets and the shots of first and second, \
             a1h,c3v ? b2,c4*,c5*B d1",
        )
        .drawn_by_view()
        .advised()
        .keyed()
}
