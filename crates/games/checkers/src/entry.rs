//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, ReviewScale};

use crate::{Checkers, Material, Shots};

/// Source of the review scale: the field has no usual one. A man is a tenth of a point in the evaluation.
/// Half a man is the least: the estimates of the seven first moves, which are all draws, were up to 0.46 men apart, read twice.
const OURS: &str = "ours: a man is a blunder, and half a man the least that estimates tell apart";

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let options = vec![OptionSpec {
        name: "limit",
        help: "after how many moves of each side without a capture or a man's move the game is drawn; 0 for never",
        least: 0,
        most: i64::from(Checkers::MOST_MOVES),
        default: Some(40),
    }];
    let entry = Entry::with_options("checkers", "Checkers", options, |options| {
        Ok(Checkers::new(options.or("limit", 40)))
    })
    .notation("11-15, 15x22, 7x16x23; a position is who is to move and the squares, kings with a K: B:W18,K22:B1-3,12")
    .format("PDN", "pdn")
    .review_scale(|_| ReviewScale::material("man", "men", 10.0, [0.5, 0.75, 1.0], OURS))
    .rules_text(include_str!("../rules.md"))
    .drawn()
    .sample("11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15")
    .arranged()
    .keyed()
    .knowledge(Shots)
    .tabled()
    .evaluation(Material)
    .learned(crate::Patterns, crate::WEIGHTS);
    Box::new(entry)
}
