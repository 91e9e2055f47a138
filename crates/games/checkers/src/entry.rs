//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, OptionSpec};

use crate::{Checkers, Material, Shots};

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
    .drawn()
    .keyed()
    .knowledge(Shots)
    .tabled()
    .evaluation(Material)
    .learned(crate::Patterns, crate::WEIGHTS);
    Box::new(entry)
}
