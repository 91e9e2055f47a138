//! Learning: evaluations whose numbers come from games, not from a programmer.
//!
//! - [`features`]: what a linear evaluation counts.
//! - [`network`]: a small network that estimates how likely each end of the game is.
//! - [`weights`]: what was learned, as a file. [`checked_file`]: files that detect damage.
//!
//! The training itself is in the crate `counterplay-trainer`.

pub mod checked_file;
pub mod features;
pub mod learned_or;
pub mod network;
pub mod weights;
