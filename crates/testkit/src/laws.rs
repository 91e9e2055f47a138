//! The laws of games, for games of one kind in one call each.

use counterplay_core::check::Battery;
use counterplay_core::{Chance, Keyed, Notation, Picture, PictureOfView, Symmetric};

/// Holds a game with symmetries to its laws.
///
/// # Panics
/// With the law that is broken.
pub fn symmetric<G: Symmetric + Notation + Picture>(game: &G) {
    Battery::new(game).keyed().symmetric().notation().drawing().run().unwrap_or_else(|violation| panic!("{violation}"));
}

/// Holds a game of chance and perfect information to its laws.
///
/// # Panics
/// With the law that is broken.
pub fn chance<G: Keyed + Notation + Chance + Picture>(game: &G) {
    Battery::new(game).chance().keyed().notation().drawing().run().unwrap_or_else(|violation| panic!("{violation}"));
}

/// Holds a game of chance and hidden information to its laws.
///
/// # Panics
/// With the law that is broken.
pub fn hidden<G: Keyed + Notation + Chance + PictureOfView>(game: &G) {
    let battery = Battery::new(game).chance().hidden().keyed().notation().drawing_of_views();
    battery.run().unwrap_or_else(|violation| panic!("{violation}"));
}
