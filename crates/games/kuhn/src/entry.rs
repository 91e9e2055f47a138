//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item};

use crate::Kuhn;

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let entry = Entry::new("kuhn", "Kuhn poker", || Kuhn)
        .notation("pass and bet, QJ deals; a position is QJ pb, or what a seat sees: Q? pb")
        .drawn_by_view()
        .keyed();
    Box::new(entry)
}
