//! The entry of the game: its options, and what it can do beyond its rules.

use counterplay_adapt::{Entry, Item, ReviewScale};

use crate::Leduc;

/// Source of the review scale: the field has no usual one for a game as small as this.
const OURS: &str = "ours, in antes: a twentieth, a tenth and a quarter of one";

/// The game for a catalog, with every search that suits it.
#[must_use]
pub fn entry() -> Box<dyn Item> {
    let entry = Entry::new("leduc", "Leduc hold'em", || Leduc)
        .notation("fold, call and raise, JhQs deals; a position is JhQs rc Kh r, or what a seat sees: Jh? rc Kh r")
        .review_scale(|_| ReviewScale::margin("chip", "chips", [0.05, 0.1, 0.25], OURS))
        .rules_text(include_str!("../rules.md"))
        .drawn_by_view()
        .sample("JhQs rc Kh r")
        .keyed();
    Box::new(entry)
}
