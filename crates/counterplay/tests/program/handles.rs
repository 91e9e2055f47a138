//! Handles of actions: what a search has found is played without its word, and in no other position.

use counterplay::api::{ActionWord, StaleAction};
use counterplay::{AnyPosition, Catalog, HiddenSearch, Request, Seeded, TurnWord};

fn catalog() -> Catalog {
    counterplay::games::catalog()
}

fn request(nodes: u64) -> Request {
    Request::default().with_nodes(nodes).with_memory(1 << 16)
}

/// The position after an action, played by its handle and by its word.
fn both(position: &dyn AnyPosition, action: &ActionWord) -> [String; 2] {
    let (mut by_handle, mut by_word) = (position.copy(), position.copy());
    by_handle.play_action(action.id, None).unwrap();
    by_word.play(&action.word).unwrap();
    [by_handle, by_word].map(|position| format!("{} after {:?}", position.text(), position.line()))
}

#[test]
fn every_listed_action_is_played_by_its_handle_as_by_its_word() {
    for item in catalog().items() {
        let (mut position, mut dice) = (catalog().game(item.name(), &[]).unwrap().start(), Seeded::new(3));
        for _ in 0..12 {
            let actions = position.actions();
            assert_eq!(position.paths().len(), actions.len(), "{}", item.name());
            for action in actions.iter().take(8) {
                let [by_handle, by_word] = both(position.as_ref(), action);
                assert_eq!(by_handle, by_word, "{}: {}", item.name(), action.word);
                assert_eq!(position.find(&action.word).as_ref(), Ok(action), "{}", item.name());
            }
            match (position.turn(), actions.get(actions.len() / 2)) {
                (TurnWord::Seat(_), Some(action)) => drop(position.play_action(action.id, None).unwrap()),
                (TurnWord::Chance, _) => drop(position.roll(&mut dice, None).unwrap()),
                _ => break,
            }
        }
    }
}

#[test]
fn what_a_search_found_has_a_handle_for_its_word() {
    for item in catalog().items() {
        let (mut position, mut dice) = (catalog().game(item.name(), &[]).unwrap().start(), Seeded::new(5));
        while position.turn() == TurnWord::Chance {
            position.roll(&mut dice, None).unwrap();
        }
        let searches = HiddenSearch::ALL.into_iter().map(Some).filter(|_| item.has_secrets()).chain([None]);
        let mut reports: Vec<_> = searches
            .filter_map(|search| position.best(&Request { search, ..request(2000) }, &mut |_| {}).ok())
            .collect();
        reports.extend(position.solve(&request(2000), &mut |_| {}));
        assert!(!reports.is_empty(), "{}", item.name());
        for report in reports {
            assert_eq!(report.action.is_some(), report.action_id.is_some(), "{}: {report:?}", item.name());
            let chosen = report.chosen().unwrap();
            let found = position.find(&chosen.word).map(|found| (found.id, found.word));
            assert_eq!(found, Ok((chosen.id, chosen.word.clone())), "{}, {}", item.name(), report.method);
            let [by_handle, by_word] = both(position.as_ref(), &chosen);
            assert_eq!(by_handle, by_word, "{}", item.name());
        }
    }
}

#[test]
fn a_handle_of_another_position_is_refused_and_nothing_is_played() {
    let game = catalog().game("tictactoe", &[]).unwrap();
    let start = game.start();
    let action = start.best(&request(2000), &mut |_| {}).unwrap().action_id.unwrap();
    let mut once = start.copy();
    assert_eq!(once.play_action(action, None).as_deref(), Ok("a1"));
    // Not twice, not a ply later, and not where as many plies and as many actions look another way.
    assert_eq!(once.play_action(action, None), Err(StaleAction));
    let [mut one, mut other] = ["b2", "c3"].map(|word| {
        let mut position = start.copy();
        position.play(word).unwrap();
        position
    });
    let reply = one.actions()[3].id;
    assert_eq!(other.play_action(reply, None), Err(StaleAction));
    assert_eq!((other.plies(), other.text()), (1, "--------X".to_owned()));
    assert_eq!(one.play_action(reply, None).as_deref(), Ok("a2"));
    // A position that is gone back to is the same again, and so is one that is read from the same words.
    assert!(once.take_back());
    assert_eq!(once.play_action(action, None).as_deref(), Ok("a1"));
    assert_eq!(game.start().play_action(action, None).as_deref(), Ok("a1"));
    let mut another_game = catalog().game("connect4", &[]).unwrap().start();
    assert_eq!(another_game.play_action(action, None), Err(StaleAction));
}

#[test]
fn a_game_that_its_line_has_ended_refuses_the_handles_of_its_state() {
    let game = catalog().game("checkers", &[("limit", "0")]).unwrap();
    let mut position = game.read("B:WK32:BK1").unwrap();
    let round = ["1-5", "32-28", "5-1", "28-32"];
    round.iter().chain(&round[..3]).for_each(|word| position.play(word).unwrap());
    let last = position.find("28-32").unwrap();
    position.play_action(last.id, None).unwrap();
    assert_eq!((position.turn(), position.actions().len(), position.paths().len()), (TurnWord::Over, 0, 0));
    assert!(position.find("1-5").is_err());
    assert_eq!(position.play_action(last.id, None), Err(StaleAction));
}

#[test]
fn what_is_played_is_told_as_the_seat_may_know_it() {
    let game = catalog().game("kuhn", &[]).unwrap();
    let mut position = game.start();
    let deal = position.find("QJ").unwrap();
    assert!(deal.probability.is_some());
    let told = position.play_action(deal.id, Some(counterplay::Seat::SECOND)).unwrap();
    assert_eq!(Some(&told), position.history(Some(counterplay::Seat::SECOND)).first());
    assert!(!told.contains('Q'), "{told}");
    position.play("bet").unwrap();
    let since = position.history_since(1, Some(counterplay::Seat::SECOND));
    assert_eq!(since, [(TurnWord::Seat(counterplay::Seat::FIRST), "bet".to_owned())]);
    assert_eq!(position.history_since(0, None).len(), 2);
    assert!(position.history_since(9, None).is_empty());
}
