//! Information-set Monte Carlo tree search: it finds what is plainly better, can be repeated, and keeps to its limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::secrets::{Cloth, Drawn, Heap, Sampler};
use counterplay_core::search::{Settings, Simulated, Simulation, ismcts, minimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Cause, Depth, Game, Hidden, Limit, Limits, Notation, Revealed, Score, Seat};
use counterplay_kuhn::{Action, Kuhn};

fn kuhn(position: &str, seat: Seat, simulation: &Simulation) -> Simulated<Action> {
    let view = Kuhn.view(&Kuhn.parse_position(position).unwrap(), seat);
    ismcts(&Kuhn, &view, simulation, &Settings::new()).unwrap()
}

#[test]
fn it_never_folds_a_king_nor_calls_with_a_jack() {
    for seed in 1..=5 {
        let simulation = Simulation::new().deals(2000).seed(seed);
        for (position, seat) in [("KJ pb", Seat::FIRST), ("QK b", Seat::SECOND)] {
            let found = kuhn(position, seat, &simulation);
            assert_eq!(found.choice, Action::Bet, "{position}");
            // Two chips for the one who has the king, whichever the other card is.
            assert_eq!(found.mean.abs(), 2.0);
        }
        for (position, seat) in [("JQ pb", Seat::FIRST), ("KJ b", Seat::SECOND)] {
            let found = kuhn(position, seat, &simulation);
            assert_eq!(found.choice, Action::Pass, "{position}");
            assert_eq!(found.mean.abs(), 1.0);
        }
    }
}

#[test]
fn where_nothing_is_hidden_it_agrees_with_minimax() {
    for stones in (5..=11).filter(|stones| stones % 4 != 0) {
        let game = Cloth { least: stones, more: 0 };
        let view = game.view(&game.initial(), Seat::FIRST);
        let found = ismcts(&game, &view, &Simulation::new().deals(20_000), &Settings::new()).unwrap();
        let value = minimax(&Revealed(&game), &game.initial(), &Settings::new(), &mut Silent).unwrap();
        assert_eq!(Some(found.choice), value.action, "{stones} stones");
        assert!((found.mean - value.value.score).abs() < 0.1, "{stones} stones: {}", found.mean);
    }
}

#[test]
fn it_can_be_repeated_and_what_threads_find_is_added_up() {
    for threads in 1..=3 {
        let simulation = Simulation::new().deals(1001).seed(9).threads(threads);
        let found = kuhn("QJ", Seat::FIRST, &simulation);
        assert_eq!(found, kuhn("QJ", Seat::FIRST, &simulation));
        assert_eq!(found.deals, 1001);
        assert_eq!(found.actions.iter().map(|entry| entry.visits).sum::<u64>(), 1001);
        assert_ne!(found, kuhn("QJ", Seat::FIRST, &simulation.seed(10)));
    }
    assert_eq!(kuhn("QJ", Seat::FIRST, &Simulation::new()).deals, Simulation::USUAL);
}

#[test]
fn full_trees_grow_no_more_and_still_answer() {
    let game = Cloth { least: 40, more: 5 };
    let view = game.view(&game.initial(), Seat::FIRST);
    let search = |views| ismcts(&game, &view, &Simulation::new().deals(3000).views(views), &Settings::new()).unwrap();
    let free = search(Simulation::VIEWS);
    assert!(free.views > 50 && !free.full, "{}", free.views);
    for views in [0, 1, 10] {
        let capped = search(views);
        assert!(capped.full && capped.views == views.max(1), "{} nodes", capped.views);
        assert_eq!((capped.deals, capped.stopped), (3000, None));
    }
}

#[test]
fn limits_end_it_with_the_best_so_far() {
    let view = Kuhn.view(&Kuhn.parse_position("KJ pb").unwrap(), Seat::FIRST);
    let search = |limits: Limits, threads| {
        let settings = Settings::new().limits(limits);
        ismcts(&Kuhn, &view, &Simulation::new().threads(threads), &settings).unwrap()
    };
    for threads in [1, 2, 3] {
        let found = search(Limits { nodes: Some(1000), ..Limits::default() }, threads);
        assert!(found.nodes <= 1000 && found.nodes > 900, "{}", found.nodes);
        assert_eq!((found.stopped, found.choice), (Some(Limit::Nodes), Action::Bet));
        let stop = Some(Arc::new(AtomicBool::new(true)));
        let none = search(Limits { stop, ..Limits::default() }, threads);
        assert_eq!((none.stopped, none.deals, none.actions.len()), (Some(Limit::Stop), 0, 2));
    }
    let found = search(Limits { time: Some(Duration::from_millis(20)), ..Limits::default() }, 1);
    assert_eq!(found.stopped, Some(Limit::Time));
}

#[test]
fn a_long_game_is_cut_off_and_evaluated() {
    let game = Cloth { least: 1000, more: 0 };
    let view = game.view(&game.initial(), Seat::FIRST);
    // Whoever evaluates likes it best when three stones are taken first.
    let likes = |_: &Cloth, heap: &Heap| Score::new(heap.taken as i32 - 2);
    let settings = Settings::new().to_depth(Depth(1), likes);
    let found = ismcts(&game, &view, &Simulation::new().deals(500), &settings).unwrap();
    assert_eq!((found.choice, found.mean, found.nodes), (3, 1.0, 1000));
}

#[test]
fn a_sampler_at_fault_is_an_error() {
    let view = Kuhn.view(&Kuhn.parse_position("QJ").unwrap(), Seat::FIRST);
    for (sampler, cause) in [(Sampler::GivesUp, Cause::NoState), (Sampler::Strays, Cause::WrongState)] {
        for threads in [1, 2] {
            let simulation = Simulation::new().deals(1000).threads(threads);
            let halt = ismcts(&Drawn(sampler), &view, &simulation, &Settings::new()).unwrap_err();
            assert_eq!(halt.cause, cause);
        }
    }
    // Nobody is to move before the deal.
    let before = Kuhn.view(&Kuhn.initial(), Seat::FIRST);
    let halt = ismcts(&Kuhn, &before, &Simulation::new(), &Settings::new()).unwrap_err();
    assert_eq!(halt.cause, Cause::NotToMove);
}

/// Prints how far a clock is overrun, which is for a reader: a test does not fail for a slow machine.
#[test]
fn a_clock_is_kept_and_the_overrun_is_told() {
    let given = Duration::from_millis(100);
    let game = Cloth { least: 300, more: 50 };
    let view = game.view(&game.initial(), Seat::FIRST);
    let settings = Settings::new().limits(Limits { time: Some(given), ..Limits::default() });
    for threads in [1, 2] {
        let run = |_| {
            let start = Instant::now();
            let found = ismcts(&game, &view, &Simulation::new().threads(threads), &settings).unwrap();
            assert_eq!(found.stopped, Some(Limit::Time));
            start.elapsed().saturating_sub(given)
        };
        let mut overruns: Vec<Duration> = (0..20).map(run).collect();
        overruns.sort_unstable();
        println!("100 ms on {threads} threads: overrun by {:?}, at most {:?}", overruns[10], overruns[19]);
    }
}
