//! What each move of a game has cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use counterplay_api::review::{Effort, Grade, ReviewEvent, judge, review};
use counterplay_api::{AnyPosition, Declined, Request, SearchError, TurnWord};
use counterplay_core::{Limit, Limits, Random, Seat, Seeded};

/// A table of the usual size would take longer to lay out than these searches take.
fn small() -> Request {
    Request { memory: 1 << 20, ..Request::default() }
}

/// The effort of the small request.
fn effort() -> Effort {
    Effort::within(&small())
}

fn read(game: &str, text: &str) -> Box<dyn AnyPosition> {
    counterplay_standard::catalog().game(game, &[]).unwrap().read(text).unwrap()
}

fn after(game: &str, moves: &[&str]) -> Box<dyn AnyPosition> {
    let mut position = counterplay_standard::catalog().game(game, &[]).unwrap().start();
    moves.iter().for_each(|word| position.play(word).unwrap());
    position
}

/// What the seat to move has after an action, by the solver.
fn solved_after(position: &dyn AnyPosition, action: &str) -> f64 {
    let mut after = position.copy();
    after.play(action).unwrap();
    let report = after.solve(&small(), &mut |_| {}).unwrap();
    let (low, high) = position.bounds(Seat::FIRST);
    // Whose value it is: the mover's, or the first seat's where nobody is to move.
    let whose = if let TurnWord::Seat(seat) = after.turn() { seat } else { Seat::FIRST };
    if TurnWord::Seat(whose) == position.turn() { report.value.score } else { low + high - report.value.score }
}

#[test]
fn a_loss_is_what_the_solver_says_of_it() {
    let mut random = Seeded::new(3);
    for game in ["tictactoe", "hog"] {
        let mut judged = 0;
        while judged < 12 {
            let mut position = counterplay_standard::catalog().game(game, &[]).unwrap().start();
            for _ in 0..2 + random.below(5) {
                let actions = position.actions();
                let Some(at) = random.index(actions.len()) else { break };
                position.play(&actions[at].word).unwrap();
            }
            if !matches!(position.turn(), TurnWord::Seat(_)) {
                continue;
            }
            judged += 1;
            let words: Vec<String> = position.actions().into_iter().map(|action| action.word).collect();
            let worths: Vec<f64> = words.iter().map(|word| solved_after(position.as_ref(), word)).collect();
            let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for (word, worth) in words.iter().zip(&worths) {
                let found = judge(position.as_ref(), word, &effort()).unwrap();
                assert!((found.loss - (best - worth)).abs() < 1e-9, "{game} {} {found:?}", position.text());
                assert!((found.value.value.score - best).abs() < 1e-9 && found.exact);
                assert_eq!(found.grade == Grade::Best, best - worth < 1e-9);
                assert_eq!(found.best.contains(word), found.grade == Grade::Best);
                assert_eq!((&found.played.line[0], TurnWord::Seat(found.by)), (word, position.turn()));
            }
        }
    }
}

#[test]
fn moves_are_graded() {
    let grade = |game: &str, moves: &[&str], action: &str| {
        let found = judge(after(game, moves).as_ref(), action, &effort()).unwrap();
        (found.grade, found.exact)
    };
    assert_eq!(grade("tictactoe", &["a1"], "b2"), (Grade::Best, true));
    // Only the middle holds the draw against a corner.
    assert_eq!(grade("tictactoe", &["a1"], "b1"), (Grade::Mistake, true));
    // Two in a row, and the third is left to the other, who has two as well.
    assert_eq!(grade("tictactoe", &["a1", "a2", "b1", "b2"], "a3"), (Grade::Blunder, true));
    assert_eq!(grade("tictactoe", &["a1", "a2", "b1", "b2"], "c2"), (Grade::Mistake, true));
}

#[test]
fn an_unfinished_search_compares_at_one_depth() {
    let position = after("connect4", &["4", "4", "4"]);
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let found = judge(position.as_ref(), "1", &Effort::within(&Request { limits, ..small() })).unwrap();
    assert!(!found.exact && found.loss >= 0.0 && !found.best.is_empty(), "{found:?}");
    // Not even a look at every action: there is nothing to say.
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let found = judge(position.as_ref(), "1", &Effort::within(&Request { limits, ..small() }));
    assert_eq!(found, Err(SearchError::Stopped(Limit::Nodes)));
}

/// Estimates are no proofs: what they grade as a mistake is one in three of four, and what they pass seldom is.
#[test]
fn most_grades_of_estimates_are_right() {
    // Positions of connect four as columns, and the columns that keep the outcome by proof.
    const PROVEN: [(&str, &str); 20] = [
        ("44331233", "1234567"),
        ("5314545", "1234567"),
        ("4325753", "34"),
        ("4544336254", "1234567"),
        ("4444374237", "23567"),
        ("7255435", "1234567"),
        ("4444175", "36"),
        ("6573552", "235"),
        ("564453131522", "1234567"),
        ("16617445", "3"),
        ("6563534", "5"),
        ("74254445", "5"),
        ("744723544", "1234567"),
        ("43446475476", "123456"),
        ("4426444547", "67"),
        ("3433553365", "1234567"),
        ("3452242736413", "1234567"),
        ("6374225", "23456"),
        ("7462364724", "26"),
        ("252644334", "1234567"),
    ];
    let effort = Effort::within(&small().with_nodes(60_000));
    let (mut worse, mut passed) = ([0, 0], [0, 0]);
    for (columns, keep) in PROVEN {
        let words: Vec<String> = columns.chars().map(String::from).collect();
        let position = after("connect4", &words.iter().map(String::as_str).collect::<Vec<_>>());
        for action in position.actions() {
            let found = judge(position.as_ref(), &action.word, &effort).unwrap();
            if found.exact {
                continue;
            }
            let counts = if found.grade >= Grade::Mistake { &mut worse } else { &mut passed };
            counts[usize::from(keep.contains(&action.word))] += 1;
        }
    }
    let share = |[not_kept, kept]: [u32; 2]| f64::from(not_kept) / f64::from(not_kept + kept);
    assert!(share(worse) > 0.7 && share(passed) < 0.3, "{worse:?} {passed:?}");
    assert!(worse[0] + worse[1] > 20 && passed[0] + passed[1] > 20, "{worse:?} {passed:?}");
}

#[test]
fn in_a_game_of_secrets_one_is_judged_by_what_one_saw() {
    let [jack, king] = ["QJ", "QK"].map(|deal| {
        let position = after("kuhn", &[deal]);
        judge(position.as_ref(), "bet", &effort()).unwrap()
    });
    assert_eq!(jack, king);
    // Against the equilibrium a bet with the queen loses: the king calls it, and the jack does not.
    assert_eq!((jack.exact, jack.best.as_slice()), (true, &["pass".to_owned()][..]));
    assert!(jack.loss > 0.0 && jack.grade > Grade::Best, "{jack:?}");
    // No equilibrium of battleships can be had.
    let position = after("battleships", &[]);
    let action = &position.actions()[0].word;
    let refused = judge(position.as_ref(), action, &Effort::within(&small().with_nodes(1000)));
    assert_eq!(refused, Err(SearchError::Declined(Declined::NotGraded)));
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let refused = |position: &dyn AnyPosition, action: &str| judge(position, action, &effort()).unwrap_err();
    let start = after("tictactoe", &["b2"]);
    let error = refused(start.as_ref(), "b2");
    assert!(matches!(&error, SearchError::Illegal(error) if error.word == "b2"), "{error}");
    assert!(error.to_string().contains("expected one of a1"), "{error}");
    assert!(matches!(refused(after("kuhn", &[]).as_ref(), "QJ"), SearchError::Declined(_)));
    assert!(matches!(refused(read("tictactoe", "XXXOO----").as_ref(), "c3"), SearchError::Declined(_)));
    // However it is written, it is told by its word.
    assert_eq!(judge(start.as_ref(), "A1", &effort()).unwrap().action, "a1");
}

#[test]
fn a_review_passes_chance_over_and_stops_when_it_is_told() {
    let position = after("kuhn", &["QJ", "bet", "bet"]);
    let mut told = Vec::new();
    let mut on_event = |event: ReviewEvent<'_>| {
        if let ReviewEvent::Judged(judged) = event {
            told.push(judged.clone());
        }
    };
    let all = review(position.as_ref(), &effort(), &mut on_event).unwrap().judged;
    assert_eq!(all, told);
    let short: Vec<_> = all.iter().map(|judged| (judged.ply, judged.by, judged.judgement.grade)).collect();
    assert_eq!(short, [(2, Seat::FIRST, Grade::Mistake), (3, Seat::SECOND, Grade::Blunder)]);
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let effort = Effort::within(&Request { limits, ..small() });
    let position = after("tictactoe", &["a1", "b2", "c3", "a3"]);
    let mut at_the_second = |event: ReviewEvent<'_>| {
        if let ReviewEvent::Judged(judged) = event {
            stop.store(judged.ply == 2, Ordering::Relaxed);
        }
    };
    assert_eq!(review(position.as_ref(), &effort, &mut at_the_second).unwrap().judged.len(), 2);
}

#[test]
fn a_long_game_is_reviewed() {
    let turns = ["roll", "1"].repeat(200);
    let position = after("pig", &turns);
    let effort = Effort::within(&Request { depth: Some(2), ..small() });
    let all = review(position.as_ref(), &effort, &mut |_| {}).unwrap().judged;
    assert_eq!((all.len(), all[199].ply), (200, 399));
    assert!(all.iter().all(|judged| judged.judgement.grade == Grade::Best));
}
