//! From the types of a game to what the edges see: an [`Entry`] becomes an [`Item`] of a catalog.
//!
//! The entry's types decide which searches a game gets. Below this crate everything is static; above it there are
//! [`AnyGame`] and [`AnyPosition`](counterplay_api::AnyPosition). No game is instantiated here: each is in a crate of
//! its own.

mod certifier;
mod engine;
mod entry;
mod erased;
mod expectation_tables;
mod idle_count;
mod point_of_view;
mod quadrants;
mod root;
mod rules;
mod tables;
mod to_report;
mod to_words;
mod training;
mod tree;

pub use certifier::Check;
pub use counterplay_api::review::ReviewScale;
pub use counterplay_api::{AnyGame, Catalog, Item, OptionSpec, Options};
pub use engine::Constant;
pub use entry::Entry;
pub use quadrants::Quadrant;
