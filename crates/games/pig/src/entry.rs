//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, ReviewScale};

use crate::{Lead, Pig};

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let (least, most) = (i64::from(*Pig::GOALS.start()), i64::from(*Pig::GOALS.end()));
    let options = vec![OptionSpec { name: "goal", help: "the points that win", least, most, default: Some(100) }];
    let entry = Entry::with_options("pig", "Pig", options, |options| {
        Pig::new(options.or("goal", 100)).map_err(|e| e.to_string())
    })
    .notation("roll, hold, and 1 to 6 for the die; a position is the scores, the turn and its total, 34 57 first 12")
    .review_scale(|_| ReviewScale::probability())
    .rules_text(include_str!("../rules.md"))
    .drawn()
    .sample("roll 5 roll 6")
    .keyed()
    .listed()
    .evaluation(Lead)
    // Nothing is shipped: `solve` knows the best policy. It can be learned all the same, for those who want to see how
    // near learning comes to it.
    .networked(crate::Inputs, Pig::clone, std::convert::identity, &[]);
    Box::new(entry)
}
