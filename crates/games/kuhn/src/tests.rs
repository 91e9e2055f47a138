use std::collections::{HashMap, HashSet};

use counterplay_core::search::{Averages, Dealing, Settings, averaging, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Chance, Game, Hidden, Keyed, Notation, Outcomes, Proof, Revealed, Seat, Seeded, Turn};

use super::{Action, Betting, Card, Kuhn, State, View};

const SEATS: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

/// Every state of the game.
fn states() -> Vec<State> {
    let mut states = vec![Kuhn.initial()];
    let mut at = 0;
    while at < states.len() {
        let state = states[at];
        at += 1;
        let mut outcomes = Outcomes::new();
        if !Kuhn.is_terminal(&state) && Kuhn.turn(&state) == Turn::Chance {
            Kuhn.outcomes(&state, &mut outcomes);
            assert_eq!(outcomes.check(), Ok(()));
        }
        let outcomes = outcomes.as_slice().iter().map(|&(outcome, _)| outcome);
        states.extend(outcomes.chain(Kuhn.action_list(&state)).map(|action| Kuhn.result(&state, action)));
    }
    states
}

fn read(text: &str) -> State {
    Kuhn.parse_position(text).unwrap()
}

fn averages(position: &str, seat: Seat) -> Averages<State, Action> {
    let view = Kuhn.view(&read(position), seat);
    averaging(&Kuhn, &view, &Dealing::new(), &Settings::new()).unwrap()
}

#[test]
fn one_state_before_the_deal_and_nine_after_each() {
    let states = states();
    assert_eq!(states.len(), 1 + 6 * 9);
    assert_eq!(states.iter().copied().collect::<HashSet<_>>().len(), states.len());
    assert_eq!(states.iter().map(|state| Kuhn.key(state)).collect::<HashSet<_>>().len(), states.len());
    assert_eq!(states.iter().filter(|state| Kuhn.is_terminal(state)).count(), 6 * 5);
}

#[test]
fn the_chips_of_the_five_ways_to_bet() {
    let chips = |text: &str| Kuhn.utility(&read(text)).get();
    let table = [("pp", 1, -1), ("bp", 1, 1), ("bb", 2, -2), ("pbp", -1, -1), ("pbb", 2, -2)];
    for (betting, with_king, with_jack) in table {
        assert_eq!(chips(&format!("KQ {betting}")), with_king);
        assert_eq!(chips(&format!("JQ {betting}")), with_jack);
    }
    let is_over = |betting: &&str| Kuhn.is_terminal(&read(&format!("KQ {betting}")));
    let over: Vec<&str> = ["p", "b", "pp", "pb", "bp", "bb", "pbp", "pbb"].into_iter().filter(is_over).collect();
    assert_eq!(over, ["pp", "bp", "bb", "pbp", "pbb"]);
}

#[test]
fn twelve_information_sets() {
    let mut sets: HashMap<View, Vec<State>> = HashMap::new();
    for state in states() {
        if let (false, Turn::Seat(seat)) = (Kuhn.is_terminal(&state), Kuhn.turn(&state)) {
            sets.entry(Kuhn.view(&state, seat)).or_default().push(state);
        }
    }
    assert_eq!(sets.len(), 12);
    assert!(sets.values().all(|states| states.len() == 2));
    // The actions depend on the view alone.
    for states in sets.values() {
        assert!(states.iter().all(|state| Kuhn.action_list(state) == [Action::Pass, Action::Bet]));
    }
}

#[test]
fn a_view_tells_the_own_card_and_nothing_of_the_other_before_a_showdown() {
    for state in states() {
        for seat in SEATS {
            let view = Kuhn.view(&state, seat);
            assert_eq!(view.card, state.cards.map(|cards| cards[usize::from(seat.0)]));
            assert_eq!((Kuhn.viewer(&view), view.betting), (seat, state.betting));
            // Another card for the other one, and the view is the same, unless the cards are turned up.
            if let Some(cards) = state.cards {
                let third = Card::ALL.into_iter().find(|card| !cards.contains(card)).unwrap();
                let other = if seat == Seat::FIRST { [cards[0], third] } else { [third, cards[1]] };
                let same = Kuhn.view(&State { cards: Some(other), ..state }, seat) == view;
                assert_eq!(same, !state.betting.is_showdown());
            }
        }
    }
}

#[test]
fn the_states_of_a_view_are_those_that_have_it() {
    let states = states();
    for (state, seat) in states.iter().flat_map(|state| SEATS.map(|seat| (state, seat))) {
        let view = Kuhn.view(state, seat);
        let consistent = Kuhn.consistent(&view).unwrap();
        let expected: HashSet<State> = states.iter().copied().filter(|state| Kuhn.view(state, seat) == view).collect();
        assert_eq!(consistent.iter().map(|&(state, _)| state).collect::<HashSet<_>>(), expected);
        assert_eq!(expected.len(), if state.cards.is_some() && !state.betting.is_showdown() { 2 } else { 1 });
        assert!(consistent.iter().all(|&(_, probability)| probability == 1.0 / expected.len() as f64));
    }
    // Nobody can have bet before the deal.
    let nonsense = View { seat: Seat::FIRST, card: None, other: None, betting: Betting::Bet };
    assert_eq!(Kuhn.consistent(&nonsense), Some(Vec::new()));
    assert_eq!(Kuhn.sample(&nonsense, &mut Seeded::new(1)), None);
}

#[test]
fn samples_have_the_view_and_are_evenly_spread() {
    let mut random = Seeded::new(7);
    for (state, seat) in states().iter().flat_map(|state| SEATS.map(|seat| (state, seat))) {
        let view = Kuhn.view(state, seat);
        let mut counts: HashMap<State, u32> = HashMap::new();
        for _ in 0..1000 {
            let sample = Kuhn.sample(&view, &mut random).unwrap();
            assert_eq!(Kuhn.view(&sample, seat), view);
            *counts.entry(sample).or_default() += 1;
        }
        let fair = 1000 / Kuhn.consistent(&view).unwrap().len() as u32;
        assert!(counts.values().all(|count| count.abs_diff(fair) < 80), "{counts:?}");
    }
}

#[test]
fn the_known_averages_of_the_first_player_s_opening() {
    let mut mean = 0.0;
    for (position, pass, bet, choice) in
        [("JQ", -1.0, -2.0, Action::Pass), ("QK", 0.0, -0.5, Action::Pass), ("KJ", 1.0, 1.0, Action::Pass)]
    {
        let found = averages(position, Seat::FIRST);
        assert_eq!(found.actions.iter().map(|entry| entry.average).collect::<Vec<_>>(), [pass, bet], "{position}");
        assert_eq!((found.choice, found.proof), (choice, Proof::Exact));
        mean += found.average / 3.0;
    }
    // With all cards face up the game is even; by Kuhn it is worth -1/18 to the first player.
    assert_eq!(mean, 0.0);
    let revealed = expectiminimax(&Revealed(Kuhn), &Kuhn.initial(), &Settings::new(), &mut Silent).unwrap();
    assert!(revealed.value.score.abs() < 1e-15);
}

#[test]
fn the_averages_of_all_later_decisions() {
    // Worked out by hand, in the first player's chips: `pass`, `bet` against each of the two cards, and their means.
    let table = [
        // After a pass the second player may take the showdown for 1, or bet: the first calls with the better card (2)
        // and folds the worse one (-1).
        ("KJ p", Seat::SECOND, [1.0, 2.0], Action::Pass),
        ("KQ p", Seat::SECOND, [0.0, 0.5], Action::Pass),
        ("JK p", Seat::SECOND, [-1.0, -1.0], Action::Pass),
        // After a bet, fold (1) or the showdown for 2.
        ("KJ b", Seat::SECOND, [1.0, 2.0], Action::Pass),
        ("KQ b", Seat::SECOND, [1.0, 0.0], Action::Bet),
        ("JK b", Seat::SECOND, [1.0, -2.0], Action::Bet),
        // The same for the first player.
        ("JK pb", Seat::FIRST, [-1.0, -2.0], Action::Pass),
        ("QK pb", Seat::FIRST, [-1.0, 0.0], Action::Bet),
        ("KJ pb", Seat::FIRST, [-1.0, 2.0], Action::Bet),
    ];
    for (position, seat, expected, choice) in table {
        let found = averages(position, seat);
        assert_eq!(found.actions.iter().map(|entry| entry.average).collect::<Vec<_>>(), expected, "{position}");
        assert_eq!(found.choice, choice, "{position}");
    }
}

#[test]
fn positions_and_views_as_text() {
    for state in states() {
        let text = Kuhn.position_text(&state);
        assert_eq!(Kuhn.parse_position(&text), Ok(state), "{text}");
        assert_eq!(Kuhn.parse_position(&format!("\u{feff} {}\r\n", text.to_lowercase())), Ok(state), "{text}");
    }
    assert_eq!(Kuhn.position_text(&Kuhn.initial()), "--");
    let views = |text| SEATS.map(|seat| Kuhn.view_text(&Kuhn.view(&read(text), seat)));
    assert_eq!(views("--"), ["--", "--"]);
    assert_eq!(views("QJ pb"), ["Q? pb", "?J pb"]);
}

#[test]
fn a_bad_position_is_refused_with_the_place() {
    let cards = "expected the cards, JQ JK QJ QK KJ or KQ, or -- before the deal";
    let betting = "expected the betting, p b pp pb bp bb pbp or pbb, or the end";
    let cases = [
        ("", 0, format!("{cards}, but the text ends")),
        ("JJ", 0, format!("{cards}, found \"JJ\"")),
        (" Q", 1, format!("{cards}, found \"Q\"")),
        ("QA p", 0, format!("{cards}, found \"QA\"")),
        ("QJ x", 3, format!("{betting}, found \"x\"")),
        ("QJ ppp", 3, format!("{betting}, found \"ppp\"")),
        ("QJ p p", 5, "expected the end, found \"p\"".to_owned()),
        ("-- p", 3, "expected the end, found \"p\"".to_owned()),
    ];
    for (text, offset, message) in cases {
        let error = Kuhn.parse_position(text).unwrap_err();
        assert_eq!((error.offset, error.message), (offset, message), "{text:?}");
    }
}

#[test]
fn actions_have_words_and_a_deal_is_told_to_each_seat_apart() {
    let deal = Action::Deal(Card::Queen, Card::Jack);
    let words = [deal, Action::Pass, Action::Bet].map(|action| Kuhn.action_text(&Kuhn.initial(), action));
    assert_eq!(words, ["QJ", "pass", "bet"]);
    assert_eq!(Seat::PAIR.map(|seat| Kuhn.observation(&Kuhn.initial(), deal, seat)), ["Q?", "?J"]);
}

#[test]
fn views_are_read_back_and_bad_ones_refused() {
    for state in states() {
        for seat in Seat::PAIR {
            let view = Kuhn.view(&state, seat);
            let read = Kuhn.parse_view(&Kuhn.view_text(&view));
            // Before the deal and after a showdown both seats see the same.
            let both = view.card.is_none() || view.other.is_some();
            assert_eq!(read, Ok(if both { Kuhn.view(&state, Seat::FIRST) } else { view }));
        }
    }
    for text in ["", "Q", "QJ", "??", "?-", "Q? x", "Q? pb extra", "X?", "Q?p", "Q? pp", "QJ pb", "QQ pp"] {
        assert!(Kuhn.parse_view(text).is_err(), "{text}");
    }
}

#[test]
fn a_view_of_somebody_who_is_not_to_move_has_nothing_to_average() {
    for (position, seat) in [("KJ", Seat::SECOND), ("KJ pp", Seat::FIRST), ("--", Seat::FIRST)] {
        let view = Kuhn.view(&Kuhn.parse_position(position).unwrap(), seat);
        let halt = averaging(&Kuhn, &view, &Dealing::new(), &Settings::new()).unwrap_err();
        assert_eq!(halt.cause, counterplay_core::Cause::NotToMove, "{position}");
    }
}
