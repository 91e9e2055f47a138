//! Write the rules of a game once, and get everything.
//!
//! This is the one crate that a program depends on. The vocabulary of games is at its root; [`search`], [`trace`] and
//! the rest of `core` are modules of it; a [`Catalog`] of games becomes a program by [`run`].
//!
//! ```no_run
//! use counterplay::{Catalog, Entry};
//! # use counterplay::games::kuhn::Kuhn as MyGame;
//!
//! fn main() -> std::process::ExitCode {
//!     counterplay::run(&Catalog::new().with(Entry::new("mygame", "My game", || MyGame)))
//! }
//! ```

pub use counterplay_adapt::*;
pub use counterplay_api::*;
pub use counterplay_cli::{run, silence_panics};
pub use counterplay_core::*;
/// Trees and boards to text, SVG, DOT and TikZ.
pub use counterplay_render as render;
/// The games that Counterplay comes with.
pub use counterplay_standard as games;

/// The examples of the guide compile.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
struct AddingAGame;
