//! The weights that the program embeds.

use counterplay_adapt::Entry;
use counterplay_api::{Catalog, OptionSpec, Request};
use counterplay_core::{Evaluate, Game, Learned, Weights, WeightsError};
use counterplay_standard::othello::{Empties, Mobility, Othello, Patterns, Prospects, WEIGHTS};

/// If this fails, the features have changed: `cargo xtask weights othello` learns their weights anew.
#[test]
fn the_embedded_weights_are_for_the_features_of_today() {
    let game = Othello::default();
    let weights = Weights::read(WEIGHTS).unwrap();
    let learned = Learned::new(&game, "othello", Patterns, &weights).unwrap();
    let mut board = game.initial();
    for _ in 0..30 {
        let action = game.action_list(&board)[0];
        game.apply(&mut board, action);
    }
    assert_ne!(learned.evaluate(&game, &board), Prospects.evaluate(&game, &board));
    assert!(WEIGHTS.len() <= 2_500_000, "{} bytes", WEIGHTS.len());
}

#[test]
fn a_bit_that_is_flipped_anywhere_and_a_cut_anywhere_are_refused() {
    let step = WEIGHTS.len() / 200;
    for at in (0..WEIGHTS.len()).step_by(step).chain([WEIGHTS.len() - 1]) {
        let mut file = WEIGHTS.to_vec();
        file[at] ^= 1 << (at % 8);
        assert!(matches!(Weights::read(&file), Err(WeightsError::Damage(_))), "byte {at}");
        assert!(matches!(Weights::read(&WEIGHTS[..at]), Err(WeightsError::Damage(_))), "{at} bytes");
    }
}

/// How the engine judges a position in the catalog of such an entry.
fn judged(weights: &'static [u8], name: &str, size: &str) -> Result<f64, String> {
    let options = vec![OptionSpec { name: "size", help: "rows and columns", least: 4, most: 8, default: Some(8) }];
    let entry = Entry::with_options(name, "Othello", options, |options| {
        Othello::new(options.or("size", 8), Empties::Winner).map_err(|error| error.to_string())
    });
    let entry = entry.notation("f5").keyed().knowledge(Mobility).evaluation(Prospects).learned(Patterns, weights);
    let catalog = Catalog::new().with(entry);
    let game = catalog.game(name, &[("size", size)]).map_err(|error| error.to_string())?;
    let mut position = game.start();
    for _ in 0..4 {
        let action = position.actions()[0].word.clone();
        position.play(&action).map_err(|error| error.to_string())?;
    }
    let request = Request { depth: Some(3), ..Request::default() };
    Ok(position.best(&request, &mut |_| {}).map_err(|error| error.to_string())?.value.score)
}

#[test]
fn weights_serve_the_board_they_were_learned_on_and_the_others_keep_their_evaluation() {
    let none: &'static [u8] = {
        let weights = Weights::read(WEIGHTS).unwrap();
        let values = vec![0; weights.values.len()];
        Weights { values, ..weights }.write().leak()
    };
    assert_eq!(judged(none, "othello", "8"), Ok(0.0));
    assert_ne!(judged(WEIGHTS, "othello", "8"), Ok(0.0));
    // While nothing is learned, there is an empty file.
    let by_hand = judged(b"", "othello", "8").unwrap();
    assert_ne!(judged(WEIGHTS, "othello", "8"), Ok(by_hand));
    assert_eq!(judged(none, "othello", "6"), judged(WEIGHTS, "othello", "6"));
}

#[test]
fn an_entry_with_weights_that_are_damaged_or_of_another_game_makes_no_game() {
    let refused = |weights: &'static [u8], name| judged(weights, name, "8").unwrap_err();
    assert!(refused(&WEIGHTS[..1000], "othello").contains("cut off at byte 1000 of"));
    assert!(refused(b"GIF89a and so on", "othello").contains("not a weights file"));
    assert!(refused(WEIGHTS, "reversi").contains("those of othello, not of reversi"));
}
