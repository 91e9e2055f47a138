//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, Options, ReviewScale};

use crate::{Connect4, Threats};

/// Lead that is as good as won, in points: the fit to how 160 random positions of 14 to 22 stones, estimated with 3,000
/// nodes, end by their proofs.
const DECISIVE: f64 = 1.8;
/// Steps of the review scale: what estimates can tell. The evaluation counts in whole points; one from even is 25 %.
/// In 120 random positions of 7 to 13 stones, an action estimated one, two to three, and four or more points below the
/// best had another outcome by proof in 34, 53 and 61 of 100.
const STEPS: [f64; 3] = [20.0, 40.0, 48.0];
/// Source of the steps.
const OURS: &str = "ours, for estimates: from the second step on more are worse by proof than not";

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let side = |name, help, default| OptionSpec { name, help, least: 1, most: 63, default: Some(default) };
    let options = vec![side("width", "columns", 7), side("height", "rows", 6)];
    let make = |options: &Options| {
        Connect4::new(options.or("width", 7), options.or("height", 6)).map_err(|error| error.to_string())
    };
    let entry = Entry::with_options("connect4", "Connect four", options, make)
        .notation("columns from 1; a position is the columns played, 4455, or its rows from the top, ./.X/OX")
        .review_scale(|_| ReviewScale::chance(DECISIVE).steps(STEPS, OURS))
        .rules_text(include_str!("../rules.md"))
        .drawn()
        .sample("4 4 5 3 6 7 3 3 5 5 4 4 6")
        .arranged()
        .symmetric()
        .knowledge(Threats)
        .indexed()
        .evaluation(crate::Prospects);
    Box::new(entry)
}
