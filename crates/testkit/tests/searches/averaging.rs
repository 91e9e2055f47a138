//! Averaging over deals: its limits hold for the whole, its errors are what they say, and threads make no difference.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::secrets::{Cloth, Drawn, Heap, Sampler};
use counterplay_core::engine::Hashed;
use counterplay_core::search::{Averages, Dealing, Settings, averaging, minimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Cause, Depth, Game, Hidden, Limit, Limits, Notation, Proof, Revealed, Score, Seat};
use counterplay_kuhn::{Action, Kuhn, State};

/// An evaluation that tells states apart, as if by chance.
fn guess(_: &Cloth, heap: &Heap) -> Score {
    Score::new((heap.stones * 7 + heap.taken * 5) as i32 % 3 - 1)
}

fn kuhn(position: &str, seat: Seat, dealing: &Dealing) -> Averages<State, Action> {
    let view = Kuhn.view(&Kuhn.parse_position(position).unwrap(), seat);
    averaging(&Drawn(Sampler::Right), &view, dealing, &Settings::new()).unwrap()
}

fn listed(position: &str, seat: Seat) -> Averages<State, Action> {
    let view = Kuhn.view(&Kuhn.parse_position(position).unwrap(), seat);
    averaging(&Kuhn, &view, &Dealing::new(), &Settings::new()).unwrap()
}

#[test]
fn samples_agree_with_the_list_within_the_errors_that_they_state() {
    for (position, seat) in
        [("JQ", Seat::FIRST), ("QJ", Seat::FIRST), ("KJ", Seat::FIRST), ("JQ p", Seat::SECOND), ("QK pb", Seat::FIRST)]
    {
        let all = listed(position, seat);
        assert_eq!((all.proof, all.confidence, all.states.len()), (Proof::Exact, 1.0, 2), "{position}");
        let some = kuhn(position, seat, &Dealing::new().deals(2000).seed(3));
        assert_eq!((some.proof, some.states.len(), some.stopped), (Proof::Estimate, 2000, None));
        for (sampled, exact) in some.actions.iter().zip(&all.actions) {
            assert_eq!(exact.error, 0.0);
            let varies = exact.values.iter().any(|value| *value != exact.values[0]);
            assert_eq!(sampled.error > 0.0, varies, "{position}: {}", sampled.error);
            let off = (sampled.average - exact.average).abs();
            assert!(off <= 4.0 * sampled.error, "{position}: {off} with an error of {}", sampled.error);
        }
    }
}

#[test]
fn the_error_is_as_often_exceeded_as_it_says() {
    let exact = listed("QJ", Seat::FIRST).actions[0].average;
    let exceeded = |seed: &u64| {
        let some = kuhn("QJ", Seat::FIRST, &Dealing::new().deals(100).seed(*seed));
        (some.actions[0].average - exact).abs() > some.actions[0].error
    };
    // In 32 of 100 cases, with a standard deviation of 21 in 2000.
    let count = (0..2000).filter(exceeded).count();
    assert!((550..=730).contains(&count), "{count} of 2000");
}

#[test]
fn a_choice_is_as_sure_as_the_deals_make_it() {
    // With a queen, passing is worth 0 and betting -1/2: never better, and worse against the king.
    let sure = kuhn("QJ", Seat::FIRST, &Dealing::new().deals(500));
    assert!(sure.choice == Action::Pass && sure.confidence > 0.999, "{}", sure.confidence);
    let one = kuhn("QJ", Seat::FIRST, &Dealing::new().deals(1));
    assert!(one.states.len() == 1 && one.confidence < 0.6, "{}", one.confidence);
    assert!(one.actions.iter().all(|entry| entry.error == f64::INFINITY));
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let view = Kuhn.view(&Kuhn.parse_position("QJ").unwrap(), Seat::FIRST);
    let (game, cloth) = (Drawn(Sampler::Right), Cloth { least: 9, more: 6 });
    let heap = cloth.view(&Heap::new(9), Seat::FIRST);
    let poker =
        |threads| averaging(&game, &view, &Dealing::new().deals(77).threads(threads), &Settings::new()).unwrap();
    let dealing = |threads| Dealing::new().deals(40).threads(threads).keys(Hashed);
    let stones = |threads| averaging(&cloth, &heap, &dealing(threads), &Settings::new()).unwrap();
    // Too many stones to see the end: the deals are searched further each time, to the depth asked for.
    let long = Cloth { least: 200, more: 9 };
    let heap_of_many = long.view(&Heap::new(200), Seat::FIRST);
    let ahead = Settings::new().to_depth(Depth(9), guess);
    let deep = |threads| averaging(&long, &heap_of_many, &dealing(threads), &ahead).unwrap();
    for threads in [2, 3] {
        assert_eq!(poker(threads), poker(1));
        assert_eq!(stones(threads), stones(1));
        assert_eq!(deep(threads), deep(1));
    }
    assert_ne!(
        poker(1).average,
        averaging(&game, &view, &Dealing::new().deals(77).seed(2), &Settings::new()).unwrap().average
    );
}

#[test]
fn without_luck_the_engine_finds_the_value_of_minimax_in_each_deal() {
    let game = Cloth { least: 5, more: 7 };
    let view = game.view(&Heap::new(5), Seat::FIRST);
    let plain = averaging(&game, &view, &Dealing::new().deals(30), &Settings::new()).unwrap();
    let keyed = averaging(&game, &view, &Dealing::new().deals(30).keys(Hashed), &Settings::new()).unwrap();
    assert_eq!((plain.depth, keyed.depth), (None, None));
    assert!(keyed.nodes < plain.nodes, "{} and {}", keyed.nodes, plain.nodes);
    for (entry, same) in plain.actions.iter().zip(&keyed.actions) {
        assert_eq!(entry.values, same.values);
        for ((state, _), value) in plain.states.iter().zip(&entry.values) {
            let below = game.result(state, entry.action);
            let found = minimax(&Revealed(&game), &below, &Settings::new(), &mut Silent).unwrap();
            assert_eq!(found.value.score, *value);
        }
    }
}

#[test]
fn the_limit_of_nodes_is_that_of_the_whole() {
    let game = Cloth { least: 300, more: 50 };
    let view = game.view(&Heap::new(300), Seat::FIRST);
    for (nodes, threads) in [(1, 1), (2, 1), (40, 1), (40, 3), (1000, 1), (30_000, 1), (30_000, 2), (30_000, 3)] {
        let settings = Settings::new().limits(Limits { nodes: Some(nodes), ..Limits::default() });
        let settings = settings.to_depth(Depth(400), guess);
        let found = averaging(&game, &view, &Dealing::new().threads(threads), &settings).unwrap();
        assert!(found.nodes <= nodes, "{} of {nodes} on {threads} threads", found.nodes);
        assert_eq!((found.stopped, found.proof), (Some(Limit::Nodes), Proof::Estimate), "{nodes}");
        // What was left over is less than a deal takes.
        assert!(nodes < 1000 || found.nodes > nodes / 2, "{} of {nodes}", found.nodes);
        assert_eq!(found.confidence > 0.0, nodes > 2, "{nodes}: {}", found.confidence);
    }
    // To the end of each deal, without an evaluation, it would take forever.
    let settings = Settings::new().limits(Limits { nodes: Some(5000), ..Limits::default() });
    let found = averaging(&game, &view, &Dealing::new(), &settings).unwrap();
    assert!(found.nodes <= 5000 && found.confidence == 0.0 && found.stopped == Some(Limit::Nodes), "{}", found.nodes);
}

#[test]
fn a_search_that_is_stopped_has_an_answer() {
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let view = Kuhn.view(&Kuhn.parse_position("QJ").unwrap(), Seat::FIRST);
    for (limits, limit) in [
        (Limits { stop, ..Limits::default() }, Limit::Stop),
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Limit::Time),
    ] {
        let settings = Settings::new().limits(limits);
        for threads in [1, 2] {
            let found = averaging(&Kuhn, &view, &Dealing::new().threads(threads), &settings).unwrap();
            assert_eq!((found.stopped, found.actions.len(), found.confidence), (Some(limit), 2, 0.0));
        }
    }
}

#[test]
fn with_little_time_there_are_few_deals_and_with_none_given_there_are_as_many_as_time_allows() {
    let game = Drawn(Sampler::Right);
    let view = Kuhn.view(&Kuhn.parse_position("QJ").unwrap(), Seat::FIRST);
    let settings = Settings::new().limits(Limits { time: Some(Duration::from_millis(20)), ..Limits::default() });
    let open = averaging(&game, &view, &Dealing::new(), &settings).unwrap();
    assert!(open.stopped == Some(Limit::Time) || open.states.len() == Dealing::MOST, "{:?}", open.stopped);
    let given = averaging(&game, &view, &Dealing::new().deals(5), &settings).unwrap();
    assert!(given.states.len() <= 5);
    let free = averaging(&game, &view, &Dealing::new(), &Settings::new()).unwrap();
    assert_eq!((free.states.len(), free.stopped), (Dealing::USUAL, None));
    // More deals than there are states: all of them, once each.
    let all = averaging(&Kuhn, &view, &Dealing::new().deals(2), &Settings::new()).unwrap();
    let one = averaging(&Kuhn, &view, &Dealing::new().deals(1), &Settings::new()).unwrap();
    assert_eq!((all.proof, one.proof, one.states.len()), (Proof::Exact, Proof::Estimate, 1));
}

#[test]
fn a_sampler_at_fault_is_an_error() {
    let view = Kuhn.view(&Kuhn.parse_position("QJ").unwrap(), Seat::FIRST);
    for (sampler, cause) in [(Sampler::GivesUp, Cause::NoState), (Sampler::Strays, Cause::WrongState)] {
        for threads in [1, 2] {
            let dealing = Dealing::new().deals(1000).threads(threads);
            let halt = averaging(&Drawn(sampler), &view, &dealing, &Settings::new()).unwrap_err();
            assert_eq!(halt.cause, cause);
        }
    }
    for threads in [1, 2] {
        let dealing = Dealing::new().deals(1000).threads(threads);
        let search = || averaging(&Drawn(Sampler::Panics), &view, &dealing, &Settings::new());
        let panic = std::panic::catch_unwind(search).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"the cards fell to the floor"));
    }
}

/// Prints how far a clock is overrun, which is for a reader: a test does not fail for a slow machine.
#[test]
fn a_clock_is_kept_and_the_overrun_is_told() {
    let given = Duration::from_millis(100);
    let limits = Limits { time: Some(given), ..Limits::default() };
    let (poker, cloth) = (Drawn(Sampler::Right), Cloth { least: 300, more: 50 });
    let queen = Kuhn.view(&Kuhn.parse_position("QJ").unwrap(), Seat::FIRST);
    let heap = cloth.view(&Heap::new(300), Seat::FIRST);
    let overruns = |search: &dyn Fn() -> Option<Limit>| {
        let run = |_| {
            let start = Instant::now();
            assert!(search().is_none_or(|limit| limit == Limit::Time));
            start.elapsed().saturating_sub(given)
        };
        let mut overruns: Vec<Duration> = (0..20).map(run).collect();
        overruns.sort_unstable();
        overruns
    };
    let settings = Settings::new().limits(limits.clone());
    let guessing = Settings::new().limits(limits).evaluation(guess);
    for threads in [1, 2] {
        let dealing = Dealing::new().threads(threads);
        let poker = overruns(&|| averaging(&poker, &queen, &dealing, &settings).unwrap().stopped);
        let dealing = Dealing::new().threads(threads).keys(Hashed);
        let stones = overruns(&|| averaging(&cloth, &heap, &dealing, &guessing).unwrap().stopped);
        for (name, overruns) in [("poker", poker), ("stones", stones)] {
            println!(
                "100 ms of {name} on {threads} threads: overrun by {:?}, at most {:?}",
                overruns[10], overruns[19]
            );
        }
    }
}
