//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, Options, ReviewScale};

use crate::{Empties, Mobility, Othello, Patterns, Prospects};

/// Source of the review scale: the field has no usual one.
const OURS: &str = "ours: two discs are the least by which two ends of a full board differ, and each step doubles";

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let options = vec![
        OptionSpec { name: "size", help: "rows and columns: 4, 6 or 8", least: 4, most: 8, default: Some(8) },
        OptionSpec {
            name: "empties",
            help: "1 if squares that stay empty count for the winner, 0 if for nobody",
            least: 0,
            most: 1,
            default: Some(1),
        },
    ];
    let make = |options: &Options| {
        let empties = if options.or("empties", 1) == 0 { Empties::Nobody } else { Empties::Winner };
        Othello::new(options.or("size", 8), empties).map_err(|error| error.to_string())
    };
    let entry = Entry::with_options("othello", "Othello", options, make)
        .notation("f5, pass; a position is its squares row by row, X, O or -, and who is to move, or the moves, f5d6c3")
        .format("GGF", "ggf")
        .review_scale(|_| ReviewScale::margin("disc", "discs", [2.0, 4.0, 8.0], OURS))
        .rules_text(include_str!("../rules.md"))
        .drawn()
        .sample("f5d6c3d3c4f4f6f3e6e7")
        .arranged()
        .keyed()
        .knowledge(Mobility)
        .evaluation(Prospects)
        .learned(Patterns, crate::WEIGHTS);
    Box::new(entry)
}
