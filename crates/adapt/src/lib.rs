//! From the types of a game to what the edges see: an [`Entry`] becomes an [`Item`] of a catalog.
//!
//! The entry's types decide which searches a game gets. Below this crate everything is static; above it there are
//! [`AnyGame`] and [`AnyPosition`](counterplay_api::AnyPosition). No game is instantiated here: each is in a crate of its own.

mod archive;
mod entry;
mod informed;
mod mind;
mod notary;
mod past;
mod played;
mod quadrants;
mod rules;
mod school;
mod tree;

pub use archive::Tabled;
pub use counterplay_api::{AnyGame, Catalog, Item, OptionSpec, Options};
pub use entry::Entry;
pub use informed::Informed;
pub use mind::Middle;
pub use notary::Check;
pub use quadrants::{Quadrant, Rolls};
pub use school::Schooled;
