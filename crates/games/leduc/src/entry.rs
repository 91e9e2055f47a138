//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item};

use crate::Leduc;

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let entry = Entry::new("leduc", "Leduc hold'em", || Leduc)
        .notation("fold, call and raise, JhQs deals; a position is JhQs rc Kh r, or what a seat sees: Jh? rc Kh r")
        .drawn_by_view()
        .keyed();
    Box::new(entry)
}
