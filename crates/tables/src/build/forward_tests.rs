use std::fs;

use counterplay_backgammon::{Action, Alone, Backgammon, Goal, Men, Stakes, State, Way};
use counterplay_core::search::{Settings, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Game as _, Indexed as _, Random as _, Seat, Seeded};

use super::tests::{Failing, Scratch, plan, silent};
use super::*;
use crate::{Tables, verify_expectations, verify_throws};

fn points(six: [u8; 6]) -> Men {
    let mut on = [0; 25];
    on[..6].copy_from_slice(&six);
    Men::new(&on).unwrap()
}

fn before_roll(own: [u8; 6], other: [u8; 6]) -> State {
    Backgammon::default().before_roll([points(own), points(other)], Seat::FIRST)
}

/// Tables in memory of all that is usual.
fn solved() -> Tables {
    let mut tables = Tables::in_memory();
    tables.solve_expectations(&Backgammon::default(), 6, 2).unwrap();
    tables
}

fn faults(folder: &Scratch, full: bool) -> Vec<String> {
    let (game, path) = (Backgammon::default(), &folder.0);
    let mut faults = verify_expectations(&game, "game", path, full, 2, None, &mut |_, _, _| ()).faults;
    faults.extend(verify_throws(&Alone, "game", path, full, 2, None, &mut |_, _, _| ()).faults);
    faults.into_iter().map(|fault| format!("{}: {}", fault.place, fault.what)).collect()
}

#[test]
fn six_men_a_side_have_the_known_chances() {
    let (game, tables) = (Backgammon::default(), solved());
    let chance = |own, other| {
        let state = before_roll(own, other);
        let turned = State::clone(&game.before_roll([points(other), points(own)], Seat::SECOND));
        let value = tables.expectation(&game, &state).unwrap();
        assert!((value + tables.expectation(&game, &turned).unwrap()).abs() < 1e-9);
        f64::midpoint(value, 1.0)
    };
    let digits = |chance: f64| format!("{chance:.9}");
    let (six, each, two) = ([0, 0, 0, 0, 0, 6], [1; 6], [0, 0, 0, 0, 0, 2]);
    assert_eq!(digits(chance(six, six)), "0.651200212");
    assert_eq!(digits(chance(each, each)), "0.700571625");
    assert_eq!(digits(chance(two, two)), "0.754494349");
    let ace = [1, 0, 0, 0, 0, 0];
    for (own, of_36) in [([1, 0, 0, 0, 0, 1], 15.0), ([0, 1, 0, 0, 1, 0], 19.0), ([0, 0, 1, 1, 0, 0], 17.0)] {
        assert!((chance(own, ace) - of_36 / 36.0).abs() < 1e-9, "{own:?}");
    }
}

#[test]
fn bearing_off_alone_takes_the_known_number_of_throws() {
    let mut tables = Tables::in_memory();
    tables.solve_throws(&Alone, 6, 1).unwrap();
    let mean = |six| tables.throws(&Alone, &Way::new(points(six), Goal::All).unwrap()).unwrap().mean();
    assert_eq!(format!("{:.6}", mean([0, 0, 0, 0, 0, 6])), "5.312425");
    assert_eq!(format!("{:.6}", mean([1; 6])), "3.463648");
    assert_eq!(tables.throws(&Alone, &Way::new(points([0; 6]), Goal::All).unwrap()).unwrap().mean(), 0.0);
}

/// Two sides, each for itself, against the exact table for both: they differ by little, and where nobody has a choice
/// not at all.
#[test]
fn a_race_of_two_alone_comes_close_to_the_game_for_two() {
    let game = Backgammon::default();
    let mut tables = solved();
    tables.solve_throws(&Alone, 15, 2).unwrap();
    let mut random = Seeded::new(3);
    let mut furthest: f64 = 0.0;
    let slices: Vec<Slice> = game.groups(6).into_iter().flatten().collect();
    for _ in 0..2000 {
        let slice = slices[random.below(slices.len() as u64) as usize];
        let state = game.unrank(slice, random.below(game.size(slice))).unwrap();
        let exact = tables.expectation(&game, &state).unwrap();
        let chances = tables.race(&game, &state).unwrap();
        assert_eq!((chances.win_double, chances.lose_double), (0.0, 0.0));
        furthest = furthest.max((chances.equity() - exact).abs());
    }
    assert!(furthest > 1e-6 && furthest < 0.02, "{furthest}");
    let aces = before_roll([3, 0, 0, 0, 0, 0], [5, 0, 0, 0, 0, 0]);
    let (race, exact) = (tables.race(&game, &aces).unwrap().equity(), tables.expectation(&game, &aces).unwrap());
    assert!((race - exact).abs() < 1e-8, "{race} {exact}");
    // Whoever has nobody off may lose a gammon: against one man on the ace point it is lost at once.
    let late = before_roll([1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 15]);
    let chances = tables.race(&game, &late).unwrap();
    assert!((chances.win - 1.0).abs() < 1e-9 && (chances.win_double - 1.0).abs() < 1e-9, "{chances:?}");
    // Who throws first saves it with the throws that take a man off.
    let first = game.before_roll([points([0, 0, 0, 0, 0, 15]), points([1, 0, 0, 0, 0, 0])], Seat::FIRST);
    let chances = tables.race(&game, &first).unwrap();
    let unsaved = |throw: Action| {
        let way = Way::new(points([0, 0, 0, 0, 0, 15]), Goal::First).unwrap();
        let thrown = Alone.result(&way, throw);
        Alone.action_list(&thrown).into_iter().all(|play| !Alone.is_terminal(&Alone.result(&thrown, play)))
    };
    let mut outcomes = counterplay_core::Outcomes::new();
    counterplay_core::Chance::outcomes(&game, &first, &mut outcomes);
    let lost: f64 = outcomes.as_slice().iter().filter(|&&(throw, _)| unsaved(throw)).map(|(_, chance)| chance).sum();
    assert!(lost > 0.5 && (chances.lose_double - lost).abs() < 1e-9, "{chances:?} {lost}");
}

/// What core's plain search to the end of every game finds, with few men.
#[test]
fn the_tables_say_what_expectiminimax_says() {
    for stakes in [Stakes::Points, Stakes::Money] {
        let game = Backgammon::new(stakes, false);
        let mut tables = Tables::in_memory();
        tables.solve_expectations(&game, 2, 1).unwrap();
        let mut random = Seeded::new(5);
        let slices: Vec<Slice> = game.groups(2).into_iter().flatten().collect();
        let mut compared = 0;
        while compared < 25 {
            let slice = slices[random.below(slices.len() as u64) as usize];
            let state = game.unrank(slice, random.below(game.size(slice))).unwrap();
            let pips = state.men(Seat::FIRST).pips() + state.men(Seat::SECOND).pips();
            // The tree of more would take too long, and with a cube it has three times as many turns.
            if pips > if stakes.has_cube() { 7 } else { 12 } {
                continue;
            }
            let plain = expectiminimax(&game, &state, &Settings::new(), &mut Silent).unwrap().value.score;
            let told = tables.expectation(&game, &state).unwrap();
            assert!((plain - told).abs() < 4e-9, "{state:?}: {plain} {told}");
            compared += 1;
            // Also with dice to be played, which has no number.
            if game.turn(&state) == counterplay_core::Turn::Chance {
                let thrown = game.result(&state, Action::Throw(2, 1));
                let plain = expectiminimax(&game, &thrown, &Settings::new(), &mut Silent).unwrap().value.score;
                assert!((plain - tables.expectation(&game, &thrown).unwrap()).abs() < 4e-9);
            }
        }
        assert_eq!(tables.expectation(&game, &game.initial()), None);
    }
}

#[test]
fn with_a_cube_nobody_is_worse_off_who_owns_it() {
    let game = Backgammon::new(Stakes::Money, false);
    let mut tables = Tables::in_memory();
    tables.solve_expectations(&game, 3, 2).unwrap();
    let mut slices = game.groups(3).into_iter().flatten();
    let named =
        |name: &str| game.groups(3).into_iter().flatten().find(|&slice| game.slice_name(slice) == name).unwrap();
    assert_eq!(slices.clone().count(), 27);
    assert!(slices.all(|slice| tables.heads(slice).is_some()));
    let [centred, owned, given] = ["3 v 3 centred", "3 v 3 owned", "3 v 3 given"].map(named);
    let value = |slice, index| {
        let state = game.unrank(slice, index).unwrap();
        tables.expectation(&game, &state).unwrap() / f64::from(state.cube().value())
    };
    for index in (0..game.size(owned)).step_by(11) {
        let [centred, owned, given] = [centred, owned, given].map(|slice| value(slice, index));
        assert!(owned >= given - 1e-9 && (-1.0..=1.0).contains(&centred), "{index}: {owned} {centred} {given}");
        assert!(owned >= centred - 1e-9 || centred <= 1.0, "{index}");
    }
}

#[test]
fn a_building_that_fails_anywhere_ends_in_the_same_files_when_it_is_called_again() {
    let game = Backgammon::default();
    let whole = Scratch::new();
    build_expectations(&game, &plan(&whole, 3, false), &mut silent).unwrap();
    build_throws(&Alone, &plan(&whole, 3, false), &mut silent).unwrap();
    assert_eq!(faults(&whole, true), Vec::<String>::new());
    let names: Vec<String> = whole.files().into_keys().collect();
    assert!(names.contains(&"game-3-2.mean".to_owned()) && names.contains(&"game-3men.throws".to_owned()), "{names:?}");
    let mut failures = 0;
    for at in 0.. {
        let folder = Scratch::new();
        let disk = Failing::new(at);
        let plan = plan(&folder, 3, false);
        let first = Builder { game: &game, plan: &plan, disk: &disk }
            .run_forward(&mut expectations::Expectations::default(), &mut silent);
        let second = Builder { game: &Alone, plan: &plan, disk: &disk }
            .run_forward(&mut roll_counts::RollCounts::default(), &mut silent);
        if first.is_ok() && second.is_ok() {
            break;
        }
        failures += 1;
        build_expectations(&game, &plan, &mut silent).unwrap();
        build_throws(&Alone, &plan, &mut silent).unwrap();
        assert_eq!(folder.files(), whole.files(), "call {at}");
    }
    assert!(failures >= 24, "{failures}");
    // What is there is not built again.
    let again = build_expectations(&game, &plan(&whole, 3, false), &mut silent).unwrap();
    assert_eq!((again.slices, again.resumed), (9, 9));
}

#[test]
fn every_flipped_byte_is_found_and_never_answered_from() {
    let (game, folder) = (Backgammon::default(), Scratch::new());
    build_expectations(&game, &plan(&folder, 2, false), &mut silent).unwrap();
    build_throws(&Alone, &plan(&folder, 2, false), &mut silent).unwrap();
    for name in ["game-1-2.mean", "game-2men.throws"] {
        let path = folder.0.join(name);
        let file = fs::read(&path).unwrap();
        for byte in 0..file.len() {
            let mut other = file.clone();
            other[byte] ^= 1 << (byte % 8);
            fs::write(&path, other).unwrap();
            assert_eq!(faults(&folder, false).len(), 1, "{name}, byte {byte}");
            if name.ends_with("mean") {
                let tables = Tables::open_expectations(&game, "game", &folder.0, u64::MAX, |_| ());
                let state = before_roll([1, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0]);
                assert_eq!(tables.expectation(&game, &state), None, "{name}, byte {byte}");
            }
        }
        let told = |content: &[u8]| {
            fs::write(&path, content).unwrap();
            faults(&folder, false).join("; ")
        };
        assert!(told(&file[..file.len() - 1]).contains("cut off"));
        assert!(told(b"").contains("not a table"));
        assert!(told(&[&file[..], b"x"].concat()).contains("instead of"));
        let mut newer = file.clone();
        newer[8] = 2;
        assert!(told(&newer).contains("version 2"));
        fs::write(&path, &file).unwrap();
    }
    // A table of the other kind, or of other positions, is not taken for it.
    let wrong = fs::read(folder.0.join("game-2-1.mean")).unwrap();
    fs::write(folder.0.join("game-1-2.mean"), wrong).unwrap();
    assert!(faults(&folder, false).join("; ").contains("should hold 1 v 2"));
}

#[test]
fn verification_finds_what_is_wrong_by_two_steps() {
    let (game, folder) = (Backgammon::default(), Scratch::new());
    build_expectations(&game, &plan(&folder, 2, false), &mut silent).unwrap();
    build_throws(&Alone, &plan(&folder, 2, false), &mut silent).unwrap();
    assert_eq!(faults(&folder, true), Vec::<String>::new());
    let at = Folder::new(&folder.0, "game");
    // Writes a slice anew with one number changed, checksums and all.
    fn plant<G: Indexed>(
        game: &G,
        at: &Folder<'_>,
        folder: &Scratch,
        slice: Slice,
        content: Content,
        by: &[(usize, i32)],
    ) {
        let file = at.read_whole(game, slice, content).unwrap().unwrap();
        let mut bytes = file.blocks.concat();
        for &(place, by) in by {
            let four: &mut [u8] = &mut bytes[4 * place..4 * place + 4];
            let steps = u32::from_le_bytes(four.try_into().unwrap()).wrapping_add_signed(by);
            four.copy_from_slice(&steps.to_le_bytes());
        }
        let block = crate::format::compressed_numbers(&bytes);
        let head = writer(game, slice, &plan(folder, 2, false), file.head.content, file.head.counts);
        let path = at.paths(&game.slice_name(slice), content).0;
        fs::write(path, head.finish(&[block])).unwrap();
    }
    let slice = game.groups(2).into_iter().flatten().find(|&slice| game.slice_name(slice) == "2 v 2").unwrap();
    plant(&game, &at, &folder, slice, Content::Expectations, &[(200, 2)]);
    assert_eq!(faults(&folder, false), Vec::<String>::new(), "the file is whole");
    let found = faults(&folder, true);
    assert!(found.len() == 1 && found[0].contains("2 v 2") && found[0].contains("worth"), "{found:?}");
    plant(&game, &at, &folder, slice, Content::Expectations, &[(200, -2)]);
    assert_eq!(faults(&folder, true), Vec::<String>::new());
    let slice = Alone.groups(2)[1][0];
    // Chances that do not add up, and chances that do and are wrong.
    let width = at.read_whole(&Alone, slice, Content::Throws(0)).unwrap().unwrap().head.content.width().unwrap() / 4;
    plant(&Alone, &at, &folder, slice, Content::Throws(0), &[(10 * width, 1)]);
    assert!(faults(&folder, true)[0].contains("add up"));
    plant(&Alone, &at, &folder, slice, Content::Throws(0), &[(10 * width, 1), (10 * width + 1, -2)]);
    assert!(faults(&folder, true)[0].contains("throws are told"), "{:?}", faults(&folder, true));
}
