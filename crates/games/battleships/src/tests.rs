use std::collections::{HashMap, HashSet};

use counterplay_core::picture::{Figure, PictureOfView};
use counterplay_core::search::perft;
use counterplay_core::{Advise, Game, Hidden, Keyed, Limits, Notation, Random, Seat, Seeded, Turn};

use super::{Action, Battleships, FleetError, Seen, State};

fn usual() -> Battleships {
    Battleships::new(10, 54332, false).unwrap()
}

/// A small game, ships of 3 and 2 on five by five.
fn small() -> Battleships {
    Battleships::new(5, 32, false).unwrap()
}

fn play(game: &Battleships, state: &mut State, words: &str) {
    for word in words.split_whitespace() {
        let action = game.parse_action(state, word, &game.action_list(state)).unwrap();
        game.apply(state, action);
    }
}

fn after(game: &Battleships, words: &str) -> State {
    let mut state = game.initial();
    play(game, &mut state, words);
    state
}

/// All positions of a random game.
fn random_game(game: &Battleships, seed: u64) -> Vec<State> {
    let mut random = Seeded::new(seed);
    let mut states = vec![game.initial()];
    while let Some(state) = states.last().filter(|state| !game.is_terminal(state)) {
        let actions = game.action_list(state);
        let next = game.result(state, actions[random.index(actions.len()).unwrap()]);
        states.push(next);
    }
    states
}

#[test]
fn first_places_then_second_then_they_shoot_in_turns() {
    let game = small();
    let mut state = game.initial();
    let mut turns = Vec::new();
    for word in ["a1h", "a2h", "e1v", "a5h", "e1", "a1", "d5", "b1", "e2"] {
        let Turn::Seat(seat) = game.turn(&state) else { panic!() };
        turns.push(seat.0);
        play(&game, &mut state, word);
    }
    assert_eq!(turns, [0, 0, 1, 1, 0, 1, 0, 1, 0]);
    // Ships may touch, and a hit is no reason to shoot again.
    assert_eq!(game.position_text(&state), "a1h,a2h e1v,a5h d5,e1*,e2* a1*,b1*");
    play(&game, &mut state, "c1 e3 a2 a5");
    assert!(!game.is_terminal(&state));
    play(&game, &mut state, "b2");
    assert!(game.is_terminal(&state) && game.action_list(&state).is_empty());
    assert_eq!(game.utility(&state), counterplay_core::Score::LOSS);
}

#[test]
fn placements_do_not_overlap_nor_cross_the_edge_and_a_single_cell_lies_once() {
    let game = usual();
    let mut state = game.initial();
    let counts = [120, 140, 160, 160, 180];
    assert_eq!(game.action_list(&state).len(), counts[0]);
    let free = |state: &State| {
        let taken = state.fleets[0].all();
        assert_eq!(taken.count_ones() as usize, state.fleets[0].placed().iter().map(|s| s.count_ones() as usize).sum());
    };
    for count in counts {
        let actions = game.action_list(&state);
        assert!(actions.len() <= count);
        assert_eq!(actions.iter().collect::<HashSet<_>>().len(), actions.len());
        state = game.result(&state, actions[actions.len() / 2]);
        free(&state);
    }
    assert_eq!(Battleships::new(5, 1, false).unwrap().action_list(&game.initial()).len(), 25);
}

/// The fleets of the other's are counted by others, too: here by `perft` alone.
#[test]
fn lines_of_play_are_counted() {
    let count = |game: &Battleships, depth| perft(game, &game.initial(), depth, &Limits::default()).unwrap().leaves;
    // A ship of 3 in five rows and five columns, three ways each; then one of 2 beside it.
    let game = small();
    let fleets: u64 = (game.action_list(&game.initial()).iter())
        .map(|&action| game.action_list(&game.result(&game.initial(), action)).len() as u64)
        .sum();
    assert_eq!((count(&game, 1), count(&game, 2)), (30, fleets));
    assert_eq!((count(&game, 3), count(&game, 4)), (fleets * 30, fleets * fleets));
    assert_eq!(count(&Battleships::new(5, 32, true).unwrap(), 3), fleets * 25);
    assert_eq!(count(&Battleships::new(5, 1, false).unwrap(), 4), 25 * 25 * (24 * 25));
    assert_eq!((count(&usual(), 1), count(&usual(), 2)), (120, 14_400));
}

#[test]
fn a_sunken_ship_is_named_and_its_cells_are_not() {
    let game = usual();
    let state = after(&game, "a1h a2h a3h a4h a5h a1v b1v c1v d1v e1v");
    let told = |state: &State, cell: &str, seat| {
        let action = game.parse_action(state, cell, &game.action_list(state)).unwrap();
        game.observation(state, action, seat)
    };
    let state = {
        let mut state = state;
        play(&game, &mut state, "e1 j10 j9 j8");
        state
    };
    for seat in Seat::PAIR {
        assert_eq!(told(&state, "e2", seat), "e2 hit, destroyer sunk");
        assert_eq!(told(&state, "a2", seat), "a2 hit");
        assert_eq!(told(&state, "f1", seat), "f1 miss");
    }
    let state = {
        let mut state = state;
        play(&game, &mut state, "e2");
        state
    };
    assert_eq!(game.view_text(&game.view(&state, Seat::FIRST)), "a1h,a2h,a3h,a4h,a5h ? j9,e1*,e2*D j8,j10");
    let drawing = game.picture_of_view(&game.view(&state, Seat::FIRST));
    assert!(drawing.notes.iter().any(|note| note.contains("sunk destroyer at e2")), "{:?}", drawing.notes);
    // Two ships of one length are two ships.
    let names: Vec<String> = (0..5).map(|ship| game.ship_name(ship)).collect();
    assert_eq!(names, ["aircraft carrier", "battleship", "cruiser", "submarine", "destroyer"]);
    let letters: String = (0..5).map(|ship| game.ship_letter(ship)).collect();
    assert_eq!(letters, "ABCSD");
    assert_eq!((small().ship_name(1), small().ship_letter(1)), ("ship B".to_owned(), 'B'));
}

#[test]
fn of_placing_the_other_is_told_that_it_happens() {
    let game = usual();
    let state = game.initial();
    let told: HashSet<String> =
        game.action_list(&state).iter().map(|&action| game.observation(&state, action, Seat::SECOND)).collect();
    assert_eq!(told, HashSet::from(["aircraft carrier placed".to_owned()]));
    assert_eq!(game.observation(&state, game.action_list(&state)[0], Seat::FIRST), "a1h");
    let state = after(&game, "b7h c3v");
    assert_eq!(game.view_text(&game.view(&state, Seat::SECOND)), "?2 - - -");
    assert_eq!(game.view_text(&game.view(&state, Seat::FIRST)), "b7h,c3v - - -");
}

/// Two states that differ in the other's fleet alone, and answer all shots alike, are one to a player: whatever is
/// written, drawn or told.
#[test]
fn a_view_holds_nothing_of_the_fleet_that_is_hidden() {
    let game = usual();
    let mut random = Seeded::new(3);
    let mut others = 0;
    for state in (0..4).flat_map(|seed| random_game(&game, seed)).step_by(9) {
        if game.is_terminal(&state) {
            continue;
        }
        for seat in Seat::PAIR {
            let view = game.view(&state, seat);
            assert!(!matches!(view.fleets[usize::from(seat.other().0)], Seen::Open(ships) if ships.placed > 0));
            for _ in 0..3 {
                let other = game.sample(&view, &mut random).unwrap();
                others += usize::from(other != state);
                let seen = game.view(&other, seat);
                assert_eq!(
                    (game.view_text(&seen), game.picture_of_view(&seen)),
                    (game.view_text(&view), game.picture_of_view(&view))
                );
            }
            let drawing = game.picture_of_view(&view);
            let ship = |cell: &&counterplay_core::picture::Cell| {
                cell.piece.as_ref().is_some_and(|piece| piece.figure == Figure::Ship) && !cell.name.starts_with("own-")
            };
            assert_eq!(drawing.cells.iter().filter(ship).count(), 0);
        }
    }
    assert!(others > 300, "{others}");
}

#[test]
fn at_the_end_both_fleets_are_seen_and_told() {
    let game = small();
    let mut state = after(&game, "a1h a2h e1v a5h e1 a1 e2 b1 e3 c1 a5 a2");
    let last = game.parse_action(&state, "b5", &game.action_list(&state)).unwrap();
    for seat in Seat::PAIR {
        assert_eq!(
            game.observation(&state, last, seat),
            "b5 hit, ship B sunk; the fleets are first a1h,a2h, second e1v,a5h"
        );
    }
    game.apply(&mut state, last);
    assert_eq!(game.utility(&state), counterplay_core::Score::WIN);
    for seat in Seat::PAIR {
        assert_eq!(game.view_text(&game.view(&state, seat)), game.position_text(&state));
    }
    assert_eq!(game.position_text(&state), "a1h,a2h e1v,a5h e1*,e2*,e3*A,a5*,b5*B a1*,b1*,c1*A,a2*");
}

#[test]
fn alone_a_shooter_pays_for_each_shot() {
    let game = Battleships::new(5, 32, true).unwrap();
    assert_eq!(game.turn(&game.initial()), Turn::Seat(Seat::SECOND));
    let mut state = after(&game, "b2h a4v d2 a1 a4 a5 b2");
    assert_eq!((game.turn(&state), game.is_terminal(&state)), (Turn::Seat(Seat::FIRST), false));
    assert_eq!(game.view_text(&game.view(&state, Seat::SECOND)), "- b2h,a4v a1,d2*,a4*,a5*B,b2* -");
    play(&game, &mut state, "c2");
    assert!(game.is_terminal(&state));
    assert_eq!(game.utility(&state).get(), -6);
    let bounds = game.bounds();
    assert_eq!((bounds.low.get(), bounds.high.get()), (-25, -5));
    for seed in 0..20 {
        let game = Battleships::new(8, 4321, true).unwrap();
        let end = *random_game(&game, seed).last().unwrap();
        assert!(game.bounds().low <= game.utility(&end) && game.utility(&end) <= game.bounds().high);
    }
}

#[test]
fn fleets_that_might_not_fit_are_refused_with_the_reason() {
    for size in Battleships::SIZES {
        assert!(Battleships::new(size, Battleships::usual_fleet(size), false).is_ok(), "{size}");
    }
    assert_eq!(Battleships::new(4, 2, false), Err(FleetError::Size(4)));
    assert_eq!(Battleships::new(11, 2, false), Err(FleetError::Size(11)));
    assert_eq!(Battleships::new(10, 0, false), Err(FleetError::Ships(0)));
    assert_eq!(Battleships::new(10, 1_111_111, false), Err(FleetError::Ships(7)));
    assert_eq!(Battleships::new(10, 502, false), Err(FleetError::Length(0)));
    assert_eq!(Battleships::new(8, 9, false), Err(FleetError::Length(9)));
    let room = Battleships::new(5, 54, false).unwrap_err();
    assert_eq!(room, FleetError::Room { ship: 2, length: 4, taken: 5, block: 5 });
    assert!(room.to_string().contains("might find no room"), "{room}");
    // Whatever is placed, the next ship finds room.
    for (size, fleet) in [(5, 432), (6, 4332), (7, 54332), (5, 332), (5, 22222), (6, 221_111)] {
        let game = Battleships::new(size, fleet, false).unwrap();
        for seed in 0..200 {
            assert!(random_game(&game, seed).len() > game.lengths().len());
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    for (size, fleet, solo) in
        [(10, 54332, false), (10, 54332, true), (7, 54332, false), (5, 1, false), (6, 221_111, true)]
    {
        let game = Battleships::new(size, fleet, solo).unwrap();
        let mut keys = HashMap::new();
        for state in (0..5).flat_map(|seed| random_game(&game, seed)) {
            let text = game.position_text(&state);
            assert_eq!(game.parse_position(&text), Ok(state), "{text}");
            assert_eq!(keys.entry(game.key(&state)).or_insert(state), &state);
            for seat in Seat::PAIR {
                let view = game.view(&state, seat);
                let text = game.view_text(&view);
                let read = game.parse_view(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(
                    (game.view_text(&read), read.fleets, read.answers),
                    (text.clone(), view.fleets, view.answers)
                );
                if !game.is_terminal(&state) && game.turn(&state) == Turn::Seat(seat) {
                    assert_eq!(read, view, "{text}");
                }
            }
        }
    }
}

#[test]
fn shots_may_be_left_out_or_be_written_in_any_order_but_for_sinkings() {
    let game = small();
    let read = |text: &str| game.parse_view(text).map(|view| game.view_text(&view)).map_err(|error| error.message);
    assert_eq!(read(" \u{feff}"), read(""));
    assert_eq!(read("A1H,a2h ?"), Ok("a1h,a2h ? - -".to_owned()));
    assert_eq!(read("a1h,a2h ? e1*,d4,b2,e2*b a1*,c1*,d5"), Ok("a1h,a2h ? b2,d4,e1*,e2*B d5,a1*,c1*".to_owned()));
    // The ship of two is sunk where nothing but that was hit: no state has this view.
    let view = game.parse_view("a1h,a2h ? e2*B,e1* a1*").unwrap();
    assert_eq!((game.sample(&view, &mut Seeded::new(1)), game.consistent(&view)), (None, Some(Vec::new())));
    let view = game.parse_view("a1h,a2h ? e1*,e2*B a1*").unwrap();
    let consistent = game.consistent(&view).unwrap();
    assert!(consistent.len() > 5 && consistent.iter().all(|(state, _)| game.view(state, Seat::FIRST) == view));
}

#[test]
fn what_is_wrong_is_said_and_where() {
    let game = small();
    let wrong = |text: &str| game.parse_position(text).map_err(|error| (error.offset, error.message)).unwrap_err();
    for (text, offset, words) in [
        ("", 0, "expected the ships of a fleet"),
        ("a1h", 3, "the text ends"),
        ("a1h,a9h -", 4, "found \"a9h\""),
        ("a1h,a1v -", 4, "ship B has 2 cells and would overlap"),
        ("d1h -", 0, "over the edge"),
        ("a1h,a2h,a3h -", 8, "2 ships, and this is one more"),
        ("a1h a1h", 4, "second places no ship before"),
        ("a1h,a2h a1h b1", 12, "nobody shoots before"),
        ("a1h,a2h ? b1", 8, "nothing is hidden"),
        ("a1h,a2h ?3", 8, "?1 to ?2"),
        ("a1h,a2h a1h,a2h b1", 16, "this is b1*, not b1"),
        ("a1h,a2h a1h,a2h a2*,b2* a1*", 20, "this is b2*B, not b2*"),
        ("a1h,a2h a1h,a2h e5,e5", 19, "shot at before"),
        ("a1h,a2h a1h,a2h e5,z5", 19, "found \"z5\""),
        ("a1h,a2h a1h,a2h e5,e4 -", 16, "here 2 and 0"),
        ("a1h,a2h a1h,a2h e5 e5 x", 22, "expected the end"),
        ("a1h,a2h a1h,a2h a1*,b1*,c1*A,a2*,b2*B e5,e4,e3,e2,e1", 38, "the game was over"),
        ("a1h,a2h a1h,a2h e1,e2,e3,e4,e5,d5 a1*,b1*,c1*A,a2*,b2*B", 16, "the game was over"),
    ] {
        let (at, message) = wrong(text);
        assert!(at == offset && message.contains(words), "{text}: {at} {message}");
    }
    let wrong = |text: &str| game.parse_view(text).map_err(|error| (error.offset, error.message)).unwrap_err();
    for (text, offset, words) in [
        ("? ?", 2, "only one"),
        ("a1h,a2h a1h,a2h", 8, "write ?"),
        ("a1h,a2h ? e5,e4*A,e3*,e2*A -", 22, "sunk before"),
        ("a1h,a2h ? e5,d5,c5,b5,a5 a1*,b1*,c1*A,a2*,b2*B", 8, "both fleets are seen"),
        ("? a1h,a2h - e5", 10, "here 0 and 1"),
    ] {
        let (at, message) = wrong(text);
        assert!(at == offset && message.contains(words), "{text}: {at} {message}");
    }
    let solo = Battleships::new(5, 32, true).unwrap();
    assert!(solo.parse_position("a1h -").unwrap_err().message.contains("solo"));
    assert!(solo.parse_view("- ? a1 a1").unwrap_err().message.contains("solo"));
}

#[test]
fn samples_fit_the_answers_and_are_evenly_spread() {
    let game = small();
    let mut random = Seeded::new(11);
    let view = game.parse_view("a1h,a2h ? a1,c3*,e5,d3*,b4,d1 a1*,e5,e4,e3,e2").unwrap();
    let all: HashSet<State> = game.consistent(&view).unwrap().into_iter().map(|(state, _)| state).collect();
    let mut counts: HashMap<State, u32> = HashMap::new();
    let draws = 200 * all.len() as u32;
    for _ in 0..draws {
        *counts.entry(game.sample(&view, &mut random).unwrap()).or_default() += 1;
    }
    assert_eq!(counts.keys().copied().collect::<HashSet<_>>(), all);
    // Each is expected 200 times, and five standard deviations are 70.
    assert!(all.len() > 20 && counts.values().all(|count| (130..=270).contains(count)), "{counts:?}");
    // While ships are placed, as many as the view says.
    let view = game.parse_view("?1 - - -").unwrap();
    assert_eq!((view.seat, game.consistent(&view).map(|states| states.len())), (Seat::SECOND, Some(30)));
}

/// A ship is clicked by its two ends, from either, and a shot by one cell of the other's sea.
#[test]
fn clicks_are_cells_of_the_drawing() {
    let game = usual();
    let state = game.initial();
    let view = game.view(&state, Seat::FIRST);
    let place = |word: &str| game.parse_action(&state, word, &game.action_list(&state)).unwrap();
    let path = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    assert_eq!(game.clicks_in_view(&view, place("b3v")), [path(["own-b3", "own-b7"]), path(["own-b7", "own-b3"])]);
    assert_eq!(game.clicks_in_view(&view, Action::Shoot(99)), [["j10".to_owned()]]);
    let drawing = game.picture_of_view(&view);
    assert_eq!((drawing.cells.len(), drawing.columns.len(), drawing.rows.len()), (200, 21, 10));
    assert!(drawing.has("own-b7") && drawing.has("j10"));
    let solo = Battleships::new(10, 54332, true).unwrap();
    assert_eq!(solo.picture_of_view(&solo.view(&solo.initial(), Seat::FIRST)).cells.len(), 100);
}

/// Every fleet is placed as often as any other: who knows how a machine places knows nothing.
#[test]
fn the_placing_of_a_machine_cannot_be_foreseen() {
    let game = Battleships::new(5, 32, true).unwrap();
    let mut counts: HashMap<State, u32> = HashMap::new();
    for seed in 0..20 * 956 {
        let mut state = game.initial();
        let mut random = Seeded::new(seed);
        for _ in 0..2 {
            let view = game.view(&state, Seat::SECOND);
            let advice = game.advise(&view, &Limits::default(), &mut random).unwrap();
            assert!(game.action_list(&state).contains(&advice.action));
            game.apply(&mut state, advice.action);
        }
        *counts.entry(state).or_default() += 1;
    }
    // Each of the 956 fleets is expected 20 times, and six standard deviations are 27.
    assert_eq!(counts.len(), 956);
    assert!(counts.values().all(|count| (1..=47).contains(count)), "{counts:?}");
}

#[test]
fn a_machine_shoots_where_a_ship_may_be_and_says_how_likely() {
    let game = usual();
    let mut random = Seeded::new(5);
    for state in random_game(&game, 2).into_iter().skip(10).step_by(7) {
        if game.is_terminal(&state) {
            continue;
        }
        let Turn::Seat(seat) = game.turn(&state) else { panic!() };
        let view = game.view(&state, seat);
        let advice = game.advise(&view, &Limits::default(), &mut random).unwrap();
        let open: Vec<Action> = advice.shares.iter().map(|&(action, _)| action).collect();
        assert_eq!(open, game.action_list(&state));
        // Every fleet has as many cells that were not hit.
        let left = 17.0 - f64::from(view.answers[usize::from(seat.0)].hits.count_ones());
        let sum: f64 = advice.shares.iter().map(|(_, share)| share).sum();
        assert!((sum - left).abs() < 1e-9, "{sum} is not {left}");
        assert!(advice.shares.iter().any(|&(action, share)| action == advice.action && share > 0.0));
    }
}
