//! Rollouts behind the catalog.

use counterplay_api::{AnyPosition, Request, RolledAction, RolloutPlan, RolloutReport, SearchError};

fn position(game: &str, options: &[(&str, &str)], text: &str) -> Box<dyn AnyPosition> {
    counterplay_standard::catalog().game(game, options).unwrap().read(text).unwrap()
}

fn rolled(position: &dyn AnyPosition, plan: &RolloutPlan) -> Result<RolloutReport, SearchError> {
    let request = Request { depth: Some(2), seed: 7, threads: 2, ..Request::default() };
    position.rollout(plan, &request, &mut |_| {})
}

#[test]
fn the_best_action_is_first_and_as_its_side_counts() {
    let plan = RolloutPlan { games: 200, ..RolloutPlan::default() };
    for text in ["40 60 first 25", "60 40 second 25"] {
        let position = position("pig", &[], text);
        let report = rolled(position.as_ref(), &plan).unwrap();
        let words: Vec<&str> = report.actions.iter().filter_map(|rolled| rolled.action.as_deref()).collect();
        assert_eq!((words.len(), report.games, report.stopped), (2, 200, None), "{text}");
        assert!(report.actions[0].value >= report.actions[1].value);
        let exact = position.solve(&Request { lines: 2, ..Request::default() }, &mut |_| {}).unwrap();
        for found in &report.actions {
            let line = exact.lines.iter().find(|line| line.line.first() == found.action.as_ref()).unwrap();
            // The players are not perfect, but both err alike.
            assert!((found.value - line.value.score).abs() < 4.0 * found.error + 0.03, "{text} {found:?} {line:?}");
            assert_eq!(found.ends.iter().map(|&(_, often)| often).sum::<u64>(), 200);
        }
    }
}

#[test]
fn what_cannot_be_rolled_out_is_declined_in_a_sentence() {
    let declined = |game: &str| {
        let start = counterplay_standard::catalog().game(game, &[]).unwrap().start();
        match rolled(start.as_ref(), &RolloutPlan::default()) {
            Err(SearchError::Declined(why)) => why.to_string(),
            other => panic!("{game}: {other:?}"),
        }
    };
    assert!(declined("tictactoe").contains("nothing is left to chance"));
    assert!(declined("kuhn").contains("secrets") && declined("battleships").contains("secrets"));
    let plan = RolloutPlan { actions: vec!["hold".to_owned()], ..RolloutPlan::default() };
    let start = position("pig", &[], "0 0 first 0");
    assert!(matches!(rolled(start.as_ref(), &plan), Err(SearchError::Illegal(error)) if error.word == "hold"));
}

#[test]
fn at_chances_turn_it_is_the_position_itself() {
    let plan = RolloutPlan { games: 100, plies: Some(4), ..RolloutPlan::default() };
    let report = rolled(position("pig", &[], "0 0 first 0 rolling").as_ref(), &plan).unwrap();
    assert_eq!((report.actions.len(), report.confidence), (1, 1.0));
    let RolledAction { action, broken_off, .. } = &report.actions[0];
    assert_eq!((action.as_deref(), *broken_off), (None, 100));
    // Named twice, rolled out once.
    let plan = RolloutPlan { actions: vec!["roll".to_owned(), "roll".to_owned()], ..plan };
    assert_eq!(rolled(position("pig", &[], "0 0 first 4").as_ref(), &plan).unwrap().actions.len(), 1);
}
