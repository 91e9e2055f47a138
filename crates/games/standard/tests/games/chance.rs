//! The searches for games of chance, as the catalog has them.

use counterplay_core::engine::Filter;
use counterplay_core::{Limits, Proof};

use counterplay_api::{AnyPosition, Request, RowEvent, SearchError, TurnWord};

fn position(game: &str, options: &[(&str, &str)], text: &str) -> Box<dyn AnyPosition> {
    counterplay_standard::catalog().game(game, options).unwrap().read(text).unwrap()
}

fn three() -> Request {
    Request { lines: 3, ..Request::default() }
}

/// What a position is worth for the first seat, exactly; both games count from 0 to 1.
fn first_has(position: &dyn AnyPosition) -> f64 {
    let report = position.solve(&three(), &mut |_| {}).unwrap();
    assert_eq!(report.value.proof, Proof::Exact);
    if position.turn().to_string() == "second" { 1.0 - report.value.score } else { report.value.score }
}

#[test]
fn each_action_is_worth_what_the_position_after_it_is_solved_to_be() {
    for (game, goal, texts) in [
        ("pig", "10", &["0 0 first 0", "3 4 first 4", "3 4 second 4", "5 9 first 3"][..]),
        ("hog", "8", &["0 0 first", "5 6 second", "6 7 first"]),
    ] {
        for text in texts {
            let position = position(game, &[("goal", goal)], text);
            let report = position.solve(&three(), &mut |_| {}).unwrap();
            assert_eq!(report.lines.len(), position.actions().len(), "{game} {text}");
            assert_eq!(report.action.as_ref(), report.lines[0].line.first());
            assert!((report.lines[0].value.score - report.value.score).abs() < 1e-9);
            assert!(report.lines.windows(2).all(|pair| pair[0].value.score >= pair[1].value.score));
            for line in &report.lines {
                let mut after = position.copy();
                after.play(&line.line[0]).unwrap();
                let first = first_has(after.as_ref());
                let own = if position.turn().to_string() == "second" { 1.0 - first } else { first };
                assert!((line.value.score - own).abs() < 1e-9, "{game} {text} {line:?}: {own}");
                assert_eq!(line.value.proof, Proof::Exact);
            }
        }
    }
}

/// Hog comes to an end, so that expectiminimax finds the same as value iteration, and says so.
#[test]
fn the_lines_of_two_searches_agree() {
    for text in ["5 6 second", "6 7 first", "4 4 first"] {
        let position = position("hog", &[], text);
        let (found, solved) = (position.best(&three(), &mut |_| {}), position.solve(&three(), &mut |_| {}));
        let (found, solved) = (found.unwrap().lines, solved.unwrap().lines);
        assert_eq!(found.len(), solved.len());
        for (a, b) in found.iter().zip(&solved) {
            assert_eq!((&a.line[0], a.value.proof), (&b.line[0], Proof::Exact), "{text}");
            assert!((a.value.score - b.value.score).abs() < 1e-9, "{text} {a:?} {b:?}");
        }
    }
}

#[test]
fn each_depth_tells_its_lines_and_the_last_one_is_the_answer() {
    let position = position("pig", &[], "10 20 second 5");
    let mut told = Vec::new();
    let request = Request { depth: Some(4), ..three() };
    let report = position.best(&request, &mut |progress| told.push(progress.clone())).unwrap();
    assert_eq!(told.iter().map(|progress| progress.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(told[3].iteration.as_ref().unwrap().lines, report.lines);
    assert_eq!((told[3].nodes, report.lines.len()), (report.statistics.nodes, 2));
    assert_eq!((&report.lines[0].line, report.lines[0].value.score), (&report.line, report.value.score));
    // After a hold it is the other's turn, who rolls: the line goes on as far as somebody chooses.
    let hold = report.lines.iter().find(|line| line.line[0] == "hold").unwrap();
    assert_eq!(hold.line, ["hold", "roll"]);
    assert_eq!(hold.value.proof, Proof::Estimate);
    // The same search without the other line enters fewer nodes.
    let alone = position.best(&Request { depth: Some(4), ..Request::default() }, &mut |_| {}).unwrap();
    assert!(alone.statistics.nodes <= report.statistics.nodes && alone.lines.len() == 1);
    assert!((alone.value.score - report.value.score).abs() < 1e-12);
    assert_eq!(alone.lines[0].line, report.lines[0].line);
}

#[test]
fn a_limit_and_a_turn_of_chance_have_what_there_is() {
    let start = position("pig", &[], "0 0 first 3");
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let report = start.best(&Request { limits, ..three() }, &mut |_| {}).unwrap();
    assert_eq!(report.lines.len(), 1);
    assert_eq!(report.lines[0].line.first(), report.action.as_ref());
    let mut rolled = start.copy();
    rolled.play("roll").unwrap();
    assert_eq!(rolled.turn(), TurnWord::Chance);
    assert!(rolled.best(&Request { depth: Some(2), ..three() }, &mut |_| {}).unwrap().lines.is_empty());
}

#[test]
fn the_searches_side_by_side_have_one_value_and_each_prunes() {
    for (game, text, depth) in [("pig", "10 20 second 5", 8), ("hog", "3 4 first", 5)] {
        let mut begun = Vec::new();
        let compared = position(game, &[], text)
            .compare(&Request { depth: Some(depth), ..Request::default() }, &mut |lap| {
                if let RowEvent::Begins(name) = lap {
                    begun.push(name);
                }
            })
            .unwrap();
        let names = ["expectiminimax", "star1", "star2", "star2 + table", "+ killers", "+ history", "+ deepening"];
        assert_eq!(begun, names);
        assert_eq!(compared.agreement().map(|(_, others)| others), Some(Vec::new()), "{game}");
        let leaves: Vec<u64> = compared.rows.iter().map(|row| row.leaves).collect();
        // A small tree may have nothing to prune for windows alone.
        assert!(leaves[1..].iter().all(|&count| count <= leaves[0]), "{game} {leaves:?}");
        assert!(leaves.last() < leaves.first(), "{game} {leaves:?}");
        assert!(leaves[3] < leaves[2], "a table knows chance nodes: {game} {leaves:?}");
    }
}

#[test]
fn threads_and_a_warm_table_change_nothing_but_the_time() {
    let position = position("pig", &[], "40 30 first 7");
    let request = Request { depth: Some(9), ..Request::default() };
    let first = position.best(&request, &mut |_| {}).unwrap();
    let warm =
        Request { table: Some(std::sync::Arc::new(counterplay_core::engine::Table::new(1 << 22))), ..request.clone() };
    position.best(&warm, &mut |_| {}).unwrap();
    let again = position.best(&warm, &mut |_| {}).unwrap();
    let together = position.best(&Request { threads: 3, ..request }, &mut |_| {}).unwrap();
    assert_eq!(together.threads, 3);
    for other in [&again, &together] {
        assert!((other.value.score - first.value.score).abs() < 1e-12);
        assert_eq!((&other.action, other.value.proof), (&first.action, Proof::Estimate));
    }
    assert!(again.statistics.nodes < first.statistics.nodes);
}

/// Only what seems best.
const ONE: Filter = Filter { keep: 1, within: f64::INFINITY };

#[test]
fn a_filter_looks_at_less_and_says_that_it_is_a_heuristic() {
    let mut position = counterplay_standard::catalog().game("backgammon", &[]).unwrap().start();
    position.play("31").unwrap();
    let request = Request { depth: Some(5), limits: Limits { nodes: Some(200_000), ..Limits::default() }, ..three() };
    let whole = position.best(&request, &mut |_| {}).unwrap();
    let few = position.best(&Request { filter: Some(ONE), ..request }, &mut |_| {}).unwrap();
    assert_eq!((few.action.as_deref(), few.value.proof), (Some("8/5 6/5"), Proof::Estimate));
    assert!(few.depth > whole.depth || few.statistics.nodes < whole.statistics.nodes, "{few:?} {whole:?}");
    assert!(few.note.unwrap().contains("heuristic") && !whole.note.unwrap_or_default().contains("heuristic"));
    let filtered = Request { filter: Some(ONE), ..Request::default() };
    let declined = |found: Result<_, SearchError>| matches!(found, Err(SearchError::Declined(_)));
    assert!(declined(position.solve(&filtered, &mut |_| {}).map(drop)));
    assert!(declined(position.compare(&filtered, &mut |_| {}).map(drop)));
    for game in ["tictactoe", "kuhn"] {
        let start = counterplay_standard::catalog().game(game, &[]).unwrap().start();
        assert!(declined(start.best(&filtered, &mut |_| {}).map(drop)), "{game}");
    }
}
