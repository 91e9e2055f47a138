//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec, Options, ReviewScale};

use crate::Hog;

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let range = |range: std::ops::RangeInclusive<u32>| (i64::from(*range.start()), i64::from(*range.end()));
    let ((least, most), (fewest, all)) = (range(Hog::GOALS), range(Hog::DICE));
    let options = vec![
        OptionSpec { name: "goal", help: "the points that win", least, most, default: Some(8) },
        OptionSpec { name: "dice", help: "the most dice in a throw", least: fewest, most: all, default: Some(2) },
    ];
    let make = |options: &Options| Hog::new(options.or("goal", 8), options.or("dice", 2)).map_err(|e| e.to_string());
    let entry = Entry::with_options("hog", "Hog", options, make)
        .notation("2d6 throws two dice, +5 scores five; a position is the scores and the turn, 5 7 first")
        .review_scale(|_| ReviewScale::probability())
        .rules_text(include_str!("../rules.md"))
        .drawn()
        .sample("2d6 +5 1d6 +3")
        .keyed()
        .listed();
    Box::new(entry)
}
