//! The best response held to the enumeration of all strategies, on random trees.

use counterplay_core::search::{Blundering, Order, Ranked, Responses, Settings, best_response, expectiminimax};
use counterplay_core::trace::Silent;
use counterplay_core::{Game, Seeded, Side};
use counterplay_testkit::{Plain, Shape, random_tree};
use counterplay_tree::Tree;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(1.0)
}

fn respond(tree: &Tree, random: f64, order: Order) -> Responses {
    let game = tree.stochastic();
    let settings = Settings::new().order(order);
    let found =
        best_response(&game, &game.initial(), &settings, Side::Max, &Blundering(random), &mut |_, _| {}).unwrap();
    found.values
}

#[test]
fn no_strategy_does_better_than_the_best_response_and_none_is_surer_than_minimax() {
    let mut random = Seeded::new(2007);
    let (mut tried, mut gained) = (0, 0);
    for number in 0..1500 {
        let shape = Shape { depth: 4, branches: 3, values: [2, 20, 1000][number % 3], chance: number % 2 == 0 };
        let plain: Plain = random_tree(&mut random, shape);
        let tree = Tree::parse(&plain.to_text(), Side::Max).unwrap();
        for errs in [0.0, 0.3, 1.0] {
            let Some(strategies) = plain.against_blunders(errs) else { continue };
            let found = respond(&tree, errs, Order::LeftToRight);
            let best = strategies.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let text = || format!("{} at {errs}: {found:?}, {best}", plain.to_text());
            assert!(close(found.response, best), "{}", text());
            assert!(close(found.minimax, plain.value()), "{}", text());
            let is_one_of_them = |value: f64| strategies.iter().any(|&strategy| close(strategy, value));
            assert!(is_one_of_them(found.minimax_against_model), "{}", text());
            let slack = 1e-9 * best.abs().max(1.0);
            assert!(found.minimax_against_model >= found.minimax - slack, "a blunder never costs us: {}", text());
            assert!(found.response_guarantee <= found.minimax + slack, "{}", text());
            assert!(errs > 0.0 || close(found.response, found.minimax), "who never errs gives nothing: {}", text());
            assert!(close(respond(&tree, errs, Order::RightToLeft).response, best), "{}", text());
            tried += 1;
            gained += u32::from(found.response > found.minimax_against_model + slack);
        }
    }
    assert!(tried > 2000 && gained > 100, "{tried} tried, {gained} gained");
}

#[test]
fn ranks_are_shares_of_the_actions_by_their_values_and_a_min_root_is_played_for_min() {
    // MIN's actions by value: 2, 4, 6.
    let tree = Tree::parse("[[4,2,6],[3,3,3]]", Side::Max).unwrap();
    let game = tree.stochastic();
    let mut heard = Vec::new();
    let model = Ranked(vec![0.5, 0.25, 0.25]);
    let found = best_response(&game, &game.initial(), &Settings::new(), Side::Max, &model, &mut |path, at| {
        heard.push((path.to_vec(), at.probabilities.clone()));
    });
    let found = found.unwrap();
    assert_eq!((found.minimax_action, found.response_action), (Some(2), Some(1)));
    let values = Responses { minimax: 3.0, minimax_against_model: 3.0, response: 3.5, response_guarantee: 2.0 };
    assert_eq!(found.values, values);
    assert!(heard.contains(&(vec![1], vec![0.25, 0.5, 0.25])));
    let tree = Tree::parse("min[max[1,9],max[5,6]]", Side::Min).unwrap();
    let game = tree.stochastic();
    let model = Blundering(1.0);
    let found = best_response(&game, &game.initial(), &Settings::new(), Side::Min, &model, &mut |_, _| {}).unwrap();
    assert_eq!((found.minimax_action, found.response_action), (Some(2), Some(1)));
    let values = Responses { minimax: 6.0, minimax_against_model: 5.5, response: 5.0, response_guarantee: 9.0 };
    assert_eq!(found.values, values);
}

#[test]
fn an_unknown_leaf_halts_it_where_it_stands() {
    let tree = Tree::parse("[[3,5],[2,x]]", Side::Max).unwrap();
    let game = tree.stochastic();
    let halt = best_response(&game, &game.initial(), &Settings::new(), Side::Max, &Blundering(0.1), &mut |_, _| {})
        .unwrap_err();
    assert_eq!(halt.path, [2, 2]);
    assert!(expectiminimax(&game, &game.initial(), &Settings::new(), &mut Silent).is_err());
}
