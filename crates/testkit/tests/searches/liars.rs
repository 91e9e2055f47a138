//! The battery of laws bites: a game that breaks a law is found out, whichever law it is, with a shortest line to where
//! it does; and an honest game passes.

mod fault;
mod hush;
mod lying;
mod mirror;
mod small;
mod walk;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::fault::{FAULTS, FAULTS_OF_THE_WHOLE, Fault};
use self::hush::Hush;
use self::lying::Lying;
use self::mirror::{Fence, LIES};
use self::small::{Climb, Endless, Guess, Ladder, Maze, Miscount, Shared};
use self::walk::{Dice, LINE_LIES, Walk};
use counterplay_core::check::{Battery, Passed};
use counterplay_core::{Chance, ChanceResolved, Hidden, Keyed, Limit, Limits, Notation, Ply, Revealed};
use counterplay_hog::Hog;
use counterplay_kuhn::Kuhn;
use counterplay_leduc::Leduc;
use counterplay_pig::Pig;
use counterplay_tictactoe::TicTacToe;

fn all_laws<G: Chance + Hidden + Keyed + Notation>(game: &G) -> Battery<'_, G> {
    Battery::new(game).chance().hidden().keyed().notation()
}

#[test]
fn every_lie_is_found_out_with_a_shortest_line() {
    for &(fault, law, plies) in FAULTS.iter().chain(FAULTS_OF_THE_WHOLE) {
        let violation = all_laws(&Lying::new(fault)).run().expect_err(&format!("{fault:?}"));
        assert_eq!((violation.law, violation.line.len()), (law, plies), "{fault:?}: {violation}");
    }
}

#[test]
fn a_lie_found_in_a_random_game_is_traced_back_as_far() {
    for &(fault, law, plies) in FAULTS {
        let violation = all_laws(&Lying::new(fault)).states(1).run().expect_err(&format!("{fault:?}"));
        assert_eq!((violation.law, violation.line.len()), (law, plies), "{fault:?}: {violation}");
    }
}

#[test]
fn a_lie_about_mirror_images_is_found_out() {
    for &(lie, law, plies) in LIES {
        let violation = Battery::new(&Fence(Some(lie))).keyed().symmetric().run().expect_err(&format!("{lie:?}"));
        assert_eq!((violation.law, violation.line.len()), (law, plies), "{lie:?}: {violation}");
    }
}

#[test]
fn a_lie_that_needs_no_fault_of_the_large_game() {
    let violation = Battery::new(&ChanceResolved(HONEST)).run().unwrap_err();
    assert_eq!((violation.law, violation.line.len()), (UNDECLARED_CHANCE, 0));
    let violation = Battery::new(&Shared).run().unwrap_err();
    assert_eq!((violation.law, violation.line.len()), (SHARED_STATE, 0));
    let violation = Battery::new(&Miscount).run().unwrap_err();
    assert_eq!((violation.law, violation.line.len()), (MISCOUNTED, 1));
    let violation = Battery::new(&Maze).run().unwrap_err();
    assert_eq!((violation.law, violation.line), (NO_END, vec!["2".to_owned()]));
    // A rule for positions that come again ends a game that would go on.
    assert!(Battery::new(&Endless).run().is_ok());
}

/// The line of play is lied about too.
#[test]
fn a_lie_about_the_line_of_play_is_found() {
    for &(lie, law, plies) in LINE_LIES {
        let violation = Battery::new(&Walk(Some(lie))).run().expect_err(&format!("{lie:?}"));
        assert_eq!((violation.law, violation.line.len()), (law, plies), "{lie:?}: {violation}");
    }
    let violation = Battery::new(&Dice).chance().run().unwrap_err();
    assert_eq!((violation.law, violation.line.len()), (LINE_OF_CHANCE, 0));
}

const LINE_OF_CHANCE: &str = "rules about the line are for games without luck and secrets";
const HONEST: Hush = Hush { lists: true };
const UNDECLARED_CHANCE: &str = "it is chance's turn only in a game with luck";
const NO_END: &str = "every state can come to an end";
const MISCOUNTED: &str = "actions are listed the same each time";
const SHARED_STATE: &str = "a result leaves the state that it comes from as it was";

#[test]
fn an_honest_game_passes_and_every_law_has_its_liar() {
    let passed = all_laws(&HONEST).run().unwrap();
    // The initial state, and for each deal a start, two states after a move, three after two, and two coins for each.
    assert_eq!((passed.states, passed.ends, passed.all_states), (1 + 6 * (1 + 2 + 3 + 6), 36, true));
    assert_eq!((passed.finished, passed.unfinished, passed.stopped), (64, 0, None));
    assert!(passed.remarks.is_empty() && passed.laws.iter().all(|checked| checked.times > 0), "{passed}");
    let mirrored = Battery::new(&Fence(None)).keyed().symmetric().run().unwrap();
    assert!(mirrored.all_states && mirrored.laws.iter().all(|checked| checked.times > 0), "{mirrored}");
    let laws: HashSet<&str> = passed.laws.iter().chain(&mirrored.laws).map(|checked| checked.law).collect();
    let faults = FAULTS.iter().chain(FAULTS_OF_THE_WHOLE).map(|&(_, law, _)| law);
    let broken = faults.chain(LIES.iter().map(|&(_, law, _)| law));
    let broken = broken.chain(LINE_LIES.iter().map(|&(_, law, _)| law));
    let broken = broken.chain([UNDECLARED_CHANCE, SHARED_STATE, NO_END, LINE_OF_CHANCE]).collect();
    let followed = Battery::new(&Walk(None)).run().unwrap();
    assert!(followed.all_states && followed.laws.iter().all(|checked| checked.times > 0), "{followed}");
    let laws: HashSet<&str> = laws.into_iter().chain(followed.laws.iter().map(|checked| checked.law)).collect();
    assert_eq!(laws, broken);
    for passed in [&passed, &mirrored] {
        assert_eq!(passed.laws.iter().map(|checked| checked.law).collect::<HashSet<_>>().len(), passed.laws.len());
    }

    // Where the deals are too many to list, some are drawn.
    let passed = all_laws(&Hush { lists: false }).run().unwrap();
    assert!(!passed.all_states && passed.ends > 6, "{passed}");
    assert!(passed.laws.iter().all(|checked| checked.times > 0), "{passed}");
    assert_eq!(
        passed.remarks,
        ["not all states of the game are known, so that this was not checked: \
          a state that is possible for all a seat sees can arise in play"]
    );
}

#[test]
fn our_own_games_pass() {
    let [kuhn, leduc] = [all_laws(&Kuhn).run().unwrap(), all_laws(&Leduc).states(10_000).run().unwrap()];
    for poker in [kuhn, leduc] {
        assert!(poker.all_states && poker.remarks.is_empty(), "{poker}");
        assert!(!poker.to_string().contains("no occasion"), "{poker}");
    }
    let tictactoe = Battery::new(&TicTacToe::default()).keyed().notation().states(10_000).run().unwrap();
    assert_eq!((tictactoe.states, tictactoe.ends, tictactoe.all_states), (5_478, 958, true));
    let larger = Battery::new(&TicTacToe::new(4, 3).unwrap()).keyed().notation().run().unwrap();
    let [small, large] = [2, 100].map(|goal| {
        let pig = Pig::new(goal).unwrap();
        Battery::new(&pig).chance().keyed().notation().run().unwrap()
    });
    assert!(small.all_states && !large.all_states, "{small}\n{large}");
    let hog = Battery::new(&Hog::default()).chance().keyed().notation().run().unwrap();
    for passed in [tictactoe, larger, small, large, hog] {
        assert!(passed.remarks.is_empty() && passed.laws.iter().all(|checked| checked.times > 0), "{passed}");
    }
}

#[test]
fn what_was_not_looked_at_is_told() {
    let remarks = |passed: Passed| passed.remarks.join("; ");
    assert_eq!(
        remarks(Battery::new(&HONEST).run().unwrap()),
        "the game has luck, and what comes after chance's turn was not looked at; \
         the game has secrets, and whether they are kept was not looked at"
    );
    let passed = Battery::new(&Revealed(HONEST)).run().unwrap();
    assert_eq!((passed.states, passed.finished, passed.unfinished, passed.all_states), (1, 0, 0, false));
    assert!(passed.to_string().contains("there was no occasion to check: a finished game has a utility"), "{passed}");
    let passed = Battery::new(&Guess).hidden().notation().run().unwrap();
    assert!(passed.all_states, "{passed}");
    assert_eq!(
        remarks(passed),
        "`-p` cannot take what a seat sees, for views are written but cannot be read: \
         write `Hidden::parse_view` to allow it; \
         `-p` cannot take a position, for positions are written but cannot be read: \
         write `Notation::parse_position` to allow it"
    );
}

#[test]
fn a_game_that_only_a_repetition_ends_is_no_liar() {
    let passed = Battery::new(&Endless).keyed().plies(Ply(50)).playouts(3).run().unwrap();
    assert_eq!((passed.states, passed.all_states), (4, true));
    // No state is an end, and yet every game ends.
    assert_eq!((passed.ends, passed.finished, passed.unfinished), (0, 3, 0));
}

#[test]
fn a_long_line_is_shortened() {
    let low = |_: &Ladder, state: &small::Rung| {
        if state.height < 20 { Ok(()) } else { Err(format!("{} is too high", state.height)) }
    };
    let violation = Battery::new(&Ladder).law("nobody climbs to 20", low).states(100).run().unwrap_err();
    assert_eq!((violation.law, violation.what.as_str()), ("nobody climbs to 20", "20 is too high"));
    assert_eq!(violation.line, vec![format!("{:?}", Climb::Up); 20]);
}

#[test]
fn a_battery_can_be_repeated_and_another_seed_sees_something_else() {
    let passed = |seed| Battery::new(&Pig::default()).chance().states(9).playouts(1).seed(seed).run().unwrap();
    assert!(passed(1) == passed(1) && passed(1) != passed(2));
}

#[test]
fn a_battery_can_be_stopped() {
    let stopped = |limits| Battery::new(&Pig::default()).chance().limits(limits).run().unwrap();
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let passed = stopped(Limits { stop, ..Limits::default() });
    assert_eq!((passed.stopped, passed.states), (Some(Limit::Stop), 0));
    let passed = stopped(Limits { nodes: Some(10), ..Limits::default() });
    assert_eq!((passed.stopped, passed.states), (Some(Limit::Nodes), 10));
    let passed = stopped(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!(passed.stopped, Some(Limit::Time));
    assert!(passed.to_string().contains("did not get further: the limit of time was reached"), "{passed}");
}

#[test]
fn a_violation_is_told_in_the_words_of_the_game() {
    let violation = all_laws(&Lying::new(Fault::UtilityOutsideBounds)).run().unwrap_err();
    assert_eq!(
        violation.to_string(),
        "a law of games is broken: a finished game has a utility within the bounds\n  \
           found:    the utility is -20, the bounds are -6 and 6\n  \
           after:    12 hold hold double (4 plies)\n  \
           position: 12 2 0 double"
    );
    let what = |fault| all_laws(&Lying::new(fault)).run().unwrap_err().what;
    assert_eq!(what(Fault::SumOf99), "the probabilities sum to 0.99");
    assert_eq!(what(Fault::NegativeProbability), "the probability of Coin(true) is 1.5");
    assert_eq!(what(Fault::Panics), "Raise panics: index out of bounds: the len is 1 but the index is 1");
    assert_eq!(what(Fault::PanicsAtOnce), "`initial` panics: there are no cards");
    assert_eq!(what(Fault::SameWord), "Raise is written \"hold\", and so is Hold");
    assert_eq!(
        what(Fault::SecretActions),
        "the actions of first, here and in 13 0 0, which looks the same to it: [Hold] and [Hold, Raise]"
    );
    assert_eq!(
        what(Fault::TellingWords),
        "before and after Deal(1, 2) in -- 0 0 and Deal(1, 3) in -- 0 0, first sees the same, but is told: \
         \"a 1 of 1 and 2\" and \"a 1 of 1 and 3\""
    );
    let impossible = what(Fault::ImpossibleList);
    assert!(impossible.starts_with("11 0 0 is listed for what first sees, View {"), "{impossible}");
    assert!(impossible.ends_with("}, but no line of play leads to it"), "{impossible}");
    let telling = what(Fault::TellingDeal);
    assert!(telling.starts_with("first is told \"a 1\" of Deal(1, 2) in -- 0 0 and of Deal(1, 3)"), "{telling}");
}
