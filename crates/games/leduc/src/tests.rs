use std::collections::{HashMap, HashSet};

use counterplay_core::{
    Chance, Drawing, Game, Hidden, Keyed, Notation, Outcomes, PictureOfView, Seat, Seeded, TextError, Turn,
};

use super::{Action, Card, Leduc, State, View};

/// Every state of the game.
fn states() -> Vec<State> {
    let mut states = vec![Leduc.initial()];
    let mut at = 0;
    while at < states.len() {
        let state = states[at];
        at += 1;
        let mut outcomes = Outcomes::new();
        if !Leduc.is_terminal(&state) && Leduc.turn(&state) == Turn::Chance {
            Leduc.outcomes(&state, &mut outcomes);
            assert_eq!(outcomes.check(), Ok(()));
        }
        let outcomes = outcomes.as_slice().iter().map(|&(outcome, _)| outcome);
        states.extend(outcomes.chain(Leduc.action_list(&state)).map(|action| Leduc.result(&state, action)));
    }
    states
}

fn read(text: &str) -> State {
    Leduc.parse_position(text).unwrap()
}

fn words(text: &str) -> Vec<String> {
    let state = read(text);
    Leduc.action_list(&state).into_iter().map(|action| Leduc.action_text(&state, action)).collect()
}

#[test]
fn every_state_has_one_line_and_one_key() {
    let states = states();
    // Before the deal; for each deal 15 rounds, of which 5 end in a call; and for each of these 4 public cards, 15
    // rounds each.
    assert_eq!(states.len(), 1 + 30 * (15 + 5 * 4 * 15));
    assert_eq!(states.iter().copied().collect::<HashSet<_>>().len(), states.len());
    assert_eq!(states.iter().map(|state| Leduc.key(state)).collect::<HashSet<_>>().len(), states.len());
    assert_eq!(states.iter().filter(|state| Leduc.is_terminal(state)).count(), 30 * (4 + 5 * 4 * 9));
}

#[test]
fn a_fold_answers_a_raise_and_there_are_two_raises_at_most() {
    for (betting, legal) in [
        ("", "call raise"),
        ("c", "call raise"),
        ("r", "fold call raise"),
        ("cr", "fold call raise"),
        ("rr", "fold call"),
        ("crr", "fold call"),
        ("rc", ""),
        ("crf", ""),
    ] {
        assert_eq!(words(&format!("JhQs {betting}")).join(" "), legal, "{betting}");
        assert_eq!(words(&format!("JhQs crrc Kh {betting}")).join(" "), legal, "second round {betting}");
    }
    for (text, turn) in [
        ("--", Turn::Chance),
        ("JhQs", Turn::Seat(Seat::FIRST)),
        ("JhQs c", Turn::Seat(Seat::SECOND)),
        ("JhQs crr", Turn::Seat(Seat::SECOND)),
        ("JhQs rrc", Turn::Chance),
        // The first player begins the second round, too.
        ("JhQs rrc Kh", Turn::Seat(Seat::FIRST)),
        ("JhQs rrc Kh r", Turn::Seat(Seat::SECOND)),
    ] {
        assert_eq!(Leduc.turn(&read(text)), turn, "{text}");
    }
}

#[test]
fn the_chips_of_folds_and_showdowns() {
    for (text, chips) in [
        // Whoever folds loses what it has paid: not the raise that it does not call.
        ("JhQs rf", 1),
        ("JhQs crf", -1),
        ("JhQs rrf", -3),
        ("JhQs crrf", 3),
        ("JhQs rc Kh rf", 3),
        ("JhQs crrc Kh crf", -5),
        ("JhQs rrc Kh rrf", -9),
        ("JhQs rrc Kh crrf", 9),
        // The higher rank, a pair against a higher rank, and a tie.
        ("KhQs cc Jh cc", 1),
        ("JhQs cc Kh cc", -1),
        ("JhKs rc Js cc", 3),
        ("KhQs rc Qh rc", -7),
        ("JhKs rrc Js rrc", 13),
        ("KsJh crrc Js crrc", -13),
        ("QhQs rrc Js rrc", 0),
    ] {
        let state = read(text);
        assert!(Leduc.is_terminal(&state), "{text}");
        assert_eq!(Leduc.utility(&state).get(), chips, "{text}");
    }
}

#[test]
fn a_view_tells_the_own_card_and_nothing_of_the_other_before_a_showdown() {
    for (state, seat) in states().into_iter().flat_map(|state| Seat::PAIR.map(|seat| (state, seat))) {
        let view = Leduc.view(&state, seat);
        assert_eq!(view.card, state.cards.map(|cards| cards[usize::from(seat.0)]));
        assert_eq!((Leduc.viewer(&view), view.public, view.rounds), (seat, state.public, state.rounds));
        // Any other card for the other one, and the view is the same, unless the cards are turned up.
        for card in Card::ALL {
            let mut cards = state.cards;
            cards.iter_mut().for_each(|cards| cards[usize::from(seat.other().0)] = card);
            let changed = State { cards, ..state };
            if changed != state && changed.arises() {
                assert_eq!(Leduc.view(&changed, seat) == view, !state.is_showdown(), "{state:?} {card:?}");
            }
        }
    }
}

#[test]
fn the_states_of_a_view_are_those_that_have_it() {
    let mut sets: HashMap<View, HashSet<State>> = HashMap::new();
    for (state, seat) in states().into_iter().flat_map(|state| Seat::PAIR.map(|seat| (state, seat))) {
        sets.entry(Leduc.view(&state, seat)).or_default().insert(state);
    }
    for (view, expected) in &sets {
        let consistent = Leduc.consistent(view).unwrap();
        assert_eq!(consistent.iter().map(|&(state, _)| state).collect::<HashSet<_>>(), *expected);
        let others = match (view.card, view.other, view.public) {
            (None, ..) | (_, Some(_), _) => 1,
            (.., None) => 5,
            (.., Some(_)) => 4,
        };
        assert_eq!(expected.len(), others);
        assert!(consistent.iter().all(|&(_, probability)| probability == 1.0 / others as f64));
    }
}

#[test]
fn a_view_that_no_state_has_allows_none() {
    let sense = Leduc.view(&read("JhQs rc Kh r"), Seat::FIRST);
    for nonsense in [
        // Betting before the deal, one card twice, a public card before its time, and a second round without one.
        View { card: None, ..sense },
        View { public: sense.card, ..sense },
        View { rounds: [read("JhQs r").rounds[0], sense.rounds[1]], ..sense },
        View { public: None, ..sense },
        // A card that is seen without a showdown.
        View { other: Some(Card::ALL[5]), ..sense },
    ] {
        assert_eq!(Leduc.consistent(&nonsense), Some(Vec::new()), "{nonsense:?}");
        assert_eq!(Leduc.sample(&nonsense, &mut Seeded::new(1)), None, "{nonsense:?}");
    }
}

#[test]
fn samples_have_the_view_and_are_evenly_spread() {
    let mut random = Seeded::new(7);
    for text in ["--", "JhQs", "JhQs rc", "JhQs rc Kh r", "JhQs rf", "JhQs rc Kh rc"] {
        for seat in Seat::PAIR {
            let view = Leduc.view(&read(text), seat);
            let mut counts: HashMap<State, u32> = HashMap::new();
            for _ in 0..1000 {
                let sample = Leduc.sample(&view, &mut random).unwrap();
                assert_eq!(Leduc.view(&sample, seat), view);
                *counts.entry(sample).or_default() += 1;
            }
            let fair = 1000 / Leduc.consistent(&view).unwrap().len() as u32;
            assert!(counts.values().all(|count| count.abs_diff(fair) < 80), "{counts:?}");
        }
    }
}

#[test]
fn positions_and_views_as_text() {
    for state in states() {
        let text = Leduc.position_text(&state);
        assert_eq!(Leduc.parse_position(&text), Ok(state), "{text}");
        assert_eq!(Leduc.parse_position(&format!("\u{feff} {}\r\n", text.to_lowercase())), Ok(state), "{text}");
        for seat in Seat::PAIR {
            let view = Leduc.view(&state, seat);
            let read = Leduc.parse_view(&Leduc.view_text(&view));
            // Before the deal and after a showdown both seats see the same.
            let both = view.card.is_none() || view.other.is_some();
            assert_eq!(read, Ok(if both { Leduc.view(&state, Seat::FIRST) } else { view }));
        }
    }
    let views = |text| Seat::PAIR.map(|seat| Leduc.view_text(&Leduc.view(&read(text), seat)));
    assert_eq!(views("--"), ["--", "--"]);
    assert_eq!(views("JhQs"), ["Jh?", "?Qs"]);
    assert_eq!(views("JhQs rc"), ["Jh? rc", "?Qs rc"]);
    assert_eq!(views("JhQs rc Kh crf"), ["Jh? rc Kh crf", "?Qs rc Kh crf"]);
    assert_eq!(views("JhQs rc Kh cc"), ["JhQs rc Kh cc", "JhQs rc Kh cc"]);
}

fn refused<T: std::fmt::Debug>(found: Result<T, TextError>) -> (usize, String) {
    let error = found.unwrap_err();
    (error.offset, error.message)
}

#[test]
fn a_bad_position_is_refused_with_the_place() {
    let cards = "expected the two cards, such as JhQs, or -- before the deal";
    let round = "expected a round of betting, c for call, r for raise and f for fold, such as rc or crf";
    let public = "expected the public card, Jh Js Qh Qs Kh or Ks, which nobody holds";
    for (text, offset, message) in [
        ("", 0, format!("{cards}, but the text ends")),
        ("JhJh", 0, format!("{cards}, found \"JhJh\"")),
        (" Jh", 1, format!("{cards}, found \"Jh\"")),
        ("JdQs", 0, format!("{cards}, found \"JdQs\"")),
        ("JhQs x", 5, format!("{round}, found \"x\"")),
        ("JhQs rrr", 5, format!("{round}, found \"rrr\"")),
        ("JhQs cf", 5, format!("{round}, found \"cf\"")),
        ("JhQs ccr", 5, format!("{round}, found \"ccr\"")),
        ("JhQs rc r", 8, format!("{public}, found \"r\"")),
        ("JhQs rc Qs", 8, format!("{public}, found \"Qs\"")),
        ("JhQs rc Kh ff", 11, format!("{round}, found \"ff\"")),
        ("JhQs r Kh", 7, "expected the end, found \"Kh\"".to_owned()),
        ("JhQs rf Kh", 8, "expected the end, found \"Kh\"".to_owned()),
        ("JhQs rc Kh cc Ks", 14, "expected the end, found \"Ks\"".to_owned()),
        ("-- r", 3, "expected the end, found \"r\"".to_owned()),
    ] {
        assert_eq!(refused(Leduc.parse_position(text)), (offset, message), "{text:?}");
    }
}

#[test]
fn a_bad_view_is_refused_with_the_place() {
    let cards = "expected one card and a ?, such as Jh? or ?Jh, or -- before the deal";
    let turned_up = "both cards are seen after a call that ends the second round, and only then";
    for (text, offset, message) in [
        ("", 0, format!("{cards}, but the text ends")),
        ("Jh", 0, format!("{cards}, found \"Jh\"")),
        ("??", 0, format!("{cards}, found \"??\"")),
        ("?Jh?", 0, format!("{cards}, found \"?Jh?\"")),
        ("JhJh rc Kh cc", 0, format!("{cards}, found \"JhJh\"")),
        ("JhQs rc", 7, turned_up.to_owned()),
        ("Jh? rc Kh cc ", 12, turned_up.to_owned()),
    ] {
        assert_eq!(refused(Leduc.parse_view(text)), (offset, message), "{text:?}");
    }
    // The card that one holds oneself cannot be the public one.
    assert_eq!(refused(Leduc.parse_view("Jh? rc Jh")).0, 7);
}

#[test]
fn a_check_is_a_call_of_nothing() {
    for (text, word, meant) in [
        ("JhQs", "check", Some(Action::Call)),
        ("JhQs c", " Check ", Some(Action::Call)),
        ("JhQs rc Kh", "check", Some(Action::Call)),
        ("JhQs", "call", Some(Action::Call)),
        ("JhQs r", "check", None),
        ("JhQs r", "FOLD", Some(Action::Fold)),
        ("JhQs", "fold", None),
        ("--", "check", None),
        ("JhQs rc", "check", None),
        ("JhQs rf", "check", None),
    ] {
        let state = read(text);
        let found = Leduc.parse_action(&state, word, &Leduc.action_list(&state));
        assert_eq!(found.as_ref().ok(), meant.as_ref(), "{text} {word}: {found:?}");
    }
}

#[test]
fn a_seat_is_told_its_own_card_and_the_other_s_at_a_showdown() {
    let told = |text: &str, word: &str| {
        let state = read(text);
        let mut outcomes = Outcomes::new();
        if Leduc.turn(&state) == Turn::Chance {
            Leduc.outcomes(&state, &mut outcomes);
        }
        let mut legal = Leduc.action_list(&state);
        legal.extend(outcomes.as_slice().iter().map(|&(outcome, _)| outcome));
        let action = Leduc.parse_action(&state, word, &legal).unwrap();
        Seat::PAIR.map(|seat| Leduc.observation(&state, action, seat))
    };
    assert_eq!(told("--", "JhQs"), ["Jh?", "?Qs"]);
    assert_eq!(told("JhQs rc", "Kh"), ["Kh", "Kh"]);
    assert_eq!(told("JhQs r", "call"), ["call", "call"]);
    assert_eq!(told("JhQs rc Kh", "call"), ["call", "call"]);
    assert_eq!(told("JhQs rc Kh r", "fold"), ["fold", "fold"]);
    assert_eq!(told("JhQs rc Kh r", "call"), ["call, the cards are JhQs", "call, the cards are JhQs"]);
}

#[test]
fn the_board_shows_what_a_seat_sees() {
    let drawn = |text: &str, seat| {
        let Drawing { cells, notes, .. } = Leduc.picture_of_view(&Leduc.view(&read(text), seat));
        let cards = cells.iter().map(|cell| cell.piece.as_ref().map_or("-".to_owned(), |piece| piece.text.clone()));
        (cards.collect::<Vec<_>>().join(" "), notes)
    };
    assert_eq!(
        drawn("JhQs crrc Kh r", Seat::SECOND),
        (
            "? Kh Qs".to_owned(),
            vec![
                "the pot holds 14 chips, 9 of first and 5 of second".to_owned(),
                "first round: first checks, second raises, first raises, second calls".to_owned(),
                "second round: first raises".to_owned(),
            ]
        )
    );
    assert_eq!(drawn("JhQs cc Kh rf", Seat::FIRST).0, "Jh Kh ?");
    assert_eq!(drawn("JhQs cc Kh cc", Seat::FIRST).0, "Jh Kh Qs");
    let (cards, notes) = drawn("--", Seat::FIRST);
    assert_eq!((cards.as_str(), notes.len()), ("? - ?", 2));
}
