//! Endgame tables and solved games on disk.
//!
//! A game that [numbers its positions](counterplay_core::indexed) can have them all solved once. [`build`](build())
//! solves them backwards from the ends of the game. [`Tables`] reads the files. [`verify`](verify()) checks them
//! against the rules without knowing how they were made.

mod build;
pub mod disk;
mod expectations;
mod folder;
mod format;
#[cfg(test)]
mod graphs;
mod outcome;
mod roll_counts;
mod tables;
mod verify;

pub use build::{
    BuildError, Built, Estimate, Plan, Progress, build, build_expectations, build_forward, build_throws, estimate,
    estimate_expectations, estimate_throws,
};
pub use counterplay_core::Outcome;
pub use folder::{LockError, free_space};
pub use format::{Content, FormatError, Head};
pub use outcome::{Counts, Packed};
pub use roll_counts::{Chances, Throws};
pub use tables::{Probed, Tables};
pub use verify::{Fault, Verified, verify, verify_expectations, verify_throws};
