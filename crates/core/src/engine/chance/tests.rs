//! The engine for games of chance: its contract in windows, its limits, its filter.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::worker::{Location, TO_THE_END, Worker};
use super::{ChanceEngine, ChanceTechniques, Filter};
use crate::engine::{OwnKeys, Table, Task};
use crate::search::star::tests::{Thicket, is_kept, windows};
use crate::search::{Settings, expectiminimax, star1};
use crate::trace::Silent;
use crate::{Cause, Depth, Game, Limit, Limits, Proof, Role, Score};

fn start(depth: u8) -> impl Iterator<Item = Thicket> {
    (0..).map(move |seed| Thicket { seed, depth }).filter(|game| game.role(&game.initial()) != Role::Chance)
}

fn even(_: &Thicket, state: &(u64, u8)) -> Score {
    Score::new((state.0 % 13) as i32 - 6)
}

#[test]
fn a_value_is_exact_inside_the_window_and_a_bound_outside() {
    for seed in 0..40 {
        let game = Thicket { seed, depth: 6 };
        let root = game.initial();
        let value = expectiminimax(&game, &root, &Settings::new(), &mut Silent).unwrap().value.score;
        // One table for all windows: what one search left there must not mislead the next.
        let table = Table::new(1 << 12);
        let engine = ChanceEngine::new(&game, &table).keys(OwnKeys);
        for window in windows(value) {
            let mut worker = Worker::new(&engine, &root, &Limits::default(), None);
            let at = Location { depth: TO_THE_END, ply: 0, roll: 0, on_line: true };
            let found = worker.value(&root, at, window).unwrap();
            assert!(is_kept(window, found, value), "{seed} {window:?}: {found}, not {value}");
        }
    }
}

/// Without any technique the engine is Star1, state by state, but that it passes over what never happens, and stops at
/// the best that the game can end with.
#[test]
fn without_techniques_it_is_star1() {
    for game in start(7).take(40) {
        let table = Table::new(0);
        let engine = ChanceEngine::new(&game, &table).techniques(ChanceTechniques::NONE);
        let found = engine.search(&game.initial(), &Task { all_best: false, ..Task::default() }, &mut |_| {}).unwrap();
        let book = star1(&game, &game.initial(), &Settings::new(), &mut Silent).unwrap();
        assert!((found.decision.value.score - book.value.score).abs() < 1e-9);
        assert!(found.decision.statistics.nodes <= book.statistics.nodes);
        assert_eq!(found.decision.line, book.line);
    }
}

#[test]
fn limits_and_the_stop_flag_give_the_best_so_far() {
    let game = start(9).next().unwrap();
    let table = Table::new(1 << 16);
    let engine = ChanceEngine::new(&game, &table).keys(OwnKeys).evaluation(even);
    for nodes in [0, 1, 2, 5, 20, 100] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = engine.search(&game.initial(), &Task { limits, ..Task::default() }, &mut |_| {}).unwrap().decision;
        assert!(found.stopped == Some(Limit::Nodes) && found.statistics.nodes <= nodes, "{found:?}");
        assert!(found.action.is_some() && found.value.score.is_finite());
    }
    let limits = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    let found =
        engine.search_on(2, &game.initial(), &Task { limits, ..Task::default() }, &mut |_| {}).unwrap().decision;
    assert_eq!(found.stopped, Some(Limit::Stop));
}

#[test]
fn each_depth_is_told_and_the_last_one_is_the_answer() {
    let game = start(12).next().unwrap();
    let table = Table::new(1 << 16);
    let engine = ChanceEngine::new(&game, &table).keys(OwnKeys).evaluation(even);
    let mut depths = Vec::new();
    let task = Task { depth: Some(Depth(5)), lines: 2, ..Task::default() };
    let found =
        engine.search(&game.initial(), &task, &mut |told| depths.push((told.depth.0, told.lines.clone()))).unwrap();
    assert_eq!(depths.iter().map(|told| told.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(depths.last().unwrap().1, found.lines);
    assert_eq!((found.depth, found.decision.value.proof), (Depth(5), Proof::Estimate));
}

#[test]
fn a_filter_makes_an_estimate_and_one_that_keeps_all_changes_nothing() {
    for game in start(6).take(20) {
        let found = |filter: Option<Filter>| {
            let table = Table::new(1 << 16);
            let engine = ChanceEngine::new(&game, &table).keys(OwnKeys).evaluation(even);
            let engine = engine.techniques(ChanceTechniques { filter, ..ChanceTechniques::EXACT });
            let task = Task { depth: Some(Depth(6)), ..Task::default() };
            engine.search(&game.initial(), &task, &mut |_| {}).unwrap().decision
        };
        let only = |keep: usize, within: f64| found(Some(Filter { keep, within }));
        let (whole, all, few) = (found(None), only(4, f64::INFINITY), only(1, f64::INFINITY));
        assert_eq!((whole.value, whole.action), (all.value, all.action));
        assert_eq!(whole.value.proof, Proof::Exact);
        assert!(few.value == whole.value || few.value.proof == Proof::Estimate);
        let near = only(4, 0.0);
        assert!(near.value == whole.value || near.value.proof == Proof::Estimate);
    }
}

#[test]
fn a_filter_at_the_root_leaves_what_comes_near_the_best_and_one_for_each_line() {
    let mut alone = 0;
    for game in start(5).take(20) {
        let table = Table::new(1 << 16);
        let state = game.initial();
        let searched = |filter: Option<Filter>, lines: usize, depth: u32| {
            let engine = ChanceEngine::new(&game, &table)
                .evaluation(even)
                .techniques(ChanceTechniques { filter, ..ChanceTechniques::EXACT });
            let task = Task { depth: Some(Depth(depth)), lines, ..Task::default() };
            engine.search(&state, &task, &mut |_| {}).unwrap()
        };
        let first = searched(None, 9, 1);
        let (all, best) = (first.lines.len(), first.lines[0].value.score);
        let sign = if game.role(&state) == Role::Max { 1.0 } else { -1.0 };
        for within in [0.0, 3.0, 1e6] {
            // One that leaves a single action at the root finds that one, whatever is deeper.
            let near = first.lines.iter().filter(|line| sign * line.value.score >= sign * best - within).count();
            let found = searched(Some(Filter { keep: 9, within }), 1, 3);
            if near == 1 {
                assert_eq!(found.decision.action, first.decision.action);
                alone += u32::from(all > 1);
            }
            assert!(near == all || found.decision.value.proof == Proof::Estimate);
            assert_eq!(searched(Some(Filter { keep: 1, within }), all, 3).lines.len(), all);
        }
        assert_eq!(searched(Some(Filter { keep: 1, within: 1e6 }), 1, 3).decision.action, first.decision.action);
    }
    assert!(alone > 0);
}

/// So near the end nothing below the root is left out, and every game is played to its end.
#[test]
fn what_was_left_out_at_the_root_makes_an_estimate() {
    let mut left_out = 0;
    for game in start(2).take(20) {
        let table = Table::new(1 << 16);
        let found = |filter: Option<Filter>| {
            let engine = ChanceEngine::new(&game, &table).evaluation(even);
            let engine = engine.techniques(ChanceTechniques { filter, ..ChanceTechniques::EXACT });
            let task = Task { depth: Some(Depth(2)), ..Task::default() };
            engine.search(&game.initial(), &task, &mut |_| {}).unwrap().decision.value.proof
        };
        assert_eq!(found(None), Proof::Exact);
        if game.action_list(&game.initial()).len() > 1 {
            assert_eq!(found(Some(Filter { keep: 1, within: f64::INFINITY })), Proof::Estimate);
            left_out += 1;
        }
    }
    assert!(left_out > 0);
}

#[test]
fn a_halt_says_where() {
    let game = start(6).next().unwrap();
    let table = Table::new(1 << 16);
    let lost = |_: &Thicket, _: &(u64, u8)| Score::UNKNOWN;
    let engine = ChanceEngine::new(&game, &table).keys(OwnKeys).evaluation(lost);
    let task = Task { depth: Some(Depth(3)), ..Task::default() };
    let halt = engine.search(&game.initial(), &task, &mut |_| {}).unwrap_err();
    assert_eq!((&halt.cause, &halt.path), (&Cause::Unknown, &vec![1]));
}
